"""What may lie where: the chance of each line of the briefing on each square, given all that has come out.

Keepers are thought of as drawing each line by weights of squares; each way of weighing is a **habit** (uniform, a
doorkeeper's, an expert's). Under one habit the chances are exact for lines with caps and minimums (counted by
convolution over areas) and nearly so for the others; what has come out shifts the belief in the habits by Bayes.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .bot_sight import Sight
from .rules.habits import habits
from .tables import NONE, SLOT_BITS, SLOT_MASK, Plan

LEAST: Final = 1e-12
FAINT: Final = 1e-3  # habits trusted less are left out


class Belief:
    """The chances on one explorer's grid. `study` works them out anew."""

    def __init__(self, plan: Plan, shares: list[float]) -> None:
        """`shares`: how much each habit is believed in before anything has come out."""
        self.plan = plan
        self.shares = shares
        self.habits = habits(plan)
        self.trust: list[float] = shares.copy()  # by habit
        self.left: list[i64] = []  # by line: how many have not come out
        self.within: list[list[i64]] = []  # by line and area: how many have come out
        self.hidden: list[list[i64]] = []  # by slot and square: whether it is unknown what lies there
        self.found: list[i64] = []
        self.drawn: list[list[Ways]] = []  # by line, of the habits still trusted
        self.trusted: list[float] = []  # how much each of those is
        self.whole: list[list[float]] = []  # by habit and line: the weight of all hides
        self._count(Sight(plan))
        for habit in range(len(shares)):
            weights = self.habits[habit]
            self.whole.append([self._ways(number, weights[number]).total for number in range(len(plan.lines))])

    def study(self, sight: Sight) -> None:
        """Work out the chances from what is known."""
        plan = self.plan
        self._count(sight)
        drawn: list[list[Ways]] = []
        total = 0.0
        for habit in range(len(self.shares)):
            likely = self.shares[habit]
            ways: list[Ways] = []
            for number in range(len(plan.lines)):
                weights = self.habits[habit][number]
                own = self._ways(number, weights)
                ways.append(own)
                likely *= own.total / max(LEAST, self.whole[habit][number]) * self._out(number, weights)
            drawn.append(ways)
            self.trust[habit] = likely
            total += likely
        self.trusted = []
        self.drawn = [[] for _ in plan.lines]
        for habit in range(len(self.shares)):
            self.trust[habit] = self.trust[habit] / total if total > 0.0 else self.shares[habit]
            if self.trust[habit] > FAINT:
                self.trusted.append(self.trust[habit])
                for number in range(len(plan.lines)):
                    self.drawn[number].append(drawn[habit][number])

    def chance(self, number: i64, square: i64) -> float:
        """The chance that an icon of that line lies on that square; 0 where it has come out whether it does."""
        line = self.plan.lines[number]
        if not self.hidden[line.slot][square] or self.left[number] <= 0:
            return 0.0
        total = 0.0
        ways = self.drawn[number]
        for at in range(len(ways)):
            total += self.trusted[at] * ways[at].chance(square)
        return min(1.0, total)

    def _count(self, sight: Sight) -> None:
        """Count by line what has come out, and where."""
        plan = self.plan
        self.found = sight.found
        self.within = [[0] * (len(plan.area_names) + 1) for _ in plan.lines]
        self.left = [line.count for line in plan.lines]
        unseen: list[i64] = [1 if found < 0 else 0 for found in sight.found]
        self.hidden = [unseen, unseen, unseen]
        if sight.known < 3:
            self.hidden = [unseen.copy(), unseen.copy(), unseen.copy()]
            for slot in range(sight.known, 3):
                self.hidden[slot][sight.at] = 1
        for square in range(plan.squares):
            content = sight.found[square]
            if content > 0:
                for number in range(len(plan.lines)):
                    line = plan.lines[number]
                    if (content >> (SLOT_BITS * line.slot)) & SLOT_MASK == line.kind:
                        self.left[number] -= 1
                        self.within[number][plan.area[square]] += 1

    def _out(self, number: i64, weights: list[float]) -> float:
        """The weight of those of a line that have come out, beside how many there were."""
        line = self.plan.lines[number]
        if self.left[number] == line.count:
            return 1.0
        found = 1.0
        for square in line.squares:
            content = self.found[square]
            if content > 0 and (content >> (SLOT_BITS * line.slot)) & SLOT_MASK == line.kind:
                found *= weights[square]
        return found

    def _ways(self, number: i64, weights: list[float]) -> Ways:
        """All ways to hide under one habit what is left of a line."""
        line = self.plan.lines[number]
        if self.left[number] > 0 and (line.cap or line.minimums):
            return Areas(self, number, weights)
        return Ways(self, number, weights)


class Ways:
    """The ways to hide what is left of a line without caps or minimums."""

    def __init__(self, belief: Belief, number: i64, weights: list[float]) -> None:
        self.line = belief.plan.lines[number]
        self.hidden = belief.hidden[self.line.slot]
        self.weights = weights
        self.left = belief.left[number]
        self.total = 1.0  # the weight of all ways
        self.each = 0.0  # the chance of a square for its weight
        self.count()

    def count(self) -> None:
        """Weigh all ways."""
        if self.left <= 0:
            return
        whole = 0.0
        hidden, weights = self.hidden, self.weights
        for square in self.line.squares:
            if hidden[square]:
                whole += weights[square]
        self.each = float(self.left) / whole if whole > 0.0 else 0.0
        for nth in range(self.left):
            self.total *= whole / float(nth + 1)

    def chance(self, square: i64) -> float:
        """The chance of a square of which it is unknown what lies there."""
        return self.each * self.weights[square]


class Areas(Ways):
    """The ways to hide what is left of a line with caps or minimums, area by area."""

    def __init__(self, belief: Belief, number: i64, weights: list[float]) -> None:
        plan = belief.plan
        line = plan.lines[number]
        left = belief.left[number]
        self.area = plan.area
        self.areas = len(plan.area_names) + 1
        within = belief.within[number]
        self.needs: list[i64] = line.minimums.copy()
        self.room: list[i64] = []
        for area in range(self.areas):
            capped = line.cap and area < self.areas - 1
            self.room.append(max(0, min(left, line.cap - within[area])) if capped else left)
            group = line.minimum_of[area]
            if group >= 0:
                self.needs[group] -= within[area]
        self.ways: list[list[float]] = [[1.0] for _ in range(self.areas)]  # by area and how many lie there
        self.odds: list[list[float]] = [[] for _ in range(self.areas)]
        super().__init__(belief, number, weights)

    def count(self) -> None:
        self._polynomials()
        groups: list[list[i64]] = [[] for _ in range(len(self.needs) + 1)]
        for area in range(self.areas):
            if len(self.ways[area]) > 1:
                group = self.line.minimum_of[area]
                groups[group if group != NONE else len(self.needs)].append(area)
        if not self.needs:
            self._free(groups[0])
            return
        inside: list[list[float]] = []
        for group in range(len(groups)):
            inside.append(self._at_least(group, self._product(groups[group])))
        for group in range(len(groups)):
            others: list[float] = [1.0]
            for other in range(len(groups)):
                if other != group:
                    others = product(others, inside[other], self.left)
            self.total = at(product(others, inside[group], self.left), self.left)
            if self.total > 0.0:
                self._odds(group, groups[group], others)

    def _free(self, areas: list[i64]) -> None:
        """Count a line without minimums."""
        left = self.left
        tails: list[list[float]] = [[1.0]]
        for area in reversed(areas):
            tails.append(product(self.ways[area], tails[-1], left))
        self.total = at(tails[-1], left)
        if self.total <= 0.0:
            return
        head: list[float] = [1.0]
        for nth in range(len(areas)):
            area = areas[nth]
            tail = tails[len(areas) - 1 - nth]
            found: list[float] = []
            for count in range(len(self.ways[area])):
                weight = 0.0
                rest = left - count
                for more in range(max(0, rest - len(tail) + 1), min(len(head), rest + 1)):
                    weight += head[more] * tail[rest - more]
                found.append(weight / self.total)
            self.odds[area] = found
            head = product(head, self.ways[area], left)

    def _polynomials(self) -> None:
        hidden, areas, all_weights, room = self.hidden, self.area, self.weights, self.room
        for square in self.line.squares:
            if hidden[square]:
                area = areas[square]
                ways, weight = self.ways[area], all_weights[square]
                if len(ways) <= room[area]:
                    ways.append(0.0)
                for count in range(len(ways) - 1, 0, -1):
                    ways[count] += weight * ways[count - 1]

    def _product(self, areas: list[i64]) -> list[float]:
        found: list[float] = [1.0]
        for area in areas:
            found = product(found, self.ways[area], self.left)
        return found

    def _at_least(self, group: i64, ways: list[float]) -> list[float]:
        """Only the ways that meet the group's minimum."""
        if group < len(self.needs):
            for count in range(min(len(ways), max(0, self.needs[group]))):
                ways[count] = 0.0
        return ways

    def _odds(self, group: i64, areas: list[i64], others: list[float]) -> None:
        """For each area of a group, by how many lie there: the weight of all ways elsewhere, parts of the total."""
        need: i64 = max(0, self.needs[group]) if group < len(self.needs) else 0
        tails: list[list[float]] = [[1.0]]
        for area in reversed(areas):
            tails.append(product(self.ways[area], tails[-1], self.left))
        head: list[float] = [1.0]
        for nth in range(len(areas)):
            area = areas[nth]
            rest = product(head, tails[len(areas) - 1 - nth], self.left)
            found: list[float] = []
            for count in range(len(self.ways[area])):
                weight = 0.0
                for more in range(min(len(rest), self.left - count + 1)):
                    if count + more >= need and self.left - count - more < len(others):
                        weight += rest[more] * others[self.left - count - more]
                found.append(weight / self.total)
            self.odds[area] = found
            head = product(head, self.ways[area], self.left)

    def chance(self, square: i64) -> float:
        area = self.area[square]
        mine, ways = self.odds[area], self.ways[area]
        weight = self.weights[square]
        without = 1.0  # the ways of the area without this square
        chance = 0.0
        for count in range(1, len(mine)):
            chance += mine[count] * weight * without
            without = ways[count] - weight * without
        return max(0.0, chance)


def product(one: list[float], other: list[float], most: i64) -> list[float]:
    """Two groups of areas together, up to `most` icons."""
    size = min(len(one) + len(other) - 1, most + 1)
    found: list[float] = [0.0] * size
    for i in range(min(len(one), size)):
        weight = one[i]
        if weight != 0.0:
            for j in range(min(len(other), size - i)):
                found[i + j] += weight * other[j]
    return found


def at(ways: list[float], count: i64) -> float:
    """The ways with so many; 0 beyond the end."""
    return ways[count] if count < len(ways) else 0.0

"""Where the next icon of a hide may go, so that a legal hide can always be completed (GH-184).

An answer line is: a square for each icon in the order of the briefing, ascending within a line of it; then the set of
doorways that are blocked. A beginning of it is **open** when

- the lines still to be placed find room: squares, slots, caps and minimums, each line taken by itself, with a square in
  hand for every other icon of its slot that is still to come;
- and some set of doorways, with the missing keys on the first squares that will do and the missing drains on the first
  where they cut nothing off, leaves every icon reached, and room where it is reached.

Whatever an open beginning offers leads to another open one, and a whole line that is open is legal. What is refused
beyond the impossible are hides that fill a slot to its last reachable square.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from mypy_extensions import i64

from ..tables import ITEM, OBSTACLE, SLOT_BITS, SLOT_MASK, Line, Plan
from .legality import place_reached, sound, spread, way_out
from .lots import headroom, needed

NOTHING: Final[list[i64]] = []


class Beginning:
    """The first answers of a hide: what lies where, and which line comes next."""

    def __init__(self, plan: Plan, squares: list[i64]) -> None:
        self.plan = plan
        self.hide: list[i64] = [0] * plan.squares
        self.within: list[list[i64]] = [[0] * (len(plan.area_names) + 1) for _ in plan.lines]
        self.number: i64 = 0  # of the next icon's line
        self.placed: i64 = 0  # icons of that line
        self.last: i64 = -1  # the square of the latest of them
        for square in squares:
            self.put(square)

    def put(self, square: i64) -> None:
        """The next icon lies there."""
        line = self.plan.lines[self.number]
        self.hide[square] |= line.bits
        self.within[self.number][self.plan.area[square]] += 1
        self.placed += 1
        self.last = square
        if self.placed == line.count:
            self.number += 1
            self.placed = 0
            self.last = -1

    def missing(self, number: i64) -> i64:
        """How many icons of a line are still to be placed."""
        if number < self.number:
            return 0
        return self.plan.lines[number].count - (self.placed if number == self.number else 0)

    def free(self, line: Line, square: i64) -> bool:
        """Whether the line allows the square and its slot is empty there."""
        return line.allowed[square] != 0 and not (self.hide[square] >> (SLOT_BITS * line.slot)) & SLOT_MASK

    def copy(self) -> Beginning:
        """The same, to be gone on with by itself."""
        found = Beginning(self.plan, NOTHING)
        found.hide = self.hide.copy()
        found.within = [within.copy() for within in self.within]
        found.number, found.placed, found.last = self.number, self.placed, self.last
        return found


class Room:
    """How many more icons of a line the areas can take, as squares are added one by one."""

    def __init__(self, b: Beginning, number: i64) -> None:
        line = b.plan.lines[number]
        self.plan = b.plan
        self.line = line
        self.missing = b.missing(number)
        self.within = b.within[number]
        self.needs = needed(line, self.within)
        self.count: list[i64] = [0] * len(self.within)  # squares, by area
        self.total: i64 = 0  # icons that find room, caps looked at
        self.of_set: list[i64] = [0] * len(self.needs)

    def head(self, area: i64) -> i64:
        """What the cap leaves in an area."""
        return headroom(self.line, self.plan, area, self.within[area], self.plan.squares)

    def add(self, square: i64) -> None:
        """One more square is free."""
        area = self.plan.area[square]
        if self.count[area] < self.head(area):
            self.total += 1
            if self.line.minimum_of[area] >= 0:
                self.of_set[self.line.minimum_of[area]] += 1
        self.count[area] += 1

    def holds(self, reserve: i64) -> bool:
        """Whether all that is missing finds room though so many of the squares are taken before."""
        if self.total - reserve < self.missing:
            return False
        wanted: i64 = 0
        for number in range(len(self.needs)):
            wanted += self.needs[number]
            if self.needs[number] and self.of_set[number] - reserve < self.needs[number]:
                return False
        return wanted <= self.missing

    def holds_after(self, square: i64) -> bool:
        """Whether, with an icon on that square, the rest finds room on the squares added so far."""
        area = self.plan.area[square]
        if self.head(area) < 1:
            return False
        lost: i64 = 1 if self.count[area] >= self.head(area) else 0
        if self.total - lost < self.missing - 1:
            return False
        own = self.line.minimum_of[area]
        wanted: i64 = 0
        for number in range(len(self.needs)):
            need, there = self.needs[number], self.of_set[number]
            if number == own:
                need, there = max(0, need - 1), there - lost
            wanted += need
            if there < need:
                return False
        return wanted <= self.missing - 1


class Witness:
    """One way to go on: the doorways blocked, the squares of the missing keys and drains, what is reached then."""

    def __init__(self, blocked: i64, keys: list[i64], drains: list[i64], reached: list[i64]) -> None:
        self.blocked = blocked
        self.keys = keys
        self.drains = drains
        self.reached = reached

    def taken(self, slot: i64, square: i64) -> bool:
        """Whether a missing key or drain needs that place."""
        if slot == ITEM:
            return square in self.keys
        return slot == OBSTACLE and square in self.drains


def find_keys(b: Beginning, hide: list[i64], blocked: i64) -> list[i64]:
    """Put the missing keys into a hide, each on the first square within reach that few other items may want.

    Returns their squares; a key that finds none is left out.
    """
    plan = b.plan
    found: list[i64] = []
    left: list[i64] = []
    for number in range(b.number, len(plan.lines)):
        for _ in range(b.missing(number) if plan.lines[number].opens else 0):
            left.append(number)
    while left:
        reached = common_reach(plan, hide, blocked)
        placed: i64 = -1
        for at in range(len(left)):
            square = key_square(b, left[at], hide, reached)
            if square >= 0:
                hide[square] |= plan.lines[left[at]].bits
                found.append(square)
                placed = at
                break
        if placed < 0:
            return found
        del left[placed]
    return found


def key_square(b: Beginning, number: i64, hide: list[i64], reached: list[i64]) -> i64:
    """The square for a missing key: reached, free, and allowed to as few lines of items as may be; -1 for none."""
    plan, line = b.plan, b.plan.lines[number]
    above = b.last if number == b.number else -1
    best: i64 = -1
    fewest: i64 = 0
    for square in line.squares:
        if square <= above or not reached[square] or hide[square] & SLOT_MASK:
            continue
        if headroom(line, plan, plan.area[square], b.within[number][plan.area[square]], 1) < 1:
            continue
        wanted: i64 = 0
        for other in plan.lines:
            if other.slot == ITEM:
                wanted += other.allowed[square]
        if best < 0 or wanted < fewest:
            best = square
            fewest = wanted
    return best


def common_reach(plan: Plan, hide: list[i64], blocked: i64) -> list[i64]:
    """The squares reached from every start."""
    common = spread(plan, hide, blocked, plan.starts[0], 0)
    for number in range(1, len(plan.starts)):
        reached = spread(plan, hide, blocked, plan.starts[number], 0)
        for square in range(plan.squares):
            common[square] &= reached[square]
    return common


def reached_by_all(plan: Plan, hide: list[i64], blocked: i64) -> list[i64]:
    """The squares reached from every start; empty if an icon, the goal's place or a way out is not (GH-034 ff.)."""
    common: list[i64] = [1] * plan.squares
    for number in range(len(plan.starts)):
        reached = spread(plan, hide, blocked, plan.starts[number], 0)
        for square in range(plan.squares):
            if not reached[square]:
                if hide[square]:
                    return NOTHING
                common[square] = 0
        if not place_reached(plan, reached) or not way_out(plan, hide, blocked, number, reached):
            return NOTHING
    return common


def witness(b: Beginning) -> Witness | None:
    """A way to go on with a beginning; None if it is not open."""
    plan = b.plan
    if not plan.blocks:
        return witness_with(b, 0)
    for number in range(len(plan.blocks)):
        if plan.sound_blocks[number]:
            found = witness_with(b, plan.blocks[number])
            if found is not None:
                return found
    return None


def witness_with(b: Beginning, blocked: i64) -> Witness | None:
    """With these doorways blocked: first with drains that cut nothing off, then with such that cut no icon off."""
    plan = b.plan
    for strict in (True, False):
        hide = b.hide.copy()
        keys = find_keys(b, hide, blocked)
        reached = reached_by_all(plan, hide, blocked)
        if not reached:
            return None
        drains: list[i64] = []
        for number in range(b.number, len(plan.lines)):
            if plan.lines[number].slot == OBSTACLE and plan.drains[plan.lines[number].kind] and reached:
                reached = drain_off(b, number, hide, blocked, reached, drains, strict)
        if reached:
            found = Witness(blocked, keys, drains, reached)
            if fits(b, found):
                return found
    return None


def drain_off(
    b: Beginning, number: i64, hide: list[i64], blocked: i64, reached: list[i64], drains: list[i64], strict: bool
) -> list[i64]:
    """Put the missing drains of a line on the first squares that will do; returns what is reached, or nothing."""
    plan, line = b.plan, b.plan.lines[number]
    missing = b.missing(number)
    within = b.within[number].copy()
    above = b.last if number == b.number else -1
    for square in line.squares:
        if missing == 0:
            break
        if square <= above or not reached[square] or (hide[square] >> (SLOT_BITS * OBSTACLE)) & SLOT_MASK:
            continue
        if headroom(line, plan, plan.area[square], within[plan.area[square]], 1) < 1:
            continue
        hide[square] |= line.bits
        after = reached_by_all(plan, hide, blocked)
        if after and (not strict or after == reached):
            reached = after
            missing -= 1
            within[plan.area[square]] += 1
            drains.append(square)
        else:
            hide[square] &= ~line.bits
    return NOTHING if missing else reached


def fits(b: Beginning, way: Witness | None) -> bool:
    """Whether each line that is still to be placed finds room, on reached squares that nothing else needs.

    Keys and drains have theirs already, except where nothing ties squares together.
    """
    placed: i64 = 0
    for number in range(b.number, len(b.plan.lines)):
        line = b.plan.lines[number]
        if way is not None and bound(b.plan, line):
            placed += b.missing(number) if line.opens else 0
            continue
        above = b.last if number == b.number else -1
        room = Room(b, number)
        for square in line.squares:
            if square > above and b.free(line, square):
                if way is None or (way.reached[square] and not way.taken(line.slot, square)):
                    room.add(square)
        reserve: i64 = 0
        for earlier in range(b.number, number):
            if b.plan.lines[earlier].slot == line.slot and (way is None or not bound(b.plan, b.plan.lines[earlier])):
                reserve += b.missing(earlier)
        if not room.holds(reserve):
            return False
    return way is None or placed == len(way.keys)


def bound(plan: Plan, line: Line) -> bool:
    """Whether where the line's icons lie changes what is reached."""
    return line.opens > 0 or (line.slot == OBSTACLE and plan.drains[line.kind] != 0)


def is_open(b: Beginning) -> bool:
    """Whether a legal hide can be completed from this beginning."""
    return witness(b) is not None if b.plan.tied else fits(b, None)


@lru_cache(maxsize=2048)
def offers(plan: Plan, squares: tuple[int, ...]) -> list[int]:
    """The squares that the next icon may take, or the sets of doorways that may be blocked, ascending (GH-184).

    The list is shared: do not change it.
    """
    b = Beginning(plan, list(squares))
    if b.number == len(plan.lines):
        return legal_blocks(plan, b.hide)
    way = witness(b) if plan.tied else None
    if plan.tied and way is None:
        return []
    line = plan.lines[b.number]
    found: list[int] = []
    room = Room(b, b.number)
    for square in reversed(line.squares):
        if square <= b.last:
            break
        if not b.free(line, square):
            continue
        if way is None or (way.reached[square] and not way.taken(line.slot, square) and not bound(plan, line)):
            if room.holds_after(square):
                found.append(square)
            room.add(square)
        elif room.head(plan.area[square]) > 0:
            trial = b.copy()
            trial.put(square)
            if witness(trial) is not None:
                found.append(square)
    found.reverse()
    return found


def legal_blocks(plan: Plan, hide: list[i64]) -> list[int]:
    """The sets of doorways that a whole hide allows to be blocked, by their numbers (GH-028, GH-034 to GH-036)."""
    found: list[int] = []
    for number in range(len(plan.blocks)):
        if plan.sound_blocks[number] and sound(plan, hide, plan.blocks[number], 0):
            found.append(number)
    return found

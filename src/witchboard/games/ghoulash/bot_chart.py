"""What an explorer reckons with before a step: fights still to come, kits at hand, and the price of each square."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .bot_belief import Belief
from .bot_odds import FIGHTS, Outlook, Survival
from .bot_sight import Sight, price
from .ground import PASS
from .state import Hunt
from .tables import (
    CARRYING,
    DESTROY,
    ESCAPE,
    FOE,
    FREE_MISSES,
    ITEM,
    ITEM_MASK,
    LAYERS,
    LOSE_TURNS,
    NONE,
    OBSTACLE,
    TURN,
    WOUNDS,
    Plan,
)

LEAST: Final = 1e-4  # the least toll of a square
GEAR: Final = 0.8  # what a vest is worth, in kits
REMEMBERED: Final = 256  # tables of survival kept


class Temper:
    """How an explorer weighs things."""

    def __init__(self) -> None:
        self.turn = 0.004  # what a turn is worth in chances to survive, for one who explores alone
        self.race = 0.1  # the same for one who races
        self.search = 0.9  # how much of what lies before the things sought a search meets
        self.home = 0.15  # the share met by one who has only to leave
        self.finding = 0.5  # the share of the hidden kits that come to light
        self.bruising = 0.8  # the same for the wounds of obstacles
        self.pace = 2.4  # turns from fight to fight
        self.kit = 1.0  # how gladly kits are looked for
        self.shares = [0.5, 0.5]  # how much each habit of keepers is believed in


class Chart:
    """The reckoning of one explorer on one scenario. `draw` makes it anew for a position."""

    def __init__(self, plan: Plan, temper: Temper) -> None:
        self.plan = plan
        self.temper = temper
        self.sight = Sight(plan)
        self.belief = Belief(plan, temper.shares)
        self.tables: dict[tuple[int, ...], Survival] = {}
        self.survival = Survival(Outlook(plan.meter))
        self.doors: dict[tuple[int, int], list[float]] = {}
        self.blocked: list[float] = []  # by doorway: how likely it is blocked
        self.fights = 0.0  # still to come
        self.share = 0.0  # of what is hidden that a search will still meet
        self.per_foe: list[float] = []  # by kind: how much a destroyed one takes from those
        self.kits: i64 = 0  # that were left and can be walked to
        self.haste = 0.0  # the price of a turn as far as others press
        self.turn = 0.0  # the price of a turn now
        self.now = 1.0  # the chance to survive as things are
        self.toll: list[float] = []  # by square
        self.relief: list[float] = []  # by square: what kits and gear that may lie there are worth
        self.peril: list[float] = []  # by square: the chance of a foe

    def draw(self, state: Hunt, g: i64) -> None:
        """Reckon with what seat `g` knows."""
        self.sight.look(state, g)
        self.belief.study(self.sight)
        self.see_doors(state, g)
        self.haste = self.temper.race if racing(state) else self.temper.turn
        self._foresee()
        self.kits = self._at_hand(state, g)
        outlook = self._outlook(state, g, self.sight.turn)
        self.survival = self._table(outlook)
        sight = self.sight
        self.now = self.survival.value(self.fights, sight.wounds, self.kits)
        self.turn = self.haste
        if self._pressed():
            later = self._table(self._outlook(state, g, sight.turn + 1))
            self.turn += max(0.0, self.now - later.value(self.fights, sight.wounds, self.kits))
        self._price(state, g)

    def _foresee(self) -> None:
        """How many fights are still to come, and what each foe counts among them."""
        plan, sight, belief, temper = self.plan, self.sight, self.belief, self.temper
        wanted: list[i64] = [0] * len(plan.foes)
        sought: i64 = 0
        leaving = False
        for step in range(sight.step, len(plan.goals)):
            goal = plan.goals[step]
            if goal.type == DESTROY:
                wanted[goal.foe] = max(0, goal.count - sight.kills[goal.foe])
                if goal.count == 1:
                    sought += 1
            else:
                for kind in range(1, len(goal.needs)):
                    sought += max(0, goal.needs[kind] - sight.kinds[kind])
                leaving = leaving or goal.type == ESCAPE
        share = temper.search * float(sought) / float(sought + 1)
        if leaving and not sought and not any(wanted):
            share = temper.home
        self.share = share
        self.fights = 0.0
        self.per_foe = [0.0] * len(plan.foes)
        for number in range(len(plan.lines)):
            line = plan.lines[number]
            if line.slot == FOE:
                if wanted[line.kind]:
                    self.fights += float(wanted[line.kind])
                    self.per_foe[line.kind] = 1.0
                else:
                    self.fights += share * float(belief.left[number])
                    self.per_foe[line.kind] = share

    def _at_hand(self, state: Hunt, g: i64) -> i64:
        """The kits that can be reached alive over known ground, known obstacles walked through."""
        plan, sight, ground = self.plan, self.sight, state.grounds[g]
        kits = sight.kits()
        if not kits:
            return 0
        spare = sight.meter - sight.wounds
        hurt: list[i64] = [spare] * plan.squares  # the wounds taken on the way
        hurt[sight.at] = 0
        queue: list[i64] = [sight.at]
        head: i64 = 0
        while head < len(queue):
            square = queue[head]
            head += 1
            if plan.drains[sight.standing(square)] and square != sight.at:
                continue
            for code in plan.out[square]:
                other = plan.to[code]
                if other >= 0 and sight.found[other] >= 0 and ground.passage(plan, code) == PASS:
                    standing = sight.standing(other)
                    wounds = hurt[square] + (price(state, g, OBSTACLE, standing, WOUNDS) if standing else 0)
                    if wounds < hurt[other]:
                        hurt[other] = wounds
                        queue.append(other)
        found: i64 = 0
        for square in kits:
            if hurt[square] < spare:
                found += 1
        return found

    def _outlook(self, state: Hunt, g: i64, turn: i64) -> Outlook:
        plan, belief, temper = self.plan, self.belief, self.temper
        found = Outlook(self.sight.meter)
        kits, wounds = 0.0, 0.0
        kind: i64 = 1
        for number in range(len(plan.lines)):
            line = plan.lines[number]
            if line.slot == ITEM and plan.heals[line.kind]:
                kits += float(belief.left[number])
            elif line.slot == OBSTACLE:
                wounds += float(belief.left[number] * price(state, g, OBSTACLE, line.kind, WOUNDS))
        spread = self.fights + 1.0
        met = max(self.share, 0.4)
        found.finding = min(16, i64(16.0 * temper.finding * kits / spread))
        found.bruises = min(64, i64(16.0 * temper.bruising * met * wounds / spread))
        found.errand = i64(1000.0 * self.haste)
        goal = plan.goals[min(self.sight.step, len(plan.goals) - 1)]
        if goal.type == DESTROY:
            kind = goal.foe
            found.layers = price(state, g, FOE, kind, LAYERS)
        miss = price(state, g, FOE, kind, WOUNDS)
        found.spared = self._spared(state, g)
        for fights in range(FIGHTS + 1):
            ahead = turn + i64(temper.pace * max(0.0, self.fights - float(fights)))
            found.prices[fights] = max(miss, self._at_turn(kind, ahead))
        return found

    def _spared(self, state: Hunt, g: i64) -> i64:
        """The misses of each fight that cost nothing (GH-095)."""
        found: i64 = 0
        for kind in range(1, len(self.plan.items)):
            if self.sight.kinds[kind]:
                found = max(found, price(state, g, ITEM, kind, FREE_MISSES))
        return found

    def _at_turn(self, kind: i64, turn: i64) -> i64:
        """What a miss costs by the turn alone."""
        found: i64 = 0
        for condition in self.plan.conditions:
            if condition.when == TURN and condition.slot == FOE and condition.number == WOUNDS:
                if turn >= condition.argument:
                    found = condition.value
        return found

    def _pressed(self) -> bool:
        """Whether fights will be dearer from some turn on that hasn't come yet."""
        for condition in self.plan.conditions:
            if condition.when == TURN and condition.slot == FOE and self.sight.turn < condition.argument:
                return True
        return False

    def _table(self, outlook: Outlook) -> Survival:
        key = outlook.key()
        found = self.tables.get(key)
        if found is None:
            if len(self.tables) >= REMEMBERED:
                self.tables.clear()
            found = Survival(outlook)
            self.tables[key] = found
        return found

    def see_doors(self, state: Hunt, g: i64) -> None:
        """Reckon which doorways may be blocked."""
        self.blocked = self._doors(state.proved[g], state.bumped[g])

    def _doors(self, proved: i64, bumped: i64) -> list[float]:
        """How likely each doorway that may be blocked is, every set that is allowed and agrees being as likely."""
        plan = self.plan
        key = (int(proved), int(bumped))
        if key in self.doors:
            return self.doors[key]
        counts: list[float] = [0.0] * len(plan.doors)
        total = 0.0
        for number in range(len(plan.blocks)):
            blocked = plan.blocks[number]
            if plan.sound_blocks[number] and not blocked & proved and blocked & bumped == bumped:
                total += 1.0
                for door in range(len(plan.doors)):
                    if (blocked >> door) & 1:
                        counts[door] += 1.0
        found = [count / max(1.0, total) for count in counts]
        self.doors[key] = found
        return found

    def _price(self, state: Hunt, g: i64) -> None:
        """The toll of entering each square, and what it may give besides."""
        plan, sight, belief = self.plan, self.sight, self.belief
        lines = len(plan.lines)
        losses: list[float] = []
        worths: list[float] = []
        foes: list[float] = []
        for number in range(lines):
            self._weigh(state, g, number, losses, worths, foes)
        self.toll = [LEAST / 10.0] * plan.squares
        self.relief = [0.0] * plan.squares
        self.peril = [0.0] * plan.squares
        for square in range(plan.squares):
            if sight.found[square] >= 0:
                standing = sight.standing(square)
                if standing:
                    self.toll[square] += self.mishap(state, g, standing)
            elif plan.enterable[square]:
                toll, relief, peril = LEAST, 0.0, 0.0
                for number in range(lines):
                    chance = belief.chance(number, square)
                    toll += chance * losses[number]
                    relief += chance * worths[number]
                    peril += chance * foes[number]
                self.toll[square] = toll
                self.relief[square] = relief
                self.peril[square] = peril

    def _weigh(
        self, state: Hunt, g: i64, number: i64, losses: list[float], worths: list[float], foes: list[float]
    ) -> None:
        """What an icon of a line costs and brings, and whether it is a foe."""
        line = self.plan.lines[number]
        loss, worth, foe = self.turn, 0.0, 0.0
        if line.slot == FOE:
            after = self.after_fight(state, g, line.kind, self.sight.wounds, self.kits)
            loss += max(0.0, self.now - after)
            foe = 1.0
        elif line.slot == OBSTACLE:
            loss = self.mishap(state, g, line.kind)
        elif self.plan.heals[line.kind]:
            worth = self.temper.kit * self.kit_worth()
        elif price(state, g, ITEM, line.kind, FREE_MISSES):
            worth = GEAR * self.temper.kit * self.kit_worth()
        losses.append(loss)
        worths.append(worth)
        foes.append(foe)

    def mishap(self, state: Hunt, g: i64, kind: i64) -> float:
        """What it costs to run into an obstacle."""
        wounds = price(state, g, OBSTACLE, kind, WOUNDS)
        lost = price(state, g, OBSTACLE, kind, LOSE_TURNS)
        hurt = self.now - self.survival.value(max(0.5, self.fights), self.sight.wounds + wounds, self.kits)
        return max(0.0, hurt) + self.turn * float(1 + lost)

    def after_fight(self, state: Hunt, g: i64, kind: i64, wounds: i64, kits: i64) -> float:
        """The chance to survive if a foe of that kind must be fought now."""
        survival = self.survival
        left = max(0.0, self.fights - self.per_foe[kind])
        miss = price(state, g, FOE, kind, WOUNDS)
        layers = price(state, g, FOE, kind, LAYERS)
        return survival.fight(left, wounds, kits, miss, survival.outlook.spared, layers)

    def kit_worth(self) -> float:
        """What it is worth to come upon a kit now."""
        sight, survival = self.sight, self.survival
        used = survival.value(self.fights, 0, self.kits)
        kept = survival.value(self.fights, sight.wounds, self.kits + 1)
        return max(used, kept) - self.now

    def entering(self, state: Hunt, g: i64, square: i64, wounds: i64, kits: i64) -> float:
        """The chance to survive for one so hurt, with so many kits, who enters that square next."""
        total = 0.0
        quiet = 1.0
        for number in range(len(self.plan.lines)):
            line = self.plan.lines[number]
            chance = self.belief.chance(number, square)
            if chance > 0.0 and line.slot == OBSTACLE:
                hurt = price(state, g, OBSTACLE, line.kind, WOUNDS)
                if hurt:
                    total += chance * self._met(state, g, square, wounds + hurt, kits)
                    quiet -= chance
        return total + quiet * self._met(state, g, square, wounds, kits)

    def _met(self, state: Hunt, g: i64, square: i64, wounds: i64, kits: i64) -> float:
        """The same, the obstacle's wounds being counted already."""
        total = 0.0
        quiet = 1.0
        for number in range(len(self.plan.lines)):
            line = self.plan.lines[number]
            chance = self.belief.chance(number, square)
            if chance > 0.0 and line.slot == FOE:
                total += chance * self.after_fight(state, g, line.kind, wounds, kits)
                quiet -= chance
        return total + quiet * self.survival.value(max(0.5, self.fights), wounds, kits)

    def open_exit(self, number: i64) -> float:
        """How likely an exit is open."""
        door = self.plan.exit_doors[number]
        return 1.0 if door == NONE else 1.0 - self.blocked[door]

    def carrying_hurts(self, kind: i64) -> bool:
        """Whether carrying that kind of item makes fights dearer (GH-141)."""
        for condition in self.plan.conditions:
            if condition.when == CARRYING and condition.argument == kind:
                if condition.slot == FOE and condition.number == WOUNDS:
                    return True
        return False

    def left_items(self) -> list[i64]:
        """The squares of items other than kits that were left."""
        found: list[i64] = []
        for square in range(self.plan.squares):
            kind = self.sight.there[square] & ITEM_MASK
            if kind and not self.plan.heals[kind]:
                found.append(square)
        return found


def racing(state: Hunt) -> bool:
    """Whether somebody else may reach the goal first, which all may know."""
    living: i64 = 0
    for seat in range(state.seats):
        living += state.alive[seat]
    return living > 1

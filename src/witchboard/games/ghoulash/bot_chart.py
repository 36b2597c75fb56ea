"""What an explorer reckons with before a step: fights still to come, kits at hand, and the price of each square."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .bot_belief import Belief
from .bot_odds import FIGHTS, HARMS, Outlook, Survival
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
REMEMBERED: Final = 32  # tables of survival kept


class Temper:
    """How an explorer weighs things."""

    def __init__(self) -> None:
        self.turn = 0.004  # what a turn is worth in chances to survive, for one who explores alone
        self.race = 0.1  # the same for one who races
        self.seek = 1.6  # how much sooner than a foe one comes upon what is sought
        self.leave = 6.0  # the same for the way out, which is known but for blocked doorways
        self.find = 1.3  # the same for a kit
        self.bruising = 0.7  # the same for an obstacle: ways round them are found
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
        self.foes: i64 = 0  # that have not come out, those sought one by one apart
        self.spare: i64 = 0  # those of them that need not be met
        self.sought: i64 = 0  # things still to be found; the way out is one
        self.quarry: list[i64] = []  # by kind of foe: whether it is sought as one of those things
        self.finds: i64 = 0  # kits that have not come out
        self.leaving: i64 = 0  # whether the goal ends with the way out
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
        self.survival = self._table(self._outlook(state, g, self.sight.turn))
        self.now = self.lasting(self.survival, self.sight.wounds, self.kits)
        self.turn = self.haste
        if self._pressed():
            later = self._table(self._outlook(state, g, self.sight.turn + 1))
            self.turn += max(0.0, self.now - self.lasting(later, self.sight.wounds, self.kits))
        self._price(state, g)

    def lasting(self, survival: Survival, wounds: i64, kits: i64) -> float:
        """The chance to survive the whole search for one so hurt, with so many kits known."""
        return survival.value(survival.rest(self.foes, self.sought, self.finds), wounds, kits)

    def _foresee(self) -> None:
        """What is still to be met: foes, kits and things sought."""
        plan, sight, belief = self.plan, self.sight, self.belief
        needed: i64 = 0
        self.sought = self.leaving = self.finds = self.foes = 0
        self.quarry = [0] * len(plan.foes)
        for step in range(sight.step, len(plan.goals)):
            goal = plan.goals[step]
            if goal.type == DESTROY and goal.count == 1:
                self.quarry[goal.foe] = 1 if not sight.kills[goal.foe] else 0
                self.sought += self.quarry[goal.foe]
            elif goal.type == DESTROY:
                needed += max(0, goal.count - sight.kills[goal.foe])
            else:
                for kind in range(1, len(goal.needs)):
                    self.sought += max(0, goal.needs[kind] - sight.kinds[kind])
                self.leaving = max(self.leaving, 1 if goal.type == ESCAPE else 0)
        self.sought += self.leaving
        for number in range(len(plan.lines)):
            line = plan.lines[number]
            if line.slot == FOE:
                self.foes += max(0, belief.left[number] - self.quarry[line.kind])
            elif line.slot == ITEM and plan.heals[line.kind]:
                self.finds += max(0, belief.left[number])
        self.foes = min(self.foes, FIGHTS)
        self.spare = max(0, self.foes - needed) if needed else FIGHTS

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
        plan, temper = self.plan, self.temper
        found = Outlook(self.sight.meter, plan.kits)
        found.seek, found.leave, found.find = temper.seek, temper.leave, temper.find
        found.spare, found.leaving = self.spare, self.leaving
        found.harms = self._harms(state, g)
        found.errand = i64(1000.0 * self.haste)
        kind: i64 = 1
        goal = plan.goals[min(self.sight.step, len(plan.goals) - 1)]
        if goal.type == DESTROY:
            kind = goal.foe
            if self.quarry[kind]:
                found.layers = price(state, g, FOE, kind, LAYERS)
        miss = price(state, g, FOE, kind, WOUNDS)
        found.spared = self._spared(state, g)
        for foes in range(FIGHTS + 1):
            ahead = turn + i64(temper.pace * float(max(0, self.foes - foes)))
            found.prices[foes] = max(miss, self._at_turn(kind, ahead))
        return found

    def _harms(self, state: Hunt, g: i64) -> list[i64]:
        """By wounds: how many obstacles lie hidden for each foe and kit that does, in 16ths."""
        counts: list[float] = [0.0] * (HARMS + 1)
        for number in range(len(self.plan.lines)):
            line = self.plan.lines[number]
            if line.slot == OBSTACLE:
                wounds = min(HARMS, price(state, g, OBSTACLE, line.kind, WOUNDS))
                counts[wounds] += self.temper.bruising * float(self.belief.left[number])
        counts[0] = 0.0
        others = float(self.foes + self.finds + 1)
        return [i64(16.0 * count / others + 0.5) for count in counts]

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
            after = self.after_fight(state, g, line.kind, self.sight.wounds, self.kits, self._dodged(line.kind))
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
        hurt = self.now - self.lasting(self.survival, self.sight.wounds + wounds, self.kits)
        return max(0.0, hurt) + self.turn * float(1 + lost)

    def _dodged(self, kind: i64) -> i64:
        """1 if a foe of that kind not met here need not be met at all: fighting it then spares no other fight."""
        return 1 if self.spare >= FIGHTS and not self.quarry[kind] else 0

    def after_fight(self, state: Hunt, g: i64, kind: i64, wounds: i64, kits: i64, more: i64 = 0) -> float:
        """The chance to survive if a foe of that kind must be fought now, and `more` foes than are left are ahead."""
        survival, sought = self.survival, self.quarry[kind]
        rest = survival.rest(max(0, self.foes - 1 + sought + more), self.sought - sought, self.finds)
        miss = price(state, g, FOE, kind, WOUNDS)
        layers = price(state, g, FOE, kind, LAYERS)
        return survival.fight(rest, wounds, kits, miss, survival.outlook.spared, layers)

    def kit_worth(self) -> float:
        """What it is worth to come upon a kit now."""
        sight, survival = self.sight, self.survival
        rest = survival.rest(self.foes, self.sought, self.finds - 1)
        used = survival.value(rest, 0, self.kits)
        kept = survival.value(rest, sight.wounds, self.kits + 1)
        return max(used, kept) - self.now

    def find_worth(self) -> float:
        """What it is worth to come upon a thing sought now: the dangers, and the turns, that this saves."""
        rest = self.survival.rest(self.foes, max(0, self.sought - 1), self.finds)
        safer = self.survival.value(rest, self.sight.wounds, self.kits) - self.now
        saved = float(self.foes + self.finds + 1) / float(max(1, self.sought * (self.sought + 1)))
        return max(LEAST, safer) + self.turn * saved

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
        return total + quiet * self.lasting(self.survival, wounds, kits)

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

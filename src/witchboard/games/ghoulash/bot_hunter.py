"""The hunter: the strong explorer. It keeps a belief over what is hidden, and weighs every square by it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from witchboard.engine.stream import Stream

from .bot_chart import LEAST, Chart, Temper
from .bot_ways import FAR, Ways
from .rules.encounters import ACCEPT, LEAVE
from .state import KIT, SHOT, START, TAKE, Hunt
from .tables import AREAS, DESTROY, DIRECTIONS, ESCAPE, FETCH, ITEM_MASK, NONE, Plan

SURE: Final = 0.999
EVEN: Final[i64] = 3  # how often each weak spot counts as found before any was


class Hunter:
    """Answers for an explorer on one scenario."""

    def __init__(self, plan: Plan, temper: Temper | None = None) -> None:
        self.plan = plan
        self.chart = Chart(plan, temper if temper is not None else Temper())
        self.ways = Ways(plan)

    def choose(self, state: Hunt, g: i64, options: list[int], stream: Stream) -> int:
        """One of the options of the question that seat `g` is asked as an explorer."""
        phase = state.phase[g]
        if len(options) == 1:
            return options[0]
        if phase == SHOT:
            return self._shot(state, g, options, stream)
        if phase == START:
            return options[stream.below(len(options))]
        self.chart.draw(state, g)
        if phase == KIT:
            return int(self._kit(state, g))
        if phase == TAKE:
            return int(self._take(state, g))
        return self._move(state, g, options)

    def _shot(self, state: Hunt, g: i64, options: list[int], stream: Stream) -> int:
        """A number to fire at, the sooner the oftener its keeper was seen to choose it (GH-120, GH-181)."""
        keeper = state.keeper_of(g)
        if keeper == NONE or (state.draws >> keeper) & 1:
            return options[stream.below(len(options))]
        return options[stream.pick([int(EVEN + state.spots[g * AREAS + option]) for option in options])]

    def _kit(self, state: Hunt, g: i64) -> i64:
        """Use a kit that was found, or leave it."""
        chart = self.chart
        sight = chart.sight
        if sight.wounds == 0:
            return LEAVE
        used = chart.entering(state, g, sight.at, 0, chart.kits - 1)
        kept = chart.entering(state, g, sight.at, sight.wounds, chart.kits)
        return ACCEPT if used > kept + chart.turn / 2.0 else LEAVE

    def _take(self, state: Hunt, g: i64) -> i64:
        """Take an item that was found, or leave it until the way home is clear."""
        kind = self.chart.sight.there[self.chart.sight.at] & ITEM_MASK
        if not self.chart.carrying_hurts(kind):
            return ACCEPT
        self._spread(state, g)
        return ACCEPT if self._way_home(g) else LEAVE

    def _spread(self, state: Hunt, g: i64) -> None:
        chart, plan = self.chart, self.plan
        onward: list[i64] = [1] * plan.squares
        for square in range(plan.squares):
            if plan.drains[chart.sight.standing(square)]:
                onward[square] = 0
        self.ways.spread(state.grounds[g], chart.sight.at, chart.toll, chart.blocked, chart.turn, onward)

    def _way_home(self, g: i64) -> bool:
        """Whether one can get to where the last step of the goal is met without meeting a foe."""
        for square in self._ends():
            if self.ways.root[square]:
                return True
            if self.ways.cost[square] < FAR:
                risk = 0.0
                there = square
                while not self.ways.root[there]:
                    risk += self.chart.peril[there]
                    there = self.ways.parent[there]
                if risk < 0.01:
                    return True
        return False

    def _ends(self) -> list[i64]:
        """The squares where the goal's last step can be met."""
        plan, sight = self.plan, self.chart.sight
        goal = plan.goals[len(plan.goals) - 1]
        found: list[i64] = []
        if goal.type == ESCAPE:
            used = plan.starts.index(sight.start)
            for number in range(len(goal.permitted)):
                if (goal.permitted[number] >> used) & 1:
                    found.append(plan.exit_codes[number] % plan.squares)
        elif goal.type == FETCH:
            places = goal.places if goal.places else plan.start_places[plan.starts.index(sight.start)]
            for square in range(plan.squares):
                if places[square]:
                    found.append(square)
        return found

    def _move(self, state: Hunt, g: i64, options: list[int]) -> int:
        """The next step."""
        self._spread(state, g)
        won = self._finish(options)
        if won >= 0:
            return int(won)
        fetched = self._fetch_left(g, options)
        if fetched >= 0:
            return int(fetched)
        aim = self._lunch()
        if aim == NONE:
            aim, code = self._search(options)
            if code >= 0:
                return int(code)
        if aim == NONE:
            return self._anything(options)
        heal = self._heal(state, g, aim, options)
        if heal >= 0:
            return int(heal)
        code = self.ways.step_to(aim)
        return int(code) if code in options else self._anything(options)

    def _finish(self, options: list[int]) -> i64:
        """A step that meets the goal for sure."""
        plan, sight = self.plan, self.chart.sight
        goal = sight.goal
        for option in options:
            if option >= DIRECTIONS * plan.squares:
                continue
            if plan.exit[option] != NONE:
                if self.chart.open_exit(plan.exit[option]) > SURE:
                    return option
            elif goal.type == FETCH and sight.has(goal.needs):
                places = goal.places if goal.places else plan.start_places[plan.starts.index(sight.start)]
                if places[plan.to[option]]:
                    return option
        return NONE

    def _fetch_left(self, g: i64, options: list[int]) -> i64:
        """Go and take an item that was left, now that the way home is clear."""
        if not self.chart.left_items() or not self._way_home(g):
            return NONE
        return self._end_on(self.chart.left_items(), options)

    def _end_on(self, squares: list[i64], options: list[int]) -> i64:
        """The step that ends on one of these squares, or stays there; NONE if there is none."""
        stay = int(DIRECTIONS * self.plan.squares)
        if self.chart.sight.at in squares and stay in options:
            return stay
        for option in options:
            if option < stay and self.plan.to[option] >= 0 and self.plan.to[option] in squares:
                return option
        return NONE

    def _lunch(self) -> i64:
        """Where kits are worth more than what looking for them costs; NONE if nowhere."""
        chart = self.chart
        for square in self.ways.order:
            if chart.relief[square] > chart.toll[square]:
                aim, ratio = self.ways.best(chart.relief, chart.toll)
                return aim if ratio > 1.0 else NONE
        return NONE

    def _search(self, options: list[int]) -> tuple[i64, i64]:
        """Where to look for what the goal asks: the square to go to first, or the step out by an exit to try."""
        chart, plan = self.chart, self.plan
        toll: list[float] = [0.0] * plan.squares
        for square in range(plan.squares):
            toll[square] = max(LEAST / 10.0, chart.toll[square] - chart.relief[square])
        promise = self._promise()
        unit = self._unite(promise, toll)
        goal, sight = chart.sight.goal, chart.sight
        door: i64 = NONE
        most = 0.0
        if goal.type == ESCAPE and sight.has(goal.needs):
            used = plan.starts.index(sight.start)
            for number in range(len(goal.permitted)):
                code = plan.exit_codes[number]
                square = code % plan.squares
                chance = chart.open_exit(number)
                if not (goal.permitted[number] >> used) & 1 or chance <= 0.0:
                    continue
                price = chart.turn * (1.0 - chance) + LEAST / 10.0
                if int(code) in options:
                    if unit * chance > most * price:
                        door, most = code, unit * chance / price
                elif not self.ways.root[square]:
                    promise[square] += unit * chance
                    toll[square] += price
        aim, ratio = self.ways.best(promise, toll)
        if door >= 0 and most >= ratio:
            return NONE, door
        return aim, NONE

    def _unite(self, promise: list[float], toll: list[float]) -> float:
        """Count what kits bring beside what is sought, in one coin; how much of it a thing sought is worth.

        Foes to be destroyed are goal and danger at once and can't be counted so.
        """
        chart = self.chart
        if not chart.sought or chart.sight.goal.type == DESTROY:
            return 1.0
        worth = chart.find_worth()
        for square in range(self.plan.squares):
            promise[square] = promise[square] * worth + chart.relief[square]
            toll[square] = max(LEAST / 10.0, chart.toll[square])
        return worth

    def _promise(self) -> list[float]:
        """By square, how likely it gives what the goal asks for now."""
        chart, plan = self.chart, self.plan
        sight, belief = chart.sight, chart.belief
        goal = sight.goal
        promise: list[float] = [0.0] * plan.squares
        if goal.type == FETCH and sight.has(goal.needs):
            for square in self._ends():
                promise[square] = 1.0
            return promise
        if chart.left_items() and (goal.type == ESCAPE or goal.type == FETCH):
            for square in self._ends():
                promise[square] = 1.0
            return promise
        keys: list[i64] = []
        reach = 0.0
        for number in range(len(plan.lines)):
            line = plan.lines[number]
            wanted = False
            if goal.type == DESTROY:
                wanted = line.slot == 1 and line.kind == goal.foe
            elif line.slot == 0:
                wanted = sight.kinds[line.kind] < goal.needs[line.kind]
                if line.opens and belief.left[number]:
                    keys.append(number)
            if wanted:
                for square in line.squares:
                    chance = belief.chance(number, square)
                    promise[square] += chance
                    if self.ways.cost[square] < FAR:
                        reach += chance
        if goal.type != DESTROY and reach < 0.98:
            for number in keys:
                for square in plan.lines[number].squares:
                    promise[square] += (1.0 - reach) * belief.chance(number, square)
        return promise

    def _heal(self, state: Hunt, g: i64, aim: i64, options: list[int]) -> i64:
        """The step to a kit, if it is better used before that square is entered."""
        chart, ways = self.chart, self.ways
        sight = chart.sight
        if not chart.kits or not sight.wounds:
            return NONE
        kits = sight.kits()
        code = self._end_on(kits, options)
        toll = chart.turn
        if code < 0:
            nearest, least = NONE, FAR
            for square in kits:
                if not ways.root[square] and ways.cost[square] < least:
                    nearest, least = square, ways.cost[square]
            if nearest < 0:
                return NONE
            code = ways.step_to(nearest)
            toll += least
        first = self.plan.to[ways.step_to(aim)]
        go = chart.entering(state, g, first, sight.wounds, chart.kits)
        healed = chart.entering(state, g, first, 0, chart.kits - 1) - toll
        return code if healed > go else NONE

    def _anything(self, options: list[int]) -> int:
        """The cheapest step of all."""
        best, least = options[0], FAR
        for option in options:
            if option < DIRECTIONS * self.plan.squares and self.plan.to[option] >= 0:
                toll = self.chart.toll[self.plan.to[option]]
                if toll < least:
                    best, least = option, toll
        return best

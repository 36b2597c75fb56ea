"""The walker: a plain explorer. It goes to the nearest square that may hold what it seeks, each weighed by what it may
cost, and uses kits when it is badly hurt (GH-181, level 1)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from witchboard.engine.stream import Stream

from .bot_chart import LEAST, Temper
from .bot_hunter import Hunter
from .bot_sight import price
from .bot_ways import FAR
from .rules.encounters import ACCEPT, LEAVE
from .state import KIT, SHOT, START, TAKE, Hunt
from .tables import FOE, LAYERS, LOSE_TURNS, NONE, OBSTACLE, WOUNDS, Plan

BADLY: Final = 0.45  # of the meter
MISSES: Final = 2.5  # of a fight on average
WOUND: Final = 1.0 / 3.0  # what a wound is worth in turns
SORE: Final = 1.0  # the same for one who is badly hurt


class Walker(Hunter):
    """Answers for an explorer on one scenario."""

    def __init__(self, plan: Plan) -> None:
        temper = Temper()
        temper.shares = [1.0]
        super().__init__(plan, temper)

    def choose(self, state: Hunt, g: i64, options: list[int], stream: Stream) -> int:
        """One of the options of the question that seat `g` is asked as an explorer."""
        phase = state.phase[g]
        if len(options) == 1:
            return options[0]
        if phase == SHOT or phase == START:
            return options[stream.below(len(options))]
        chart = self.chart
        chart.sight.look(state, g)
        if phase == TAKE:
            return int(ACCEPT)
        if phase == KIT:
            return int(ACCEPT if self._badly() else LEAVE)
        chart.belief.study(chart.sight)
        chart.see_doors(state, g)
        chart.turn = 1.0
        self._price_plainly(state, g)
        return self._move(state, g, options)

    def _badly(self) -> bool:
        sight = self.chart.sight
        return float(sight.wounds) >= BADLY * float(sight.meter)

    def _price_plainly(self, state: Hunt, g: i64) -> None:
        """The toll of each square in turns, by what it costs on average."""
        chart, plan = self.chart, self.plan
        wound = SORE if self._badly() else WOUND
        chart.toll = [LEAST] * plan.squares
        chart.relief = [0.0] * plan.squares
        for number in range(len(plan.lines)):
            line = plan.lines[number]
            cost = 1.0
            if line.slot == FOE:
                layers = price(state, g, FOE, line.kind, LAYERS)
                cost += wound * MISSES * float(layers * price(state, g, FOE, line.kind, WOUNDS))
            elif line.slot == OBSTACLE:
                cost = self._obstacle(state, g, line.kind, wound)
            for square in line.squares:
                chart.toll[square] += cost * chart.belief.chance(number, square)
        for square in range(plan.squares):
            if chart.sight.found[square] >= 0:
                standing = chart.sight.standing(square)
                chart.toll[square] = LEAST + (self._obstacle(state, g, standing, wound) if standing else 0.0)

    def _obstacle(self, state: Hunt, g: i64, kind: i64, wound: float) -> float:
        lost = price(state, g, OBSTACLE, kind, LOSE_TURNS)
        return 1.0 + float(lost) + wound * float(price(state, g, OBSTACLE, kind, WOUNDS))

    def _move(self, state: Hunt, g: i64, options: list[int]) -> int:
        self._spread(state, g)
        won = self._finish(options)
        if won >= 0:
            return int(won)
        wanted = self.chart.left_items()
        if self._badly():
            wanted += self.chart.sight.kits()
        code = self._end_on(wanted, options)
        if code < 0:
            code = self._exit(options)
        if code < 0:
            code = self._nearest()
        return int(code) if code >= 0 and int(code) in options else self._anything(options)

    def _exit(self, options: list[int]) -> i64:
        """An exit to try where one can walk to."""
        for option in options:
            if option < len(self.plan.exit) and self.plan.exit[option] != NONE:
                return option
        return NONE

    def _nearest(self) -> i64:
        """The first step to the square that costs least for its promise."""
        promise, ways = self._promise(), self.ways
        goal = self.chart.sight.goal
        for number in range(len(goal.permitted)):
            square = self.plan.exit_codes[number] % self.plan.squares
            if self.chart.sight.has(goal.needs) and not ways.root[square]:
                promise[square] += self.chart.open_exit(number)
        best, least = NONE, FAR
        for square in ways.order:
            if promise[square] > 0.0 and ways.cost[square] < least * promise[square]:
                best, least = square, ways.cost[square] / promise[square]
        return ways.step_to(best) if best >= 0 else NONE

"""Runs of a bot through one hide, for a keeper who wants to know what it is worth (GH-167)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from witchboard.engine.stream import Stream

from .bot_trial import play_on
from .bot_walker import Walker
from .rules.exploring import LATE, RUNS, dead_on, home_on
from .rules.play import PLAY
from .state import GOAL, RANDOM, Hunt
from .tables import Plan

AT_ONCE: Final[i64] = 5  # runs in one answer: on the largest map, not compiled, one takes a quarter of a second
LEAST: Final = 0.4  # how a square's toll may differ for one of a certain taste
SPREAD: Final = 1.2


class Wanderer(Walker):
    """A walker with a taste for some squares, another on each run: else all runs through a hide would go one way."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.taste: list[float] = [1.0] * plan.squares

    def set_out(self, drawn: Stream) -> None:
        """Get a taste for the next run."""
        for square in range(self.plan.squares):
            self.taste[square] = LEAST + SPREAD * float(drawn.below(1000)) / 1000.0

    def _price_plainly(self, state: Hunt, g: i64) -> None:
        super()._price_plainly(state, g)
        toll = self.chart.toll
        for square in range(self.plan.squares):
            toll[square] *= self.taste[square]


def expeditions(state: Hunt, drawn: Stream) -> list[int]:
    """How the next few runs went, each as its option."""
    wanderer = Wanderer(state.plan)
    count: i64 = min(AT_ONCE, RUNS - len(state.runs))
    return [int(expedition(state, wanderer, drawn)) for _ in range(count)]


def expedition(state: Hunt, wanderer: Wanderer, drawn: Stream) -> i64:
    """One run: the explorer learns of the hide what he runs into, and no more."""
    lone = sent_out(state)
    wanderer.set_out(drawn)
    play_on(lone, [wanderer], drawn, [drawn])
    if lone.result == GOAL:
        return home_on(lone.turns[0])
    return dead_on(lone.turns[0]) if not lone.alive[0] else LATE


def sent_out(state: Hunt) -> Hunt:
    """One explorer alone before the hide, his first turn about to begin."""
    lone = Hunt(state.box, state.plan, 1)
    lone.hides = RANDOM
    lone.free_stop = state.free_stop
    lone.soft_bump = state.soft_bump
    lone.stall_wound = state.stall_wound
    lone.limit = state.limit
    lone.spaces = state.spaces.copy()
    lone.warnings = state.warnings.copy()
    lone.hide = state.hide.copy()
    lone.left = state.hide.copy()
    lone.blocked = state.blocked.copy()
    lone.stack.append(PLAY)
    return lone

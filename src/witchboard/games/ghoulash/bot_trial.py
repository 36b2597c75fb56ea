"""Explorers tried in closed loops: solo explorations, and races of two. Compiled, thousands in a few seconds."""

from __future__ import annotations

from mypy_extensions import i64

from witchboard.engine.play import advance, settle
from witchboard.engine.steps import Chance, Decision
from witchboard.engine.stream import Stream

from .bot_hunter import Hunter
from .rules.encounters import DRAW
from .state import EXPLORED, GOAL, WEAK, Hunt


class Run:
    """How a solo exploration went."""

    def __init__(self, state: Hunt) -> None:
        plan = state.plan
        self.home = state.result == GOAL
        self.died = state.alive[0] == 0
        self.turns = state.turns[0]
        self.wounds: i64 = 0
        for wounds in state.wounds:
            self.wounds += wounds
        self.kits = state.used[0]
        self.kills: i64 = 0
        for kills in state.kills:
            self.kills += kills
        explored: i64 = 0
        enterable: i64 = 0
        for square in range(plan.squares):
            enterable += plan.enterable[square]
            if state.seen[square] == EXPLORED:
                explored += 1
        self.explored = float(explored) / float(enterable)


def play_on(state: Hunt, explorers: list[Hunter], drawn: Stream, own: list[Stream], limit: i64 = 100_000) -> None:
    """Play a game of hidden grids on to its end, weak spots drawn."""
    options = advance(state)
    entries: i64 = 0
    while state.stack and entries < limit:
        step = state.stack[-1]
        entries += 1
        if isinstance(step, Decision):
            seat = step.seat(state)
            if state.active >= 0 and state.phase[state.active] == WEAK:
                step.accept(state, seat, DRAW, None)
            else:
                option = explorers[seat].choose(state, seat, options, own[seat])
                step.accept(state, seat, option, None)
        else:
            assert isinstance(step, Chance)
            settle(state, int(drawn.below(step.outcomes(state))))
        options = advance(state)

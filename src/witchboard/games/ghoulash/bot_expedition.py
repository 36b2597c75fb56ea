"""Runs of a bot through one hide, for a keeper who wants to know what it is worth (GH-167)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from witchboard.engine.stream import Stream

from .bot_hunter import Hunter
from .bot_trial import play_on
from .rules.exploring import LATE, RUNS, dead_on, home_on
from .rules.play import PLAY
from .state import GOAL, RANDOM, Hunt

AT_ONCE: Final[i64] = 5  # runs in one answer: on the largest map, not compiled, one takes a quarter of a second


def expeditions(state: Hunt, explorer: Hunter, drawn: Stream) -> list[int]:
    """How the next few runs went, each as its option."""
    count: i64 = min(AT_ONCE, RUNS - len(state.runs))
    return [int(expedition(state, explorer, drawn)) for _ in range(count)]


def expedition(state: Hunt, explorer: Hunter, drawn: Stream) -> i64:
    """One run: the explorer learns of the hide what he runs into, and no more."""
    lone = sent_out(state)
    play_on(lone, [explorer], drawn, [drawn])
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

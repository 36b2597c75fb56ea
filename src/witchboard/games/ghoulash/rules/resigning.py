"""Giving up: it counts as a death, and whoever gives up still keeps the grid he hid (GH-189, GH-194)."""

from __future__ import annotations

from mypy_extensions import i64

from witchboard.engine.errors import IllegalError
from witchboard.engine.state import Watch

from ..state import MIRROR, POSTED, RESIGNED, Hunt
from .goals import bury, drop_out
from .hiding import HIDE, answers_needed
from .race import DEAD


def resign(state: Hunt, g: i64, watch: Watch | None) -> None:
    """An explorer gives up, whoever is asked now (GH-189).

    Raises `IllegalError` for one who is out already, or has reached the goal and is being answered.
    """
    if state.result:
        raise IllegalError("the game is over", "GH-189")
    if state.gave_up(g):
        raise IllegalError("you have resigned already", "GH-189")
    if not state.alive[g]:
        raise IllegalError("you are dead: there is nothing left to resign", "GH-189")
    if (state.winners >> g) & 1:
        raise IllegalError("you have reached the goal: the others may still answer", "GH-154")
    if state.active == g:
        del state.stack[1:]  # what he, or his keeper for his sake, was asked; his turn ends
    if HIDE in state.stack and len(state.answers[g]) < answers_needed(state):
        state.answers[g] = []
    drop_out(state, g, RESIGNED)
    if state.hides == MIRROR:
        state.posted[g * POSTED + DEAD] = 1
    if watch:
        watch.tell(state, "resigned", (int(g),))
    if not state.winners and not (state.hides == MIRROR and 0 in others(state, g)):
        bury(state, watch)


def others(state: Hunt, g: i64) -> list[i64]:
    """Whether each of the others is alive. In mirror play only the end of the round says so (GH-196)."""
    return [state.alive[seat] for seat in range(state.seats) if seat != g]

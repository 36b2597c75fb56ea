"""The law of undo.

A seat may take back its latest choice unless chance has answered since, another seat was asked because of it, or
something came out since that the seat did not know. While several seats answer at once, each may take its own answers
back until all have answered; that touches no other seat's. What was called in a race stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .entries import Choice, Claim, Concede
from .steps import Reaction

if TYPE_CHECKING:
    from .line import Line


def retractable(line: Line, seat: int) -> int | str:
    """Which act of the line of play that seat may take back, or the reason in words against it."""
    if line.state.over:
        return "the game is over"
    for at in range(len(line.acts) - 1, -1, -1):
        act = line.act(at)
        if act is None:
            return "that was before Witchboard was upgraded"
        if act.seat < 0:
            return "chance has answered since"
        if act.reveals_to(seat):
            return "something has come out since"
        if act.seat == seat:
            return _barred(line, at) or at
        if not act.open:
            return f"{line.game.seat_name(line.state, act.seat)} has chosen since"
    return "you have chosen nothing yet"


def _barred(line: Line, at: int) -> str:
    """Why the latest choice of a seat, which stands there, may not be taken back; "" if it may."""
    act = line.acts[at]
    if isinstance(act.entry, Concede):
        return "who has resigned is out"
    if isinstance(act.entry, Choice | Claim) and issubclass(line.game.steps[act.entry.kind], Reaction):
        return "what was called in a race stands"
    if act.open:
        return ""
    if act.together:
        before = at - 1
        while before >= 0 and line.acts[before].open:
            if line.acts[before].seat != act.seat:
                return "everyone has answered"
            before -= 1
    others = [seat for seat in line.asked if seat != act.seat]
    if others or any(later.seat != act.seat for later in line.acts[at:]):
        return "somebody else is asked now because of it"
    return ""

"""Who chooses: the active Taoist, or the steward in his place; in the set-up each player for his board."""

from __future__ import annotations

from mypy_extensions import i64

from witchboard.engine.steps import Decision

from ..state import Village
from .board import chooser


class ActiveChoice(Decision[Village]):
    """A choice of the active Taoist in his own Yang phase."""

    def seat(self, state: Village) -> int:
        return state.seat_of[state.active]


class GroupChoice(Decision[Village]):
    """A choice of the active Taoist, or of the steward while the active board has no living one (GS-R30)."""

    def seat(self, state: Village) -> int:
        return state.seat_of[chooser(state)]


class SetUpChoice(Decision[Village]):
    """A choice of the player whose board is laid, the first player's for a neutral board."""

    def __init__(self, laid: i64) -> None:
        self.laid = laid

    def args(self) -> tuple[int, ...]:
        return (self.laid,)

    def seat(self, state: Village) -> int:
        return self.laid if self.laid < state.seats else 0

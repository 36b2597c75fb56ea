"""Who chooses: the active Taoist, or the steward in his place."""

from __future__ import annotations

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

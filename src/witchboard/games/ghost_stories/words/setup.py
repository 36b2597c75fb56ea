"""The words of setting up by choice (GS-012, GS-027)."""

from __future__ import annotations

from witchboard.engine.state import Step

from ..names import board_id, board_title
from ..rules.setup import ChooseColour, ChooseFirst, ChooseSide, ChooseSpot
from ..state import Village
from ..tables import SIDE_NAMES
from .base import Reason, Speaker


def speaker(state: Village, step: Step) -> Speaker | None:
    """The words of a decision of `rules.setup`."""
    if isinstance(step, ChooseColour):
        return ColourOfBoard(state, step.rule, int(step.laid))
    if isinstance(step, ChooseSpot):
        return SpotOfBoard(state, step.rule, int(step.colour))
    if isinstance(step, ChooseSide):
        return SideOfBoard(state, step.rule, int(step.board))
    if isinstance(step, ChooseFirst):
        return FirstPlayer(state, step.rule)
    return None


class ColourOfBoard(Speaker):
    """The number is a colour."""

    def __init__(self, state: Village, rule: str, laid: int) -> None:
        super().__init__(state, rule)
        self.laid = laid

    def question(self) -> str:
        if self.laid < self.state.seats:
            return f"Seat {self.laid + 1}: which colour do you play?"
        return "Which neutral board is laid next?"

    def words(self, option: int) -> str:
        return f"The {self.state.tables.colour_names[option]} board"

    def why_not(self, option: int) -> Reason:
        return f"the {self.state.tables.colour_names[option]} board is taken", self.rule


class SpotOfBoard(Speaker):
    """The number is a side of the village."""

    def __init__(self, state: Village, rule: str, colour: int) -> None:
        super().__init__(state, rule)
        self.colour = colour

    def question(self) -> str:
        return f"On which side of the village does the {self.state.tables.colour_names[self.colour]} board lie?"

    def words(self, option: int) -> str:
        return f"In the {SIDE_NAMES[option]}"

    def targets(self, option: int) -> tuple[str, ...]:
        return (board_id(option),)

    def why_not(self, option: int) -> Reason:
        return f"the {self.state.board_name(option)} board lies in the {SIDE_NAMES[option]} already", self.rule


class SideOfBoard(Speaker):
    """The number is a side of the board: 0 A, 1 B."""

    def __init__(self, state: Village, rule: str, board: int) -> None:
        super().__init__(state, rule)
        self.board = board

    def question(self) -> str:
        return f"Which power does the {self.state.board_name(self.board)} board show?"

    def words(self, option: int) -> str:
        return self.state.tables.power_names[2 * self.state.colours[self.board] + option]

    def targets(self, option: int) -> tuple[str, ...]:
        return (board_id(self.board),)

    def why_not(self, option: int) -> Reason:
        return "a board has two sides", self.rule


class FirstPlayer(Speaker):
    """The number is a seat."""

    def question(self) -> str:
        return "Who begins?"

    def words(self, option: int) -> str:
        return f"{board_title(self.state, self.state.seat_of.index(option))} begins"

    def targets(self, option: int) -> tuple[str, ...]:
        return (board_id(self.state.seat_of.index(option)),)

    def why_not(self, option: int) -> Reason:
        return "only a player's board can begin", "GS-250"

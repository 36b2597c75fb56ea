"""The words of arriving ghosts, the Curse die and losses (GS-048 to GS-083, GS-176)."""

from __future__ import annotations

from witchboard.engine.choice import Forecast
from witchboard.engine.state import Step

from .. import forecast
from ..names import board_title, ghost, hand_id, resistance, space_id, stones
from ..rules.ghosts import Place, RerollCurse
from ..rules.losses import DiscardTao, WhoLosesQi
from ..state import Village
from ..tables import BLACK, BOARDS, FACES
from .base import Reason, Speaker
from .helping import space_words, taken
from .rewards import LossSpeaker


def speaker(state: Village, step: Step) -> Speaker | None:
    """The words of a decision of `rules.ghosts` or `rules.losses`."""
    if isinstance(step, Place):
        return PlaceSpeaker(state, step.rule, int(step.card))
    if isinstance(step, RerollCurse):
        return RerollCurseSpeaker(state, step.rule, int(step.space), int(step.face))
    if isinstance(step, WhoLosesQi):
        return LossSpeaker(state, step.rule, "Who loses 1 Qi for the possessed board?", "{} loses 1 Qi")
    if isinstance(step, DiscardTao):
        return DiscardSpeaker(state, step.rule, int(step.board))
    return None


class PlaceSpeaker(Speaker):
    """Where an arriving ghost is placed; the number is a space."""

    def __init__(self, state: Village, rule: str, card: int) -> None:
        super().__init__(state, rule)
        self.card = card

    def question(self) -> str:
        kind = "Wu-Feng comes: " if self.state.tables.incarnation[self.card] else ""
        does = "; ".join(filter(None, [resistance(self.state, self.card), stones(self.state, self.card)]))
        return f"{kind}{ghost(self.state, self.card)} ({does}) arrives. On which space?"

    def words(self, option: int) -> str:
        return space_words(self.state, option, self.card)

    def targets(self, option: int) -> tuple[str, ...]:
        return (space_id(self.state, option),)

    def why_not(self, option: int) -> Reason:
        state = self.state
        if state.ghosts[option]:
            return taken(state, option, "GS-061")
        colour = int(state.tables.colour[self.card])
        name = state.tables.colour_names[colour]
        if colour == BLACK:
            return f"a {name} ghost goes on the active board, {board_title(state, state.active)}'s", "GS-062"
        board = next(board for board in range(BOARDS) if state.colours[board] == colour)
        return f"a {name} ghost goes on {board_title(state, board)}'s board while a space is free there", "GS-061"


class RerollCurseSpeaker(Speaker):
    """Keep the Curse die (0) or roll it once more (1)."""

    def __init__(self, state: Village, rule: str, space: int, face: int) -> None:
        super().__init__(state, rule)
        self.space = space
        self.face = face

    def question(self) -> str:
        return f"The Curse die shows {FACES[self.face].replace('_', ' ')}. Roll it again?"

    def words(self, option: int) -> str:
        if option:
            return "Roll the Curse die again"
        return f"Keep it: {forecast.curse_words(self.state, self.face, self.space)}"

    def targets(self, option: int) -> tuple[str, ...]:
        return ("die-of-curse",) if option else ()

    def forecast(self, option: int) -> Forecast | None:
        return forecast.one_curse(self.state, self.space) if option else None

    def why_not(self, option: int) -> Reason:
        return "keep it or roll it again", self.rule


class DiscardSpeaker(Speaker):
    """Which Tao token a Taoist gives up; the number is a colour."""

    def __init__(self, state: Village, rule: str, board: int) -> None:
        super().__init__(state, rule)
        self.board = board

    def question(self) -> str:
        return f"Every Taoist discards a Tao token. Which one does {board_title(self.state, self.board)} give up?"

    def words(self, option: int) -> str:
        return f"Discard a {self.state.tables.colour_names[option]} token"

    def targets(self, option: int) -> tuple[str, ...]:
        return (hand_id(self.state, self.board, option),)

    def why_not(self, option: int) -> Reason:
        title = board_title(self.state, self.board)
        return f"{title} has no {self.state.tables.colour_names[option]} Tao token", self.rule

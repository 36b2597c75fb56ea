"""The words of the choices within a villager's help: Circle, Cemetery, Sorcerer, Watchman, Pavilion."""

from __future__ import annotations

from ..names import (
    board_id,
    board_title,
    described,
    figure_id,
    ghost_at,
    ghost_id,
    joined,
    space_id,
    supply_id,
    the_tile,
    tile_id,
)
from ..rules.pavilion import NOBODY
from ..state import Village
from ..tables import NEEDS_BUDDHA, NONE
from .base import Reason, Speaker
from .powers import no_taoist


class CircleSpeaker(Speaker):
    """Circle of Prayer; the number is a colour."""

    def question(self) -> str:
        lying = self.state.circle
        on_it = f", in place of the {self.state.tables.colour_names[lying]} one" if lying != NONE else ""
        return f"Which Tao token is laid on the Circle of Prayer{on_it}?"

    def words(self, option: int) -> str:
        colour = self.state.tables.colour_names[option]
        return f"Lay a {colour} token: every ghost needs 1 {colour} less"

    def targets(self, option: int) -> tuple[str, ...]:
        return (supply_id(self.state, option),)

    def why_not(self, option: int) -> Reason:
        colour = self.state.tables.colour_names[option]
        if option == self.state.circle:
            return f"the {colour} token lies there already", "GS-232"
        return f"no {colour} Tao token is left in the supply", self.rule


class ReviveSpeaker(Speaker):
    """Cemetery; the number is a board."""

    def question(self) -> str:
        return "Who rises from the dead?"

    def words(self, option: int) -> str:
        return f"{board_title(self.state, option)} rises on the Cemetery"

    def targets(self, option: int) -> tuple[str, ...]:
        return (figure_id(self.state, option),)

    def why_not(self, option: int) -> Reason:
        if self.state.at[option] == NONE:
            return f"the {self.state.board_name(option)} board has no Taoist", "GS-199"
        return f"{board_title(self.state, option)} is alive", self.rule


class BanishSpeaker(Speaker):
    """Sorcerer's Hut; the number is a space."""

    def question(self) -> str:
        return "Which ghost does the Sorcerer discard?"

    def words(self, option: int) -> str:
        return f"Discard {described(self.state, option)}"

    def targets(self, option: int) -> tuple[str, ...]:
        return (ghost_id(self.state, option),)

    def why_not(self, option: int) -> Reason:
        if not self.state.ghosts[option]:
            return no_ghost(self.state, option, self.rule)
        return f"{ghost_at(self.state, option)} is an incarnation: the Sorcerer does nothing to it", "GS-184"


def no_ghost(state: Village, space: int, rule: str) -> Reason:
    """A space is empty."""
    return f"no ghost stands on {state.tables.space_names[space]}", rule


class CallBackSpeaker(Speaker):
    """Night Watchman; the number is a board."""

    def question(self) -> str:
        return "From which board do the haunting figures go back?"

    def words(self, option: int) -> str:
        spaces = [space for space in range(3 * option, 3 * option + 3) if self.state.figures[space]]
        names = joined([ghost_at(self.state, space) for space in spaces])
        return f"{board_title(self.state, option)}'s board: the figure of {names}"

    def targets(self, option: int) -> tuple[str, ...]:
        return (board_id(option),)

    def why_not(self, option: int) -> Reason:
        return f"no haunting figure is off its card on {board_title(self.state, option)}'s board", "GS-232"


class PavilionGhostSpeaker(Speaker):
    """Pavilion, which ghost; the number is a space."""

    def question(self) -> str:
        return "Which ghost does the Pavilion move?"

    def words(self, option: int) -> str:
        return f"Move {described(self.state, option)}"

    def targets(self, option: int) -> tuple[str, ...]:
        return (ghost_id(self.state, option),)

    def why_not(self, option: int) -> Reason:
        return no_ghost(self.state, option, self.rule)


class PavilionSpaceSpeaker(Speaker):
    """Pavilion, where to; the number is a space."""

    def __init__(self, state: Village, rule: str, space: int) -> None:
        super().__init__(state, rule)
        self.space = space

    def question(self) -> str:
        return f"Where does {ghost_at(self.state, self.space)} go?"

    def words(self, option: int) -> str:
        return f"To {space_words(self.state, option, self.state.ghosts[self.space])}"

    def targets(self, option: int) -> tuple[str, ...]:
        return (space_id(self.state, option),)

    def why_not(self, option: int) -> Reason:
        return taken(self.state, option, self.rule)


def space_words(state: Village, space: int, card: int) -> str:
    """A free space as a ghost meets it: the tile it would threaten, and the Buddha on it."""
    line = state.tables.line[space]
    words = f"{state.tables.space_names[space]}, in front of {the_tile(state, int(line[0]))}"
    if state.haunted[line[0]]:
        words += " (haunted)"
    if not state.buddhas_on[space]:
        return words
    tables = state.tables
    if not tables.incarnation[card]:
        return f"{words}: the Buddha there sends it away"
    return f"{words}: the Buddha there " + ("stays under it" if tables.has(card, NEEDS_BUDDHA) else "is no help")


def taken(state: Village, space: int, rule: str) -> Reason:
    """A space has a ghost."""
    return f"{state.tables.space_names[space]} is taken by {ghost_at(state, space)}", rule


class PavilionTaoistSpeaker(Speaker):
    """Pavilion, which Taoist; the number is a board, or NOBODY."""

    def question(self) -> str:
        return "Which Taoist does the Pavilion move?"

    def words(self, option: int) -> str:
        return "Move nobody" if option == NOBODY else f"Move {board_title(self.state, option)}"

    def targets(self, option: int) -> tuple[str, ...]:
        return () if option == NOBODY else (figure_id(self.state, option),)

    def why_not(self, option: int) -> Reason:
        if option == self.state.active:
            return "the Pavilion moves another Taoist than the one who asks", self.rule
        return no_taoist(self.state, option, self.rule)


class PavilionPlaceSpeaker(Speaker):
    """Pavilion, where that Taoist goes; the number is a place."""

    def __init__(self, state: Village, rule: str, board: int) -> None:
        super().__init__(state, rule)
        self.board = board

    def question(self) -> str:
        return f"Where does {board_title(self.state, self.board)} go?"

    def words(self, option: int) -> str:
        haunted = " (haunted)" if self.state.haunted[option] else ""
        return f"Move {board_title(self.state, self.board)} to {the_tile(self.state, option)}{haunted}"

    def targets(self, option: int) -> tuple[str, ...]:
        return (tile_id(option),)

    def why_not(self, option: int) -> Reason:
        title, tile = board_title(self.state, self.board), the_tile(self.state, option)
        if option == self.state.at[self.board]:
            return f"{title} stands on {tile} already", self.rule
        return f"{tile} is more than one step from {title}", "GS-243"

"""Pavilion of the Heavenly Winds: one ghost moves, then one other living Taoist (GS-112 to GS-114, GS-252)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from witchboard.engine.state import Content, Watch

from ..state import LIVING, Village
from ..tables import BOARDS, PLACES, SPACES
from .board import free_spaces
from .choices import ActiveChoice
from .ghosts import meet_buddha, take_hold

NOBODY: Final = BOARDS


def any_ghost(state: Village) -> bool:
    """Whether a ghost is in play."""
    for space in range(SPACES):
        if state.ghosts[space]:
            return True
    return False


def others(state: Village) -> list[int]:
    """The Taoists the Pavilion may move: living ones beside the active, alone the own one (GS-112, GS-215)."""
    found: list[int] = []
    for board in range(BOARDS):
        if state.status[board] == LIVING and (state.seats == 1 or board != state.active):
            found.append(board)
    return found


class PavilionGhost(ActiveChoice):
    """The ghost the Pavilion moves; it must move if there is a free space (GS-112)."""

    rule: ClassVar[str] = "GS-112"

    @classmethod
    def span(cls, content: Content) -> int:
        return SPACES

    def options(self, state: Village, seat: int) -> list[int]:
        return [space for space in range(SPACES) if state.ghosts[space]]

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        state.push(PavilionSpace(option))

    def text(self, state: Village, option: int) -> str:
        return f"pavilion lifts {state.tables.space_names[option]}"


class PavilionSpace(ActiveChoice):
    """Where that ghost goes: any free space of any board (GS-112)."""

    rule: ClassVar[str] = "GS-112"

    def __init__(self, space: i64) -> None:
        self.space = space

    def args(self) -> tuple[int, ...]:
        return (self.space,)

    @classmethod
    def span(cls, content: Content) -> int:
        return SPACES

    def options(self, state: Village, seat: int) -> list[int]:
        return free_spaces(state)

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        move_ghost(state, self.space, option, watch)

    def text(self, state: Village, option: int) -> str:
        return f"pavilion sets down on {state.tables.space_names[option]}"


def move_ghost(state: Village, start: i64, end: i64, watch: Watch | None) -> None:
    """A ghost keeps figurine, die, Mantra and locks; its left stones do not act again (GS-113).

    A Buddha under Uncatchable returns to the Temple (GS-082); one on the new space deals with the ghost (GS-114).
    """
    card = state.ghosts[start]
    state.ghosts[start] = 0
    state.ghosts[end] = card
    state.figures[end] = state.figures[start]
    state.figures[start] = 0
    state.dice_on[end] = state.dice_on[start]
    state.dice_on[start] = 0
    if state.mantra == start:
        state.mantra = end
    if state.buddhas_on[start]:
        state.buddhas_on[start] = 0
        state.temple_buddhas += 1
    take_hold(state, end)
    if watch:
        watch.tell(state, "ghost moved", (start, end, card))
    if state.buddhas_on[end]:
        meet_buddha(state, end, watch)


class PavilionTaoist(ActiveChoice):
    """The Taoist the Pavilion moves; one left where he is need not be named (GS-112, GS-R21)."""

    rule: ClassVar[str] = "GS-112"

    @classmethod
    def span(cls, content: Content) -> int:
        return BOARDS + 1

    def options(self, state: Village, seat: int) -> list[int]:
        found = others(state)
        found.append(NOBODY)
        return found

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        if option != NOBODY:
            state.push(PavilionPlace(option))

    def text(self, state: Village, option: int) -> str:
        return "pavilion moves nobody" if option == NOBODY else f"pavilion moves {state.board_name(option)}"


class PavilionPlace(ActiveChoice):
    """The tile that Taoist goes to: any (GS-112), one step by the option *pavilion-step* (GS-243)."""

    rule: ClassVar[str] = "GS-112"

    def __init__(self, board: i64) -> None:
        self.board = board

    def args(self) -> tuple[int, ...]:
        return (self.board,)

    @classmethod
    def span(cls, content: Content) -> int:
        return PLACES

    def options(self, state: Village, seat: int) -> list[int]:
        here = state.at[self.board]
        if state.pavilion_step:
            return state.tables.near[here]
        return state.tables.elsewhere[here]

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        came = state.at[self.board]
        state.at[self.board] = option
        if watch:
            watch.tell(state, "moved", (self.board, came, option))

    def text(self, state: Village, option: int) -> str:
        return f"move {state.board_name(self.board)} to {state.tile_name(option)}"

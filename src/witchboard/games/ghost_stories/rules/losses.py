"""Losing Qi and Tao tokens (GS-069, GS-074, GS-169 to GS-178, GS-198, GS-238)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from witchboard.engine.state import Content, Watch
from witchboard.engine.steps import Automatic, Decision

from ..state import DEAD, POSSESSED, Village
from ..tables import BOARDS, COLOURS
from .board import give_tao, holds_tao, living, lose_qi
from .choices import GroupChoice


class LoseQi(Automatic[Village]):
    """The active Taoist or neutral board loses 1 Qi; on a possessed board's turn a living Taoist (GS-053, GS-176)."""

    rule: ClassVar[str] = "GS-053"

    def run(self, state: Village, watch: Watch | None) -> None:
        status = state.status[state.active]
        if status == DEAD or status == POSSESSED:
            state.push(WhoLosesQi())
        else:
            lose_qi(state, state.active, watch)


class WhoLosesQi(GroupChoice):
    """The players name the living Taoist who takes a possessed board's loss; the steward answers (GS-176)."""

    rule: ClassVar[str] = "GS-176"

    @classmethod
    def span(cls, content: Content) -> int:
        return BOARDS

    def options(self, state: Village, seat: int) -> list[int]:
        return [board for board in range(BOARDS) if living(state, board)]

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        lose_qi(state, option, watch)

    def text(self, state: Village, option: int) -> str:
        return f"{state.board_name(option)} loses 1 Qi"


class GroupLosesTao(Automatic[Village]):
    """Every living Taoist discards one Tao token, in turn order from the active board (GS-074, GS-238)."""

    rule: ClassVar[str] = "GS-074"

    def __init__(self, done: i64) -> None:
        self.done = done

    def args(self) -> tuple[int, ...]:
        return (self.done,)

    def run(self, state: Village, watch: Watch | None) -> None:
        if self.done == BOARDS:
            return
        state.push(GroupLosesTao(self.done + 1))
        board = (state.active + self.done) % BOARDS
        if living(state, board) and holds_tao(state, board):
            state.push(DiscardTao(board))


class DiscardTao(Decision[Village]):
    """A Taoist chooses the Tao token he discards (GS-074)."""

    rule: ClassVar[str] = "GS-074"

    def __init__(self, board: i64) -> None:
        self.board = board

    def args(self) -> tuple[int, ...]:
        return (self.board,)

    @classmethod
    def span(cls, content: Content) -> int:
        return COLOURS

    def seat(self, state: Village) -> int:
        return state.seat_of[self.board]

    def options(self, state: Village, seat: int) -> list[int]:
        first = self.board * COLOURS
        return [colour for colour in range(COLOURS) if state.tao[first + colour]]

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        give_tao(state, self.board, option, 1)
        if watch:
            watch.tell(state, "tao discarded", (self.board, option))

    def text(self, state: Village, option: int) -> str:
        return f"discard {state.tables.colour_names[option]}"


LOSE_ONE_QI: Final = LoseQi()

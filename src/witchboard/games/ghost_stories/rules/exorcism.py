"""An attempt at exorcism: the Tao dice and their reroll (GS-117 to GS-130)."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from witchboard.engine.state import Content, Watch
from witchboard.engine.steps import Chance

from ..state import Village
from ..tables import FAVORITE, MOUNTAIN
from .board import free_dice, may_use
from .choices import ActiveChoice
from .dice import dice_in, dice_text, mask_text, roll, roll_again, sides_of
from .result import Result


def dice_rolled(state: Village) -> i64:
    """The free Tao dice, and the gray one with Strength of a Mountain (GS-119, GS-120, GS-235)."""
    return free_dice(state) + (1 if may_use(state, MOUNTAIN) else 0)


def begin_attempt(state: Village, watch: Watch | None) -> None:
    """The attempt begins: no target is named, all facing ghosts take part (GS-R16)."""
    state.refused = 0
    if watch:
        watch.tell(state, "attempt", (state.active,))
    state.push(TaoRoll())


class TaoRoll(Chance[Village]):
    """The Tao dice are rolled; without any die tokens may still do it (GS-119 to GS-121)."""

    rule: ClassVar[str] = "GS-119"
    label: ClassVar[str] = "tao dice"

    def outcomes(self, state: Village) -> int:
        return sides_of(dice_rolled(state))

    def take(self, state: Village, outcome: int, watch: Watch | None) -> None:
        roll(state, outcome, dice_rolled(state))
        if watch:
            watch.tell(state, "rolled", tuple([int(face) for face in state.faces]))
        if state.faces and may_use(state, FAVORITE):
            state.push(Reroll())
        else:
            state.push(Result())

    def text(self, state: Village, outcome: int) -> str:
        return dice_text(state, outcome, dice_rolled(state))


class Reroll(ActiveChoice):
    """The Gods' Favorite: any of the dice once more, before tokens are spent (GS-130, GS-234)."""

    rule: ClassVar[str] = "GS-130"

    @classmethod
    def span(cls, content: Content) -> int:
        return 16

    def options(self, state: Village, seat: int) -> list[int]:
        return list(range(1 << len(state.faces)))

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        if option:
            state.push(TaoRollAgain(option))
        else:
            state.push(Result())

    def text(self, state: Village, option: int) -> str:
        return mask_text(option)


class TaoRollAgain(Chance[Village]):
    """The dice of the mask are rolled once more; the second results count (GS-130)."""

    rule: ClassVar[str] = "GS-130"
    label: ClassVar[str] = "tao dice"

    def __init__(self, mask: i64) -> None:
        self.mask = mask

    def args(self) -> tuple[int, ...]:
        return (self.mask,)

    def outcomes(self, state: Village) -> int:
        return sides_of(dice_in(self.mask))

    def take(self, state: Village, outcome: int, watch: Watch | None) -> None:
        roll_again(state, outcome, self.mask)
        if watch:
            watch.tell(state, "rolled", tuple([int(face) for face in state.faces]))
        state.push(Result())

    def text(self, state: Village, outcome: int) -> str:
        return dice_text(state, outcome, dice_in(self.mask))

"""Herbalist's Shop: two Tao dice, a token for each face (GS-106 to GS-109, GS-251)."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from witchboard.engine.state import Content, Watch
from witchboard.engine.steps import Automatic, Chance

from ..state import Village
from ..tables import COLOURS, FAVORITE, WHITE
from .board import colours_left, free_dice, gain_tao, may_use
from .choices import ActiveChoice
from .dice import dice_in, dice_text, mask_text, roll, roll_again, sides_of


def herbalist_dice(state: Village) -> i64:
    """How many dice are rolled: ordinary ones no ghost has taken, at most two (GS-107, GS-245)."""
    dice: i64 = state.tables.herbalist_dice
    if state.herbalist_two:
        return dice
    return min(dice, free_dice(state))


class HerbalistRoll(Chance[Village]):
    """The herbalist's dice are rolled (GS-106)."""

    rule: ClassVar[str] = "GS-106"
    label: ClassVar[str] = "herbalist dice"

    def outcomes(self, state: Village) -> int:
        return sides_of(herbalist_dice(state))

    def take(self, state: Village, outcome: int, watch: Watch | None) -> None:
        roll(state, outcome, herbalist_dice(state))
        if watch:
            watch.tell(state, "herbalist rolled", tuple([int(face) for face in state.faces]))
        if may_use(state, FAVORITE):
            state.push(HerbalistReroll())
        else:
            state.push(Serve())

    def text(self, state: Village, outcome: int) -> str:
        return dice_text(state, outcome, herbalist_dice(state))


class HerbalistReroll(ActiveChoice):
    """The Gods' Favorite: any of these dice once more (GS-108, GS-234)."""

    rule: ClassVar[str] = "GS-108"

    @classmethod
    def span(cls, content: Content) -> int:
        return 4

    def options(self, state: Village, seat: int) -> list[int]:
        return list(range(1 << len(state.faces)))

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        if option:
            state.push(HerbalistRollAgain(option))
        else:
            state.push(Serve())

    def text(self, state: Village, option: int) -> str:
        return mask_text(option)


class HerbalistRollAgain(Chance[Village]):
    """The dice of the mask are rolled once more; the second result counts (GS-108)."""

    rule: ClassVar[str] = "GS-108"
    label: ClassVar[str] = "herbalist dice"

    def __init__(self, mask: i64) -> None:
        self.mask = mask

    def args(self) -> tuple[int, ...]:
        return (self.mask,)

    def outcomes(self, state: Village) -> int:
        return sides_of(dice_in(self.mask))

    def take(self, state: Village, outcome: int, watch: Watch | None) -> None:
        roll_again(state, outcome, self.mask)
        if watch:
            watch.tell(state, "herbalist rolled", tuple([int(face) for face in state.faces]))
        state.push(Serve())

    def text(self, state: Village, outcome: int) -> str:
        return dice_text(state, outcome, dice_in(self.mask))


class Serve(Automatic[Village]):
    """Coloured faces are served first; a colour that has run out gives nothing (GS-106, GS-251)."""

    rule: ClassVar[str] = "GS-106"

    def run(self, state: Village, watch: Watch | None) -> None:
        whites: i64 = 0
        for face in state.faces:
            if face == WHITE:
                whites += 1
            else:
                gain_tao(state, state.active, face, watch)
        state.faces = []
        if whites and state.wild:  # GS-109
            state.push(ServeWhites(whites))


class ServeWhites(Automatic[Village]):
    """Each white face gives a colour of choice that is left (GS-106, GS-251)."""

    rule: ClassVar[str] = "GS-251"

    def __init__(self, whites: i64) -> None:
        self.whites = whites

    def args(self) -> tuple[int, ...]:
        return (self.whites,)

    def run(self, state: Village, watch: Watch | None) -> None:
        if colours_left(state):
            if self.whites > 1:
                state.push(ServeWhites(self.whites - 1))
            state.push(HerbalistTao())


class HerbalistTao(ActiveChoice):
    """The colour taken for a white face (GS-106)."""

    rule: ClassVar[str] = "GS-106"

    @classmethod
    def span(cls, content: Content) -> int:
        return COLOURS

    def options(self, state: Village, seat: int) -> list[int]:
        return colours_left(state)

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        gain_tao(state, state.active, option, watch)

    def text(self, state: Village, option: int) -> str:
        return f"take {state.tables.colour_names[option]}"

"""Asking a villager for help (GS-096 to GS-116, GS-232, GS-251, GS-252)."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from witchboard.engine.state import Content, Watch
from witchboard.engine.steps import Automatic

from ..state import DEAD, LIVING, Village
from ..tables import (
    ALTAR,
    BOARDS,
    CEMETERY,
    CIRCLE,
    COLOURS,
    HERBALIST,
    NONE,
    PAVILION,
    PLACES,
    SORCERER,
    SPACES,
    TEA_HOUSE,
    TEMPLE,
    WATCHMAN,
)
from .board import colours_left, gain_qi, gain_tao, leave, place_of
from .choices import ActiveChoice
from .ghosts import BRING_GHOST, CurseDie
from .haunting import haunted_tiles, restore_tile, return_circle
from .herbalist import HerbalistRoll, herbalist_dice
from .losses import LOSE_ONE_QI
from .pavilion import PavilionGhost, PavilionTaoist, any_ghost, others


def helping(state: Village) -> i64:
    """The kinds of tile whose villager can do the main part of his help now, as bits (GS-099, GS-232)."""
    ghost = mortal = free = figure = False
    for space in range(SPACES):
        card = state.ghosts[space]
        if card:
            ghost = True
            mortal = mortal or state.tables.incarnation[card] == 0
            figure = figure or state.figures[space] != 0
        else:
            free = True
    able: i64 = 1 << TEA_HOUSE
    for colour in range(COLOURS):
        if colour != state.circle and state.tao_supply[colour]:
            able |= 1 << CIRCLE
    if state.temple_buddhas:
        able |= 1 << TEMPLE
    if state.qi_supply and state.seats > 1 and someone_dead(state):
        able |= 1 << CEMETERY
    if haunted_tiles(state):
        able |= 1 << ALTAR
    if herbalist_dice(state):
        able |= 1 << HERBALIST
    if mortal:
        able |= 1 << SORCERER
    if figure:
        able |= 1 << WATCHMAN
    if (ghost and free) or others(state):
        able |= 1 << PAVILION
    return able


def someone_dead(state: Village) -> bool:
    """Whether a Taoist is dead; the Cemetery can't help a neutral board (GS-103, GS-199)."""
    for board in range(BOARDS):
        if state.status[board] == DEAD:
            return True
    return False


def ask_villager(state: Village, place: i64, watch: Watch | None) -> None:
    """The villager of that tile helps; the parts follow in their printed order (GS-098)."""
    kind = state.tiles[place]
    if watch:
        watch.tell(state, "asked", (place,))
    if kind == CIRCLE:
        state.push(CircleColour())
    elif kind == TEMPLE:
        state.temple_buddhas -= 1
        state.fresh_buddhas += 1  # GS-102
        if watch:
            watch.tell(state, "buddha taken", (state.active,))
    elif kind == CEMETERY:
        state.push(CurseDie(NONE))  # GS-104
        state.push(Revive())
    elif kind == ALTAR:
        state.push(BRING_GHOST)
        state.push(RestoreTile())
    elif kind == HERBALIST:
        state.push(HerbalistRoll())
    elif kind == SORCERER:
        state.push(LOSE_ONE_QI)
        state.push(Banish())
    elif kind == WATCHMAN:
        state.push(CallBack())
    elif kind == PAVILION:
        if others(state):
            state.push(PavilionTaoist())
        if any_ghost(state) and 0 in state.ghosts:
            state.push(PavilionGhost())
    elif kind == TEA_HOUSE:
        state.push(BRING_GHOST)
        state.push(TeaQi())
        if colours_left(state):
            state.push(TeaTao())


class CircleColour(ActiveChoice):
    """Circle of Prayer: the colour of the token laid here; the old one goes back first (GS-100, GS-101)."""

    rule: ClassVar[str] = "GS-100"

    @classmethod
    def span(cls, content: Content) -> int:
        return COLOURS

    def options(self, state: Village, seat: int) -> list[int]:
        return [colour for colour in range(COLOURS) if colour != state.circle and state.tao_supply[colour]]

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        return_circle(state)
        state.circle = option
        state.tao_supply[option] -= 1
        if watch:
            watch.tell(state, "circle", (option,))

    def text(self, state: Village, option: int) -> str:
        return f"circle {state.tables.colour_names[option]}"


class Revive(ActiveChoice):
    """Cemetery: a dead Taoist stands up here with 2 Qi, as far as the supply goes (GS-103, GS-182)."""

    rule: ClassVar[str] = "GS-103"

    @classmethod
    def span(cls, content: Content) -> int:
        return BOARDS

    def options(self, state: Village, seat: int) -> list[int]:
        return [board for board in range(BOARDS) if state.status[board] == DEAD]

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        state.status[option] = LIVING
        state.at[option] = place_of(state, CEMETERY)
        state.derive()
        if watch:
            watch.tell(state, "revived", (option,))
        gain_qi(state, option, state.tables.revival_qi, watch)

    def text(self, state: Village, option: int) -> str:
        return f"revive {state.board_name(option)}"


class RestoreTile(ActiveChoice):
    """Taoist Altar: the haunted tile that is restored (GS-105)."""

    rule: ClassVar[str] = "GS-105"

    @classmethod
    def span(cls, content: Content) -> int:
        return PLACES

    def options(self, state: Village, seat: int) -> list[int]:
        return [place for place in range(PLACES) if state.haunted[place]]

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        restore_tile(state, option, watch)

    def text(self, state: Village, option: int) -> str:
        return f"restore {state.tile_name(option)}"


class Banish(ActiveChoice):
    """Sorcerer's Hut: the ghost that is discarded without curse or reward, no incarnation (GS-110, GS-157, GS-184)."""

    rule: ClassVar[str] = "GS-110"

    @classmethod
    def span(cls, content: Content) -> int:
        return SPACES

    def options(self, state: Village, seat: int) -> list[int]:
        found: list[int] = []
        for space in range(SPACES):
            if state.ghosts[space] and not state.tables.incarnation[state.ghosts[space]]:
                found.append(space)
        return found

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        leave(state, option, watch)

    def text(self, state: Village, option: int) -> str:
        return f"banish {state.tables.space_names[option]}"


class CallBack(ActiveChoice):
    """Night Watchman: the board whose haunting figurines all go back on their cards (GS-111)."""

    rule: ClassVar[str] = "GS-111"

    @classmethod
    def span(cls, content: Content) -> int:
        return BOARDS

    def options(self, state: Village, seat: int) -> list[int]:
        found: list[int] = []
        for board in range(BOARDS):
            first = 3 * board
            if state.figures[first] or state.figures[first + 1] or state.figures[first + 2]:
                found.append(board)
        return found

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        for space in range(3 * option, 3 * option + 3):
            state.figures[space] = 0
        if watch:
            watch.tell(state, "called back", (option,))

    def text(self, state: Village, option: int) -> str:
        return f"call back {state.board_name(option)}"


class TeaTao(ActiveChoice):
    """Tea House: the Tao token taken (GS-115)."""

    rule: ClassVar[str] = "GS-115"

    @classmethod
    def span(cls, content: Content) -> int:
        return COLOURS

    def options(self, state: Village, seat: int) -> list[int]:
        return colours_left(state)

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        gain_tao(state, state.active, option, watch)

    def text(self, state: Village, option: int) -> str:
        return f"take {state.tables.colour_names[option]}"


class TeaQi(Automatic[Village]):
    """Tea House: 1 Qi, if the supply has one (GS-115, GS-005)."""

    rule: ClassVar[str] = "GS-115"

    def run(self, state: Village, watch: Watch | None) -> None:
        gain_qi(state, state.active, state.tables.tea_qi, watch)

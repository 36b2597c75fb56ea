"""Setting up: tiles, boards, powers, seats, the first player, the deal (GS-009 to GS-027, GS-195 to GS-217)."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from witchboard.engine.state import Content, Watch
from witchboard.engine.steps import Automatic, Chance, Decision

from ..state import LIVING, NEUTRAL, Village
from ..tables import BLACK, BOARDS, CENTRE, COLOURS, NONE, PLACES, RED, SIDE_NAMES
from .choices import SetUpChoice
from .turn import BEGIN_TURN


class SetUp(Automatic[Village]):
    """The order of setting up; by the option *choose* the players decide instead of chance (GS-012, GS-242)."""

    rule: ClassVar[str] = "GS-009"

    def run(self, state: Village, watch: Watch | None) -> None:
        state.push(Deal())
        if state.choose:
            state.push(ChooseFirst())
            state.push(ChooseBoards(0))
        else:
            state.push(DrawFirst())
            for seat in range(state.seats - 1, -1, -1):
                state.push(DrawSeat(seat))
            for board in range(BOARDS - 1, -1, -1):
                state.push(DrawSide(board))
            for board in range(BOARDS - 1, -1, -1):
                state.push(DrawColour(board))
        for _ in range(PLACES):
            state.push(LayTile())


class LayTile(Chance[Village]):
    """The next tile of the village, in reading order (GS-009)."""

    rule: ClassVar[str] = "GS-009"
    label: ClassVar[str] = "tile"

    def outcomes(self, state: Village) -> int:
        return PLACES - len(state.tiles)

    def take(self, state: Village, outcome: int, watch: Watch | None) -> None:
        kind = nth_left(state.tiles, outcome)
        state.tiles = state.tiles.copy()
        state.tiles.append(kind)
        if watch:
            watch.tell(state, "tile laid", (len(state.tiles) - 1, kind))

    def text(self, state: Village, outcome: int) -> str:
        return state.tables.tile_names[nth_left(state.tiles, outcome)]


def left_out(used: list[i64], count: i64) -> list[int]:
    """The numbers below `count` that are not used yet, ascending."""
    return [number for number in range(count) if number not in used]


def nth_left(used: list[i64], nth: i64) -> i64:
    """The nth number, counted from 0, that is not used yet."""
    taken: i64 = 0
    for number in used:
        if number != NONE:
            taken |= 1 << number
    left: i64 = 0
    while (taken >> left) & 1 or nth:
        if not (taken >> left) & 1:
            nth -= 1
        left += 1
    return left


def nth_free(places: list[i64], nth: i64) -> i64:
    """The nth place, counted from 0, on which nothing lies yet."""
    place: i64 = 0
    while places[place] != NONE or nth:
        if places[place] == NONE:
            nth -= 1
        place += 1
    return place


class DrawColour(Chance[Village]):
    """The board that lies on a side of the village (GS-010)."""

    rule: ClassVar[str] = "GS-010"
    label: ClassVar[str] = "board"

    def __init__(self, board: i64) -> None:
        self.board = board

    def args(self) -> tuple[int, ...]:
        return (self.board,)

    def outcomes(self, state: Village) -> int:
        return BOARDS - int(self.board)

    def take(self, state: Village, outcome: int, watch: Watch | None) -> None:
        set_colour(state, self.board, nth_left(state.colours, outcome), watch)

    def text(self, state: Village, outcome: int) -> str:
        return state.tables.colour_names[nth_left(state.colours, outcome)]


def set_colour(state: Village, board: i64, colour: i64, watch: Watch | None) -> None:
    """A board of that colour lies on that side of the village."""
    state.colours = state.colours.copy()
    state.colours[board] = colour
    if watch:
        watch.tell(state, "board laid", (board, colour))


def set_side(state: Village, board: i64, side: i64, watch: Watch | None) -> None:
    """That side of the board, and so its power, is up."""
    state.sides = state.sides.copy()
    state.sides[board] = side
    state.derive()
    if watch:
        watch.tell(state, "power", (board, 2 * state.colours[board] + side))


def sides_open(state: Village, board: i64) -> int:
    """How many sides may be up: alone, the red board shows Dance of the Spires (GS-212)."""
    return 1 if state.seats == 1 and state.colours[board] == RED else 2


class DrawSide(Chance[Village]):
    """The side of a board that is up, neutral boards' too (GS-012)."""

    rule: ClassVar[str] = "GS-012"
    label: ClassVar[str] = "side"

    def __init__(self, board: i64) -> None:
        self.board = board

    def args(self) -> tuple[int, ...]:
        return (self.board,)

    def outcomes(self, state: Village) -> int:
        return sides_open(state, self.board)

    def take(self, state: Village, outcome: int, watch: Watch | None) -> None:
        set_side(state, self.board, outcome, watch)

    def text(self, state: Village, outcome: int) -> str:
        return state.tables.power_names[2 * state.colours[self.board] + outcome]


class DrawSeat(Chance[Village]):
    """The board a player sits behind (GS-011)."""

    rule: ClassVar[str] = "GS-011"
    label: ClassVar[str] = "seat"

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def args(self) -> tuple[int, ...]:
        return (self.seat,)

    def outcomes(self, state: Village) -> int:
        return BOARDS - int(self.seat)

    def take(self, state: Village, outcome: int, watch: Watch | None) -> None:
        sit(state, self.seat, nth_free(state.seat_of, outcome), watch)

    def text(self, state: Village, outcome: int) -> str:
        return state.board_name(nth_free(state.seat_of, outcome))


def sit(state: Village, seat: i64, board: i64, watch: Watch | None) -> None:
    """A player sits down behind a board."""
    state.seat_of = state.seat_of.copy()
    state.seat_of[board] = seat
    if watch:
        watch.tell(state, "seated", (seat, board))


class DrawFirst(Chance[Village]):
    """The first player, never a neutral board (GS-027, GS-250)."""

    rule: ClassVar[str] = "GS-027"
    label: ClassVar[str] = "first player"

    def outcomes(self, state: Village) -> int:
        return int(state.seats)

    def take(self, state: Village, outcome: int, watch: Watch | None) -> None:
        begin_with(state, outcome)

    def text(self, state: Village, outcome: int) -> str:
        return state.board_name(state.seat_of.index(outcome))


def begin_with(state: Village, seat: i64) -> None:
    """That player's board has the first turn."""
    state.first = state.seat_of.index(seat)
    state.active = state.first


class ChooseBoards(Automatic[Village]):
    """Option *choose*: seat by seat colour, side of the village and power; the first seat lays neutral boards."""

    rule: ClassVar[str] = "GS-242"

    def __init__(self, laid: i64) -> None:
        self.laid = laid

    def args(self) -> tuple[int, ...]:
        return (self.laid,)

    def run(self, state: Village, watch: Watch | None) -> None:
        if self.laid < BOARDS:
            state.push(ChooseBoards(self.laid + 1))
            state.push(ChooseColour(self.laid))


class ChooseColour(SetUpChoice):
    """The colour of the next board (GS-012)."""

    rule: ClassVar[str] = "GS-012"

    @classmethod
    def span(cls, content: Content) -> int:
        return BOARDS

    def options(self, state: Village, seat: int) -> list[int]:
        return left_out(state.colours, BOARDS)

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        state.push(ChooseSpot(self.laid, option))

    def text(self, state: Village, option: int) -> str:
        return f"board {state.tables.colour_names[option]}"


class ChooseSpot(SetUpChoice):
    """The side of the village where that board lies (GS-012)."""

    rule: ClassVar[str] = "GS-012"

    def __init__(self, laid: i64, colour: i64) -> None:
        super().__init__(laid)
        self.colour = colour

    def args(self) -> tuple[int, ...]:
        return (self.laid, self.colour)

    @classmethod
    def span(cls, content: Content) -> int:
        return BOARDS

    def options(self, state: Village, seat: int) -> list[int]:
        return [board for board in range(BOARDS) if state.colours[board] == NONE]

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        set_colour(state, option, self.colour, watch)
        if self.laid < state.seats:
            sit(state, self.laid, option, watch)
        if sides_open(state, option) == 1:
            set_side(state, option, 0, watch)
        else:
            state.push(ChooseSide(self.laid, option))

    def text(self, state: Village, option: int) -> str:
        return f"board lies {SIDE_NAMES[option]}"


class ChooseSide(SetUpChoice):
    """The power of that board (GS-012)."""

    rule: ClassVar[str] = "GS-012"

    def __init__(self, laid: i64, board: i64) -> None:
        super().__init__(laid)
        self.board = board

    def args(self) -> tuple[int, ...]:
        return (self.laid, self.board)

    @classmethod
    def span(cls, content: Content) -> int:
        return 2

    def options(self, state: Village, seat: int) -> list[int]:
        return [0, 1]

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        set_side(state, self.board, option, watch)

    def text(self, state: Village, option: int) -> str:
        return f"power {state.tables.power_names[2 * state.colours[self.board] + option]}"


class ChooseFirst(Decision[Village]):
    """The first player, named by the first seat (GS-027)."""

    rule: ClassVar[str] = "GS-027"

    @classmethod
    def span(cls, content: Content) -> int:
        return BOARDS

    def seat(self, state: Village) -> int:
        return 0

    def options(self, state: Village, seat: int) -> list[int]:
        return list(range(int(state.seats)))

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        begin_with(state, option)

    def text(self, state: Village, option: int) -> str:
        return f"{state.board_name(state.seat_of.index(option))} begins"


class Deal(Automatic[Village]):
    """Qi, Tao tokens, Yin-Yangs, figurines, Buddhas, power tokens, the deck; then the first turn (GS-013 to GS-026)."""

    rule: ClassVar[str] = "GS-013"

    def run(self, state: Village, watch: Watch | None) -> None:
        tables = state.tables
        state.tao_supply = [tables.tao_supply] * COLOURS
        state.temple_buddhas = tables.buddhas
        state.qi_supply = tables.qi_supply
        for board in range(BOARDS):
            if state.seat_of[board] == NONE:
                state.status[board] = NEUTRAL
                state.qi[board] = tables.neutral_qi  # GS-195
            else:
                self._equip(state, board)
            state.qi_supply -= state.qi[board]
        state.deck = tables.deck_size[state.seats] + state.incarnations
        state.unseen = tables.ghosts.copy()
        state.unseen_incarnations = tables.incarnations.copy()
        state.derive()
        state.push(BEGIN_TURN)

    def _equip(self, state: Village, board: i64) -> None:
        """A Taoist begins on the central tile with what level and number of players give (GS-013 to GS-018, GS-213)."""
        tables = state.tables
        level = state.level
        state.status[board] = LIVING
        state.at[board] = CENTRE
        state.qi[board] = tables.five_qi if state.five_qi else tables.level_qi[level]
        state.yin_yang[board] = tables.level_yin_yang[level]
        state.tokens[board] = tables.power_tokens[state.seats]
        for colour in range(COLOURS):
            count: i64 = 0
            if colour == BLACK:
                count = tables.level_black[level]
            elif state.seats == 1 or colour == state.colours[board]:
                count = tables.level_own[level]
            state.tao[board * COLOURS + colour] = count
            state.tao_supply[colour] -= count

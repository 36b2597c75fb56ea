"""The Yang phase: move, help or exorcism, Buddhas; powers, power tokens and the Yin-Yang between (GS-084 to GS-095)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from witchboard.engine.state import Content, Watch
from witchboard.engine.steps import Automatic

from ..state import NEUTRAL, Village
from ..tables import (
    ALTAR,
    BOARDS,
    COLOURS,
    GUST,
    MANTRA,
    NONE,
    PLACES,
    POCKETS,
    SECOND_WIND,
    SPACES,
    SPIRES,
    TWIN_WINDS,
)
from .board import colours_left, gain_tao, living, may_use
from .choices import ActiveChoice
from .exorcism import begin_attempt
from .haunting import restore_tile
from .help import ask_villager, helping
from .requirement import exorcisable

# The options of `Yang`, in this order.
MOVE: Final = 0
HELP: Final = MOVE + PLACES
EXORCISE: Final = HELP + 1
TAKE_TAO: Final = EXORCISE + 1
PUT_MANTRA: Final = TAKE_TAO + COLOURS
WIND: Final = PUT_MANTRA + SPACES
ASK: Final = WIND + BOARDS
RESTORE: Final = ASK + PLACES
BORROW: Final = RESTORE + PLACES
BUDDHA: Final = BORROW + BOARDS
END: Final = BUDDHA + SPACES


class YangPhase(Automatic[Village]):
    """Ask the active Taoist what he does next; a dead one's turn is over (GS-030, GS-086)."""

    rule: ClassVar[str] = "GS-084"

    def run(self, state: Village, watch: Watch | None) -> None:
        if living(state, state.active):
            state.yang = 1
            state.push(YANG)


class Yang(ActiveChoice):
    """What the active Taoist does next (GS-084, GS-085, GS-163, GS-236).

    Everything he may do stands side by side, so no extra needs a "no". A move comes before help or exorcism, those
    before Buddhas; the Yin-Yang and power tokens fit anywhere between.
    """

    rule: ClassVar[str] = "GS-084"
    closing: ClassVar[bool] = True

    @classmethod
    def span(cls, content: Content) -> int:
        return END + 1

    def options(self, state: Village, seat: int) -> list[int]:
        active = state.active
        here = state.at[active]
        tables = state.tables
        open_help = not state.placing and may_help(state) and not state.haunted[here]
        able = helping(state) if open_help or state.yin_yang[active] else 0
        first_step = not (state.moved or state.helps or state.attempts or state.placing)
        found: list[int] = []
        if first_step:
            found = (tables.elsewhere if may_use(state, SPIRES) else tables.near)[here].copy()
        if open_help and (able >> state.tiles[here]) & 1:
            found.append(HELP)
        if not state.placing and may_attempt(state) and exorcisable(state):
            found.append(EXORCISE)
        if first_step:
            self._before_move(state, found)
        if state.yin_yang[active]:
            for place in range(PLACES):
                if not state.haunted[place] and (able >> state.tiles[place]) & 1:
                    found.append(ASK + place)
            if (able >> ALTAR) & 1:
                for place in range(PLACES):
                    if state.haunted[place]:
                        found.append(RESTORE + place)
        if state.tokens[active] > state.tokens_used:
            for board in range(BOARDS):
                if may_borrow(state, board):
                    found.append(BORROW + board)
        if state.buddhas[active]:
            for space in tables.facing[here]:
                if not state.ghosts[space] and not state.buddhas_on[space]:
                    found.append(BUDDHA + space)
        found.append(END)
        return found

    def _before_move(self, state: Village, found: list[int]) -> None:
        """Powers that serve once a turn, before the move (GS-090 to GS-095)."""
        if may_use(state, POCKETS) and not (state.before_move >> POCKETS) & 1:
            for colour in colours_left(state):
                found.append(TAKE_TAO + colour)
        if may_use(state, MANTRA) and not (state.before_move >> MANTRA) & 1 and not state.mantra_rests:
            for space in range(SPACES):
                if state.ghosts[space] and space != state.mantra:
                    found.append(PUT_MANTRA + space)
        if may_use(state, TWIN_WINDS) and not (state.before_move >> TWIN_WINDS) & 1:
            for board in range(BOARDS):
                if board != state.active and living(state, board):
                    found.append(WIND + board)

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        if option == END:
            return
        active = state.active
        state.push(YANG_PHASE)
        if option < HELP:
            state.moved = 1
            move(state, active, option, watch)
        elif option == HELP:
            state.helps += 1
            ask_villager(state, state.at[active], watch)
        elif option == EXORCISE:
            state.attempts += 1
            begin_attempt(state, watch)
        elif option < PUT_MANTRA:
            state.before_move |= 1 << POCKETS
            gain_tao(state, active, option - TAKE_TAO, watch)
        elif option < WIND:
            state.before_move |= 1 << MANTRA
            state.mantra = option - PUT_MANTRA
            if watch:
                watch.tell(state, "mantra", (state.mantra,))
        elif option < ASK:
            state.before_move |= 1 << TWIN_WINDS
            state.push(BlowTaoist(option - WIND))
        else:
            self._extra(state, active, option, watch)

    def _extra(self, state: Village, active: i64, option: i64, watch: Watch | None) -> None:
        """Yin-Yang, power token, Buddha."""
        if option < BORROW:
            state.yin_yang[active] = 0  # it is paid before the effect (GS-165)
            if watch:
                watch.tell(state, "yin-yang", (active,))
            if option < RESTORE:
                ask_villager(state, option - ASK, watch)
            else:
                restore_tile(state, option - RESTORE, watch)
        elif option < BUDDHA:
            board = option - BORROW
            state.borrowed |= 1 << board
            if state.one_shot:
                state.tokens[active] -= 1  # GS-244
            else:
                state.tokens_used += 1
            if watch:
                watch.tell(state, "borrowed", (active, board))
        else:
            state.placing = 1
            state.buddhas[active] -= 1
            state.buddhas_on[option - BUDDHA] = 1
            if watch:
                watch.tell(state, "buddha placed", (option - BUDDHA,))

    def text(self, state: Village, option: int) -> str:
        tables = state.tables
        if option < HELP:
            return f"move to {state.tile_name(option)}"
        if option == HELP:
            return "ask for help"
        if option == EXORCISE:
            return "attempt an exorcism"
        if option < PUT_MANTRA:
            return f"take {tables.colour_names[option - TAKE_TAO]}"
        if option < WIND:
            return f"mantra on {tables.space_names[option - PUT_MANTRA]}"
        if option < ASK:
            return f"wind moves {state.board_name(option - WIND)}"
        if option < RESTORE:
            return f"yin-yang: ask {state.tile_name(option - ASK)}"
        if option < BORROW:
            return f"yin-yang: restore {state.tile_name(option - RESTORE)}"
        if option < BUDDHA:
            return f"borrow {state.board_name(option - BORROW)}"
        if option < END:
            return f"buddha on {tables.space_names[option - BUDDHA]}"
        return "end turn"


YANG: Final = Yang()
YANG_PHASE: Final = YangPhase()


def may_help(state: Village) -> bool:
    """Whether a help is still open in step 2 (GS-084, GS-146, GS-147)."""
    if state.helps == 0:
        return state.attempts == 0 or (state.attempts == 1 and may_use(state, GUST))
    return state.helps == 1 and state.attempts == 0 and may_use(state, SECOND_WIND)


def may_attempt(state: Village) -> bool:
    """Whether an exorcism is still open in step 2 (GS-084, GS-146, GS-147)."""
    if state.attempts == 0:
        return state.helps == 0 or (state.helps == 1 and may_use(state, GUST))
    return state.attempts == 1 and state.helps == 0 and may_use(state, SECOND_WIND)


def may_borrow(state: Village, board: i64) -> bool:
    """Whether a power token can serve for that board now (GS-204, GS-206)."""
    return state.status[board] == NEUTRAL and state.powers[board] != NONE and not (state.borrowed >> board) & 1


def move(state: Village, board: i64, place: i64, watch: Watch | None) -> None:
    """A Taoist goes to a tile, haunted or not (GS-088)."""
    came = state.at[board]
    state.at[board] = place
    if watch:
        watch.tell(state, "moved", (board, came, place))


class BlowTaoist(ActiveChoice):
    """Dance of the Twin Winds: where the other Taoist is moved, one step (GS-090)."""

    rule: ClassVar[str] = "GS-090"

    def __init__(self, board: i64) -> None:
        self.board = board

    def args(self) -> tuple[int, ...]:
        return (self.board,)

    @classmethod
    def span(cls, content: Content) -> int:
        return PLACES

    def options(self, state: Village, seat: int) -> list[int]:
        return state.tables.near[state.at[self.board]]

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        move(state, self.board, option, watch)

    def text(self, state: Village, option: int) -> str:
        return f"move {state.board_name(self.board)} to {state.tile_name(option)}"

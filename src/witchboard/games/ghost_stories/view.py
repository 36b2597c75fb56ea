"""What an observer may know of a position, as plain typed values: all that leaves the table passes through here.

Everything on the table is open to all (GS-003). Never told are the order of the deck, the ghosts removed at set-up and
the incarnations that have not been drawn. Nothing is copied from a position but what is named in this file.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, TypeAlias

import msgspec

from witchboard.engine.play import asked

from .rules.board import free_dice, may_use
from .rules.ghosts import Place, RerollCurse
from .rules.haunting import haunted_tiles
from .rules.turn import Overrun
from .score import CAUSES
from .state import DEAD, LIVING, NEUTRAL, POSSESSED, UNDECIDED, Village
from .tables import (
    ALL_POWERS_OFF,
    BOARDS,
    CIRCLE,
    CODES,
    COLOURS,
    FACES,
    HAUNTER,
    MOUNTAIN,
    NONE,
    PLACES,
    POWER_LOCK,
    SPACES,
    TEMPLE,
    TILE_KEYS,
    Tables,
)

BOARD_KEYS: Final = ("N", "E", "S", "W")
Status: TypeAlias = Literal["living", "dead", "neutral", "possessed"]
Figure: TypeAlias = Literal["", "card", "first"]
Phase: TypeAlias = Literal["set-up", "ghosts", "arrival", "move", "act", "buddhas", "over"]
STATUS: Final[dict[int, Status]] = {LIVING: "living", DEAD: "dead", NEUTRAL: "neutral", POSSESSED: "possessed"}


class Taos(msgspec.Struct, frozen=True):
    """A number for each of the five colours: tokens, or a resistance."""

    red: int = 0
    green: int = 0
    blue: int = 0
    yellow: int = 0
    black: int = 0


class Card(msgspec.Struct, frozen=True):
    """What a ghost card prints. `colour` says where it is placed, `resistance` what must be met in each colour."""

    number: int
    name: str
    colour: str
    incarnation: bool
    resistance: Taos
    left: tuple[str, ...]
    centre: tuple[str, ...]
    right: tuple[str, ...]
    own: tuple[str, ...]


class Tile(msgspec.Struct, frozen=True):
    """A tile where it lies; `taoists` lists the colours of the figures on it, `tao` the Circle's token."""

    row: int
    column: int
    key: str = ""
    name: str = ""
    haunted: bool = False
    taoists: tuple[str, ...] = ()
    buddhas: int = 0
    tao: str = ""


class Board(msgspec.Struct, frozen=True):
    """A board and what lies before its owner. `off` says why its power is off, empty while it is on.

    `buddhas` may be placed now, `fresh` from the next turn on. Of `tokens`, `tokens_used` served this turn already.
    """

    key: str
    colour: str = ""
    side: str = ""
    power: str = ""
    off: str = ""
    seat: int | None = None
    status: Status = "neutral"
    active: bool = False
    borrowed: bool = False
    qi: int = 0
    tao: Taos = Taos()
    yin_yang: bool = False
    buddhas: int = 0
    fresh: int = 0
    tokens: int = 0
    tokens_used: int = 0
    place: tuple[int, int] | None = None


class Space(msgspec.Struct, frozen=True):
    """A ghost space. `needs` is the ghost's resistance as it stands.

    The Circle is taken off, and the Mantra where the ghost has a single colour. `figure` says where its haunting figure
    is, `die` that it holds a captured die.
    """

    name: str
    ghost: Card | None = None
    needs: Taos = Taos()
    figure: Figure = ""
    die: bool = False
    buddha: bool = False
    mantra: bool = False


class Deck(msgspec.Struct, frozen=True):
    """How many cards are left, and where the incarnations lie in them: 1 is the top card."""

    count: int = 0
    incarnations: tuple[int, ...] = ()


class Dice(msgspec.Struct, frozen=True):
    """The dice before the Taoist: faces as rolled, whether the last of them is gray, the face of the Curse die."""

    free: int = 0
    faces: tuple[str, ...] = ()
    gray: bool = False
    curse: str = ""


class Supply(msgspec.Struct, frozen=True):
    """What nobody holds; `tokens` are power tokens on the central tile."""

    qi: int = 0
    tao: Taos = Taos()
    tokens: int = 0


class View(msgspec.Struct, frozen=True):
    """A position of Ghost Stories as everybody sees it. Tiles in reading order, boards N E S W, spaces N1 to W3.

    `drawn` is the card on its way to a space. `result` is empty, or the cause of the end.
    """

    players: int
    level: str
    options: tuple[str, ...]
    phase: Phase
    round: int
    active: str
    first: str
    asked: tuple[int, ...]
    tiles: tuple[Tile, ...]
    boards: tuple[Board, ...]
    spaces: tuple[Space, ...]
    deck: Deck
    drawn: Card | None
    discard: tuple[Card, ...]
    dice: Dice
    supply: Supply
    circle: str
    tao_locked: bool
    wild: bool
    haunted: int
    haunted_limit: int
    incarnations: int
    exorcised: int
    result: str


def view(state: Village, observer: int) -> View:
    """What that seat, the public, or all may know: the same for everybody, as nothing on the table is hidden."""
    tables = state.tables
    drawn = _drawn(state)
    return View(
        players=state.seats,
        level=tables.level_names[state.level],
        options=_options(state),
        phase=_phase(state),
        round=state.rounds + 1,
        active=BOARD_KEYS[state.active],
        first=BOARD_KEYS[state.first],
        asked=tuple(asked(state)),
        tiles=_tiles(state),
        boards=tuple([_board(state, board) for board in range(BOARDS)]),
        spaces=tuple([_space(state, space) for space in range(SPACES)]),
        deck=Deck(state.deck, _incarnations(state)),
        drawn=cards(tables)[drawn] if drawn else None,
        discard=tuple([cards(tables)[card] for card in state.discard]),
        dice=_dice(state),
        supply=Supply(state.qi_supply, Taos(*state.tao_supply), state.central_tokens),
        circle="" if state.circle == NONE else tables.colour_names[state.circle],
        tao_locked=state.tao_locked,
        wild=state.wild,
        haunted=haunted_tiles(state),
        haunted_limit=state.haunted_limit,
        incarnations=state.incarnations,
        exorcised=state.exorcised,
        result="" if state.result == UNDECIDED else CAUSES[state.result][0],
    )


@lru_cache(maxsize=16)
def cards(tables: Tables) -> tuple[Card, ...]:
    """All cards as printed, by number; number 0 is no card."""
    found = [Card(0, "", "", False, Taos(), (), (), (), ())]
    for card in range(1, len(tables.names)):
        left, centre, right = tables.left[card], tables.centre[card], tables.right[card]
        stones = {*left, *centre, *right}
        own = [code for code in range(len(CODES)) if tables.has(card, code) and code not in stones]
        found.append(
            Card(
                card,
                tables.names[card],
                tables.colour_names[tables.colour[card]],
                bool(tables.incarnation[card]),
                Taos(*tables.need[card]),
                *(tuple([CODES[code] for code in codes]) for codes in (left, centre, right, own)),
            )
        )
    return tuple(found)


def _options(state: Village) -> tuple[str, ...]:
    flags = {
        "five-qi": state.five_qi,
        "first-printing": state.haunted_limit != state.tables.haunted_limit,
        "choose": state.choose,
        "pavilion-step": state.pavilion_step,
        "one-shot-tokens": state.one_shot,
        "herbalist-two": state.herbalist_two,
        "consent": state.consent,
    }
    return tuple([key for key, on in flags.items() if on])


def _phase(state: Village) -> Phase:
    """Where in the turn the game is (GS-029, GS-084)."""
    if state.result:
        return "over"
    if LIVING not in state.status:
        return "set-up"
    if not state.yang:
        return "ghosts" if any(isinstance(step, Overrun) for step in state.stack) else "arrival"
    if state.placing:
        return "buddhas"
    return "act" if state.moved or state.helps or state.attempts else "move"


def _tiles(state: Village) -> tuple[Tile, ...]:
    tables = state.tables
    found = []
    for place in range(PLACES):
        row, column = divmod(place, 3)
        if place >= len(state.tiles):
            found.append(Tile(row, column))
            continue
        kind = state.tiles[place]
        found.append(
            Tile(
                row,
                column,
                TILE_KEYS[kind],
                tables.tile_names[kind],
                state.haunted[place] == 1,
                tuple([state.board_name(board) for board in range(BOARDS) if state.at[board] == place]),
                state.temple_buddhas if kind == TEMPLE else 0,
                tables.colour_names[state.circle] if kind == CIRCLE and state.circle != NONE else "",
            )
        )
    return tuple(found)


def _board(state: Village, board: int) -> Board:
    tables = state.tables
    colour, side, place = state.colours[board], state.sides[board], state.at[board]
    if colour == NONE:
        return Board(BOARD_KEYS[board])
    mine = state.tao[board * COLOURS : (board + 1) * COLOURS]
    active = board == state.active
    return Board(
        key=BOARD_KEYS[board],
        colour=tables.colour_names[colour],
        side="" if side == NONE else "AB"[side],
        power="" if side == NONE else tables.power_names[2 * colour + side],
        off="" if LIVING not in state.status else _off(state, board),
        seat=None if state.seat_of[board] == NONE else state.seat_of[board],
        status=STATUS[state.status[board]],
        active=active,
        borrowed=state.borrowed >> board & 1 == 1,
        qi=state.qi[board],
        tao=Taos(*mine),
        yin_yang=state.yin_yang[board] == 1,
        buddhas=state.buddhas[board],
        fresh=state.fresh_buddhas if active else 0,
        tokens=state.tokens[board],
        tokens_used=state.tokens_used if active else 0,
        place=None if place == NONE else (place // 3, place % 3),
    )


def _off(state: Village, board: int) -> str:
    """Why the board's power is off (GS-075, GS-174, GS-186, GS-206)."""
    if state.powers[board] != NONE:
        return ""
    if state.status[board] == DEAD:
        return "its Taoist is dead"
    if state.status[board] == POSSESSED:
        return "the board is possessed"
    for space in range(SPACES):
        card = state.ghosts[space]
        if state.tables.has(card, ALL_POWERS_OFF) or (space // 3 == board and state.tables.has(card, POWER_LOCK)):
            return f"{state.tables.names[card]} locks it"
    return "it is locked"


def _space(state: Village, space: int) -> Space:
    tables = state.tables
    name, card = tables.space_names[space], state.ghosts[space]
    buddha = state.buddhas_on[space] == 1
    if not card:
        return Space(name, buddha=buddha)
    mantra = state.mantra == space
    figure: Figure = ""
    if tables.has(card, HAUNTER):
        figure = "first" if state.figures[space] else "card"
    needs = _needs(state, card, mantra)
    return Space(name, cards(tables)[card], needs, figure, state.dice_on[space] == 1, buddha, mantra)


def _needs(state: Village, card: int, mantra: bool) -> Taos:
    """The resistance after the Circle, and after the Mantra where its colour is no choice (GS-126, GS-127)."""
    need = list(state.tables.need[card])
    if state.circle != NONE and need[state.circle]:
        need[state.circle] -= 1
    if mantra and sum(map(bool, need)) == 1:
        need = [max(count - 1, 0) for count in need]
    return Taos(*need)


def _incarnations(state: Village) -> tuple[int, ...]:
    """Each incarnation lies on so many ghosts that its place is known, though not its face (GS-022, GS-023)."""
    spacing = state.tables.spacing
    below = [spacing * nth for nth in range(state.incarnations, 0, -1)]
    return tuple([state.deck - cards_from + 1 for cards_from in below if cards_from <= state.deck])


def _drawn(state: Village) -> int:
    """The card that is drawn and not placed yet, or the one whose drawing lost the game."""
    step = state.stack[-1] if state.stack else None
    return step.card if isinstance(step, Place) else state.last_card


def _dice(state: Village) -> Dice:
    step = state.stack[-1] if state.stack else None
    free = free_dice(state)
    faces = tuple([state.tables.face_names[face] for face in state.faces])
    gray = state.attempts > 0 and len(faces) == free + 1 and may_use(state, MOUNTAIN)
    return Dice(free, faces, gray, FACES[step.face] if isinstance(step, RerollCurse) else "")

"""The position of a game of Ghost Stories."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from witchboard.engine.state import State

from .tables import (
    ALL_POWERS_OFF,
    BOARDS,
    COLOURS,
    MANTRA,
    NO_WILD,
    NONE,
    PLACES,
    POWER_LOCK,
    SPACES,
    TAO_LOCK,
    Tables,
)

# What sits behind a board.
LIVING: Final = 0
DEAD: Final = 1
NEUTRAL: Final = 2
POSSESSED: Final = 3

UNDECIDED: Final = 0
WON: Final = 1
LOST_TAOISTS: Final = 2
LOST_VILLAGE: Final = 3
LOST_DECK: Final = 4
CALLED_OFF: Final = 5


class Village(State):
    """Everything on the table of Ghost Stories. Lists marked (set-up) never change once the game has begun."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "seats",
        "tiles",
        "colours",
        "sides",
        "seat_of",
        "haunted",
        "status",
        "qi",
        "tao",
        "yin_yang",
        "at",
        "buddhas",
        "fresh_buddhas",
        "tokens",
        "ghosts",
        "figures",
        "dice_on",
        "buddhas_on",
        "unseen",
        "unseen_incarnations",
        "discard",
        "deck",
        "incarnations",
        "exorcised",
        "last_card",
        "qi_supply",
        "tao_supply",
        "temple_buddhas",
        "central_tokens",
        "circle",
        "mantra",
        "mantra_rests",
        "first",
        "active",
        "rounds",
        "yang",
        "moved",
        "helps",
        "attempts",
        "placing",
        "before_move",
        "borrowed",
        "tokens_used",
        "faces",
        "paid",
        "refused",
        "result",
        "level",
        "five_qi",
        "haunted_limit",
        "choose",
        "pavilion_step",
        "one_shot",
        "herbalist_two",
        "consent",
        "round_limit",
    )

    seats: i64
    # set-up
    tiles: list[i64]  # kind of tile at each place
    colours: list[i64]  # colour of each board
    sides: list[i64]  # 0 A, 1 B
    seat_of: list[i64]
    # the village and the boards
    haunted: list[i64]
    status: list[i64]
    qi: list[i64]
    tao: list[i64]
    yin_yang: list[i64]
    at: list[i64]
    buddhas: list[i64]  # taken on an earlier turn
    fresh_buddhas: i64  # taken by the active Taoist this turn
    tokens: list[i64]
    ghosts: list[i64]
    figures: list[i64]  # 0 on the card, 1 on the first board icon
    dice_on: list[i64]
    buddhas_on: list[i64]
    # the deck
    unseen: list[int]
    unseen_incarnations: list[int]
    discard: list[int]
    deck: i64
    incarnations: i64
    exorcised: i64
    last_card: i64  # the card whose drawing lost the game
    # supply
    qi_supply: i64
    tao_supply: list[i64]
    temple_buddhas: i64
    central_tokens: i64
    circle: i64
    mantra: i64  # the space it lies on
    mantra_rests: i64  # its ghost left play this turn
    # the turn
    first: i64  # the board that had the first turn
    active: i64
    rounds: i64
    yang: i64
    moved: i64
    helps: i64
    attempts: i64
    placing: i64
    before_move: i64  # bit mask of powers used before the move
    borrowed: i64  # bit mask of neutral boards
    tokens_used: i64
    # a roll
    faces: list[i64]
    paid: list[i64]
    refused: i64  # bit mask of boards whose owners lend nothing
    result: i64
    # options
    level: i64
    five_qi: i64
    haunted_limit: i64
    choose: i64
    pavilion_step: i64
    one_shot: i64
    herbalist_two: i64
    consent: i64
    round_limit: i64
    # worked out from the above
    powers: list[i64]  # the power that is on, NONE while it is off
    tao_locked: bool
    wild: bool

    def __init__(self, tables: Tables, source: Village | None = None) -> None:
        super().__init__(tables)
        self.tables = tables
        if source is None:
            self._clear()
        else:
            self._copy(source)

    def _clear(self) -> None:
        self.seats = 0
        self.tiles = []
        self.colours = [NONE] * BOARDS
        self.sides = [NONE] * BOARDS
        self.seat_of = [NONE] * BOARDS
        self.haunted = [0] * PLACES
        self.status = [NEUTRAL] * BOARDS
        self.qi = [0] * BOARDS
        self.tao = [0] * (BOARDS * COLOURS)
        self.yin_yang = [0] * BOARDS
        self.at = [NONE] * BOARDS
        self.buddhas = [0] * BOARDS
        self.fresh_buddhas = 0
        self.tokens = [0] * BOARDS
        self.ghosts = [0] * SPACES
        self.figures = [0] * SPACES
        self.dice_on = [0] * SPACES
        self.buddhas_on = [0] * SPACES
        self.unseen = []
        self.unseen_incarnations = []
        self.discard = []
        self.deck = 0
        self.incarnations = 0
        self.exorcised = 0
        self.last_card = 0
        self.qi_supply = 0
        self.tao_supply = [0] * COLOURS
        self.temple_buddhas = 0
        self.central_tokens = 0
        self.circle = NONE
        self.mantra = NONE
        self.mantra_rests = 0
        self.first = 0
        self.active = 0
        self.rounds = 0
        self.yang = 0
        self.moved = 0
        self.helps = 0
        self.attempts = 0
        self.placing = 0
        self.before_move = 0
        self.borrowed = 0
        self.tokens_used = 0
        self.faces = []
        self.paid = []
        self.refused = 0
        self.result = UNDECIDED
        self.level = 0
        self.five_qi = 0
        self.haunted_limit = 0
        self.choose = 0
        self.pavilion_step = 0
        self.one_shot = 0
        self.herbalist_two = 0
        self.consent = 0
        self.round_limit = 0
        self.powers = [NONE] * BOARDS
        self.tao_locked = False
        self.wild = True

    def _copy(self, source: Village) -> None:
        self.stack = source.stack.copy()
        self.retractable = source.retractable
        self.seats = source.seats
        self.tiles = source.tiles
        self.colours = source.colours
        self.sides = source.sides
        self.seat_of = source.seat_of
        self.haunted = source.haunted.copy()
        self.status = source.status.copy()
        self.qi = source.qi.copy()
        self.tao = source.tao.copy()
        self.yin_yang = source.yin_yang.copy()
        self.at = source.at.copy()
        self.buddhas = source.buddhas.copy()
        self.fresh_buddhas = source.fresh_buddhas
        self.tokens = source.tokens.copy()
        self.ghosts = source.ghosts.copy()
        self.figures = source.figures.copy()
        self.dice_on = source.dice_on.copy()
        self.buddhas_on = source.buddhas_on.copy()
        self.unseen = source.unseen.copy()
        self.unseen_incarnations = source.unseen_incarnations.copy()
        self.discard = source.discard.copy()
        self.deck = source.deck
        self.incarnations = source.incarnations
        self.exorcised = source.exorcised
        self.last_card = source.last_card
        self.qi_supply = source.qi_supply
        self.tao_supply = source.tao_supply.copy()
        self.temple_buddhas = source.temple_buddhas
        self.central_tokens = source.central_tokens
        self.circle = source.circle
        self.mantra = source.mantra
        self.mantra_rests = source.mantra_rests
        self.first = source.first
        self.active = source.active
        self.rounds = source.rounds
        self.yang = source.yang
        self.moved = source.moved
        self.helps = source.helps
        self.attempts = source.attempts
        self.placing = source.placing
        self.before_move = source.before_move
        self.borrowed = source.borrowed
        self.tokens_used = source.tokens_used
        self.faces = source.faces.copy()
        self.paid = source.paid.copy()
        self.refused = source.refused
        self.result = source.result
        self.level = source.level
        self.five_qi = source.five_qi
        self.haunted_limit = source.haunted_limit
        self.choose = source.choose
        self.pavilion_step = source.pavilion_step
        self.one_shot = source.one_shot
        self.herbalist_two = source.herbalist_two
        self.consent = source.consent
        self.round_limit = source.round_limit
        self.powers = source.powers.copy()
        self.tao_locked = source.tao_locked
        self.wild = source.wild

    def clone(self) -> Village:
        return Village(self.tables, self)

    def derive(self) -> None:
        """Work out which powers are on (GS-075, GS-174, GS-186, GS-206) and what locks tokens and whites.

        A Mantra whose board has no power is set aside (GS-175).
        """
        tables = self.tables
        self.tao_locked = False
        self.wild = True
        all_off = False
        locked: i64 = 0
        for space in range(SPACES):
            card = self.ghosts[space]
            if tables.lasting[card]:
                traits = tables.traits[card]
                self.tao_locked = self.tao_locked or (traits >> TAO_LOCK) & 1 != 0
                self.wild = self.wild and (traits >> NO_WILD) & 1 == 0
                all_off = all_off or (traits >> ALL_POWERS_OFF) & 1 != 0
                if (traits >> POWER_LOCK) & 1:
                    locked |= 1 << (space // 3)
        mantra_on = False
        for board in range(BOARDS):
            unlaid = self.sides[board] == NONE
            off = unlaid or all_off or (locked >> board) & 1 != 0 or (self.status[board] & 1) != 0
            power: i64 = NONE if off else 2 * self.colours[board] + self.sides[board]
            self.powers[board] = power
            mantra_on = mantra_on or power == MANTRA
        if not mantra_on:
            self.mantra = NONE

    def board_name(self, board: i64) -> str:
        """A board is called by its colour."""
        return self.tables.colour_names[self.colours[board]]

    def tile_name(self, place: i64) -> str:
        """The name of the tile that lies there."""
        return self.tables.tile_names[self.tiles[place]]

    def card_name(self, card: i64) -> str:
        """The card's name with its number, which tells cards of one name apart."""
        return f"{self.tables.names[card]} {card}"

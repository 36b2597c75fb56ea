"""The rows of content.toml: one type a table, with the values each field may have.

Every row has the number of the rule it stands on (`rule`, further ones in `see`) and where it is known from (`source`).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

Colour: TypeAlias = Literal["red", "green", "blue", "yellow", "black"]
Face: TypeAlias = Literal["red", "green", "blue", "yellow", "black", "white"]
Board: TypeAlias = Literal["N", "E", "S", "W"]
Stone: TypeAlias = Literal["left", "centre", "right", "own"]
Curse: TypeAlias = Literal["BLANK", "HAUNT", "SUMMON", "LOSE_ALL_TAO", "LOSE_QI"]
LevelKey: TypeAlias = Literal["initiation", "normal", "nightmare", "hell"]
Code: TypeAlias = Literal[
    "SUMMON", "HAUNT", "LOSE_QI", "FAST", "CAPTURE", "TAO_LOCK", "GROUP_LOSE_TAO", "HAUNTER", "TORMENTOR", "POWER_LOCK",
    "DICE_IMMUNE", "CURSE", "QI_OR_YY", "TAO1", "TAO2", "INC_REWARD", "CIRCLE_BACK", "OPPOSITE_EMPTY", "NEEDS_BUDDHA",
    "ALL_POWERS_OFF", "NO_WILD",
]  # fmt: skip
TileKey: TypeAlias = Literal[
    "circle-of-prayer", "buddhist-temple", "cemetery", "taoist-altar", "herbalists-shop", "sorcerers-hut",
    "night-watchmans-beat", "pavilion", "tea-house",
]  # fmt: skip
PowerKey: TypeAlias = Literal[
    "bottomless-pockets", "enfeeblement-mantra", "dance-of-the-spires", "dance-of-the-twin-winds", "the-gods-favorite",
    "strength-of-a-mountain", "heavenly-gust", "second-wind",
]  # fmt: skip
OptionKey: TypeAlias = Literal[
    "five-qi", "first-printing", "choose", "pavilion-step", "one-shot-tokens", "herbalist-two", "consent"
]
Source: TypeAlias = Literal["printed", "public", "house"]
Rule: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^GS-(\d{3}|R\d{2})$")]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=99)]
Text: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Tile: TypeAlias = tuple[Count, Count]
"""A place in the village: row and column, (0, 0) in the north-west."""

COLOURS: Final[tuple[Colour, ...]] = ("red", "green", "blue", "yellow", "black")


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What every row has."""

    rule: Rule
    source: Source
    see: tuple[Rule, ...] = ()


class Resistance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many faces or tokens of each colour an incarnation needs."""

    red: Count = 0
    green: Count = 0
    blue: Count = 0
    yellow: Count = 0
    black: Count = 0


class Ghost(Row, frozen=True):
    """A ghost card; its resistance is in its own colour."""

    number: Number
    name: Text
    colour: Colour
    resistance: Number
    left: tuple[Code, ...]
    centre: tuple[Code, ...]
    right: tuple[Code, ...]

    @property
    def needs(self) -> tuple[int, ...]:
        """The resistance in each colour, in the order of COLOURS."""
        return tuple(self.resistance if colour == self.colour else 0 for colour in COLOURS)

    @property
    def own(self) -> tuple[Code, ...]:
        """The rules it has of its own: a ghost has none."""
        return ()


class Incarnation(Row, frozen=True):
    """A card of Wu-Feng. `colour` says where it is placed, `own` holds as long as it is in play."""

    number: Number
    name: Text
    colour: Colour
    resistance: Resistance
    left: tuple[Code, ...]
    centre: tuple[Code, ...]
    right: tuple[Code, ...]
    own: tuple[Code, ...]

    @property
    def needs(self) -> tuple[int, ...]:
        """The resistance in each colour, in the order of COLOURS."""
        return msgspec.structs.astuple(self.resistance)


Card: TypeAlias = Ghost | Incarnation


class Ability(Row, frozen=True):
    """What a code on a card means. `amount` is the number it stands for: tokens, Qi, dice, icons."""

    code: Code
    name: Text
    sentence: Text
    stones: tuple[Stone, ...]
    lasting: bool = False
    amount: Count = 0


class Villager(Row, frozen=True):
    """A village tile and the effect of its helper's help, with the numbers in it; `cost` is Qi."""

    key: TileKey
    name: Text
    helper: Text
    effect: Text
    tao: Count = 0
    qi: Count = 0
    cost: Count = 0
    dice: Count = 0
    curses: Count = 0
    buddhas: Count = 0
    arrivals: Count = 0
    restores: Count = 0
    reduction: Count = 0


class Power(Row, frozen=True):
    """One side of a board: the power of its Taoist, with the numbers in it."""

    key: PowerKey
    colour: Colour
    side: Literal["A", "B"]
    name: Text
    sentence: Text
    tao: Count = 0
    steps: Count = 0
    dice: Count = 0
    rerolls: Count = 0
    actions: Count = 0
    reduction: Count = 0


class Tao(Row, frozen=True):
    """A colour with its tokens: `letter` in written notation, `tao` the thing on the token, `sign` its picture."""

    key: Colour
    letter: Annotated[str, msgspec.Meta(pattern="^[A-Z]$")]
    tao: Text
    sign: Text


class Space(Row, frozen=True):
    """A space for a ghost: board and number, the line of tiles in front of it (nearest first), the space opposite."""

    name: Annotated[str, msgspec.Meta(pattern="^[NESW][1-3]$")]
    board: Board
    line: tuple[Tile, ...]
    opposite: str


class Level(Row, frozen=True):
    """A level of difficulty. `incarnations` by number of players, one first; `win` in points."""

    key: LevelKey
    name: Text
    sentence: Text
    qi: Number
    own_tao: Count
    black_tao: Count
    yin_yang: bool
    incarnations: tuple[Number, Number, Number, Number]
    win: Count
    incarnation_points: bool


class Players(Row, frozen=True):
    """What the number of players changes; `power_tokens` for each player."""

    players: Annotated[int, msgspec.Meta(ge=1, le=4)]
    ghosts_removed: Count
    neutral_boards: Count
    power_tokens: Count


class IncarnationScore(Row, frozen=True):
    """Points for the nth incarnation exorcised, in games of these numbers of players."""

    nth: Number
    points: Count
    players: tuple[Number, ...]


class CurseFace(Row, frozen=True):
    """A face of the Curse die; `weight` is how often the die has it."""

    face: Curse
    weight: Number
    sentence: Text
    amount: Count = 0


class TaoDie(Row, frozen=True):
    """The faces of every Tao die; `wild` is the one that stands for any colour."""

    faces: tuple[Face, ...]
    wild: Face


class Option(Row, frozen=True):
    """A set-up option, off unless the table switches it on.

    `as_printed` says which state the box's rules have: "either" if they leave it open or printings differ. `value` is
    the number the option puts in place of the usual one; `levels` are those at which it may be on.
    """

    key: OptionKey
    name: Text
    sentence: Text
    as_printed: Literal["on", "off", "either"]
    levels: tuple[LevelKey, ...]
    value: Count = 0

    @property
    def is_ruling(self) -> bool:
        """Whether it is another reading of a rule, which `see` names; GS-242 only lists the options."""
        return self.see != ("GS-242",)


class Supply(Row, frozen=True):
    """How many of each piece the box holds; `each` means of each colour."""

    qi: Number
    tao_each: Number
    yin_yang_each: Number
    buddhas: Number
    dice: Number
    gray_dice: Number
    haunting_figures: Number
    power_tokens: Number


class Boards(Row, frozen=True):
    """The four boards, clockwise; haunting icons and Buddhas at each space."""

    order: tuple[Board, Board, Board, Board]
    icons: Number
    buddhas: Number


class Village(Row, frozen=True):
    """The square of tiles: its size, where Taoists start, how many haunted tiles lose the game, where figures wait."""

    rows: Number
    columns: Number
    start: Tile
    haunted_limit: Number
    buddhas_on: TileKey
    dead_on: TileKey


class Deck(Row, frozen=True):
    """`below`: the ghosts under each incarnation, down to the next one or the end of the deck."""

    below: Number


class QiLoss(Row, frozen=True):
    """Qi lost when the active board is overrun, and when all spaces of all boards are full."""

    overrun: Number
    village_full: Number


class Move(Row, frozen=True):
    """How far a Taoist moves, in tiles, diagonals included."""

    steps: Number


class Neutral(Row, frozen=True):
    """The Qi on a board without a player."""

    qi: Number


class Solo(Row, frozen=True):
    """A lone player's starting tokens (black ones by level) and the side the red board shows."""

    tao: tuple[Colour, ...]
    red_power: PowerKey


class Score(Row, frozen=True):
    """Points for each Qi, card left in the deck (won or lost), dead Taoist, haunted tile."""

    qi: int
    card_won: int
    card_lost: int
    dead: int
    haunted: int

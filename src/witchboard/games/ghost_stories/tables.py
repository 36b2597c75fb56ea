"""Ghost Stories' content as flat tables of whole numbers, and the names of those numbers.

Boards are numbered 0 to 3 clockwise from the north, spaces 3 x board + 0..2 from left to right as the owner sees them,
tiles by place 0 to 8 in reading order and by kind 0 to 8 as below, cards by the number they carry, 0 is no card.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from witchboard.engine.state import Content

NONE: Final[i64] = -1
SIDE_NAMES: Final = ("north", "east", "south", "west")
BOARDS: Final[i64] = 4
SPACES: Final[i64] = 12
PLACES: Final[i64] = 9
COLOURS: Final[i64] = 5
CENTRE: Final[i64] = 4

RED: Final = 0
GREEN: Final = 1
BLUE: Final = 2
YELLOW: Final = 3
BLACK: Final = 4
WHITE: Final = 5

CIRCLE: Final = 0
TEMPLE: Final = 1
CEMETERY: Final = 2
ALTAR: Final = 3
HERBALIST: Final = 4
SORCERER: Final = 5
WATCHMAN: Final = 6
PAVILION: Final = 7
TEA_HOUSE: Final = 8
TILE_KEYS: Final = (
    "circle-of-prayer",
    "buddhist-temple",
    "cemetery",
    "taoist-altar",
    "herbalists-shop",
    "sorcerers-hut",
    "night-watchmans-beat",
    "pavilion",
    "tea-house",
)

# Powers are 2 x colour + side.
SPIRES: Final = 0
TWIN_WINDS: Final = 1
FAVORITE: Final = 2
MOUNTAIN: Final = 3
GUST: Final = 4
SECOND_WIND: Final = 5
POCKETS: Final = 6
MANTRA: Final = 7

SUMMON: Final = 0
HAUNT: Final = 1
LOSE_QI: Final = 2
GROUP_LOSE_TAO: Final = 3
HAUNTER: Final = 4
TORMENTOR: Final = 5
CURSE: Final = 6
CIRCLE_BACK: Final = 7
CAPTURE: Final = 8
QI_OR_YY: Final = 9
TAO1: Final = 10
TAO2: Final = 11
INC_REWARD: Final = 12
FAST: Final = 13
TAO_LOCK: Final = 14
POWER_LOCK: Final = 15
DICE_IMMUNE: Final = 16
OPPOSITE_EMPTY: Final = 17
NEEDS_BUDDHA: Final = 18
ALL_POWERS_OFF: Final = 19
NO_WILD: Final = 20
CODES: Final = (
    "SUMMON",
    "HAUNT",
    "LOSE_QI",
    "GROUP_LOSE_TAO",
    "HAUNTER",
    "TORMENTOR",
    "CURSE",
    "CIRCLE_BACK",
    "CAPTURE",
    "QI_OR_YY",
    "TAO1",
    "TAO2",
    "INC_REWARD",
    "FAST",
    "TAO_LOCK",
    "POWER_LOCK",
    "DICE_IMMUNE",
    "OPPOSITE_EMPTY",
    "NEEDS_BUDDHA",
    "ALL_POWERS_OFF",
    "NO_WILD",
)

FACE_BLANK: Final = 0
FACE_HAUNT: Final = 1
FACE_SUMMON: Final = 2
FACE_LOSE_TAO: Final = 3
FACE_LOSE_QI: Final = 4
FACES: Final = ("BLANK", "HAUNT", "SUMMON", "LOSE_ALL_TAO", "LOSE_QI")


class Tables(Content):
    """What the box prints, flattened. Lists indexed by card have an unused row 0."""

    def __init__(self, digest: str) -> None:
        super().__init__(digest)
        self.names: list[str] = [""]
        self.colour: list[i64] = [NONE]
        self.need: list[list[i64]] = [[0] * COLOURS]
        self.left: list[list[i64]] = [[]]
        self.centre: list[list[i64]] = [[]]
        self.right: list[list[i64]] = [[]]
        self.traits: list[i64] = [0]
        self.lasting: list[i64] = [0]  # whether it locks something while in play
        self.incarnation: list[i64] = [0]
        self.ghosts: list[int] = []
        self.incarnations: list[int] = []
        self.line: list[list[i64]] = []
        self.facing: list[list[i64]] = []
        self.opposite: list[i64] = []
        self.near: list[list[int]] = [_near(place) for place in range(PLACES)]
        self.elsewhere: list[list[int]] = [_elsewhere(place) for place in range(PLACES)]
        self.space_names: list[str] = []
        self.tile_names: list[str] = []
        self.colour_names: list[str] = []
        self.power_names: list[str] = []
        self.curse_weights: list[int] = []
        self.amount: list[int] = [0] * len(CODES)
        self.face_names: list[str] = []
        self.qi_supply: i64 = 0
        self.tao_supply: i64 = 0
        self.buddhas: i64 = 0
        self.dice: i64 = 0
        self.neutral_qi: i64 = 0
        self.spacing: i64 = 0  # cards from one incarnation to the next or the end, itself included
        self.haunted_limit: i64 = 0
        self.late_limit: i64 = 0  # by the option first-printing
        self.herbalist_dice: i64 = 0
        self.revival_qi: i64 = 0
        self.tea_qi: i64 = 0
        self.five_qi: i64 = 0
        self.level_names: list[str] = []
        self.level_qi: list[i64] = []
        self.level_own: list[i64] = []
        self.level_black: list[i64] = []
        self.level_yin_yang: list[i64] = []
        self.level_incarnations: list[list[i64]] = []  # by level, then players - 1
        self.level_win: list[i64] = []
        self.level_pays: list[i64] = []  # whether exorcised incarnations score
        self.deck_size: list[i64] = [0]  # ghosts, by players
        self.power_tokens: list[i64] = [0]  # for each player, by players
        self.incarnation_points: list[list[i64]] = [[]]  # by players, then the first, second, third exorcised
        self.points_qi: i64 = 0
        self.points_card_won: i64 = 0
        self.points_card_lost: i64 = 0
        self.points_dead: i64 = 0
        self.points_haunted: i64 = 0

    def has(self, card: i64, code: i64) -> bool:
        """Whether the card shows that ability or rule anywhere."""
        return card > 0 and (self.traits[card] >> code) & 1 != 0


def _near(place: i64) -> list[int]:
    """The places one step away, diagonals included (GS-087)."""
    near: list[int] = []
    for other in range(PLACES):
        down = other // 3 - place // 3
        right = other % 3 - place % 3
        if other != place and -1 <= down <= 1 and -1 <= right <= 1:
            near.append(other)
    return near


def _elsewhere(place: i64) -> list[int]:
    """All other places, for a Taoist who flies (GS-089)."""
    return [other for other in range(PLACES) if other != place]

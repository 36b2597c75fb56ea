"""Where things lie in the two layouts: `wide` for a desktop, `tall` for a phone. Units of the SVG's viewBox.

All that lies on a chart is drawn in the chart's own units, 36 to a square from its north-west corner, and brought to
its sheet by the sheet's transform. So a mark is the same on both sheets, and on a phone they can change places.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

Layout: TypeAlias = Literal["wide", "tall"]
Box: TypeAlias = tuple[float, float, float, float]

SQUARE: Final = 36.0
HIDING_BOX: Final = "0 0 488 446"
AIMING_BOX: Final = "0 -32 488 478"  # with room for the six numbers above the chart


@dataclass(frozen=True, slots=True)
class Place:
    """A chart on its sheet: the transform that brings it there, and how large it becomes."""

    at: str
    scale: float
    left: float
    top: float


@dataclass(frozen=True, slots=True)
class Places:
    """The geometry of a layout. `own` and `opp` are the rooms for the charts, `card` that for the matter in hand."""

    name: Layout
    box: str
    own: Box
    opp: Box
    most: float  # the largest scale of a chart
    turn: str  # how the second sheet lies
    card: tuple[float, float, float]  # corner and scale of the card, 356 by 356 at scale 1
    least: float  # the smallest letters


PLACES: Final[dict[Layout, Places]] = {
    "wide": Places(
        name="wide",
        box="0 0 1000 686",
        own=(42, 134, 540, 460),  # the letters above it clear of the briefing
        opp=(679, 50, 270, 234),
        most=1.5,
        turn="rotate(.9 810 170) ",
        card=(634, 322, 1),
        least=12,
    ),
    "tall": Places(
        name="tall",
        box="0 0 488 520",
        own=(30, 20, 428, 374),
        opp=(374, 420, 108, 92),
        most=1.5,
        turn="",
        card=(8, 190, 0.92),
        least=15.6,
    ),
}


@lru_cache(maxsize=256)
def chart(room: Box, columns: int, rows: int, most: float, turn: str = "") -> Place:
    """A chart of so many squares as large as the room allows, in its middle."""
    x, y, width, height = room
    scale = round(min(width / (SQUARE * columns), height / (SQUARE * rows), most), 4)
    left = round(x + (width - SQUARE * columns * scale) / 2, 1)
    top = round(y + (height - SQUARE * rows * scale) / 2, 1)
    return Place(f"{turn}translate({left:g} {top:g}) scale({scale:g})", scale, left, top)


def placed(places: Places, sheet: Literal["own", "opp"], columns: int, rows: int) -> Place:
    """The place of a sheet's chart; on a phone both lie in the same, and the style sheet makes one of them small."""
    if sheet == "own" or places.name == "tall":
        return chart(places.own, columns, rows, places.most)
    return chart(places.opp, columns, rows, places.most, places.turn)

"""Where things lie in the two layouts: `wide` for a desktop, `tall` for a phone. Units of the SVG's viewBox."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Layout: TypeAlias = Literal["wide", "tall"]
Point: TypeAlias = tuple[float, float]

BOARDS: Final = "NESW"
SPACES: Final = tuple(f"{board}{number}" for board in BOARDS for number in (1, 2, 3))


@dataclass(frozen=True, slots=True)
class Places:
    """The geometry of a layout. Tiles in reading order, spaces N1 to W3; `first` and `edge` are the haunting icons."""

    name: Layout
    box: str
    tile: float
    tiles: tuple[Point, ...]
    card: Point
    cards: tuple[Point, ...]
    first: tuple[Point, ...]
    edge: tuple[Point, ...]
    figure: Point  # the size of a haunting figure on its card
    taoist: float  # the scale of a Taoist
    stands: tuple[Point, ...]  # on a tile, from the last to the first of up to four Taoists
    circle: tuple[float, float, float]  # on the Circle's tile: middle and size of its token
    temple: tuple[tuple[float, float, float], ...]  # on the Temple's: corners and width of its Buddhas
    deck: Point
    discard: Point
    discarded: str  # the transform of the latest discard
    drawn: Point  # where a drawn card waits
    dice: tuple[Point, ...]
    curse: tuple[float, float, float]
    lanterns: tuple[Point, ...]  # by the active board; none on a phone


def _wide() -> Places:
    card, tile, step = (116.0, 100.0), 126.0, 132.0
    cards: dict[str, Point] = {}
    for k in range(3):
        cards[f"N{3 - k}"] = (310 + step * k, 6)
        cards[f"S{k + 1}"] = (310 + step * k, 580)
        cards[f"W{k + 1}"] = (149, 161 + step * k)
        cards[f"E{3 - k}"] = (735, 161 + step * k)
    return Places(
        name="wide",
        box="0 -2 1000 690",
        tile=tile,
        tiles=tuple((305 + step * column, 148 + step * row) for row in range(3) for column in range(3)),
        card=card,
        cards=tuple(cards[space] for space in SPACES),
        first=tuple(_before(space, cards[space], card, 11, 11, 0) for space in SPACES),
        edge=tuple(_before(space, cards[space], card, 30, 30, 0) for space in SPACES),
        figure=(26, 34),
        taoist=1,
        stands=((4, 52), (28, 50), (52, 52), (76, 50)),
        circle=(63, 45, 36),
        temple=((84, 66, 36), (60, 72, 32)),
        deck=(102, 19),
        discard=(206, 20),
        discarded="translate(208 20) rotate(3) scale(0.74)",
        drawn=(92, 7),
        dice=tuple((724 + 62 * n, 559) for n in range(4)),
        curse=(922, 571, 0.76),
        lanterns=((958, 30), (955, 278), (276, 556), (128, 278)),
    )


def _tall() -> Places:
    card, tile, step = (76.0, 90.0), 93.0, 97.0
    cards: dict[str, Point] = {}
    for k in range(3):
        cards[f"N{3 - k}"] = (109 + step * k, 11)
        cards[f"S{k + 1}"] = (109 + step * k, 441)
        cards[f"W{k + 1}"] = (9, 126.5 + step * k)
        cards[f"E{3 - k}"] = (403, 126.5 + step * k)
    return Places(
        name="tall",
        box="0 0 488 584",
        tile=tile,
        tiles=tuple((100.5 + step * column, 125 + step * row) for row in range(3) for column in range(3)),
        card=card,
        cards=tuple(cards[space] for space in SPACES),
        first=tuple(_before(space, cards[space], card, 9.5, 6, -16) for space in SPACES),
        edge=tuple(_before(space, cards[space], card, 9.5, 6, 16) for space in SPACES),
        figure=(20, 26),
        taoist=0.8,
        stands=((2, 30), (20, 29), (38, 30), (57, 28)),
        circle=(46.5, 33, 28),
        temple=((62, 46, 27), (44, 50, 24)),
        deck=(8, 14),
        discard=(401, 14),
        discarded="translate(410 13) scale(0.78)",
        drawn=(10, 9),
        dice=((402, 428), (439, 440), (404, 482), (442, 488)),
        curse=(440, 541, 0.66),
        lanterns=(),
    )


def _before(space: str, corner: Point, card: Point, away: float, aside: float, along: float) -> Point:
    """A point between a card and the village: so far from the card's edge, moved so far along it."""
    (x, y), (width, height) = corner, card
    middle, centre = x + width / 2, y + height / 2
    match space[0]:
        case "N":
            return (middle + along, y + height + away)
        case "S":
            return (middle + along, y - away - (0.5 if along else 0))
        case "W":
            return (x + width + aside, centre + along)
        case _:
            return (x - aside, centre + along)


PLACES: Final[dict[Layout, Places]] = {"wide": _wide(), "tall": _tall()}

"""A scenario file, schema 1, as typed, frozen values. What must hold between them is in `checks`.

schema = 1
id, name, tier, blurb, meter
[map] cols, rows, start, unshaded, safe, art     the art's glyphs: see `chart`
[[exit]] id, at, side, blockable                 one for each ! or ? on the border
[[link]] id, a, b                                stairs
[[hide]] icon, symbol, count, where, …           exactly `count` copies are hidden
[block] count, of                                doorways that the keeper shuts
[goal] type, …                                   find, fetch, escape, destroy, sequence
[[condition]] when, set, to
[options]                                        defaults of the table's options
"""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

Slot: TypeAlias = Literal["item", "foe", "obstacle"]
Tier: TypeAlias = Literal["tutorial", "basic", "advanced"]
Side: TypeAlias = Literal["N", "E", "S", "W"]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99, description="a whole number of 0 to 99")]
Positive: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=99, description="a whole number of 1 to 99")]
Letter: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-z]$", description="the letter of an area, a to z")]
Letters: TypeAlias = Annotated[tuple[Letter, ...], msgspec.Meta(description='a list of areas, such as ["a", "b"]')]
KEY: Final = "a name of small letters, digits and -, at most 40 of them, such as red-key"
Key: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9-]*$", max_length=40, description=KEY)]
Name: TypeAlias = Annotated[
    str, msgspec.Meta(min_length=1, max_length=60, description="a name in quotes, of 1 to 60 characters")
]
Square: TypeAlias = Annotated[str, msgspec.Meta(description='a square, such as "1-C"')]
Squares: TypeAlias = Annotated[tuple[Square, ...], msgspec.Meta(description='a list of squares, such as ["1-C"]')]
Where: TypeAlias = Annotated[
    str,
    msgspec.Meta(
        pattern="^(any|shaded|street|areas:[a-z]+)$",
        description="any, shaded, street, or areas: with the letters of areas, such as areas:abc",
    ),
]
Goods: TypeAlias = Annotated[
    dict[Key, Positive], msgspec.Meta(description="a table of items and how many of each, such as { lamp = 1 }")
]
Place: TypeAlias = Annotated[
    str,
    msgspec.Meta(
        pattern="^(start|area:[a-z]|square:.+)$",
        description="start, an area such as area:a, or a square such as square:3-C",
    ),
]
COLS: Final = 26  # as many as there are letters (GH-010)
ROWS: Final = 26  # beyond, their numbers run into one another on a sheet
COPIES: Final = 30  # of an icon: beyond, they run into one another on the notepad
SQUARE: Final = re.compile(r"([1-9]\d?)-?([A-Z])|([A-Z])-?([1-9]\d?)", re.IGNORECASE)


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table or a row of a scenario file."""


class Icon(Row, frozen=True, kw_only=True):
    """What an icon does when it is encountered (`icons.toml`)."""

    slot: Slot
    symbol: str
    layers: Positive = 1
    wounds: Count = 0
    lose_turns: Count = 0
    spent: bool = False
    send_to: Literal["", "start"] = ""
    heal: bool = False
    free_misses_per_fight: Count = 0


class Map(Row, frozen=True, kw_only=True):
    """The map: its size, where one begins, which areas are not shaded or safe, and its drawing."""

    cols: Annotated[int, msgspec.Meta(ge=1, le=COLS, description=f"a whole number of 1 to {COLS}")]
    rows: Annotated[int, msgspec.Meta(ge=1, le=ROWS, description=f"a whole number of 1 to {ROWS}")]
    start: Squares
    unshaded: Letters = ()
    safe: Letters = ()
    art: Annotated[str, msgspec.Meta(description="a drawing of the map in triple quotes")]


class Exit(Row, frozen=True, kw_only=True):
    """A way out of the map (GH-133)."""

    id: Key
    at: Square
    side: Side
    blockable: bool


class Link(Row, frozen=True, kw_only=True):
    """Stairs: two squares that count as adjacent (GH-014)."""

    id: Key
    a: Square
    b: Square


class AtLeast(Row, frozen=True, kw_only=True):
    """A minimum over a set of areas (GH-021)."""

    areas: Letters
    count: Positive


class Hide(Row, frozen=True, kw_only=True):
    """A line of the briefing: how many of an icon are hidden, and where they may lie (GH-018 to GH-021)."""

    icon: Key
    symbol: Annotated[str, msgspec.Meta(min_length=1, max_length=1, description="one character")]
    count: Annotated[int, msgspec.Meta(ge=1, le=COPIES, description=f"a whole number of 1 to {COPIES}")]
    where: Where
    max_per_area: Positive | None = None
    not_in: Letters = ()
    at_least: tuple[AtLeast, ...] = ()
    opens: Annotated[int, msgspec.Meta(ge=1, le=9, description="the number of a lock, 1 to 9")] | None = None


class Block(Row, frozen=True, kw_only=True):
    """How many doorways the keeper shuts, and of which kind (GH-027, GH-028)."""

    count: Positive
    of: Literal["grates", "exits"]


class Find(Row, frozen=True, kw_only=True, tag_field="type", tag="find"):
    """Acquire the item (GH-129)."""

    item: Key


class Fetch(Row, frozen=True, kw_only=True, tag_field="type", tag="fetch"):
    """Acquire the items and bring them to a place (GH-130)."""

    items: Goods
    to: Place


class Escape(Row, frozen=True, kw_only=True, tag_field="type", tag="escape"):
    """Leave the map by a permitted exit, carrying what is required (GH-133)."""

    requires: tuple[Key, ...] = ()
    exits: Literal["any", "opposite"] | tuple[Key, ...] = "any"


class Destroy(Row, frozen=True, kw_only=True, tag_field="type", tag="destroy"):
    """Destroy so many foes (GH-135)."""

    icon: Key
    count: Positive


Single: TypeAlias = Find | Fetch | Escape | Destroy


class Sequence(Row, frozen=True, kw_only=True, tag_field="type", tag="sequence"):
    """Several goals in order (GH-136)."""

    steps: tuple[Single, ...] = msgspec.field(name="step")


class Condition(Row, frozen=True, kw_only=True):
    """While `when` holds, the number that `set` names is `to` (GH-139 to GH-144)."""

    when: str
    set: str
    to: Count


class Defaults(Row, frozen=True, kw_only=True):
    """Options that the scenario turns on or off unless the table says otherwise (GH-151)."""

    hardcore: bool = False
    last_answer: bool = False
    free_stop: bool = False
    bump_ends_move: bool = True
    preset_weak_spots: bool = False


class Scenario(Row, frozen=True, kw_only=True):
    """A whole scenario file."""

    schema: Literal[1]
    id: Annotated[
        str,
        msgspec.Meta(
            pattern="^[A-Za-z0-9][A-Za-z0-9-]*$",
            max_length=40,
            description="an id of letters, digits and -, at most 40 of them, such as MY-01",
        ),
    ]
    name: Name
    tier: Tier
    blurb: Annotated[str, msgspec.Meta(max_length=300, description="a text of at most 300 characters")] = ""
    meter: Positive
    map: Map
    exits: tuple[Exit, ...] = msgspec.field(name="exit", default=())
    links: tuple[Link, ...] = msgspec.field(name="link", default=())
    hides: tuple[Hide, ...] = msgspec.field(name="hide")
    block: Block | None = None
    goal: Single | Sequence
    conditions: tuple[Condition, ...] = msgspec.field(name="condition", default=())
    options: Defaults = msgspec.field(default_factory=Defaults)

    @property
    def goals(self) -> tuple[Single, ...]:
        """The goal's steps in their order; a goal that is no sequence has one."""
        return self.goal.steps if isinstance(self.goal, Sequence) else (self.goal,)


def square_name(row: int, column: int) -> str:
    """How a square is called: row from the south, counted from 1, then the column's letter (GH-009, GH-010)."""
    return f"{row}-{chr(ord('A') + column)}"


def read_square(text: str, cols: int, rows: int) -> int | None:
    """The number of a square by its name, in any of the spellings of GH-011; None if there is no such square.

    Squares are numbered row by row from the south-west corner: 1-A is 0, 2-A comes after the last of row 1.
    """
    found = SQUARE.fullmatch(text.strip())
    if not found:
        return None
    row = int(found[1] or found[4]) - 1
    column = ord((found[2] or found[3]).upper()) - ord("A")
    return row * cols + column if row < rows and column < cols else None

"""The printed map: what both charts show of a scenario before anybody has written on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from witchboard.engine.picture import centred, place, write

from ..chart import BLOCKABLE_EXIT, DOORWAY, EAST, EXIT, LOCKS, NORTH, SOLID, SOUTH, STREET, WALLS, read_art
from ..tables import LINK, Plan
from . import pencil
from .places import SQUARE, Box, Place

Kind: TypeAlias = Literal["own", "opp"]
EXITS: Final = EXIT + BLOCKABLE_EXIT
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Map:
    """A scenario's map as it is drawn: its tables and its drawing."""

    def __init__(self, plan: Plan, art: str) -> None:
        self.plan = plan
        self.lines = art.strip("\n").split("\n")
        self.cols = int(plan.cols)
        self.rows = int(plan.rows)
        self.chart = read_art(art, self.cols, self.rows)
        self.names = tuple(plan.names)
        self.starts = tuple(int(square) for square in plan.starts)
        self.stairs = self._stairs()

    def _stairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of squares that stairs join."""
        codes = range(int(LINK) * len(self.names), (int(LINK) + 1) * len(self.names))
        pairs = {(square, int(self.plan.to[code])) for square, code in enumerate(codes) if self.plan.to[code] >= 0}
        return tuple(sorted({(min(pair), max(pair)) for pair in pairs}))

    def corner(self, square: int) -> tuple[float, float]:
        """The north-west corner of a square, in the chart's units."""
        row, column = divmod(square, self.cols)
        return column * SQUARE, (self.rows - 1 - row) * SQUARE

    def centre(self, square: int) -> tuple[float, float]:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + SQUARE / 2, y + SQUARE / 2

    def look(self, square: int) -> str:
        """How a square is printed: "shaded", "safe", "solid", "" for street or a plain room."""
        if not self.plan.enterable[square]:
            return "solid"
        if self.plan.safe[square]:
            return "safe"
        return "shaded" if self.plan.shaded[square] else ""

    def over_edge(self, square: int, side: int) -> str:
        """The transform that lays something drawn along an edge from 0 to 36 on the edge of a square."""
        x, y = self.corner(square)
        if side == NORTH:
            return place(x, y)
        if side == EAST:
            return place(x + SQUARE, y, 90)
        return place(x, y + SQUARE) if side == SOUTH else place(x, y, 90)


@lru_cache(maxsize=128)
def map_of(plan: Plan, art: str) -> Map:
    """The map of a scenario, made once."""
    return Map(plan, art)


@lru_cache(maxsize=128)
def printed(chart: Map, kind: Kind) -> str:
    """What lies under all marks: squares that can be pointed at, hatching, ruled lines."""
    width, height = chart.cols * SQUARE, chart.rows * SQUARE
    parts = [f'<rect x="-2" y="-2" width="{width + 4:g}" height="{height + 4:g}" class="gh-street"/>']
    parts += _squares(chart, kind)
    shaded = [chart.corner(square) for square in range(len(chart.names)) if chart.look(square) == "shaded"]
    boxes = "".join(f"M{x:g},{y:g}h36v36h-36Z" for x, y in shaded)
    parts.append(f'<path d="{boxes}" class="gh-hatching"/>')
    lines = "".join(f"M{n * SQUARE:g},0V{height:g}" for n in range(1, chart.cols))
    lines += "".join(f"M0,{n * SQUARE:g}H{width:g}" for n in range(1, chart.rows))
    parts.append(f'<path d="{lines}" class="gh-rule"/>')
    return "".join(parts)


@lru_cache(maxsize=128)
def walls(chart: Map) -> str:
    """What lies over explored squares: walls, doorways, locks, exits, and the places that are printed."""
    parts = [*_places(chart), f'<path d="{"".join(_walls(chart))}" class="gh-wall"/>', *_doors(chart)]
    return "".join(parts)


def _squares(chart: Map, kind: Kind) -> Iterator[str]:
    said = {"": "room", "safe": "safe area", "shaded": "building"}
    for square, name in enumerate(chart.names):
        x, y = chart.corner(square)
        look, glyph = chart.look(square), chart.chart.squares[square]
        where = {STREET: "street", SOLID: "solid"}.get(glyph) or f"{said.get(look, look)} {glyph}"
        cls = f"gh-sq gh-{look}" if look else "gh-sq"
        label = f"{name}, {where}"
        yield f'<rect id="{kind}-{name}" x="{x:g}" y="{y:g}" class="{cls}" role="img" aria-label="{label}"/>'


def bare(chart: Map) -> str:
    """The squares of the second chart, unseen: for the log and for pointing."""
    squares = []
    for square, name in enumerate(chart.names):
        x, y = chart.corner(square)
        squares.append(f'<rect id="opp-{name}" x="{x:g}" y="{y:g}" class="gh-bare"/>')
    return f'<g role="img" aria-label="the second chart">{"".join(squares)}</g>'


def _runs(walls: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Stretches of wall along a line of edges: from where to where."""
    start = -1
    for at, here in enumerate([*walls, False]):
        if here and start < 0:
            start = at
        elif not here and start >= 0:
            yield start, at
            start = -1


def _walls(chart: Map) -> Iterator[str]:
    """All walls, each stretch drawn in one line."""
    key = chart.plan.key
    for at in range(chart.rows + 1):
        y = at * SQUARE
        for start, end in _runs([glyph in WALLS for glyph in chart.lines[2 * at][1::2]]):
            yield pencil.line([(start * SQUARE, y), (end * SQUARE, y)], f"{key} r{at} {start}", 0.42, 17)
    for at in range(chart.cols + 1):
        x = at * SQUARE
        for start, end in _runs([line[2 * at] in WALLS for line in chart.lines[1::2]]):
            yield pencil.line([(x, start * SQUARE), (x, end * SQUARE)], f"{key} c{at} {start}", 0.42, 17)


def _doors(chart: Map) -> Iterator[str]:
    """Doorways that are always open, locked doors, and exits that nobody can shut."""
    for square, edges in enumerate(chart.chart.edges):
        for side, glyph in enumerate(edges):
            inner = side in (NORTH, EAST) and chart.chart.neighbour(square, side) is not None
            if inner and glyph == DOORWAY:
                yield _on_edge("gh-door", chart, square, side)
            elif inner and glyph in LOCKS:
                yield _lock(chart, square, side, glyph)
            elif glyph == EXIT:
                at = outwards(chart, square, side)
                yield f'<use href="#gh-exit" y="-18" width="36" height="36" transform="{at}"/>'


def _on_edge(symbol: str, chart: Map, square: int, side: int) -> str:
    return f'<use href="#{symbol}" y="-18" width="36" height="36" transform="{chart.over_edge(square, side)}"/>'


def _lock(chart: Map, square: int, side: int, number: str) -> str:
    """A locked door with the number of its key, upright whichever way the wall goes."""
    x, y = chart.corner(square)
    x, y = (x + 18, y) if side == NORTH else (x + 36, y + 18)
    sign = _on_edge(f"gh-lock-{1 + (int(number) - 1) % 2}", chart, square, side)
    return sign + write(x, y + 4.6, number, "gh-tx gh-lock", "middle")


def outwards(chart: Map, square: int, side: int) -> str:
    """The transform that lays a way out, drawn northwards along an edge, on the border of a square."""
    x, y = chart.corner(square)
    dx, dy = ((0, 0), (36, 0), (36, 36), (0, 36))[side]
    return place(x + dx, y + dy, 90 * side)


def _places(chart: Map) -> Iterator[str]:
    """Where one begins, the shelter, the stairs."""
    for square in chart.starts:
        yield centred("gh-mark-start", *chart.centre(square), 30, "gh-faint")
    safe = [square for square in range(len(chart.names)) if chart.plan.safe[square] and square not in chart.starts]
    if safe:
        x, y = chart.centre(max(safe))
        yield centred("gh-mark-shelter", x, y - 2, 27)
        if max(safe) - chart.cols in safe:
            yield write(x, y + SQUARE + 1, "shelter", "gh-tx gh-word", "middle")
    for number, pair in enumerate(chart.stairs):
        for square in pair:
            x, y = chart.centre(square)
            yield centred("gh-stairs", x, y, 30, "gh-faint")
            yield write(x - 7, y - 3, LETTERS[number].lower(), "gh-tx gh-stair", "middle")


def letters(chart: Map, place: Place, size: float) -> str:
    """The letters of the areas, small, in the first square of each from the north-west; in the sheet's own units."""
    first: dict[str, int] = {}
    for square in sorted(range(len(chart.names)), key=lambda square: (-(square // chart.cols), square % chart.cols)):
        if chart.look(square) in ("shaded", "safe") and chart.chart.squares[square].isalpha():
            first.setdefault(chart.chart.squares[square], square)
    parts = []
    for letter, square in first.items():
        x, y = chart.corner(square)
        left, top = place.left + x * place.scale + size * 0.3, place.top + y * place.scale + size * 0.8
        parts.append(write(round(left, 1), round(top, 1), letter, "letter"))
    return f'<g class="rims" font-size="{size:g}" aria-hidden="true">{"".join(parts)}</g>'


def rims(chart: Map, room: Box, scale: float, size: float) -> str:
    """Letters and numbers round a chart, in the sheet's own units: the chart lies in the middle of the room."""
    side = SQUARE * scale
    x, y, width, height = room
    left, top = x + (width - side * chart.cols) / 2, y + (height - side * chart.rows) / 2
    right, bottom = left + side * chart.cols, top + side * chart.rows
    gap = size * 0.42
    edges = chart.chart.edges
    west = gap + 9 * scale * any(edges[n * chart.cols][3] in EXITS for n in range(chart.rows))
    east = gap + 9 * scale * any(edges[n * chart.cols + chart.cols - 1][1] in EXITS for n in range(chart.rows))
    north = gap + 9 * scale * any(edges[-n - 1][0] in EXITS for n in range(chart.cols))
    south = gap + 9 * scale * any(edges[n][2] in EXITS for n in range(chart.cols))
    parts = []
    for n in range(0, chart.cols, _stride(size * 0.7, side)):
        for at in (max(top - north, y - gap), bottom + south + size * 0.72):
            parts.append(write(round(left + (n + 0.5) * side, 1), round(at, 1), LETTERS[n], "rim", "middle"))
    for n in range(0, chart.rows, _stride(size * 0.85, side)):
        level = round(bottom - (n + 0.5) * side + size * 0.34, 1)
        parts.append(write(round(left - west, 1), level, str(n + 1), "rim", "end"))
        parts.append(write(round(right + east, 1), level, str(n + 1), "rim"))
    return f'<g class="rims" font-size="{size:g}" aria-hidden="true">{"".join(parts)}</g>'


def _stride(needed: float, side: float) -> int:
    """Every how many squares a letter or a number finds room: each, or every second, fifth or tenth."""
    return next((every for every in (1, 2, 5) if every * side >= needed), 10)

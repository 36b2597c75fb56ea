"""The drawing of a map read into squares and edges.

`2 * rows + 1` lines of `2 * cols + 1` characters: squares at odd line and odd column, edges between them, corners
ignored. Squares: `.` street, `a` to `z` an area, `#` solid. Edges: space open, `-` and `|` wall, `=` doorway, `%` a
doorway that may be blocked, `1` to `9` a locked door; on the border wall, `!` exit, `?` exit that may be blocked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

DIRECTIONS: Final = "NESW"
NORTH, EAST, SOUTH, WEST = range(4)
STREET, SOLID = ".", "#"
OPEN, DOORWAY, GRATE, EXIT, BLOCKABLE_EXIT = " ", "=", "%", "!", "?"
LOCKS: Final = "123456789"
WALLS: Final = "-|"
INNER: Final = OPEN + WALLS + DOORWAY + GRATE + LOCKS
BORDER: Final = WALLS + EXIT + BLOCKABLE_EXIT


class ArtError(ValueError):
    """The drawing can't be read: by the lines of the art, counted from 0, what is wrong first in each."""

    def __init__(self, faults: Mapping[int, str]) -> None:
        super().__init__("; ".join(faults.values()))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Chart:
    """A map's squares, numbered row by row from the south-west, and the glyph of the edge on each side of each."""

    cols: int
    rows: int
    squares: tuple[str, ...]
    edges: tuple[tuple[str, str, str, str], ...]  # of each square: north, east, south, west

    def neighbour(self, square: int, side: int) -> int | None:
        """The square on that side, None beyond the border."""
        row, column = divmod(square, self.cols)
        row += (1, 0, -1, 0)[side]
        column += (0, 1, 0, -1)[side]
        return row * self.cols + column if 0 <= row < self.rows and 0 <= column < self.cols else None

    def enterable(self) -> Iterator[int]:
        """All squares that aren't solid, ascending."""
        return (square for square, glyph in enumerate(self.squares) if glyph != SOLID)

    def areas(self) -> str:
        """The letters of the areas, in alphabetical order."""
        return "".join(sorted({glyph for glyph in self.squares if glyph.isalpha()}))


def art_line(rows: int, square_row: int) -> int:
    """The line of the art, from 0, in which a row of squares is drawn; rows are counted from 0 in the south."""
    return 2 * (rows - square_row) - 1


def read_art(art: str, cols: int, rows: int) -> Chart:
    """Read a drawing. Raises `ArtError` for a wrong size and glyphs that can't stand where they do."""
    lines = art.removeprefix("\n").removesuffix("\n").split("\n")
    if len(lines) != 2 * rows + 1:
        raise ArtError({0: f"expected {2 * rows + 1} lines for {rows} rows, got {len(lines)}"})
    if len({len(line) for line in lines}) == 1 and len(lines[0]) != 2 * cols + 1:
        raise ArtError({0: _line_fault(0, lines[0], len(lines) - 1, 2 * cols)})
    faults = {at: _line_fault(at, line, len(lines) - 1, 2 * cols) for at, line in enumerate(lines)}
    if any(faults.values()):
        raise ArtError({at: fault for at, fault in faults.items() if fault})
    squares, edges = [], []
    for row in range(rows):
        at = art_line(rows, row)
        for column in range(1, 2 * cols, 2):
            squares.append(lines[at][column])
            edges.append((lines[at - 1][column], lines[at][column + 1], lines[at + 1][column], lines[at][column - 1]))
    return Chart(cols, rows, tuple(squares), tuple(edges))


def _line_fault(at: int, line: str, last_line: int, last_column: int) -> str:
    """What is wrong first in a line of the art, if anything is."""
    if len(line) != last_column + 1:
        return f"expected {last_column + 1} characters for {last_column // 2} columns, got {len(line)}"
    found = (_glyph_fault(at, column, glyph, last_line, last_column) for column, glyph in enumerate(line))
    return next((f"column {n}: expected {words}, got {line[n - 1]!r}" for n, words in enumerate(found, 1) if words), "")


def _glyph_fault(line: int, column: int, glyph: str, last_line: int, last_column: int) -> str:
    """What would have to stand there, if the glyph may not; corners are ignored, but are drawn as + or space."""
    if line % 2 and column % 2:
        square = glyph in (STREET, SOLID) or "a" <= glyph <= "z"
        return "" if square else "a square (., # or a to z)"
    if line % 2 == 0 and column % 2 == 0:
        return "" if glyph in "+ " else "a corner (+ or space)"
    if line in (0, last_line) or column in (0, last_column):
        return "" if glyph in BORDER else "a wall, ! or ? on the border"
    return "" if glyph in INNER else "an edge (space, -, |, =, % or 1 to 9)"

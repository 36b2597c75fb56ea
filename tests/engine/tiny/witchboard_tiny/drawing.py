"""Plain pictures for the tiny games: labelled squares on a grid, one for each thing that can be pointed at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from witchboard.engine.picture import Art, Picture, group, place, write

SIDE = 60
Piece: TypeAlias = tuple[str, int, int, str]
"""The id of a thing, its column and row, and what it is called in the state it is in."""

ART = Art("<svg><defs></defs></svg>", "")


def drawn(title: str, pieces: Sequence[Piece], layout: str) -> Picture:
    """The picture of these things; in the tall layout columns and rows change places."""
    fragments = {}
    for key, column, row, label in pieces:
        x, y = (row, column) if layout == "tall" else (column, row)
        square = f'<rect class="hit" width="{SIDE - 6}" height="{SIDE - 6}" fill="none" stroke="currentColor"/>'
        words = write(4, SIDE / 2, label[:9])
        fragments[key] = group(key, [square, words], at=place(x * SIDE + 3, y * SIDE + 3), label=f"{key}: {label}")
    wide = SIDE * (1 + max(column for _, column, _, _ in pieces))
    high = SIDE * (1 + max(row for _, _, row, _ in pieces))
    box = f"0 0 {high} {wide}" if layout == "tall" else f"0 0 {wide} {high}"
    return Picture(ART, f"tiny {layout}", title, box, '<rect class="table"/>', fragments)

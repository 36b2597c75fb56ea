"""How people may write squares, and changes of a position, more simply than notation does (GH-011).

A whole grid is a text: `hide.1 = "ghoul 2-D 5-B 6-F, hole 3-D, radio 6-F"`. What lies there still (`left`) follows from
what was hidden, unless it is changed as well.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

from witchboard.engine.errors import MalformedError
from witchboard.engine.position import Json

from .state import Hunt

GRID: Final = re.compile(r"(hide|left)\.\d")
SQUARE: Final = re.compile(r"\b(?:(\d{1,2})-?([a-z])|([a-z])-?(\d{1,2}))\b", re.IGNORECASE)


def notation(text: str) -> str:
    """A text with its squares as they are printed: "J10", "j-10" and "10j" become "10-J"."""
    return SQUARE.sub(lambda found: f"{found[1] or found[4]}-{(found[2] or found[3]).upper()}", text)


def spell(changes: Mapping[str, Json]) -> dict[str, Json]:
    """Changes as the position names them. Raises `MalformedError`."""
    spelled: dict[str, Json] = {}
    for key, value in changes.items():
        spelled[key] = contents(key, value) if GRID.fullmatch(key) and isinstance(value, str) else value
    return spelled


def contents(key: str, words: str) -> dict[str, Json]:
    """By square the icons that a text puts there: each icon with its squares, one after another, between commas."""
    found: dict[str, str] = {}
    for part in words.split(","):
        icon, *squares = part.split()
        if not squares:
            raise MalformedError(f"position change {key!r}: expected an icon and its squares, got {part.strip()!r}")
        for square in squares:
            found[square] = f"{found[square]} {icon}" if square in found else icon
    return dict(found)


def complete(state: Hunt, given: Collection[str]) -> None:
    """After a change by hand: what was hidden lies there still, unless the change says otherwise."""
    for grid in range(state.seats):
        keys = [key for key in given if key == "hide" or key.startswith(f"hide.{grid + 1}")]
        if keys and not any(key == "left" or key.startswith(f"left.{grid + 1}") for key in given):
            first, end = grid * state.plan.squares, (grid + 1) * state.plan.squares
            state.left[first:end] = state.hide[first:end]

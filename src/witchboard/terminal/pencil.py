"""Private marks of the people at this screen, in a small file beside their game."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from witchboard.engine.errors import MalformedError
from witchboard.engine.front import Pencil
from witchboard.table.pencils import Pencils

ENDING = ".marks"


class Marks:
    """What each seat at this screen has marked. What isn't to be read or written is forgotten with the sitting."""

    def __init__(self, pencil: Pencil | None, game: Path) -> None:
        self.path = game.with_suffix(ENDING)
        kept: dict[int, dict[str, str]] = {}
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            kept = msgspec.json.decode(self.path.read_bytes(), type=dict[int, dict[str, str]])
        self.pencils = Pencils(pencil, kept)

    def of(self, seat: int) -> Mapping[str, str]:
        """The marks of a seat."""
        return self.pencils.of(seat)

    def write(self, seat: int, typed: str, drawn: str) -> None:
        """Mark what is named with a sign, or with the sign whose words begin so; without one rub it out.

        `drawn` is the SVG in which it is to be found. Raises `MalformedError`.
        """
        pencil = self.pencils.pencil
        if pencil is None:
            raise MalformedError("there is no pencil in this game")
        name, _, words = typed.strip().partition(" ")
        found = [sign for sign, its in pencil.signs if words and (sign == words or its.startswith(words))]
        if words and not found:
            signs = ", ".join(f"{sign} ({its})" for sign, its in pencil.signs)
            raise MalformedError(f"expected a sign or the first of its words: {signs}; got {words!r}")
        element = pencil.prefix + name.upper()
        if f'id="{element}"' not in drawn:
            raise MalformedError(f"there is no {name!r} to be marked")
        self.pencils.mark(seat, element, found[0] if found else "")
        with contextlib.suppress(OSError):
            self.path.write_bytes(msgspec.json.encode(self.pencils.kept))

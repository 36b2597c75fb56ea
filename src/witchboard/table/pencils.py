"""Private marks: what a seat has pencilled on its picture. The table keeps them for that seat alone, beside the record.

Nothing else hangs on them: no frame, no question and nobody else's bytes; taking back leaves them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from witchboard.engine.errors import MalformedError
from witchboard.engine.front import Pencil

MOST: Final = 600  # of one seat; the largest grid has fewer squares


class Pencils:
    """The marks of a table, by seat: signs by the ids of the elements they stand on."""

    def __init__(self, pencil: Pencil | None, kept: Mapping[int, Mapping[str, str]] | None = None) -> None:
        self.pencil = pencil
        self.kept = {seat: dict(marks) for seat, marks in (kept or {}).items()}

    def of(self, seat: int) -> dict[str, str]:
        """The marks of a seat."""
        return self.kept.get(seat, {})

    def mark(self, seat: int, element: str, sign: str) -> None:
        """Put a sign on an element in place of what is there; "" takes it away. Raises `MalformedError`."""
        pencil = self.pencil
        if pencil is None:
            raise MalformedError("There is no pencil in this game.")
        if not re.fullmatch(pencil.on, element, re.ASCII):
            raise MalformedError(f"expected something that can be marked, got {element!r}")
        if sign and sign not in dict(pencil.signs):
            raise MalformedError(f"expected one of {' '.join(dict(pencil.signs))} as a mark, got {sign!r}")
        rest = {at: its for at, its in self.of(seat).items() if at != element}
        if sign and len(rest) == MOST:
            raise MalformedError(f"There are {MOST} marks already: rub some out first.")
        self.kept[seat] = {**rest, element: sign} if sign else rest

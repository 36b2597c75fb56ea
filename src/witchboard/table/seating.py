"""Who plays which seat: worked out from the header and the entries of a record, never kept beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from msgspec.structs import replace as changed

from witchboard.engine.entries import AnyEntry, End, Header, Leave, Resign, Rewind, Seat, Sitter

OPEN = Sitter("", kind="open")


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where now. `practice`: the line of play was rewound; `end`: how the game has ended, if it has."""

    sitters: tuple[Sitter, ...]
    resigned: frozenset[int] = frozenset()
    practice: bool = False
    end: End | None = None

    @classmethod
    def of(cls, header: Header) -> Seating:
        """Who sits down when the game begins."""
        return cls((*header.seats, *[OPEN] * (header.players - len(header.seats))))

    def after(self, entry: AnyEntry) -> Seating:
        """Who sits where after an entry."""
        if isinstance(entry, Seat):
            return self._put(entry.seat, entry.sitter)
        if isinstance(entry, Leave):
            return self._put(entry.seat, OPEN)
        if isinstance(entry, Resign):
            left = changed(self.sitters[entry.seat], kind="open", holder="")
            return replace(self._put(entry.seat, left), resigned=self.resigned | {entry.seat})
        if isinstance(entry, Rewind):
            return replace(self, practice=True, end=None)
        if isinstance(entry, End):
            return replace(self, end=entry)
        return self

    def _put(self, seat: int, sitter: Sitter) -> Seating:
        return replace(self, sitters=(*self.sitters[:seat], sitter, *self.sitters[seat + 1 :]))

    def holds(self, holder: str, seat: int) -> bool:
        """Whether that person plays the seat, or has lent it to a bot."""
        return 0 <= seat < len(self.sitters) and bool(holder) and self.sitters[seat].holder == holder

    def plays(self, holder: str, seat: int) -> bool:
        """Whether that person plays the seat now."""
        return self.holds(holder, seat) and self.sitters[seat].kind == "person"

    def alone(self, holder: str) -> bool:
        """Whether nobody but that person sits at the table."""
        return {sitter.holder for sitter in self.sitters} <= {holder, ""}

    @property
    def host(self) -> str:
        """The person who has a say about all seats: the first who sits."""
        return next((sitter.holder for sitter in self.sitters if sitter.holder), "")

    @property
    def persons(self) -> int:
        """How many seats persons play."""
        return sum(sitter.kind == "person" for sitter in self.sitters)

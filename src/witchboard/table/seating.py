"""Who plays which seat: worked out from the header and the entries of a record, never kept beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec.structs import replace as changed

from witchboard.engine.entries import AnyEntry, Concede, End, Header, Leave, Resign, Rewind, Seat, Sitter

OPEN = Sitter("", kind="open")


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where now. `practice`: the line of play was rewound; `end`: how the game has ended, if it has.

    `host` has a say about all seats: who opened the table, if he sits, else who sits first. When he gets up, his right
    passes to the first of those who stay, for good. A fresh link to his seat takes it along: he is the same person in
    another browser. `known` are all who have had a seat. `resigned` are the seats whose places went to others,
    `conceded` those that gave up by a rule of the game and keep theirs.
    """

    sitters: tuple[Sitter, ...]
    host: str = ""
    known: frozenset[str] = frozenset()
    resigned: frozenset[int] = frozenset()
    conceded: frozenset[int] = frozenset()
    practice: bool = False
    end: End | None = None

    @classmethod
    def of(cls, header: Header, host: str = "") -> Seating:
        """Who sits down when the game begins, at a table that `host` has opened."""
        sitters = (*header.seats, *[OPEN] * (header.players - len(header.seats)))
        return cls(sitters, _host_of(sitters, host), frozenset(sitter.holder for sitter in sitters))

    def after(self, entry: AnyEntry) -> Seating:
        """Who sits where after an entry."""
        if isinstance(entry, Seat):
            return self._put(entry.seat, entry.sitter, entry.sitter.holder if entry.why == "link" else "")
        if isinstance(entry, Leave):
            return self._put(entry.seat, OPEN)
        if isinstance(entry, Resign):
            left = changed(self.sitters[entry.seat], kind="open", holder="")
            return replace(self._put(entry.seat, left), resigned=self.resigned | {entry.seat})
        if isinstance(entry, Concede):
            return replace(self, conceded=self.conceded | {entry.seat})
        if isinstance(entry, Rewind):
            return replace(self, practice=True, end=None)
        if isinstance(entry, End):
            return replace(self, end=entry)
        return self

    def _put(self, seat: int, sitter: Sitter, heir: str = "") -> Seating:
        """Let somebody have a seat; `heir` is host if the host sat nowhere else."""
        sitters = (*self.sitters[:seat], sitter, *self.sitters[seat + 1 :])
        known = self.known | {sitter.holder}
        return replace(self, sitters=sitters, host=_host_of(sitters, self.host, heir), known=known)

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
    def free(self) -> list[int]:
        """The seats that somebody may sit down on: nobody gets the place, or the side, of one who gave up."""
        if self.end:
            return []
        gone = self.resigned | self.conceded
        return [seat for seat, sitter in enumerate(self.sitters) if sitter.kind == "open" and seat not in gone]

    @property
    def persons(self) -> int:
        """How many seats persons play."""
        return sum(sitter.kind == "person" for sitter in self.sitters)


def _host_of(sitters: Sequence[Sitter], *wanted: str) -> str:
    """Who has a say about all seats: the first of those wanted who sits, else the first who does."""
    holders = [sitter.holder for sitter in sitters if sitter.holder]
    return next((holder for holder in (*wanted, *holders) if holder in holders), "")

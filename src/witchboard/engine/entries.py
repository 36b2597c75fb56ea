"""The lines of a record: a header, then entries. docs/records.md describes every field.

`encode` makes the line of JSON, `decode_header` and `decode_entry` read one and say what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec

from witchboard import __version__

from .errors import WitchboardError
from .game import OptionValue
from .state import EVERYONE

FORMAT: Final = 1
Claimed: TypeAlias = tuple[tuple[int, int, int], ...]


class RecordError(WitchboardError):
    """A record that can't be read or replayed. `path` and `line` say where; line 0 is the file as a whole."""

    def __init__(self, path: str, line: int, words: str) -> None:
        super().__init__(f"{path}, line {line}: {words}" if line else f"{path}: {words}")
        self.path = path
        self.line = line


class Item(
    msgspec.Struct, frozen=True, gc=False, tag=str.lower, tag_field="entry", forbid_unknown_fields=True, kw_only=True
):
    """One line of a record."""


class Entry(Item, frozen=True, tag=str.lower, omit_defaults=True, kw_only=True):
    """One line after the header. `more`: the next line was written in the same act, so both count or neither does."""

    more: bool = False


class Sitter(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Who plays a seat: kind "person", "bot" or "open". `holder` is an opaque id of the person, never published."""

    name: str
    kind: str = "person"
    bot: str = ""
    holder: str = ""


class Header(Item, frozen=True, kw_only=True):
    """The first line: which game this is, and who plays it."""

    format: int = FORMAT
    made_with: str = f"witchboard {__version__}"
    game: str
    players: int
    options: dict[str, OptionValue]
    rules: str
    schema: int
    content: str  # its digest
    changes: dict[str, object] = {}  # printed values that differ from what is shipped
    seats: tuple[Sitter, ...] = ()
    dealer: str = "scripted"
    commitment: str = ""
    contributions: tuple[str, ...] = ()
    seed: str = ""  # the name of a simulation's stream


class Choice(Entry, frozen=True, kw_only=True):
    """A seat chose an option. `command` is the id of the command that brought it, "" if none did."""

    seat: int
    kind: str
    option: int
    text: str
    command: str = ""


class Claim(Entry, frozen=True, kw_only=True):
    """A seat answered a reaction by at most two of (mode, item, whole milliseconds)."""

    seat: int
    kind: str
    claim: Claimed
    command: str = ""


class Chance(Entry, frozen=True, kw_only=True):
    """Chance answered: `nth` answers of that label stood before it; `outcomes` (equally likely) or `weights`.

    `by` is the seat that read real dice or cards, -1 where a dealer answered.
    """

    label: str
    nth: int
    answer: int
    text: str
    outcomes: int = 0
    weights: tuple[int, ...] = ()
    by: int = -1
    command: str = ""


class Undo(Entry, frozen=True, kw_only=True):
    """A seat took its latest choice back, whose text this was. `quiet`: the others don't hear of it.

    Else those hear of it who had heard of the choice: `EVERYONE` or a bit mask of seats.
    """

    seat: int
    text: str
    quiet: bool = False
    audience: int = EVERYONE
    command: str = ""


class Rewind(Entry, frozen=True, kw_only=True):
    """The line of play went back to its first `to` entries, over chance too; the game is practice from here."""

    seat: int
    to: int
    command: str = ""


class Resign(Entry, frozen=True, kw_only=True):
    """A seat gave the game up, whose rules say nothing of that. `why`: "time" if its clock ran out."""

    seat: int
    why: str = ""
    command: str = ""


class Concede(Entry, frozen=True, kw_only=True):
    """A seat gave the game up, and the rules say what comes of it. `why`: "time" if its clock ran out."""

    seat: int
    why: str = ""
    command: str = ""


class Leave(Entry, frozen=True, kw_only=True):
    """The person of a seat left the table; the seat is open. `why`: "removed" if the host removed him."""

    seat: int
    why: str = ""
    command: str = ""


class Seat(Entry, frozen=True, kw_only=True):
    """Who plays a seat from now on. `why`: "time" if a clock ran out, "link" if the host gave a fresh link to it."""

    seat: int
    sitter: Sitter
    why: str = ""
    command: str = ""


class Mark(Entry, frozen=True, kw_only=True):
    """Somebody put a named mark here, to find it again."""

    seat: int
    name: str
    command: str = ""


class Snapshot(Entry, frozen=True, kw_only=True):
    """The position after `played` entries of the line of play; `questions` counts what each seat has been asked."""

    schema: int
    played: int
    position: dict[str, object]
    questions: tuple[int, ...] = ()


class Upgrade(Entry, frozen=True, kw_only=True):
    """From here on the game went on under other rules, from the snapshot that follows."""

    made_with: str
    rules: str
    schema: int
    content: str


class End(Entry, frozen=True, kw_only=True):
    """The game is over. `seed` is the committed dealer's, in hexadecimal digits, for everybody to check."""

    won: tuple[bool, ...]
    cause: str
    words: str
    scores: tuple[int, ...] = ()
    sources: tuple[tuple[str, int], ...] = ()
    seed: str = ""


Played: TypeAlias = Choice | Claim | Chance | Concede
AnyEntry: TypeAlias = Played | Undo | Rewind | Resign | Leave | Seat | Mark | Snapshot | Upgrade | End


class _Form(msgspec.Struct):
    """As much of a header as tells its format."""

    entry: str = ""
    format: int = 0


_form = msgspec.json.Decoder(_Form)
_header = msgspec.json.Decoder(Header)
_entry = msgspec.json.Decoder(AnyEntry)
_entries = msgspec.json.Decoder(list[AnyEntry])
_encode = msgspec.json.Encoder().encode


def encode(item: Header | AnyEntry) -> bytes:
    """A line of a record, with its end."""
    return _encode(item) + b"\n"


def decode_header(line: bytes, path: str = "record") -> Header:
    """The first line of a record. Raises `RecordError`."""
    try:
        form = _form.decode(line)
    except msgspec.DecodeError as error:
        raise RecordError(path, 1, f"expected the header of a record: {error}") from None
    if form.entry != "header":
        raise RecordError(path, 1, 'expected the header of a record, {"entry": "header", …}')
    if form.format != FORMAT:
        raise RecordError(path, 1, f"has format {form.format}; this Witchboard reads format {FORMAT}")
    try:
        return _header.decode(line)
    except msgspec.DecodeError as error:
        raise RecordError(path, 1, f"the header was edited or damaged: {error}") from None


def decode_entry(line: bytes, path: str, number: int) -> AnyEntry:
    """A later line of a record. Raises `RecordError`."""
    try:
        return _entry.decode(line)
    except msgspec.DecodeError as error:
        raise RecordError(path, number, f"the entry was edited or damaged: {error}") from None


def decode_entries(lines: Sequence[bytes], path: str) -> list[AnyEntry]:
    """All lines of a record after the first. Raises `RecordError`."""
    try:
        return _entries.decode(b"[" + b",".join(lines) + b"]")
    except msgspec.DecodeError:
        return [decode_entry(line, path, number) for number, line in enumerate(lines, 2)]  # says which line


def as_one(entries: Sequence[AnyEntry]) -> list[AnyEntry]:
    """The entries marked as one act: read back, all of them count or none does."""
    return [msgspec.structs.replace(entry, more=at + 1 < len(entries)) for at, entry in enumerate(entries)]


def sender(entry: AnyEntry) -> tuple[int, str]:
    """The seat and the id of the command that brought an entry; an empty id if none did."""
    if isinstance(entry, Snapshot | Upgrade | End):
        return -1, ""
    return (entry.by if isinstance(entry, Chance) else entry.seat), entry.command


def counts(entry: AnyEntry) -> int:
    """By how many entries it makes the line of play longer; of a `Rewind` that can't be said so."""
    return isinstance(entry, Played) - isinstance(entry, Undo)


def text_of(entry: Played) -> str:
    """What an entry of the line of play did, in notation."""
    if isinstance(entry, Concede):
        return "resign"
    return f"{entry.kind} {entry.claim}" if isinstance(entry, Claim) else entry.text

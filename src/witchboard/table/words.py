"""The words of a table: its own lines in the log (who sat down, who took something back), and how names are marked.

In the words that a game tells, a name may stand between double asterisks, with the id of its element in the picture:
`moves to **Tea House|tile-0-1**`. `bare` drops the marks, `parts` makes of them what a page shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from witchboard.engine.entries import AnyEntry, End, Leave, Mark, Resign, Rewind, Seat, Undo, Upgrade
from witchboard.engine.line import Line
from witchboard.engine.state import EVERYONE

from .seating import Seating

MARKED: Final = re.compile(r"\*\*([^*|]+)(?:\|([\w-]+))?\*\*")


class Said(NamedTuple):
    """A line of the log of an observer, names marked.

    `by` is the seat whose entry it came from, -1 for chance and the table; `acts` how many entries the line of play had
    before that move; `told` whether the game told it (else the table did).
    """

    words: str
    by: int
    acts: int
    told: bool


def bare(words: str) -> str:
    """Words without the marks of names."""
    return MARKED.sub(r"\1", words) if "**" in words else words


def parts(words: str) -> list[list[str]]:
    """Words in parts: [plain words], ["b", a name] or ["b", a name, the id of its element]."""
    found: list[list[str]] = []
    at = 0
    for name in MARKED.finditer(words):
        if name.start() > at:
            found.append([words[at : name.start()]])
        found.append(["b", name[1], name[2]] if name[2] else ["b", name[1]])
        at = name.end()
    if at < len(words) or not found:
        found.append([words[at:]])
    return found


def name(seating: Seating, line: Line, seat: int) -> str:
    """What a seat is called: by its person or bot, else by its name in the game."""
    return seating.sitters[seat].name or line.game.seat_name(line.state, seat)


def of_entry(entry: AnyEntry, seating: Seating, line: Line, observers: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The lines an entry adds to the logs of observers; `seating` is as it was before the entry."""
    if isinstance(entry, Undo):
        yield entry.seat, f"You take back: {entry.text}"
        for other in observers:
            if other != entry.seat and _heard_of(entry, other):
                yield other, f"{name(seating, line, entry.seat)} takes a choice back"
    elif isinstance(entry, Mark):
        yield entry.seat, f"Marked: {entry.name}"
    else:
        text = _public(entry, seating, line)
        if text:
            for observer in observers:
                yield observer, text


def _heard_of(entry: Undo, other: int) -> bool:
    """Whether that observer heard of the choice that is taken back."""
    if entry.quiet:
        return False
    return entry.audience == EVERYONE or (other >= 0 and bool(entry.audience >> other & 1))


def _public(entry: AnyEntry, seating: Seating, line: Line) -> str:
    """The line that everybody gets. An end by the rules the game has told itself."""
    if isinstance(entry, Seat):
        return _seated(entry, seating, line)
    if isinstance(entry, Leave):
        removed = entry.why == "removed"
        return f"{name(seating, line, entry.seat)} {'is removed from' if removed else 'leaves'} the table"
    if isinstance(entry, Resign):
        late = "The clock has run out: " if entry.why == "time" else ""
        return f"{late}{name(seating, line, entry.seat)} resigns"
    if isinstance(entry, Rewind):
        return f"{name(seating, line, entry.seat)} goes back; from here on this game is practice"
    if isinstance(entry, Upgrade):
        return "Witchboard was upgraded; the game goes on"
    return entry.words if isinstance(entry, End) and not line.state.over else ""


def _seated(entry: Seat, seating: Seating, line: Line) -> str:
    """The line about who plays a seat from now on."""
    sitter, before = entry.sitter, seating.sitters[entry.seat]
    if sitter.kind == "bot":
        late = "The clock has run out. " if entry.why == "time" else ""
        return f"{late}{name(seating, line, entry.seat)}: the bot {sitter.bot} plays on"
    if entry.why == "link":
        return f"{sitter.name} plays on by a fresh link that the host gave out"
    return f"{sitter.name} {'plays again' if before.kind == 'bot' else 'sits down'}"

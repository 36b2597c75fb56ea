"""The words of a table: its own lines in the log (who sat down, who took something back), and how names are marked.

In the words that a game tells, a name may stand between double asterisks, with the id of its element in the picture:
`moves to **Tea House|tile-0-1**`. `bare` drops the marks, `marked` makes of them what a page shows.

A game calls a seat by the seat's name in the game ("Blue"). Who sits there only the table knows: `Called` puts the
names of people and bots in place of those. The table's own lines name people already, who may call themselves as they
like: they are shown as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from witchboard.engine.entries import AnyEntry, Concede, End, Leave, Mark, Resign, Rewind, Seat, Undo, Upgrade
from witchboard.engine.line import Line
from witchboard.engine.state import EVERYONE

from .seating import Seating

MARKED: Final = re.compile(r"\*\*([^*|]+)(?:\|([\w-]+))?\*\*")
NOTHING: Final = re.compile(r"(?!)")


class Said(NamedTuple):
    """A line of the log of an observer, names marked.

    `by` is the seat whose entry it came from, -1 for chance and the table; `acts` how many entries the line of play had
    before that move; `told` whether the game told it (else the table did); `turn` whether it turns the game.
    """

    words: str
    by: int
    acts: int
    told: bool
    turn: bool = False


Part: TypeAlias = list[str | int]


class Called:
    """What the seats of a table are called in words: each by its person's or bot's name.

    A title that another capital follows is part of a longer name: "Yellow draws Yellow Plague" names one seat.
    A name that two seats bear is told apart by the seat's name in the game; who plays several seats sees them called by
    that alone.
    """

    def __init__(self, seating: Seating, line: Line) -> None:
        titles = [title_of(line, seat) for seat in range(len(seating.sitters))]
        self.names = tuple(_label(seating, seat, title) for seat, title in enumerate(titles))
        self._seats = {title: seat for seat, title in enumerate(titles)}
        longest = sorted(titles, key=len, reverse=True)
        either = "|".join(map(re.escape, longest))
        self._title = re.compile(rf"\b(?:{either})\b(?! [A-Z])") if titles else NOTHING

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Called) and (self.names, self._seats) == (other.names, other._seats)

    __hash__ = None  # type: ignore[assignment]  # it is compared, never looked up

    def plain(self, words: str) -> str:
        """Words without marks, the seats called by their people's names."""
        return self._title.sub(lambda title: self.names[self._seats[title[0]]], bare(words))

    def parts(self, words: str) -> list[Part]:
        """As `marked` makes them; the name of a seat is that of its person and has the seat as fourth."""
        found: list[Part] = []
        for part in marked(words):
            if len(part) == 1:
                found += self._seats_in(str(part[0]))
            else:
                seat = self._seats.get(str(part[1]))
                found.append(part if seat is None else self._seat(seat, str(part[2])))
        return found

    def _seats_in(self, words: str) -> list[Part]:
        found: list[Part] = []
        at = 0
        for title in self._title.finditer(words):
            if title.start() > at:
                found.append([words[at : title.start()]])
            found.append(self._seat(self._seats[title[0]], ""))
            at = title.end()
        return [*found, [words[at:]]] if at < len(words) or not found else found

    def _seat(self, seat: int, element: str) -> Part:
        return ["b", self.names[seat], element, seat]


def title_of(line: Line, seat: int) -> str:
    """The seat's name in the game, as it begins a sentence."""
    title = line.game.seat_name(line.state, seat)
    return title[:1].upper() + title[1:]


def _label(seating: Seating, seat: int, title: str) -> str:
    sitter = seating.sitters[seat]
    same = [one for one in seating.sitters if one.name == sitter.name]
    if not sitter.name or (len(same) > 1 and all(one.holder and one.holder == sitter.holder for one in same)):
        return title
    return sitter.name if len(same) == 1 else f"{sitter.name} ({title})"


def marked(words: str) -> list[Part]:
    """Words in parts: [plain words], or ["b", a name, the id of its element or ""]."""
    found: list[Part] = []
    at = 0
    for name in MARKED.finditer(words):
        if name.start() > at:
            found.append([words[at : name.start()]])
        found.append(["b", name[1], name[2] or ""])
        at = name.end()
    return [*found, [words[at:]]] if at < len(words) or not found else found


def bare(words: str) -> str:
    """Words without the marks of names."""
    return MARKED.sub(r"\1", words) if "**" in words else words


def name(seating: Seating, line: Line, seat: int) -> str:
    """What a seat is called: by its person or bot, else by its name in the game."""
    return _label(seating, seat, title_of(line, seat))


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
    if isinstance(entry, Resign | Concede):
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

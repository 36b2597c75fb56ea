"""The table's own lines in the log: who sat down, who took something back. A game's events have words of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witchboard.engine.entries import AnyEntry, End, Leave, Mark, Resign, Rewind, Seat, Undo, Upgrade
from witchboard.engine.line import Line

from .seating import Seating


def name(seating: Seating, line: Line, seat: int) -> str:
    """What a seat is called: by its person or bot, else by its name in the game."""
    return seating.sitters[seat].name or line.game.seat_name(line.state, seat)


def of_entry(entry: AnyEntry, seating: Seating, line: Line, observers: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The lines an entry adds to the logs of observers; `seating` is as it was before the entry."""
    if isinstance(entry, Undo):
        yield entry.seat, f"You take back: {entry.text}"
        if not entry.quiet:
            for other in observers:
                if other != entry.seat:
                    yield other, f"{name(seating, line, entry.seat)} takes a choice back"
    elif isinstance(entry, Mark):
        yield entry.seat, f"Marked: {entry.name}"
    else:
        text = _public(entry, seating, line)
        if text:
            for observer in observers:
                yield observer, text


def _public(entry: AnyEntry, seating: Seating, line: Line) -> str:
    """The line that everybody gets. An end by the rules the game has told itself."""
    if isinstance(entry, Seat):
        sitter = entry.sitter
        if sitter.kind == "bot":
            return f"{name(seating, line, entry.seat)}: the bot {sitter.bot} plays on"
        back = seating.sitters[entry.seat].kind == "bot"
        return f"{sitter.name} {'plays again' if back else 'sits down'}"
    if isinstance(entry, Leave):
        return f"{name(seating, line, entry.seat)} leaves the table"
    if isinstance(entry, Resign):
        return f"{name(seating, line, entry.seat)} resigns"
    if isinstance(entry, Rewind):
        return f"{name(seating, line, entry.seat)} goes back; from here on this game is practice"
    if isinstance(entry, Upgrade):
        return "Witchboard was upgraded; the game goes on"
    return entry.words if isinstance(entry, End) and not line.state.over else ""

"""The people at a table: who somebody is by the seats he holds, and the list of seats as he sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from witchboard.engine.errors import IllegalError
from witchboard.engine.game import ALL, PUBLIC, ChairFacts, Game

from .films import facts_of

if TYPE_CHECKING:
    from .live import Live


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table: an opaque id, and the seats he holds.

    `side` is the seat whose side he sees, or PUBLIC, or ALL: all that is hidden, but late (module `echo`). `curtain` is
    the seat for whom the curtain hangs, -1 for none.
    """

    holder: str
    seats: tuple[int, ...]
    host: bool = False
    side: int = PUBLIC
    curtain: int = -1


def chairs(live: Live, person: Person, now: int) -> list[dict[str, object]]:
    """The list of seats as that person sees it."""
    facts = live.film(person).chairs()
    return [
        _chair(live, person, seat, facts[seat] if seat < len(facts) else None, now)
        for seat in range(len(live.table.seating.sitters))
    ]


def _chair(live: Live, person: Person, seat: int, fact: ChairFacts | None, now: int) -> dict[str, object]:
    sitter = live.table.seating.sitters[seat]
    own = seat in person.seats
    seen = own and (not live.secret or seat == person.side)  # of a seat behind the curtain one sees what all see
    late = person.side == ALL  # he sees the table some turns ago: what is asked now doesn't go with it
    notes = [fact.note if fact else "", "" if late else live.windows.note(seat)]
    found: dict[str, object] = {
        "seat": seat,
        "name": live.name(seat),
        **facts_of(fact or ChairFacts("", "")),
        "kind": "you" if own and sitter.kind == "person" else sitter.kind,
        "bot": sitter.bot,
        "here": sitter.kind == "bot" or sitter.holder in live.present,
        "active": bool(fact and fact.active),
        "asked": not late and live.asks.seems_asked(seat, seen),
        "note": " · ".join(note for note in notes if note),
    }
    if (own and not _may_resign(live, person, seat)) or (sitter.kind == "open" and seat not in live.table.seating.free):
        found["out"] = True
    if live.clocks and not late and sitter.kind == "person" and (seen or not live.asks.together):
        found["clock"] = live.clocks.shown(seat, now)  # while several answer unseen, it would tell who is done
    return found


def _may_resign(live: Live, person: Person, seat: int) -> bool:
    """Whether a seat of that person's may give the game up now."""
    if live.table.seating.end or live.covered(person.holder, seat):
        return False
    if type(live.game).resign is Game.resign:
        return True  # the rules say nothing of it, so nothing need be tried
    try:
        live.game.resign(live.table.line.state.clone(), seat)
    except IllegalError:
        return False
    return True

"""A table as people watch it: frames, one for each visible event, and all that stands beside the picture.

    live = Live(table)
    live.commit(prepared)                       # instead of table.commit: makes the new frames
    live.whole(person, layout)                  # one fresh view, which replaces everything
    live.since(seq, person, layout)             # the frames after that one, or None if they are gone: send a whole
    live.ask(person)                            # what is asked now

What a person sees follows from the seats he holds. People who see the same share their frames. Messages are JSON, as
docs/protocol.md describes them. There is no clock and no input or output here.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from witchboard.engine.acts import sights
from witchboard.engine.game import PUBLIC, Event, Show
from witchboard.engine.picture import Change, Picture, diff

from .asks import Asks
from .table import Prepared, Table

KEPT = 160  # frames kept for those whose line broke
LINES = 200  # of the log, in a whole

encode = msgspec.json.Encoder().encode


class Eye(NamedTuple):
    """Those who see the same: an observer (a seat or PUBLIC), a layout, whose hand lies open on a phone."""

    observer: int
    layout: str
    hand: int


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table: an opaque id, and the seats he holds."""

    holder: str
    seats: tuple[int, ...]
    host: bool = False


@dataclass(slots=True)
class Frame:
    """What was to be seen after one event. `captions` and `sights` by observer; `messages` as they were encoded."""

    seq: int
    captions: dict[int, str]
    sights: dict[int, object]
    since: dict[int, object]
    beat: int = 0
    by: int = -1
    event: Event | None = None
    acts: int = 0  # entries in the line of play before the move it belongs to
    messages: dict[Eye, bytes] = field(default_factory=dict)


class Line(NamedTuple):
    """A line of the log: the frame it tells of, its words, the seat it came from."""

    seq: int
    words: str
    by: int


class Live:
    """A table with its frames."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game
        self.secret = table.game.secret()
        self.observers = (*range(len(table.seating.sitters)), PUBLIC) if self.secret else (PUBLIC,)
        table.line.shots = []
        now = self._sights()
        self.frames: deque[Frame] = deque([Frame(1, {}, now, now)], KEPT)
        self.logs = {one: [Line(1, words, -1) for words in table.logs[one]] for one in self.observers}
        self.asks = Asks(table)
        self._pictures: dict[Eye, tuple[int, Picture]] = {}
        self.present: set[str] = set()  # the ids of those who are here

    @property
    def seq(self) -> int:
        """The number of the latest frame."""
        return self.frames[-1].seq

    def person(self, holder: str) -> Person:
        """Somebody by his id: a spectator if he holds no seat."""
        seating = self.table.seating
        seats = tuple(seat for seat in range(len(seating.sitters)) if seating.holds(holder, seat))
        return Person(holder, seats, bool(holder) and seating.host == holder)

    def commit(self, prepared: Prepared) -> None:
        """Let what was prepared count, and make a frame of each visible event."""
        known = {one: len(self.table.logs[one]) for one in self.observers}
        shots = list(prepared.trial.shots or ()) if prepared.trial is not None else []
        since = self.frames[-1].sights
        acts = len(self.table.line.acts)
        self.table.commit(prepared)
        if self.table.line.shots:
            self.table.line.shots = []
        if prepared.trial is None:
            return
        for shot in shots:
            captions = {one: shot.told.words.get(one, "") for one in self.observers}
            seen = dict(shot.sights)
            if any(captions.values()) or seen != self.frames[-1].sights:
                event = shot.told.event
                self._add(Frame(self.seq + 1, captions, seen, since, self.game.beat(event), shot.act, event, acts))
        now = self._sights()
        fresh = {one: self.table.logs[one][known[one] :] for one in self.observers}
        if now != self.frames[-1].sights or not shots:
            captions = {one: words[-1] if words and not shots else "" for one, words in fresh.items()}
            if now != self.frames[-1].sights or any(captions.values()):
                self._add(Frame(self.seq + 1, captions, now, since, acts=acts))
        self._log(fresh, len(shots))

    def _add(self, frame: Frame) -> None:
        self.frames.append(frame)

    def _log(self, fresh: dict[int, list[str]], shots: int) -> None:
        """Keep the new lines, each with the frame whose caption it is."""
        for one, lines in fresh.items():
            frames = [frame for frame in self.frames if frame.captions.get(one)]
            at = max(0, len(frames) - len(lines) - shots)
            last = self.logs[one][-1].seq if self.logs[one] else 0
            for words in lines:
                found = next(
                    (n for n in range(at, len(frames)) if frames[n].captions[one] == words and frames[n].seq > last), -1
                )
                if found >= 0:
                    at, last = found + 1, frames[found].seq
                    self.logs[one].append(Line(last, words, frames[found].by))
                else:
                    self.logs[one].append(Line(self.seq, words, -1))

    def _sights(self) -> dict[int, object]:
        return sights(self.game, self.table.line.state, self.observers)

    def acts_before(self, seq: int) -> int | None:
        """How many entries the line of play had before the move of that frame; None if it is no longer kept."""
        return next((frame.acts for frame in self.frames if frame.seq == seq and frame.acts), None)

    # What goes out.

    def eye(self, person: Person, layout: str) -> Eye:
        """With whom that person shares his view."""
        own = person.seats[0] if person.seats else PUBLIC
        return Eye(own if self.secret else PUBLIC, layout, own if layout == "tall" else PUBLIC)

    def whole(self, person: Person, layout: str) -> dict[str, object]:
        """One fresh view."""
        eye = self.eye(person, layout)
        picture = self._picture(eye)
        lines = self.logs[eye.observer][-LINES:]
        game, seating = self.game, self.table.seating
        over = seating.end is not None
        return {
            "t": "whole",
            "seq": self.seq,
            "table": {
                "code": self.table.key.upper(),
                "game": game.key,
                "title": game.title,
                "where": self.where(eye.observer),
                "practice": seating.practice,
                "commitment": self.table.line.header.commitment,
                "over": over,
            },
            "me": {
                "seats": person.seats,
                "host": person.host,
                "name": next((seating.sitters[seat].name for seat in person.seats), ""),
                "spectator": not person.seats,
                "rewind": bool(person.seats) and seating.alone(person.holder),
            },
            "picture": {
                layout: {
                    "viewBox": picture.box,
                    "ground": picture.ground,
                    "label": picture.label,
                    "name": picture.name,
                    "fragments": list(picture.fragments.items()),
                }
            },
            "log": [{"seq": line.seq, "parts": [[line.words]], "by": line.by} for line in lines],
            "outcome": self.asks.outcome(person.seats),
            **self.now(person),
        }

    def now(self, person: Person) -> dict[str, object]:
        """What is asked of that person now, for whom the table waits, and the list of seats."""
        return {
            "asks": [self.asks.of(seat) for seat in person.seats if self.asks.open(seat)],
            "waiting": self.asks.waiting(person.seats),
            "seats": self.seats(person),
        }

    def ask(self, person: Person) -> dict[str, object]:
        """What stands after the frames of a move."""
        return {"t": "ask", "seq": self.seq, **self.now(person)}

    def where(self, observer: int) -> str:
        """Where the game stands, in a few words."""
        return self.game.where(self.frames[-1].sights[observer])

    def seats(self, person: Person) -> list[dict[str, object]]:
        """The list of seats as that person sees it."""
        own = person.seats[0] if person.seats and self.secret else PUBLIC
        facts = self.game.chairs(self.frames[-1].sights[own])
        found: list[dict[str, object]] = []
        for seat, sitter in enumerate(self.table.seating.sitters):
            fact = facts[seat] if seat < len(facts) else None
            mine = seat in person.seats and sitter.kind == "person"
            found.append(
                {
                    "seat": seat,
                    "name": self.name(seat),
                    "sign": fact.sign if fact else "",
                    "role": fact.role if fact else "",
                    "kind": "you" if mine else sitter.kind,
                    "bot": sitter.bot,
                    "here": sitter.kind == "bot" or sitter.holder in self.present,
                    "active": bool(fact and fact.active),
                    "asked": self.asks.asked(seat),
                    "facts": [{"sign": sign, "value": value, "words": words} for sign, value, words in fact.facts]
                    if fact
                    else [],
                    "note": fact.note if fact else "",
                }
            )
        return found

    def name(self, seat: int) -> str:
        """What a seat is called: its person or bot, else by its name in the game."""
        return self.table.seating.sitters[seat].name or self.game.seat_name(self.table.line.state, seat)

    def since(self, seq: int, person: Person, layout: str) -> list[bytes] | None:
        """The messages of the frames after that one; None if they are no longer kept."""
        eye = self.eye(person, layout)
        frames = list(self.frames)
        first = seq - frames[0].seq
        if first < 0 or seq > self.seq:
            return None
        return [self._message(frames[at], frames[at - 1], eye) for at in range(first + 1, len(frames))]

    def _message(self, frame: Frame, before: Frame, eye: Eye) -> bytes:
        found = frame.messages.get(eye)
        if found is None:
            old, new = self._shown(before, eye), self._shown(frame, eye)
            words = frame.captions.get(eye.observer, "")
            message: dict[str, object] = {
                "t": "frame",
                "seq": frame.seq,
                "caption": words,
                "beat": frame.beat,
                "by": frame.by,
                eye.layout: _put(diff(old, new), new),
                "where": self.game.where(frame.sights[eye.observer]),
            }
            if words:
                message["log"] = [{"seq": frame.seq, "parts": [[words]], "by": frame.by}]
            found = frame.messages[eye] = encode(message)
        return found

    def _picture(self, eye: Eye) -> Picture:
        return self._shown(self.frames[-1], eye)

    def _shown(self, frame: Frame, eye: Eye) -> Picture:
        """The picture of a frame; the latest one of each eye is kept."""
        seq, picture = self._pictures.get(eye, (0, None))
        if picture is None or seq != frame.seq:
            show = Show(eye.layout, self._names(), eye.hand, frame.since.get(eye.observer), frame.event)
            picture = self.game.picture(frame.sights[eye.observer], show)
            self._pictures[eye] = (frame.seq, picture)
        return picture

    def _names(self) -> tuple[str, ...]:
        return tuple(self.name(seat) for seat in range(len(self.table.seating.sitters)))


def _put(change: Change, after: Picture) -> dict[str, object]:
    """A change as the page takes it: what to put before which fragment, last first, and what is gone."""
    if change.whole:
        return {"whole": True, "ground": after.ground, "viewBox": after.box, "fragments": list(after.fragments.items())}
    touched = {key for key, _ in change.changed} | {key for key, _, _ in change.came}
    put: list[tuple[str, str | None, str]] = []
    following: str | None = None
    for key in reversed(list(after.fragments)):
        if key in touched:
            put.append((key, following, after.fragments[key]))
        following = key
    return {"put": put, "gone": change.went}

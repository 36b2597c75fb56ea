"""What an observer has been shown, moment after moment: the frames of a table as he sees it, and his log.

Every observer has a film of his own, with numbers of its own: what others do unseen leaves no trace in it. In a game
without secrets one film serves all.

A frame's number holds, beside its place, the observer and how often the table was loaded (`life`), so that nobody goes
on from a number of another film or an earlier life.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import msgspec

from witchboard.engine import entries
from witchboard.engine.acts import Shot
from witchboard.engine.entries import AnyEntry
from witchboard.engine.game import ALL, ChairFacts, Event, Game, Show
from witchboard.engine.picture import Change, Picture, diff
from witchboard.engine.state import State

from .words import Called, Said, bare, marked

KEPT = 64  # frames kept for those whose line broke: who has missed more gets one fresh view
SIGHTS = 16  # of those, where nothing is secret, with what was to be seen: the others only as they were sent
LINES = 200  # of the log, in a whole
PLACE_BITS = 20
OBSERVER_BITS = 5
Trail = Literal["new", "old", "none"]

encode = msgspec.json.Encoder().encode


class Eye(NamedTuple):
    """Those who see the same: an observer (a seat, PUBLIC, ALL), a layout, whose hand lies open on a phone."""

    observer: int
    layout: str
    hand: int


class LogLine(NamedTuple):
    """A line of the log: its frame, what was said, the seat it came from, the round."""

    seq: int
    said: Said
    by: int
    round: int

    def message(self, called: Called) -> dict[str, object]:
        """As the page takes it, the seats called as they are now; the table's own lines are shown as they are."""
        parts = called.parts(self.said.words) if self.said.told else marked(self.said.words)
        found: dict[str, object] = {"seq": self.seq, "parts": parts, "by": self.by}
        if self.round:
            found["round"] = self.round
        return found


@dataclass(slots=True)
class Frame:
    """What was to be seen after one event. `since`: the sight from which on what moved leaves a trail.

    `called` is what the seats were called, `messages` are as they were encoded. Both sights are None when they have
    been dropped.
    """

    seq: int
    sight: object
    since: object
    called: Called
    beat: int = 0
    by: int = -1
    event: Event | None = None
    lines: list[LogLine] = field(default_factory=list)
    messages: dict[Eye, bytes] = field(default_factory=dict)
    chairs: Sequence[ChairFacts] | None = None  # when they were asked for

    @property
    def caption(self) -> str:
        """What is said of it: its latest line, without marks."""
        said = self.lines[-1].said if self.lines else None
        if said is None:
            return ""
        return self.called.plain(said.words) if said.told else bare(said.words)


class Film:
    """The frames of one observer, the latest last."""

    def __init__(
        self, game: Game[State], observer: int, sight: object, said: Sequence[Said], called: Called, life: int
    ) -> None:
        self.game = game
        self.observer = observer
        self.called = called
        self._sights = KEPT if game.secret() else SIGHTS  # behind a curtain one goes back to a sight
        self._pictures: dict[Eye, tuple[int, Picture]] = {}
        self._begin((life << OBSERVER_BITS | observer - ALL) << PLACE_BITS, sight, said)

    def _begin(self, first: int, sight: object, said: Sequence[Said]) -> None:
        begun = max(0, len(said) - LINES)
        self.lines = [LogLine(first + n, one, one.by, 0) for n, one in enumerate(said, 1) if n > begun or one.turn]
        self.frames: deque[Frame] = deque([Frame(first + len(said) + 1, sight, sight, self.called)], KEPT)

    @property
    def now(self) -> Frame:
        """The latest frame."""
        return self.frames[-1]

    def begin_again(self, sight: object, said: Sequence[Said]) -> None:
        """Forget all that was shown and said: who has seen any of it gets one fresh view."""
        self._begin(self.now.seq, sight, said)

    def shoot(self, shots: Iterable[Shot], said: Sequence[Said], sight: object, trail: Trail) -> None:
        """Add what was to be seen of a move, and what was said of it; at its end the observer sees `sight`.

        `trail`: from here on, if anything is seen of it, the trail is that of this move, the one before, or none.
        """
        self._forget()
        if trail == "new" and sight == self.now.sight:
            trail = "old"  # a pass, or what was done unseen, moves nothing
        since = {"new": self.now.sight, "old": self.now.since, "none": sight}[trail]
        told = iter([one for one in said if one.told])
        rest = [one for one in said if not one.told]
        for shot in shots:
            words = shot.told.words.get(self.observer, "")
            seen = shot.sights[self.observer]
            if words or seen != self.now.sight:
                frame = self._add(seen, since)
                frame.beat, frame.by, frame.event = self.game.beat(shot.told.event), shot.act, shot.told.event
                if rest and rest[0] is said[0]:  # the table says who has resigned, the game what comes of it
                    self._log(frame, rest.pop(0))
                if words:
                    self._log(frame, next(told))
        rest = [*told, *rest]
        if rest or sight != self.now.sight:
            frame = self._add(sight, since)
            for one in rest:
                self._log(frame, one)

    def _add(self, sight: object, since: object) -> Frame:
        frame = Frame(self.now.seq + 1, sight, since, self.called)
        self.frames.append(frame)
        return frame

    def _forget(self) -> None:
        """Drop the oldest sights: they are most of what a frame weighs."""
        for place in range(len(self.frames) - self._sights - 1, -1, -1):
            frame = self.frames[place]
            if frame.sight is None:
                break
            frame.sight = frame.since = frame.chairs = None

    def _log(self, frame: Frame, one: Said) -> None:
        line = LogLine(frame.seq, one, frame.by, self.game.round(frame.sight))
        frame.lines.append(line)
        self.lines.append(line)

    def at(self, seq: int) -> Frame | None:
        """The frame of that number, if it is still kept with what was to be seen."""
        place = seq - self.frames[0].seq
        frame = self.frames[place] if 0 <= place < len(self.frames) else None
        return frame if frame and frame.sight is not None else None

    def acts_before(self, seq: int) -> int | None:
        """How many entries the line of play had before the move that the line of that number tells of."""
        return next((line.said.acts for line in reversed(self.lines) if line.seq == seq), None)

    # What goes out.

    def log(self, seq: int) -> list[dict[str, object]]:
        """The lines up to that frame, the latest 200."""
        lines = self.lines if seq == self.now.seq else [line for line in self.lines if line.seq <= seq]
        return [line.message(self.called) for line in lines[-LINES:]]

    def turns(self) -> list[dict[str, object]]:
        """The lines that turned the game, the latest six."""
        return [line.message(self.called) for line in [line for line in self.lines if line.said.turn][-6:]]

    def since(self, seq: int, eye: Eye) -> list[bytes] | None:
        """The messages of the frames after that one; None if they are no longer kept."""
        first = seq - self.frames[0].seq
        if not 0 <= first < len(self.frames):
            return None
        found: list[bytes] = []
        before = self.frames[first]
        for frame in itertools.islice(self.frames, first + 1, None):
            if eye not in frame.messages and before.sight is None:
                return None
            found.append(self._message(frame, before, eye))
            before = frame
        return found

    def picture(self, eye: Eye, frame: Frame | None = None) -> Picture:
        """The picture of a frame, of the latest if none is named; the one drawn last for each eye is kept."""
        frame = frame or self.now
        seq, picture = self._pictures.get(eye, (0, None))
        if picture is None or seq != frame.seq:
            picture = self.game.picture(
                frame.sight, Show(eye.layout, frame.called.names, eye.hand, frame.since, frame.event)
            )
            self._pictures[eye] = (frame.seq, picture)
        return picture

    def _message(self, frame: Frame, before: Frame, eye: Eye) -> bytes:
        found = frame.messages.get(eye)
        if found is None:
            old, new = self.picture(eye, before), self.picture(eye, frame)
            message: dict[str, object] = {
                "t": "frame",
                "seq": frame.seq,
                "caption": frame.caption,
                "beat": frame.beat,
                "by": frame.by,
                eye.layout: _put(diff(old, new), new),
                "where": self.game.where(frame.sight),
            }
            seats = self._chairs(frame, before)
            if seats:
                message["seats"] = seats
            if frame.lines:
                message["log"] = [line.message(frame.called) for line in frame.lines]
            found = frame.messages[eye] = encode(message)
        return found

    def chairs(self, frame: Frame | None = None) -> Sequence[ChairFacts]:
        """What the game says of the seats after a frame, after the latest if none is named."""
        frame = frame or self.now
        if frame.chairs is None:
            frame.chairs = self.game.chairs(frame.sight)
        return frame.chairs

    def _chairs(self, frame: Frame, before: Frame) -> list[dict[str, object]]:
        """What has changed in the list of seats."""
        old, new = self.chairs(before), self.chairs(frame)
        changed = [seat for seat, chair in enumerate(new) if seat >= len(old) or old[seat] != chair]
        return [{"seat": at, **facts_of(new[at]), "active": new[at].active, "note": new[at].note} for at in changed]


def trail_of(act: Sequence[AnyEntry]) -> Trail:
    """What an act does to the trail of the one before."""
    kinds = {type(entry) for entry in act}
    if kinds & {entries.Choice, entries.Claim}:
        return "new"
    return "none" if kinds & {entries.Undo, entries.Rewind} else "old"


def facts_of(chair: ChairFacts) -> dict[str, object]:
    """What the game says of a seat, as the page takes it."""
    facts = [{"sign": sign, "value": value, "words": words} for sign, value, words in chair.facts]
    return {"sign": chair.sign, "role": chair.role, "facts": facts}


def whole_picture(picture: Picture) -> dict[str, object]:
    """A picture as the page takes it whole."""
    return {**empty_picture(picture), "fragments": list(picture.fragments.items())}


def empty_picture(picture: Picture) -> dict[str, object]:
    """The same with nothing on it."""
    shown: Mapping[str, object] = {"viewBox": picture.box, "ground": picture.ground, "label": picture.label}
    return {**shown, "name": picture.name, "fragments": []}


def _put(change: Change, after: Picture) -> dict[str, object]:
    """A change as the page takes it: what to put before which fragment, last first, and what is gone."""
    if change.whole:
        return {"whole": True, **whole_picture(after)}
    touched = {key for key, _ in change.changed} | {key for key, _, _ in change.came}
    put: list[tuple[str, str | None, str]] = []
    following: str | None = None
    for key in reversed(list(after.fragments)):
        if key in touched:
            put.append((key, following, after.fragments[key]))
        following = key
    return {"put": put, "gone": change.went}

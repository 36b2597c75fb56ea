"""What was said at a table, kept beside its record, so that it loads at once however long it ran.

A record alone tells everything: played again from its start, a table says what it said before, word by word. Chapters
spare it that. Each holds what was said since the one before and which events its acts told. Then only what came after
them is played again in full, and without a word what counts since the newest snapshot. Chapters that are missing, or
don't follow one another, are left aside.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from witchboard.engine.acts import Act, Told
from witchboard.engine.entries import Played
from witchboard.engine.game import Event
from witchboard.engine.line import Line

from .logbook import Saying

Happened: TypeAlias = tuple[list[tuple[str, tuple[int, ...], int, bool]] | None, bool, bool]  # `Act.told` and the rest


class Chapter(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What belongs to the entries from number `since` up to `until`.

    `questions` is how many questions each seat had been put by then. `acts` are those of the line of play as it stood
    then, from place `first` on; what earlier chapters say of places from there on counts no more.
    """

    since: int
    until: int
    questions: list[int]
    first: int
    said: list[Saying]
    acts: msgspec.Raw


_chapter = msgspec.json.Decoder(Chapter)
_happened = msgspec.json.Decoder(list[Happened])
_encode = msgspec.json.Encoder().encode


def chapter(since: int, first: int, said: Sequence[Saying], line: Line) -> bytes:
    """A chapter up to where the line stands, as it is kept."""
    happened: list[Happened] = [
        (
            None if act.told is None else [_plain(one.event) for one in act.told],
            act.together,
            act.open,
        )
        for act in line.acts[first:]
    ]
    acts = msgspec.Raw(_encode(happened))
    return _encode(Chapter(since, len(line.entries), line.questions, first, list(said), acts))


def _plain(event: Event) -> tuple[str, tuple[int, ...], int, bool]:
    return event.kind, event.values, event.audience, event.reveals


class Chapters:
    """The chapters of a table that follow one another, the first of a record of so many entries."""

    def __init__(self, kept: Sequence[bytes], entries: int) -> None:
        self.all: list[Chapter] = []
        for data in kept:
            try:
                found = _chapter.decode(data)
            except msgspec.DecodeError:
                break
            if found.since != self.until or not found.since < found.until <= entries:
                break
            self.all.append(found)

    @property
    def until(self) -> int:
        """How many entries they cover."""
        return self.all[-1].until if self.all else 0

    @property
    def questions(self) -> list[int]:
        """How many questions each seat had been put by then."""
        return self.all[-1].questions if self.all else []

    @property
    def said(self) -> list[Saying]:
        """All that was said."""
        return [saying for chapter in self.all for saying in chapter.said]

    def recall(self, acts: list[Act], back_to: int) -> None:
        """Give acts their events, the latest chapters first, until all from place `back_to` on have them."""
        end = len(acts)
        for one in reversed(self.all):
            if end <= back_to:
                return
            if one.first < end:
                happened = _happened.decode(one.acts)
                for place in range(one.first, min(end, one.first + len(happened))):
                    acts[place] = _act(acts[place].entry, happened[place - one.first])
                end = one.first


def _act(entry: Played, happened: Happened) -> Act:
    events, together, still = happened
    told = None if events is None else tuple([Told(Event(*event)) for event in events])
    return Act(entry, told, together, still)

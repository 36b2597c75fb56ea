"""The logs of a table: what was said to each seat and to everybody, from the beginning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from . import words
from .words import Said


class Saying(NamedTuple):
    """What was said to some observers: `heard_by` has a bit for each, in the order in which a logbook has them."""

    heard_by: int
    said: Said


class Logbook:
    """The logs by observer. `new` is what was said since somebody last put it aside."""

    def __init__(self, observers: Sequence[int]) -> None:
        self.said: dict[int, list[Said]] = {observer: [] for observer in observers}  # names marked
        self.new: list[Saying] = []
        self._bits = {observer: 1 << at for at, observer in enumerate(observers)}
        self._bare: dict[int, list[str]] = {observer: [] for observer in observers}

    def bit(self, observer: int) -> int:
        """That of an observer in `Saying.heard_by`; 0 for one who has no log here."""
        return self._bits.get(observer, 0)

    def say(self, heard_by: int, said: Said) -> None:
        """Add a line to the logs of those observers."""
        self.new.append(Saying(heard_by, said))
        for observer, lines in self.said.items():
            if heard_by & self.bit(observer):
                lines.append(said)

    def recall(self, sayings: Sequence[Saying]) -> None:
        """Begin with what was said before."""
        for observer, lines in self.said.items():
            bit = self.bit(observer)
            lines[:] = [said for heard_by, said in sayings if heard_by & bit]
        self.new = []

    def bare(self, observer: int) -> list[str]:
        """An observer's log in plain words."""
        bare = self._bare[observer]
        bare += [words.bare(one.words) for one in self.said[observer][len(bare) :]]
        return bare

"""Answers that are composed before they are committed, such as a hide: what goes where, what is wrong with it so far.

A game in which some questions are answered so gives a `Drafting` (`Game.drafting`). The draft itself is kept outside:
programs and records know the canonical options alone that come of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Generic, TypeAlias, TypeVar

from .choice import Draft, Fault
from .state import State
from .stream import Stream

S = TypeVar("S", bound=State)
Pairs: TypeAlias = Sequence[tuple[int, int]]
"""A draft so far, in any order: which piece on which place, both by their numbers in the `Draft`."""


class Drafting(ABC, Generic[S]):
    """How the seats of one game compose. Immutable."""

    @abstractmethod
    def draft(self, state: S, seat: int) -> Draft | None:
        """What the seat may compose before it commits, if the question it is asked now is answered so."""

    @abstractmethod
    def faults(self, state: S, seat: int, pairs: Pairs, whole: bool) -> Sequence[Fault]:
        """What is wrong with the pairs so far, which no more pieces mend; or with the `whole` draft."""

    @abstractmethod
    def line(self, state: S, seat: int, pairs: Pairs) -> tuple[int, ...]:
        """A faultless whole draft as a line of options in canonical order."""

    def counts(self, state: S, seat: int, pairs: Pairs) -> Sequence[tuple[str, int, int]]:
        """What is counted while the seat composes: words, how many, of how many. Here: its pieces by their words."""
        draft = self.draft(state, seat)
        words = {piece: its for piece, _, its in draft.pieces} if draft else {}
        placed = Counter(words[piece] for piece, _ in pairs if piece in words)
        return [(its, placed[its], count) for its, count in Counter(words.values()).items()]

    def barred(self, state: S, seat: int, pairs: Pairs) -> Mapping[str, Sequence[int]]:
        """The places where one more piece of these words would be wrong, as the draft stands."""
        return {}

    def fill(self, state: S, seat: int, pairs: Pairs, stream: Stream) -> Pairs | None:
        """The pairs with what a good player would add, a whole draft without faults. None: any such will do."""
        return None

"""Drafts: what a seat composes before it commits. The table keeps each for its seat alone, outside the journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import msgspec

from witchboard.engine.choice import Draft, Fault
from witchboard.engine.drafting import Drafting
from witchboard.engine.errors import MalformedError
from witchboard.engine.game import Game
from witchboard.engine.state import State
from witchboard.engine.stream import Stream

Pairs: TypeAlias = tuple[tuple[int, int], ...]

NOTHING: Final = "nothing is to be composed now"
TAKE_AWAY: Final = "Take something away first."
ATTEMPTS: Final = 200  # how often "do it for me" begins anew


class Kept(msgspec.Struct, frozen=True):
    """A half-made draft, and the question it is an answer to."""

    question: int
    pairs: Pairs


class Drafts:
    """The half-made drafts of a table, by seat."""

    def __init__(self, game: Game[State], kept: Mapping[int, Kept] | None = None) -> None:
        self.game = game
        self.kept = dict(kept or {})

    @property
    def _drafting(self) -> Drafting[State]:
        if self.game.drafting is None:
            raise MalformedError(NOTHING)
        return self.game.drafting

    def pairs(self, seat: int, question: int) -> Pairs:
        """How far the seat has come with the draft for that question."""
        kept = self.kept.get(seat)
        return kept.pairs if kept and kept.question == question else ()

    def keep(self, seat: int, question: int, pairs: Pairs) -> None:
        """Keep what the seat has composed."""
        self.kept[seat] = Kept(question, pairs)

    def prune(self, questions: Sequence[int]) -> None:
        """Forget the drafts for questions that stand no longer."""
        self.kept = {seat: kept for seat, kept in self.kept.items() if kept.question == questions[seat]}

    def message(self, state: State, seat: int, draft: Draft, pairs: Pairs) -> dict[str, object]:
        """What a question asks to be composed, as the page takes it."""
        shown = {"pieces": draft.pieces, "places": draft.places, "signs": dict(draft.signs)}
        return {**shown, "fill": True, **self.judged(state, seat, pairs)}

    def judged(self, state: State, seat: int, pairs: Pairs) -> dict[str, object]:
        """What there is to say of a draft: its pairs, counts, faults, and whether it is ready."""
        faults = self._drafting.faults(state, seat, pairs, False)
        return {
            "pairs": pairs,
            "counts": self._drafting.counts(state, seat, pairs),
            "faults": [{"words": one.words, "rule": one.rule, "element": one.element} for one in faults],
            "barred": self._drafting.barred(state, seat, pairs),
            "ready": not self.faults(state, seat, pairs),
        }

    def faults(self, state: State, seat: int, pairs: Pairs) -> Sequence[Fault]:
        """What keeps a draft from being ready."""
        return self._drafting.faults(state, seat, pairs, True)

    def check(self, state: State, seat: int, pairs: Pairs) -> Draft:
        """The draft that is asked for, if these pairs can be of it. Raises `MalformedError`."""
        draft = self.game.draft(state, seat)
        if draft is None:
            raise MalformedError(NOTHING)
        pieces, places = {piece for piece, _, _ in draft.pieces}, {place for place, _, _ in draft.places}
        put = [piece for piece, _ in pairs]
        if len(set(put)) < len(put) or not pieces.issuperset(put) or not places.issuperset(at for _, at in pairs):
            raise MalformedError("a draft puts each of its pieces on one of its places, once")
        return draft

    def line(self, state: State, seat: int, pairs: Pairs) -> tuple[int, ...]:
        """A faultless whole draft as the line of options that it comes to."""
        return self._drafting.line(state, seat, pairs)

    def filled(self, state: State, seat: int, pairs: Pairs, stream: Stream) -> Pairs | None:
        """A whole draft without faults that has these pairs in it; None if none was found. May take a while."""
        draft = self.check(state, seat, pairs)
        if self._drafting.faults(state, seat, pairs, False):
            return None
        best = self._drafting.fill(state, seat, pairs, stream)
        if best is not None:
            return tuple(best)
        for _ in range(ATTEMPTS):
            found = self._some(state, seat, draft, pairs, stream)
            if found is not None and not self.faults(state, seat, found):
                return found
        return None

    def stuck(self, state: State, seat: int, pairs: Pairs) -> Fault:
        """Why a draft could not be filled: what is wrong with it so far, else what found no place."""
        wrong = self._drafting.faults(state, seat, pairs, False)
        if wrong:
            more = f" {len(wrong) - 1} more faults." if len(wrong) > 2 else " One more fault." if wrong[1:] else ""
            return replace(wrong[0], words=f"{wrong[0].words}{more} {TAKE_AWAY}")
        left = next(iter(self.faults(state, seat, pairs)), Fault("", ""))
        return replace(left, words=" ".join(["No way was found to finish it like that.", left.words, TAKE_AWAY]))

    def _some(self, state: State, seat: int, draft: Draft, pairs: Pairs, stream: Stream) -> Pairs | None:
        """The draft with each missing piece on some place where it adds no fault; None where a piece finds none."""
        found = list(pairs)
        put = {piece for piece, _ in pairs}
        spoiled = len(self._drafting.faults(state, seat, found, False))
        for piece, _, _ in draft.pieces:
            if piece in put:
                continue
            places = [place for place, _, _ in draft.places]
            while places:
                tried = [*found, (piece, places.pop(stream.below(len(places))))]
                if len(self._drafting.faults(state, seat, tried, False)) <= spoiled:
                    found = tried
                    break
            else:
                return None
        return tuple(found)

"""The law of knowledge: the true world and one that a seat imagines look the same to it, and go on doing so.

Both are played on with the same choices and the same answers of chance as far as the seat learns them, until an event
that `reveals` lawfully shows a difference.
"""

from __future__ import annotations

import json

from witchboard.engine.game import PUBLIC, Event, Game
from witchboard.engine.play import answer, asked, chance, choose, options
from witchboard.engine.state import EVERYONE, State, Watch
from witchboard.engine.steps import Chance, Decision, Simultaneous
from witchboard.engine.stream import Stream

from .moments import NOBODY, Moment, draw_outcome


def sight(game: Game[State], state: State, seat: int) -> str:
    """All that a seat gets in a position: view, knowledge, what it is asked and may answer, who else is asked."""
    top = state.stack[-1] if state.stack else None
    seen: list[object] = [game.view(state, seat), game.view(state, PUBLIC), game.know(state, seat), state.over]
    seen.append(type(top).__name__)
    whole = game.sight(state, seat)
    seen += [repr(game.chairs(whole)), game.where(whole), game.round(whole), game.text(state, seat)]
    if not isinstance(top, Simultaneous):
        seen.append(asked(state))
    if isinstance(top, Decision) and top.window:
        seen += [game.window(state), top.occasion(state), top.parties(state), top.passing(state)]
    if isinstance(top, Chance):
        seen += [top.label, top.outcomes(state), top.audience(state), repr(game.chance_question(state))]
    if seat in asked(state):
        seen += [options(state, seat), repr(game.question(state, seat)), repr(game.choices(state, seat))]
        seen += [repr(game.courses(state, seat)), repr(game.draft(state, seat))]
    return json.dumps(seen)


class Ear(Watch):
    """Hears what one seat hears, and sees what it sees right then."""

    def __init__(self, game: Game[State], seat: int) -> None:
        self.game, self.seat = game, seat
        self.heard: list[str] = []
        self.reveals: list[bool] = []

    def tell(
        self, state: State, kind: str, values: tuple[int, ...] = (), audience: int = EVERYONE, reveals: bool = False
    ) -> None:
        event = Event(kind, values, audience, reveals)
        if event.heard_by(self.seat):
            words = self.game.tell(state, event, self.seat)
            self.heard.append(json.dumps([kind, values, words, self.game.view(state, self.seat)]))
            self.reveals.append(reveals)


class Pair:
    """The true world and an imagined one, played on together as one seat sees them."""

    def __init__(self, game: Game[State], seat: int, true: State, imagined: State, drawn: Stream) -> None:
        self.game, self.seat, self.drawn = game, seat, drawn
        self.true, self.imagined = true.clone(), imagined.clone()

    def look_alike(self) -> bool:
        return sight(self.game, self.true, self.seat) == sight(self.game, self.imagined, self.seat)

    def go_on(self, moment: Moment) -> bool:
        """Play a moment of the true world in both; False when they have lawfully parted, so that the rest may differ.

        Raises `AssertionError` when they differ though nothing was revealed.
        """
        top = self.true.stack[-1]
        ours, theirs = Ear(self.game, self.seat), Ear(self.game, self.seat)
        moment.play(self.true, ours)
        if isinstance(top, Simultaneous):
            resolved = not self.true.stack or self.true.stack[-1] is not top
            if not self._answer_together(moment, resolved, theirs):
                return False
        else:
            followed = self._draw(moment, theirs) if moment.actor == NOBODY else self._choose(moment, ours, theirs)
            if not followed:
                assert any(ours.reveals), f"{moment} shows a difference, and reveals nothing"
                return False
        return self._compare(moment, ours, theirs)

    def _compare(self, moment: Moment, ours: Ear, theirs: Ear) -> bool:
        pairs = list(zip(ours.heard, theirs.heard))
        differ = next((at for at, (one, other) in enumerate(pairs) if one != other), len(pairs))
        if differ < max(len(ours.heard), len(theirs.heard)):
            lawful = any([*ours.reveals[differ : differ + 1], *theirs.reveals[differ : differ + 1]])
            assert lawful, f"{moment}: seat {self.seat} hears {ours.heard} here, there {theirs.heard}"
            return False
        one, other = sight(self.game, self.true, self.seat), sight(self.game, self.imagined, self.seat)
        assert one == other, f"after {moment} seat {self.seat} sees a difference"
        return True

    def _answer_together(self, moment: Moment, resolved: bool, ear: Ear) -> bool:
        """Others' answers are unseen: in the imagined world they answer something, and are ready at the same time."""
        top = self.imagined.stack[-1]
        if moment.actor == self.seat:
            choose(self.imagined, self.seat, moment.answer, ear)
            if not self._stands(top):
                return resolved  # the others were ready there: only that they wait is seen
        elif moment.actor in asked(self.imagined):
            self._answer_unseen(moment, ear)
        while resolved and self._stands(top):
            other = asked(self.imagined)[0]
            assert other != self.seat, "the true world goes on, though the seat is still asked in the imagined one"
            choose(self.imagined, other, self._any_option(other), ear)
        return True

    def _answer_unseen(self, moment: Moment, ear: Ear) -> None:
        """Another seat answers, the same if it can, unless that would be the last answer before the true world's."""
        legal = options(self.imagined, moment.actor)
        option = moment.answer if moment.answer in legal else self._any_option(moment.actor)
        top = self.imagined.stack[-1]
        trial = self.imagined.clone()
        choose(trial, moment.actor, option)
        if trial.stack and trial.stack[-1] is top:
            choose(self.imagined, moment.actor, option, ear)

    def _stands(self, top: object) -> bool:
        return bool(self.imagined.stack) and self.imagined.stack[-1] is top

    def _any_option(self, seat: int) -> int:
        legal = options(self.imagined, seat)
        return legal[self.drawn.below(len(legal))]

    def _choose(self, moment: Moment, ours: Ear, theirs: Ear) -> bool:
        """The same choice; what is not possible there either reveals, or is one of several that look the same."""
        legal = options(self.imagined, moment.actor)
        if moment.answer in legal:
            choose(self.imagined, moment.actor, moment.answer, theirs)
            return True
        assert moment.actor != self.seat, f"{moment} is not legal in an imagined world"
        if any(ours.reveals):
            return False
        for option in legal:
            trial, ear = self.imagined.clone(), Ear(self.game, self.seat)
            choose(trial, moment.actor, option, ear)
            if ear.heard == ours.heard:
                self.imagined = trial
                theirs.heard, theirs.reveals = ear.heard, ear.reveals
                return True
        return False

    def _draw(self, moment: Moment, theirs: Ear) -> bool:
        """The same answer of chance, by its text, if the seat learns it; else any."""
        asked_here, asked_there = chance(moment.state), chance(self.imagined)
        assert asked_here is not None and asked_there is not None
        audience = asked_here.audience(moment.state)
        assert audience == asked_there.audience(self.imagined)
        if audience != EVERYONE and not audience >> self.seat & 1:
            answer(self.imagined, draw_outcome(self.imagined, self.drawn), theirs)
            return True
        wanted = asked_here.text(moment.state, moment.answer)
        weights = asked_there.weights(self.imagined)
        for outcome in range(asked_there.outcomes(self.imagined)):
            if (weights is None or weights[outcome]) and asked_there.text(self.imagined, outcome) == wanted:
                answer(self.imagined, outcome, theirs)
                return True
        return False

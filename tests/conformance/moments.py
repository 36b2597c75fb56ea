"""Random games, move by move: what the properties of the suite are looked for in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from witchboard.engine.play import advance, answer, asked, chance, choose, options
from witchboard.engine.state import State, Watch
from witchboard.engine.stream import Stream, stream

from .cases import Case

NOBODY = -1  # the actor is chance


@dataclass(frozen=True)
class Moment:
    """A position in which somebody is asked, and what was answered: by a seat an option, by NOBODY an outcome."""

    state: State
    actor: int
    answer: int

    def play(self, state: State, watch: Watch | None = None) -> None:
        """Answer the same in that state."""
        if self.actor == NOBODY:
            answer(state, self.answer, watch)
        else:
            choose(state, self.actor, self.answer, watch)


def draw_outcome(state: State, drawn: Stream) -> int:
    """An outcome of the chance that is asked."""
    step = chance(state)
    assert step is not None
    weights = step.weights(state)
    return int(drawn.below(step.outcomes(state))) if weights is None else drawn.pick(weights)


def draw_moment(state: State, drawn: Stream) -> Moment:
    """What comes next in a random game: any of the seats that are asked, any of its options."""
    seats = asked(state)
    if not seats:
        return Moment(state.clone(), NOBODY, draw_outcome(state, drawn))
    seat = seats[drawn.below(len(seats))]
    legal = options(state, seat)
    return Moment(state.clone(), seat, legal[drawn.below(len(legal))])


def random_game(case: Case, seed: int) -> Iterator[Moment]:
    """The moments of a random game; the state of the moment after the last one is over, and is not given."""
    state = case.game.new(case.players, case.options)
    drawn = stream("conformance", case, seed)
    while not state.over:
        moment = draw_moment(state, drawn)
        moment.play(state)
        yield moment


@cache
def moments(case: Case, seed: int) -> tuple[Moment, ...]:
    """The moments of a random game, played once and kept. They are not to be changed."""
    return tuple(random_game(case, seed))


def all_moments(case: Case) -> Iterator[Moment]:
    """The moments of all random games of a case."""
    for seed in case.seeds:
        yield from moments(case, seed)


def some_moments(case: Case, count: int) -> list[Moment]:
    """About so many moments of a case, spread over its games."""
    found = list(all_moments(case))
    return found[:: max(1, len(found) * case.thinness // count)]


def decisions(case: Case, count: int) -> list[Moment]:
    """About so many moments at which a seat chose."""
    found = [moment for moment in all_moments(case) if moment.actor != NOBODY]
    return found[:: max(1, len(found) * case.thinness // count)]


def draws(case: Case, count: int) -> list[Moment]:
    """About so many moments at which chance answered."""
    found = [moment for moment in all_moments(case) if moment.actor == NOBODY]
    return found[:: max(1, len(found) * case.thinness // count)]


def end_of(case: Case, seed: int) -> State:
    """The position in which a random game ended."""
    last = moments(case, seed)[-1]
    state = last.state.clone()
    last.play(state)
    advance(state)
    return state

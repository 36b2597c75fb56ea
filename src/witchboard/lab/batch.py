"""Random play in a closed loop: compiled, it is the engine's full speed."""

from __future__ import annotations

from mypy_extensions import i64

from witchboard.engine.play import advance, settle
from witchboard.engine.state import State
from witchboard.engine.steps import Chance, Decision
from witchboard.engine.stream import Stream


def play_out(state: State, stream: Stream, limit: int = 1 << 30, seats: list[Stream] | None = None) -> int:
    """Play on by random choices until the game is over or `limit` steps are taken; returns the steps.

    A step is one choice or one answer of chance. Each legal option is equally likely. `stream` answers for chance, and
    for all seats too unless each has a stream of its own in `seats`.
    """
    steps: i64 = 0
    bound: i64 = limit
    options = advance(state, None)
    while state.stack and steps < bound:
        step = state.stack[-1]
        if isinstance(step, Decision):
            seat = step.seat(state)
            chosen = (stream if seats is None else seats[seat]).below(len(options))
            state.retractable = True  # as `take` does it, without finding the step again
            step.accept(state, seat, options[chosen], None)
        else:
            assert isinstance(step, Chance)
            weights = step.weights(state)
            outcome = stream.below(step.outcomes(state)) if weights is None else stream.pick(weights)
            settle(state, int(outcome), None)
        steps += 1
        options = advance(state, None)
    return int(steps)


def play_many(start: State, games: int, stream: Stream) -> int:
    """Play that many random games from one position; returns the steps in all."""
    steps = 0
    for _ in range(games):
        steps += play_out(start.clone(), stream)
    return steps


def clone_often(state: State, times: int) -> None:
    """Copy a position again and again, for a clock."""
    for _ in range(times):
        state.clone()


def list_often(state: State, times: int) -> None:
    """List the legal options of the question asked now again and again, for a clock."""
    step = state.stack[-1]
    assert isinstance(step, Decision)
    seat = step.seat(state)
    for _ in range(times):
        step.options(state, seat)

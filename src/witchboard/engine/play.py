"""Going on with a position: run what needs nobody, take a choice, take what chance answered."""

from __future__ import annotations

from .errors import IllegalError
from .state import NOTHING, State, Watch
from .steps import Chance, Decision, Reaction, Simultaneous


def advance(state: State, watch: Watch | None = None) -> list[int]:
    """Run automatic steps, public single options and certain chance until a seat or chance must choose.

    Returns the options of the first seat that is asked; an empty list when chance is asked or the game is over.
    The list may be shared: do not change it.
    """
    stack = state.stack
    while stack:
        found = stack[-1].proceed(state, watch)
        if found is not None:
            return found
    return NOTHING


def take(state: State, seat: int, option: int, watch: Watch | None = None) -> None:
    """Take an option that is known to be legal, without going on. `choose` is the careful form."""
    step = state.stack[-1]
    assert isinstance(step, Decision)
    state.retractable = True
    step.accept(state, seat, option, watch)


def settle(state: State, outcome: int, watch: Watch | None = None) -> None:
    """Take an outcome that chance is known to allow, without going on. `answer` is the careful form."""
    step = state.stack.pop()
    assert isinstance(step, Chance)
    state.retractable = False
    step.take(state, outcome, watch)


def asked(state: State) -> list[int]:
    """The seats that are asked now, ascending; empty when chance is asked or the game is over."""
    step = state.stack[-1] if state.stack else None
    if isinstance(step, Simultaneous):
        return step.seats(state)
    if isinstance(step, Decision):
        return [step.seat(state)]
    return []


def deputy(state: State) -> str:
    """The bot that answers what is asked now, whoever sits there; "" where the seats answer themselves."""
    step = state.stack[-1] if state.stack else None
    return step.deputy if isinstance(step, Decision) else ""


def decision(state: State, seat: int) -> Decision[State]:
    """The question that seat is asked now.

    Raises `IllegalError` if it is asked nothing.
    """
    step = state.stack[-1] if state.stack else None
    if not isinstance(step, Decision):
        raise IllegalError(f"seat {seat} is asked nothing: " + ("chance is asked" if step else "the game is over"))
    seats = asked(state)
    if seat not in seats:
        raise IllegalError(f"seat {seat} is asked nothing now: seat {', '.join(map(str, seats))} is asked")
    return step


def chance(state: State) -> Chance[State] | None:
    """The question chance is asked now, or None."""
    step = state.stack[-1] if state.stack else None
    return step if isinstance(step, Chance) else None


def options(state: State, seat: int) -> list[int]:
    """The legal options of that seat now, ascending; empty if it is asked nothing."""
    return decision(state, seat).options(state, seat) if seat in asked(state) else []


def choose(state: State, seat: int, option: int, watch: Watch | None = None) -> None:
    """Take an option and go on.

    Raises `IllegalError`, with the state unchanged, when that seat is not asked or may not choose this option.
    """
    step = decision(state, seat)
    if not step.legal(state, seat, option):
        raise IllegalError(f"option {option} of {type(step).__name__} is not legal for seat {seat} now", step.rule)
    take(state, seat, option, watch)
    advance(state, watch)


def claim(state: State, seat: int, claimed: tuple[tuple[int, int, int], ...], watch: Watch | None = None) -> None:
    """Answer a reaction by a claim of at most two (mode, item, milliseconds) and go on.

    Raises `IllegalError`, with the state unchanged, when no reaction is asked of that seat or the bounds are broken.
    """
    step = decision(state, seat)
    if not isinstance(step, Reaction):
        raise IllegalError(f"{type(step).__name__} is answered by an option, not by a claim")
    if len(claimed) > 2 or not step.admits(state, seat, claimed):
        raise IllegalError(f"claim {claimed} is out of bounds", step.rule)
    state.retractable = True
    step.take_claim(state, seat, claimed, watch)
    advance(state, watch)


def answer(state: State, outcome: int, watch: Watch | None = None) -> None:
    """Let chance answer and go on.

    Raises `IllegalError`, with the state unchanged, when chance is not asked or that outcome can't be.
    """
    step = chance(state)
    if step is None:
        raise IllegalError(f"outcome {outcome}: chance is not asked now")
    n = step.outcomes(state)
    weights = step.weights(state)
    if not 0 <= outcome < n or (weights is not None and not weights[outcome]):
        raise IllegalError(f"outcome {outcome} of {step.label}: expected a possible one of 0 to {n - 1}", step.rule)
    settle(state, outcome, watch)
    advance(state, watch)

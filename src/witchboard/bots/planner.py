"""Planning one seat's line of decisions up to a horizon: expectimax over its choices and chance's answers.

It knows no game: what a position is worth, which options deserve a thought and how chance groups comes from the game's
`Judge`. The budget is counted in positions, not in time, so every build and machine finds the same plan.
"""

from __future__ import annotations

from mypy_extensions import i64

from witchboard.engine.judge import NO_PREFERENCE, Horizon, Judge
from witchboard.engine.play import advance, settle, take
from witchboard.engine.state import State
from witchboard.engine.steps import Chance, Decision


class Planner:
    """Plans with one judge; each option is thought through with at most `budget` positions in all."""

    def __init__(self, judge: Judge[State], budget: int) -> None:
        self.judge = judge
        self.budget: i64 = budget
        self.seat = 0
        self.looked: i64 = 0  # positions looked at
        self.cut = False  # the budget ended a line before the horizon
        self.known: dict[tuple[object, ...], int] = {}  # the worth of positions thought through, by key

    def plan(self, state: State, seat: int) -> list[int]:
        """What that seat, which is asked now, chooses one after another until chance or another seat comes in.

        The state is left as it is.
        """
        self.seat = seat
        self.looked = 0
        self.known = {}
        planned = state.clone()
        set_horizon(planned, self.judge.horizon)
        options = advance(planned)
        line: list[int] = []
        while planned.stack:
            step = planned.stack[-1]
            if not isinstance(step, Decision) or step.seat(planned) != seat:
                break
            option = self._best(planned, options)
            line.append(option)
            take(planned, seat, option)
            options = advance(planned)
        return line

    def _best(self, state: State, options: list[int]) -> int:
        """The option that is worth most; of equals the first considered."""
        considered = self.judge.consider(state, self.seat, options)
        best = considered[0]
        if len(considered) == 1:
            return best
        most: i64 = -1
        end = self.looked + self.budget
        left: i64 = len(considered)
        for option in considered:
            worth = self._after(state, self.seat, option, (end - self.looked) // left)
            if worth > most:
                most = worth
                best = option
            left -= 1
        return best

    def _after(self, state: State, seat: int, option: int, budget: i64) -> i64:
        """What the position is worth after that choice."""
        child = state.clone()
        take(child, seat, option)
        options = advance(child)
        return self._worth(child, options, budget)

    def _worth(self, state: State, options: list[int], budget: i64) -> i64:
        """What a position at which `advance` has given `options` is worth to the seat."""
        self.looked += 1
        step = state.stack[-1] if state.stack else None
        key = self.judge.key(state)
        if key is not None and key in self.known:
            return self.known[key]
        was_cut = self.cut
        self.cut = False
        if step is None or isinstance(step, Horizon):
            worth = self.judge.value(state, self.seat)
        elif budget <= 0:
            self.cut = True
            worth = self.judge.value(state, self.seat)
        elif isinstance(step, Decision):
            worth = self._choose(state, step, options, budget)
        else:
            assert isinstance(step, Chance)
            worth = self._expect(state, step, budget)
        if key is not None and not self.cut:
            self.known[key] = worth
        self.cut = self.cut or was_cut
        return worth

    def _choose(self, state: State, step: Decision[State], options: list[int], budget: i64) -> i64:
        """The seat takes what is worth most to it; another seat what it would take at a glance."""
        seat = step.seat(state)
        if seat != self.seat:
            option = self.judge.prefer(state, seat, options)
            if option == NO_PREFERENCE:
                return self.judge.value(state, self.seat)
            return self._after(state, seat, option, budget - 1)
        considered = self.judge.consider(state, seat, options)
        most: i64 = -1
        end = self.looked + budget
        left: i64 = len(considered)
        for option in considered:
            worth = self._after(state, seat, option, (end - self.looked) // left)
            if worth > most:
                most = worth
            left -= 1
        return most

    def _expect(self, state: State, step: Chance[State], budget: i64) -> i64:
        """The average over what chance may answer."""
        outcomes, weights = self.judge.group(state, step)
        total: i64 = 0
        weight: i64 = 0
        end = self.looked + budget
        left: i64 = len(outcomes)
        for at in range(len(outcomes)):
            child = state.clone()
            settle(child, outcomes[at])
            options = advance(child)
            share: i64 = weights[at]
            total += share * self._worth(child, options, (end - self.looked) // left)
            weight += share
            left -= 1
        return total // weight


def set_horizon(state: State, frame: str) -> None:
    """Let going on stop before the topmost step of that frame."""
    for at in range(len(state.stack) - 1, -1, -1):
        if type(state.stack[at]).frame == frame:
            state.stack.insert(at + 1, Horizon())
            return

"""Planning one seat's line of decisions up to a horizon: expectimax over its choices and chance's answers.

It knows no game: what a position is worth, which options deserve a thought and how chance groups comes from the game's
`Judge`. The budget is counted in positions, not in time, so every build and machine finds the same plan.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from witchboard.engine.judge import NO_PREFERENCE, Horizon, Judge
from witchboard.engine.play import advance, settle, take
from witchboard.engine.state import State
from witchboard.engine.steps import Chance, Decision

FINALISTS: Final = 3


class Planner:
    """Plans with one judge. `budget`: about how many positions it may look at for one decision."""

    def __init__(self, judge: Judge[State], budget: int) -> None:
        self.judge = judge
        self.budget: i64 = budget
        self.seat = 0
        self.looked: i64 = 0  # positions looked at
        self.cut = False  # the budget ended a line before the horizon
        self.known: dict[tuple[object, ...], int] = {}  # the worth of positions thought through, by key
        self.judged: dict[tuple[object, ...], int] = {}  # of positions judged as they stand

    def plan(self, state: State, seat: int) -> list[int]:
        """What that seat, which is asked now, chooses one after another until chance or another seat comes in.

        The state is left as it is.
        """
        self.seat = seat
        self.looked = 0
        self.known = {}
        self.judged = {}
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
        """The option that is worth most; of equals the first considered.

        All options get an equal share of half the budget. If that was too little for some, the better half of them
        share half of what is left, and so on.
        """
        rivals = self.judge.consider(state, self.seat, options)
        left = self.budget
        while len(rivals) > 1:
            end = self.looked + left
            rivals = self._rank(state, rivals, left if len(rivals) <= FINALISTS else left // 2)
            if not self.cut or len(rivals) <= FINALISTS:
                break
            rivals = rivals[: max(FINALISTS, len(rivals) // 2)]
            left = end - self.looked
        return rivals[0]

    def _rank(self, state: State, options: list[int], budget: i64) -> list[int]:
        """The options, those that are worth most first."""
        self.cut = False
        end = self.looked + budget
        ranked: list[tuple[int, int]] = []
        for at in range(len(options)):
            share = (end - self.looked) // (len(options) - at)
            ranked.append((-self._after(state, self.seat, options[at], share), at))
        ranked.sort()
        return [options[at] for _, at in ranked]

    def _after(self, state: State, seat: int, option: int, budget: i64) -> i64:
        """What the position is worth after that choice."""
        child = state.clone()
        take(child, seat, option)
        options = advance(child)
        return self._worth(child, options, budget)

    def _worth(self, state: State, options: list[int], budget: i64) -> i64:
        """What a position at which `advance` has given `options` is worth to the seat."""
        self.looked += 1
        key = self.judge.key(state)
        if key is not None and key in self.known:
            return self.known[key]
        was_cut = self.cut
        self.cut = False
        worth = self._think(state, options, budget, key)
        if key is not None and not self.cut:
            self.known[key] = worth
        self.cut = self.cut or was_cut
        return worth

    def _think(self, state: State, options: list[int], budget: i64, key: tuple[object, ...] | None) -> i64:
        step = state.stack[-1] if state.stack else None
        if step is None or isinstance(step, Horizon):
            return self.judge.value(state, self.seat)
        if isinstance(step, Chance):
            return self._expect(state, step, budget)
        assert isinstance(step, Decision)
        seat = step.seat(state)
        if seat != self.seat:
            option = self.judge.prefer(state, seat, options)
            return self._judge(state, key) if option == NO_PREFERENCE else self._after(state, seat, option, budget)
        foreseen = self.judge.foresee(state, seat, options)
        if budget >= len(foreseen):
            return self._choose(state, foreseen, budget)
        self.cut = True
        return self._judge(state, key) if self.judge.quiet(state) else self._after(state, seat, foreseen[0], 0)

    def _judge(self, state: State, key: tuple[object, ...] | None) -> i64:
        """What the position is worth as it stands."""
        if key is None:
            return self.judge.value(state, self.seat)
        if key in self.judged:
            return self.judged[key]
        worth = self.judge.value(state, self.seat)
        self.judged[key] = worth
        return worth

    def _choose(self, state: State, options: list[int], budget: i64) -> i64:
        """The seat takes what is worth most to it."""
        most: i64 = -1
        end = self.looked + budget
        left: i64 = len(options)
        for option in options:
            most = max(most, self._after(state, self.seat, option, (end - self.looked) // left))
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

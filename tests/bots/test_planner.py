"""The planner on a game of a few throws, where every worth can be worked out by hand."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from witchboard.bots.planner import Planner
from witchboard.engine.judge import SURE, Judge
from witchboard.engine.play import advance
from witchboard.engine.state import Content, State, Watch
from witchboard.engine.steps import Automatic, Chance, Decision

BANK, THROW, LEND = 0, 1, 2


class Purse(State):
    """Points in hand; `throws` still allowed this turn."""

    FIELDS: ClassVar[tuple[str, ...]] = ("points", "throws", "turn")

    def __init__(self, points: int = 0, throws: int = 1) -> None:
        super().__init__(Content("purse"))
        self.points = points
        self.throws = throws
        self.turn = 0

    def clone(self) -> Purse:
        copy = Purse(self.points, self.throws)
        copy.turn = self.turn
        copy.stack = self.stack.copy()
        copy.retractable = self.retractable
        return copy


class Turn(Automatic[Purse]):
    """Ends the turn of the first seat; what follows is the second seat's affair."""

    frame: ClassVar[str] = "turn"

    def run(self, state: Purse, watch: Watch | None) -> None:
        state.turn += 1
        state.points = -100  # a plan that looks beyond the turn shows


class Choose(Decision[Purse]):
    """Bank what there is, or throw the die, or let the second seat say."""

    @classmethod
    def span(cls, content: Content) -> int:
        return 3

    def seat(self, state: Purse) -> int:
        return 0

    def options(self, state: Purse, seat: int) -> list[int]:
        return [BANK, THROW, LEND] if state.throws else [BANK, LEND]

    def take(self, state: Purse, seat: int, option: int, watch: Watch | None) -> None:
        if option == THROW:
            state.throws -= 1
            state.push(Choose())
            state.push(Throw())
        elif option == LEND:
            state.push(Lend())

    def text(self, state: Purse, option: int) -> str:
        return ("bank", "throw", "lend")[option]


class Lend(Decision[Purse]):
    """The second seat takes nothing or half."""

    @classmethod
    def span(cls, content: Content) -> int:
        return 2

    def seat(self, state: Purse) -> int:
        return 1

    def options(self, state: Purse, seat: int) -> list[int]:
        return [0, 1]

    def take(self, state: Purse, seat: int, option: int, watch: Watch | None) -> None:
        state.points = state.points // 2 if option else state.points

    def text(self, state: Purse, option: int) -> str:
        return ("nothing", "half")[option]


class Throw(Chance[Purse]):
    """Points become what the die shows: 0 twice as often as 30 or 60."""

    label: ClassVar[str] = "die"

    def outcomes(self, state: Purse) -> int:
        return 3

    def weights(self, state: Purse) -> list[int] | None:
        return [2, 1, 1]

    def take(self, state: Purse, outcome: int, watch: Watch | None) -> None:
        state.points = 30 * outcome

    def text(self, state: Purse, outcome: int) -> str:
        return str(30 * outcome)


class Miser(Judge[State]):
    """A point is a point; counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__("turn")
        self.asked = 0
        self.preferred = 1
        self.keyed = False

    def value(self, state: State, seat: int) -> i64:
        assert isinstance(state, Purse)
        self.asked += 1
        return SURE // 100 * state.points

    def prefer(self, state: State, seat: int, options: list[int]) -> int:
        return self.preferred

    def key(self, state: State) -> tuple[object, ...] | None:
        return (state.data(), tuple(state.stack)) if self.keyed else None


def start(points: int, throws: int) -> Purse:
    state = Purse(points, throws)
    state.stack = [Turn(), Choose()]
    advance(state)
    return state


def test_a_throw_is_worth_its_average() -> None:
    # one throw: (2 x 0 + 30 + 60) / 4 = 22.5
    planner = Planner(Miser(), 1000)
    assert planner.plan(start(22, 1), 0) == [THROW]
    assert planner.plan(start(23, 1), 0) == [BANK]


def test_a_choice_after_chance_is_counted_in() -> None:
    # of two throws the second follows only a 0: (2 x 22.5 + 30 + 60) / 4 = 33.75
    planner = Planner(Miser(), 1000)
    assert planner.plan(start(33, 2), 0) == [THROW]
    assert planner.plan(start(34, 2), 0) == [BANK]


def test_the_plan_ends_before_the_horizon() -> None:
    state = start(50, 0)
    assert Planner(Miser(), 1000).plan(state, 0) == [BANK]
    assert state == start(50, 0)


def test_another_seat_does_what_it_would_at_a_glance() -> None:
    judge = Miser()
    planner = Planner(judge, 1000)
    assert planner.plan(start(-50, 0), 0) == [LEND]  # half of a loss is less
    judge.preferred = 0
    assert planner.plan(start(-50, 0), 0) == [BANK]  # of equals the first


def test_a_plan_goes_on_until_chance_comes_in() -> None:
    class Twice(Choose):
        def take(self, state: Purse, seat: int, option: int, watch: Watch | None) -> None:
            state.push(Choose())

    state = Purse(0, 1)
    state.stack = [Turn(), Twice()]
    advance(state)
    assert Planner(Miser(), 1000).plan(state, 0) == [BANK, THROW]


def test_equal_positions_are_thought_through_once() -> None:
    judge = Miser()
    Planner(judge, 10**6).plan(start(0, 6), 0)
    often = judge.asked
    judge.asked, judge.keyed = 0, True
    assert Planner(judge, 10**6).plan(start(0, 6), 0) == [THROW]
    assert judge.asked < often / 4


def test_the_budget_bounds_what_is_looked_at() -> None:
    for budget in (0, 10, 100, 1000):
        planner = Planner(Miser(), budget)
        assert planner.plan(start(0, 12), 0)
        assert planner.looked <= 2 * budget + 30

"""What a good player knows of a game: which options deserve a thought, how chance groups, what a position is worth.

A game brings its judges (`Game.judges`); the planners of `bots` use them and know no game.
"""

from __future__ import annotations

from typing import ClassVar, Final, Generic, TypeVar

from mypy_extensions import i64, mypyc_attr

from .state import State
from .steps import Chance
from .stream import Stream

S = TypeVar("S", bound=State)

SURE: Final = 1_000_000_000
NO_PREFERENCE: Final = -1


class Horizon(Chance[State]):
    """Lies on the stack of a position that is planned, where the plan ends. To the engine it is a chance step."""

    def outcomes(self, state: State) -> int:
        return 2


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge(Generic[S]):
    """Judges positions of one game. Pure: the same position gets the same answers, and none is changed.

    `horizon` names the frame (`Step.frame`) at which a plan ends: a seat plans its decisions up to there together. In
    a position at the end of a plan, a `Horizon` lies topmost.
    """

    def __init__(self, horizon: str) -> None:
        self.horizon = horizon

    def value(self, state: S, seat: int) -> i64:
        """How likely that seat wins, in parts of `SURE`. A whole number, so that every build and machine agrees."""
        raise NotImplementedError(f"{type(self).__name__}.value")

    def consider(self, state: S, seat: int, options: list[int]) -> list[int]:
        """The options worth a thought when the seat is asked, the most promising first. Never empty."""
        return options

    def foresee(self, state: S, seat: int, options: list[int]) -> list[int]:
        """The same for a question the seat would be asked later in a line it thinks through: fewer, if need be."""
        return self.consider(state, seat, options)

    def quiet(self, state: S) -> bool:
        """Whether the position may be judged as it stands.

        Else a line is followed on where the budget doesn't reach, by the first option foreseen at each choice.
        """
        return True

    def prefer(self, state: S, seat: int, options: list[int]) -> int:
        """What that seat would choose at a glance; `NO_PREFERENCE` if only a plan can tell."""
        return NO_PREFERENCE

    def group(self, state: S, chance: Chance[S]) -> tuple[list[int], list[int]]:
        """What chance may answer: outcomes that stand for all, and their whole-number weights.

        Outcomes that make no difference may be represented by one of them, and far too many by a few.
        """
        weights = chance.weights(state)
        count = chance.outcomes(state)
        if weights is None:
            return list(range(count)), [1] * count
        possible = [outcome for outcome in range(count) if weights[outcome]]
        return possible, [weights[outcome] for outcome in possible]

    def key(self, state: S) -> tuple[object, ...] | None:
        """What two positions of one plan have in common only if they are worth the same; None if that isn't known."""
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind(Judge[S]):
    """One who needs no planner: where much is hidden, a plan in one imagined world would trust what it can't know.

    It is given a position that its seat has imagined, and looks at nothing in it that the seat does not know: the same
    knowledge gets the same answer.
    """

    sentence: ClassVar[str] = ""  # for people

    def __init__(self) -> None:
        super().__init__("")

    def answer(self, state: S, seat: int, options: list[int], stream: Stream) -> list[int]:
        """The answer to the question asked now, and what may follow it as in `Bot.answer`."""
        raise NotImplementedError(f"{type(self).__name__}.answer")

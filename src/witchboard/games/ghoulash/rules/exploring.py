"""The keeper alone: what he hid is explored by a bot again and again (GH-167).

How a run went is its option in number, so that a record holds the runs themselves and no bot is needed to read it.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from witchboard.engine.state import Content, Watch
from witchboard.engine.steps import Decision

from ..state import KEPT, Hunt
from .goals import finish

RUNS: Final[i64] = 100
LONGEST: Final[i64] = 400  # own turns of a run at most
LATE: Final[i64] = 2 * LONGEST  # the option of a run that used up its turns
HOME: Final = "home"
DEAD: Final = "dead"
TOO_LATE: Final = "late"


class Explore(Decision[Hunt]):
    """How the next run through the hide went: home or dead on which turn, or late."""

    rule: ClassVar[str] = "GH-167"
    public: ClassVar[bool] = False
    onward: ClassVar[bool] = True
    deputy: ClassVar[str] = "walker"

    @classmethod
    def span(cls, content: Content) -> int:
        return int(LATE + 1)

    def seat(self, state: Hunt) -> int:
        return 0

    def options(self, state: Hunt, seat: int) -> list[int]:
        found = list(range(int(2 * min(LONGEST, state.limit))))
        found.append(int(LATE))
        return found

    def take(self, state: Hunt, seat: int, option: int, watch: Watch | None) -> None:
        state.runs.append(option)
        if watch:
            watch.tell(state, "explored", (len(state.runs), option), reveals=True)
        if len(state.runs) < RUNS:
            state.push(EXPLORE)
        else:
            finish(state, KEPT, watch)

    def text(self, state: Hunt, option: int) -> str:
        return run_words(option)


EXPLORE: Final = Explore()


def home_on(turn: i64) -> i64:
    """The option of a run that reached the goal on that own turn."""
    return 2 * (turn - 1)


def dead_on(turn: i64) -> i64:
    """The option of a run that ended by a full meter on that own turn."""
    return 2 * (turn - 1) + 1


def end_of(run: i64) -> str:
    """How a run ended."""
    if run == LATE:
        return TOO_LATE
    return DEAD if run & 1 else HOME


def turns_of(run: i64, limit: i64) -> i64:
    """The own turns that a run took."""
    return limit if run == LATE else run // 2 + 1


def run_words(run: int) -> str:
    """How a run went, in notation."""
    return "out of turns" if run == LATE else f"{end_of(run)} on turn {run // 2 + 1}"


def run_names() -> dict[int, str]:
    """All runs there can be, in notation."""
    return {run: run_words(run) for run in range(int(LATE) + 1)}

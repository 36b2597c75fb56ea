"""Walking a game through whole: every position that can come up, and how many lines of play there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from witchboard.engine.play import answer, asked, chance, choose, options
from witchboard.engine.state import State


@dataclass
class Walk:
    """All positions that can come up from a start, each with the number of lines of play from it to an end."""

    lines: dict[State, int] = field(default_factory=dict)
    longest: int = 0

    @property
    def positions(self) -> list[State]:
        return list(self.lines)

    @property
    def ends(self) -> list[State]:
        return [state for state in self.lines if state.over]


def following(state: State, any_order: bool = False) -> Iterator[State]:
    """The positions one choice or one answer of chance away.

    Of several seats that are asked at once the first answers; in `any_order` each of them may.
    """
    seats = asked(state)
    step = chance(state)
    if seats:
        for seat in seats if any_order else seats[:1]:
            for option in options(state, seat):
                after = state.clone()
                choose(after, seat, option)
                yield after
    elif step is not None:
        weights = step.weights(state)
        for outcome in range(step.outcomes(state)):
            if weights is None or weights[outcome]:
                after = state.clone()
                answer(after, outcome)
                yield after


def walk(start: State, any_order: bool = False) -> Walk:
    """Walk every line of play from that position."""
    found = Walk()

    def count(state: State, depth: int) -> int:
        found.longest = max(found.longest, depth)
        if state not in found.lines:
            found.lines[state] = (
                sum(count(after, depth + 1) for after in following(state, any_order)) if not state.over else 1
            )
        return found.lines[state]

    count(start, 0)
    return found

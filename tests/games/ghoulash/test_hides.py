"""Whatever anybody hides is legal: hides of the computer and of random players, held against the rules one by one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from witchboard.engine import play
from witchboard.engine.stream import stream
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.rules.hiding import Hide
from witchboard.games.ghoulash.state import Hunt
from witchboard.games.ghoulash.tables import (
    DOOR,
    ESCAPE,
    FETCH,
    FREE,
    ITEM_MASK,
    OBSTACLE_SHIFT,
    SLOT_BITS,
    SLOT_MASK,
    Line,
    Plan,
)


class Laid:
    """A grid as it was hidden."""

    def __init__(self, plan: Plan, hide: list[int], blocked: int) -> None:
        self.plan = plan
        self.hide = hide
        self.blocked = blocked

    def has(self, line: Line, square: int) -> bool:
        return self.hide[square] >> SLOT_BITS * line.slot & SLOT_MASK == line.kind

    def reached(self, start: int, keys: frozenset[int] = frozenset()) -> set[int]:
        """The spread of GH-034."""
        plan, held, found = self.plan, set(keys), {start}
        while True:
            before = len(found)
            held |= {int(plan.opens[self.hide[square] & ITEM_MASK]) for square in found} - {0}
            for square in list(found):
                if not plan.drains[self.hide[square] >> OBSTACLE_SHIFT]:
                    found |= {int(plan.to[code]) for code in plan.out[square] if self.lets_through(int(code), held)}
            if len(found) == before:
                return found

    def lets_through(self, code: int, keys: set[int]) -> bool:
        gate = int(self.plan.gate[code])
        if self.plan.to[code] < 0:
            return False
        if gate >= DOOR:
            return not self.blocked >> gate - int(DOOR) & 1
        return gate == FREE or gate in keys

    def faults(self) -> Iterator[str]:
        yield from (fault for line in self.plan.lines for fault in self.line_faults(line))
        if self.blocked.bit_count() != self.plan.blocked:
            yield "GH-028"
        everything = {square for square in range(self.plan.squares) if self.plan.enterable[square]}
        bare = Laid(self.plan, [0] * int(self.plan.squares), self.blocked)
        for number, start in enumerate(map(int, self.plan.starts)):
            reached = self.reached(start)
            if any(content and square not in reached for square, content in enumerate(self.hide)):
                yield "GH-034"
            if bare.reached(start, frozenset(range(1, 10))) != everything:
                yield "GH-035"
            for goal in self.plan.goals:
                if goal.type == FETCH and goal.places and not any(goal.places[square] for square in reached):
                    yield "GH-185"
                if goal.type == ESCAPE and not any(
                    permitted >> number & 1 and self.is_way_out(way_out, reached)
                    for way_out, permitted in enumerate(goal.permitted)
                ):
                    yield "GH-036"

    def is_way_out(self, way_out: int, reached: set[int]) -> bool:
        square, door = int(self.plan.exit_codes[way_out] % self.plan.squares), int(self.plan.exit_doors[way_out])
        shut = door >= 0 and self.blocked >> door & 1
        return not shut and square in reached and not self.plan.drains[self.hide[square] >> OBSTACLE_SHIFT]

    def line_faults(self, line: Line) -> Iterator[str]:
        """GH-018 to GH-026."""
        squares = [square for square in range(self.plan.squares) if self.has(line, square)]
        areas = [int(self.plan.area[square]) for square in squares]
        if len(squares) != line.count:
            yield f"GH-018 {line.icon}"
        if not all(line.allowed[square] for square in squares):
            yield f"GH-019 {line.icon}"
        if line.cap and any(areas.count(area) > line.cap for area in range(len(self.plan.area_names))):
            yield f"GH-020 {line.icon}"
        for number, least in enumerate(line.minimums):
            if sum(line.minimum_of[area] == number for area in areas) < least:
                yield f"GH-021 {line.icon}"


def hidden(number: int, hides: str, keeper: str) -> Hunt:
    """A game right after its grids were hidden."""
    state = GAME.new(2, {"scenario": GAME.box.plans[number].key, "hides": hides, "keeper": keeper})
    drawn = stream("hides", number, hides, keeper)
    while True:
        step = play.chance(state)
        if step and step.label == "hide":
            play.answer(state, int(drawn.below(step.outcomes(state))))
        elif state.stack and isinstance(state.stack[-1], Hide):
            seat = play.asked(state)[int(drawn.below(len(play.asked(state))))]
            options = play.options(state, seat)
            play.choose(state, seat, options[drawn.below(len(options))])
        else:
            return state


@pytest.mark.parametrize("number", range(11))
@pytest.mark.parametrize(("hides", "keeper"), [("random", "random"), ("random", "doorkeeper"), ("secret", "random")])
def test_what_is_hidden_is_legal(number: int, hides: str, keeper: str) -> None:
    """GH-030, GH-034, GH-035, GH-036, GH-037, GH-184."""
    state = hidden(number, hides, keeper)
    squares = int(state.plan.squares)
    for grid in range(2):
        hide = [int(content) for content in state.hide[grid * squares : (grid + 1) * squares]]
        assert list(Laid(state.plan, hide, int(state.blocked[grid])).faults()) == []

"""What a move offers, held against the rules read word by word: a flood over the map at every question.

The rules keep the known ground up to date step by step; here it is worked out anew from the position alone.
"""

from __future__ import annotations

import pytest

from witchboard.engine import play
from witchboard.engine.stream import stream
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.rules.walking import Move
from witchboard.games.ghoulash.state import EXPLORED, KINDS, Hunt
from witchboard.games.ghoulash.tables import (
    DIRECTIONS,
    DOOR,
    ESCAPE,
    FETCH,
    FREE,
    ITEM_MASK,
    NONE,
    OBSTACLE_SHIFT,
    Goal,
)

OPEN, TRY, WALL = "open", "try", "wall"


class Reading:
    """A position as the explorer's sheet shows it."""

    def __init__(self, state: Hunt, grid: int) -> None:
        self.state = state
        self.plan = state.plan
        self.grid = grid
        self.squares = int(state.plan.squares)
        self.at = int(state.at[grid])
        self.keys = {int(lock) for kind, lock in enumerate(self.plan.opens) if lock and self.carried(kind)}

    def carried(self, kind: int) -> int:
        return int(self.state.carried[self.grid * KINDS + kind])

    def explored(self, square: int) -> bool:
        return self.state.seen[self.grid * self.squares + square] == EXPLORED

    def left(self, square: int) -> int:
        return int(self.state.left[self.grid * self.squares + square])

    def passage(self, code: int) -> str:
        """GH-013, GH-016, GH-063, GH-064."""
        gate = int(self.plan.gate[code])
        if gate == FREE:
            return OPEN
        if gate < DOOR:
            return OPEN if gate in self.keys else WALL
        door = gate - int(DOOR)
        if self.state.proved[self.grid] >> door & 1:
            return OPEN
        return WALL if self.state.bumped[self.grid] >> door & 1 else TRY

    def free(self) -> set[int]:
        """The squares one can walk to (GH-056), the own one among them."""
        found, ends = {self.at}, [self.at]
        while ends:
            square = ends.pop()
            for code in self.plan.out[square]:
                other = int(self.plan.to[code])
                clear = other != NONE and self.explored(other) and not self.left(other) >> OBSTACLE_SHIFT
                if clear and other not in found and self.passage(int(code)) == OPEN:
                    found.add(other)
                    ends.append(other)
        return found

    def goal(self) -> Goal | None:
        """The step of the goal that has come up, if all that it asks for is in hand."""
        reached = int(self.state.reached[self.grid])
        goal = self.plan.goals[reached]
        return goal if all(self.carried(kind) >= need for kind, need in enumerate(goal.needs) if kind) else None

    def leads_on(self, code: int) -> bool:
        """Whether a step from free ground enters something new (GH-056 to GH-064, GH-134)."""
        other, passage, goal = int(self.plan.to[code]), self.passage(code), self.goal()
        if other == NONE:
            way_out = int(self.plan.exit[code])
            if way_out == NONE or goal is None or goal.type != ESCAPE or passage == WALL:
                return False
            start = self.plan.starts.index(self.state.start[self.grid])
            return bool(goal.permitted[way_out] >> start & 1)
        if passage != OPEN:
            return passage == TRY
        if not self.explored(other) or self.left(other) >> OBSTACLE_SHIFT or self.left(other) & ITEM_MASK:
            return True
        if goal is None or goal.type != FETCH:
            return False
        return bool(goal.places[other]) if goal.places else other == self.state.start[self.grid]

    def frontier(self) -> list[int]:
        free = self.free()
        return sorted(int(code) for square in free for code in self.plan.out[square] if self.leads_on(int(code)))


@pytest.mark.parametrize("number", range(11))
def test_a_move_offers_the_frontier_and_nothing_else(number: int) -> None:
    """GH-056, GH-059, GH-064, GH-134."""
    options = {
        "scenario": GAME.box.plans[number].key,
        "hides": "random",
        "keeper": ("random", "doorkeeper")[number % 2],
        "turn-limit": 12,
        "soft-bump": number % 3 == 0,
    }
    state = GAME.new(2, options)
    drawn, looked = stream("frontier", number), 0
    while not state.over:
        step = play.chance(state)
        if step:
            play.answer(state, int(drawn.below(step.outcomes(state))))
            continue
        seat = play.asked(state)[0]
        offered = play.options(state, seat)
        if isinstance(play.decision(state, seat), Move):
            steps = [option for option in offered if option < DIRECTIONS * state.plan.squares]
            assert steps == Reading(state, seat).frontier()
            looked += 1
        play.choose(state, seat, offered[drawn.below(len(offered))])
    assert looked > 10

"""What an explorer knows of the grid he walks, read off a position by allow-list (GH-145 to GH-147, GH-182).

Whatever else the position holds, what others hid included, is never looked at: a bot that knows a grid by its sight
alone decides the same in every world that agrees with what has come out.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .rules.encounters import miss_price
from .rules.goals import number
from .state import EXPLORED, KINDS, Hunt
from .tables import FOE_MASK, ITEM_MASK, OBSTACLE_MASK, OBSTACLE_SHIFT, Goal, Plan

UNSEEN: Final[i64] = -1
OUT: Final[list[i64]] = [0, ITEM_MASK, ITEM_MASK | FOE_MASK, ITEM_MASK | FOE_MASK | OBSTACLE_MASK]  # by `Hunt.known`


class Sight:
    """One explorer's knowledge. `look` reads it anew; the position itself is kept for its public numbers only."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.g: i64 = 0
        self.found: list[i64] = [UNSEEN] * plan.squares  # by square: all that has come out there, or UNSEEN
        self.there: list[i64] = [0] * plan.squares  # what of it still lies there
        self.label: list[i64] = []  # by square: the free region, 0 is none
        self.at: i64 = 0
        self.start: i64 = 0
        self.known: i64 = 3  # classes that have come out where he stands
        self.wounds: i64 = 0
        self.meter: i64 = 0
        self.turn: i64 = 0
        self.step: i64 = 0  # of the goal
        self.kinds: list[i64] = []  # carried, by kind of item
        self.kills: list[i64] = []  # by kind of foe
        self.warned: list[i64] = []  # squares where something was heard (GH-161)

    def look(self, state: Hunt, g: i64) -> None:
        """Read what seat `g` knows of the grid it explores."""
        plan = self.plan
        base = g * plan.squares
        self.g = g
        self.at = state.at[g]
        self.start = state.start[g]
        self.known = state.known[g]
        self.warned = []
        for square in range(plan.squares):
            seen = state.seen[base + square]
            if seen == EXPLORED:
                out: i64 = OUT[3] if square != self.at else OUT[self.known]
                self.found[square] = state.hide[base + square] & out
                self.there[square] = state.left[base + square] & out
            else:
                self.found[square] = UNSEEN
                self.there[square] = 0
                if seen:
                    self.warned.append(square)
        self.label = state.grounds[g].label
        self.wounds = state.wounds[g * (plan.kits + 1) + state.used[g]]
        self.meter = state.spaces[g]
        self.turn = state.turns[g]
        self.step = state.reached[g]
        self.kinds = [state.carried[g * KINDS + kind] for kind in range(KINDS)]
        self.kills = [state.kills[g * KINDS + kind] for kind in range(KINDS)]

    @property
    def goal(self) -> Goal:
        """The step of the goal that has come up."""
        return self.plan.goals[min(self.step, len(self.plan.goals) - 1)]

    def hidden(self, square: i64, slot: i64) -> bool:
        """Whether it is still unknown what lies in that slot of the square."""
        return self.found[square] < 0 or (square == self.at and slot >= self.known)

    def standing(self, square: i64) -> i64:
        """The kind of a known obstacle that stands there; 0 is none."""
        return self.there[square] >> OBSTACLE_SHIFT

    def has(self, needs: list[i64]) -> bool:
        """Whether all that is needed is carried."""
        for kind in range(1, len(needs)):
            if self.kinds[kind] < needs[kind]:
                return False
        return True

    def kits(self) -> list[i64]:
        """The squares of the kits that were left."""
        plan = self.plan
        found: list[i64] = []
        for square in range(plan.squares):
            kind = self.there[square] & ITEM_MASK
            if kind and plan.heals[kind]:
                found.append(square)
        return found


def price(state: Hunt, g: i64, slot: i64, kind: i64, which: i64) -> i64:
    """A number of an icon as it holds for the explorer now, which all may know (GH-140)."""
    return number(state, g, slot, kind, which)


def first_miss(state: Hunt, g: i64, foe: i64) -> i64:
    """What the next miss would cost (GH-095)."""
    return miss_price(state, g, foe)

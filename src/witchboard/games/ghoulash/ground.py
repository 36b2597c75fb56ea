"""The ground an explorer knows, kept up to date step by step (GH-056).

Explored squares without a standing obstacle that are joined by steps he may take freely form **regions**; walking about
in one costs nothing and tells nothing. A region's **frontier** are the step codes that lead out of it to something:
an unexplored square, a known obstacle, a left item to end on, a doorway not yet tried, the place or exit of the goal.
Regions only ever grow together, so nothing is searched again when a square is added.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import Final

from mypy_extensions import i64

from .tables import DOOR, FREE, ITEM_MASK, OBSTACLE_SHIFT, Plan

WALL: Final[i64] = 0
PASS: Final[i64] = 1
TRY: Final[i64] = 2


class Ground:
    """The regions of one explorer's grid, and what bears on them besides the squares explored."""

    def __init__(self, squares: i64) -> None:
        self.label: list[i64] = [0] * squares  # the region of each square, 0 is none
        self.fronts: list[list[int]] = [[]]  # the frontier of each region, ascending
        self.keys: i64 = 0  # the locks that are open to him, as bits
        self.proved: i64 = 0  # doorways proved open, as bits
        self.bumped: i64 = 0  # doorways known blocked, as bits
        self.places: list[i64] = []  # by square, where the goal is met by arriving; empty: nowhere now
        self.exits: i64 = 0  # the exits he may try now, as bits

    def copy(self) -> Ground:
        """An independent copy."""
        found = Ground(0)
        found.label = self.label.copy()
        found.fronts = [front.copy() for front in self.fronts]
        found.keys = self.keys
        found.proved = self.proved
        found.bumped = self.bumped
        found.places = self.places
        found.exits = self.exits
        return found

    def __eq__(self, other: object) -> bool:
        """Whether both know the same regions and frontiers, however they came to number them."""
        return isinstance(other, Ground) and self.regions() == other.regions()

    def __hash__(self) -> int:
        return hash(str(self.regions()))

    def regions(self) -> dict[int, list[int]]:
        """The frontier of each region by its lowest square."""
        found: dict[int, list[int]] = {}
        named: set[int] = set()
        for square, label in enumerate(self.label):
            if label and label not in named:
                named.add(label)
                found[square] = self.fronts[label]
        return found

    def passage(self, plan: Plan, code: i64) -> i64:
        """Whether that edge is a WALL to him, lets him PASS, or is a doorway he must TRY (GH-013, GH-016, GH-063)."""
        gate = plan.gate[code]
        if gate == FREE:
            return PASS
        if gate < DOOR:
            return PASS if (self.keys >> gate) & 1 else WALL
        if (self.proved >> (gate - DOOR)) & 1:
            return PASS
        return WALL if (self.bumped >> (gate - DOOR)) & 1 else TRY

    def survey(self, plan: Plan, seen: list[i64], left: list[i64], base: i64, but: i64) -> None:
        """Work all out anew from the squares explored, `but` not the one whose content isn't known yet."""
        squares = plan.squares
        self.label = [0] * squares
        self.fronts = [[]]
        for square in range(squares):
            if seen[base + square] == 1 and square != but and not left[base + square] >> OBSTACLE_SHIFT:
                self.add(plan, left, base, square)

    def add(self, plan: Plan, left: list[i64], base: i64, square: i64) -> None:
        """A square without a standing obstacle has been explored: it joins the regions around it."""
        label = self.label
        squares = plan.squares
        own: i64 = 0
        for code in plan.out[square]:
            other = plan.to[code]
            if other >= 0 and label[other] and (plan.gate[code] == FREE or self.passage(plan, code) == PASS):
                there = label[other]
                if own == 0:
                    own = there
                elif own != there:
                    own = self.merge(own, there)
        if own == 0:
            own = len(self.fronts)
            self.fronts.append([])
        label[square] = own
        front = self.fronts[own]
        if not left[base + square] & ITEM_MASK and not (self.places and self.places[square]):
            for code in plan.into[square]:
                source = label[code % squares]
                if source and (plan.gate[code] == FREE or self.passage(plan, code) == PASS):
                    drop(self.fronts[source], code)
        for code in plan.out[square]:
            if self.leads_on(plan, left, base, code):
                insort(front, code)
        if left[base + square] & ITEM_MASK or (self.places and self.places[square]):
            for code in plan.into[square]:
                source = label[code % squares]
                if source and self.passage(plan, code) == PASS:
                    keep(self.fronts[source], code)

    def leads_on(self, plan: Plan, left: list[i64], base: i64, code: i64) -> bool:
        """Whether that step, out of a square he stands on or may walk to, is a step of the frontier."""
        other = plan.to[code]
        if other < 0:
            if not (self.exits >> plan.exit[code]) & 1:
                return False
            return plan.gate[code] == FREE or self.passage(plan, code) != WALL
        if plan.gate[code] != FREE:
            passage = self.passage(plan, code)
            if passage != PASS:
                return passage == TRY
        if not self.label[other] or left[base + other] & ITEM_MASK:
            return True
        return len(self.places) > 0 and self.places[other] != 0

    def merge(self, one: i64, other: i64) -> i64:
        """Two regions become one; returns its number."""
        low, high = (one, other) if one < other else (other, one)
        label = self.label
        for square in range(len(label)):
            if label[square] == high:
                label[square] = low
        self.fronts[low] = sorted(self.fronts[low] + self.fronts[high])
        self.fronts[high] = []
        return low

    def forget(self, plan: Plan, square: i64) -> None:
        """Nothing is left to end on there: steps to the square are no longer steps of the frontier."""
        for code in plan.into[square]:
            source = self.label[code % plan.squares]
            if source and self.passage(plan, code) == PASS:
                drop(self.fronts[source], code)

    def around(self, plan: Plan, square: i64) -> list[i64]:
        """The regions around a square, by their numbers."""
        found: list[i64] = []
        for code in plan.out[square]:
            other = plan.to[code]
            if other >= 0 and self.label[other] and self.passage(plan, code) == PASS:
                if self.label[other] not in found:
                    found.append(self.label[other])
        return found

    def steps(self, plan: Plan, left: list[i64], base: i64, at: i64) -> list[int]:
        """The frontier steps of an explorer who stands there, ascending. The list may be the ground's own.

        On a standing obstacle he is in no region: he may go on into each around him.
        """
        own = self.label[at]
        if own:
            return self.fronts[own]
        found: list[int] = []
        for region in self.around(plan, at):
            found += self.fronts[region]
        for code in plan.out[at]:
            if self.leads_on(plan, left, base, code):
                found.append(code)
        found.sort()
        return found


def drop(front: list[int], code: int) -> None:
    """Take a code out of a frontier if it is there."""
    at = bisect_left(front, code)
    if at < len(front) and front[at] == code:
        del front[at]


def keep(front: list[int], code: int) -> None:
    """Put a code into a frontier if it isn't there."""
    at = bisect_left(front, code)
    if at == len(front) or front[at] != code:
        front.insert(at, code)

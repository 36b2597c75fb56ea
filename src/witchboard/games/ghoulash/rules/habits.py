"""How keepers may weigh squares when they hide (GH-178, GH-179): what beliefs are made of, what an expert draws by."""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

from mypy_extensions import i64

from ..tables import FOE, ITEM, OBSTACLE, Line, Plan
from .leanings import leanings
from .legality import spread

# The leanings of an expert, group by group: to squares inside doors, far from the start, deep in a building.
DOOR: Final = 0
FAR: Final = 1
DEEP: Final = 2
GROUP: Final = 3  # leanings of a group
FINE: Final = 256.0
FOES: Final = 0
OBSTACLES: Final = 1
KITS: Final = 2
QUEST: Final = 3


@lru_cache(maxsize=32)
def habits(plan: Plan) -> list[list[list[float]]]:
    """By level of keeper, line and square: how gladly such a keeper puts an icon of it there. Not to be changed."""
    even: list[list[float]] = []
    doors: list[list[float]] = []
    for line in plan.lines:
        barred = _barred(plan, line)
        one: list[float] = [0.0] * plan.squares
        other: list[float] = [0.0] * plan.squares
        for square in line.squares:
            if not barred[square]:
                one[square] = 1.0
                other[square] = float(doorkeeping(plan, line, square))
        even.append(one)
        doors.append(other)
    return [even, doors, expert(plan, leanings(plan.key))]


def doorkeeping(plan: Plan, line: Line, square: i64) -> int:
    """How gladly a doorkeeper puts an icon there: foes and obstacles inside doors, items far away (GH-178)."""
    if line.slot == ITEM:
        return 1 + int(plan.distance[square])
    if not plan.door_weight[square]:
        return 1
    return 12 if line.slot == FOE else 8


def expert(plan: Plan, leans: list[float]) -> list[list[float]]:
    """By line and square: the weights of an expert with these leanings."""
    depth = depths(plan)
    farthest = float(max(1, max(plan.distance)))
    found: list[list[float]] = []
    for line in plan.lines:
        group = FOES
        if line.slot == OBSTACLE:
            group = OBSTACLES
        elif line.slot == ITEM:
            group = KITS if plan.heals[line.kind] else QUEST
        first = GROUP * group
        barred = _barred(plan, line)
        weights: list[float] = [0.0] * plan.squares
        for square in line.squares:
            if not barred[square]:
                lean = leans[first + DOOR] * float(plan.door_weight[square])
                lean += leans[first + FAR] * float(plan.distance[square]) / farthest
                lean += leans[first + DEEP] * float(min(depth[square], 3)) / 3.0
                weights[square] = float(max(1, round(FINE * exp(lean)))) / FINE  # the same everywhere
        found.append(weights)
    return found


def depths(plan: Plan) -> list[i64]:
    """By square: how many squares lie between it and the nearest door of its area; 0 in the street."""
    found: list[i64] = [
        0 if area == len(plan.area_names) or door else -1 for area, door in zip(plan.area, plan.door_weight)
    ]
    ring = [square for square in range(plan.squares) if plan.door_weight[square]]
    steps: i64 = 0
    while ring:
        steps += 1
        inner: list[int] = []
        for square in ring:
            for code in plan.out[square]:
                other = plan.to[code]
                if other >= 0 and found[other] < 0 and plan.area[other] == plan.area[square]:
                    found[other] = steps
                    inner.append(int(other))
        ring = inner
    return [max(0, depth) for depth in found]


def _barred(plan: Plan, line: Line) -> list[i64]:
    """By square, whether a key can't lie there because only its own lock leads there (GH-037)."""
    found: list[i64] = [0] * plan.squares
    if line.slot != ITEM or not line.opens:
        return found
    bare: list[i64] = [0] * plan.squares
    others: i64 = -1 & ~(1 << line.opens)
    reached = spread(plan, bare, 0, plan.starts[0], others)
    for square in range(plan.squares):
        found[square] = 0 if reached[square] else 1
    return found

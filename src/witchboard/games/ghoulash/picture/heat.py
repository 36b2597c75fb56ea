"""A hint: how likely things are to lie on each unknown square, under a uniform hide (GH-172).

Lines with caps and minimums are counted exactly; where doorways, drains or locks tie squares together the chances are
estimates. Everything comes from what the explorer knows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from witchboard.engine.picture import group, write
from witchboard.engine.picture import place as place_at

from ..bot_belief import Belief
from ..bot_sight import Sight
from ..state import Hunt
from ..tables import FOE, ITEM, OBSTACLE, Plan
from .places import PLACES, SQUARE, Layout, placed

UNIFORM = [1.0, 0.0, 0.0]
SLOTS = ((FOE, "foe", 9.0, 9.0), (ITEM, "item", 27.0, 9.0), (OBSTACLE, "obstacle", 9.0, 27.0))
LEAST = 0.02  # what is less likely is left out
WIDEST = 7.5  # the radius of what is likeliest, so that much is seen where all is unlikely
NARROWEST = 2.0


def heat(state: Hunt, seat: int, layout: Layout) -> str:
    """The chances as dots in the corners of the unknown squares: a foe red, a thing green, an obstacle dark."""
    plan = state.plan
    sight = Sight(plan)
    sight.look(state, seat)
    belief = Belief(plan, UNIFORM)
    belief.study(sight)
    place = placed(PLACES[layout], "own", int(plan.cols), int(plan.rows))
    spots = [
        spot
        for square in range(int(plan.squares))
        if plan.enterable[square] and square != sight.at
        for spot in _spots(plan, belief, square)
    ]
    most = max((spot.chance for spot in spots), default=1.0)
    dots = "".join(
        f'<circle cx="{spot.x:g}" cy="{spot.y:g}" r="{_radius(spot.chance, most):g}" class="{spot.name}"/>'
        for spot in spots
    )
    largest = f"{'about ' if plan.tied else ''}{100 * most:.0f} %"
    label = "Where things may still be: red foes, green things, dark obstacles; the larger the likelier"
    parts = [f'<g transform="{place.at}">{dots}</g>', legend(layout, largest)]
    return group("heat", parts, "heat", "", f"{label}, the largest {largest}")


class Spot(NamedTuple):
    """A dot: where on the chart, of which slot, and how likely something lies there."""

    x: float
    y: float
    name: str
    chance: float


def _spots(plan: Plan, belief: Belief, square: int) -> list[Spot]:
    x, y = square % int(plan.cols), int(plan.rows) - 1 - square // int(plan.cols)
    found = [
        Spot(SQUARE * x + dx, SQUARE * y + dy, name, round(1.0 - _none(plan, belief, square, int(slot)), 2))
        for slot, name, dx, dy in SLOTS
    ]
    return [spot for spot in found if spot.chance >= LEAST]


@lru_cache(maxsize=256)
def legend(layout: Layout, largest: str) -> str:
    """What the dots are: below the title, on a phone on a slip over the line of the goal."""
    wide = layout == "wide"
    x, y, letter = (130.0, 107.0, 5.5) if wide else (14.0, 487.0, 6.2)
    parts = [] if wide else ['<rect x="4" y="470" width="358" height="24" class="gh-note"/>']
    for name, words in (("foe", "foe"), ("item", "thing"), ("obstacle", "obstacle")):
        parts.append(f'<circle transform="{place_at(x, y - 4)}" r="5" class="{name}"/>')
        parts.append(write(x + 8, y, words, "t13"))
        x = round(x + 19 + letter * len(words), 1)
    parts.append(write(x, y, f"largest: {largest}", "t13"))
    return "".join(parts)


def _none(plan: Plan, belief: Belief, square: int, slot: int) -> float:
    """The chance that the slot of a square is empty; of several lines one may lie there, not two."""
    total = 0.0
    for number, line in enumerate(plan.lines):
        if line.slot == slot:
            total += belief.chance(number, square)
    return max(0.0, 1.0 - total)


def _radius(chance: float, most: float) -> float:
    """Areas are as the chances; at least what can be seen."""
    return float(max(NARROWEST, round(WIDEST * (chance / most) ** 0.5, 1)))

"""A hint: how likely things are to lie on each unknown square, under a uniform hide (GH-172).

Lines with caps and minimums are counted exactly; where doorways, drains or locks tie squares together the chances are
estimates. Everything comes from what the explorer knows.
"""

from __future__ import annotations

from functools import lru_cache

from witchboard.engine.picture import group

from ..bot_belief import Belief
from ..bot_sight import Sight
from ..state import Hunt
from ..tables import FOE, ITEM, OBSTACLE, Plan
from .places import PLACES, SQUARE, Layout, placed

UNIFORM = [1.0, 0.0, 0.0]
SLOTS = ((FOE, "foe", 9.0, 9.0), (ITEM, "item", 27.0, 9.0), (OBSTACLE, "obstacle", 9.0, 27.0))
LEAST = 0.02  # what is less likely is left out
WIDEST = 8.0  # the radius of a certainty


def heat(state: Hunt, seat: int, layout: Layout) -> str:
    """The chances as dots in the corners of the unknown squares: a foe red, a thing green, an obstacle dark."""
    plan = state.plan
    sight = Sight(plan)
    sight.look(state, seat)
    belief = Belief(plan, UNIFORM)
    belief.study(sight)
    place = placed(PLACES[layout], "own", int(plan.cols), int(plan.rows))
    dots: list[str] = []
    for square in range(int(plan.squares)):
        if plan.enterable[square] and square != sight.at:
            dots += _dots(plan, belief, square)
    about = "estimated" if plan.tied else "exact"
    label = f"Where things may still be, {about}: red foes, green things, dark obstacles; the larger the likelier"
    return group("heat", dots, "heat", place.at, label)


def _dots(plan: Plan, belief: Belief, square: int) -> list[str]:
    found = []
    x, y = square % int(plan.cols), int(plan.rows) - 1 - square // int(plan.cols)
    for slot, name, dx, dy in SLOTS:
        chance = 1.0 - _none(plan, belief, square, int(slot))
        if chance >= LEAST:
            at = f'cx="{SQUARE * x + dx:g}" cy="{SQUARE * y + dy:g}" r="{_radius(round(chance, 2)):g}"'
            found.append(f'<circle {at} class="{name}"/>')
    return found


def _none(plan: Plan, belief: Belief, square: int, slot: int) -> float:
    """The chance that the slot of a square is empty; of several lines one may lie there, not two."""
    total = 0.0
    for number, line in enumerate(plan.lines):
        if line.slot == slot:
            total += belief.chance(number, square)
    return max(0.0, 1.0 - total)


@lru_cache(maxsize=128)
def _radius(chance: float) -> float:
    """Areas are as the chances; at least what can be seen."""
    return float(max(1.6, round(WIDEST * chance**0.5, 1)))

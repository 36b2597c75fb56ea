"""Hides drawn as keepers of all levels hide, the computer's and the bots' (GH-178, GH-179).

The expert weighs squares by doors, distance and depth (`habits`); what it leans to in each scenario has been learnt by
letting a bot search such hides (`leanings`). A third of its hides are drawn evenly, and the weights are shaken each
time, so that nobody learns them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from witchboard.engine.stream import Stream

from ..state import DOORKEEPER, EXPERT_KEEPER, RANDOM_KEEPER
from ..tables import Plan
from .habits import doorkeeping, habits
from .legality import legal
from .lots import Lot

ATTEMPTS: Final = 400  # draws that fail before a hide is drawn evenly
FINE: Final = 64.0  # parts of a weight


def hide_of(plan: Plan, level: i64, stream: Stream) -> tuple[list[i64], i64]:
    """A legal hide by a keeper of that level: what lies on each square, and the doorways blocked."""
    if level < EXPERT_KEEPER or stream.below(3) == 0:
        lot, blocked = draw_hide(plan, level if level < EXPERT_KEEPER else RANDOM_KEEPER, stream)
        return lot.hide, blocked
    return lay_out(plan, habits(plan)[EXPERT_KEEPER], stream)


def draw_hide(plan: Plan, level: i64, stream: Stream) -> tuple[Lot, i64]:
    """A legal hide and the doorways blocked in it, by a random keeper or a doorkeeper."""
    bare = Lot(plan)
    weights: list[list[int]] = []
    if level == DOORKEEPER:
        weights = [[doorkeeping(plan, line, square) for square in range(plan.squares)] for line in plan.lines]
    while True:
        lot = bare.copy()
        if not (lot.weigh(weights, stream) if weights else lot.fill(stream)):
            continue
        blocked: i64 = plan.blocks[stream.below(len(plan.blocks))] if plan.blocks else 0
        if legal(plan, lot.hide, blocked):
            return lot, blocked


def lay_out(plan: Plan, weights: list[list[float]], stream: Stream) -> tuple[list[i64], i64]:
    """A legal hide drawn by weights of squares for each line, each time shaken anew."""
    for _ in range(ATTEMPTS):
        shaken = [_shake(line, stream) for line in weights]
        drawn = Lot(plan)
        if not drawn.weigh(shaken, stream):
            continue
        blocked = plan.blocks[stream.below(len(plan.blocks))] if plan.blocks else 0
        if legal(plan, drawn.hide, blocked):
            return drawn.hide, blocked
    lot, evenly = draw_hide(plan, RANDOM_KEEPER, stream)
    return lot.hide, evenly


def _shake(weights: list[float], stream: Stream) -> list[int]:
    """Weights as whole numbers, each bent at random by up to a half either way."""
    found: list[int] = []
    for weight in weights:
        bent = weight * FINE * (0.5 + float(stream.below(1001)) / 1000.0)
        found.append(0 if weight <= 0.0 else max(1, int(bent)))
    return found

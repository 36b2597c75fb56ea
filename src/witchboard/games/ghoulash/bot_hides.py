"""Where a keeper hides things (GH-178, GH-179): drawn anew each time by weights of squares, so that nobody learns it.

The expert weighs squares by doors, distance and depth; what it leans to in each scenario has been learnt by letting the
hunter search such hides (`bot_leanings`). A third of its hides are drawn evenly, and the weights are shaken each time.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from witchboard.engine.stream import Stream

from .bot_habits import EXPERT, habits
from .rules.legality import legal
from .rules.lots import Lot, headroom, needed
from .rules.scattering import draw_hide
from .state import SECRET, Hunt
from .tables import AREAS, SLOT_BITS, SLOT_MASK, Plan

RANDOM_KEEPER: Final = 0
DOORKEEPER: Final = 1
EXPERT_KEEPER: Final = 2
ATTEMPTS: Final = 400  # draws that fail before a hide is drawn evenly
FINE: Final = 64.0  # parts of a weight


def hide_of(plan: Plan, level: i64, stream: Stream) -> tuple[list[i64], i64]:
    """A legal hide by a keeper of that level: what lies on each square, and the doorways blocked."""
    if level < EXPERT_KEEPER or stream.below(3) == 0:
        lot, blocked = draw_hide(plan, min(level, DOORKEEPER), stream)
        return lot.hide, blocked
    return lay_out(plan, habits(plan)[EXPERT], stream)


def lay_out(plan: Plan, weights: list[list[float]], stream: Stream) -> tuple[list[i64], i64]:
    """A legal hide drawn by weights of squares for each line, each time shaken anew."""
    for _ in range(ATTEMPTS):
        shaken = [_shake(line, stream) for line in weights]
        drawn = Lot(plan)
        if not _draw(drawn, shaken, stream):
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


def _draw(lot: Lot, weights: list[list[int]], stream: Stream) -> bool:
    """Draw all lines by weights of squares; False if something found no room."""
    plan = lot.plan
    for number in range(len(plan.lines)):
        line = plan.lines[number]
        while lot.missing[number] > 0:
            squares: list[i64] = []
            heavy: list[int] = []
            for square in lot.open_squares(number):
                area = plan.area[square]
                if weights[number][square] and headroom(line, plan, area, lot.within[number][area], 1) > 0:
                    squares.append(square)
                    heavy.append(weights[number][square])
            if not squares:
                return False
            lot.put(number, squares[stream.pick(heavy)])
        if max([0, *needed(line, lot.within[number])]) > 0:
            return False
    return True


def answers_of(state: Hunt, hide: list[i64], blocked: i64, stream: Stream) -> list[int]:
    """A hide as the line of answers that set-up asks for, weak spots drawn evenly."""
    plan = state.plan
    found: list[int] = []
    if state.hides == SECRET:
        for line in plan.lines:
            for square in range(plan.squares):
                if (hide[square] >> (SLOT_BITS * line.slot)) & SLOT_MASK == line.kind:
                    found.append(square)
        if plan.blocks:
            found.append(int(state.box.squares) + plan.blocks.index(blocked))
    if state.preset:
        first = int(state.box.squares + state.box.sets)
        for _ in range(plan.fights):
            found.append(first + int(stream.below(AREAS)))
    return found


def go_on(state: Hunt, options: list[int], stream: Stream) -> int:
    """One more answer to a set-up that somebody else has begun."""
    return options[stream.below(len(options))]

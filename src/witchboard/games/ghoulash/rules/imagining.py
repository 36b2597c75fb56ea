"""Worlds that agree with all a seat knows of a grid (GH-145 to GH-148, GH-172).

What is known: the icons that have come out, explored squares as empty as they are, how far the square in hand has been
resolved, squares on which something was heard, doorways proved open or blocked, and all that a hide must be.
"""

from __future__ import annotations

from mypy_extensions import i64

from witchboard.engine.stream import Stream

from ..state import EXPLORED, SHOT, WARNED, Hunt
from ..tables import AREAS, SLOT_BITS, SLOT_MASK, Plan
from .encounters import fight_at, fired
from .legality import legal
from .lots import Lot


class Known:
    """What is known of one grid, ready to be drawn on."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.lot = Lot(plan)
        self.blocks: list[i64] = []  # the sets of doorways it may be
        self.heard: list[i64] = []  # squares on which something lies


def known_of(state: Hunt, g: i64) -> Known:
    """What a state tells of a grid by the squares explored in it, its doors and the square in hand."""
    plan = state.plan
    base = g * plan.squares
    known = Known(plan)
    lot = known.lot
    for square in range(plan.squares):
        seen = state.seen[base + square]
        if seen == WARNED:
            known.heard.append(square)
        if seen != EXPLORED:
            continue
        classes = state.known[g] if square == state.at[g] else 3
        content = state.hide[base + square]
        for slot in range(3):
            if slot < classes:
                lot.closed[slot * plan.squares + square] = 1
        for number in range(len(plan.lines)):
            line = plan.lines[number]
            if line.slot < classes and (content >> (SLOT_BITS * line.slot)) & SLOT_MASK == line.kind:
                lot.put(number, square)
    for number in range(len(plan.blocks)):
        blocked = plan.blocks[number]
        if plan.sound_blocks[number] and blocked & state.bumped[g] == state.bumped[g]:
            if not blocked & state.proved[g]:
                known.blocks.append(blocked)
    return known


def draw(known: Known, stream: Stream) -> tuple[Lot, i64]:
    """A hide and its blocked doorways that agree with what is known, each as likely. All of it holds, always."""
    plan = known.plan
    while True:
        lot = known.lot.copy()
        if known.heard and not place_heard(known, lot, stream):
            continue
        if not lot.fill(stream):
            continue
        blocked: i64 = known.blocks[stream.below(len(known.blocks))] if plan.blocks else 0
        if legal(plan, lot.hide, blocked):
            return lot, blocked


def place_heard(known: Known, lot: Lot, stream: Stream) -> bool:
    """On each square where something was heard lies an icon of a line that may lie there, as likely as it is many."""
    plan = known.plan
    for square in known.heard:
        if lot.hide[square]:
            continue
        weights: list[int] = []
        for number in range(len(plan.lines)):
            line = plan.lines[number]
            weights.append(int(lot.missing[number]) if line.allowed[square] else 0)
        if not any(weights):
            return False
        lot.put(stream.pick(weights), square)
    return True


def lay_unseen(state: Hunt, g: i64, lot: Lot, blocked: i64) -> None:
    """Put a drawn hide under what is known of a grid."""
    plan = state.plan
    base = g * plan.squares
    for square in range(plan.squares):
        content = lot.hide[square]
        if content:
            unseen = content & ~state.hide[base + square]
            state.hide[base + square] |= unseen
            state.left[base + square] |= unseen
    state.blocked[g] = blocked


def imagine_weak_spots(state: Hunt, g: i64, stream: Stream) -> None:
    """Weak spots that a seat doesn't know: of the fight that is on, one of the numbers not missed (GH-114, GH-153)."""
    plan = state.plan
    if state.phase[g] == SHOT:
        missed = fired(state.shots[g])
        left: list[i64] = [area for area in range(AREAS) if not (missed >> area) & 1]
        state.weak[g] = left[stream.below(len(left))]
    if state.preset:
        for fight in range(plan.fights):
            state.presets[g * plan.fights + fight] = stream.below(AREAS)
        if state.phase[g] == SHOT:
            state.presets[g * plan.fights + fight_at(state, g)] = state.weak[g]


def kits_known(state: Hunt, g: i64) -> list[i64]:
    """The squares of a grid on which a kit was hidden, ascending."""
    plan, base = state.plan, g * state.plan.squares
    return [s for s in range(plan.squares) if plan.heals[state.hide[base + s] & SLOT_MASK]]

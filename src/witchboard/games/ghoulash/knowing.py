"""What a seat knows: the position, with holes where it may not look (GH-145 to GH-148, GH-182, GH-196).

`rules.worlds` makes whole worlds of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from witchboard.engine import position
from witchboard.engine.position import Codec, Json

from .rules.hiding import HIDE, unready
from .rules.race import BEGAN, DEAD, OWED, RACE, TURNS, USED, WON, WOUNDS
from .state import EXPLORED, IDLE, KINDS, MIRROR, POSTED, RESIGNED, UNKNOWN, Hunt
from .tables import AREAS, NONE, SLOT_BITS


def know(state: Hunt, seat: int, fields: Mapping[str, Codec]) -> dict[str, Json]:
    """All that a seat may know: the position, without what it may not see, and who of the hiders is ready."""
    bare = state.clone()
    hiders = unready(state) if HIDE in state.stack else []
    for g in range(state.seats):
        if state.hides == MIRROR and g != seat:
            _veil(bare, g)
        elif state.keeper_of(g) != seat and not state.result:
            _cover(bare, g)
        if g != seat:
            bare.answers[g] = []
    bare.seed = 0
    if HIDE in state.stack:
        bare.retractable = bool(state.answers[seat])
    elif RACE in state.stack:
        bare.retractable = False
    known = position.dump(bare, fields)
    known["seat"] = seat + 1
    known["hiding"] = [hider + 1 for hider in hiders]
    return known


def _cover(bare: Hunt, g: int) -> None:
    """Leave of a grid what its explorer has found out."""
    base = g * bare.plan.squares
    for square in range(bare.plan.squares):
        classes = 0
        if bare.seen[base + square] == EXPLORED:
            classes = int(bare.known[g]) if square == bare.at[g] else 3
        shown = (1 << SLOT_BITS * classes) - 1
        bare.hide[base + square] &= shown
        bare.left[base + square] &= shown
    bare.blocked[g] = bare.bumped[g]
    bare.weak[g] = NONE
    for fight in range(bare.plan.fights):
        bare.presets[g * bare.plan.fights + fight] = NONE


def _veil(bare: Hunt, g: int) -> None:
    """Leave of the other's walk in mirror play what is posted."""
    plan = bare.plan
    _clear(bare, g)
    base = g * plan.squares
    for square in range(plan.squares):
        bare.hide[base + square] = bare.left[base + square] = 0
    bare.blocked[g] = 0
    for fight in range(plan.fights):
        bare.presets[g * plan.fights + fight] = NONE


def _clear(bare: Hunt, g: int) -> None:
    """An explorer of whom only the posted numbers are known."""
    plan = bare.plan
    posted = [int(number) for number in bare.posted[g * POSTED : (g + 1) * POSTED]]
    for square in range(plan.squares):
        bare.seen[g * plan.squares + square] = UNKNOWN
    for kind in range(KINDS):
        bare.carried[g * KINDS + kind] = bare.kills[g * KINDS + kind] = 0
    for area in range(AREAS):
        bare.spots[g * AREAS + area] = 0
    for meter in range(plan.kits + 1):
        bare.wounds[g * (plan.kits + 1) + meter] = posted[WOUNDS] if meter == posted[USED] else 0
    bare.trail[g] = [-RESIGNED] if bare.gave_up(g) else []
    bare.at[g] = bare.start[g] = posted[BEGAN] - 1
    bare.used[g], bare.owed[g], bare.turns[g] = posted[USED], posted[OWED], posted[TURNS]
    bare.alive[g] = 1 - posted[DEAD]
    bare.known[g] = 3
    bare.phase[g], bare.weak[g] = IDLE, NONE
    for numbers in (bare.proved, bare.bumped, bare.stalled, bare.reached, bare.layer, bare.shots, bare.misses):
        numbers[g] = 0
    for numbers in (bare.progress, bare.walked, bare.heard):
        numbers[g] = 0
    bare.winners = bare.winners & ~(1 << g) | posted[WON] << g

"""How a turn begins and ends (GH-042 to GH-048, GH-188)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from witchboard.engine.state import Watch

from ..state import ALL_LOSE, CAPPED, LOST, MOVE, START, TOO_LATE, Hunt
from .goals import ears, finish, wound
from .walking import begin_at

FREE_TURNS: Final[i64] = 8  # own turns without progress that cost nothing (GH-047)


def run_out(state: Hunt, watch: Watch | None) -> None:
    """Nobody has turns left: a draw; alone, or alone under hardcore, that is a loss (GH-048, GH-164)."""
    if state.seats == 1:
        finish(state, TOO_LATE, watch)
        return
    dead = 0 in state.alive
    finish(state, ALL_LOSE if dead and state.hardcore else CAPPED, watch)


def begin_turn(state: Hunt, g: i64, watch: Watch | None) -> None:
    """An own turn begins; one who owes a lost turn pays it instead (GH-042, GH-043)."""
    state.active = g
    state.turning = 1
    state.turns[g] += 1
    state.progress[g] = 0
    state.walked[g] = 0
    state.heard[g] = 0
    if state.owed[g]:
        state.owed[g] -= 1
        state.trail[g].append(-LOST)
        if watch:
            watch.tell(state, "lost", (int(g),), ears(state, g))
        return
    if watch:
        watch.tell(state, "turn", (int(g), int(state.turns[g])), ears(state, g))
    if state.at[g] >= 0:
        state.phase[g] = MOVE
    elif len(state.plan.starts) > 1:
        state.phase[g] = START
    else:
        begin_at(state, g, 0, watch)


def end_turn(state: Hunt, g: i64, watch: Watch | None) -> None:
    """The very end of a turn: one without progress is counted, and may cost a wound (GH-047, GH-188)."""
    state.turning = 0
    if not state.alive[g] or (state.winners >> g) & 1:
        return
    if state.progress[g]:
        state.stalled[g] = 0
        return
    state.stalled[g] += 1
    if state.stall_wound and state.stalled[g] > FREE_TURNS:
        if watch:
            watch.tell(state, "stalled", (int(g), int(state.stalled[g])), ears(state, g))
        wound(state, g, 1, watch)

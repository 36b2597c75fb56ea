"""Hides drawn by the computer (GH-031, GH-159, GH-160, GH-163, GH-178)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from witchboard.engine.state import Watch
from witchboard.engine.steps import Chance
from witchboard.engine.stream import Stream, stream

from ..state import MIRROR, Hunt
from ..tables import AREAS, Plan
from .keepers import hide_of

SHUFFLES: Final[i64] = 6
BITS: Final[i64] = 10


class Scatter(Chance[Hunt]):
    """The computer hides one grid: so many draws make a number, and the number a hide, each as likely (GH-160).

    Nobody learns a draw; the keeper of the grid then sees the hide as if it were self-made.
    """

    rule: ClassVar[str] = "GH-160"
    label: ClassVar[str] = "hide"

    def __init__(self, grid: i64, nth: i64) -> None:
        self.grid = grid
        self.nth = nth

    def args(self) -> tuple[int, ...]:
        return (self.grid, self.nth)

    def outcomes(self, state: Hunt) -> int:
        return 1 << BITS

    def audience(self, state: Hunt) -> int:
        return 0

    def take(self, state: Hunt, outcome: int, watch: Watch | None) -> None:
        state.seed = (state.seed << BITS) + outcome
        if self.nth + 1 < SHUFFLES:
            state.push(Scatter(self.grid, self.nth + 1))
            return
        scatter(state, self.grid, stream("hide", state.plan.key, int(state.seed)))
        state.seed = 0
        if watch:
            watch.tell(state, "scattered", (self.grid,), reveals=state.keeper_of(self.grid) >= 0)

    def text(self, state: Hunt, outcome: int) -> str:
        return f"{outcome:03x}"


def scatter(state: Hunt, grid: i64, drawn: Stream) -> None:
    """Hide a grid, or in mirror play all grids alike, with the weak spots that then are the same for both (GH-159)."""
    hide, blocked = hide_of(state.plan, state.keeper, drawn)
    squares, fights = state.plan.squares, state.plan.fights
    for g in range(state.seats if state.hides == MIRROR else 1):
        first = (g if state.hides == MIRROR else grid) * squares
        for square in range(squares):
            state.hide[first + square] = hide[square]
            state.left[first + square] = hide[square]
        state.blocked[g if state.hides == MIRROR else grid] = blocked
    if state.hides == MIRROR:
        for fight in range(fights):
            area = drawn.below(AREAS)
            for g in range(state.seats):
                state.presets[g * fights + fight] = area


def doorways(plan: Plan, shut: i64, open: i64, drawn: Stream) -> int | None:
    """A set of doorways that seals nothing off, with those that are shut in it and those that are open not; or None."""
    sets: list[i64] = []
    for number in range(len(plan.blocks)):
        blocked = plan.blocks[number]
        if plan.sound_blocks[number] and blocked & shut == shut and not blocked & open:
            sets.append(blocked)
    return int(sets[drawn.below(len(sets))]) if sets else None

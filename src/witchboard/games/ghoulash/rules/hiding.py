"""Set-up: everybody hides at the same time and unseen, or the computer does (GH-017 to GH-040, GH-153, GH-184)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from witchboard.engine.state import Content, Watch
from witchboard.engine.steps import Automatic, Simultaneous
from witchboard.engine.stream import Stream, stream

from ..state import MIRROR, SECRET, Hunt
from ..tables import AREAS, SLOT_BITS, SLOT_MASK, Box, Line, Plan
from .exploring import EXPLORE
from .offers import offers
from .play import PLAY, First, goes_first
from .scattering import Scatter, scatter


class SetUp(Automatic[Hunt]):
    """Hide the grids, see who moves first, walk (GH-017, GH-029, GH-033)."""

    rule: ClassVar[str] = "GH-017"

    def run(self, state: Hunt, watch: Watch | None) -> None:
        if state.trial:
            state.push(EXPLORE)
            state.push(HIDE)
            return
        state.push(PLAY)
        state.push(FIRST)
        if state.hides == SECRET or (state.preset and state.hides != MIRROR and state.seats > 1):
            state.push(HIDE)
        if state.hides == SECRET:
            return
        grids: i64 = 1 if state.hides == MIRROR else state.seats
        for grid in range(grids - 1, -1, -1):
            if state.seed:
                seed = int(state.seed) + int(grid)
                scatter(state, grid, stream("hide", state.plan.key, state.keeper, "seed", seed))
            else:
                state.push(Scatter(grid, 0))
        state.seed = 0


class Lot(Automatic[Hunt]):
    """The table has agreed on who moves first, or a lot is drawn (GH-033)."""

    rule: ClassVar[str] = "GH-033"

    def run(self, state: Hunt, watch: Watch | None) -> None:
        if state.lot:
            goes_first(state, state.lot - 1, watch)
        else:
            state.push(First())


class Hide(Simultaneous[Hunt]):
    """Where one's icons go, in the order of the briefing, ascending in each line; then doorways, then weak spots.

    Options are squares, then sets of doorways, then areas of a foe's figure. Only what can still be completed is on
    offer (GH-184). The others see who is ready, and no more (GH-029).
    """

    rule: ClassVar[str] = "GH-018"
    readiness: ClassVar[bool] = True

    @classmethod
    def span(cls, content: Content) -> int:
        assert isinstance(content, Box)
        return content.hide_span

    def seats(self, state: Hunt) -> list[int]:
        return [seat for seat in unready(state) if state.alive[seat]]

    def options(self, state: Hunt, seat: int) -> list[int]:
        return hide_options(state, seat)

    def take(self, state: Hunt, seat: int, option: int, watch: Watch | None) -> None:
        state.answers[seat].append(option)
        if watch:
            watch.tell(state, "hidden", (seat, option), 1 << seat)
            if len(state.answers[seat]) == answers_needed(state):
                watch.tell(state, "ready", (seat,), reveals=True)

    def resolve(self, state: Hunt, watch: Watch | None) -> None:
        resigned = unready(state)
        for seat in range(state.seats):
            if seat not in resigned:
                lay(state, seat)
                state.answers[seat] = []
            elif state.hides == SECRET:
                state.push(Scatter(state.grid_of(seat), 0))
        state.seed = 0
        if watch:
            watch.tell(state, "all hidden", reveals=True)

    def text(self, state: Hunt, option: int) -> str:
        squares, sets = state.box.squares, state.box.sets
        plan = state.plan
        if option < squares:
            return plan.names[option]
        if option < squares + sets:
            blocked = plan.blocks[option - squares]
            names = [name for number, name in enumerate(plan.door_names) if (blocked >> number) & 1]
            return "block " + ", ".join(names)
        return f"weak spot {option - squares - sets + 1}"


HIDE: Final = Hide()
FIRST: Final = Lot()


def unready(state: Hunt) -> list[int]:
    """The seats that have not hidden all; whoever resigned before that never will (GH-194)."""
    whole = answers_needed(state)
    return [seat for seat in range(state.seats) if len(state.answers[seat]) < whole]


def answers_needed(state: Hunt) -> i64:
    """How many answers a set-up has: icons and doorways if one hides oneself, weak spots if they are fixed before."""
    plan = state.plan
    own: i64 = 0
    if state.hides == SECRET:
        own = plan.icons + (1 if plan.blocks else 0)
    return own + (plan.fights if state.preset else 0)


def hide_options(state: Hunt, seat: i64) -> list[int]:
    """What the seat's next answer may be."""
    plan, answers = state.plan, state.answers[seat]
    squares = int(state.box.squares)
    given = len(answers)
    if state.hides == SECRET and given < plan.icons:
        return offers(plan, tuple(answers)).copy()
    if state.hides == SECRET and plan.blocks and given == plan.icons:
        return [squares + number for number in offers(plan, tuple(answers))]
    first = squares + int(state.box.sets)
    return list(range(first, first + int(AREAS)))


def line_at(plan: Plan, given: i64) -> Line | None:
    """The line of the briefing to which the next icon belongs; None when all are hidden."""
    for line in plan.lines:
        if given < line.first + line.count:
            return line
    return None


def laid_out(plan: Plan, answers: list[i64]) -> list[i64]:
    """By square, what lies there after the first answers of a set-up."""
    hide: list[i64] = [0] * plan.squares
    given: i64 = 0
    for line in plan.lines:
        for _ in range(line.count):
            if given < len(answers):
                hide[answers[given]] |= line.bits
            given += 1
    return hide


def answers_of(state: Hunt, hide: list[i64], blocked: i64, stream: Stream) -> list[int]:
    """A hide as the whole line of answers that set-up asks for, weak spots drawn evenly."""
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


def lay(state: Hunt, seat: i64) -> None:
    """A seat's answers become the grid that the next seat explores."""
    plan, answers, grid = state.plan, state.answers[seat], state.grid_of(seat)
    given: i64 = 0
    if state.hides == SECRET:
        hide = laid_out(plan, answers)
        base = grid * plan.squares
        for square in range(plan.squares):
            state.hide[base + square] = hide[square]
            state.left[base + square] = hide[square]
        given = plan.icons
        if plan.blocks:
            state.blocked[grid] = plan.blocks[answers[given] - state.box.squares]
            given += 1
    if state.preset:
        first = state.box.squares + state.box.sets
        for fight in range(plan.fights):
            state.presets[grid * plan.fights + fight] = answers[given + fight] - first

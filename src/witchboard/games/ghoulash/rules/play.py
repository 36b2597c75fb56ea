"""Whose turn it is, and what he is asked (GH-033, GH-041 to GH-048, GH-154, GH-188)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from witchboard.engine.state import Watch
from witchboard.engine.steps import Automatic, Chance

from ..state import IDLE, KIT, MIRROR, MOVE, SHOT, START, TAKE, Hunt
from ..tables import NONE
from .encounters import WEAK_SPOT, Kit, Shot, Take, Weak
from .goals import answering, award
from .race import RACE, begin_round
from .turns import begin_turn, end_turn, run_out
from .walking import Move, Start


class First(Chance[Hunt]):
    """Who moves first (GH-033)."""

    rule: ClassVar[str] = "GH-033"
    label: ClassVar[str] = "first player"

    def outcomes(self, state: Hunt) -> int:
        return state.seats

    def take(self, state: Hunt, outcome: int, watch: Watch | None) -> None:
        goes_first(state, outcome, watch)

    def text(self, state: Hunt, outcome: int) -> str:
        return f"seat {outcome + 1}"


def goes_first(state: Hunt, seat: i64, watch: Watch | None) -> None:
    """That seat moves first."""
    state.first = seat
    if watch:
        watch.tell(state, "first", (int(seat),))


class Play(Automatic[Hunt]):
    """It lies under all questions of the walk: asks the active explorer what his phase says, or passes the turn on."""

    rule: ClassVar[str] = "GH-041"
    frame: ClassVar[str] = "play"

    # A step lies only on stacks of its own game's states, so the narrower state is safe.
    def proceed(self, state: Hunt, watch: Watch | None) -> list[int] | None:  # type: ignore[override]
        self.run(state, watch)
        return None

    def run(self, state: Hunt, watch: Watch | None) -> None:
        if state.hides == MIRROR:
            if begin_round(state, watch):
                state.stack.append(RACE)
            return
        phase = state.phase[state.active] if state.active >= 0 else IDLE
        if phase == MOVE:
            state.stack.append(MOVE_STEP)
        elif phase == IDLE:
            pass_on(state, watch)
        elif phase == SHOT:
            state.stack.append(SHOT_STEP)
        elif phase == KIT:
            state.stack.append(KIT_STEP)
        elif phase == TAKE:
            state.stack.append(TAKE_STEP)
        elif phase == START:
            state.stack.append(START_STEP)
        else:
            keeper = state.keeper_of(state.active)
            drawn = keeper < 0 or (state.draws >> keeper) & 1 != 0
            state.stack.append(WEAK_SPOT if drawn else WEAK_STEP)


MOVE_STEP: Final = Move()
SHOT_STEP: Final = Shot()
KIT_STEP: Final = Kit()
TAKE_STEP: Final = Take()
START_STEP: Final = Start()
WEAK_STEP: Final = Weak()
PLAY: Final = Play()


def pass_on(state: Hunt, watch: Watch | None) -> None:
    """End the turn that is over, and begin the next one."""
    if state.turning:
        end_turn(state, state.active, watch)
        if state.over:
            return
    if state.winners:
        seat = answering(state, state.active)
        if seat < 0:
            award(state, watch)
            return
    else:
        seat = next_seat(state)
        if seat < 0:
            run_out(state, watch)
            return
    begin_turn(state, seat, watch)


def next_seat(state: Hunt) -> i64:
    """The next living explorer; NONE when all of them have had the turns that the table allows (GH-048)."""
    for ahead in range(state.seats):
        seat = ((state.first if state.active < 0 else state.active + 1) + ahead) % state.seats
        if state.alive[seat] and (state.limit == 0 or state.turns[seat] < state.limit):
            return seat
    return NONE

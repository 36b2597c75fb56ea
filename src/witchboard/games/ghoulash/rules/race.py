"""Mirror play: both explorers walk copies of one grid at the same time, unseen by each other (GH-159, GH-196).

As nothing an explorer does touches the other's grid, a round in which both take their turn side by side, judged in the
order of play at its end, is the game of alternate turns with last answer.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from witchboard.engine.state import Content, Watch
from witchboard.engine.steps import Simultaneous

from ..state import ALL_LOSE, IDLE, KIT, LAST_ALIVE, MOVE, POSTED, SHOT, START, Hunt
from ..tables import AREAS, NONE, Box
from .encounters import accept_item, open_numbers, shoot
from .goals import award, finish
from .turns import begin_turn, end_turn, run_out
from .walking import begin_at, move, step_text, steps

# What all know of each explorer (`Hunt.posted`).
TURNS: Final[i64] = 0
WOUNDS: Final[i64] = 1
USED: Final[i64] = 2
OWED: Final[i64] = 3
DEAD: Final[i64] = 4
WON: Final[i64] = 5
BEGAN: Final[i64] = 6


class Race(Simultaneous[Hunt]):
    """All that an explorer is asked in a round of mirror play; the options of each question lie one after another."""

    rule: ClassVar[str] = "GH-159"
    onward: ClassVar[bool] = True

    @classmethod
    def span(cls, content: Content) -> int:
        assert isinstance(content, Box)
        return content.move_span + content.starts + AREAS + 4

    def seats(self, state: Hunt) -> list[int]:
        return [seat for seat in range(state.seats) if state.phase[seat] != IDLE]

    def options(self, state: Hunt, seat: int) -> list[int]:
        phase = state.phase[seat]
        first = offset(state, phase)
        if phase == MOVE:
            return steps(state, seat)
        if phase == START:
            return [int(first) + start for start in range(len(state.plan.starts))]
        if phase == SHOT:
            return [int(first) + area for area in open_numbers(state, seat)]
        return [int(first), int(first) + 1]

    def take(self, state: Hunt, seat: int, option: int, watch: Watch | None) -> None:
        phase = state.phase[seat]
        chosen: i64 = option - offset(state, phase)
        if phase == MOVE:
            move(state, seat, chosen, watch)
        elif phase == START:
            begin_at(state, seat, chosen, watch)
        elif phase == SHOT:
            shoot(state, seat, chosen, watch)
        else:
            accept_item(state, seat, chosen, watch)

    def resolve(self, state: Hunt, watch: Watch | None) -> None:
        end_round(state, watch)

    def text(self, state: Hunt, option: int) -> str:
        starts = state.box.move_span
        areas = starts + state.box.starts
        items = areas + AREAS
        if option < starts:
            return step_text(state, NONE, option)
        if option < areas:
            return f"start at {state.plan.names[state.plan.starts[option - starts]]}"
        if option < items:
            return f"shoot {option - areas + 1}"
        return ("take", "leave", "use", "leave the kit")[option - items]


RACE: Final = Race()


def offset(state: Hunt, phase: i64) -> i64:
    """The first option of each question."""
    if phase == MOVE:
        return 0
    starts = state.box.move_span
    if phase == START:
        return starts
    areas = starts + state.box.starts
    if phase == SHOT:
        return areas
    return areas + AREAS + (2 if phase == KIT else 0)


def in_order(state: Hunt) -> list[i64]:
    """The seats in the order of play."""
    return [(state.first + ahead) % state.seats for ahead in range(state.seats)]


def begin_round(state: Hunt, watch: Watch | None) -> bool:
    """Begin everybody's turn; False when nobody is asked anything, so that the round is over already."""
    playing = [seat for seat in in_order(state) if may_play(state, seat)]
    if not playing:
        run_out(state, watch)
        return False
    for seat in playing:
        begin_turn(state, seat, watch)
    state.active = NONE
    for seat in playing:
        if state.phase[seat] != IDLE:
            return True
    end_round(state, watch)
    return False


def may_play(state: Hunt, seat: i64) -> bool:
    """Whether he is alive and has turns left (GH-048)."""
    return state.alive[seat] != 0 and (state.limit == 0 or state.turns[seat] < state.limit)


def end_round(state: Hunt, watch: Watch | None) -> None:
    """End everybody's turn, show what all may know, and judge the round in the order of play (GH-154, GH-196)."""
    seats = in_order(state)
    for seat in seats:
        end_turn(state, seat, watch)
    judge(state, seats, watch)
    post(state)
    if watch:
        watch.tell(state, "round", (), reveals=True)


def judge(state: Hunt, seats: list[i64], watch: Watch | None) -> None:
    """Whoever dies first in the order of play has lost, unless hardcore; whoever wins may be answered."""
    for seat in seats:
        if (state.winners >> seat) & 1:
            state.winners &= ~earlier_dead(state, seats, seat)
            award(state, watch)
            return
        if not state.alive[seat] and not state.posted[seat * POSTED + DEAD] and not state.hardcore:
            living = [other for other in seats if other != seat]
            state.winners = 1 << living[0]
            finish(state, LAST_ALIVE, watch)
            return
    if 1 not in state.alive:
        finish(state, ALL_LOSE, watch)


def earlier_dead(state: Hunt, seats: list[i64], seat: i64) -> i64:
    """The seats that have died, as bits: they share no victory."""
    found: i64 = 0
    for other in seats:
        if not state.alive[other]:
            found |= 1 << other
    return found


def post(state: Hunt) -> None:
    """What all may know of each explorer from now on (GH-196)."""
    for seat in range(state.seats):
        at = seat * POSTED
        state.posted[at + TURNS] = state.turns[seat]
        state.posted[at + WOUNDS] = state.wounds[seat * (state.plan.kits + 1) + state.used[seat]]
        state.posted[at + USED] = state.used[seat]
        state.posted[at + OWED] = state.owed[seat]
        state.posted[at + DEAD] = 1 - state.alive[seat]
        state.posted[at + WON] = (state.winners >> seat) & 1
        state.posted[at + BEGAN] = 1 + state.start[seat]

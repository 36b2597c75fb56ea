"""Whole worlds that a seat could live in, made of a position with holes as `knowing` leaves it (GH-145 to GH-148)."""

from __future__ import annotations

from mypy_extensions import i64

from witchboard.engine.stream import Stream

from ..state import EXPLORED, IDLE, MIRROR, MOVE, SECRET, START, Hunt
from ..tables import NONE
from .hiding import HIDE, SetUp, answers_of
from .imagining import Known, draw, imagine_weak_spots, kits_known, known_of, lay_unseen
from .offers import offers
from .race import RACE
from .scattering import BITS, Scatter


class Mind:
    """What a seat knows, ready to imagine worlds with: a position with holes, and what may lie in them."""

    def __init__(self, bare: Hunt, seat: int, hiding: list[int]) -> None:
        self.bare = bare
        self.seat = seat
        self.hiding = hiding  # the seats that have not hidden all yet
        self.known: list[Known | None] = [None] * bare.seats
        for g in range(bare.seats):
            own = g == seat if bare.hides == MIRROR else bare.keeper_of(g) != seat
            if own and not bare.result and hidden(bare, g):
                self.known[g] = known_of(bare, g)

    def world(self, stream: Stream) -> Hunt:
        """One of the worlds, drawn."""
        state = self.bare.clone()
        if state.result:
            return state
        if state.hides == MIRROR:
            _imagine_mirror(state, self.seat, self.known[self.seat], stream)
            state.derive()
        else:
            laid = HIDE not in state.stack
            for g in range(state.seats):
                known = self.known[g]
                if known is not None:
                    lot, blocked = draw(known, stream)
                    lay_unseen(state, g, lot, blocked)
                    if laid:
                        imagine_weak_spots(state, g, stream)
        _imagine_answers(state, self.seat, self.hiding, stream)
        top = state.stack[-1] if state.stack else None
        if isinstance(top, Scatter):
            state.seed = stream.below(1 << min(30, BITS * top.nth)) if top.nth else 0
        return state


def hidden(state: Hunt, g: int) -> bool:
    """Whether a grid is hidden already."""
    for step in state.stack:
        if isinstance(step, SetUp) or (step == HIDE and state.hides == SECRET):
            return False
        if isinstance(step, Scatter) and (step.grid == g or state.hides == MIRROR):
            return False
    return True


def _imagine_answers(state: Hunt, seat: int, hiding: list[int], stream: Stream) -> None:
    """What the others have answered while all hide: those who are ready everything, the others any part."""
    if HIDE not in state.stack:
        return
    for other in range(state.seats):
        if other != seat:
            whole = some_answers(state, stream)
            if other in hiding and not state.alive[other]:
                whole = []
            elif other in hiding:
                whole = whole[: stream.below(len(whole))]
                while state.hides == SECRET and not _goes_on(state, whole):
                    whole.pop()
            state.answers[other] = whole


def _goes_on(state: Hunt, answers: list[int]) -> bool:
    """Whether something is on offer after these answers."""
    icons = state.plan.icons
    return len(answers) > icons or bool(offers(state.plan, tuple(answers[:icons])))


def some_answers(state: Hunt, stream: Stream) -> list[int]:
    """A whole set-up, drawn."""
    hide: list[i64] = []
    blocked: i64 = 0
    if state.hides == SECRET:
        lot, blocked = draw(known_of_nothing(state), stream)
        hide = lot.hide
    return answers_of(state, hide, blocked, stream)


def known_of_nothing(state: Hunt) -> Known:
    """Nothing is known of a grid that is being hidden."""
    empty = Hunt(state.box, state.plan, 1)
    return known_of(empty, 0)


def _imagine_mirror(state: Hunt, seat: int, known: Known | None, stream: Stream) -> None:
    """One grid for all, as the seat knows it; of the other's walk no more than what is posted."""
    plan = state.plan
    if known is None:
        return
    lot, blocked = draw(known, stream)
    lay_unseen(state, seat, lot, blocked)
    imagine_weak_spots(state, seat, stream)
    first = seat * plan.squares
    for g in range(state.seats):
        if g != seat:
            base = g * plan.squares
            state.hide[base : base + plan.squares] = state.hide[first : first + plan.squares]
            state.left[base : base + plan.squares] = state.hide[first : first + plan.squares]
            state.blocked[g] = blocked
            fights = plan.fights
            state.presets[g * fights : (g + 1) * fights] = state.presets[seat * fights : (seat + 1) * fights]
            _imagine_walk(state, g, seat, stream)


def _imagine_walk(state: Hunt, g: int, seat: int, stream: Stream) -> None:
    """The other stands at the start; the kits that he has used are gone. He may or may not have taken his turn."""
    base = g * state.plan.squares
    if state.start[g] >= 0:
        state.seen[base + state.start[g]] = EXPLORED
    kits = kits_known(state, g)
    for _ in range(state.used[g]):
        square = kits.pop(int(stream.below(len(kits))))
        state.seen[base + square] = EXPLORED
        state.left[base + square] &= ~15
    if RACE in state.stack and state.alive[g]:
        _begin(state, g, state.phase[seat] == IDLE or stream.below(2) == 0)


def _begin(state: Hunt, g: int, waiting: bool) -> None:
    """The other's turn of this round has begun (GH-042, GH-044), and unless he is waiting for him is over already."""
    plan = state.plan
    state.turns[g] += 1
    if state.owed[g]:
        state.owed[g] -= 1
        return
    if state.start[g] == NONE:
        if waiting and len(plan.starts) > 1:
            state.phase[g] = START
            return
        state.start[g] = state.at[g] = plan.starts[0]
        state.seen[g * plan.squares + plan.starts[0]] = EXPLORED
    if waiting:
        state.phase[g] = MOVE

"""What a seat knows, as a position with holes, and worlds that fill the holes (GH-145 to GH-148, GH-182, GH-196)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from witchboard.engine import position
from witchboard.engine.position import Codec, Json
from witchboard.engine.stream import Stream

from .rules.hiding import HIDE, SetUp
from .rules.imagining import Known, draw, imagine_weak_spots, kits_known, known_of, lay_unseen
from .rules.lots import Lot
from .rules.offers import offers
from .rules.race import BEGAN, DEAD, OWED, RACE, TURNS, USED, WON, WOUNDS
from .rules.scattering import BITS, Scatter
from .state import EXPLORED, IDLE, KINDS, MIRROR, MOVE, POSTED, SECRET, START, UNKNOWN, Hunt
from .tables import AREAS, NONE, SLOT_BITS


def know(state: Hunt, seat: int, fields: Mapping[str, Codec]) -> dict[str, Json]:
    """All that a seat may know: the position, without what it may not see, and who of the hiders is ready."""
    bare = state.clone()
    hiders = HIDE.seats(state) if HIDE in state.stack else []
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
    for meter in range(plan.kits + 1):
        bare.wounds[g * (plan.kits + 1) + meter] = posted[WOUNDS] if meter == posted[USED] else 0
    bare.trail[g] = []
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


def imagine(state: Hunt, seat: int, hiding: Sequence[int], stream: Stream) -> Hunt:
    """Fill a position with holes, as `know` leaves it, to a whole one."""
    if state.result:
        return state
    if state.hides == MIRROR:
        _imagine_mirror(state, seat, stream)
    else:
        for g in range(state.seats):
            if state.keeper_of(g) != seat:
                if hidden(state, g):
                    lot, blocked = draw(known_of(state, g), stream)
                    lay_unseen(state, g, lot, blocked)
                if HIDE not in state.stack:
                    imagine_weak_spots(state, g, stream)
    _imagine_answers(state, seat, hiding, stream)
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Scatter):
        state.seed = int(stream.below(1 << min(30, BITS * top.nth))) if top.nth else 0
    state.derive()
    return state


def hidden(state: Hunt, g: int) -> bool:
    """Whether a grid is hidden already."""
    for step in state.stack:
        if isinstance(step, SetUp) or (step == HIDE and state.hides == SECRET):
            return False
        if isinstance(step, Scatter) and (step.grid == g or state.hides == MIRROR):
            return False
    return True


def _imagine_answers(state: Hunt, seat: int, hiding: Sequence[int], stream: Stream) -> None:
    """What the others have answered while all hide: those who are ready everything, the others any part."""
    if HIDE not in state.stack:
        return
    for other in range(state.seats):
        if other != seat:
            whole = some_answers(state, stream)
            if other in hiding:
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
    plan = state.plan
    answers: list[int] = []
    if state.hides == SECRET:
        lot, blocked = draw(known_of_nothing(state), stream)
        answers = squares_of(lot)
        if plan.blocks:
            answers.append(int(state.box.squares) + plan.blocks.index(blocked))
    if state.preset:
        first = int(state.box.squares + state.box.sets)
        answers += [first + int(stream.below(AREAS)) for _ in range(plan.fights)]
    return answers


def known_of_nothing(state: Hunt) -> Known:
    """Nothing is known of a grid that is being hidden."""
    empty = Hunt(state.box, state.plan, 1)
    return known_of(empty, 0)


def squares_of(lot: Lot) -> list[int]:
    """The squares of a hide in canonical order."""
    plan = lot.plan
    found: list[int] = []
    for line in plan.lines:
        found += [s for s in range(plan.squares) if lot.hide[s] >> SLOT_BITS * line.slot & 15 == line.kind]
    return found


def _imagine_mirror(state: Hunt, seat: int, stream: Stream) -> None:
    """One grid for all, as the seat knows it; of the other's walk no more than what is posted."""
    plan = state.plan
    if not hidden(state, seat):
        return
    lot, blocked = draw(known_of(state, seat), stream)
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

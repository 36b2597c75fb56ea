"""What an observer may know of a position: all that leaves the table passes through here (GH-145 to GH-150, GH-196).

Nothing is copied from a position but what is named in this file; `sheet` says what each value means.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from witchboard.engine.game import ALL

from .headroom import clear, headroom
from .keeping import trial
from .rules.encounters import fired_in_order, miss_price
from .rules.hiding import HIDE, answers_needed, line_at
from .rules.race import BEGAN, DEAD, OWED, TURNS, USED, WON, WOUNDS
from .sheet import Clear as Clear
from .sheet import Count as Count
from .sheet import Fate
from .sheet import Fight as Fight
from .sheet import Find as Find
from .sheet import Grid as Grid
from .sheet import Headroom as Headroom
from .sheet import Hidden as Hidden
from .sheet import Hiding as Hiding
from .sheet import Phase as Phase
from .sheet import Placed as Placed
from .sheet import Step as Step
from .sheet import Trial as Trial
from .sheet import Turn as Turn
from .sheet import View as View
from .state import (
    AIDS,
    COUNTS,
    EXPLORED,
    FULL,
    HIDES,
    KEEPERS,
    KINDS,
    KIT,
    MIRROR,
    POSTED,
    RESULTS,
    SECRET,
    SHOT,
    TAKE,
    WARNED,
    WEAK,
    Hunt,
)
from .tables import FOE, ITEM, LAYERS, NUMBERS, OBSTACLE, SLOT_BITS, SLOT_MASK, Plan
from .trails import turns

STEPS: Final[dict[int, Step]] = {TAKE: "item", KIT: "item", WEAK: "weak", SHOT: "shot"}
VARIANTS: Final = ("hardcore", "last_answer", "free_stop", "soft_bump", "preset", "stall_wound")


def view(state: Hunt, observer: int) -> View:
    """What that seat, PUBLIC, or ALL may know; after the end everybody knows all (GH-150)."""
    result = int(state.result)
    seats = int(state.seats)
    return View(
        scenario=state.plan.key,
        players=seats,
        observer=observer,
        hides=HIDES[state.hides],
        keeper=KEEPERS[state.keeper],
        variants=tuple([name.replace("_", "-") for name in VARIANTS if getattr(state, name)]),
        phase=_phase(state),
        first=int(state.first),
        active=int(state.active) if not result else -1,
        ready=tuple([seat not in _hiders(state) for seat in range(seats)]),
        grids=tuple([grid(state, seat, observer) for seat in range(seats)]),
        hiding=hiding(state, observer) if _hiders(state) and observer >= 0 else None,
        limit=int(state.limit),
        aids=AIDS[state.aids],
        result=RESULTS[result] if result else "",
        winners=tuple([seat for seat in range(seats) if state.winners >> seat & 1]) if result else (),
        trial=trial(state) if state.trial else None,
    )


def _phase(state: Hunt) -> Phase:
    if state.result:
        return "over"
    if HIDE in state.stack or any(type(step).__name__ == "Scatter" for step in state.stack):
        return "hide"
    if state.trial:
        return "trial"
    return "play" if any(state.turns) else "lot"


def _hiders(state: Hunt) -> list[int]:
    """The seats that are still hiding."""
    top = state.stack[-1] if state.stack else None
    return HIDE.seats(state) if top == HIDE else []


def keeps(state: Hunt, g: int, observer: int) -> bool:
    """Whether the observer knows all that is hidden in a grid: its keeper, and everybody after the end."""
    return observer == ALL or state.result != 0 or (observer >= 0 and state.keeper_of(g) == observer)


def veiled(state: Hunt, g: int, observer: int) -> bool:
    """Whether an explorer's walk is kept from the observer (GH-196)."""
    return state.hides == MIRROR and observer not in (g, ALL) and not state.result


def grid(state: Hunt, g: int, observer: int) -> Grid:
    """The grid that a seat explores, and that explorer's condition."""
    if veiled(state, g, observer):
        return _veiled(state, g)
    plan, keeper = state.plan, keeps(state, g, observer)
    meters = (plan.kits + 1) * g
    spent = [int(state.wounds[meters + at]) for at in range(state.used[g] + 1)]
    blank = Grid(
        explorer=g,
        keeper=int(state.keeper_of(g)),
        alive=state.alive[g] != 0,
        resigned=state.gave_up(g),
        won=state.winners >> g & 1 != 0 and state.reached[g] == len(plan.goals),
        meter=int(state.spaces[g]),
        meters=tuple(spent),
        wounds=sum(spent),
        owed=int(state.owed[g]),
        turns=int(state.turns[g]),
        stalled=int(state.stalled[g]),
        warnings=int(state.warnings[g]),
        reached=int(state.reached[g]),
        goals=len(plan.goals),
        explored="0" * int(plan.squares),
        hidden=_hidden(state, g) if keeper else None,
    )
    sheet = _walked(state, g, blank, keeper) if state.at[g] >= 0 else blank
    return _reckoned(state, g, sheet)


def _reckoned(state: Hunt, g: int, sheet: Grid) -> Grid:
    """A grid with what can be worked out from it, as far as the table does that for its explorers (GH-177)."""
    if state.aids < COUNTS:
        return sheet
    plan, proved, bumped = state.plan, int(state.proved[g]), int(state.bumped[g])
    explored = int(sheet.explored[::-1], 2)
    return msgspec.structs.replace(
        sheet,
        suspects=len(plan.doors) - (proved | bumped).bit_count(),
        to_find=int(plan.blocked) - bumped.bit_count(),
        counts=counts(plan, sheet.finds),
        headroom=headroom(plan, explored, sheet.finds),
        clear=clear(plan, explored, sheet.finds) if state.aids == FULL else (),
    )


def _walked(state: Hunt, g: int, blank: Grid, keeper: bool) -> Grid:
    """The grid of an explorer who has begun, with all that he has found out."""
    plan, base = state.plan, g * state.plan.squares
    seen = state.seen[base : base + plan.squares]
    explored = "".join(["1" if one == EXPLORED else "0" for one in seen])
    bits = int(explored[::-1], 2)
    finds, known = found(state, g)
    proved, bumped = int(state.proved[g]), int(state.bumped[g])
    standing = sum(1 << square for square, left in _lying(state.left, plan, base) if left >> 2 * SLOT_BITS)
    return msgspec.structs.replace(
        blank,
        start=int(state.start[g]),
        at=int(state.at[g]),
        explored=explored,
        free=_free(state, g),
        finds=finds,
        known=known,
        warned=tuple([square for square, one in enumerate(seen) if one == WARNED]),
        carried=_counted(plan.items, state.carried, g),
        kills=_counted(plan.foes, state.kills, g),
        doors=_doors(plan, proved, bumped),
        step=STEPS.get(int(state.phase[g]), ""),
        fight=_fight(state, g, keeper) if state.phase[g] in (WEAK, SHOT) else None,
        trail=turns(plan, tuple(state.trail[g]), int(state.start[g]), standing & bits, bumped),
    )


def _lying(squares: Sequence[int], plan: Plan, base: int) -> list[tuple[int, int]]:
    """The squares of a grid on which something lies, and what."""
    return [(at, int(content)) for at, content in enumerate(squares[base : base + plan.squares]) if content]


def _counted(names: list[str], numbers: Sequence[int], g: int) -> tuple[tuple[str, int], ...]:
    """The kinds of a slot of which an explorer has some."""
    its = numbers[g * KINDS : (g + 1) * KINDS]
    return tuple([(name, int(count)) for name, count in zip(names, its) if count])


def _veiled(state: Hunt, g: int) -> Grid:
    """What is known of the other in mirror play (GH-196)."""
    posted = [int(number) for number in state.posted[g * POSTED : (g + 1) * POSTED]]
    return Grid(
        explorer=g,
        keeper=-1,
        veiled=True,
        alive=not posted[DEAD],
        resigned=state.gave_up(g),
        won=posted[WON] != 0,
        meter=int(state.spaces[g]),
        meters=(*([0] * posted[USED]), posted[WOUNDS]),
        owed=posted[OWED],
        turns=posted[TURNS],
        start=posted[BEGAN] - 1,
        goals=len(state.plan.goals),
    )


def found(state: Hunt, g: int) -> tuple[tuple[Find, ...], int]:
    """The icons that have come out, by square, and how many classes of the square he stands on are known (GH-067)."""
    plan, base = state.plan, g * state.plan.squares
    known = int(state.known[g])
    finds: list[Find] = []
    for square, content in _lying(state.hide, plan, base):
        if state.seen[base + square] == EXPLORED:
            most = known if square == state.at[g] else 3
            finds += _finds(plan, square, content, int(state.left[base + square]), most)
    return tuple(finds), known


def _finds(plan: Plan, square: int, content: int, left: int, most: int) -> list[Find]:
    """The icons of a square with their fates, the first classes only."""
    finds = []
    for slot, names in ((ITEM, plan.items), (FOE, plan.foes), (OBSTACLE, plan.obstacles)):
        kind = content >> SLOT_BITS * slot & SLOT_MASK
        if kind and slot < most:
            there = left >> SLOT_BITS * slot & SLOT_MASK
            finds.append(Find(square, names[kind], "there" if there else fate(plan, int(slot), kind)))
    return finds


def fate(plan: Plan, slot: int, kind: int) -> Fate:
    """What became of an icon that is gone."""
    if slot == ITEM:
        return "used" if plan.heals[kind] else "taken"
    return "destroyed" if slot == FOE else "spent"


def _free(state: Hunt, g: int) -> tuple[int, ...]:
    """The squares he can walk to over known ground."""
    ground, at, plan = state.grounds[g], int(state.at[g]), state.plan
    if at < 0:
        return ()
    labels = {ground.label[at]} if ground.label[at] else ground.around(plan, at)
    return tuple([square for square, label in enumerate(ground.label) if label and label in labels])


@lru_cache(maxsize=1024)
def _doors(plan: Plan, proved: int, bumped: int) -> tuple[tuple[str, str], ...]:
    """The doorways whose state is known."""
    found = []
    for number, name in enumerate(plan.door_names):
        if (proved | bumped) >> number & 1:
            found.append((name, "open" if proved >> number & 1 else "blocked"))
    return tuple(found)


def counts(plan: Plan, finds: tuple[Find, ...]) -> tuple[Count, ...]:
    """How many of each icon have come out (GH-170)."""
    icons = [find.icon for find in finds]
    return tuple([Count(line.icon, int(line.count), icons.count(line.icon)) for line in plan.lines])


def _fight(state: Hunt, g: int, keeper: bool) -> Fight:
    """The fight that is on; its weak spot is the keeper's secret (GH-114, GH-145)."""
    plan, at = state.plan, g * state.plan.squares + state.at[g]
    foe = int(state.left[at] >> SLOT_BITS & SLOT_MASK)
    return Fight(
        foe=plan.foes[foe],
        square=int(state.at[g]),
        layer=int(state.layer[g]) + 1,
        layers=int(plan.numbers[(FOE * KINDS + foe) * NUMBERS + LAYERS]),
        missed=tuple([area + 1 for area in fired_in_order(state.shots[g])]),
        misses=int(state.misses[g]),
        price=int(miss_price(state, g, foe)),
        weak=int(state.weak[g]) + 1 if keeper else 0,
    )


def _hidden(state: Hunt, g: int) -> Hidden:
    """All that lies in a grid, as its keeper knows it (GH-146)."""
    plan, base = state.plan, g * state.plan.squares
    finds: list[Find] = []
    for square, content in _lying(state.hide, plan, base):
        finds += _finds(plan, square, content, int(state.left[base + square]), 3)
    names = [name for number, name in enumerate(plan.door_names) if state.blocked[g] >> number & 1]
    return Hidden(tuple(finds), tuple(names), _presets(state, g, finds))


def _presets(state: Hunt, g: int, finds: list[Find]) -> tuple[tuple[int, int, int], ...]:
    """Square, layer and area of each weak spot fixed before the game, in the order of the briefing (GH-153)."""
    plan = state.plan
    if not state.preset:
        return ()
    first, found, nth = g * plan.fights, [], 0
    for line in plan.lines:
        if line.slot == FOE:
            for square in [find.square for find in finds if find.icon == line.icon]:
                for layer in range(plan.numbers[(FOE * KINDS + line.kind) * NUMBERS + LAYERS]):
                    found.append((square, int(layer) + 1, int(state.presets[first + nth]) + 1))
                    nth += 1
    return tuple(found)


def hiding(state: Hunt, seat: int) -> Hiding:
    """A seat's own set-up so far (GH-018, GH-027, GH-153)."""
    plan, answers = state.plan, [int(answer) for answer in state.answers[seat]]
    own = int(plan.icons) if state.hides == SECRET else 0
    placed = []
    for at, square in enumerate(answers[:own]):
        line = line_at(plan, at)
        assert line is not None
        placed.append(Placed(square, line.icon))
    rest = answers[own:]
    blocked: tuple[str, ...] = ()
    blocks = bool(own and plan.blocks)
    if blocks and rest:
        bits = plan.blocks[rest[0] - state.box.squares]
        blocked = tuple([name for number, name in enumerate(plan.door_names) if bits >> number & 1])
        rest = rest[1:]
    first = int(state.box.squares + state.box.sets)
    presets = tuple([answer - first + 1 for answer in rest])
    return Hiding(tuple(placed), blocked, presets, _next(state, seat, own, blocks))


def _next(state: Hunt, seat: int, own: int, blocks: bool) -> str:
    given = len(state.answers[seat])
    if given == answers_needed(state):
        return ""
    line = line_at(state.plan, given) if given < own else None
    if line is not None:
        return line.icon
    return "block" if blocks and given == own else "weak spot"

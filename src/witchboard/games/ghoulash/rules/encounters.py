"""Encounters: item, foe, obstacle, in this order (GH-072 to GH-120).

Each function resolves one class of the explorer's square and sets what he must do next (`Hunt.phase`); nothing here
pushes the next question, so that the same rules serve a turn and both walks of mirror play.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from witchboard.engine.state import Content, Watch
from witchboard.engine.steps import Chance, Decision

from ..state import ENCOUNTER, IDLE, KINDS, KIT, SHOT, SWEPT, TAKE, WEAK, Hunt
from ..tables import (
    AREAS,
    FOE,
    FOE_MASK,
    FOE_SHIFT,
    FREE_MISSES,
    ITEM,
    ITEM_MASK,
    LAYERS,
    LOSE_TURNS,
    NONE,
    OBSTACLE,
    OBSTACLE_MASK,
    OBSTACLE_SHIFT,
    WOUNDS,
)
from .goals import advance_goal, ears, end_fight, equip_anew, killed, number, wound

ACCEPT: Final[i64] = 0  # take, use
LEAVE: Final[i64] = 1
DRAW: Final[i64] = 6  # the weak spot is drawn
DRAW_ALWAYS: Final[i64] = 7
AREA_NAMES: Final = ("right arm", "head", "left arm", "torso", "right leg", "left leg")
BOTH: Final[list[int]] = [0, 1]
ALL_AREAS: Final[list[int]] = [0, 1, 2, 3, 4, 5, 6, 7]


def meet(state: Hunt, g: i64, new: bool, watch: Watch | None) -> None:
    """The explorer has entered a square that holds something (GH-072 to GH-074)."""
    content = state.left[g * state.plan.squares + state.at[g]]
    kind = content & ITEM_MASK
    if kind == 0:
        meet_foe(state, g, watch)
        return
    if not new and not content & OBSTACLE_MASK:
        acquire(state, g, watch)  # he came back for it (GH-059)
        end_encounter(state, g, ENCOUNTER, watch)
        return
    state.known[g] = max(1, state.known[g])
    if watch:
        watch.tell(state, "found", (int(g), int(state.at[g]), int(kind)), ears(state, g), reveals=new)
    if state.plan.heals[kind]:
        state.phase[g] = KIT
    elif state.plan.priced[kind]:
        state.phase[g] = TAKE
    else:
        accept_item(state, g, ACCEPT, watch)  # nobody would leave it (GH-083)


def acquire(state: Hunt, g: i64, watch: Watch | None) -> None:
    """Use the kit or take the item on the square (GH-082, GH-087, GH-090). May end the game (GH-075)."""
    plan, square = state.plan, state.at[g]
    at = g * plan.squares + square
    kind = state.left[at] & ITEM_MASK
    state.left[at] -= kind
    state.progress[g] = 1
    if state.grounds[g].label[square]:
        state.grounds[g].forget(plan, square)
    if plan.heals[kind]:
        state.used[g] += 1
        if watch:
            watch.tell(state, "used", (int(g), int(square), int(kind)), ears(state, g))
        return
    state.carried[g * KINDS + kind] += 1
    if watch:
        watch.tell(state, "took", (int(g), int(square), int(kind)), ears(state, g))
    if not advance_goal(state, g, False, watch):
        equip_anew(state, g)


class Take(Decision[Hunt]):
    """Whether to take an item that has a price while it is carried, or leave it (GH-083)."""

    rule: ClassVar[str] = "GH-083"

    @classmethod
    def span(cls, content: Content) -> int:
        return 2

    def seat(self, state: Hunt) -> int:
        return state.active

    def options(self, state: Hunt, seat: int) -> list[int]:
        return BOTH

    def take(self, state: Hunt, seat: int, option: int, watch: Watch | None) -> None:
        accept_item(state, seat, option, watch)

    def text(self, state: Hunt, option: int) -> str:
        return ("take", "leave")[option]


class Kit(Take):
    """Whether to use the kit or leave it (GH-088, GH-091)."""

    rule: ClassVar[str] = "GH-091"

    def text(self, state: Hunt, option: int) -> str:
        return ("use", "leave")[option]


def accept_item(state: Hunt, g: i64, option: i64, watch: Watch | None) -> None:
    """Take or use what was found, or leave it; then comes what else is there."""
    if option == ACCEPT:
        acquire(state, g, watch)
        if state.winners >> g & 1:
            return
    elif watch:
        watch.tell(state, "left", (int(g), int(state.at[g])), ears(state, g))
    meet_foe(state, g, watch)


def meet_foe(state: Hunt, g: i64, watch: Watch | None) -> None:
    """A foe attacks (GH-077, GH-106)."""
    foe = (state.left[g * state.plan.squares + state.at[g]] & FOE_MASK) >> FOE_SHIFT
    if foe == 0:
        meet_obstacle(state, g, watch)
        return
    state.layer[g] = 0
    state.misses[g] = 0
    state.known[g] = max(2, state.known[g])
    if watch:
        watch.tell(state, "attack", (int(g), int(state.at[g]), int(foe)), ears(state, g), reveals=True)
    face(state, g)


def face(state: Hunt, g: i64) -> None:
    """A layer begins: its weak spot is to be fixed, unless it was before the game (GH-107, GH-119, GH-153)."""
    state.shots[g] = 0
    state.weak[g] = NONE
    if state.preset:
        state.weak[g] = state.presets[g * state.plan.fights + fight_at(state, g)]
    state.phase[g] = SHOT if state.weak[g] >= 0 else WEAK


def fight_at(state: Hunt, g: i64) -> i64:
    """The number of the fight in the order of the briefing, foes by their squares, layer by layer."""
    plan, base = state.plan, g * state.plan.squares
    here = (state.hide[base + state.at[g]] & FOE_MASK) >> FOE_SHIFT
    found: i64 = 0
    for line in plan.lines:
        if line.slot == FOE:
            layers = plan.numbers[(FOE * KINDS + line.kind) * 4 + LAYERS]
            if line.kind != here:
                found += line.count * layers
                continue
            for square in range(state.at[g]):
                if (state.hide[base + square] & FOE_MASK) >> FOE_SHIFT == here:
                    found += layers
            return found + state.layer[g]
    return found


class Weak(Decision[Hunt]):
    """Where the foe's weak spot is: its keeper fixes it in secret, or has it drawn (GH-107, GH-114, GH-115)."""

    rule: ClassVar[str] = "GH-107"
    public: ClassVar[bool] = False
    patience: ClassVar[int] = 8000

    @classmethod
    def span(cls, content: Content) -> int:
        return AREAS + 2

    def seat(self, state: Hunt) -> int:
        return state.keeper_of(state.active)

    def options(self, state: Hunt, seat: int) -> list[int]:
        return ALL_AREAS

    def lapse(self, state: Hunt, seat: int) -> int:
        return int(DRAW)

    def take(self, state: Hunt, seat: int, option: int, watch: Watch | None) -> None:
        if option < AREAS:
            fix(state, option, watch)
            return
        if option == DRAW_ALWAYS:
            state.draws |= 1 << seat
        state.push(WEAK_SPOT)

    def text(self, state: Hunt, option: int) -> str:
        if option < AREAS:
            return f"weak spot {option + 1}"
        return "draw the weak spot" if option == DRAW else "always draw the weak spot"


class WeakSpot(Chance[Hunt]):
    """The weak spot is drawn; its keeper alone learns it (GH-115)."""

    rule: ClassVar[str] = "GH-115"
    label: ClassVar[str] = "weak spot"

    def outcomes(self, state: Hunt) -> int:
        return AREAS

    def audience(self, state: Hunt) -> int:
        keeper = state.keeper_of(state.active)
        return 1 << keeper if keeper >= 0 else 0

    def take(self, state: Hunt, outcome: int, watch: Watch | None) -> None:
        fix(state, outcome, watch)

    def text(self, state: Hunt, outcome: int) -> str:
        return str(outcome + 1)


WEAK_SPOT: Final = WeakSpot()


def fix(state: Hunt, area: i64, watch: Watch | None) -> None:
    """The weak spot is fixed before the first shot (GH-114)."""
    g = state.active
    state.weak[g] = area
    state.phase[g] = SHOT
    if watch:
        watch.tell(state, "weak spot", (int(g),))
        keeper = state.keeper_of(g)
        if keeper >= 0:
            watch.tell(state, "weak spot is", (int(g), int(area)), 1 << keeper, reveals=True)


def fired(shots: i64) -> i64:
    """The numbers missed in this layer, as bits."""
    found: i64 = 0
    while shots:
        found |= 1 << ((shots & 7) - 1)
        shots >>= 3
    return found


def fired_in_order(shots: i64) -> list[int]:
    """The numbers missed in this layer, the first one first."""
    found: list[int] = []
    while shots:
        found.append(int((shots & 7) - 1))
        shots >>= 3
    found.reverse()
    return found


def open_numbers(state: Hunt, g: i64) -> list[int]:
    """The numbers not yet missed in this layer (GH-112)."""
    missed = fired(state.shots[g])
    found: list[int] = []
    for area in range(AREAS):
        if not (missed >> area) & 1:
            found.append(area)
    return found


class Shot(Decision[Hunt]):
    """Which number is fired (GH-108, GH-112, GH-113)."""

    rule: ClassVar[str] = "GH-108"

    @classmethod
    def span(cls, content: Content) -> int:
        return AREAS

    def seat(self, state: Hunt) -> int:
        return state.active

    def options(self, state: Hunt, seat: int) -> list[int]:
        return open_numbers(state, seat)

    def take(self, state: Hunt, seat: int, option: int, watch: Watch | None) -> None:
        shoot(state, seat, option, watch)

    def text(self, state: Hunt, option: int) -> str:
        return f"shoot {option + 1}"


def shoot(state: Hunt, g: i64, area: i64, watch: Watch | None) -> None:
    """Fire: the weak spot destroys a layer, any other number costs wounds (GH-109 to GH-111)."""
    foe = (state.left[g * state.plan.squares + state.at[g]] & FOE_MASK) >> FOE_SHIFT
    if area == state.weak[g]:
        state.spots[g * AREAS + area] += 1
        if watch:
            watch.tell(state, "hit", (int(g), int(area), int(foe)), ears(state, g), reveals=True)
        state.layer[g] += 1
        if state.layer[g] < number(state, g, FOE, foe, LAYERS):
            face(state, g)
        else:
            destroy(state, g, foe, watch)
        return
    price = miss_price(state, g, foe)
    state.misses[g] += 1
    state.shots[g] = state.shots[g] * 8 + area + 1
    if watch:
        watch.tell(state, "miss", (int(g), int(area), int(price)), ears(state, g), reveals=True)
    wound(state, g, price, watch)


def miss_price(state: Hunt, g: i64, foe: i64) -> i64:
    """What the next miss costs (GH-095, GH-110, GH-142)."""
    spared: i64 = 0
    for kind in range(1, len(state.plan.items)):
        if state.carried[g * KINDS + kind]:
            spared = max(spared, number(state, g, ITEM, kind, FREE_MISSES))
    return 0 if state.misses[g] < spared else number(state, g, FOE, foe, WOUNDS)


def destroy(state: Hunt, g: i64, foe: i64, watch: Watch | None) -> None:
    """The foe is gone for good (GH-117, GH-135); if that meets the goal, nothing else is resolved (GH-080, GH-138)."""
    state.left[g * state.plan.squares + state.at[g]] &= ~FOE_MASK
    state.kills[g * KINDS + foe] += 1
    state.progress[g] = 1
    end_fight(state, g)
    if watch:
        told = (int(g), int(state.at[g]), int(foe), int(killed(state, g)))
        watch.tell(state, "destroyed", told, ears(state, g), reveals=True)
    if not advance_goal(state, g, False, watch):
        meet_obstacle(state, g, watch)


def meet_obstacle(state: Hunt, g: i64, watch: Watch | None) -> None:
    """The obstacle takes effect: wounds, then lost turns, then the way back to the start (GH-078, GH-097 to GH-104)."""
    plan, square = state.plan, state.at[g]
    at = g * plan.squares + square
    kind = state.left[at] >> OBSTACLE_SHIFT
    state.known[g] = 3
    if kind == 0:
        if watch:
            watch.tell(state, "quiet", (int(g), int(square)), ears(state, g), reveals=True)
        end_encounter(state, g, ENCOUNTER, watch)
        return
    wounds = number(state, g, OBSTACLE, kind, WOUNDS)
    lost = number(state, g, OBSTACLE, kind, LOSE_TURNS)
    if watch:
        told = (int(g), int(square), int(kind), int(wounds), int(lost))
        watch.tell(state, "obstacle", told, ears(state, g), reveals=True)
    if plan.spent[kind]:
        state.left[at] &= ~OBSTACLE_MASK
    if wound(state, g, wounds, watch):
        open_ground(state, g, square)
        return
    state.owed[g] += lost
    if plan.drains[kind]:
        state.at[g] = state.start[g]
        if watch:
            watch.tell(state, "swept", (int(g), int(square)), ears(state, g))
    end_encounter(state, g, SWEPT if plan.drains[kind] else ENCOUNTER, watch)


def end_encounter(state: Hunt, g: i64, ending: i64, watch: Watch | None) -> None:
    """All of the square is resolved and known; the goal is looked at once more, the turn is over (GH-069, GH-079)."""
    if state.winners >> g & 1:
        return
    open_ground(state, g, state.at[g])
    if not advance_goal(state, g, True, watch):
        state.phase[g] = IDLE
        state.trail[g].append(-ending)


def open_ground(state: Hunt, g: i64, square: i64) -> None:
    """A square whose content is known now joins the ground, unless an obstacle stands there."""
    plan, ground = state.plan, state.grounds[g]
    if not ground.label[square] and not state.left[g * plan.squares + square] >> OBSTACLE_SHIFT:
        ground.add(plan, state.left, g * plan.squares, square)

"""A turn's walk: start, steps of the frontier, doors, exits, staying and stopping (GH-044 to GH-065, GH-155, GH-161).

Like `encounters`, nothing here pushes a question: what the explorer does next is his phase.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from witchboard.engine.state import Content, Watch
from witchboard.engine.steps import Decision

from ..state import (
    BUMP,
    EXPLORED,
    IDLE,
    MOVE,
    PASSED,
    STAYED,
    STOPPED,
    WARNED,
    Hunt,
)
from ..tables import DIRECTIONS, DOOR, ITEM_MASK, NONE, Box
from .encounters import acquire, meet
from .goals import achieve, advance_goal, ears, equip_anew

SIDES: Final = ("north", "east", "south", "west", "by the stairs")


class Start(Decision[Hunt]):
    """Where the explorer begins, if the scenario leaves a choice (GH-044)."""

    rule: ClassVar[str] = "GH-044"

    @classmethod
    def span(cls, content: Content) -> int:
        assert isinstance(content, Box)
        return content.starts

    def seat(self, state: Hunt) -> int:
        return state.active

    def options(self, state: Hunt, seat: int) -> list[int]:
        return list(range(len(state.plan.starts)))

    def take(self, state: Hunt, seat: int, option: int, watch: Watch | None) -> None:
        begin_at(state, seat, option, watch)

    def text(self, state: Hunt, option: int) -> str:
        return f"start at {state.plan.names[state.plan.starts[option]]}"


def begin_at(state: Hunt, g: i64, start: i64, watch: Watch | None) -> None:
    """The explorer stands on a start square, which is explored and empty (GH-025, GH-044)."""
    plan = state.plan
    square = plan.starts[start]
    state.start[g] = square
    state.at[g] = square
    state.seen[g * plan.squares + square] = EXPLORED
    state.phase[g] = MOVE
    state.equip(g)
    state.survey(g)
    if watch:
        watch.tell(state, "start", (int(g), int(square)), ears(state, g))


class Move(Decision[Hunt]):
    """The next step: across one edge of the known ground, out by an exit, or none (GH-050, GH-056 to GH-065).

    Options are step codes, then STAY, which stands for using what lies here (GH-058), for stopping where that is
    allowed (GH-155), and for the pass of one who has nowhere to go (GH-065): at most one of them at a time.
    """

    rule: ClassVar[str] = "GH-050"
    onward: ClassVar[bool] = True

    @classmethod
    def span(cls, content: Content) -> int:
        assert isinstance(content, Box)
        return content.move_span

    def seat(self, state: Hunt) -> int:
        return state.active

    def options(self, state: Hunt, seat: int) -> list[int]:
        return steps(state, seat)

    def asks(self, state: Hunt) -> bool:
        return state.retractable or stuck(state, state.active)

    def take(self, state: Hunt, seat: int, option: int, watch: Watch | None) -> None:
        move(state, seat, option, watch)

    def text(self, state: Hunt, option: int) -> str:
        return step_text(state, state.active, option)


def stuck(state: Hunt, g: i64) -> bool:
    """Whether there is no step left for him; then he is asked all the same, so that a pass is somebody's choice."""
    plan = state.plan
    return not state.grounds[g].steps(plan, state.left, g * plan.squares, state.at[g])


def steps(state: Hunt, g: i64) -> list[int]:
    """The options of a move, ascending."""
    plan = state.plan
    base = g * plan.squares
    at = state.at[g]
    found = state.grounds[g].steps(plan, state.left, base, at).copy()
    if may_stay(state, g) or may_stop(state, g) or not found:
        found.append(DIRECTIONS * plan.squares)
    return found


def may_stay(state: Hunt, g: i64) -> bool:
    """As the whole move he may use or take what lies where he stands (GH-058, GH-190)."""
    return not state.walked[g] and state.left[g * state.plan.squares + state.at[g]] & ITEM_MASK != 0


def may_stop(state: Hunt, g: i64) -> bool:
    """Under free stop he may end the move in an explored square that holds nothing (GH-155)."""
    return state.free_stop != 0 and state.left[g * state.plan.squares + state.at[g]] == 0


def step_text(state: Hunt, g: i64, option: i64) -> str:
    """A step in notation: "3-C north", "7-H by the stairs", "leave by dock", "stay", "stop", "pass"."""
    plan = state.plan
    if option == DIRECTIONS * plan.squares:
        if g == NONE or may_stay(state, g):
            return "stay"
        return "stop" if may_stop(state, g) else "pass"
    if plan.exit[option] != NONE:
        return f"leave by {plan.exit_names[plan.exit[option]]}"
    return f"{plan.names[option % plan.squares]} {SIDES[option // plan.squares]}"


def move(state: Hunt, g: i64, option: i64, watch: Watch | None) -> None:
    """Carry out a step."""
    plan = state.plan
    if option == DIRECTIONS * plan.squares:
        rest(state, g, watch)
        return
    if plan.gate[option] >= DOOR and not try_door(state, g, option, watch):
        return
    other = plan.to[option]
    if other < 0:
        leave(state, g, option, watch)
        return
    at = g * plan.squares + other
    new = state.seen[at] != EXPLORED
    if new and state.warnings[g] and warned(state, g, option, watch):
        return
    state.trail[g].append(option)
    state.walked[g] = 1
    state.at[g] = other
    if new:
        state.seen[at] = EXPLORED
        state.progress[g] = 1
    enter(state, g, new, watch)


def enter(state: Hunt, g: i64, new: bool, watch: Watch | None) -> None:
    """The explorer is on a square: the goal may be met by that alone (GH-062); then comes what is there (GH-055)."""
    plan, square = state.plan, state.at[g]
    places = state.grounds[g].places
    state.known[g] = 0 if new else 3
    if places and places[square] and advance_goal(state, g, True, watch):
        return
    if state.left[g * plan.squares + square] == 0:
        state.known[g] = 3
        if new:
            state.grounds[g].add(plan, state.left, g * plan.squares, square)
        if watch:
            watch.tell(state, "step", (int(g), int(square)), ears(state, g), reveals=new)
        return
    if watch:
        watch.tell(state, "entered", (int(g), int(square)), ears(state, g), reveals=new)
    meet(state, g, new, watch)


def try_door(state: Hunt, g: i64, code: i64, watch: Watch | None) -> bool:
    """Try a doorway that may be blocked; returns whether it is open (GH-063, GH-070)."""
    plan = state.plan
    bit: i64 = 1 << (plan.gate[code] - DOOR)
    if state.proved[g] & bit:
        return True
    if not state.blocked[g] & bit:
        state.proved[g] |= bit
        if plan.to[code] >= 0:
            equip_anew(state, g)
        if watch:
            watch.tell(state, "open", (int(g), int(plan.gate[code] - DOOR)), ears(state, g), reveals=True)
        return True
    state.bumped[g] |= bit
    state.at[g] = code % plan.squares
    state.known[g] = 3
    state.walked[g] = 1
    state.progress[g] = 1
    state.trail[g].append(code)
    equip_anew(state, g)
    if watch:
        told = (int(g), int(plan.gate[code] - DOOR), int(state.at[g]))
        watch.tell(state, "bump", told, ears(state, g), reveals=True)
    if not state.soft_bump:
        state.phase[g] = IDLE
        state.trail[g].append(-BUMP)
    return False


def leave(state: Hunt, g: i64, code: i64, watch: Watch | None) -> None:
    """Step out of the map by an exit that meets the goal (GH-133, GH-134)."""
    state.trail[g].append(code)
    state.known[g] = 3
    state.at[g] = code % state.plan.squares
    state.reached[g] += 1
    state.progress[g] = 1
    equip_anew(state, g)
    if watch:
        watch.tell(state, "out", (int(g), int(state.plan.exit[code])), ears(state, g), reveals=True)
    achieve(state, g, watch)


def warned(state: Hunt, g: i64, code: i64, watch: Watch | None) -> bool:
    """Whether the keeper warns him instead, once a turn, that something lies there (GH-161)."""
    at = g * state.plan.squares + state.plan.to[code]
    if state.heard[g] or state.seen[at] == WARNED or state.left[at] == 0:
        return False
    state.heard[g] = 1
    state.warnings[g] -= 1
    state.seen[at] = WARNED
    state.known[g] = 3
    state.at[g] = code % state.plan.squares
    state.walked[g] = 1
    if watch:
        watch.tell(state, "warned", (int(g), int(state.plan.to[code])), ears(state, g), reveals=True)
    return True


def rest(state: Hunt, g: i64, watch: Watch | None) -> None:
    """Stay and use or take what lies here, stop, or pass (GH-058, GH-065, GH-155)."""
    if may_stay(state, g):
        if watch:
            watch.tell(state, "stay", (int(g), int(state.at[g])), ears(state, g))
        acquire(state, g, watch)
        if state.winners >> g & 1:
            return
        if not advance_goal(state, g, True, watch):
            state.phase[g] = IDLE
            state.trail[g].append(-STAYED)
        return
    stops = may_stop(state, g)
    if stops:
        state.progress[g] = 0
    state.phase[g] = IDLE
    state.trail[g].append(-(STOPPED if stops else PASSED))
    if watch:
        watch.tell(state, "stop" if stops else "pass", (int(g), int(state.at[g])), ears(state, g))

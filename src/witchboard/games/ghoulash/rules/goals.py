"""Goals, wounds, deaths and the end (GH-001 to GH-004, GH-121 to GH-144, GH-152, GH-154, GH-195).

In mirror play both walk at once, so nothing ends here: the round's end looks at who has died or won (`race`).
"""

from __future__ import annotations

from mypy_extensions import i64

from witchboard.engine.state import EVERYONE, Watch

from ..state import (
    ALL_LOSE,
    DIED,
    DRAWN,
    GOAL,
    IDLE,
    KINDS,
    LAST_ALIVE,
    MIRROR,
    REACHED,
    Hunt,
)
from ..tables import (
    ALWAYS,
    CARRYING,
    DESTROY,
    FETCH,
    FIND,
    KILLS,
    NONE,
    NUMBERS,
    TURN,
)


def ears(state: Hunt, g: i64) -> int:
    """Who hears what an explorer does: everybody, but in mirror play he alone (GH-147, GH-196)."""
    return 1 << g if state.hides == MIRROR else EVERYONE


def number(state: Hunt, g: i64, slot: i64, kind: i64, which: i64) -> i64:
    """A number of an icon as it holds for an explorer now; of several conditions the last wins (GH-139 to GH-144)."""
    plan = state.plan
    at = (slot * KINDS + kind) * NUMBERS + which
    found = plan.numbers[at]
    if plan.altered[at]:
        for condition in plan.conditions:
            if condition.slot == slot and condition.kind == kind and condition.number == which:
                if holds(state, g, condition.when, condition.argument):
                    found = condition.value
    return found


def holds(state: Hunt, g: i64, when: i64, argument: i64) -> bool:
    """Whether a condition holds for an explorer (GH-141, GH-143, GH-197)."""
    if when == CARRYING:
        return state.carried[g * KINDS + argument] > 0
    if when == TURN:
        return state.turns[g] >= argument
    if when == KILLS:
        return killed(state, g) >= argument
    return when == ALWAYS


def killed(state: Hunt, g: i64) -> i64:
    """The foes that an explorer has destroyed."""
    found: i64 = 0
    for kind in range(KINDS):
        found += state.kills[g * KINDS + kind]
    return found


def wound(state: Hunt, g: i64, count: i64, watch: Watch | None) -> bool:
    """Mark wounds on the active meter, as far as it has spaces; returns whether the explorer has died (GH-121 ff.)."""
    if count == 0:
        return False
    at = g * (state.plan.kits + 1) + state.used[g]
    state.wounds[at] = min(state.spaces[g], state.wounds[at] + count)
    if state.wounds[at] < state.spaces[g]:
        return False
    die(state, g, watch)
    return True


def die(state: Hunt, g: i64, watch: Watch | None) -> None:
    """An explorer's meter is full: he is out. If that leaves nobody or one, the game may be over (GH-122, GH-157)."""
    drop_out(state, g, DIED)
    if watch:
        watch.tell(state, "died", (int(g),), ears(state, g), reveals=True)
    if state.hides != MIRROR and not state.winners:
        bury(state, watch)


def drop_out(state: Hunt, g: i64, how: i64) -> None:
    """An explorer walks no further; `how` stands at the end of his trail."""
    state.alive[g] = 0
    state.phase[g] = IDLE
    end_fight(state, g)
    state.trail[g].append(-how)


def end_fight(state: Hunt, g: i64) -> None:
    """No fight is on any more."""
    state.weak[g] = NONE
    state.shots[g] = 0
    state.layer[g] = 0
    state.misses[g] = 0


def bury(state: Hunt, watch: Watch | None) -> None:
    """See whether the dead leave a winner (GH-003, GH-152, GH-157, GH-164)."""
    living: i64 = 0
    last: i64 = 0
    for seat in range(state.seats):
        if state.alive[seat]:
            living += 1
            last = seat
    if living == 0:
        finish(state, ALL_LOSE, watch)
    elif living == 1 and state.seats > 1 and not state.hardcore:
        state.winners = 1 << last
        finish(state, LAST_ALIVE, watch)


def advance_goal(state: Hunt, g: i64, settled: bool, watch: Watch | None) -> bool:
    """Complete the steps of the goal that are met now; returns whether it was the last (GH-128, GH-136, GH-195).

    `settled`: nothing is left to resolve on the explorer's square, so that what he carries counts as brought (GH-192).
    """
    plan = state.plan
    before = state.reached[g]
    while state.reached[g] < len(plan.goals) and met(state, g, state.reached[g], settled):
        state.reached[g] += 1
        state.progress[g] = 1
        if watch:
            watch.tell(state, "goal step", (int(g), int(state.reached[g])), ears(state, g), reveals=True)
    if state.reached[g] == len(plan.goals):
        achieve(state, g, watch)
        return True
    if state.reached[g] != before:
        equip_anew(state, g)
    return False


def met(state: Hunt, g: i64, step: i64, settled: bool) -> bool:
    """Whether a step of the goal is met as things stand; an escape needs its own step through the exit (GH-129 ff.)."""
    goal = state.plan.goals[step]
    if goal.type == DESTROY:
        return state.kills[g * KINDS + goal.foe] >= goal.count
    if goal.type == FIND:
        return state.has(g, goal.needs)
    if goal.type == FETCH and settled and state.has(g, goal.needs):
        at = state.at[g]
        return goal.places[at] != 0 if goal.places else at == state.start[g]
    return False


def equip_anew(state: Hunt, g: i64) -> None:
    """After a change of what is carried, known or aimed at: see whether other ground is open now."""
    ground = state.grounds[g]
    before = (ground.keys, ground.proved, ground.bumped, ground.exits)
    places = ground.places
    state.equip(g)
    now = (ground.keys, ground.proved, ground.bumped, ground.exits)
    if now != before or ground.places or places:
        state.survey(g)


def achieve(state: Hunt, g: i64, watch: Watch | None) -> None:
    """An explorer has reached the goal: the game is won, unless others may still answer (GH-004, GH-137, GH-154)."""
    state.winners |= 1 << g
    state.phase[g] = IDLE
    equip_anew(state, g)  # others may still answer: no exit or place calls him any more
    state.trail[g].append(-REACHED)
    if watch:
        watch.tell(state, "reached", (int(g),), ears(state, g), reveals=True)
    if state.hides != MIRROR and answering(state, g) < 0:
        award(state, watch)


def award(state: Hunt, watch: Watch | None) -> None:
    """The goal was reached, and nobody is left to answer: a draw if both of two reached it (GH-154)."""
    both = state.seats == 2 and state.winners == 3
    finish(state, DRAWN if both else GOAL, watch)


def answering(state: Hunt, g: i64) -> i64:
    """Who plays next after `g` in the round in which somebody reached the goal; -1 if nobody does (GH-154, GH-157)."""
    if not state.last_answer:
        return -1
    for ahead in range(1, state.seats):
        seat = (g + ahead) % state.seats
        if seat == state.first:
            return -1
        if state.alive[seat] and not state.owed[seat]:
            return seat
    return -1


def finish(state: Hunt, result: i64, watch: Watch | None) -> None:
    """The game is over."""
    state.result = result
    state.stack.clear()
    for g in range(state.seats):
        state.phase[g] = IDLE
    state.turning = 0
    if watch:
        watch.tell(state, "over", (int(result), int(state.winners)), reveals=True)

"""How a game has ended, in words, and its key figures (GH-002, GH-003, GH-048, GH-152, GH-154, GH-164)."""

from __future__ import annotations

from ..keeping import trial
from ..state import ALL_LOSE, CAPPED, DRAWN, EXPLORED, GOAL, KEPT, KINDS, LAST_ALIVE, TOO_LATE, Hunt
from ..tables import DESTROY, ESCAPE, FETCH, FIND, Goal, Plan
from .briefing import counted, exit_words, items_needed, joined, place_words, step_words
from .keeping import keeping_figures, keeping_words
from .seats import seat_title


def ending_words(state: Hunt) -> str:
    """Who has won and why, as a sentence."""
    seats = range(int(state.seats))
    won = [seat_title(seat) for seat in seats if state.winners >> seat & 1]
    if state.result == GOAL:
        verb, wins = ("has", "wins") if len(won) == 1 else ("have", "win")
        return f"{joined(won)} {verb} {goal_done(state.plan)} and {wins}."
    if state.result == KEPT:
        return keeping_words(state)
    if state.result == LAST_ALIVE:
        dead = [seat_title(seat) for seat in seats if not state.alive[seat]]
        alive = joined([seat_title(seat) for seat in seats if state.alive[seat]])
        if len(dead) == 1:
            resigned = any(state.gave_up(seat) for seat in seats)
            return f"{dead[0]} {'has resigned' if resigned else 'is dead'}. {alive} wins."
        return f"{alive} is the last one alive and wins."
    if state.result == DRAWN:
        return f"{joined(won)} have both {goal_done(state.plan)}: a draw."
    if state.result == ALL_LOSE:
        if state.solo and state.gave_up(0):
            return "The run was given up."
        if state.solo:
            return "The Wound Meter is full: the run is lost."
        return "Nobody is left alive: all lose."
    if state.result == CAPPED:
        return f"After {counted(int(state.limit), 'turn')} each the game is called off: a draw."
    assert state.result == TOO_LATE, state.result
    return f"Turn {int(state.limit)} has ended without the goal: the run is lost."


def goal_done(plan: Plan) -> str:
    """The goal as something done: "found the radio", "destroyed 6 Ghouls and left by the dock"."""
    return joined([step_done(plan, goal) for goal in plan.goals])


def step_done(plan: Plan, goal: Goal) -> str:
    """One step of the goal as something done."""
    if goal.type == FIND:
        return f"found {items_needed(plan, goal)}"
    if goal.type == FETCH:
        return f"brought {items_needed(plan, goal)} to {place_words(plan, goal)}"
    if goal.type == ESCAPE:
        with_it = items_needed(plan, goal)
        return f"left by {exit_words(plan, goal)}" + (f" with {with_it}" if with_it else "")
    assert goal.type == DESTROY
    return step_words(plan, goal).replace("destroy", "destroyed", 1)


def figures(state: Hunt) -> list[tuple[str, tuple[int, ...]]]:
    """Key figures by player: turns, wounds, foes destroyed, kits used, squares explored; of a hide how it fared."""
    if state.trial:
        return keeping_figures(trial(state))
    seats = range(int(state.seats))
    squares, meters, kinds = int(state.plan.squares), int(state.plan.kits) + 1, int(KINDS)
    by_seat = {
        "Turns": [int(state.turns[seat]) for seat in seats],
        "Wounds": [sum(map(int, state.wounds[seat * meters : (seat + 1) * meters])) for seat in seats],
        "Kits used": [int(state.used[seat]) for seat in seats],
        "Squares explored": [state.seen[seat * squares : (seat + 1) * squares].count(EXPLORED) for seat in seats],
        "Foes destroyed": [sum(map(int, state.kills[seat * kinds : (seat + 1) * kinds])) for seat in seats],
    }
    return [(words, tuple(counts)) for words, counts in by_seat.items()]

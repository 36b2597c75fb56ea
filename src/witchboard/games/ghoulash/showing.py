"""What the table says beside the picture: the list of seats, and how long each event is looked at."""

from __future__ import annotations

from typing import Final

from witchboard.engine.game import ChairFacts, Event

from .picture.marks import pin_sign, symbol
from .tables import Plan
from .view import Grid, View
from .words.icons import icon_words, meter_name

BEATS: Final = {
    "hidden": 0,  # one has just composed it oneself
    "first": 700,
    "turn": 250,
    "lost": 800,
    "stalled": 900,
    "start": 600,
    "step": 260,
    "entered": 120,
    "open": 300,
    "bump": 800,
    "out": 900,
    "warned": 700,
    "stay": 300,
    "stop": 300,
    "pass": 500,
    "found": 900,
    "used": 1000,
    "took": 700,
    "left": 450,
    "attack": 1000,
    "weak spot": 60,
    "weak spot is": 300,
    "hit": 500,
    "miss": 850,
    "destroyed": 900,
    "obstacle": 1000,
    "quiet": 200,
    "swept": 900,
    "died": 1400,
    "explored": 60,
    "resigned": 1000,
    "goal step": 900,
    "reached": 1200,
    "over": 1500,
}


def beat(event: Event) -> int:
    """How long an event is looked at, in milliseconds at normal speed."""
    return BEATS.get(event.kind, 450)


def chairs(view: View, plan: Plan) -> list[ChairFacts]:
    """Each seat's pin, the wounds on its meter, what it carries, and what holds of it."""
    return [_chair(view, plan, grid) for grid in sorted(view.grids, key=lambda grid: grid.explorer)]


def _chair(view: View, plan: Plan, grid: Grid) -> ChairFacts:
    seat = grid.explorer
    sign, role = pin_sign(seat), f"seat {seat + 1}"
    if view.trial and view.phase != "hide":
        return ChairFacts(sign, role, (), False, f"run {len(view.trial.runs)} of {view.trial.of}")
    if view.phase == "hide":
        return ChairFacts(sign, role, (), False, "ready" if view.ready[seat] else "hiding")
    facts = []
    for icon, count in grid.carried:
        words = icon_words(icon).counted(count)
        facts.append((symbol(icon), str(count) if count > 1 else "", f"carries {words}"))
    if grid.owed:
        facts.append(("gh-lost-turn", str(grid.owed), f"{grid.owed} turn{'' if grid.owed == 1 else 's'} to lose"))
    filled, used = grid.meters[-1], len(grid.meters) - 1
    facts.append(("gh-wounded", f"{filled}/{grid.meter}", f"{filled} of {grid.meter} wounds on {meter_name(used)}"))
    note = "" if used == 0 else meter_name(used)
    if not grid.alive:
        note = "has resigned" if grid.resigned else "dead"
    elif grid.won:
        note = "has reached the goal"
    return ChairFacts(sign, role, tuple(facts), seat == view.active, note)

"""The two sheets: of each grid that is shown, what its explorer and its keeper have written on the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ..tables import DOOR, ESCAPE, FETCH
from ..view import Find, Grid, Turn
from . import ids, marks
from .marks import Thing
from .places import Layout, Place
from .printed import Kind, Map, outwards
from .trace import traces, wax

STATES: Final = {"there": "", "taken": "taken", "used": "used", "destroyed": "slain", "spent": "spent"}


@dataclass(frozen=True, slots=True)
class Sheet:
    """A grid on its sheet: which of the two, of whom, and where it lies."""

    kind: Kind
    chart: Map
    grid: Grid
    place: Place
    name: str  # of its explorer
    layout: Layout
    over: bool  # the game has ended: all is shown

    @property
    def cols(self) -> int:
        """How many columns the map has."""
        return self.chart.cols


def under(sheet: Sheet, parts: dict[str, str]) -> None:
    """What lies under the walls: explored squares, and those proved free of something."""
    grid, chart, at = sheet.grid, sheet.chart, sheet.place.at
    for row in range(chart.rows):
        found = grid.explored[row * chart.cols : (row + 1) * chart.cols]
        if "1" in found:
            parts[f"{sheet.kind}-seen-{row + 1}"] = marks.seen(sheet.kind, chart.cols, chart.rows, row, found, at)
    for clear in grid.clear:
        squares = _worth(chart, clear.slot, clear.squares)
        if squares:
            key = f"{sheet.kind}-clear-{clear.slot}"
            parts[key] = marks.clear(sheet.kind, chart.cols, chart.rows, clear.slot, squares, at)


@lru_cache(maxsize=1024)
def _worth(chart: Map, slot: str, squares: tuple[int, ...]) -> tuple[int, ...]:
    """Those squares on which the briefing alone would allow something of that class."""
    lines = [line for line in chart.plan.lines if int(line.slot) == ("item", "foe", "obstacle").index(slot)]
    return tuple(square for square in squares if any(line.allowed[square] for line in lines))


def over(sheet: Sheet, parts: dict[str, str]) -> None:
    """What lies on the map: doorways that may be shut, lines, finds, what was heard."""
    grid, chart, at = sheet.grid, sheet.chart, sheet.place.at
    gates(sheet, parts)
    walks = [turn for turn in grid.trail if len(turn.path) > 1]
    kind, cols, rows = sheet.kind, chart.cols, chart.rows
    if walks:
        last = walks[-1]
        parts[f"{kind}-wax"] = wax(kind, cols, rows, last.number, last.path, at, not last.end)
    for turn in walks:
        parts.update(traces(kind, chart.plan.key, cols, rows, turn.number, turn.path, turn.steps, at, not turn.end))
    for square in grid.warned:
        if grid.explored[square] != "1":
            key = f"{sheet.kind}-heard-{chart.names[square]}"
            parts[key] = marks.heard(sheet.kind, chart.cols, chart.rows, square, at)
    size = letters_of(sheet)
    for square, things, turn_, state in on_squares(grid, chart, sheet.over):
        key = f"{'found' if sheet.kind == 'own' else 'hid'}-{chart.names[square]}"
        parts[key] = marks.things(sheet.kind, chart.cols, chart.rows, square, things, turn_, size, state, at)


def letters_of(sheet: Sheet) -> float:
    """How large a turn's number is written on the chart; 0 where it would be too small to read."""
    if sheet.kind == "opp" or sheet.layout == "tall":
        return 0
    return round(max(11.5, 12 / sheet.place.scale), 1)


def on_squares(grid: Grid, chart: Map, over_: bool) -> Iterator[tuple[int, tuple[Thing, ...], int, str]]:
    """Of each square with something on it: what, the turn in which it came out (0: it hasn't), and how it is drawn."""
    hidden = grid.hidden.icons if grid.hidden else ()
    return iter(_on_squares(chart, grid.finds, hidden, _turns(grid.trail), over_))


@lru_cache(maxsize=4096)
def _on_squares(
    chart: Map, finds: tuple[Find, ...], hidden: tuple[Find, ...], turns: tuple[tuple[int, int], ...], over_: bool
) -> list[tuple[int, tuple[Thing, ...], int, str]]:
    slots = slots_of(chart)
    turn_of = dict(turns)
    squares: dict[int, list[Find]] = {}
    known = {(find.square, find.icon) for find in finds}
    for find in finds:
        squares.setdefault(find.square, []).append(find)
    fresh = [find for find in hidden if (find.square, find.icon) not in known]
    for find in fresh:
        squares.setdefault(find.square, []).append(find)
    rest = {find.square for find in fresh}
    found = []
    for square, its in sorted(squares.items()):
        its.sort(key=lambda find: slots.get(find.icon, 0))
        things = tuple(
            Thing(find.icon, STATES[find.fate], ("item", "foe", "obstacle")[slots.get(find.icon, 0)]) for find in its
        )
        state = "found" if square not in rest else "shown" if over_ else "hid"
        found.append((square, things, turn_of.get(square, 0), state))
    return found


@lru_cache(maxsize=128)
def slots_of(chart: Map) -> dict[str, int]:
    """The slot of each icon: 0 item, 1 foe, 2 obstacle."""
    return {line.icon: int(line.slot) for line in chart.plan.lines}


@lru_cache(maxsize=1024)
def _turns(trail: tuple[Turn, ...]) -> tuple[tuple[int, int], ...]:
    """In which turn each square was first met that ended one."""
    found: dict[int, int] = {}
    for turn in trail:
        if turn.path:
            found.setdefault(turn.path[-1], turn.number)
    return tuple(found.items())


def gates(sheet: Sheet, parts: dict[str, str]) -> None:
    """Doorways and exits that may be shut."""
    plan, chart, grid = sheet.chart.plan, sheet.chart, sheet.grid
    if not plan.doors:
        return
    known = dict(grid.doors)
    shut = set(grid.hidden.blocked) if grid.hidden else set()
    for number, name in enumerate(plan.door_names):
        state = known.get(name) or ("shut" if name in shut else "suspect" if not grid.hidden else "clear")
        parts[f"{sheet.kind}-gate-{number}"] = gate(chart, sheet.kind, number, state, sheet.place.at, "")


GATE_WORDS: Final = {
    "open": "open",
    "blocked": "blocked",
    "suspect": "may be blocked",
    "shut": "blocked, not tried yet",
    "clear": "left open",
}


@lru_cache(maxsize=2048)
def gate(chart: Map, kind: Kind, number: int, state: str, at: str, key: str) -> str:
    """One of them in the state it is known in."""
    plan = chart.plan
    code = int(plan.doors[number])
    side, square = divmod(code, int(plan.squares))
    x, y = chart.centre(square)
    is_exit = number in [int(door) for door in plan.exit_doors]
    inner = {"open": "open", "clear": "open", "blocked": "blocked", "shut": "blocked"}.get(state)
    if is_exit:
        symbol = "gh-exit-maybe" if inner is None else "gh-exit" if inner == "open" else "gh-exit-shut"
        over_, away = outwards(chart, square, side), 7.0
    else:
        symbol = "gh-grate" if inner is None else f"gh-grate-{inner}"
        over_, away = chart.over_edge(square, side), 18.0
    word = "exit" if is_exit else "doorway"
    label = f"{word} {plan.door_names[number]}: {GATE_WORDS[state]}"
    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
    middle = (x + dx * away, y + dy * away)
    return marks.gate(kind, key or f"{kind}-gate-{number}", symbol, over_, middle, label, state, at)


def stand(sheet: Sheet, parts: dict[str, str], sign: str) -> None:
    """Where the explorer stands; a burst where there is a fight."""
    grid, chart, at = sheet.grid, sheet.chart, sheet.place.at
    if grid.at < 0:
        return
    fighting = grid.fight is not None
    if grid.fight and grid.fight.foe:
        parts[f"{sheet.kind}-burst"] = marks.fight(
            sheet.kind, chart.cols, chart.rows, grid.fight.square, grid.fight.foe, at
        )
    aside = fighting or any(find.square == grid.at for find in grid.finds) or grid.at in chart.starts
    label = f"{sheet.name} at {chart.names[grid.at]}"
    parts[f"pin-{sheet.kind}"] = marks.pin(
        sheet.kind, chart.cols, chart.rows, grid.at, sign, label, aside, at, grid.alive
    )


def arrows(sheet: Sheet, parts: dict[str, str]) -> None:
    """Where the explorer may step now: an arrow over each edge out of what can be walked freely."""
    grid, chart = sheet.grid, sheet.chart
    keys = tuple(icon for icon, _ in grid.carried)
    ways = ways_out(chart, grid)
    free = grid.free if grid.at in grid.free else (*grid.free, grid.at)
    there = {find.square: find.icon for find in grid.finds if find.fate == "there"}
    slots = slots_of(chart)
    bad = frozenset(find.square for find in grid.finds if find.fate == "there" and slots[find.icon] == 2)
    aims = (frozenset(there) - bad) | home(chart, grid)
    for square, side, end, state in frontier(chart, free, grid.explored, grid.doors, keys, bad, aims, ways):
        parts[ids.step(chart.names[square], end)] = marks.step(
            chart.cols, chart.rows, square, side, end, sheet.place.at, state
        )


@lru_cache(maxsize=512)
def frontier(
    chart: Map,
    free: tuple[int, ...],
    explored: str,
    doors: tuple[tuple[str, str], ...],
    keys: tuple[str, ...],
    bad: frozenset[int],
    aims: frozenset[int],
    ways: frozenset[int],
) -> list[tuple[int, int, str, str]]:
    """The edges that lead out of the free region: square, side, the name of what lies beyond, what it is like."""
    plan, inside = chart.plan, set(free)
    opened = {int(line.opens) for line in plan.lines if line.opens and line.icon in keys}
    known = dict(doors)
    squares = int(plan.squares)
    found = []
    for square in sorted(inside):
        for code in plan.out[square]:
            side, to, what = int(code) // squares, int(plan.to[code]), int(plan.gate[code])
            door = plan.door_names[what - int(DOOR)] if what >= DOOR else ""
            if known.get(door) == "blocked" or (0 < what < DOOR and what not in opened):
                continue
            untried = bool(door) and door not in known
            if to < 0:
                if plan.exit[code] in ways:
                    found.append((square, side, plan.exit_names[plan.exit[code]], "exit"))
            elif to not in inside or untried or to in aims or to in bad:
                state = "bad" if to in bad else "try" if untried else "aim" if to in aims else ""
                found.append((square, side, chart.names[to], state))
    return found


def home(chart: Map, grid: Grid) -> frozenset[int]:
    """The squares to which everything that was asked for is to be brought, once it is carried."""
    plan = chart.plan
    if grid.reached >= len(plan.goals):
        return frozenset()
    goal, carried = plan.goals[grid.reached], dict(grid.carried)
    if goal.type != FETCH or any(carried.get(plan.items[kind], 0) < need for kind, need in enumerate(goal.needs)):
        return frozenset()
    return frozenset(square for square, wanted in enumerate(goal.places) if wanted) or frozenset({grid.start})


def ways_out(chart: Map, grid: Grid) -> frozenset[int]:
    """The exits that would meet the goal now (GH-134)."""
    plan = chart.plan
    if grid.reached >= len(plan.goals) or grid.start not in chart.starts:
        return frozenset()
    goal = plan.goals[grid.reached]
    carried = dict(grid.carried)
    if goal.type != ESCAPE or any(carried.get(plan.items[kind], 0) < need for kind, need in enumerate(goal.needs)):
        return frozenset()
    start = chart.starts.index(grid.start)
    return frozenset(number for number, starts in enumerate(goal.permitted) if int(starts) >> start & 1)

"""The table as text: the chart the observer walks, the one that lies hidden, then what is known of both.

It is drawn from the view, so it shows nothing the observer may not know. A chart looks as in a scenario file. Colours
are Rich markup; whatever a colour says, a letter or a word says too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from .forecast import odds_words
from .picture import ids
from .picture.printed import Map
from .picture.sheets import slots_of
from .tables import Plan
from .view import Grid, Hiding, View
from .words.briefing import blocked_words, condition_words, goal_words, joined, verb
from .words.icons import AREAS, icon_words, meter_name
from .words.keeping import trial_lines
from .words.scene import Scene

Span: TypeAlias = tuple[str, str]
"""Some text and its style."""
Cell: TypeAlias = list[list[Span]]
"""Lines of spans."""

EXPLORED, DESTROYED, HERE, HEARD, SHUT = ":", "!", "@", "?", "x"
STYLES: Final = ("bold green", "bold red", "bold yellow")  # item, foe, obstacle
LEGEND: Final = ". street, a-z buildings, : explored, ! Ghoul destroyed, @ where one stands, = doorway, x blocked"
GAP: Final = 3


def picture(
    view: View, chart: Map, width: int = 80, names: tuple[str, ...] = (), marks: Mapping[str, str] | None = None
) -> str:
    """The table as lines of Rich markup, at most `width` columns wide if the map allows it.

    `marks` are what the observer has pencilled on the chart he walks, by the ids of its squares.
    """
    plan = chart.plan
    called = [_called(view, seat, names) for seat in range(view.players)]
    head = f"{plan.name} ({plan.key}). {goal_words(plan)}"
    lines: Cell = [_words(head, "bold")]
    if view.phase == "hide":
        lines += [*_hiding(view, chart), *_readiness(view, called)]
    elif view.trial:
        lines += [*_drawn(chart, _signs(chart, view.grids[0]), _doors(chart, view.grids[0])), []]
        lines += [_words(words, "") for words in trial_lines(view.trial, view.limit)]
    else:
        first = max(view.observer, 0)
        grids = [view.grids[first], *_kept(view, first)]
        pencilled = [marks or {}, *({} for _ in grids[1:])]
        lines += _charts([_sheet(chart, grid, called, its) for grid, its in zip(grids, pencilled)], width)
        lines += [_words(LEGEND, "dim")]
        for grid in view.grids:
            lines += _condition(view, chart, grid, called)
        lines += _known(chart, view.grids[first])
    lines += [_words(_capital(f"{condition_words(plan, one, not view.trial)}."), "") for one in plan.conditions]
    return "\n".join(_markup(part) for line in lines for part in _wrapped(line, width))


def _called(view: View, seat: int, names: tuple[str, ...]) -> str:
    if seat == view.observer:
        return "You"
    return names[seat] if seat < len(names) else f"Seat {seat + 1}"


def _kept(view: View, first: int) -> list[Grid]:
    """The grid that the observer keeps, or else another one that may be seen."""
    others = [grid for grid in view.grids if grid.explorer != first and not grid.veiled]
    return [grid for grid in others if grid.keeper == first][:1] or others[:1]


# Lines.


def _words(words: str, style: str) -> list[Span]:
    return [(words, style)]


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _length(line: Sequence[Span]) -> int:
    return sum(len(words) for words, _ in line)


def _markup(line: Sequence[Span]) -> str:
    """The line as Rich markup, without blanks at its end."""
    found = []
    for words, style in line:
        escaped = words.replace("[", r"\[")
        found.append(f"[{style}]{escaped}[/]" if style and words.strip() else escaped)
    return "".join(found).rstrip()


def _wrapped(line: list[Span], width: int) -> Cell:
    """A line of one span broken at blanks; any other as it is."""
    if len(line) != 1 or _length(line) <= width:
        return [line]
    words, style = line[0]
    lines = [""]
    for word in words.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(" ")
        lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return [[(part, style)] for part in lines]


def _charts(sheets: Sequence[Cell], width: int) -> Cell:
    """Charts side by side if there is room, else one below the other."""
    wide = max(_length(line) for sheet in sheets for line in sheet)
    if len(sheets) < 2 or 2 * wide + GAP > width:
        return [line for sheet in sheets for line in [*sheet, []]]
    left, right = sheets
    lines: Cell = []
    for at in range(max(len(left), len(right))):
        start = left[at] if at < len(left) else []
        lines.append([*start, (" " * (wide + GAP - _length(start)), ""), *(right[at] if at < len(right) else [])])
    return [*lines, []]


# Charts.


def _sheet(chart: Map, grid: Grid, called: Sequence[str], marks: Mapping[str, str]) -> Cell:
    """A grid with its head: who walks it, who hid it."""
    keeper = called[grid.keeper] if grid.keeper >= 0 else "the computer"
    who = called[grid.explorer]
    keeper = "you" if keeper == "You" else keeper
    head = f"{who} walk{'' if who == 'You' else 's'} the grid {keeper} hid"
    return [[(head, "bold")], *_drawn(chart, {**_pencilled(chart, marks), **_signs(chart, grid)}, _doors(chart, grid))]


def _pencilled(chart: Map, marks: Mapping[str, str]) -> dict[int, Span]:
    """Private marks, by square; what is known of a square goes over them (GH-174)."""
    signs = [(square, marks.get(ids.square(name))) for square, name in enumerate(chart.names)]
    return {square: (sign, "bold blue") for square, sign in signs if sign}


def _signs(chart: Map, grid: Grid) -> dict[int, Span]:
    """Of each square that is more than printed its letter."""
    slots, symbols = slots_of(chart), _symbols(chart)
    found: dict[int, Span] = {}
    for square, mark in enumerate(grid.explored):
        if mark == "1":
            found[square] = (EXPLORED, "bold")
    finds = [*(grid.hidden.icons if grid.hidden else ()), *grid.finds]
    for find in sorted(finds, key=lambda find: -slots[find.icon]):
        if find.fate == "there":
            found[find.square] = (symbols[find.icon], STYLES[slots[find.icon]])
    for find in grid.finds:
        if find.fate == "destroyed" and found.get(find.square, (EXPLORED, ""))[0] == EXPLORED:
            found[find.square] = (DESTROYED, "dim")
    found.update({square: (HEARD, "bold magenta") for square in grid.warned if grid.explored[square] != "1"})
    if grid.at >= 0:
        found[grid.at] = (HERE, "bold cyan")
    return found


@lru_cache(maxsize=128)
def _symbols(chart: Map) -> dict[str, str]:
    return {line.icon: line.symbol for line in chart.plan.lines}


def _doors(chart: Map, grid: Grid) -> dict[str, str]:
    """Of each doorway that may be blocked what is known: its letter on the map."""
    found = dict.fromkeys(grid.hidden.blocked if grid.hidden else (), SHUT)
    for name, state in grid.doors:
        found[name] = SHUT if state == "blocked" else "="
    return found


def _drawn(chart: Map, signs: dict[int, Span], doors: dict[str, str]) -> Cell:
    """The map as in a scenario file, with rows and columns named."""
    letters = " ".join(chr(ord("A") + n) for n in range(chart.cols))
    edges = _edges(chart)
    lines: Cell = [[(f"    {letters}", "dim")]]
    for at, text in enumerate(chart.lines):
        row = chart.rows - 1 - at // 2
        line: list[Span] = [(f"{row + 1:>2} " if at % 2 else "   ", "dim")]
        for column, glyph in enumerate(text):
            if at % 2 and column % 2:
                line.append(signs.get(row * chart.cols + column // 2, (glyph, "" if glyph == "." else "dim")))
            else:
                line.append((doors.get(edges.get((at, column), ""), glyph), ""))
        lines.append(line)
    return lines


@lru_cache(maxsize=128)
def _edges(chart: Map) -> dict[tuple[int, int], str]:
    """The doorways that may be blocked, by line and column of the drawing."""
    plan: Plan = chart.plan
    found = {}
    for code, name in zip(plan.doors, plan.door_names):
        side, square = divmod(int(code), int(plan.squares))
        row, column = divmod(square, chart.cols)
        down, along = ((-1, 0), (0, 1), (1, 0), (0, -1))[side]
        found[(2 * (chart.rows - row) - 1 + down, 2 * column + 1 + along)] = name
    return found


# What is said of the explorers.


def _condition(view: View, chart: Map, grid: Grid, called: Sequence[str]) -> Cell:
    """How an explorer stands: turns, wounds, what is carried and owed, the fight that is on."""
    who = called[grid.explorer]
    filled, used = grid.meters[-1], len(grid.meters) - 1
    parts = [f"turn {grid.turns}", f"{filled} of {grid.meter} wounds on {meter_name(used)}"]
    if grid.carried:
        parts.append(f"carries {joined([icon_words(icon).counted(count) for icon, count in grid.carried])}")
    if grid.owed:
        parts.append("the next turn is lost" if grid.owed == 1 else f"the next {grid.owed} turns are lost")
    if grid.stalled >= 4:
        parts.append(f"{grid.stalled} turns without progress")
    if grid.goals > 1:
        parts.append(f"{grid.reached} of {grid.goals} steps of the goal")
    if not grid.alive:
        parts.append("resigned" if grid.resigned else "dead")
    active = grid.explorer == view.active
    lines: Cell = [_words(f"{'> ' if active else '  '}{who}: {'; '.join(parts)}", "bold" if active else "")]
    return [*lines, *_fight(view, chart, grid)]


def _fight(view: View, chart: Map, grid: Grid) -> Cell:
    fight = grid.fight
    if fight is None or grid.veiled or not fight.foe:
        return []
    name, square = icon_words(fight.foe).name, chart.names[fight.square]
    layer = f", layer {fight.layer} of {fight.layers}" if fight.layers > 1 else ""
    areas = "  ".join(
        f"{number} {AREAS[number]}{' (missed)' if number in fight.missed else ''}" for number in range(1, 7)
    )
    scene = Scene(chart.plan, view, grid.explorer, grid.explorer)
    odds = f" Chance to die: {odds_words(scene.odds_now().death())}." if scene.foretells else ""
    weak = f" Its weak spot is {fight.weak}." if fight.weak else ""
    return [
        _words(f"  A {name} at {square}{layer}.{odds}{weak}", "bold red"),
        _words(f"  {areas}", ""),
    ]


def _known(chart: Map, grid: Grid) -> Cell:
    """What has come out on the first chart, and what is left."""
    counts = [f"{icon_words(one.icon).many} {one.found} of {one.hidden}" for one in grid.counts]
    lines: Cell = [_words(f"Found: {', '.join(counts)}.", "")] if counts else []
    if grid.suspects:
        lines.append(
            _words(f"Of {grid.suspects} doorways not tried yet {grid.to_find} {verb(grid.to_find)} blocked.", "")
        )
    for icon in dict.fromkeys(one.icon for one in grid.headroom):
        room = [f"{one.area} {one.more}" for one in grid.headroom if one.icon == icon and one.more]
        if room:
            lines.append(_words(f"Room for {icon_words(icon).many}: {', '.join(room)}.", "dim"))
    return lines


# Setting up.


def _hiding(view: View, chart: Map) -> Cell:
    """The grid that the observer stocks, and what is still to be placed."""
    hiding = view.hiding or Hiding()
    slots, symbols = slots_of(chart), _symbols(chart)
    signs: dict[int, Span] = {}
    for one in sorted(hiding.placed, key=lambda one: -slots[one.icon]):
        signs[one.square] = (symbols[one.icon], STYLES[slots[one.icon]])
    lines = _drawn(chart, signs, dict.fromkeys(hiding.blocked, SHUT))
    for line in chart.plan.lines:
        done = sum(one.icon == line.icon for one in hiding.placed)
        state = "bold" if hiding.next == line.icon else "dim" if done == line.count else ""
        lines.append(_words(f"{line.symbol} {icon_words(line.icon).many}: {done} of {line.count}", state))
    if blocked_words(chart.plan):
        lines.append(_words(f"{SHUT} {blocked_words(chart.plan)}: {len(hiding.blocked)} chosen", ""))
    return lines


def _readiness(view: View, called: Sequence[str]) -> Cell:
    return [
        _words(f"{who}: {'ready' if ready else 'hiding'}", "" if ready else "bold")
        for who, ready in zip(called, view.ready)
    ]

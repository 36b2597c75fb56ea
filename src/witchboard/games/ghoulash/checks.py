"""What must hold in a scenario file (GH-017 to GH-037, GH-128 to GH-144, GH-183 to GH-187).

Each check notes all that is off: file, line, row and field, what was expected, the rule. What follows from a fault is
no fault of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import comb
from typing import Final, NamedTuple

from witchboard.engine.content import expected_one_of

from .chart import (
    BLOCKABLE_EXIT,
    DIRECTIONS,
    DOORWAY,
    EXIT,
    GRATE,
    LOCKS,
    OPEN,
    SOLID,
    ArtError,
    Chart,
    read_art,
)
from .lines import Path, line_of
from .scenario import Destroy, Escape, Fetch, Find, Hide, Icon, Scenario, Single, read_square
from .scenario import Sequence as Steps

SETS_LIMIT: Final = 5000
KINDS_LIMIT: Final = 15
LINES_LIMIT: Final = 12  # as many as a briefing has room for
WHEN: Final = re.compile(r"always|carrying:([a-z0-9-]+)|turn>=(\d{1,3})|kills>=(\d{1,3})")
SET: Final = re.compile(r"([a-z0-9-]+)\.(wounds|lose_turns|layers|free_misses_per_fight)")


class Fault(NamedTuple):
    """Something that is off, where it stands: the line, and the path in the file."""

    line: int
    path: tuple[str | int, ...]
    text: str


class Checked:
    """A scenario with its file's name and text, its chart and its icons: what the checks look at, and what they found.

    If the map can't be read, that is the fault, the chart is empty, and what is said of it isn't checked.
    """

    def __init__(self, name: str, text: str, scenario: Scenario, icons: Mapping[str, Icon]) -> None:
        self.name = name
        self.text = text
        self.scenario = scenario
        self.icons = icons
        self.faults: list[Fault] = []
        self.chart = Chart(0, 0, (), ())
        try:
            self.chart = read_art(scenario.map.art, scenario.map.cols, scenario.map.rows)
        except ArtError as error:
            for line, words in error.faults.items():
                self.fail(("map", "art"), words, "", below=1 + line)

    @property
    def drawn(self) -> bool:
        """Whether the map can be read."""
        return bool(self.chart.squares)

    def fail(self, path: Path, text: str, rule: str, below: int = 0) -> None:
        """Note a fault."""
        line = line_of(self.text, path) + below
        where = place(self.name, line, path, [hide.icon for hide in self.scenario.hides])
        self.faults.append(Fault(line, tuple(path), f"{where}: {text}" + (f" ({rule})" if rule else "")))

    def slot(self, icon: str) -> str:
        """The slot of an icon; one that `icons.toml` doesn't know is a quest item (GH-007)."""
        return self.icons[icon].slot if icon in self.icons else "item"

    def hide(self, icon: str) -> Hide | None:
        """The line of the briefing that hides that icon."""
        return next((hide for hide in self.scenario.hides if hide.icon == icon), None)

    def square(self, text: str, path: Path, rule: str) -> int | None:
        """The number of an enterable square by its name; None, and a fault, if it is none."""
        if not self.drawn:
            return None
        square = read_square(text, self.chart.cols, self.chart.rows)
        if square is None:
            self.fail(path, f"expected a square of the map such as 1-A, got {text!r}", rule)
        elif self.chart.squares[square] == SOLID:
            self.fail(path, f"expected a square that can be entered, got {text!r}", rule)
            return None
        return square

    def areas(self, letters: Iterable[str], path: Path, rule: str) -> None:
        """All these letters must be areas of the map."""
        there = self.chart.areas()
        for letter in letters if self.drawn else ():
            if letter not in there:
                self.fail(path, expected_one_of(letter, there), rule)

    def quest_item(self, icon: str, path: Path, count: int, rule: str) -> None:
        """A goal or condition may name an item that can be carried and is hidden often enough (GH-186)."""
        hide = self.hide(icon)
        if hide is None or self.slot(icon) != "item" or (icon in self.icons and self.icons[icon].heal):
            items = [h.icon for h in self.scenario.hides if self.slot(h.icon) == "item"]
            carried = [item for item in items if item not in self.icons or not self.icons[item].heal]
            self.fail(path, "an item that is hidden and carried: " + expected_one_of(icon, carried), rule)
        elif hide.count < count:
            self.fail(path, f"expected at most {hide.count} of {icon}, as many as are hidden, got {count}", rule)

    def foes(self, goal: Destroy, path: Path, rule: str) -> None:
        """A goal may name a foe that is hidden often enough (GH-186)."""
        hide = self.hide(goal.icon)
        if hide is None or self.slot(goal.icon) != "foe":
            foes = [h.icon for h in self.scenario.hides if self.slot(h.icon) == "foe"]
            self.fail((*path, "icon"), "a foe that is hidden: " + expected_one_of(goal.icon, foes), rule)
        elif hide.count < goal.count:
            words = f"expected at most {hide.count} of {goal.icon}, as many as are hidden, got {goal.count}"
            self.fail((*path, "count"), words, rule)


def place(name: str, line: int, path: Path, icons: Sequence[str] = ()) -> str:
    """File, line, and the path in words; a row of the briefing is called by its icon, of those in `icons`."""
    words: list[str] = []
    for at, part in enumerate(path):
        if isinstance(part, int):
            words[-1] += f" row {part + 1}"
            if tuple(path[:at]) == ("hide",) and part < len(icons) and icons[part]:
                words[-1] += f" ({icons[part]})"
        else:
            words.append(f"field {part}" if at else part)
    return ", ".join([f"{name}, line {line}", *words])


def check(it: Checked) -> None:
    """Hold a scenario against the rules of scenario files."""
    if it.drawn:
        check_map(it)
        check_exits(it)
        check_links(it)
        check_block(it)
    check_hides(it)
    steps = it.scenario.goals
    if not steps:
        it.fail(("goal",), "expected at least one step, got none", "GH-136")
    for at, step in enumerate(steps):
        path: Path = ("goal", "step", at) if isinstance(it.scenario.goal, Steps) else ("goal",)
        check_goal(it, step, path)
        if isinstance(step, Escape) and at < len(steps) - 1:
            it.fail(path, "expected an escape as the last step only, as it leaves the map", "GH-136")
    check_conditions(it)


def check_map(it: Checked) -> None:
    """Areas, starts, doors, and that every square can be walked to (GH-012, GH-015, GH-035)."""
    chart, drawing = it.chart, it.scenario.map
    it.areas(drawing.unshaded, ("map", "unshaded"), "GH-019")
    it.areas(drawing.safe, ("map", "safe"), "GH-026")
    found = [it.square(text, ("map", "start"), "GH-044") for text in drawing.start]
    starts = [square for square in found if square is not None]
    if not found or len(set(starts)) < len(starts) or len(found) > 16:
        it.fail(("map", "start"), "expected 1 to 16 different squares", "GH-044")
    opened = {str(hide.opens) for hide in it.scenario.hides if hide.opens}
    for glyph in sorted({glyph for edges in chart.edges for glyph in edges if glyph in LOCKS} - opened):
        it.fail(("map", "art"), f"expected a line of the briefing with opens = {glyph} for its locked doors", "GH-016")
    shut = [letter for letter in chart.areas() if not _has_door(it, letter)]
    for letter in shut:
        it.fail(("map", "art"), f"expected a door of area {letter}, got none", "GH-012")
    others = {square for square in chart.enterable() if chart.squares[square] not in shut}
    for start in starts[:1]:  # from one that reaches everything, so do the others
        left = _names(chart, sorted(others - reached(it, start)))
        if left:
            names = ", ".join(left[:5]) + (f" and {len(left) - 5} more" if len(left) > 5 else "")
            begun = _names(chart, [start])[0]
            words = f"expected every square to be reached from {begun}, got no way to {names}"
            it.fail(("map", "art"), words, "GH-035")


def reached(it: Checked, start: int) -> set[int]:
    """The squares joined to a start with all keys held and nothing blocked."""
    links = _links(it)
    found, open_ends = {start}, [start]
    while open_ends:
        square = open_ends.pop()
        near = [n for side in range(4) for n in [it.chart.neighbour(square, side)] if _leads(it.chart, square, side)]
        for other in [*near, *links.get(square, [])]:
            if other is not None and other not in found:
                found.add(other)
                open_ends.append(other)
    return found


def _leads(chart: Chart, square: int, side: int) -> bool:
    other = chart.neighbour(square, side)
    passable = chart.edges[square][side] in OPEN + DOORWAY + GRATE + LOCKS
    return other is not None and chart.squares[other] != SOLID and passable


def _links(it: Checked) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for link in it.scenario.links:
        a, b = (read_square(text, it.chart.cols, it.chart.rows) for text in (link.a, link.b))
        if a is not None and b is not None:
            found.setdefault(a, []).append(b)
            found.setdefault(b, []).append(a)
    return found


def _has_door(it: Checked, letter: str) -> bool:
    """Whether some edge, stair or exit leads out of the area; a map of one area needs none."""
    inside = [square for square in it.chart.enterable() if it.chart.squares[square] == letter]
    outside = len(inside) < len(list(it.chart.enterable()))
    ends = _links(it)
    for square in inside:
        for side in range(4):
            other = it.chart.neighbour(square, side)
            if other is None and it.chart.edges[square][side] in EXIT + BLOCKABLE_EXIT:
                return True
            if _leads(it.chart, square, side) and other is not None and it.chart.squares[other] != letter:
                return True
        if any(it.chart.squares[other] != letter for other in ends.get(square, [])):
            return True
    return not outside


def _names(chart: Chart, squares: Iterable[int]) -> list[str]:
    return [f"{square // chart.cols + 1}-{chr(65 + square % chart.cols)}" for square in squares]


def check_exits(it: Checked) -> None:
    """Every `!` and `?` of the border has one entry, and every entry one of them (GH-015, GH-133)."""
    chart = it.chart
    drawn = {
        (square, side): glyph
        for square in chart.enterable()
        for side, glyph in enumerate(chart.edges[square])
        if glyph in EXIT + BLOCKABLE_EXIT and chart.neighbour(square, side) is None
    }
    told: dict[tuple[int, int], str] = {}
    for at, row in enumerate(it.scenario.exits):
        square = it.square(row.at, ("exit", at, "at"), "GH-133")
        if square is None:
            continue
        key = (square, DIRECTIONS.index(row.side))
        if key not in drawn:
            it.fail(("exit", at, "side"), f"expected an exit drawn there, got none at {row.at} {row.side}", "GH-133")
            continue
        if key in told or row.id in told.values():
            it.fail(("exit", at, "id"), f"expected each exit once, got {row.id!r} again", "GH-133")
        if (drawn[key] == BLOCKABLE_EXIT) != row.blockable:
            wanted = "true for a ? and false for a !"
            it.fail(("exit", at, "blockable"), f"expected {wanted}, got {str(row.blockable).lower()}", "GH-027")
        told[key] = row.id
    left = sorted(drawn.keys() - told.keys())
    if len(told) < len(it.scenario.exits) and len(left) <= len(it.scenario.exits) - len(told):
        return  # they are those of the rows that are told to stand elsewhere
    for square, side in left:
        where = f"{_names(chart, [square])[0]} {DIRECTIONS[side]}"
        it.fail(("map", "art"), f"expected an exit with at and side for the {drawn[square, side]} at {where}", "GH-133")


def check_links(it: Checked) -> None:
    """A link joins two different squares, and a square belongs to at most one (GH-187)."""
    taken: set[int] = set()
    names: set[str] = set()
    for at, row in enumerate(it.scenario.links):
        ends = [it.square(row.a, ("link", at, "a"), "GH-187"), it.square(row.b, ("link", at, "b"), "GH-187")]
        if ends[0] == ends[1] and ends[0] is not None:
            it.fail(("link", at, "b"), f"expected another square than {row.a}", "GH-187")
        for end, field in zip(ends, "ab"):
            if end in taken:
                it.fail(("link", at, field), "expected a square that belongs to no other link", "GH-187")
        if row.id in names:
            it.fail(("link", at, "id"), f"expected each link once, got {row.id!r} again", "GH-187")
        taken.update(end for end in ends if end is not None)
        names.add(row.id)


def check_hides(it: Checked) -> None:
    """The lines of the briefing name icons, areas and numbers that there are (GH-018 to GH-021)."""
    if not it.scenario.hides:
        it.fail(("hide",), "expected at least one row [[hide]], got none", "GH-018")
    for at, hide in enumerate(it.scenario.hides):
        for field in ("icon", "symbol"):
            if any(getattr(other, field) == getattr(hide, field) for other in it.scenario.hides[:at]):
                it.fail(
                    ("hide", at, field), f"expected each {field} once, got {getattr(hide, field)!r} again", "GH-018"
                )
        known = it.icons.get(hide.icon)
        if known and known.symbol != hide.symbol:
            it.fail(("hide", at, "symbol"), f"expected {known.symbol!r} for {hide.icon}, got {hide.symbol!r}", "GH-007")
        if hide.opens and it.slot(hide.icon) != "item":
            it.fail(("hide", at, "opens"), "expected no lock for what is not an item", "GH-096")
        it.areas(hide.where.partition("areas:")[2], ("hide", at, "where"), "GH-019")
        it.areas(hide.not_in, ("hide", at, "not_in"), "GH-019")
        for number, row in enumerate(hide.at_least):
            it.areas(row.areas, ("hide", at, "at_least", number, "areas"), "GH-019")
        _check_minimums(it, at, hide)
    if len(it.scenario.hides) > LINES_LIMIT:
        it.fail(("hide",), f"expected at most {LINES_LIMIT} rows [[hide]], got {len(it.scenario.hides)}", "GH-018")
    for slot in ("item", "foe", "obstacle"):
        if sum(it.slot(hide.icon) == slot for hide in it.scenario.hides) > KINDS_LIMIT:
            it.fail(("hide",), f"expected at most {KINDS_LIMIT} kinds of {slot}", "GH-018")


def _check_minimums(it: Checked, at: int, hide: Hide) -> None:
    listed = [letter for row in hide.at_least for letter in row.areas]
    if len(set(listed)) < len(listed):
        it.fail(("hide", at, "at_least"), "expected each area in one of the sets at most", "GH-021")
    total = sum(row.count for row in hide.at_least)
    if total > hide.count:
        it.fail(("hide", at, "at_least"), f"expected at most {hide.count} in all, got {total}", "GH-021")


def check_block(it: Checked) -> None:
    """There are as many doorways of the kind as the keeper must block (GH-027, GH-028)."""
    block = it.scenario.block
    if block is None:
        return
    glyph = GRATE if block.of == "grates" else BLOCKABLE_EXIT
    drawn = sum(edges.count(glyph) for edges in it.chart.edges)
    there = drawn // 2 if block.of == "grates" else drawn
    if block.count > there:
        it.fail(("block", "count"), f"expected at most {there}, as many as are drawn, got {block.count}", "GH-028")
    elif comb(there, block.count) > SETS_LIMIT:
        it.fail(("block", "count"), f"expected at most {SETS_LIMIT} sets of doorways to choose from", "GH-028")


def check_goal(it: Checked, goal: Single, path: Path) -> None:
    """A goal fits what is hidden and drawn (GH-128 to GH-136, GH-186)."""
    match goal:
        case Find(item=item):
            it.quest_item(item, (*path, "item"), 1, "GH-186")
        case Fetch(items=items, to=to):
            for item, count in items.items():
                it.quest_item(item, (*path, "items"), count, "GH-186")
            if not items:
                it.fail((*path, "items"), "expected at least one item, got none", "GH-130")
            kind, _, place = to.partition(":")
            if kind == "area":
                it.areas(place, (*path, "to"), "GH-130")
            if kind == "square":
                it.square(place, (*path, "to"), "GH-130")
        case Destroy():
            it.foes(goal, path, "GH-186")
        case Escape():
            _check_escape(it, goal, path)


def _check_escape(it: Checked, goal: Escape, path: Path) -> None:
    """Every start has a permitted exit that stays open under some set of blocked ones (GH-186)."""
    for item in goal.requires:
        it.quest_item(item, (*path, "requires"), goal.requires.count(item), "GH-186")
    ids = [row.id for row in it.scenario.exits]
    strange = [name for name in goal.exits if name not in ids] if isinstance(goal.exits, tuple) else []
    for name in strange:
        it.fail((*path, "exits"), expected_one_of(name, ids), "GH-133")
    shut = it.scenario.block.count if it.scenario.block and it.scenario.block.of == "exits" else 0
    blockable = sum(row.blockable for row in it.scenario.exits)
    spared = [row.id for row in it.scenario.exits if not row.blockable]
    if shut < blockable:
        spared = ids
    for text in it.scenario.map.start if it.drawn and not strange else ():
        start = read_square(text, it.chart.cols, it.chart.rows)
        permitted = permitted_exits(it, goal, start)
        if not set(permitted) & set(spared):
            it.fail((*path, "exits"), f"expected a permitted exit that can stay open for start {text}", "GH-186")


def permitted_exits(it: Checked, goal: Escape, start: int | None) -> Sequence[str]:
    """The exits by which an explorer who began there may leave (GH-133)."""
    if isinstance(goal.exits, tuple):
        return goal.exits
    rows = it.scenario.exits
    own = {row.id for row in rows if read_square(row.at, it.chart.cols, it.chart.rows) == start}
    return [row.id for row in rows if goal.exits == "any" or row.id not in own]


def check_conditions(it: Checked) -> None:
    """Conditions name items, foes and numbers that there are (GH-139 to GH-144, GH-197)."""
    for at, row in enumerate(it.scenario.conditions):
        when, which = WHEN.fullmatch(row.when), SET.fullmatch(row.set)
        if not when:
            wanted = "expected always, carrying:<item>, turn>=<n> or kills>=<n>"
            it.fail(("condition", at, "when"), f"{wanted}, got {row.when!r}", "GH-139")
        elif when[1]:
            it.quest_item(when[1], ("condition", at, "when"), 1, "GH-186")
        hidden = [hide.icon for hide in it.scenario.hides if hide.icon in it.icons]
        if not which:
            it.fail(("condition", at, "set"), f"expected a number such as ghoul.wounds, got {row.set!r}", "GH-139")
        elif which[1] not in hidden:
            it.fail(("condition", at, "set"), expected_one_of(which[1], hidden), "GH-139")
        elif which[2] == "layers":
            it.fail(("condition", at, "set"), "expected another number: layers are printed on the foe", "GH-119")

"""What must hold in a scenario file (GH-017 to GH-037, GH-128 to GH-144, GH-183 to GH-187).

Each check raises `ContentError` at the first thing that is off: file, line, row and field, what was expected, the rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import comb
from typing import Final, NoReturn

from witchboard.engine.content import ContentError, expected_one_of

from .chart import (
    BLOCKABLE_EXIT,
    DIRECTIONS,
    DOORWAY,
    EXIT,
    GRATE,
    LOCKS,
    OPEN,
    SOLID,
    STREET,
    ArtError,
    Chart,
    read_art,
)
from .lines import Path, line_of
from .scenario import Destroy, Escape, Fetch, Find, Hide, Icon, Scenario, Single, read_square
from .scenario import Sequence as Steps

SETS_LIMIT: Final = 5000
KINDS_LIMIT: Final = 15
WHEN: Final = re.compile(r"always|carrying:([a-z0-9-]+)|turn>=(\d{1,3})|kills>=(\d{1,3})")
SET: Final = re.compile(r"([a-z0-9-]+)\.(wounds|lose_turns|layers|free_misses_per_fight)")


class Checked:
    """A scenario with its file's name and text, its chart and its icons: what the checks look at."""

    def __init__(self, name: str, text: str, scenario: Scenario, icons: Mapping[str, Icon]) -> None:
        self.name = name
        self.text = text
        self.scenario = scenario
        self.icons = icons
        try:
            self.chart: Chart = read_art(scenario.map.art, scenario.map.cols, scenario.map.rows)
        except ArtError as error:
            raise ContentError(f"{self.place(('map', 'art'), 1 + error.line)}: {error}") from None

    def place(self, path: Path, below: int = 0) -> str:
        """Where something stands: file, line, row and field."""
        return place(self.name, self.text, path, self.scenario, below)

    def fail(self, path: Path, text: str, rule: str) -> NoReturn:
        raise ContentError(f"{self.place(path)}: {text} ({rule})")

    def slot(self, icon: str) -> str:
        """The slot of an icon; one that `icons.toml` doesn't know is a quest item (GH-007)."""
        return self.icons[icon].slot if icon in self.icons else "item"

    def hide(self, icon: str) -> Hide | None:
        """The line of the briefing that hides that icon."""
        return next((hide for hide in self.scenario.hides if hide.icon == icon), None)

    def square(self, text: str, path: Path, rule: str) -> int:
        """The number of an enterable square by its name."""
        square = read_square(text, self.chart.cols, self.chart.rows)
        if square is None:
            self.fail(path, f"expected a square of the map such as 1-A, got {text!r}", rule)
        if self.chart.squares[square] == SOLID:
            self.fail(path, f"expected a square that can be entered, got {text!r}", rule)
        return square

    def quest_item(self, icon: str, path: Path, count: int, rule: str) -> None:
        """A goal or condition may name an item that can be carried and is hidden often enough (GH-186)."""
        hide = self.hide(icon)
        if hide is None or self.slot(icon) != "item" or (icon in self.icons and self.icons[icon].heal):
            items = [h.icon for h in self.scenario.hides if self.slot(h.icon) == "item"]
            carried = [item for item in items if item not in self.icons or not self.icons[item].heal]
            self.fail(path, "an item that is hidden and carried: " + expected_one_of(icon, carried), rule)
        if hide.count < count:
            self.fail(path, f"expected at most {hide.count} of {icon}, as many as are hidden, got {count}", rule)

    def foe(self, icon: str, path: Path, count: int, rule: str) -> None:
        """A goal may name a foe that is hidden often enough (GH-186)."""
        hide = self.hide(icon)
        if hide is None or self.slot(icon) != "foe":
            foes = [h.icon for h in self.scenario.hides if self.slot(h.icon) == "foe"]
            self.fail(path, "a foe that is hidden: " + expected_one_of(icon, foes), rule)
        if hide.count < count:
            self.fail(path, f"expected at most {hide.count} of {icon}, as many as are hidden, got {count}", rule)


def place(name: str, text: str, path: Path, scenario: Scenario | None = None, below: int = 0) -> str:
    """File, line, and the path in words; a row of the briefing is called by its icon."""
    words: list[str] = []
    for at, part in enumerate(path):
        if isinstance(part, int):
            words[-1] += f" row {part + 1}"
            if scenario and tuple(path[: at + 1]) == ("hide", part):
                words[-1] += f" ({scenario.hides[part].icon})"
        else:
            words.append(f"field {part}" if at else part)
    return f"{name}, line {line_of(text, path) + below}, {', '.join(words)}"


def check(it: Checked) -> None:
    """Hold a scenario against the rules of scenario files. Raises `ContentError`."""
    check_map(it)
    check_exits(it)
    check_links(it)
    check_hides(it)
    check_block(it)
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
    chart, areas = it.chart, it.chart.areas()
    for field, letters in (("unshaded", it.scenario.map.unshaded), ("safe", it.scenario.map.safe)):
        for letter in letters:
            if letter not in areas:
                it.fail(("map", field), expected_one_of(letter, areas), "GH-019" if field == "unshaded" else "GH-026")
    starts = [it.square(text, ("map", "start"), "GH-044") for text in it.scenario.map.start]
    if not starts or len(set(starts)) < len(starts) or len(starts) > 16:
        it.fail(("map", "start"), "expected 1 to 16 different squares", "GH-044")
    opened = {str(hide.opens) for hide in it.scenario.hides if hide.opens}
    for glyph in sorted({glyph for edges in chart.edges for glyph in edges if glyph in LOCKS} - opened):
        it.fail(("map", "art"), f"expected a line of the briefing with opens = {glyph} for its locked doors", "GH-016")
    for letter in areas:
        if not _has_door(it, letter):
            it.fail(("map", "art"), f"expected a door of area {letter}, got none", "GH-012")
    everything = set(chart.enterable())
    for start, text in zip(starts, it.scenario.map.start):
        left = everything - reached(it, start)
        if left:
            names = ", ".join(_names(chart, sorted(left)[:5]))
            it.fail(("map", "art"), f"expected every square to be reached from {text}, got no way to {names}", "GH-035")


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
        key = (it.square(row.at, ("exit", at, "at"), "GH-133"), DIRECTIONS.index(row.side))
        if key not in drawn:
            it.fail(("exit", at, "side"), f"expected an exit drawn there, got none at {row.at} {row.side}", "GH-133")
        if key in told or row.id in told.values():
            it.fail(("exit", at, "id"), f"expected each exit once, got {row.id!r} again", "GH-133")
        if (drawn[key] == BLOCKABLE_EXIT) != row.blockable:
            wanted = "true for a ? and false for a !"
            it.fail(("exit", at, "blockable"), f"expected {wanted}, got {str(row.blockable).lower()}", "GH-027")
        told[key] = row.id
    for square, side in sorted(drawn.keys() - told.keys()):
        where = f"{_names(chart, [square])[0]} {DIRECTIONS[side]}"
        it.fail(("map", "art"), f"expected an exit with at and side for the {drawn[square, side]} at {where}", "GH-133")


def check_links(it: Checked) -> None:
    """A link joins two different squares, and a square belongs to at most one (GH-187)."""
    taken: set[int] = set()
    names: set[str] = set()
    for at, row in enumerate(it.scenario.links):
        ends = [it.square(row.a, ("link", at, "a"), "GH-187"), it.square(row.b, ("link", at, "b"), "GH-187")]
        if ends[0] == ends[1]:
            it.fail(("link", at, "b"), f"expected another square than {row.a}", "GH-187")
        for end, field in zip(ends, "ab"):
            if end in taken:
                it.fail(("link", at, field), "expected a square that belongs to no other link", "GH-187")
        if row.id in names:
            it.fail(("link", at, "id"), f"expected each link once, got {row.id!r} again", "GH-187")
        taken.update(ends)
        names.add(row.id)


def check_hides(it: Checked) -> None:
    """The lines of the briefing name icons, areas and numbers that there are (GH-018 to GH-021)."""
    areas = it.chart.areas()
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
        letters = {"where": hide.where.removeprefix("areas:") if hide.where.startswith("areas:") else ""}
        letters["not_in"] = "".join(hide.not_in)
        letters["at_least"] = "".join(letter for row in hide.at_least for letter in row.areas)
        for field, named in letters.items():
            for letter in named:
                if letter not in areas:
                    it.fail(("hide", at, field), expected_one_of(letter, areas), "GH-019")
        _check_minimums(it, at, hide)
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
    if comb(there, block.count) > SETS_LIMIT:
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
            if kind == "area" and place not in it.chart.areas():
                it.fail((*path, "to"), expected_one_of(to, [f"area:{a}" for a in it.chart.areas()]), "GH-130")
            if kind == "square":
                it.square(place, (*path, "to"), "GH-130")
        case Destroy(icon=icon, count=count):
            it.foe(icon, (*path, "icon"), count, "GH-186")
        case Escape():
            _check_escape(it, goal, path)


def _check_escape(it: Checked, goal: Escape, path: Path) -> None:
    """Every start has a permitted exit that stays open under some set of blocked ones (GH-186)."""
    for item in goal.requires:
        it.quest_item(item, (*path, "requires"), goal.requires.count(item), "GH-186")
    ids = [row.id for row in it.scenario.exits]
    for name in goal.exits if isinstance(goal.exits, tuple) else ():
        if name not in ids:
            it.fail((*path, "exits"), expected_one_of(name, ids), "GH-133")
    shut = it.scenario.block.count if it.scenario.block and it.scenario.block.of == "exits" else 0
    blockable = sum(row.blockable for row in it.scenario.exits)
    spared = [row.id for row in it.scenario.exits if not row.blockable]
    if shut < blockable:
        spared = ids
    for text in it.scenario.map.start:
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
        when = WHEN.fullmatch(row.when)
        if not when:
            wanted = "expected always, carrying:<item>, turn>=<n> or kills>=<n>"
            it.fail(("condition", at, "when"), f"{wanted}, got {row.when!r}", "GH-139")
        if when[1]:
            it.quest_item(when[1], ("condition", at, "when"), 1, "GH-186")
        which = SET.fullmatch(row.set)
        if not which:
            it.fail(("condition", at, "set"), f"expected a number such as ghoul.wounds, got {row.set!r}", "GH-139")
        hidden = [hide.icon for hide in it.scenario.hides if hide.icon in it.icons]
        if which[1] not in hidden:
            it.fail(("condition", at, "set"), expected_one_of(which[1], hidden), "GH-139")
        if which[2] == "layers":
            it.fail(("condition", at, "set"), "expected another number: layers are printed on the foe", "GH-119")


def streets(chart: Chart) -> list[int]:
    """The squares drawn as street, ascending."""
    return [square for square, glyph in enumerate(chart.squares) if glyph == STREET]

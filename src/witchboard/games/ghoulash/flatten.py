"""A checked scenario made into the flat tables that the rules read."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import combinations
from typing import Final

from .chart import BLOCKABLE_EXIT, DIRECTIONS, DOORWAY, GRATE, LOCKS, OPEN, SOLID, STREET, Chart, read_art
from .rules.legality import sealed
from .scenario import Destroy, Escape, Fetch, Find, Hide, Icon, Map, Scenario, Single, read_square, square_name
from .tables import (
    ALWAYS,
    CARRYING,
    DESTROY,
    DOOR,
    ESCAPE,
    FETCH,
    FIND,
    FREE,
    ITEM,
    KILLS,
    LINK,
    NONE,
    NUMBER_NAMES,
    NUMBERS,
    OBSTACLE,
    SLOT_NAMES,
    TURN,
    Condition,
    Goal,
    Line,
    Plan,
)

KINDS: Final = 16  # places for the kinds of a slot


def flatten(scenario: Scenario, icons: Mapping[str, Icon]) -> Plan:
    """The tables of that scenario."""
    chart = read_art(scenario.map.art, scenario.map.cols, scenario.map.rows)
    plan = Plan(scenario.id, scenario.name)
    plan.blurb, plan.tier, plan.meter = scenario.blurb, scenario.tier, scenario.meter
    plan.cols, plan.rows, plan.squares = chart.cols, chart.rows, chart.cols * chart.rows
    _squares(plan, scenario, chart)
    _steps(plan, scenario, chart)
    _exits(plan, scenario)
    _doors(plan, scenario, chart)
    _neighbours(plan)
    for hide in scenario.hides:
        _line(plan, hide, icons, chart, scenario.map)
    _numbers(plan, scenario, icons)
    for condition in scenario.conditions:
        _condition(plan, condition.when, condition.set, condition.to)
    for goal in scenario.goals:
        plan.goals.append(_goal(plan, goal))
    locked = any(0 < gate < DOOR for gate in plan.gate)
    plan.tied = locked or any(plan.drains) or (scenario.block is not None and scenario.block.of == "grates")
    plan.sound_blocks = [int(not sealed(plan, blocked)) for blocked in plan.blocks]
    plan.order = sorted(range(len(plan.lines)), key=lambda at: _breadth(plan.lines[at]))
    _keeping(plan, chart)
    return plan


def _breadth(line: Line) -> tuple[int, int, int]:
    """Lines of a slot are drawn from the narrowest on: then a draw of each is a draw of all (GH-178)."""
    return (int(line.slot), len(line.squares), 0 if line.cap or line.minimums else 1)


def _keeping(plan: Plan, chart: Chart) -> None:
    """What the doorkeeper looks at: the squares just inside a door, and how far a square lies (GH-178)."""
    for square, edges in enumerate(chart.edges):
        inside = plan.area[square] < len(plan.area_names)
        plan.door_weight.append(int(inside and any(edge in DOORWAY + GRATE + LOCKS for edge in edges)))
    plan.distance = [0] * plan.squares
    seen, ring, steps = set(plan.starts), list(plan.starts), 0
    while ring:
        near = {plan.to[code] for square in ring for code in plan.out[square] if plan.to[code] != NONE}
        ring = sorted(near - seen)
        seen.update(ring)
        steps += 1
        for square in ring:
            plan.distance[square] = steps


def _squares(plan: Plan, scenario: Scenario, chart: Chart) -> None:
    letters = chart.areas()
    plan.area_names = list(letters)
    for square, glyph in enumerate(chart.squares):
        plan.names.append(square_name(square // chart.cols + 1, square % chart.cols))
        plan.enterable.append(int(glyph != SOLID))
        plan.area.append(letters.index(glyph) if glyph in letters else len(letters))
        plan.shaded.append(int(glyph in letters and glyph not in scenario.map.unshaded))
        plan.safe.append(int(glyph in scenario.map.safe))
    plan.starts = [_square(plan, text) for text in scenario.map.start]
    plan.start_places = [[int(square == start) for square in range(plan.squares)] for start in plan.starts]
    plan.is_start = [int(square in plan.starts) for square in range(plan.squares)]


def _square(plan: Plan, text: str) -> int:
    square = read_square(text, plan.cols, plan.rows)
    assert square is not None, text
    return square


def _steps(plan: Plan, scenario: Scenario, chart: Chart) -> None:
    """Where each step leads, and what stands on its edge (GH-013 to GH-016)."""
    grates = scenario.block is not None and scenario.block.of == "grates"
    for side in range(4):
        for square, glyph in enumerate(chart.squares):
            other, edge = chart.neighbour(square, side), chart.edges[square][side]
            leads = other is not None and glyph != SOLID and chart.squares[other] != SOLID
            passable = edge in OPEN + DOORWAY + GRATE + LOCKS
            plan.to.append(other if leads and passable and other is not None else NONE)
            plan.gate.append(int(edge) if edge in LOCKS else DOOR if edge == GRATE and grates else FREE)
            plan.exit.append(NONE)
    plan.to += [NONE] * plan.squares
    plan.gate += [FREE] * plan.squares
    plan.exit += [NONE] * plan.squares
    for link in scenario.links:
        a, b = _square(plan, link.a), _square(plan, link.b)
        plan.to[LINK * plan.squares + a] = b
        plan.to[LINK * plan.squares + b] = a
        plan.link_names.append(link.id)


def _exits(plan: Plan, scenario: Scenario) -> None:
    for number, row in enumerate(scenario.exits):
        code = DIRECTIONS.index(row.side) * plan.squares + _square(plan, row.at)
        plan.exit[code] = number
        plan.exit_names.append(row.id)
        plan.exit_codes.append(code)
        plan.exit_doors.append(NONE)


def _doors(plan: Plan, scenario: Scenario, chart: Chart) -> None:
    """The doorways that the keeper may block: exits by their ids, grates by the square above or to the east."""
    block = scenario.block
    if block is None:
        return
    if block.of == "exits":
        codes = [plan.exit_codes[number] for number, row in enumerate(scenario.exits) if row.blockable]
        names = [row.id for row in scenario.exits if row.blockable]
        assert all(chart.edges[code % plan.squares][code // plan.squares] == BLOCKABLE_EXIT for code in codes)
    else:
        south_or_west = range(2 * plan.squares, 4 * plan.squares)
        codes = [code for code in south_or_west if plan.gate[code] == DOOR and plan.to[code] != NONE]
        codes.sort(key=lambda code: code % plan.squares)
        names = [f"{plan.names[code % plan.squares]} {DIRECTIONS[code // plan.squares]}" for code in codes]
    plan.doors, plan.door_names, plan.blocked = list(codes), names, block.count
    for number, code in enumerate(codes):
        plan.gate[code] = DOOR + number
        if plan.exit[code] != NONE:
            plan.exit_doors[plan.exit[code]] = number
        else:
            plan.gate[back(plan, code)] = DOOR + number
    chosen = combinations(range(len(codes)), block.count)
    plan.blocks = [sum(1 << number for number in numbers) for numbers in chosen]


def back(plan: Plan, code: int) -> int:
    """The code of the same step the other way."""
    side = code // plan.squares
    return (side if side == LINK else (side + 2) % 4) * plan.squares + plan.to[code]


def _neighbours(plan: Plan) -> None:
    plan.out = [[] for _ in range(plan.squares)]
    plan.into = [[] for _ in range(plan.squares)]
    for code, square in enumerate(plan.to):
        if square != NONE:
            plan.into[square].append(code)
        if square != NONE or plan.exit[code] != NONE:
            plan.out[code % plan.squares].append(code)
    plan.locks = [code for code, gate in enumerate(plan.gate) if 0 < gate < DOOR and plan.to[code] != NONE]


def _line(plan: Plan, hide: Hide, icons: Mapping[str, Icon], chart: Chart, where: Map) -> None:
    icon = icons.get(hide.icon, Icon(slot="item", symbol=hide.symbol))
    slot = SLOT_NAMES.index(icon.slot)
    kinds = (plan.items, plan.foes, plan.obstacles)[slot]
    line = Line(hide.icon, hide.symbol, slot, len(kinds), hide.count)
    kinds.append(hide.icon)
    line.first = plan.icons
    plan.icons += hide.count
    line.allowed = [int(allows(hide, where, chart, plan.starts, square)) for square in range(plan.squares)]
    line.squares = [square for square, allowed in enumerate(line.allowed) if allowed]
    line.cap = hide.max_per_area or 0
    line.minimum_of = [NONE] * (len(plan.area_names) + 1)
    for number, row in enumerate(hide.at_least):
        line.minimums.append(row.count)
        for letter in row.areas:
            line.minimum_of[plan.area_names.index(letter)] = number
    line.opens = hide.opens or 0
    plan.lines.append(line)
    if slot == ITEM:
        plan.heals.append(int(icon.heal))
        plan.priced.append(0)
        plan.opens.append(hide.opens or 0)
        plan.kits += hide.count if icon.heal else 0
    elif slot == OBSTACLE:
        plan.drains.append(int(bool(icon.send_to)))
        plan.spent.append(int(icon.spent))
    else:
        plan.fights += hide.count * icon.layers


def allows(hide: Hide, where: Map, chart: Chart, starts: Collection[int], square: int) -> bool:
    """Whether the briefing allows the icon there (GH-019, GH-025, GH-026)."""
    glyph = chart.squares[square]
    if glyph == SOLID or square in starts or glyph in where.safe or glyph in hide.not_in:
        return False
    match hide.where:
        case "any":
            return True
        case "shaded":
            return glyph != STREET and glyph not in where.unshaded
        case "street":
            return glyph == STREET
        case named:
            return glyph in named.removeprefix("areas:")


def _numbers(plan: Plan, scenario: Scenario, icons: Mapping[str, Icon]) -> None:
    plan.numbers = [0] * (3 * KINDS * NUMBERS)
    plan.altered = [0] * (3 * KINDS * NUMBERS)
    plan.counts = [0] * (3 * KINDS)
    for line in plan.lines:
        plan.counts[line.slot * KINDS + line.kind] = line.count
        icon = icons.get(line.icon)
        if icon:
            at = (line.slot * KINDS + line.kind) * NUMBERS
            plan.numbers[at : at + NUMBERS] = [getattr(icon, name) for name in NUMBER_NAMES]


def _condition(plan: Plan, when: str, name: str, value: int) -> None:
    icon, _, field = name.partition(".")
    line = next(line for line in plan.lines if line.icon == icon)
    kind, argument = ALWAYS, 0
    if when.startswith("carrying:"):
        kind, argument = CARRYING, plan.items.index(when.removeprefix("carrying:"))
        plan.priced[argument] = 1
    elif ">=" in when:
        kind = TURN if when.startswith("turn") else KILLS
        argument = int(when.partition(">=")[2])
    number = NUMBER_NAMES.index(field)
    plan.altered[(line.slot * KINDS + line.kind) * NUMBERS + number] = 1
    plan.conditions.append(Condition(kind, argument, line.slot, line.kind, number, value))


def _goal(plan: Plan, goal: Single) -> Goal:
    items = [0] * len(plan.items)
    match goal:
        case Find(item=item):
            found = Goal(FIND)
            items[plan.items.index(item)] = 1
        case Fetch(items=wanted, to=to):
            found = Goal(FETCH)
            for item, count in wanted.items():
                items[plan.items.index(item)] = count
            found.places = _place(plan, to)
        case Destroy(icon=icon, count=count):
            found = Goal(DESTROY)
            found.foe, found.count = plan.foes.index(icon), count
        case Escape(requires=requires):
            found = Goal(ESCAPE)
            for item in requires:
                items[plan.items.index(item)] += 1
            found.permitted = _permitted(plan, goal)
    found.needs = items
    return found


def _place(plan: Plan, to: str) -> list[int]:
    """By square, whether it is the named place; empty when that is the start used."""
    kind, _, name = to.partition(":")
    if kind == "start":
        return []
    if kind == "square":
        wanted = _square(plan, name)
        return [int(square == wanted) for square in range(plan.squares)]
    area = plan.area_names.index(name)
    return [int(there == area) for there in plan.area]


def _permitted(plan: Plan, goal: Escape) -> list[int]:
    """By exit, the starts from which it is permitted, as bits (GH-133)."""
    found = []
    everyone = (1 << len(plan.starts)) - 1
    for code, name in zip(plan.exit_codes, plan.exit_names):
        square = code % plan.squares
        if isinstance(goal.exits, tuple):
            found.append(everyone if name in goal.exits else 0)
        elif goal.exits == "any" or square not in plan.starts:
            found.append(everyone)
        else:
            found.append(everyone & ~(1 << plan.starts.index(square)))
    return found

"""A scenario's briefing in words: its goal, what is hidden and where, what is blocked, its conditions."""

from __future__ import annotations

from typing import Final

from ..tables import (
    CARRYING,
    DESTROY,
    ESCAPE,
    FETCH,
    FIND,
    FOE,
    FREE_MISSES,
    KILLS,
    LOSE_TURNS,
    OBSTACLE,
    TURN,
    WOUNDS,
    Condition,
    Goal,
    Line,
    Plan,
)
from .icons import icon_words

PLACES: Final = {
    "GH-S02": "the shelter",
    "GH-S04": "the market cross",
    "GH-S06": "the pump house",
    "GH-S08": "the ladder",
    "GH-S09": "the dock",
}
"""What people call the place of a scenario's goal."""


def goal_words(plan: Plan) -> str:
    """The whole goal as a sentence: "Find the radio."."""
    parts = [step_words(plan, goal) for goal in plan.goals]
    words = ", then ".join(parts)
    return f"{words[:1].upper()}{words[1:]}."


def step_words(plan: Plan, goal: Goal) -> str:
    """One step of the goal: "bring the food to the shelter"."""
    if goal.type == FIND:
        return f"find {items_needed(plan, goal)}"
    if goal.type == FETCH:
        return f"bring {items_needed(plan, goal)} to {place_words(plan, goal)}"
    if goal.type == DESTROY:
        icon = icon_words(plan.foes[goal.foe])
        every = goal.count == plan.counts[16 * FOE + goal.foe]
        if goal.count == 1:
            return f"destroy the {icon.name}"
        return f"destroy all {goal.count} {icon.many}" if every else f"destroy {icon.counted(goal.count)}"
    assert goal.type == ESCAPE
    with_it = items_needed(plan, goal)
    return f"leave by {exit_words(plan, goal)}" + (f" with {with_it}" if with_it else "")


def items_needed(plan: Plan, goal: Goal) -> str:
    """The things a goal asks for: "the food", "3 valve wheels"; "" if none."""
    found = []
    for kind, count in enumerate(goal.needs):
        if count:
            icon = icon_words(plan.items[kind])
            found.append(f"the {icon.name}" if count == 1 else icon.counted(count))
    return joined(found)


def place_words(plan: Plan, goal: Goal) -> str:
    """Where things are to be brought."""
    if plan.key in PLACES:
        return PLACES[plan.key]
    squares = [square for square, wanted in enumerate(goal.places) if wanted]
    if not squares:
        return "the start"
    areas = {int(plan.area[square]) for square in squares}
    if len(squares) > 1 and len(areas) == 1 and min(areas) < len(plan.area_names):
        return f"building {plan.area_names[min(areas)]}"
    return joined([plan.names[square] for square in squares])


def exit_words(plan: Plan, goal: Goal) -> str:
    """Which exits a goal permits: "the exit opposite", "an exit that is open", "the dock"."""
    whole = (1 << len(plan.starts)) - 1
    permitted = [name for name, starts in zip(plan.exit_names, goal.permitted) if starts]
    if any(0 < starts < whole for starts in goal.permitted):
        return "the exit opposite"
    if len(permitted) == 1:
        return f"the {permitted[0].replace('-', ' ')}"
    if plan.blocked and any(door >= 0 for door in plan.exit_doors):
        return "an exit that is open"
    return "any exit" if len(permitted) == len(plan.exit_names) else f"the {joined(permitted, 'or')}"


def line_words(plan: Plan, line: Line) -> str:
    """A line of the briefing: "10 Ghouls, in buildings, at most 2 in each"."""
    parts = [icon_words(line.icon).counted(line.count), where_words(plan, line)]
    if line.cap:
        parts.append(f"at most {line.cap} in each")
    for number, least in enumerate(line.minimums):
        areas = [area for area, its in enumerate(line.minimum_of) if its == number]
        parts.append(f"at least {least} in {areas_words(plan, areas)}")
    return ", ".join(parts)


def where_words(plan: Plan, line: Line) -> str:
    """Where an icon may lie: "in buildings", "in the street", "anywhere", "in building w"."""
    shaded = [square for square in line.squares if plan.shaded[square]]
    if len(shaded) < len(line.squares):
        return "anywhere" if shaded else "in the street"
    inside = {int(plan.area[square]) for square in shaded}
    every = {int(area) for square, area in enumerate(plan.area) if plan.shaded[square]}
    if inside == every:
        return "in buildings"
    if len(inside) <= len(every) / 2:
        return f"in {areas_words(plan, sorted(inside))}"
    return f"in buildings, not in {joined([plan.area_names[area] for area in sorted(every - inside)], 'or')}"


def areas_words(plan: Plan, areas: list[int]) -> str:
    """Areas by their letters: "building w", "buildings a, b and c"."""
    return f"building{'s' if len(areas) > 1 else ''} {joined([plan.area_names[area] for area in areas])}"


def blocked_words(plan: Plan) -> str:
    """How many doorways the keeper blocks: "5 of 6 exits are blocked"; "" if none."""
    if not plan.blocked:
        return ""
    kind = "exits" if any(door >= 0 for door in plan.exit_doors) else "doorways"
    return f"{plan.blocked} of {len(plan.doors)} {kind} {verb(plan.blocked)} blocked"


def condition_words(plan: Plan, condition: Condition, explores: bool = True) -> str:
    """A special condition: "while you carry the canister every miss costs 2 wounds".

    Who only keeps hears of the explorer instead: `explores` is whether the reader walks a grid himself.
    """
    return f"{_when(plan, condition, explores)} {_what(plan, condition)}"


def _when(plan: Plan, condition: Condition, explores: bool) -> str:
    who, whose, have = ("you", "your", "have") if explores else ("the explorer", "the explorer's", "has")
    carry = "carry" if explores else "carries"
    if condition.when == CARRYING:
        return f"while {who} {carry} the {icon_words(plan.items[condition.argument]).name}"
    if condition.when == TURN:
        return f"from {whose} turn {condition.argument} on"
    if condition.when == KILLS:
        return f"once {who} {have} destroyed {condition.argument}"
    return "always"


def _what(plan: Plan, condition: Condition) -> str:
    value = int(condition.value)
    if condition.slot == FOE:
        name = icon_words(plan.foes[condition.kind]).name
        if condition.number == WOUNDS:
            return f"every miss against a {name} costs {counted(value, 'wound')}"
        return f"a {name} has {counted(value, 'layer')}"
    if condition.slot == OBSTACLE:
        name = icon_words(plan.obstacles[condition.kind]).many
        if condition.number == LOSE_TURNS:
            return f"{name} cost {counted(value, 'turn')}"
        return f"{name} cost {counted(value, 'wound')}"
    name = icon_words(plan.items[condition.kind]).name
    assert condition.number == FREE_MISSES
    return f"with the {name} {counted(value, 'miss', 'misses')} of every fight cost nothing"


def scenario_line(plan: Plan) -> str:
    """The scenario in one line, to choose it by: "Eight Bells, 15 × 11, basic. Destroy all 8 Ghouls."."""
    return f"{plan.name}, {plan.cols} × {plan.rows}, {plan.tier}. {goal_words(plan)}"


def joined(names: list[str], word: str = "and") -> str:
    """Names in a sentence: "a, b and c"."""
    return f" {word} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def verb(number: int) -> str:
    """What so many things do: "is", "are"."""
    return "is" if number == 1 else "are"


def counted(number: int, thing: str, things: str = "") -> str:
    """A number of things: "1 wound", "2 wounds"."""
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"

"""Hiding icon by icon leads to all legal hides, to no other, and never into a dead end (GH-184)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.rules.hiding import laid_out
from witchboard.games.ghoulash.rules.legality import legal
from witchboard.games.ghoulash.rules.offers import offers
from witchboard.games.ghoulash.tables import Plan

HEAD = """schema = 1
id = "T"
name = "Test"
tier = "advanced"
meter = 5
[map]
cols = {cols}
rows = {rows}
start = ["1-A"]
art = '''
{art}
'''
{lines}
[goal]
type = "destroy"
icon = "ghoul"
count = 1
"""
LINE = '[[hide]]\nicon = "{0}"\nsymbol = "{1}"\ncount = {2}\nwhere = "{3}"\n{4}\n'

DRAINS = (
    4,
    2,
    "+-+-+-+-+\n|. . .=a|\n+ +-+ + +\n|. . .|a|\n+-+-+-+-+",
    [("ghoul", "G", 1, "any", ""), ("drain", "D", 2, "any", ""), ("hole", "O", 1, "any", "")],
    "",
)
LOCKS = (
    4,
    2,
    "+-+-+-+-+\n|. .1a a|\n+ + +-+2+\n|. .|b b|\n+-+-+-+-+",
    [
        ("ghoul", "G", 2, "any", "max_per_area = 1"),
        ("red-key", "1", 1, "any", "opens = 1"),
        ("blue-key", "2", 1, "any", "opens = 2"),
    ],
    "",
)
GRATES = (
    3,
    3,
    "+-+-+-+\n|. .%a|\n+ + +%+\n|. .%a|\n+ + + +\n|. .=a|\n+-+-+-+",
    [("ghoul", "G", 1, "shaded", ""), ("drain", "D", 1, "any", ""), ("kit", "+", 1, "any", "")],
    '[block]\ncount = 2\nof = "grates"\n',
)
MINIMUMS = (
    4,
    2,
    "+-+-+-+-+\n|. .=a a|\n+ + +-+=+\n|. .=b b|\n+-+-+-+-+",
    [
        ("ghoul", "G", 3, "any", 'max_per_area = 2\n[[hide.at_least]]\nareas = ["a"]\ncount = 1'),
        ("hole", "O", 2, "any", 'not_in = ["b"]\n[[hide.at_least]]\nareas = ["a"]\ncount = 1'),
        ("debris", "X", 2, "shaded", ""),
    ],
    "",
)
CORRIDOR = (
    6,
    2,
    "+-+-+-+-+-+-+\n|. . .|a a a|\n+ + + + +=+ +\n|. . .=a a a|\n+-+-+-+-+-+-+",
    [("kit", "+", 2, "shaded", ""), ("drain", "D", 2, "any", ""), ("ghoul", "G", 1, "shaded", "")],
    "",
)
CROWDED = (
    4,
    2,
    "+-+-+-+-+\n|. .1a a|\n+ + +-+2+\n|. .|b b|\n+-+-+-+-+",
    [
        ("kit", "+", 3, "any", ""),
        ("red-key", "1", 1, "any", "opens = 1"),
        ("blue-key", "2", 1, "any", "opens = 2"),
        ("food", "F", 1, "any", ""),
        ("ghoul", "G", 1, "any", ""),
    ],
    "",
)
SMALL = {
    "drains": DRAINS,
    "locks": LOCKS,
    "grates": GRATES,
    "minimums": MINIMUMS,
    "corridor": CORRIDOR,
    "crowded": CROWDED,
}


def plan_of(name: str) -> Plan:
    """One of the small scenarios."""
    cols, rows, art, rows_of_briefing, block = SMALL[name]
    lines = block + "".join(LINE.format(*row) for row in rows_of_briefing)
    text = HEAD.format(cols=cols, rows=rows, art=art, lines=lines)
    return GAME.with_content({"T": tomllib.loads(text)}).box.plan("T")


def all_hides(plan: Plan) -> Iterator[tuple[int, ...]]:
    """All lines of answers that the rules allow, by brute force."""
    by_line = [combinations([int(square) for square in line.squares], int(line.count)) for line in plan.lines]
    for parts in product(*by_line):
        squares = [square for part in parts for square in part]
        if not all(fits(plan, number, part) for number, part in enumerate(parts)):
            continue
        slots = [(plan.lines[number].slot, square) for number, part in enumerate(parts) for square in part]
        if len(set(slots)) < len(slots):
            continue
        hide = laid_out(plan, squares)
        for number, blocked in enumerate(plan.blocks or [0]):
            if legal(plan, hide, blocked):
                yield (*squares, *([number] if plan.blocks else []))


def fits(plan: Plan, number: int, squares: tuple[int, ...]) -> bool:
    """Whether the caps and minimums of a line hold."""
    line, areas = plan.lines[number], [plan.area[square] for square in squares]
    if line.cap and any(areas.count(area) > line.cap for area in areas if area < len(plan.area_names)):
        return False
    sets = [sum(line.minimum_of[area] == at for area in areas) for at in range(len(line.minimums))]
    return all(one >= need for one, need in zip(sets, line.minimums))


def offered(plan: Plan, answers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All whole lines to which the offers lead from a beginning."""
    if len(answers) == plan.icons + bool(plan.blocks):
        yield answers
        return
    found = offers(plan, answers)
    assert found, f"nothing may follow {answers}"
    for option in found:
        yield from offered(plan, (*answers, option))


@pytest.mark.parametrize("name", SMALL)
def test_offers_lead_to_all_legal_hides_and_no_other_gh_184(name: str) -> None:
    plan = plan_of(name)
    legal_hides = set(all_hides(plan))
    reached = list(offered(plan, ()))
    assert len(set(reached)) == len(reached)
    assert set(reached) == legal_hides

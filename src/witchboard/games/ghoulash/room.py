"""Whether a briefing's icons find room on its map, so that a legal hide exists (GH-186)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from .chart import STREET
from .checks import Checked
from .flatten import allows
from .rules.offers import offers
from .scenario import Hide, read_square
from .tables import SLOT_NAMES, Plan
from .words.briefing import counted


def check_lines(it: Checked) -> None:
    """Every line of the briefing by itself, its minimums, then every slot: whether the squares are enough."""
    starts = {read_square(text, it.chart.cols, it.chart.rows) for text in it.scenario.map.start}
    known = {square for square in starts if square is not None}
    taken: dict[str, set[int]] = {name: set() for name in SLOT_NAMES}
    sound = len(it.faults)
    for at, hide in enumerate(it.scenario.hides):
        if set(hide.where.partition("areas:")[2]) - set(it.chart.areas()):
            sound = -1  # that is the fault
            continue
        squares = [n for n in range(len(it.chart.squares)) if allows(hide, it.scenario.map, it.chart, known, n)]
        taken[it.slot(hide.icon)].update(squares)
        _check_line(it, at, hide, Counter(it.chart.squares[square] for square in squares))
    if len(it.faults) > sound:
        return
    for name, there in taken.items():
        wanted = sum(hide.count for hide in it.scenario.hides if it.slot(hide.icon) == name)
        if wanted > len(there):
            words = f"expected room for all: {wanted} {name}s, one on a square, have {len(there)} squares"
            it.fail(("hide",), words, "GH-024")


def _check_line(it: Checked, at: int, hide: Hide, squares: Mapping[str, int]) -> None:
    """Whether the squares, counted by area, take the icons of a line: all, and those of each minimum."""
    cap = hide.max_per_area
    head = {area: count if cap is None or area == STREET else min(count, cap) for area, count in squares.items()}
    capped = f" and the cap of {cap} an area (max_per_area)" if cap else ""
    if hide.count > sum(head.values()):
        room = f"{counted(sum(squares.values()), 'square')}{capped} leave room"
        words = f"expected at most {sum(head.values())}, for which {room}, got {hide.count}"
        it.fail(("hide", at, "count"), words, "GH-186")
    for number, row in enumerate(hide.at_least):
        most = sum(head.get(letter, 0) for letter in row.areas)
        if row.count > most:
            there = counted(sum(squares.get(letter, 0) for letter in row.areas), "square")
            words = f"expected at most {most}, for which {there} in {', '.join(row.areas)}{capped} leave room"
            it.fail(("hide", at, "at_least", number, "count"), f"{words}, got {row.count}", "GH-186")


def check_room(it: Checked, plan: Plan) -> None:
    """All lines together, of a scenario that is sound in everything else."""
    if not offers(plan, ()):
        words = "expected at least one legal hide: max_per_area, at_least, drains, locks and doorways leave none"
        it.fail(("hide",), words, "GH-186")

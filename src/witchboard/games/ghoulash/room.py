"""Whether a briefing's icons find room on its map, so that a legal hide exists (GH-186)."""

from __future__ import annotations

from collections import Counter

from .checks import Checked
from .rules.offers import offers
from .tables import SLOT_NAMES, Plan


def check_room(it: Checked, plan: Plan) -> None:
    """Every line by itself, every slot, then all together. Raises `ContentError`."""
    for number, line in enumerate(plan.lines):
        most = _most(plan, number)
        if line.count > most:
            squares = f"{len(line.squares)} square{'' if len(line.squares) == 1 else 's'}"
            cap = f" and the cap of {int(line.cap)} an area" if line.cap else ""
            it.fail(
                ("hide", number, "count"),
                f"expected at most {most}, for which {squares}{cap} leave room, got {int(line.count)}",
                "GH-186",
            )
    for slot, name in enumerate(SLOT_NAMES):
        wanted = sum(int(line.count) for line in plan.lines if line.slot == slot)
        there = len({square for line in plan.lines if line.slot == slot for square in line.squares})
        if wanted > there:
            words = f"expected room for all: {wanted} {name}s, one on a square, have {there} squares"
            it.fail(("hide",), words, "GH-024")
    if not offers(plan, ()):
        it.fail(
            ("hide",),
            "expected at least one legal hide: caps, minimums, drains, locks and doorways leave none",
            "GH-186",
        )


def _most(plan: Plan, number: int) -> int:
    """How many icons of a line its squares and its cap take."""
    line = plan.lines[number]
    squares = Counter(int(plan.area[square]) for square in line.squares)
    street = len(plan.area_names)
    return sum(min(count, int(line.cap)) if line.cap and area < street else count for area, count in squares.items())

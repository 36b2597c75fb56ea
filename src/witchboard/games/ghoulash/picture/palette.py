"""The palette while hiding: every icon of the briefing, bars for doorways, weak spots; what is placed is pale."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from witchboard.engine.picture import group, hit, place, use, write

from ..view import View
from ..words.briefing import blocked_words, line_words
from ..words.icons import AREAS, icon_words
from . import ids
from .marks import symbol
from .places import Layout
from .printed import Map

PRESET: Final = "preset"
OVERLAP: Final = 0.7  # of a piece's width at least lie between it and the next


class Row(NamedTuple):
    """A row of the palette: its key, the drawing, the words, what one is called, how many, the first's number."""

    key: str
    symbol: str
    words: str
    name: str
    pieces: int
    first: int
    rule: str


def rows(view: View, chart: Map) -> Iterator[tuple[Row, int]]:
    """The rows, and how much of each is placed."""
    plan, hiding = chart.plan, view.hiding
    assert hiding is not None
    if view.hides == "secret":
        for line in plan.lines:
            slot = ("item", "foe", "obstacle")[int(line.slot)]
            words, name = line_words(plan, line), icon_words(line.icon).name
            row = Row(line.icon, symbol(line.icon, slot), words, name, int(line.count), int(line.first), line.icon)
            yield row, sum(one.icon == line.icon for one in hiding.placed)
        if plan.doors:
            words = blocked_words(plan)
            row = Row("doors", "gh-grate-blocked", words[:1].upper() + words[1:], "bar", int(plan.blocked), 0, "gate")
            yield row, len(hiding.blocked)
    if PRESET in view.variants:
        row = Row("spots", "gh-shot-ring", "A weak spot for each foe", "weak spot", int(plan.fights), 0, "shot")
        yield row, len(hiding.presets)


def lay(layout: Layout, parts: dict[str, str], view: View, chart: Map) -> None:
    """All rows, and the six areas if weak spots are fixed now."""
    found = list(rows(view, chart))
    for nth, (row, done) in enumerate(found):
        parts[f"line-{row.key}"] = head(layout, row, nth, len(found), done)
        for one in range(row.pieces):
            key = _id(row, one)
            parts[key] = piece(layout, row, key, one, nth, len(found), one < done)
    if PRESET in view.variants:
        for area in range(1, 7):
            parts[ids.aim(area)] = aim(layout, area)


def _id(row: Row, nth: int) -> str:
    if row.key == "doors":
        return ids.bolt(nth)
    return ids.spot(nth) if row.key == "spots" else ids.piece(row.first + nth)


def _corner(layout: Layout, nth: int, total: int) -> tuple[float, float, float]:
    """Where a row begins, and how high (on a phone: how wide) it is."""
    if layout == "wide":
        pitch = min(47.0, 296 / total)
        return 662, round(376 + nth * pitch, 1), pitch
    pitch = min(62.0, 430 / total)
    return round(10 + nth * pitch, 1), 418, pitch


@lru_cache(maxsize=2048)
def head(layout: Layout, row: Row, nth: int, total: int, done: int) -> str:
    """What a row asks for; on a phone how many there are."""
    x, y, pitch = _corner(layout, nth, total)
    if layout == "wide":
        parts = [write(0, 11, row.words, "t15", width=300 if len(row.words) > 46 else 0), hit(300, 16, 0, -2)]
    else:
        parts = [write(24, 17, f"×{row.pieces}", "t15"), hit(pitch - 24, 24, 24, 0)]
    state = "heading complete" if done == row.pieces else "heading"
    return group(f"line-{row.key}", parts, state, place(x, y), f"{row.words}: {done} placed", f"about-{row.rule}")


@lru_cache(maxsize=8192)
def piece(layout: Layout, row: Row, key: str, one: int, nth: int, total: int, done: bool) -> str:
    """One piece; on a phone all of a row lie on one heap, elsewhere some where they would hide one another."""
    x, y, pitch = _corner(layout, nth, total)
    size = 23.0
    if layout == "wide":
        size = min(26.0, pitch - 17)
        heaps = min(row.pieces, int(300 / (size * OVERLAP)))
        x, y = x + one * heaps // row.pieces * min(size + 3, 300 / heaps), y + 15
    parts = [use(row.symbol, 0, 0, size), hit(size, size)]
    state = "piece placed" if done else "piece"
    label = f"{row.name} {one + 1} of {row.pieces}"
    return group(key, parts, state, place(round(x, 1), round(y, 1)), label, f"about-{row.rule}")


@lru_cache(maxsize=16)
def aim(layout: Layout, area: int) -> str:
    """An area of the figure, to put a weak spot on."""
    x, y = (690 + 48 * (area - 1), 288) if layout == "wide" else (194 + 50 * (area - 1), -13)
    size = 44 if layout == "wide" else 34
    parts = [use("gh-shot-ring", -size / 2, -size / 2, size), write(0, size * 0.17, str(area), "t20", "middle")]
    parts.append(hit(size, size, -size / 2, -size / 2))
    at = f"rotate(.9 810 170) {place(x, y)}" if layout == "wide" else place(x, y)
    return group(ids.aim(area), parts, "aim open", at, f"{area}, the {AREAS[area]}", "about-shot")

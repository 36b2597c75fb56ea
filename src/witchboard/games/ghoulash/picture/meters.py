"""Wounds in red ink: the active meter box by box, the others small, what this fight has cost."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from witchboard.engine.picture import group, hit, place, use, write

from ..view import Grid
from ..words.icons import ROMAN
from . import pencil
from .places import Layout

ROOM: Final[dict[Layout, tuple[float, float, float, float]]] = {
    "wide": (84, 622, 393, 24),
    "tall": (34, 419, 330, 20.5),
}  # left, top, width, side of a box


def roman(number: int) -> str:
    """A meter's number, from 0, as people write it."""
    return ROMAN[number] if number < len(ROMAN) else str(number + 1)


@lru_cache(maxsize=256)
def boxes(layout: Layout, spaces: int, meter: int, meters: int, filled: int, name: str) -> str:
    """The active meter's spaces, empty, and its name."""
    left, top, _, side = ROOM[layout]
    pitch = _pitch(layout, spaces)
    side = min(side, pitch - 1)
    parts = [use("gh-wound-box", round(left + n * pitch, 1), top, round(side, 1)) for n in range(spaces)]
    if layout == "wide":
        parts.append(write(20, top + 12, "WOUNDS", "red t15"))
        parts.append(write(20, top + 29, f"meter {roman(meter)}", "red t13"))
    else:
        parts.append(write(left - 6, top + 17, roman(meter), "red t20", "end"))
    parts.append(hit(round(spaces * pitch + 70, 1), side + 6, left - 70, top - 3))
    label = f"{name}: {filled} of {spaces} wounds on meter {roman(meter)} of {meters}"
    return group("meter", parts, "meter", "", label, "about-meter")


def _pitch(layout: Layout, spaces: int) -> float:
    _, _, width, side = ROOM[layout]
    return round(min(width / spaces, side * 1.3), 2)


@lru_cache(maxsize=512)
def wound(layout: Layout, spaces: int, nth: int, fresh: bool) -> str:
    """A wound: a red cross on its space, no two neighbours alike."""
    left, top, _, side = ROOM[layout]
    pitch = _pitch(layout, spaces)
    side = round(min(side, pitch - 1), 1)
    parts = [use(f"gh-wound-{'abc'[nth % 3]}", 0, 0, side)]
    state = "wound fresh" if fresh else "wound"
    return group(f"wound-{nth + 1}", parts, state, place(round(left + nth * pitch, 1), top))


@lru_cache(maxsize=256)
def others(spaces: int, meters: int, used: tuple[int, ...]) -> str:
    """The other meters, small: those crossed out and those to come."""
    parts = []
    active = len(used) - 1
    rest = [n for n in range(meters) if n != active]
    pitch = min(17, 56 / max(len(rest), 1))
    box = min(5.4, 96 / spaces - 1.2)
    high = min(8, pitch - 3)
    for row, n in enumerate(rest):
        y = round(618 + row * pitch, 1)
        parts.append(write(497, round(y + high / 2 + 4, 1), roman(n), "t12", "end"))
        ticks = "".join(f"M{502 + k * (box + 1.2):.1f},{y:g}h{box:.1f}v{high:.1f}h-{box:.1f}Z" for k in range(spaces))
        parts.append(f'<path d="{ticks}" class="tiny"/>')
        if n < active:
            crossed = pencil.line([(484, y + 9), (600, y - 1)], f"meter {n}", 0.6, 12)
            parts.append(f'<path d="{crossed}" class="struck"/>')
    parts.append(hit(126, 72, 480, 614))
    label = f"meters: {active} crossed out, {meters - active - 1} to come"
    return group("meters", parts, "meters", "", label, "about-meter")


@lru_cache(maxsize=256)
def brace(spaces: int, first: int, last: int, alone: bool) -> str:
    """Below the wounds of this fight; in words where it is `alone` in its line."""
    left, top, _, side = ROOM["wide"]
    pitch = _pitch("wide", spaces)
    x, to, y = left + first * pitch, left + last * pitch + side, top + side + 4
    path = pencil.line([(x, y), (x + 2, y + 5), (to - 2, y + 5), (to, y)], f"brace {first} {last}", 0.3, 9)
    words = write((x + to) / 2, y + 19, "this fight", "red t13", "middle") if alone else ""
    return group("this-fight", [f'<path d="{path}" class="brace"/>', words], "this-fight")


def lay(layout: Layout, parts: dict[str, str], grid: Grid, meters: int, name: str) -> None:
    """The meters of the explorer whose sheet is the large one."""
    filled = grid.meters[-1] if grid.meters else 0
    used = len(grid.meters)
    parts["meter"] = boxes(layout, grid.meter, used - 1, meters, filled, name)
    fresh = grid.fight.misses * grid.fight.price if grid.fight else 0
    fresh = min(fresh, filled)
    for n in range(min(filled, grid.meter)):
        parts[f"wound-{n + 1}"] = wound(layout, grid.meter, n, n >= filled - fresh)
    if layout == "wide":
        parts["meters"] = others(grid.meter, meters, grid.meters)
        if fresh:
            left = any(find.fate == "there" and find.icon == "kit" for find in grid.finds)
            alone = not (left or grid.carried or grid.owed)
            parts["this-fight"] = brace(grid.meter, filled - fresh, filled - 1, alone)


@lru_cache(maxsize=1024)
def strip(
    x: float, y: float, spaces: int, filled: int, meter: int, meters: int, name: str, signs: tuple[str, ...], at: str
) -> str:
    """The other one's meter in a line: crossed-out numerals, the active one, its spaces; then what is carried."""
    parts = [write(x, y + 12, name, "t14", width=78 if len(name) > 12 else 0)]
    left = x + min(7.0 * len(name), 78) + 8
    for n in range(meter):
        parts.append(write(left, y + 12, roman(n), "t14"))
        parts.append(f'<path d="M{left - 3:g},{y + 13:g}l13,-8" class="struck"/>')
        left += 16
    parts.append(write(left, y + 12, roman(meter), "red t14"))
    left += 7 * len(roman(meter)) + 5
    right = x + 306 - 18 * len(signs)
    pitch = min(13.6, (right - left) / spaces)
    for n in range(spaces):
        box = (round(left + n * pitch, 1), y + 1, round(pitch - 1.6, 1))
        parts.append(use("gh-wound-box", *box))
        if n < filled:
            parts.append(use(f"gh-wound-{'abc'[n % 3]}", *box))
    parts += [use(sign, right + 18 * n, y - 1, 17) for n, sign in enumerate(signs)]
    parts.append(hit(306, 16, x, y - 1))
    label = f"{name}: {filled} of {spaces} wounds on meter {roman(meter)} of {meters}"
    return group("meter-opp", parts, "strip-meter", at, label, "about-meter")

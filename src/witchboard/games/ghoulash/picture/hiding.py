"""Setting up: the palette of icons to be hidden, what of it is placed, and whether the others are ready."""

from __future__ import annotations

from functools import lru_cache

from witchboard.engine.picture import centred, group, hit, place, use, write

from ..tables import Line
from ..view import View
from ..words.briefing import line_words
from ..words.icons import icon_words
from . import ids, marks, sheets
from .marks import Thing, pin_sign, symbol
from .places import Layout
from .printed import Map
from .sheets import Sheet, slots_of


def lay(layout: Layout, parts: dict[str, str], view: View, sheet: Sheet, names: tuple[str, ...]) -> None:
    """The whole of it, over the printed map of the large sheet."""
    chart, hiding = sheet.chart, view.hiding
    for number in range(len(chart.plan.doors)):
        shut = bool(hiding and chart.plan.door_names[number] in hiding.blocked)
        state = "shut" if shut else "suspect"
        key = ids.edge(number)
        parts[key] = sheets.gate(chart, "opp", number, state, sheet.place.at, key)
    for square, things in _placed(view, chart):
        key = f"hid-{chart.names[square]}"
        parts[key] = marks.things("opp", chart.cols, chart.rows, square, things, 0, 0, "hid", sheet.place.at)
    if view.observer >= 0 and hiding is not None:
        palette(layout, parts, view, chart)
    readiness(layout, parts, view, names)


def _placed(view: View, chart: Map) -> list[tuple[int, tuple[Thing, ...]]]:
    slots = slots_of(chart)
    squares: dict[int, list[str]] = {}
    for one in view.hiding.placed if view.hiding else ():
        squares.setdefault(one.square, []).append(one.icon)
    names = ("item", "foe", "obstacle")
    return [
        (square, tuple(Thing(icon, "", names[slots[icon]]) for icon in sorted(icons, key=slots.__getitem__)))
        for square, icons in sorted(squares.items())
    ]


def palette(layout: Layout, parts: dict[str, str], view: View, chart: Map) -> None:
    """Every icon of the briefing, one by one; those placed are pale."""
    assert view.hiding is not None
    placed: dict[str, int] = {}
    for one in view.hiding.placed:
        placed[one.icon] = placed.get(one.icon, 0) + 1
    lines = list(chart.plan.lines)
    rows = len(lines) + bool(chart.plan.doors)
    for row, line in enumerate(lines):
        done = placed.get(line.icon, 0)
        parts[f"line-{line.icon}"] = heading(layout, chart, line.icon, row, rows, done)
        for nth in range(int(line.count)):
            number = int(line.first) + nth
            parts[ids.piece(number)] = piece(layout, _Spot(line), number, nth, row, rows, nth < done)
    if chart.plan.doors:
        done = len(view.hiding.blocked)
        parts["line-doors"] = bolts_heading(
            layout, int(chart.plan.blocked), len(chart.plan.doors), rows - 1, rows, done
        )
        for nth in range(int(chart.plan.blocked)):
            parts[ids.bolt(nth)] = bolt(layout, nth, rows - 1, rows, nth < done)


class _Spot(tuple[str, str, int]):
    """What of a line its pieces show: icon, slot, how many."""

    def __new__(cls, line: Line) -> _Spot:
        return super().__new__(cls, (line.icon, ("item", "foe", "obstacle")[int(line.slot)], int(line.count)))


def _row(layout: Layout, row: int, rows: int) -> tuple[float, float, float]:
    """Where a line of the palette begins, and how high it is."""
    if layout == "wide":
        pitch = min(47.0, 296 / max(rows, 1))
        return 662, round(376 + row * pitch, 1), pitch
    per = 2 if rows > 3 else 1
    return 10 + row % per * 240, 416 + row // per * (102 / max((rows + per - 1) // per, 1)), 26


@lru_cache(maxsize=512)
def heading(layout: Layout, chart: Map, icon: str, row: int, rows: int, done: int) -> str:
    """What a line of the briefing asks for."""
    x, y, _ = _row(layout, row, rows)
    line = next(line for line in chart.plan.lines if line.icon == icon)
    words = line_words(chart.plan, line)
    small = layout == "tall"
    parts = []
    if small:
        parts.append(write(228, 17, f"{done}/{line.count}", "t15", "end"))
    else:
        parts.append(write(0, 11, words, "t15", width=300 if len(words) > 46 else 0))
    parts.append(hit(230 if small else 300, 16, 0, -2))
    state = "heading complete" if done == line.count else "heading"
    return group(f"line-{icon}", parts, state, place(x, y), f"{words}: {done} placed", f"about-{icon}")


@lru_cache(maxsize=2048)
def piece(layout: Layout, line: tuple[str, str, int], number: int, nth: int, row: int, rows: int, done: bool) -> str:
    """One icon on the palette."""
    icon, slot, count = line
    x, y, pitch = _row(layout, row, rows)
    if layout == "wide":
        size = min(26.0, pitch - 16)
        step = min(size + 3, 300 / count)
        left, top = x + nth * step, y + 15
    else:
        size = 24.0
        step = min(size + 2, 190 / count)
        left, top = x + nth * step, y
    parts = [use(symbol(icon, slot), 0, 0, size), hit(size, size)]
    state = "piece placed" if done else "piece"
    name = icon_words(icon).name
    return group(ids.piece(number), parts, state, place(round(left, 1), round(top, 1)), f"{name} {nth + 1} of {count}",
                 f"about-{icon}")  # fmt: skip


@lru_cache(maxsize=64)
def bolts_heading(layout: Layout, count: int, total: int, row: int, rows: int, done: int) -> str:
    """How many doorways are to be blocked."""
    x, y, _ = _row(layout, row, rows)
    words = f"Block {count} of {total} doorways" if layout == "wide" else f"{done}/{count}"
    parts = [
        write(0, 11, words, "t15") if layout == "wide" else write(228, 17, words, "t15", "end"),
        hit(230, 16, 0, -2),
    ]
    label = f"block {count} of {total} doorways: {done} done"
    return group("line-doors", parts, "heading", place(x, y), label, "about-gate")


@lru_cache(maxsize=256)
def bolt(layout: Layout, nth: int, row: int, rows: int, done: bool) -> str:
    """One bar for a doorway."""
    x, y, pitch = _row(layout, row, rows)
    size = min(26.0, pitch - 16) if layout == "wide" else 24.0
    top = y + 15 if layout == "wide" else y
    parts = [use("gh-grate-blocked", 0, 0, size), hit(size, size)]
    at = place(round(x + nth * (size + 4), 1), round(top, 1))
    return group(ids.bolt(nth), parts, "piece placed" if done else "piece", at, f"bar {nth + 1}", "about-gate")


def readiness(layout: Layout, parts: dict[str, str], view: View, names: tuple[str, ...]) -> None:
    """Who still hides, who is ready; of the others no more is known."""
    for n, ready in enumerate(view.ready):
        name = names[n] if n < len(names) else f"Player {n + 1}"
        if layout == "wide" or n != view.observer:
            parts[f"ready-{n}"] = ready_line(layout, n, name, ready, n == view.observer, view.observer)


@lru_cache(maxsize=512)
def ready_line(layout: Layout, seat: int, name: str, ready: bool, own: bool, observer: int) -> str:
    """One player's readiness."""
    words = "is ready" if ready else "is hiding …"
    if own:
        words = "ready" if ready else "You are hiding"
    if layout == "wide":
        parts = [use(pin_sign(seat), 0, -8, 34), centred("gh-ready" if ready else "gh-hiding", 286, 10, 38)]
        parts.append(write(44, 16, words if own and not ready else f"{name} {words}", "t20", width=0))
        parts.append(hit(316, 40, -4, -10))
        at = f"rotate(.9 810 170) {place(668, 62 + 44 * seat)}"
    else:
        nth = seat - (observer >= 0 and seat > observer)
        parts = [use(pin_sign(seat), 0, 0, 18), centred("gh-ready" if ready else "gh-hiding", 28, 9, 18), hit(40, 20)]
        at = place(440 - 44 * nth, 496)
    return group(f"ready-{seat}", parts, "ready" if ready else "not-ready", at, f"{name} {words}", "about-ready")

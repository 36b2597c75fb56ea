"""Setting up: the palette of icons to be hidden, what of it is placed, and whether the others are ready."""

from __future__ import annotations

from functools import lru_cache

from witchboard.engine.picture import centred, group, hit, place, use, write

from ..view import View
from . import ids, marks, palette, sheets
from .marks import Thing, pin_sign
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
        palette.lay(layout, parts, view, chart)
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


def readiness(layout: Layout, parts: dict[str, str], view: View, names: tuple[str, ...]) -> None:
    """Who still hides, who is ready; of the others no more is known."""
    for n, ready in enumerate(view.ready):
        name = names[n] if n < len(names) else f"Player {n + 1}"
        if layout == "wide" or n != view.observer:
            parts[f"ready-{n}"] = ready_line(layout, n, name, ready, n == view.observer, view.observer)


@lru_cache(maxsize=512)
def ready_line(layout: Layout, seat: int, name: str, ready: bool, own: bool, observer: int) -> str:
    """One player's readiness."""
    words = f"You are {'ready' if ready else 'hiding'}" if own else f"{name} is {'ready' if ready else 'hiding …'}"
    if layout == "wide":
        parts = [use(pin_sign(seat), 0, -8, 34), centred("gh-ready" if ready else "gh-hiding", 286, 10, 38)]
        parts.append(write(44, 16, words, "t20", width=0))
        parts.append(hit(316, 40, -4, -10))
        at = f"rotate(.9 810 170) {place(668, 62 + 44 * seat)}"
    else:
        nth = seat - (observer >= 0 and seat > observer)
        parts = [use(pin_sign(seat), 0, 0, 18), centred("gh-ready" if ready else "gh-hiding", 28, 9, 18), hit(40, 20)]
        at = place(444 - 44 * nth, 420)
    return group(f"ready-{seat}", parts, "ready" if ready else "not-ready", at, words, "about-ready")

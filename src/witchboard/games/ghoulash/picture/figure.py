"""The card of a fight: the Ghoul's figure with its six numbers, which keep their places to the end."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from witchboard.engine.picture import data, group, hit, place, use, write

from ..words.icons import AREAS
from . import ids
from .places import Layout

PARTS: Final = ("", "arm-right", "head", "arm-left", "torso", "leg-right", "leg-left")
CENTRES: Final = ((0, 0), (36, 150), (124, 34), (212, 150), (124, 176), (97, 246), (159, 246))
ORDER: Final = (5, 6, 1, 3, 4, 2)  # from the back to the front
FIGURE: Final[dict[Layout, str]] = {"wide": "translate(4 50)", "tall": "translate(4 14) scale(.97)"}


@lru_cache(maxsize=256)
def area(layout: Layout, number: int, look: str, queen: bool, at: str) -> str:
    """A part of the figure: "", "missed" (it is pale) or "fallen". A queen wears a gown and a crown."""
    parts = []
    if queen and number == 4:
        parts.append(use("gh-ghoul-gown", 0, 0, 250, 300))
    parts.append(use(f"gh-ghoul-{PARTS[number]}", 0, 0, 250, 300))
    if queen and number == 2:
        parts.append(use("gh-ghoul-crown", 0, 0, 250, 300))
    state = f"area case {look}"
    return group(f"area-{number}", [f'<g transform="{FIGURE[layout]}">{"".join(parts)}</g>'], state, at)


@lru_cache(maxsize=512)
def aim(layout: Layout, number: int, state: str, at: str) -> str:
    """The number of an area. `state`: "open", "missed", "struck", "idle" (nobody asks this observer), "chosen"."""
    x, y = CENTRES[number]
    parts = []
    if state == "missed":
        parts += [
            '<circle r="13" class="gh-disc"/>',
            use("gh-shot-cross", -22, -22, 44),
            write(0, 7, str(number), "num miss", "middle"),
        ]
    else:
        parts += [use("gh-shot-ring", -22, -22, 44), write(0, 8, str(number), "num", "middle")]
    reach = 44 if layout == "wide" else 56
    parts.append(hit(reach, reach, -reach / 2, -reach / 2))
    inner = f'<g transform="{FIGURE[layout]}"><g transform="{place(x, y)}">{"".join(parts)}</g></g>'
    said = {"missed": ", missed", "struck": ", the weak spot", "chosen": ", the weak spot"}.get(state, "")
    label = f"{number}, the {AREAS[number]}{said}"
    return group(ids.aim(number), [inner], f"aim case {state}", at, label, "about-shot", data(ring="round"))

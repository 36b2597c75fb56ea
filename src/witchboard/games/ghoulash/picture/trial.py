"""The keeper alone: how many runs ended on which turn, as a tally."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

from witchboard.engine.picture import group, hit, write

from ..view import Trial
from ..words.keeping import trial_lines
from .places import Layout

ROOM: Final[dict[Layout, tuple[float, float, float, float]]] = {
    "wide": (676, 120, 270, 130),
    "tall": (34, 420, 420, 66),
}  # left, top, width, height of the tally
STROKE: Final = 12.0  # the widest column


@lru_cache(maxsize=256)
def panel(layout: Layout, trial: Trial, limit: int) -> str:
    """A column for each turn: those home in ink, the dead in red; who ran out of turns stands last."""
    left, top, width, height = ROOM[layout]
    columns = Counter((limit + 1 if end == "late" else turns, end == "home") for turns, end in trial.runs)
    most = max([4, *Counter(turns for turns, _ in columns.elements()).values()])
    pitch = width / (limit + 1)
    parts = [f'<path d="M{left:g},{top + height:g}h{width:g}" class="tally-due"/>']
    raised: Counter[int] = Counter()
    for (turns, home), count in sorted(columns.items(), reverse=True):
        tall, across = height * count / most, min(STROKE, pitch * 0.8)
        x, y = left + (turns - 0.5) * pitch - across / 2, top + height * (1 - raised[turns] / most) - tall
        sign = "run-home" if home else "run-lost"
        parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{across:.1f}" height="{tall:.1f}" class="{sign}"/>')
        raised[turns] += count
    parts.append(write(left, top + height + 16, "turn 1", "t13"))
    parts.append(write(left + width, top + height + 16, f"{limit}", "t13", "end"))
    if trial.runs:
        at = left + (min(float(limit), trial.mean) - 0.5) * pitch
        parts.append(f'<path d="M{at:.1f},{top - 4:g}v{height + 4:g}" class="run-mean"/>')
        parts.append(write(left + width / 2, top + height + 18, f"{trial.mean:.1f} on average", "title t20", "middle"))
    parts.append(hit(width, height + 24, left, top))
    turn = "rotate(.9 810 170)" if layout == "wide" else ""
    if layout == "wide":
        parts.append(write(812, 100, f"Run {len(trial.runs)} of {trial.of}", "title t28", "middle"))
    return group("trial", parts, "trial", turn, " ".join(trial_lines(trial, limit)), "about-solo")

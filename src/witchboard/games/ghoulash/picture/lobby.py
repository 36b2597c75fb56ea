"""Before the game: the chart of the chosen scenario as it is printed, with its briefing. Nobody has hidden anything."""

from __future__ import annotations

from functools import lru_cache

from witchboard.engine.picture import Picture

from ..options import TRIAL
from . import art, briefing, dusk, ground, notes, sheets, wall
from .places import PLACES, Layout, placed
from .printed import Map

HIDERS = {
    "secret": "Each hides in secret what another meets",
    "random": "The computer hides all grids",
    "mirror": "One grid for both, hidden by the computer",
}


@lru_cache(maxsize=64)
def printed(chart: Map, players: int, hides: str, layout: Layout) -> Picture:
    """The large sheet with the printed map, what is to be found there, and the goal."""
    plan = chart.plan
    at = placed(PLACES[layout], "own", chart.cols, chart.rows).at
    parts = {"walls-own": wall("own", chart, at)}
    for number in range(len(plan.doors)):
        parts[f"own-gate-{number}"] = sheets.gate(chart, "own", number, "suspect", at, "")
    briefing.counts(layout, parts, chart, ())
    if layout == "tall":
        parts["goal"] = briefing.goal(chart)
    else:
        words = "The computer hides the grid" if players == 1 and hides in HIDERS else HIDERS.get(hides, "")
        parts = {"title": briefing.title(plan.name, words), "briefing": briefing.briefing(chart), **parts}
        parts["blurb"] = notes.blurb(plan.blurb)
        parts["terms"] = notes.terms(chart, 0, hides != TRIAL)
        parts["notes"] = notes.pad((), "Before the game", True)
        parts["dusk"] = dusk()
    return Picture(
        art(), f"ghoulash {layout}", f"GHOULASH, {plan.name}", PLACES[layout].box, ground("solo", chart, layout), parts
    )

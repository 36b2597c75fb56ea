"""How long a picture of GHOULASH takes and how large it is: `python bench/ghoulash_picture.py [games]`.

Plays random games and draws every event as the table does for a player: picture and difference to the picture before.
Whole pictures are drawn with no piece remembered; the printed map is drawn once for each scenario and kept.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Sequence
from functools import _lru_cache_wrapper

from witchboard.engine import play
from witchboard.engine.game import Event
from witchboard.engine.picture import Picture, diff
from witchboard.engine.state import State, Watch
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.picture import (
    briefing,
    cards,
    fight,
    figure,
    marks,
    meters,
    notes,
    palette,
    picture,
    places,
    sheets,
    trace,
)
from witchboard.games.ghoulash.picture.places import Layout
from witchboard.games.ghoulash.state import Hunt
from witchboard.games.ghoulash.view import View, view

NAMES = ("Ann", "Bob")
PIECES = (briefing, cards, fight, figure, marks, meters, notes, palette, places, sheets, trace)


class Painter(Watch):
    """Draws a frame for the first player at each event; keeps how long it took and how many bytes it has."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.last: Picture | None = None
        self.times: list[float] = []
        self.sizes: list[int] = []

    def tell(
        self, state: State, kind: str, values: tuple[int, ...] = (), audience: int = -1, reveals: bool = False
    ) -> None:
        assert isinstance(state, Hunt)
        seen, event = view(state, 0), Event(kind, values)
        start = time.perf_counter()
        shown = picture(seen, GAME.map(seen.scenario), self.layout, names=NAMES, event=event)
        change = diff(self.last, shown)
        self.times.append(time.perf_counter() - start)
        if not change.whole:
            self.sizes.append(change.size())
        self.last = shown


def forget() -> None:
    """Throw away all remembered pieces."""
    for module in PIECES:
        for thing in vars(module).values():
            if isinstance(thing, _lru_cache_wrapper):
                thing.cache_clear()


def played(seed: int, scenario: str, watch: Watch | None = None) -> Hunt:
    """The last position of a random game whose grids the computer has hidden."""
    luck = random.Random(seed)
    state = GAME.new(2, {"scenario": scenario, "hides": "random", "turn-limit": 30})
    while not state.over:
        step = play.chance(state)
        if step:
            weights, count = step.weights(state), step.outcomes(state)
            play.answer(state, luck.choices(range(count), weights)[0] if weights else luck.randrange(count), watch)
        else:
            seat = play.asked(state)[0]
            play.choose(state, seat, luck.choice(play.options(state, seat)), watch)
    return state


def drawn(seen: View, layout: Layout) -> tuple[float, str]:
    """How long a whole picture takes, and the picture."""
    start = time.perf_counter()
    svg = picture(seen, GAME.map(seen.scenario), layout, names=NAMES).svg()
    return time.perf_counter() - start, svg


def row(name: str, values: Sequence[float], unit: str, scale: float = 1) -> str:
    """A line with median, 99th percentile and the largest."""
    ordered = sorted(value * scale for value in values)
    high = ordered[int(len(ordered) * 0.99)]
    return f"{name:<40}{statistics.median(ordered):>9.3f}{high:>9.3f}{ordered[-1]:>9.3f} {unit:<4}{len(ordered):>8}"


def main(games: int) -> None:
    print(f"{'GHOULASH, ' + sys.version.split()[0]:<40}{'median':>9}{'99 %':>9}{'most':>9} {'':<4}{'of':>8}")
    for scenario in ("gh-s01", "gh-s03"):
        for layout in ("wide", "tall"):
            whole: Layout = "tall" if layout == "tall" else "wide"
            painter = Painter(whole)
            times, again, sizes = [], [], []
            for seed in range(games):
                seen = view(played(seed, scenario, painter), 0)
                forget()
                taken, svg = drawn(seen, whole)
                times.append(taken)
                sizes.append(len(svg.encode()))
                again.append(drawn(seen, "wide" if layout == "tall" else "tall")[0])
            print(row(f"{scenario} {layout}: whole, after the last turn", times, "ms", 1e3))
            print(row(f"{scenario} {layout}: then in the other layout", again, "ms", 1e3))
            print(row(f"{scenario} {layout}: its size", sizes, "kB", 1e-3))
            print(row(f"{scenario} {layout}: a frame (draw, diff)", painter.times, "ms", 1e3))
            print(row(f"{scenario} {layout}: its size", painter.sizes, "kB", 1e-3))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 12)

"""How long a picture of Ghost Stories takes and how large it is: `python bench/picture.py [games]`.

Plays random games and draws every event as the table does: view, picture, difference to the picture before. The first
pictures are drawn with nothing remembered; the frames as in a running server, where equal pieces are.
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
import time
from collections.abc import Iterable, Sequence
from functools import _lru_cache_wrapper

from witchboard.engine import play
from witchboard.engine.game import PUBLIC, Event
from witchboard.engine.picture import Picture, diff
from witchboard.engine.state import State, Watch
from witchboard.games.ghost_stories import GAME, picture
from witchboard.games.ghost_stories.picture import boards, cards, corners, marks, strip, village
from witchboard.games.ghost_stories.picture.places import Layout
from witchboard.games.ghost_stories.state import Village
from witchboard.games.ghost_stories.view import view

NAMES = ("Ann", "Bob", "Cy", "Dee")


class Painter(Watch):
    """Draws a frame at each event and keeps how long that took and how many bytes it has."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.last: Picture | None = None
        self.times: list[float] = []
        self.sizes: list[int] = []

    def tell(
        self, state: State, kind: str, values: tuple[int, ...] = (), audience: int = -1, reveals: bool = False
    ) -> None:
        assert isinstance(state, Village)
        event = Event(kind, values)
        start = time.perf_counter()
        shown = picture.picture(view(state, PUBLIC), self.layout, names=NAMES, seat=0, event=event)
        change = diff(self.last, shown)
        self.times.append(time.perf_counter() - start)
        if not change.whole:
            self.sizes.append(change.size())
        self.last = shown


def forget() -> None:
    """Throw away all remembered pieces."""
    for module in (boards, cards, corners, marks, strip, village):
        for thing in vars(module).values():
            if isinstance(thing, _lru_cache_wrapper):
                thing.cache_clear()


def positions(seed: int, watch: Watch | None = None) -> Iterable[Village]:
    """The positions of a random game of four at which somebody is asked."""
    chooser = random.Random(seed)
    state = GAME.new(4)
    while not state.over:
        step = play.chance(state)
        if step:
            play.answer(state, chooser.choices(range(step.outcomes(state)), step.weights(state))[0], watch)
            continue
        yield state
        seat = play.asked(state)[0]
        play.choose(state, seat, chooser.choice(play.options(state, seat)), watch)


def first_pictures(layout: Layout, games: int) -> tuple[list[float], list[int]]:
    """Times and sizes of whole pictures, drawn with nothing remembered."""
    times, sizes = [], []
    for seed in range(games):
        for state in [*positions(seed)][::7]:
            forget()
            start = time.perf_counter()
            svg = picture.picture(view(state, PUBLIC), layout, names=NAMES, seat=0).svg()
            times.append(time.perf_counter() - start)
            sizes.append(len(svg.encode()))
    return times, sizes


def row(name: str, values: Sequence[float], unit: str, scale: float = 1) -> str:
    """A line with median, 99th percentile and the largest."""
    ordered = sorted(value * scale for value in values)
    high = ordered[int(len(ordered) * 0.99)]
    return f"{name:<34}{statistics.median(ordered):>9.3f}{high:>9.3f}{ordered[-1]:>9.3f} {unit:<4}{len(ordered):>8}"


def main(games: int) -> None:
    picture.art()
    print(f"{'Ghost Stories, ' + sys.version.split()[0]:<34}{'median':>9}{'99 %':>9}{'most':>9} {'':<4}{'of':>8}")
    layouts: tuple[Layout, ...] = ("wide", "tall")
    for layout in layouts:
        times, sizes = first_pictures(layout, max(2, games // 8))
        print(row(f"{layout}: first whole picture", times, "ms", 1e3))
        print(row(f"{layout}: its size", sizes, "kB", 1e-3))
        painter = Painter(layout)
        gc.collect()
        for seed in range(games):
            for _ in positions(seed, painter):
                pass
        print(row(f"{layout}: a frame (view, draw, diff)", painter.times, "ms", 1e3))
        print(row(f"{layout}: its size", painter.sizes, "kB", 1e-3))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 24)

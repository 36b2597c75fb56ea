"""How fast GHOULASH runs: `python bench/ghoulash_speed.py [--seconds S]`.

Prints random play from hides drawn by the computer, hiding icon by icon, and imagining worlds, each by scenario. Times
are of this process alone.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from witchboard.build import build_name
from witchboard.engine.play import advance, answer, asked, chance, choose, options, take
from witchboard.engine.stream import Stream, stream
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.state import Hunt
from witchboard.lab.batch import play_out

GAMES = 6  # for the worlds
PLACES = 12  # entries from one place to the next
WORLDS = 8


def hidden(key: str, seed: int) -> Hunt:
    """A game of two at its first move."""
    state = GAME.new(2, {"scenario": key, "hides": "random", "seed": 1 + seed, "first": 1})
    assert isinstance(state, Hunt)
    return state


def a_second(work: Callable[[], int], seconds: float) -> float:
    """How much is done in a second of this process, over about so many."""
    done, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        done += work()
    return done / (time.process_time() - begun)


def playing(key: str, seconds: float) -> float:
    """Random steps a second."""
    starts, drawn = [hidden(key, seed) for seed in range(10)], stream("play", key)
    return a_second(lambda: sum(play_out(start.clone(), drawn) for start in starts), seconds)


def hiding(key: str, seconds: float) -> float:
    """Answers a second of players who hide at random, icon by icon."""
    drawn = stream("hide", key)

    def hide() -> int:
        state, answers = GAME.new(2, {"scenario": key}), 0
        while type(state.stack[-1]).__name__ == "Hide":
            seat = asked(state)[0]
            legal = options(state, seat)
            take(state, seat, legal[drawn.below(len(legal))])
            advance(state)
            answers += 1
        return answers

    return a_second(hide, seconds)


def imagining(key: str) -> list[float]:
    """The times of single worlds, ascending, in microseconds; the first of a place reads the knowledge too."""
    drawn = stream("imagine", key)
    times = []
    for seed in range(GAMES):
        state = hidden(key, seed)
        entries = 0
        while not state.over:
            if entries % PLACES == 0:
                for seat in range(2):
                    known = GAME.know(state, seat)
                    for _ in range(WORLDS):
                        begun = time.process_time()
                        GAME.imagine(known, drawn)
                        times.append(1e6 * (time.process_time() - begun))
            step(state, drawn)
            entries += 1
    return sorted(times)


def step(state: Hunt, drawn: Stream) -> None:
    """Any choice or outcome."""
    if asked(state):
        legal = options(state, asked(state)[0])
        choose(state, asked(state)[0], legal[drawn.below(len(legal))])
    else:
        lot = chance(state)
        assert lot is not None
        answer(state, int(drawn.below(lot.outcomes(state))))


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seconds", type=float, default=0.5, help="about how long each figure is measured")
    seconds = words.parse_args().seconds
    print(f"{build_name()} build")
    print("scenario     steps/s   hiding, answers/s   imagine, µs: median     p99")
    for plan in GAME.box.plans:
        times = imagining(plan.key.casefold())
        steps, answers = (work(plan.key.casefold(), seconds) for work in (playing, hiding))
        median, late = times[len(times) // 2], times[int(0.99 * len(times))]
        print(f"{plan.key:8} {steps:11,.0f} {answers:19,.0f} {median:23.0f} {late:7.0f}")


if __name__ == "__main__":
    main()

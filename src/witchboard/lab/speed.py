"""How fast this build is on this machine: play, copies, options, bots.

Every figure also stands as a ratio to a fixed loop of plain Python measured in the same run, so that runs on different
machines can be compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from witchboard.bots import Bot, Seat, bot_names, find_bot
from witchboard.build import version_line
from witchboard.engine.game import Game, OptionValue
from witchboard.engine.play import advance, settle, take
from witchboard.engine.position import Json
from witchboard.engine.state import State
from witchboard.engine.steps import Chance, Decision
from witchboard.engine.stream import Stream, stream

from .batch import clone_often, list_often, play_many, play_out
from .statistics import quantile

GAMES_AT_ONCE = 20
TIMES = 200  # a position is copied or listed so often for one measure
POSITIONS = 400


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure. `work` is the same in turns of the reference loop: how many fit into it, or into a second of it."""

    key: str
    words: str
    value: float
    unit: str
    work: float


@dataclass(frozen=True, slots=True)
class Speed:
    """All figures of one run."""

    game: str
    players: int
    options: dict[str, OptionValue]
    build: str
    reference: float  # turns of the reference loop a second
    figures: tuple[Figure, ...]

    def summary(self) -> dict[str, Json]:
        """As JSON, each figure by its key."""
        return {
            "game": self.game,
            "players": self.players,
            "options": dict(self.options),
            "build": self.build,
            "reference_per_second": self.reference,
            "figures": {
                one.key: {"words": one.words, "value": one.value, "unit": one.unit, "reference": one.work}
                for one in self.figures
            },
        }

    def lines(self) -> Iterator[str]:
        """As a table."""
        options = ", ".join(f"{key}={value}" for key, value in self.options.items() if value is not False)
        yield f"{self.game}, {self.players} players, {options}; {self.build}"
        yield f"reference loop: {self.reference:,.0f} turns a second"
        for one in self.figures:
            yield f"{one.words:<48} {one.value:>14,.3f} {one.unit:<8} {one.work:>14,.3f} reference turns"


def measure(
    game: Game[Any],
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    seconds: float = 2.0,
    seed: int | str = 0,
    progress: Callable[[str], None] | None = None,
) -> Speed:
    """Measure everything, each figure for about that many seconds, on one core.

    Raises `UnknownError` for players or options the game doesn't have.
    """
    count = game.usual_players if players is None else players
    settled = game.settle_options(count, options or {})
    start = game.new(count, settled)
    tell = progress or (lambda words: None)
    tell("reference loop")
    reference = best_of_three(reference_loop, seconds / 3)
    figures: list[Figure] = []
    tell("random play")
    steps = play_rate(start, seconds, seed)
    figures.append(Figure("play", "random play to the end", steps, "steps/s", steps / reference))
    tell("copies and options")
    positions = list(sample(start, POSITIONS, seed))
    figures += _spread("clone", "copy of a position", [per_call(clone_often, one) for one in positions], 1e6, reference)
    asked = [one for one in positions if isinstance(one.stack[-1], Decision)]
    figures += _spread("options", "legal options", [per_call(list_often, one) for one in asked], 1e6, reference)
    for name in bot_names(game):
        tell(f"bot {name}")
        turns = list(turn_times(game, start, find_bot(game, name), seconds, seed))
        figures += _spread(f"turn_{name}", f"a turn of {name}", turns, 1e3, reference)
    return Speed(game.key, count, settled, version_line(), reference, tuple(figures))


def _spread(key: str, words: str, times: list[float], per_second: float, reference: float) -> list[Figure]:
    """Median and 99th percentile of times in seconds, given in milli- or microseconds."""
    unit = {1e3: "ms", 1e6: "µs"}[per_second]
    found = []
    for name, called, share in (("median", "median", 0.5), ("p99", "99 of 100 within", 0.99)):
        at = quantile(times, share)
        found.append(Figure(f"{key}_{name}", f"{words}: {called}", at * per_second, unit, at * reference))
    return found


def reference_loop(seconds: float) -> float:
    """Turns a second of a loop of plain Python: some arithmetic, a list, a dictionary, a call. Never compiled."""
    numbers = list(range(64))
    counts = dict.fromkeys(range(8), 0)
    word, turns = 1, 0
    began = time.perf_counter()
    while True:
        for _ in range(1000):
            word = (word * 1103515245 + 12345) & 0x7FFFFFFF
            at = word >> 16 & 63
            numbers[at] = numbers[(at + 7) & 63] ^ word & 255
            counts[at & 7] += min(numbers[at], 9)
        turns += 1000
        took = time.perf_counter() - began
        if took >= seconds:
            return turns / took


def best_of_three(rate: Callable[[float], float], seconds: float) -> float:
    """The best of three measures: whatever else runs on the machine only slows."""
    return max(rate(seconds) for _ in range(3))


def play_rate(start: State, seconds: float, seed: int | str) -> float:
    """Steps a second of random games from a position to their ends, in the closed loop."""
    chance = stream(seed, "speed")

    def rate(limit: float) -> float:
        steps = 0
        began = time.perf_counter()
        while True:
            steps += play_many(start, GAMES_AT_ONCE, chance)
            took = time.perf_counter() - began
            if took >= limit:
                return steps / took

    return best_of_three(rate, seconds / 3)


def sample(start: State, count: int, seed: int | str) -> Iterator[State]:
    """Positions of random games, each position of a game equally likely, of games that are not over."""
    for number in range(count):
        game = stream(seed, "sample", number)
        length = play_out(start.clone(), game.clone())
        state = start.clone()
        play_out(state, game, stream(seed, "where", number).below(length))
        yield state


def per_call(often: Callable[[State, int], None], state: State) -> float:
    """Seconds a call of what is done again and again with a position: the best of three."""
    best = float("inf")
    for _ in range(3):
        began = time.perf_counter()
        often(state, TIMES)
        best = min(best, (time.perf_counter() - began) / TIMES)
    return best


def turn_times(game: Game[Any], start: State, bot: Bot, seconds: float, seed: int | str) -> Iterator[float]:
    """Seconds the bot thinks a turn, all its answers together until another seat is asked; all seats are its own."""
    began = time.perf_counter()
    number = 0
    while time.perf_counter() - began < seconds:
        yield from _turns_of_game(game, start.clone(), bot, stream(seed, "turns", number))
        number += 1


def _turns_of_game(game: Game[Any], state: State, bot: Bot, chance: Stream) -> Iterator[float]:
    thought, thinker = 0.0, -1
    line: list[int] = []
    while state.stack:
        step = state.stack[-1]
        if isinstance(step, Decision):
            seat = step.seat(state)
            if seat != thinker:
                if thought:
                    yield thought
                thought, thinker, line = 0.0, seat, []
            if not line:
                place = Seat.of(game, state, seat)
                began = time.perf_counter()
                line = bot.answer(place, chance)[::-1]
                thought += time.perf_counter() - began
            take(state, seat, line.pop())
        else:
            assert isinstance(step, Chance)
            weights = step.weights(state)
            settle(state, int(chance.below(step.outcomes(state)) if weights is None else chance.pick(weights)))
            line = []
        advance(state)
    if thought:
        yield thought

"""Many games between bots, in one process or several, with the same results whatever their number."""

from __future__ import annotations

import json
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import asdict
from typing import Any

from witchboard.bots import Bot, Seat, find_bot
from witchboard.bots.uniform import RandomBot
from witchboard.engine.discover import find_game
from witchboard.engine.errors import IllegalError
from witchboard.engine.game import Game, OptionValue, UnknownError
from witchboard.engine.play import advance, settle, take
from witchboard.engine.state import State
from witchboard.engine.steps import Chance, Decision
from witchboard.engine.stream import Stream, stream

from .batch import play_out
from .result import Played, Result, Setting

__all__ = ["Played", "Progress", "Result", "Setting", "Table", "play_bots", "simulate"]

ROUND_LIMIT = "round-limit"
ROUNDS = 200  # far beyond any game that goes somewhere
JOBS_A_WORKER = 16

Progress = Callable[[int, int], None]


def simulate(
    game: Game[Any],
    games: int,
    *,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    bots: Sequence[str] = ("random",),
    seed: int | str = 0,
    workers: int = 1,
    progress: Progress | None = None,
) -> Result:
    """Play that many games. Game i depends on the setting and (seed, i) alone, so `workers` changes no result.

    `bots`: one for every seat, or one for all; several say how many `players` there are. A game that has a limit of
    rounds is played with one unless `options` say otherwise. `progress` hears how many games are done, of how many.
    Workers are processes, so the game must be one that is installed. Raises `UnknownError` for what the game doesn't
    have.
    """
    setting = _setting(game, players, options or {}, bots, str(seed))
    if games < 0 or workers < 1:
        raise UnknownError(f"expected at least no games and one worker, got {games} and {workers}")
    began = time.perf_counter()
    parts: dict[int, list[Played]] = {}
    done = 0
    for first, part in _parts(game, setting, games, min(workers, max(1, games))):
        parts[first] = part
        done += len(part)
        if progress:
            progress(done, games)
    played = tuple(one for first in sorted(parts) for one in parts[first])
    return Result(setting, played, time.perf_counter() - began, workers)


def _setting(
    game: Game[Any], players: int | None, options: Mapping[str, OptionValue], bots: Sequence[str], seed: str
) -> Setting:
    usual = len(bots) if len(bots) > 1 else game.usual_players
    count = usual if players is None else players
    given = dict(options)
    if any(option.key == ROUND_LIMIT for option in game.options):
        given.setdefault(ROUND_LIMIT, ROUNDS)
    settled = game.settle_options(count, given)
    if len(bots) not in (1, count):
        raise UnknownError(f"expected 1 or {count} bots for {count} players, got {len(bots)}")
    names = tuple(bots) * count if len(bots) == 1 else tuple(bots)
    for name in names:
        find_bot(game, name)
    return Setting(game.key, count, settled, names, seed, dict(game.changes))


def _parts(game: Game[Any], setting: Setting, games: int, workers: int) -> Iterator[tuple[int, list[Played]]]:
    """The games in parts, as they are finished: the number of the first, and all."""
    size = max(1, min(500, games // (workers * JOBS_A_WORKER)))
    jobs = [(first, min(size, games - first)) for first in range(0, games, size)]
    if workers == 1:
        table = Table(game, setting)
        for first, count in jobs:
            yield first, table.play_several(first, count)
        return
    whole = json.dumps(asdict(setting))
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_sit_down, initargs=(whole,)) as pool:
        try:
            waiting = {pool.submit(_play_part, first, count): first for first, count in jobs}
            while waiting:
                for finished in wait(waiting, return_when=FIRST_COMPLETED).done:
                    yield waiting.pop(finished), [_read(row) for row in json.loads(finished.result())]
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


_tables: list[Table] = []  # a worker's own


def _sit_down(setting: str) -> None:
    """Start of a worker process: it is told the setting in JSON. Control-C ends it without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    told = json.loads(setting)
    told["bots"] = tuple(told["bots"])
    game = find_game(told["game"])
    _tables[:] = [Table(game.with_content(told["changes"]) if told["changes"] else game, Setting(**told))]


def _play_part(first: int, count: int) -> str:
    return json.dumps([asdict(one) for one in _tables[0].play_several(first, count)])


def _read(row: dict[str, Any]) -> Played:
    return Played(row["game"], tuple(row["won"]), row["cause"], tuple(row["scores"]), row["steps"])


class Table:
    """Plays the games of one setting, one after another."""

    def __init__(self, game: Game[Any], setting: Setting) -> None:
        self.game = game
        self.setting = setting
        self.bots: list[Bot] = [find_bot(game, name) for name in setting.bots]
        self.random = all(isinstance(bot, RandomBot) for bot in self.bots)

    def play_several(self, first: int, count: int) -> list[Played]:
        """The games from that number on."""
        return [self.play(number) for number in range(first, first + count)]

    def play(self, number: int) -> Played:
        """One game, of that number."""
        state = self.game.start(self.setting.players, self.setting.options)
        rules = stream(self.setting.seed, number, "rules")
        seats = [stream(self.setting.seed, number, "bot", seat) for seat in range(self.setting.players)]
        if self.random:
            steps = play_out(state, rules, self.game.bound, seats)
        else:
            steps = play_bots(self.game, state, self.bots, rules, seats, self.game.bound)
        if not state.over:
            raise RuntimeError(f"game {number} of {self.setting} is not over after {steps} steps")
        end = self.game.outcome(state)
        return Played(number, end.won, end.cause, end.scores, steps)


def play_bots(
    game: Game[Any], state: State, bots: Sequence[Bot], rules: Stream, streams: Sequence[Stream], limit: int
) -> int:
    """Let bots play on until the game is over or `limit` steps are taken; returns the steps.

    A bot's line goes on as long as only its own seat is asked and chance does not come in; it gets nothing but its
    seat's knowledge.
    """
    steps = 0
    line: list[int] = []
    thinker = -1
    options = advance(state)
    while state.stack and steps < limit:
        step = state.stack[-1]
        if isinstance(step, Decision):
            seat = step.seat(state)
            if not line or seat != thinker:
                place = Seat(game, seat, lambda seat=seat: game.know(state, seat), options)  # type: ignore[misc]
                line, thinker = bots[seat].answer(place, streams[seat])[::-1], seat
            option = line.pop()
            if option not in options:
                raise IllegalError(f"bot {bots[seat].name!r} chose option {option} of {step!r}, not one of {options}")
            take(state, seat, option)
        else:
            assert isinstance(step, Chance)
            weights = step.weights(state)
            settle(state, int(rules.below(step.outcomes(state)) if weights is None else rules.pick(weights)))
            line = []
        steps += 1
        options = advance(state)
    return steps

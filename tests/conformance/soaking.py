"""Very many random games, with what must hold looked at after every single step. `bench/soak.py` runs it at length."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from witchboard.bots import Bot, Seat, find_bot
from witchboard.engine.content import Value
from witchboard.engine.game import Game, OptionValue, UnknownError
from witchboard.engine.play import settle, take
from witchboard.engine.state import State
from witchboard.engine.steps import Chance, Decision
from witchboard.engine.stream import Stream, stream

from .cases import all_games
from .invariants import checks_of

UNASKED = 2000  # so many steps in a row that ask nobody are taken for a loop
DERIVED_EVERY = 40  # entries after which `derive` must change nothing


@dataclass(frozen=True)
class Failure:
    """What went wrong in a game, after so many entries; the game's number is enough to play it again."""

    game: int
    players: int
    options: dict[str, OptionValue]
    entries: int
    words: str


@dataclass
class Soak:
    """What came of many games."""

    games: int = 0
    entries: int = 0
    longest: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    settings: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Soak) -> None:
        """Take in the games of another."""
        self.games += other.games
        self.entries += other.entries
        self.longest = max(self.longest, other.longest)
        self.ends += other.ends
        self.settings += other.settings
        self.failures += other.failures


def setting(game: Game[State], number: int) -> tuple[int, dict[str, OptionValue]]:
    """Players and options of a game by its number: all values of the first option with all numbers of players in turn.

    Each other option is drawn; one in three is not at its default.
    """
    drawn = stream("soak", game.key, number, "options")
    players = game.players[number % len(game.players)]
    chosen: dict[str, OptionValue] = {}
    for at, option in enumerate(game.options):
        values = [value for value, _ in option.values] or [option.default]
        if at == 0:
            value = values[number // len(game.players) % len(values)]
        elif drawn.below(3):
            continue
        else:
            value = values[drawn.below(len(values))]
        try:
            game.settle_options(players, {**chosen, option.key: value})
        except UnknownError:
            continue
        chosen[option.key] = value
    return players, chosen


class RandomGame:
    """One random game, looked at after every step. With a bot, which makes all choices, it gets further."""

    def __init__(self, game: Game[State], number: int, bot: Bot | None = None) -> None:
        self.bot = bot
        self.game, self.number = game, number
        self.players, self.options = setting(game, number)
        self.drawn: Stream = stream("soak", game.key, number)
        self.checks = checks_of(game)
        self.entries = 0

    def play(self) -> State:
        """Play to the end. Raises `AssertionError` at the first fault."""
        state = self.game.start(self.players, self.game.settle_options(self.players, self.options))
        legal = self.go_on(state)
        while state.stack:
            assert self.entries < self.game.bound, f"more than {self.game.bound} entries"
            self.answer(state, legal)
            self.entries += 1
            if self.entries % DERIVED_EVERY == 0:
                self.derive(state)
            legal = self.go_on(state)
        return state

    def go_on(self, state: State) -> list[int]:
        """Run what asks nobody, step by step; the options of the seat that is asked."""
        for _ in range(UNASKED):
            if not state.stack:
                return []
            asks = state.stack[-1].proceed(state, None)
            self.look(state)
            if asks is not None:
                return asks
        raise AssertionError(f"{UNASKED} steps that ask nobody")

    def answer(self, state: State, legal: list[int]) -> None:
        """A random choice or answer of chance."""
        step = state.stack[-1]
        if isinstance(step, Decision):
            assert legal, f"{step} is asked and has no options"
            take(state, step.seat(state), self.choose(state, step.seat(state), legal))
        else:
            assert isinstance(step, Chance)
            weights = step.weights(state)
            count = step.outcomes(state)
            settle(state, self.drawn.pick(weights) if weights is not None else int(self.drawn.below(count)))
        self.look(state)

    def choose(self, state: State, seat: int, legal: list[int]) -> int:
        """Any legal option, or the bot's."""
        if self.bot is None:
            return legal[self.drawn.below(len(legal))]
        return self.bot.answer(Seat.of(self.game, state, seat), self.drawn)[0]

    def look(self, state: State) -> None:
        """Nothing is lost, doubled or negative."""
        for check in self.checks:
            found = check(self.game, state)
            assert not found, "; ".join(found)

    def derive(self, state: State) -> None:
        """Working out again what follows from the position changes nothing; the game itself finds no fault either."""
        found = self.game.faults(state)
        assert not found, "; ".join(found)
        again = state.clone()
        again.derive()
        assert again == state, "derive changes the position"


def changed(key: str, changes: Mapping[str, Value]) -> Game[State]:
    """The game of that key, with some printed values changed."""
    game = all_games()[key]
    return game.with_content(changes) if changes else game


def soak(game: Game[State], numbers: range, bot: str = "") -> Soak:
    """Play the games of these numbers."""
    found = Soak()
    player = find_bot(game, bot) if bot else None
    for number in numbers:
        one = RandomGame(game, number, player)
        name = f"{one.players} players"
        if game.options:
            name += f", {game.options[0].key}={one.options.get(game.options[0].key, game.options[0].default)}"
        try:
            end = one.play()
            outcome = game.outcome(end)
            assert len(outcome.won) == len(outcome.scores) == one.players
            found.ends[outcome.cause] += 1
        except Exception as fault:  # whatever a game does, the others are played
            words = f"{type(fault).__name__}: {fault}"
            found.failures.append(Failure(number, one.players, one.options, one.entries, words))
        found.games += 1
        found.settings[name] += 1
        found.entries += one.entries
        found.longest = max(found.longest, one.entries)
    return found


def _soak(job: tuple[str, Mapping[str, Value], range, str]) -> Soak:
    key, changes, numbers, bot = job
    return soak(changed(key, changes), numbers, bot)


def soak_in(
    key: str, changes: Mapping[str, Value], numbers: range, workers: int, bot: str = "", chunk: int = 50
) -> Iterator[Soak]:
    """The same in several processes, chunk by chunk, in order."""
    jobs = [(key, changes, numbers[at : at + chunk], bot) for at in range(0, len(numbers), chunk)]
    if workers == 1:
        yield from map(_soak, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        yield from pool.imap(_soak, jobs)

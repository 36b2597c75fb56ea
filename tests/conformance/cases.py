"""The games that the conformance suite runs over, with their numbers of players and a spread of their options."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from witchboard.engine.discover import find_game, game_keys
from witchboard.engine.game import Game, Option, OptionValue, UnknownError
from witchboard.engine.state import State
from witchboard.engine.stream import stream

INSTALLED = Path(__file__).resolve().parents[1] / "engine" / "tiny" / "installed"
ENTRIES_A_CASE = 2400  # at most, if games were as long as they may be; most are far shorter
SOME_NUMBER = 2  # for options that are a whole number
MANY = 24  # cases: of a game with more, each is looked at in fewer places
USUAL = 15  # of those, so many are looked at in a usual run: all numbers of players, and some options


@dataclass(frozen=True)
class Case:
    """A game with a number of players and options."""

    key: str
    players: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.key, self.players, str(self.options)))

    def __str__(self) -> str:
        return " ".join([self.key, str(self.players), *(f"{key}={value}" for key, value in self.options.items())])

    @property
    def game(self) -> Game[State]:
        return all_games()[self.key]

    @property
    def seeds(self) -> range:
        """Of how many games this case gets; short ones get more."""
        return range(max(3 // self.thinness or 1, min(20, ENTRIES_A_CASE // self.game.bound)))

    @property
    def thinness(self) -> int:
        """In one of so many places a case is looked at: a game of many options has places enough in all its cases."""
        return 4 if len(cases_of(self.game)) > MANY else 1


@cache
def all_games() -> Mapping[str, Game[State]]:
    """All games that are installed, by entry point, and the tiny ones as if they were."""
    sys.path.append(str(INSTALLED))
    try:
        return {key: find_game(key) for key in game_keys()}
    finally:
        sys.path.remove(str(INSTALLED))


@cache
def cases_of(game: Game[State]) -> list[Case]:
    """Each number of players by default and with some values of all options, and each value of an option once."""
    found = dict.fromkeys(_cases_of(game))
    return list(found)


def _cases_of(game: Game[State]) -> Iterator[Case]:
    singles = [{option.key: value} for option in game.options for value in _values(option) if value != option.default]
    for players in game.players:
        yield Case(game.key, players)
        yield Case(game.key, players, _some_values(game, players))
    for at, single in enumerate(singles):
        for players in (game.players[at % len(game.players)], *game.players):
            if _allowed(game, players, single):
                yield Case(game.key, players, single)
                break


def _values(option: Option) -> list[OptionValue]:
    return [value for value, _ in option.values] or [option.default, SOME_NUMBER]


def _allowed(game: Game[State], players: int, options: Mapping[str, OptionValue]) -> bool:
    try:
        game.settle_options(players, options)
    except UnknownError:
        return False
    return True


def _some_values(game: Game[State], players: int) -> dict[str, OptionValue]:
    """A value of every option, drawn; those that can't stand with the others are left out."""
    drawn = stream("conformance", game.key, players)
    mixed: dict[str, OptionValue] = {}
    defaults = {option.key: option.default for option in game.options}
    for option in game.options:
        values = _values(option) if option.values else [option.default]
        trial = {**mixed, option.key: values[drawn.below(len(values))]}
        if _allowed(game, players, trial):
            mixed = trial
    return {key: value for key, value in mixed.items() if value != defaults[key]}


@cache
def cases() -> tuple[Case, ...]:
    """All cases of all games."""
    return tuple(case for game in all_games().values() for case in cases_of(game))

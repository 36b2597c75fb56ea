"""Games are found by the entry-point group `witchboard.games`, so anyone's package can add one."""

from __future__ import annotations

import difflib
from functools import cache
from importlib.metadata import entry_points

from .game import Game, UnknownError
from .state import State

GROUP = "witchboard.games"


def game_keys() -> list[str]:
    """The keys of all games that are installed, in alphabetical order."""
    return sorted({point.name for point in entry_points(group=GROUP)})


@cache
def find_game(key: str) -> Game[State]:
    """The game of that key. Raises `UnknownError`, naming those there are."""
    for point in entry_points(group=GROUP):
        if point.name == key:
            game = point.load()
            if not isinstance(game, Game):
                raise TypeError(f"entry point {point.value} is no Game")
            return game
    near = difflib.get_close_matches(key, game_keys(), 1, 0.5)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    raise UnknownError(f"there is no game {key!r}: expected one of {', '.join(game_keys())}.{hint}")

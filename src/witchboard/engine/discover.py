"""Games are found by the entry-point group `witchboard.games`, so anyone's package can add one."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from .content import ContentError, Value
from .game import Game, UnknownError
from .state import State
from .workshop import Workshop

GROUP = "witchboard.games"
_own: dict[str, dict[str, Value]] = {}


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


def game_here(key: str) -> Game[State]:
    """The game of that key with what people of this computer have added to it. Raises `UnknownError`."""
    return _with_own(key, tuple(_own.get(key, ())))


@cache
def _with_own(key: str, names: tuple[str, ...]) -> Game[State]:
    game = find_game(key)
    return game.with_content(_own[key]) if names else game


def add_own(key: str, changes: Mapping[str, Value]) -> None:
    """Add to a game's content as long as this process runs. Raises `ContentError` where it doesn't fit the rest."""
    whole = {**_own.get(key, {}), **changes}
    find_game(key).with_content(whole)
    _own[key] = whole
    _with_own.cache_clear()


def workshops(noun: str = "") -> list[tuple[str, Workshop]]:
    """The games that take files of people's own, of that kind if one is named, by key."""
    found = [(key, find_game(key).workshop()) for key in game_keys()]
    return [(key, shop) for key, shop in found if shop is not None and noun in ("", shop.noun)]


def add_files(folder: Path) -> list[str]:
    """Add the files that lie in `folder/<noun>s/*.toml`; returns what was wrong with those that were left out."""
    wrong: list[str] = []
    for key, shop in workshops():
        taken: dict[str, str] = {}
        for path in sorted((folder / f"{shop.noun}s").glob("*.toml")):
            try:
                changes = shop.changes(path, taken)
                add_own(key, changes)
            except (ContentError, OSError) as error:
                wrong.append(str(error))
            else:
                taken.update({name.casefold(): path.name for name in changes})
    return wrong

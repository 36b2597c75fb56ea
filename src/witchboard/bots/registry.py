"""Bots by name: those that play any game, those a game brings, those that other packages add.

Another package adds its own by the entry-point group `witchboard.bots`: a name and a callable that makes a `Bot` from a
`Game`, or returns None for a game it doesn't play.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import entry_points
from typing import Any

from witchboard.engine.game import Game, UnknownError

from .bot import Bot
from .planning import own_bot
from .uniform import RandomBot

GROUP = "witchboard.bots"

Maker = Callable[[Game[Any]], "Bot | None"]


@cache
def _added() -> dict[str, Maker]:
    """The makers that other packages add, by name."""
    return {point.name: point.load() for point in entry_points(group=GROUP)}


def _makers(game: Game[Any]) -> dict[str, Maker]:
    """Every maker that might serve the game, by name."""
    own: dict[str, Maker] = {name: partial(own_bot, name=name) for name in game.judges()}
    return {**_added(), RandomBot.name: RandomBot, **own}


def bot_names(game: Game[Any]) -> list[str]:
    """The bots that play this game, `random` first, then those of its own."""
    first = [RandomBot.name, *sorted(game.judges())]
    return first + sorted(name for name, make in _added().items() if name not in first and make(game) is not None)


def find_bot(game: Game[Any], name: str) -> Bot:
    """The bot of that name for this game. Raises `UnknownError`, naming those there are."""
    make = _makers(game).get(name)
    bot = make(game) if make else None
    if bot is None:
        names = bot_names(game)
        near = difflib.get_close_matches(name, names, 1, 0.5)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UnknownError(f"there is no bot {name!r} for {game.title}: expected one of {', '.join(names)}.{hint}")
    return bot

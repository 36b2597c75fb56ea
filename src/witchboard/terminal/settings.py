"""What is given on the command line, made into what the house understands; each error names what was expected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from witchboard.bots import bot_names, find_bot
from witchboard.engine.errors import MalformedError
from witchboard.engine.game import Game, OptionValue, UnknownError
from witchboard.engine.rulings import PRESETS
from witchboard.engine.settling import RULINGS


def options_of(game: Game[Any], given: Sequence[str]) -> dict[str, OptionValue]:
    """The options in `key=value` texts; a key alone switches one on. Raises `MalformedError`, `UnknownError`.

    `rulings` is passed on: it sets all rulings at once, but those that are given themselves.
    """
    found: dict[str, OptionValue] = {}
    for text in given:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not key or (equals and not value):
            raise MalformedError(f"option {text!r}: expected KEY=VALUE, such as level=initiation")
        if key in found:
            raise MalformedError(f"option {key!r} is given twice")
        found[key] = value if equals else _switched_on(game, key)
    return found


def _switched_on(game: Game[Any], key: str) -> bool:
    """What a key alone means. Raises `MalformedError` for an option that is no switch."""
    values = {option.key: [value for value, _ in option.values] for option in game.options}
    values[RULINGS] = list(PRESETS)
    if any(value is True for value in values.get(key, [True])):
        return True
    wanted = f"={values[key][0]}, or another of {', '.join(map(str, values[key][1:]))}" if values[key] else "=NUMBER"
    raise MalformedError(f"option {key!r} is no switch: expected {key}{wanted}, got no value")


def listed(given: Sequence[str]) -> list[str]:
    """Texts that may be given one by one or with commas between."""
    return [part.strip() for text in given for part in text.split(",") if part.strip()]


def bots_of(game: Game[Any], given: Sequence[str], seats: int) -> list[str]:
    """The name of a bot for each of so many seats. Raises `UnknownError`."""
    names = listed(given) or [usual_bot(game)]
    for name in names:
        find_bot(game, name)
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise UnknownError(f"expected one bot, or {seats} for the {seats} seats without a person, got {len(names)}")
    return names


def usual_bot(game: Game[Any]) -> str:
    """The bot that plays where none is named: the one of the game's first opening, else the game's own."""
    names = bot_names(game)
    wanted = [bot for opening in game.front.openings for bot in opening.bots if bot in names]
    return next(iter(wanted), names[-1])


def seats_of(given: Sequence[str], names: dict[str, int], players: int) -> list[int]:
    """The seats that numbers, names, `all` or `none` mean; the first if nothing is given. Raises `UnknownError`."""
    wanted = listed(given) or ["1"]
    if wanted in (["all"], ["none"]):
        return list(range(players)) if wanted == ["all"] else []
    found: list[int] = []
    for text in wanted:
        seat = int(text) - 1 if text.isdigit() else names.get(text.casefold(), -1)
        if not 0 <= seat < players:
            known = ", ".join([f"1 to {players}", *names, "all", "none"])
            raise UnknownError(f"there is no seat {text!r} here: expected some of {known}")
        if seat not in found:
            found.append(seat)
    return sorted(found)

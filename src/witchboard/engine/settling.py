"""Settling the options of a game: what was given, a preset of its rulings, what they are by themselves.

Some values leave no choice about others (`Option.held`). What was not asked for gives way; what was is refused, so that
nobody plays by other rules than he has set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from .front import OptionValue
from .rulings import PRESETS, preset
from .terms import Held, Option, OptionError, UnknownError, option_value

RULINGS: Final = "rulings"
"""Given like an option, with a preset's key: all rulings that aren't given themselves are as the preset has them."""


def settle(
    title: str, options: Sequence[Option], players: int, given: Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    """All options with their values. Raises `UnknownError`, of one that can't be so `OptionError`."""
    known = {option.key: option for option in options}
    for key in given:
        if key not in known and key != RULINGS:
            raise UnknownError(f"{title} has no option {key!r}: expected one of {', '.join(known)}")
    whole: dict[str, OptionValue] = {key: option.default for key, option in known.items()}
    if RULINGS in given:
        whole.update(_preset(options, given[RULINGS]))
    asked = {key: option_value(known[key], value) for key, value in given.items() if key in known}
    whole.update(asked)
    for key, holds in _give_way(options, players, whole).items():
        if key in asked and asked[key] != holds.value:
            raise OptionError(known[key], asked[key], holds.why, holds.rule)
    for key, option in known.items():
        reason = option.need(players, whole) if option.need and whole[key] != option.default else ""
        if reason:
            raise OptionError(option, whole[key], reason, option.rule)
    return whole


def in_force(options: Sequence[Option], players: int, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """These options as they are in force, of a record say: what others leave no choice about gives way to them.

    Raises `UnknownError` for a value that there is not.
    """
    known = {option.key: option for option in options}
    whole = {key: option.default for key, option in known.items()}
    whole.update({key: option_value(known[key], value) for key, value in chosen.items() if key in known})
    _give_way(options, players, whole)
    return {key: whole.get(key, value) for key, value in chosen.items()}


def held(options: Sequence[Option], players: int, chosen: Mapping[str, OptionValue]) -> dict[str, Held]:
    """About which of the options others leave no choice, by their keys."""
    return _give_way(options, players, dict(chosen))


def settled_by(options: Sequence[Option], players: int) -> list[tuple[Option, OptionValue, Option, Held]]:
    """The values of options, rulings aside, that leave no choice about a ruling while all else is as usual.

    Each comes with its option, the ruling, and what that is then; only where it isn't so by itself.
    """
    usual = {option.key: option.default for option in options}
    found: list[tuple[Option, OptionValue, Option, Held]] = []
    for option in [option for option in options if not option.printed]:
        for value, _ in option.values:
            holding = held(options, players, {**usual, option.key: value})
            for one in options:
                holds = holding.get(one.key) if one.printed else None
                if holds and holds.value != one.default:
                    found.append((option, value, one, holds))
    return found


def _give_way(options: Sequence[Option], players: int, whole: dict[str, OptionValue]) -> dict[str, Held]:
    """Set what others leave no choice about, one option after another; returns what that is."""
    found: dict[str, Held] = {}
    for option in options:
        holds = option.held(players, whole) if option.held else None
        if holds:
            found[option.key] = holds
            whole[option.key] = holds.value
    return found


def _preset(options: Sequence[Option], wanted: OptionValue) -> dict[str, OptionValue]:
    if str(wanted) not in PRESETS:
        raise UnknownError(f"option {RULINGS}: expected {' or '.join(PRESETS)}, got {wanted!r}")
    return preset(options, str(wanted))

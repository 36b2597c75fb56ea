"""Rulings: options that are other readings of the rules (`Option.printed`), and the presets that set all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from .front import OptionValue
from .terms import Option

PRESETS: Final = {"as-printed": "As printed", "witchboard": "Witchboard"}
"""The presets by their keys, with what they are called."""

STANDING: Final = {
    "both": "as printed, and so Witchboard reads them",
    "printed": "as printed",
    "ours": "as Witchboard reads them",
    "mix": "your own mix",
}
"""How rulings may stand, in words."""


def preset(options: Sequence[Option], key: str) -> dict[str, OptionValue]:
    """All rulings as a preset has them; where the printed rules leave one open, it is as Witchboard reads it."""
    rulings = [option for option in options if option.printed]
    if key == "witchboard":
        return {option.key: option.default for option in rulings}
    return {one.key: one.default if one.default in one.printed else one.printed[0] for one in rulings}


def fits(option: Option, value: OptionValue) -> list[str]:
    """With which of "printed" and "ours" that value of a ruling agrees."""
    agreeing = {"printed": value in option.printed, "ours": value == option.default}
    return [name for name, agrees in agreeing.items() if agrees and option.printed]


def standing(options: Sequence[Option], chosen: Mapping[str, OptionValue]) -> str:
    """How the rulings stand that have these values: a key of `STANDING`."""
    found = [fits(option, chosen[option.key]) for option in options if option.printed]
    printed, ours = (all(name in one for one in found) for name in ("printed", "ours"))
    return "both" if printed and ours else "printed" if printed else "ours" if ours else "mix"


def readings(option: Option) -> str:
    """How the printed rules read a ruling that Witchboard reads otherwise, or that they leave open; else ""."""
    words = dict(option.values)
    if len(option.printed) > 1:
        return "The printed rules leave it open."
    if not option.printed or option.default in option.printed:
        return ""
    return f"As printed: {words[option.printed[0]]}; here: {words[option.default]}."

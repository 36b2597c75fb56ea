"""The answers to `?`: a choice, a rule, a card or another thing, or how one plays here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from witchboard.engine.choice import Choice, Forecast
from witchboard.engine.errors import WitchboardError
from witchboard.engine.game import Game
from witchboard.engine.state import State

from .rulebook import MOST, is_number, rule, search, terms
from .screen import Screen

HOW = (
    ("3", "takes the choice with that number"),
    ("tea house", "takes the choice that has these words and no other has"),
    ("Enter", "gives the only answer where there is just one, else draws the table again"),
    ("?", "this; `? 3` explains a choice, `? NAME` a card, place or sign (`? signs`), `? NUMBER` a rule"),
    ("f", "does the rest of what is set up in secret; where it is offered"),
    ("u", "takes back your latest choice, as long as nothing has come of it"),
    ("r", "goes back before your latest choice, over dice and bots: practice from there"),
    ("m", "marks what is named for you alone: `m 3-C ?`; without a sign it is rubbed out; where the game has a pencil"),
    ("l", "what has happened, the last lines of it"),
    ("s", "says where the game is kept; `s FILE` copies it there"),
    ("q", "leaves; the game can be resumed"),
    ("resign", "gives the game up"),
)


def odds(forecast: Forecast) -> str:
    """Odds in words; no line breaks before the per cent sign."""
    return forecast.words().replace(" %", "%")


def explain(screen: Screen, game: Game[Any], state: State, seat: int, choices: Sequence[Choice], words: str) -> None:
    """Answer what was asked after the question mark."""
    if not words:
        _how(screen)
    elif words.isdigit() and 1 <= int(words) <= len(choices):
        _choice(screen, game, choices[int(words) - 1])
    elif is_number(game, words):
        _rule(screen, game, words)
    elif found := terms(game, words):
        for term in found[:MOST]:
            screen.say(f"{term.name}: {term.words} ({term.rule})", indent=4, first="  ")
    elif rules := search(game, words):
        for one in rules[:MOST]:
            screen.say(f"{one.number}  {one.text}", indent=4, first="  ")
        if len(rules) > MOST:
            screen.say(f"… and {len(rules) - MOST} rules more with these words", indent=4, first="  ")
    else:
        _option(screen, game, state, seat, choices, words)


def _how(screen: Screen) -> None:
    screen.say("What you can type:")
    for key, words in HOW:
        screen.say(words, indent=14, first=f"  {key}")


def _choice(screen: Screen, game: Game[Any], choice: Choice) -> None:
    screen.say(f"{choice.words}.", indent=4, first="  ")
    if choice.forecast:
        screen.say(f"Odds: {odds(choice.forecast)}.", indent=4, first="  ")
    screen.say(f"Typed: {choice.text}", indent=4, first="  ")
    _rule(screen, game, choice.rule)


def _rule(screen: Screen, game: Game[Any], number: str) -> None:
    try:
        found = rule(game, number)
    except WitchboardError as error:
        screen.say(str(error), "yellow", indent=2)
        return
    screen.say(f"{found.number}  {found.text}", indent=4, first="  ")


def _option(screen: Screen, game: Game[Any], state: State, seat: int, choices: Sequence[Choice], words: str) -> None:
    """What was asked is a choice in words, legal or not; the error says why it is not."""
    try:
        option = game.parse_option(state, seat, words)
    except WitchboardError as error:
        screen.say(str(error), indent=2, first="  ")
        return
    _choice(screen, game, next(choice for choice in choices if choice.option == option))


def explain_throw(screen: Screen, game: Game[Any], number: str, texts: Sequence[str]) -> None:
    """What real dice or cards may say."""
    if number:
        _rule(screen, game, number)
    screen.say("; ".join(texts[:LISTED]) + (f"; … {len(texts)} in all" if len(texts) > LISTED else ""), indent=2)
    screen.say("The first letters of each word will do. u takes the latest one back, q leaves.", "dim", indent=2)


LISTED = 70
"""So many outcomes are listed."""

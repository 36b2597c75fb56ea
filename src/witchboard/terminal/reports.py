"""The commands that report: which games there are, the rules, vectors, records, simulations."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markdown import Markdown

from witchboard.engine.discover import find_game, game_keys
from witchboard.engine.game import Game, Option, UnknownError
from witchboard.engine.rulings import PRESETS, readings
from witchboard.engine.settling import RULINGS

from .rulebook import rule, rules_of, search
from .screen import Screen


def as_json(report: object) -> None:
    """A report for programs."""
    print(json.dumps(report, indent=2, ensure_ascii=False))


def games(in_json: bool) -> None:
    """The games that are installed, with their options."""
    found = [find_game(key) for key in game_keys()]
    if in_json:
        as_json([_game_report(game) for game in found])
        return
    screen = Screen()
    for game in found:
        players = f"{game.players[0]}–{game.players[-1]}" if len(game.players) > 1 else str(game.players[0])
        words = f"{game.title}, {players} players, about {game.front.minutes} minutes"
        screen.say(words, style="bold", first=game.key, indent=16)
        screen.say(game.front.line, indent=4)
        rulings = [option for option in game.options if option.printed]
        for option in game.options:
            if option not in rulings:
                screen.say(_option_words(option), first=f"    -o {option.key}", indent=23)
        if rulings:
            screen.say(f"All of these at once: {' or '.join(PRESETS)}.", first=f"    -o {RULINGS}", indent=23)
        for option in rulings:
            screen.say(_option_words(option), first=f"      -o {option.key}", indent=25)


def _option_words(option: Option) -> str:
    """What an option changes, and its values where it is no switch."""
    words = f"{option.sentence} {readings(option)}".strip()
    if option.default is False:
        return words
    values = ", ".join(_value(value) for value, _ in option.values) or "a whole number"
    return f"{words} Values: {values}; {_value(option.default)} if not given."


def _value(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _game_report(game: Game[Any]) -> dict[str, object]:
    from witchboard.bots import bot_names

    options = [
        {
            "key": option.key,
            "name": option.name,
            "sentence": option.sentence,
            "rule": option.rule,
            "values": [value for value, _ in option.values],
            "default": option.default,
            "house": option.house,
            "printed": option.printed,
        }
        for option in game.options
    ]
    return {
        "key": game.key,
        "title": game.title,
        "players": list(game.players),
        "rules_version": game.rules_version,
        "content": game.content_digest,
        "options": options,
        "bots": bot_names(game),
    }


def rules(key: str, number: str, words: str, in_json: bool) -> None:
    """The rules of a game: all, one by its number, or those with some words."""
    game = find_game(key)
    if not number and not words and not in_json:
        _read(game.rules())
        return
    found = [rule(game, number)] if number else search(game, words) if words else rules_of(game)
    if not found:
        raise UnknownError(f"{game.title} has no rule with the words {words!r}")
    if in_json:
        as_json([one._asdict() for one in found])
        return
    screen = Screen()
    for one in found:
        screen.say(one.text, first=one.number, indent=8)


def _read(markdown: str) -> None:
    """A long text: paged and laid out on a terminal, else as it is."""
    console = Console()
    if not console.is_terminal:
        print(markdown)
        return
    os.environ.setdefault("LESS", "-R")  # lets colours through
    with console.pager(styles="less" in os.environ.get("PAGER", "less")):
        console.print(Markdown(markdown), width=min(console.width, 100))


def check(path: Path, in_json: bool) -> int:
    """Run vectors; returns the exit status: 0 if all hold, 1 if one does not, 2 if a script can't be played at all."""
    from witchboard.engine.vectors import check_file

    if not path.exists():
        raise UnknownError(f"there is no file or folder {str(path)!r}")
    results = check_file(path)
    if not results:
        raise UnknownError(f"{str(path)!r} holds no vectors: expected TOML files")
    wrong = [result for result in results if result.error]
    if in_json:
        rows = [
            {"file": result.file, "name": result.name, "rules": result.rules, "error": result.error}
            for result in results
        ]
        as_json({"vectors": len(results), "wrong": len(wrong), "results": rows})
    else:
        for result in wrong:
            print(result.error)
        cited = {number for result in results for number in result.rules}
        print(f"{len(results)} vectors, {len(cited)} rules:", f"{len(wrong)} do not hold" if wrong else "all hold")
    if not wrong:
        return 0
    return 1 if all("(expectation):" in result.error for result in wrong) else 2

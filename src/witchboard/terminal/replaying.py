"""The command `replay`: a game that was played, step by step or all at once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from witchboard.engine.acts import Listener
from witchboard.engine.entries import Chance, text_of
from witchboard.engine.errors import MalformedError
from witchboard.engine.game import ALL, PUBLIC, Game
from witchboard.engine.record import Record, begin, check_rules, game_of, read
from witchboard.engine.state import State
from witchboard.engine.walk import count, perform, walk

from .games_folder import record_path
from .reports import as_json
from .screen import EndOfInput, Screen, sentence


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the line of play: who did what, what it told, the position after it."""

    number: int
    who: str
    text: str
    told: tuple[str, ...]
    state: State


def steps(record: Record, game: Game[Any], observer: int) -> Iterator[Step]:
    """The line of play, what was taken back left out; the first step, number 0, is the start."""
    check_rules(record, game)
    listener = Listener(game, [observer])
    state = begin(record, game, listener)
    yield Step(0, "", "the game begins", _words(listener, observer), state)
    labels: dict[str, int] = {}
    for number, (at, entry) in enumerate(walk(record.entries, record.path).line, 1):
        listener.told.clear()
        who = game.seat_name(state, entry.seat) if not isinstance(entry, Chance) else entry.label
        try:
            perform(game, state, entry, labels, listener)
        except ValueError as error:
            raise record.error(at, f"was edited, or doesn't fit: {error}") from None
        count(labels, entry)
        yield Step(number, who, text_of(entry), _words(listener, observer), state)


def _words(listener: Listener, observer: int) -> tuple[str, ...]:
    return tuple(words for told in listener.told if (words := told.words.get(observer, "")))


def replay(path: Path, whole: bool, in_json: bool) -> None:
    """Show a record. All secrets show once the game is over."""
    record = read(record_path(path))
    game = game_of(record)
    observer = ALL if record.end else PUBLIC
    screen = Screen(pace=0)
    if in_json:
        found = steps(record, game, observer)
        as_json([{"step": one.number, "who": one.who, "text": one.text, "told": one.told} for one in found])
        return
    if not whole and not sys.stdin.isatty():
        raise MalformedError("this is not a terminal: expected --all, to print the whole game")
    if whole:
        _print(screen, record, game, observer)
    else:
        _walk(screen, record, game, observer)


def _print(screen: Screen, record: Record, game: Game[Any], observer: int) -> None:
    """The whole game, with the table at its end."""
    last: Step | None = None
    for last in steps(record, game, observer):
        _show(screen, last)
    assert last
    screen.picture(game.text(last.state, observer, screen.width))
    _end(screen, record)


def _walk(screen: Screen, record: Record, game: Game[Any], observer: int) -> None:
    """Step by step, with keys."""
    taken = [_frozen(one) for one in steps(record, game, observer)]
    at = 0
    screen.say(f"{game.title}, {len(taken) - 1} steps. Enter next, b back, a number goes there, t the table, q leaves.")
    _show(screen, taken[at])
    while True:
        try:
            key = screen.ask(f"{at}/{len(taken) - 1} > ").casefold()
        except EndOfInput:
            return
        if key == "q":
            return
        if key == "t":
            screen.picture(game.text(taken[at].state, observer, screen.width))
            continue
        to = {"": at + 1, "b": at - 1}.get(key, int(key) if key.isdigit() else -1)
        if not 0 <= to < len(taken):
            screen.say("That was the last step." if to == len(taken) else f"Steps are numbered 0 to {len(taken) - 1}.")
            continue
        at = to
        _show(screen, taken[at])
        if at == len(taken) - 1:
            screen.picture(game.text(taken[at].state, observer, screen.width))
            _end(screen, record)


def _frozen(step: Step) -> Step:
    """The step with a position of its own: the iterator goes on changing its own one."""
    return Step(step.number, step.who, step.text, step.told, step.state.clone())


def _show(screen: Screen, step: Step) -> None:
    who = f"{step.who}: " if step.who else ""
    screen.say(f"{who}{step.text}", style="bold", first=f"{step.number:>4}", indent=6)
    for words in step.told:
        screen.say(sentence(words), indent=8)


def _end(screen: Screen, record: Record) -> None:
    if record.end:
        screen.say(f"{record.end.words} Scores: {', '.join(map(str, record.end.scores))}.", style="bold")

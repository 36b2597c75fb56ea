"""Test vectors: a position, a script of choices and of answers of chance, and what must hold in between.

The format is described in `docs/vectors.md`, for all games. Interpreted only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import msgspec

from .content import ContentError, Value, convert, read_toml
from .discover import find_game
from .entries import Header
from .errors import WitchboardError
from .expectation import Expectation, check, flattened, nulls
from .game import Game, OptionValue
from .record import header_of
from .script import Playing, ScriptError
from .state import State

MOST_RULES = 6


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where vectors begin: a new game, its set-up answered, then some values of the position changed."""

    like: str = ""
    players: int | None = None
    options: dict[str, OptionValue] = {}
    content: dict[str, object] = {}
    setup: tuple[str, ...] = ()
    seed: int | None = None
    change: dict[str, object] = {}
    stack: tuple[object, ...] | None = None


class Vector(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One case: where it begins, what is played, what must hold."""

    name: str
    rules: tuple[str, ...]
    script: tuple[str | Expectation, ...]
    start: str | Start = Start()
    seed: int | None = None
    change: dict[str, object] = {}
    stack: tuple[object, ...] | None = None


class VectorFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of vectors of one game. `starts_from` names a file beside it whose starts can be used here too."""

    game: str
    starts_from: str = msgspec.field(name="starts-from", default="")
    starts: dict[str, Start] = {}
    vectors: tuple[Vector, ...] = msgspec.field(name="vector", default=())


@dataclass(frozen=True, slots=True)
class Result:
    """How a vector went: `error` is empty if everything held, else it says where and what."""

    file: str
    name: str
    rules: tuple[str, ...]
    error: str = ""


@dataclass(frozen=True, slots=True)
class Begun:
    """A start made ready: the game with its content, players and options, the position."""

    game: Game[State]
    header: Header
    state: State


class VectorError(WitchboardError):
    """A file of vectors that can't be read. Says which file, row and field."""


def read(path: Path) -> VectorFile:
    """The vectors of a file. Raises `VectorError`."""
    file = _convert(path)
    if file.starts_from:
        beside = path.parent / file.starts_from
        if beside.parent != path.parent:
            raise VectorError(f"{path.name}, starts-from: expected a file beside it, got {file.starts_from!r}")
        other = _convert(beside)
        if other.game != file.game:
            raise VectorError(f"{path.name}, starts-from: {file.starts_from} is of {other.game!r}, not {file.game!r}")
        file = msgspec.structs.replace(file, starts={**other.starts, **file.starts})
    names = [vector.name for vector in file.vectors]
    for vector in file.vectors:
        if names.count(vector.name) > 1:
            raise VectorError(f"{path.name}: expected each vector's name once, got {vector.name!r} again")
        if not 1 <= len(vector.rules) <= MOST_RULES:
            count = len(vector.rules)
            raise VectorError(f"{path.name}, vector {vector.name!r}: expected 1 to {MOST_RULES} rules, got {count}")
    return file


def _convert(path: Path) -> VectorFile:
    try:
        return convert(read_toml(path, path.name), VectorFile, path.name)
    except ContentError as error:
        raise VectorError(str(error)) from error


def check_file(path: Path, find: Callable[[str], Game[State]] = find_game) -> list[Result]:
    """Run all vectors of a file, or of all TOML files below a folder.

    Raises `VectorError` for a file that can't be read and `UnknownError` for a game that isn't there.
    """
    results = []
    for file in sorted(path.rglob("*.toml")) if path.is_dir() else [path]:
        whole = read(file)
        game = find(whole.game)
        stage = Stage(game, whole, str(file.relative_to(path)) if path.is_dir() else file.name)
        results.extend([stage.result(vector) for vector in whole.vectors])
    return results


class Stage:
    """Sets up the starts of a file and runs its vectors; starts are made once and cloned."""

    def __init__(self, game: Game[State], file: VectorFile, name: str) -> None:
        self.game, self.file, self.name = game, file, name
        self.made: dict[str, Begun] = {}

    def result(self, vector: Vector) -> Result:
        """Run a vector."""
        try:
            self.run(vector)
        except WitchboardError as error:
            return Result(self.name, vector.name, vector.rules, f"{self.name}, vector {vector.name!r}, {error}")
        return Result(self.name, vector.name, vector.rules)

    def run(self, vector: Vector) -> Playing:
        """Run a vector and return its end. Raises `ScriptError` or another `ValueError` at what doesn't hold."""
        begun = self._begin(vector)
        observers = {entry.observer for entry in vector.script if isinstance(entry, Expectation) and entry.told}
        playing = Playing(begun.game, begun.header, begun.state, vector.seed, observers)
        for number, entry in enumerate(vector.script, 1):
            try:
                if isinstance(entry, str):
                    playing.enter(entry)
                else:
                    check(playing, entry)
            except WitchboardError as error:
                given = repr(entry) if isinstance(entry, str) else "expectation"
                raise ScriptError(f"script line {number} ({given}): {error}") from error
        return playing

    def _begin(self, vector: Vector) -> Begun:
        start = vector.start
        try:
            begun = self.start(start) if isinstance(start, str) else self._make(start)
            state = _changed(begun.game, begun.state, vector.change, vector.stack)
        except (WitchboardError, ContentError) as error:
            raise ScriptError(f"start: {error}") from error
        return Begun(begun.game, begun.header, state)

    def start(self, name: str) -> Begun:
        """A start of the file. Raises `ScriptError`."""
        if name not in self.file.starts:
            raise ScriptError(f"there is no start {name!r}: expected one of {', '.join(self.file.starts) or 'none'}")
        if name not in self.made:
            self.made[name] = self._make(self.file.starts[name])
        return self.made[name]

    def _make(self, start: Start) -> Begun:
        whole = [start, *self._ancestors(start)][::-1]
        content: dict[str, object] = {}
        options: dict[str, OptionValue] = {}
        for one in whole:
            content.update(flattened(one.content))
            options.update(one.options)
        game = self.game.with_content(cast("dict[str, Value]", content)) if content else self.game
        players = [one.players for one in whole if one.players is not None] or [game.players[-1]]
        seed = next((one.seed for one in reversed(whole) if one.seed is not None), None)
        header = header_of(game, players[-1], options)
        playing = Playing(game, header, game.new(header.players, options), seed)
        for line in [line for one in whole for line in one.setup]:
            try:
                playing.enter(line)
            except ScriptError as error:
                raise ScriptError(f"setup {line!r}: {error}") from error
        playing.draw()
        state = playing.state
        for one in whole:
            state = _changed(game, state, one.change, one.stack)
        return Begun(game, header, state)

    def _ancestors(self, start: Start) -> Iterator[Start]:
        """The starts this one is like, the nearest first."""
        seen: list[str] = []
        while start.like:
            if start.like in seen:
                raise ScriptError(f"start {start.like!r} is like itself")
            if start.like not in self.file.starts:
                raise ScriptError(f"there is no start {start.like!r}: expected one of {', '.join(self.file.starts)}")
            seen.append(start.like)
            start = self.file.starts[start.like]
            yield start


def _changed(game: Game[State], state: State, changes: dict[str, object], stack: tuple[object, ...] | None) -> State:
    if not changes and stack is None:
        return state.clone()
    flat = {key: nulls(value) for key, value in flattened(changes)}
    return game.changed(state, flat, None if stack is None else nulls(list(stack)))

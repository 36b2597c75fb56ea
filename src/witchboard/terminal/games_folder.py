"""Where the games of the terminal are kept: a folder of records, or any file that is named."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

from witchboard.engine.errors import MalformedError
from witchboard.table.folder import data_folder
from witchboard.table.jsonl import KEY, JsonLinesStore
from witchboard.table.store import Listed

ENDING = ".jsonl"


class Place(NamedTuple):
    """A game in a store."""

    store: JsonLinesStore
    key: str

    @property
    def path(self) -> Path:
        """Its file."""
        return self.store.path(self.key)


def folder() -> Path:
    """Where games are kept that no file was named for."""
    return data_folder() / "games"


def new_place(game: str, file: Path | None) -> Place:
    """Where a new game of that key is kept. Raises `MalformedError` or `StoreError`."""
    if file is not None:
        return named(file)
    store = JsonLinesStore(folder())
    key = first = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    number = 1
    while store.path(key).exists():
        number += 1
        key = f"{first}-{number}"
    return Place(store, key)


def named(file: Path) -> Place:
    """The place of a file. Raises `MalformedError` for a name that no record can have."""
    path = file.expanduser()
    path = path if path.suffix else path.with_suffix(ENDING)
    if path.suffix != ENDING or not KEY.fullmatch(path.stem):
        raise MalformedError(
            f"{str(file)!r} can't be the file of a game: expected a name of small letters, digits and hyphens, "
            f"such as evening{ENDING}"
        )
    return Place(JsonLinesStore(path.parent), path.stem)


def unfinished(game: str = "") -> list[Listed]:
    """The games that go on, of that key if one is given, the one played last first."""
    if not folder().is_dir():
        return []
    return [one for one in JsonLinesStore(folder()).tables() if not one.over and game in ("", one.header.game)]


def met(game: str) -> bool:
    """Whether a game of that key has been played here before."""
    return folder().is_dir() and any(folder().glob(f"{game}-*{ENDING}"))


def record_path(file: Path) -> Path:
    """The file of a record: as it stands, or by its name in the folder of games."""
    path = file.expanduser()
    kept = folder() / f"{path.name}{'' if path.suffix else ENDING}"
    return kept if not path.exists() and path.parent == Path() and kept.exists() else path

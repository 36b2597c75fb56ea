"""How the earlier games of a match ended, in a small file beside the game that goes on with it."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from witchboard.engine.game import Game
from witchboard.engine.state import State
from witchboard.table.table import Table

ENDING = ".match"


def plays_match(table: Table) -> bool:
    """Whether the game of a table belongs to a match."""
    line = table.line
    return table.game.series([line.state], line.header.options) is not None


def keep(game: Game[Any], record: Path, earlier: Sequence[State]) -> None:
    """Write down how the games before that of a record ended. What isn't to be written is unknown on resuming."""
    with contextlib.suppress(OSError):
        record.with_suffix(ENDING).write_bytes(msgspec.json.encode([game.dump(one) for one in earlier]))


def kept(game: Game[Any], record: Path) -> list[State] | None:
    """How the games before that of a record ended; None if that isn't to be read."""
    try:
        found = msgspec.json.decode(record.with_suffix(ENDING).read_bytes(), type=list[Any])
        return [game.load(one) for one in found]
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return None

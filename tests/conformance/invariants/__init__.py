"""What must hold in every position of a game, written apart from the game: one module a game, named like its key.

A module offers `check(game, state)`: what is wrong, in words with the rule's number; nothing if all is well.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeAlias

from witchboard.engine.game import Game
from witchboard.engine.state import State

Check: TypeAlias = Callable[[Game[State], State], list[str]]
FOLDER = Path(__file__).parent


@cache
def _check(key: str) -> Check | None:
    path = FOLDER / f"{key.replace('-', '_')}.py"
    spec = importlib.util.spec_from_file_location(f"invariants_of_{path.stem}", path)
    if not path.exists() or spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    check: Check = module.check
    return check


def checks_of(game: Game[State]) -> list[Check]:
    """The game's check, if there is one."""
    check = _check(game.key)
    return [check] if check else []

"""What this person has met before, so that first words come once: a list of names in a small file."""

from __future__ import annotations

import contextlib

from witchboard.table.folder import data_folder


class Met:
    """The kinds of question of a game that were met before. Off, everything counts as met."""

    def __init__(self, game: str, on: bool) -> None:
        self.path = data_folder() / "met.txt"
        self.game = game
        self.on = on
        self.names: set[str] = set()
        if on:
            with contextlib.suppress(OSError, ValueError):
                self.names = set(self.path.read_text(encoding="utf-8").split("\n"))

    def first(self, kind: str = "") -> bool:
        """Whether that kind of question, or the game as a whole, is met for the first time; from now on it isn't."""
        name = f"{self.game} {kind}".strip()
        if not self.on or name in self.names:
            return False
        self.names.add(name)
        with contextlib.suppress(OSError):  # then it will be said once more
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text("\n".join(sorted(self.names)), encoding="utf-8")
        return True

"""What people say at a table: quick phrases and words of their own, kept with the table; and what they point at."""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Sequence
from concurrent.futures import Future

from .sqlite import SqliteStore

log = logging.getLogger("witchboard.talk")

KEPT = 200  # lines in memory
SHOWN = 50  # lines that somebody gets who comes
LONGEST = 200
ELEMENT = re.compile(r"[\w-]{1,64}")


class Talk:
    """The chat of one table."""

    def __init__(self, key: str, store: SqliteStore, phrases: Sequence[str]) -> None:
        self.key = key
        self.store = store
        self.phrases = phrases
        self.lines: list[dict[str, object]] = []
        self._count = 0

    def load(self) -> None:
        """Read what was said before."""
        rows = self.store.read(
            "SELECT n, line FROM chat JOIN tables ON tables.id = table_id WHERE key = ? ORDER BY n DESC LIMIT ?",
            self.key,
            KEPT,
        )
        self.lines = [json.loads(line) for _, line in reversed(rows)]
        self._count = rows[0][0] + 1 if rows else 0

    @property
    def latest(self) -> list[dict[str, object]]:
        """What somebody gets who comes."""
        return self.lines[-SHOWN:]

    def phrase(self, n: int) -> str:
        """A quick phrase by its number; "" if there is none."""
        return self.phrases[n] if n < len(self.phrases) else ""

    def say(self, seat: int, name: str, text: str) -> dict[str, object] | None:
        """Keep what somebody said; None if that was nothing."""
        words = " ".join(text.split())[:LONGEST]
        if not words:
            return None
        line: dict[str, object] = {"by": seat, "name": name, "text": words, "at": int(time.time() * 1000)}
        self.lines = [*self.lines[-KEPT + 1 :], line]
        query = "INSERT INTO chat (table_id, n, line) SELECT id, ?, ? FROM tables WHERE key = ?"
        written = self.store.write_later(query, self._count, json.dumps(line), self.key)
        written.add_done_callback(self._written)
        self._count += 1
        return line

    def _written(self, done: Future[None]) -> None:
        if done.exception():
            log.error("table %s: a line of chat is not kept: %s", self.key, done.exception())


def element(text: str) -> str:
    """The id of what somebody points at; "" if it can be none."""
    return text if ELEMENT.fullmatch(text) else ""

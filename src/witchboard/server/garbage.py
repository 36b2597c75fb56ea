"""Python's collection of cycles, kept from stopping every table at once.

Each full collection looks at all that lives: with a thousand tables that takes a second or more, and by itself it comes
as often as the heap has grown by a quarter. Nearly all that a server drops goes without it. So what is new is looked at
once, by little and little; all else when so much has gone that it may be worth it, and as seldom as to cost a
thousandth of the time.
"""

from __future__ import annotations

import gc
import time

YOUNG = 2_000  # new objects after which those, and only those, are looked at
NEVER = 1_000_000
WORTH = 2_000  # sockets that have gone since the latest full collection; some kB of each may hang in cycles
SHARE = 1000  # a full collection comes after so many times what the latest took


class Garbage:
    """The collector of this process, once `tame` was called."""

    def __init__(self) -> None:
        self._tame = False
        self._due = 0.0
        self.gone = 0  # sockets, since the latest full collection

    def tame(self) -> None:
        """Let no full collection begin by itself."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, NEVER, NEVER)
        self._tame = True

    def sweep(self) -> None:
        """Collect everything, if it is time and worth it."""
        began = time.monotonic()
        if self._tame and began >= self._due and self.gone >= WORTH:
            self.gone = 0
            gc.collect()
            ended = time.monotonic()
            self._due = ended + SHARE * (ended - began)

"""One place to draw for all tables of a server: drawing takes longest of all, and may wait for what others answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

PATIENCE = 0.1  # seconds a table lets others by
STEPS = 4  # turns of the event loop: from a socket to the journal, and from a commit to the acknowledgement


class Easel:
    """Lets one table draw after another; before each, what has come in meanwhile goes as far as it can."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for one's turn, and have it."""
        asked = time.monotonic()
        async with self._lock:
            if time.monotonic() < asked + PATIENCE:
                for _ in range(STEPS):
                    await asyncio.sleep(0)
            yield

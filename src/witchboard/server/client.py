"""One socket: what goes out waits in a bounded queue, so a slow reader holds nobody up; what comes in is counted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from witchboard.table.live import encode

from .views import Viewer

QUEUE = 256  # messages that may wait for a reader; then he gets one fresh view instead
STUCK = 20.0  # seconds after which a reader who takes nothing is cut off
RATE, BURST = 12.0, 40.0  # messages a second a socket may send, and how many at once
LONGEST = 8192  # bytes of a message


class TokenBucket:
    """Lets so many through a second, and some more at once."""

    def __init__(self, rate: float = RATE, burst: float = BURST) -> None:
        self.rate, self.burst = rate, burst
        self.tokens, self.at = burst, time.monotonic()

    def take(self) -> bool:
        """Whether one more may pass now."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class Client(Viewer):
    """A browser's socket at a table. `address` is the site's, as this browser reaches it; `invite` the table's key.

    `caught_up` is called when a reader who was too slow has taken all that waited.
    """

    def __init__(self, socket: WebSocket, holder: str, address: str = "", invite: str = "") -> None:
        super().__init__(holder)
        self.socket = socket
        self.address = address
        self.invite = invite
        self.caught_up: Callable[[], None] | None = None
        self.bucket = TokenBucket()
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)
        self._writer = asyncio.create_task(self._write())

    def send(self, message: bytes) -> None:
        """Let a message go out when the reader takes it. Never waits."""
        if self.behind:
            return
        try:
            self._out.put_nowait(message)
        except asyncio.QueueFull:
            self.behind = True

    def table_link(self, key: str, closed: bool) -> str:
        """The link that leads to a table; of a closed one with the key that lets one sit down."""
        return f"{self.address}/t/{key.upper()}" + (f"?k={self.invite}" if closed else "")

    def part(self, why: str, words: str) -> None:
        """Say goodbye, and close."""
        self.send(encode({"t": "bye", "why": why, "words": words}))
        self.close()

    @property
    def drained(self) -> bool:
        """Whether nothing waits to go out."""
        return self._out.empty()

    def close(self) -> None:
        """Send what waits, then close."""
        with suppress(asyncio.QueueFull):
            self._out.put_nowait(None)
            return
        self._writer.cancel()

    async def receive(self) -> bytes | None:
        """The next message; None when the socket is closed. A message that is too long closes it."""
        try:
            text = await self.socket.receive_text()
        except (WebSocketDisconnect, KeyError, RuntimeError):
            return None
        message = text.encode()
        return message if len(message) <= LONGEST else None

    async def end(self) -> None:
        """Stop writing."""
        self._writer.cancel()
        with suppress(asyncio.CancelledError):
            await self._writer

    async def _write(self) -> None:
        try:
            while True:
                message = await self._out.get()
                if message is None:
                    break
                await asyncio.wait_for(self.socket.send_text(message.decode()), STUCK)
                if self.behind and self.drained and self.caught_up:
                    self.caught_up()
        except (WebSocketDisconnect, RuntimeError, TimeoutError, OSError):
            pass
        if self.socket.application_state == WebSocketState.CONNECTED:
            with suppress(Exception):
                await self.socket.close(1000)

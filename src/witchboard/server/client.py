"""One socket: what goes out waits in a bounded queue, so a slow reader holds nobody up; what comes in is counted.

A reader who can't follow loses what doesn't fit, and gets one fresh view when he has taken what waits. Answers to what
he asked are never dropped. One who takes nothing at all is cut off.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from witchboard.table.live import encode

from .buckets import TokenBucket
from .views import Viewer

WAITING = 98_304  # bytes that may wait for a reader, beside the message that finds nothing waiting
ANSWERS = 64  # answers that may wait beyond that
STUCK = 20.0  # seconds after which a reader who takes nothing is cut off
RATE, BURST = 12.0, 40.0  # messages a second a socket may send, and how many at once
LONGEST = 8192  # bytes of a message
ANSWER = (
    b'{"t":"ok"',
    b'{"t":"no"',
    b'{"t":"bye"',
    b'{"t":"pong"',
    b'{"t":"why"',
    b'{"t":"way"',
    b'{"t":"overlay"',
    b'{"t":"draft"',
    b'{"t":"link"',
)


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
        self.bucket = TokenBucket(RATE, BURST)
        self._out: deque[bytes] = deque()
        self._bytes = 0
        self._closing = False
        self._wake = asyncio.Event()
        self._writer = asyncio.create_task(self._write())

    def send(self, message: bytes) -> None:
        """Let a message go out when the reader takes it. Never waits."""
        if self._closing or not self._fits(message):
            return
        self._out.append(message)
        self._bytes += len(message)
        self._wake.set()

    def _fits(self, message: bytes) -> bool:
        """Whether a message may wait; if not, the reader is behind."""
        if message.startswith(ANSWER):
            return len(self._out) < ANSWERS or self._bytes < WAITING
        if self._out and self._bytes + len(message) > WAITING:
            self.behind = True
        return not self.behind

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
        return not self._out

    def close(self) -> None:
        """Send what waits, then close."""
        self._closing = True
        self._wake.set()

    async def receive(self) -> bytes | None:
        """The next message; None when the socket is closed. A message that is too long closes it."""
        try:
            text = await self.socket.receive_text()
        except (WebSocketDisconnect, KeyError, RuntimeError):
            return None
        message = text.encode()
        return message if len(message) <= LONGEST else None

    async def end(self) -> None:
        """Stop writing; what waits is written if the reader takes it at once."""
        self.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await asyncio.shield(self._writer)
        self._writer.cancel()
        with suppress(asyncio.CancelledError):
            await self._writer

    async def _write(self) -> None:
        """The writer's life: one message after another, until closed or stuck."""
        try:
            while self._out or not self._closing:
                if not self._out:
                    self._wake.clear()
                    await self._wake.wait()
                    continue
                await self._empty()
                if self.behind and self.caught_up:
                    self.caught_up()
        except TimeoutError:
            self._cut()
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        self._closing = True
        self._out.clear()
        if self.socket.application_state == WebSocketState.CONNECTED:
            with suppress(Exception):
                await self.socket.close(1000)

    async def _empty(self) -> None:
        """Write all that waits. Raises `TimeoutError` when the reader is stuck."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(STUCK) as patience:
            last = loop.time()
            while self._out:
                await self.socket.send_text(self._out[0].decode())
                self._bytes -= len(self._out.popleft())
                if self._out and loop.time() > last + 1:
                    last = loop.time()
                    patience.reschedule(last + STUCK)

    def _cut(self) -> None:
        """Drop the connection with all that waits in it, where the server offers that (`serve.Wire`)."""
        cut = self.socket.scope.get("state", {}).get("cut")
        if cut is not None:
            cut()

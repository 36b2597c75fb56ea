"""A server of a test's own, on a loopback port in this process, and the people who come to it.

with Host(folder) as host:
    ann, ben = host.browser(), host.browser()
    code = ann.open("ghost-stories", players=2, seats=["me", "open"], name="Ann")
    ben.sit(code, "Ben")
    wire = ann.wire(code)          # a socket that has said hello
    whole = wire.get("whole")
"""

from __future__ import annotations

import asyncio
import html
import json
import os
import re
import secrets
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import httpx
from httpx import Response
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from witchboard.bots.think import think
from witchboard.server.app import make_app, make_site
from witchboard.server.serve import make_server
from witchboard.server.site import Site
from witchboard.server.sqlite import SqliteStore
from witchboard.server.thinkers import Thinkers

Message = dict[str, Any]
PATIENCE = 10.0  # seconds within which what a test waits for must come


class Here(Thinkers):
    """Bots that think here and at once. `fault` is what they raise instead, `said` what they answer."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0
        self.fault: Exception | None = None
        self.said: bytes | None = None

    def warm(self) -> None:
        """There is nothing to begin."""

    async def answer(self, asked: bytes) -> bytes:
        self.asked += 1
        await asyncio.sleep(0)
        if self.fault:
            raise self.fault
        return self.said or think(asked)


class Host:
    """A server. It may be stopped and started again on its data and its port."""

    def __init__(
        self,
        data: Path,
        thinkers: Thinkers | None = None,
        store: SqliteStore | None = None,
        origins: tuple[str, ...] = (),
    ) -> None:
        self.data = data
        self.thinkers = thinkers or Here()
        self.origins = origins
        self.port = 0
        self.site: Site
        self.start(store)

    def start(self, store: SqliteStore | None = None) -> None:
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", self.port))
        listening.listen(512)
        self.port = listening.getsockname()[1]
        self.site = make_site(self.data, self.port, self.origins, store=store, thinkers=self.thinkers)
        self._server = make_server(make_app(self.site), lifespan="on")
        self._thread = threading.Thread(target=self._serve, args=(listening,), daemon=True)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive()
            self._thread.join(0.002)

    def _serve(self, listening: socket.socket) -> None:
        asyncio.run(self._run(listening))

    async def _run(self, listening: socket.socket) -> None:
        self.loop = asyncio.get_running_loop()
        await self._server.serve([listening])

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server did not stop"

    def restart(self) -> None:
        self.stop()
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def browser(self, **headers: str) -> Browser:
        return Browser(self, headers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        if self._thread.is_alive():
            self.stop()


class Browser:
    """Somebody with a cookie jar. `headers` go with every request."""

    def __init__(self, host: Host | Process, headers: dict[str, str]) -> None:
        self.host = host
        self.headers = headers
        self.http = httpx.Client(base_url=host.address, headers=headers, timeout=PATIENCE)
        self.wires: list[Wire] = []

    def get(self, path: str, **more: Any) -> Response:
        return self.http.get(path, **more)

    def post(self, path: str, form: dict[str, str] | None = None, origin: str | None = "", **more: Any) -> Response:
        """Send a form as a browser does; `origin` None leaves that out."""
        headers = {} if origin is None else {"origin": origin or self.host.address}
        return self.http.post(path, data=form or {}, headers=headers, **more)

    def play(self, game: str = "ghost-stories", opening: int = 0) -> str:
        """Play now. Returns the table's code."""
        answer = self.post(f"/play/{game}", {"opening": str(opening)})
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/t/")

    def open(
        self, game: str, seats: Sequence[str] = ("me", "open"), name: str = "Ann", players: int = 0, **form: str
    ) -> str:
        """Set a table up. Returns its code."""
        fields = {"name": name, "players": str(players or len(seats)), **form}
        fields |= {f"seat-{number}": kind for number, kind in enumerate(seats)}
        answer = self.post(f"/new/{game}", fields)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/t/")

    def sit(self, code: str, name: str, seat: int = 1, key: str = "") -> Response:
        self.get("/")
        return self.post(f"/t/{code}/sit", {"name": name, "seat": str(seat), "k": key})

    def page(self, code: str, query: str = "?watch=1") -> Message:
        """What the table's page tells its script."""
        answer = self.get(f"/t/{code}{query}", follow_redirects=True)
        found = re.search(r'id="wb-page">(.*?)</script>', answer.text, re.S)
        assert found, answer.text
        return dict(json.loads(html.unescape(found[1])))

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def wire(
        self,
        code: str,
        token: str | None = None,
        origin: str | None = "",
        hello: bool = True,
        slow: bool = False,
        **more: Any,
    ) -> Wire:
        """A socket at a table that has said hello, as the table's page does. A slow one takes little ahead."""
        token = self.page(code)["token"] if token is None else token
        under = socket.socket()
        if slow:
            under.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        under.connect(("127.0.0.1", self.host.port))
        opened = connect(
            f"ws://127.0.0.1:{self.host.port}/t/{code}/ws",
            origin=None if origin is None else origin or self.host.address,  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookie, **self.headers},
            compression=None,
            open_timeout=PATIENCE,
            max_size=None,
            max_queue=1 if slow else None,
            sock=under,
        )
        wire = Wire(opened.__enter__(), token)
        self.wires.append(wire)
        if hello:
            wire.hello(**more)
        return wire

    def close(self) -> None:
        for wire in self.wires:
            wire.close()
        self.http.close()


class Wire:
    """A socket at a table: what is sent, what came, what is asked."""

    def __init__(self, socket: ClientConnection, token: str) -> None:
        self.socket = socket
        self.token = token
        self.heard: list[Message] = []
        self.seen = 0
        self.asks: list[Message] = []
        self.tab = secrets.token_hex(4)
        self._sent = 0

    def hello(self, seen: int = 0, layout: str = "wide", **more: Any) -> None:
        self.send(t="hello", token=self.token, seen=seen, layout=layout, **more)

    def send(self, **message: Any) -> None:
        self.raw(json.dumps(message))

    def raw(self, message: str | bytes) -> None:
        self.socket.send(message)

    def next(self, timeout: float = PATIENCE) -> Message:
        """The next message. Raises `TimeoutError`, `ConnectionClosed`."""
        message: Message = json.loads(self.socket.recv(timeout))
        self.heard.append(message)
        if message["t"] in ("whole", "frame"):
            self.seen = message["seq"]
        if message["t"] in ("whole", "ask"):
            self.asks = message["asks"]
        return message

    def get(self, *kinds: str, timeout: float = PATIENCE) -> Message:
        """The next message of one of these kinds."""
        while (message := self.next(timeout))["t"] not in kinds:
            pass
        return message

    def answer(self, id: str) -> Message:
        """The answer to the command of that id."""
        while (message := self.get("ok", "no", "why", "draft", "link")).get("id") != id:
            pass
        return message

    def id(self) -> str:
        self._sent += 1
        return f"{self.tab}-{self._sent}"

    def ask(self, t: str, **more: Any) -> Message:
        """Send a command and wait for its answer."""
        id = more.pop("id", "") or self.id()
        self.send(t=t, id=id, **more)
        return self.answer(id)

    def asked(self) -> Message:
        """The question that waits for somebody here; waits until there is one."""
        while not self.asks:
            self.next()
        return self.asks[0]

    def take(self, choice: int = 0, **more: Any) -> Message:
        """Answer the question that stands by one of its choices, and see what comes of it."""
        ask = self.asked()
        fields = {"seat": ask["seat"], "q": ask["q"], "line": ask["choices"][choice]["line"], **more}
        answer = self.ask("take", **fields)
        if answer["t"] == "ok":
            self.get("ask", "whole")
        return answer

    def quiet(self, seconds: float = 0.15) -> list[Message]:
        """Everything that still comes within that time."""
        found: list[Message] = []
        try:
            while True:
                found.append(self.next(seconds))
        except (TimeoutError, ConnectionClosed):
            return found

    def closed(self, timeout: float = PATIENCE) -> list[Message]:
        """What comes until the server closes the socket. Raises `TimeoutError` if it doesn't."""
        found: list[Message] = []
        try:
            while True:
                found.append(self.next(timeout))
        except ConnectionClosed:
            return found

    def close(self) -> None:
        self.socket.close()


class Process:
    """A server in a process of its own, as `witchboard serve` starts it; `log` is what it wrote to standard error."""

    def __init__(self, data: Path, *options: str, environment: dict[str, str] | None = None) -> None:
        self.data = data
        self.options = options
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **(environment or {})}
        self.port = _free_port()
        self.log = data / "log.jsonl"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "witchboard", "serve", "--port", str(self.port), "--data", str(self.data)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *self.options], stdout=subprocess.DEVNULL, stderr=log, env=self.environment
            )
        until = time.monotonic() + 3 * PATIENCE
        while not self._answers():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.address}/healthz", timeout=PATIENCE).status_code == 200
        except httpx.TransportError:
            return False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def memory(self) -> int:
        """Bytes of memory that the server holds, without its workers."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return 1024 * int(found[1])

    def browser(self, **headers: str) -> Browser:
        return Browser(self, headers)

    def kill(self) -> None:
        """`kill -9`."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> float:
        """SIGTERM. Returns how many seconds it took."""
        began = time.monotonic()
        self.process.terminate()
        self.process.wait(3 * PATIENCE)
        return time.monotonic() - began

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        if self.process.poll() is None:
            self.stop()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

"""A browser at a table, without a browser: cookies, forms and a socket, by Starlette's client in one process."""

from __future__ import annotations

import json
import re
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # Starlette would rather have another HTTP library
    from starlette.testclient import TestClient, WebSocketTestSession

from witchboard.server.app import make_app, make_site

HERE = "http://localhost:8642"
Message = dict[str, Any]


class Server:
    """A server with its data in a folder; browsers are told apart by their cookies."""

    def __init__(self, folder: Path) -> None:
        self.site = make_site(folder)
        self.web = TestClient(make_app(self.site), base_url=HERE, follow_redirects=False)

    def browser(self) -> Browser:
        """A browser that has never been here."""
        return Browser(self)


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """A server that runs as long as the context."""
    server = Server(folder)
    with server.web:
        yield server


class Browser:
    """A browser: its cookies, and the table it has open."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookies: dict[str, str] = {}

    def get(self, path: str) -> Any:
        return self._ask("GET", path)

    def post(self, path: str, **form: str) -> Any:
        return self._ask("POST", path, form)

    def _ask(self, method: str, path: str, form: dict[str, str] | None = None) -> Any:
        web = self.server.web
        web.cookies.clear()
        web.cookies.update(self.cookies)
        answer = web.request(method, path.removeprefix(HERE), data=form, headers={"origin": HERE})
        self.cookies.update(answer.cookies)
        return answer

    def set_up(self, game: str, **form: str) -> str:
        """Open a table by the set-up page; returns its address."""
        self.get(f"/new/{game}")
        answer = self.post(f"/new/{game}", name="Ann", **form)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    @contextmanager
    def at(self, address: str, seen: int = 0) -> Iterator[Seat]:
        """The table's page with its socket."""
        html = self.get(address).text
        found = re.search(r'id="wb-page">(.*?)</script>', html, re.S)
        assert found, html
        page = json.loads(found[1])
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"origin": HERE, "cookie": cookie}
        self.server.web.cookies.clear()
        with self.server.web.websocket_connect(f"ws://localhost:8642{page['ws']}", headers=headers) as socket:
            socket.send_json({"t": "hello", "token": page["token"], "seen": seen, "layout": "wide"})
            yield Seat(page, socket)


class Seat:
    """Somebody at a table: what came, and what is sent."""

    sent = 0

    def __init__(self, page: Message, socket: WebSocketTestSession) -> None:
        self.page = page
        self.socket = socket
        self.got: list[Message] = []
        self.table: Message = {}
        self.until(lambda message: message["t"] in ("whole", "bye", "ask"))

    def receive(self) -> Message:
        """The next message."""
        message: Message = self.socket.receive_json()
        self.got.append(message)
        if message["t"] in ("whole", "ask"):
            self.table = {**self.table, "curtain": None, "windows": [], **message}
        elif message["t"] == "over":
            self.table["outcome"] = message["outcome"]
        return message

    def until(self, wanted: Callable[[Message], object]) -> Message:
        """Take messages until one is wanted."""
        while not wanted(message := self.receive()):
            pass
        return message

    def send(self, kind: str, **more: object) -> Message:
        """Send a command; returns its answer."""
        Seat.sent += 1
        name = f"page-{Seat.sent}"
        self.socket.send_json({"t": kind, "id": name, **more})
        return self.until(lambda message: message.get("id") == name)

    @property
    def ask(self) -> Message:
        """The question that stands."""
        found: Message = self.table["asks"][0]
        return found

    def take(self, text: str) -> Message:
        """Answer it by the choice of that text."""
        ask = self.ask
        choice = next(choice for choice in ask["choices"] if choice["text"] == text)
        reply = self.send("take", seat=ask["seat"], q=ask["q"], line=choice["line"])
        self.wait(lambda table: table["asks"] != [ask] or table["outcome"])
        return reply

    def wait(self, fits: Callable[[Message], object]) -> None:
        """Take messages until the table stands so."""
        began = time.monotonic()
        while not fits(self.table):
            assert time.monotonic() - began < 20
            self.receive()

"""A table that is not there: the page as it is served, over a socket whose other end is the test.

It knows the protocol (docs/protocol.md) and draws plain pictures: squares, pieces, a deck. No game, no server.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import jinja2
from playwright.sync_api import Page, Route, WebSocketRoute

from tests.server.npm import ROOT
from witchboard.engine.front import Pencil
from witchboard.server import assets

SERVER = ROOT / "src" / "witchboard" / "server"
HOST = "http://witchboard.test"
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
PIECES = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs>'
    '<symbol id="s-hat" viewBox="0 0 20 20"><circle cx="10" cy="10" r="9" fill="#b03a2a"/></symbol>'
    '<symbol id="s-coin" viewBox="0 0 20 20"><rect width="20" height="20" fill="#d9a02f"/></symbol></defs></svg>'
)
RULES = (
    '<h2>Moves</h2><p id="TT-001"><strong>TT-001</strong> A piece moves one square. It never jumps. It may stay.</p>'
    '<p id="TT-002"><strong>TT-002</strong> The deck lies face down.</p>'
    '<p id="piece" data-number="TT-001">The piece is yours.</p>'
)
Json = dict[str, Any]


PENCIL = Pencil(r"sq-\d+-\d+", (("?", "perhaps"), ("x", "not there")))


def square(column: int, row: int, size: int = 100) -> tuple[str, str]:
    """A square of a board as a fragment."""
    key = f"sq-{column}-{row}"
    inside = f'<rect width="{size - 4}" height="{size - 4}" rx="4" fill="#f6ecd2"/>'
    place = f"translate({column * size + 2} {row * size + 2})"
    return key, f'<g id="{key}" transform="{place}" role="img" aria-label="Square {column} {row}">{inside}</g>'


def piece(key: str, column: int, row: int, size: int = 100, colour: str = "#8f2c1f") -> tuple[str, str]:
    """A piece standing on a square."""
    place = f"translate({column * size + size / 2:g} {row * size + size / 2:g})"
    inside = f'<circle r="{size * 0.28:g}" fill="{colour}" stroke="#2a1606" stroke-width="2"/>'
    return key, f'<g id="{key}" transform="{place}" role="img" aria-label="Piece {key}" data-rule="piece">{inside}</g>'


def board(columns: int = 4, rows: int = 3, size: int = 100) -> Json:
    """A picture of an empty board with one piece on it."""
    squares = [square(column, row, size) for row in range(rows) for column in range(columns)]
    ground = f'<rect width="{columns * size}" height="{rows * size}" fill="#3a2a1a"/>'
    fragments = [*squares, piece("mine", 0, 0, size)]
    box = f"0 0 {columns * size} {rows * size}"
    return {"viewBox": box, "name": "tests wide", "label": "A board", "ground": ground, "fragments": fragments}


def seat(number: int, name: str, kind: str = "bot", **more: object) -> Json:
    """A seat as the list shows it."""
    facts = [{"sign": "s-coin", "value": 3, "words": "3 coins"}]
    found: Json = {
        "seat": number,
        "name": name,
        "sign": "s-hat",
        "kind": kind,
        "bot": "random" if kind == "bot" else "",
    }
    return {**found, "here": True, "active": number == 0, "asked": number == 0, "facts": facts, **more}


def choice(number: int, words: str, *targets: str, **more: object) -> Json:
    """A choice; its text is the words in small letters."""
    return {"line": [number], "text": words.lower(), "words": words, "rule": "TT-001", "targets": list(targets), **more}


def steps(count: int = 3) -> list[Json]:
    """Moves to the squares right of the piece."""
    return [choice(n, f"Move to {n} 0", f"sq-{n}-0") for n in range(1, count + 1)]


def ask(choices: list[Json] | None = None, q: int = 1, **more: object) -> Json:
    """A question to seat 0."""
    found: Json = {
        "seat": 0,
        "q": q,
        "words": "Choose a square.",
        "rule": "TT-001",
        "kind": "Move",
        "banner": "Your turn",
    }
    undo = {"can": True, "words": "the latest step"}
    return {**found, "choices": steps() if choices is None else choices, "undo": undo, **more}


def whole(asks: list[Json] | None = None, picture: Json | None = None, **more: object) -> Json:
    """One fresh view: four seats, you and three bots."""
    drawn = picture or board()
    seats = [seat(0, "You", "you"), seat(1, "Ines"), seat(2, "Tomo"), seat(3, "Sam")]
    found: Json = {
        "t": "whole",
        "seq": 1,
        "table": {"code": "AMBER-OWL", "game": "tests", "title": "Table of Tests", "where": "round 1"},
        "me": {"seats": [0], "host": True, "name": "You", "spectator": False, "rewind": True},
        "picture": {"wide": drawn, "tall": drawn},
        "seats": seats,
        "asks": [ask()] if asks is None else asks,
        "waiting": "Ines is thinking.",
        "log": [{"seq": 1, "parts": [["The game begins"]], "by": -1, "round": 1}],
        "chat": [],
        "outcome": None,
        "phrases": ["Well rolled!", "Sorry!"],
        "bots": [["random", "Random"]],
        "windows": [],
    }
    return {**found, **more}


def frame(seq: int, caption: str, *put: tuple[str, str], gone: tuple[str, ...] = (), **more: object) -> Json:
    """A frame that changes fragments where they stand (or lays new ones on top)."""
    change = {"put": [(key, None, svg) for key, svg in put], "gone": list(gone)}
    line = {"seq": seq, "parts": [[caption]], "by": 1, "round": 1}
    return {
        "t": "frame",
        "seq": seq,
        "caption": caption,
        "beat": 300,
        "by": 1,
        "wide": change,
        "tall": change,
        "log": [line],
        **more,
    }


def asked(seq: int, *asks: Json, **more: object) -> Json:
    """What is asked after the frames."""
    return {"t": "ask", "seq": seq, "asks": list(asks), "waiting": "Ines is thinking.", **more}


@dataclass
class FakeTable:
    """The other end of a page's socket. `sent` is what the page said, hellos and pings apart."""

    page: Page
    view: Json = field(default_factory=whole)
    sent: list[Json] = field(default_factory=list)
    hellos: list[Json] = field(default_factory=list)
    answers: dict[str, Callable[[Json], list[Json]]] = field(default_factory=dict)
    catch_up: list[Json] | None = None  # what a hello that has seen something gets instead of a whole
    silent: bool = False  # commands get no answer
    deaf: bool = False  # a new socket is cut at once
    sockets: list[WebSocketRoute] = field(default_factory=list)

    def open(self, view: Json | None = None, card: Json | None = None, **more: object) -> None:
        """Load the page and wait until the table stands."""
        if view is not None:
            self.view = view
        self._data = {**_page(), **more}
        self._card = card
        self.page.route("**/*", self._serve)
        self.page.route_web_socket("**/ws", self._connect)
        self.page.goto(f"{HOST}/t/AMBER-OWL")
        self.page.wait_for_selector(".seat", timeout=8000)

    def say(self, *messages: Mapping[str, object]) -> None:
        """Send something to the page."""
        for message in messages:
            self.sockets[-1].send(json.dumps(message))

    def cut(self) -> None:
        """Break the line."""
        self.sockets[-1].close(code=1011)

    def wait_until(self, happened: Callable[[], bool]) -> None:
        """Let the page go on until this has happened, 5 s at most."""
        for _ in range(250):
            if happened():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"it did not happen; what came: {self.hellos} {self.sent}")

    def wait_for(self, kind: str, count: int = 1) -> Json:
        """The latest message of that kind, once so many have come."""
        self.wait_until(lambda: sum(message["t"] == kind for message in self.sent) >= count)
        return [message for message in self.sent if message["t"] == kind][-1]

    def settle(self) -> None:
        """Let the time pass in which a button ignores clicks that were meant for what stood there before."""
        self.page.wait_for_timeout(330)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.deaf:
            return socket.close(code=1011)
        self.sockets.append(socket)
        socket.on_message(lambda text: self._hear(json.loads(text)))
        return None

    def _hear(self, message: Json) -> None:
        if message["t"] == "ping":
            return self.say({"t": "pong"})
        if message["t"] in ("hello", "layout"):
            self.hellos.append(message)
            return self.say(*(self.catch_up if message.get("seen") and self.catch_up is not None else [self.view]))
        self.sent.append(message)
        if self.silent:
            return None
        if message["t"] in self.answers:
            return self.say(*self.answers[message["t"]](message))
        if "id" in message:
            self.say({"t": "ok", "id": message["id"]})
        return None

    def _serve(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path == "/t/AMBER-OWL":
            return route.fulfill(
                body=self._html(), content_type="text/html", headers={"content-security-policy": POLICY}
            )
        if path == "/pieces.svg":
            return route.fulfill(body=PIECES, content_type="image/svg+xml")
        if path.startswith("/rules/"):
            return route.fulfill(body=RULES, content_type="text/html")
        data = assets.static_files().get(path.removeprefix("/static/h/"))
        if data is None:
            return route.fulfill(status=404)
        kinds = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "woff2": "font/woff2"}
        return route.fulfill(body=data, content_type=kinds.get(path.rsplit(".", 1)[-1], "text/plain"))

    def _html(self) -> str:
        loader = jinja2.FileSystemLoader(SERVER / "templates")
        environment = jinja2.Environment(loader=loader, autoescape=True)
        environment.globals["static"] = lambda path: f"/static/h/{path}"
        return environment.get_template("table.html").render(
            page=self._data, card=self._card, form_token="", pencil=PENCIL if self._data["pencil"] else None
        )


def _page() -> dict[str, object]:
    link = f"{HOST}/t/AMBER-OWL"
    found: dict[str, object] = {
        "ws": "/t/AMBER-OWL/ws",
        "token": "token",
        "code": "AMBER-OWL",
        "game": "tests",
        "title": "Table of Tests",
    }
    found |= {"pieces": "/pieces.svg", "styles": "", "rules": "/rules/tests", "link": link, "qr": "", "local": False}
    return {**found, "open": "", "again": "/new/tests", "replay": "", "pencil": ""}

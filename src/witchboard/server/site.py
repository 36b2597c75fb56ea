"""What all pages share: who asks, templates, forms that come from this site, where the server can be reached."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import TypeVar

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.templating import Jinja2Templates

from .assets import static
from .buckets import TokenBucket
from .garbage import Garbage
from .guests import COOKIE, Guest, Guests, default_name, new_token
from .rooms import Rooms
from .security import origin_fits
from .sqlite import SqliteStore

YEAR = 31_536_000
Answer = TypeVar("Answer", bound=Response)


@dataclass
class Site:
    """One server: its tables, its guests, its addresses.

    `origins` are those named at the start; `lan` is the address by which the network reaches it, "" while only this
    computer does.
    """

    store: SqliteStore
    rooms: Rooms
    guests: Guests
    data: Path
    port: int
    origins: tuple[str, ...] = ()
    lan: str = ""
    open_network: Callable[[], Awaitable[str]] | None = None  # opens the server to the network, gives its address
    garbage: Garbage = field(default_factory=Garbage)
    templates: Jinja2Templates = field(init=False)
    _guesses: dict[str, TokenBucket] = field(default_factory=dict)
    _opened: dict[str, TokenBucket] = field(default_factory=dict)

    def __post_init__(self) -> None:
        folder = str(resources.files("witchboard.server") / "templates")
        loader = Environment(loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined)
        loader.globals["static"] = static
        self.templates = Jinja2Templates(env=loader)

    def guest(self, connection: HTTPConnection) -> Guest | None:
        """Who asks, by his cookie; or who was met just now."""
        met: Guest | None = getattr(connection.state, "met", None)
        return met or self.guests.read(connection.cookies.get(COOKIE))

    def meet(self, request: Request) -> Guest:
        """Who asks; somebody new gets his cookie with the answer (`welcome`)."""
        guest = self.guest(request)
        if guest is None:
            guest = request.state.met = Guest(new_token())
        return guest

    def name(self, guest: Guest | None) -> str:
        """What a guest called himself last; else a name that his browser stands for."""
        if guest is None:
            return ""
        row = self.store.read_one("SELECT name FROM guests WHERE guest = ?", guest.hashed)
        return str(row[0]) if row else default_name(guest)

    def keep_name(self, guest: Guest, name: str) -> None:
        """Remember it."""
        query = "INSERT INTO guests (guest, name) VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name"
        self.store.write_later(query, guest.hashed, name)

    def page(self, request: Request, name: str, context: dict[str, object], status: int = 200) -> HTMLResponse:
        """A page; the guest gets his cookie with it if he has none."""
        self.meet(request)
        answer = self.templates.TemplateResponse(request, name, {"form_token": "", **context}, status_code=status)
        answer.headers["Cache-Control"] = "no-store"
        return self.welcome(request, answer)

    def welcome(self, request: Request, answer: Answer) -> Answer:
        """Give somebody who was met just now his cookie."""
        met: Guest | None = getattr(request.state, "met", None)
        if met is not None:
            secure = request.url.scheme == "https"
            cookie = self.guests.cookie(met)
            answer.set_cookie(COOKIE, cookie, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")
        return answer

    def from_here(self, request: Request) -> bool:
        """Whether a form was sent from a page of this site, as browsers say with every form that is posted."""
        headers = request.headers
        if "origin" in headers:
            return origin_fits(headers["origin"], headers.get("host"), self.origins)
        return headers.get("sec-fetch-site") == "same-origin"

    def local(self, request: HTTPConnection) -> bool:
        """Whether it is asked from the server's own computer."""
        return request.client is not None and request.client.host in ("127.0.0.1", "::1")

    def may_guess(self, request: HTTPConnection) -> bool:
        """Whether one more code may be tried from there: some at once, then one every few seconds."""
        return self._bucket(self._guesses, request, 0.25, 12).take()

    def guesses_left(self, request: HTTPConnection) -> bool:
        """Whether a code may still be tried from there. A right one costs nothing, a wrong one is to be counted."""
        return self._bucket(self._guesses, request, 0.25, 12).some

    def may_open(self, request: HTTPConnection) -> bool:
        """Whether one more table may be opened from there; the server's own computer may always."""
        return self.local(request) or self._bucket(self._opened, request, 0.1, 30).take()

    def _bucket(
        self, buckets: dict[str, TokenBucket], request: HTTPConnection, rate: float, burst: float
    ) -> TokenBucket:
        host = request.client.host if request.client else ""
        if len(buckets) > 10_000:
            buckets.clear()
        return buckets.setdefault(host, TokenBucket(rate, burst))

    def address(self, request: HTTPConnection) -> str:
        """The address that links for others carry: the network's if the server is open to it, else the one asked."""
        if self.origins:
            return self.origins[0]
        if self.lan and self.local(request):
            return f"http://{self.lan}:{self.port}"
        scheme = "https" if request.url.scheme in ("https", "wss") else "http"
        return f"{scheme}://{request.headers.get('host', f'localhost:{self.port}')}"

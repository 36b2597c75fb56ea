"""The application: addresses, start and stop."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from witchboard.engine.discover import find_game
from witchboard.engine.game import UnknownError

from . import assets, rulepage
from .failures import Failures
from .guests import Guests, server_key
from .pages import Pages, module_of
from .rooms import Rooms
from .security import Guard
from .site import Site
from .sqlite import SqliteStore
from .tables import Tables
from .thinkers import Thinkers

log = logging.getLogger("witchboard")

SOCKET = re.compile("/t/([^/]+)/ws")
SWEEP = 60.0  # seconds between looks for tables that nobody is at


def make_site(
    data: Path,
    port: int = 8642,
    origins: tuple[str, ...] = (),
    workers: int = 1,
    store: SqliteStore | None = None,
    thinkers: Thinkers | None = None,
) -> Site:
    """A server's site with its data in that folder. Raises `StoreError` if it can't be opened."""
    store = store or SqliteStore(data / "witchboard.sqlite")
    rooms = Rooms(store, thinkers or Thinkers(workers))
    return Site(store, rooms, Guests(server_key(data)), data, port, origins)


def make_app(site: Site) -> ASGIApp:
    """The application of a site."""
    pages, tables = Pages(site), Tables(site)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        site.rooms.thinkers.warm()
        sweeper = asyncio.create_task(_sweep(site))
        yield
        sweeper.cancel()
        with suppress(asyncio.CancelledError):
            await sweeper
        await site.rooms.close()
        site.rooms.thinkers.close()
        await asyncio.to_thread(site.store.stop)

    async def health(request: Request) -> Response:
        fault = site.store.fault
        return JSONResponse({"ok": not fault, "words": fault, "tables": site.rooms.count}, 503 if fault else 200)

    routes = [
        Route("/", pages.front),
        Route("/play/{game}", pages.play, methods=["POST"]),
        Route("/new/{game}", pages.setup),
        Route("/new/{game}", pages.open, methods=["POST"]),
        Route("/j", pages.by_code, methods=["GET", "POST"]),
        Route("/rules/{game}", pages.rules),
        Route("/rules/{game}/{number}", _one_rule),
        Route("/t/{code}", tables.page),
        Route("/t/{code}/sit", tables.sit, methods=["POST"]),
        Route("/t/{code}/qr.svg", tables.qr),
        Route("/t/{code}/open", tables.open_network, methods=["POST"]),
        Route("/t/{code}/record", tables.record),
        Route("/device", tables.device, methods=["GET", "POST"]),
        Route("/device/{token}", tables.device, methods=["GET", "POST"]),
        Route("/static/{hash}/{path:path}", assets.serve_static),
        Route("/game/{game}/{hash}/{name}", _game_file),
        Route("/favicon.ico", lambda request: RedirectResponse(assets.static("css/candle.svg"))),
        Route("/healthz", health),
        Route("/{name}", pages.words),
    ]
    middleware = [Middleware(GZipMiddleware, minimum_size=2000)]
    app = Starlette(routes=routes, middleware=middleware, lifespan=lifespan, exception_handlers=Failures(site).handlers)
    return Guard(Sockets(app, tables), site.origins)


class Sockets:
    """Leads a table's sockets straight to it: what stands before the pages would cost each of them time and memory."""

    def __init__(self, app: ASGIApp, tables: Tables) -> None:
        self.app = app
        self.tables = tables

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = SOCKET.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            await self.app(scope, receive, send)
        else:
            await self.tables.socket(WebSocket(scope, receive, send), found[1])


async def _sweep(site: Site) -> None:
    while True:
        await asyncio.sleep(SWEEP)
        await site.rooms.sweep()
        site.garbage.sweep()


async def _one_rule(request: Request) -> Response:
    """The words of one rule as JSON."""
    try:
        game = find_game(request.path_params["game"])
    except UnknownError:
        return JSONResponse({"words": ""}, 404)
    number = request.path_params["number"].upper()
    words = rulepage.sentences(game).get(number, "")
    return JSONResponse({"rule": number, "words": words}, 200 if words else 404)


async def _game_file(request: Request) -> Response:
    """A file that a game shows."""
    try:
        game = find_game(request.path_params["game"])
    except UnknownError:
        return assets.answer(None, "")
    name = request.path_params["name"]
    return assets.answer(assets.game_file(module_of(game), name), name)

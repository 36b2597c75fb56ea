"""What guards every address: the names this server goes by, the size of what is sent, headers, origins."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
LARGEST = 65_536  # bytes of a form
PRIVATE = ("localhost", "local", "lan", "home", "internal", "home.arpa")  # endings that nobody can register


class Guard:
    """Refuses what asks for another server's name or sends too much; adds the headers to every answer."""

    def __init__(self, app: ASGIApp, origins: Collection[str]) -> None:
        self.app = app
        self.names = {urlsplit(origin).hostname for origin in origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        name = _name(Headers(scope=scope).get("host", ""))
        if not (own_name(name) or name in self.names):
            words = f"This Witchboard does not go by the name {name!r}. Start it with --origin and that address."
            answer = PlainTextResponse(words, 421)
            await answer(scope, receive, send if scope["type"] == "websocket" else with_headers(send))
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self.app(scope, bounded(receive), with_headers(send))


def _name(host: str) -> str:
    """A host's name without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def own_name(name: str) -> bool:
    """Whether no page elsewhere can have made that name point here (DNS rebinding): an address in digits, or private.

    A name without a dot, or one that ends like `PRIVATE`, can't be registered by anybody.
    """
    try:
        ip_address(name)
    except ValueError:
        return bool(name) and ("." not in name or name.endswith(tuple(f".{ending}" for ending in PRIVATE)))
    return True


def bounded(receive: Receive) -> Receive:
    """Receives a body of at most `LARGEST` bytes. Raises `HTTPException`."""
    received = 0

    async def receiving() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > LARGEST:
            raise HTTPException(413, "That is too much for a form.")
        return message

    return receiving


def with_headers(send: Send) -> Send:
    """Sends answers with the headers that all have."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


def origin_fits(origin: str | None, host: str | None, allowed: Collection[str]) -> bool:
    """Whether a socket's or form's Origin is this site: the host it was asked for, or one named at the start."""
    if not origin or not host:
        return False
    return origin in allowed or urlsplit(origin).netloc == host

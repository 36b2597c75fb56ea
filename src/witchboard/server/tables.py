"""The table's own addresses: the page, sitting down by invitation, the socket, the QR code, opening to the network."""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
from contextlib import suppress

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from witchboard.engine.errors import MalformedError, WitchboardError
from witchboard.table.store import StoreError

from . import assets, incoming, links
from .client import LONGEST, Client
from .codes import read_code
from .guests import Guest, clean_name, new_token
from .incoming import Up
from .links import Pass
from .pages import module_of
from .room import Room
from .security import origin_fits
from .site import Site

log = logging.getLogger("witchboard")

FIRST_WORD = 10.0  # seconds in which a socket must say hello


class Tables:
    """The addresses under /t/."""

    def __init__(self, site: Site) -> None:
        self.site = site

    async def _room(self, request: Request) -> Room | None:
        """The table of an address. Wrong codes are counted; raises `HTTPException` for whoever has tried too many.

        Raises what `Rooms.get` raises.
        """
        key, guest = read_code(request.path_params["code"]).lower(), self.site.guest(request)
        known = guest is not None and self.site.rooms.visited(key, guest.hashed)
        if not known and not self.site.guesses_left(request):
            raise HTTPException(429)
        room = await self.site.rooms.get(key) if key else None
        if room is None:
            self.site.may_guess(request)
        return room

    async def page(self, request: Request) -> Response:
        """The table's page; somebody without a seat is asked whether he sits down, where a seat is open."""
        room = await self._room(request)
        if room is None:
            words = "There is no table of that code."
            context: dict[str, object] = {"heading": "No such table", "error": words, "code": "", "table": None}
            return self.site.page(request, "join.html", context, 404)
        guest = self.site.meet(request)
        seated, key = room.seated(room.who(guest.hashed)), request.query_params.get("k", "")
        wants = bool(key) or "join" in request.query_params or bool(room.open_seats())
        if not seated and wants and "watch" not in request.query_params:
            return self._join(request, room, guest, key)
        if not seated and not room.setting.spectators:
            return self._join(request, room, guest, key, "This table is not open to watchers.")
        if seated:
            self.site.rooms.visit(room, guest.hashed)
        return self.site.page(request, "table.html", self._context(request, room, guest, seated))

    def _key(self, room: Room) -> str:
        """The key that the invite link carries."""
        return self.site.guests.invite(room.key, room.setting.invite)

    def _may_sit(self, room: Room, key: str) -> bool:
        """Whether somebody may sit down who came by a link with that key."""
        return not room.setting.closed or hmac.compare_digest(key.encode(), self._key(room).encode())

    def _link(self, request: Request, room: Room, seated: bool) -> str:
        """The link that people at the table pass on; of a closed table with its key."""
        key = f"?k={self._key(room)}" if seated and room.setting.closed else ""
        return f"{self.site.address(request)}/t/{room.key.upper()}{key}"

    def _context(self, request: Request, room: Room, guest: Guest, seated: bool) -> dict[str, object]:
        game, front, code = room.game, room.game.front, room.key.upper()
        module = module_of(game)
        pencil = game.pencil(room.setting.options)
        page = {
            "ws": f"/t/{code}/ws",
            "token": self.site.guests.page_token(guest, room.key),
            "code": code,
            "game": game.key,
            "title": game.title,
            "pieces": assets.game_address(game.key, module, "pieces.svg"),
            "styles": assets.game_address(game.key, module, "styles.css"),
            "rules": f"/rules/{game.key}",
            "link": self._link(request, room, seated),
            "qr": f"/t/{code}/qr.svg",
            "local": not self.site.lan and not self.site.origins,
            "open": f"/t/{code}/open" if self.site.open_network and self.site.local(request) else "",
            "again": f"/new/{game.key}",
            "replay": "",
            "pencil": pencil.on if pencil else "",
        }
        picture = assets.game_address(game.key, module, "poster.svg")
        card = {"title": game.title, "lines": front.how, "picture": picture}
        aids, overlay = game.aids(room.setting.options)
        more = {"notice": room.lobby.notice, "pencil": pencil}
        return {"page": page, "card": card, "aids": aids, "overlay": overlay, **more}

    def _join(self, request: Request, room: Room, guest: Guest, key: str, error: str = "") -> Response:
        holder = room.who(guest.hashed)
        barred = room.barred(holder)
        seats = room.open_seats() if self._may_sit(room, key) and not barred else []
        if room.open_seats() and not seats:
            error = error or barred or "This table is closed: ask somebody there for its invite link."
        title, code, notice = room.game.title, room.key.upper(), room.lobby.notice
        table = {"title": title, "code": code, "words": room.words(holder), "notice": notice, "open": seats}
        context: dict[str, object] = {
            "heading": "Join a table" if seats else "Watch a table",
            "error": error,
            "code": code,
            "table": {**table, "watch": room.setting.spectators},
            "name": self.site.name(guest),
            "invite": key,
        }
        return self.site.page(request, "join.html", context, 400 if error else 200)

    async def sit(self, request: Request) -> Response:
        """Sit down on an open seat."""
        if not self.site.from_here(request):
            raise HTTPException(403)
        room = await self._room(request)
        if room is None:
            raise HTTPException(404)
        guest = self.site.meet(request)
        form = await request.form()
        seat, key = str(form.get("seat", "")), str(form.get("k", ""))[:64]
        if not self._may_sit(room, key):
            return self._join(request, room, guest, key)
        try:
            name = clean_name(str(form.get("name", "")))
            wrong = await room.sit(room.who(guest.hashed), int(seat) if re.fullmatch("[0-9]{1,2}", seat) else -1, name)
        except StoreError:
            raise
        except ValueError as error:
            wrong = str(error)
        if wrong:
            return self._join(request, room, guest, key, wrong)
        self.site.keep_name(guest, name)
        await asyncio.wrap_future(self.site.rooms.visit(room, guest.hashed))
        return self.site.welcome(request, RedirectResponse(f"/t/{room.key.upper()}", 303))

    async def qr(self, request: Request) -> Response:
        """The table's link as a QR code."""
        room, guest = await self._room(request), self.site.guest(request)
        if room is None:
            return Response(status_code=404)
        seated = guest is not None and room.seated(room.who(guest.hashed))
        image = links.qr(self._link(request, room, seated))
        return Response(image, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    # Links that are good once.

    async def device(self, request: Request) -> Response:
        """A link or code that brings a seat to this browser: asks first, since mere looking at a link uses nothing."""
        token = request.path_params.get("token", "")
        if request.method == "POST":
            if not self.site.from_here(request):
                raise HTTPException(403)
            token = token or links.read_code(str((await request.form()).get("code", "")))
        if token and not self.site.may_guess(request):
            return self._device_page(request, "", None, "Too many links were tried from here. Wait a minute.", 429)
        given = links.look(self.site.store, token) if token else None
        if token and given is None:
            words = "That link or code is good no more. A new one is made at the table, in the seat's menu."
            return self._device_page(request, "", None, words, 404)
        guest = self.site.guest(request)
        if request.method == "GET" or given is None or guest is None or "token" not in request.path_params:
            return self._device_page(request, token, given)
        return await self._use(request, token, given, guest)

    async def _use(self, request: Request, token: str, given: Pass, guest: Guest) -> Response:
        room = await self.site.rooms.get(given.table)
        if room is None:
            return self._device_page(request, "", None, "That table is not here any more.", 404)
        wrong = await room.errands.claim(guest.hashed, given, token)
        if wrong:
            return self._device_page(request, "", None, wrong, 409)
        await asyncio.wrap_future(self.site.rooms.visit(room, guest.hashed))
        return RedirectResponse(f"/t/{room.key.upper()}", 303)

    def _device_page(
        self, request: Request, token: str, given: Pass | None, error: str = "", status: int = 200
    ) -> Response:
        table = given.table.upper() if given else ""
        return self.site.page(request, "device.html", {"token": token, "table": table, "error": error}, status)

    async def open_network(self, request: Request) -> Response:
        """Open the server to the network, asked from its own computer."""
        if not self.site.local(request) or not self.site.from_here(request) or self.site.open_network is None:
            return JSONResponse({"words": "Only the server's own computer can open it to the network."}, 403)
        try:
            lan = await self.site.open_network()
        except OSError as error:
            return JSONResponse({"words": f"The network can't be opened: {error}"}, 409)
        code = read_code(request.path_params["code"])
        room, guest = await self._room(request), self.site.guest(request)
        seated = room is not None and guest is not None and room.seated(room.who(guest.hashed))
        link = self._link(request, room, seated) if room else ""
        return JSONResponse({"words": f"Open: {lan}", "link": link, "qr": f"/t/{code}/qr.svg?{new_token()[:6]}"})

    async def record(self, request: Request) -> Response:
        """A finished game's record, for whoever may watch."""
        room, guest = await self._room(request), self.site.guest(request)
        if room is None or room.live is None or room.live.table.seating.end is None:
            return JSONResponse({"words": "A game's record is given out when the game is over."}, 404)
        if not room.setting.spectators and not (guest and room.seated(room.who(guest.hashed))):
            return JSONResponse({"words": "This table is not open to watchers."}, 403)
        headers = {"Content-Disposition": f'attachment; filename="{room.key}.jsonl"'}
        return Response(room.published(), media_type="application/jsonl", headers=headers)

    async def socket(self, socket: WebSocket, code: str) -> None:
        """A table's socket. It says first which page it belongs to; no table is looked up before that."""
        if not origin_fits(socket.headers.get("origin"), socket.headers.get("host"), self.site.origins):
            await socket.close(4403)
            return
        guest, key = self.site.guest(socket), read_code(code).lower()
        await socket.accept()
        hello = await self._hello(socket)
        if hello is None:
            return
        if guest is None or not self.site.guests.page_fits(hello.token, guest, key):
            await self._bye(socket, "stale", "This page is out of date.")
            return
        try:
            room = await self.site.rooms.get(key)
        except WitchboardError as error:
            log.error("table %s can't be loaded: %s", key, error)
            room = None
        if room is None:
            await self._bye(socket, "stale", "This table is not here.")
            return
        client = Client(socket, room.who(guest.hashed), self.site.address(socket), self._key(room))
        room.join(client, hello)
        try:
            await self._listen(room, client)
        finally:
            room.leave(client)
            await client.end()
            client.caught_up = None
            self.site.garbage.gone += 1

    async def _hello(self, socket: WebSocket) -> Up | None:
        """The first message; None if it is no hello, or doesn't come soon."""
        with suppress(WebSocketDisconnect, KeyError, RuntimeError, MalformedError, TimeoutError):
            async with asyncio.timeout(FIRST_WORD):
                hello = incoming.read((await socket.receive_text()).encode()[:LONGEST])
            if hello.t == "hello":
                return hello
        await self._bye(socket, "stale", "This page is out of date.")
        return None

    async def _listen(self, room: Room, client: Client) -> None:
        """Hear what a page says until it goes, or says too much."""
        while (message := await client.receive()) is not None:
            if not client.bucket.take():
                client.part("removed", "Too many messages came from this page.")
                return
            try:
                up = incoming.read(message)
            except MalformedError as error:
                client.refuse(incoming.id_of(message), str(error))
                continue
            if up.t == "ping":
                client.send(b'{"t":"pong"}')
            elif up.t == "hello":
                room.join(client, up)
            else:
                room.hear(client, up)

    async def _bye(self, socket: WebSocket, why: str, words: str) -> None:
        with suppress(Exception):
            await socket.send_json({"t": "bye", "why": why, "words": words})
            await socket.close(1000)

"""The table's own addresses: the page, sitting down by invitation, the socket, the QR code, opening to the network."""

from __future__ import annotations

import io
import json
from contextlib import suppress

import segno
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.websockets import WebSocket

from witchboard.engine.errors import MalformedError, WitchboardError

from . import assets, incoming
from .client import Client
from .codes import read_code
from .guests import Guest, clean_name, hashed, new_token
from .pages import module_of
from .room import Room
from .security import origin_fits
from .site import Site


class Tables:
    """The addresses under /t/."""

    def __init__(self, site: Site) -> None:
        self.site = site

    async def _room(self, connection: Request | WebSocket) -> Room | None:
        code = read_code(connection.path_params["code"])
        try:
            return await self.site.rooms.get(code.lower()) if code else None
        except WitchboardError:
            return None

    async def page(self, request: Request) -> Response:
        """The table's page; somebody without a seat is asked whether he sits down, where a seat is open."""
        room = await self._room(request)
        if room is None:
            words = "There is no table of that code."
            context: dict[str, object] = {"heading": "No such table", "error": words, "code": "", "table": None}
            return self.site.page(request, "join.html", context, 404)
        guest = self.site.guest(request)
        if guest is None:
            answer = RedirectResponse(str(request.url.include_query_params()), 303)
            self.site.welcome(request, answer)
            return answer
        invited = hashed(request.query_params.get("k", "")) == room.setting.invite
        seated = room.seated(guest.hashed)
        wants = invited or "join" in request.query_params or bool(room.open_seats())
        if not seated and wants and "watch" not in request.query_params:
            return self._join(request, room, guest, "")
        if not seated and not room.setting.spectators:
            return self._join(request, room, guest, "This table is not open to watchers.")
        if seated:
            await self.site.rooms.visit(room, guest.hashed)
        return self.site.page(request, "table.html", self._context(request, room, guest))

    def _context(self, request: Request, room: Room, guest: Guest) -> dict[str, object]:
        game, front, code = room.game, room.game.front, room.key.upper()
        module = module_of(game)
        page = {
            "ws": f"/t/{code}/ws",
            "token": self.site.guests.page_token(guest, room.key),
            "code": code,
            "game": game.key,
            "title": game.title,
            "pieces": assets.game_address(game.key, module, "pieces.svg"),
            "styles": assets.game_address(game.key, module, "styles.css"),
            "rules": f"/rules/{game.key}",
            "link": f"{self.site.address(request)}/t/{code}",
            "qr": f"/t/{code}/qr.svg",
            "local": not self.site.lan and not self.site.origins,
            "open": f"/t/{code}/open" if self.site.open_network and self.site.local(request) else "",
            "again": f"/new/{game.key}",
            "replay": "",
        }
        picture = assets.game_address(game.key, module, "poster.svg")
        return {"page": page, "card": {"title": game.title, "lines": front.how, "picture": picture}}

    def _join(self, request: Request, room: Room, guest: Guest, error: str) -> Response:
        seats = room.open_seats()
        table = {"title": room.game.title, "code": room.key.upper(), "words": room.words(), "open": seats}
        context: dict[str, object] = {
            "heading": "Join a table" if seats else "Watch a table",
            "error": error,
            "code": room.key.upper(),
            "table": table,
            "name": self.site.name(guest),
            "invite": request.query_params.get("k", ""),
        }
        return self.site.page(request, "join.html", context, 400 if error else 200)

    async def sit(self, request: Request) -> Response:
        """Sit down on an open seat."""
        room = await self._room(request)
        guest = self.site.guest(request)
        if room is None or guest is None or not self.site.from_here(request):
            return RedirectResponse("/", 303)
        form = await request.form()
        seat = str(form.get("seat", ""))
        try:
            name = clean_name(str(form.get("name", "")))
            wrong = await room.sit(guest.hashed, int(seat) if seat.isdigit() else -1, name)
        except ValueError as error:
            wrong = str(error)
        if wrong:
            return self._join(request, room, guest, wrong)
        self.site.keep_name(guest, name)
        await self.site.rooms.visit(room, guest.hashed)
        return RedirectResponse(f"/t/{room.key.upper()}", 303)

    async def qr(self, request: Request) -> Response:
        """The table's link as a QR code."""
        code = read_code(request.path_params["code"])
        out = io.BytesIO()
        segno.make(f"{self.site.address(request)}/t/{code}", error="m").save(
            out, kind="svg", scale=6, border=2, xmldecl=False, svgns=True, dark="#21172e", light="#fff8e8"
        )
        return Response(out.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    async def open_network(self, request: Request) -> Response:
        """Open the server to the network, asked from its own computer."""
        if not self.site.local(request) or not self.site.from_here(request) or self.site.open_network is None:
            return JSONResponse({"words": "Only the server's own computer can open it to the network."}, 403)
        try:
            lan = await self.site.open_network()
        except OSError as error:
            return JSONResponse({"words": f"The network can't be opened: {error}"}, 409)
        code = read_code(request.path_params["code"])
        link = f"{self.site.address(request)}/t/{code}"
        return JSONResponse({"words": f"Open: {lan}", "link": link, "qr": f"/t/{code}/qr.svg?{new_token()[:6]}"})

    async def record(self, request: Request) -> Response:
        """A finished game's record, for whoever was there."""
        room = await self._room(request)
        if room is None or room.live is None or room.live.table.seating.end is None:
            return JSONResponse({"words": "A game's record is given out when the game is over."}, 404)
        headers = {"Content-Disposition": f'attachment; filename="{room.key}.jsonl"'}
        return Response(room.published(), media_type="application/jsonl", headers=headers)

    async def socket(self, socket: WebSocket) -> None:
        """The table's socket."""
        if not origin_fits(socket.headers.get("origin"), socket.headers.get("host"), self.site.origins):
            await socket.close(4403)
            return
        room = await self._room(socket)
        guest = self.site.guest(socket)
        await socket.accept()
        if room is None or guest is None:
            await self._bye(socket, "stale", "This table is not here.")
            return
        client = Client(socket, guest.hashed)
        joined = False
        try:
            while True:
                message = await client.receive()
                if message is None:
                    break
                if not client.bucket.take():
                    await self._bye(socket, "removed", "Too many messages came from this page.")
                    break
                try:
                    up = incoming.read(message)
                except MalformedError as error:
                    client.send(json.dumps({"t": "no", "id": "", "words": str(error), "rule": ""}).encode())
                    continue
                if up.t == "ping":
                    client.send(b'{"t":"pong"}')
                elif up.t == "hello":
                    if not self.site.guests.page_fits(up.token, guest, room.key):
                        await self._bye(socket, "stale", "This page is out of date.")
                        break
                    joined = True
                    room.join(client, up)
                elif joined:
                    room.hear(client, up)
        finally:
            if joined:
                room.leave(client)
            await client.end()

    async def _bye(self, socket: WebSocket, why: str, words: str) -> None:
        with suppress(Exception):
            await socket.send_json({"t": "bye", "why": why, "words": words})
            await socket.close(1000)

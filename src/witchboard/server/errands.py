"""What the pages of a table ask for beside the game: chat, drafts, links, the pass that stands, the host's say."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from witchboard.engine.entries import Seat, Sitter
from witchboard.engine.errors import MalformedError
from witchboard.engine.stream import stream
from witchboard.table.commands import Choose
from witchboard.table.drafts import Pairs
from witchboard.table.live import COVERED, Live, encode
from witchboard.table.windows import LIMITS

from . import links
from .client import Client
from .incoming import Up
from .links import Pass
from .talk import element

if TYPE_CHECKING:
    from .room import Room

Errand = Callable[[Client, Up], Awaitable[None]]


class Errands:
    """The errands of one table. Each raises a `WitchboardError` for what isn't allowed."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._always: dict[str, Errand] = {
            "chat": self._say,
            "phrase": self._say,
            "point": self._point,
            "device": self._device,
            "seatlink": self._seat_link,
            "spectators": self._spectators,
            "closed": self._closed,
            "limit": self._limit,
        }
        self._playing: dict[str, Errand] = {
            "why": self._why,
            "way": self._way,
            "overlay": self._overlay,
            "pencil": self._pencil,
            "draft": self._draft,
            "fill": self._fill,
            "ready": self._ready,
            "standing": self._standing,
            "uncover": self._uncover,
            "pause": self._pause,
            "rematch": self._agree,
        }

    async def run(self, client: Client, up: Up) -> bool:
        """Do what a message asks for; False if it is no errand."""
        errand = self._always.get(up.t) or (self._playing.get(up.t) if self.room.live else None)
        if errand is None:
            return False
        await errand(client, up)
        return True

    @property
    def _live(self) -> Live:
        assert self.room.live
        return self.room.live

    def _own(self, client: Client, up: Up) -> None:
        """Make sure that the message is about a seat of the sender's, whose side shows."""
        if not self._live.table.seating.plays(client.holder, up.seat):
            raise MalformedError("That seat is not yours to play.")
        if self._live.covered(client.holder, up.seat):
            raise MalformedError(COVERED)

    def _host(self, client: Client) -> None:
        if not self.room.is_host(client.holder):
            raise MalformedError("That is for the host to say.")

    def _done(self, client: Client, up: Up) -> None:
        client.send(encode({"t": "ok", "id": up.id}))

    # Talking.

    async def _say(self, client: Client, up: Up) -> None:
        room = self.room
        if room.live and room.live.was_shown(client.holder):
            raise MalformedError("Who watches what is hidden says nothing to the table before the end.")
        line = room.talk.say(*room.seat_of(client), room.talk.phrase(up.n) if up.t == "phrase" else up.text)
        for other in room.clients if line else ():
            other.send(encode({"t": "chat", "line": line}))
        if up.id:
            self._done(client, up)

    async def _point(self, client: Client, up: Up) -> None:
        """Point at something for the others."""
        seat, name = self.room.seat_of(client)
        at = element(up.at)
        for other in self.room.clients if at and seat >= 0 else ():
            if other is not client:
                other.send(encode({"t": "point", "at": at, "by": seat, "name": name}))

    # Composing.

    async def _why(self, client: Client, up: Up) -> None:
        """Why can this not be chosen?"""
        live = self._live
        mine = up.seat in live.person(client.holder).seats and not live.covered(client.holder, up.seat)
        words, rule = live.asks.why_not(up.seat, up.at) if mine else ("That seat is not yours.", "")
        client.send(encode({"t": "why", "id": up.id, "words": words, "rule": rule}))

    async def _way(self, client: Client, up: Up) -> None:
        """Where does a way lead that is drawn over these?"""
        self._composing(client, up)
        client.send(encode({"t": "way", "id": up.id, "choice": self._live.asks.way(up.seat, up.over)}))

    async def _overlay(self, client: Client, up: Up) -> None:
        """A hint over the picture."""
        self._composing(client, up)
        state = self._live.table.line.state.clone()
        svg = await asyncio.to_thread(self._live.game.overlay, state, up.seat, client.layout)
        client.send(encode({"t": "overlay", "id": up.id, "svg": svg}))

    async def _pencil(self, client: Client, up: Up) -> None:
        """A private mark on what the sender sees as his side; nobody else hears of it."""
        live = self._live
        person = live.person(client.holder)
        side = person.side
        if side < 0 or (live.secret and up.seat not in (-1, side)):
            raise MalformedError("Only who plays has a pencil, and on his own side.")
        if up.text and not live.film(person).picture(live.eye(person, client.layout)).holds(up.at):
            raise MalformedError(f"expected something in the picture, got {up.at!r}")
        live.pencils.mark(side, up.at, up.text)
        self.room.setting.aside = live.aside
        await self.room.keep_setting()
        self._done(client, up)

    def _composing(self, client: Client, up: Up) -> None:
        """Make sure that the seat composes an answer to that question."""
        self._own(client, up)
        if not self._live.asks.asked(up.seat) or up.q != self._live.table.line.questions[up.seat]:
            raise MalformedError("That question stands no longer.")

    async def _draft(self, client: Client, up: Up) -> None:
        self._composing(client, up)
        self._live.drafts.check(self._live.table.line.state, up.seat, up.pairs)
        self._keep_draft(client, up, up.pairs)

    async def _fill(self, client: Client, up: Up) -> None:
        """Do it for me. The search may take a while, so it runs beside the table."""
        self._composing(client, up)
        state, drafts = self._live.table.line.state, self._live.drafts
        drafts.check(state, up.seat, up.pairs)
        luck = stream(secrets.token_hex(16), "draft")

        async def search() -> None:
            pairs = await asyncio.to_thread(drafts.filled, state, up.seat, up.pairs, luck)
            self.room.do(lambda: self._filled(client, up, pairs))

        self.room.beside(search())

    async def _filled(self, client: Client, up: Up, pairs: Pairs | None) -> None:
        try:
            self._composing(client, up)
        except MalformedError as error:
            client.refuse(up.id, str(error))
            return
        if pairs is None:
            stuck = self._live.drafts.stuck(self._live.table.line.state, up.seat, up.pairs)
            client.refuse(up.id, stuck.words, stuck.rule)
        else:
            self._keep_draft(client, up, pairs)

    def _keep_draft(self, client: Client, up: Up, pairs: Pairs) -> None:
        live = self._live
        live.drafts.keep(up.seat, up.q, pairs)
        self.room.keep_aside()
        found = live.drafts.judged(live.table.line.state, up.seat, pairs)
        client.send(encode({"t": "draft", "id": up.id, "seat": up.seat, **found}))
        self.room.views.knows(live, client)

    async def _ready(self, client: Client, up: Up) -> None:
        """Commit what was composed."""
        live = self._live
        if live.table.answered(Choose(id=up.id, seat=up.seat, question=up.q, line=(0,))):
            self._done(client, up)
            return
        self._composing(client, up)
        state = live.table.line.state
        live.drafts.check(state, up.seat, up.pairs)
        faults = live.drafts.faults(state, up.seat, up.pairs)
        if faults:
            client.refuse(up.id, faults[0].words, faults[0].rule)
            return
        line = live.drafts.line(state, up.seat, up.pairs)
        await self.room.play(client, Choose(id=up.id, seat=up.seat, question=up.q, line=line))

    # Passing, the curtain, standing still.

    async def _standing(self, client: Client, up: Up) -> None:
        """A pass that stands, for all seats of the person; of several people at one screen for the one who is there."""
        live = self._live
        self._own(client, up)
        person = live.person(client.holder)
        for seat in [up.seat] if live.sides.screen else person.seats:
            wrong = live.windows.stand(seat, up.until, live.now)
            if wrong:
                raise MalformedError(wrong)
        live.settle()
        self.room.keep_aside()
        self._done(client, up)
        self.room.views.show(live)

    async def _uncover(self, client: Client, up: Up) -> None:
        self._live.sides.uncover(client.holder, up.seat)
        self._done(client, up)
        self.room.views.show(self._live)

    async def _pause(self, client: Client, up: Up) -> None:
        self._host(client)
        live = self._live
        if up.on:
            live.pause(self.room.seat_of(client)[1])
        else:
            live.resume()
        self.room.keep_aside()
        self._done(client, up)
        self.room.views.show(live)
        self.room.think()

    # The host's.

    async def _spectators(self, client: Client, up: Up) -> None:
        self._host(client)
        self.room.setting.spectators = up.on
        await self.room.keep_setting()
        for other in [] if up.on else list(self.room.clients):
            if not self.room.seated(other.holder):
                self.room.part(other, "removed", "This table is not open to watchers any more.")
        self._done(client, up)

    async def _closed(self, client: Client, up: Up) -> None:
        """Let only those sit down who have the invite link, or everybody; the answer is the link as it is now."""
        self._host(client)
        self.room.setting.closed = up.on
        await self.room.keep_setting()
        words = "Only who has this link may sit down." if up.on else "Whoever opens this link may sit down."
        self._link(client, up, words, client.table_link(self.room.key, up.on), "")

    async def _limit(self, client: Client, up: Up) -> None:
        """How long one may think in a response window."""
        self._host(client)
        if up.n not in LIMITS:
            raise MalformedError(f"expected one of {', '.join(map(str, LIMITS))} seconds; 0 is for ever")
        self.room.setting.limit = up.n
        await self.room.keep_setting()
        if self.room.live:
            windows = self.room.live.windows
            windows.pace = replace(windows.pace, limit=up.n * 1000)
            self.room.views.show(self.room.live)
        self._done(client, up)

    async def removed(self, holder: str) -> None:
        """The host has removed somebody: he doesn't come back."""
        if not self.room.seated(holder):
            self.room.setting.banned.append(holder)
            await self.room.keep_setting()
            for other in self.room.clients_of(holder):
                self.room.part(other, "removed", "The host has removed you from this table.")

    # Links.

    async def _device(self, client: Client, up: Up) -> None:
        """A link by which another browser continues for the sender."""
        if not self.room.seated(client.holder):
            raise MalformedError("You have no seat to continue on another device.")
        given = Pass("device", client.holder, self.room.key, max(up.seat, 0))
        await self._give(client, up, given, "Continue on another device: good once, for ten minutes.")

    async def _seat_link(self, client: Client, up: Up) -> None:
        """A link by which somebody who lost his cookie gets his seat back."""
        self._host(client)
        holder = self._holder(up.seat)
        if not holder or holder == client.holder:
            raise MalformedError("A fresh link is for a seat that another person has taken.")
        given = Pass("seat", holder, self.room.key, up.seat)
        await self._give(client, up, given, "Send this to whom the seat belongs: good once, for ten minutes.")

    def _holder(self, seat: int) -> str:
        chairs = self._live.table.seating.sitters if self.room.live else self.room.setting.chairs
        return chairs[seat].holder if 0 <= seat < len(chairs) else ""

    async def _give(self, client: Client, up: Up, given: Pass, words: str) -> None:
        token, code = await links.issue(self.room.store, given)
        self._link(client, up, words, f"{client.address}/device/{token}", code)

    def _link(self, client: Client, up: Up, words: str, link: str, code: str) -> None:
        found = {"words": words, "link": link, "code": code, "qr": links.qr(link, inline=True)}
        client.send(encode({"t": "link", "id": up.id, **found}))

    async def claim(self, guest: str, given: Pass, token: str) -> str:
        """Let a browser have what a link gives; returns what is wrong. Only what it brings uses the link up."""
        result = ""

        async def job() -> None:
            nonlocal result
            if links.look(self.room.store, token) is None:
                result = "That link was used already."
            elif not self._has(guest, given):
                result = await (self._continue(guest, given) if given.kind == "device" else self._take_up(guest, given))
                if not result:
                    await links.use(self.room.store, token)

        await self.room.done(job)
        return result

    def _has(self, guest: str, given: Pass) -> bool:
        """Whether that browser has already what a link gives."""
        if given.kind == "device":
            return guest == given.guest
        return self.room.who(guest) == given.guest == self._holder(given.seat)

    async def _continue(self, guest: str, given: Pass) -> str:
        """From here on that browser plays for the guest who gave the link."""
        if self.room.seated(self.room.who(guest)) and self.room.who(guest) != given.guest:
            return "This browser has a seat of its own at that table."
        if not self.room.seated(given.guest):
            return "That seat is not taken any more."
        barred = self.room.barred(guest)
        if not barred:
            self.room.setting.devices[guest] = given.guest
            await self.room.keep_setting()
        return barred

    async def _take_up(self, guest: str, given: Pass) -> str:
        """From here on that browser's guest has the seat."""
        holder = self.room.who(guest)
        if self._holder(given.seat) != given.guest:
            return "That seat has changed hands since."
        if self.room.is_host(given.guest) and self.room.clients_of(given.guest):
            return "Who has that seat is here, and host of the table."  # a former host gave the link
        barred = self.room.barred(holder)
        if barred:
            return barred
        if not self.room.live:
            self.room.lobby.take(holder, given.seat)
            await self.room.keep_setting()
            self.room.views.seats()
            return ""
        sitter = self._live.table.seating.sitters[given.seat]
        new = Sitter(sitter.name, "person", "", holder)
        prepared = self._live.table.prepare_change(Seat(seat=given.seat, sitter=new, why="link"))
        await self.room.change(prepared)
        return ""

    # Again.

    async def _agree(self, client: Client, up: Up) -> None:
        rematch = self.room.rematch
        await rematch.agree(client.holder)
        self._done(client, up)
        await rematch.agreed()

"""One table on the server: an actor that handles one thing at a time.

A command is carried out on a copy; what it did is journalled and committed; then it counts, is acknowledged, and its
frames are sent. If carrying out or writing fails, the table stands as before and the sender is told why. What time
makes happen goes the same way.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from concurrent.futures import Future

from witchboard.bots import bot_names
from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.entries import Sitter
from witchboard.engine.entries import encode as line_of
from witchboard.engine.errors import MalformedError, WitchboardError
from witchboard.engine.game import Game
from witchboard.engine.record import header_of, published
from witchboard.engine.settling import in_force
from witchboard.engine.state import State
from witchboard.engine.stream import Stream, stream
from witchboard.table.commands import Command, Leave, Refused, Remove, Rewind, Sit
from witchboard.table.live import Live, encode
from witchboard.table.store import StoreError
from witchboard.table.table import Prepared, Table

from . import incoming, lobby
from .actor import Actor
from .client import Client
from .easel import Easel
from .errands import Errands
from .incoming import Up
from .lobby import Lobby, Setting
from .minds import RETRY, Minds
from .rematch import Rematch
from .sqlite import SqliteStore
from .talk import Talk
from .thinkers import Thinkers
from .views import Views

log = logging.getLogger("witchboard.room")

FAILED = "That has failed here, and was written down for whoever runs this server."


def clock() -> int:
    """The time by which tables live: milliseconds, never going back."""
    return time.monotonic_ns() // 1_000_000


class Room(Actor):
    """A table with the sockets of those who are at it. `live` is None until the game has begun."""

    def __init__(self, key: str, game: Game[State], setting: Setting, store: SqliteStore, thinkers: Thinkers) -> None:
        super().__init__(f"table {key}")
        self.key = key
        self.game = game
        self.setting = setting
        self.lobby = Lobby(key, game, setting)
        self.live: Live | None = None
        self.store = store
        self.clients: set[Client] = set()
        self.talk = Talk(key, store, game.front.phrases)
        self.errands = Errands(self)
        self.rematch = Rematch(self)
        self.views = Views(self)
        self.minds = Minds(self, thinkers)
        self.easel = Easel()  # the same for all tables of a server
        self._alarm: asyncio.TimerHandle | None = None
        self._not_before = 0  # the time before which nothing happens by itself, since it has failed

    async def close(self) -> None:
        """Stop when what waits is done. Bots think in vain from here on."""
        self.minds.stop()
        await super().close()
        if self._alarm:
            self._alarm.cancel()
        self.live = None  # the bulk of it goes now, not when cycles are looked for

    # Time.

    def before(self) -> None:
        """Tell the table the time."""
        if self.live:
            self.live.now = clock()

    def after(self) -> None:
        """Let the table wake when something is due."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        due = self.live.next_wake if self.live else None
        if due is not None:
            wait = max(0.0, (max(due, self._not_before) - clock()) / 1000) + 0.001
            self._alarm = asyncio.get_running_loop().call_later(wait, self._wake)

    def _wake(self) -> None:
        self.do_unasked(self._tick)

    async def _tick(self) -> None:
        """Do what is due, one thing after another; what fails is tried again after a while."""
        self._not_before = clock() + int(1000 * RETRY)
        while self.live and (woken := self.live.wake(clock())):
            try:
                await self.keep(woken.prepared)
            except StoreError as error:
                log.error("table %s: %s", self.key, error)
                return
            if woken.holder:
                self.views.reply(self.live, self.clients_of(woken.holder), woken.prepared)
            await self.show()
        self._not_before = 0
        self.think()

    # Coming and going.

    def who(self, guest: str) -> str:
        """For whom a browser plays at this table: for itself, or for the one who gave it a link to continue."""
        return self.setting.devices.get(guest, guest)

    def join(self, client: Client, hello: Up) -> None:
        """A socket has said hello: bring it up to date."""
        client.layout = "tall" if hello.layout == "tall" else "wide"
        client.caught_up = lambda: self.do(lambda: self._refresh(client))

        async def job() -> None:
            if not self.seated(client.holder) and not self.setting.spectators:
                client.part("removed", "This table is not open to watchers.")
                return
            for other in self.clients_of(client.holder):
                if other is not client and self.seated(client.holder):
                    self.part(other, "elsewhere", "This seat was opened elsewhere.")
            self.clients.add(client)
            self._present()
            if self.live:
                self.live.sides.cover(client.holder)
                self.live.settle()
            elif hello.luck and self.seated(client.holder):
                self.setting.contributions.setdefault(client.holder, hello.luck)
            self.views.catch_up(client, hello.seen)
            self.keep_shown()
            self.views.seats(but=client)
            self.think()

        self.do(job)

    async def _refresh(self, client: Client) -> None:
        """A slow reader has taken what waited: what was dropped is made good by one fresh view."""
        if client.behind and client in self.clients:
            self.views.whole(client)

    def leave(self, client: Client) -> None:
        """A socket is gone."""

        async def job() -> None:
            self.clients.discard(client)
            self._present()
            self.views.seats()

        self.do(job)

    def part(self, client: Client, why: str, words: str) -> None:
        """Send somebody away from the table."""
        client.part(why, words)
        self.clients.discard(client)

    def _present(self) -> None:
        if self.live:
            self.live.present = {client.holder for client in self.clients}

    def clients_of(self, holder: str) -> list[Client]:
        """The browsers by which somebody is here."""
        return [client for client in self.clients if holder and client.holder == holder]

    def seated(self, holder: str) -> bool:
        """Whether that person has a seat."""
        if not holder:
            return False
        return bool(self.live.person(holder).seats if self.live else self.lobby.seats_of(holder))

    def is_host(self, holder: str) -> bool:
        """Whether that person has a say about all seats."""
        return bool(holder) and holder == (self.live.table.seating.host if self.live else self.setting.host)

    # The table in a few words.

    def bots(self) -> list[tuple[str, str]]:
        """The bots that play this game, for the host's menu."""
        return [(name, name.capitalize()) for name in bot_names(self.game)]

    def open_seats(self) -> list[tuple[int, str]]:
        """The seats somebody may sit down on, with what they are called."""
        if self.live is None:
            chairs = enumerate(self.setting.chairs)
            return [(seat, f"Seat {seat + 1}") for seat, chair in chairs if chair.kind == "open"]
        table = self.live.table
        return [(seat, self.game.seat_name(table.line.state, seat).capitalize()) for seat in table.seating.free]

    def words(self, holder: str) -> str:
        """The table in a few words, for somebody who may join; to who watches late as late."""
        if self.live is None:
            names = [chair.name for chair in self.setting.chairs if chair.name]
            return f"Before the game. Here so far: {', '.join(names) or 'nobody'}."
        names = [self.live.name(seat) for seat in range(len(self.live.table.seating.sitters))]
        where = self.live.where(self.live.person(holder if self.live.was_shown(holder) else ""))
        return f"{where}. At the table: {', '.join(names)}."

    def published(self) -> bytes:
        """The record of the finished game, without what is private."""
        assert self.live is not None
        record = published(self.live.table.record)
        return b"".join([line_of(record.header), *map(line_of, record.entries)])

    # Beginning.

    async def start(self) -> None:
        """Begin the game: the seats are filled."""
        setting = self.setting
        luck = [setting.contributions.get(one.holder, "") for one in setting.chairs if one.holder]
        dealer = CommittedDealer(secrets.token_bytes(32), tuple(one for one in luck if one))
        table = self._begun(dealer)
        if table.line.asked and self.lobby.let_begin(table.line.asked[0]):
            await self.keep_setting()
            table = self._begun(dealer)
        await asyncio.to_thread(self.store.create, self.key, table.record, dealer.seed)
        await self.resume(table)

    def _begun(self, dealer: CommittedDealer) -> Table:
        """The game as it begins with the seats as they are."""
        setting = self.setting
        sitters = tuple(Sitter(one.name, one.kind, one.bot, one.holder) for one in setting.chairs)
        options = in_force(self.game.options, setting.players, setting.options)  # agreed under older rules perhaps
        header = header_of(self.game, setting.players, options, sitters, dealer)
        return Table.begin(self.key, self.game, header, dealer, setting.host)

    async def resume(self, table: Table) -> None:
        """Let people play on a table that begins, or was loaded."""
        setting = self.setting
        self.live = Live(table, setting.manner, moments(), clock(), setting.lives, setting.aside, setting.sat)
        self._keep_chapter()
        self._present()
        for client in self.clients:
            self.views.whole(client)
        self.think()

    def think(self) -> None:
        """Let the bots think that are asked."""
        if self.live and not self.closed:
            self.minds.think(self.live)

    async def keep_setting(self) -> None:
        """Write the setting down. Raises `StoreError`."""
        query = "UPDATE tables SET setting = ? WHERE key = ?"
        await asyncio.wrap_future(self.store.write_later(query, lobby.write(self.setting), self.key))

    def keep_aside(self) -> None:
        """Write down what belongs to the running table beside its record, if it has changed; nobody waits for it."""
        assert self.live is not None
        aside = self.live.aside
        if aside != self.setting.aside:
            self.setting.aside = aside
            query = "UPDATE tables SET setting = ? WHERE key = ?"
            self.store.write_later(query, lobby.write(self.setting), self.key).add_done_callback(self._written)

    def keep_shown(self) -> None:
        """Write down who has watched what is hidden, if somebody new has."""
        if self.live and self.live.echo and len(self.live.echo.shown) > len(self.setting.aside.shown):
            self.keep_aside()

    def _written(self, done: Future[None]) -> None:
        if done.exception():
            log.error("table %s: what belongs to it is not kept: %s", self.key, done.exception())

    # What comes in.

    def hear(self, client: Client, up: Up) -> None:
        """A message of a client, in its turn."""
        self.do(lambda: self._hear(client, up))

    async def _hear(self, client: Client, up: Up) -> None:
        try:
            if up.t == "layout":
                client.layout = "tall" if up.layout == "tall" else "wide"
                self.views.whole(client)
            elif await self.errands.run(client, up):
                return
            elif self.live is None:
                await self._before(client, up)
            else:
                await self._command(client, up)
        except WitchboardError as error:
            words = f"Nothing has changed: {error}." if isinstance(error, StoreError) else str(error)
            client.refuse(up.id, words, getattr(error, "rule", ""))
        except Exception:
            client.refuse(up.id, FAILED)
            raise

    async def _before(self, client: Client, up: Up) -> None:
        """A message before the game has begun."""
        wrong = (self._barred_seat(client) if up.t == "sit" else "") or self.lobby.hear(client.holder, up)
        if wrong:
            client.refuse(up.id, wrong)
            return
        await self.keep_setting()
        if up.t == "start":
            await self.start()
        if up.id:
            client.send(encode({"t": "ok", "id": up.id}))
        if self.live is None:
            self.views.seats()

    async def _command(self, client: Client, up: Up) -> None:
        assert self.live is not None
        command = self._read(client, up)
        if command is None:
            client.refuse(up.id, f"The table knows no message {up.t!r}.")
            return
        wrong = self._barred(client, command)
        if wrong:
            client.refuse(up.id, wrong)
        else:
            await self.play(client, command)

    async def play(self, client: Client, command: Command) -> None:
        """Carry a command out, and tell everybody who may see it. Raises `StoreError`."""
        assert self.live is not None
        prepared = self.live.prepare(client.holder, command)
        if prepared is None:  # it is acknowledged at its moment
            self.views.give_back(self.live)
            self.views.ask(self.live, client)
            return
        removes = isinstance(command, Remove) and prepared.trial is not None
        removed = self.live.table.seating.sitters[command.seat].holder if removes else ""
        await self.keep(prepared)
        self.views.reply(self.live, [client], prepared)
        if removed:
            await self.errands.removed(removed)
        await self.show()
        if isinstance(command, Leave | Remove) and self.live.table.seating.end:
            await self.rematch.agreed()
        self.think()

    async def show(self) -> None:
        """Send everybody what was to be seen. One table draws after another, and answers of others go before that."""
        async with self.easel.turn():
            if self.live:
                self.views.show(self.live)
                self.keep_shown()

    def _read(self, client: Client, up: Up) -> Command | None:
        assert self.live is not None
        if up.t == "rewind":
            acts = self.live.acts_before(up.to, self.live.person(client.holder))
            if acts is None or not up.id:
                raise MalformedError("There is no going back to that moment.")
            return Rewind(id=up.id, seat=up.seat, to=acts)
        return incoming.command(up)

    def _barred(self, client: Client, command: Command) -> str:
        """Why this browser may not do that here, whatever the game says."""
        return self._barred_seat(client) if isinstance(command, Sit) else ""

    def _barred_seat(self, client: Client) -> str:
        """Why this browser may not take a seat here."""
        barred = self.barred(client.holder)
        if barred:
            return barred
        if self.setting.closed and not self.seated(client.holder):
            return "This table is closed: its invite link alone leads to a seat."
        return ""

    def barred(self, holder: str) -> str:
        """Why somebody may not take any seat here."""
        if holder in self.setting.banned:
            return "The host has removed you from this table."
        if self.live and self.live.was_shown(holder):
            return "You have watched what is hidden here: sit down when the game is over."
        return ""

    async def keep(self, prepared: Prepared) -> None:
        """Journal what was prepared, then let it count. Raises `StoreError` with the table as it was."""
        assert self.live is not None
        if prepared.entries:
            after = len(self.live.table.line.entries)
            await asyncio.wrap_future(self.store.append_later(self.key, prepared.entries, after))
        self.live.commit(prepared)
        self.keep_aside()
        self._keep_chapter()

    def _keep_chapter(self) -> None:
        """Keep what was said, beside the record, now and then; nobody waits for it."""
        chapter = self.live.table.chapter() if self.live else None
        if chapter:
            self.store.keep_chapter(self.key, chapter).add_done_callback(self._written)

    async def change(self, prepared: Prepared) -> None:
        """Carry a change of seats out that is no person's command. Raises `StoreError`."""
        assert self.live is not None
        await self.keep(prepared)
        await self.show()
        self.think()

    async def sit(self, holder: str, seat: int, name: str) -> str:
        """Seat somebody by an invitation, before or in the game; returns what is wrong."""
        result = ""

        async def job() -> None:
            nonlocal result
            result = self.barred(holder)
            if result:
                return
            if self.live is None:
                result = self.lobby.sit(holder, seat, name)
                if not result:
                    await self.keep_setting()
                    self.views.seats()
            else:
                prepared = self.live.table.prepare(holder, Sit(id=secrets.token_hex(8), seat=seat, name=name))
                if isinstance(prepared.reply, Refused):
                    result = prepared.reply.words
                else:
                    await self.change(prepared)

        await self.done(job)
        return result

    # Beside the game.

    def seat_of(self, client: Client) -> tuple[int, str]:
        """The seat a client speaks from, -1 for a watcher, and his name."""
        if self.live is None:
            seats = self.lobby.seats_of(client.holder)
            return (seats[0], self.setting.chairs[seats[0]].name) if seats else (-1, "A watcher")
        person = self.live.person(client.holder)
        seat = person.side if person.side >= 0 else next(iter(person.seats), -1)
        return (seat, self.live.name(seat)) if seat >= 0 else (-1, "A watcher")


def moments() -> Stream:
    """A stream that draws the moments of response windows: nobody can compute it, and it belongs to nothing else."""
    return stream(secrets.token_hex(16), "timing")

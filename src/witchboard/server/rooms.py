"""All tables of a server: opened, loaded when somebody comes, let go when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future

import msgspec

from witchboard.engine.discover import game_here
from witchboard.engine.entries import decode_header
from witchboard.engine.front import OptionValue
from witchboard.engine.game import Game
from witchboard.engine.record import Record, game_of
from witchboard.engine.state import State
from witchboard.table import store as keeping
from witchboard.table.store import StoreError

from . import lobby
from .codes import draw_code
from .easel import Easel
from .lobby import Chair, Setting
from .room import Room
from .sqlite import SqliteStore
from .thinkers import Thinkers

log = logging.getLogger("witchboard.room")

IDLE = 600.0  # seconds after which a table that nobody is at leaves the memory


class Rooms:
    """The tables, by key."""

    def __init__(self, store: SqliteStore, thinkers: Thinkers) -> None:
        self.store = store
        self.thinkers = thinkers
        self._easel = Easel()
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}

    async def open(
        self,
        game: Game[State],
        players: int,
        options: Mapping[str, OptionValue],
        chairs: Sequence[Chair],
        host: str,
        manner: Setting | None = None,
        eager: str = "",
        before: Sequence[msgspec.Raw] = (),
    ) -> Room:
        """A new table, played in that manner. If every seat is taken the game begins at once.

        `eager`, if anybody, gets the seat that is asked first. `before` are the earlier games of a match.
        """
        setting = (manner or Setting()).again()
        setting.players, setting.options = players, game.settle_options(players, options)
        setting.chairs, setting.host, setting.eager, setting.before = list(chairs), host, eager, list(before)
        key = draw_code(self._taken).lower()
        now = time.time()
        query = "INSERT INTO tables (key, game, secret, created, touched, setting) VALUES (?, ?, ?, ?, ?, ?)"
        written = self.store.write_later(query, key, game.key, b"", now, now, lobby.write(setting))
        await asyncio.wrap_future(written)
        room = self._room(key, game, setting)
        self._rooms[key] = room
        await asyncio.wrap_future(self.visit(room, host))
        if setting.ready():
            await room.done(room.start)
        return room

    def _taken(self, code: str) -> bool:
        return self.store.read_one("SELECT 1 FROM tables WHERE key = ?", code.lower()) is not None

    async def again(self, room: Room) -> str:
        """The rematch of a table: the same seats and options, or those of a match's next game. Returns its key."""
        assert room.live is not None
        seating, setting = room.live.table.seating, room.setting
        chairs = [Chair(one.kind, one.name, one.bot, one.holder) for one in seating.sitters]
        for seat in seating.resigned:
            chairs[seat] = setting.chairs[seat]
        options, before = room.rematch.next()
        host = seating.host or setting.host
        new = await self.open(room.game, setting.players, options, chairs, host, setting, before=before)
        return new.key

    def _room(self, key: str, game: Game[State], setting: Setting) -> Room:
        room = Room(key, game, setting, self.store, self.thinkers)
        room.rematch.opens, room.easel = self.again, self._easel
        return room

    async def get(self, key: str) -> Room | None:
        """The table of that key, loaded if need be; None if there is none. Raises `StoreError`, `RecordError`."""
        found = self._rooms.get(key)
        if found is not None:
            return found
        if key not in self._loading:
            if not self._taken(key):
                return None
            loading = self._loading[key] = asyncio.create_task(self._load(key))
            loading.add_done_callback(lambda done: self._loading.pop(key))
        return await asyncio.shield(self._loading[key])

    async def _load(self, key: str) -> Room:
        row = self.store.read_one("SELECT game, header, setting FROM tables WHERE key = ?", key)
        if row is None:
            raise StoreError(f"there is no table {key!r}")
        game = await asyncio.to_thread(_game_of, row[0], row[1], key)  # a scenario of one's own is read anew
        setting = lobby.read(row[2])
        setting.lives += 1
        room = self._room(key, game, setting)
        try:
            await self._note_life(room)
            if row[1]:
                table = await asyncio.to_thread(keeping.resume, self.store, key, game, host=setting.host)
                await room.done(lambda: room.resume(table))
            room.talk.load()
        except BaseException:
            await room.close()
            raise
        self._rooms[key] = room
        return room

    async def _note_life(self, room: Room) -> None:
        """Write down that a table was loaded once more; where that can't be, it takes a life nobody else had."""
        try:
            await room.keep_setting()
        except StoreError as error:
            log.error("table %s: %s", room.key, error)
            room.setting.lives += secrets.randbelow(1 << 20)

    def visit(self, room: Room, holder: str) -> Future[None]:
        """Note that somebody is at a table, so that he finds it again."""
        query = (
            "INSERT INTO visits (guest, table_id, at) SELECT ?, id, ? FROM tables WHERE key = ? "
            "ON CONFLICT DO UPDATE SET at = excluded.at"
        )
        return self.store.write_later(query, holder, time.time(), room.key)

    def visited(self, key: str, holder: str) -> bool:
        """Whether somebody has been at that table before."""
        query = "SELECT 1 FROM visits JOIN tables ON tables.id = table_id WHERE guest = ? AND key = ?"
        return bool(self.store.read_one(query, holder, key))

    async def sweep(self) -> None:
        """Let tables go that nobody has been at for a while."""
        for key, room in list(self._rooms.items()):
            if not room.clients and time.monotonic() - room.touched > IDLE:
                del self._rooms[key]
                await room.close()

    async def close(self) -> None:
        """Stop all tables."""
        for room in list(self._rooms.values()):
            await room.close()
        self._rooms.clear()

    @property
    def count(self) -> int:
        """How many tables are in memory."""
        return len(self._rooms)


def _game_of(name: str, header: bytes | None, key: str) -> Game[State]:
    """The game of a table: of one that has begun with the content that it carries, else as it is here."""
    return game_here(name) if header is None else game_of(Record(decode_header(header, key)))

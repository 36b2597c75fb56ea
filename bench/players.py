"""Many people at many tables, in one process: what `load.py` plays with.

Tables are laid into a server's data folder before it starts, a little way into their games, with two people each who
hold two seats each and whose cookies are known. Every person is one socket that speaks just as much of the protocol as
playing needs; it masks with zeros and reads nothing but the questions, so that thousands fit beside their server.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import msgspec

from witchboard.engine import play
from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.discover import find_game
from witchboard.engine.entries import Sitter
from witchboard.engine.game import Game
from witchboard.engine.record import Record, header_of
from witchboard.engine.state import State
from witchboard.server import lobby
from witchboard.server.codes import draw_code
from witchboard.server.guests import COOKIE, Guest, Guests, new_token, server_key
from witchboard.server.lobby import Chair, Setting
from witchboard.server.sqlite import SqliteStore
from witchboard.table import commands
from witchboard.table.table import Table

SEATS = (0, 1, 0, 1)  # which of the two people has which seat
KINDS = 24  # different games; every table is a copy of one of them
PLAYED = 24  # entries that the longest of them has already


class Place(NamedTuple):
    """One of the two people at a table: his cookie, and the token of his page."""

    table: str
    cookie: str
    token: str
    tall: bool


def begun(game: Game[State], number: int, entries: int) -> tuple[Record, bytes]:
    """The record of a game played at random for so many entries or a few more, and its seed."""
    dice, dealer = random.Random(number), CommittedDealer.named(f"load {number}")
    sitters = [Sitter("AnnBen"[3 * who : 3 * who + 3], holder=str(who)) for who in SEATS]
    table = Table.begin("load", game, header_of(game, len(SEATS), {}, sitters, dealer), dealer)
    while len(table.line.entries) < entries:
        seat = table.line.asked[0]
        line = (dice.choice(play.options(table.line.state, seat)),)
        name, question = f"before-{len(table.line.entries)}", table.line.questions[seat]
        command = commands.Choose(id=name, seat=seat, question=question, line=line)
        table.commit(table.prepare(str(SEATS[seat]), command))
    return table.record, dealer.seed


def lay_tables(folder: Path, key: str, count: int) -> list[Place]:
    """So many tables in a server's data folder; the people at them, in pairs."""
    folder.mkdir(parents=True, exist_ok=True)
    game, guests = find_game(key), Guests(server_key(folder))
    store = SqliteStore(folder / "witchboard.sqlite")
    kinds = [begun(game, number, PLAYED * number // KINDS) for number in range(min(KINDS, count))]

    names: list[str] = []
    for _ in range(count):
        names.append(draw_code(lambda code: code.lower() in names).lower())

    def lay(number: int) -> list[Place]:
        record, seed = kinds[number % len(kinds)]
        name, pair = names[number], [Guest(new_token()), Guest(new_token())]
        _lay(store, name, record, seed, [guest.hashed for guest in pair])
        tall = (False, number % 2 == 1)  # every fourth looks on by a phone
        return [
            Place(name, guests.cookie(one), guests.page_token(one, name), on_phone) for one, on_phone in zip(pair, tall)
        ]

    with ThreadPoolExecutor(16) as threads:  # so that they share commits
        places = [place for pair in threads.map(lay, range(count)) for place in pair]
    store.stop()
    return places


def _lay(store: SqliteStore, name: str, record: Record, seed: bytes, holders: Sequence[str]) -> None:
    header, now = record.header, time.time()
    sitters = tuple(msgspec.structs.replace(one, holder=holders[int(one.holder)]) for one in header.seats)
    chairs = [Chair("person", one.name, "", one.holder) for one in sitters]
    setting = Setting(players=len(SEATS), options=dict(header.options), chairs=chairs, host=holders[0])
    query = "INSERT INTO tables (key, game, secret, created, touched, setting) VALUES (?, ?, ?, ?, ?, ?)"
    store.write(query, name, header.game, b"", now, now, lobby.write(setting))
    store.create(name, Record(msgspec.structs.replace(header, seats=sitters), record.entries), seed)


class Option(msgspec.Struct):
    """As much of a choice as taking it needs."""

    line: list[int]


class Question(msgspec.Struct):
    """As much of a question as answering it needs."""

    seat: int
    q: int
    choices: list[Option]


class Heard(msgspec.Struct):
    """As much of a message as playing needs."""

    t: str
    id: str = ""
    seq: int = 0
    applied: int = 0
    asks: list[Question] | None = None
    outcome: object = None
    words: str = ""


_heard = msgspec.json.Decoder(Heard)
_encode = msgspec.json.Encoder().encode


class Tally:
    """What all people together have seen."""

    def __init__(self) -> None:
        self.frames: list[int] = []  # bytes of each
        self.wholes: list[int] = []
        self.asks: list[int] = []
        self.refused: list[str] = []  # why, with the table
        self.acknowledged: list[tuple[str, str, int]] = []  # table, command, options taken
        self.received = 0


class Person(asyncio.Protocol):
    """Somebody at a table, by a socket."""

    def __init__(self, place: Place, port: int, tally: Tally) -> None:
        self.place = place
        self.port = port
        self.tally = tally
        self.asks: list[Question] = []
        self.over = False
        self.lost = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waits: tuple[str, Callable[[bool], None]] | None = None  # the command under way, and whom to tell
        self.shown: Callable[[], None] | None = None  # whom to tell when its frames and what is asked then have come
        self._in = bytearray()
        self._open = False
        self._tab = new_token()[:8]
        self._sent = 0
        self._answered = (-1, -1)  # seat and number of the question answered last

    # What the loop calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        host = f"127.0.0.1:{self.port}"
        lines = [f"GET /t/{self.place.table}/ws HTTP/1.1", f"Host: {host}", f"Origin: http://{host}"]
        lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
        lines += ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", f"Cookie: {COOKIE}={self.place.cookie}"]
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        self._in += data
        self.tally.received += len(data)
        if not self._open:
            end = self._in.find(b"\r\n\r\n")
            if end < 0:
                return
            assert b" 101 " in self._in[:15], bytes(self._in[:200])
            del self._in[: end + 4]
            self._open = True
            layout = "tall" if self.place.tall else "wide"
            self.send({"t": "hello", "token": self.place.token, "seen": 0, "layout": layout})
        self._read()

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server has closed the line"))

    # Frames of a WebSocket.

    def send(self, message: object) -> None:
        self._frame(0x81, _encode(message))

    def _frame(self, kind: int, data: bytes) -> None:
        size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
        self.transport.write(bytes([kind]) + size + bytes(4) + data)

    def _read(self) -> None:
        """Take in the frames that have come whole."""
        data, at = self._in, 0
        while len(data) - at >= 2:
            length, head = data[at + 1] & 127, 2
            if length >= 126:
                head = 4 if length == 126 else 10
                length = int.from_bytes(data[at + 2 : at + head], "big")
            if len(data) < at + head + length:
                break
            self._take(data[at] & 15, bytes(data[at + head : at + head + length]))
            at += head + length
        del data[:at]

    def _take(self, kind: int, message: bytes) -> None:
        if kind == 9:
            self._frame(0x8A, message)
        elif kind == 1 and message.startswith(b'{"t":"frame"'):
            self.tally.frames.append(len(message))
        elif kind == 1:
            self._hear(_heard.decode(message), len(message))

    # The table.

    def _hear(self, heard: Heard, size: int) -> None:
        if heard.asks is not None:
            (self.tally.wholes if heard.t == "whole" else self.tally.asks).append(size)
            self.asks = [ask for ask in heard.asks if (ask.seat, ask.q) != self._answered]
            if self.shown and not self.waits:
                shown, self.shown = self.shown, None
                shown()
            self.over = self.over or heard.outcome is not None
            if not self.ready.done():
                self.ready.set_result(None)
        elif heard.t == "over":
            self.over = True
        elif heard.t in ("ok", "no") and self.waits and self.waits[0] == heard.id:
            (id, tell), self.waits = self.waits, None
            if heard.t == "ok":
                self.tally.acknowledged.append((self.place.table, id, heard.applied))
            else:
                self.tally.refused.append(f"{self.place.table}: {heard.words}")
            tell(heard.t == "ok")

    @property
    def can_play(self) -> bool:
        """Whether something is asked here and nothing is under way."""
        return bool(self.asks) and self.waits is None and not self.over and not self.lost

    def play(self, dice: random.Random, tell: Callable[[bool], None], shown: Callable[[], None] | None = None) -> None:
        """Answer what is asked at random; `tell` hears when that is acknowledged, `shown` when it was all shown."""
        ask = dice.choice(self.asks)
        self._sent += 1
        id = f"{self._tab}-{self._sent}"
        self.asks, self._answered = [], (ask.seat, ask.q)  # it may come once more before the next one does
        self.waits, self.shown = (id, tell), shown
        self.send({"t": "take", "id": id, "seat": ask.seat, "q": ask.q, "line": dice.choice(ask.choices).line})


async def sit_down(places: Sequence[Place], port: int, tally: Tally, at_once: int = 16) -> list[Person]:
    """Connect these people, some at a time, until each has seen its table."""
    gate, loop = asyncio.Semaphore(at_once), asyncio.get_running_loop()

    async def one(place: Place) -> Person:
        async with gate:
            _, person = await loop.create_connection(lambda: Person(place, port, tally), "127.0.0.1", port)
            await person.ready
            return person

    return list(await asyncio.gather(*(one(place) for place in places)))

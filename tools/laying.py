"""Lays a game some way on in a server's data folder, as bots would play it: for pictures, and for tests of the page."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from witchboard.bots import find_bot
from witchboard.bots.bot import Seat
from witchboard.engine import play
from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.discover import find_game
from witchboard.engine.entries import Sitter
from witchboard.engine.front import OptionValue
from witchboard.engine.record import header_of
from witchboard.engine.stream import stream
from witchboard.server.guests import Guest, Guests, new_token, server_key
from witchboard.server.lobby import Chair, Setting, write
from witchboard.server.sqlite import SqliteStore
from witchboard.table.commands import Choose
from witchboard.table.store import start, submit, submit_bot
from witchboard.table.table import Table

NAMES = ("Kim", "Ines", "Tomo", "Mira", "Sam", "Yara")
MOST = 3000  # choices


@dataclass(frozen=True)
class Laid:
    """A table as it was laid: its code, and the cookie of each seat's guest ("" for a bot)."""

    code: str
    cookies: tuple[str, ...]


def lay(
    data: Path,
    code: str,
    seats: Sequence[str],
    until: Callable[[Table], bool],
    game: str = "ghost-stories",
    options: Mapping[str, OptionValue] | None = None,
    bot: str = "villager",
) -> Laid:
    """Play until something holds, or the game is over. `seats`: "" for a person, else the bot that keeps the seat.

    The code names the game's chance too, so that the same call lays the same game. No server may use the folder now.
    """
    folder = data / "server"
    folder.mkdir(parents=True, exist_ok=True)
    known = Guests(server_key(folder))
    guests = [None if kept else Guest(new_token()) for kept in seats]
    store = SqliteStore(folder / "witchboard.sqlite")
    try:
        table = _begin(store, code, seats, guests, game, options or {})
        _play(store, table, until, bot)
        for guest in guests:
            if guest:
                visit = "INSERT INTO visits (guest, table_id, at) SELECT ?, id, ? FROM tables WHERE key = ?"
                store.write(visit, guest.hashed, time.time(), code)
    finally:
        store.stop()
    return Laid(code.upper(), tuple(known.cookie(guest) if guest else "" for guest in guests))


def _begin(
    store: SqliteStore,
    code: str,
    seats: Sequence[str],
    guests: Sequence[Guest | None],
    key: str,
    wanted: Mapping[str, OptionValue],
) -> Table:
    game = find_game(key)
    options = game.settle_options(len(seats), wanted)
    dealer = CommittedDealer(hashlib.sha256(code.encode()).digest())
    sitters = tuple(
        Sitter(name, "bot" if kept else "person", kept, guest.hashed if guest else "")
        for name, kept, guest in zip(NAMES, seats, guests)
    )
    table = Table.begin(code, game, header_of(game, len(seats), options, sitters, dealer), dealer)
    start(store, table)
    host = next(one.holder for one in sitters if one.holder)
    chairs = [Chair(one.kind, one.name, one.bot, one.holder) for one in sitters]
    setting = Setting(len(seats), dict(options), chairs, host)
    store.write("UPDATE tables SET setting = ? WHERE key = ?", write(setting), code)
    return table


def _play(store: SqliteStore, table: Table, until: Callable[[Table], bool], name: str) -> None:
    bot, luck = find_bot(table.game, name), stream(table.key)
    for number in range(MOST):
        if table.seating.end or until(table):
            return
        seat = table.line.asked[0]
        question, sitter = table.line.questions[seat], table.seating.sitters[seat]
        deputy = play.deputy(table.line.state)
        options = (find_bot(table.game, deputy) if deputy else bot).answer(
            Seat.of(table.game, table.line.state, seat), luck
        )
        if deputy:
            submit_bot(store, table, seat, question, options)
            continue
        options = options[:1]
        if sitter.kind == "bot":
            submit_bot(store, table, seat, question, options)
        else:
            command = Choose(id=f"laid-{number}", seat=seat, question=question, line=tuple(options))
            submit(store, table, sitter.holder, command)

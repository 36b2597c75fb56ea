"""Lays a game some way on in a server's data folder, as bots would play it: for pictures, and for tests of the page."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from witchboard.bots import find_bot
from witchboard.bots.bot import Seat
from witchboard.engine import play
from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.discover import find_game
from witchboard.engine.entries import Sitter
from witchboard.engine.front import OptionValue
from witchboard.engine.game import Game
from witchboard.engine.record import header_of
from witchboard.engine.stream import stream
from witchboard.server.guests import Guest, Guests, new_token, server_key
from witchboard.server.lobby import Chair, Setting, write
from witchboard.server.sqlite import SqliteStore
from witchboard.table.commands import Choose
from witchboard.table.table import Table

NAMES = ("Kim", "Ines", "Tomo", "Mira", "Sam", "Yara")
MOST = 3000  # choices
ATTEMPTS = 30  # games in which the moment to look at is sought


@dataclass(frozen=True)
class Laid:
    """A table as it was laid: its code, and the cookie of each seat's guest ("" for a bot)."""

    code: str
    cookies: tuple[str, ...]


def lay(
    data: Path,
    code: str,
    seats: Sequence[str],
    until: Callable[[Table], bool] | None,
    game: str = "ghost-stories",
    options: Mapping[str, OptionValue] | None = None,
    bot: str = "villager",
) -> Laid:
    """Play until something holds, or with None to the end. `seats`: "" for a person, else the bot that keeps the seat.

    The code names the game's chance too, so that the same call lays the same game; another is tried where that moment
    doesn't come. No server may use the folder now. Raises `LookupError` where it comes in no game.
    """
    folder = data / "server"
    folder.mkdir(parents=True, exist_ok=True)
    known = Guests(server_key(folder))
    guests = [None if kept else Guest(new_token()) for kept in seats]
    table = _played(code, seats, guests, until, find_game(game), options or {}, bot)
    store = SqliteStore(folder / "witchboard.sqlite")
    try:
        _keep(store, table)
        for guest in guests:
            if guest:
                visit = "INSERT INTO visits (guest, table_id, at) SELECT ?, id, ? FROM tables WHERE key = ?"
                store.write(visit, guest.hashed, time.time(), code)
    finally:
        store.stop()
    return Laid(code.upper(), tuple(known.cookie(guest) if guest else "" for guest in guests))


def _played(
    code: str,
    seats: Sequence[str],
    guests: Sequence[Guest | None],
    until: Callable[[Table], bool] | None,
    game: Game[Any],
    wanted: Mapping[str, OptionValue],
    bot: str,
) -> Table:
    options = game.settle_options(len(seats), wanted)
    sitters = tuple(
        Sitter(name, "bot" if kept else "person", kept, guest.hashed if guest else "")
        for name, kept, guest in zip(NAMES, seats, guests)
    )
    for attempt in range(ATTEMPTS):
        dealer = CommittedDealer(hashlib.sha256(f"{code}{attempt or ''}".encode()).digest())
        table = Table.begin(code, game, header_of(game, len(seats), options, sitters, dealer), dealer)
        _play(table, until, bot)
        if until is None or (not table.seating.end and until(table)):
            return table
    raise LookupError(f"{code}: in {ATTEMPTS} games the moment to look at didn't come")


def _keep(store: SqliteStore, table: Table) -> None:
    """Write a table down as a server does."""
    header = table.line.header
    assert isinstance(table.dealer, CommittedDealer)
    store.create(table.key, table.record, table.dealer.seed)
    host = next(one.holder for one in header.seats if one.holder)
    chairs = [Chair(one.kind, one.name, one.bot, one.holder) for one in header.seats]
    setting = Setting(header.players, dict(header.options), chairs, host)
    store.write("UPDATE tables SET setting = ? WHERE key = ?", write(setting), table.key)


def _play(table: Table, until: Callable[[Table], bool] | None, name: str) -> None:
    bot, luck = find_bot(table.game, name), stream(table.key)
    for number in range(MOST):
        if table.seating.end or (until and until(table)):
            return
        seat = table.line.asked[0]
        question, sitter = table.line.questions[seat], table.seating.sitters[seat]
        deputy = play.deputy(table.line.state)
        mind = find_bot(table.game, deputy) if deputy else bot
        options = mind.answer(Seat.of(table.game, table.line.state, seat), luck)
        if deputy or sitter.kind == "bot":
            table.commit(table.prepare_bot(seat, question, options if deputy else options[:1]))
        else:
            command = Choose(id=f"laid-{number}", seat=seat, question=question, line=tuple(options[:1]))
            table.commit(table.prepare(sitter.holder, command))

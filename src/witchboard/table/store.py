"""Where tables are kept, and the order of things: journal first, then it counts, then it is acknowledged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from witchboard.engine.dealers import CommittedDealer, Dealer
from witchboard.engine.entries import AnyEntry, Header
from witchboard.engine.errors import WitchboardError
from witchboard.engine.game import Game
from witchboard.engine.record import Record
from witchboard.engine.state import State

from .commands import Command, Reply
from .table import Prepared, Table


class StoreError(WitchboardError):
    """A table can't be stored, found or opened: the disk is full, the table is open elsewhere, a file is damaged."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it was kept. `secret` is its dealer's seed; `note` says what had to be dropped, "" if nothing had.

    `chapters` are kept beside the record where a store does so, and only make loading fast.
    """

    record: Record
    secret: bytes
    note: str = ""
    chapters: Sequence[bytes] = ()


@dataclass(frozen=True, slots=True)
class Listed:
    """A table by its key: its header, and whether its game is over."""

    key: str
    header: Header
    over: bool


class Store(Protocol):
    """Keeps the records of tables. A table belongs to one store in one process from `create` or `load` to `close`.

    Every method raises `StoreError`, in words for the person who plays.
    """

    def create(self, key: str, record: Record, secret: bytes = b"") -> None:
        """Keep a new table, durable before it returns. The secret never gets into the record."""
        ...

    def append(self, key: str, entries: Sequence[AnyEntry]) -> None:
        """Keep entries, all or none, durable before it returns. If it raises, none of them is kept."""
        ...

    def load(self, key: str) -> Stored:
        """All that was kept of a table."""
        ...

    def tables(self) -> list[Listed]:
        """The tables there are, the one that was played last first."""
        ...

    def close(self, key: str) -> None:
        """Give a table back; another process may open it then."""
        ...


def start(store: Store, table: Table) -> None:
    """Keep a new table."""
    dealer = table.dealer
    store.create(table.key, table.record, dealer.seed if isinstance(dealer, CommittedDealer) else b"")


def resume(store: Store, key: str, game: Game[State], stored: Stored | None = None, host: str = "") -> Table:
    """The table of that key, ready to go on; `stored` if it is loaded already.

    Raises `StoreError`, and `RecordError` when its record can't be gone on with; the table is closed then.
    """
    try:
        stored = stored or store.load(key)
        table = Table.load(key, stored.record, game, dealer_of(stored), stored.chapters, host)
        if table.unwritten:
            store.append(key, table.unwritten)
    except WitchboardError:
        store.close(key)
        raise
    return table


def dealer_of(stored: Stored) -> Dealer | None:
    """The dealer that a stored table goes on with; None for real dice. Raises `StoreError`."""
    header = stored.record.header
    if header.dealer == "open":
        return None
    if header.dealer != "committed":
        raise StoreError(f"{stored.record.path}: a game whose chance was {header.dealer} can't be gone on with")
    if not stored.secret:
        raise StoreError(f"{stored.record.path}: the seed of this game is missing, so its chance can't be gone on with")
    dealer = CommittedDealer(stored.secret, header.contributions)
    if dealer.commitment != header.commitment:
        raise StoreError(f"{stored.record.path}: the seed is not the one this game is bound to")
    return dealer


def submit(store: Store, table: Table, holder: str, command: Command) -> Reply:
    """Carry a person's command out: journal, let it count, answer. Raises `StoreError`, with the table as it was."""
    return _settle(store, table, table.prepare(holder, command))


def submit_bot(store: Store, table: Table, seat: int, question: int, options: Sequence[int]) -> Reply:
    """The same for a bot's line of options."""
    return _settle(store, table, table.prepare_bot(seat, question, options))


def _settle(store: Store, table: Table, prepared: Prepared) -> Reply:
    if prepared.entries:
        store.append(table.key, prepared.entries)
    table.commit(prepared)
    return prepared.reply

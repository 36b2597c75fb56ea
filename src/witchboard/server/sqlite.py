"""The server's store: one SQLite file, one writer thread, many appends to one commit.

WAL with `synchronous=FULL`: what was committed outlives a power cut. Whoever appends waits for the commit, not for the
disk alone: appends that arrive while one commit is under way share the next. An append that can't be carried out (an
entry too large, a table that isn't there) fails alone; a full or read-only disk fails all that wait, and nothing of
theirs is kept.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from witchboard.engine.entries import AnyEntry, End, RecordError, Rewind, decode_entries, decode_header, encode
from witchboard.engine.record import Record
from witchboard.table.store import Listed, Stored, StoreError

log = logging.getLogger("witchboard.store")

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
Job = tuple[Work[object], "Future[object]"]
Outcome = tuple[object, Exception | None]  # what a work returned, or why it failed

FAILED = (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.ProgrammingError)  # of one work alone, not of the file

TOGETHER = 256  # appends to one commit, at most
TOUCHED = 30.0  # seconds within which the time of a table's latest move is not written again

MIGRATIONS = (
    """
    CREATE TABLE tables (
        id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, game TEXT NOT NULL, header BLOB, secret BLOB NOT NULL,
        over INTEGER NOT NULL DEFAULT 0, created REAL NOT NULL, touched REAL NOT NULL,
        setting BLOB NOT NULL DEFAULT '{}'
    );
    CREATE TABLE entries (
        table_id INTEGER NOT NULL REFERENCES tables(id), n INTEGER NOT NULL, line BLOB NOT NULL,
        PRIMARY KEY (table_id, n)
    ) WITHOUT ROWID;
    CREATE TABLE visits (
        guest TEXT NOT NULL, table_id INTEGER NOT NULL REFERENCES tables(id), at REAL NOT NULL,
        PRIMARY KEY (guest, table_id)
    ) WITHOUT ROWID;
    CREATE TABLE guests (guest TEXT PRIMARY KEY, name TEXT NOT NULL DEFAULT '', setting BLOB NOT NULL DEFAULT '{}');
    CREATE TABLE chat (
        table_id INTEGER NOT NULL REFERENCES tables(id), n INTEGER NOT NULL, line BLOB NOT NULL,
        PRIMARY KEY (table_id, n)
    ) WITHOUT ROWID;
    CREATE TABLE passes (
        token TEXT PRIMARY KEY, guest TEXT NOT NULL, kind TEXT NOT NULL, table_id INTEGER, seat INTEGER,
        until REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX visits_by_guest ON visits(guest, at);
    """,
    """
    CREATE TABLE chapters (
        id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL REFERENCES tables(id), data BLOB NOT NULL
    );
    CREATE INDEX chapters_of_table ON chapters(table_id, id);
    """,
)


def connect(path: Path) -> sqlite3.Connection:
    """A connection that leaves transactions to whoever uses it."""
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)


class SqliteStore:
    """Tables in one file. Methods without `later` wait for the writer and must not be called on the event loop.

    `connect` opens the file; tests give one whose disk they rule. `fault` says why nothing can be written, "" while
    all is well.
    """

    def __init__(self, path: Path, connect: Callable[[Path], sqlite3.Connection] = connect) -> None:
        self.path = path
        self.fault = ""
        self._connect = connect
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._stopped = False
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._migrate()
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{path} can't be opened: {error}") from None
        self._reader = threading.local()
        self._readers: list[sqlite3.Connection] = []
        self._writer = threading.Thread(target=self._write, name="sqlite writer", daemon=True)
        self._writer.start()

    # The store of a table's journal.

    def create(self, key: str, record: Record, secret: bytes = b"") -> None:
        """Keep a new table, or the game of one whose seats were being filled."""
        self.later(_create(key, record, secret)).result()

    def append(self, key: str, entries: Sequence[AnyEntry]) -> None:
        """Keep entries, all or none."""
        self.append_later(key, entries).result()

    def append_later(self, key: str, entries: Sequence[AnyEntry], after: int | None = None) -> Future[None]:
        """The same without waiting: the future is done when they are durable, or holds the `StoreError`.

        `after` is how many entries the table has in the caller's eyes; it fails if there are more or fewer.
        """
        lines = [encode(entry) for entry in entries]
        ends = [isinstance(entry, End) for entry in entries if isinstance(entry, End | Rewind)]
        over = ends[-1] if ends else None
        return self.later(_append(key, lines, over, after))

    def load(self, key: str) -> Stored:
        """All that was kept of a table."""
        path = f"table {key}"
        row = self.read_one("SELECT id, header, secret FROM tables WHERE key = ?", key)
        if row is None or row[1] is None:
            raise StoreError(f"there is no table {key!r} with a game")
        lines = self.read("SELECT line FROM entries WHERE table_id = ? ORDER BY n", row[0])
        try:
            header = decode_header(row[1], path)
            found = decode_entries([line for (line,) in lines], path)
        except RecordError as error:
            raise StoreError(str(error)) from None
        chapters = self.read("SELECT data FROM chapters WHERE table_id = ? ORDER BY id", row[0])
        return Stored(Record(header, found, path), row[2], chapters=[data for (data,) in chapters])

    def keep_chapter(self, key: str, chapter: bytes) -> Future[None]:
        """Keep a chapter of a table; nothing is lost if that fails."""
        query = "INSERT INTO chapters (table_id, data) SELECT id, ? FROM tables WHERE key = ?"
        return self.write_later(query, chapter, key)

    def tables(self) -> list[Listed]:
        """The tables with a game, the one that was played last first."""
        rows = self.read("SELECT key, header, over FROM tables WHERE header IS NOT NULL ORDER BY touched DESC")
        return [Listed(key, decode_header(header, key), bool(over)) for key, header, over in rows]

    def close(self, key: str) -> None:
        """Nothing to give back: the file belongs to one process."""

    # Reading and writing of the site's own.

    def read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Rows, read without waiting for the writer."""
        try:
            return self._read_connection().execute(query, values).fetchall()
        except sqlite3.Error as error:
            log.error("%s can't be read: %s", self.path, error)
            raise StoreError(f"the tables can't be read: {in_words(error)}") from None

    def read_one(self, query: str, *values: object) -> tuple[Any, ...] | None:
        """The first row, if there is one."""
        rows = self.read(query, *values)
        return rows[0] if rows else None

    def write(self, query: str, *values: object) -> None:
        """Carry one statement out and wait until it is durable."""
        self.write_later(query, *values).result()

    def write_later(self, query: str, *values: object) -> Future[None]:
        """The same without waiting."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(query, values)

        return self.later(work)

    def later(self, work: Work[T]) -> Future[T]:
        """Let the writer do some work in a transaction; the future is done when that is durable."""
        done: Future[T] = Future()
        if self._stopped:
            done.set_exception(StoreError("the server is stopping"))
        else:
            self._jobs.put((work, done))  # type: ignore[arg-type]  # the future is of what the work returns
        return done

    def stop(self) -> None:
        """Finish what waits, and close the file."""
        self._stopped = True
        self._jobs.put(None)
        self._writer.join()
        for connection in self._readers:
            connection.close()

    def _read_connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._reader, "connection", None)
        if connection is None:
            connection = self._connect(self.path)
            connection.execute("PRAGMA query_only = 1")
            self._reader.connection = connection
            self._readers.append(connection)
        return connection

    def _migrate(self) -> None:
        """Bring the file to this version's form. Raises `StoreError` for a file of a later one."""
        connection = self._connect(self.path)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version > len(MIGRATIONS):
                raise StoreError(
                    f"{self.path} was written by a later Witchboard (form {version}, known is {len(MIGRATIONS)})"
                )
            for number, statements in enumerate(MIGRATIONS[version:], version + 1):
                connection.executescript(f"BEGIN IMMEDIATE; {statements} PRAGMA user_version = {number}; COMMIT;")
        finally:
            connection.close()

    def _write(self) -> None:
        """The writer's life: take what waits, carry it out in one transaction, tell who waits."""
        connection: sqlite3.Connection | None = None
        going_on = True
        while going_on:
            jobs, going_on = self._waiting()
            if not jobs:
                continue
            try:
                connection = connection or self._writing()
                _commit(connection, jobs)
                self.fault = ""
            except Exception as error:
                log.error("%s can't be written: %s", self.path, error)
                self.fault = in_words(error)
                for _, done in jobs:
                    done.set_exception(StoreError(self.fault))
                _close(connection)
                connection = None
        _close(connection)

    def _waiting(self) -> tuple[list[Job], bool]:
        """What waits to be written, at least one job unless it is the end; and whether more may come."""
        jobs: list[Job] = []
        while len(jobs) < TOGETHER and (not jobs or not self._jobs.empty()):
            job = self._jobs.get()
            if job is None:
                return jobs, False
            if job[1].set_running_or_notify_cancel():
                jobs.append(job)
        return jobs, True

    def _writing(self) -> sqlite3.Connection:
        """The writer's connection: a commit is on the disk when it returns."""
        connection = self._connect(self.path)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection


def in_words(error: Exception) -> str:
    """What is the matter with the file, for those who play."""
    name = getattr(error, "sqlite_errorname", "")
    for beginning, words in FAULTS.items():
        if name.startswith(beginning):
            return words
    return "the server's disk gives errors"


FAULTS = {
    "SQLITE_FULL": "the server's disk is full",
    "SQLITE_READONLY": "the server may not write to its disk",
    "SQLITE_CANTOPEN": "the server may not write to its disk",
    "SQLITE_PERM": "the server may not write to its disk",
    "SQLITE_BUSY": "the server's file is in use by another program",
    "SQLITE_LOCKED": "the server's file is in use by another program",
    "SQLITE_CORRUPT": "the server's file is damaged",
    "SQLITE_NOTADB": "the server's file is damaged",
}


def _close(connection: sqlite3.Connection | None) -> None:
    """Close a connection that may be broken."""
    if connection is not None:
        with suppress(sqlite3.Error):
            connection.close()


def _commit(connection: sqlite3.Connection, jobs: Sequence[Job]) -> None:
    """Carry works out in one transaction. One that fails is undone alone.

    A work leaves no trace but in the file: if one fails, all are undone and done again, each by itself. Raises
    `sqlite3.Error` if the file can't be written; then nothing was, and nobody was told anything.
    """
    try:
        connection.execute("BEGIN IMMEDIATE")
        try:
            outcomes: list[Outcome] = [(work(connection), None) for work, _ in jobs]
        except Exception as error:
            if isinstance(error, sqlite3.Error) and not isinstance(error, FAILED):
                raise
            connection.execute("ROLLBACK")
            connection.execute("BEGIN IMMEDIATE")
            outcomes = [_try(connection, work) for work, _ in jobs]
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    for (_, done), (result, failed) in zip(jobs, outcomes):
        if failed is None:
            done.set_result(result)
        else:
            done.set_exception(failed)


def _try(connection: sqlite3.Connection, work: Work[object]) -> Outcome:
    """Carry one work out, or undo it. Raises `sqlite3.Error` when the file itself can't be written."""
    with _savepoint(connection) as point:
        try:
            return work(connection), None
        except FAILED as error:
            point.append("ROLLBACK TO one")
            return None, StoreError(str(error))
        except sqlite3.Error:
            raise
        except Exception as error:
            point.append("ROLLBACK TO one")
            return None, error


@contextmanager
def _savepoint(connection: sqlite3.Connection) -> Iterator[list[str]]:
    """A part of a transaction; statements in the list are carried out at its end."""
    connection.execute("SAVEPOINT one")
    last: list[str] = []
    yield last
    for statement in last:
        connection.execute(statement)
    connection.execute("RELEASE one")


def _create(key: str, record: Record, secret: bytes) -> Work[None]:
    header = encode(record.header)
    lines = [encode(entry) for entry in record.entries]

    def work(connection: sqlite3.Connection) -> None:
        now = time.time()
        row = connection.execute("SELECT id, header FROM tables WHERE key = ?", (key,)).fetchone()
        if row and row[1] is not None:
            raise StoreError(f"there is a table {key!r} already")
        if row:
            number = row[0]
            connection.execute(
                "UPDATE tables SET header = ?, secret = ?, touched = ? WHERE id = ?", (header, secret, now, number)
            )
        else:
            number = connection.execute(
                "INSERT INTO tables (key, game, header, secret, created, touched) VALUES (?, ?, ?, ?, ?, ?)",
                (key, record.header.game, header, secret, now, now),
            ).lastrowid
        rows = [(number, n, line) for n, line in enumerate(lines)]
        connection.executemany("INSERT INTO entries (table_id, n, line) VALUES (?, ?, ?)", rows)

    return work


def _append(key: str, lines: Sequence[bytes], over: bool | None, after: int | None) -> Work[None]:
    """Few statements: each lets go of the interpreter, which a busy event loop is slow to give back."""
    query = (
        "SELECT id, touched, (SELECT COALESCE(MAX(n), -1) + 1 FROM entries WHERE table_id = id) "
        "FROM tables WHERE key = ?"
    )

    def work(connection: sqlite3.Connection) -> None:
        row = connection.execute(query, (key,)).fetchone()
        if row is None:
            raise StoreError(f"there is no table {key!r}")
        table, touched, first = row
        if after is not None and first != after:
            raise StoreError(f"table {key!r} has {first} entries, not {after}: it was played on elsewhere")
        for begun in range(0, len(lines), ROWS):
            some = lines[begun : begun + ROWS]
            values = [value for n, line in enumerate(some, first + begun) for value in (table, n, line)]
            connection.execute(INSERT + ", ".join(["(?, ?, ?)"] * len(some)), values)
        now = time.time()
        if over is not None or not 0 <= now - touched < TOUCHED:
            change = "UPDATE tables SET touched = ?, over = COALESCE(?, over) WHERE id = ?"
            connection.execute(change, (now, over, table))

    return work


INSERT = "INSERT INTO entries (table_id, n, line) VALUES "
ROWS = 16  # entries to one statement, at most

"""A disk that forgets what was not synced, fills up or turns read-only when the test says so: SQLite files on it.

    disk = Disk()
    store = SqliteStore(folder / "file.sqlite", disk.connect)
    disk.cut_after(37, dice)       # the power goes at the 37th write or sync from now
    disk.restore(other_folder)     # what a machine finds that starts again

The power-cut model is harsher than most disks: of what was written since the last sync each sector survives or not by
itself, in any order.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Any, cast

import apsw

from witchboard.engine.stream import Stream

SECTOR = 512
NUMBERS = count()


class File:
    """What is on the disk of a file, and the sectors written since it was synced."""

    def __init__(self) -> None:
        self.synced = b""
        self.exists = False  # whether the directory would still know it
        self.now = bytearray()
        self.dirty: set[int] = set()
        self.cut_to: int | None = None  # truncated to that, not yet synced


class Disk:
    """A disk of files. `fault` is the error that every write meets; None while all is well."""

    def __init__(self) -> None:
        self.name = f"disk-{next(NUMBERS)}"
        self.fault: type[apsw.Error] | None = None
        self.files: dict[str, File] = {}
        self.off = False
        self.when_cut: Callable[[], None] = lambda: None
        self._left = -1
        self._dice: Stream | None = None
        self._images: dict[str, bytes] = {}
        self._lock = threading.RLock()
        self.vfs = _Vfs(self)

    def connect(self, path: Path) -> sqlite3.Connection:
        """A connection to a file on this disk; it does what the store needs of `sqlite3`."""
        connection = apsw.Connection(str(path), vfs=self.name)
        connection.set_busy_timeout(5000)
        connection.execute("PRAGMA wal_autocheckpoint = 24")
        return cast(sqlite3.Connection, Connection(connection))

    def cut_after(self, operations: int, dice: Stream) -> None:
        """Let the power go at that write or sync."""
        self._left, self._dice = operations, dice

    def step(self, sync: bool = False) -> None:
        """One write or sync is about to happen."""
        with self._lock:
            if self.off:
                raise apsw.IOError("the power is gone")
            if self._left > 0:
                self._left -= 1
            elif self._left == 0:
                self._cut()
                raise apsw.IOError("the power is gone")
            if self.fault and not sync:
                raise self.fault("by the test's will")

    def _cut(self) -> None:
        self.off = True
        self.when_cut()
        assert self._dice is not None
        for name, file in self.files.items():
            if not file.exists and self._dice.below(2):
                continue
            self._images[name] = self._after(file, self._dice)

    def _after(self, file: File, dice: Stream) -> bytes:
        """A file as it is found after the cut."""
        length = len(file.synced)
        grown = len(file.now) > length and dice.below(2)
        if file.cut_to is not None and dice.below(2):
            length = file.cut_to
        found = bytearray(file.synced[:length])
        if grown:
            found.extend(bytes(len(file.now) - len(found)))
        for sector in sorted(file.dirty):
            start = sector * SECTOR
            if start < len(found) and dice.below(2):
                piece = file.now[start : start + SECTOR]
                found[start : start + len(piece)] = piece
        return bytes(found)

    def restore(self, folder: Path) -> None:
        """Write into a folder what was left at the cut. The shared memory of WAL is never there."""
        for name, image in self._images.items():
            (folder / Path(name).name).write_bytes(image)


class _Vfs(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        super().__init__(disk.name, "")

    def xOpen(self, name: Any, flags: list[int]) -> Any:
        return _File(self.disk, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:
        self.disk.step(sync=True)
        self.disk.files.pop(name, None)
        super().xDelete(name, sync)


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self.disk = disk
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        self.file = disk.files.setdefault(path, File())
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        self.disk.step()
        super().xWrite(data, offset)
        file, end = self.file, offset + len(data)
        if len(file.now) < end:
            file.now.extend(bytes(end - len(file.now)))
        file.now[offset:end] = data
        file.dirty.update(range(offset // SECTOR, (end - 1) // SECTOR + 1))

    def xTruncate(self, size: int) -> None:
        self.disk.step()
        super().xTruncate(size)
        del self.file.now[size:]
        self.file.cut_to = size if self.file.cut_to is None else min(size, self.file.cut_to)

    def xSync(self, flags: int) -> None:
        self.disk.step(sync=True)
        super().xSync(flags)
        file = self.file
        file.synced, file.exists, file.cut_to = bytes(file.now), True, None
        file.dirty.clear()


class Connection:
    """An apsw connection with the names and errors of `sqlite3`, as far as the store uses them."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def execute(self, query: str, values: Sequence[Any] = ()) -> Rows:
        try:
            rows = self._connection.execute(query, values).fetchall()
        except apsw.Error as error:
            raise _translated(error) from None
        return Rows(rows, self._connection.last_insert_rowid())

    def executemany(self, query: str, rows: Iterable[Sequence[Any]]) -> None:
        for row in rows:
            self.execute(query, row)

    def executescript(self, script: str) -> None:
        self.execute(script)

    @property
    def in_transaction(self) -> bool:
        return bool(self._connection.in_transaction)

    def close(self) -> None:
        try:
            self._connection.close()
        except apsw.Error as error:
            raise _translated(error) from None


class Rows:
    """What a statement gave."""

    def __init__(self, rows: list[Any], lastrowid: int) -> None:
        self._rows = rows
        self.lastrowid = lastrowid

    def fetchall(self) -> list[Any]:
        return self._rows

    def fetchone(self) -> Any:
        return self._rows[0] if self._rows else None


def _translated(error: apsw.Error) -> sqlite3.Error:
    kind = sqlite3.IntegrityError if isinstance(error, apsw.ConstraintError) else sqlite3.OperationalError
    found = kind(str(error))
    found.sqlite_errorname = f"SQLITE_{type(error).__name__.removesuffix('Error').upper()}"
    return found

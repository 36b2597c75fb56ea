"""A store of one file a table: its record, as JSON Lines, synced to the disk before anything counts.

In the folder lie `KEY.jsonl`, the record; `KEY.seed`, the secret seed, readable by its owner alone; `KEY.lock`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from witchboard.engine.entries import AnyEntry, End, RecordError, decode_entry, decode_header, encode
from witchboard.engine.errors import WitchboardError
from witchboard.engine.record import Record

from .lock import HeldError, Lock
from .store import Listed, Stored, StoreError

BINARY = getattr(os, "O_BINARY", 0)  # Windows would change the ends of lines
KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


@dataclass
class _Open:
    """A table that this store has open: its file, how much of it is certain, and its lock."""

    fd: int
    size: int
    lock: Lock
    broken: str = ""


class JsonLinesStore:
    """Tables as files in a folder, which is made if need be."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[str, _Open] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"the folder {folder} can't be made: {error.strerror}") from None

    def path(self, key: str) -> Path:
        """The file of a table's record. Raises `StoreError` for what is no key."""
        return self._file(key, "jsonl")

    def create(self, key: str, record: Record, secret: bytes = b"") -> None:
        """Keep a new table: whole in its file, or not there at all."""
        path = self.path(key)
        lock = self._lock(key)
        try:
            if path.exists():
                raise StoreError(f"there is a table {key!r} already: {path}")
            if secret:
                _write_whole(self._file(key, "seed"), secret.hex().encode() + b"\n")
            _write_whole(path, b"".join([encode(record.header), *map(encode, record.entries)]))
            self._open[key] = _Open(os.open(path, os.O_RDWR | BINARY), path.stat().st_size, lock)
        except OSError as error:
            raise _unwritten(path, error) from None
        finally:
            if key not in self._open:
                lock.free()

    def append(self, key: str, entries: Sequence[AnyEntry]) -> None:
        """Write entries and sync them. If that fails, the file is cut back to what it was."""
        table = self._open.get(key)
        if table is None:
            raise StoreError(f"table {key!r} is not open here")
        if table.broken:
            raise StoreError(table.broken)
        lines = b"".join(map(encode, entries))
        try:
            _write_at(table.fd, table.size, lines)
        except OSError as error:
            self._cut_back(key, table)
            raise _unwritten(self.path(key), error) from None
        table.size += len(lines)

    def load(self, key: str) -> Stored:
        """Open a table. A last act that was only half written was never acknowledged: it is dropped, with a note."""
        path = self.path(key)
        if not path.exists():
            raise StoreError(f"there is no table {key!r} in {self.folder}")
        lock = self._lock(key)
        try:
            lines, rest = _whole_lines(path.read_bytes())
            record, size = _kept(lines, str(path))
            seed = self._file(key, "seed")
            secret = bytes.fromhex(seed.read_text().strip()) if seed.exists() else b""
            self._open[key] = _Open(os.open(path, os.O_RDWR | BINARY), size, lock)
            dropped = sum(map(len, lines)) + len(rest) - size
            if dropped:
                self._cut_back(key, self._open[key])
        except OSError as error:
            raise StoreError(f"{path} can't be opened: {error.strerror}") from None
        except ValueError as error:
            raise error if isinstance(error, WitchboardError) else StoreError(f"{path}: its seed is damaged") from None
        finally:
            if key not in self._open:
                lock.free()
        note = f"{path}: the last {dropped} bytes were only half written, and never counted" if dropped else ""
        return Stored(record, secret, note)

    def tables(self) -> list[Listed]:
        """The tables of the folder whose header can be read, the one that was played last first."""
        found: list[tuple[float, Listed]] = []
        for path in self.folder.glob("*.jsonl"):
            try:
                lines, _ = _whole_lines(path.read_bytes())
                header = decode_header(lines[0] if lines else b"", str(path))
                over = len(lines) > 1 and isinstance(decode_entry(lines[-1], str(path), len(lines)), End)
                found.append((path.stat().st_mtime, Listed(path.stem, header, over)))
            except (RecordError, OSError):
                continue
        return [listed for _, listed in sorted(found, key=lambda pair: -pair[0])]

    def close(self, key: str) -> None:
        """Give a table back."""
        table = self._open.pop(key, None)
        if table is not None:
            os.close(table.fd)
            table.lock.free()

    def _file(self, key: str, kind: str) -> Path:
        if not KEY.fullmatch(key):
            raise StoreError(f"{key!r} is no table: expected letters, digits and hyphens")
        return self.folder / f"{key}.{kind}"

    def _lock(self, key: str) -> Lock:
        """Own the table, or say who can't."""
        path = self._file(key, "lock")
        try:
            return Lock(path)
        except HeldError:
            raise StoreError(f"table {key!r} is open in another window or program; close it there first") from None
        except OSError as error:
            raise _unwritten(path, error) from None

    def _cut_back(self, key: str, table: _Open) -> None:
        """Make the file again what is certain; if even that fails, write no more to it."""
        try:
            os.ftruncate(table.fd, table.size)
            os.fsync(table.fd)
        except OSError as error:
            table.broken = f"{self.path(key)} can't be written any more: {error.strerror}"


def _unwritten(path: Path, error: OSError) -> StoreError:
    return StoreError(f"{path} can't be written: {error.strerror}. Nothing has changed; the last move does not count")


def _whole_lines(data: bytes) -> tuple[list[bytes], bytes]:
    """The lines of a file, each with its end, and what stands after the last end of a line."""
    *lines, rest = data.split(b"\n")
    return [line + b"\n" for line in lines], rest


def _kept(lines: list[bytes], path: str) -> tuple[Record, int]:
    """The record that counts, and its length in bytes: without a last act of which lines are missing.

    A last line with zeros in it is one that never reached the disk. Any other damage raises `RecordError`.
    """
    if len(lines) > 1 and b"\0" in lines[-1]:
        lines = lines[:-1]
    header = decode_header(lines[0] if lines else b"", path)
    entries = [decode_entry(line, path, at + 2) for at, line in enumerate(lines[1:])]
    while entries and entries[-1].more:
        entries.pop()
    return Record(header, entries, path), sum(map(len, lines[: len(entries) + 1]))


def _write_at(fd: int, at: int, data: bytes) -> None:
    """Write data at that place and wait until they are on the disk."""
    os.lseek(fd, at, os.SEEK_SET)
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]
    os.fsync(fd)


def _write_whole(path: Path, data: bytes) -> None:
    """Make a file, on the disk with its name before this returns: whole or not at all."""
    new = path.with_name(path.name + ".new")
    try:
        fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
        try:
            _write_at(fd, 0, data)
        finally:
            os.close(fd)
        os.replace(new, path)
    except OSError:
        new.unlink(missing_ok=True)
        raise
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

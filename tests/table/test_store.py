"""The files of tables: nothing acknowledged is lost, whatever happens to the disk or the process."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from witchboard_tiny.hideout import GAME as HIDEOUT
from witchboard_tiny.well import GAME as WELL

from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.entries import Choice, Mark, RecordError, Undo, as_one, encode
from witchboard.engine.game import Game
from witchboard.engine.record import Record, header_of, read
from witchboard.engine.state import State
from witchboard.engine.stream import stream
from witchboard.table import commands
from witchboard.table.commands import Done
from witchboard.table.folder import data_folder
from witchboard.table.jsonl import JsonLinesStore
from witchboard.table.store import Stored, StoreError, dealer_of, resume, start, submit, submit_bot
from witchboard.table.table import Table

from .conftest import ANN, BEN, BOT, Player, begin

MARKS = [Mark(seat=0, name=f"mark {number}") for number in range(20)]


def kept(store: JsonLinesStore, game: object = WELL) -> Player:
    """A new table that lies in the store."""
    player = begin(game, ANN, BOT)
    start(store, player.table)
    return player


def again(store: JsonLinesStore, game: object = WELL) -> Table:
    """The table after a restart."""
    store.close("table")
    return resume(JsonLinesStore(store.folder), "table", cast(Game[State], game))


def say(player: Player, text: str) -> commands.Say:
    return commands.Say(id=player.id(), seat=0, question=player.table.line.questions[0], text=text)


def test_what_was_acknowledged_is_there_after_a_restart(store: JsonLinesStore) -> None:
    player = kept(store)
    assert submit(store, player.table, "ann", say(player, "draw")) == Done("id-1", 1)
    table = again(store)
    assert table.record.entries == player.table.record.entries
    assert table.line.state == player.table.line.state
    assert [table.sight(seat) for seat in (0, 1)] == [player.table.sight(seat) for seat in (0, 1)]


def test_chance_goes_on_as_it_would_have(store: JsonLinesStore) -> None:
    player = begin(HIDEOUT, ANN, ANN)
    start(store, player.table)
    other, dice = Player(again(store, HIDEOUT)), stream("on")
    while not player.table.seating.end:
        other.step(dice.clone())
        player.step(dice)
    assert other.table.record.entries == player.table.record.entries


def test_a_crash_between_the_journal_and_the_table_loses_nothing_and_counts_once(store: JsonLinesStore) -> None:
    player = kept(store)
    command = say(player, "draw")
    prepared = player.table.prepare("ann", command)
    store.append("table", prepared.entries)  # and here the process dies
    table = again(store)
    assert table.record.entries == [*player.table.record.entries, *prepared.entries]
    assert table.prepare("ann", command).reply == prepared.reply
    assert table.prepare("ann", command).entries == ()


def test_bots_are_journalled_too(store: JsonLinesStore) -> None:
    player = kept(store)
    submit(store, player.table, "ann", say(player, "end"))
    (call,) = player.table.bot_calls()
    assert submit_bot(store, player.table, 1, call.question, [2]) == Done("", 1)
    assert again(store).line.asked == [0]


def test_a_refused_command_writes_nothing(store: JsonLinesStore) -> None:
    player = kept(store)
    before = store.path("table").read_bytes()
    submit(store, player.table, "ann", say(player, "fly"))
    assert store.path("table").read_bytes() == before


def test_the_file_is_a_record_and_the_seed_is_not_in_it(store: JsonLinesStore) -> None:
    player = kept(store)
    submit(store, player.table, "ann", say(player, "draw"))
    record = read(store.path("table"))
    assert (record.header, len(record.entries)) == (player.table.line.header, len(player.table.record.entries))
    seed = cast(CommittedDealer, player.table.dealer).seed.hex()
    assert seed not in store.path("table").read_text()
    secret = store.folder / "table.seed"
    assert secret.read_text().strip() == seed
    if os.name == "posix":
        assert secret.stat().st_mode & 0o077 == 0


# What a crash can leave behind.


def whole(store: JsonLinesStore) -> bytes:
    """A table with three acts of one, two and three entries, closed; its file."""
    kept(store)
    for count in (1, 2, 3):
        store.append("table", as_one(MARKS[:count]))
    store.close("table")
    return store.path("table").read_bytes()


@pytest.mark.parametrize("cut", range(1, 160, 7))
def test_a_half_written_act_is_dropped_whole_and_said_so(store: JsonLinesStore, cut: int) -> None:
    data = whole(store)
    acts = data.splitlines(keepends=True)
    header = len(acts) - 6
    store.path("table").write_bytes(data[:-cut])
    stored = store.load("table")
    sizes = {
        sum(map(len, acts[: header + count])): count for count in (0, 1, 3, 6)
    }  # after how many bytes how many marks count
    count = max(marks for size, marks in sizes.items() if size <= len(data) - cut)
    assert [entry for entry in stored.record.entries if isinstance(entry, Mark)] == as_one(MARKS[:1]) * (count > 0) + (
        as_one(MARKS[:2]) * (count > 1)
    )
    dropped = len(data) - cut - next(size for size, marks in sizes.items() if marks == count)
    assert stored.note == (
        f"{store.path('table')}: the last {dropped} bytes were only half written, and never counted" if dropped else ""
    )
    store.append("table", MARKS[9:10])  # and the file can be gone on with
    store.close("table")
    assert store.load("table").record.entries[-1] == MARKS[9]


def test_a_last_line_that_never_reached_the_disk_is_dropped(store: JsonLinesStore) -> None:
    data = whole(store)
    store.path("table").write_bytes(data + b"\0" * 40 + b"\n")
    stored = store.load("table")
    assert "the last 41 bytes" in stored.note
    assert store.path("table").read_bytes() == data


def test_damage_in_the_middle_is_no_crash_and_is_refused(store: JsonLinesStore) -> None:
    lines = whole(store).splitlines(keepends=True)
    lines[-3] = b"\0" * 12 + b"\n"
    store.path("table").write_bytes(b"".join(lines))
    with pytest.raises(RecordError, match=f"line {len(lines) - 2}: the entry was edited or damaged"):
        store.load("table")
    with pytest.raises(RecordError):  # it wasn't left locked
        store.load("table")


# A disk that doesn't take it.


class Disk:
    """Stands in for a function of the system and fails when told to."""

    def __init__(self, real: Callable[..., int | None]) -> None:
        self.real = real
        self.left = 10**9
        self.error = errno.ENOSPC

    def __call__(self, fd: int, *rest: object) -> int | None:
        if self.left <= 0:
            raise OSError(self.error, os.strerror(self.error))
        if rest:
            data = memoryview(cast(bytes, rest[0]))[: self.left]
            self.left -= len(data)
            return self.real(fd, data)
        return self.real(fd)


@pytest.mark.parametrize("room", [0, 1, 50, 120])
def test_a_full_disk_refuses_cleanly(store: JsonLinesStore, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    player = kept(store)
    sight, data = player.table.sight(0), store.path("table").read_bytes()
    disk = Disk(os.write)
    monkeypatch.setattr(os, "write", disk)
    disk.left = room
    command = say(player, "draw")
    with pytest.raises(StoreError, match=r"No space left on device\. Nothing has changed"):
        submit(store, player.table, "ann", command)
    assert player.table.sight(0) == sight
    assert store.path("table").read_bytes() == data
    disk.left = 10**9
    assert submit(store, player.table, "ann", command) == Done(command.id, 1)
    assert again(store).line.state == player.table.line.state


def test_a_disk_that_does_not_sync_refuses_cleanly(store: JsonLinesStore, monkeypatch: pytest.MonkeyPatch) -> None:
    player = kept(store)
    data = store.path("table").read_bytes()
    disk = Disk(os.fsync)
    disk.error, disk.left = errno.EIO, 0
    monkeypatch.setattr(os, "fsync", disk)
    with pytest.raises(StoreError, match="Input/output error"):
        submit(store, player.table, "ann", say(player, "draw"))
    with pytest.raises(StoreError, match="can't be written any more: Input/output error"):
        submit(store, player.table, "ann", say(player, "draw"))
    assert store.path("table").read_bytes() == data
    monkeypatch.undo()
    assert again(store).record.entries == player.table.record.entries


def test_a_table_that_cannot_be_made_is_not_there(store: JsonLinesStore, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(os.write)
    disk.left = 70  # enough for the seed, not for the record
    monkeypatch.setattr(os, "write", disk)
    with pytest.raises(StoreError, match="No space left on device"):
        kept(store)
    monkeypatch.undo()
    assert store.tables() == []
    assert not list(store.folder.glob("*.new"))
    kept(store)


def test_a_file_size_limit_of_the_system_is_met_the_same_way(store: JsonLinesStore) -> None:
    resource = pytest.importorskip("resource")
    script = """
import resource, signal, sys
from pathlib import Path
from witchboard.engine.entries import Mark
from witchboard.table.jsonl import JsonLinesStore
store = JsonLinesStore(Path(sys.argv[1]))
store.load("table")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
size = store.path("table").stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, size + 100))
try:
    for number in range(100):
        store.append("table", [Mark(seat=0, name=f"mark {number}")])
        print(number, flush=True)
except ValueError as error:
    print(error)
"""
    assert resource is not None
    kept(store)
    store.close("table")
    before = len(read(store.path("table")).entries)
    done = subprocess.run(
        [sys.executable, "-c", script, str(store.folder)], capture_output=True, text=True, timeout=60, check=True
    )
    *acknowledged, words = done.stdout.splitlines()
    assert "can't be written: File too large. Nothing has changed" in words
    assert acknowledged
    assert len(store.load("table").record.entries) == before + len(acknowledged)


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"the folder .*file.tables can't be made: Not a directory"):
        JsonLinesStore(tmp_path / "file" / "tables")


# Who may open a table.


def test_one_table_has_one_owner(store: JsonLinesStore) -> None:
    kept(store)
    other = JsonLinesStore(store.folder)
    with pytest.raises(StoreError, match="table 'table' is open in another window or program"):
        other.load("table")
    with pytest.raises(StoreError, match="is not open here"):
        other.append("table", MARKS[:1])
    store.close("table")
    other.load("table")


def test_a_dead_process_owns_nothing(store: JsonLinesStore) -> None:
    kept(store)
    store.close("table")
    script = """
import os, sys
from pathlib import Path
from witchboard.table.jsonl import JsonLinesStore
JsonLinesStore(Path(sys.argv[1])).load("table")
print("open", flush=True)
sys.stdin.read()
"""
    with subprocess.Popen(
        [sys.executable, "-c", script, str(store.folder)], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "open\n"
        with pytest.raises(StoreError, match="open in another window"):
            store.load("table")
        child.kill()
        child.wait(20)
    store.load("table")


@pytest.mark.parametrize("key", ["", "../table", "a/b", "Table", "x" * 65, "-a", "a b"])
def test_a_key_is_no_path(store: JsonLinesStore, key: str) -> None:
    for attempt in (store.load, store.path):
        with pytest.raises(StoreError, match="is no table: expected letters, digits and hyphens"):
            attempt(key)


def test_what_is_not_there_and_what_is_there_already(store: JsonLinesStore) -> None:
    with pytest.raises(StoreError, match="there is no table 'table' in"):
        resume(store, "table", cast(Game[State], WELL))
    player = kept(store)
    store.close("table")
    with pytest.raises(StoreError, match="there is a table 'table' already"):
        start(store, player.table)


def test_tables_are_listed_with_the_last_played_first(store: JsonLinesStore) -> None:
    for number, key in enumerate(("first", "second", "third")):
        player = begin(WELL)
        player.table.key = key
        if key == "second":
            player.send("ann", commands.Resign(id="r", seat=0))
            player.send("ben", commands.Resign(id="r", seat=1))
        start(store, player.table)
        os.utime(store.path(key), (1000 + number, 1000 + number))
    (store.folder / "notes.jsonl").write_text("shopping list\n")
    found = store.tables()
    assert [(table.key, table.over) for table in found] == [("third", False), ("second", True), ("first", False)]
    assert found[0].header.game == "tiny-well"


# The secret seed.


def stored(record: Record, secret: bytes) -> Stored:
    return Stored(record, secret)


def test_a_dealer_is_made_again_from_its_seed_or_it_is_said_why_not() -> None:
    game, dealer = cast(Game[State], WELL), CommittedDealer.named("x", ["a"])
    record = Record(header_of(game, 2, dealer=dealer), path="game.jsonl")
    found = dealer_of(stored(record, dealer.seed))
    assert isinstance(found, CommittedDealer)
    assert (found.seed, found.contributions) == (dealer.seed, ("a",))
    with pytest.raises(StoreError, match=r"game\.jsonl: the seed of this game is missing"):
        dealer_of(stored(record, b""))
    with pytest.raises(StoreError, match="the seed is not the one this game is bound to"):
        dealer_of(stored(record, bytes(32)))
    assert dealer_of(stored(Record(header_of(game, 2)), b"")) is None


def test_a_table_that_cannot_go_on_is_closed_again(store: JsonLinesStore) -> None:
    kept(store)
    store.close("table")
    (store.folder / "table.seed").unlink()
    for _ in range(2):
        with pytest.raises(StoreError, match="the seed of this game is missing"):
            resume(store, "table", cast(Game[State], WELL))


def test_the_data_folder_is_where_the_system_wants_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert data_folder({}, "linux") == tmp_path / ".local" / "share" / "witchboard"
    assert data_folder({"XDG_DATA_HOME": "/srv/data"}, "linux") == Path("/srv/data/witchboard")
    assert data_folder({"XDG_DATA_HOME": "relative"}, "linux") == tmp_path / ".local" / "share" / "witchboard"
    assert data_folder({}, "darwin") == tmp_path / "Library" / "Application Support" / "witchboard"
    assert data_folder({"LOCALAPPDATA": "/c/local"}, "win32") == Path("/c/local/witchboard")
    assert data_folder({"WITCHBOARD_DATA": "/mine", "XDG_DATA_HOME": "/srv"}, "linux") == Path("/mine")


def test_entries_written_are_the_entries_of_the_record(store: JsonLinesStore) -> None:
    kept(store)
    entries = [Choice(seat=0, kind="Act", option=0, text="draw"), Undo(seat=0, text="draw")]
    size = store.path("table").stat().st_size
    store.append("table", entries)
    assert store.path("table").read_bytes()[size:] == b"".join(map(encode, entries))
    assert BEN.holder.encode() not in store.path("table").read_bytes()

"""The server's store: what it promised to keep is kept, and one bad job harms no other."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import cast

import apsw
import pytest

from tests.server.disk import Disk
from witchboard.engine import play
from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.entries import Choice, Mark, Sitter, sender
from witchboard.engine.game import Game
from witchboard.engine.record import Record, header_of, replay
from witchboard.engine.state import State
from witchboard.engine.stream import Stream, stream
from witchboard.games.ghost_stories import GAME
from witchboard.server import sqlite as module
from witchboard.server.sqlite import SqliteStore
from witchboard.table import commands
from witchboard.table.commands import Done
from witchboard.table.store import StoreError, resume, start, submit
from witchboard.table.table import Prepared, Table

GHOSTS = cast(Game[State], GAME)
ANN = Sitter("Ann", holder="ann")
MARK = Mark(seat=0, name="here")


def new_table(key: str, store: SqliteStore) -> Table:
    dealer = CommittedDealer.named(key)
    table = Table.begin(key, GHOSTS, header_of(GHOSTS, 2, {}, (ANN, ANN), dealer), dealer)
    start(store, table)
    return table


def some_move(table: Table, dice: Stream, name: str) -> commands.Command:
    seat = table.line.asked[0]
    question, legal = table.line.questions[seat], play.options(table.line.state, seat)
    if dice.below(6) == 0 and not table.line.undo_of(seat).barred:
        return commands.Undo(id=name, seat=seat, question=question)
    line = tuple(legal[dice.below(len(legal))] for _ in range(2))
    return commands.Choose(id=name, seat=seat, question=question, line=line)


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "w.sqlite")


def test_a_table_comes_back_as_it_was_left(store: SqliteStore) -> None:
    table, dice = new_table("amber-owl", store), stream("left")
    for number in range(30):
        assert isinstance(submit(store, table, "ann", some_move(table, dice, f"c{number}")), Done)
    store.stop()
    again = resume(SqliteStore(store.path), "amber-owl", GHOSTS)
    assert again.record.entries == table.record.entries
    assert again.line.state == table.line.state
    assert again.sight(0) == table.sight(0)
    repeated = again.prepare("ann", some_move(table, stream("left"), "c0"))
    assert isinstance(repeated.reply, Done)
    assert repeated.entries == ()


def test_a_job_that_fails_fails_alone(store: SqliteStore) -> None:
    table = new_table("amber-owl", store)
    hold = threading.Event()
    store.later(lambda connection: hold.wait())
    first = store.append_later("amber-owl", [MARK])
    missing = store.append_later("no-table", [MARK])
    twice = store.later(lambda connection: connection.execute("INSERT INTO guests (guest) VALUES ('a'), ('a')"))
    large = store.later(lambda connection: connection.execute("SELECT ?", (1 << 80,)))
    last = store.append_later("amber-owl", [MARK])
    hold.set()
    for failed in (missing, twice):
        with pytest.raises(StoreError):
            failed.result()
    with pytest.raises(OverflowError):
        large.result()
    first.result()
    last.result()
    assert len(store.load("amber-owl").record.entries) == len(table.record.entries) + 2
    assert store.fault == ""


def test_a_waiter_that_has_gone_stops_nobody(store: SqliteStore) -> None:
    new_table("amber-owl", store)
    hold = threading.Event()
    running = store.later(lambda connection: hold.wait())
    gone: Future[None] = store.append_later("amber-owl", [MARK])
    assert gone.cancel()
    hold.set()
    running.result()
    store.append("amber-owl", [MARK])
    assert store.load("amber-owl").record.entries[-1] == MARK


def test_an_append_to_a_table_that_went_on_elsewhere_is_refused(store: SqliteStore) -> None:
    table = new_table("amber-owl", store)
    count = len(table.record.entries)
    store.append_later("amber-owl", [MARK], count).result()
    with pytest.raises(StoreError, match="played on elsewhere"):
        store.append_later("amber-owl", [MARK], count).result()
    assert len(store.load("amber-owl").record.entries) == count + 1


def test_a_table_is_created_once(store: SqliteStore) -> None:
    table = new_table("amber-owl", store)
    with pytest.raises(StoreError, match="already"):
        store.create("amber-owl", Record(table.line.header))


def test_after_the_end_nothing_waits_for_ever(store: SqliteStore) -> None:
    new_table("amber-owl", store)
    store.stop()
    with pytest.raises(StoreError, match="stopping"):
        store.append("amber-owl", [MARK])


# The disk.


@pytest.mark.parametrize(
    ("fault", "words"),
    [(apsw.FullError, "disk is full"), (apsw.ReadOnlyError, "may not write"), (apsw.IOError, "gives errors")],
)
def test_a_disk_that_takes_nothing_refuses_in_words_and_is_played_on_later(
    fault: type[apsw.Error], words: str, tmp_path: Path
) -> None:
    disk, dice = Disk(), stream("full")
    store = SqliteStore(tmp_path / "w.sqlite", disk.connect)
    table = new_table("amber-owl", store)
    submit(store, table, "ann", some_move(table, dice, "before"))
    stood, state = list(table.record.entries), table.line.state
    disk.fault = fault
    for _ in range(3):
        with pytest.raises(StoreError, match=words) as caught:
            submit(store, table, "ann", some_move(table, dice, "meanwhile"))
        assert str(tmp_path) not in str(caught.value)
        assert words in store.fault
    assert (table.record.entries, table.line.state) == (stood, state)
    disk.fault = None
    assert isinstance(submit(store, table, "ann", some_move(table, dice, "meanwhile")), Done)
    assert store.fault == ""
    store.stop()
    again = resume(SqliteStore(store.path), "amber-owl", GHOSTS)
    assert again.record.entries == table.record.entries


class Acknowledged:
    """What was acknowledged: the entries of each table so far."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.at_cut: dict[str, int] = {}

    def note(self, key: str, count: int) -> None:
        self.counts[key] = count

    def cut(self) -> None:
        self.at_cut = dict(self.counts)


def play_until_the_power_goes(folder: Path, number: int) -> tuple[Disk, Acknowledged, dict[str, Table]]:
    """Three tables at once on one file, several appends to one commit, until the power goes at some write or sync."""
    dice, disk, known = stream("power", number), Disk(), Acknowledged()
    store = SqliteStore(folder / "w.sqlite", disk.connect)
    tables = {key: new_table(key, store) for key in ("amber-owl", "bone-cat", "cedar-fox")}
    known.counts = {key: len(table.record.entries) for key, table in tables.items()}
    disk.when_cut = known.cut
    disk.cut_after(dice.below(700), dice)
    sent = 0
    while not disk.off:
        waiting: list[tuple[Table, Prepared, Future[None]]] = []
        for key, table in tables.items():
            if table.seating.end or dice.below(3) == 0:
                continue
            sent += 1
            prepared = table.prepare("ann", some_move(table, dice, f"c{sent}"))
            before = len(table.record.entries)
            done = store.append_later(key, prepared.entries, before)
            after = before + len(prepared.entries)
            done.add_done_callback(lambda done, key=key, after=after: done.exception() or known.note(key, after))  # type: ignore[misc]
            waiting.append((table, prepared, done))
        for table, prepared, done in waiting:
            if done.exception() is None:
                table.commit(prepared)
                chapter = table.chapter()
                if chapter:
                    store.keep_chapter(table.key, chapter)
        if all(table.seating.end for table in tables.values()):
            disk.cut_after(0, dice)
            store.write_later("INSERT INTO guests (guest) VALUES ('last')").exception()
    store.stop()
    return disk, known, tables


def check_a_power_cut(folder: Path, number: int) -> int:
    """How many entries had been acknowledged at the cut; all are there, whole, and so is what came with them."""
    (folder / "before").mkdir()
    (folder / "after").mkdir()
    disk, known, tables = play_until_the_power_goes(folder / "before", number)
    disk.restore(folder / "after")
    found = SqliteStore(folder / "after" / "w.sqlite")
    for key, table in tables.items():
        again = resume(found, key, GHOSTS)
        kept = again.record.entries
        assert len(kept) >= known.at_cut[key], f"cut {number}: {key} has lost acknowledged entries"
        assert kept[: known.at_cut[key]] == table.record.entries[: known.at_cut[key]]
        assert not kept[-1].more, f"cut {number}: half of an act was kept"
        assert replay(again.record, game=GHOSTS) == again.line.state
        (numbers,) = zip(
            *found.read("SELECT n FROM entries JOIN tables ON id = table_id WHERE key = ? ORDER BY n", key)
        )
        assert list(numbers) == list(range(len(kept)))
    found.stop()
    return sum(known.at_cut.values())


def test_ten_power_cuts_lose_nothing_acknowledged(tmp_path: Path, figure: Callable[[str], None]) -> None:
    total = 0
    for number in range(10):
        (tmp_path / str(number)).mkdir()
        total += check_a_power_cut(tmp_path / str(number), number)
    figure(f"10 power cuts: lost 0 of {total} acknowledged entries")
    assert total > 500


@pytest.mark.slow
def test_a_hundred_power_cuts_lose_nothing_acknowledged(tmp_path: Path, figure: Callable[[str], None]) -> None:
    total = 0
    for number in range(100, 200):
        (tmp_path / str(number)).mkdir()
        total += check_a_power_cut(tmp_path / str(number), number)
    figure(f"100 power cuts: lost 0 of {total} acknowledged entries")


def test_a_power_cut_is_harsh_enough_to_notice_a_store_that_does_not_sync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(self: SqliteStore) -> sqlite3.Connection:
        connection = self._connect(self.path)
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    monkeypatch.setattr(SqliteStore, "_writing", careless)
    with pytest.raises(AssertionError):
        for number in range(20):
            (tmp_path / str(number)).mkdir()
            check_a_power_cut(tmp_path / str(number), number)


# The file's form.


def old_file(path: Path, form: int) -> None:
    """A file as a version of that form left it, with a table in it."""
    connection = sqlite3.connect(path)
    for statements in module.MIGRATIONS[:form]:
        connection.executescript(statements)
    connection.execute(f"PRAGMA user_version = {form}")
    if form:
        store_like = "INSERT INTO tables (key, game, secret, created, touched) VALUES ('old-owl', 'well', x'00', 1, 1)"
        connection.execute(store_like)
        connection.execute("INSERT INTO entries (table_id, n, line) VALUES (1, 0, x'7b7d')")
    connection.commit()
    connection.close()


@pytest.mark.parametrize("form", range(len(module.MIGRATIONS) + 1))
def test_a_file_of_any_earlier_form_is_brought_to_this_one(form: int, tmp_path: Path) -> None:
    old_file(tmp_path / "w.sqlite", form)
    store = SqliteStore(tmp_path / "w.sqlite")
    assert store.read_one("PRAGMA user_version") == (len(module.MIGRATIONS),)
    rows = store.read("SELECT key, line FROM tables JOIN entries ON id = table_id")
    assert rows == ([("old-owl", b"{}")] if form else [])
    assert new_table("amber-owl", store).key in {listed.key for listed in store.tables()}
    store.stop()


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "w.sqlite"
    old_file(path, len(module.MIGRATIONS))
    broken = "ALTER TABLE tables ADD COLUMN more TEXT; INSERT INTO nowhere VALUES (1);"
    monkeypatch.setattr(module, "MIGRATIONS", (*module.MIGRATIONS, broken))
    with pytest.raises(StoreError, match="can't be opened"):
        SqliteStore(path)
    monkeypatch.undo()
    assert SqliteStore(path).read("SELECT key FROM tables") == [("old-owl",)]


def test_a_file_of_a_later_form_is_refused_in_words(tmp_path: Path) -> None:
    old_file(tmp_path / "w.sqlite", len(module.MIGRATIONS))
    with sqlite3.connect(tmp_path / "w.sqlite") as connection:
        connection.execute("PRAGMA user_version = 999")
    with pytest.raises(StoreError, match="later Witchboard"):
        SqliteStore(tmp_path / "w.sqlite")


def test_what_is_no_database_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "w.sqlite").write_bytes(b"something else, and long enough to be read as a page of a file" * 99)
    with pytest.raises(StoreError, match="can't be opened"):
        SqliteStore(tmp_path / "w.sqlite")


def test_what_a_choice_wrote_is_found_by_its_command(store: SqliteStore) -> None:
    table = new_table("amber-owl", store)
    submit(store, table, "ann", some_move(table, stream("one"), "one"))
    kept = store.load("amber-owl").record.entries
    assert "one" in {sender(entry)[1] for entry in kept if isinstance(entry, Choice)}

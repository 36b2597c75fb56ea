"""`kill -9` of the server while many play: what was acknowledged is there, whole, and once."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from tests.server.hosting import Process
from witchboard.engine.entries import sender
from witchboard.engine.game import Game
from witchboard.engine.record import replay
from witchboard.engine.state import State
from witchboard.games.ghost_stories import GAME
from witchboard.server.sqlite import SqliteStore
from witchboard.table.store import resume

sys.path.append(str(Path(__file__).resolve().parents[2] / "bench"))

from players import Person, Place, Tally, lay_tables, sit_down

KILLS = 3


async def play_until_killed(host: Process, places: list[Place], tally: Tally, enough: int, dice: random.Random) -> None:
    """All play as fast as they are asked, until so much was acknowledged and a moment more has gone by."""
    people = await sit_down(places, host.port, tally)
    until = time.monotonic() + 120
    while len(tally.acknowledged) < enough and any(person.can_play or person.waits for person in people):
        assert time.monotonic() < until, "too slow"
        _all_play(people, dice)
        await asyncio.sleep(0.005)
    _all_play(people, dice)
    await asyncio.sleep(dice.random() * 0.05)
    host.kill()
    for person in people:
        person.transport.abort()
    await asyncio.sleep(0)


def _all_play(people: list[Person], dice: random.Random) -> None:
    for person in people:
        if person.can_play:
            person.play(dice, lambda ok: None)


def lost(data: Path, acknowledged: list[tuple[str, str, int]]) -> list[tuple[str, str]]:
    """The acknowledged commands whose entries are not in the journal, each once."""
    store = SqliteStore(data / "server" / "witchboard.sqlite")
    missing: list[tuple[str, str]] = []
    for table in {table for table, _, _ in acknowledged}:
        loaded = resume(store, table, cast(Game[State], GAME))
        kept = loaded.record.entries
        assert replay(loaded.record, game=cast(Game[State], GAME)) == loaded.line.state
        assert not kept[-1].more, f"{table}: half of an act was kept"
        query = "SELECT n FROM entries JOIN tables ON id = table_id WHERE key = ? ORDER BY n"
        assert [n for (n,) in store.read(query, table)] == list(range(len(kept))), f"{table}: a gap"
        count = Counter(sender(entry)[1] for entry in kept)
        missing += [(key, name) for key, name, applied in acknowledged if key == table and count[name] != applied]
    store.stop()
    return missing


def kill_and_count(data: Path, tables: int, acknowledgements: int, figure: Callable[[str], None]) -> None:
    places, tally, dice = lay_tables(data / "server", "ghost-stories", tables), Tally(), random.Random(time.time_ns())
    for number in range(1, KILLS + 1):
        with Process(data) as host:
            asyncio.run(play_until_killed(host, places, tally, acknowledgements * number // KILLS, dice))
        assert lost(data, tally.acknowledged) == [], f"kill {number}"
    assert len(tally.acknowledged) >= acknowledgements * 0.9
    assert tally.refused == []
    figure(
        f"{KILLS} × kill -9 under {tables:,} tables: lost 0 of {len(tally.acknowledged):,} acknowledged moves, gaps 0"
    )


def test_three_kills_lose_nothing_acknowledged(tmp_path: Path, figure: Callable[[str], None]) -> None:
    kill_and_count(tmp_path, 24, 500, figure)


@pytest.mark.slow
def test_three_kills_under_a_thousand_tables_lose_nothing_acknowledged(
    tmp_path: Path, figure: Callable[[str], None]
) -> None:
    kill_and_count(tmp_path, 1000, 20_000, figure)

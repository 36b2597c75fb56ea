"""What a restart keeps of a table: everything."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

import pytest
from witchboard_tiny.hideout import GAME as HIDEOUT
from witchboard_tiny.stroll import GAME as STROLL
from witchboard_tiny.thieves import GAME as THIEVES
from witchboard_tiny.well import GAME as WELL

from witchboard.engine.entries import Snapshot, Upgrade
from witchboard.engine.game import PUBLIC, Game
from witchboard.engine.record import Record, replay
from witchboard.engine.state import State
from witchboard.engine.stream import stream
from witchboard.games.ghost_stories import GAME as GHOSTS
from witchboard.table import table as table_module
from witchboard.table.commands import Done
from witchboard.table.table import Prepared, Table

from .conftest import begin, reloaded


@pytest.mark.parametrize("game", [HIDEOUT, THIEVES, WELL, STROLL], ids=lambda game: game.key)
def test_a_table_loaded_at_any_moment_is_the_same_table(game: Game[State]) -> None:
    dice = stream("reload", 1)
    player = begin(game)
    for number in range(20):
        if player.table.seating.end:
            break
        if number % 4 == 3 and not player.table.line.undo_of(0).barred:
            player.undo(0)
        else:
            player.step(dice)
        again = reloaded(player.table)
        assert again.unwritten == ()
        for observer in (0, 1, PUBLIC):
            assert again.sight(observer) == player.table.sight(observer)
        player.table = again


class NewerWell(type(WELL)):  # type: ignore[misc]  # the game of Well under its next rules
    """Well after an upgrade that left positions as they are."""

    rules_version = "2"


def test_a_running_table_survives_an_upgrade_by_its_snapshot() -> None:
    player = begin(WELL)
    player.choose(0, "draw")
    trial = player.table.line.trial()
    trial.snapshot()
    player.table.commit(Prepared(Done(""), (), trial))
    newer = cast(Game[State], NewerWell())
    table = Table.load("table", player.table.record, newer, player.table.dealer)
    assert [type(entry) for entry in table.unwritten] == [Upgrade, Snapshot]
    assert table.line.state == player.table.line.state
    assert table.sight(0).told[-1] == "Witchboard was upgraded; the game goes on"
    again = Table.load("table", table.record, newer, table.dealer)
    assert again.unwritten == ()
    player.table = again
    player.step(stream("upgraded"))
    assert replay(player.table.record, game=newer) == player.table.line.state


def test_long_games_get_snapshots_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "SNAPSHOT_EVERY", 5)
    player, dice = begin(GHOSTS), stream("long", 4)
    while not player.table.seating.end:
        player.step(dice)
    record = player.table.record
    shots = [entry.played for entry in record.entries if isinstance(entry, Snapshot)]
    assert len(shots) > 3
    assert all(later - one >= 5 for one, later in pairwise(shots))
    assert replay(record, game=cast(Game[State], GHOSTS)) == player.table.line.state


def test_a_table_whose_last_words_are_missing_finds_them_again() -> None:
    player, dice = begin(WELL), stream("last words")
    while not player.table.seating.end:
        player.step(dice)
    record = player.table.record
    cut = Record(record.header, record.entries[:-1])
    assert Table.load("table", cut, cast(Game[State], WELL), player.table.dealer).unwritten == (record.entries[-1],)

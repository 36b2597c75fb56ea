"""`kill -9` at any moment: what was acknowledged is there, and whole."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import cast

from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.entries import sender
from witchboard.engine.game import Game
from witchboard.engine.record import header_of, replay
from witchboard.engine.state import State
from witchboard.engine.stream import stream
from witchboard.games.ghost_stories import GAME
from witchboard.table import commands
from witchboard.table.commands import Done
from witchboard.table.jsonl import JsonLinesStore
from witchboard.table.store import resume, start, submit
from witchboard.table.table import Table

from .conftest import ANN

ROUNDS = 6
TABLES = 3


def play_until_killed(folder: Path, life: int) -> None:
    """Play on at some tables, and print what was acknowledged: the table, the command's id, the options taken."""
    from witchboard.engine import play

    game = cast(Game[State], GAME)
    store = JsonLinesStore(folder)
    dice = stream("victim", life)
    tables = []
    for number in range(TABLES):
        key = f"table-{number}"
        if store.path(key).exists():
            tables.append(resume(store, key, game))
        else:
            dealer = CommittedDealer.fresh()
            tables.append(Table.begin(key, game, header_of(game, 2, {}, (ANN, ANN), dealer), dealer))
            start(store, tables[-1])
    print("ready", flush=True)
    sent = 0
    while any(not table.seating.end for table in tables):
        table = tables[dice.below(TABLES)]
        if table.seating.end:
            continue
        seat = table.line.asked[0]
        sent += 1
        name, question = f"{life}-{sent}", table.line.questions[seat]
        legal = play.options(table.line.state, seat)
        line = tuple(legal[dice.below(len(legal))] for _ in range(2))
        undo = dice.below(4) == 0 and not table.line.undo_of(seat).barred
        reply = submit(
            store,
            table,
            "ann",
            commands.Undo(id=name, seat=seat, question=question)
            if undo
            else commands.Choose(id=name, seat=seat, question=question, line=line),
        )
        assert isinstance(reply, Done), reply
        print(table.key, name, reply.applied, flush=True)


def test_no_acknowledged_move_is_ever_lost(tmp_path: Path) -> None:
    acknowledged: list[list[str]] = []
    wait = stream("kill", time.time_ns())
    for life in range(5 * ROUNDS):
        if life >= ROUNDS and len(acknowledged) > 50:  # on a busy machine little is played in a life
            break
        code = f"from pathlib import Path; import {__name__} as t; t.play_until_killed(Path({str(tmp_path)!r}), {life})"
        with subprocess.Popen(
            [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as child:
            assert child.stdout is not None
            assert child.stderr is not None
            assert child.stdout.readline() == "ready\n", child.stderr.read()
            time.sleep(0.01 + wait.below(120) / 1000)
            child.kill()
            said = child.stdout.read().splitlines(keepends=True)
            acknowledged += [line.split() for line in said if line.endswith("\n")]
            assert child.stderr.read() == ""
    assert len(acknowledged) > 50
    game = cast(Game[State], GAME)
    store = JsonLinesStore(tmp_path)
    for number in range(TABLES):
        table = resume(store, f"table-{number}", game)
        assert replay(table.record, game=game) == table.line.state
        arrived = [sender(entry)[1] for entry in table.record.entries]
        for key, name, applied in acknowledged:
            if key == table.key:
                assert arrived.count(name) >= max(1, int(applied)), f"{name} at {key} was acknowledged and is lost"

"""How long a table takes to load after a restart: `python bench/loading.py [GAME]`.

Somebody alone plays at random, and goes back a good way whenever the game is over, so that the record grows and grows;
it lies in the server's store. Measured are the reading, the table, its frames and one whole view, which is what whoever
comes waits for: once by the chapters that the server keeps beside a record, once by the record alone.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from pathlib import Path

from witchboard.build import version_line
from witchboard.engine import play
from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.discover import find_game
from witchboard.engine.entries import Sitter
from witchboard.engine.game import Game
from witchboard.engine.record import header_of
from witchboard.engine.state import State
from witchboard.server.sqlite import SqliteStore
from witchboard.table import commands
from witchboard.table.live import Live, encode
from witchboard.table.store import dealer_of, start
from witchboard.table.table import Table

LENGTHS = (100, 1000, 5000)
BACK = 0.7  # of what was played, when the game is over


def grow(store: SqliteStore, table: Table, length: int, dice: random.Random) -> None:
    """Play until the record has so many entries; it is kept as the server does."""
    waiting = []
    while len(table.line.entries) < length:
        line, name = table.line, f"c{len(table.line.entries)}"
        command: commands.Command
        if table.seating.end:
            command = commands.Rewind(id=name, seat=0, to=int(BACK * len(line.acts)))
        else:
            seat = line.asked[0]
            option = dice.choice(play.options(line.state, seat))
            command = commands.Choose(id=name, seat=seat, question=line.questions[seat], line=(option,))
        prepared = table.prepare("ann", command)
        waiting.append(store.append_later(table.key, prepared.entries))
        table.commit(prepared)
        chapter = table.chapter()
        if chapter:
            waiting.append(store.keep_chapter(table.key, chapter))
    for done in waiting:
        done.result()


def load(store: SqliteStore, game: Game[State], chapters: bool) -> tuple[float, float, int]:
    """Load the table and make a whole view: milliseconds until the table stands and in all, and the view's bytes."""
    began = time.perf_counter()
    stored = store.load("table")
    table = Table.load("table", stored.record, game, dealer_of(stored), stored.chapters if chapters else ())
    stands = time.perf_counter()
    live = Live(table)
    whole = encode(live.whole(live.person("ann"), "wide"))
    return 1000 * (stands - began), 1000 * (time.perf_counter() - began), len(whole)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("game", nargs="?", default="ghost-stories")
    words.add_argument("--players", type=int, default=4)
    words.add_argument("--times", type=int, default=7)
    given = words.parse_args()
    game, dealer, dice = find_game(given.game), CommittedDealer.named("loading"), random.Random(1)
    print(version_line())
    print(
        f"{'entries':>8}{'lines':>8}   by chapters: median, best   by the record alone   with frames and a whole view"
    )
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "w.sqlite")
        sitters = [Sitter("Ann", holder="ann")] * given.players
        table = Table.begin("table", game, header_of(game, given.players, {}, sitters, dealer), dealer)
        start(store, table)
        for length in LENGTHS:
            grow(store, table, length, dice)
            quick = [load(store, game, True) for _ in range(given.times)]
            slow = [load(store, game, False) for _ in range(2)]
            assert quick[0][2] == slow[0][2]
            stands = [one[0] for one in quick]
            print(
                f"{length:>8,}{len(table.logs[-1]):>8,}{statistics.median(stands):>20.1f}{min(stands):>7.1f} ms"
                f"{min(one[0] for one in slow):>20.1f} ms{statistics.median([one[1] for one in quick]):>25.1f} ms"
            )
        store.stop()


if __name__ == "__main__":
    main()

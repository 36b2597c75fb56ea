"""A table that is loaded by its chapters is the one that its record alone makes."""

from __future__ import annotations

from typing import cast

import pytest
from witchboard_tiny.grab import GAME as GRAB
from witchboard_tiny.hideout import GAME as HIDEOUT
from witchboard_tiny.stroll import GAME as STROLL
from witchboard_tiny.thieves import GAME as THIEVES
from witchboard_tiny.well import GAME as WELL

from witchboard.engine import play
from witchboard.engine.entries import AnyEntry, Sitter
from witchboard.engine.game import PUBLIC, Game
from witchboard.engine.line import Line
from witchboard.engine.state import State
from witchboard.engine.steps import Reaction
from witchboard.engine.stream import Stream, stream
from witchboard.games.ghost_stories import GAME as GHOSTS
from witchboard.table import commands
from witchboard.table import table as table_module
from witchboard.table.commands import encode
from witchboard.table.live import Live
from witchboard.table.table import Table

from .conftest import ANN, BEN, BOT, Player, begin

GAMES = [cast(Game[State], game) for game in (HIDEOUT, THIEVES, WELL, STROLL, GRAB, GHOSTS)]


class Kept:
    """A table with the chapters that were kept of it."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.chapters: list[bytes] = []
        self.note()

    @property
    def table(self) -> Table:
        return self.player.table

    def note(self) -> None:
        made = self.table.chapter()
        if made:
            self.chapters.append(made)

    def load(self, chapters: list[bytes] | None = None) -> Table:
        table = self.table
        return Table.load(
            table.key, table.record, table.game, table.dealer, self.chapters if chapters is None else chapters
        )

    def send(self, holder: str, command: commands.Command) -> None:
        self.player.send(holder, command)
        self.note()

    def step(self, dice: Stream) -> None:
        """Anything that may happen at a table."""
        player, table = self.player, self.table
        seat, way = dice.below(2), dice.below(14)
        if table.seating.sitters[seat].kind == "bot":
            self._bot(dice)
        elif way == 0:
            player.undo(seat)
        elif way == 1 and len(table.line.acts) > 4:
            to = len(table.line.acts) - 1 - dice.below(4 if dice.below(5) else len(table.line.acts) - 1)
            player.send(player.holder(seat), commands.Rewind(id=player.id(), seat=seat, to=to))
        elif way == 2:
            player.send(player.holder(seat), commands.Mark(id=player.id(), seat=seat, name="here"))
        elif way == 3:
            player.send(player.holder(seat), commands.Hand(id=player.id(), seat=seat, bot="random"))
            player.send("ann" if seat == 0 else player.holder(seat), commands.Back(id=player.id(), seat=seat))
        elif table.line.asked:
            self._choose(dice)
        self.note()

    def _bot(self, dice: Stream) -> None:
        for call in self.table.bot_calls()[:1]:
            legal = play.options(self.table.line.state, call.seat)
            self.table.commit(self.table.prepare_bot(call.seat, call.question, [legal[dice.below(len(legal))]]))
        if not self.table.bot_calls() and self.table.line.asked:
            self._choose(dice)

    def _choose(self, dice: Stream) -> None:
        line = self.table.line
        seat = line.asked[dice.below(len(line.asked))]
        if isinstance(line.state.stack[-1], Reaction):
            claim = commands.Call(id=self.player.id(), seat=seat, question=line.questions[seat], claim=())
            self.player.send(self.player.holder(seat), claim)
        else:
            self.player.step(dice)


def everything(table: Table) -> list[object]:
    """All that can be seen of a table, and what it goes on by."""
    line, observers = table.line, (0, 1, PUBLIC)
    live = Live(table, now=1)
    own = [max((at for at, act in enumerate(line.acts) if act.seat == seat), default=0) for seat in (0, 1)]
    latest = min(own)
    people = [live.person(holder) for holder in ("ann", "ben", "")]
    return [
        [encode(entry) for entry in table.record.entries],
        [encode(table.sight(observer)) for observer in observers],
        [encode(live.whole(person, "wide")) for person in people],
        [live.outcome(person) for person in people],
        [encode(call) for call in table.bot_calls()],
        [[line.undo_of(seat), line.questions[seat]] for seat in (0, 1)],
        [(act.seat, act.together, act.open, [one.event for one in act.told or ()]) for act in line.acts_from(latest)],
        (line.state, line.labels, table.seating, table.said, table._answers, table._acts, table.unwritten),
    ]


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots, and with them chapters, come often."""
    monkeypatch.setattr(table_module, "SNAPSHOT_EVERY", 4)


@pytest.mark.parametrize("sitters", [(ANN, BEN), (ANN, ANN), (ANN, BOT)], ids=["two", "alone", "bot"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_table_loaded_by_its_chapters_is_the_same_table(game: Game[State], sitters: tuple[Sitter, ...]) -> None:
    dice = stream("chapters", game.key, sitters[1].name)
    kept = Kept(begin(game, *sitters))
    for number in range(60):
        if kept.table.seating.end and not kept.table.seating.alone("ann"):
            break
        kept.step(dice)
        if number % 4:
            continue
        table = kept.table
        true = everything(table)
        assert everything(kept.load([])) == true
        assert everything(kept.load()) == true
        some = dice.below(len(kept.chapters) + 1)
        again = kept.load([*kept.chapters[:some], *([b"[0, 1"] if dice.below(2) else kept.chapters[some + 1 :])])
        assert everything(again) == true
        if dice.below(2):
            kept.player.table = kept.load()


def test_little_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, dice = Kept(begin(GHOSTS)), stream("little")
    while not kept.table.seating.end and len(kept.table.line.acts) < 80:
        kept.player.step(dice)
        kept.note()
    assert len(kept.chapters) > 3
    played: list[object] = []
    restore = Line.restore

    def restoring(line: Line, entry: AnyEntry) -> None:
        played.append(entry)
        restore(line, entry)

    monkeypatch.setattr(Line, "restore", restoring)
    assert kept.load().said == kept.table.said
    assert len(played) < table_module.SNAPSHOT_EVERY

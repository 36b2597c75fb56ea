"""What the tests of the table share: tables of tiny games, and how to play on them."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from witchboard.engine import play
from witchboard.engine.dealers import CommittedDealer, Dealer
from witchboard.engine.entries import Sitter
from witchboard.engine.game import Game
from witchboard.engine.record import header_of
from witchboard.engine.state import State
from witchboard.engine.stream import Stream
from witchboard.table import commands
from witchboard.table.commands import Done, Refused, Reply
from witchboard.table.jsonl import JsonLinesStore
from witchboard.table.table import Table

ANN = Sitter("Ann", holder="ann")
BEN = Sitter("Ben", holder="ben")
CAT = Sitter("Cat", holder="cat")
BOT = Sitter("Robot", "bot", "random")


class Player:
    """Sends commands to a table, without a store, and counts their ids."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sent = 0

    def send(self, holder: str, command: commands.Command) -> Reply:
        prepared = self.table.prepare(holder, command)
        self.table.commit(prepared)
        return prepared.reply

    def id(self) -> str:
        self.sent += 1
        return f"id-{self.sent}"

    def choose(self, seat: int, *texts: str) -> Reply:
        """Answer the question that stands by the choice of that text, each text a command of its own."""
        reply: Reply = Done("")
        for text in texts:
            question = self.table.line.questions[seat]
            say = commands.Say(id=self.id(), seat=seat, question=question, text=text)
            reply = self.send(self.holder(seat), say)
            assert isinstance(reply, Done), reply
        return reply

    def step(self, dice: Stream) -> Reply:
        """Any choice of any seat that is asked."""
        seat = self.table.line.asked[dice.below(len(self.table.line.asked))]
        legal = play.options(self.table.line.state, seat)
        option = legal[dice.below(len(legal))]
        question = self.table.line.questions[seat]
        return self.send(self.holder(seat), commands.Choose(id=self.id(), seat=seat, question=question, line=(option,)))

    def holder(self, seat: int) -> str:
        return self.table.seating.sitters[seat].holder

    def undo(self, seat: int) -> Reply:
        return self.send(
            self.holder(seat),
            commands.Undo(id=self.id(), seat=seat, question=self.table.line.questions[seat]),
        )


def begin(game: object, *seats: Sitter, dealer: Dealer | None = None, real_dice: bool = False) -> Player:
    """A table of that game; chance is committed to a seed of its own unless the test says other."""
    whole = cast(Game[State], game)
    dealer = None if real_dice else dealer or CommittedDealer.named("table", ["a", "b"])
    header = header_of(whole, max(2, len(seats)), {}, seats or (ANN, BEN), dealer)
    return Player(Table.begin("table", whole, header, dealer))


def refused(reply: Reply) -> str:
    """The code of a refusal."""
    assert isinstance(reply, Refused), reply
    return reply.code


def hidden(player: Player, seat: int) -> None:
    """That seat hides everything."""
    player.choose(seat, "hide on a1", "hide on b1", "hide on c2")


def reloaded(table: Table) -> Table:
    return Table.load(table.key, table.record, table.game, table.dealer)


@pytest.fixture
def store(tmp_path: Path) -> JsonLinesStore:
    return JsonLinesStore(tmp_path / "tables")

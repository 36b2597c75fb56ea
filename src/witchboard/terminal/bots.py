"""The bots of a table in this process: each is asked with what its seat knows, and no more."""

from __future__ import annotations

from witchboard.bots import Seat, find_bot
from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.game import Event
from witchboard.engine.stream import stream
from witchboard.table.commands import BotCall
from witchboard.table.table import Table


class Minds:
    """Answers for the bots of one table. A game of a named seed has bots that always play it the same."""

    def __init__(self, table: Table) -> None:
        self.table = table
        dealer = table.dealer
        self.secret = dealer.seed.hex() if isinstance(dealer, CommittedDealer) else table.key

    def answer(self, call: BotCall) -> list[int]:
        """The line of options with which the bot answers."""
        game = self.table.game
        events = [Event(kind, values) for kind, values in call.events]
        seat = Seat(game, call.seat, lambda: call.knowledge, events=events)
        return find_bot(game, call.bot).answer(seat, stream(self.secret, "bot", call.seat, call.question))

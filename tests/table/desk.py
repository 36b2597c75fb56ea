"""A table on a virtual clock, with people who look at it: what a server does, without a server."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

from witchboard.engine import play
from witchboard.engine.dealers import CommittedDealer, Dealer
from witchboard.engine.entries import Sitter
from witchboard.engine.errors import MalformedError
from witchboard.engine.game import Game, OptionValue
from witchboard.engine.record import header_of
from witchboard.engine.state import State
from witchboard.engine.stream import stream
from witchboard.server.room import Room
from witchboard.server.views import Viewer, Views
from witchboard.table import commands
from witchboard.table.commands import Done, Refused, Reply
from witchboard.table.live import Aside, Live, Manner, Person
from witchboard.table.table import Table

ANN = Sitter("Ann", holder="ann")
BEN = Sitter("Ben", holder="ben")
CAT = Sitter("Cat", holder="cat")


class Recorder(Viewer):
    """Somebody who keeps what he is sent, with the time."""

    def __init__(self, holder: str, desk: Desk) -> None:
        super().__init__(holder)
        self.desk = desk
        self.got: list[tuple[int, bytes]] = []

    def send(self, message: bytes) -> None:
        self.got.append((self.desk.live.now, message))

    def messages(self, kind: str = "") -> list[dict[str, Any]]:
        """What he was sent so far, or that of one kind."""
        found = [json.loads(message) for _, message in self.got]
        return [message for message in found if not kind or message["t"] == kind]

    @property
    def latest(self) -> dict[str, Any]:
        """The latest question or fresh view."""
        return next(one for one in reversed(self.messages()) if one["t"] in ("ask", "whole"))

    def heard(self) -> list[tuple[int, str]]:
        """The captions he saw, with their times."""
        found = [(at, json.loads(message)) for at, message in self.got]
        return [(at, one["caption"]) for at, one in found if one["t"] == "frame" and one["caption"]]


class Desk:
    """A table, its time, and those who look at it."""

    def __init__(
        self,
        game: object,
        *seats: Sitter,
        dealer: Dealer | None = None,
        manner: Manner | None = None,
        aside: Aside | None = None,
        life: int = 0,
        seed: str = "desk",
        options: Mapping[str, OptionValue] | None = None,
    ) -> None:
        whole = cast(Game[State], game)
        dealer = dealer or CommittedDealer.named(seed, ["a", "b"])
        sitters = seats or (ANN, BEN)
        settled = whole.settle_options(len(sitters), options) if options else {}
        table = Table.begin("table", whole, header_of(whole, len(sitters), settled, sitters, dealer), dealer)
        self._open(table, manner, aside, life, seed)

    def _open(self, table: Table, manner: Manner | None, aside: Aside | None, life: int, seed: str) -> None:
        self.manner, self.life = manner, life
        self.live = Live(table, manner, stream(seed, "timing"), 0, life, aside)
        self.viewers: list[Recorder] = []
        self.sent: Counter[int] = Counter()
        talk = SimpleNamespace(latest=[], phrases=())
        room = SimpleNamespace(game=table.game, live=self.live, clients=self.viewers, talk=talk)
        room.rematch = SimpleNamespace(outcome=lambda holder: self.live.outcome(self.live.person(holder)))
        room.bots = lambda: [("random", "Random")]
        room.is_host = lambda holder: False
        room.clients_of = lambda holder: [one for one in self.viewers if one.holder == holder]
        self.views = Views(cast(Room, room))

    def reloaded(self) -> Desk:
        """The same table after a restart, with the time going on."""
        other = object.__new__(Desk)
        table = self.live.table
        again = Table.load(table.key, table.record, table.game, table.dealer)
        other._open(again, self.manner, self.live.aside, self.life + 1, "reloaded")
        other.sent = self.sent.copy()
        return other

    def look(self, holder: str, layout: str = "wide") -> Recorder:
        """Somebody comes to the table."""
        one = Recorder(holder, self)
        one.layout = layout
        self.viewers.append(one)
        self.live.present = {viewer.holder for viewer in self.viewers}
        self.views.catch_up(one, 0)
        self.views.seats(but=one)
        return one

    def person(self, holder: str) -> Person:
        return self.live.person(holder)

    # Commands.

    def send(self, holder: str, command: commands.Command) -> Reply | None:
        """A command of somebody; None: it waits for its moment."""
        prepared = self.live.prepare(holder, command)
        if prepared is None:
            self.views.give_back(self.live)
            return None
        self.live.commit(prepared)
        self.views.show(self.live)
        return prepared.reply

    def id(self, seat: int) -> str:
        """A new id of a command of that seat."""
        self.sent[seat] += 1
        return f"{seat}-{self.sent[seat]}"

    def question(self, seat: int) -> int:
        windows = self.live.windows
        return windows.question(seat) if windows.open else self.live.table.line.questions[seat]

    def say(self, seat: int, text: str) -> Reply | None:
        """Answer the question that is put to a seat by a text."""
        holder = self.live.table.seating.sitters[seat].holder
        return self.send(holder, commands.Say(id=self.id(seat), seat=seat, question=self.question(seat), text=text))

    def choose(self, seat: int, *line: int) -> Reply | None:
        """Answer it by options."""
        holder = self.live.table.seating.sitters[seat].holder
        return self.send(holder, commands.Choose(id=self.id(seat), seat=seat, question=self.question(seat), line=line))

    def does(self, seat: int, *texts: str) -> None:
        """The same, one after another, and each is done at once."""
        for text in texts:
            reply = self.say(seat, text)
            assert isinstance(reply, Done), reply

    def undo(self, seat: int) -> Reply | None:
        holder = self.live.table.seating.sitters[seat].holder
        return self.send(holder, commands.Undo(id=self.id(seat), seat=seat, question=self.question(seat)))

    def compose(self, seat: int, pairs: tuple[tuple[int, int], ...]) -> None:
        """Keep a seat's draft, if it can be one; its page is answered."""
        try:
            self.live.drafts.check(self.live.table.line.state, seat, pairs)
        except MalformedError:
            return
        self.live.drafts.keep(seat, self.question(seat), pairs)
        for one in self.viewers:
            if one.holder == self.live.table.seating.sitters[seat].holder:
                self.views.knows(self.live, one)

    def pencil(self, seat: int, element: str, sign: str) -> None:
        """A private mark of a seat."""
        self.live.pencils.mark(seat, element, sign)

    def stand(self, seat: int, until: str) -> str:
        """Let a pass stand for a seat."""
        wrong = self.live.windows.stand(seat, until, self.live.now)
        self.live.settle()
        self.views.show(self.live)
        return wrong

    # Time.

    def wait(self, until: int) -> list[tuple[int, Reply]]:
        """Let time pass; what was answered meanwhile, and when."""
        answered: list[tuple[int, Reply]] = []
        while (due := self.live.next_wake) is not None and due <= until:
            while woken := self.live.wake(max(due, self.live.now)):
                self.live.commit(woken.prepared)
                answered.append((self.live.now, woken.prepared.reply))
                self.views.show(self.live)
        self.live.wake(until)
        return answered

    def texts(self, seat: int) -> list[str]:
        """The options of a seat in notation."""
        state = self.live.table.line.state
        return [play.decision(state, seat).text(state, option) for option in self.options(seat)]

    def options(self, seat: int) -> list[int]:
        """The options of a seat in the question that is put to it."""
        windows = self.live.windows
        state = windows.state(seat) if windows.takes(seat) else self.live.table.line.state
        return play.options(state, seat)


def refused(reply: Reply | None) -> str:
    """The code of a refusal."""
    assert isinstance(reply, Refused), reply
    return reply.code

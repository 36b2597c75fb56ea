"""Whatever people send, in whatever order, and whenever the process dies: the table stays lawful."""

from __future__ import annotations

import contextlib
import json
import shutil
import tempfile
from pathlib import Path
from typing import ClassVar, cast

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from witchboard_tiny.grab import GAME as GRAB
from witchboard_tiny.hideout import GAME as HIDEOUT
from witchboard_tiny.stroll import GAME as STROLL
from witchboard_tiny.thieves import GAME as THIEVES
from witchboard_tiny.well import GAME as WELL

from witchboard.engine import play
from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.entries import Choice, Sitter, sender
from witchboard.engine.errors import MalformedError
from witchboard.engine.game import PUBLIC, Game
from witchboard.engine.record import header_of, replay
from witchboard.engine.state import State
from witchboard.engine.stream import Stream, stream
from witchboard.games.ghost_stories import GAME as GHOSTS
from witchboard.table import commands
from witchboard.table.commands import Done, Refused, Reply
from witchboard.table.jsonl import JsonLinesStore
from witchboard.table.store import StoreError, resume, start, submit, submit_bot
from witchboard.table.table import Table

from .conftest import ANN, BEN, BOT

GAMES = [cast(Game[State], game) for game in (GRAB, HIDEOUT, STROLL, THIEVES, WELL, GHOSTS)]
HOLDERS = ["ann", "ben", "eve", ""]
SEATS = st.integers(0, 1)


class TableMachine(RuleBasedStateMachine):
    """A table with its store, and beside it what was acknowledged."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.store = JsonLinesStore(self.folder)
        self.sent = 0
        self.acknowledged: dict[tuple[int, str], tuple[str, bytes, Done]] = {}

    @initialize(game=st.sampled_from(GAMES), second=st.sampled_from([ANN, BEN, BOT]), seed=st.integers(0, 50))
    def sit_down(self, game: Game[State], second: Sitter, seed: int) -> None:
        dealer = CommittedDealer.named(str(seed))
        self.game = game
        self.table = Table.begin("table", game, header_of(game, 2, {}, (ANN, second), dealer), dealer)
        start(self.store, self.table)

    def teardown(self) -> None:
        self.store.close("table")
        shutil.rmtree(self.folder)

    # What people send, over the wire.

    def name(self) -> str:
        self.sent += 1
        return f"c{self.sent}"

    def send(self, holder: str, command: commands.Command) -> Reply:
        wire = commands.encode(command)
        before = self.picture()
        reply = submit(self.store, self.table, holder, commands.decode(wire))
        assert msgspec.json.decode(commands.encode(reply), type=Done | Refused) == reply
        if isinstance(reply, Done):
            self.acknowledged.setdefault((command.seat, command.id), (holder, wire, reply))
        else:
            assert self.picture() == before
        return reply

    def picture(self) -> list[bytes]:
        return [commands.encode(self.table.sight(seat)) for seat in (0, 1, PUBLIC)]

    @rule(seat=SEATS, picks=st.lists(st.integers(0, 10**6), min_size=1, max_size=4))
    def choose(self, seat: int, picks: list[int]) -> None:
        legal = play.options(self.table.line.state, seat)
        if legal:
            line = tuple(legal[pick % len(legal)] for pick in picks)
            question = self.table.line.questions[seat]
            holder = self.table.seating.sitters[seat].holder
            reply = self.send(holder, commands.Choose(id=self.name(), seat=seat, question=question, line=line))
            if self.table.seating.plays(holder, seat) and isinstance(reply, Refused):
                assert reply.code == "over", reply

    @rule(seat=SEATS, holder=st.sampled_from(HOLDERS), question=st.integers(0, 60), option=st.integers(0, 300))
    def send_anything(self, seat: int, holder: str, question: int, option: int) -> None:
        entitled = self.table.seating.plays(holder, seat)
        count = len(self.table.record.entries)
        command = commands.Choose(id=self.name(), seat=seat, question=question, line=(option,))
        reply = self.send(holder, command)
        if not entitled:
            assert isinstance(reply, Refused)
            assert len(self.table.record.entries) == count

    @rule(seat=SEATS, text=st.sampled_from(["end", "pass", "nothing", "draw", "stop", "a", "", "move", "hide on a1"]))
    def say(self, seat: int, text: str) -> None:
        question = self.table.line.questions[seat]
        holder = self.table.seating.sitters[seat].holder
        self.send(holder, commands.Say(id=self.name(), seat=seat, question=question, text=text))

    @rule(seat=SEATS, mode=st.integers(0, 2), time=st.integers(0, 3000))
    def call(self, seat: int, mode: int, time: int) -> None:
        question = self.table.line.questions[seat]
        claim = commands.Call(id=self.name(), seat=seat, question=question, claim=((mode, 0, time),))
        self.send(self.table.seating.sitters[seat].holder, claim)

    @rule(seat=SEATS)
    def undo(self, seat: int) -> None:
        offered = self.table.sight(seat).undo
        holder = self.table.seating.sitters[seat].holder
        entitled = self.table.seating.plays(holder, seat)
        undo = commands.Undo(id=self.name(), seat=seat, question=self.table.line.questions[seat])
        count = len(self.table.line.acts)
        reply = self.send(holder, undo)
        if entitled and offered is not None:
            assert isinstance(reply, Refused) == bool(offered.barred), (reply, offered)
            assert len(self.table.line.acts) == count - offered.count

    @rule(to=st.integers(0, 60))
    def rewind(self, to: int) -> None:
        alone = self.table.seating.alone("ann")
        reply = self.send("ann", commands.Rewind(id=self.name(), seat=0, to=to))
        assert alone or isinstance(reply, Refused)

    @rule(seat=SEATS, holder=st.sampled_from(HOLDERS), what=st.sampled_from(["hand", "back", "sit", "leave", "mark"]))
    def change_seats(self, seat: int, holder: str, what: str) -> None:
        name = self.name()
        command: commands.Command = commands.Back(id=name, seat=seat)
        if what == "hand":
            command = commands.Hand(id=name, seat=seat, bot="random")
        elif what == "sit":
            command = commands.Sit(id=name, seat=seat, name=holder or "nobody")
        elif what == "leave":
            command = commands.Leave(id=name, seat=seat)
        elif what == "mark":
            command = commands.Mark(id=name, seat=seat, name="here")
        self.send(holder, command)

    @precondition(lambda self: self.sent > 25)
    @rule(seat=SEATS)
    def resign(self, seat: int) -> None:
        self.send(self.table.seating.sitters[seat].holder, commands.Resign(id=self.name(), seat=seat))

    @precondition(lambda self: self.acknowledged)
    @rule(pick=st.integers(0, 10**6))
    def repeat(self, pick: int) -> None:
        holder, wire, done = list(self.acknowledged.values())[pick % len(self.acknowledged)]
        count = len(self.table.record.entries)
        assert submit(self.store, self.table, holder, commands.decode(wire)) == done
        assert len(self.table.record.entries) == count

    @rule(pick=st.integers(0, 10**6), late=st.booleans())
    def bots_answer(self, pick: int, late: bool) -> None:
        for call in self.table.bot_calls():
            world = self.game.imagine(call.knowledge, _stream(pick))
            legal = play.options(world, call.seat)
            assert legal == play.options(self.table.line.state, call.seat)
            line = [legal[pick % len(legal)]] * 2
            reply = submit_bot(self.store, self.table, call.seat, call.question - late, line)
            assert isinstance(reply, Refused) == late

    # What happens to the machine.

    @rule()
    def restart(self) -> None:
        before = self.picture(), self.table.record.entries, self.table.bot_calls()
        self.store.close("table")
        self.store = JsonLinesStore(self.folder)
        self.table = resume(self.store, "table", self.game)
        assert (self.picture(), self.table.record.entries, self.table.bot_calls()) == before

    @rule(seat=SEATS, pick=st.integers(0, 10**6), journalled=st.booleans())
    def crash(self, seat: int, pick: int, journalled: bool) -> None:
        """The process dies before or after it writes the journal; no answer arrives, and the command comes again."""
        legal = play.options(self.table.line.state, seat)
        if not legal or not self.table.seating.plays(holder := self.table.seating.sitters[seat].holder, seat):
            return
        line = (legal[pick % len(legal)],)
        question = self.table.line.questions[seat]
        command = commands.Choose(id=self.name(), seat=seat, question=question, line=line)
        prepared = self.table.prepare(holder, command)
        if journalled and prepared.entries:
            self.store.append("table", prepared.entries)
        self.store.close("table")
        self.store = JsonLinesStore(self.folder)
        self.table = resume(self.store, "table", self.game)
        assert self.send(holder, command) == prepared.reply
        arrived = [entry for entry in self.table.record.entries if sender(entry) == (seat, command.id)]
        assert len(arrived) == (1 if prepared.entries else 0)

    @rule(seat=SEATS, pick=st.integers(0, 10**6))
    def full_disk(self, seat: int, pick: int) -> None:
        legal = play.options(self.table.line.state, seat)
        if not legal or self.table.seating.end:
            return
        before, entries = self.picture(), self.table.record.entries
        holder, question = self.table.seating.sitters[seat].holder, self.table.line.questions[seat]
        command = commands.Choose(id=self.name(), seat=seat, question=question, line=(legal[pick % len(legal)],))
        store = FullStore(self.folder)
        with contextlib.suppress(StoreError):
            submit(store, self.table, holder, command)
        assert (self.picture(), self.table.record.entries) == (before, entries)

    # What always holds.

    @invariant()
    def the_record_leads_here(self) -> None:
        assert replay(self.table.record, game=self.game) == self.table.line.state

    @invariant()
    def every_acknowledged_option_is_in_the_record_once(self) -> None:
        taken: dict[tuple[int, str], int] = {}
        for entry in self.table.record.entries:
            if isinstance(entry, Choice) and entry.command:
                taken[sender(entry)] = taken.get(sender(entry), 0) + 1
        for key, count in taken.items():
            assert self.acknowledged[key][2].applied == count


class FullStore(JsonLinesStore):
    """A store on a full disk."""

    def append(self, key: str, entries: object) -> None:
        raise StoreError("the disk is full")


def _stream(seed: int) -> Stream:
    return stream("imagine", seed)


TestTable = TableMachine.TestCase
TestTable.settings = settings(
    max_examples=25, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)


# Messages that nobody would send.


class TestMutatedMessages:
    """Broken messages are malformed or refused, and nothing else happens."""

    whole: ClassVar[list[bytes]] = [
        commands.encode(commands.Choose(id="a", seat=0, question=1, line=(0, 1, 5))),
        commands.encode(commands.Say(id="b", seat=0, question=1, text="hide on a1")),
        commands.encode(commands.Undo(id="c", seat=0, question=2)),
        commands.encode(commands.Hand(id="d", seat=1, bot="random")),
    ]

    @given(st.sampled_from(whole), st.integers(0, 200), st.binary(max_size=3), st.integers(0, 3))
    @settings(max_examples=400, deadline=None)
    def test_mutated(self, message: bytes, at: int, put: bytes, cut: int) -> None:
        at %= len(message)
        self.deliver(message[:at] + put + message[at + cut :])

    @given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=9))
    @settings(max_examples=200, deadline=None)
    def test_any_value_in_any_field(self, value: object) -> None:
        for message in self.whole:
            fields = json.loads(message)
            for field in fields:
                self.deliver(json.dumps({**fields, field: value}).encode())

    def test_too_deep_too_long_too_big(self) -> None:
        deep = b'{"do":"choose","id":"a","seat":0,"question":1,"line":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
        long = b'{"do":"choose","id":"a","seat":0,"question":1,"line":[' + b"0," * 400 + b"0]}"
        big = b'{"do":"choose","id":"a","seat":0,"question":1,"line":[' + b"9" * 5000 + b"]}"
        for message in (deep, long, big, b"", b"null", b'"choose"', b'{"do":"dance"}', b"\xff\xfe"):
            assert not self.deliver(message)

    def deliver(self, message: bytes) -> bool:
        """Whether it came through as a command."""
        dealer = CommittedDealer.named("wire")
        game = cast(Game[State], HIDEOUT)
        table = Table.begin("table", game, header_of(game, 2, {}, (ANN, BEN), dealer), dealer)
        try:
            command = commands.decode(message)
        except MalformedError:
            return False
        for holder in HOLDERS:
            prepared = table.prepare(holder, command)
            assert isinstance(prepared.reply, Done | Refused)
            table.commit(prepared)
        return True

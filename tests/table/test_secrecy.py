"""Two worlds that differ only in what a seat may not know send it the same bytes at the same times.

A table is played for a while; then its true world and one that a seat imagines are played on side by side, with the
same choices and the same answers of chance as far as the seat learns them. All that the seat and a watcher are sent is
compared: frames, questions, seats, log, refusals, why something can't be chosen, what undo takes back, and the time
of each. A case ends where something comes out that may lawfully differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

import pytest
from witchboard_tiny.grab import GAME as GRAB
from witchboard_tiny.hideout import GAME as HIDEOUT
from witchboard_tiny.thieves import GAME as THIEVES
from witchboard_tiny.well import GAME as WELL

from witchboard.engine import play
from witchboard.engine.dealers import OpenDealer
from witchboard.engine.game import Game, OptionValue
from witchboard.engine.state import EVERYONE, State
from witchboard.engine.steps import Simultaneous
from witchboard.engine.stream import Stream, stream
from witchboard.table import commands
from witchboard.table.clocks import ClockSetting
from witchboard.table.commands import Done, Reply
from witchboard.table.live import Live, Manner
from witchboard.table.table import Table

from .desk import ANN, BEN, CAT, Desk

STEPS = 14
Key = tuple[Game[State], int]
SECRET = [
    (cast(Game[State], game), seat) for game in (GRAB, HIDEOUT, THIEVES, WELL) for seat in range(max(game.players))
]


class Fate(OpenDealer):
    """Chance as the true world has it; the imagined one follows it where the seat learns the answer."""

    def __init__(self, dice: Stream, seat: int, true: Fate | None = None) -> None:
        super().__init__(self.answer)
        self.dice, self.seat, self.true = dice, seat, true
        self.said: list[tuple[int, str]] = []

    def answer(self, game: Game[State], state: State, fault: str) -> str:
        step = play.chance(state)
        assert step is not None and not fault
        weights = step.weights(state)
        possible = [one for one in range(step.outcomes(state)) if weights is None or weights[one]]
        texts = [step.text(state, one) for one in possible]
        text = texts[self.dice.below(len(texts))]
        audience = step.audience(state)
        if self.true and (audience == EVERYONE or audience >> self.seat & 1):
            same = [one for number, one in self.true.said if number == len(self.said)]
            text = same[0] if same and same[0] in texts else text
        self.said.append((len(self.said), text))
        return text


@dataclass(frozen=True)
class Setting:
    """What is played: the options, how many choices at most before the worlds part, the players (0: any number).

    `elements` are asked about why they can't be chosen; `pencilled` is one that is marked.
    """

    options: Mapping[str, OptionValue] = field(default_factory=dict)
    before: int = 10
    players: int = 0
    pencilled: str = "grid-0-1"
    elements: tuple[str, ...] = ("card-0", "card-2", "grid-0-1", "grid-1-2", "paw-1", "pass", "seat-1", "try-3")


class Twins:
    """The true table and the imagined one."""

    def __init__(self, game: Game[State], seat: int, case: int, setting: Setting | None = None) -> None:
        self.setting = setting or Setting()
        self.game, self.seat = game, seat
        self.dice = stream("secrecy", game.key, seat, case)
        few = self.dice.below(2) and seat < game.players[0]
        players = self.setting.players or game.players[0 if few else -1]
        seats = (ANN, BEN, CAT)[:players]
        clock = ClockSetting(80_000, 3) if self.dice.below(2) else None
        self.holder = seats[seat].holder
        manner = Manner(clock=clock)
        fate = Fate(self.dice, seat)
        first = Desk(game, *seats, dealer=fate, manner=manner, seed=str(case), options=self.setting.options)
        for _ in range(self.dice.below(self.setting.before)):
            self._anything(first)
        self.desks = [self._fork(first, Fate(self.dice, seat)), self._fork(first, fate)]
        dealers = [cast(Fate, desk.live.table.dealer) for desk in self.desks]
        dealers[1].true, dealers[1].said, dealers[0].said = dealers[0], [], []
        state = self.desks[0].live.table.line.state
        if not self.desks[0].live.table.seating.end:
            self.desks[1].live.table.line.state = game.imagine(game.know(state, seat), self.dice)
        for desk in self.desks:
            desk._open(desk.live.table, manner, None, 1, str(case))
            desk.sent = first.sent.copy()
            self.viewers(desk)

    def _anything(self, desk: Desk) -> None:
        """Any choice of any seat."""
        asked = desk.live.table.line.asked
        if asked and not desk.live.table.seating.end:
            seat = asked[self.dice.below(len(asked))]
            options = play.options(desk.live.table.line.state, seat)
            desk.wait(desk.live.now + 4_000)
            if desk.live.table.line.asked and seat in desk.live.table.line.asked:
                options = play.options(desk.live.table.line.state, seat)
                desk.choose(seat, options[self.dice.below(len(options))])

    def _fork(self, desk: Desk, dealer: Fate) -> Desk:
        again = object.__new__(Desk)
        table = desk.live.table
        again.live = Live(Table.load(table.key, table.record, table.game, dealer))
        return again

    def viewers(self, desk: Desk) -> None:
        for holder, layout in ((self.holder, "wide"), (self.holder, "tall"), ("", "wide")):
            desk.look(holder, layout)

    # Steps.

    def both(self, seat: int, *line: int) -> list[Reply | None]:
        return [desk.choose(seat, *line) for desk in self.desks]

    def step(self) -> str:
        """Something happens in both; "" as long as both must look the same."""
        acts = [len(desk.live.table.line.acts) for desk in self.desks]
        kind = self.dice.below(8)
        if kind < 2:
            self.wait()
        elif kind == 2:
            self.try_something()
        elif kind == 3:
            self.compose_or_stand()
        else:
            self.somebody_plays()
        self.pass_ahead()
        self.scribble()
        ended = [desk.live.table.seating.end is not None for desk in self.desks]
        if any(ended):
            return "over"
        fresh = [desk.live.table.line.acts[before:] for desk, before in zip(self.desks, acts)]
        came_out = any(act.reveals_to(self.seat) for new in fresh for act in new)
        if self.desks[0].live.clocks and any(act.together and not act.open for act in fresh[0]):
            return "the clocks tell how long each has taken"
        return "came out" if came_out or self.parted else ""

    parted = False

    def wait(self) -> None:
        """Time passes, until something is due or for some while."""
        now, due = self.desks[0].live.now, self.desks[0].live.next_wake
        far = due is None or due > now + 60_000  # a clock that runs out tells who was slow
        until = now + self.dice.below(4_000) if due is None or far or self.dice.below(2) else due
        for desk in self.desks:
            desk.wait(until)

    def try_something(self) -> None:
        """The seat asks why, tries what may be refused, or takes back."""
        if self.dice.below(3) == 0:
            replies = [desk.undo(self.seat) for desk in self.desks]
        else:
            option = self.dice.below(8)
            for desk in self.desks:
                if desk.live.asks.open(self.seat) and option in desk.options(self.seat):
                    return
            replies = self.both(self.seat, option)
        assert replies[0] == replies[1]
        for element in self.setting.elements:
            words = [desk.live.asks.why_not(self.seat, element) for desk in self.desks]
            assert words[0] == words[1]

    def compose_or_stand(self) -> None:
        """The seat goes on with a draft, or lets a pass stand."""
        until = ("turn", "others", "fight", "")[self.dice.below(4)]
        assert len({desk.stand(self.seat, until) for desk in self.desks}) == 1
        pairs = tuple((piece, self.dice.below(6)) for piece in range(self.dice.below(4)))
        for desk in self.desks:
            live = desk.live
            if live.game.draft(live.table.line.state, self.seat):
                desk.compose(self.seat, pairs)

    def somebody_plays(self) -> None:
        """The seat answers, or another."""
        true, imagined = self.desks
        top = true.live.table.line.state.stack[-1]
        asked = [seat for seat in true.live.table.line.asked if not true.live.windows.open or true.live.asks.open(seat)]
        if not asked:
            return
        seat = asked[self.dice.below(len(asked))]
        options = true.options(seat)
        option = options[self.dice.below(len(options))]
        if seat == self.seat:
            acts = [len(desk.live.table.line.acts) for desk in self.desks]
            replies = self.both(seat, option)
            assert replies[0] == replies[1]
            ready = [self.all_have_answered(desk, before) for desk, before in zip(self.desks, acts)]
            self.parted = ready[0] != ready[1]  # whether the others were ready is seen when the seat is
        elif isinstance(top, Simultaneous):
            self.answers_unseen(seat, option)
        elif imagined.live.asks.open(seat) and option in imagined.options(seat):
            self.both(seat, option)

    def all_have_answered(self, desk: Desk, before: int) -> bool:
        """Whether a question to several was answered by all since the line of play had so many acts."""
        return any(act.together and not act.open for act in desk.live.table.line.acts[before:])

    def answers_unseen(self, seat: int, option: int) -> None:
        """Another seat answers in the true world; in the imagined one when all are done there, or never."""
        true, imagined = self.desks
        acts = [len(desk.live.table.line.acts) for desk in self.desks]
        assert isinstance(true.choose(seat, option), Done)
        if not self.all_have_answered(true, acts[0]):
            if self.dice.below(4) == 0:
                true.undo(seat)
            return
        while not self.all_have_answered(imagined, acts[1]):
            late = imagined.live.table.line.asked[0]
            assert late != self.seat
            legal = imagined.options(late)
            imagined.choose(late, legal[self.dice.below(len(legal))])

    def pass_ahead(self) -> None:
        """The other seats of a window pass before their moments, where their hands could have played."""
        for desk in self.desks:
            window = desk.live.windows.open
            for seat in list(window.coming) if window else ():
                if seat != self.seat and desk.live.asks.open(seat) and not desk.live.windows.is_held(seat):
                    holder = desk.live.table.seating.sitters[seat].holder
                    question = desk.question(seat)
                    ahead = commands.Choose(id=f"p{seat}-{question}", seat=seat, question=question, line=(0,))
                    desk.send(holder, ahead)

    def scribble(self) -> None:
        """The seat pencils something in both; the others do in the true world alone."""
        pencil = self.game.front.pencil
        if pencil and self.setting.pencilled and self.dice.below(3) == 0:
            sign = [*dict(pencil.signs), ""][self.dice.below(len(pencil.signs) + 1)]
            for seat in range(len(self.desks[0].live.table.seating.sitters)):
                for desk in self.desks if seat == self.seat else self.desks[:1]:
                    desk.pencil(seat, self.setting.pencilled, sign)

    def compare(self) -> None:
        """All that was sent is the same; and so is what somebody would get who comes now."""
        true, imagined = self.desks
        for one, other in zip(true.viewers, imagined.viewers):
            assert one.got == other.got, difference(one.got, other.got)
        for holder, layout in ((self.holder, "wide"), (self.holder, "tall"), ("", "wide")):
            assert true.live.whole(true.person(holder), layout) == imagined.live.whole(imagined.person(holder), layout)


def difference(one: list[tuple[int, bytes]], other: list[tuple[int, bytes]]) -> str:
    """Where two lists of messages begin to differ."""
    for (at, here), (at_other, there) in zip(one, other):
        if (at, here) != (at_other, there):
            place = next((n for n, (a, b) in enumerate(zip(here, there)) if a != b), min(len(here), len(there)))
            around = slice(max(0, place - 120), place + 120)
            return f"at {at} and {at_other}: {here[around]!r} and {there[around]!r}"
    return f"{len(one)} and {len(other)} messages; the next is {(one + other)[min(len(one), len(other))]}"


def play_case(game: Game[State], seat: int, case: int, setting: Setting | None = None) -> tuple[bool, int]:
    """Play one case; returns whether the worlds differed, and how many steps looked the same."""
    twins = Twins(game, seat, case, setting)
    if twins.desks[0].live.table.seating.end:
        return False, 0
    states = [desk.live.table.line.state for desk in twins.desks]
    twins.pass_ahead()
    twins.compare()
    for same in range(STEPS):
        if twins.step():
            return states[0] != states[1], same
        twins.compare()
    return states[0] != states[1], STEPS


def differing(game: Game[State], seat: int, first: int, cases: int, setting: Setting | None = None) -> int:
    """Play so many cases in which the worlds differ; returns how many steps looked the same in those."""
    found = steps = 0
    case = first
    while found < cases:
        differed, same = play_case(game, seat, case, setting)
        found += differed
        steps += same if differed else 0
        case += 1
        assert case < first + 20 * cases
    return steps


@pytest.mark.parametrize(("game", "seat"), SECRET, ids=lambda value: getattr(value, "key", str(value)))
def test_secrets_make_no_difference(game: Game[State], seat: int) -> None:
    assert differing(game, seat, 10_000, 12) > 12


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seat"), SECRET, ids=lambda value: getattr(value, "key", str(value)))
def test_secrets_make_no_difference_in_five_hundred_cases(game: Game[State], seat: int) -> None:
    assert differing(game, seat, 0, 500) > 750

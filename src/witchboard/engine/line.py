"""A game in progress: its position, what was played, what may be taken back.

    line = Line.begin(game, header_of(game, players, options))
    line.choose(seat, option)        # or choose_text(seat, "move to Tea House"), claim(seat, …)
    line.deal(dealer)                # lets chance answer until a seat is asked; or answer(outcome), answer_text(text)
    line.resign(seat)                # gives the game up, as its rules say
    line.undo_of(seat)               # TakeBack: what `undo` would undo, or why it is barred
    line.undo(seat)
    line.rewind(seat, to)            # practice: back over chance; the same throws fall again
    Line.resume(record, game)        # from the newest snapshot that reads, and on from there

Every one of these either does the whole of what it says or raises and changes nothing. To write entries to disk before
they count, make them on a trial:

    trial = line.trial()
    trial.choose(seat, option); trial.deal(dealer)
    journal(trial.bind())            # the entries that are new
    line.commit(trial)

What may be taken back is the law of module `retract`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import cast

from . import play
from .acts import Act, Listener, Shot, TakeBack, Told
from .dealers import Dealer
from .entries import (
    AnyEntry,
    Chance,
    Claimed,
    Concede,
    Header,
    Played,
    RecordError,
    Resign,
    Rewind,
    Snapshot,
    Undo,
    Upgrade,
    as_one,
    text_of,
)
from .errors import IllegalError, WitchboardError
from .game import Game
from .record import Record, begin, check_rules, draw, load_snapshot
from .retract import retractable
from .state import EVERYONE, State, Step
from .steps import Simultaneous
from .walk import chance_of, choice_of, claim_of, count, perform, walk


class Line:
    """A game in progress. `entries` are all there are, `acts` the line of play: those that count, with their events.

    `heard` holds for each of `entries` what it told when it was made (nothing, if a line was resumed behind it).
    `labels` counts the answers of chance in the line of play, `questions` how many questions each seat has been asked:
    the number of the question that stands. An answer of another seat in a question to several doesn't change it.
    """

    def __init__(self, game: Game[State], header: Header, state: State, observers: Sequence[int] = ()) -> None:
        self.game = game
        self.header = header
        self.state = state  # never changed in place, always replaced
        self.observers = observers
        self.opening: tuple[Told, ...] = ()  # what happened before anybody was asked
        self.entries: list[AnyEntry] = []
        self.heard: list[tuple[Told, ...]] = []
        self.acts: list[Act] = []
        self.labels: dict[str, int] = {}
        self.questions = [0] * header.players
        self.shots: list[Shot] | None = None  # what was to be seen at each event, if somebody looks
        self._journalled = 0
        self._thrown: Mapping[tuple[str, int], Chance] = {}  # what chance answered before a rewind
        self._ground: tuple[int, State] = (0, state)  # positions to make earlier ones from, and after how many acts
        self._base: tuple[int, State] = (0, state)  # undo never goes behind this one

    @classmethod
    def begin(cls, game: Game[State], header: Header, observers: Sequence[int] = ()) -> Line:
        """A new game. `observers` are the seats (or PUBLIC, or ALL) whose words for events are to be kept."""
        listener = Listener(game, observers)
        line = cls(game, header, begin(Record(header), game, listener), observers)
        line.opening = tuple(listener.told)
        for seat in line.asked:
            line.questions[seat] += 1
        return line

    @classmethod
    def resume(cls, record: Record, game: Game[State], observers: Sequence[int] = ()) -> Line:
        """A game that goes on where its record stands.

        It begins at the newest snapshot that reads, which may be of other rules if what follows fits these. Raises
        `RecordError`.
        """
        line = cls.ground(record, game, observers)
        for _ in line.follow(record):
            pass
        return line

    @classmethod
    def ground(cls, record: Record, game: Game[State], observers: Sequence[int] = ()) -> Line:
        """Where a record is gone on from: its newest snapshot that reads, else its start. `follow` does the rest.

        Raises `RecordError`.
        """
        found = walk(record.entries, record.path)
        readable = [pair for pair in found.snapshots if pair[1].schema == game.schema]
        if not readable or record.made_under.rules == game.rules_version:
            check_rules(record, game)
        if not readable:
            return cls.begin(game, record.header, observers)
        number, snapshot = readable[-1]
        line = cls(game, record.header, load_snapshot(record, game, number, snapshot), observers)
        line._stand_on(record.entries[: number + 1], found.line[: snapshot.played], snapshot.questions)
        return line

    @classmethod
    def behind(
        cls, record: Record, game: Game[State], observers: Sequence[int], entries: int, questions: Sequence[int]
    ) -> Line:
        """A record's game after so many entries, by when so many questions had been put to each seat.

        What counts of them is played without a word from the newest snapshot. Raises `RecordError`.
        """
        check_rules(record, game)
        found = walk(record.entries[:entries], record.path)
        readable = [pair for pair in found.snapshots if pair[1].schema == game.schema]
        state = load_snapshot(record, game, *readable[-1]) if readable else begin(Record(record.header), game)
        begun = readable[-1][1].played if readable else 0
        line = cls(game, record.header, state, observers)
        line._stand_on(record.entries[:entries], found.line[:begun], questions)
        for number, entry in found.line[begun:]:
            try:
                line._go_quietly(entry)
            except WitchboardError as error:
                raise record.error(number, f"was edited, or doesn't fit: {error}") from None
        return line

    def _go_quietly(self, entry: Played) -> None:
        self.state = self.state.clone()
        perform(self.game, self.state, entry, self.labels)
        self.acts.append(Act(entry))
        count(self.labels, entry)
        if isinstance(entry, Chance):
            self._base = (len(self.acts), self.state)

    def follow(self, record: Record) -> Iterator[None]:
        """Go on by the rest of a record's entries, with a halt after each act. Raises `RecordError`."""
        for at in range(len(self.entries), len(record.entries)):
            entry = record.entries[at]
            try:
                self.restore(entry)
            except WitchboardError as error:
                raise record.error(at, f"was edited, or doesn't fit: {error}") from None
            if not entry.more:
                yield
        self._journalled = len(self.entries)

    @property
    def asked(self) -> list[int]:
        """The seats that are asked now, ascending; empty when chance is asked or the game is over."""
        return play.asked(self.state)

    @property
    def record(self) -> Record:
        """The record as it stands."""
        return Record(self.header, list(self.entries))

    @property
    def fresh(self) -> list[AnyEntry]:
        """The entries since this trial was begun (on a line itself: since the latest commit)."""
        return self.entries[self._journalled :]

    def bind(self) -> tuple[AnyEntry, ...]:
        """The fresh entries, marked as one act from here on: of a file that was cut short all count or none does."""
        self.entries[self._journalled :] = as_one(self.fresh)
        return tuple(self.fresh)

    def trial(self) -> Line:
        """A copy to try entries on. This line stays as it is until `commit`."""
        trial = copy(self)
        trial.entries = list(self.entries)
        trial.heard = list(self.heard)
        trial.acts = list(self.acts)
        trial.labels = dict(self.labels)
        trial.questions = list(self.questions)
        trial.shots = None if self.shots is None else list(self.shots)
        trial._journalled = len(self.entries)
        return trial

    def commit(self, trial: Line) -> None:
        """Take over what a trial of this line has come to.

        Raises `ValueError` if this line has gone on since the trial was begun.
        """
        if trial._journalled != len(self.entries):
            raise ValueError("the line has gone on since this trial was begun")
        self.__dict__.update(trial.__dict__)
        self._journalled = len(self.entries)

    def choose(self, seat: int, option: int, command: str = "") -> Act:
        """Take an option. Raises `IllegalError`."""
        return self._play(choice_of(self.state, seat, option, command))

    def choose_text(self, seat: int, text: str, command: str = "") -> Act:
        """Take the option that text means. Raises `MalformedError`, `IllegalError` or `AmbiguousError`."""
        return self.choose(seat, self.game.parse_option(self.state, seat, text), command)

    def claim(self, seat: int, claim: Claimed, command: str = "") -> Act:
        """Answer a reaction. Raises `IllegalError`."""
        return self._play(claim_of(self.state, seat, claim, command))

    def answer(self, outcome: int, by: int = -1, command: str = "") -> Act:
        """Let chance answer; `by` is the seat that read it. Raises `IllegalError`."""
        step = play.chance(self.state)
        nth = self.labels.get(step.label, 0) if step else 0
        return self._play(chance_of(self.state, outcome, nth, by, command))

    def answer_text(self, text: str, by: int = -1, command: str = "") -> Act:
        """Let chance answer what text means. Raises `MalformedError`, `IllegalError` or `AmbiguousError`."""
        return self.answer(self.game.parse_outcome(self.state, text), by, command)

    def deal(self, dealer: Dealer) -> list[Act]:
        """Let a dealer answer until a seat is asked or the game is over.

        What chance answered before a rewind it answers again. If the dealer raises, nothing has been answered.
        """
        trial = self.trial()
        while play.chance(trial.state):
            trial._play(trial._kept() or draw(self.game, trial.state, dealer, trial.labels))
        trial._journalled = self._journalled
        before = len(self.acts)
        self.__dict__.update(trial.__dict__)
        return self.acts[before:]

    def resign(self, seat: int, why: str = "", command: str = "") -> None:
        """Give the game up for a seat, at any time. Raises `IllegalError` where the rules of the game are against it.

        Where the game has no rule for it, no more than that is noted: the line of play stays as it is.
        """
        if self.game.resign(self.state.clone(), seat):
            self._play(Concede(seat=seat, why=why, command=command))
        else:
            self.restore(Resign(seat=seat, why=why, command=command))

    def undo_of(self, seat: int) -> TakeBack:
        """What `undo` would take back for that seat, or why it can't."""
        at = retractable(self, seat)
        return TakeBack("", at) if isinstance(at, str) else TakeBack(self.text(at))

    def text(self, at: int) -> str:
        """What an act of the line of play did, in notation."""
        return text_of(self.acts[at].entry)

    def undo(self, seat: int, command: str = "") -> None:
        """Take the seat's latest choice back. Raises `IllegalError` with the reason when that is barred."""
        at = retractable(self, seat)
        if isinstance(at, str):
            raise IllegalError(at)
        act = self.acts[at]
        heard = EVERYONE if act.open else act.audience
        self.restore(Undo(seat=seat, text=self.text(at), quiet=act.open, audience=heard, command=command))

    def rewind(self, seat: int, to: int, command: str = "") -> None:
        """Go back to the first `to` entries of the line of play. Raises `IllegalError`.

        Whether the table allows it is the table's business.
        """
        self.restore(Rewind(seat=seat, to=to, command=command))

    def snapshot(self) -> None:
        """Note the position among the entries, so that loading is fast."""
        position = cast(dict[str, object], self.game.dump(self.state))
        played = len(self.acts)
        shot = Snapshot(schema=self.game.schema, played=played, position=position, questions=tuple(self.questions))
        self.restore(shot)

    def restore(self, entry: AnyEntry) -> None:
        """Go on by an entry, of a record or of one's own making. Raises `IllegalError` if it doesn't fit.

        The law of undo is not asked: what stands in a record has happened.
        """
        if isinstance(entry, Played):
            self._play(entry)
            return
        if isinstance(entry, Undo):
            own = [at for at, act in enumerate(self.acts) if act.seat == entry.seat]
            if not own or self.text(own[-1]) != entry.text:
                raise IllegalError(f"seat {entry.seat} has no {entry.text!r} to take back")
            self._take_back(entry.seat, own[-1])
        elif isinstance(entry, Rewind):
            self._go_back(entry.to)
        self.entries.append(entry)
        self.heard.append(())

    def _play(self, entry: Played) -> Act:
        """Carry an entry out."""
        before, asked = self._top(), self.asked
        state = self.state.clone()
        act = self._perform(state, entry, self.labels, self.shots)
        self.state = state
        self.entries.append(entry)
        self.heard.append(act.told or ())
        self.acts.append(act)
        count(self.labels, entry)
        if isinstance(entry, Chance):
            self._base = (len(self.acts), state)
        self._ask(act.seat, asked, self._top() is before)
        return act

    def _perform(self, state: State, entry: Played, labels: Mapping[str, int], shots: list[Shot] | None = None) -> Act:
        """Carry an entry out on a state, listening."""
        actor = -1 if isinstance(entry, Chance) else entry.seat
        listener = Listener(self.game, self.observers, shots, actor)
        step = state.stack[-1] if state.stack else None
        perform(self.game, state, entry, labels, listener)
        together = isinstance(step, Simultaneous)
        still = together and bool(state.stack) and state.stack[-1] is step
        return Act(entry, tuple(listener.told), together, still)

    def _ask(self, actor: int, before: Sequence[int], same: bool) -> None:
        """Count the questions that are put now; `same`: the question to several seats still stands."""
        for seat in self.asked:
            if seat == actor or seat not in before or not same:
                self.questions[seat] += 1

    def _top(self) -> Step | None:
        """The question to several seats that is asked now."""
        step = self.state.stack[-1] if self.state.stack else None
        return step if isinstance(step, Simultaneous) else None

    def _kept(self) -> Chance | None:
        """What chance answered here before a rewind, if the same was asked."""
        step = play.chance(self.state)
        thrown = self._thrown.get((step.label, self.labels.get(step.label, 0))) if step else None
        if step is None or thrown is None:
            return None
        weights = tuple(step.weights(self.state) or ())
        outcomes = 0 if weights else step.outcomes(self.state)
        if (outcomes, weights) != (thrown.outcomes, thrown.weights):
            return None
        return chance_of(self.state, thrown.answer, thrown.nth)

    def act(self, at: int) -> Act | None:
        """An act of the line of play with what it told; None if that was before an upgrade and can't be known."""
        act = self.acts[at]
        if act.told is None and act.seat >= 0:
            if not self._same_rules():
                return None
            self._listen_again()
        return self.acts[at]

    def acts_from(self, first: int) -> list[Act]:
        """The acts from that place on, with what they told where that can be known."""
        if any(act.told is None for act in self.acts[first:]) and self._same_rules():
            self._listen_again()
        return self.acts[first:]

    def _same_rules(self) -> bool:
        """Whether the whole line of play was made under these rules."""
        try:
            check_rules(self.record, self.game)
        except RecordError:
            return False
        return not any(isinstance(entry, Upgrade) for entry in self.entries)

    def _listen_again(self) -> None:
        """Play everything again from the start, to hear what it tells."""
        start = begin(Record(self.header), self.game)
        state, labels = start.clone(), dict[str, int]()
        acts = []
        for act in self.acts:
            acts.append(self._perform(state, act.entry, labels))
            count(labels, act.entry)
        self.acts = acts
        self._ground = (0, start)

    def _take_back(self, seat: int, at: int) -> None:
        before, asked = self._top(), self.asked
        self._rebuild([*self.acts[:at], *self.acts[at + 1 :]], at)
        self._ask(seat, asked, before is not None and before == self._top())

    def _go_back(self, to: int) -> None:
        if not 0 <= to < len(self.acts):
            raise IllegalError(f"the line of play has {len(self.acts)} entries: there is no going back to {to}")
        dropped = [act.entry for act in self.acts[to:]]
        thrown = {(entry.label, entry.nth): entry for entry in dropped if isinstance(entry, Chance)}
        self._rebuild(self.acts[:to], to)
        self._thrown = {**self._thrown, **thrown}
        for seat in self.asked:
            self.questions[seat] += 1

    def _rebuild(self, acts: list[Act], at: int) -> None:
        """Make the line of play these acts, which differ from what was played from place `at` on.

        Raises `IllegalError` if the position then can't be made again, because it was of other rules.
        """
        begun, state = self._origin(at)
        base = (begun, state.clone())
        made = list(acts)
        labels: dict[str, int] = {}
        for place, act in enumerate(acts):
            if place >= begun:
                again = self._perform(state, act.entry, labels)
                made[place] = replace(act, together=again.together, open=again.open)
                if isinstance(act.entry, Chance):
                    base = (place + 1, state.clone())
            count(labels, act.entry)
        self.state, self.acts, self.labels, self._base = state, made, labels, base

    def _origin(self, at: int) -> tuple[int, State]:
        """A copy of a position that stood after at most `at` acts, and after how many."""
        for begun, state in (self._base, self._ground):
            if begun <= at:
                return begun, state.clone()
        if not self._same_rules():
            raise IllegalError("that was before Witchboard was upgraded")
        self._ground = (0, begin(Record(self.header), self.game))
        return 0, self._ground[1].clone()

    def _stand_on(
        self, entries: Sequence[AnyEntry], played: Sequence[tuple[int, Played]], questions: Sequence[int]
    ) -> None:
        """Begin at a snapshot: `entries` are all that are known, `played` is the line of play up to it."""
        self.entries = list(entries)
        self.heard = [()] * len(entries)
        self.acts = [Act(entry) for _, entry in played]
        for _, entry in played:
            count(self.labels, entry)
        self._ground = self._base = (len(played), self.state)
        self.questions = [*questions, *self.questions[len(questions) :]]
        if any(isinstance(entry, Rewind) for entry in entries):
            self._thrown = {(entry.label, entry.nth): entry for entry in entries if isinstance(entry, Chance)}

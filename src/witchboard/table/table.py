"""A live table: commands come in, entries for the journal and answers go out, every seat sees what it may see.

    table = Table.begin(key, game, header, dealer)       # or Table.load(key, record, game, dealer)
    prepared = table.prepare(holder, command)            # changes nothing
    store.append(table.key, prepared.entries)            # durable before it returns
    table.commit(prepared)                               # from here on it counts
    send(prepared.reply); send(table.sight(seat, since)) # for each seat

`holder` is who sends the command: an opaque id that the caller has made sure of. `submit` in module `store` does the
four steps. There is no clock here and no input or output; whoever adds time passes it in.

Bots are driven from outside: `table.bot_calls()` says which seat waits for which bot and what it knows; its line of
options goes to `prepare_bot`. A bot's random numbers are best made from a secret, its seat and its question's number.

`dealer` None is a table of real dice and cards: chance waits until a seat that may see the throw answers it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from witchboard.engine import entries, play
from witchboard.engine.acts import Told
from witchboard.engine.dealers import CommittedDealer, Dealer
from witchboard.engine.entries import AnyEntry, Header
from witchboard.engine.errors import AmbiguousError, IllegalError, MalformedError
from witchboard.engine.game import PUBLIC, Game, Outcome, UnknownError
from witchboard.engine.line import Line
from witchboard.engine.record import Record, end_of, upgrade_of
from witchboard.engine.retract import retractable
from witchboard.engine.state import State
from witchboard.engine.steps import Simultaneous

from . import words
from .chapters import Chapters, chapter
from .commands import BotCall, Command, Done, Refused, Reply, Sight
from .logbook import Logbook
from .referee import Referee, RefusedError
from .seating import Seating
from .sights import sight_of
from .words import Said

SNAPSHOT_EVERY = 64


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a command comes to: the answer, the entries to journal first, and the line as it is then."""

    reply: Reply
    entries: tuple[AnyEntry, ...] = ()
    trial: Line | None = None


class Table:
    """One game with its seats. All of it follows from the record; nothing else is kept."""

    def __init__(self, key: str, line: Line, dealer: Dealer | None, host: str = "") -> None:
        self.key = key
        self.line = line
        self.dealer = dealer
        self.seating = Seating.of(line.header, host)
        self._book = Logbook(line.observers)
        self.unwritten: tuple[AnyEntry, ...] = ()  # what loading added, to be journalled before anything else
        self._answers: dict[tuple[int, str], Done] = {}
        self._acts = 0  # entries in the line of play after what was taken in, and before the move it belongs to
        self._before = 0
        self._move_goes_on = False
        self._kept_entries = self._kept_acts = 0  # how many entries and acts the chapters hold
        late = line.game.late(line.header.players, line.header.options)
        if late:
            self._say([(one, f"Watchers see {late.what}") for one in line.observers], Said("", -1, 0, False))
        for one in line.opening:
            self._say(one.words.items(), Said("", -1, 0, True))

    @classmethod
    def begin(cls, key: str, game: Game[State], header: Header, dealer: Dealer | None, host: str = "") -> Table:
        """A new table, chance dealt until a seat is asked. Its `record` is to be stored before anybody plays.

        `host` is who has opened it, see `Seating`.
        """
        table = cls(key, Line.begin(game, header, _observers(header)), dealer, host)
        trial = table.line.trial()
        table._follow(trial)
        table._take_over(trial)
        return table

    @classmethod
    def load(
        cls,
        key: str,
        record: Record,
        game: Game[State],
        dealer: Dealer | None,
        kept: Sequence[bytes] = (),
        host: str = "",
    ) -> Table:
        """The table of a record. If that was of other rules, it goes on from its snapshot (`unwritten` says so).

        `kept` are its chapters, as far as there are any: with them it is quick, without them it is the same.
        Raises `RecordError` when the record can't be gone on with.
        """
        chapters = Chapters(kept, len(record.entries))
        upgraded = record.made_under.rules != game.rules_version
        observers = _observers(record.header)
        if upgraded or record.made_under.number >= 0:
            line = Line.ground(record, game, observers)
        elif chapters.until:
            line = Line.behind(record, game, observers, chapters.until, chapters.questions)
        else:
            line = Line.begin(game, record.header, observers)
        table = cls(key, line, dealer, host)
        if line.entries:
            table._recall(chapters)
        table._catch_up(record)
        trial = line.trial()
        if upgraded and not table.seating.end:
            trial.restore(upgrade_of(game))
            trial.snapshot()
        table._follow(trial)
        table.unwritten = trial.bind()
        table._take_over(trial)
        return table

    def _recall(self, chapters: Chapters) -> None:
        """Know again what was said before the snapshot that the line begins at, and what its acts told."""
        self._book.recall(chapters.said)
        self._kept_entries = chapters.until
        acts = self.line.acts
        own = [next((at for at in range(len(acts) - 1, -1, -1) if acts[at].seat == seat), 0) for seat in self._seats]
        chapters.recall(acts, min(own, default=0))
        self._kept_acts = len(acts)

    def _catch_up(self, record: Record) -> None:
        """Go on by the record from there; what the chapters have said already is not said again."""
        self._know(self.line.entries[: self._kept_entries])
        for entry in self.line.entries[self._kept_entries :]:
            self._take_in(entry, ())
        known, acts = len(self.line.entries), self.line.acts
        for _ in self.line.follow(record):
            if self.line.acts is not acts:  # something was taken back
                self._kept_acts, acts = min(self._kept_acts, same(acts, self.line.acts)), self.line.acts
            for at in range(known, len(self.line.entries)):
                self._take_in(self.line.entries[at], self.line.heard[at])
            known = len(self.line.entries)

    def _know(self, known: Sequence[AnyEntry]) -> None:
        """Take in what was said already."""
        for entry in known:
            if not self._move_goes_on:
                self._before = self._acts
            self._move_goes_on = entry.more
            if not isinstance(entry, entries.Choice | entries.Chance):
                self._follow_from(entry)
            else:
                self._acts += 1
                if entry.command:
                    self._answer(entry)

    def go_on(self, entry: AnyEntry) -> None:
        """Go on by an entry that another table of this record has journalled. Raises `IllegalError`."""
        self.line.restore(entry)
        self._take_in(entry, self.line.heard[-1])

    def chapter(self) -> bytes | None:
        """What is to be kept beside the record now, once enough was played. It may be lost without harm."""
        line = self.line
        if len(line.entries) - self._kept_entries < SNAPSHOT_EVERY:
            return None
        made = chapter(self._kept_entries, self._kept_acts, self._book.new, line)
        self._book.new, self._kept_entries, self._kept_acts = [], len(line.entries), len(line.acts)
        return made

    @property
    def game(self) -> Game[State]:
        """The game that is played."""
        return self.line.game

    @property
    def said(self) -> dict[int, list[Said]]:
        """What was said to each observer, names marked."""
        return self._book.said

    @property
    def logs(self) -> dict[int, list[str]]:
        """The same in plain words."""
        return {observer: self._book.bare(observer) for observer in self.said}

    @property
    def record(self) -> Record:
        """The record as it stands."""
        return self.line.record

    def prepare(self, holder: str, command: Command) -> Prepared:
        """What a person's command comes to. Nothing has changed yet. A repeated command gets its old answer."""
        old = self._answers.get((command.seat, command.id))
        if old is not None:
            return Prepared(old)
        trial = self.line.trial()
        try:
            applied = self._referee.carry_out(trial, holder, command)
        except RefusedError as error:
            return Prepared(Refused(command.id, error.code, str(error)))
        except IllegalError as error:
            return Prepared(Refused(command.id, "illegal", str(error), error.rule))
        except AmbiguousError as error:
            return Prepared(Refused(command.id, "ambiguous", str(error)))
        except (MalformedError, UnknownError) as error:
            return Prepared(Refused(command.id, "malformed", str(error)))
        return self._prepared(Done(command.id, applied), trial)

    def prepare_bot(self, seat: int, question: int, options: Sequence[int]) -> Prepared:
        """What a bot's line of options comes to; refused if its seat is no bot's or has been asked something else."""
        trial = self.line.trial()
        if not self._bot_is_asked(seat) or self.line.questions[seat] != question:
            return Prepared(Refused("", "stale", f"no bot is asked question {question} on seat {seat} now"))
        try:
            applied = self._referee.choose(trial, seat, options, "")
        except IllegalError as error:
            return Prepared(Refused("", "illegal", str(error), error.rule))
        return self._prepared(Done("", applied), trial)

    def prepare_pass(self, seat: int, option: int) -> Prepared:
        """What it comes to that time answers for a seat."""
        trial = self.line.trial()
        trial.choose(seat, option)
        return self._prepared(Done("", 1), trial)

    def prepare_change(self, entry: entries.Seat) -> Prepared:
        """What a change of a seat comes to that the caller has made sure of."""
        trial = self.line.trial()
        trial.restore(entry)
        return self._prepared(Done(entry.command), trial)

    def prepare_resign(self, seat: int, why: str) -> Prepared:
        """What it comes to that something other than its person gives the game up for a seat."""
        trial = self.line.trial()
        trial.resign(seat, why)
        return self._prepared(Done(""), trial)

    def answered(self, command: Command) -> bool:
        """Whether that command was carried out already."""
        return (command.seat, command.id) in self._answers

    def commit(self, prepared: Prepared) -> None:
        """Let what was prepared count, after it was journalled.

        Raises `ValueError` if the table has gone on since it was prepared.
        """
        if prepared.trial is not None:
            self._take_over(prepared.trial)

    def bot_calls(self) -> list[BotCall]:
        """The bots that are to answer now, each with what its seat knows and has heard since it last chose."""
        state = self.line.state
        asked = [seat for seat in self.line.asked if self._bot_is_asked(seat)]
        return [self.bot_call(seat, state, self.line.questions[seat]) for seat in asked]

    def bot_call(self, seat: int, state: State, question: int) -> BotCall:
        """What the bot of a seat is given that is asked in that position."""
        bot, knowledge = play.deputy(state) or self.seating.sitters[seat].bot, self.game.know(state, seat)
        return BotCall(seat=seat, bot=bot, question=question, knowledge=knowledge, events=self._heard(seat))

    def sight(self, seat: int, since: int = 0) -> Sight:
        """What a seat sees (`PUBLIC`: everybody), with what it was told after the first `since` lines."""
        return sight_of(self.line, self.seating, seat, self._book.bare(seat), since, self.dealer is None)

    @property
    def _seats(self) -> range:
        return range(self.line.header.players)

    @property
    def _referee(self) -> Referee:
        return Referee(self.seating, self.dealer is None)

    def _bot_is_asked(self, seat: int) -> bool:
        if self.seating.end or seat not in self.line.asked:
            return False
        return self.seating.sitters[seat].kind == "bot" or play.deputy(self.line.state) != ""

    def _heard(self, seat: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The events that a seat has heard since its latest choice."""
        heard: list[tuple[str, tuple[int, ...]]] = []
        acts = self.line.acts
        first = next((at for at in range(len(acts) - 1, -1, -1) if acts[at].seat == seat), 0)
        for act in self.line.acts_from(first):
            events = [told.event for told in act.told or ()]
            heard += [(event.kind, event.values) for event in events if event.heard_by(seat)]
        return tuple(heard)

    # What follows from it, and what is kept of it.

    def _prepared(self, reply: Reply, trial: Line) -> Prepared:
        self._follow(trial)
        return Prepared(reply, trial.bind(), trial)

    def _follow(self, trial: Line) -> None:
        """Let chance answer, end the game or note a snapshot, as the position wants it."""
        seating = self.seating
        for entry in trial.fresh:
            seating = seating.after(entry)
        outcome = self._given_up(trial, seating) if seating.resigned != self.seating.resigned else None
        if self.dealer is not None and not outcome and not seating.end:
            trial.deal(self.dealer)
        if trial.state.over and not seating.end:
            outcome = self.game.outcome(trial.state)
        if outcome:
            seed = self.dealer.seed.hex() if isinstance(self.dealer, CommittedDealer) else ""
            trial.restore(end_of(outcome, seed))
        elif not seating.end and len(trial.acts) >= SNAPSHOT_EVERY:
            if len(trial.acts) - self._snapshot_at(trial) >= SNAPSHOT_EVERY and self._firm(trial):
                trial.snapshot()

    def _given_up(self, trial: Line, seating: Seating) -> Outcome | None:
        """How the game ends after a resignation; where no person is left, all have given it up."""
        players = len(seating.sitters)
        resigned = seating.resigned if seating.persons else frozenset(range(players))
        return self.game.given_up(trial.state, resigned, players)

    def _firm(self, trial: Line) -> bool:
        """Whether nothing that was played can be taken back, so that undo never goes behind the position."""
        if trial.acts[-1].seat < 0:
            return True
        return not isinstance(trial.state.stack[-1], Simultaneous) and all(
            isinstance(retractable(trial, seat), str) for seat in self._seats
        )

    def _snapshot_at(self, trial: Line) -> int:
        """After how many entries of the line of play the latest snapshot stands that lies on it."""
        stands = len(trial.acts)
        for entry in reversed(trial.entries):
            if isinstance(entry, entries.Rewind):
                stands = min(stands, entry.to)
            elif isinstance(entry, entries.Snapshot) and entry.played <= stands:
                return entry.played
        return 0

    def _take_over(self, trial: Line) -> None:
        """Let a trial count."""
        known, acts = len(self.line.entries), self.line.acts
        self.line.commit(trial)
        fresh = self.line.entries[known:]
        if any(isinstance(entry, entries.Undo | entries.Rewind) for entry in fresh):
            self._kept_acts = min(self._kept_acts, same(acts, self.line.acts))
        for entry, told in zip(fresh, self.line.heard[known:]):
            self._take_in(entry, told)

    def _take_in(self, entry: AnyEntry, told: Sequence[Told]) -> None:
        """Keep what an entry says: to the log, of the seats, as the answer to its command."""
        if not self._move_goes_on:
            self._before = self._acts
        self._move_goes_on = entry.more
        by = entry.seat if isinstance(entry, entries.Choice | entries.Claim) else -1
        said = words.of_entry(entry, self.seating, self.line, list(self.said))
        self._say(said, Said("", -1, self._before, False))
        for one in told:
            turn = one.event.kind in self.game.pivots
            self._say(one.words.items(), Said("", by, self._before, True, turn))
        self._follow_from(entry)

    def _follow_from(self, entry: AnyEntry) -> None:
        self._acts = entry.to if isinstance(entry, entries.Rewind) else self._acts + entries.counts(entry)
        self.seating = self.seating.after(entry)
        self._answer(entry)

    def _answer(self, entry: AnyEntry) -> None:
        """Know again the command that brought an entry, should it come twice."""
        seat, command = entries.sender(entry)
        if command:
            done = self._answers.get((seat, command), Done(command))
            applied = done.applied + isinstance(entry, entries.Choice | entries.Claim)
            self._answers[seat, command] = Done(command, applied)

    def _say(self, lines: Iterable[tuple[int, str]], model: Said) -> None:
        """Say to observers what each may hear; all but the words is as in the model."""
        heard_by: dict[str, int] = {}
        for observer, text in lines:
            if text:
                heard_by[text] = heard_by.get(text, 0) | self._book.bit(observer)
        for text, bits in heard_by.items():
            self._book.say(bits, model._replace(words=text))


def same(before: Sequence[object], after: Sequence[object]) -> int:
    """How many acts, or entries, at the beginning of two lines of play are the same."""
    return next(
        (at for at, (one, other) in enumerate(zip(before, after)) if one is not other), min(map(len, (before, after)))
    )


def _observers(header: Header) -> tuple[int, ...]:
    """Those for whom a log is kept: every seat, and everybody."""
    return (*range(header.players), PUBLIC)

"""A table as people watch and play it: frames, questions, response windows, clocks, drafts, and whose side one sees.

    live = Live(table, Manner(…), moments)
    prepared = live.prepare(holder, command)    # instead of table.prepare; None: the answer waits for its moment
    live.commit(prepared)                       # instead of table.commit: makes the new frames
    live.whole(person, layout)                  # one fresh view, which replaces everything
    live.outcome(person)                        # how the game has ended, which goes with it
    live.since(seq, person, layout)             # the frames after that one, or None if they are gone: send a whole
    live.ask(person)                            # what is asked now
    live.wake(now)                              # what time makes happen: to be journalled and committed like a command
    live.next_wake                              # when to call it again

What a person sees follows from the seats he holds. People who see the same share their frames. Messages are JSON, as
docs/protocol.md describes them. There is no input or output here, and no clock: time is an argument, in whole
milliseconds of a clock that doesn't go back. `live.now` is the latest time the table was told.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from witchboard.engine import entries, play
from witchboard.engine.acts import sights
from witchboard.engine.game import ALL, PUBLIC
from witchboard.engine.stream import Stream

from . import commands
from .asks import Asks
from .clocks import Clocks, ClockSetting
from .commands import BotCall, Command, Done, Refused, Reply
from .drafts import Drafts, Kept
from .echo import Echo
from .films import Eye, Film, Frame, empty_picture, encode, trail_of, whole_picture
from .patience import Patience
from .pencils import Pencils
from .people import Person, chairs
from .sides import Sides
from .table import Prepared, Table
from .windows import Pace, Standing, Windows
from .words import Called

__all__ = ["Aside", "Live", "Manner", "Person", "encode"]

PLAYS = commands.Choose | commands.Say | commands.Call | commands.Answer | commands.Undo | commands.Rewind
ACTS = commands.Choose | commands.Say | commands.Call | commands.Undo | commands.Resign | commands.Leave
COVERED = "That side is covered: it acts once its player has said that he is there."


@dataclass(frozen=True, slots=True)
class Manner:
    """How a table is played. `screen`: several people share a screen wherever one holds several seats."""

    pace: Pace = field(default_factory=Pace)
    clock: ClockSetting | None = None
    screen: bool = False


class Aside(msgspec.Struct, omit_defaults=True):
    """What belongs to a running table beside its record, so that it outlives the process.

    `paused`: who stopped the game, "" if nobody has. `clocks`: milliseconds left, by seat. `pencilled`: private marks.
    `shown`: who has watched what is hidden, late.
    """

    drafts: dict[int, Kept] = {}
    standing: dict[int, Standing] = {}
    clocks: tuple[int, ...] = ()
    paused: str = ""
    pencilled: dict[int, dict[str, str]] = {}
    shown: tuple[str, ...] = ()


class Woken(NamedTuple):
    """What time makes happen. `holder` gets the answer, if it is his that waited."""

    prepared: Prepared
    holder: str = ""


class Thought(NamedTuple):
    """A bot that is to answer. `window` is the number of the response window it is asked in, 0 for none."""

    call: BotCall
    window: int


class Live:
    """A table with its frames. `life` counts how often it was loaded; `aside` is what was kept of it.

    `sat` are those who had a seat before the game began.
    """

    def __init__(
        self,
        table: Table,
        manner: Manner | None = None,
        moments: Stream | None = None,
        now: int = 0,
        life: int = 0,
        aside: Aside | None = None,
        sat: Collection[str] = (),
    ) -> None:
        manner, aside = manner or Manner(), aside or Aside()
        self.table = table
        self.game = table.game
        self.secret = table.game.secret()
        self.sat = sat
        self.now = now
        self.paused = aside.paused
        self._paused_at = now
        self.present: set[str] = set()  # the ids of those who are here
        self.windows = Windows(table, moments or Stream(1), manner.pace, aside.standing)
        self.drafts = Drafts(table.game, aside.drafts)
        self.pencils = Pencils(table.game.pencil(table.line.header.options), aside.pencilled)
        self.called = Called(table.seating, table.line)
        self.asks = Asks(table, self.windows, self.drafts, lambda: self.called)
        self.sides = Sides(manner.screen)
        self.patience = Patience(table)
        seats = len(table.seating.sitters)
        self.clocks = Clocks(manner.clock, seats, aside.clocks) if manner.clock else None
        table.line.shots = []
        observers = (*range(seats), PUBLIC) if self.secret else (PUBLIC,)
        self.observers = observers
        now_seen = self._sights()
        self.films = {
            one: Film(table.game, one, now_seen[one], table.said[one], self.called, life) for one in observers
        }
        late = self.game.late(seats, table.line.header.options)
        self.echo = Echo(table, late, self.called, life, aside.shown) if late else None
        self._replies: dict[tuple[int, str], Reply] = {}
        self.settle()

    # People.

    def person(self, holder: str) -> Person:
        """Somebody by his id: a spectator if he holds no seat."""
        seating = self.table.seating
        seats = tuple(seat for seat in range(len(seating.sitters)) if seating.holds(holder, seat))
        host = bool(holder) and seating.host == holder
        if not self.secret:
            return Person(holder, seats, host, seats[0] if seats else PUBLIC)
        if self.echo and holder and holder not in self.table.seating.known and holder not in self.sat:
            return Person(holder, seats, side=ALL)
        side = self.sides.of(holder, seats)
        return Person(holder, seats, host, side.seat, side.curtain)

    def saw(self, person: Person) -> None:
        """Somebody was sent all that he may see."""
        if self.echo and person.side == ALL and self.echo.begun:
            self.echo.shown.add(person.holder)

    def was_shown(self, holder: str) -> bool:
        """Whether somebody has watched what is hidden in this game, and it isn't over."""
        return self.echo is not None and holder in self.echo.shown and not self.table.seating.end

    def covered(self, holder: str, seat: int) -> bool:
        """Whether a seat of that person's is another's at the same screen, who doesn't see his side now."""
        if not (self.secret and self.sides.screen) or self.table.seating.end:
            return False
        person = self.person(holder)
        return seat in person.seats and seat != person.side

    def name(self, seat: int) -> str:
        """What a seat is called: by its person or bot, else by its name in the game."""
        return self.called.names[seat]

    # What happens.

    def prepare(self, holder: str, command: Command) -> Prepared | None:
        """What a command comes to; None if the answer waits for its moment, and is acknowledged then."""
        reply = self._replies.get((command.seat, command.id))
        if reply is not None:
            return Prepared(reply)
        if self.table.answered(command) or command.seat >= len(self.table.seating.sitters):
            return self.table.prepare(holder, command)
        if isinstance(command, ACTS) and self.covered(holder, command.seat):
            return Prepared(Refused(command.id, "barred", COVERED))
        if self.paused and isinstance(command, PLAYS):
            return Prepared(Refused(command.id, "barred", self._stopped))
        if isinstance(command, commands.Back) and self.clocks and not self.clocks.left[command.seat]:
            return Prepared(Refused(command.id, "barred", "Your clock has run out; the bot plays on."))
        plays = self.table.seating.plays(holder, command.seat)
        if isinstance(command, commands.Undo) and plays and self.windows.take_back(command.seat):
            self._replies[command.seat, command.id] = Done(command.id)
            return Prepared(Done(command.id))
        if isinstance(command, commands.Choose | commands.Say) and self.windows.holds(command.seat, self.now):
            refused = self.windows.hold(holder, command)
            return Prepared(refused) if refused else None
        return self.table.prepare(holder, command)

    def prepare_bot(self, thought: Thought, options: list[int]) -> Prepared | None:
        """What a bot's answer comes to; None if it waits for its moment."""
        call, window = thought.call, self.windows.open
        if thought.window != (window.number if window else 0) or self.paused:
            return Prepared(Refused("", "stale", "the bot was asked something else"))
        if self.windows.holds(call.seat, self.now):
            self.windows.hold_bot(call.seat, options[0])
            return None
        return self.table.prepare_bot(call.seat, call.question, options)

    def any_option(self, thought: Thought) -> int | None:
        """Some answer for a bot that found none; None if it is asked that no more."""
        window, seat = self.windows.open, thought.call.seat
        if thought.window != (window.number if window else 0):
            return None
        state = window.coming.get(seat) if window else self.table.line.state
        return next(iter(play.options(state, seat)), None) if state else None

    def bot_calls(self) -> list[Thought]:
        """The bots that are to answer; in a response window also those that will be asked if all before them pass."""
        if self.paused:
            return []
        window = self.windows.open
        if not window:
            return [Thought(call, 0) for call in self.table.bot_calls()]
        return [
            Thought(self.table.bot_call(seat, state, self.windows.question(seat)), window.number)
            for seat, state in window.coming.items()
            if self.table.seating.sitters[seat].kind == "bot"
            and self.windows.wants(seat)
            and not self.windows.is_held(seat)
        ]

    def commit(self, prepared: Prepared) -> None:
        """Let what was prepared count, and make a frame of each visible event."""
        said = self.table.said
        known = {one: len(said[one]) for one in self.observers}
        shots = list(prepared.trial.shots or ()) if prepared.trial is not None else []
        self.table.commit(prepared)
        if prepared.trial is None:
            return
        self.table.line.shots = []
        now_seen, called = self._sights(), Called(self.table.seating, self.table.line)
        self.called, trail = self.called if called == self.called else called, trail_of(prepared.entries)
        for one, film in self.films.items():
            film.called = self.called
            film.shoot(shots, said[one][known[one] :], now_seen[one], trail)
        if self.echo:
            self.echo.look(self.table, self.called)
        self.settle({entry.seat for entry in prepared.entries if isinstance(entry, entries.Undo)})

    def _sights(self) -> dict[int, object]:
        """What each observer sees now; after the end everything."""
        if self.secret and self.table.seating.end:
            return dict.fromkeys(self.observers, self.game.sight(self.table.line.state, ALL))
        return sights(self.game, self.table.line.state, self.observers)

    def settle(self, undone: Collection[int] = ()) -> None:
        """Bring what hangs on the position up to date; `undone` are the seats that have just taken back."""
        sitters = self.table.seating.sitters
        holders = {sitter.holder for sitter in sitters if sitter.holder}
        held = {one: [seat for seat, sitter in enumerate(sitters) if sitter.holder == one] for one in holders}
        shared = [seats for seats in held.values() if len(seats) > 1 and self.sides.screen and self.secret]
        self.windows.shared = frozenset(seat for seats in shared for seat in seats)
        self.windows.look(self.now)
        for holder, seats in held.items() if self.secret else ():
            self.sides.settle(holder, seats, [seat for seat in seats if self.asks.open(seat)])
        self.drafts.prune(self.table.line.questions)
        if self.clocks and not self.paused:
            asked = [] if self.windows.open else [seat for seat in range(len(sitters)) if self.asks.open(seat)]
            self.clocks.look(asked, self.now, undone)
        waits = [] if self.windows.open else [seat for seat in range(len(sitters)) if self.asks.asked(seat)]
        self.patience.look([seat for seat in waits if sitters[seat].kind != "bot"], self.now)

    # Time.

    @property
    def next_wake(self) -> int | None:
        """When something happens by itself, if nothing happens before."""
        if self.paused or self.table.seating.end:
            return None
        due = [self.windows.due, self.clocks.due if self.clocks else None, self.patience.due]
        return min((at for at in due if at is not None), default=None)

    def wake(self, now: int) -> Woken | None:
        """What time makes happen by now, one thing at a time: commit it and ask again, until nothing is due."""
        self.now = now
        due = self.next_wake
        if due is None or due > now:
            return None
        late = self.clocks.out(now) if self.clocks else None
        lapsed = self.patience.late(now)
        if late is not None and late in self.patience.open:  # nobody loses a game over what can be answered for him
            lapsed = (late, self.patience.open[late].option)
        elif late is not None:
            return Woken(self._timed_out(late))
        if lapsed is not None:
            return Woken(self.table.prepare_pass(*lapsed))
        window = self.windows.open
        assert window
        held = self.windows.release()
        if held and held.command:
            return Woken(self.table.prepare(held.holder, held.command), held.holder)
        return Woken(self.table.prepare_pass(window.asked, held.option if held else window.passing))

    def _timed_out(self, seat: int) -> Prepared:
        assert self.clocks
        zero, sitter = self.clocks.setting.zero, self.table.seating.sitters[seat]
        if zero == "resign":
            return self.table.prepare_resign(seat, "time")
        bot = entries.Sitter(sitter.name, "bot", zero, sitter.holder)
        return self.table.prepare_change(entries.Seat(seat=seat, sitter=bot, why="time"))

    def pause(self, name: str) -> None:
        """Let the game stand still: no clock runs, nobody plays. `name` is who stopped it."""
        if not self.paused:
            self.paused = name
            self._paused_at = self.now
            if self.clocks:
                self.clocks.pause(self.now)

    def resume(self) -> None:
        """Let the game go on."""
        if self.paused:
            self.paused = ""
            self.windows.shift(self.now - self._paused_at)
            self.patience.shift(self.now - self._paused_at)
            self.settle()

    @property
    def _stopped(self) -> str:
        return f"The game stands still: {self.paused} has stopped it."

    @property
    def aside(self) -> Aside:
        """What is to be kept beside the record."""
        clocks = tuple(self.clocks.kept(self.now)) if self.clocks else ()
        drafts, standing, marks = dict(self.drafts.kept), dict(self.windows.standing), dict(self.pencils.kept)
        shown = tuple(sorted(self.echo.shown)) if self.echo else ()
        return Aside(drafts, standing, clocks, self.paused, marks, shown)

    # What goes out.

    def film(self, person: Person) -> Film:
        """The film that person sees."""
        if self.echo and person.side == ALL:
            return self.echo.film
        return self.films[person.side if self.secret else PUBLIC]

    def eye(self, person: Person, layout: str) -> Eye:
        """With whom that person shares his view; where there are secrets everybody keeps his side to the last."""
        observer = person.side if self.secret else PUBLIC
        return Eye(observer, layout, max(PUBLIC, person.side) if self.secret or layout == "tall" else PUBLIC)

    def seq(self, person: Person) -> int:
        """The number of that person's latest frame."""
        return self.film(person).now.seq

    def whole(self, person: Person, layout: str, seq: int | None = None) -> dict[str, object]:
        """One fresh view but for the outcome, as it was after that frame if it is still kept."""
        film, game, seating = self.film(person), self.game, self.table.seating
        frame = (film.at(seq) if seq is not None else None) or film.now
        return {
            "t": "whole",
            "seq": frame.seq,
            "table": {
                "code": self.table.key.upper(),
                "game": game.key,
                "title": game.title,
                "where": game.where(frame.sight),
                "practice": seating.practice,
                "commitment": self.table.line.header.commitment,
                "over": seating.end is not None,
                "paused": bool(self.paused),
            },
            "me": {
                "seats": person.seats,
                "host": person.host,
                "name": next((seating.sitters[seat].name for seat in person.seats), ""),
                "spectator": not person.seats,
                "rewind": bool(person.seats) and seating.alone(person.holder),
            },
            "picture": {layout: self._picture(person, layout, frame)},
            "log": film.log(frame.seq),
            "pencil": self.pencils.of(person.side),
            **self.stands(person, self.now),
        }

    def outcome(self, person: Person) -> dict[str, object] | None:
        """How the game has ended, for that person, and what turned it."""
        found = self.asks.outcome(person.seats)
        return {**found, "turns": self.film(person).turns()} if found else None

    def _picture(self, person: Person, layout: str, frame: Frame) -> dict[str, object]:
        film = self.film(person)
        if person.curtain >= 0:
            return empty_picture(film.picture(self.eye(person, layout)))
        return whole_picture(film.picture(self.eye(person, layout), frame))

    def stands(self, person: Person, now: int) -> dict[str, object]:
        """What is asked of that person, for whom the table waits, and the list of seats."""
        asks: list[dict[str, object]] = []
        waiting = ""
        if self.echo and person.side == ALL:
            waiting = "" if self.table.seating.end else self.echo.words
        elif self.paused:
            waiting = self._stopped
        elif person.curtain < 0:
            asks = [self._ask_of(seat, now) for seat in self._asked_of(person)]
            waiting = self.asks.waiting(person.seats)
        found: dict[str, object] = {"asks": asks, "waiting": waiting, "seats": chairs(self, person, now)}
        if person.curtain >= 0:
            found["curtain"] = {"seat": person.curtain, "name": self.name(person.curtain)}
        elif not asks and not self.paused and person.side != ALL:
            found["windows"] = self.windows.aside(person.seats, now)
        return found

    def _ask_of(self, seat: int, now: int) -> dict[str, object]:
        """What that seat is asked, with the time it has where that is bounded."""
        found = self.asks.of(seat, now)
        strip = self.patience.strip(self.table.line.state, seat, now)
        return {**found, "window": strip} if strip else found

    def _asked_of(self, person: Person) -> list[int]:
        """The seats whose questions that person sees: in a game with secrets those of the side he sees."""
        open_seats = [seat for seat in person.seats if self.asks.open(seat)]
        return [seat for seat in open_seats if seat == person.side] if self.secret else open_seats

    def ask(self, person: Person, now: int | None = None) -> dict[str, object]:
        """What stands after the frames of a move. The same for any `now` means that nothing has changed but time."""
        return {"t": "ask", "seq": self.seq(person), **self.stands(person, self.now if now is None else now)}

    @property
    def timed(self) -> bool:
        """Whether what stands changes with time alone."""
        return self.clocks is not None or self.windows.open is not None or bool(self.patience.open)

    def where(self, person: Person) -> str:
        """Where the game stands, as that person may know it, in a few words."""
        return self.game.where(self.film(person).now.sight)

    def since(self, seq: int, person: Person, layout: str) -> list[bytes] | None:
        """The messages of the frames after that one; None if they are no longer kept."""
        return [] if person.curtain >= 0 else self.film(person).since(seq, self.eye(person, layout))

    def acts_before(self, seq: int, person: Person) -> int | None:
        """How many entries the line of play had before the move of that line; None if it is of none."""
        return self.film(person).acts_before(seq)

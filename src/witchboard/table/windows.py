"""Response windows: seats that the rules ask one after another decide side by side, and their hands don't show in time.

When a window opens, before any hand is looked at, a moment is drawn for each seat. What a seat answers takes effect at
its moment at the earliest, and when the rules have come to it; who can only pass is answered for at that same moment.
So for the same pass the others get the same at the same time, whether or not the hand could have played. A person who
can play has some seconds more; a standing pass, which is public, comes sooner. Time is an argument everywhere, in
whole milliseconds.

An answer given ahead is held here, not acknowledged, until it takes effect: if the process dies, it is sent again. When
a card is laid before it, it is given back to its sender.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from witchboard.engine import play
from witchboard.engine.entries import Choice
from witchboard.engine.errors import WitchboardError
from witchboard.engine.state import EVERYONE, State
from witchboard.engine.steps import Decision
from witchboard.engine.stream import Stream

from .commands import Choose, Refused, Say
from .table import Table

SHORTEST, LONGEST = 1500, 3000  # after a window's opening, the moments of its seats
LIMITS: Final = (6, 12, 30, 0)  # seconds a person may think who can play; 0 is for ever
STANDING: Final = ("fight", "others", "turn")


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a window's moments are, how long a person may think: milliseconds, 0 is for ever."""

    shortest: int = SHORTEST
    longest: int = LONGEST
    limit: int = 12_000


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pass that stands: for one fight (its kind and number), for fights of others, until the seat's next turn."""

    until: str
    kind: str = ""
    occasion: int = 0


@dataclass(slots=True)
class Held:
    """An answer that waits for its moment; `command` None is a bot's."""

    option: int
    holder: str = ""
    command: Choose | None = None


@dataclass(slots=True)
class Open:
    """A window. `asked` is the seat that the rules ask now, `since` when they came to it, `heard` those before it."""

    kind: str
    occasion: int
    parties: int
    number: int
    opened: int
    moments: tuple[int, ...]
    asked: int
    since: int
    passing: int
    acts: int
    heard: set[int] = field(default_factory=set)
    coming: dict[int, State] = field(default_factory=dict)  # the seats to come, each with the position it is asked in
    held: dict[int, Held] = field(default_factory=dict)


class Windows:
    """The response windows of a table. `shared` are the seats that share a screen: those are asked whatever they hold.

    `returned` collects the answers that were given back: (holder, refusal).
    """

    def __init__(
        self, table: Table, moments: Stream, pace: Pace, standing: Mapping[int, Standing] | None = None
    ) -> None:
        self.table = table
        self.moments = moments
        self.pace = pace
        self.standing = dict(standing or {})
        self.shared: frozenset[int] = frozenset()
        self.open: Open | None = None
        self.returned: list[tuple[str, Refused]] = []
        self._numbers = 0

    # Opening and closing.

    def look(self, now: int) -> None:
        """After something has happened: a window opens, goes on, or is closed."""
        state = self.table.line.state
        step = state.stack[-1] if state.stack and not self.table.seating.end else None
        if not isinstance(step, Decision) or not step.window:
            self._close("Nothing is asked there any more.")
            for seat in play.asked(state) if isinstance(step, Decision) else ():
                if seat in self.standing and self.standing[seat].until == "turn":
                    del self.standing[seat]
            return
        seat, acts = step.seat(state), len(self.table.line.acts)
        here = self.open
        if here and here.acts == acts and here.asked == seat:
            return
        if here and self._goes_on(here, step, seat):
            here.heard.add(here.asked)
            here.asked, here.since, here.acts = seat, now, acts
        else:
            self._close("Something was played before your chance. Answer again.")
            here = self.open = self._opened(step, seat, now)
        here.coming = self._coming(here)

    def _goes_on(self, here: Open, step: Decision[State], seat: int) -> bool:
        """Whether the seat before has passed, and the same window has come to the next."""
        fresh = self.table.line.acts[here.acts :]
        if len(fresh) != 1 or (here.kind, here.occasion) != (step.window, step.occasion(self.table.line.state)):
            return False
        entry = fresh[0].entry
        passed = isinstance(entry, Choice) and (entry.seat, entry.option) == (here.asked, here.passing)
        return passed and seat not in (*here.heard, here.asked)

    def _opened(self, step: Decision[State], seat: int, now: int) -> Open:
        state = self.table.line.state
        span = self.pace.longest - self.pace.shortest + 1
        seats = range(len(self.table.seating.sitters))
        moments = tuple(self.pace.shortest + int(self.moments.below(span)) for _ in seats)
        self._numbers += 1
        found = Open(
            kind=step.window,
            occasion=step.occasion(state),
            parties=step.parties(state),
            number=self._numbers,
            opened=now,
            moments=moments,
            asked=seat,
            since=now,
            passing=step.passing(state),
            acts=len(self.table.line.acts),
        )
        for one, standing in list(self.standing.items()):
            if standing.until == "fight" and (standing.kind, standing.occasion) != (found.kind, found.occasion):
                del self.standing[one]
        return found

    def _close(self, words: str) -> None:
        if self.open:
            for seat in list(self.open.held):
                self._give_back(seat, words)
            self.open = None

    def _coming(self, here: Open) -> dict[int, State]:
        """The seats that are still to be asked if all pass, each with the position in which it is."""
        state = self.table.line.state
        found: dict[int, State] = {}
        while len(found) < len(here.moments):
            step = state.stack[-1] if state.stack else None
            if not isinstance(step, Decision) or (step.window, here.occasion) != (here.kind, _occasion(step, state)):
                break
            seat = step.seat(state)
            if seat in found or seat in here.heard:
                break
            found[seat] = state
            state = state.clone()
            play.choose(state, seat, step.passing(state))
        return found

    # What a seat may do.

    def takes(self, seat: int) -> bool:
        """Whether the window has still to come to that seat, or is there."""
        return self.open is not None and seat in self.open.coming

    def wants(self, seat: int) -> bool:
        """Whether a person on that seat is to decide something: he can play, and lets no pass stand for him."""
        if not self.open or not self.takes(seat) or self.passes(seat):
            return False
        if seat in self.shared:
            return seat == self.open.asked
        return len(play.options(self.open.coming[seat], seat)) > 1

    def state(self, seat: int) -> State:
        """The position in which that seat is asked, if all before it pass."""
        assert self.open
        return self.open.coming[seat]

    def question(self, seat: int) -> int:
        """The number of the question that is put to a seat the window takes."""
        assert self.open
        return self.table.line.questions[seat] + (seat != self.open.asked)

    def passes(self, seat: int) -> bool:
        """Whether a standing pass answers for that seat in the window that is open."""
        standing = self.standing.get(seat)
        if not self.open or standing is None:
            return False
        if standing.until == "others":
            return not self._is_party(seat)
        return standing.until == "turn" or (standing.kind, standing.occasion) == (self.open.kind, self.open.occasion)

    def _is_party(self, seat: int) -> bool:
        assert self.open
        return self.open.parties == EVERYONE or bool(self.open.parties >> seat & 1)

    def stand(self, seat: int, until: str, now: int) -> str:
        """Let a pass stand for a seat, or none any more (""); returns why it can't."""
        if not until:
            self.standing.pop(seat, None)
            return ""
        if until not in STANDING:
            return f"no pass stands until {until!r}"
        if until == "fight" and self.open is None:
            return "there is nothing to pass in now"
        kind, occasion = (self.open.kind, self.open.occasion) if self.open and until == "fight" else ("", 0)
        self.standing[seat] = Standing(until, kind, occasion)
        if self.open and self.passes(seat):
            self._give_back(seat, "Your pass stands now.")
        return ""

    # Answers that wait.

    def holds(self, seat: int, now: int) -> bool:
        """Whether an answer of that seat has to wait for its moment."""
        here = self.open
        return here is not None and seat in here.coming and (seat != here.asked or now < self._moment(here, seat))

    def hold(self, holder: str, command: Choose | Say) -> Refused | None:
        """Hold an answer that was given ahead; the refusal if it is none."""
        assert self.open
        seat = command.seat
        if not self.table.seating.plays(holder, seat):
            return Refused(command.id, "seat", f"seat {seat} is not yours to play")
        if command.question != self.question(seat):
            return Refused(command.id, "stale", "that question stands no longer")
        state = self.open.coming[seat]
        try:
            game = self.table.game
            option = command.line[0] if isinstance(command, Choose) else game.parse_option(state, seat, command.text)
            if not play.decision(state, seat).legal(state, seat, option):
                return Refused(command.id, "illegal", "That is not possible now.", play.decision(state, seat).rule)
        except WitchboardError as error:
            return Refused(command.id, "illegal", str(error))
        old = self.open.held.get(seat)
        if old and old.command and old.command.id != command.id:
            self._give_back(seat, "You have answered otherwise since.")
        kept = Choose(id=command.id, seat=seat, question=command.question, line=(option,))
        self.open.held[seat] = Held(option, holder, kept)
        return None

    def hold_bot(self, seat: int, option: int) -> None:
        """Hold the answer of a bot."""
        assert self.open
        if play.decision(self.open.coming[seat], seat).legal(self.open.coming[seat], seat, option):
            self.open.held[seat] = Held(option)

    def is_held(self, seat: int) -> bool:
        """Whether an answer of that seat waits."""
        return self.open is not None and seat in self.open.held

    def take_back(self, seat: int) -> bool:
        """Give an answer back that waits; False if none does."""
        if not self.is_held(seat):
            return False
        self._give_back(seat, "Taken back. Choose again.")
        return True

    def _give_back(self, seat: int, words: str) -> None:
        held = self.open.held.pop(seat, None) if self.open else None
        if held and held.command:
            self.returned.append((held.holder, Refused(held.command.id, "stale", words)))

    # Time.

    def _moment(self, here: Open, seat: int) -> int:
        """When an answer of that seat may take effect at the earliest."""
        after = here.moments[seat] * 2 // 5 if self.passes(seat) else here.moments[seat]
        return here.opened + after

    @property
    def due(self) -> int | None:
        """When the seat is answered for that is asked now; None if it has for ever."""
        here = self.open
        if here is None:
            return None
        seat = here.asked
        moment = self._moment(here, seat)
        if seat in here.held or self.passes(seat):
            return moment
        if seat in self.shared:
            return None
        if self.table.seating.sitters[seat].kind == "bot" or not self.wants(seat):
            return moment
        return max(moment, here.since + self.pace.limit) if self.pace.limit else None

    def shift(self, by: int) -> None:
        """The table stood still for so long."""
        if self.open:
            self.open.opened += by
            self.open.since += by

    def release(self) -> Held | None:
        """The answer that takes effect now; None is a pass."""
        assert self.open
        seat = self.open.asked
        return None if self.passes(seat) else self.open.held.pop(seat, None)

    # What goes out.

    def strip(self, seat: int, now: int) -> dict[str, object]:
        """The window as the page of a seat shows it that is to decide."""
        assert self.open
        options = play.options(self.open.coming[seat], seat)
        mine = seat == self.open.asked and seat not in self.shared
        return {
            "words": self.table.game.window(self.table.line.state),
            **self._left(now if mine else None),
            "pass": options.index(self.open.passing),
            "standing": self._offered(),
            "chosen": "",
        }

    def aside(self, seats: Sequence[int], now: int) -> list[dict[str, object]]:
        """What those see who have nothing to decide: the window that is open, the pass that stands for them."""
        stands = next((self.standing[seat].until for seat in seats if seat in self.standing), "")
        if self.open:
            found = {"words": self.table.game.window(self.table.line.state), **self._left(now)}
            if any(self.takes(seat) for seat in seats) or stands:
                found |= {"standing": self._offered(), "chosen": stands}
            return [found]
        if stands in ("others", "turn"):
            words = "You pass until your next turn." if stands == "turn" else "You pass where you are not concerned."
            offered = [(until, says) for until, says in self._offered() if until == stands]
            return [{"words": words, "left": 0, "length": 0, "standing": offered, "chosen": stands}]
        return []

    def _left(self, now: int | None) -> dict[str, object]:
        """How long the seat still has that is asked now, and of how long; 0 if it has for ever."""
        assert self.open
        if not self.pace.limit or now is None:
            return {"left": 0, "length": 0}
        return {"left": max(0, self.open.since + self.pace.limit - now), "length": self.pace.limit}

    def _offered(self) -> list[tuple[str, str]]:
        kind = self.open.kind if self.open else ""
        offered = [("turn", "Pass until my next turn")]
        if not self.open or self.open.parties != EVERYONE:
            offered.insert(0, ("others", f"Pass each {kind or 'time'} I am not in"))
        if self.open:
            offered.insert(0, ("fight", f"Pass this {kind}"))
        return offered

    def note(self, seat: int) -> str:
        """What everybody sees of a standing pass."""
        standing = self.standing.get(seat)
        if standing is None:
            return ""
        words = {"fight": "passes here", "others": "passes in others'", "turn": "passes until the next turn"}
        return words[standing.until]


def _occasion(step: Decision[State], state: State) -> int:
    return step.occasion(state) if step.window else -1

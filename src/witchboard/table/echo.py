"""A table as it stood some turns ago, all that is hidden shown, for those who watch it so late (`Game.late`).

The line of play is played once more, behind the table by so many turns. What this second table shows comes from a
position into which nothing later has gone, so nothing later can get out. What is old is told by the line of play as it
stands: what was taken back is never played here, and when the table goes back, what is too young then is gone here too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from witchboard.engine.entries import AnyEntry, Chance, Choice, Claim, Concede, End, Rewind, Undo
from witchboard.engine.game import ALL, PUBLIC, Late, Turns
from witchboard.engine.line import Line
from witchboard.engine.record import Record
from witchboard.engine.walk import walk

from .films import Film, trail_of
from .table import Table, same
from .words import Called, Said


class Moment(NamedTuple):
    """A position of the line of play: after how many entries, and what turns each seat had begun before it.

    A turn that begins with the position is not begun before it. `turns` are those of the position.
    """

    entries: int
    before: Mapping[int, int]
    turns: Turns


class Echo:
    """What late watchers of a table see. `shown` are those who have been shown some of it: they don't sit down here."""

    def __init__(self, table: Table, late: Late, called: Called, life: int, shown: Collection[str] = ()) -> None:
        self.late = late
        self.shown = set(shown)
        self.game = table.game
        self._key = table.key
        self._ground = self._start(table.record)
        self._first = len(self._ground.entries)
        self._known = len(table.line.entries)
        self._line = self._standing(table)
        self._moments: list[Moment] = []  # of the line of play, the latest of each turn
        self._note_all()
        self._play(self._due(table)[-1:])
        self.film = Film(self.game, ALL, self._sight, self._to_say, called, life)

    @property
    def begun(self) -> bool:
        """Whether anything is old enough to be shown; before, one sees what is open to all as the game begins."""
        return self._played > 0

    @property
    def words(self) -> str:
        """What one sees here."""
        return f"You see {self.late.what}." + ("" if self.begun else " Nothing is that old yet.")

    def look(self, table: Table, called: Called) -> None:
        """The table has gone on, or back: show what is old enough now, and all of it after the end."""
        self.film.called = called
        stands = self._take_in(table)
        due = self._due(table)
        if max(due, default=0) < self._played or stands < self._played:
            self._play(due[-1:])
            self.film.begin_again(self._sight, self._to_say)
            return
        for until in due:
            if until > self._played:
                self._shoot(until)

    def _start(self, record: Record) -> Line:
        """Where the record is played from; if it was made under other rules, as late as those of now hold."""
        if record.made_under.number >= 0:
            return Line.ground(record, self.game, (ALL,))
        return Line.begin(self.game, record.header, (ALL,))

    # What is old enough.

    def _standing(self, table: Table) -> list[AnyEntry]:
        """The entries from the ground on, without those that were taken back and what took them back."""
        entries = table.line.entries
        counting = {number for number, _ in walk(entries).line}
        gone: tuple[type[AnyEntry], ...] = (Choice, Claim, Chance, Concede, Undo, Rewind)
        if not table.seating.end:
            gone = (*gone, End)  # an end that was gone back from
        return [
            entry
            for number, entry in enumerate(entries)
            if number >= self._first and (number in counting or not isinstance(entry, gone))
        ]

    def _take_in(self, table: Table) -> int:
        """Follow the table; returns how many entries of the line of play stand as they did."""
        fresh = table.line.entries[self._known :]
        self._known = len(table.line.entries)
        stands = len(self._line)
        if any(isinstance(entry, Undo | Rewind) for entry in fresh):
            before, self._line = self._line, self._standing(table)
            stands = same(before, self._line)
            self._moments = [one for one in self._moments if one.entries <= stands]
        else:
            self._line += fresh
        self._note(len(self._line), self.game.turns(table.line.state))
        return stands

    def _note_all(self) -> None:
        """Find out when each turn began, in what was played before."""
        line = self._ground.trial()
        line.observers = ()
        for number, entry in enumerate(self._line, 1):
            line.restore(entry)
            if not entry.more or number == len(self._line):
                self._note(number, self.game.turns(line.state))

    def _note(self, entries: int, turns: Turns) -> None:
        """An act was played. One that begins a turn has its age from there on, one within a turn from the next on."""
        latest = self._moments[-1] if self._moments else Moment(0, {}, self.game.turns(self._ground.state))
        if entries == latest.entries:
            return
        before = dict(turns.begun)
        if turns.on in before and (turns.on, before[turns.on]) != (latest.turns.on, latest.turns.begun.get(turns.on)):
            before[turns.on] -= 1
        if self._moments and before == latest.before:
            self._moments.pop()
        self._moments.append(Moment(entries, before, turns))

    def _due(self, table: Table) -> list[int]:
        """Up to which entries each turn is to be shown that is old enough now."""
        if table.seating.end:
            return [one.entries for one in self._moments]
        now = self.game.turns(table.line.state)
        over = {seat: begun - (seat == now.on) for seat, begun in now.begun.items()}
        found: list[int] = []
        for one in self._moments:
            if not over or any(over[seat] - one.before[seat] < self.late.turns for seat in over):
                break
            found.append(one.entries)
        return found

    # What is shown.

    def _play(self, until: Iterable[int]) -> None:
        """Play from the ground on, as far as that."""
        self._late = Table(self._key, self._ground.trial(), None)
        self._played = next(iter(until), 0)
        for entry in self._line[: self._played]:
            self._late.go_on(entry)

    @property
    def _sight(self) -> object:
        return self.game.sight(self._late.line.state, ALL if self.begun else PUBLIC)

    @property
    def _said(self) -> Sequence[Said]:
        return self._late.said[ALL]

    @property
    def _to_say(self) -> list[Said]:
        return [one for one in self._said if self.begun or not one.told]

    def _shoot(self, until: int) -> None:
        """Play a turn and make its frames; what came before the first is shown as one."""
        line, known, begun = self._late.line, len(self._said), self.begun
        before = [] if begun else [one for one in self._said if one.told]
        played, self._played = self._line[self._played : until], until
        shots = line.shots = []
        for entry in played:
            self._late.go_on(entry)
        line.shots = None
        said, sight = [*before, *self._said[known:]], self.game.sight(line.state, ALL)
        self.film.shoot(shots if begun else (), said, sight, trail_of(played) if begun else "none")

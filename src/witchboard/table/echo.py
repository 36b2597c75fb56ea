"""A table as it stood some turns ago, all that is hidden shown, for those who watch it so late (`Game.late`).

The record is played once more, behind the table by so many turns. What this second table shows comes from a position
into which nothing later has gone, so nothing later can get out. What counts is the most turns that had begun at any
time: going back at the table brings nothing forward.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Collection, Sequence

from witchboard.engine.entries import AnyEntry
from witchboard.engine.game import ALL, PUBLIC, Late
from witchboard.engine.line import Line
from witchboard.engine.record import Record

from .films import Film, trail_of
from .table import Table
from .words import Called, Said


class Echo:
    """What late watchers of a table see. `shown` are those who have been shown some of it: they don't sit down here."""

    def __init__(self, table: Table, late: Late, called: Called, life: int, shown: Collection[str] = ()) -> None:
        self.late = late
        self.shown = set(shown)
        self.game = table.game
        self._late = Table(table.key, self._start(table.record), None)
        self._first = self._played = len(self._late.line.entries)
        self._turn = 0  # the most turns that have begun
        self._coming: deque[tuple[int, int]] = deque()  # what is to be shown: how many entries, from which turn on
        self._note_all(table.record)
        for entry in itertools.chain.from_iterable(self._due(table)):
            self._late.go_on(entry)
        sight = self.game.sight(self._late.line.state, ALL if self.begun else PUBLIC)
        said = [one for one in self._said if self.begun or not one.told]
        self.film = Film(self.game, ALL, sight, said, called, life)

    @property
    def begun(self) -> bool:
        """Whether anything is old enough to be shown; before, one sees what is open to all as the game begins."""
        return self._played > self._first

    @property
    def words(self) -> str:
        """What one sees here."""
        return f"You see {self.late.what}." + ("" if self.begun else " Nothing is that old yet.")

    def look(self, table: Table, called: Called) -> None:
        """The table has gone on: show what has become old enough, and all of it after the end."""
        self.film.called = called
        self._note(len(table.line.entries), self.game.turn(table.line.state))
        begun = self.begun
        for played in self._due(table):
            self._shoot(played, begun)
            begun = True

    def _start(self, record: Record) -> Line:
        """Where the record is played from; if it was made under other rules, as late as those of now hold."""
        if record.made_under.number >= 0:
            return Line.ground(record, self.game, (ALL,))
        return Line.begin(self.game, record.header, (ALL,))

    @property
    def _said(self) -> Sequence[Said]:
        return self._late.said[ALL]

    def _note_all(self, record: Record) -> None:
        """Find out when each turn began, in what was played before."""
        line = self._late.line.trial()
        line.observers = ()
        for _ in line.follow(record):
            self._note(len(line.entries), self.game.turn(line.state))

    def _note(self, entries: int, turns: int) -> None:
        """An act was played. One that begins a turn has its age from there on, one within a turn from the next on."""
        old_with = max(turns, self._turn + 1)
        self._turn = max(turns, self._turn)
        if self._coming and self._coming[-1][1] == old_with:
            self._coming.pop()
        self._coming.append((entries, old_with))

    def _due(self, table: Table) -> list[Sequence[AnyEntry]]:
        """What is to be shown now, turn by turn."""
        due: list[Sequence[AnyEntry]] = []
        while self._coming and (table.seating.end or self._coming[0][1] <= self._turn - self.late.turns):
            until, _ = self._coming.popleft()
            due.append(table.line.entries[self._played : until])
            self._played = until
        return due

    def _shoot(self, played: Sequence[AnyEntry], begun: bool) -> None:
        """Play a turn and make its frames; what came before the first is shown as one."""
        line, known = self._late.line, len(self._said)
        before = [] if begun else [one for one in self._said if one.told]
        shots = line.shots = []
        for entry in played:
            self._late.go_on(entry)
        line.shots = None
        said, sight = [*before, *self._said[known:]], self.game.sight(line.state, ALL)
        self.film.shoot(shots if begun else (), said, sight, trail_of(played) if begun else "none")

"""Patience: questions that a live table does not hold open for ever.

Where a decision has `patience`, a person who says nothing for that long is answered for by the option that the decision
names (`lapse`), so that nobody who is away holds a turn up. It is an entry like any other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from witchboard.engine import play
from witchboard.engine.state import State

from .table import Table


class Waits(NamedTuple):
    """A question that is open: its number, when it is answered for (milliseconds), by which option, how long it was."""

    question: int
    due: int
    option: int
    length: int


class Patience:
    """The questions that are answered for, by seat."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.open: dict[int, Waits] = {}

    def look(self, seats: Iterable[int], now: int) -> None:
        """These seats have something to decide now; a question that stood already keeps its time."""
        line, found = self.table.line, dict[int, Waits]()
        for seat in seats:
            before = self.open.get(seat)
            if before and before.question == line.questions[seat]:
                found[seat] = before
                continue
            step = play.decision(line.state, seat)
            if step.patience:
                found[seat] = Waits(
                    line.questions[seat], now + step.patience, step.lapse(line.state, seat), step.patience
                )
        self.open = found

    @property
    def due(self) -> int | None:
        """When the next of them is answered for."""
        return min((one.due for one in self.open.values()), default=None)

    def late(self, now: int) -> tuple[int, int] | None:
        """A seat whose time is up, and the option that answers for it."""
        return next(((seat, one.option) for seat, one in self.open.items() if one.due <= now), None)

    def shift(self, by: int) -> None:
        """The table stood still for so long."""
        self.open = {seat: one._replace(due=one.due + by) for seat, one in self.open.items()}

    def strip(self, state: State, seat: int, now: int) -> dict[str, object] | None:
        """What is shown of the time: what happens at its end, and how long that is."""
        waits = self.open.get(seat)
        if waits is None:
            return None
        words = self.table.game.choice(state, seat, waits.option).words
        return {
            "words": f"Or else: {words[:1].lower()}{words[1:]}",
            "left": max(0, waits.due - now),
            "length": waits.length,
        }

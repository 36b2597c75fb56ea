"""Clocks: each seat has time in reserve, which runs while it is asked, and gets some more with each turn.

The time is an argument everywhere, in whole milliseconds of any clock that doesn't go back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec


class ClockSetting(msgspec.Struct, frozen=True, omit_defaults=True):
    """Seconds in reserve, seconds added when a seat has played, and what happens at zero.

    `zero` is "resign", or the name of the bot that plays on.
    """

    reserve: int
    increment: int = 0
    zero: str = "random"


class Clocks:
    """The clocks of a table. Those of bots and open seats stand."""

    def __init__(self, setting: ClockSetting, seats: int, left: Sequence[int] = ()) -> None:
        self.setting = setting
        self.left = list(left) if len(left) == seats else [setting.reserve * 1000] * seats
        self._running: dict[int, int] = {}  # since when

    def look(self, asked: Collection[int], now: int, undone: Collection[int] = ()) -> None:
        """After something has happened: these seats are asked. Who has taken back gives back what he got for it."""
        for seat in [seat for seat in self._running if seat not in asked]:
            self._stop(seat, now)
            if self.left[seat]:
                self.left[seat] += self.setting.increment * 1000
        for seat in asked:
            if seat not in self._running and seat in undone:
                self.left[seat] = max(1, self.left[seat] - self.setting.increment * 1000)
            self._running.setdefault(seat, now)

    def pause(self, now: int) -> None:
        """Let them all stand."""
        for seat in list(self._running):
            self._stop(seat, now)

    def _stop(self, seat: int, now: int) -> None:
        self.left[seat] = max(0, self.left[seat] - (now - self._running.pop(seat)))

    @property
    def due(self) -> int | None:
        """When the next clock runs out."""
        return min((since + self.left[seat] for seat, since in self._running.items()), default=None)

    def out(self, now: int) -> int | None:
        """A seat whose clock has run out."""
        late = (seat for seat, since in self._running.items() if since + self.left[seat] <= now)
        return next(late, None)

    def kept(self, now: int) -> list[int]:
        """How much each has left, to go on with after a restart."""
        spent: Mapping[int, int] = {seat: now - since for seat, since in self._running.items()}
        return [max(0, left - spent.get(seat, 0)) for seat, left in enumerate(self.left)]

    def shown(self, seat: int, now: int) -> dict[str, object]:
        """A clock as the page takes it: milliseconds left, and whether it runs."""
        return {"left": self.kept(now)[seat], "runs": seat in self._running}

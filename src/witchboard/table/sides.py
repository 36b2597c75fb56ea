"""Whose side a person sees who plays several seats in a game with secrets, and when the curtain hangs.

One person with several seats sees the side of the seat that is asked. Where several people sit at one screen, the
curtain falls before the side of another seat shows, and rises when somebody says that he is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from witchboard.engine.game import PUBLIC


@dataclass(frozen=True, slots=True)
class Side:
    """What a person sees: the side of a seat, or PUBLIC. `curtain`: the seat for whom the curtain hangs, else -1."""

    seat: int = PUBLIC
    curtain: int = -1


class Sides:
    """The sides of those who play several seats. `screen`: several people share a screen wherever one holds several."""

    def __init__(self, screen: bool) -> None:
        self.screen = screen
        self._sides: dict[str, Side] = {}

    def of(self, holder: str, seats: Sequence[int]) -> Side:
        """The side of a person who holds these seats."""
        if len(seats) < 2:
            return Side(seats[0] if seats else PUBLIC)
        return self._sides.get(holder, Side(PUBLIC if self.screen else seats[0]))

    def settle(self, holder: str, seats: Sequence[int], asked: Sequence[int]) -> None:
        """After something has happened: `asked` are those of the person's seats that are to choose."""
        if len(seats) < 2:
            self._sides.pop(holder, None)
            return
        side = self.of(holder, seats)
        if side.seat not in (*seats, PUBLIC):
            side = Side(PUBLIC if self.screen else seats[0])
        if asked and side.seat not in asked and side.curtain not in asked:
            side = Side(PUBLIC, asked[0]) if self.screen else Side(asked[0])
        elif not asked and side.curtain >= 0:
            side = Side()
        self._sides[holder] = side

    def uncover(self, holder: str, seat: int) -> bool:
        """Somebody says that he is there, and may see that seat's side; False if the curtain hangs for another."""
        if self._sides.get(holder, Side()).curtain != seat:
            return False
        self._sides[holder] = Side(seat)
        return True

    def cover(self, holder: str) -> None:
        """Nobody knows who is at the screen."""
        if self.screen and holder in self._sides:
            self._sides[holder] = Side()

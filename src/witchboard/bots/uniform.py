"""The bot `random`: each legal option is equally likely.

Where a game lets people compose an answer of many options, a hide say, and nobody has listed the options anyway, all of
it is drawn at once as the game draws it: to list the options of each part anew would take seconds.
"""

from __future__ import annotations

from typing import Any, ClassVar

from witchboard.engine.game import Game
from witchboard.engine.stream import Stream

from .bot import Bot, Seat


class RandomBot(Bot):
    """Plays any game without a thought. `lab.batch.play_random` plays the same games faster."""

    name: ClassVar[str] = "random"
    sentence: ClassVar[str] = "Chooses among what is allowed as dice would."

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def answer(self, seat: Seat, stream: Stream) -> list[int]:
        drawn = [] if seat.listed else self._composed(seat, stream)
        if drawn:
            return drawn
        options = seat.options
        return [options[stream.below(len(options))]]

    def _composed(self, seat: Seat, stream: Stream) -> list[int]:
        """A whole answer drawn at once; nothing where none is to be composed, or the game doesn't draw any."""
        drafting = self.game.drafting
        if drafting is None:
            return []
        state = seat.imagine(Stream(1))
        draft = drafting.draft(state, seat.number)
        pairs = drafting.fill(state, seat.number, (), stream) if draft else None
        return list(drafting.line(state, seat.number, pairs)) if pairs is not None else []

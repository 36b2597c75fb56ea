"""The bot `random`: each legal option is equally likely."""

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
        options = seat.options
        return [options[stream.below(len(options))]]

"""Bots that plan with a judge of the game's own."""

from __future__ import annotations

from typing import Any, ClassVar

from witchboard.engine.game import Game
from witchboard.engine.stream import Stream

from .bot import Bot, Seat
from .planner import Planner

BUDGET = 3000


class PlannerBot(Bot):
    """Plans all its decisions up to the judge's horizon together, in one world that its seat can imagine."""

    name: ClassVar[str] = "planner"
    sentence: ClassVar[str] = "Plans its whole turn by exact odds."

    def __init__(self, game: Game[Any], name: str, budget: int = BUDGET) -> None:
        self.planner = Planner(game.judges()[name](), budget)

    def answer(self, seat: Seat, stream: Stream) -> list[int]:
        return self.planner.plan(seat.imagine(stream), seat.number)

"""Bots that a game brings: those that plan with a judge of its own, those that are minds of their own."""

from __future__ import annotations

from typing import Any, ClassVar

from witchboard.engine.game import Game
from witchboard.engine.judge import Judge, Mind
from witchboard.engine.stream import Stream

from .bot import Bot, Seat
from .planner import Planner

BUDGET = 3000


class PlannerBot(Bot):
    """Plans all its decisions up to the judge's horizon together, in one world that its seat can imagine."""

    name: ClassVar[str] = "planner"
    sentence: ClassVar[str] = "Plans its whole turn by exact odds."

    def __init__(self, judge: Judge[Any], budget: int = BUDGET) -> None:
        self.planner = Planner(judge, budget)

    def answer(self, seat: Seat, stream: Stream) -> list[int]:
        return self.planner.plan(seat.imagine(stream), seat.number)


class MindBot(Bot):
    """Answers as a mind of the game's own does, which is given a world that its seat can imagine."""

    name: ClassVar[str] = "mind"
    sentence: ClassVar[str] = "Answers at once."

    def __init__(self, mind: Mind[Any]) -> None:
        self.mind = mind
        self.sentence = mind.sentence or type(self).sentence  # type: ignore[misc]  # a mind's own words

    def answer(self, seat: Seat, stream: Stream) -> list[int]:
        return self.mind.answer(seat.imagine(stream), seat.number, seat.options, stream)


def own_bot(game: Game[Any], name: str) -> Bot:
    """The bot that a game brings under that name."""
    judge = game.judges()[name]()
    return MindBot(judge) if isinstance(judge, Mind) else PlannerBot(judge)

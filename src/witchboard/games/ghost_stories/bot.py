"""The villager: what a good player of Ghost Stories knows.

Which lines deserve a thought, which rolls come to the same, and what a position is worth: prices (`bot_prices`) for the
three clocks (haunted tiles, free spaces, cards), for Qi, tokens, locks, Buddhas, and for what the coming round is
likely to bring (`bot_outlook`).
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from witchboard.engine.judge import NO_PREFERENCE, SURE, Horizon, Judge
from witchboard.engine.steps import Chance

from . import bot_prices
from .bot_features import Appraisal
from .bot_key import key_of
from .bot_thoughts import Thoughts
from .rules.losses import DiscardTao
from .rules.result import Consent
from .rules.turn import EndTurn
from .rules.yang import Yang, may_attempt
from .state import LIVING, UNDECIDED, WON, Village
from .tables import Tables

FURTHEST: Final = 16000  # log-odds in thousandths beyond which nothing is told apart


class Villager(Judge[Village]):
    """Judges positions of Ghost Stories for any of its seats: all win or lose together."""

    def __init__(self, tables: Tables, prices: list[int] = bot_prices.PRICES) -> None:
        super().__init__("turn")
        self.appraisal = Appraisal(tables, prices)
        self.thoughts = Thoughts(tables, self.appraisal.outlook)
        self.chances: list[i64] = [round(SURE / (1 + exp(-odds / 1000))) for odds in range(-FURTHEST, FURTHEST + 1)]

    def value(self, state: Village, seat: int) -> i64:
        if state.result != UNDECIDED:
            return SURE if state.result == WON else 0
        odds = self.appraisal.of(state, may_still_attempt(state))
        return self.chances[max(-FURTHEST, min(FURTHEST, odds)) + FURTHEST]

    def consider(self, state: Village, seat: int, options: list[int]) -> list[int]:
        return self.thoughts.consider(state, options)

    def foresee(self, state: Village, seat: int, options: list[int]) -> list[int]:
        return self.thoughts.foresee(state, options)

    def quiet(self, state: Village) -> bool:
        return isinstance(state.stack[-1], Yang)

    def prefer(self, state: Village, seat: int, options: list[int]) -> int:
        step = state.stack[-1]
        if isinstance(step, Consent):
            return 1
        if isinstance(step, DiscardTao):
            return self.thoughts.least_needed(state, options)
        return NO_PREFERENCE

    def group(self, state: Village, chance: Chance[Village]) -> tuple[list[int], list[int]]:
        grouped = self.thoughts.group(state, chance)
        return super().group(state, chance) if grouped is None else grouped

    def key(self, state: Village) -> tuple[object, ...] | None:
        return key_of(state)


def may_still_attempt(state: Village) -> bool:
    """Whether the active Taoist's own turn still holds an attempt at exorcism."""
    if state.status[state.active] != LIVING or state.placing or not may_attempt(state):
        return False
    step = state.stack[-1]
    return not isinstance(step, Horizon) and not isinstance(step, EndTurn)

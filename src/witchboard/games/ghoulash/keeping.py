"""The keeper alone: what his hide is worth (GH-167)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from .rules.exploring import HOME, RUNS, end_of, turns_of
from .sheet import Trial
from .state import Hunt

RANKS: Final = ("", "bronze", "silver", "gold")


def trial(state: Hunt) -> Trial:
    """How the hide fares so far."""
    limit = int(state.limit)
    return Trial(
        of=int(RUNS),
        runs=tuple([(int(turns_of(run, limit)), end_of(run)) for run in state.runs]),
        mean=round(float(mean(state)), 2),
        norms=tuple([round(float(norm), 2) for norm in norms(state)]),
        rank=rank(state),
    )


def mean(state: Hunt) -> Fraction:
    """The score: own turns on average, of who didn't get home the limit (GH-167)."""
    limit = int(state.limit)
    costs = [int(turns_of(run, limit)) if end_of(run) == HOME else limit for run in state.runs]
    return Fraction(sum(costs), len(costs) or 1)


def norms(state: Hunt) -> list[Fraction]:
    """What the play table's keepers come to, hides at random and a doorkeeper's, the lower first; empty if unknown."""
    numbers, limit = [int(number) for number in state.plan.norms], int(state.limit)
    pairs = list(zip(numbers[::2], numbers[1::2]))
    return sorted(Fraction(home * median + (100 - home) * limit, 100) for home, median in pairs)


def rank(state: Hunt) -> str:
    """Bronze from the lower norm on, silver from the higher, gold from half way between that and the limit."""
    known = norms(state)
    if not known or not state.runs:
        return ""
    steps = [*known, (known[-1] + int(state.limit)) / 2]
    return RANKS[sum(mean(state) >= step for step in steps)]


def worthy(state: Hunt) -> bool:
    """Whether a hide counts as a good one: it has a rank, or nobody knows what is usual."""
    return rank(state) != "" or not norms(state)

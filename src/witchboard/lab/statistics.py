"""Intervals for rates and means."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

Z95 = 1.959963984540054


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """The 95 % interval of a rate after Wilson (1927); it stays within 0 and 1 and holds at few tries too."""
    if not tries:
        return 0.0, 1.0
    rate = hits / tries
    square = Z95 * Z95
    middle = (rate + square / (2 * tries)) / (1 + square / tries)
    half = Z95 / (1 + square / tries) * sqrt(rate * (1 - rate) / tries + square / (4 * tries * tries))
    return max(0.0, middle - half), min(1.0, middle + half)


def mean(numbers: Sequence[float]) -> float:
    """The mean, 0 of nothing."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def quantile(numbers: Sequence[float], share: float) -> float:
    """The smallest number that at least that share of all does not exceed."""
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

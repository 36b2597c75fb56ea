"""Exact odds of a fight: how many wounds it costs, and whether it kills (GH-110 to GH-113, GH-175).

Every weak spot is taken as equally likely. So the misses of a layer are equally likely from none to one less than the
numbers still open, and two layers add up.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

NUMBERS: Final = 6


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight as it stands for who shoots.

    `left` are the spaces left on the meter, `open` the numbers not yet missed in this layer, `more` the layers after
    this one, `price` what a miss costs, `free` the misses that still cost nothing.
    """

    left: int
    open: int = NUMBERS
    more: int = 0
    price: int = 1
    free: int = 0

    def death(self) -> Fraction:
        """The chance that the meter fills before the foe is destroyed."""
        chances = misses(self.open, self.more)
        return sum((chance for count, chance in enumerate(chances) if self._wounds(count) >= self.left), Fraction(0))

    def wounds(self) -> Fraction:
        """The wounds to be expected if the meter had no end."""
        chances = misses(self.open, self.more)
        return sum((chance * self._wounds(count) for count, chance in enumerate(chances)), Fraction(0))

    def _wounds(self, count: int) -> int:
        return self.price * max(0, count - self.free)


@cache
def misses(numbers: int, more: int) -> tuple[Fraction, ...]:
    """By number of misses, how likely so many are with so many numbers open and so many whole layers to come."""
    chances = tuple(Fraction(1, numbers) for _ in range(numbers))
    if not more:
        return chances
    after = misses(NUMBERS, more - 1)
    total = [Fraction(0)] * (len(chances) + len(after) - 1)
    for first, chance in enumerate(chances):
        for then, other in enumerate(after):
            total[first + then] += chance * other
    return tuple(total)


def odds_words(chance: Fraction) -> str:
    """A chance as one says it: "1 in 3", "5 in 6", "24 in 100", "none", "certain"."""
    if chance <= 0:
        return "none"
    if chance >= 1:
        return "certain"
    if chance.denominator <= NUMBERS:
        return f"{chance.numerator} in {chance.denominator}"
    return f"{max(1, min(99, round(100 * chance)))} in 100"

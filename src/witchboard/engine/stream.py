"""Random numbers that are the same pure and compiled, on every machine.

A multiply-with-carry generator on 63 bits (Marsaglia 1994, in the form "MWC64X" that folds the carry into the output).
Good for simulation and imagining; live play draws with `CommittedDealer` instead.
"""

from __future__ import annotations

import hashlib
from typing import Final

from mypy_extensions import i64

MULTIPLIER: Final[i64] = 2147483085
LOW: Final[i64] = 0xFFFFFFFF


class Stream:
    """A stream of random numbers for one purpose, made from a 63-bit start."""

    def __init__(self, start: i64) -> None:
        self.word: i64 = start

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, each equally likely (rejection sampling). `n` is 1 to 2**31."""
        word = self.word
        limit: i64 = 4294967296 - 4294967296 % n
        while True:
            word = MULTIPLIER * (word & LOW) + (word >> 32)
            value: i64 = (word & LOW) ^ (word >> 32)
            if value < limit:
                self.word = word
                return value % n

    def pick(self, weights: list[int]) -> int:
        """An index, each as likely as its weight. Raises `ValueError` when all are 0."""
        total = sum(weights)
        if total > 0:
            rest = int(self.below(total))
            for index, weight in enumerate(weights):
                rest -= weight
                if rest < 0:
                    return index
        raise ValueError(f"weights {weights}: expected at least one above 0 and none below")

    def clone(self) -> Stream:
        """A copy that goes on on its own."""
        return Stream(self.word)


def stream(*purpose: object) -> Stream:
    """The stream of that purpose, for example `stream(seed, "rules", game_index)`.

    The start is taken from the SHA-256 of the purpose's parts, so streams of different purposes are unrelated.
    """
    text = "\x1f".join(str(part) for part in purpose)
    word = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 2
    return Stream(word % (MULTIPLIER * 4294967296 - 2) + 1)

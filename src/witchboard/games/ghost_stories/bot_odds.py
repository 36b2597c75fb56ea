"""Odds of an exorcism by how many hits are missing, exact for plain dice, worked out once (GS-119 to GS-130, GS-145).

Chances are whole numbers, in parts of `ONE`, so that every build and machine reckons the same.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .tables import COLOURS

BITS: Final = 12
ONE: Final = 1 << BITS
MOST_DICE: Final = 4  # three and the gray one
MOST_NEED: Final = 8
SIDES: Final = 6

# Kinds of roll; a reroll of all misses adds REROLLED.
WILD: Final = 0
TAME: Final = 1  # white counts for nothing
REROLLED: Final = 2
KINDS: Final = 4


class Odds:
    """Odds by kind of roll and number of dice."""

    def __init__(self) -> None:
        self.one: list[i64] = []  # [kind, dice, need]
        self.both: list[i64] = []  # [kind, dice, need, other need], of two colours
        self.either: list[i64] = []
        self.many: list[i64] = []  # [kind, dice, colours that lack 1, colours that lack 2]
        for kind in range(KINDS):
            for dice in range(MOST_DICE + 1):
                self._fill_one(kind, dice)
                self._fill_two(kind, dice)
                for ones in range(COLOURS + 1):
                    for twos in range(COLOURS + 1):
                        self.many.append(_parts(_many(kind, dice, ones, twos, 0)))

    def _fill_one(self, kind: int, dice: int) -> None:
        for need in range(MOST_NEED + 1):
            self.one.append(_parts(sum(_hits(kind, dice)[need:])))

    def _fill_two(self, kind: int, dice: int) -> None:
        falls = _split(kind, dice)
        for need in range(MOST_NEED + 1):
            for other in range(MOST_NEED + 1):
                both = 0.0
                either = 0.0
                for first, second, whites, chance in falls:
                    if max(0, need - first) + max(0, other - second) <= whites:
                        both += chance
                    if first + whites >= need or second + whites >= other:
                        either += chance
                self.both.append(_parts(both))
                self.either.append(_parts(either))

    def of_one(self, kind: i64, dice: i64, need: i64) -> i64:
        """The chance of at least `need` hits in one colour."""
        if need > MOST_NEED:
            return 0
        return self.one[(kind * (MOST_DICE + 1) + dice) * (MOST_NEED + 1) + need]

    def of_both(self, kind: i64, dice: i64, need: i64, other: i64) -> i64:
        """The chance that one roll serves two ghosts of different colours."""
        if need > MOST_NEED or other > MOST_NEED:
            return 0
        return self.both[_pair(kind, dice, need, other)]

    def of_either(self, kind: i64, dice: i64, need: i64, other: i64) -> i64:
        """The chance that one roll serves at least one of two ghosts of different colours."""
        return self.either[_pair(kind, dice, min(need, MOST_NEED), min(other, MOST_NEED))]

    def of_many(self, kind: i64, dice: i64, ones: i64, twos: i64) -> i64:
        """The chance to meet a ghost of which `ones` colours lack one hit and `twos` colours two."""
        return self.many[((kind * (MOST_DICE + 1) + dice) * (COLOURS + 1) + ones) * (COLOURS + 1) + twos]


def _pair(kind: i64, dice: i64, need: i64, other: i64) -> i64:
    return ((kind * (MOST_DICE + 1) + dice) * (MOST_NEED + 1) + need) * (MOST_NEED + 1) + other


def _parts(chance: float) -> int:
    return round(chance * ONE)


def _face(kind: int, sides: int) -> tuple[float, float]:
    """The chance of one of `sides` wanted colours, and of a white that counts, when all else is rerolled if it may."""
    white = 0.0 if kind % REROLLED == TAME else 1 / SIDES
    again = 1 + (1 - sides / SIDES - white if kind >= REROLLED else 0)
    return sides / SIDES * again, white * again


def _hits(kind: int, dice: int) -> list[float]:
    """The chance of each number of hits in one colour."""
    colour, white = _face(kind, 1)
    chances = [1.0]
    for _ in range(dice):
        chances = [
            (chances[hits] * (1 - colour - white) if hits < len(chances) else 0.0)
            + (chances[hits - 1] * (colour + white) if hits else 0.0)
            for hits in range(len(chances) + 1)
        ]
    return chances + [0.0] * (MOST_NEED + 1)


def _split(kind: int, dice: int) -> list[tuple[int, int, int, float]]:
    """How the dice fall into two colours and whites, and how likely."""
    if not dice:
        return [(0, 0, 0, 1.0)]
    colours, white = _face(kind, 2)
    found = []
    for first, second, whites, chance in _split(kind, dice - 1):
        found.append((first + 1, second, whites, chance * colours / 2))
        found.append((first, second + 1, whites, chance * colours / 2))
        found.append((first, second, whites + 1, chance * white))
        found.append((first, second, whites, chance * (1 - colours - white)))
    return found


def _many(kind: int, dice: int, ones: int, twos: int, whites: int) -> float:
    """The chance that dice and whites meet what is lacking."""
    lacking = ones + 2 * twos
    if lacking <= whites:
        return 1.0
    if lacking > whites + dice or ones + twos > COLOURS:
        return 0.0
    colours, white = _face(kind, ones + twos)
    each = colours / (ones + twos)
    chance = white * _many(kind, dice - 1, ones, twos, whites + 1)
    if ones:
        chance += ones * each * _many(kind, dice - 1, ones - 1, twos, whites)
    if twos:
        chance += twos * each * _many(kind, dice - 1, ones + 1, twos - 1, whites)
    return chance + max(0.0, 1 - colours - white) * _many(kind, dice - 1, ones, twos, whites)

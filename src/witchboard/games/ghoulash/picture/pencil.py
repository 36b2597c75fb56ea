"""Lines as a hand draws them: sampled, shaken a little, smoothed. The same seed gives the same line for ever."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist
from random import Random
from typing import Final, TypeAlias
from zlib import crc32

Point: TypeAlias = tuple[float, float]


def _written(tenths: int) -> str:
    """A number of tenths as short as it can be written: 5 is ".5", -120 is "-12"."""
    whole, rest = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    return f"{sign}{whole or ''}.{rest}" if rest else f"{sign}{whole}"


NUMBERS: Final = {tenths: _written(tenths) for tenths in range(-500, 10001)}
AFTER: Final = {tenths: text if tenths < 0 else f",{text}" for tenths, text in NUMBERS.items()}
_LUCK: Final = Random("pencil")
SHAKES: Final = tuple(_LUCK.gauss(0, 1) for _ in range(1021))
"""How a hand trembles: normal deviates, taken from a place that the seed says."""
_LONG: Final = SHAKES * 4  # so that a line is a slice of it, wherever it begins


def pair(x: float, y: float) -> str:
    """Two coordinates of a path, in tenths, without a comma where the sign parts them."""
    across, down = round(x * 10), round(y * 10)
    try:
        return NUMBERS[across] + AFTER[down]
    except KeyError:
        return f"{_written(across)} {_written(down)}"


def tremble(seed: str) -> int:
    """Where in `SHAKES` a line with this seed begins."""
    return crc32(seed.encode()) % len(SHAKES)


def samples(points: Sequence[Point], step: float) -> list[Point]:
    """Points along a line, about so far apart, its corners among them."""
    found: list[Point] = []
    for (ax, ay), (bx, by) in pairwise(points):
        count = max(1, int(dist((ax, ay), (bx, by)) / step))
        found += [(ax + (bx - ax) * n / count, ay + (by - ay) * n / count) for n in range(count)]
    return [*found, points[-1]]


def shaken(points: Sequence[Point], start: int, amount: float) -> list[Point]:
    """Each point moved by a normal deviate; there are at most 1,500."""
    first = start % len(SHAKES)
    luck = _LONG[first : first + 2 * len(points)]
    moved = zip(points, luck[::2], luck[1::2], strict=True)
    return [(x + amount * right, y + amount * down) for (x, y), right, down in moved]


def smooth(points: Sequence[Point]) -> str:
    """A path through the middles between the points, the points pulling it."""
    x, y = points[0]
    path = [f"M{pair(x, y)}"]
    if len(points) < 3:
        return path[0] + "L" + pair(*points[-1])
    for (ax, ay), (bx, by) in pairwise(points[1:-1]):
        mx, my = round((ax + bx) / 2, 1), round((ay + by) / 2, 1)
        path.append(f"q{pair(ax - x, ay - y)} {pair(mx - x, my - y)}")
        x, y = mx, my
    (ax, ay), (bx, by) = points[-2:]
    path.append(f"q{pair(ax - x, ay - y)} {pair(bx - x, by - y)}")
    return "".join(path)


def line(points: Sequence[Point], seed: str, amount: float = 0.55, step: float = 9) -> str:
    """A hand-drawn line through these points, as a path."""
    return smooth(shaken(samples(points, step), tremble(seed), amount))


def outline(points: Sequence[Point], seed: str, amount: float = 0.3, step: float = 40) -> str:
    """A hand-drawn closed shape with these corners."""
    return line([*points, points[0]], seed, amount, step) + "Z"

"""Lines as a hand draws them: sampled, shaken a little, smoothed. The same seed gives the same line for ever."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist
from random import Random
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


def number(value: float) -> str:
    """A coordinate as short as a tenth can be written."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    if text.startswith("0."):
        return text[1:]
    if text.startswith("-0."):
        return "-" + text[2:]
    return "0" if text == "-0" else text


def pair(x: float, y: float) -> str:
    """Two numbers of a path, without a comma where the sign parts them."""
    second = number(y)
    return number(x) + ("" if second.startswith("-") else ",") + second


def samples(points: Sequence[Point], step: float) -> list[Point]:
    """Points along a line, about so far apart, its corners among them."""
    found: list[Point] = []
    for (ax, ay), (bx, by) in pairwise(points):
        count = max(1, int(dist((ax, ay), (bx, by)) / step))
        found += [(ax + (bx - ax) * n / count, ay + (by - ay) * n / count) for n in range(count)]
    return [*found, points[-1]]


def shaken(points: Iterable[Point], luck: Random, amount: float) -> list[Point]:
    """Each point moved by a normal deviate."""
    return [(x + luck.gauss(0, amount), y + luck.gauss(0, amount)) for x, y in points]


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
    return smooth(shaken(samples(points, step), Random(seed), amount))


def outline(points: Sequence[Point], seed: str, amount: float = 0.3, step: float = 40) -> str:
    """A hand-drawn closed shape with these corners."""
    return line([*points, points[0]], seed, amount, step) + "Z"


def sheet(x: float, y: float, width: float, height: float, seed: str) -> str:
    """The edge of a sheet of paper."""
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
    luck = Random(seed)
    path = f"M{pair(x, y)}"
    for start, end in pairwise(corners):
        edge = shaken(samples([start, end], 40)[1:-1], luck, 0.35)
        path += "".join(f"L{pair(*point)}" for point in [*edge, end])
    return path + "Z"

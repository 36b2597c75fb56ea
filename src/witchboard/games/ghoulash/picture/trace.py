"""Pencil lines: where somebody walked. Seeded by scenario and turn, so that a line never changes once it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, dist, sin
from random import Random
from typing import Final

from witchboard.engine.picture import group

from .pencil import Point, pair
from .places import SQUARE
from .printed import Kind

PARTS: Final = 3  # samples to a square
SHAKE: Final = 0.6
CUT: Final = 13.0  # a line ends before what was met on the square
ROUND: Final = 3.4


@lru_cache(maxsize=8192)
def trace(
    kind: Kind, seed: str, cols: int, rows: int, turn: int, walk: tuple[int, ...], now: bool, at: str, going: bool
) -> str:
    """The walk of one turn, by squares; the newest turn's lies on a line of yellow wax. `going`: it isn't at its end.

    A walk goes on from where the line before ended. Where two squares aren't neighbours (stairs) it breaks off.
    """
    luck = Random(f"{seed} {kind} {turn}")
    aside = ((turn * 7) % 5 - 2) * 1.5
    parts = []
    lines = _lines(cols, rows, walk, aside, 4 if going else CUT)
    if now:
        wax = "".join(_corners(line) for line in lines)
        parts.append(f'<path d="{wax}" class="wax-line"/>')
    drawn, faint, arrows = "", "", ""
    for line in lines:
        points = [(x + luck.gauss(0, SHAKE), y + luck.gauss(0, SHAKE)) for x, y in _sampled(line)]
        drawn += _curve(points)
        if kind == "own":
            faint += _rough(points, luck)
        arrows += _heads(line, kind)
    parts.append(f'<path d="{drawn}" class="t1"/>')
    if faint:
        parts.append(f'<path d="{faint}" class="t2"/>')
    parts.append(f'<path d="{arrows}" class="th"/>')
    state = f"trace {kind}{' now' if now else ''}"
    return group(f"{kind}-turn-{turn}", parts, state, at)


def _lines(cols: int, rows: int, walk: Sequence[int], aside: float, cut: float) -> list[list[Point]]:
    """The walk's unbroken stretches as middles of squares, their two ends cut short."""
    stretches: list[list[int]] = []
    for square in walk:
        last = stretches[-1][-1] if stretches else None
        if last is not None and abs(square // cols - last // cols) + abs(square % cols - last % cols) == 1:
            stretches[-1].append(square)
        elif last != square:
            stretches.append([square])
    found = []
    for stretch in stretches:
        if len(stretch) > 1:
            points = [
                (square % cols * SQUARE + SQUARE / 2 + aside, (rows - 1 - square // cols) * SQUARE + SQUARE / 2 + aside)
                for square in stretch
            ]
            points[0] = _towards(points[0], points[1], CUT)
            points[-1] = _towards(points[-1], points[-2], cut)
            found.append(points)
    return found


def _towards(start: Point, end: Point, way: float) -> Point:
    """The point so far on from one to the other."""
    (ax, ay), (bx, by) = start, end
    share = way / dist(start, end)
    return ax + (bx - ax) * share, ay + (by - ay) * share


def _sampled(line: Sequence[Point]) -> list[Point]:
    """Points along a line, the corners rounded."""
    found: list[Point] = []
    for at, ((ax, ay), (bx, by)) in enumerate(pairwise(line)):
        if at:
            px, py = line[at - 1]
            ux, uy = _unit(ax - px, ay - py)
            vx, vy = _unit(bx - ax, by - ay)
            found.append((ax + (vx - ux) * ROUND, ay + (vy - uy) * ROUND))
        else:
            found.append((ax, ay))
        found += [(ax + (bx - ax) * n / PARTS, ay + (by - ay) * n / PARTS) for n in range(1, PARTS)]
    return [*found, line[-1]]


def _unit(x: float, y: float) -> Point:
    length = (x * x + y * y) ** 0.5 or 1
    return x / length, y / length


def _curve(points: Sequence[Point]) -> str:
    """A path through the middles between the points."""
    x, y = round(points[0][0], 1), round(points[0][1], 1)
    path = [f"M{pair(x, y)}"]
    for (ax, ay), (bx, by) in pairwise(points[1:-1]):
        mx, my = (ax + bx) / 2, (ay + by) / 2
        path.append(f"q{pair(ax - x, ay - y)} {pair(mx - x, my - y)}")
        x, y = round(x + round(mx - x, 1), 1), round(y + round(my - y, 1), 1)
    (ax, ay), (bx, by) = points[-2], points[-1]
    path.append(f"q{pair(ax - x, ay - y)} {pair(bx - x, by - y)}")
    return "".join(path)


def _rough(points: Sequence[Point], luck: Random) -> str:
    """The pencil's second, lighter stroke."""
    x, y = 0.0, 0.0
    path = []
    for at, (px, py) in enumerate(points[::2]):
        nx, ny = px + luck.gauss(0, 0.9), py + luck.gauss(0, 0.9)
        path.append(("l" if at else "M") + pair(nx - x, ny - y))
        x, y = nx, ny
    return "".join(path)


def _corners(line: Sequence[Point]) -> str:
    """The line without any shaking, only its corners."""
    path = f"M{pair(*line[0])}"
    for (ax, ay), (bx, by), (cx, cy) in zip(line, line[1:], line[2:]):
        if abs((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) > 1:
            path += f"L{pair(bx, by)}"
    return path + f"L{pair(*line[-1])}"


def _heads(line: Sequence[Point], kind: Kind) -> str:
    """Arrowheads on every second square and at the end."""
    path = []
    size = 4.6 if kind == "own" else 6.5
    last = len(line) - 2
    for at, (start, end) in enumerate(pairwise(line)):
        if (at % 2 and at != last) or dist(start, end) < size * 2:
            continue
        share = 0.92 if at == last else 0.62
        angle = atan2(end[1] - start[1], end[0] - start[0])
        x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        wings = []
        for turned in (2.45, -2.45):
            wings.append((x + size * 1.35 * cos(angle + turned), y + size * 1.35 * sin(angle + turned)))
        closed = "Z" if kind == "opp" else ""
        path.append(f"M{pair(*wings[0])}L{pair(x, y)} {pair(*wings[1])}{closed}")
    return "".join(path)

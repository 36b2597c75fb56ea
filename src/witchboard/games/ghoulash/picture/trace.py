"""Pencil lines: where somebody walked. Seeded by scenario and turn, so that a line never changes once it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, dist, sin
from typing import Final, TypeAlias

from witchboard.engine.picture import group

from .pencil import Point, pair, shaken, tremble
from .places import SQUARE
from .printed import Kind

PARTS: Final = 3  # samples to a square
SHAKE: Final = 0.6
CUT: Final = 13.0  # a line ends before what was met on the square
ROUND: Final = 3.4
PIECE: Final = 7  # squares


Step: TypeAlias = tuple[int, int]


@lru_cache(maxsize=8192)
def traces(
    kind: Kind, seed: str, cols: int, rows: int, turn: int, walk: tuple[int, ...], steps: tuple[Step, ...], at: str,
    going: bool,
) -> tuple[tuple[str, str], ...]:  # fmt: skip
    """The walk of one turn, by squares, as fragments with their ids. `going`: it isn't at its end.

    It is drawn in pieces of a few steps, so that one more sends only the last again. `steps` are those into something
    new; the ways over known ground between them are drawn faintly, in one. At stairs it breaks off.
    """
    stretches = _parted(cols, walk, frozenset(steps))
    pieces: list[list[tuple[int, ...]]] = []
    room = 0
    for stretch, new in stretches:
        first = 0
        while new and first < len(stretch) - 1:
            if not room:
                pieces.append([])
                room = PIECE
            part = tuple(stretch[first : first + room + 1])
            pieces[-1].append(part)
            first += len(part) - 1
            room -= len(part) - 1
    found = []
    known = tuple(tuple(stretch) for stretch, new in stretches if not new)
    if known:
        key = f"{kind}-turn-{turn}-known"
        found.append((key, _known(key, kind, cols, rows, turn, known, at)))
    for n, piece in enumerate(pieces):
        key = f"{kind}-turn-{turn}" + (f"-{n + 1}" if n else "")
        ends = (n == 0 and stretches[0][1], n == len(pieces) - 1 and stretches[-1][1])
        found.append((key, _trace(key, kind, seed, cols, rows, turn, tuple(piece), ends, going, at)))
    return tuple(found)


def _parted(cols: int, walk: Sequence[int], steps: frozenset[Step]) -> list[tuple[list[int], bool]]:
    """The walk's stretches, and whether they lead into something new or over known ground."""
    found: list[tuple[list[int], bool]] = []
    for start, end in pairwise(walk):
        if abs(start // cols - end // cols) + abs(start % cols - end % cols) != 1:
            continue
        new = (start, end) in steps
        if found and found[-1][1] == new and found[-1][0][-1] == start:
            found[-1][0].append(end)
        else:
            found.append(([start, end], new))
    return found


Ways: TypeAlias = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=16384)
def _known(key: str, kind: Kind, cols: int, rows: int, turn: int, ways: Ways, at: str) -> str:
    """The ways over known ground."""
    path = "".join([_corners(_line(cols, rows, way, turn)) for way in ways])
    return group(key, [f'<path d="{path}" class="t0"/>'], f"trace {kind}", at)


@lru_cache(maxsize=16384)
def _trace(
    key: str, kind: Kind, seed: str, cols: int, rows: int, turn: int, ways: Ways, ends: tuple[bool, bool],
    going: bool, at: str,
) -> str:  # fmt: skip
    """A piece of the walk; `ends` says whether it has the walk's beginning and its end."""
    start = tremble(f"{seed} {key}")
    drawn, faint, heads = "", "", ""
    for n, way in enumerate(ways):
        line = _line(cols, rows, way, turn)
        if ends[0] and n == 0:
            line[0] = _towards(line[0], line[1], CUT)
        if ends[1] and n == len(ways) - 1:
            line[-1] = _towards(line[-1], line[-2], 4 if going else CUT)
        plain = _sampled(line)
        points = [plain[0], *shaken(plain[1:-1], start + 40 * n, SHAKE), plain[-1]]
        drawn += _curve(points)
        faint += _rough(shaken(points[::2], start + 500 + 40 * n, 0.9)) if kind == "own" else ""
        heads += _heads(line, kind)
    parts = [f'<path d="{drawn}" class="t1"/>', f'<path d="{heads}" class="th"/>']
    if faint:
        parts.append(f'<path d="{faint}" class="t2"/>')
    return group(key, parts, f"trace {kind}", at)


@lru_cache(maxsize=4096)
def wax(kind: Kind, cols: int, rows: int, turn: int, walk: tuple[int, ...], at: str, going: bool) -> str:
    """The line of yellow wax under the newest walk."""
    path = []
    for stretch in _stretches(cols, walk):
        if len(stretch) < 2:
            continue
        line = _line(cols, rows, stretch, turn)
        line[0] = _towards(line[0], line[1], CUT)
        line[-1] = _towards(line[-1], line[-2], 4 if going else CUT)
        path.append(_corners(line))
    return group(f"{kind}-wax", [f'<path d="{"".join(path)}"/>'], f"wax {kind}", at)


def _stretches(cols: int, walk: Sequence[int]) -> list[list[int]]:
    """The walk's unbroken stretches."""
    found: list[list[int]] = []
    for square in walk:
        last = found[-1][-1] if found else None
        if last is not None and abs(square // cols - last // cols) + abs(square % cols - last % cols) == 1:
            found[-1].append(square)
        elif last != square:
            found.append([square])
    return found


def _line(cols: int, rows: int, walk: Sequence[int], turn: int) -> list[Point]:
    """The middles of squares, a little aside, so that the lines of several turns can be told apart."""
    aside = SQUARE / 2 + ((turn * 7) % 5 - 2) * 1.5
    return [(square % cols * SQUARE + aside, (rows - 1 - square // cols) * SQUARE + aside) for square in walk]


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
        x, y = x + round(mx - x, 1), y + round(my - y, 1)
    (ax, ay), (bx, by) = points[-2], points[-1]
    path.append(f"q{pair(ax - x, ay - y)} {pair(bx - x, by - y)}")
    return "".join(path)


def _rough(points: Sequence[Point]) -> str:
    """The pencil's second, lighter stroke."""
    x, y = points[0]
    path = [f"M{pair(x, y)}"]
    for px, py in points[1:]:
        path.append("l" + pair(px - x, py - y))
        x, y = px, py
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

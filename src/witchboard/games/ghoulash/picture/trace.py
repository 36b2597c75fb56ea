"""Pencil lines: where somebody walked. Seeded by scenario and turn, so that a line never changes once it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, dist, sin
from typing import Final, TypeAlias

from witchboard.engine.picture import group

from .pencil import AFTER, NUMBERS, Point, pair, shaken, tremble
from .places import SQUARE
from .printed import Kind

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
    found: list[tuple[str, str]] = []
    known = tuple([tuple(stretch) for stretch, new in stretches if not new])
    if known:
        found.append((f"{kind}-turn-{turn}-known", _known(cols, rows, turn, known)))
    for n, piece in enumerate(pieces):
        key = f"{kind}-turn-{turn}" + (f"-{n + 1}" if n else "")
        ends = (n == 0 and stretches[0][1], n == len(pieces) - 1 and stretches[-1][1])
        found.append((key, _trace(key, kind, seed, cols, rows, turn, tuple(piece), ends, going)))
    return tuple([(key, group(key, [lines], f"trace {kind}", at)) for key, lines in found])


def _parted(cols: int, walk: Sequence[int], steps: frozenset[Step]) -> list[tuple[list[int], bool]]:
    """The walk's stretches, and whether they lead into something new or over known ground."""
    found: list[tuple[list[int], bool]] = []
    stretch, into, back = [-1], False, -cols
    for step in pairwise(walk):
        start, end = step
        way = end - start
        if way == cols or way == back or (way == 1 and end % cols) or (way == -1 and start % cols):
            new = step in steps
            if stretch[-1] == start and into == new:
                stretch.append(end)
            else:
                stretch, into = [start, end], new
                found.append((stretch, new))
    return found


Ways: TypeAlias = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=8192)
def _known(cols: int, rows: int, turn: int, ways: Ways) -> str:
    """The ways over known ground: the same wherever the chart lies."""
    aside, bottom = _aside(rows, turn)
    path = []
    for way in ways:
        corners = [way[at] for at in _bends(way)]
        spots = [pair(square % cols * SQUARE + aside, bottom - square // cols * SQUARE) for square in corners]
        path.append("M" + "L".join(spots))
    return f'<path d="{"".join(path)}" class="t0"/>'


@lru_cache(maxsize=8192)
def _trace(
    key: str, kind: Kind, seed: str, cols: int, rows: int, turn: int, ways: Ways, ends: tuple[bool, bool], going: bool
) -> str:
    """A piece of the walk, the same wherever the chart lies; `ends`: whether it has the walk's first and its last."""
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
    lines = f'<path d="{drawn}" class="t1"/><path d="{heads}" class="th"/>'
    return f'{lines}<path d="{faint}" class="t2"/>' if faint else lines


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
        path.append("M" + "L".join([pair(*line[at]) for at in _bends(stretch)]))
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
    """The middles of squares, drawn aside."""
    aside, bottom = _aside(rows, turn)
    return [(square % cols * SQUARE + aside, bottom - square // cols * SQUARE) for square in walk]


def _aside(rows: int, turn: int) -> Point:
    """Where the first column and the lowest row are drawn: aside, so that the lines of turns can be told apart."""
    aside = SQUARE / 2 + ((turn * 7) % 5 - 2) * 1.5
    return aside, (rows - 1) * SQUARE + aside


def _bends(way: Sequence[int]) -> list[int]:
    """The places in an unbroken way where it begins, bends and ends; where it turns back it doesn't bend."""
    found = [0]
    if len(way) > 2:
        inner = enumerate(zip(way, way[1:], way[2:]), 1)
        found += [at for at, (one, two, three) in inner if three != one and three + one != 2 * two]
    found.append(len(way) - 1)
    return found


def _towards(start: Point, end: Point, way: float) -> Point:
    """The point so far on from one to the other."""
    (ax, ay), (bx, by) = start, end
    share = way / dist(start, end)
    return ax + (bx - ax) * share, ay + (by - ay) * share


def _sampled(line: Sequence[Point]) -> list[Point]:
    """Points along a line that runs across and down: two on the way to each corner, and two that round it."""
    found = [line[0]]
    ux = uy = 0
    for at, ((ax, ay), (bx, by)) in enumerate(pairwise(line)):
        dx, dy = bx - ax, by - ay
        vx, vy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
        if at:
            found.append((ax + (vx - ux) * ROUND, ay + (vy - uy) * ROUND))
        ux, uy = vx, vy
        found += ((ax + dx / 3, ay + dy / 3), (ax + dx * 2 / 3, ay + dy * 2 / 3))
    found.append(line[-1])
    return found


def _curve(points: Sequence[Point]) -> str:
    """A path through the middles between the points, from tenth to tenth, so that what is rounded doesn't add up."""
    x, y = round(points[0][0], 1), round(points[0][1], 1)
    path = [f"M{pair(x, y)}"]
    for (ax, ay), (bx, by) in pairwise(points[1:-1]):
        across, down = round(((ax + bx) / 2 - x) * 10), round(((ay + by) / 2 - y) * 10)
        path.append(f"q{pair(ax - x, ay - y)} {NUMBERS[across]}{AFTER[down]}")
        x += across / 10
        y += down / 10
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


def _heads(line: Sequence[Point], kind: Kind) -> str:
    """Arrowheads on every second square and at the end."""
    path = []
    size, wings, closed = HEADS[kind]
    last = len(line) - 2
    for at, ((ax, ay), (bx, by)) in enumerate(pairwise(line)):
        dx, dy = bx - ax, by - ay
        if (at % 2 and at != last) or abs(dx + dy) < size * 2:
            continue
        share = 0.92 if at == last else 0.62
        x, y = ax + dx * share, ay + dy * share
        lx, ly, rx, ry = wings[(dx > 0) - (dx < 0), (dy > 0) - (dy < 0)]
        path.append(f"M{pair(x + lx, y + ly)}L{pair(x, y)} {pair(x + rx, y + ry)}{closed}")
    return "".join(path)


def _wings(size: float) -> dict[tuple[int, int], tuple[float, float, float, float]]:
    """The ends of an arrowhead of that size, seen from its tip, by where it points."""
    found = {}
    for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        left, right = (atan2(way[1], way[0]) + turned for turned in (2.45, -2.45))
        length = size * 1.35
        found[way] = (length * cos(left), length * sin(left), length * cos(right), length * sin(right))
    return found


HEADS: Final = {"own": (4.6, _wings(4.6), ""), "opp": (6.5, _wings(6.5), "Z")}

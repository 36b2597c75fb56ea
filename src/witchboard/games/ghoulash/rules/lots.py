"""Drawing what lies unseen: whole hides for the computer's set-up, and hides that agree with what a seat knows.

Lines are drawn in an order in which the choices of one leave the next the same number of ways, so that every hide is
equally likely, wherever the squares that lines allow lie within one another; else nearly so. Nothing that is asked of a
hide is ever dropped: what doesn't fit is drawn again.
"""

from __future__ import annotations

from mypy_extensions import i64

from witchboard.engine.stream import Stream

from ..tables import Line, Plan
from .counting import split


class Lot:
    """A hide of one grid that is being drawn.

    `hide` holds what is known to lie where, `closed` by slot and square whether nothing more may be put there, and
    `missing` how many icons of each line are still to be placed.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.hide: list[i64] = [0] * plan.squares
        self.closed: list[i64] = [0] * (3 * plan.squares)
        self.missing: list[i64] = [line.count for line in plan.lines]
        self.above: list[i64] = [-1 for _ in plan.lines]  # the square after which the line's next icon lies
        self.within: list[list[i64]] = [[0] * (len(plan.area_names) + 1) for _ in plan.lines]

    def copy(self) -> Lot:
        """The same, to be drawn on by itself."""
        found = Lot(self.plan)
        found.hide = self.hide.copy()
        found.closed = self.closed.copy()
        found.missing = self.missing.copy()
        found.above = self.above.copy()
        found.within = [within.copy() for within in self.within]
        return found

    def put(self, number: i64, square: i64) -> None:
        """An icon of that line lies there."""
        line = self.plan.lines[number]
        self.hide[square] |= line.bits
        self.closed[line.slot * self.plan.squares + square] = 1
        self.missing[number] -= 1
        self.within[number][self.plan.area[square]] += 1

    def after(self, number: i64, square: i64) -> None:
        """The line's other icons lie on later squares only (GH-184)."""
        self.above[number] = square

    def open_squares(self, number: i64) -> list[i64]:
        """Where the line's next icon may lie as far as its squares and slot go."""
        line = self.plan.lines[number]
        first = line.slot * self.plan.squares
        above = self.above[number]
        return [square for square in line.squares if square > above and not self.closed[first + square]]

    def fill(self, stream: Stream) -> bool:
        """Draw all that is missing; False if something found no room."""
        for number in self.plan.order:
            if self.missing[number] > 0:
                line = self.plan.lines[number]
                placed = self.spread_out(number, stream) if line.cap or line.minimums else self.strew(number, stream)
                if not placed:
                    return False
        return True

    def strew(self, number: i64, stream: Stream) -> bool:
        """Draw a line that has neither cap nor minimum."""
        return self.some(number, self.open_squares(number), self.missing[number], stream)

    def some(self, number: i64, squares: list[i64], count: i64, stream: Stream) -> bool:
        """Put so many of a line on any of these squares."""
        left = len(squares)
        if left < count:
            return False
        for _ in range(count):
            at = stream.below(left)
            left -= 1
            square = squares[at]
            squares[at] = squares[left]
            self.put(number, square)
        return True

    def spread_out(self, number: i64, stream: Stream) -> bool:
        """Draw a line with a cap or minimums: first how many come to each area, then where."""
        plan, line = self.plan, self.plan.lines[number]
        areas = len(plan.area_names) + 1
        by_area: list[list[i64]] = [[] for _ in range(areas)]
        for square in self.open_squares(number):
            by_area[plan.area[square]].append(square)
        count = self.missing[number]
        within = self.within[number]
        free: list[i64] = [len(squares) for squares in by_area]
        room = [headroom(line, plan, area, within[area], count) for area in range(areas)]
        needs = needed(line, within)
        shares = split(free, room, line.minimum_of, needs, count, stream)
        if not shares:
            return False
        for area in range(areas):
            if shares[area]:
                self.some(number, by_area[area], shares[area], stream)
        return True

    def weigh(self, weights: list[list[int]], stream: Stream) -> bool:
        """Draw all that is missing by weights of squares for each line; False if something found no room."""
        plan = self.plan
        for number in range(len(plan.lines)):
            line = plan.lines[number]
            while self.missing[number] > 0:
                squares: list[i64] = []
                heavy: list[int] = []
                for square in self.open_squares(number):
                    weight, area = weights[number][square], plan.area[square]
                    if weight and headroom(line, plan, area, self.within[number][area], 1) > 0:
                        squares.append(square)
                        heavy.append(weight)
                if not squares:
                    return False
                self.put(number, squares[stream.pick(heavy)])
            if max([0, *needed(line, self.within[number])]) > 0:
                return False
        return True


def headroom(line: Line, plan: Plan, area: i64, within: i64, most: i64) -> i64:
    """How many more the cap of a line admits in an area, at most so many; the street has no cap (GH-020)."""
    if line.cap == 0 or area == len(plan.area_names):
        return most
    return max(0, min(most, line.cap - within))


def needed(line: Line, within: list[i64]) -> list[i64]:
    """How many each set of areas still needs (GH-021)."""
    needs = line.minimums.copy()
    for area in range(len(within)):
        if line.minimum_of[area] >= 0:
            needs[line.minimum_of[area]] -= within[area]
    return [max(0, need) for need in needs]

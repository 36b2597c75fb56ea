"""Drawn ways: squares clicked or dragged over one after another, known or not, walked to the first encounter.

A way is checked against all the explorer knows before its first step (GH-191). Steps over free known ground are no
options (GH-056): of a way only the steps into something make its line.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final

from witchboard.engine.choice import Choice
from witchboard.engine.errors import IllegalError
from witchboard.engine.play import decision
from witchboard.engine.state import State

from ..picture import ids
from ..rules.race import Race, offset
from ..rules.walking import Move
from ..state import MOVE, Hunt
from ..tables import DIRECTIONS, DOOR, NONE
from ..view import view
from .briefing import counted
from .moving import MoveSpeaker
from .scene import Scene

FREE_STEP: Final = 1  # what a step costs when the shortest way is sought: known and empty,
NEW_STEP: Final = 20  # not known,
DOOR_STEP: Final = 60  # a doorway that may be blocked,
BITTEN_STEP: Final = 2000  # a known obstacle: only as the end of a way
GAPS: Final = 24  # filled in one way; a drawn one has few, since the pointer passes over neighbours


def ways(state: State, seat: int) -> bool:
    """Whether the seat is asked for a step."""
    assert isinstance(state, Hunt)
    step = decision(state, seat)
    return isinstance(step, Move) or (isinstance(step, Race) and state.phase[seat] == MOVE)


def way(state: Hunt, seat: int, over: Sequence[str]) -> Choice:
    """The line of a way over those squares. Raises `IllegalError` with the rule that forbids it."""
    if not ways(state, seat):
        raise IllegalError("no way can be drawn now", "GH-050")
    scene = Scene(state.plan, view(state, seat), seat, seat)
    first = int(offset(state, MOVE)) if isinstance(decision(state, seat), Race) else 0
    return Way(scene).choice(over, first)


class Way:
    """A way over what one explorer knows."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.plan = scene.plan
        self.free = set(scene.grid.free)

    def choice(self, over: Sequence[str], first: int) -> Choice:
        """The way over these squares, gaps filled by the shortest way."""
        steps = self._steps(self._squares(over))
        line = self._line(steps)
        if not line:
            name = self.scene.name(self._end(steps[-1])) if steps else "that square"
            raise IllegalError(f"{name} is explored and empty: a move can't end there, but going on is free", "GH-057")
        for code in line[:-1]:
            self._look_out(code)
        via = [self._end(code) for code in steps]
        speaker = MoveSpeaker(self.scene, "GH-050", int(DIRECTIONS * self.plan.squares))
        single = len(line) == 1
        words = f"Walk to {self.scene.name(via[-1])}" if not single else speaker.words(line[0])
        return Choice(
            line=tuple([first + code for code in line]),
            text=f"walk to {self.scene.name(via[-1])}",
            words=words,
            rule="GH-053",
            targets=(ids.square(self.scene.name(via[-1])),),
            weighty=True,
            course=self._course(line, speaker),
            via=tuple([ids.square(self.scene.name(square)) for square in via]),
        )

    def _squares(self, over: Sequence[str]) -> list[int]:
        """The squares among what was drawn over, each once in a row."""
        numbers = {ids.square(name): square for square, name in enumerate(self.plan.names)}
        numbers |= self._ends_of_arrows()
        found: list[int] = []
        for one in over:
            square = numbers.get(one, NONE)
            if square != NONE and self.plan.enterable[square] and found[-1:] != [square]:
                found.append(int(square))
        if not found:
            raise IllegalError("no way leads there: choose a square of the grid you walk", "GH-049")
        return found

    def _ends_of_arrows(self) -> dict[str, int]:
        """The arrows that show steps, by the squares they lead to."""
        found = {}
        for square in range(int(self.plan.squares)):
            for code in self.plan.out[square]:
                end = int(self.plan.to[code])
                if end != NONE:
                    found[ids.step(self.scene.name(square), self.scene.name(end))] = end
        return found

    def _steps(self, squares: list[int]) -> list[int]:
        """The step codes from where the explorer stands over these squares."""
        at, found = self.scene.grid.at, list[int]()
        walked = {square for square in range(len(self.plan.names)) if self.scene.is_explored(square)}
        gaps = 0
        for square in squares:
            if square == at:
                continue
            near = [int(code) for code in self.plan.out[at] if self._end(code) == square and self._price(code, walked)]
            gaps += not near
            if gaps > GAPS:
                raise IllegalError(
                    f"the way leaps {gaps} times: draw it square by square, or to fewer places", "GH-191"
                )
            part = near[:1] or self._shortest(at, square, walked)
            found += part
            walked.update(self._end(code) for code in part)
            at = square
        return found

    def _shortest(self, start: int, end: int, walked: set[int]) -> list[int]:
        """The way that enters the least that is new, over what can be passed for all that is known."""
        queue, came, cost = [(0, start)], dict[int, int](), {start: 0}
        while queue:
            paid, square = heappop(queue)
            if square == end:
                return self._back(came, start, end)
            if paid > cost[square] or (square != start and self._bites(square)):
                continue
            for code in self.plan.out[square]:
                to, price = self._end(code), self._price(code, walked)
                if price and paid + price < cost.get(to, 1 << 30):
                    cost[to] = paid + price
                    came[to] = int(code)
                    heappush(queue, (paid + price, to))
        raise IllegalError(f"no way leads from {self.scene.name(start)} to {self.scene.name(end)}", "GH-191")

    def _back(self, came: dict[int, int], start: int, end: int) -> list[int]:
        found: list[int] = []
        while end != start:
            found.append(came[end])
            end = came[end] % int(self.plan.squares)
        return found[::-1]

    def _end(self, code: int) -> int:
        return int(self.plan.to[code])

    def _price(self, code: int, walked: set[int]) -> int:
        """What a step costs when a way is sought; 0 where none can be taken."""
        end, lock, door = self._end(code), self.scene.lock(code), self.scene.door_name(code)
        if end == NONE or (lock and not self.scene.holds_key(lock)):
            return 0
        if door and self.scene.door_state(door) == "blocked":
            return 0
        step = BITTEN_STEP if self._bites(end) else FREE_STEP if end in walked else NEW_STEP
        return step + (DOOR_STEP if self._untried(code) else 0)

    def _untried(self, code: int) -> bool:
        door = self.scene.door_name(code) if self.plan.gate[code] >= DOOR else ""
        return bool(door) and not self.scene.door_state(door)

    def _bites(self, square: int) -> bool:
        return bool(self.scene.obstacle(square))

    def _line(self, steps: list[int]) -> list[int]:
        """The steps that are options: into something, through a doorway not yet tried, to a left item at the end."""
        found, tried, walked = list[int](), set[str](), set[int]()
        for at, code in enumerate(steps):
            end, last = self._end(code), at == len(steps) - 1
            new = not self.scene.is_explored(end) and end not in walked
            door = self.scene.door_name(code) if self._untried(code) else ""
            if new or self._bites(end) or (door and door not in tried) or (last and self.scene.left_item(end)):
                found.append(code)
            walked.add(end)
            tried.add(door)
        return found

    def _look_out(self, code: int) -> None:
        """Nothing that is known may end the move before the way does."""
        end = self._end(code)
        if self._bites(end):
            name = self.scene.words(self.scene.obstacle(end)).name
            raise IllegalError(f"the {name} on {self.scene.name(end)} would end the move there", "GH-060")

    def _course(self, line: list[int], speaker: MoveSpeaker) -> str:
        """What the way enters, and what is known to await it (GH-173)."""
        if not self.scene.foretells:
            return ""
        new = len({self._end(code) for code in line if not self.scene.is_explored(self._end(code))})
        doors = sum(1 for code in line if self._untried(code))
        parts = [counted(new, "unknown square")] if new else []
        parts += [f"{counted(doors, 'doorway')} not yet tried"] if doors else []
        price = speaker.course(line[-1])
        return ", ".join(parts + ([price] if price else []))

"""Stroll: a die gives steps, which one spends on one's own walker and on the dog, through a garden half in fog.

What it proves of the engine: a grid of 21 by 17 squares; several movers from one throw; single steps beside courses,
lines of steps with one target; something hidden that comes out on the way and breaks a course off; a closing choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from witchboard.engine.choice import Choice, Forecast
from witchboard.engine.errors import IllegalError
from witchboard.engine.game import Option, OptionValue, Outcome
from witchboard.engine.play import asked, decision
from witchboard.engine.position import Codec, Json, Number, Several
from witchboard.engine.state import Content, State, Watch
from witchboard.engine.steps import Automatic, Chance, Decision

from .base import TinyGame, TinyState
from .drawing import Piece

RULES = """# Stroll

- **ST-001** Two walkers start in opposite corners of the garden, the dog in the middle. The garden is big, or small.
- **ST-002** In turn each throws the die: one to three steps; a number is the likelier the higher it is.
- **ST-003** A step takes one's walker or the dog to the next square, where nobody stands and no hedge is between.
- **ST-004** Who enters fog finds a coin or a pit; what is left of either is known. A coin is a point for who moved.
- **ST-005** A pit ends the steps.
- **ST-006** One may stop before the steps are spent.
- **ST-007** After the agreed rounds more coins win; equal coins are a draw.
"""
DIRECTIONS = ("north", "east", "south", "west")
FINDS = ("coin", "pit")
COIN, PIT = 0, 1
MOVERS = ("walker", "dog")
DOG = 2
STOP = 4 * len(MOVERS)
SIZES = {"small": (3, 2), "big": (21, 17)}


class Stroll(TinyState):
    """`at` are the squares of both walkers and the dog, `fog` flags by square, `bag` counts what the fog hides."""

    FIELDS: ClassVar[tuple[str, ...]] = ("players", "size", "at", "fog", "bag", "points", "steps", "turn", "rounds")

    def clear(self) -> None:
        self.size = 0
        self.at = [0, 0, 0]
        self.fog: list[int] = []
        self.bag = [0, 0]
        self.points = [0, 0]
        self.steps = 0
        self.turn = 0
        self.rounds = 1

    @property
    def columns(self) -> int:
        return list(SIZES.values())[self.size][0]

    @property
    def rows(self) -> int:
        return list(SIZES.values())[self.size][1]

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return (self.turn - 1) % 2

    def square(self, square: int) -> str:
        """The name of a square."""
        row, column = divmod(square, self.columns)
        return f"{chr(97 + column)}{row + 1}"

    def piece(self, mover: int) -> int:
        """The place in `at` of the active seat's walker, or of the dog."""
        return DOG if mover else self.active

    def beyond(self, square: int, direction: int) -> int:
        """The square one step on in that direction, or -1 where the garden ends or a hedge stands (ST-003)."""
        row, column = divmod(square, self.columns)
        to_row = row + (0, 0, 1, 0)[direction] - (direction == 0)
        to_column = column + (0, 1, 0, 0)[direction] - (direction == 3)
        if not (0 <= to_row < self.rows and 0 <= to_column < self.columns) or hedge((row, column), (to_row, to_column)):
            return -1
        return to_row * self.columns + to_column

    def paths(self, mover: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Each square the mover can come to in the steps left, with a shortest line of options; fog only at its end."""
        start = self.at[self.piece(mover)]
        found: dict[int, tuple[int, ...]] = {start: ()}
        queue = [start]
        for square in queue:
            if len(found[square]) == self.steps or (square != start and self.fog[square]):
                continue
            for direction in range(4):
                to = self.beyond(square, direction)
                if to >= 0 and to not in found and to not in self.at:
                    found[to] = (*found[square], 4 * mover + direction)
                    queue.append(to)
        for square, line in found.items():
            if line:
                yield square, line


def hedge(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether a hedge stands between two squares that are neighbours: east of some squares, one in seven."""
    (row, column), (to_row, _) = sorted((one, other))
    return row == to_row and (3 * column + 2 * row) % 7 == 5


class Turn(Automatic[Stroll]):
    """The next walker's turn, as long as rounds are left (ST-002, ST-007)."""

    rule: ClassVar[str] = "ST-002"

    def run(self, state: Stroll, watch: Watch | None) -> None:
        if state.turn < 2 * state.rounds:
            state.turn += 1
            state.push(self)
            state.push(Throw())


class Throw(Chance[Stroll]):
    """How many steps there are (ST-002)."""

    rule: ClassVar[str] = "ST-002"
    label: ClassVar[str] = "die"

    def outcomes(self, state: Stroll) -> int:
        return state.content.numbers["faces"]

    def weights(self, state: Stroll) -> list[int] | None:
        return [face + 1 for face in range(self.outcomes(state))]

    def take(self, state: Stroll, outcome: int, watch: Watch | None) -> None:
        state.steps = outcome + 1
        if watch:
            watch.tell(state, "thrown", (state.active + 1, outcome + 1))
        state.push(Walk())

    def text(self, state: Stroll, outcome: int) -> str:
        return str(outcome + 1)


class Walk(Decision[Stroll]):
    """One step of one's walker or the dog, or stop (ST-003, ST-006)."""

    rule: ClassVar[str] = "ST-003"
    closing: ClassVar[bool] = True

    @classmethod
    def span(cls, content: Content) -> int:
        return STOP + 1

    def seat(self, state: Stroll) -> int:
        return state.active

    def options(self, state: Stroll, seat: int) -> list[int]:
        found = []
        for option in range(STOP if state.steps else 0):
            to = state.beyond(state.at[state.piece(option // 4)], option % 4)
            if to >= 0 and to not in state.at:
                found.append(option)
        return [*found, STOP]

    def take(self, state: Stroll, seat: int, option: int, watch: Watch | None) -> None:
        if option == STOP:
            return
        piece = state.piece(option // 4)
        to = state.beyond(state.at[piece], option % 4)
        state.at[piece] = to
        state.steps -= 1
        if watch:
            watch.tell(state, "stepped", (MOVERS.index("dog" if piece == DOG else "walker"), to))
        state.push(self)
        if state.fog[to]:
            state.push(Find(to))

    def text(self, state: Stroll, option: int) -> str:
        return "stop" if option == STOP else f"{MOVERS[option // 4]} {DIRECTIONS[option % 4]}"


class Find(Chance[Stroll]):
    """What the fog on a square hides (ST-004, ST-005)."""

    rule: ClassVar[str] = "ST-004"
    label: ClassVar[str] = "find"

    def __init__(self, square: int) -> None:
        self.square = square

    def args(self) -> tuple[int, ...]:
        return (self.square,)

    def _kinds(self, state: Stroll) -> list[int]:
        return [kind for kind in (COIN, PIT) if state.bag[kind]]

    def outcomes(self, state: Stroll) -> int:
        return len(self._kinds(state))

    def weights(self, state: Stroll) -> list[int] | None:
        return [state.bag[kind] for kind in self._kinds(state)]

    def take(self, state: Stroll, outcome: int, watch: Watch | None) -> None:
        kind = self._kinds(state)[outcome]
        state.bag[kind] -= 1
        state.fog[self.square] = 0
        if kind == COIN:
            state.points[state.active] += 1
        else:
            state.steps = 0
        if watch:
            watch.tell(state, FINDS[kind], (state.active + 1, self.square))

    def text(self, state: Stroll, outcome: int) -> str:
        return FINDS[self._kinds(state)[outcome]]


class StrollGame(TinyGame[Stroll]):
    """Stroll as a `Game`."""

    key: ClassVar[str] = "tiny-stroll"
    title: ClassVar[str] = "Stroll"
    prefix: ClassVar[str] = "ST"
    players: ClassVar[tuple[int, ...]] = (2,)
    bound: ClassVar[int] = 160  # ten rounds of a throw, three steps, three finds and a stop
    numbers: ClassVar[Mapping[str, int]] = {"faces": 3}
    state_type: ClassVar[type[TinyState]] = Stroll
    rules_text: ClassVar[str] = RULES
    questions: ClassVar[Mapping[str, str]] = {"Walk": "Where do you step?"}
    words: ClassVar[Mapping[str, str]] = {
        "thrown": "Seat {0} throws {1}.",
        "stepped": "Mover {0} steps to square {1}.",
        "coin": "Seat {0} finds a coin.",
        "pit": "Seat {0} finds a pit.",
    }
    options = (
        Option("size", "Size", "How big the garden is.", "ST-001", tuple((size, size) for size in SIZES), "big"),
        Option("rounds", "Rounds", "How many turns each has.", "ST-007", ((1, "one"), (3, "three"), (10, "ten")), 3),
    )

    def __init__(self, changes: Mapping[str, int] | None = None) -> None:
        squares = 21 * 17
        fields: dict[str, Codec] = {
            "players": Number(2, 2),
            "size": Number(0, 1),
            "at": Several(Number(0, squares - 1), 3),
            "fog": Several(Number(0, 1), squares),
            "bag": Several(Number(0, squares), 2),
            "points": Several(Number(0, squares), 2),
            "steps": Number(0, 3),
            "turn": Number(0, 99),
            "rounds": Number(1, 99),
        }
        super().__init__(fields, [Turn, Throw, Walk, Find], changes or {})

    def start(self, players: int, options: Mapping[str, OptionValue]) -> Stroll:
        state = self.fresh()
        state.players = players
        state.size = list(SIZES).index(str(options["size"]))
        state.rounds = int(options["rounds"])
        last = state.rows * state.columns - 1
        state.at = [0, last, (state.rows // 2) * state.columns + state.columns // 2]
        state.fog = [int(square not in state.at and square % 5 in (1, 3)) for square in range(last + 1)]
        pits = (sum(state.fog) + 1) // 3
        state.bag = [sum(state.fog) - pits, pits]
        state.push(Turn())
        return state

    def view(self, state: Stroll, observer: int) -> Json:
        return {
            "columns": state.columns,
            "at": [state.square(square) for square in state.at],
            "fog": [state.square(square) for square, hidden in enumerate(state.fog) if hidden],
            "left": {name: state.bag[kind] for kind, name in enumerate(FINDS)},
            "points": [*state.points],
            "steps": state.steps,
            "turn": state.turn,
        }

    def choice(self, state: Stroll, seat: int, option: int) -> Choice:
        single = super().choice(state, seat, option)
        if option == STOP:
            return single
        to = state.beyond(state.at[state.piece(option // 4)], option % 4)
        return Choice(single.line, single.text, single.words, single.rule, single.targets, forecast=_find(state, to))

    def courses(self, state: Stroll, seat: int) -> Sequence[Choice]:
        if seat not in asked(state):
            return ()
        step = decision(state, seat)
        found = []
        for mover, name in enumerate(MOVERS):
            for square, line in state.paths(mover):
                if len(line) > 1:
                    found.append(
                        Choice(
                            line,
                            text=step.text(state, line[0]),
                            words=f"{name.capitalize()} to {state.square(square)}",
                            rule=step.rule,
                            targets=(f"piece-{state.piece(mover)}", f"square-{square}"),
                            forecast=_find(state, square),
                            course=f"{len(line)} steps" + (" into the fog" if state.fog[square] else ""),
                        )
                    )
        return found

    def ways(self, state: Stroll, seat: int) -> bool:
        return seat in asked(state) and bool(state.steps)

    def way(self, state: Stroll, seat: int, over: Sequence[str]) -> Choice:
        """The walker's way, square by square: each must be a neighbour of the one before."""
        at, line, step = state.at[state.piece(0)], [], decision(state, seat)
        squares = [int(one.removeprefix("square-")) for one in over if one.startswith("square-")]
        for to in squares:
            if to == at:
                continue
            ahead = [way for way in range(4) if state.beyond(at, way) == to and to not in state.at]
            if not ahead:
                raise IllegalError(f"no step leads from {state.square(at)} to {state.square(to)}", "ST-003")
            line.append(ahead[0])
            at = to
        if not 0 < len(line) <= state.steps:
            raise IllegalError(f"you have {state.steps} steps, the way has {len(line)}", "ST-002")
        words, course = f"Walker to {state.square(at)}", f"{len(line)} steps"
        via = tuple(f"square-{square}" for square in squares)
        return Choice(tuple(line), step.text(state, line[0]), words, step.rule, via[-1:], True, course=course, via=via)

    def pieces(self, sight: Mapping[str, Json]) -> list[Piece]:
        columns, at, fog = sight["columns"], sight["at"], sight["fog"]
        assert isinstance(columns, int) and isinstance(at, list) and isinstance(fog, list)
        rows = next(rows for wide, rows in SIZES.values() if wide == columns)
        names = {f"{chr(97 + square % columns)}{square // columns + 1}": square for square in range(columns * rows)}
        found = [(f"square-{n}", n % columns, n // columns, "fog" if s in fog else s) for s, n in names.items()]
        where = [names[str(square)] for square in at]
        found += [(f"piece-{one}", n % columns, n // columns, str(one + 1)) for one, n in enumerate(where)]
        facts = f"points {sight['points']}, steps {sight['steps']}, turn {sight['turn']}, left {sight['left']}"
        return [*found, ("stop", 0, rows, facts)]

    def outcome(self, state: Stroll) -> Outcome:
        won = tuple(points > other for points, other in zip(state.points, reversed(state.points)))
        return Outcome(won, "coins" if any(won) else "draw", "More coins win.", tuple(state.points))

    def text(self, state: Stroll, observer: int, width: int = 80) -> str:
        rows = []
        for row in range(state.rows):
            squares = range(row * state.columns, (row + 1) * state.columns)
            rows.append(" ".join("12D"[state.at.index(s)] if s in state.at else ".~"[state.fog[s]] for s in squares))
        return "\n".join(rows)

    def targets(self, state: Stroll, seat: int, step: Decision[State], option: int) -> tuple[str, ...]:
        if option == STOP:
            return ("stop",)
        piece = state.piece(option // 4)
        return (f"piece-{piece}", f"square-{state.beyond(state.at[piece], option % 4)}")


def _find(state: Stroll, square: int) -> Forecast | None:
    """What one may find on a square, if fog lies on it."""
    if not state.fog[square]:
        return None
    return Forecast(tuple((name, count / sum(state.bag)) for name, count in zip(FINDS, state.bag)))


GAME = StrollGame()

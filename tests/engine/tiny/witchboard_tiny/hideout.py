"""Hideout: two players hide mice and a cat at the same time, then look for the other's cat.

What it proves of the engine: a simultaneous secret hide of several answers a seat that never runs into a dead end,
a draft with faults by rule and element, a weighted chance, a secret choice of one seat, and worlds imagined by pieces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from witchboard.engine.choice import Draft, Fault
from witchboard.engine.drafting import Drafting, Pairs
from witchboard.engine.game import ALL, Option, OptionValue, Outcome
from witchboard.engine.play import asked
from witchboard.engine.position import Codec, Json, Number, Several
from witchboard.engine.state import Content, State, Watch
from witchboard.engine.steps import Automatic, Chance, Decision, Simultaneous
from witchboard.engine.stream import Stream

from .base import Printed, TinyGame, TinyState, numbers, whole
from .drawing import Piece

RULES = """# Hideout

- **HO-001** Two players; each has a grid of his own, two rows of three squares.
- **HO-002** At the same time and in secret each hides two mice and a cat, one to a square.
- **HO-003** The cat never sits beside a mouse, above, below, left or right.
- **HO-004** For the record the mice are named first, in ascending order of their squares, then the cat.
- **HO-005** A lot says who looks first: in two of three cases the first player.
- **HO-006** In turn each looks at a new square of the other's grid; what sits there is shown. A mouse is a point.
- **HO-007** A cat that is found lifts a paw in secret, left or right. Who names it wins at once; else it gets away.
- **HO-008** After the agreed number of looks each, more points win; equal points are a draw.
"""
EMPTY, MOUSE, CAT = 0, 1, 2
UNKNOWN = -1
SIGNS = {UNKNOWN: "?", EMPTY: ".", MOUSE: "m", CAT: "c"}


class Hideout(TinyState):
    """Both grids lie one behind the other in `icons` and `looked`."""

    FIELDS: ClassVar[tuple[str, ...]] = ("players", "icons", "looked", "points", "looker", "paw", "winner", "looks")

    def clear(self) -> None:
        self.size = self.content.numbers["rows"] * self.content.numbers["columns"]
        self.icons = [EMPTY] * (2 * self.size)
        self.looked = [0] * (2 * self.size)
        self.points = [0, 0]
        self.looker = 0
        self.paw = UNKNOWN
        self.winner = UNKNOWN
        self.looks = 1

    def grid(self, seat: int) -> list[int]:
        """The icons of that seat's grid."""
        return self.icons[seat * self.size : (seat + 1) * self.size]

    def square(self, square: int) -> str:
        """The name of a square of a grid."""
        row, column = divmod(square % self.size, self.content.numbers["columns"])
        return f"{'abcdefgh'[column]}{row + 1}"


def beside(content: Printed, square: int) -> list[int]:
    """The squares above, below, left and right."""
    columns = content.numbers["columns"]
    row, column = divmod(square, columns)
    near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [r * columns + c for r, c in near if 0 <= r < content.numbers["rows"] and 0 <= c < columns]


def cat_squares(content: Printed, grid: list[int]) -> list[int]:
    """The empty squares with no mouse beside them (HO-003)."""
    empty = [square for square, icon in enumerate(grid) if icon == EMPTY]
    return [square for square in empty if all(grid[near] != MOUSE for near in beside(content, square))]


def open_squares(content: Printed, grid: list[int]) -> list[int]:
    """Where the next icon in canonical order may go so that the rest still finds room (HO-002 to HO-004)."""
    mice = grid.count(MOUSE)
    if mice == content.numbers["mice"]:
        return cat_squares(content, grid)
    first = max([square for square, icon in enumerate(grid) if icon == MOUSE], default=-1) + 1
    return [s for s in range(first, len(grid)) if open_squares(content, [*grid[:s], MOUSE, *grid[s + 1 :]])]


class Hide(Simultaneous[Hideout]):
    """Where the next icon goes, the mice first (HO-002)."""

    rule: ClassVar[str] = "HO-002"

    @classmethod
    def span(cls, content: Content) -> int:
        assert isinstance(content, Printed)
        return content.numbers["rows"] * content.numbers["columns"]

    def seats(self, state: Hideout) -> list[int]:
        return [seat for seat in range(2) if CAT not in state.grid(seat)]

    def options(self, state: Hideout, seat: int) -> list[int]:
        return open_squares(state.content, state.grid(seat))

    def take(self, state: Hideout, seat: int, option: int, watch: Watch | None) -> None:
        icon = MOUSE if state.grid(seat).count(MOUSE) < state.content.numbers["mice"] else CAT
        state.icons[seat * state.size + option] = icon
        if watch:
            watch.tell(state, "hidden", (seat + 1, option), 1 << seat)

    def resolve(self, state: Hideout, watch: Watch | None) -> None:
        if watch:
            watch.tell(state, "all hidden")

    def text(self, state: Hideout, option: int) -> str:
        return f"hide on {state.square(option)}"


class Lot(Chance[Hideout]):
    """Who looks first (HO-005)."""

    rule: ClassVar[str] = "HO-005"
    label: ClassVar[str] = "lot"

    def outcomes(self, state: Hideout) -> int:
        return 2

    def weights(self, state: Hideout) -> list[int] | None:
        return [2, 1]

    def take(self, state: Hideout, outcome: int, watch: Watch | None) -> None:
        state.looker = 1 - outcome  # the turn passes before each look
        if watch:
            watch.tell(state, "lot", (outcome + 1,))

    def text(self, state: Hideout, outcome: int) -> str:
        return f"seat {outcome + 1} begins"


class Turn(Automatic[Hideout]):
    """The other player looks, as long as looks are left (HO-006, HO-008)."""

    rule: ClassVar[str] = "HO-006"

    def run(self, state: Hideout, watch: Watch | None) -> None:
        if sum(state.looked) == 2 * state.looks:
            if state.points[0] != state.points[1]:
                state.winner = int(state.points[1] > state.points[0])
            return
        state.looker = 1 - state.looker
        state.push(self)
        state.push(Look())


class Look(Decision[Hideout]):
    """Which square of the other's grid one looks at (HO-006)."""

    rule: ClassVar[str] = "HO-006"

    @classmethod
    def span(cls, content: Content) -> int:
        return Hide.span(content)

    def seat(self, state: Hideout) -> int:
        return state.looker

    def options(self, state: Hideout, seat: int) -> list[int]:
        first = (1 - seat) * state.size
        return [square for square in range(state.size) if not state.looked[first + square]]

    def take(self, state: Hideout, seat: int, option: int, watch: Watch | None) -> None:
        at = (1 - seat) * state.size + option
        state.looked[at] = 1
        state.points[seat] += state.icons[at] == MOUSE
        if watch:
            watch.tell(state, ("empty", "mouse", "cat")[state.icons[at]], (seat + 1, option), reveals=True)
        if state.icons[at] == CAT:
            state.push(Name())
            state.push(Lift())

    def text(self, state: Hideout, option: int) -> str:
        return f"look at {state.square(option)}"


class Lift(Decision[Hideout]):
    """Which paw the cat lifts; its keeper says it in secret (HO-007)."""

    rule: ClassVar[str] = "HO-007"
    public: ClassVar[bool] = False

    @classmethod
    def span(cls, content: Content) -> int:
        return 2

    def seat(self, state: Hideout) -> int:
        return 1 - state.looker

    def options(self, state: Hideout, seat: int) -> list[int]:
        return [0, 1]

    def take(self, state: Hideout, seat: int, option: int, watch: Watch | None) -> None:
        state.paw = option
        if watch:
            watch.tell(state, "lifted", (seat + 1,))

    def text(self, state: Hideout, option: int) -> str:
        return f"lift the {('left', 'right')[option]} paw"


class Name(Lift):
    """Which paw one thinks it is (HO-007)."""

    public: ClassVar[bool] = True

    def seat(self, state: Hideout) -> int:
        return state.looker

    def take(self, state: Hideout, seat: int, option: int, watch: Watch | None) -> None:
        if option == state.paw:
            state.winner = seat
            state.stack.clear()
        if watch:
            watch.tell(state, "caught" if option == state.paw else "got away", (seat + 1,), reveals=True)
        state.paw = UNKNOWN

    def text(self, state: Hideout, option: int) -> str:
        return f"name the {('left', 'right')[option]} paw"


class HideDrafting(Drafting[Hideout]):
    """Hiding, composed in any order."""

    def draft(self, state: Hideout, seat: int) -> Draft | None:
        if seat not in asked(state) or not isinstance(state.stack[-1], Hide):
            return None
        placed = sum(icon != EMPTY for icon in state.grid(seat))
        mice = state.content.numbers["mice"]
        pieces = [(piece, f"icon-{piece}", "mouse" if piece < mice else "cat") for piece in range(placed, mice + 1)]
        places = [(at, f"grid-{seat}-{at}", state.square(at)) for at in range(state.size)]
        return Draft(tuple(pieces), tuple(places))

    def faults(self, state: Hideout, seat: int, pairs: Pairs, whole: bool) -> Sequence[Fault]:
        faults = []
        grid = state.grid(seat)
        cat = state.content.numbers["mice"]
        hidden = max([square for square, icon in enumerate(grid) if icon == MOUSE], default=-1)
        for piece, square in sorted(pairs):
            if piece != cat and square < hidden:
                faults.append(Fault("A mouse is already hidden further on.", "HO-004", (piece, square)))
            if grid[square] != EMPTY:
                faults.append(Fault(f"Two icons on {state.square(square)}.", "HO-002", (piece, square)))
            grid[square] = MOUSE if piece < cat else CAT
        for piece, square in pairs:
            if piece == cat and any(grid[near] == MOUSE for near in beside(state.content, square)):
                faults.append(Fault("The cat sits beside a mouse.", "HO-003", (piece, square)))
        if CAT not in grid and not cat_squares(state.content, grid):
            faults.append(Fault("No square is left for the cat.", "HO-003"))
        missing = cat + 1 - sum(icon != EMPTY for icon in grid)
        if whole and missing and not faults:
            faults.append(Fault(f"{missing} not hidden yet.", "HO-002"))
        return faults

    def line(self, state: Hideout, seat: int, pairs: Pairs) -> tuple[int, ...]:
        cat = state.content.numbers["mice"]
        mice = sorted(square for piece, square in pairs if piece != cat)
        return (*mice, *(square for piece, square in pairs if piece == cat))


class HideoutGame(TinyGame[Hideout]):
    """Hideout as a `Game`."""

    key: ClassVar[str] = "tiny-hideout"
    title: ClassVar[str] = "Hideout"
    prefix: ClassVar[str] = "HO"
    players: ClassVar[tuple[int, ...]] = (2,)
    bound: ClassVar[int] = 21
    numbers: ClassVar[Mapping[str, int]] = {"rows": 2, "columns": 3, "mice": 2}
    state_type: ClassVar[type[TinyState]] = Hideout
    drafting = HideDrafting()
    rules_text: ClassVar[str] = RULES
    questions: ClassVar[Mapping[str, str]] = {
        "Hide": "Where do you hide the next icon?",
        "Look": "Which square do you look at?",
        "Lift": "Which paw does your cat lift?",
        "Name": "Which paw is it?",
    }
    words: ClassVar[Mapping[str, str]] = {
        "hidden": "Seat {0} hides on square {1}.",
        "all hidden": "All is hidden.",
        "lot": "Seat {0} looks first.",
        "empty": "Seat {0} finds nothing on square {1}.",
        "mouse": "Seat {0} finds a mouse on square {1}.",
        "cat": "Seat {0} finds the cat on square {1}.",
        "lifted": "Seat {0}'s cat lifts a paw.",
        "caught": "Seat {0} catches the cat.",
        "got away": "The cat gets away from seat {0}.",
    }
    options = (
        Option("looks", "Looks", "How often each looks.", "HO-008", ((1, "once"), (2, "twice"), (5, "five times")), 2),
    )

    def __init__(self, changes: Mapping[str, int] | None = None) -> None:
        squares = 64
        fields: dict[str, Codec] = {
            "players": Number(2, 2),
            "icons": Several(Number(EMPTY, CAT), 2 * squares),
            "looked": Several(Number(0, 1), 2 * squares),
            "points": Several(Number(0, squares), 2),
            "looker": Number(0, 1),
            "paw": Number(UNKNOWN, 1),
            "winner": Number(UNKNOWN, 1),
            "looks": Number(1, squares),
        }
        super().__init__(fields, [Hide, Lot, Turn, Look, Lift, Name], changes or {})

    def start(self, players: int, options: Mapping[str, OptionValue]) -> Hideout:
        state = self.fresh()
        state.players = players
        state.looks = int(options["looks"])
        state.stack = [Turn(), Lot(), Hide()]
        return state

    def view(self, state: Hideout, observer: int) -> Json:
        seen: list[Json] = []
        for seat in range(2):
            icons = [self._seen(state, seat, square, observer) for square in range(state.size)]
            seen.append("".join(SIGNS[icon] for icon in icons))
        return {"grids": seen, "points": list(state.points), "looker": state.looker + 1, "winner": state.winner + 1}

    def _seen(self, state: Hideout, seat: int, square: int, observer: int) -> int:
        at = seat * state.size + square
        return state.icons[at] if observer in (seat, ALL) or state.looked[at] else UNKNOWN

    def know(self, state: Hideout, seat: int) -> Json:
        known = self.dump(state)
        known["seat"] = seat
        known["icons"] = [self._seen(state, at // state.size, at % state.size, seat) for at in range(2 * state.size)]
        known["paw"] = UNKNOWN if seat == state.looker else state.paw
        if isinstance(state.stack[-1] if state.stack else None, Hide):
            known["retractable"] = any(state.grid(seat))  # the other's answers are unseen
        return known

    def imagine(self, knowledge: Json, stream: Stream) -> Hideout:
        assert isinstance(knowledge, dict)
        position = dict(knowledge)
        seat = whole(position.pop("seat"))
        known = numbers(position["icons"])
        position["icons"] = [max(icon, EMPTY) for icon in known]
        state = self.load(position)
        first = (1 - seat) * state.size
        hide = self._some_hide(state, known[first : first + state.size], stream)
        step = state.stack[-1] if state.stack else None
        if isinstance(step, Hide):
            done = CAT in state.grid(seat)
            hide = hide[: stream.below(len(hide) + (not done))]  # the other may have come anywhere
        for at, square in enumerate(hide):
            state.icons[first + square] = MOUSE if at < state.content.numbers["mice"] else CAT
        if isinstance(step, Name) and seat == state.looker:
            state.paw = int(stream.below(2))
        return state

    def _some_hide(self, state: Hideout, known: list[int], stream: Stream) -> list[int]:
        """A random hide that agrees with the squares known, in canonical order; drawn anew until one fits."""
        count = state.content.numbers["mice"] + 1
        while True:
            left = list(range(state.size))
            drawn = [left.pop(stream.below(len(left))) for _ in range(count)]
            grid = [EMPTY] * state.size
            for at, square in enumerate(drawn):
                grid[square] = MOUSE if at < count - 1 else CAT
            fits = all(icon in (UNKNOWN, its) for icon, its in zip(known, grid))
            if fits and all(grid[near] != MOUSE for near in beside(state.content, drawn[-1])):
                return [*sorted(drawn[:-1]), drawn[-1]]

    def pieces(self, sight: Mapping[str, Json]) -> list[Piece]:
        grids, columns = sight["grids"], self.printed.numbers["columns"]
        assert isinstance(grids, list)
        found = [
            (f"grid-{seat}-{at}", at % columns, 4 * seat + at // columns, sign)
            for seat, grid in enumerate(grids)
            for at, sign in enumerate(str(grid))
        ]
        icons = range(self.printed.numbers["mice"] + 1)
        found += [(f"icon-{icon}", icon, 3, "cat" if icon == icons[-1] else "mouse") for icon in icons]
        found += [(f"paw-{paw}", paw, 7, ("left", "right")[paw]) for paw in range(2)]
        return [*found, ("points", 0, 8, f"{sight['points']}, seat {sight['looker']} looks, {sight['winner']} has won")]

    def outcome(self, state: Hideout) -> Outcome:
        won = tuple(seat == state.winner for seat in range(2))
        words = "A draw." if state.winner == UNKNOWN else f"Seat {state.winner + 1} wins."
        return Outcome(won, "draw" if state.winner == UNKNOWN else "found", words, tuple(state.points))

    def targets(self, state: Hideout, seat: int, step: Decision[State], option: int) -> tuple[str, ...]:
        if isinstance(step, Lift):
            return (f"paw-{option}",)
        return (f"grid-{seat if isinstance(step, Hide) else 1 - seat}-{option}",)


GAME = HideoutGame()

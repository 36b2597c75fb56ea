"""How a position of GHOULASH is written: the name and the codec of each field, for one scenario.

Values by explorer are objects with the seats 1, 2, … as keys; squares, icons, doorways and step codes have their names.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from witchboard.engine.errors import MalformedError
from witchboard.engine.position import Codec, Json, Named, Number, Several

from .rules.exploring import RUNS, run_names
from .rules.hiding import HIDE
from .rules.walking import step_text
from .state import AIDS, ENDINGS, EXPLORED, HIDES, KEEPERS, KINDS, PHASES, POSTED, RESULTS, UNKNOWN, WARNED, Hunt
from .tables import AREAS, DIRECTIONS, NONE, SLOT_BITS, SLOT_MASK, Box, Plan

HEARD = "?"  # after the name of a square on which something was heard


def _fail(path: str, expected: str, data: object) -> MalformedError:
    return MalformedError(f"position, {path}: expected {expected}, got {json.dumps(data, default=str)[:80]}")


class BySeat:
    """A flat list with `width` values for each seat, as an object: `{"1": …, "2": …}`."""

    def __init__(self, part: Codec, width: int) -> None:
        self.part, self.width = part, width

    def dump(self, value: object) -> Json:
        assert isinstance(value, list)
        if not self.width:
            return {str(seat + 1): self.part.dump(one) for seat, one in enumerate(value)}
        parts = range(len(value) // self.width)
        return {str(at + 1): self.part.dump(value[at * self.width : (at + 1) * self.width]) for at in parts}

    def load(self, data: Json, path: str) -> object:
        if not isinstance(data, dict) or list(data) != [str(seat + 1) for seat in range(len(data))]:
            raise _fail(path, 'an object with the seats "1", "2", … as keys', data)
        found: list[object] = []
        for seat, part in data.items():
            value = self.part.load(part, f"{path}.{seat}")
            if not self.width:
                found.append(value)
                continue
            assert isinstance(value, list)
            if len(value) != self.width:
                raise _fail(f"{path}.{seat}", f"{self.width} values", part)
            found.extend(value)
        return found


class Bits:
    """A number whose bits stand for things, as the list of their names."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)

    def dump(self, value: object) -> Json:
        assert isinstance(value, int)
        return [name for bit, name in enumerate(self.names) if value >> bit & 1]

    def load(self, data: Json, path: str) -> object:
        found = 0
        for name in data if isinstance(data, list) else [None]:
            if not isinstance(name, str) or name not in self.names:
                raise _fail(path, "a list of some of " + ", ".join(self.names)[:300], data)
            found |= 1 << self.names.index(name)
        return found


class Contents:
    """What lies on the squares of a grid: `{"6-F": "radio ghoul"}`."""

    def __init__(self, plan: Plan) -> None:
        self.names = plan.names
        self.squares = {name: square for square, name in enumerate(plan.names)}
        self.icons = (plan.items, plan.foes, plan.obstacles)
        self.bits = {line.icon: int(line.bits) for line in plan.lines}
        self.empty = [0] * plan.squares

    def words(self, content: int) -> str:
        """The icons of a square, item, foe, obstacle."""
        kinds = [content >> SLOT_BITS * slot & SLOT_MASK for slot in range(3)]
        return " ".join([names[kind] for names, kind in zip(self.icons, kinds) if kind])

    def dump(self, value: object) -> Json:
        assert isinstance(value, list)
        return {self.names[square]: self.words(content) for square, content in enumerate(value) if content}

    def load(self, data: Json, path: str) -> object:
        if not isinstance(data, dict):
            raise _fail(path, "an object of squares and icons", data)
        found = self.empty.copy()
        for name, icons in data.items():
            if name not in self.squares:
                raise _fail(path, "squares of the map as keys", name)
            for icon in icons.split() if isinstance(icons, str) else [""]:
                if icon not in self.bits:
                    raise _fail(f"{path}.{name}", "icons of the briefing: " + ", ".join(self.bits), icons)
                found[self.squares[name]] |= self.bits[icon]
        return found


class Explored:
    """The squares of a grid that are explored, as a list of their names; `3-D?` is one where something was heard."""

    def __init__(self, plan: Plan) -> None:
        self.names = plan.names
        self.codes = {name: (square, EXPLORED) for square, name in enumerate(plan.names)}
        self.codes |= {name + HEARD: (square, WARNED) for square, name in enumerate(plan.names)}
        self.empty = [int(UNKNOWN)] * plan.squares

    def dump(self, value: object) -> Json:
        assert isinstance(value, list)
        names = self.names
        return [names[at] + (HEARD if code == WARNED else "") for at, code in enumerate(value) if code != UNKNOWN]

    def load(self, data: Json, path: str) -> object:
        if not isinstance(data, list):
            raise _fail(path, "a list of squares", data)
        found = self.empty.copy()
        for name in data:
            if not isinstance(name, str) or name not in self.codes:
                raise _fail(path, "squares of the map", name)
            square, code = self.codes[name]
            found[square] = code
        return found


class Kinds:
    """How many of each kind of a slot, those of which there are some: `{"ghoul": 2}`."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)

    def dump(self, value: object) -> Json:
        assert isinstance(value, list)
        return {name: int(count) for name, count in zip(self.names, value) if count}

    def load(self, data: Json, path: str) -> object:
        found = [0] * KINDS
        if not isinstance(data, dict):
            raise _fail(path, "an object of icons and counts", data)
        for name, count in data.items():
            if name not in self.names[1:] or not isinstance(count, int) or not 0 <= count <= 99:
                raise _fail(f"{path}.{name}", "a count of " + ", ".join(self.names[1:]), count)
            found[self.names.index(name)] = count
        return found


class Shots:
    """The numbers fired in a layer, the first one first."""

    def dump(self, value: object) -> Json:
        assert isinstance(value, int)
        return [int(digit) for digit in f"{value:o}" if digit != "0"]

    def load(self, data: Json, path: str) -> object:
        found = 0
        for area in data if isinstance(data, list) and len(data) < AREAS else [None]:
            if not isinstance(area, int) or not 1 <= area <= AREAS:
                raise _fail(path, "a list of at most 5 numbers from 1 to 6", data)
            found = found * 8 + area
        return found


class Shifted:
    """A number that people count from 1; null is none."""

    def __init__(self, high: int) -> None:
        self.high = high

    def dump(self, value: object) -> Json:
        assert isinstance(value, int)
        return None if value == NONE else int(value) + 1

    def load(self, data: Json, path: str) -> object:
        if data is None:
            return int(NONE)
        if not isinstance(data, int) or isinstance(data, bool) or not 1 <= data <= self.high:
            raise _fail(path, f"a whole number from 1 to {self.high} or null", data)
        return data - 1


def trail_names(plan: Plan) -> dict[int, str]:
    """What stands in a trail: the steps, and how turns ended."""
    codes = [code for code in range(DIRECTIONS * plan.squares) if plan.to[code] != NONE or plan.exit[code] != NONE]
    names = {code: step_text_of(plan, code) for code in codes}
    return {**names, **{-number: f"({ending})" for number, ending in enumerate(ENDINGS) if ending}}


def step_text_of(plan: Plan, code: int) -> str:
    """A step in notation, whoever takes it."""
    return step_text(Hunt(Box(""), plan, 0), NONE, code)


def answer_names(box: Box, plan: Plan) -> dict[int, str]:
    """The answers of a set-up."""
    state = Hunt(box, plan, 0)
    first = int(box.squares)
    areas = first + int(box.sets)
    options = [*range(plan.squares), *range(first, first + len(plan.blocks)), *range(areas, areas + int(AREAS))]
    return {option: HIDE.text(state, option) for option in options}


def fields(box: Box, plan: Plan) -> Mapping[str, Codec]:
    """The codec of each field of `Hunt`, in the order of its `FIELDS`."""
    flag, some, most = Number(0, 1), Number(0, 999), 6
    squares = Named(dict(enumerate(plan.names)), int(NONE))
    doors = Bits(plan.door_names)
    seats = Bits([str(seat + 1) for seat in range(most)])

    def one(item: Codec) -> Codec:
        return BySeat(item, 0)

    def parts(item: Codec, width: int) -> Codec:
        return BySeat(Several(item, width), width) if width else Several(item, 0)

    by_field: dict[str, Callable[[], Codec]] = {
        "scenario": lambda: Named({int(one.number): one.key for one in box.plans}),
        "seats": lambda: Number(1, most),
        "hides": lambda: Named(dict(enumerate(HIDES))),
        "keeper": lambda: Named(dict(enumerate(KEEPERS))),
        "aids": lambda: Named(dict(enumerate(AIDS))),
        "limit": Number,
        "lot": lambda: Number(0, most),
        "seed": lambda: Number(0, 1 << 62),
        "draws": lambda: seats,
        "answers": lambda: one(Several(Named(answer_names(box, plan)), 999)),
        "hide": lambda: BySeat(Contents(plan), plan.squares),
        "left": lambda: BySeat(Contents(plan), plan.squares),
        "seen": lambda: BySeat(Explored(plan), plan.squares),
        "blocked": lambda: one(doors),
        "proved": lambda: one(doors),
        "bumped": lambda: one(doors),
        "presets": lambda: parts(Shifted(AREAS), plan.fights),
        "at": lambda: one(squares),
        "start": lambda: one(squares),
        "wounds": lambda: parts(some, plan.kits + 1),
        "carried": lambda: BySeat(Kinds(plan.items), KINDS),
        "kills": lambda: BySeat(Kinds(plan.foes), KINDS),
        "spots": lambda: parts(some, int(AREAS)),
        "phase": lambda: one(Named(dict(enumerate(PHASES)))),
        "weak": lambda: one(Shifted(AREAS)),
        "shots": lambda: one(Shots()),
        "trail": lambda: one(Several(Named(trail_names(plan)), 100_000)),
        "posted": lambda: parts(some, POSTED),
        "runs": lambda: Several(Named(run_names()), int(RUNS)),
        "first": lambda: Shifted(most),
        "active": lambda: Shifted(most),
        "winners": lambda: seats,
        "result": lambda: Named(dict(enumerate(RESULTS))),
    }
    flags = ("hardcore", "last_answer", "free_stop", "soft_bump", "preset", "stall_wound", "turning")
    return {
        name: flag if name in flags else by_field[name]() if name in by_field else one(some) for name in Hunt.FIELDS
    }

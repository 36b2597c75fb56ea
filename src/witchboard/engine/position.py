"""Positions as JSON: each field of a state has a codec that gives its numbers the names people use.

A position is an object of the state's fields, plus `stack` (steps from the bottom, each `["Name", number, …]`) and
`retractable`. What it holds, and nothing else, decides equality.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from inspect import getmodule, isclass
from types import ModuleType
from typing import Protocol, TypeAlias

from .errors import MalformedError
from .state import State, Step

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


class Codec(Protocol):
    """How one field stands in JSON."""

    def dump(self, value: object) -> Json:
        """The value as JSON."""
        ...

    def load(self, data: Json, path: str) -> object:
        """The value from JSON. Raises `MalformedError` that names `path`."""
        ...


def _fail(path: str, expected: str, data: object) -> MalformedError:
    return MalformedError(f"position, {path}: expected {expected}, got {json.dumps(data, default=str)[:80]}")


class Number:
    """A whole number within bounds; as a flag (`Number(0, 1)`) it also reads true and false."""

    def __init__(self, low: int = 0, high: int = 2**31) -> None:
        self.low, self.high = low, high

    def dump(self, value: object) -> Json:
        assert isinstance(value, int)
        return int(value)

    def load(self, data: Json, path: str) -> object:
        if isinstance(data, bool) and (self.low, self.high) == (0, 1):
            return int(data)
        if not isinstance(data, int) or isinstance(data, bool) or not self.low <= data <= self.high:
            raise _fail(path, f"a whole number from {self.low} to {self.high}", data)
        return data


class Named:
    """A number that stands for one of some names; `none` is the number null stands for, if there is one."""

    def __init__(self, names: Mapping[int, str], none: int | None = None) -> None:
        self.names = dict(names)
        self.numbers = {name.casefold(): number for number, name in self.names.items()}
        self.none = none

    def dump(self, value: object) -> Json:
        assert isinstance(value, int)
        return None if value == self.none else self.names[value]

    def load(self, data: Json, path: str) -> object:
        if data is None and self.none is not None:
            return self.none
        if not isinstance(data, str) or data.casefold() not in self.numbers:
            known = ", ".join(self.names.values())
            raise _fail(path, "one of " + known[:300] + (" or null" if self.none is not None else ""), data)
        return self.numbers[data.casefold()]


class Row:
    """A list with a name for each place, as an object. Places left out have `default` (if there is one)."""

    def __init__(self, keys: Sequence[str], item: Codec, default: int | None = None) -> None:
        self.keys, self.item, self.default = list(keys), item, default

    def dump(self, value: object) -> Json:
        assert isinstance(value, list) and len(value) == len(self.keys), (value, self.keys)
        return {key: self.item.dump(one) for key, one in zip(self.keys, value) if one != self.default}

    def load(self, data: Json, path: str) -> object:
        if not isinstance(data, dict):
            raise _fail(path, "an object with the keys " + ", ".join(self.keys), data)
        for key in data:
            if key not in self.keys:
                raise _fail(f"{path}.{key}", "one of the keys " + ", ".join(self.keys), key)
        missing = [key for key in self.keys if key not in data]
        if missing and self.default is None:
            raise _fail(path, f"a value for {missing[0]}", data)
        return [self.item.load(data[key], f"{path}.{key}") if key in data else self.default for key in self.keys]


class Grid:
    """A flat list as an object of objects, row by row."""

    def __init__(self, rows: Sequence[str], columns: Sequence[str], item: Codec, default: int | None = None) -> None:
        self.rows, self.row = list(rows), Row(columns, item, default)

    def dump(self, value: object) -> Json:
        assert isinstance(value, list)
        width = len(self.row.keys)
        return {name: self.row.dump(value[at * width : (at + 1) * width]) for at, name in enumerate(self.rows)}

    def load(self, data: Json, path: str) -> object:
        if not isinstance(data, dict) or sorted(data) != sorted(self.rows):
            raise _fail(path, "an object with the keys " + ", ".join(self.rows), data)
        flat: list[object] = []
        for name in self.rows:
            part = self.row.load(data[name], f"{path}.{name}")
            assert isinstance(part, list)
            flat.extend(part)
        return flat


class Several:
    """A list of any length (at most `longest`); `ascending` for a pile whose order nobody knows."""

    def __init__(self, item: Codec, longest: int, ascending: bool = False) -> None:
        self.item, self.longest, self.ascending = item, longest, ascending

    def dump(self, value: object) -> Json:
        assert isinstance(value, list)
        return [self.item.dump(one) for one in value]

    def load(self, data: Json, path: str) -> object:
        if not isinstance(data, list) or len(data) > self.longest:
            raise _fail(path, f"a list of at most {self.longest}", data)
        found = [self.item.load(one, f"{path}[{at}]") for at, one in enumerate(data)]
        if self.ascending:
            numbers = [one for one in found if isinstance(one, int)]
            return sorted(numbers)
        return found


def dump(state: State, fields: Mapping[str, Codec]) -> dict[str, Json]:
    """The position of a state as a JSON object."""
    position: dict[str, Json] = {name: codec.dump(getattr(state, name)) for name, codec in fields.items()}
    position["stack"] = [[type(step).__name__, *(int(number) for number in step.args())] for step in state.stack]
    position["retractable"] = state.retractable
    return position


def load(data: Json, state: State, fields: Mapping[str, Codec], steps: Mapping[str, type[Step]]) -> None:
    """Put a position into a fresh state. Raises `MalformedError` that names the field and what was expected."""
    if not isinstance(data, dict):
        raise _fail("the whole", "an object", data)
    for name in [*fields, "stack", "retractable"]:
        if name not in data:
            raise _fail(name, "a value", None)
    for name in data:
        if name not in fields and name not in ("stack", "retractable"):
            raise _fail(name, "one of the fields " + ", ".join(fields), name)
    for name, codec in fields.items():
        setattr(state, name, codec.load(data[name], name))
    state.stack = load_stack(data["stack"], steps)
    if not isinstance(data["retractable"], bool):
        raise _fail("retractable", "true or false", data["retractable"])
    state.retractable = data["retractable"]
    state.derive()


def load_stack(data: Json, steps: Mapping[str, type[Step]]) -> list[Step]:
    """Steps from their JSON, the bottom one first."""
    if not isinstance(data, list) or len(data) > 500:
        raise _fail("stack", "a list of at most 500 steps", data)
    stack = []
    for at, entry in enumerate(data):
        if isinstance(entry, str):
            entry = [entry]
        path = f"stack[{at}]"
        if not isinstance(entry, list) or not entry or not isinstance(entry[0], str) or entry[0] not in steps:
            raise _fail(path, "a step of this game: " + ", ".join(sorted(steps)), entry)
        numbers = [number for number in entry[1:] if isinstance(number, int) and not isinstance(number, bool)]
        if len(numbers) != len(entry) - 1:
            raise _fail(path, "whole numbers after the step's name", entry)
        try:
            step = steps[entry[0]](*numbers)
        except TypeError:
            raise _fail(path, f"the right count of numbers for {entry[0]}", entry) from None
        if step.args() != tuple(numbers):  # compiled, a step that takes none ignores what it is given
            raise _fail(path, f"the right count of numbers for {entry[0]}", entry)
        stack.append(step)
    return stack


def change(position: dict[str, Json], changes: Mapping[str, Json]) -> dict[str, Json]:
    """A position with some values changed; a key such as `"qi.red"` goes down into objects.

    Raises `MalformedError` when a key leads nowhere.
    """
    changed: dict[str, Json] = json.loads(json.dumps(position))
    for key, value in changes.items():
        *path, last = key.split(".")
        place: Json = changed
        for part in path:
            if not isinstance(place, dict) or part not in place:
                raise MalformedError(f"position change {key!r}: there is no {part!r} here")
            place = place[part]
        if not isinstance(place, dict):
            raise MalformedError(f"position change {key!r}: {'.'.join(path)} is no object")
        if place is changed and last not in changed:
            raise MalformedError(f"position change {key!r}: expected one of the fields {', '.join(changed)}")
        place[last] = value
    return changed


def steps_of(modules: Iterable[ModuleType]) -> dict[str, type[Step]]:
    """The steps that these modules of rules define, by the names they have in positions."""
    found: dict[str, type[Step]] = {}
    for module in modules:
        for name, thing in vars(module).items():
            if isclass(thing) and issubclass(thing, Step) and getmodule(thing) is module:
                found[name] = thing
    return found

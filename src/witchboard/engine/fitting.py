"""Everything in tables that doesn't fit a type, where `content.convert` stops at the first thing.

Interpreted only: nothing here runs while a game is played.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin

import msgspec
from msgspec import inspect

from .content import Table, Value, complaint_text, expected_one_of

Path: TypeAlias = tuple[str | int, ...]
MEANT: Final = 0.75  # how alike an unknown field and a missing one are, so that one was written for the other
PLAIN: Final = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}


class Misfit(NamedTuple):
    """A value that doesn't fit, by its path in the tables, and what was expected in its place."""

    path: Path
    words: str
    missing: bool = False
    unknown: bool = False


def misfits(data: Value, kind: object, path: Path = ()) -> list[Misfit]:
    """All values in `data` that don't fit `kind`, a msgspec Struct or a part of one."""
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        complaint, _, tail = str(error).partition(" - at `$")
        inner = list(_within(data, kind, path))
        return inner or [Misfit((*path, *parts(tail)), complaint_text(complaint, data, inspect.type_info(kind)))]
    return []


def parts(text: str) -> list[str | int]:
    """The path in msgspec's writing, `.hide[2].count`, as its parts."""
    return [int(index) if index else name for name, index in re.findall(r"([A-Za-z_][\w\-]*)|\[(\d+)\]", text)]


def _within(data: Value, kind: object, path: Path) -> Iterator[Misfit]:
    members = list(_members(kind))
    structs = [one for one in members if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    if isinstance(data, dict) and structs:
        yield from _table(data, structs, path)
    elif isinstance(data, list):
        for item in (get_args(one)[0] for one in members if get_origin(one) is tuple and get_args(one)[1:] == (...,)):
            for at, value in enumerate(data):
                yield from misfits(value, item, (*path, at))
    elif isinstance(data, dict):
        for item in (get_args(one)[1] for one in members if get_origin(one) is dict):
            for name, value in data.items():
                yield from misfits(value, item, (*path, name))


def _members(kind: object) -> Iterator[object]:
    """The types of a union, or the one type; without what is noted of them."""
    if get_origin(kind) is Annotated:
        yield from _members(get_args(kind)[0])
    elif get_origin(kind) is Union or type(kind).__name__ == "UnionType":
        for one in get_args(kind):
            yield from _members(one)
    else:
        yield kind


def _table(data: Table, structs: list[type[msgspec.Struct]], path: Path) -> Iterator[Misfit]:
    tag = structs[0].__struct_config__.tag_field
    struct = structs[0]
    if tag is not None:
        tags = {str(one.__struct_config__.tag): one for one in structs}
        if data.get(tag) not in list(tags):
            words = (
                expected_one_of(data[tag], tags)
                if tag in data
                else f"expected a field {tag}, {_one_of(tags)}, got none"
            )
            yield Misfit((*path, tag) if tag in data else path, words, tag not in data)
            return
        struct = tags[str(data[tag])]
    fields = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    strange = [name for name in data if name not in fields and name != tag]
    meant = {near for name in strange for near in difflib.get_close_matches(name, fields, n=1, cutoff=MEANT)}
    for name in strange:
        yield Misfit((*path, name), f"unknown field, {expected_one_of(name, fields)}", unknown=True)
    for name, field in fields.items():
        if name in data:
            yield from misfits(data[name], field.type, (*path, name))
        elif field.required and name not in meant:
            yield Misfit((*path, name), f"expected {_wanted(field.type, (*path, name))}, got none", missing=True)


def _wanted(kind: object, path: Path) -> str:
    """What a field that is missing should be."""
    dotted = ".".join(part for part in path if isinstance(part, str))
    for one in _members(kind):
        if isinstance(one, type) and issubclass(one, msgspec.Struct):
            return f"a table [{dotted}]"
        items = _members(get_args(one)[0]) if get_origin(one) is tuple else ()
        if any(isinstance(item, type) and issubclass(item, msgspec.Struct) for item in items):
            return f"at least one row [[{dotted}]]"
    return f"a field {path[-1]}, {_described(kind)}"


def _described(kind: object) -> str:
    if get_origin(kind) is Annotated:
        noted = [note.description for note in get_args(kind)[1:] if isinstance(note, msgspec.Meta) and note.description]
        return noted[0] if noted else _described(get_args(kind)[0])
    if get_origin(kind) is Literal:
        return _one_of(get_args(kind))
    return (
        "a list"
        if get_origin(kind) is tuple
        else "a value"
        if not isinstance(kind, type)
        else PLAIN.get(kind, "a value")
    )


def _one_of(values: Iterable[object]) -> str:
    words = [str(value) for value in values]
    return f"always {words[0]}" if len(words) == 1 else f"one of {', '.join(words)}"

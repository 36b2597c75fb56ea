"""In which line of a TOML file a value stands, so that errors can say so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, TypeAlias

Path: TypeAlias = Sequence[str | int]
"""A way into the tables of a file: `("hide", 2, "count")`."""
HEADER: Final = re.compile(r"\s*(\[\[?)\s*([\w.\-]+)\s*\]")
FIELD: Final = re.compile(r"\s*([\w\-]+)\s*=")


def line_of(text: str, path: Path) -> int:
    """The line, from 1, of the value at that path; of the row or table it would stand in if it isn't there; else 1."""
    fields, headers = _fields(text)
    wanted = tuple(path)
    for length in range(len(wanted), 0, -1):
        part = wanted[:length]
        if part in fields:
            return fields[part]
        if part in headers:
            return headers[part]
    return 1


def _fields(text: str) -> tuple[dict[Path, int], dict[Path, int]]:
    """The lines of all fields and of all table headers, by their paths."""
    fields: dict[Path, int] = {}
    headers: dict[Path, int] = {}
    rows: Counter[Path] = Counter()
    here: tuple[str | int, ...] = ()
    inside = ""  # the quotes of a text of several lines that is not closed yet
    for number, line in enumerate(text.splitlines(), 1):
        if inside:
            inside = "" if inside in line else inside
            continue
        if found := HEADER.match(line):
            here = _path(found[2].split("."), found[1] == "[[", rows)
            headers.setdefault(here, number)
            headers.setdefault(here[:1], number)
        elif found := FIELD.match(line):
            fields.setdefault((*here, found[1]), number)
            inside = next((mark for mark in ('"""', "'''") if line.count(mark) == 1), "")
    return fields, headers


def _path(names: Sequence[str], is_row: bool, rows: Counter[Path]) -> tuple[str | int, ...]:
    """The path of a table's header: a row counts from 0 within the row it belongs to."""
    path: tuple[str | int, ...] = ()
    for at, name in enumerate(names):
        path = (*path, name)
        last = at == len(names) - 1
        if last and is_row:
            rows[path] += 1
        if rows[path]:
            path = (*path, rows[path] - 1)
    return path

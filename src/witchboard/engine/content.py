"""Content files: TOML read into typed tables, with errors that name file, row and field.

A content file holds what a game's pieces print. Each of its tables is either a table of values (``[supply]``) or a list
of rows (``[[ghost]]``). A row is named by its number, key, code or name: so errors and changes speak of it.

Interpreted only: nothing here runs while a game is played.
"""

from __future__ import annotations

import codecs
import difflib
import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import msgspec
from msgspec import inspect

Value: TypeAlias = "bool | int | float | str | list[Value] | dict[str, Value]"
Table: TypeAlias = dict[str, Value]
T = TypeVar("T")

SIZE_LIMIT: Final = 1_000_000
DEPTH_LIMIT: Final = 16
NAMES: Final = ("number", "key", "code", "name", "id", "icon", "face", "nth", "players")
"""Fields a row may be named by, the most telling first."""
SYNTAX: Final = {
    "Invalid statement": "expected KEY = VALUE, a [table], a [[row]] or a # comment",
    "Invalid initial character for a key part": "expected a key of letters, digits, - and _",
    "Expected '=' after a key": "expected = after the key",
    "Invalid value": "expected a value: a text in quotes, a number, true, false, a list in [ ] or a table in { }",
    "Expected newline or end of document": "expected the end of the line after the value",
    "Expected ']'": "expected ] after the name of a table",
    "Expected ']]'": "expected ]] after the name of a row",
    "Illegal character '\\n'": "expected the closing quote of the text",
    "Unterminated string": "expected the closing quotes of the text",
    "Unclosed array": "expected , or ] in a list",
    "Unclosed inline table": "expected , or } in a table",
    "Unescaped '\\' in a string": "expected one of the escapes of TOML after \\, such as \\\\ or \\n",
    "Cannot overwrite a value": "expected each key once in its table, but it has a value already",
    "Cannot declare": "expected each [table] once, and rows of one name all as [[row]]",
    "Cannot mutate immutable namespace": "expected nothing more in a table or list that is written out already",
    "Duplicate inline table key": "expected each key once in its table",
}
"""What TOML expects where its reader stops, by how that says so."""


class ContentError(ValueError):
    """Content that cannot be used. The text names file, row and field, what stands there and what was expected.

    It may have several faults, each a text; as one text it is the first, and how many more there are.
    """

    @property
    def faults(self) -> tuple[str, ...]:
        """The text of each fault."""
        return tuple(map(str, self.args))

    def __str__(self) -> str:
        first, more = "".join(self.faults[:1]), len(self.faults) - 1
        return f"{first} (and {more} more fault{'' if more == 1 else 's'})" if more > 0 else first


def read_toml(source: Path | Traversable, name: str) -> Table:
    """The tables of a TOML file; `name` is what errors call it.

    Raises ContentError for a file that is missing, longer than 1 MB, no UTF-8, no TOML, nested deeper than 16,
    or that holds dates or times.
    """
    try:
        with source.open("rb") as file:
            raw = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise ContentError(f"{name}: cannot be read: {error.strerror}") from error
    if len(raw) > SIZE_LIMIT:
        raise ContentError(f"{name}: expected at most {SIZE_LIMIT} bytes, got more")
    return parse_toml(raw, name)


def parse_toml(raw: bytes, name: str) -> Table:
    """As `read_toml`, from the bytes of a file; a mark of UTF-8 at their beginning, as Notepad sets it, is let pass."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise ContentError(f"{name}, line 1: expected UTF-8, got UTF-16: save it with the encoding UTF-8")
    try:
        text = raw.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        read = raw.removeprefix(codecs.BOM_UTF8)
        line = read.count(b"\n", 0, error.start) + 1
        raise ContentError(f"{name}, line {line}: expected UTF-8, got byte 0x{read[error.start]:02x}") from error
    try:
        data: Table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(_syntax_text(str(error), text, name)) from error
    except RecursionError as error:
        raise ContentError(f"{name}: expected values nested at most {DEPTH_LIMIT} deep, got more") from error
    for key, value in data.items():
        _check_values(value, f"{name}, {key}", DEPTH_LIMIT)
    return data


def load_toml(source: Path | Traversable, type: type[T], name: str) -> T:
    """A TOML file as a value of `type`. Raises ContentError for all that `read_toml` and `convert` refuse."""
    return convert(read_toml(source, name), type, name)


def convert(data: Table, type: type[T], name: str) -> T:
    """Tables as a value of `type` (a msgspec Struct). Raises ContentError at the first field that does not fit."""
    try:
        return msgspec.convert(data, type)
    except msgspec.ValidationError as error:
        where, words = misfit(str(error), data, type)
        raise ContentError(f"{name}{where}: {words}") from error


def digest(data: object) -> str:
    """SHA-256, in hex, over the canonical JSON of `data`: keys sorted, no spaces, UTF-8."""
    return hashlib.sha256(msgspec.json.encode(data, order="sorted")).hexdigest()


def apply_changes(data: Table, changes: Mapping[str, Value]) -> Table:
    """A copy of `data` with the values at dotted paths replaced, e.g. ``{"ghost.1.left": ["HAUNT"], "supply.qi": 24}``.

    A row of a list is named by its number, key, code or name. Raises ContentError if a path leads nowhere or names
    several rows. The last part of a path may be a field that the row leaves out.
    """
    changed = _copy(data)
    assert isinstance(changed, dict)
    for path, value in changes.items():
        _check_values(value, f"change {path!r}", DEPTH_LIMIT)
        *way, last = path.split(".")
        place: Value = changed
        for part in way:
            place = _step(place, part, path)
        _put(place, last, _copy(value), path)
    return changed


def row_text(table: str, row: Mapping[str, Value], index: int) -> str:
    """How errors call a row: ``ghost row 'Coffin Breakers' (number 4)``; by its place if it has no name."""
    names = [(field, row[field]) for field in NAMES if isinstance(row.get(field), (str, int))]
    if not names:
        return f"{table} row {index + 1}"
    title = row.get("name")
    rest = [(field, value) for field, value in names if field != "name"]
    if not isinstance(title, str):
        return f"{table} row with {names[0][0]} {names[0][1]}"
    return f"{table} row {title!r}" + (f" ({rest[0][0]} {rest[0][1]})" if rest else "")


def expected_one_of(given: object, allowed: Iterable[object]) -> str:
    """``expected one of a, b (did you mean a?), got x``."""
    words = [str(word) for word in allowed]
    near = difflib.get_close_matches(str(given), words, n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    return f"expected one of {', '.join(words)}{hint}, got {_value_text(given)}"


def _syntax_text(error: str, text: str, name: str) -> str:
    found = re.fullmatch(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)", error, re.DOTALL)
    if found is None:
        return f"{name}: {error}"
    what, line, column = found.groups()
    words = next((words for start, words in SYNTAX.items() if what.startswith(start)), _lower(what))
    lines = text.split("\n")
    if line is None:
        return f"{name}, line {len(lines)}: {words}, got the end of the file"
    whole = lines[int(line) - 1]
    rest = (whole if what.startswith(("Cannot", "Duplicate")) else whole[int(column) - 1 :]).strip()
    return f"{name}, line {line}, column {column}: {words}, got {repr(_short(rest)) if rest else 'the end of the line'}"


def _check_values(value: object, where: str, depth: int) -> None:
    if depth == 0:
        raise ContentError(f"{where}: expected values nested at most {DEPTH_LIMIT} deep, got more")
    match value:
        case dict():
            for inner in value.values():
                _check_values(inner, where, depth - 1)
        case list():
            for inner in value:
                _check_values(inner, where, depth - 1)
        case bool() | int() | float() | str():
            pass
        case _:
            text = "expected a number, text, true or false, a list or a table"
            raise ContentError(f"{where}: {text}, got {_value_text(value)}")


def _copy(value: Value) -> Value:
    match value:
        case dict():
            return {key: _copy(inner) for key, inner in value.items()}
        case list():
            return [_copy(inner) for inner in value]
        case _:
            return value


def _step(place: Value, part: str, path: str) -> Value:
    match place:
        case dict():
            if part not in place:
                raise ContentError(f"change {path!r}: {expected_one_of(part, place)}")
            return place[part]
        case list():
            rows = [row for row in place if isinstance(row, dict) and _named(row, part)]
            if len(rows) == 1:
                return rows[0]
            if rows:
                raise ContentError(f"change {path!r}: {part!r} names {len(rows)} rows: {', '.join(_names_of(rows))}")
            raise ContentError(f"change {path!r}: {expected_one_of(part, _names_of(place))}")
        case _:
            raise ContentError(f"change {path!r}: {part!r} lies inside {_value_text(place)}, expected a table or a row")


def _put(place: Value, last: str, value: Value, path: str) -> None:
    match place:
        case dict():
            place[last] = value
        case list():
            old = _step(place, last, path)
            place[next(index for index, row in enumerate(place) if row is old)] = value
        case _:
            raise ContentError(f"change {path!r}: {last!r} lies inside {_value_text(place)}, expected a table or a row")


def _named(row: Mapping[str, Value], part: str) -> bool:
    return any(str(row[field]) == part for field in NAMES if field in row)


def _names_of(rows: Sequence[Value]) -> Iterator[str]:
    for row in rows:
        if isinstance(row, dict):
            yield from [str(row[field]) for field in NAMES if field in row][:1]


def misfit(error: str, data: Table, type: object) -> tuple[str, str]:
    """msgspec's complaint retold: where, by the names of row and field (", map, field art"), and what was expected."""
    complaint, _, path = error.partition(" - at `$")
    value: Value = data
    wanted, table, where = inspect.type_info(type), "", [""]
    for part in re.findall(r"[\w-]+", path):
        wanted = _inner(wanted, part)
        if isinstance(value, list):
            value = value[int(part)]
            if isinstance(value, dict):
                where[-1] = row_text(table, value, int(part))
            else:
                where.append(f"item {int(part) + 1}")
        elif isinstance(value, dict):
            value, table = value.get(part, ""), part
            where.append(f"field {part}" if len(where) > 1 else part)
    return ", ".join(where), complaint_text(complaint, value, wanted)


def _inner(wanted: inspect.Type, part: str) -> inspect.Type:
    match wanted:
        case inspect.StructType(fields=fields):
            return next((field.type for field in fields if field.encode_name == part), inspect.AnyType())
        case inspect.UnionType(types=types):
            structs = [one for one in types if isinstance(one, inspect.StructType)]
            if any(one.tag_field == part for one in structs):
                return inspect.LiteralType(tuple(str(one.tag) for one in structs))
            return next((_inner(one, part) for one in structs), inspect.AnyType())
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return item
        case inspect.Metadata(type=plain):
            return _inner(plain, part)
        case inspect.TupleType(item_types=items) if part.isdigit() and int(part) < len(items):
            return items[int(part)]
        case _:
            return inspect.AnyType()


def complaint_text(complaint: str, value: Value, wanted: inspect.Type) -> str:
    """msgspec's complaint of a value in words: as its type describes itself, if it does."""
    if found := re.fullmatch(r"Object missing required field `(.+)`", complaint):
        return f"expected a field {found[1]}, got none"
    found = re.fullmatch(r"Object contains unknown field `(.+)`", complaint)
    match wanted:
        case inspect.StructType(fields=fields) if found:
            known = expected_one_of(found[1], (field.encode_name for field in fields))
            return f"unknown field, {known}"
        case inspect.Metadata(extra_json_schema={"description": str(described)}):
            return f"expected {described}, got {_value_text(value)}"
        case inspect.Metadata(type=plain):
            return complaint_text(complaint, value, plain)
        case inspect.UnionType(types=types) if len(types) == 2 and isinstance(types[1], inspect.NoneType):
            return complaint_text(complaint, value, types[0])
        case inspect.LiteralType(values=values) if complaint.startswith(("Invalid enum value", "Invalid value")):
            return expected_one_of(value, values)
        case _:
            pass
    expected = complaint.partition(", got ")[0].replace("`object`", "a table").replace("`array`", "a list")
    expected = expected.replace("`bool`", "true or false")
    return f"{_lower(expected).replace('`', '')}, got {_value_text(value)}"


def _value_text(value: object) -> str:
    kinds = {dict: "a table", bool: "bool", int: "int", float: "float", str: "str"}
    kind = kinds.get(type(value), type(value).__name__)
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return kind if isinstance(value, dict) else f"{kind} {_short(repr(value))}"


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]

"""The box: `icons.toml`, the scenarios and the play table, read, checked and made into flat tables.

`load` reads what ships, `read` a scenario of somebody's own. Errors name file, line and field.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from witchboard.engine.content import (
    ContentError,
    Table,
    Value,
    apply_changes,
    convert,
    digest,
    misfit,
    parse_toml,
    read_toml,
)

from . import lines
from .checks import Checked, check, place
from .flatten import flatten
from .room import check_room
from .scenario import Icon, Row, Scenario
from .tables import Box, Plan

ICONS: Final = "icons.toml"
SOLO: Final = "solo.toml"
HUNTER: Final = "hunter.toml"


class Run(Row, frozen=True, kw_only=True):
    """A row of the play table: own turns of successful runs by a plain explorer against one kind of keeper (GH-166)."""

    scenario: str
    keeper: str
    home: int  # of 100 runs
    quartiles: tuple[int, int, int]


class Runs(Row, frozen=True, kw_only=True):
    """The play table of the solo game."""

    runs: tuple[Run, ...] = msgspec.field(name="run")


class Source(NamedTuple):
    """A scenario file: its name for errors, and its text."""

    name: str
    text: str


class Content(msgspec.Struct, frozen=True):
    """All that the box holds, typed."""

    icons: dict[str, Icon]
    scenarios: tuple[Scenario, ...]
    runs: tuple[Run, ...]

    @property
    def digest(self) -> str:
        """SHA-256, in hex, of all this."""
        return digest(self)

    def run(self, scenario: str, keeper: str) -> Run | None:
        """The play table's row; the expert keeper uses the doorkeeper's (GH-166)."""
        wanted = "doorkeeper" if keeper == "expert" else keeper
        return next((run for run in self.runs if (run.scenario, run.keeper) == (scenario, wanted)), None)


def shipped() -> list[Source]:
    """The scenario files that come with the game, in the order of their names."""
    folder = resources.files(__package__) / "scenarios"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return [Source(file.name, file.read_text(encoding="utf-8")) for file in files]


def load(sources: Sequence[Source] | None = None, changes: Mapping[str, Value] | None = None) -> tuple[Content, Box]:
    """The shipped scenarios or others, with some values changed, e.g. `{"GH-S01.meter": 12, "icons.mine.wounds": 2}`.

    A change of a bare id gives a whole scenario as a table: it takes the place of that id or comes last.
    Raises `ContentError`, which names file, line and field.
    """
    texts = {source.name: source for source in (shipped() if sources is None else sources)}
    tables = {source.name: parse_toml(source.text.encode(), source.name) for source in texts.values()}
    data: Table = {str(table.get("id", name)): table for name, table in tables.items()}
    names = {str(table.get("id", name)): name for name, table in tables.items()}
    if len(data) < len(tables):
        raise ContentError("expected each scenario's id once, got one twice")
    icons = read_toml(_file(ICONS), ICONS)
    whole = {**data, **{key: value for key, value in (changes or {}).items() if "." not in key}}
    single = {key: value for key, value in (changes or {}).items() if "." in key}
    changed = apply_changes({**whole, "icons": icons}, single)
    kinds = _icons(changed.pop("icons"))
    scenarios = []
    for key, table in changed.items():
        source = texts[names[key]] if key in names and key not in (changes or {}) else Source(key, "")
        scenarios.append(_scenario(source, table, kinds))
    return build(Content(kinds, tuple(scenarios), load_runs()))


def build(content: Content) -> tuple[Content, Box]:
    """The flat tables of checked content."""
    box = Box(content.digest)
    for scenario in content.scenarios:
        plan = flatten(scenario, content.icons)
        plan.number = len(box.plans)
        plan.norms = norms(content, plan.key)
        box.plans.append(plan)
    box.settle()
    return content, box


def norms(content: Content, scenario: str) -> list[int]:
    """What the play table says of runs against a keeper at random and a doorkeeper (`Plan.norms`); empty if nothing."""
    runs = [content.run(scenario, keeper) for keeper in ("random", "doorkeeper")]
    return [number for run in runs if run for number in (run.home, run.quartiles[1])] if all(runs) else []


def read(path: Path) -> Scenario:
    """A scenario of somebody's own. Raises `ContentError`."""
    table = read_toml(path, path.name)
    text = path.read_text(encoding="utf-8")
    return _scenario(Source(path.name, text), table, _icons(read_toml(_file(ICONS), ICONS)))


def load_runs() -> tuple[Run, ...]:
    """The play table."""
    return convert(read_toml(_file(SOLO), SOLO), Runs, SOLO).runs


class Race(Row, frozen=True, kw_only=True):
    """How often of 100 games the first of two hunters wins a scenario, with the 95 % interval."""

    scenario: str
    first: float
    low: float
    high: float
    games: int


@cache
def races() -> Mapping[str, int]:
    """How often of 100 who moves first wins between equals, by scenario, as far as it was measured."""
    rows = read_toml(_file(HUNTER), HUNTER)["race"]
    assert isinstance(rows, list)
    found = [convert(row, Race, HUNTER) for row in rows if isinstance(row, dict)]
    return {race.scenario: round(race.first) for race in found}


def plan_of(scenario: Scenario) -> Plan:
    """The flat tables of one checked scenario by itself."""
    return flatten(scenario, _icons(read_toml(_file(ICONS), ICONS)))


def _file(name: str) -> Traversable:
    return resources.files(__package__) / name


def _icons(table: Value) -> dict[str, Icon]:
    assert isinstance(table, dict)
    found = {}
    for key, row in table.items():
        if not isinstance(row, dict):
            raise ContentError(f"{ICONS}, {key}: expected a table, got {row!r}")
        found[key] = convert(row, Icon, f"{ICONS}, {key}")
    return found


def _scenario(source: Source, table: Value, icons: Mapping[str, Icon]) -> Scenario:
    """A table as a checked scenario."""
    if not isinstance(table, dict):
        raise ContentError(f"{source.name}: expected a table, got {table!r}")
    try:
        scenario = msgspec.convert(table, Scenario)
    except msgspec.ValidationError as error:
        raise _misfit(source, table, error) from error
    checked = Checked(source.name, source.text, scenario, icons)
    check(checked)
    check_room(checked, flatten(scenario, icons))
    return scenario


def _misfit(source: Source, table: Table, error: msgspec.ValidationError) -> ContentError:
    """msgspec's complaint, with the line and the names of row and field."""
    tail = str(error).partition(" - at `$")[2]
    path: list[str | int] = [*lines.parts(tail)]
    unknown = re.search(r"unknown field `(.+?)`", str(error))
    path += [unknown[1]] if unknown else []
    where = place(source.name, source.text, path) if path else source.name
    return ContentError(f"{where}: {misfit(str(error), table, Scenario)[1]}")

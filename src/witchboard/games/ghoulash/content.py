"""The box: `icons.toml`, the scenarios and the play table, read, checked and made into flat tables.

`load` reads what ships, `read` a scenario of somebody's own. Errors name file, line and field.
"""

from __future__ import annotations

from collections import Counter
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
    parse_toml,
    read_toml,
)
from witchboard.engine.fitting import Misfit, misfits
from witchboard.engine.workshop import NOBODY

from .checks import Checked, Fault, check, place
from .flatten import flatten
from .lines import line_of
from .repairs import without
from .room import check_lines, check_room
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
    alike = [key for key, count in Counter(key.casefold() for key in changed).items() if count > 1]
    if alike:
        same = " and ".join(key for key in changed if key.casefold() == alike[0])
        raise ContentError(f"expected ids that differ in more than small and capital letters, got {same}")
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


def read(path: Path, taken: Mapping[str, str] = NOBODY) -> Scenario:
    """A scenario of somebody's own, whose id is none of those `taken`: in small letters, each with who has it.

    Raises `ContentError` with all its faults.
    """
    table = read_toml(path, path.name)
    text = path.read_text(encoding="utf-8-sig")
    return _scenario(Source(path.name, text), table, _icons(read_toml(_file(ICONS), ICONS)), taken)


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


def _scenario(source: Source, table: Value, icons: Mapping[str, Icon], taken: Mapping[str, str] = NOBODY) -> Scenario:
    """A table as a checked scenario. Raises `ContentError` with all its faults."""
    if not isinstance(table, dict):
        raise ContentError(f"{source.name}: expected a table, got {table!r}")
    wrong = misfits(table, Scenario)
    faults = [_fault(source, table, one) for one in wrong]
    scenario = without(table, wrong)
    if scenario:
        checked = Checked(source.name, source.text, scenario, icons)
        check(checked)
        if checked.drawn:
            check_lines(checked)
        if scenario.id.casefold() in taken:
            words = f"expected an id of its own, got {scenario.id}, as in {taken[scenario.id.casefold()]}"
            checked.fail(("id",), words, "")
        if not checked.faults and not faults:
            check_room(checked, flatten(scenario, icons))
        faults += [fault for fault in checked.faults if not any(_touch(fault.path, one.path) for one in wrong)]
    if faults:
        raise ContentError(*dict.fromkeys(fault.text for fault in sorted(faults, key=lambda fault: fault.line)))
    assert scenario is not None
    return scenario


def _touch(one: Sequence[str | int], other: Sequence[str | int]) -> bool:
    """Whether one path leads to the other, or further."""
    return all(a == b for a, b in zip(one, other))


def _fault(source: Source, table: Table, misfit: Misfit) -> Fault:
    """What doesn't fit, with the line and the names of row and field.

    What is missing is said of its table; of the whole file in its first line, where such fields stand, or in its last,
    where a table can be added.
    """
    path = misfit.path[:-1] if misfit.missing and len(misfit.path) > 1 else misfit.path
    line = line_of(source.text, path)
    if misfit.missing and len(misfit.path) == 1:
        path = ()
        line = max(1, len(source.text.splitlines())) if "[" in misfit.words else 1
    rows = table.get("hide")
    icons = (
        [str(row.get("icon", "")) if isinstance(row, dict) else "" for row in rows] if isinstance(rows, list) else []
    )
    return Fault(line, misfit.path, f"{place(source.name, line, path, icons)}: {misfit.words}")

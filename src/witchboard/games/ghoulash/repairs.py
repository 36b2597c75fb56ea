"""A scenario file without what doesn't fit, so that all the rest can be checked in the same go.

What stands in for a value is the most lenient that there is: no check finds fault with it, or with others for its sake.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from witchboard.engine.content import Table, Value
from witchboard.engine.fitting import Misfit

from .scenario import COPIES, Scenario

STAND_INS: Final[Mapping[tuple[str, str], Value]] = {
    ("schema", "schema"): 1,
    ("id", "id"): "x",
    ("name", "name"): "x",
    ("tier", "tier"): "basic",
    ("meter", "meter"): 1,
    ("hide", "count"): COPIES,
    ("hide", "where"): "any",
    ("hide", "symbol"): "?",
    ("goal", "count"): 1,
    ("goal", "to"): "start",
    ("condition", "to"): 0,
}
"""By table and field, what stands in for a value."""
SPARED: Final = {("blurb", "blurb"), ("hide", "max_per_area"), ("hide", "not_in"), ("map", "unshaded"), ("map", "safe")}
"""Fields that can be left out without harm to what else is checked."""


def without(table: Table, wrong: Sequence[Misfit]) -> Scenario | None:
    """The scenario with other values for those that are wrong; None if too much hangs on one of them."""
    whole: Value = msgspec.json.decode(msgspec.json.encode(table))
    for misfit in wrong:
        if not _repair(whole, misfit):
            return None
    try:
        return msgspec.convert(whole, Scenario)
    except msgspec.ValidationError:
        return None


def _repair(whole: Value, misfit: Misfit) -> bool:
    """Put something in for one value, or leave it out; whether that could be done."""
    *way, last = misfit.path
    row = whole
    for part in way:
        match row, part:
            case list(), int():
                row = row[part]
            case dict(), str():
                row = row[part]
            case _:
                return False
    if not isinstance(row, dict) or not isinstance(last, str):
        return False
    field = (str(misfit.path[0]), last)
    if field in STAND_INS:
        row[last] = STAND_INS[field]
        return True
    row.pop(last, None)
    return field in SPARED or field[0] == "options" or misfit.unknown

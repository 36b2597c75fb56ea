"""Scenario files: what ships is as it is printed, and what can't be played is refused with file, line and field."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from witchboard.engine.content import ContentError, Value
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.content import load, races, read, shipped
from witchboard.games.ghoulash.lines import line_of
from witchboard.games.ghoulash.rules.legality import legal
from witchboard.games.ghoulash.scenario import read_square

SHIPPED = {
    "GH-S00": (7, 6, 42, 22, 4, 7),
    "GH-S01": (15, 11, 165, 106, 11, 21),
    "GH-S02": (15, 13, 195, 111, 13, 25),
    "GH-S03": (21, 17, 357, 222, 17, 32),
    "GH-S04": (13, 13, 169, 100, 14, 24),
    "GH-S05": (17, 11, 187, 107, 13, 27),
    "GH-S06": (15, 11, 165, 104, 10, 27),
    "GH-S07": (15, 12, 180, 119, 12, 26),
    "GH-S08": (13, 12, 156, 92, 12, 24),
    "GH-S09": (17, 10, 160, 92, 12, 22),
    "GH-S10": (13, 11, 143, 79, 10, 20),
}
"""Columns, rows, squares that can be entered, shaded ones, shaded areas, icons."""

SMALL = """schema = 1
id = "T-1"
name = "Test"
tier = "basic"
meter = 5

[map]
cols = 3
rows = 2
start = ["1-A"]
art = \"\"\"
+-+-+-+
|. .=a|
+   + +
|. .|a!
+-+-+-+
\"\"\"

[[exit]]
id = "gate"
at = "1-C"
side = "E"
blockable = false

[[hide]]
icon = "ghoul"
symbol = "G"
count = 1
where = "shaded"

[[hide]]
icon = "hole"
symbol = "O"
count = 1
where = "any"

[goal]
type = "destroy"
icon = "ghoul"
count = 1
"""

FAULTS = [
    ("cols = 3", "cols = 4", 12, "field art: expected 9 characters for 4 columns, got 7"),
    ("rows = 2", "rows = 3", 12, "expected 7 lines for 3 rows, got 5"),
    ("|. .=a|", "|. .?a|", 13, "column 5: expected an edge"),
    ("|. .=a|", "=. .=a|", 13, "column 1: expected a wall, ! or ? on the border"),
    ("|. .=a|", "|. .=A|", 13, "expected a square"),
    ("|. .=a|", "|. .|a|", 11, "expected every square to be reached from 1-A, got no way to 1-C, 2-C"),
    ('start = ["1-A"]', 'start = ["9-A"]', 10, "expected a square of the map such as 1-A"),
    ('at = "1-C"', 'at = "2-C"', 22, "expected an exit drawn there"),
    ("blockable = false", "blockable = true", 23, "true for a ? and false for a !"),
    ("count = 1\nwhere", "count = 3\nwhere", 28, "expected at most 2, for which 2 squares leave room, got 3"),
    ('where = "shaded"', 'where = "shade"', 29, "expected any, shaded, street, or areas: with the letters of areas"),
    ('where = "shaded"', 'where = "areas:z"', 29, "expected one of a"),
    ('symbol = "G"', 'symbol = "Q"', 27, "expected 'G' for ghoul"),
    ('icon = "hole"', 'icon = "ghoul"', 32, "expected each icon once"),
    ("meter = 5", "metre = 5", 5, "did you mean meter?"),
    ('icon = "ghoul"\ncount = 1\n', 'icon = "queen"\ncount = 1\n', 39, "a foe that is hidden: expected one of ghoul"),
    ('icon = "ghoul"\ncount = 1\n', 'icon = "ghoul"\ncount = 2\n', 40, "expected at most 1 of ghoul"),
    ("schema = 1", "schema = 2", 1, "schema"),
    ('count = 1\nwhere = "shaded"', 'count = "one"\nwhere = "shaded"', 28, "field count"),
]


@pytest.mark.parametrize("key", sorted(SHIPPED))
def test_what_ships_is_as_printed(key: str) -> None:
    plan = GAME.box.plan(key)
    cols, rows, enterable, shaded, areas, icons = SHIPPED[key]
    there = {plan.area[square] for square in range(plan.squares) if plan.shaded[square]}
    assert (plan.cols, plan.rows, sum(plan.enterable), sum(plan.shaded)) == (cols, rows, enterable, shaded)
    assert (len(there), plan.icons) == (areas, icons)


def test_all_eleven_ship() -> None:
    assert [plan.key for plan in GAME.box.plans] == sorted(SHIPPED)


def test_of_120_sets_of_doorways_104_seal_nothing_off_gh_035() -> None:
    plan = GAME.box.plan("GH-S08")
    assert (len(plan.blocks), sum(plan.sound_blocks)) == (120, 104)


def test_a_file_of_ones_own_is_read(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(SMALL, encoding="utf-8")
    assert read(file).id == "T-1"


@pytest.mark.parametrize(("old", "new", "line", "words"), FAULTS, ids=[words[:40] for *_, words in FAULTS])
def test_what_cannot_be_played_is_refused(tmp_path: Path, old: str, new: str, line: int, words: str) -> None:
    assert old in SMALL
    file = tmp_path / "small.toml"
    file.write_text(SMALL.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        read(file)
    assert str(refused.value).startswith("small.toml, line ")
    assert words in str(refused.value)
    assert int(str(refused.value).split("line ")[1].split(",")[0]) == line, refused.value


@pytest.mark.parametrize(
    ("changes", "key", "check"),
    [
        ({"GH-S01.meter": 12}, "GH-S01", lambda plan: plan.meter == 12),
        ({"GH-S00.hide.hole.count": 2}, "GH-S00", lambda plan: plan.icons == 8),
        ({"icons.mine.wounds": 2}, "GH-S06", lambda plan: 2 in plan.numbers),
    ],
)
def test_single_values_can_be_changed(changes: Mapping[str, Value], key: str, check: object) -> None:
    game = GAME.with_content(changes)
    assert callable(check)
    assert check(game.box.plan(key))
    assert game.content_digest != GAME.content_digest


def test_a_whole_scenario_can_be_added_and_goes_with_the_record() -> None:
    import tomllib

    game = GAME.with_content({"T-1": tomllib.loads(SMALL)})
    state = game.new(2, {"scenario": "t-1", "hides": "random"})
    assert state.plan.name == "Test"
    assert GAME.with_content(game.changes).content_digest == game.content_digest
    assert len(game.box.plans) == len(GAME.box.plans) + 1


def test_a_change_that_leads_nowhere_is_refused() -> None:
    with pytest.raises(ContentError, match="did you mean meter"):
        load(changes={"GH-S01.metre.x": 12})


@pytest.mark.parametrize(
    ("text", "square"), [("1-A", 0), ("J10", 144), ("j-10", 144), ("10j", 144), ("10-J", 144), ("10-P", None)]
)
def test_squares_are_read_in_every_spelling_gh_011(text: str, square: int | None) -> None:
    assert read_square(text, 15, 11) == square


def test_lines_of_rows_within_rows() -> None:
    text = next(source.text for source in shipped() if source.name == "gh-s09.toml")
    lines = text.splitlines()
    assert lines[line_of(text, ("hide", 0, "at_least", 1, "count")) - 1].strip() == "count = 3"
    assert lines[line_of(text, ("goal", "step", 1, "type")) - 1] == 'type = "escape"'
    assert line_of(text, ("map", "art")) < line_of(text, ("exit", 0, "at"))


def test_a_scenario_in_which_beginning_is_worth_much_says_so() -> None:
    """Measured with two hunters: outside 45 to 55 of 100 the words of the choice suggest last answer (GH-154)."""
    words = dict(next(option for option in GAME.options if option.key == "scenario").values)
    for scenario, first in races().items():
        assert ("consider last answer" in words[scenario.casefold()]) == (not 45 <= first <= 55)
    assert len(races()) == 11


def test_an_expert_hides_as_the_rules_demand() -> None:
    """GH-163: the computer's hand may be an expert's."""
    for seed in (1, 2, 3):
        state = GAME.new(1, {"scenario": "GH-S08", "hides": "random", "keeper": "expert", "seed": seed})
        assert sum(map(int, state.hide)) > 0
        assert legal(state.plan, state.hide, state.blocked[0])

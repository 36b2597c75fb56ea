"""Scenarios of one's own: checked with line and field, drawn, begun, and played at a table."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from witchboard.engine import discover
from witchboard.engine.content import ContentError
from witchboard.engine.game import PUBLIC
from witchboard.engine.record import header_of
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.workshop import ScenarioShop

SHOP = ScenarioShop(GAME)


@pytest.fixture
def lane(tmp_path: Path) -> Path:
    path = tmp_path / "lane.toml"
    path.write_text(SHOP.blank("LANE", "Lane"), encoding="utf-8")
    return path


def changed(path: Path, before: str, after: str) -> Path:
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    return path


def test_a_new_file_is_sound_and_can_be_played(lane: Path) -> None:
    assert SHOP.report(lane)[0] == "lane.toml: Lane (LANE) is sound."
    game = GAME.with_content(SHOP.changes(lane))
    state = game.new(2, {**SHOP.options(lane), "hides": "random"})
    assert (state.plan.key, state.plan.name) == ("LANE", "Lane")
    assert header_of(game, 2, {}).changes == {"LANE": dict(SHOP.changes(lane))["LANE"]}
    assert "Lane" in SHOP.text(lane)
    assert SHOP.picture(lane)._repr_svg_().startswith("<svg")


FAULTS = [
    ("count = 3", "count = 29", "line 34, hide row 1 (ghoul), field count: expected at most 4", "GH-186"),
    ("max_per_area = 2", "max_per_area = 1", "expected at most 2", "GH-186"),
    ('tier = "basic"', 'tier = "huge"', "line 6, tier: expected one of advanced, basic, tutorial, got str 'huge'", ""),
    ('type = "find"', 'type = "fnd"', "line 63, goal, field type: expected one of", ""),
    ('type = "find"', 'type = ["find"]', "line 63, goal, field type: expected one of find, fetch, escape,", ""),
    ("meter = 10", "", "lane.toml, line 1: expected a field meter, a whole number of 1 to 99, got none", ""),
    ('[goal]\ntype = "find"\nitem = "lamp"\n', "", "lane.toml, line 61: expected a table [goal], got none", ""),
    (
        'symbol = "X"\ncount = 2\n',
        'symbol = "X"\n',
        "line 44, hide row 3 (debris): expected a field count, a whole",
        "",
    ),
    ("rows = 5", "rows = 27", "line 15, map, field rows: expected a whole number of 1 to 26, got int 27", ""),
    ("count = 3", "count = 31", "line 34, hide row 1 (ghoul), field count: expected a whole number of 1 to 30", ""),
    (
        'type = "find"\nitem',
        'type = "fetch"\nto = "start"\nitems',
        "a table of items and how many of each, such as",
        "",
    ),
    ('where = "any"', 'where = "any"\nnot_in = "a"', 'field not_in: expected a list of areas, such as ["a", "b"]', ""),
    ("meter = 10", "meter = 10\nmeter = 11", "line 9, column 11: expected each key once in its table", ""),
    ("meter = 10", "meter 10", "line 8, column 7: expected = after the key, got '10'", ""),
    ("meter = 10", "meter =", "line 8, column 8: expected a value: a text in quotes, a number,", ""),
    ("|a a a|.=b b|", "|a a a|.|b b|", "line 17, map, field art: expected a door of area b, got none", "GH-012"),
    ("|a a a|.|b b|", "|a a a|.|b b", "line 19, map, field art: expected 13 characters for 6 columns, got 12", ""),
    ('start = ["1-C"]', 'start = ["9-C"]', "line 16, map, field start", ""),
    ('item = "lamp"', 'item = "lump"', "line 64, goal, field item", "GH-186"),
    ('where = "any"', 'where = "everywhere"', "line 42, hide row 2 (hole), field where", ""),
    (
        'id = "LANE"',
        'id = "gh-s01"',
        "lane.toml, line 4, id: expected an id of its own, got gh-s01, as in Eight Bells",
        "",
    ),
]


@pytest.mark.parametrize(("before", "after", "words", "rule"), FAULTS, ids=[fault[1] or "no meter" for fault in FAULTS])
def test_a_fault_is_told_with_its_place(lane: Path, before: str, after: str, words: str, rule: str) -> None:
    changed(lane, before, after)
    for use in (SHOP.changes, SHOP.report):
        with pytest.raises(ContentError) as refused:
            use(lane)
    assert words in str(refused.value) and rule in str(refused.value)


def faults(path: Path) -> list[str]:
    with pytest.raises(ContentError) as refused:
        SHOP.report(path)
    return [fault.partition(", line ")[2] for fault in refused.value.faults]


def test_all_faults_are_told_in_the_order_of_their_lines(lane: Path) -> None:
    for before, after in (
        ('tier = "basic"', 'tier = "hard"'),
        ("meter = 10", 'meter = "ten"'),
        ('start = ["1-C"]', 'start = ["9-C"]'),
        ("count = 3", "count = -3"),
        ('item = "lamp"', 'item = "x"'),
    ):
        changed(lane, before, after)
    found = faults(lane)
    assert [(int(fault.partition(",")[0]), fault.split(":")[0].split()[-1]) for fault in found] == [
        (6, "tier"), (8, "meter"), (16, "start"), (34, "count"), (64, "item")
    ]  # fmt: skip
    with pytest.raises(ContentError, match=r"^lane\.toml, line 6, tier: .* \(and 4 more faults\)$"):
        SHOP.changes(lane)


def test_what_follows_from_a_fault_is_none_of_its_own(lane: Path) -> None:
    """Of a misspelt field, of an area that isn't there, of a shut house, and of a drawing of another width."""
    sound = lane.read_text(encoding="utf-8")
    for before, after, line in (
        ("meter = 10", "metre = 10", "8, metre: unknown field"),
        ('where = "shaded"', 'where = "areas:x"', "35, hide row 1 (ghoul), field where"),
        ("|a a a|.=b b|", "|a a a|.|b b|", "17, map, field art: expected a door of area b"),
        ("cols = 6", "cols = 7", "18, map, field art: expected 15 characters"),
    ):
        lane.write_text(sound, encoding="utf-8")
        [fault] = faults(changed(lane, before, after))
        assert fault.startswith(line)


def test_each_line_of_a_drawing_has_its_fault(lane: Path) -> None:
    changed(changed(lane, "|a a a|.|b b|", "|a a a|.|b b"), "+-+=+-+ +-+-+", "+-+x+-+ +-+-+")
    assert faults(lane) == [
        "19, map, field art: expected 13 characters for 6 columns, got 12",
        "22, map, field art: column 4: expected an edge (space, -, |, =, % or 1 to 9), got 'x'",
    ]


def test_a_minimum_that_the_cap_leaves_no_room_for_is_told_where_it_stands_gh_186(lane: Path) -> None:
    minimum = 'max_per_area = 2\n\n[[hide.at_least]]\nareas = ["a"]\ncount = 3'
    assert faults(changed(lane, "max_per_area = 2", minimum)) == [
        "40, hide row 1 (ghoul), field at_least row 1, field count: expected at most 2, for which 6 squares in a and "
        "the cap of 2 an area (max_per_area) leave room, got 3 (GH-186)"
    ]


def test_a_briefing_has_room_for_twelve_kinds(lane: Path) -> None:
    rows = [f'[[hide]]\nicon = "thing-{n}"\nsymbol = "{n}"\ncount = 1\nwhere = "any"\n\n' for n in range(8)]
    changed(lane, "[goal]", "".join(rows[:7]) + "[goal]")
    assert SHOP.report(lane)[0].endswith("is sound.")
    changed(lane, "[goal]", rows[7] + "[goal]")
    assert faults(lane) == ["31, hide: expected at most 12 rows [[hide]], got 13 (GH-018)"]


def test_a_file_as_notepad_saves_it_is_read(lane: Path) -> None:
    text = lane.read_text(encoding="utf-8").replace("\n", "\r\n")
    lane.write_bytes(text.encode("utf-8-sig"))
    assert SHOP.report(lane)[0] == "lane.toml: Lane (LANE) is sound."
    lane.write_bytes(text[text.index("schema") :].replace("schema = 1", "schema = 2").encode("utf-8-sig"))
    assert faults(lane) == ["1, schema: expected one of 1, got int 2"]
    lane.write_bytes(text.encode("utf-16"))
    assert faults(lane) == ["1: expected UTF-8, got UTF-16: save it with the encoding UTF-8"]


def test_ids_that_differ_only_in_small_and_capital_letters_are_the_same(lane: Path) -> None:
    with pytest.raises(ContentError, match=r"line 4, id: expected an id of its own, got LANE, as in other\.toml$"):
        SHOP.changes(lane, {"lane": "other.toml"})
    table = dict(SHOP.changes(lane))["LANE"]
    assert isinstance(table, dict)
    with pytest.raises(ContentError, match="got LANE and lane"):
        GAME.with_content({"LANE": table, "lane": {**table, "id": "lane"}})


def test_files_of_a_folder_are_added_and_faulty_ones_left_out(
    lane: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discover, "_own", {})
    monkeypatch.setattr(discover, "game_keys", lambda: ["ghoulash"])
    monkeypatch.setattr(discover, "find_game", lambda key: GAME)
    folder = tmp_path / "scenarios"
    folder.mkdir()
    lane.rename(folder / "lane.toml")
    (folder / "other.toml").write_text("schema = 1\n", encoding="utf-8")
    (folder / "twin.toml").write_text(SHOP.blank("lane", "Twin"), encoding="utf-8")
    discover._with_own.cache_clear()
    fault, twin = discover.add_files(tmp_path)
    assert fault.startswith("other.toml")
    assert twin == "twin.toml, line 4, id: expected an id of its own, got lane, as in lane.toml"
    here = discover.game_here("ghoulash")
    discover._with_own.cache_clear()
    scenario = next(option for option in here.options if option.key == "scenario")
    assert "lane" in [value for value, _ in scenario.values]
    state = here.new(2, {"scenario": "LANE", "hides": "random"})
    assert "Lane" in here.where(here.sight(state, PUBLIC))
    assert cast(object, here) is not GAME

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
    ("count = 3", "count = 33", "line 34, hide row 1 (ghoul), field count: expected at most 4", "GH-186"),
    ("max_per_area = 2", "max_per_area = 1", "expected at most 2", "GH-186"),
    ('tier = "basic"', 'tier = "huge"', "line 6, tier: expected one of advanced, basic, tutorial, got str 'huge'", ""),
    ('type = "find"', 'type = "fnd"', "line 63, goal, field type: expected one of", ""),
    ("meter = 10", "", "expected a field meter, got none", ""),
    ("|a a a|.=b b|", "|a a a|.|b b|", "line 17, map, field art: expected a door of area b, got none", "GH-012"),
    ("|a a a|.|b b|", "|a a a|.|b b", "line 19, map, field art: expected 13 characters for 6 columns, got 12", ""),
    ('start = ["1-C"]', 'start = ["9-C"]', "line 16, map, field start", ""),
    ('item = "lamp"', 'item = "lump"', "line 64, goal, field item", "GH-186"),
    ('where = "any"', 'where = "everywhere"', "line 42, hide row 2, field where", ""),
    ('id = "MY-01"'.replace("MY-01", "LANE"), 'id = "GH-S01"', "comes with the game", ""),
]


@pytest.mark.parametrize(("before", "after", "words", "rule"), FAULTS, ids=[fault[1] or "no meter" for fault in FAULTS])
def test_a_fault_is_told_with_its_place(lane: Path, before: str, after: str, words: str, rule: str) -> None:
    changed(lane, before, after)
    with pytest.raises(ContentError) as refused:
        SHOP.changes(lane)
        SHOP.report(lane)
    assert words in str(refused.value) and rule in str(refused.value)


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
    discover._with_own.cache_clear()
    [fault] = discover.add_files(tmp_path)
    assert fault.startswith("other.toml")
    here = discover.game_here("ghoulash")
    discover._with_own.cache_clear()
    scenario = next(option for option in here.options if option.key == "scenario")
    assert "lane" in [value for value, _ in scenario.values]
    state = here.new(2, {"scenario": "LANE", "hides": "random"})
    assert "Lane" in here.where(here.sight(state, PUBLIC))
    assert cast(object, here) is not GAME

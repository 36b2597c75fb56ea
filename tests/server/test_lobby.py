"""What lies on a table before its game begins: what is printed, and nothing that is secret."""

from __future__ import annotations

from typing import cast
from xml.etree import ElementTree

import pytest

from witchboard.engine.discover import find_game, game_keys
from witchboard.engine.game import Game
from witchboard.engine.state import State
from witchboard.games.ghoulash import GAME
from witchboard.server.lobby import Chair, Lobby, Setting

GHOULASH = cast(Game[State], GAME)


def shown(game: Game[State], layout: str, **options: str | int | bool) -> dict[str, object]:
    """The picture somebody gets who opens the table."""
    players = game.players[-1] if game.players[0] > 2 else 2
    setting = Setting(players, game.settle_options(players, options), [Chair() for _ in range(players)])
    picture = Lobby("code", game, setting).whole("", layout, ())["picture"]
    assert isinstance(picture, dict)
    return cast(dict[str, object], picture[layout])


@pytest.mark.parametrize("layout", ["wide", "tall"])
@pytest.mark.parametrize("scenario", [plan.key for plan in GAME.box.plans])
def test_the_chosen_scenario_lies_there_as_it_is_printed(scenario: str, layout: str) -> None:
    picture = shown(GHOULASH, layout, scenario=scenario)
    fragments = dict(cast(list[tuple[str, str]], picture["fragments"]))
    assert "walls-own" in fragments and "count-ghoul" in fragments
    assert layout == "tall" or GAME.plan(scenario).name.split()[0] in fragments["title"]
    svg = f'<svg xmlns:x="x">{picture["ground"]}{"".join(fragments.values())}</svg>'
    ids = [node.get("id") for node in ElementTree.fromstring(svg).iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert not [key for key in fragments if key.startswith(("found", "hid", "pin", "meter", "own-seen"))]


def test_it_is_the_same_whatever_is_hidden_and_drawn_once() -> None:
    options = GHOULASH.settle_options(2, {"scenario": "GH-S05", "hides": "random"})
    first = GHOULASH.lobby(2, options, "wide")
    assert GHOULASH.lobby(2, {**options, "seed": 7, "keeper": "expert"}, "wide") is first


def test_other_games_show_their_ground_alone() -> None:
    for key in game_keys():
        game = find_game(key)
        if key != GAME.key:
            picture = shown(game, "wide")
            assert picture["ground"] and picture["fragments"] == []

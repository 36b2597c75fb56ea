"""Rulings: which readings agree with the printed rules, and the presets."""

from __future__ import annotations

import pytest

from witchboard.engine.discover import find_game, game_keys
from witchboard.engine.rulings import PRESETS, STANDING, preset, readings, standing
from witchboard.engine.terms import Option

OFF_ON = ((False, "off"), (True, "on"))
OPTIONS = (
    Option("map", "Map", "Which map.", "X-001", (("small", "small"), ("large", "large")), "small"),
    Option("idle", "Idle", "Idling hurts.", "X-002", OFF_ON, True, True, printed=(False,)),
    Option("stop", "Stop", "One may stop.", "X-003", OFF_ON, False, True, printed=(False, True)),
)


def stands(**chosen: bool) -> str:
    return standing(OPTIONS, {"map": "large", "idle": True, "stop": False, **chosen})


def test_what_the_printed_rules_leave_open_is_as_witchboard_reads_it() -> None:
    assert preset(OPTIONS, "as-printed") == {"idle": False, "stop": False}
    assert preset(OPTIONS, "witchboard") == {"idle": True, "stop": False}


def test_which_preset_stands() -> None:
    assert stands() == "ours"
    assert stands(idle=False) == "printed"
    assert stands(idle=False, stop=True) == "printed"  # the printed rules allow either
    assert stands(stop=True) == "mix"
    assert standing(OPTIONS[::2], {"map": "small", "stop": False}) == "both"


def test_the_readings_that_differ_are_told() -> None:
    assert [readings(one) for one in OPTIONS] == [
        "",
        "As printed: off; here: on.",
        "The printed rules leave it open.",
    ]


@pytest.mark.parametrize("key", game_keys())
def test_each_game_has_rulings_and_stands_by_itself_as_witchboard_reads_them(key: str) -> None:
    game = find_game(key)
    rulings = [option for option in game.options if option.printed]
    assert rulings
    for option in rulings:
        assert set(option.printed) <= {value for value, _ in option.values}
    for players in game.players:
        usual = game.settle_options(players, {})
        assert standing(game.options, usual) in ("ours", "both")
        for name in PRESETS:
            settled = game.settle_options(players, preset(game.options, name))
            assert STANDING[standing(game.options, settled)]

"""Rulings: which readings agree with the printed rules, and the presets."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from witchboard.engine.discover import find_game, game_keys
from witchboard.engine.front import OptionValue
from witchboard.engine.rulings import PRESETS, STANDING, preset, readings, standing
from witchboard.engine.settling import in_force, settle, settled_by
from witchboard.engine.terms import Held, Option, OptionError
from witchboard.games.ghoulash.content import load
from witchboard.games.ghoulash.options import options

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


# What others leave no choice about.


def large(players: int, options: Mapping[str, OptionValue]) -> Held | None:
    return Held(True, "on the large map one may stop", "X-004") if options["map"] == "large" else None


HELD = (
    *OPTIONS[:2],
    Option("stop", "Stop", "One may stop.", "X-003", OFF_ON, False, True, printed=(False,), held=large),
)


def test_what_was_not_asked_for_gives_way_and_what_was_is_refused() -> None:
    assert settle("X", HELD, 2, {"map": "large"}) == {"map": "large", "idle": True, "stop": True}
    assert settle("X", HELD, 2, {"map": "large", "rulings": "as-printed"}) == {
        "map": "large",
        "idle": False,
        "stop": True,
    }
    assert settle("X", HELD, 2, {"map": "large", "stop": True})["stop"] is True
    with pytest.raises(OptionError, match=r"^option stop=off: on the large map one may stop \(X-004\)$") as refused:
        settle("X", HELD, 2, {"map": "large", "stop": "off"})
    assert refused.value.plain == "Stop, off: on the large map one may stop (X-004)."


def test_an_older_record_is_played_as_it_was() -> None:
    """What it says of an option that gave way without a word is not held against it."""
    assert in_force(HELD, 2, {"map": "large", "stop": False}) == {"map": "large", "stop": True}
    assert in_force(HELD, 2, {"map": "small", "stop": False}) == {"map": "small", "stop": False}


def test_which_values_leave_no_choice_about_a_ruling() -> None:
    found = [(option.key, value, one.key) for option, value, one, _ in settled_by(HELD, 2)]
    assert found == [("map", "large", "stop")]


HUNT = find_game("ghoulash")


@pytest.mark.parametrize(
    ("players", "by", "key", "asked", "rule"),
    [
        (2, {"hides": "mirror"}, "last-answer", False, "GH-159"),
        (2, {"hides": "mirror"}, "preset-weak-spots", False, "GH-159"),
        (2, {"hides": "mirror"}, "drawn-weak-spots", True, "GH-153"),
        (2, {"preset-weak-spots": True}, "drawn-weak-spots", True, "GH-153"),
        (1, {}, "preset-weak-spots", True, "GH-162"),
        (1, {}, "hides", "secret", "GH-162"),
        (1, {"scenario": "gh-s01"}, "turn-limit", 67, "GH-164"),
        (1, {"scenario": "gh-s01"}, "turn-limit", 0, "GH-164"),
    ],
)
def test_no_option_of_a_hunt_is_overruled_without_a_word(
    players: int, by: Mapping[str, OptionValue], key: str, asked: OptionValue, rule: str
) -> None:
    with pytest.raises(OptionError, match=rule):
        HUNT.settle_options(players, {**by, key: asked})
    settled = HUNT.settle_options(players, by)
    assert settled[key] != asked
    assert HUNT.settle_options(players, settled) == settled  # a rematch is played with them


def test_what_a_scenario_turns_on_stays_on_and_is_said_gh_151() -> None:
    shipped, _ = load()
    scenario = shipped.scenarios[1]
    own = msgspec.structs.replace(scenario.options, hardcore=True, bump_ends_move=False)
    content = msgspec.structs.replace(shipped, scenarios=(msgspec.structs.replace(scenario, options=own),))
    found = options(content)
    settled = settle("X", found, 2, {"rulings": "as-printed"})
    assert settled["hardcore"] is True and settled["soft-bump"] is True
    for key in ("hardcore", "soft-bump"):
        with pytest.raises(OptionError, match=r"has it on \(GH-151"):
            settle("X", found, 2, {key: False})

"""The hint: chances under a uniform hide, from what the explorer knows; all that comes out changes it (GH-172)."""

from __future__ import annotations

import re

import pytest

from tests.games.ghoulash.test_ways import begun
from witchboard.engine.play import asked, choose, options
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.bot_belief import Belief
from witchboard.games.ghoulash.bot_sight import Sight
from witchboard.games.ghoulash.picture.heat import UNIFORM
from witchboard.games.ghoulash.state import Hunt


def chances(state: Hunt, seat: int, icon: str) -> dict[str, float]:
    """The chance of an icon by square, in hundredths."""
    sight = Sight(state.plan)
    sight.look(state, seat)
    belief = Belief(state.plan, UNIFORM)
    belief.study(sight)
    [number] = [number for number, line in enumerate(state.plan.lines) if line.icon == icon]
    names = enumerate(state.plan.names)
    return {name: found for square, name in names if (found := round(belief.chance(number, square), 4))}


def test_with_no_news_every_allowed_square_is_as_likely() -> None:
    """GH-E34: the radio lies on one of 22 shaded squares; of three Ghouls, one a building, 18 / 22 lie on each."""
    found = chances(begun("GH-S00"), 0, "radio")
    assert len(found) == 22 and set(found.values()) == {round(1 / 22, 4)}


def test_silence_shuts_squares_out_and_makes_the_others_likelier() -> None:
    """GH-E34: with all of building c silent the radio is on one of 18, and each other building holds a Ghoul."""
    state = begun("GH-S00")
    base, plan = 0, state.plan
    for name in ("1-A", "1-B", "2-A", "2-B"):
        square = plan.names.index(name)
        state.hide[base + square] = state.left[base + square] = 0
        state.seen[base + square] = 1
    radio, ghoul = chances(state, 0, "radio"), chances(state, 0, "ghoul")
    assert set(radio.values()) == {round(1 / 18, 4)}
    assert set(ghoul.values()) == {round(1 / 6, 4)}


def test_the_hint_is_laid_over_the_walked_grid_and_changes_with_every_step() -> None:
    state = begun("GH-S01")
    seat = asked(state)[0]
    before = GAME.overlay(state, seat, "wide")
    assert before.startswith('<g id="heat"') and 'class="foe"' in before
    step = next(
        code for code in options(state, seat) if not state.hide[seat * state.plan.squares + state.plan.to[code]]
    )
    choose(state, seat, step)
    assert asked(state) == [seat]
    assert GAME.overlay(state, seat, "wide") != before


def test_nothing_is_shown_of_squares_that_are_known() -> None:
    state = begun("GH-S01")
    seat = asked(state)[0]
    at = state.at[seat]
    x, y = at % state.plan.cols, state.plan.rows - 1 - at // state.plan.cols
    places = re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', GAME.overlay(state, seat, "wide"))
    assert not [place for place in places if (float(place[0]) // 36, float(place[1]) // 36) == (x, y)]


@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_the_likeliest_dot_is_large_and_the_hint_says_what_it_stands_for(layout: str) -> None:
    """GH-172: also where all is unlikely. On Dead End Lane three Ghouls lie in three of the buildings of 6, 6, 4 and 6
    squares: the small one has one in 432 of 648 hides, so each of its squares in 17 of 100."""
    for scenario in ("GH-S00", "GH-S08"):
        state = begun(scenario)
        shown = GAME.overlay(state, asked(state)[0], layout)
        radii = [float(radius) for radius in re.findall(r'cx="[^"]*" cy="[^"]*" r="([\d.]+)"', shown)]
        assert max(radii) == 7.5 and min(radii) >= 2
        assert re.findall(r">([^<>]+)</text>", shown)[:3] == ["foe", "thing", "obstacle"]
        if scenario == "GH-S00":
            assert ">largest: 17 %</text>" in shown
        else:
            assert re.search(r">largest: about \d+ %</text>", shown)

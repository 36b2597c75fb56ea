"""What is said of scenarios: the goal, what is hidden and where, conditions; and the glossary."""

from __future__ import annotations

import html
import re

import pytest

from witchboard.engine.terms import Show
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.content import load
from witchboard.games.ghoulash.glossary import glossary
from witchboard.games.ghoulash.words.briefing import blocked_words, condition_words, goal_words, line_words
from witchboard.games.ghoulash.words.icons import ICONS, icon_words

_, BOX = load()

GOALS = [
    ("GH-S00", "Find the radio."),
    ("GH-S01", "Destroy all 8 Ghouls."),
    ("GH-S02", "Bring the food to the shelter."),
    ("GH-S03", "Leave by the exit opposite with the canister."),
    ("GH-S04", "Bring the bell ringer to the market cross."),
    ("GH-S05", "Leave by an exit that is open."),
    ("GH-S06", "Bring 3 valve wheels to the pump house."),
    ("GH-S07", "Find the serum."),
    ("GH-S08", "Bring the brass lamp to the ladder."),
    ("GH-S09", "Destroy 6 Ghouls, then leave by the dock."),
    ("GH-S10", "Destroy the brood queen."),
]


@pytest.mark.parametrize(("key", "words"), GOALS)
def test_goals(key: str, words: str) -> None:
    """GH-129, GH-130, GH-133, GH-135, GH-136."""
    assert goal_words(BOX.plan(key)) == words


def test_every_scenario_has_a_goal_in_words() -> None:
    assert [plan.key for plan in BOX.plans] == [key for key, _ in GOALS]


@pytest.mark.parametrize(
    ("key", "icon", "words"),
    [
        ("GH-S01", "ghoul", "8 Ghouls, in buildings, at most 2 in each"),
        ("GH-S01", "hole", "5 holes, anywhere"),
        ("GH-S06", "mine", "4 mines, in the street"),
        ("GH-S07", "ghoul", "9 Ghouls, in buildings, at most 2 in each, at least 1 in building w"),
        ("GH-S07", "serum", "1 serum, in building w"),
        ("GH-S07", "red-key", "1 red key, in buildings, not in w"),
    ],
)
def test_lines_of_briefings(key: str, icon: str, words: str) -> None:
    """GH-019, GH-020, GH-021."""
    plan = BOX.plan(key)
    assert line_words(plan, next(line for line in plan.lines if line.icon == icon)) == words


def test_blocked_doorways_and_conditions() -> None:
    """GH-027, GH-139, GH-142, GH-143."""
    assert blocked_words(BOX.plan("GH-S05")) == "5 of 6 exits are blocked"
    assert blocked_words(BOX.plan("GH-S08")) == "3 of 10 doorways are blocked"
    assert blocked_words(BOX.plan("GH-S01")) == ""
    for key, words in (
        ("GH-S03", "while you carry the canister every miss against a Ghoul costs 2 wounds"),
        ("GH-S04", "while you carry the bell ringer holes cost 2 turns"),
        ("GH-S09", "from your turn 16 on every miss against a Ghoul costs 2 wounds"),
    ):
        plan = BOX.plan(key)
        assert [condition_words(plan, one) for one in plan.conditions] == [words]


def test_who_only_keeps_hears_of_the_explorer() -> None:
    """GH-142, GH-167: he walks nowhere himself."""
    said = {"GH-S03": "while the explorer carries the canister", "GH-S09": "from the explorer's turn 16 on"}
    for key, words in said.items():
        plan = BOX.plan(key)
        assert condition_words(plan, plan.conditions[0], explores=False).startswith(words)
        options = GAME.settle_options(1, {"scenario": key.lower(), "hides": "trial"})
        state = GAME.new(1, options)
        sentence = words[:1].upper() + words[1:]
        table, lobby = GAME.picture(GAME.sight(state, 0), Show()), GAME.lobby(1, options, "wide")
        drawn = [html.unescape(" ".join(picture.fragments.values())) for picture in (table, lobby)]
        for shown in (GAME.text(state, 0, 200), *(" ".join(re.findall(r">([^<]+)</text>", one)) for one in drawn)):
            assert sentence in " ".join(shown.split()) and "your turn" not in shown


def test_an_icon_nobody_has_heard_of_is_called_by_its_key() -> None:
    """GH-007: a scenario of one's own may hide anything."""
    assert icon_words("music-box").one == "a music box"
    assert icon_words("music-box").counted(2) == "2 music boxes"
    assert icon_words("axe").one == "an axe"


def test_all_icons_of_the_box_have_words_of_their_own() -> None:
    icons = {line.icon for plan in BOX.plans for line in plan.lines}
    assert icons == set(ICONS)


def test_what_is_said_on_a_square_is_the_same_each_time_there() -> None:
    """GH-071: nothing but the square decides between two ways to say it."""
    ghoul = icon_words("ghoul")
    assert [ghoul.found(square) for square in range(40)] == [ghoul.found(square) for square in range(40)]
    assert {ghoul.found(square) for square in range(40)} == set(ghoul.met)


def test_the_glossary_knows_every_icon_and_scenario_once() -> None:
    terms = glossary(BOX)
    names = [term.name for term in terms]
    assert len(names) == len(set(names))
    assert {plan.name for plan in BOX.plans} <= set(names)
    also = {word for term in terms for word in term.also}
    assert {line.icon for plan in BOX.plans for line in plan.lines} <= also
    assert all(len(term.words) < 350 and term.words.endswith(".") for term in terms)

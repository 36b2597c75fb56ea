"""The odds shown before a roll, held against the table of rules.md and against the rules themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from tests.games.ghost_stories.table import NO_TOKENS, laid_out
from witchboard.engine import play
from witchboard.engine.choice import Forecast
from witchboard.engine.stream import stream
from witchboard.games.ghost_stories import GAME, forecast
from witchboard.games.ghost_stories.rules.requirement import exorcisable
from witchboard.games.ghost_stories.rules.result import Result
from witchboard.games.ghost_stories.rules.yang import EXORCISE
from witchboard.games.ghost_stories.state import Village
from witchboard.games.ghost_stories.tables import NONE
from witchboard.lab.batch import play_out

NORTH = "Herbalist's Shop"  # faces N2 alone
CORNER = "Sorcerer's Hut"  # faces N1 and E3
SKINNER, BLOOD_DRINKER, EVILDOER, RAGING_ONE = "Skinner 34", "Blood Drinker 39", "Scarlet Evildoer 41", "Raging One 44"
RED = (SKINNER, BLOOD_DRINKER, EVILDOER, RAGING_ONE)


def facing(*ghosts: str, at: str = NORTH, who: str = "red", **more: object) -> Village:
    """That Taoist, without any token, in front of these ghosts."""
    spaces = ("N2",) if at == NORTH else ("N1", "E3")
    laid = {f"ghosts.{space}": ghost for space, ghost in zip(spaces, ghosts)}
    return laid_out("yang", {**NO_TOKENS, "active": who, f"at.{who}": at, **laid, **more})


def odds(state: Village) -> dict[str, float]:
    """The forecast of an attempt, in percent with one decimal."""
    found = forecast.exorcism(state)
    assert found
    assert sum(chance for _, chance in found.odds) == pytest.approx(1)
    return {words: round(100 * chance, 1) for words, chance in found.odds}


@pytest.mark.parametrize(("ghost", "percent"), list(zip(RED, (70.4, 25.9, 3.7, 0.0))))
def test_three_dice(ghost: str, percent: float) -> None:
    """GS-119, GS-122, GS-124: the first row of the table of odds."""
    name = ghost.rsplit(" ", 1)[0]
    assert odds(facing(ghost)).get(name, 0.0) == percent


@pytest.mark.parametrize(
    ("captors", "ghost", "percent"),
    [(1, SKINNER, 55.6), (1, BLOOD_DRINKER, 11.1), (2, SKINNER, 33.3), (2, BLOOD_DRINKER, 0.0), (3, SKINNER, 0.0)],
)
def test_captured_dice(captors: int, ghost: str, percent: float) -> None:
    """GS-071, GS-119: each captor takes a die away."""
    heads = {f"ghosts.S{at}": f"Severed Heads {46 + at}" for at in range(1, min(captors, 2) + 1)}
    if captors == 3:
        heads = {"ghosts.S1": "Severed Heads 47", "ghosts.S2": "Severed Heads 48", "ghosts.S3": "Repellent Beauty 46"}
    held = {key.replace("ghosts", "dice_on"): 1 for key in heads}
    assert odds(facing(ghost, **heads, **held)).get(ghost.rsplit(" ", 1)[0], 0.0) == percent


@pytest.mark.parametrize(("ghost", "percent"), list(zip(RED, (80.2, 40.7, 11.1, 1.2))))
def test_the_gray_die(ghost: str, percent: float) -> None:
    """GS-120, GS-235: Strength of a Mountain rolls four dice."""
    state = facing(ghost, who="green", **{"sides.green": "B"})
    assert odds(state)[ghost.rsplit(" ", 1)[0]] == percent


@pytest.mark.parametrize(("ghost", "percent"), list(zip(RED, (91.2, 58.3, 17.1, 0.0))))
def test_a_reroll_at_its_best(ghost: str, percent: float) -> None:
    """GS-130: The Gods' Favorite rolls every miss again."""
    state = facing(ghost, who="green", **{"sides.green": "A"})
    assert odds(state).get(ghost.rsplit(" ", 1)[0], 0.0) == percent


@pytest.mark.parametrize(("ghost", "percent"), list(zip(RED, (42.1, 7.4, 0.5, 0.0))))
def test_without_white(ghost: str, percent: float) -> None:
    """GS-145: Nameless denies the white face."""
    state = facing(ghost, **{"ghosts.S1": "Nameless 65"})
    assert odds(state).get(ghost.rsplit(" ", 1)[0], 0.0) == percent


def test_a_corner_with_one_and_one() -> None:
    """GS-137: both fall in 40.7 %, at least one in 87.5 %."""
    found = odds(facing(SKINNER, "Drowned Maiden 12", at=CORNER))
    assert found["both"] == 40.7
    assert found["nothing"] == 12.5


def test_a_corner_with_one_and_two() -> None:
    """GS-137, GS-138: both fall in 8.8 %, at least one in 75.0 %."""
    found = odds(facing(SKINNER, "Sticky Feet 16", at=CORNER))
    assert found["both"] == 8.8
    assert found["nothing"] == 25.0
    assert set(found) == {"both", "either one", "Skinner", "Sticky Feet", "nothing"}


def test_tokens_fill_the_gap() -> None:
    """GS-131, GS-135: own tokens and those of a Taoist on the tile; not those of one elsewhere."""
    near = facing(BLOOD_DRINKER, **{"tao.red.red": 1, "at.blue": NORTH, "tao.blue.red": 1})
    assert odds(near) == {"Blood Drinker": 25.9, "with tokens": 74.1}
    assert odds(facing(BLOOD_DRINKER, **{"tao.red.red": 1, "tao.blue.red": 1})) == {
        "Blood Drinker": 25.9,
        "with tokens": 44.4,
        "nothing": 29.6,
    }


def test_locked_tokens_do_not_count() -> None:
    """GS-134: Black Widow locks the tokens."""
    state = facing(SKINNER, **{"tao.red.red": 1, "ghosts.S1": "Black Widow 50"})
    assert odds(state) == {"Skinner": 70.4, "nothing": 29.6}


def test_circle_and_mantra() -> None:
    """GS-126, GS-127, GS-128: each takes one off, and both add up."""
    assert odds(facing(BLOOD_DRINKER, circle="red"))["Blood Drinker"] == 70.4
    mantra = {"sides.yellow": "B", "mantra": "N2"}
    assert odds(facing(BLOOD_DRINKER, **mantra))["Blood Drinker"] == 70.4
    assert odds(facing(BLOOD_DRINKER, circle="red", **mantra)) == {"Blood Drinker": 100.0}


def test_dice_do_nothing_against_an_immune_ghost() -> None:
    """GS-129: only a token helps against Reaper."""
    assert odds(facing("Reaper 35")) == {"nothing": 100.0}
    assert odds(facing("Reaper 35", **{"tao.red.red": 1})) == {"with tokens": 100.0}


def test_there_is_no_forecast_without_a_ghost_in_reach() -> None:
    """GS-117, GS-118."""
    assert forecast.exorcism(facing()) is None
    assert forecast.exorcism(facing(at=CORNER)) is None


def test_the_odds_of_another_tile() -> None:
    """GS-117: what a move to a tile would make possible."""
    state = laid_out("yang", {**NO_TOKENS, "ghosts.N2": SKINNER})
    there = forecast.exorcism_from(state, 1)
    assert there and dict(there.odds)["Skinner"] == pytest.approx(19 / 27)
    assert forecast.exorcism_from(state, 7) is None


def test_the_odds_of_each_reroll() -> None:
    """GS-130: one red lies there; rolling the two others again is best."""
    state = facing(BLOOD_DRINKER, who="green", **{"sides.green": "A"})
    play.choose(state, play.asked(state)[0], EXORCISE)
    play.answer(state, GAME.parse_outcome(state, "tao dice: red green blue"))
    hits = [dict(forecast.reroll(state, mask).odds).get("Blood Drinker", 0.0) for mask in range(8)]
    assert hits[0] == 0
    assert hits[0b110] == pytest.approx(5 / 9)
    assert max(hits) == hits[0b110]
    assert hits[0b111] == pytest.approx(7 / 27)


def ghosts_reached(state: Village) -> Counter[int]:
    """By carrying out every roll: in how many of them so many ghosts can be exorcised at most."""
    begun = state.clone()
    play.choose(begun, play.asked(begun)[0], EXORCISE)
    step = play.chance(begun)
    found: Counter[int] = Counter()
    if step is None:
        return Counter({_most(begun): 1})
    for outcome in range(step.outcomes(begun)):
        rolled = begun.clone()
        play.settle(rolled, outcome)
        found[_most(rolled)] += 1
    return found


def _most(state: Village) -> int:
    step = state.stack[-1]
    assert isinstance(step, Result)
    return max(option.bit_count() for option in step.options(state, play.asked(state)[0]))


def test_odds_are_what_the_rules_do() -> None:
    """GS-231: for positions of random play, every roll carried out by the rules reaches as many ghosts as forecast."""
    compared = 0
    for seed in range(400):
        state = GAME.new(1 + seed % 4, {"level": ("normal", "hell")[seed % 2]})
        play_out(state, stream(seed, "forecast"), 60 + seed % 60)
        if state.over or not play.asked(state) or EXORCISE not in play.options(state, play.asked(state)[0]):
            continue
        if forecast.may_use(state, forecast.FAVORITE) or not exorcisable(state):
            continue
        expected = ghosts_reached(state)
        total = sum(expected.values())
        forecasted: Counter[int] = Counter()
        for reach, chance in forecast.exorcism_odds(state).items():
            forecasted[max((one.bit_count() for one in reach.sets), default=0)] += chance * total
        assert forecasted == expected, seed
        compared += 1
    assert compared > 20


def test_a_reroll_is_never_worse_than_none() -> None:
    """GS-130: with the reroll at least as many ghosts fall on average, and a plan by hand is not better."""
    state = facing(BLOOD_DRINKER, "Sticky Feet 16", at=CORNER, who="green", **{"sides.green": "A"})
    roll = forecast.Roll(state)

    def worth(odds: Mapping[forecast.Reach, Fraction]) -> Fraction:
        return sum((reach.worth * chance for reach, chance in odds.items()), Fraction(0))

    by_hand = Fraction(0)
    for faces in product(range(6), repeat=3):
        kept = tuple(face for face in faces if face in (0, 2, 5))
        by_hand += worth(forecast.fractions(roll.after(kept, 3 - len(kept)))) / 216
    assert worth(forecast.fractions(roll.after((), 3))) < by_hand
    assert by_hand <= worth(forecast.fractions(roll.with_reroll(3)))


def percent(found: Forecast | None) -> dict[str, float]:
    assert found
    return {words: round(100 * chance, 1) for words, chance in found.odds}


def test_the_curse_die() -> None:
    """GS-049 to GS-053: two faces of six are blank; without tokens LOSE ALL TAO does nothing either."""
    state = facing("Zombie 6", **{"tao.red.red": 1})
    assert percent(forecast.curse(state, 1)) == {
        "nothing": 33.3,
        "the Herbalist's Shop is haunted": 16.7,
        "another ghost": 16.7,
        "Red loses all Tao": 16.7,
        "Red loses 1 Qi": 16.7,
    }
    assert percent(forecast.curse(facing("Zombie 6"), 1))["nothing"] == 50.0


def test_the_curse_die_at_the_brink() -> None:
    """GS-192, GS-169, GS-193: the words say what a face would end."""
    last: dict[str, object] = {"deck": 1, "ghosts.S1": "Death Army 59"}
    state = facing("Zombie 6", **{"haunted.0,0": 1, "haunted.2,2": 1, "qi.red": 1, **last})
    found = percent(forecast.curse(state, 1))
    assert found["the Herbalist's Shop is haunted: the game is lost"] == 16.7
    assert found["Red dies"] == 16.7
    assert found["the last card: the game is lost"] == 16.7


def test_two_curse_dice() -> None:
    """GS-151: the chance to see a face at least once in two rolls."""
    state = facing("Zombie 6", **{"tao.red.red": 1})
    found = percent(forecast.curse(state, 1, rolls=2))
    assert found["nothing"] == 11.1
    assert found["Red loses 1 Qi"] == 30.6


def test_green_and_the_curse_die() -> None:
    """GS-055, GS-054: no roll with Strength of a Mountain; every harm rolled again with The Gods' Favorite."""
    assert forecast.curse(facing("Zombie 6", who="green", **{"sides.green": "B"}), 1) is None
    favoured = facing("Zombie 6", who="green", **{"sides.green": "A", "tao.green.red": 1})
    assert percent(forecast.curse(favoured, 1))["nothing"] == 55.6


def test_the_cemetery_haunts_itself() -> None:
    """GS-104: the price of raising the dead."""
    assert "the Cemetery is haunted" in percent(forecast.curse(facing(), NONE))

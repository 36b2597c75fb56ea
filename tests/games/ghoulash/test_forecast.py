"""The odds of a fight: what each miss costs, how likely it kills, and how they are said."""

from __future__ import annotations

from fractions import Fraction

import pytest

from witchboard.games.ghoulash.forecast import Fight, misses, odds_words


@pytest.mark.parametrize("open_numbers", range(1, 7))
@pytest.mark.parametrize("left", range(1, 9))
def test_the_chance_to_die_is_that_of_the_rule(left: int, open_numbers: int) -> None:
    """GH-175: with r spaces left and k numbers open it is (k - r) / k, none if r is k or more."""
    expected = max(Fraction(0), Fraction(open_numbers - left, open_numbers))
    assert Fight(left, open_numbers).death() == expected


def test_three_spaces_before_a_ghoul_are_three_in_six() -> None:
    """GH-E12, GH-113: with 12 of 15 wounds half of all fights kill."""
    assert Fight(3).death() == Fraction(1, 2)
    assert Fight(6).death() == 0


def test_wounds_to_be_expected() -> None:
    """GH-113, GH-119, GH-095, GH-142: a Ghoul 2.5, with the vest 1.67, the queen 5, at the double price 5."""
    assert Fight(15).wounds() == Fraction(5, 2)
    assert Fight(15, free=1).wounds() == Fraction(5, 3)
    assert Fight(15, more=1).wounds() == 5
    assert Fight(15, price=2).wounds() == 5


def test_the_double_price_kills_sooner() -> None:
    """GH-E22, GH-142: at 11 of 15 wounds and two a miss, the second miss kills: four times of six."""
    assert Fight(4, price=2).death() == Fraction(4, 6)
    assert Fight(1, price=2).death() == Fraction(5, 6)


def test_the_vest_spares_the_first_miss_of_both_layers_together() -> None:
    """GH-095: a fight of two layers is one fight."""
    assert Fight(2, more=1, free=1).death() == 1 - sum(misses(6, 1)[:3])


@pytest.mark.parametrize(("fights", "odds"), [(3, 0.005), (4, 0.097), (5, 0.305), (6, 0.546), (7, 0.743), (8, 0.870)])
def test_fights_in_a_row_fill_a_meter(fights: int, odds: float) -> None:
    """What rules.md says of fights without a kit: so many are one fight of so many layers."""
    assert float(Fight(15, more=fights - 1).death()) == pytest.approx(odds, abs=0.0006)


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(1, 3), "1 in 3"),
        (Fraction(5, 6), "5 in 6"),
        (Fraction(11, 36), "31 in 100"),
        (Fraction(0), "none"),
        (Fraction(1), "certain"),
        (Fraction(1, 1000), "1 in 100"),
    ],
)
def test_odds_are_said_as_people_say_them(chance: Fraction, words: str) -> None:
    assert odds_words(chance) == words

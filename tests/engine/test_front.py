"""What a game says of itself to people who choose what to play."""

from __future__ import annotations

from witchboard.engine.front import Front, Opening

FIRST = Opening(2, {}, ("", "random"), "The lesson")
LATER = Opening(2, {}, ("", "random"), "The whole game")


def test_who_has_met_the_game_is_offered_more() -> None:
    front = Front("duel", 1, 20, "", (), (FIRST,), again=(LATER, FIRST))
    assert front.offered(met=False) == (FIRST,)
    assert front.offered(met=True) == (LATER, FIRST)


def test_a_game_without_a_lesson_offers_everybody_the_same() -> None:
    front = Front("duel", 1, 20, "", (), (FIRST,))
    assert front.offered(met=True) == front.offered(met=False) == (FIRST,)

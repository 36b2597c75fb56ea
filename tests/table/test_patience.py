"""Questions that a live table does not hold open for ever (GH-115: an absent keeper never holds a fight up)."""

from __future__ import annotations

from typing import cast

from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.state import Hunt

from .desk import ANN, BEN, Desk


def at_the_fight() -> tuple[Desk, int]:
    """A table at which somebody has just run into a Ghoul; its keeper is asked for the weak spot."""
    desk = Desk(GAME, ANN, BEN, options={"hides": "random", "scenario": "GH-S01"})
    for number in range(400):
        seat = desk.live.table.line.asked[0]
        if "weak spot 1" in desk.texts(seat):
            return desk, seat
        desk.choose(seat, desk.options(seat)[number * 7 % len(desk.options(seat))])
    raise AssertionError("nobody ran into a Ghoul")


def test_who_says_nothing_for_eight_seconds_is_answered_for() -> None:
    desk, keeper = at_the_fight()
    asked = desk.live.table.line.entries
    before = len(asked)
    desk.wait(desk.live.now + 7_900)
    assert len(desk.live.table.line.entries) == before
    desk.wait(desk.live.now + 200)
    explorer = 1 - keeper
    assert desk.live.table.line.asked == [explorer]
    assert cast(Hunt, desk.live.table.line.state).weak[explorer] >= 0


def test_the_keeper_sees_how_long_and_what_happens_then() -> None:
    desk, keeper = at_the_fight()
    look = desk.look(("ann", "ben")[keeper])
    [ask] = look.latest["asks"]
    assert (ask["window"]["left"], ask["window"]["length"]) == (8_000, 8_000)
    assert ask["window"]["words"] == "Or else: let chance decide"


def test_no_time_passes_while_the_game_stands_still() -> None:
    desk, keeper = at_the_fight()
    desk.wait(desk.live.now + 5_000)
    desk.live.pause("Ann")
    desk.wait(desk.live.now + 60_000)
    desk.live.resume()
    desk.wait(desk.live.now + 2_900)
    assert desk.live.table.line.asked == [keeper]
    desk.wait(desk.live.now + 200)
    assert desk.live.table.line.asked == [1 - keeper]


def test_a_choice_in_time_counts() -> None:
    desk, keeper = at_the_fight()
    desk.wait(desk.live.now + 7_000)
    desk.say(keeper, "weak spot 3")
    assert cast(Hunt, desk.live.table.line.state).weak[1 - keeper] == 2
    desk.wait(desk.live.now + 60_000)
    assert desk.live.table.line.asked == [1 - keeper]

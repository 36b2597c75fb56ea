"""The invariants of Ghost Stories: each thing that is lost, doubled or misplaced is found, by its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from witchboard.engine.game import Game
from witchboard.engine.play import advance
from witchboard.engine.state import State
from witchboard.engine.stream import Stream
from witchboard.games.ghost_stories import GAME
from witchboard.games.ghost_stories.state import DEAD, Village
from witchboard.games.ghost_stories.tables import CEMETERY

from .invariants import checks_of
from .moments import draw_moment

GAME_ = cast(Game[State], GAME)
(CHECK,) = checks_of(GAME_)


def village() -> Village:
    """A game of two in its third round, with ghosts on the board."""
    state = GAME.new(2, {"level": "normal"})
    drawn = Stream(11)
    while state.rounds < 2:
        assert not state.over
        draw_moment(state, drawn).play(state)
        advance(state)
    return state


VILLAGE = village()
SEATED = [board for board in range(4) if VILLAGE.seat_of[board] >= 0]
EMPTY = [board for board in range(4) if VILLAGE.seat_of[board] < 0]
GHOST = next(space for space in range(12) if VILLAGE.ghosts[space] and VILLAGE.ghosts[space] not in (46, 47, 48))
FREE = next(space for space in range(12) if not VILLAGE.ghosts[space])


def test_a_game_as_it_should_be_has_no_fault() -> None:
    assert CHECK(GAME_, VILLAGE.clone()) == []


def test_before_the_deal_nothing_counts() -> None:
    assert CHECK(GAME_, GAME.new(4)) == []


def changed(name: str, at: int, by: int) -> Callable[[Village], None]:
    """One number of a list is another."""

    def change(state: Village) -> None:
        numbers = list(getattr(state, name))
        numbers[at] += by
        setattr(state, name, numbers)

    return change


def added(name: str, by: int) -> Callable[[Village], None]:
    return lambda state: setattr(state, name, getattr(state, name) + by)


def both(*changes: Callable[[Village], None]) -> Callable[[Village], None]:
    def change(state: Village) -> None:
        for one in changes:
            one(state)

    return change


def doubled_card(state: Village) -> None:
    state.discard.append(state.ghosts[GHOST])


def lost_card(state: Village) -> None:
    state.unseen.pop()


def dead(state: Village) -> None:
    state.status[SEATED[0]] = DEAD


def away_from_cemetery(state: Village) -> None:
    state.at[SEATED[0]] = next(place for place in range(9) if state.tiles[place] != CEMETERY)


def mantra(state: Village) -> None:
    state.mantra = FREE


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (added("qi_supply", 1), "GS-225"),
        (changed("qi", 0, -1), "GS-225"),
        (changed("tao", 0, 1), "GS-226"),
        (changed("tao_supply", 4, -1), "GS-226"),
        (added("circle", 1), "GS-226"),
        (added("temple_buddhas", -1), "GS-227"),
        (changed("buddhas_on", FREE, 1), "GS-227"),
        (added("fresh_buddhas", 1), "GS-227"),
        (both(added("temple_buddhas", -1), changed("buddhas_on", GHOST, 1)), "GS-249"),
        (added("central_tokens", 1), "GS-248"),
        (changed("tokens", SEATED[0], -1), "GS-248"),
        (both(added("temple_buddhas", -3), added("fresh_buddhas", 3)), "GS-005"),
        (doubled_card, "GS-229"),
        (lost_card, "GS-229"),
        (added("deck", 1), "GS-229"),
        (added("exorcised", 1), "GS-189"),
        (dead, "GS-169"),
        (both(dead, changed("qi", SEATED[0], 0)), "GS-170"),
        (both(dead, away_from_cemetery), "GS-172"),
        (changed("yin_yang", SEATED[0], 2), "GS-247"),
        (changed("seat_of", EMPTY[0], 1), "GS-195"),
        (changed("at", EMPTY[0], 5), "GS-195"),
        (added("haunted_limit", -3), "GS-192"),
        (changed("figures", FREE, 1), "GS-141"),
        (changed("dice_on", FREE, 1), "GS-141"),
        (changed("dice_on", GHOST, 1), "GS-071"),
        (changed("dice_on", GHOST, 4), "GS-228"),
        (mantra, "GS-249"),
    ],
)
def test_what_is_wrong_is_found_by_its_rule(change: Callable[[Village], None], rule: str) -> None:
    state = VILLAGE.clone()
    change(state)
    assert any(fault.startswith(rule) for fault in CHECK(GAME_, state)), CHECK(GAME_, state)

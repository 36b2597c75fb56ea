"""Laying out a position by hand: names people use, and what follows from a change."""

from __future__ import annotations

import pytest

from witchboard.engine.errors import MalformedError
from witchboard.games.ghost_stories import GAME
from witchboard.games.ghost_stories.state import DEAD

from .table import laid_out

RED, BLUE, GREEN, YELLOW = range(4)  # the boards as `laid_out` has them: N, E, S, W


def test_boards_may_be_called_by_colour_and_places_by_tile() -> None:
    by_colour = laid_out(changes={"qi.red": 2, "at.blue": "Tea House", "haunted.Cemetery": 1, "tao.green.black": 2})
    by_letter = laid_out(changes={"qi.N": 2, "at.E": "1,0", "haunted.2,0": 1, "tao.S.black": 2})
    assert by_colour == by_letter
    assert by_letter.qi[RED] == 2 and by_letter.at[BLUE] == 3 and by_letter.haunted[6] == 1


def test_the_active_board_may_be_called_by_colour() -> None:
    assert laid_out(changes={"active": "green"}).active == GREEN


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"qi.purple": 2}, "qi.purple: expected one of the keys N, E, S, W"),
        ({"ghosts.N4": "Zombie 6"}, "ghosts.N4: expected one of the keys N1"),
        ({"ghosts.N1": "Zombie"}, "ghosts.N1: expected one of Ghoul 1, "),
        ({"at.red": "Moon"}, "at.N: expected one of 0,0"),
        ({"qi.red.blue": 1}, "'qi.N' is no object|qi.N is no object"),
    ],
)
def test_a_name_that_is_none_says_what_was_expected(changes: dict[str, object], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        laid_out(changes=changes)


def test_supplies_follow_from_what_is_held() -> None:
    """GS-005, GS-225, GS-226, GS-227."""
    held: dict[str, object] = {"qi.red": 7, "tao.red.black": 3, "circle": "black"}
    state = laid_out(changes={**held, "buddhas.blue": 1, "buddhas_on.N1": 1})
    assert (state.qi_supply, state.tao_supply[4], state.temple_buddhas) == (4, 0, 0)


def test_cards_in_sight_have_left_the_deck() -> None:
    """GS-229, GS-022."""
    state = laid_out(changes={"ghosts.N1": "Zombie 6", "ghosts.E1": "Abysmal 17"})
    assert state.deck == 54
    assert 6 not in state.unseen and 17 not in state.unseen and len(state.unseen) == 53
    assert state.discard == []


def test_an_incarnation_in_play_lay_above_ten_ghosts() -> None:
    """GS-022, GS-023."""
    assert laid_out(changes={"ghosts.N1": "Death Army 59"}).deck == 10
    assert len(laid_out(changes={"ghosts.N1": "Death Army 59"}).discard) == 45


def test_a_smaller_deck_has_been_discarded_but_for_what_is_kept() -> None:
    """GS-229."""
    state = laid_out(changes={"deck": 12, "unseen": ["Ghoul 1", "Walking Corpse 2"]})
    assert len(state.discard) == 44
    assert state.unseen[:2] == [1, 2] and len(state.unseen) == 11


def test_a_captor_laid_out_holds_a_die_while_there_is_one() -> None:
    """GS-071, GS-072."""
    spaces = ("N1", "N2", "N3", "E1")
    cards = ("Severed Heads 47", "Severed Heads 48", "Repellent Beauty 46", "Creeping Horror 63")
    changes: dict[str, object] = {f"ghosts.{space}": card for space, card in zip(spaces, cards, strict=True)}
    assert laid_out(changes=changes).dice_on[:4] == [1, 1, 1, 0]
    assert laid_out(changes={**changes, "dice_on.N1": 0}).dice_on[:4] == [0, 1, 1, 1]


def test_who_is_laid_out_dead_holds_nothing() -> None:
    """GS-170, GS-172."""
    state = laid_out(changes={"status.red": "dead"})
    assert state.status[RED] == DEAD
    assert (state.qi[RED], state.yin_yang[RED], sum(state.tao[:5])) == (0, 0, 0)
    assert state.tile_name(state.at[RED]) == "Cemetery"


def test_a_ghost_taken_off_takes_figure_die_and_mantra_along() -> None:
    there = laid_out(changes={"ghosts.N1": "Severed Heads 47", "sides.yellow": "B", "mantra": "N1"})
    gone = GAME.changed(there, {"ghosts.N1": None})
    assert (gone.ghosts[0], gone.dice_on[0], gone.mantra) == (0, 0, -1)
    assert gone.unseen == list(range(1, 56))


def test_what_a_change_names_stays() -> None:
    state = GAME.changed(laid_out(), {"qi_supply": 3, "temple_buddhas": 0, "discard": [], "deck": 3})
    assert (state.qi_supply, state.temple_buddhas, state.discard, state.deck) == (3, 0, [], 3)


def test_a_position_laid_out_reads_back_the_same() -> None:
    state = laid_out(changes={"ghosts.N1": "Death Army 59", "status.blue": "dead", "circle": "red", "haunted.0,0": 1})
    assert GAME.load(GAME.dump(state)) == state


def test_changing_nothing_changes_nothing() -> None:
    state = laid_out(script=("red: move to Tea House", "red: ask for help", "red: take red", "draw: Zombie 6"))
    before = state.clone()
    before.retractable = False
    assert GAME.changed(state, {}) == before


def test_a_key_that_leads_nowhere_is_refused() -> None:
    with pytest.raises(MalformedError, match="expected one of the fields"):
        GAME.changed(laid_out(), {"moon": 1})

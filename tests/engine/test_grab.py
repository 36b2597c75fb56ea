"""Grab: a reaction is answered by claims, or by options that stand for them."""

from __future__ import annotations

import pytest
from witchboard_tiny.grab import GAME, LIMIT, OPEN, PILE, Grab, Try

from witchboard.engine.errors import IllegalError
from witchboard.engine.play import answer, asked, chance, choose, claim, decision, options

GRAB, SHOUT = 0, 1
MOUSE, GHOST = 0, 1
NO_TRY = 0


def turned(card: int = 0, players: int = 2) -> Grab:
    """A game in which that card is open: 0 and 1 are to be grabbed, mouse or ghost, 2 and 3 to be shouted."""
    state = GAME.new(players)
    answer(state, card)
    return state


def test_the_fastest_right_claim_wins_by_a_millisecond() -> None:
    state = turned()
    claim(state, 1, ((GRAB, MOUSE, 733),))
    claim(state, 0, ((GRAB, MOUSE, 732),))
    assert state.place[0] == 0


def test_a_wrong_claim_wins_nothing_however_fast() -> None:
    state = turned()
    claim(state, 0, ((GRAB, GHOST, 100),))
    claim(state, 1, ((GRAB, MOUSE, 1900),))
    assert state.place[0] == 1


def test_nobody_right_and_the_card_is_gone() -> None:
    state = turned()
    claim(state, 0, ())
    claim(state, 1, ((SHOUT, GHOST, 1900),))
    assert state.place[0] == -1


def test_the_same_millisecond_is_settled_by_lot() -> None:
    state = turned(players=3)
    for seat in (0, 1, 2):
        claim(state, seat, ((GRAB, MOUSE, 500 if seat else 501),))
    step = chance(state)
    assert step is not None
    assert [step.text(state, outcome) for outcome in range(step.outcomes(state))] == ["seat 2", "seat 3"]
    answer(state, 1)
    assert state.place[0] == 2


def test_two_claims_may_be_made_and_the_right_one_counts() -> None:
    state = turned(3)
    claim(state, 0, ((GRAB, MOUSE, 300), (SHOUT, GHOST, 600)))
    claim(state, 1, ((SHOUT, GHOST, 601),))
    assert state.place[3] == 0


@pytest.mark.parametrize(
    "bad",
    [
        ((GRAB, MOUSE, -1),),
        ((GRAB, MOUSE, LIMIT + 1),),
        ((2, MOUSE, 500),),
        ((GRAB, 2, 500),),
        ((GRAB, MOUSE, 500), (GRAB, GHOST, 600)),
        ((GRAB, MOUSE, 500), (SHOUT, MOUSE, 500)),
        ((GRAB, MOUSE, 500), (SHOUT, MOUSE, 600), (GRAB, GHOST, 700)),
    ],
)
def test_a_claim_out_of_bounds_is_refused_with_its_rule(bad: tuple[tuple[int, int, int], ...]) -> None:
    state = turned()
    before = state.clone()
    with pytest.raises(IllegalError, match="out of bounds") as refused:
        claim(state, 0, bad)
    assert refused.value.rule == "GR-003"
    assert state == before


def test_a_claim_is_no_answer_to_another_kind_of_question() -> None:
    state = turned()
    claim(state, 0, ())
    with pytest.raises(IllegalError, match="seat 0 is asked nothing now"):
        claim(state, 0, ())


def test_an_option_claims_what_its_text_says() -> None:
    state = turned()
    step = decision(state, 0)
    assert isinstance(step, Try)
    texts = {step.text(state, option): step.claim(state, 0, option) for option in options(state, 0)}
    assert len(texts) == 25
    assert texts["no try"] == ()
    assert texts["grab ghost at 800"] == ((GRAB, GHOST, 800),)
    assert texts["grab mouse at 400 then shout ghost at 600"] == ((GRAB, MOUSE, 400), (SHOUT, GHOST, 600))
    assert all(step.admits(state, 0, claimed) for claimed in texts.values())


def test_an_option_is_as_good_as_the_claim_it_stands_for() -> None:
    by_option, by_claim = turned(), turned()
    step = decision(by_option, 0)
    assert isinstance(step, Try)
    for seat, option in enumerate((2, 14)):
        claim(by_claim, seat, step.claim(by_claim, seat, option))
        choose(by_option, seat, option)
    assert by_option == by_claim


def test_nobody_sees_a_claim_before_all_are_in() -> None:
    state = turned()
    before = GAME.view(state, 1), GAME.know(state, 1)
    claim(state, 0, ((GRAB, MOUSE, 444),))
    assert (GAME.view(state, 1), GAME.know(state, 1)) == before
    assert asked(state) == [1]


def test_cards_put_back_lie_under_the_pile_in_layers() -> None:
    """Each pays for a wrong claim (GR-004); what is paid on one occasion comes in any order (GR-006)."""
    state = GAME.new(2)
    for card, (first, second) in {0: (1, NO_TRY), 1: (NO_TRY, 4)}.items():
        answer(state, state.top().index(card))
        choose(state, 0, first)
        choose(state, 1, second)
    assert (state.held(0), state.held(1)) == ([0], [1])
    answer(state, state.top().index(2))
    for seat in range(2):
        claim(state, seat, ((GRAB, MOUSE, 100),))
    assert [state.place[card] for card in (0, 1)] == [PILE + 1, PILE + 1]
    assert state.place[3] == OPEN, "the last card of the upper layer is certain, and was turned unasked"
    claim(state, 0, ((SHOUT, GHOST, 5),))
    claim(state, 1, ())
    assert (state.top(), state.held(0)) == ([0, 1], [3])

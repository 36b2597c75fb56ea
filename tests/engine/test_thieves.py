"""Thieves: hands nobody else sees, a card seen on its way, and windows in which every seat is asked."""

from __future__ import annotations

from witchboard_tiny.thieves import CARDS, GAME, LAID, Respond, Thieves

from witchboard.engine.game import PUBLIC
from witchboard.engine.play import answer, asked, chance, choose, decision, options
from witchboard.engine.stream import stream

THIEF, THIEF_2, SHIELD, SHIELD_2, GEM, GEM_2 = range(6)
NOTHING, PASS = 0, 0


def dealt(*cards: int) -> Thieves:
    """A game in which the seats, and then the first again, have been dealt these cards."""
    state = GAME.new(len(cards) - 1)
    for card in cards:
        answer(state, draws(state).index(CARDS[card]))
    return state


def draws(state: Thieves) -> list[str]:
    """What chance may answer now."""
    step = chance(state)
    assert step is not None
    return [step.text(state, outcome) for outcome in range(step.outcomes(state))]


def lay(card: int, target: int) -> int:
    """The option that lays a thief on a seat."""
    return 1 + 3 * card + target


def known(state: Thieves, seat: int) -> object:
    """What the seat remembers, as it sees it."""
    view = GAME.view(state, seat)
    assert isinstance(view, dict)
    return view["known"]


# Hands


def test_a_dealt_card_is_seen_by_its_owner_alone() -> None:
    state = dealt(GEM, SHIELD, THIEF)
    assert GAME.view(state, 0) != GAME.view(state, 1)
    for observer, hands in {0: [["thief 1", "gem 1"], 1], 1: [2, ["shield 1"]], PUBLIC: [2, 1]}.items():
        view = GAME.view(state, observer)
        assert isinstance(view, dict)
        assert view["hands"] == hands


def test_chance_says_who_learns_its_answer() -> None:
    state = GAME.new(2)
    audiences = []
    for _ in range(3):
        step = chance(state)
        assert step is not None
        audiences.append(step.audience(state))
        answer(state, 0)
    assert audiences == [0b01, 0b10, 0b01]


def test_who_holds_no_thief_is_asked_all_the_same() -> None:
    state = dealt(GEM, SHIELD, GEM_2)
    assert (asked(state), options(state, 0)) == ([0], [NOTHING])


# Windows


def test_all_others_are_asked_in_turn_order_whatever_they_hold() -> None:
    state = dealt(GEM, GEM_2, SHIELD, THIEF)
    choose(state, 0, lay(THIEF, 2))
    seats = []
    while isinstance(state.stack[-1], Respond):
        seats += asked(state)
        choose(state, seats[-1], PASS)
    assert seats == [1, 2]


def test_a_window_opens_inside_a_window() -> None:
    state = dealt(SHIELD, SHIELD_2, GEM, THIEF)
    choose(state, 0, lay(THIEF, 2))
    choose(state, 1, 1 + SHIELD_2)
    assert [repr(step) for step in state.stack[1:]] == [
        "Steal(0, 2)",
        "Window(0, 2)",  # 2 would still be asked about the thief
        "Cancel()",
        "Window(1, 2)",  # and 0 about the shield, after 2
        "Respond(2)",
    ]


def test_a_shield_that_stands_cancels_the_thief_and_nobody_else_is_asked_about_it() -> None:
    state = dealt(SHIELD, SHIELD_2, GEM, THIEF)
    choose(state, 0, lay(THIEF, 2))
    for seat, option in ((1, 1 + SHIELD_2), (2, PASS), (0, PASS)):
        choose(state, seat, option)
    assert (state.turn, state.place[GEM]) == (2, 2)


def test_a_shield_against_the_shield_leaves_the_thief_standing_and_his_window_goes_on() -> None:
    state = dealt(SHIELD, SHIELD_2, GEM, THIEF)
    choose(state, 0, lay(THIEF, 2))
    for seat, option in ((1, 1 + SHIELD_2), (2, PASS), (0, 1 + SHIELD)):
        choose(state, seat, option)
    seats = []
    while isinstance(state.stack[-1], Respond):
        seats += asked(state)
        choose(state, seats[-1], PASS)
    assert seats == [1, 2, 2], "1 and 2 about the second shield, then 2 about the thief"
    assert state.place[GEM] == 0, "the only card was taken without a draw"


# Memory


def stolen_from_three() -> Thieves:
    """Seat 0 has stolen gem 1 from seat 1, who holds gem 2 too; seat 2 has not seen which it was."""
    state = dealt(THIEF_2, GEM, SHIELD, THIEF)
    choose(state, 0, NOTHING)
    answer(state, draws(state).index("gem 2"))
    choose(state, 1, NOTHING)  # and seat 2 draws the last card, unasked
    choose(state, 2, NOTHING)
    choose(state, 0, lay(THIEF, 1))
    choose(state, 1, PASS)
    choose(state, 2, PASS)
    answer(state, draws(state).index("gem 1"))
    return state


def test_a_stolen_card_is_known_to_old_and_new_holder_only() -> None:
    state = stolen_from_three()
    assert [known(state, seat) for seat in range(3)] == [{}, {"gem 1": [1]}, {}]
    for draw in range(30):
        assert GAME.imagine(GAME.know(state, 1), stream("memory", draw)).place[GEM] == 0
    places = {GAME.imagine(GAME.know(state, 2), stream("memory", draw)).place[GEM] for draw in range(30)}
    assert places == {0, 1}


def test_memory_widens_when_an_unseen_card_moves_on() -> None:
    """Seat 1 knows gem 1 with seat 0; once seat 2 has stolen an unseen card there, it may be with either."""
    state = stolen_from_three()
    state.move(GEM, 2)
    assert known(state, 1) == {"gem 1": [1, 3]}
    assert known(state, 0) == {"gem 1": [3]}


def test_memory_ends_when_the_card_shows() -> None:
    state = stolen_from_three()
    state.move(THIEF_2, 1)
    assert known(state, 0) == {"thief 2": [2]}
    state.lay(THIEF_2)
    assert known(state, 0) == {}
    assert state.place[THIEF_2] == LAID


def test_no_card_is_thought_to_be_in_an_empty_hand() -> None:
    """With an empty hand left behind, the card must have gone along."""
    state = dealt(THIEF, GEM, GEM_2)
    state.move(GEM, 0)
    state.place[THIEF] = LAID
    state.place[GEM_2] = LAID
    state.seen[1 * len(CARDS) + GEM] = 0b001
    state.players = 3
    state.move(GEM, 2)
    assert state.seen[1 * len(CARDS) + GEM] == 0b100


def test_another_seats_question_is_not_shown() -> None:
    state = dealt(SHIELD, SHIELD_2, GEM, THIEF)
    choose(state, 0, lay(THIEF, 2))
    assert decision(state, 1).options(state, 1) == [PASS, 1 + SHIELD_2]
    assert options(state, 0) == options(state, 2) == []

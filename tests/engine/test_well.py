"""Well: effects within effects, a death in their midst, and a pile whose top one seat has looked at."""

from __future__ import annotations

from witchboard_tiny.well import BUCKET, DOUBLE, DRAW, END, GAME, GIFT, PEEK, STONE, Act, Give, Well

from witchboard.engine.game import PUBLIC
from witchboard.engine.play import answer, asked, chance, choose, options
from witchboard.engine.state import EVERYONE, State, Watch
from witchboard.engine.stream import stream

MISSES, HITS = 0, 1
LEAVE, BURY = 0, 1


def piled(*top: int, **options: int) -> Well:
    """A game in which these cards lie on top, the first uppermost, with nobody having looked."""
    state = GAME.new(2, {"turns": 6, **options})
    for card in top:
        state.unseen.remove(card)
    state.top = [*reversed(top)]
    state.top_known = [0] * len(top)
    return state


class Kinds(Watch):
    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.audiences: list[int] = []

    def tell(
        self, state: State, kind: str, values: tuple[int, ...] = (), audience: int = EVERYONE, reveals: bool = False
    ) -> None:
        self.kinds.append(kind)
        self.audiences.append(audience)


# Effects within effects


def test_a_double_then_a_gift_then_a_stone_lie_on_the_stack_in_their_order() -> None:
    state = piled(DOUBLE, GIFT, STONE)
    choose(state, 0, DRAW)
    assert [repr(step) for step in state.stack] == ["Turn()", "Act()", "DrawCard(0)", "Give(0)"]
    choose(state, 0, 1)
    assert [repr(step) for step in state.stack] == ["Turn()", "Act()", "DrawCard(0)", "Fall(1)"]


def test_after_the_inner_effect_the_outer_goes_on() -> None:
    state = piled(DOUBLE, GIFT, STONE)
    choose(state, 0, DRAW)
    choose(state, 0, 1)
    answer(state, MISSES)
    step = chance(state)
    assert step is not None and step.label == "draw", "the second draw of the double"


def test_a_death_cuts_the_stack_back_to_the_turn() -> None:
    """What the double still owed is not drawn, and the turn is over (WE-009)."""
    state = piled(DOUBLE, GIFT, STONE)
    choose(state, 0, DRAW)
    choose(state, 0, 0)
    answer(state, HITS)
    assert state.lives == [0, 1]
    assert (state.turn, asked(state)) == (2, [1])
    assert [repr(step) for step in state.stack] == ["Turn()", "Act()"]


def test_a_life_lost_that_is_not_the_last_cuts_nothing() -> None:
    state = piled(DOUBLE, STONE, lives=2)
    choose(state, 0, DRAW)
    answer(state, HITS)
    assert state.lives == [1, 2]
    assert chance(state) is not None


def test_a_position_in_the_middle_of_it_all_can_be_cloned_and_written() -> None:
    state = piled(DOUBLE, GIFT, STONE)
    choose(state, 0, DRAW)
    again = GAME.load(GAME.dump(state))
    assert again == state.clone() == state
    for copy in (again, state):
        choose(copy, 0, 1)
        answer(copy, HITS)
    assert again == state


# Asked and unasked


def test_a_single_public_option_is_taken_unasked() -> None:
    """With the other dead the gift has one receiver."""
    state = piled(GIFT, BUCKET)
    state.lives = [1, 0]
    choose(state, 0, DRAW)
    assert state.points == [1, 0]
    assert not any(isinstance(step, Give) for step in state.stack)


def test_a_turn_that_can_be_taken_back_is_closed_by_a_choice() -> None:
    state = piled(BUCKET)
    choose(state, 0, DRAW)
    assert isinstance(state.stack[-1], Act)
    assert options(state, 0) == [END]
    choose(state, 0, END)
    assert state.turn == 2


def test_a_turn_that_cant_be_taken_back_ends_by_itself() -> None:
    state = GAME.new(2)
    choose(state, 0, DRAW)
    answer(state, state.unseen.index(BUCKET))
    assert state.turn == 2


def test_a_certain_draw_is_not_asked() -> None:
    state = GAME.with_content({"bucket": 1, "gift": 0, "double": 0, "stone": 0}).new(2)
    choose(state, 0, DRAW)
    assert state.points == [1, 0]


# The known top


def test_who_looks_sees_two_cards_alone() -> None:
    state, heard = GAME.new(2), Kinds()
    choose(state, 0, PEEK, heard)
    answer(state, state.unseen.index(STONE), heard)
    answer(state, state.unseen.index(GIFT), heard)
    assert list(zip(heard.kinds, heard.audiences)) == [("looks", EVERYONE), ("seen", 1), ("seen", 1)]
    tops = []
    for observer in (0, 1, PUBLIC):
        view = GAME.view(state, observer)
        assert isinstance(view, dict)
        tops.append(view["top"])
    assert tops == [["gift", "stone"], ["?", "?"], ["?", "?"]]


def test_what_was_seen_is_drawn_without_chance() -> None:
    state = GAME.new(2)
    choose(state, 0, PEEK)
    answer(state, state.unseen.index(BUCKET))
    answer(state, state.unseen.index(STONE))
    choose(state, 0, LEAVE)
    choose(state, 0, DRAW)
    assert (state.points, state.top) == ([1, 0], [STONE])


def test_a_card_put_under_the_pile_comes_last() -> None:
    state = GAME.new(2)
    choose(state, 0, PEEK)
    answer(state, state.unseen.index(STONE))
    answer(state, state.unseen.index(BUCKET))
    choose(state, 0, BURY)
    assert (state.top, state.under) == ([BUCKET], [STONE])
    known = GAME.know(state, 1)
    unders = {GAME.imagine(known, stream("under", draw)).under[0] for draw in range(60)}
    assert unders == {BUCKET, GIFT, DOUBLE, STONE}
    assert {GAME.imagine(GAME.know(state, 0), stream("under", draw)).under[0] for draw in range(20)} == {STONE}


def test_a_look_at_what_the_other_knows_adds_a_second_who_knows() -> None:
    state = GAME.new(2)
    choose(state, 0, PEEK)
    answer(state, 0)
    answer(state, 0)
    choose(state, 0, LEAVE)
    choose(state, 0, END)
    choose(state, 1, PEEK)
    assert state.top_known == [3, 3]


def test_a_card_shuffled_back_makes_the_pile_unknown_again() -> None:
    state = piled(STONE, BUCKET)
    state.top_known = [1, 1]
    choose(state, 0, DRAW)
    answer(state, MISSES)
    assert (state.top, state.under) == ([], [])
    assert state.unseen == [BUCKET, BUCKET, GIFT, DOUBLE, STONE]

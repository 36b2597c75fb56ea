"""Hideout: several seats hide at once and in secret, by a draft or icon by icon."""

from __future__ import annotations

import pytest
from witchboard_tiny.hideout import CAT, GAME, Hide, Hideout

from witchboard.engine.errors import IllegalError
from witchboard.engine.game import ALL, PUBLIC
from witchboard.engine.play import answer, asked, choose, options
from witchboard.engine.state import EVERYONE, State, Watch
from witchboard.engine.stream import stream

MICE_THEN_CAT = (1, 2, 3)  # b1, c1, a2


class Heard(Watch):
    def __init__(self) -> None:
        self.events: list[tuple[str, int, bool]] = []

    def tell(
        self, state: State, kind: str, values: tuple[int, ...] = (), audience: int = EVERYONE, reveals: bool = False
    ) -> None:
        self.events.append((kind, audience, reveals))


def hidden(first: tuple[int, ...] = MICE_THEN_CAT, second: tuple[int, ...] = MICE_THEN_CAT) -> Hideout:
    """A game in which both have hidden and the lot is to be drawn."""
    state = GAME.new(2)
    for seat, line in enumerate((first, second)):
        for square in line:
            choose(state, seat, square)
    return state


# Answers


def test_both_are_asked_until_each_has_hidden_all() -> None:
    state = GAME.new(2)
    assert asked(state) == [0, 1]
    for square in MICE_THEN_CAT:
        choose(state, 1, square)
    assert asked(state) == [0]
    with pytest.raises(IllegalError, match="seat 1 is asked nothing now: seat 0 is asked"):
        choose(state, 1, 0)


def test_what_one_answers_changes_nothing_for_the_other() -> None:
    state = GAME.new(2)
    before = (options(state, 1), GAME.view(state, 1), GAME.know(state, 1))
    for square in MICE_THEN_CAT:
        choose(state, 0, square)
        assert (options(state, 1), GAME.view(state, 1), GAME.know(state, 1)) == before


def test_when_all_have_answered_the_step_is_resolved_and_play_goes_on() -> None:
    state, heard = GAME.new(2), Heard()
    for seat in (1, 0):
        for square in MICE_THEN_CAT:
            choose(state, seat, square, heard)
    assert not any(isinstance(step, Hide) for step in state.stack)
    assert heard.events == [("hidden", 2, False)] * 3 + [("hidden", 1, False)] * 3 + [("all hidden", EVERYONE, False)]


def test_an_icon_is_never_put_where_the_rest_finds_no_room() -> None:
    """Mice on b1 and b2 would leave no square for the cat, so after b1 the square below is not offered (HO-003)."""
    state = GAME.new(2)
    choose(state, 0, 1)
    assert options(state, 0) == [2, 3, 5]
    with pytest.raises(IllegalError, match="option 4 of Hide is not legal for seat 0 now") as refused:
        choose(state, 0, 4)
    assert refused.value.rule == "HO-002"


# Drafts


def test_a_draft_names_pieces_and_places() -> None:
    draft = GAME.draft(GAME.new(2), 0)
    assert draft is not None
    assert [words for _, _, words in draft.pieces] == ["mouse", "mouse", "cat"]
    assert [words for _, _, words in draft.places] == ["a1", "b1", "c1", "a2", "b2", "c2"]


def test_after_some_icons_a_draft_has_the_others() -> None:
    state = GAME.new(2)
    choose(state, 0, 1)
    draft, others = GAME.draft(state, 0), GAME.draft(state, 1)
    assert draft is not None and others is not None
    assert (len(draft.pieces), len(others.pieces)) == (2, 3)


def test_there_is_no_draft_for_a_seat_that_hides_nothing() -> None:
    assert GAME.draft(hidden(), 0) is None


@pytest.mark.parametrize(
    ("pairs", "whole", "rule", "element"),
    [
        ([(0, 1), (1, 1)], False, "HO-002", (1, 1)),
        ([(0, 1), (2, 0)], False, "HO-003", (2, 0)),
        ([(2, 0), (0, 1)], False, "HO-003", (2, 0)),
        ([(0, 1), (1, 4)], False, "HO-003", None),
        ([(0, 1), (1, 2)], True, "HO-002", None),
    ],
)
def test_a_fault_of_a_draft_names_rule_and_element(
    pairs: list[tuple[int, int]], whole: bool, rule: str, element: tuple[int, int] | None
) -> None:
    faults = GAME.drafting.faults(GAME.new(2), 0, pairs, whole)
    assert [(fault.rule, fault.element) for fault in faults] == [(rule, element)]


def test_a_draft_is_no_fault_as_long_as_it_can_be_finished() -> None:
    assert GAME.drafting.faults(GAME.new(2), 0, [(2, 3), (1, 1)], False) == []


@pytest.mark.parametrize("pairs", [[(2, 3), (0, 2), (1, 1)], [(0, 1), (1, 2), (2, 3)]])
def test_a_draft_becomes_the_same_line_in_whatever_order_it_was_made(pairs: list[tuple[int, int]]) -> None:
    state = GAME.new(2)
    line = GAME.drafting.line(state, 0, pairs)
    assert line == MICE_THEN_CAT
    for option in line:
        choose(state, 0, option)
    assert asked(state) == [1]


# Secrets


def test_the_other_grid_is_unknown_until_it_is_looked_at() -> None:
    state = hidden()
    answer(state, 0)
    choose(state, 0, 1)
    assert GAME.view(state, 0)["grids"] == [".mmc..", "?m????"]
    assert GAME.view(state, 1)["grids"] == ["??????", ".mmc.."]
    assert GAME.view(state, PUBLIC)["grids"] == ["??????", "?m????"]
    assert GAME.view(state, ALL)["grids"] == [".mmc..", ".mmc.."]


def test_the_paw_is_the_keepers_secret() -> None:
    state = hidden()
    answer(state, 0)
    choose(state, 0, 3)
    assert asked(state) == [1]
    choose(state, 1, 1)
    assert [GAME.know(state, seat)["paw"] for seat in range(2)] == [-1, 1]
    paws = {GAME.imagine(GAME.know(state, 0), stream("paw", draw)).paw for draw in range(20)}
    assert paws == {0, 1}


def test_a_paw_that_is_named_ends_the_game_at_once() -> None:
    state, heard = hidden(), Heard()
    answer(state, 0)
    for seat, option in ((0, 3), (1, 1), (0, 1)):
        choose(state, seat, option, heard)
    assert state.over
    assert GAME.outcome(state).won == (True, False)
    assert heard.events == [("cat", EVERYONE, True), ("lifted", EVERYONE, False), ("caught", EVERYONE, True)]


def test_a_paw_that_is_missed_lets_the_cat_get_away() -> None:
    state = hidden()
    answer(state, 0)
    for seat, option in ((0, 3), (1, 1), (0, 0)):
        choose(state, seat, option)
    assert asked(state) == [1]
    assert state.icons.count(CAT) == 2


def test_worlds_of_a_seat_that_is_ready_have_the_other_still_hiding() -> None:
    state = GAME.new(2)
    for square in MICE_THEN_CAT:
        choose(state, 0, square)
    known = GAME.know(state, 0)
    counts = {sum(map(bool, GAME.imagine(known, stream("ready", draw)).grid(1))) for draw in range(60)}
    assert counts == {0, 1, 2}

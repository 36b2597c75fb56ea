"""Going on with a position: who is asked, what is refused, and that a refusal changes nothing."""

from __future__ import annotations

import pytest
from witchboard_tiny.stroll import GAME, Find, Stroll, Throw, Walk

from witchboard.engine.errors import IllegalError, WitchboardError
from witchboard.engine.play import advance, answer, asked, chance, choose, claim, decision, options, settle, take

EAST, DOG_NORTH, STOP = 1, 4, 8


def thrown() -> Stroll:
    state = GAME.new(2, {"size": "small"})
    answer(state, 1)
    return state


def test_chance_is_asked_or_a_seat_never_both() -> None:
    state = GAME.new(2)
    assert isinstance(chance(state), Throw)
    assert asked(state) == []
    answer(state, 0)
    assert chance(state) is None
    assert asked(state) == [0]
    assert isinstance(decision(state, 0), Walk)


def test_advance_gives_the_options_of_the_seat_that_is_asked() -> None:
    state = thrown()
    assert advance(state) == options(state, 0) == decision(state, 0).options(state, 0)
    assert advance(GAME.new(2)) == []


def test_a_seat_that_is_not_asked_has_no_options() -> None:
    assert options(thrown(), 1) == options(GAME.new(2), 0) == []


def test_the_quick_forms_do_not_go_on_by_themselves() -> None:
    state = GAME.new(2, {"size": "small"})
    settle(state, 0)
    assert isinstance(state.stack[-1], Walk)
    take(state, 0, 1)
    assert state.stack[-1] == Find(1)
    careful = GAME.new(2, {"size": "small"})
    answer(careful, 0)
    choose(careful, 0, 1)
    advance(state)
    assert state == careful


def test_whether_the_latest_entry_was_a_choice_is_kept() -> None:
    state = GAME.new(2)
    answer(state, 1)
    assert not state.retractable
    choose(state, 0, DOG_NORTH)
    assert state.retractable
    assert GAME.load(GAME.dump(state.clone())).retractable
    choose(state, 0, EAST)
    answer(state, 0)
    assert not state.retractable


@pytest.mark.parametrize(
    ("wrong", "message", "rule"),
    [
        (lambda state: choose(state, 1, STOP), "seat 1 is asked nothing now: seat 0 is asked", ""),
        (lambda state: choose(state, 0, 3), "option 3 of Walk is not legal for seat 0 now (ST-003)", "ST-003"),
        (lambda state: choose(state, 0, -1), "option -1 of Walk is not legal for seat 0 now (ST-003)", "ST-003"),
        (lambda state: choose(state, 0, 10**9), "option 1000000000 of Walk is not legal", "ST-003"),
        (lambda state: answer(state, 0), "outcome 0: chance is not asked now", ""),
        (lambda state: claim(state, 0, ()), "Walk is answered by an option, not by a claim", ""),
    ],
)
def test_what_is_illegal_is_refused_and_nothing_changes(wrong: object, message: str, rule: str) -> None:
    state = thrown()
    before = state.clone()
    assert callable(wrong)
    with pytest.raises(IllegalError) as refused:
        wrong(state)
    assert str(refused.value).startswith(message)
    assert refused.value.rule == rule
    assert state == before


def test_choosing_while_chance_is_asked_is_refused() -> None:
    with pytest.raises(IllegalError, match="seat 0 is asked nothing: chance is asked"):
        choose(GAME.new(2), 0, 0)


def test_choosing_after_the_end_is_refused() -> None:
    state = thrown()
    state.stack.clear()
    with pytest.raises(IllegalError, match="seat 0 is asked nothing: the game is over"):
        choose(state, 0, 0)


@pytest.mark.parametrize("outcome", [-1, 3, 10**9])
def test_an_outcome_there_is_not_is_refused(outcome: int) -> None:
    state = GAME.new(2)
    before = state.clone()
    with pytest.raises(IllegalError, match=f"outcome {outcome} of die: expected a possible one of 0 to 2"):
        answer(state, outcome)
    assert state == before


def test_an_outcome_without_weight_is_refused() -> None:
    class Loaded(Throw):
        def weights(self, state: Stroll) -> list[int]:
            return [0, 1, 1]

    state = GAME.new(2)
    state.stack[-1] = Loaded()
    with pytest.raises(IllegalError):
        answer(state, 0)
    answer(state, 1)
    assert state.steps == 2


def test_every_error_of_input_is_a_value_error() -> None:
    assert issubclass(WitchboardError, ValueError)
    assert issubclass(IllegalError, WitchboardError)
    assert str(IllegalError("that is not so (XX-001)", "XX-001")) == "that is not so (XX-001)"
    assert str(IllegalError("that is not so", "XX-001")) == "that is not so (XX-001)"

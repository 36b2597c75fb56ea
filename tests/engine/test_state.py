"""States and steps: plain data on a stack, equal when they hold the same."""

from __future__ import annotations

import pytest
from witchboard_tiny.stroll import GAME, Throw, Turn, Walk
from witchboard_tiny.thieves import Cancel, Steal, Window
from witchboard_tiny.well import GAME as WELL
from witchboard_tiny.well import Fall

from witchboard.engine.state import Content, State, Step
from witchboard.engine.steps import Automatic, Chance, Decision


def test_steps_are_equal_by_kind_and_numbers() -> None:
    assert Window(0, 1) == Window(0, 1)
    assert hash(Window(0, 1)) == hash(Window(0, 1))
    assert Window(0, 1) != Window(1, 0)
    assert Steal(0, 1) != Window(0, 1)
    assert Turn() != "Turn()"
    assert repr(Window(0, 1)) == "Window(0, 1)"


def test_a_step_is_made_again_by_its_numbers() -> None:
    for step in (Window(2, 1), Turn(), Fall(1)):
        assert type(step)(*step.args()) == step


def test_a_cut_keeps_the_topmost_step_of_the_frame() -> None:
    state = WELL.new(2)
    state.stack = [Steal(0, 1), Window(0, 1), Cancel(), Window(1, 1), Fall(0)]
    state.cut("card")
    assert state.stack == [Steal(0, 1), Window(0, 1), Cancel()]


def test_a_cut_to_an_unknown_frame_empties_the_stack() -> None:
    state = WELL.new(2)
    state.cut("no such frame")
    assert state.over


def test_a_cut_changes_no_earlier_copy() -> None:
    state = WELL.new(2)
    copy = state.clone()
    state.cut("no such frame")
    assert not copy.over


def test_states_are_equal_by_what_they_hold() -> None:
    one, other = GAME.new(2), GAME.new(2)
    assert one == other
    assert hash(one) == hash(other)
    other.points[0] += 1
    assert one != other
    other.points[0] -= 1
    other.stack.append(Walk())
    assert one != other
    other.stack.pop()
    other.retractable = True
    assert one != other
    assert one != "a state"


def test_states_of_other_content_differ() -> None:
    assert GAME.new(2) != GAME.with_content({"faces": 2}).new(2)


def test_a_state_holds_the_content_of_its_game_itself() -> None:
    state = GAME.new(2)
    assert state.clone().content is state.content
    assert GAME.load(GAME.dump(state)).content is state.content


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda state: State(Content("")).clone(), "State.clone"),
        (lambda state: Automatic().run(state, None), "Automatic().run"),
        (lambda state: Decision().seat(state), "Decision().seat"),
        (lambda state: Decision().options(state, 0), "Decision().options"),
        (lambda state: Chance().outcomes(state), "Chance().outcomes"),
        (lambda state: Step().proceed(state, None), "Step() is no automatic step"),
    ],
)
def test_what_a_game_has_left_out_is_named(call: object, name: str) -> None:
    assert callable(call)
    with pytest.raises(NotImplementedError) as missing:
        call(GAME.new(2))
    assert str(missing.value).startswith(name)


def test_a_throw_is_no_decision() -> None:
    assert isinstance(Throw(), Chance)
    assert not isinstance(Throw(), Decision)

"""Stroll: several movers from one throw, courses beside single steps, and a grid of 21 by 17."""

from __future__ import annotations

from collections import deque

import pytest
from witchboard_tiny.stroll import DOG, GAME, MOVERS, STOP, Stroll

from witchboard.engine.errors import IllegalError
from witchboard.engine.play import answer, asked, chance, choose, decision, options
from witchboard.engine.state import State
from witchboard.engine.stream import stream

THREE = 2  # the outcome of the die
NORTH, EAST, SOUTH, WEST = range(4)


def thrown(outcome: int = THREE, size: str = "big") -> Stroll:
    state = GAME.new(2, {"size": size})
    answer(state, outcome)
    return state


def test_the_big_garden_has_21_by_17_squares() -> None:
    state = thrown()
    assert (state.columns, state.rows, len(state.fog)) == (21, 17, 357)
    assert [state.square(square) for square in state.at] == ["a1", "u17", "k9"]
    assert GAME.text(state, 0).splitlines()[0].startswith("1 ~ . ~")
    assert {len(line) for line in GAME.text(state, 0).splitlines()} == {41}


def test_every_square_can_be_reached() -> None:
    state = thrown()
    found, queue = {0}, deque([0])
    while queue:
        square = queue.popleft()
        for direction in range(4):
            to = state.beyond(square, direction)
            if to >= 0 and to not in found:
                found.add(to)
                queue.append(to)
    assert len(found) == 357


def test_a_hedge_stands_on_both_sides() -> None:
    state = thrown()
    opposite = {NORTH: SOUTH, EAST: WEST, SOUTH: NORTH, WEST: EAST}
    for square in range(357):
        for direction in range(4):
            to = state.beyond(square, direction)
            assert to < 0 or state.beyond(to, opposite[direction]) == square


def test_the_steps_of_one_throw_may_go_to_several_movers() -> None:
    state = thrown()
    for option in (4 * 1 + NORTH, 4 * 1 + NORTH):
        choose(state, 0, option)
        if chance(state):
            answer(state, 0)
    assert (state.steps, state.square(state.at[DOG])) == (1, "k7")
    assert {option // 4 for option in options(state, 0)} == {0, 1, STOP // 4}


def test_courses_lead_to_every_square_in_reach_by_a_shortest_line() -> None:
    state = thrown()
    courses = {course.targets: course for course in GAME.courses(state, 0)}
    assert len(courses) == len(GAME.courses(state, 0))
    for (piece, square), course in courses.items():
        end = state.clone()
        for step, option in enumerate(course.line):
            assert not chance(end), f"step {step} of {course.words} went into fog"
            choose(end, 0, option)
        mover = DOG if piece == f"piece-{DOG}" else 0
        assert f"square-{end.at[mover]}" == square
        assert course.course.startswith(f"{len(course.line)} steps")
        assert {option // 4 for option in course.line} == {0 if mover == 0 else 1}


def test_a_course_enters_fog_only_at_its_end_and_says_so() -> None:
    for course in GAME.courses(thrown(), 0):
        end = thrown()
        for option in course.line:
            choose(end, 0, option)
        assert course.course.endswith("into the fog") == (chance(end) is not None) == (course.forecast is not None)


def test_a_forecast_adds_up() -> None:
    forecasts = [course.forecast for course in GAME.courses(thrown(), 0) if course.forecast]
    assert forecasts
    for forecast in forecasts:
        assert sum(odds for _, odds in forecast.odds) == pytest.approx(1)
    assert forecasts[0].words() == "coin 67 %, pit 33 %"


def test_a_pit_ends_the_steps_and_with_them_the_turn() -> None:
    state = thrown()
    choose(state, 0, EAST)
    answer(state, 1)
    assert (state.turn, state.steps) == (2, 0)


def test_no_course_for_who_is_not_asked() -> None:
    assert GAME.courses(thrown(), 1) == ()
    assert GAME.courses(GAME.new(2), 0) == ()


@pytest.mark.parametrize("seed", range(5))
def test_no_two_stand_on_one_square(seed: int) -> None:
    state: State = GAME.new(2, {"size": "small", "rounds": 10})
    drawn = stream("stroll", seed)
    while not state.over:
        assert isinstance(state, Stroll)
        assert len(set(state.at)) == 1 + len(MOVERS)
        if asked(state):
            legal = options(state, asked(state)[0])
            choose(state, asked(state)[0], legal[drawn.below(len(legal))])
        else:
            step = chance(state)
            assert step is not None
            answer(state, int(drawn.below(step.outcomes(state))))


def test_a_way_drawn_over_squares_is_a_line_of_steps() -> None:
    state = thrown()
    drawn = GAME.way(state, 0, ("square-1", "square-22"))
    assert [decision(state, 0).text(state, option) for option in drawn.line] == ["walker east", "walker south"]
    assert drawn.via == ("square-1", "square-22")


def test_a_way_is_checked_before_its_first_step() -> None:
    with pytest.raises(IllegalError, match="ST-003"):
        GAME.way(thrown(), 0, ("square-1", "square-3"))
    with pytest.raises(IllegalError, match="ST-002"):
        GAME.way(thrown(0), 0, ("square-1", "square-22"))

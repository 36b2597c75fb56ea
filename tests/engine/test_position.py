"""The notation of positions: what each codec reads, and that errors name the field and what was expected."""

from __future__ import annotations

import json

import pytest
from witchboard_tiny.stroll import GAME

from witchboard.engine.errors import MalformedError
from witchboard.engine.position import Codec, Grid, Json, Named, Number, Row, Several, change

COLOURS = Named({0: "Red", 1: "Green"}, none=-1)
BY_BOARD = Row(["N", "S"], Number(0, 9), default=0)


@pytest.mark.parametrize(
    ("codec", "value", "data"),
    [
        (Number(0, 9), 9, 9),
        (COLOURS, 1, "Green"),
        (COLOURS, -1, None),
        (BY_BOARD, [0, 3], {"S": 3}),
        (Row(["N", "S"], COLOURS), [0, -1], {"N": "Red", "S": None}),
        (Grid(["N", "S"], ["a", "b"], Number(0, 9), 0), [1, 0, 0, 2], {"N": {"a": 1}, "S": {"b": 2}}),
        (Several(COLOURS, 3), [1, 0, 1], ["Green", "Red", "Green"]),
        (Several(Number(0, 9), 3), [], []),
    ],
)
def test_a_value_is_written_and_read_back(codec: Codec, value: object, data: Json) -> None:
    assert codec.dump(value) == data
    assert codec.load(json.loads(json.dumps(data)), "field") == value


@pytest.mark.parametrize(
    ("codec", "data", "value"),
    [
        (Number(0, 1), True, 1),
        (COLOURS, "gReEn", 1),
        (Several(Number(0, 9), 3, ascending=True), [3, 1, 2], [1, 2, 3]),
        (BY_BOARD, {}, [0, 0]),
    ],
)
def test_some_things_are_read_that_are_never_written(codec: Codec, data: Json, value: object) -> None:
    assert codec.load(data, "field") == value


@pytest.mark.parametrize(
    ("codec", "data", "message"),
    [
        (Number(0, 9), 10, "field: expected a whole number from 0 to 9, got 10"),
        (Number(0, 9), -1, "field: expected a whole number from 0 to 9, got -1"),
        (Number(0, 9), True, "field: expected a whole number from 0 to 9, got true"),
        (Number(0, 9), 1.0, "field: expected a whole number from 0 to 9, got 1.0"),
        (Number(0, 9), "1", 'field: expected a whole number from 0 to 9, got "1"'),
        (COLOURS, "Blue", 'field: expected one of Red, Green or null, got "Blue"'),
        (Named({0: "Red"}), None, "field: expected one of Red, got null"),
        (BY_BOARD, [0, 0], "field: expected an object with the keys N, S, got [0, 0]"),
        (BY_BOARD, {"E": 1}, 'field.E: expected one of the keys N, S, got "E"'),
        (BY_BOARD, {"N": 10}, "field.N: expected a whole number from 0 to 9, got 10"),
        (Row(["N", "S"], Number(0, 9)), {"N": 1}, 'field: expected a value for S, got {"N": 1}'),
        (Grid(["N", "S"], ["a"], Number(0, 9), 0), {"N": {}}, 'field: expected an object with the keys N, S, got {"N"'),
        (Grid(["N"], ["a"], Number(0, 9), 0), {"N": {"b": 1}}, "field.N.b: expected one of the keys a"),
        (Several(Number(0, 9), 2), [1, 2, 3], "field: expected a list of at most 2, got [1, 2, 3]"),
        (Several(Number(0, 9), 2), [1, 10], "field[1]: expected a whole number from 0 to 9, got 10"),
    ],
)
def test_what_cannot_be_read_is_named(codec: Codec, data: Json, message: str) -> None:
    with pytest.raises(MalformedError) as refused:
        codec.load(data, "field")
    assert str(refused.value).startswith(f"position, {message}")


def written() -> dict[str, Json]:
    return GAME.dump(GAME.new(2, {"size": "small"}))


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("points", [1, "x"], "points[1]: expected a whole number"),
        ("stack", "Turn", "stack: expected a list of at most 500 steps"),
        ("stack", [["Turn"]] * 501, "stack: expected a list of at most 500 steps"),
        ("stack", ["Nowhere"], "stack[0]: expected a step of this game: Find, Throw, Turn, Walk"),
        ("stack", [["Turn"], ["Find", "a1"]], "stack[1]: expected whole numbers after the step's name"),
        ("stack", [["Find", True]], "stack[0]: expected whole numbers after the step's name"),
        ("stack", [["Find"]], "stack[0]: expected the right count of numbers for Find"),
        ("stack", [["Turn", 1]], "stack[0]: expected the right count of numbers for Turn"),
        ("stack", [[]], "stack[0]: expected a step of this game"),
        ("stack", [[1]], "stack[0]: expected a step of this game"),
        ("retractable", 1, "retractable: expected true or false, got 1"),
        ("colour", 1, "colour: expected one of the fields players, size, at, fog, bag, points, steps, turn, rounds"),
    ],
)
def test_a_position_with_a_fault_is_refused_by_name(key: str, value: Json, message: str) -> None:
    with pytest.raises(MalformedError) as refused:
        GAME.load({**written(), key: value})
    assert str(refused.value).startswith(f"position, {message}")


@pytest.mark.parametrize("key", ["points", "stack", "retractable"])
def test_a_position_that_lacks_something_is_refused_by_name(key: str) -> None:
    position = written()
    del position[key]
    with pytest.raises(MalformedError, match=f"position, {key}: expected a value"):
        GAME.load(position)


@pytest.mark.parametrize("data", [None, [], "x", 3])
def test_what_is_no_position_at_all_is_refused(data: Json) -> None:
    with pytest.raises(MalformedError, match="position, the whole: expected an object"):
        GAME.load(data)


def test_a_step_without_numbers_may_be_written_by_its_name() -> None:
    state = GAME.load({**written(), "stack": ["Turn", ["Throw"]]})
    assert state == GAME.new(2, {"size": "small"})


def test_changes_go_down_into_objects_and_leave_the_position_alone() -> None:
    position: dict[str, Json] = {"qi": {"red": 1, "blue": 2}, "turn": 3}
    assert change(position, {"qi.red": 4, "turn": 5}) == {"qi": {"red": 4, "blue": 2}, "turn": 5}
    assert change(position, {"qi.green": 4})["qi"] == {"red": 1, "blue": 2, "green": 4}
    assert position == {"qi": {"red": 1, "blue": 2}, "turn": 3}


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("colour", "position change 'colour': expected one of the fields qi, turn"),
        ("chi.red", "position change 'chi.red': there is no 'chi' here"),
        ("turn.red", "position change 'turn.red': turn is no object"),
    ],
)
def test_a_change_that_leads_nowhere_is_refused(key: str, message: str) -> None:
    with pytest.raises(MalformedError) as refused:
        change({"qi": {"red": 1}, "turn": 3}, {key: 1})
    assert str(refused.value) == message

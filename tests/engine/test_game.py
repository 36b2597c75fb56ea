"""A game as the rest of the house sees it: options before it begins, texts that mean a choice, the action space."""

from __future__ import annotations

from typing import ClassVar

import pytest
from witchboard_tiny.grab import GAME as GRAB
from witchboard_tiny.hideout import GAME as HIDEOUT
from witchboard_tiny.stroll import GAME as STROLL
from witchboard_tiny.stroll import Stroll, StrollGame

from witchboard.engine.content import ContentError
from witchboard.engine.errors import AmbiguousError, IllegalError, MalformedError
from witchboard.engine.game import ALL, PUBLIC, Event, Option, UnknownError
from witchboard.engine.notation import plain
from witchboard.engine.play import answer, choose, options


class Choosy(StrollGame):
    """Stroll with some more options."""

    options: ClassVar[tuple[Option, ...]] = (
        *StrollGame.options,
        Option("fog", "Fog", "Whether fog lies.", "ST-004", ((False, "off"), (True, "on")), True),
        Option(
            "cap",
            "Cap",
            "After so many rounds the game is called off.",
            "ST-007",
            (),
            0,
            house=True,
            need=lambda players, whole: "" if whole["size"] == "big" else "expected the big garden",
        ),
    )


CHOOSY = Choosy()


# Options


def test_options_not_given_have_their_defaults() -> None:
    assert CHOOSY.settle_options(2, {}) == {"size": "big", "rounds": 3, "fog": True, "cap": 0}


@pytest.mark.parametrize(
    ("given", "settled"),
    [
        ({"size": "SMALL"}, "small"),
        ({"rounds": "10"}, 10),
        ({"rounds": 10}, 10),
        ({"fog": "off"}, False),
        ({"fog": "No"}, False),
        ({"fog": "true"}, True),
        ({"fog": False}, False),
        ({"cap": "25"}, 25),
        ({"cap": 0}, 0),
    ],
)
def test_an_option_may_be_given_as_text(given: dict[str, str | int | bool], settled: object) -> None:
    (key,) = given
    value = CHOOSY.settle_options(2, given)[key]
    assert (value, type(value)) == (settled, type(settled))


@pytest.mark.parametrize(
    ("players", "given", "message"),
    [
        (5, {}, "Stroll is for 2 players, not 5"),
        (2, {"colour": "red"}, "Stroll has no option 'colour': expected one of size, rounds, fog, cap"),
        (2, {"size": "huge"}, "option size: expected one of small, big, got 'huge'"),
        (2, {"rounds": 2}, "option rounds: expected one of 1, 3, 10, got 2"),
        (2, {"rounds": True}, "option rounds: expected one of 1, 3, 10, got True"),
        (2, {"fog": "perhaps"}, "option fog: expected one of off, on, got 'perhaps'"),
        (2, {"cap": -1}, "option cap: expected a whole number from 0 to 1000000, got -1"),
        (2, {"cap": "many"}, "option cap: expected a whole number from 0 to 1000000, got 'many'"),
        (2, {"cap": 5, "size": "small"}, "option cap=5: expected the big garden (ST-007)"),
    ],
)
def test_an_option_there_is_not_is_refused(players: int, given: dict[str, str | int | bool], message: str) -> None:
    with pytest.raises(UnknownError) as refused:
        CHOOSY.settle_options(players, given)
    assert str(refused.value) == message


def test_without_a_number_of_players_the_most_play() -> None:
    assert GRAB.new().players == 3


def test_one_process_plays_several_contents_of_a_game() -> None:
    loaded = STROLL.with_content({"faces": 1})
    assert STROLL.new(2).stack != loaded.new(2).stack, "a die of one face is not asked"
    assert loaded.changes == {"faces": 1}
    assert loaded.content_digest != STROLL.content_digest
    with pytest.raises(ContentError):
        STROLL.with_content({"colour": 1})


# Texts


@pytest.fixture
def thrown() -> Stroll:
    """Two steps in the small garden: the walker may go east or south, the dog north or west."""
    state = STROLL.new(2, {"size": "small"})
    answer(state, 1)
    return state


@pytest.mark.parametrize("text", ["walker east", "WALKER   EAST", "walker, east!", " east walker "])
def test_a_text_is_read_whatever_its_case_spaces_and_points(thrown: Stroll, text: str) -> None:
    assert STROLL.parse_option(thrown, 0, text) == 1


def test_a_part_that_fits_one_option_will_do(thrown: Stroll) -> None:
    assert STROLL.parse_option(thrown, 0, "east") == 1
    assert STROLL.parse_option(thrown, 0, "stop") == 8


def test_a_part_that_fits_several_is_refused_and_names_them(thrown: Stroll) -> None:
    with pytest.raises(AmbiguousError) as refused:
        STROLL.parse_option(thrown, 0, "walker")
    assert str(refused.value) == "'walker' could be: walker east; walker south"


def test_an_option_that_is_not_legal_is_refused_with_its_rule(thrown: Stroll) -> None:
    with pytest.raises(IllegalError, match="'walker west' is not possible now") as refused:
        STROLL.parse_option(thrown, 0, "walker west")
    assert refused.value.rule == "ST-003"


def test_what_is_no_option_is_refused_and_says_what_would_be(thrown: Stroll) -> None:
    with pytest.raises(MalformedError, match="'fly' is no choice here; expected: walker east; walker south; dog north"):
        STROLL.parse_option(thrown, 0, "fly")


def test_half_a_word_is_no_part(thrown: Stroll) -> None:
    with pytest.raises(MalformedError):
        STROLL.parse_option(thrown, 0, "wal")


@pytest.mark.parametrize("text", ["die: 3", "3", "DIE 3", "die  3"])
def test_an_outcome_is_read_with_its_label_or_without(text: str) -> None:
    assert STROLL.parse_outcome(STROLL.new(2), text) == 2


def test_an_outcome_that_cannot_come_is_refused() -> None:
    with pytest.raises(MalformedError, match="'4' is no outcome of 'die'; expected one of: 1; 2; 3"):
        STROLL.parse_outcome(STROLL.new(2), "4")


def test_an_outcome_is_refused_while_a_seat_is_asked() -> None:
    state = STROLL.new(2)
    answer(state, 0)
    with pytest.raises(IllegalError, match="chance is not asked now: seat 0 is"):
        STROLL.parse_outcome(state, "1")
    state.stack.clear()
    with pytest.raises(IllegalError, match="chance is not asked now: the game is over"):
        STROLL.parse_outcome(state, "1")


def test_plain_text_keeps_words_and_nothing_else() -> None:
    assert plain("  Qi: +1 (Night  Watchman's), -2! ") == "qi 1 night watchman's -2"


# Actions, rules, seats


def test_the_action_space_is_one_for_all_kinds_of_decision() -> None:
    assert HIDEOUT.action_spans() == {"Hide": (0, 6), "Lift": (6, 2), "Look": (8, 6), "Name": (14, 2)}
    state = HIDEOUT.new(2)
    assert [HIDEOUT.action(state, 0, option) for option in options(state, 0)] == [0, 1, 2, 3, 4]
    for seat in range(2):
        for square in (1, 2, 3):
            choose(state, seat, square)
    answer(state, 0)
    assert HIDEOUT.action(state, 0, 5) == 13


def test_a_span_is_that_of_the_content() -> None:
    big = HIDEOUT.with_content({"rows": 3})
    assert big.action_spans()["Hide"] == (0, 9)


@pytest.mark.parametrize("number", ["HO-003", "ho-003", "003"])
def test_a_rule_is_found_by_its_number(number: str) -> None:
    assert HIDEOUT.rule_text(number).startswith("- **HO-003** The cat never sits beside a mouse")


def test_a_rule_there_is_not_is_refused() -> None:
    with pytest.raises(UnknownError, match="Hideout has no rule '999': expected a number like HO-001"):
        HIDEOUT.rule_text("999")


def test_a_position_by_hand_is_what_was_changed_and_nothing_else() -> None:
    state = STROLL.new(2, {"size": "small"})
    changed = STROLL.changed(state, {"points": [3, 1], "steps": 2}, [["Turn"], ["Walk"]])
    assert (changed.points, changed.steps, repr(changed.stack)) == ([3, 1], 2, "[Turn(), Walk()]")
    assert state == STROLL.new(2, {"size": "small"})


@pytest.mark.parametrize(
    ("audience", "heard"),
    [(-1, {0, 1, PUBLIC, ALL}), (0b01, {0, ALL}), (0b10, {1, ALL}), (0b11, {0, 1, ALL})],
)
def test_an_event_is_heard_by_its_audience(audience: int, heard: set[int]) -> None:
    event = Event("drawn", (1,), audience)
    assert {observer for observer in (0, 1, PUBLIC, ALL) if event.heard_by(observer)} == heard

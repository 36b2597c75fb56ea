"""Choices: listed in order, within their span, told in words that say them again; all others refused."""

from __future__ import annotations

import re

import pytest

from witchboard.engine.errors import AmbiguousError, IllegalError, MalformedError
from witchboard.engine.notation import plain
from witchboard.engine.play import answer, asked, choose, decision, options
from witchboard.engine.state import EVERYONE

from .cases import Case
from .moments import Moment, all_moments, decisions

SOME = 60


def test_options_are_ascending_and_within_their_span(case: Case) -> None:
    for moment in decisions(case, 10**6):
        state = moment.state
        for seat in asked(state):
            step = decision(state, seat)
            found = options(state, seat)
            assert found
            assert found == sorted(set(found))
            assert 0 <= found[0] <= found[-1] < step.span(state.content)
            assert options(state, seat) == found
            assert all(step.legal(state, seat, option) for option in found)


def test_seats_that_are_asked_are_ascending(case: Case) -> None:
    for moment in decisions(case, 10**6):
        seats = asked(moment.state)
        assert seats == sorted(set(seats))
        assert set(seats) <= set(range(case.players))


def test_every_legal_option_applies(case: Case) -> None:
    for moment in decisions(case, SOME):
        for seat in asked(moment.state):
            for option in options(moment.state, seat):
                after = moment.state.clone()
                choose(after, seat, option)
                assert after != moment.state
                case.game.dump(after)


def test_every_other_option_is_refused_with_a_rule(case: Case) -> None:
    for moment in decisions(case, SOME):
        state = moment.state.clone()
        for seat in asked(state):
            step = decision(state, seat)
            for option in set(range(-2, step.span(state.content) + 2)) - set(options(state, seat)):
                with pytest.raises(IllegalError, match=str(option)) as refused:
                    choose(state, seat, option)
                assert re.fullmatch(rf"{case.game.prefix}-R?\d+", refused.value.rule)
        assert state == moment.state


def test_whoever_is_not_asked_is_refused(case: Case) -> None:
    for moment in all_moments(case):
        state = moment.state.clone()
        for seat in set(range(-1, case.players + 1)) - set(asked(state)):
            assert options(state, seat) == []
            with pytest.raises(IllegalError):
                choose(state, seat, 0)
        if asked(state):
            with pytest.raises(IllegalError):
                answer(state, 0)
        assert state == moment.state


def test_the_text_of_an_option_says_it_again(case: Case) -> None:
    game = case.game
    for moment in decisions(case, SOME):
        for seat in asked(moment.state):
            found = options(moment.state, seat)
            texts = [game.option_text(moment.state, seat, option) for option in found]
            assert len({plain(text) for text in texts}) == len(texts), texts
            for option, text in zip(found, texts):
                assert text == text.strip() != ""
                assert game.parse_option(moment.state, seat, text) == option
                assert game.parse_option(moment.state, seat, f"  {text.upper()} ") == option


def test_a_text_that_says_no_option_is_refused(case: Case) -> None:
    game = case.game
    for moment in decisions(case, SOME // 4):
        seat = moment.actor
        for text in ("", "xyzzy", "no such thing at all", "\x00", "?" * 500):
            with pytest.raises((MalformedError, IllegalError, AmbiguousError)):
                game.parse_option(moment.state, seat, text)
        for option in _illegal_with_text(moment):
            text = game.option_text(moment.state, seat, option)
            with pytest.raises(IllegalError) as refused:
                game.parse_option(moment.state, seat, text)
            assert refused.value.rule


def _illegal_with_text(moment: Moment) -> list[int]:
    """Some options that have a text here, unlike that of any legal one, and are not legal."""
    step = decision(moment.state, moment.actor)
    legal = set(step.options(moment.state, moment.actor))
    legal_texts = {plain(step.text(moment.state, option)) for option in legal}
    found = []
    for option in range(step.span(moment.state.content)):
        if option not in legal:
            try:
                text = plain(step.text(moment.state, option))
            except (LookupError, ValueError):
                continue
            if not any(set(text.split()) <= set(other.split()) for other in legal_texts):
                found.append(option)
    return found[:5]


def test_a_choice_is_told_for_people(case: Case) -> None:
    game = case.game
    for moment in decisions(case, SOME):
        state = moment.state
        for seat in asked(state):
            question = game.question(state, seat)
            assert question.words and question.kind in {kind.__name__ for kind in game.decisions()}
            assert re.fullmatch(rf"{game.prefix}-R?\d+", question.rule)
            found = game.choices(state, seat)
            assert [choice.line for choice in found] == [(option,) for option in options(state, seat)]
            for choice in found:
                assert choice.words and choice.text == game.option_text(state, seat, choice.option)
                assert re.fullmatch(rf"{game.prefix}-R?\d+", choice.rule)
                for _, chance in choice.forecast.odds if choice.forecast else ():
                    assert 0 <= chance <= 1
            together = [(choice.words, choice.targets) for choice in found]
            assert len(set(together)) == len(together), "two choices can't be told apart"


def test_a_course_is_a_line_of_legal_options(case: Case) -> None:
    game = case.game
    for moment in decisions(case, SOME):
        for course in game.courses(moment.state, moment.actor):
            state = moment.state.clone()
            assert len(course.line) > 1 and course.course and course.targets
            for option in course.line:
                assert option in options(state, moment.actor)
                choose(state, moment.actor, option)


def test_in_a_response_window_everybody_is_asked_and_may_pass(case: Case) -> None:
    """Asked even if passing is all one can do; so nothing that the table does may hang on what one holds."""
    for moment in decisions(case, 10**6):
        seat = asked(moment.state)[0]
        step = decision(moment.state, seat)
        if step.window:
            assert step.asks(moment.state)
            assert step.passing(moment.state) in options(moment.state, seat)
            assert step.parties(moment.state) == EVERYONE or 0 < step.parties(moment.state) < 1 << case.players
            assert case.game.window(moment.state)


def test_the_action_space_is_the_spans_laid_end_to_end(case: Case) -> None:
    game = case.game
    spans = game.action_spans()
    first = 0
    for start, count in spans.values():
        assert start == first
        assert count > 0
        first += count
    for moment in decisions(case, SOME):
        for seat in asked(moment.state):
            start, count = spans[type(decision(moment.state, seat)).__name__]
            actions = [game.action(moment.state, seat, option) for option in options(moment.state, seat)]
            assert actions == sorted(set(actions))
            assert start <= actions[0] <= actions[-1] < start + count <= first

"""Chance: whole-number weights, texts that say an outcome again, every possible outcome applies, no other does."""

from __future__ import annotations

import pytest

from witchboard.engine.errors import AmbiguousError, IllegalError, MalformedError
from witchboard.engine.notation import plain
from witchboard.engine.play import answer, chance
from witchboard.engine.state import EVERYONE
from witchboard.engine.steps import Chance

from .cases import Case
from .moments import Moment, draws

SOME = 60


def asked_of(moment: Moment) -> Chance[object]:  # type: ignore[type-var]
    step = chance(moment.state)
    assert step is not None
    return step  # type: ignore[return-value]


def possible(moment: Moment) -> list[int]:
    """The outcomes that can come."""
    step = asked_of(moment)
    weights = step.weights(moment.state)
    return [outcome for outcome in range(step.outcomes(moment.state)) if weights is None or weights[outcome]]


def test_weights_are_whole_numbers_one_for_each_outcome(case: Case) -> None:
    for moment in draws(case, 10**6):
        step = asked_of(moment)
        weights = step.weights(moment.state)
        assert step.outcomes(moment.state) > 1, f"{step} is certain, and was asked"
        assert step.label and "\n" not in step.label and step.label == step.label.strip()
        if weights is not None:
            assert len(weights) == step.outcomes(moment.state)
            assert all(isinstance(weight, int) and weight >= 0 for weight in weights)
            assert sum(weights) > 0
        audience = step.audience(moment.state)
        assert audience == EVERYONE or 0 <= audience < 1 << case.players


def test_every_possible_outcome_applies(case: Case) -> None:
    for moment in draws(case, SOME):
        for outcome in possible(moment):
            after = moment.state.clone()
            answer(after, outcome)
            assert after != moment.state
            case.game.dump(after)


def test_no_other_outcome_does(case: Case) -> None:
    for moment in draws(case, SOME):
        state = moment.state.clone()
        outcomes = asked_of(moment).outcomes(state)
        for outcome in set(range(-1, outcomes + 1)) - set(possible(moment)):
            with pytest.raises((MalformedError, IllegalError)):
                answer(state, outcome)
        assert state == moment.state


def test_the_text_of_an_outcome_says_it_again(case: Case) -> None:
    game = case.game
    for moment in draws(case, SOME):
        step = asked_of(moment)
        texts = {outcome: game.outcome_text(moment.state, outcome) for outcome in possible(moment)}
        assert len({plain(text) for text in texts.values()}) == len(texts)
        for outcome, text in list(texts.items())[:: len(texts) // 12 + 1]:
            assert text.startswith(f"{step.label}: ")
            assert game.parse_outcome(moment.state, text) == outcome
            assert game.parse_outcome(moment.state, step.text(moment.state, outcome).upper()) == outcome


def test_a_text_that_says_no_outcome_is_refused(case: Case) -> None:
    for moment in draws(case, 10):
        for text in ("", "xyzzy", "\x00", "?" * 500):
            with pytest.raises((MalformedError, AmbiguousError)):
                case.game.parse_outcome(moment.state, text)

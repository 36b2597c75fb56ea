"""Positions: copies are independent, JSON goes out and in, equality and hash agree, the stack can be written down."""

from __future__ import annotations

import json

from witchboard.engine.stream import stream

from .cases import Case
from .moments import all_moments, draw_moment, moments


def test_no_earlier_copy_changes_while_play_goes_on(case: Case) -> None:
    game = case.game
    state = game.new(case.players, case.options)
    drawn = stream("clones", case)
    kept = []
    while not state.over:
        kept.append((state.clone(), json.dumps(game.dump(state)), hash(state)))
        draw_moment(state, drawn).play(state)
    for copy, position, digest in kept:
        assert (json.dumps(game.dump(copy)), hash(copy)) == (position, digest)


def test_a_copy_goes_its_own_way(case: Case) -> None:
    for moment in all_moments(case):
        one, other = moment.state.clone(), moment.state.clone()
        assert one == other == moment.state
        assert hash(one) == hash(moment.state)
        moment.play(one)
        assert other == moment.state
        assert one != other, f"{moment} changes nothing"


def test_a_position_holds_its_content_as_a_digest(case: Case) -> None:
    state = case.game.new(case.players, case.options)
    assert state.content.digest == case.game.content_digest
    assert state.clone().content is state.content


def test_a_position_is_the_same_after_json(case: Case) -> None:
    game = case.game
    for moment in all_moments(case):
        data = game.dump(moment.state)
        again = game.load(json.loads(json.dumps(data)))
        assert again == moment.state
        assert hash(again) == hash(moment.state)
        assert game.dump(again) == data
        one, other = moment.state.clone(), again
        moment.play(one)
        moment.play(other)
        assert one == other


def test_what_is_worked_out_beside_the_position_is_up_to_date(case: Case) -> None:
    """`derive` after every entry changes nothing: not the position, and not what follows."""
    for seed in case.seeds:
        for moment in moments(case, seed):
            derived = moment.state.clone()
            derived.derive()
            assert derived == moment.state
            assert _beside(derived) == _beside(moment.state)


def _beside(state: object) -> dict[str, object]:
    """All plain attributes of a state, those it keeps beside its fields among them."""
    names = [name for name in dir(state) if not name.startswith("_")]
    values = {name: getattr(state, name) for name in names}
    return {name: value for name, value in values.items() if isinstance(value, (int, bool, list, tuple))}


def test_every_step_that_waits_can_be_written_down(case: Case) -> None:
    steps = case.game.steps
    for moment in all_moments(case):
        assert len(moment.state.stack) <= 500
        for step in moment.state.stack:
            assert steps[type(step).__name__] is type(step)
            assert all(isinstance(number, int) for number in step.args())
            again = steps[type(step).__name__](*step.args())  # type: ignore[call-arg]  # as positions are read
            assert again == step
            assert hash(again) == hash(step)

"""Knowledge: a seat imagines worlds from it and from nothing else, and can't tell them from the true one."""

from __future__ import annotations

import json

import pytest

from witchboard.engine.play import advance
from witchboard.engine.stream import stream

from .cases import Case, all_games, cases_of
from .invariants import checks_of
from .moments import all_moments, draw_moment, moments, some_moments
from .worlds import Pair, sight

WORLDS = 100
PLACES = 5  # positions of a case from which so many worlds are imagined
FEW = 10  # worlds from each of the positions between
FOLLOWED = 8  # worlds that are played on
AHEAD = 25  # entries they are played on for


@pytest.mark.secrets
def test_imagined_worlds_look_like_the_true_one(case: Case) -> None:
    game = case.game
    for at, moment in enumerate(some_moments(case, 4 * PLACES)):
        for seat in range(case.players):
            known = json.loads(json.dumps(game.know(moment.state, seat)))
            seen = sight(game, moment.state, seat)
            drawn = stream("imagine", case, at, seat)
            for _ in range((WORLDS if at % 4 == 0 else FEW) // case.thinness):
                world = game.imagine(known, drawn)
                assert sight(game, world, seat) == seen
                at_rest = world.clone()
                advance(at_rest)
                assert at_rest == world, "what is asked in the true world is certain in an imagined one"
            assert known == json.loads(json.dumps(game.know(moment.state, seat))), "imagining changed the knowledge"


@pytest.mark.parametrize("key", [key for key, game in all_games().items() if game.secret()])
def test_imagined_worlds_are_not_all_alike(key: str) -> None:
    game = all_games()[key]
    for case in cases_of(game):
        for at, moment in enumerate(some_moments(case, 4 * PLACES)):
            for seat in range(case.players):
                known, drawn = game.know(moment.state, seat), stream("alike", case, at, seat)
                if len({game.imagine(known, drawn) for _ in range(WORLDS)}) > 1:
                    return
    pytest.fail("every seat imagines one world only, everywhere")


@pytest.mark.secrets
def test_imagined_worlds_go_on_looking_the_same(case: Case) -> None:
    """Under the same choices and answers of chance, up to the first event that reveals a difference."""
    game = case.game
    followed = 0
    for seed in list(case.seeds)[:10]:
        line = moments(case, seed)
        for at in range(0, len(line), max(1, len(line) // 4)):
            for seat in range(case.players):
                drawn = stream("follow", case, seed, at, seat)
                known = game.know(line[at].state, seat)
                for _ in range(FOLLOWED // case.thinness):
                    pair = Pair(game, seat, line[at].state, game.imagine(known, drawn), drawn)
                    for moment in line[at : at + AHEAD]:
                        if not pair.go_on(moment):
                            break
                        followed += 1
    assert followed


@pytest.mark.secrets
def test_an_imagined_world_can_be_played_to_its_end(case: Case) -> None:
    game = case.game
    for at, moment in enumerate(some_moments(case, PLACES)):
        for seat in range(case.players):
            drawn = stream("play", case, at, seat)
            state = game.imagine(game.know(moment.state, seat), drawn)
            assert game.load(game.dump(state)) == state
            played = 0
            while not state.over:
                assert game.faults(state) == []
                assert [fault for check in checks_of(game) for fault in check(game, state)] == []
                draw_moment(state, drawn).play(state)
                played += 1
            assert played <= game.bound


@pytest.mark.secrets
def test_the_same_stream_imagines_the_same_world(case: Case) -> None:
    game = case.game
    for moment in some_moments(case, PLACES):
        known = game.know(moment.state, 0)
        assert game.imagine(known, stream("twice", case)) == game.imagine(known, stream("twice", case))


@pytest.mark.secrets(there_are=False)
def test_where_nothing_is_secret_there_is_one_world(case: Case) -> None:
    """Lazy piles leave nothing hidden: the position knows no more than everybody does."""
    for moment in all_moments(case):
        for seat in range(case.players):
            known = json.loads(json.dumps(case.game.know(moment.state, seat)))
            assert case.game.imagine(known, stream("one")) == moment.state


def test_some_games_have_secrets() -> None:
    assert {game.secret() for game in all_games().values()} == {True, False}

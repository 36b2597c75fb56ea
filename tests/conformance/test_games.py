"""Whole games: they end in time and say how, the same seed makes the same record, and a record replays."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from rich.text import Text

from witchboard.engine.dealers import SeededDealer
from witchboard.engine.entries import encode
from witchboard.engine.game import ALL, PUBLIC, Event
from witchboard.engine.play import options
from witchboard.engine.record import Record, read_finished, record_game, replay
from witchboard.engine.state import EVERYONE, State, Watch
from witchboard.engine.steps import Decision
from witchboard.engine.stream import stream

from .cases import Case, all_games
from .invariants import checks_of
from .moments import all_moments, end_of, moments, some_moments


def record_of(case: Case, seed: int) -> Record:
    """A recorded random game."""

    def chooser(seat: int) -> Callable[[State, int], int]:
        drawn = stream(seed, "seat", seat)

        def choose(state: State, asked: int) -> int:
            legal = options(state, asked)
            return legal[drawn.below(len(legal))]

        return choose

    choosers = [chooser(seat) for seat in range(case.players)]
    dealer = SeededDealer(stream(seed, "rules"))
    return record_game(case.game, choosers, dealer, case.options, seed=str(seed))


def lines(record: Record) -> list[bytes]:
    return [encode(record.header), *map(encode, record.entries)]


def test_every_game_ends_in_time_and_says_how(case: Case) -> None:
    for seed in case.seeds:
        assert len(moments(case, seed)) <= case.game.bound
        end = end_of(case, seed)
        assert end.over
        outcome = case.game.outcome(end)
        assert len(outcome.won) == len(outcome.scores) == case.players
        assert outcome.cause and outcome.words
        assert sum(count for _, count in outcome.sources) == outcome.scores[0] or not outcome.sources


def test_the_same_seed_makes_the_same_record(case: Case) -> None:
    assert lines(record_of(case, 1)) == lines(record_of(case, 1))


def test_a_record_replays_to_the_same_position(case: Case) -> None:
    for seed in case.seeds:
        record = record_of(case, seed)
        again = read_finished(lines(record))
        end = replay(again, game=case.game)
        assert end.over
        assert case.game.dump(end) == case.game.dump(replay(record, game=case.game))
        middle = len(record.entries) // 2
        assert case.game.load(case.game.dump(replay(record, middle, game=case.game))) == replay(
            record, middle, game=case.game
        )


class Checked(Watch):
    """Looks at each event at the moment it is told."""

    def __init__(self, case: Case) -> None:
        self.case = case

    def tell(
        self, state: State, kind: str, values: tuple[int, ...] = (), audience: int = EVERYONE, reveals: bool = False
    ) -> None:
        assert audience == EVERYONE or 0 < audience < 1 << self.case.players
        assert all(isinstance(value, int) for value in values), (kind, values)
        event = Event(kind, tuple(values), audience, reveals)
        for observer in (ALL, PUBLIC, *range(self.case.players)):
            if event.heard_by(observer):
                assert isinstance(self.case.game.tell(state, event, observer), str)
                json.dumps(self.case.game.view(state, observer))


def test_events_are_told_when_they_happen(case: Case) -> None:
    for moment in list(all_moments(case))[:: case.thinness]:
        state, unheard = moment.state.clone(), moment.state.clone()
        moment.play(state, Checked(case))
        moment.play(unheard)
        assert state == unheard, "somebody listened, and the game went another way"


def test_what_is_seen_can_be_sent_and_printed(case: Case) -> None:
    game = case.game
    for moment in some_moments(case, 20):
        for observer in (ALL, PUBLIC, *range(case.players)):
            before = game.dump(moment.state)
            assert json.dumps(game.view(moment.state, observer)) == json.dumps(game.view(moment.state, observer))
            for line in game.text(moment.state, observer).splitlines():
                assert Text.from_markup(line).cell_len <= 80
            assert game.dump(moment.state) == before, "looking has changed the position"


def test_pieces_are_conserved(case: Case) -> None:
    for moment in all_moments(case):
        assert case.game.faults(moment.state) == []
        for check in checks_of(case.game):
            assert check(case.game, moment.state) == []


@pytest.mark.parametrize("key", sorted(all_games()))
def test_every_step_names_a_rule_that_there_is(key: str) -> None:
    game = all_games()[key]
    for name, step in game.steps.items():
        assert name == step.__name__
        if issubclass(step, Decision) or step.rule:
            assert step.rule in game.rule_text(step.rule)


@pytest.mark.parametrize("key", sorted(all_games()))
def test_seats_have_names_of_their_own(key: str) -> None:
    game = all_games()[key]
    for players in game.players:
        assert sorted(game.seats(game.new(players), players).values()) == list(range(players))

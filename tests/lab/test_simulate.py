"""Simulation: the same games whatever the number of workers, by the fast way and the general one."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Any

import pytest

from witchboard.bots import Bot, Seat
from witchboard.engine.discover import find_game
from witchboard.engine.errors import IllegalError
from witchboard.engine.game import Game, UnknownError
from witchboard.engine.play import advance
from witchboard.engine.stream import Stream, stream
from witchboard.lab.simulate import ROUND_LIMIT, ROUNDS, Result, Table, play_bots, simulate
from witchboard.lab.statistics import wilson


@pytest.fixture(scope="module")
def game() -> Game[Any]:
    return find_game("ghost-stories")


@pytest.fixture(scope="module")
def result(game: Game[Any]) -> Result:
    return simulate(game, 60, players=3, options={"level": "normal"}, seed=7)


def test_the_same_seed_plays_the_same_games(game: Game[Any], result: Result) -> None:
    again = simulate(game, 60, players=3, options={"level": "normal"}, seed=7)
    assert again.played == result.played
    assert simulate(game, 60, players=3, options={"level": "normal"}, seed=8).played != result.played


def test_a_game_depends_on_its_number_and_not_on_how_many_there_are(game: Game[Any], result: Result) -> None:
    assert simulate(game, 20, players=3, options={"level": "normal"}, seed=7).played == result.played[:20]


def test_workers_change_no_result(game: Game[Any], result: Result) -> None:
    heard: list[tuple[int, int]] = []
    shared = simulate(
        game, 60, players=3, options={"level": "normal"}, seed=7, workers=2, progress=lambda *done: heard.append(done)
    )
    assert shared.played == result.played
    assert heard[-1] == (60, 60)
    assert [done for done, _ in heard] == sorted(done for done, _ in heard)


def test_the_closed_loop_plays_what_bots_would_play(game: Game[Any], result: Result) -> None:
    table = Table(game, result.setting)
    assert table.random
    table.random = False
    assert table.play_several(0, 60) == list(result.played)


def test_bots_of_one_name_or_one_a_seat(game: Game[Any]) -> None:
    mixed = simulate(game, 1, players=2, bots=("villager", "random"), seed=1)
    assert mixed.setting.bots == ("villager", "random")
    with pytest.raises(UnknownError, match="1 or 2 bots for 2 players, got 3"):
        simulate(game, 1, players=2, bots=("random",) * 3)
    with pytest.raises(UnknownError, match="no bot 'nobody'"):
        simulate(game, 1, bots=("nobody",))


def test_rounds_are_capped_unless_told_otherwise(game: Game[Any], result: Result) -> None:
    assert result.setting.options[ROUND_LIMIT] == ROUNDS
    assert simulate(game, 3, options={ROUND_LIMIT: 2}, seed=1).causes == {"called off": 3}


def test_the_figures_are_those_of_the_games(result: Result) -> None:
    summary = json.loads(json.dumps(result.summary()))
    assert summary["games"] == 60
    assert summary["wins"] == [sum(one.won[seat] for one in result.played) for seat in range(3)]
    assert sum(summary["causes"].values()) == 60
    assert summary["steps"]["least"] <= summary["steps"]["mean"] <= summary["steps"]["most"]
    assert summary["run"]["games_per_second"] > 0 < summary["run"]["steps_per_second"]
    assert result.shared


def test_the_table_has_one_row_a_game(result: Result) -> None:
    file = io.StringIO()
    result.write_csv(file)
    rows = list(csv.DictReader(io.StringIO(file.getvalue())))
    assert len(rows) == 60
    first = result.played[0]
    assert rows[0] == {
        "game": "0",
        **{f"won_{seat + 1}": str(int(first.won[seat])) for seat in range(3)},
        "cause": first.cause,
        **{f"score_{seat + 1}": str(first.scores[seat]) for seat in range(3)},
        "steps": str(first.steps),
    }


def test_no_games_make_an_empty_result(game: Game[Any]) -> None:
    nothing = simulate(game, 0)
    assert nothing.summary()["games"] == 0
    assert nothing.win_interval[0] == (0.0, 1.0)


class Cheat(Bot):
    name = "cheat"

    def answer(self, seat: Seat, stream: Stream) -> list[int]:
        return [-5]


def test_a_bot_that_breaks_the_rules_is_named(game: Game[Any], result: Result) -> None:
    state = game.start(3, result.setting.options)
    advance(state)
    with pytest.raises(IllegalError, match="bot 'cheat' chose option -5"):
        play_bots(game, state, [Cheat()] * 3, stream("rules"), [stream("bot")] * 3, 1000)


def test_the_interval_is_wilsons() -> None:
    # values of the textbook formula: 10 of 100, 0 of 100, 100 of 100
    assert wilson(10, 100) == pytest.approx((0.0552, 0.1744), abs=1e-4)
    assert wilson(0, 100) == pytest.approx((0.0, 0.0370), abs=1e-4)
    assert wilson(100, 100) == pytest.approx((0.9630, 1.0), abs=1e-4)


def test_random_seldom_saves_the_village(game: Game[Any]) -> None:
    won = simulate(game, 400, options={"level": "initiation"}, seed="random")
    assert won.win_interval[0][0] < 0.01


def test_every_setting_is_another_game(game: Game[Any], result: Result) -> None:
    other = replace(result.setting, options={**result.setting.options, "level": "hell"})
    assert Table(game, other).play_several(0, 20) != list(result.played[:20])

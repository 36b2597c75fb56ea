"""Drawn ways: a line of steps into what isn't known, checked before the first (GH-053, GH-191)."""

from __future__ import annotations

from typing import cast

import pytest

from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.entries import Sitter
from witchboard.engine.errors import IllegalError
from witchboard.engine.game import Game
from witchboard.engine.play import answer, chance, decision
from witchboard.engine.record import header_of
from witchboard.engine.state import State
from witchboard.engine.stream import stream
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.state import Hunt
from witchboard.table.commands import Choose, Done
from witchboard.table.table import Table

ANN = Sitter("Ann", holder="ann")
BEN = Sitter("Ben", holder="ben")


def begun(scenario: str = "GH-S01", seed: str = "ways", **options: object) -> Hunt:
    """A game whose grids the computer has hidden, at its first move."""
    state = GAME.new(2, {"hides": "random", "scenario": scenario, "first": 1, **options})  # type: ignore[dict-item]
    luck = stream(seed, "deal")
    while (step := chance(state)) is not None:
        weights = step.weights(state)
        answer(
            state, luck.below(step.outcomes(state)) if weights is None else next(n for n, w in enumerate(weights) if w)
        )
    return state


def texts(state: Hunt, *over: str) -> list[str]:
    drawn = GAME.way(state, 0, over)
    return [decision(state, 0).text(state, option) for option in drawn.line]


def test_gaps_are_filled_by_the_shortest_way() -> None:
    state = begun()
    assert texts(state, "own-5-J") == ["5-G east", "5-H east", "5-I east"]
    assert GAME.way(state, 0, ["own-5-J"]).via == ("own-5-H", "own-5-I", "own-5-J")
    assert GAME.way(state, 0, ["own-5-J"]).course == "3 unknown squares"


def test_squares_drawn_over_lead_the_way() -> None:
    assert texts(begun(), "own-5-F", "own-5-H")[:2] == ["5-G west", "5-G east"]


def test_a_way_of_leaps_is_refused_before_it_costs_the_table_its_time() -> None:
    with pytest.raises(IllegalError, match="square by square"):
        GAME.way(begun(), 0, ["own-11-A", "own-1-O"] * 100)


def test_going_back_over_what_was_walked_is_no_step() -> None:
    assert texts(begun(), "own-5-I", "own-5-D") == [
        "5-G east",
        "5-H east",
        "5-G west",
        "5-F west",
        "5-E west",
    ]


def test_walls_and_other_things_are_refused_with_their_rule() -> None:
    state = begun()
    with pytest.raises(IllegalError) as refused:
        GAME.way(state, 0, ["opp-5-H", "compass"])
    assert refused.value.rule == "GH-049"
    with pytest.raises(IllegalError) as refused:
        GAME.way(state, 0, ["own-5-G"])
    assert refused.value.rule == "GH-057"
    assert texts(state, "own-5-H", "own-5-G") == ["5-G east"]


@pytest.mark.parametrize("seed", [str(number) for number in range(40)])
def test_a_table_walks_a_way_to_its_first_encounter(seed: str) -> None:
    dealer = CommittedDealer.named("walk", [seed])
    header = header_of(GAME, 2, GAME.settle_options(2, {"hides": "random", "scenario": "GH-S01"}), (ANN, BEN), dealer)
    table = Table.begin("walk", cast(Game[State], GAME), header, dealer)
    line = table.line
    seat, other = line.asked[0], 1 - line.asked[0]
    drawn = GAME.way(cast(Hunt, line.state), seat, ["own-11-A"])
    holder = ("ann", "ben")[seat]
    command = Choose(id="walk", seat=seat, question=line.questions[seat], line=drawn.line)
    prepared = table.prepare(holder, command)
    table.commit(prepared)
    assert isinstance(prepared.reply, Done)
    state = cast(Hunt, table.line.state)
    walked = [int(code) for code in state.trail[seat] if code >= 0]
    assert walked == list(drawn.line[: len(walked)])
    entered = int(state.at[seat])
    if len(walked) < len(drawn.line) or table.line.asked == [other]:
        assert state.hide[seat * state.plan.squares + entered] != 0  # only an encounter cuts a way off (GH-053)
    else:
        assert table.line.asked == [seat]

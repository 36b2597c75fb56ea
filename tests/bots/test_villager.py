"""What the villager does where a good player has no doubt; and that it always answers, by its knowledge alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.games.ghost_stories.table import NO_TOKENS, laid_out
from witchboard.bots import Seat, find_bot
from witchboard.bots.planner import Planner
from witchboard.engine import play
from witchboard.engine.judge import SURE
from witchboard.engine.stream import Stream, stream
from witchboard.games.ghost_stories import GAME
from witchboard.games.ghost_stories.bot import Villager
from witchboard.games.ghost_stories.state import Village
from witchboard.lab.batch import play_out

LEVELS = ("initiation", "normal", "nightmare", "hell")
VILLAGER = Villager(GAME.tables)


def line(state: Village) -> list[str]:
    """What the villager's line says, in notation."""
    (seat,) = play.asked(state)
    told = json.loads(json.dumps(GAME.know(state, seat)))
    options = find_bot(GAME, "villager").answer(Seat(GAME, seat, lambda: told), Stream(1))
    words = []
    world = state.clone()
    for option in options:
        words.append(GAME.option_text(world, seat, option))
        play.choose(world, seat, option)
    return words


def value(state: Village) -> float:
    return VILLAGER.value(state, 0) / SURE


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("level", LEVELS)
def test_it_answers_wherever_a_seat_can_be_asked(players: int, level: str) -> None:
    planner = Planner(VILLAGER, 30)
    for number in range(2):
        state = GAME.new(players, {"level": level, "round-limit": 100})
        chance = stream(level, players, number)
        while not state.over:
            seats = play.asked(state)
            if seats and chance.below(8) == 0:
                before, world = state.clone(), state.clone()
                for option in planner.plan(state, seats[0]):
                    play.choose(world, seats[0], option)
                assert state == before
            play_out(state, chance, 1)


def test_it_thinks_the_same_twice() -> None:
    state = laid_out("yang", {"ghosts.N1": "Zombie 6", "ghosts.E2": "Skinner 34", "tao.red.yellow": 2})
    assert line(state) == line(state)


def test_it_wins_when_it_can() -> None:
    # Bone Cracker asks for four red: three tokens and the Circle's
    state = laid_out(
        "yang",
        {
            "deck": 8,
            "ghosts.N1": "Bone Cracker 61",
            "circle": "red",
            "tao.red.red": 3,
            "at.red": "Sorcerer's Hut",
        },
    )
    assert line(state)[-1] == "attempt an exorcism"


def test_who_would_lose_the_village_next_turn_is_exorcised_for_a_token() -> None:
    # two tiles are haunted, and blue's Haunter would reach a third before anyone else has a turn
    state = laid_out(
        "yang",
        {
            "ghosts.E1": "Drowned Maiden 12",
            "figures.E1": 1,
            "haunted": {"0,0": 1, "1,0": 1},
            "yin_yang.red": 0,
            "tao.red.blue": 1,
        },
    )
    assert line(state) == ["move to Pavilion of the Heavenly Winds", "attempt an exorcism"]


def test_the_last_qi_is_not_sold_to_the_sorcerer() -> None:
    state = laid_out("yang", {"qi.red": 1, "at.red": "Sorcerer's Hut", "ghosts.S2": "Green Abomination 32"})
    assert "ask for help" not in line(state)


def test_a_strong_ghost_is_put_on_a_buddha() -> None:
    state = laid_out(
        "yin",
        {"buddhas_on.N2": 1, "temple_buddhas": 1},
        ("draw: Raging One 44",),
    )
    assert line(state)[0] == "place on N2"


def test_a_miss_is_rolled_again_and_a_hit_kept() -> None:
    state = laid_out(
        "yang",
        {**NO_TOKENS, "active": "green", "at.green": "Pavilion of the Heavenly Winds", "ghosts.S3": "Wicked One 30"},
        ("green: attempt an exorcism", "tao dice: green blue white"),
    )
    assert line(state) == ["reroll dice 2"]


def test_a_borrowed_power_costs_nothing_and_is_taken() -> None:
    state = laid_out("alone", {}, ())
    chance = stream("alone")
    while not any(text.startswith("borrow") for text in _texts(state)):
        play_out(state, chance, 1)
    assert line(state)[0].startswith("borrow")


def _texts(state: Village) -> list[str]:
    seats = play.asked(state)
    return [GAME.option_text(state, seat, option) for seat in seats for option in play.options(state, seat)]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({}, {"haunted.0,0": 1}),
        ({"haunted.0,0": 1}, {"haunted": {"0,0": 1, "0,1": 1}}),
        ({}, {"qi.blue": 1}),
        ({}, {"yin_yang.green": 0}),
        ({"ghosts.E1": "Ooze Devil 19"}, {"ghosts.E1": "Ooze Devil 19", "figures.E1": 1}),
        ({}, {"ghosts.E1": "Fury of Depth 22"}),
        ({"ghosts.E1": "Ooze Devil 19", "circle": "blue"}, {"ghosts.E1": "Ooze Devil 19"}),
        ({"ghosts.E1": "Ooze Devil 19", "tao.red.blue": 2}, {"ghosts.E1": "Ooze Devil 19"}),
        ({"ghosts.N1": "Severed Heads 47", "dice_on.N1": 0}, {"ghosts.N1": "Severed Heads 47", "dice_on.N1": 1}),
        ({"buddhas_on.N2": 1}, {}),
    ],
)
def test_what_is_worth_more(better: dict[str, object], worse: dict[str, object]) -> None:
    assert value(laid_out("yang", better)) > value(laid_out("yang", worse))


def test_an_end_is_worth_all_or_nothing() -> None:
    state = laid_out("yang")
    state.stack.clear()
    state.result = 1
    assert value(state) == 1
    state.result = 3
    assert value(state) == 0


@pytest.mark.slow
def test_it_saves_the_village_more_often_than_one_in_seven() -> None:
    from witchboard.lab.simulate import simulate

    result: Any = simulate(GAME, 200, players=4, options={"level": "initiation"}, bots=("villager",), seed="slow")
    assert result.win_rate[0] >= 0.15

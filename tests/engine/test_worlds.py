"""What a seat knows against all positions there are: nothing possible is left out, nothing impossible imagined."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from typing import cast

import pytest
from witchboard_tiny import grab, hideout, thieves, well
from witchboard_tiny.grab import Grab
from witchboard_tiny.hideout import Hideout
from witchboard_tiny.thieves import CARDS, SEATS, Thieves
from witchboard_tiny.well import Well

from witchboard.engine.game import Game, OptionValue
from witchboard.engine.play import asked, options
from witchboard.engine.state import State
from witchboard.engine.stream import stream

from .walking import walk

Hidden = Callable[[State], object]


def icons(state: State) -> object:
    return (tuple(cast(Hideout, state).icons), cast(Hideout, state).paw)


def claims(state: State) -> object:
    return (tuple(cast(Grab, state).tried), tuple(cast(Grab, state).claims))


def places(state: State) -> object:
    return tuple(cast(Thieves, state).place)


def pile(state: State) -> object:
    well_ = cast(Well, state)
    return (tuple(well_.top), tuple(well_.unseen), tuple(well_.under))


# A game, players, options, and what of its position can be hidden.
GAMES: dict[str, tuple[object, int, dict[str, OptionValue], Hidden]] = {
    "hideout": (hideout.GAME, 2, {"looks": 1}, icons),
    "grab": (grab.GAME, 2, {"cards": 2}, claims),
    "thieves": (thieves.GAME, 2, {"rounds": 1}, places),
    "thieves of three": (thieves.GAME, 3, {"rounds": 1}, places),
    "well": (well.GAME, 2, {"turns": 3}, pile),
}
DRAWS = 300
SOME = 15


def game_of(name: str) -> Game[State]:
    return cast(Game[State], GAMES[name][0])


@cache
def alike(name: str, seat: int) -> dict[str, list[State]]:
    """All positions there are in which somebody is asked, by what that seat knows in them."""
    game = game_of(name)
    found = defaultdict(list)
    for state in walk(game.new(GAMES[name][1], GAMES[name][2]), any_order=True).positions:
        found[json.dumps(game.know(state, seat))].append(state)
    return found


def some_worlds(name: str, seat: int, least: int, most: int) -> list[tuple[str, set[object]]]:
    """Some of what the seat may know, spread, each with the worlds that are possible then: so many."""
    hidden = GAMES[name][3]
    found = [(known, {hidden(state) for state in states}) for known, states in alike(name, seat).items()]
    few = [pair for pair in found if least <= len(pair[1]) <= most]
    return few[:: len(few) // SOME + 1]


CASES = [(name, seat) for name, (_, players, _, _) in GAMES.items() for seat in range(players)]


@pytest.mark.parametrize(("name", "seat"), CASES)
def test_positions_known_alike_look_alike(name: str, seat: int) -> None:
    """Knowledge leaves out nothing that the seat sees or is asked."""
    game = game_of(name)
    several = [states for states in alike(name, seat).values() if len(states) > 1]
    assert several
    for states in several[:: len(several) // 400 + 1]:
        sights = {
            json.dumps([game.view(state, seat), options(state, seat) if seat in asked(state) else None, state.over])
            for state in states[:10]
        }
        assert len(sights) == 1


@pytest.mark.parametrize(("name", "seat"), CASES)
def test_every_world_that_is_possible_is_imagined(name: str, seat: int) -> None:
    """With few worlds and many draws each comes up; with one all draws are alike, with more they are not."""
    game, hidden = game_of(name), GAMES[name][3]
    several = some_worlds(name, seat, 2, 30)
    assert several
    for known, worlds in [*several, *some_worlds(name, seat, 1, 1)]:
        drawn = stream("worlds", name, seat)
        imagined = {hidden(game.imagine(json.loads(known), drawn)) for _ in range(DRAWS if len(worlds) > 1 else 10)}
        assert worlds <= imagined


@pytest.mark.parametrize(("name", "seat"), [case for case in CASES if case[0] != "thieves of three"])
def test_no_world_that_is_impossible_is_imagined(name: str, seat: int) -> None:
    """Not so with three thieves: there a seat forgets how the cards of two others hang together."""
    game, hidden = game_of(name), GAMES[name][3]
    for known, worlds in [*some_worlds(name, seat, 2, 10**6), *some_worlds(name, seat, 1, 1)]:
        drawn = stream("impossible", name, seat)
        for _ in range(40):
            assert hidden(game.imagine(json.loads(known), drawn)) in worlds


def test_memory_of_a_stolen_card_always_holds_its_true_place() -> None:
    """Whatever came between, the card is in one of the hands where the seat thinks it can be (TH-005)."""
    remembered = 0
    for states in alike("thieves of three", 0).values():
        for state in cast(list[Thieves], states):
            for at, hands in enumerate(state.seen):
                if hands:
                    assert hands >> state.place[at % len(CARDS)] & 1
                    assert not hands >> at // len(CARDS) & 1, "a seat needs no memory of its own hand"
                    remembered += 1
    assert remembered > 100
    assert SEATS == 3

"""Very many random games of every game, with what must hold looked at after every step."""

from __future__ import annotations

import pytest
from witchboard_tiny.stroll import Stroll, StrollGame
from witchboard_tiny.thieves import ThievesGame

from witchboard.engine.steps import Automatic

from .cases import all_games
from .soaking import changed, setting, soak

GAMES, GAMES_OF_A_TINY = 100_000, 2_000
SOME = 40  # in a usual run; a quarter of that where games may be long
LONG = 10_000  # entries
PARTS = 10  # so that several processes may share them


@pytest.mark.parametrize("key", sorted(all_games()))
def test_some_random_games_keep_what_must_hold(key: str) -> None:
    games = SOME if all_games()[key].bound < LONG else SOME // 4
    found = soak(changed(key, {}), range(games))
    assert found.failures == []
    assert (found.games, sum(found.ends.values())) == (games, games)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("key", sorted(all_games()))
def test_very_many_random_games_keep_what_must_hold(key: str, part: int) -> None:
    games = GAMES_OF_A_TINY if key.startswith("tiny-") else GAMES
    found = soak(changed(key, {}), range(games * part // PARTS, games * (part + 1) // PARTS))
    assert found.failures == []


@pytest.mark.parametrize("key", sorted(all_games()))
def test_all_numbers_of_players_and_all_values_of_the_first_option_come(key: str) -> None:
    game = all_games()[key]
    first = game.options[0]
    settings = [setting(game, number) for number in range(len(game.players) * len(first.values))]
    assert {players for players, _ in settings} == set(game.players)
    met = {(players, options.get(first.key, first.default)) for players, options in settings}
    assert len(met) == len(game.players) * len(first.values)


class Circle(Automatic[Stroll]):
    """Comes again and again."""

    def run(self, state: Stroll, watch: object) -> None:
        state.push(self)


class Stuck(StrollGame):
    def start(self, players: int, options: object) -> Stroll:
        state = self.fresh()
        state.push(Circle())
        return state


class Lossy(ThievesGame):
    key = "tiny-thieves"

    def faults(self, state: object) -> list[str]:
        return ["TH-001: a card is lost"]


def test_a_game_that_asks_nobody_any_more_is_seen() -> None:
    (failure,) = soak(Stuck(), range(1)).failures
    assert failure.words == "AssertionError: 2000 steps that ask nobody"


def test_a_fault_names_the_game_by_number_and_the_others_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.conformance.soaking.DERIVED_EVERY", 3)
    found = soak(Lossy(), range(7, 10))
    assert [(failure.game, failure.entries) for failure in found.failures] == [(7, 3), (8, 3), (9, 3)]
    assert {failure.words for failure in found.failures} == {"AssertionError: TH-001: a card is lost"}

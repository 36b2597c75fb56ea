"""Rules that a vector can't show: about people, about what stays hidden, about every position there is."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from witchboard.engine import play
from witchboard.engine.game import ALL, PUBLIC, UnknownError
from witchboard.engine.steps import Chance, Decision
from witchboard.engine.stream import stream
from witchboard.games.ghost_stories import GAME
from witchboard.games.ghost_stories.state import DEAD, LIVING, NEUTRAL, Village
from witchboard.games.ghost_stories.tables import NONE

from .table import laid_out

TABLES = GAME.tables


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_one_to_four_players_have_one_taoist_each(players: int) -> None:
    """GS-002, GS-011, GS-195."""
    state = dealt(players, 1)
    assert sorted(seat for seat in state.seat_of if seat != NONE) == list(range(players))
    assert [state.status[board] for board in range(4) if state.seat_of[board] != NONE] == [LIVING] * players
    assert state.status.count(NEUTRAL) == 4 - players


@pytest.mark.parametrize("players", [0, 5])
def test_five_cannot_play(players: int) -> None:
    """GS-002."""
    with pytest.raises(UnknownError, match="1, 2, 3, 4"):
        GAME.new(players)


def test_everybody_sees_the_same_table() -> None:
    """GS-003."""
    for state in positions(3, 2):
        public = GAME.view(state, PUBLIC)
        assert all(GAME.view(state, observer) == public for observer in (0, 1, 2, ALL))


def test_the_order_of_the_deck_is_not_in_the_position() -> None:
    """Cards are drawn when they are drawn: nobody, the program neither, knows one before (GS-003, GS-024)."""
    for state in positions(4, 3):
        assert state.unseen == sorted(state.unseen)
        assert state.unseen_incarnations == sorted(state.unseen_incarnations)


@pytest.mark.parametrize("players", [2, 4])
def test_undrawn_cards_appear_in_no_view(players: int) -> None:
    """GS-003, GS-024: incarnations not drawn and ghosts removed stay hidden as long as the game goes on."""
    for state in positions(players, 4):
        seen = json.dumps(GAME.view(state, PUBLIC))
        hidden = [TABLES.names[card] for card in state.unseen_incarnations]
        shown = [*state.ghosts, *state.discard, *[step.card for step in state.stack if hasattr(step, "card")]]
        twins = {TABLES.names[card] for card in [*shown, state.last_card] if card}
        hidden += [TABLES.names[card] for card in state.unseen if TABLES.names[card] not in twins]
        assert [name for name in hidden if name in seen] == []


def test_the_dead_are_asked_nothing() -> None:
    """GS-004."""
    for state in positions(4, 5):
        for seat in play.asked(state):
            assert state.status[state.seat_of.index(seat)] == LIVING


@pytest.mark.parametrize(("option", "rule"), [("five-qi", "GS-025"), ("first-printing", "GS-026")])
def test_two_easements_are_for_initiation_only(option: str, rule: str) -> None:
    """GS-242, GS-025, GS-026."""
    with pytest.raises(UnknownError, match=rule):
        GAME.new(4, {"level": "normal", option: True})


def test_options_are_off_by_default() -> None:
    """GS-242."""
    state = dealt(4, 1)
    assert not any((state.five_qi, state.choose, state.pavilion_step))
    assert not any((state.one_shot, state.herbalist_two, state.consent))
    assert state.haunted_limit == 3


def dealt(players: int, seed: int, **options: str | bool) -> Village:
    """A new game with its set-up drawn, at its first draw."""
    state = GAME.new(players, options)
    drawn = stream("dealt", players, seed)
    while LIVING not in state.status:
        step = state.stack[-1]
        if isinstance(step, Chance):
            play.answer(state, int(drawn.below(step.outcomes(state))))
        else:
            assert isinstance(step, Decision)
            seat = step.seat(state)
            play.choose(state, seat, step.options(state, seat)[0])
    return state


def positions(players: int, seed: int, games: int = 3, **options: str | bool) -> Iterator[Village]:
    """All positions of some random games from the deal on."""
    for game in range(games):
        state = dealt(players, seed + 100 * game, **options)
        drawn = stream("positions", players, seed, game)
        while state.stack:
            yield state
            step = state.stack[-1]
            if isinstance(step, Chance):
                weights = step.weights(state)
                outcome = drawn.below(step.outcomes(state)) if weights is None else drawn.pick(weights)
                play.answer(state, int(outcome))
            else:
                assert isinstance(step, Decision)
                seat = step.seat(state)
                options_now = step.options(state, seat)
                play.choose(state, seat, options_now[drawn.below(len(options_now))])
        yield state


@pytest.mark.parametrize("level", ["initiation", "normal", "nightmare", "hell"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_tokens_add_up_in_every_position(players: int, level: str) -> None:
    """GS-225, GS-226, GS-227, GS-228, GS-247, GS-248."""
    handed = {1: 3, 2: 2, 3: 3, 4: 0}[players]
    for state in positions(players, 6, 2, level=level):
        assert state.qi_supply + sum(state.qi) == 20
        for colour in range(5):
            assert state.tao_supply[colour] + sum(state.tao[colour::5]) + (state.circle == colour) == 4
        assert state.temple_buddhas + sum(state.buddhas) + state.fresh_buddhas + sum(state.buddhas_on) == 2
        assert 0 <= sum(state.dice_on) <= 3
        assert not any(state.yin_yang[board] for board in range(4) if state.status[board] != LIVING)
        assert sum(state.tokens) + state.central_tokens == handed


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_cards_and_pieces_lie_in_one_place(players: int) -> None:
    """GS-229, GS-249, GS-172."""
    for state in positions(players, 7, 3, level="nightmare"):
        arriving = [step.card for step in state.stack if type(step).__name__ == "Place"]
        last = [state.last_card] if state.last_card else []
        shown = [card for card in state.ghosts if card] + state.discard + arriving + last
        assert sorted([*shown, *state.unseen, *state.unseen_incarnations]) == list(range(1, 66))
        assert state.mantra == NONE or state.ghosts[state.mantra]
        for space in range(12):
            both = state.buddhas_on[space] and state.ghosts[space]
            assert not both or TABLES.names[state.ghosts[space]] == "Uncatchable"
        cemetery = [board for board in range(4) if state.status[board] == DEAD]
        assert all(state.tile_name(state.at[board]) == "Cemetery" for board in cemetery)


MISCOUNTS: list[tuple[str, dict[str, object]]] = [
    ("GS-225", {"qi_supply": 9}),
    ("GS-226", {"tao_supply.red": 2}),
    ("GS-227", {"temple_buddhas": 1}),
    ("GS-071", {"dice_on.N1": 1}),
    ("GS-229", {"discard": ["Zombie 6"], "deck": 56}),
    ("GS-248", {"central_tokens": 1}),
    ("GS-249", {"mantra": "N2", "sides.yellow": "B"}),
    ("GS-249", {"ghosts.N1": "Zombie 6", "buddhas_on.N1": 1}),
    ("GS-037", {"ghosts.N1": "Zombie 6", "figures.N1": 1}),
    ("GS-169", {"qi.red": 0}),
    ("GS-170", {"status.red": "dead", "yin_yang.red": 1, "qi.red": 0}),
    ("GS-023", {"deck": 9}),
    ("GS-189", {"exorcised": 1, "discard": []}),
]


@pytest.mark.parametrize(("rule", "changes"), MISCOUNTS, ids=[f"{rule} {changes}" for rule, changes in MISCOUNTS])
def test_pieces_that_do_not_add_up_are_named(rule: str, changes: dict[str, object]) -> None:
    """GS-225, GS-226, GS-227, GS-229, GS-248, GS-249."""
    with pytest.raises(ValueError, match=rule):
        laid_out(changes=changes)

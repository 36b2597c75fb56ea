"""What leaves the table: complete for everything that lies open, silent about the deck."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import msgspec
import pytest

from witchboard.engine import play, position
from witchboard.engine.game import ALL, PUBLIC
from witchboard.engine.position import Json
from witchboard.games.ghost_stories import GAME
from witchboard.games.ghost_stories.rules.board import lose_qi
from witchboard.games.ghost_stories.state import Village
from witchboard.games.ghost_stories.view import Space, Taos, View, view


def walk(seed: int, players: int = 4, level: str = "initiation") -> Iterator[Village]:
    """Every position of a random game, the last one included."""
    chooser = random.Random(seed)
    state = GAME.new(players, {"level": level})
    while not state.over:
        yield state
        step = play.chance(state)
        if step:
            weights = step.weights(state)
            play.answer(state, chooser.choices(range(step.outcomes(state)), weights)[0])
        else:
            seat = play.asked(state)[0]
            play.choose(state, seat, chooser.choice(play.options(state, seat)))
    yield state


def first_yang(players: int = 4, level: str = "normal") -> Village:
    """The first question of a Yang phase."""
    return next(state.clone() for state in walk(3, players, level) if state.yang)


def with_changes(state: Village, changes: Mapping[str, Json]) -> Village:
    return GAME.load(position.change(GAME.dump(state), changes))


def space(seen: View, name: str) -> Space:
    return next(space for space in seen.spaces if space.name == name)


def test_everybody_sees_the_same_gs_003() -> None:
    for state in walk(1):
        assert len({msgspec.json.encode(view(state, observer)) for observer in (0, 1, 2, 3, PUBLIC, ALL)}) == 1


def test_the_game_gives_the_view_as_json() -> None:
    state = first_yang()
    assert msgspec.convert(GAME.view(state, 0), View) == view(state, 0)


@pytest.mark.parametrize("players", [1, 4])
def test_no_card_that_nobody_has_seen_is_in_the_view_gs_024(players: int) -> None:
    for state in walk(5, players, "nightmare"):
        seen = view(state, ALL)
        shown = [space.ghost for space in seen.spaces if space.ghost] + list(seen.discard)
        numbers = {card.number for card in shown} | ({seen.drawn.number} if seen.drawn else set())
        assert not numbers & {*state.unseen, *state.unseen_incarnations}
        assert numbers.isdisjoint(state.unseen) and len(numbers) == len(shown) + bool(seen.drawn)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_piece_of_the_box_is_somewhere_gs_005(players: int) -> None:
    for state in walk(7 + players, players):
        seen = view(state, PUBLIC)
        if seen.phase == "set-up":
            continue
        assert seen.supply.qi + sum(board.qi for board in seen.boards) == 20
        tao = [sum(msgspec.structs.astuple(board.tao)) for board in seen.boards]
        assert sum(msgspec.structs.astuple(seen.supply.tao)) + sum(tao) + bool(seen.circle) == 20
        held = sum(board.buddhas + board.fresh for board in seen.boards)
        assert held + sum(space.buddha for space in seen.spaces) + sum(tile.buddhas for tile in seen.tiles) == 2
        assert seen.dice.free + sum(space.die for space in seen.spaces) == 3


def test_the_place_of_wu_feng_in_the_deck_is_known_gs_022() -> None:
    seen = view(first_yang(), PUBLIC)
    drawn = sum(1 for space in seen.spaces if space.ghost)
    assert seen.deck.count == 56 - drawn
    assert seen.deck.incarnations == (46 - drawn,)


def test_a_drawn_card_is_seen_before_it_is_placed_gs_060() -> None:
    placing = next(state for state in walk(2) if state.stack and type(state.stack[-1]).__name__ == "Place")
    drawn = view(placing, PUBLIC).drawn
    assert drawn is not None and (drawn.number,) == placing.stack[-1].args()
    assert view(first_yang(), PUBLIC).drawn is None


def test_circle_and_mantra_ease_what_a_ghost_needs_gs_126_gs_127() -> None:
    state = first_yang()
    ghosts: dict[str, Json] = {"ghosts": {"N1": "Great Putrid 33", "W2": "Nameless 65"}, "circle": "green"}
    eased = view(with_changes(state, ghosts | {"mantra": None}), PUBLIC)
    assert space(eased, "N1").needs == Taos(green=3)
    assert space(eased, "W2").needs == Taos(1, 0, 1, 1, 1)
    card = space(eased, "N1").ghost
    assert card is not None and card.resistance == Taos(green=4)


@pytest.mark.parametrize("where", ["N1", "W2"])
def test_the_mantra_eases_a_single_colour_at_once_and_leaves_the_choice_of_several_gs_127(where: str) -> None:
    state = first_yang()
    yellow = state.colours.index(3)
    changes: dict[str, Json] = {
        "ghosts": {"N1": "Great Putrid 33", "W2": "Nameless 65"},
        "mantra": where,
        f"sides.{'NESW'[yellow]}": "B",
    }
    seen = view(with_changes(state, changes), PUBLIC)
    assert space(seen, where).mantra
    assert space(seen, "N1").needs == Taos(green=3 if where == "N1" else 4)
    assert space(seen, "W2").needs == Taos(1, 1, 1, 1, 1)


def test_a_power_that_is_off_says_why_gs_075_gs_186() -> None:
    state = first_yang()
    locked = view(with_changes(state, {"ghosts": {"E1": "Coffin Breakers 3"}}), PUBLIC)
    assert [board.off for board in locked.boards] == ["", "Coffin Breakers locks it", "", ""]
    silent = view(with_changes(state, {"ghosts": {"E1": "Forgotten Ones 60"}}), PUBLIC)
    assert {board.off for board in silent.boards} == {"Forgotten Ones locks it"}


def test_the_phases_follow_the_turn_gs_029_gs_084() -> None:
    states = [state.clone() for state in walk(4)]
    phases = [view(state, PUBLIC).phase for state in states]
    assert phases[0] == "set-up" and phases[-1] == "over"
    assert phases[phases.count("set-up") :].count("set-up") == 0
    for state, phase in zip(states, phases):
        if state.yang and not state.result:
            assert phase == ("buddhas" if state.placing else "act" if state.moved or state.helps else phase)
            assert (phase == "move") == (not state.moved and not state.helps and not state.attempts)
        elif not state.result and phase != "set-up":
            assert phase in ("ghosts", "arrival")


def test_neutral_boards_hold_qi_and_no_taoist_gs_195() -> None:
    boards = view(first_yang(players=2), PUBLIC).boards
    assert [(b.qi, b.seat, b.place) for b in boards if b.status == "neutral"] == [(3, None, None)] * 2


def test_a_dead_taoist_lies_on_the_cemetery_gs_172_gs_174() -> None:
    state = first_yang()
    board = (state.active + 1) % 4
    state.qi[board] = 1
    lose_qi(state, board, None)
    seen = view(state, PUBLIC)
    dead, cemetery = seen.boards[board], next(tile for tile in seen.tiles if tile.key == "cemetery")
    assert (dead.status, dead.qi, dead.off) == ("dead", 0, "its Taoist is dead")
    assert dead.colour in cemetery.taoists and dead.place == (cemetery.row, cemetery.column)

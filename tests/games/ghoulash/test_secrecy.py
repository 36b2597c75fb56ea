"""Two worlds that differ only in what the other seat hid, or in a weak spot, are the same to a seat, byte by byte.

The proof is that of `tests/table/test_secrecy.py`, at positions of GHOULASH: while all hide, while they walk, in
a fight. It compares all that goes to the browsers (frames, picture, log, questions, refusals, undo), and here
besides what a bot gets, the text of the terminal, and the notation of the options.
"""

from __future__ import annotations

from typing import cast

import pytest

from tests.table.test_secrecy import Setting, Twins, differing
from witchboard.bots import Seat
from witchboard.engine import play
from witchboard.engine.game import PUBLIC, Game
from witchboard.engine.state import State
from witchboard.engine.stream import stream
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.state import Hunt

GHOULASH = cast(Game[State], GAME)
ELEMENTS = ("own-3-C", "own-1-A", "opp-2-B", "pin-own", "aim-2", "card-yes", "piece-1", "edge-0", "compass")
HIDING = Setting({"scenario": "GH-S00"}, 9, 2, "own-3-C", ELEMENTS)
WALKING = Setting({"scenario": "GH-S00", "hides": "random"}, 40, 2, "own-3-C", ELEMENTS)
BLOCKED = Setting({"scenario": "GH-S05", "hides": "random"}, 60, 2, "own-3-C", ELEMENTS)
DRAINS = Setting({"scenario": "GH-S08", "hides": "random"}, 60, 2, "own-3-C", ELEMENTS)
LOCKED = Setting({"scenario": "GH-S07", "hides": "random", "preset-weak-spots": True}, 60, 2, "own-3-C", ELEMENTS)
MIRROR = Setting({"scenario": "GH-S00", "hides": "mirror"}, 30, 2, "own-3-C", ELEMENTS)
SETTINGS = {
    "hiding": HIDING,
    "walking": WALKING,
    "blocked exits": BLOCKED,
    "drains": DRAINS,
    "locked": LOCKED,
    "mirror": MIRROR,
}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", SETTINGS)
def test_what_the_other_hid_makes_no_difference(name: str, seat: int) -> None:
    differing(GHOULASH, seat, 10_000, 5, SETTINGS[name])


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", SETTINGS)
def test_what_the_other_hid_makes_no_difference_in_two_thousand_cases(name: str, seat: int) -> None:
    differing(GHOULASH, seat, 0, 167, SETTINGS[name])


def seen(state: Hunt, seat: int) -> list[object]:
    """All that leaves a position for a seat, beside the table."""
    found: list[object] = [GAME.view(state, seat), GAME.know(state, seat), GAME.text(state, seat)]
    if seat in play.asked(state):
        found.append(GAME.choices(state, seat))
        found.append(GAME.question(state, seat))
        found.append([play.decision(state, seat).text(state, option) for option in play.options(state, seat)])
        found.append(Seat.of(GHOULASH, state, seat).knowledge)
        if GAME.ways(state, seat):
            found.append([_way(state, seat, name) for name in state.plan.names])
            found.append(GAME.overlay(state, seat, "wide"))
    return found


def _way(state: Hunt, seat: int, name: str) -> object:
    try:
        return GAME.way(state, seat, [f"own-{name}"])
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", SETTINGS)
def test_a_bot_and_a_terminal_get_the_same(name: str, seat: int) -> None:
    differed = 0
    for case in range(12):
        twins = Twins(GHOULASH, seat, case, SETTINGS[name])
        true, imagined = (cast(Hunt, desk.live.table.line.state) for desk in twins.desks)
        if not twins.desks[0].live.table.seating.end:
            assert seen(true, seat) == seen(imagined, seat)
            differed += true != imagined
    assert differed > 3


def fights() -> list[Hunt]:
    """Positions in the middle of a fight."""
    found = []
    for case in range(30):
        luck = stream("fights", case)
        state = GAME.new(2, {"scenario": "GH-S00", "hides": "random"})
        while not state.result:
            step = play.chance(state)
            if step is not None:
                play.answer(state, luck.below(step.outcomes(state)))
                continue
            seat = play.asked(state)[0]
            if type(play.decision(state, seat)).__name__ == "Shot":
                found.append(state.clone())
            options = play.options(state, seat)
            play.choose(state, seat, options[luck.below(len(options))])
    return found


def test_the_weak_spot_shows_to_nobody_but_its_keeper() -> None:
    positions = fights()
    assert len(positions) > 40
    for state in positions:
        explorer = int(state.active)
        other = state.clone()
        open_numbers = play.options(state, explorer)
        other.weak[explorer] = (
            next(one for one in open_numbers if one != state.weak[explorer])
            if len(open_numbers) > 1
            else state.weak[explorer]
        )
        assert seen(state, explorer) == seen(other, explorer)
        assert GAME.view(state, PUBLIC) == GAME.view(other, PUBLIC)
        keeper = int(state.keeper_of(explorer))
        assert (GAME.view(state, keeper) == GAME.view(other, keeper)) == (len(open_numbers) == 1)

"""What each seat sees of a table: all it may, and nothing else."""

from __future__ import annotations

from typing import cast

import msgspec
import pytest
from witchboard_tiny.hideout import GAME as HIDEOUT
from witchboard_tiny.stroll import GAME as STROLL
from witchboard_tiny.thieves import GAME as THIEVES
from witchboard_tiny.well import GAME as WELL

from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.game import PUBLIC, Game
from witchboard.engine.state import State
from witchboard.engine.stream import stream
from witchboard.table.commands import Asked

from .conftest import begin, hidden


def test_a_sight_is_told_since_the_line_one_has_seen() -> None:
    player = begin(WELL)
    seen = player.table.sight(1).log
    player.choose(0, "draw")
    sight = player.table.sight(1, seen)
    assert sight.told
    assert len(sight.told) == sight.log - seen
    assert player.table.sight(1, 10**6).told == player.table.sight(1).told  # from another life: everything again


def test_what_a_rival_does_in_secret_does_not_show() -> None:
    player = begin(HIDEOUT)
    before = msgspec.json.encode(player.table.sight(1)), msgspec.json.encode(player.table.sight(PUBLIC))
    hidden(player, 0)
    player.undo(0)
    player.choose(0, "hide on c2")
    assert (msgspec.json.encode(player.table.sight(1)), msgspec.json.encode(player.table.sight(PUBLIC))) == before


@pytest.mark.parametrize("game", [HIDEOUT, THIEVES, WELL, STROLL], ids=lambda game: game.key)
@pytest.mark.parametrize("seed", range(6))
def test_worlds_that_differ_in_secrets_alone_look_the_same(game: Game[State], seed: int) -> None:
    dice = stream("sights", seed)
    player = begin(game)
    for _ in range(14):
        for seat in (0, 1):
            if player.table.seating.end:
                return
            true = msgspec.json.encode(player.table.sight(seat))
            world = game.imagine(game.know(player.table.line.state, seat), dice)
            state, player.table.line.state = player.table.line.state, world
            assert msgspec.json.encode(player.table.sight(seat)) == true
            player.table.line.state = state
        player.step(dice)


def test_nothing_of_the_table_itself_leaves_by_a_sight() -> None:
    player = begin(HIDEOUT)
    hidden(player, 0)
    everything = b"".join(msgspec.json.encode(player.table.sight(seat)) for seat in (0, 1, PUBLIC)).decode()
    for secret in ("holder", '"ann"', '"ben"', cast(CommittedDealer, player.table.dealer).seed.hex(), "command"):
        assert secret not in everything


def test_who_waits_is_told_for_whom() -> None:
    player = begin(WELL)
    assert player.table.sight(1).waiting == "Waiting for Ann."
    assert player.table.sight(0).waiting == ""
    hide = begin(HIDEOUT)
    hidden(hide, 0)
    assert hide.table.sight(0).waiting == "Waiting for the others."


def test_a_question_brings_its_choices_courses_and_draft() -> None:
    asked = begin(HIDEOUT).table.sight(0).asked
    assert isinstance(asked, Asked)
    assert asked.draft == HIDEOUT.draft(HIDEOUT.new(2), 0)
    walk = begin(STROLL).table
    asked = walk.sight(walk.line.asked[0]).asked
    assert isinstance(asked, Asked)
    assert asked.courses == tuple(STROLL.courses(walk.line.state, walk.line.asked[0]))

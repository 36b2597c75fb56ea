"""Resigning at a table: in people's words, kept in the record, the same after a restart, answered for when away."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.table.desk import ANN, BEN, CAT, Desk, refused
from witchboard.engine.entries import Concede, Resign, Undo
from witchboard.engine.errors import IllegalError
from witchboard.engine.front import OptionValue
from witchboard.engine.game import PUBLIC
from witchboard.engine.play import advance, answer, asked, chance, choose, options
from witchboard.engine.record import read, replay, write
from witchboard.engine.stream import Stream, stream
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.state import Hunt
from witchboard.table import commands
from witchboard.table.clocks import ClockSetting
from witchboard.table.live import Manner

BELLS: dict[str, OptionValue] = {"scenario": "gh-s01", "hides": "random", "seed": 3, "first": 1}


def ring(clock: ClockSetting | None = None, **more: OptionValue) -> Desk:
    """Three people hunting eight Ghouls each, the grids hidden for them."""
    return Desk(GAME, ANN, BEN, CAT, options={**BELLS, **more}, manner=Manner(clock=clock))


def resign(desk: Desk, seat: int) -> None:
    holder = desk.live.table.seating.sitters[seat].holder
    assert isinstance(desk.send(holder, commands.Resign(id=desk.id(seat), seat=seat)), commands.Done)


def walk(desk: Desk, until: Sequence[int]) -> None:
    """Let those who are asked take any option, until one of these seats is asked."""
    dice = stream("walk", 1)
    while not set(desk.live.table.line.asked) & set(until):
        seat = desk.live.table.line.asked[0]
        legal = options(desk.live.table.line.state, seat)
        desk.choose(seat, legal[dice.below(len(legal))])


def test_the_log_names_who_resigned_and_then_what_comes_of_it_gh_189() -> None:
    desk = Desk(GAME, ANN, BEN, options=BELLS)
    ben = desk.look("ben")
    resign(desk, 0)
    assert desk.live.table.logs[PUBLIC][-2:] == ["Ann resigns", "Seat 1 has resigned. Seat 2 wins"]
    assert [caption for _, caption in ben.heard()][-2:] == ["Ann resigns", "Ann has resigned. Ben wins"]
    end = desk.live.table.record.end
    assert end is not None and end.won == (False, True)
    assert ben.messages("over")[-1]["outcome"]["won"] is True


def test_who_resigned_keeps_seat_and_side_and_is_called_so_in_the_list_gh_194() -> None:
    desk = ring()
    ann = desk.look("ann")
    resign(desk, 0)
    assert desk.live.table.seating.end is None
    chair = ann.latest["seats"][0]
    assert (chair["kind"], chair["note"]) == ("you", "has resigned")
    assert desk.live.table.line.asked == [1]
    assert "bot" not in {one["kind"] for one in ann.latest["seats"]}


@pytest.mark.parametrize("hardcore", [False, True])
def test_who_resigned_takes_nothing_back_and_hears_why(hardcore: bool) -> None:
    desk = ring(hardcore=hardcore)
    walk(desk, [1])
    question = desk.live.table.line.questions[0]
    resign(desk, 0)
    reply = desk.send("ann", commands.Undo(id=desk.id(0), seat=0, question=question))
    assert isinstance(reply, commands.Refused)
    assert (reply.code, reply.words) == ("barred", "who has resigned is out")


def test_a_resignation_is_in_the_record_and_replays_byte_for_byte_gh_189(tmp_path: Path) -> None:
    desk = ring()
    walk(desk, [2])
    resign(desk, 0)
    walk(desk, [1])
    record = desk.live.table.record
    assert [entry.seat for entry in record.entries if isinstance(entry, Concede)] == [0]
    write(record, tmp_path / "game.jsonl")
    state = replay(read(tmp_path / "game.jsonl"))
    assert GAME.dump(state) == GAME.dump(desk.live.table.line.state)  # type: ignore[arg-type]
    assert GAME.faults(state) == []  # type: ignore[arg-type]
    assert GAME.dump(GAME.load(GAME.dump(state))) == GAME.dump(state)  # type: ignore[arg-type]


def test_a_restart_says_and_asks_the_same_gh_189() -> None:
    desk = ring()
    walk(desk, [1])
    resign(desk, 1)
    again = desk.reloaded()
    assert again.live.table.logs == desk.live.table.logs
    assert again.live.table.line.questions == desk.live.table.line.questions
    for seat in (*range(3), PUBLIC):
        assert again.live.table.sight(seat) == desk.live.table.sight(seat)


def test_nobody_takes_a_resignation_back_and_nobody_goes_behind_it_gh_189() -> None:
    desk = ring(hides="secret")
    desk.choose(1, options(desk.live.table.line.state, 1)[0])
    resign(desk, 0)
    assert refused(desk.undo(0)) == "barred"
    desk.undo(1)  # what others hide unseen has nothing to do with it
    assert isinstance(desk.live.table.record.entries[-1], Undo)
    assert not desk.live.table.line.state.alive[0]  # type: ignore[attr-defined]
    assert desk.live.table.line.asked == [1, 2]


def test_practice_goes_back_over_a_resignation_gh_189() -> None:
    desk = Desk(GAME, ANN, options=BELLS)
    resign(desk, 0)
    assert desk.live.table.seating.end is not None
    desk.send("ann", commands.Rewind(id="back", seat=0, to=0))
    assert desk.live.table.seating.end is None
    assert desk.live.table.line.asked == [0]


def test_who_has_left_is_answered_for_as_keeper_gh_115_gh_194() -> None:
    """The grid that he hid fights on: nobody on his seat answers, and after the usual time the spot is drawn."""
    desk = ring(seed=1)
    resign(desk, 2)
    desk.send("cat", commands.Leave(id="leave", seat=2))
    walk(desk, [2])
    asked = desk.live.now
    assert [at - asked for at, _ in desk.wait(asked + 8000)] == [8000]
    assert desk.live.table.line.asked == [0]


def test_time_that_has_run_out_resigns_by_the_rule_and_only_once_gh_189() -> None:
    desk = ring(ClockSetting(60, zero="resign"), seed=1)
    desk.wait(60_000)
    assert desk.live.table.record.entries[-1] == Concede(seat=0, why="time")
    assert desk.live.table.logs[1][-3:] == [
        "The clock has run out: Ann resigns",
        "Seat 2: turn 1",
        "Seat 2 starts on 5-G",
    ]
    walk(desk, [0])  # as keeper
    desk.wait(desk.live.now)
    assert not any(isinstance(entry, Resign) for entry in desk.live.table.record.entries)
    assert desk.live.table.line.asked == [1]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_who_has_resigned_cannot_do_so_again_and_stays_on_his_seat_gh_189(seat: int) -> None:
    desk = ring()
    holder = desk.live.table.seating.sitters[seat].holder
    page = desk.look(holder)
    assert [one.get("out", False) for one in page.latest["seats"]] == [False] * 3
    resign(desk, seat)
    reply = desk.send(holder, commands.Resign(id="again", seat=seat))
    assert isinstance(reply, commands.Refused) and reply.words == "you have resigned already (GH-189)"
    assert isinstance(desk.live.table.record.entries[-1], Concede)
    assert desk.live.table.seating.plays(holder, seat)
    assert desk.live.table.seating.host == "ann"
    assert [one["seat"] for one in page.latest["seats"] if one.get("out")] == [seat]  # its menu offers it no more


def test_the_dead_have_nothing_to_resign_gh_189() -> None:
    state = GAME.new(3, BELLS)
    state.alive[1] = 0
    with pytest.raises(IllegalError, match="you are dead"):
        GAME.resign(state, 1)


def test_nobody_sits_down_where_somebody_has_resigned_and_left_gh_194() -> None:
    """He would see what its keeper hid."""
    desk = ring()
    resign(desk, 0)
    desk.send("ann", commands.Leave(id="leave", seat=0))
    for table in (desk, desk.reloaded()):
        assert table.live.table.seating.free == []
        assert refused(table.send("eve", commands.Sit(id="sit", seat=0, name="Eve"))) == "seat"
        assert table.person("eve").side == PUBLIC
        assert [one["seat"] for one in table.look("ben").latest["seats"] if one.get("out")] == [0]


@pytest.mark.parametrize("number", range(24))
def test_whenever_somebody_resigns_the_pieces_add_up_and_each_still_knows_what_he_knew_gh_194(number: int) -> None:
    """A world that a seat imagines then gives it the same knowledge, and is a position that adds up."""
    dice = stream("resign whenever", number)
    players = 2 + number % 3
    hides = ("secret", "random", "mirror")[number % 4 % 3] if players == 2 else ("secret", "random")[number % 2]
    bare: dict[str, OptionValue] = {"scenario": "gh-s00", "hides": hides, "hardcore": number % 2 == 0}
    state = GAME.new(players, bare)
    out = dice.below(players)
    for _ in range(1 + dice.below(60 if number % 5 else 6)):
        step(state, dice)
    for more in range(40):
        if state.over:
            break
        if more == 0:
            assert GAME.resign(state, out)
            advance(state)
        assert GAME.faults(state) == []
        assert GAME.dump(GAME.load(GAME.dump(state))) == GAME.dump(state)
        for seat in range(players):
            knowledge = GAME.know(state, seat)
            world = GAME.imagine(knowledge, dice)
            assert GAME.know(world, seat) == knowledge
            assert GAME.faults(world) == []
        step(state, dice)


def step(state: Hunt, dice: Stream) -> None:
    """Any answer of whoever is asked."""
    if state.over:
        return
    asks = chance(state)
    if asks:
        answer(state, dice.below(asks.outcomes(state)))
        return
    seat = asked(state)[dice.below(len(asked(state)))]
    legal = options(state, seat)
    choose(state, seat, legal[dice.below(len(legal))])

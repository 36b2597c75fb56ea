"""Clocks: reserve and increment, what happens at zero, and that they tell nothing that is hidden."""

from __future__ import annotations

from witchboard_tiny.hideout import GAME as HIDEOUT
from witchboard_tiny.thieves import GAME as THIEVES
from witchboard_tiny.well import GAME as WELL

from witchboard.engine.entries import Resign
from witchboard.table import commands
from witchboard.table.clocks import ClockSetting
from witchboard.table.commands import Done
from witchboard.table.live import Manner

from .desk import ANN, BEN, CAT, Desk, Recorder, refused


def clocked(game: object = WELL, increment: int = 0, zero: str = "random") -> Desk:
    seats = (ANN, BEN, CAT) if game is THIEVES else (ANN, BEN)
    return Desk(game, *seats, manner=Manner(clock=ClockSetting(60, increment, zero)))


def left(viewer: Recorder) -> list[tuple[int, bool]]:
    return [(chair["clock"]["left"], chair["clock"]["runs"]) for chair in viewer.latest["seats"] if "clock" in chair]


def test_the_clock_of_who_is_asked_runs_and_gets_more_when_he_has_played() -> None:
    desk = clocked(increment=5)
    public = desk.look("")
    assert left(public) == [(60_000, True), (60_000, False)]
    desk.wait(20_000)
    desk.does(0, "end")
    assert left(public) == [(45_000, False), (60_000, True)]


def test_a_seat_gets_no_more_while_its_turn_goes_on() -> None:
    desk = clocked(increment=5)
    public = desk.look("")
    desk.wait(10_000)
    desk.does(0, "look at the top")
    assert left(public)[0] == (50_000, True)


def test_who_takes_back_gets_nothing_for_playing_again() -> None:
    desk = clocked(HIDEOUT, increment=5)
    ann = desk.look("ann")
    for _ in range(3):
        desk.choose(0, 0, 1, 5)
        desk.undo(0)
    assert left(ann) == [(60_000, True)]


def test_at_zero_a_bot_plays_on_and_the_table_is_told() -> None:
    desk = clocked()
    public = desk.look("")
    assert [at for at, _ in desk.wait(59_999)] == []
    assert [at for at, _ in desk.wait(60_000)] == [60_000]
    assert public.latest["seats"][0]["kind"] == "bot"
    assert public.messages("frame")[-1]["caption"] == "The clock has run out. Ann: the bot random plays on"
    assert [thought.call.seat for thought in desk.live.bot_calls()] == [0]
    assert refused(desk.send("ann", commands.Back(id="b", seat=0))) == "barred"


def test_at_zero_a_seat_may_resign_instead() -> None:
    desk = clocked(zero="resign")
    desk.wait(60_000)
    entry = desk.live.table.record.entries[-1]
    assert entry == Resign(seat=0, why="time")
    assert desk.live.table.logs[1][-1] == "The clock has run out: Ann resigns"


def test_while_the_table_stands_still_no_clock_runs() -> None:
    desk = clocked()
    public = desk.look("")
    desk.wait(10_000)
    desk.live.pause("Ann")
    assert desk.wait(500_000) == []
    desk.views.show(desk.live)
    assert public.latest["waiting"] == "The game stands still: Ann has stopped it."
    assert left(public)[0] == (50_000, False)
    desk.live.resume()
    assert desk.wait(600_000)[0][0] == 550_000


def test_a_table_that_stood_still_stands_still_after_a_restart() -> None:
    desk = clocked()
    desk.wait(10_000)
    desk.live.pause("Ann")
    again = desk.reloaded()
    assert again.live.paused == "Ann"
    again.wait(300_000)
    again.live.resume()
    assert again.wait(900_000)[0][0] == 350_000


def test_clocks_go_on_where_they_stood_after_a_restart() -> None:
    desk = clocked()
    desk.wait(10_000)
    desk.does(0, "end")
    desk.wait(15_000)
    again = desk.reloaded()
    assert left(again.look("")) == [(50_000, False), (55_000, True)]


def test_in_a_response_window_no_clock_runs() -> None:
    desk = clocked(THIEVES)
    for _ in range(60):
        if desk.live.windows.open:
            break
        seat = desk.live.table.line.asked[0]
        desk.choose(seat, desk.options(seat)[-1])
    assert desk.live.windows.open
    assert all(not runs for _, runs in left(desk.look("")))


def test_while_several_hide_the_clocks_do_not_tell_who_is_done() -> None:
    desk = clocked(HIDEOUT, increment=5)
    ben, ann = desk.look("ben"), desk.look("ann")
    desk.wait(10_000)
    before = list(ben.got)
    assert desk.choose(0, 0, 1, 5) == Done("0-1", 3)
    assert ben.got == before
    assert left(ann) == [(55_000, False)]
    desk.wait(20_000)
    assert left(desk.look("ben")) == [(40_000, True)]  # his own alone
    assert left(desk.reloaded().look("ben")) == [(40_000, True)]
    desk.choose(1, 0, 1, 5)
    assert left(ann)[0][0] == left(ben)[0][0] == 55_000

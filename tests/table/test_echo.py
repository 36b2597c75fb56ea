"""Watchers who see all that is hidden, but late: nothing that is younger reaches them, by no way (GH-149)."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest

from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.entries import Sitter
from witchboard.engine.game import ALL, PUBLIC, OptionValue, UnknownError
from witchboard.engine.line import Line
from witchboard.engine.stream import Stream, stream
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.sheet import View
from witchboard.games.ghoulash.state import Hunt
from witchboard.table import commands
from witchboard.table.commands import Done
from witchboard.table.live import Live
from witchboard.table.table import Table

from .desk import ANN, BEN, CAT, Desk, Recorder

LATE: dict[str, OptionValue] = {"scenario": "GH-S01", "hides": "random", "first": 1, "watchers": 5}
DELAY = 10  # turns of two players
EVE = "a stranger"
Message = dict[str, Any]


def hunt(*seats: Sitter, seed: str = "echo", **options: OptionValue) -> Desk:
    return Desk(GAME, *(seats or (ANN, BEN)), seed=seed, options={**LATE, **options})


def turns(desk: Desk) -> int:
    """How many turns have begun."""
    state = desk.live.table.line.state
    assert isinstance(state, Hunt)
    return int(sum(state.turns))


def walked(desk: Desk, seat: int) -> int:
    """How many turns a seat has begun."""
    state = desk.live.table.line.state
    assert isinstance(state, Hunt)
    return int(state.turns[seat])


def all_of(desk: Desk) -> View:
    """The table as it is, nothing hidden."""
    found = desk.live.game.sight(desk.live.table.line.state, ALL)
    assert isinstance(found, View)
    return found


def late_of(desk: Desk) -> View:
    """What late watchers see."""
    assert desk.live.echo
    found = desk.live.echo.film.now.sight
    assert isinstance(found, View)
    return found


def step(desk: Desk, dice: Stream) -> None:
    """Somebody who is asked does anything, or takes it back."""
    asked = desk.live.table.line.asked
    seat = asked[dice.below(len(asked))]
    options = desk.options(seat)
    if dice.below(8) or not isinstance(desk.undo(seat), Done):
        desk.choose(seat, options[dice.below(len(options))])


def play_to(desk: Desk, turn: int, dice: Stream) -> None:
    """Play until so many turns have begun."""
    while turns(desk) < turn:
        assert not desk.live.table.seating.end
        step(desk, dice)


def got(watcher: Recorder) -> list[bytes]:
    """What he was sent, whenever that was."""
    return [message for _, message in watcher.got]


def fresh(desk: Desk, holder: str = EVE, layout: str = "wide") -> Message:
    """What somebody is sent who comes now, without the numbers of frames and what differs from life to life."""
    found: Message = json.loads(json.dumps(desk.live.whole(desk.person(holder), layout)))
    found["table"]["commitment"] = ""
    return {**found, "seq": 0, "log": [{**line, "seq": 0, "round": 0} for line in found["log"]]}


# What is shown.


def test_a_watcher_sees_all_grids_as_they_stood_so_many_turns_ago() -> None:
    """The latest position since which so many turns were played from beginning to end."""
    desk, dice, weak = hunt(), stream("echo", 1), set()
    past = [(1, True, all_of(desk))]
    while not desk.live.table.seating.end:
        turn = max(turn for turn, _, _ in past)
        old = [view for then, began, view in past if turn - then - (not began) >= DELAY]
        assert (late_of(desk) == old[-1]) if old else all(grid.hidden is None for grid in late_of(desk).grids)
        sights = [frame.sight for frame in desk.live.echo.film.frames] if desk.live.echo else []
        weak |= {grid.fight.weak for view in sights for grid in cast(View, view).grids if grid.fight}
        step(desk, dice)
        past.append((max(turn, turns(desk)), turns(desk) > turn, all_of(desk)))
    assert len(past) > 100 and weak > {0}  # fights are seen blow by blow, with the weak spot
    assert late_of(desk) == all_of(desk)  # after the end all is open


def test_the_picture_shows_both_hides() -> None:
    desk = hunt()
    play_to(desk, DELAY + 2, stream("echo", 2))
    for layout in ("wide", "tall"):
        keys = [key for key, _ in fresh(desk, layout=layout)["picture"][layout]["fragments"]]
        for grid, name in zip(late_of(desk).grids, ("found", "hid")):
            assert grid.hidden
            squares = {GAME.plan("gh-s01").names[icon.square] for icon in grid.hidden.icons}
            assert {key for key in keys if key.startswith(name)} == {f"{name}-{square}" for square in squares}


def test_before_anything_is_old_enough_one_sees_the_beginning_as_all_may() -> None:
    desk = hunt()
    eve = desk.look(EVE)
    play_to(desk, DELAY, stream("echo", 3))
    assert eve.latest["waiting"] == "You see both grids 5 turns late. Nothing is that old yet."
    assert [grid.hidden for grid in late_of(desk).grids] == [None, None]
    assert not eve.messages("frame")
    play_to(desk, DELAY + 1, stream("echo", 4))
    assert eve.latest["waiting"] == "You see both grids 5 turns late."
    assert eve.messages("frame")


def test_the_table_says_so_to_those_who_play() -> None:
    for holder in ("ann", "ben", EVE):
        first = fresh(hunt(), holder)["log"][0]["parts"]
        assert first == [["Watchers see both grids 5 turns late"]]


# Nothing younger.


@pytest.mark.parametrize("case", range(6))
def test_what_is_done_later_makes_no_difference(case: int) -> None:
    """Two tables that were the same so many turns ago send a watcher the same bytes, whatever was played since."""
    first, dice = hunt(seed=f"echo {case}"), stream("apart", case)
    play_to(first, 4 + 3 * case, dice)
    parted, desks = turns(first), []
    for world in range(2):
        desk = object.__new__(Desk)
        dealer = CommittedDealer.named(f"world {world}", ["a", "b"])
        desk._open(Table.load("table", first.live.table.record, first.live.game, dealer), None, None, 1, "world")
        desk.sent = first.sent.copy()
        desks.append(desk)
    eves = [[desk.look(EVE, layout) for layout in ("wide", "tall")] for desk in desks]
    in_step, differing = True, 0
    for turn in range(parted + 1, parted + DELAY + 1):
        for world, desk in enumerate(desks):
            play_to(desk, turn, stream("world", case, world, turn))
        if turns(desks[0]) != turns(desks[1]):
            in_step = False  # somebody has lost a turn, as everybody sees
            continue
        differing += desks[0].live.table.line.state != desks[1].live.table.line.state
        for one, other in zip(*eves):
            assert one.messages("frame") == other.messages("frame")
            assert not in_step or got(one) == got(other)
            assert fresh(desks[0], layout=one.layout) == fresh(desks[1], layout=one.layout)
    assert differing > 1


def test_before_the_delay_has_passed_no_hide_makes_a_difference() -> None:
    desks = [hunt(seed=f"hide {number}") for number in range(2)]
    eves = [[desk.look(EVE, layout) for layout in ("wide", "tall")] for desk in desks]
    for desk in desks:
        play_to(desk, DELAY, stream("hides", 1))
    assert all_of(desks[0]).grids != all_of(desks[1]).grids
    for one, other in zip(*eves):
        assert got(one)[1:] == got(other)[1:]
        assert fresh(desks[0], layout=one.layout) == fresh(desks[1], layout=one.layout)


def test_a_watcher_is_sent_something_only_when_a_turn_begins() -> None:
    """So the rhythm of the messages tells no more than the turns that everybody sees begin."""
    desk, dice = hunt(), stream("echo", 5)
    eve = desk.look(EVE)
    while turns(desk) < 40:
        known, turn = len(eve.got), turns(desk)
        step(desk, dice)
        assert turns(desk) > turn or len(eve.got) == known


def past(desk: Desk) -> list[tuple[int, bool, View]]:
    """The line of play as it stands: of each position how many turns had begun, whether one begins there, all of it."""
    line = Line.begin(desk.live.game, desk.live.table.line.header)
    found: list[tuple[int, bool, View]] = []
    turn = 0
    for act in desk.live.table.line.acts:
        line.restore(act.entry)
        state = line.state
        assert isinstance(state, Hunt)
        view = GAME.sight(state, ALL)
        found.append((int(sum(state.turns)), sum(state.turns) > turn, view))
        turn = int(sum(state.turns))
    return found


def test_going_back_takes_the_late_view_back() -> None:
    """A hide is the same before and after: what is shown is old by the line as it stands, or is not shown."""
    desk, dice = hunt(Sitter("Ann", holder="ann")), stream("echo", 6)
    eve = desk.look(EVE)
    play_to(desk, 12, dice)
    assert late_of(desk).grids[0].hidden and desk.live.was_shown(EVE)
    before = desk.live.seq(desk.person(EVE))
    assert isinstance(desk.send("ann", commands.Rewind(id="back", seat=0, to=14)), Done)
    assert turns(desk) < 5
    for one in (desk, desk.reloaded()):
        assert late_of(one).grids[0].hidden is None
        assert fresh(one)["waiting"] == "You see the grid 5 turns late. Nothing is that old yet."
        assert [line["parts"] for line in fresh(one)["log"]] == [[["Watchers see the grid 5 turns late"]]]
        assert one.live.was_shown(EVE)
    assert eve.messages()[-1]["t"] == "whole" and eve.latest["waiting"].endswith("Nothing is that old yet.")
    assert desk.live.since(before, desk.person(EVE), "wide") is None  # whoever comes back gets no frame of it


@pytest.mark.parametrize("case", range(4))
def test_what_is_shown_is_old_by_the_line_as_it_stands(case: int) -> None:
    """However often somebody alone goes back, also after the end, and after a restart."""
    desk, dice = hunt(Sitter("Ann", holder="ann"), seed=f"back {case}"), stream("back", case)
    backs = 0
    while backs < 6:
        for _ in range(4 + dice.below(60)):
            if desk.live.table.seating.end:
                break
            step(desk, dice)
        if desk.live.table.seating.end:
            assert late_of(desk) == all_of(desk)
        to = dice.below(len(desk.live.table.line.acts))
        if not isinstance(desk.send("ann", commands.Rewind(id=f"back {backs}", seat=0, to=to)), Done):
            continue
        backs += 1
        for one in (desk, desk.reloaded()):
            old = [view for then, begins, view in past(one) if turns(one) - then - (not begins) >= 5]
            late = late_of(one)
            assert late == old[-1] if old else late.grids[0].hidden is None
        assert fresh(desk.reloaded()) == fresh(desk)


def test_a_restart_shows_what_was_shown() -> None:
    desk, dice = hunt(), stream("echo", 7)
    desk.look(EVE)
    for turn in (5, DELAY, DELAY + 1, 20):
        play_to(desk, turn, dice)
        turn = turns(desk)
        again = desk.reloaded()
        again.look(EVE)
        assert fresh(again) == fresh(desk)
        assert again.live.was_shown(EVE) == desk.live.was_shown(EVE) == (turn > DELAY)
        desk = again


# Who sees it.


def test_nobody_who_has_or_had_a_seat_sees_it() -> None:
    desk, dice = hunt(), stream("echo", 8)
    play_to(desk, 20, dice)
    assert desk.person(EVE).side == ALL
    assert [desk.person(holder).side for holder in ("ann", "ben", "")] == [0, 1, PUBLIC]
    desk.send("ben", commands.Leave(id="up", seat=1))
    desk.send("cat", commands.Sit(id="down", seat=1, name="Cat"))
    desk.send("cat", commands.Leave(id="up again", seat=1))
    for one in (desk, desk.reloaded()):
        assert [one.person(holder).side for holder in ("ben", "cat", EVE)] == [PUBLIC, PUBLIC, ALL]
        assert fresh(one, "ben")["picture"] == fresh(one, "")["picture"] != fresh(one)["picture"]


def test_who_got_up_before_the_game_sees_it_as_little() -> None:
    desk = hunt()
    live = Live(desk.live.table, sat=["dan"])
    assert [live.person(holder).side for holder in ("dan", EVE)] == [PUBLIC, ALL]


def test_by_itself_watchers_see_what_is_open_to_all() -> None:
    desk = hunt(watchers=0)
    assert desk.live.echo is None and desk.person(EVE).side == PUBLIC
    assert [line["parts"] for line in fresh(desk)["log"]] == [line["parts"] for line in fresh(desk, "")["log"]]


# Which games.


def test_a_ring_is_as_late_by_each_one_s_turns() -> None:
    desk = hunt(ANN, BEN, CAT)
    eve = desk.look(EVE)
    play_to(desk, 15, stream("ring", 1))
    assert not eve.messages("frame")
    play_to(desk, 16, stream("ring", 2))
    assert eve.latest["waiting"] == "You see the hidden grids 5 turns late."
    assert all(grid.hidden for grid in late_of(desk).grids)


def test_who_is_out_is_not_waited_for() -> None:
    """Of three two resign: the watchers of the one who walks on stay five of his own turns behind, no more, no less."""
    desk, dice = hunt(ANN, BEN, CAT, hardcore=True), stream("ring", 4)
    play_to(desk, 24, dice)
    for seat, holder in ((0, "ann"), (1, "ben")):
        assert isinstance(desk.send(holder, commands.Resign(id="out", seat=seat)), Done)
    lags = set()
    own = walked(desk, 2)
    while walked(desk, 2) < own + 14:
        lags.add(walked(desk, 2) - late_of(desk).grids[2].turns)
        step(desk, dice)
    assert lags <= {5, 6} and 5 in lags
    assert late_of(desk.reloaded()) == late_of(desk)


@pytest.mark.parametrize(("hides", "players", "words"), [("mirror", 2, "both walk one grid"), ("trial", 1, "alone")])
def test_where_it_would_tell_all_it_is_refused(hides: str, players: int, words: str) -> None:
    with pytest.raises(UnknownError, match=rf"{words}.*GH-149"):
        GAME.settle_options(players, {**LATE, "hides": hides, "first": 0})

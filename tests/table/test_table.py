"""A table: whose command counts, how often, how far, and what may be taken back."""

from __future__ import annotations

from typing import cast

import msgspec
import pytest
from witchboard_tiny.hideout import GAME as HIDEOUT
from witchboard_tiny.stroll import GAME as STROLL
from witchboard_tiny.stroll import Stroll
from witchboard_tiny.well import GAME as WELL
from witchboard_tiny.well import Well

from witchboard.engine import play
from witchboard.engine.dealers import ScriptedDealer
from witchboard.engine.entries import Chance, Choice, Sitter, Undo
from witchboard.table import commands
from witchboard.table.commands import Done, Refused

from .conftest import ANN, BEN, BOT, begin, refused, reloaded

# Whose command counts, and how often.


def test_a_command_answers_the_question_it_names() -> None:
    player = begin(HIDEOUT)
    sight = player.table.sight(0)
    assert sight.asked is not None
    choose = commands.Choose(id="one", seat=0, question=sight.asked.number, line=(0,))
    assert player.send("ann", choose) == Done("one", 1)
    assert refused(player.send("ann", msgspec.structs.replace(choose, id="two"))) == "stale"
    assert [type(entry) for entry in player.table.record.entries] == [Choice]


def test_a_repeated_command_gets_its_old_answer_also_after_a_restart() -> None:
    player = begin(HIDEOUT)
    choose = commands.Choose(id="one", seat=0, question=1, line=(0, 1, 5))
    first = player.send("ann", choose)
    for _ in range(3):
        assert player.send("ann", choose) == first
    player.table = reloaded(player.table)
    assert player.send("ann", choose) == first
    assert len(player.table.record.entries) == 3
    assert player.send("ben", msgspec.structs.replace(choose, seat=1)) == Done("one", 3)  # another seat's own id


def test_nobody_acts_for_a_seat_that_is_not_his() -> None:
    player = begin(HIDEOUT, ANN, BEN)
    for holder in ("ben", "", "somebody"):
        for command in (
            commands.Choose(id="x", seat=0, question=1, line=(0,)),
            commands.Say(id="x", seat=0, question=1, text="hide on a1"),
            commands.Undo(id="x", seat=0, question=1),
            commands.Resign(id="x", seat=0),
            commands.Leave(id="x", seat=0),
            commands.Rewind(id="x", seat=0, to=0),
            commands.Sit(id="x", seat=0, name="Eve"),
            commands.Hand(id="x", seat=0, bot="random"),
            commands.Back(id="x", seat=0),
            commands.Mark(id="x", seat=0, name="here"),
        ):
            assert refused(player.send(holder, command)) == "seat"
    assert refused(player.send("ann", commands.Resign(id="x", seat=7))) == "seat"
    assert player.table.record.entries == []


def test_one_person_may_hold_several_seats() -> None:
    player = begin(HIDEOUT, ANN, Sitter("Ann's other hand", holder="ann"))
    for seat in (0, 1):
        assert player.send("ann", commands.Choose(id="x", seat=seat, question=1, line=(0, 1, 5))) == Done("x", 3)


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        (commands.Choose(id="x", seat=0, question=1, line=(5,)), "illegal", "'hide on c2' is not possible now"),
        (commands.Choose(id="x", seat=0, question=1, line=(99,)), "illegal", "option 99 of Hide is not legal"),
        (commands.Say(id="x", seat=0, question=1, text="fly away"), "malformed", "'fly away' is no choice here"),
        (commands.Say(id="x", seat=0, question=1, text="hide"), "ambiguous", "'hide' could be"),
        (commands.Call(id="x", seat=0, question=1, claim=()), "illegal", "answered by an option, not by a claim"),
        (commands.Undo(id="x", seat=0, question=1), "barred", "you have chosen nothing yet"),
        (commands.Answer(id="x", seat=0, throw=0, text="6"), "stale", "nothing is to be thrown"),
        (commands.Hand(id="x", seat=0, bot="deep thought"), "malformed", "there is no bot 'deep thought'"),
        (commands.Rewind(id="x", seat=0, to=0), "barred", "others sit at this table"),
    ],
)
def test_a_refused_command_changes_nothing(command: commands.Command, code: str, words: str) -> None:
    player = begin(HIDEOUT)
    before = player.table.sight(0), player.table.sight(1), player.table.record
    reply = player.send("ann", command)
    assert isinstance(reply, Refused)
    assert (reply.code, words in reply.words) == (code, True), reply.words
    assert (player.table.sight(0), player.table.sight(1), player.table.record) == before


def test_nothing_counts_before_it_is_committed() -> None:
    player = begin(HIDEOUT)
    before = player.table.sight(0)
    choose = commands.Choose(id="one", seat=0, question=1, line=(0,))
    prepared = player.table.prepare("ann", choose)
    again = player.table.prepare("ann", choose)
    assert player.table.sight(0) == before
    player.table.commit(prepared)
    with pytest.raises(ValueError, match="gone on since"):
        player.table.commit(again)
    assert len(player.table.record.entries) == 1


# A command is a line of options.


def test_a_line_is_taken_as_far_as_it_fits() -> None:
    player = begin(HIDEOUT)
    assert player.send("ann", commands.Choose(id="one", seat=0, question=1, line=(0, 1, 0, 5))) == Done("one", 2)
    assert [entry.command for entry in player.table.record.entries if isinstance(entry, Choice)] == ["one", "one"]


def test_a_line_stops_where_something_random_comes_out() -> None:
    player = begin(STROLL)
    seat = player.table.line.asked[0]
    line = (play.options(player.table.line.state, seat)[0],) * 9
    reply = player.send(player.holder(seat), commands.Choose(id="x", seat=seat, question=1, line=line))
    assert isinstance(reply, Done)
    assert reply.applied < 9
    trailing = [type(entry) for entry in player.table.record.entries]
    assert trailing.count(Choice) == reply.applied


def test_a_line_stops_where_something_hidden_comes_out() -> None:
    player = begin(WELL)
    player.choose(0, "look", "leave", "end")
    look = WELL.parse_option(cast(Well, player.table.line.state), 1, "look")
    question = player.table.line.questions[1]
    # The two cards on top are no chance any more, since somebody knows them; to this seat they are news all the same.
    reply = player.send("ben", commands.Choose(id="x", seat=1, question=question, line=(look, 0, 0)))
    assert reply == Done("x", 1)
    assert player.table.line.acts[-1].reveals_to(1)
    assert player.table.line.asked == [1]


def test_a_line_stops_at_a_change_of_seat() -> None:
    player = begin(WELL)
    end = WELL.parse_option(cast(Well, player.table.line.state), 0, "end")
    assert player.send("ann", commands.Choose(id="x", seat=0, question=1, line=(end, end, end))) == Done("x", 1)
    assert player.table.line.asked == [1]


def test_what_chance_answers_is_journalled_with_the_choice_as_one() -> None:
    player = begin(WELL)
    draw = commands.Say(id="x", seat=0, question=1, text="draw")
    prepared = player.table.prepare("ann", draw)
    assert isinstance(prepared.entries[0], Choice)
    assert any(isinstance(entry, Chance) for entry in prepared.entries)
    assert [entry.more for entry in prepared.entries] == [True] * (len(prepared.entries) - 1) + [False]


# Undo and going back.


def test_undo_takes_a_whole_line_back_and_says_what() -> None:
    player = begin(HIDEOUT)
    player.send("ann", commands.Choose(id="one", seat=0, question=1, line=(0, 1)))
    sight = player.table.sight(0)
    assert sight.undo == commands.Undoable("hide on a1", 2)
    assert player.undo(0) == Done("id-1")
    assert HIDEOUT.new(2) == player.table.line.state
    assert [type(entry) for entry in player.table.record.entries] == [Choice, Choice, Undo, Undo]
    assert player.table.sight(0).told[-2:] == ("You take back: hide on b1", "You take back: hide on a1")


def test_an_undo_that_comes_twice_takes_back_once() -> None:
    player = begin(HIDEOUT)
    player.choose(0, "hide on a1", "hide on b1")
    undo = commands.Undo(id="u", seat=0, question=player.table.line.questions[0])
    assert player.send("ann", undo) == player.send("ann", undo) == Done("u")
    assert refused(player.send("ann", msgspec.structs.replace(undo, id="v"))) == "stale"
    assert len(player.table.line.acts) == 1


def test_the_others_hear_of_an_undo_only_where_they_saw_the_choice() -> None:
    player = begin(HIDEOUT)
    player.choose(0, "hide on a1")
    quiet = player.table.sight(1)
    player.undo(0)
    assert player.table.sight(1) == quiet
    walk = begin(STROLL, dealer=ScriptedDealer([2, 0, 0, 0]))
    seat = walk.table.line.asked[0]
    walk.choose(seat, STROLL.option_text(cast(Stroll, walk.table.line.state), seat, 4 * 1 + 2))
    walk.undo(seat)
    assert walk.table.sight(1 - seat).told[-1] == f"{('Ann', 'Ben')[seat]} takes a choice back"


def test_alone_one_may_go_back_over_chance_and_plays_on_for_practice() -> None:
    player = begin(WELL, ANN, BOT)
    player.choose(0, "draw")
    there = player.table.line.state
    reply = player.send("ann", commands.Rewind(id="r", seat=0, to=0))
    assert reply == Done("r")
    assert player.table.sight(0).practice
    player.choose(0, "draw")
    assert player.table.line.state == there
    assert reloaded(player.table).sight(0) == player.table.sight(0)


def test_a_practice_game_goes_on_after_its_end() -> None:
    player = begin(WELL, ANN, Sitter("Ann", holder="ann"))
    while not player.table.seating.end:
        player.choose(player.table.line.asked[0], "end")
    assert refused(player.send("ann", commands.Undo(id="u", seat=0, question=0))) == "over"
    assert player.send("ann", commands.Rewind(id="r", seat=0, to=1)) == Done("r")
    assert player.table.sight(0).result is None
    assert player.table.line.asked == [1]

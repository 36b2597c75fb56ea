"""Seats change hands, bots answer, games end, real dice are read."""

from __future__ import annotations

from typing import cast

import msgspec
import pytest
from witchboard_tiny.hideout import GAME as HIDEOUT
from witchboard_tiny.stroll import GAME as STROLL
from witchboard_tiny.thieves import GAME as THIEVES
from witchboard_tiny.well import GAME as WELL

from witchboard.engine import entries, play
from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.entries import Chance, End, Sitter
from witchboard.engine.game import ALL, PUBLIC, Outcome
from witchboard.engine.stream import stream
from witchboard.table import commands
from witchboard.table.commands import Done
from witchboard.table.seating import Seating

from .conftest import ANN, BEN, BOT, CAT, begin, refused, reloaded


def test_a_seat_is_handed_to_a_bot_and_back() -> None:
    player = begin(WELL)
    assert player.send("ann", commands.Hand(id="h", seat=0, bot="random")) == Done("h")
    (call,) = player.table.bot_calls()
    assert (call.seat, call.bot, call.question) == (0, "random", 1)
    assert call.knowledge == WELL.know(player.table.line.state, 0)
    assert refused(player.send("ann", commands.Say(id="s", seat=0, question=1, text="end"))) == "seat"
    assert player.send("ann", commands.Back(id="b", seat=0)) == Done("b")
    assert player.table.bot_calls() == []
    player.choose(0, "end")
    assert player.table.sight(1).told[:2] == ("Ann: the bot random plays on", "Ann plays again")


def test_the_host_may_hand_an_absent_seat_to_a_bot_and_nobody_else_may() -> None:
    player = begin(WELL)
    assert refused(player.send("ben", commands.Hand(id="h", seat=0, bot="random"))) == "seat"
    assert player.send("ann", commands.Hand(id="h", seat=1, bot="random")) == Done("h")
    assert player.send("ben", commands.Back(id="b", seat=1)) == Done("b")


def test_a_seat_left_is_open_and_somebody_else_sits_down() -> None:
    player = begin(WELL)
    assert player.send("ben", commands.Leave(id="l", seat=1)) == Done("l")
    assert player.table.sight(0).chairs[1] == commands.Chair("", "open")
    assert player.send("eve", commands.Sit(id="s", seat=1, name="Eve")) == Done("s")
    assert refused(player.send("ben", commands.Sit(id="s2", seat=1, name="Ben"))) == "seat"
    player.choose(0, "end")
    player.choose(1, "end")
    assert player.table.sight(0).told[:2] == ("Ben leaves the table", "Eve sits down")


def test_nobody_sits_down_where_somebody_has_resigned_or_the_game_is_over() -> None:
    player = begin(THIEVES, ANN, BEN, CAT)
    player.send("ben", commands.Resign(id="r", seat=1))
    assert player.table.seating.free == []
    assert refused(player.send("eve", commands.Sit(id="s", seat=1, name="Eve"))) == "seat"
    player.send("cat", commands.Leave(id="l", seat=2))
    assert player.table.seating.free == [2]
    player.send("ann", commands.Resign(id="r", seat=0))
    assert player.table.seating.end is not None
    assert refused(player.send("eve", commands.Sit(id="s", seat=2, name="Eve"))) == "seat"


def test_when_the_host_leaves_his_right_passes_to_who_stays_and_stays_with_him() -> None:
    player = begin(THIEVES, ANN, BEN, CAT)
    assert player.table.seating.host == "ann"
    player.send("ann", commands.Leave(id="l", seat=0))
    assert player.table.seating.host == "ben"
    for number, guest in enumerate(("eve", "ann")):  # neither a stranger nor he himself gets it by sitting there
        assert player.send(guest, commands.Sit(id=f"s{number}", seat=0, name=guest)) == Done(f"s{number}")
        assert refused(player.send(guest, commands.Remove(id=f"k{number}", seat=2))) == "seat"
        player.send(guest, commands.Leave(id=f"l{number}", seat=0))
    assert reloaded(player.table).seating.host == "ben"
    assert player.send("ben", commands.Remove(id="k", seat=2)) == Done("k")


def test_a_host_who_goes_on_by_a_fresh_link_stays_host() -> None:
    """A former host gave it to him. Neither who sits first nor who else goes on by a link gets the right."""
    player = begin(THIEVES, ANN, BEN, CAT)
    player.send("ann", commands.Leave(id="l", seat=0))
    player.send("eve", commands.Sit(id="s", seat=0, name="Eve"))
    player.table.commit(player.table.prepare_change(entries.Seat(seat=2, sitter=link_to("cat's other"), why="link")))
    assert player.table.seating.host == "ben"
    player.table.commit(player.table.prepare_change(entries.Seat(seat=1, sitter=link_to("ben's other"), why="link")))
    assert player.table.seating.host == "ben's other"
    assert reloaded(player.table).seating.host == "ben's other"
    assert refused(player.send("eve", commands.Remove(id="k", seat=1))) == "seat"


def test_a_host_who_holds_another_seat_still_stays_host() -> None:
    player = begin(THIEVES, ANN, ANN, BEN)
    player.table.commit(player.table.prepare_change(entries.Seat(seat=0, sitter=link_to("eve"), why="link")))
    assert player.table.seating.host == "ann"


def link_to(holder: str) -> Sitter:
    """Who plays a seat by a fresh link."""
    return Sitter("Somebody", holder=holder)


def test_who_opened_the_table_is_host_wherever_he_sits() -> None:
    header = begin(WELL, BEN, ANN).table.line.header
    assert [Seating.of(header, host).host for host in ("ann", "eve", "")] == ["ann", "ben", "ben"]


def test_bots_answer_what_they_were_asked_and_nothing_else() -> None:
    player = begin(WELL, BOT, ANN)
    (call,) = player.table.bot_calls()
    end = play.options(player.table.line.state, 0)[-1]
    assert refused(player.table.prepare_bot(0, call.question + 1, [end]).reply) == "stale"
    assert refused(player.table.prepare_bot(1, 0, [end]).reply) == "stale"
    assert refused(player.table.prepare_bot(0, call.question, [99]).reply) == "illegal"
    player.table.commit(player.table.prepare_bot(0, call.question, [end]))
    assert player.table.bot_calls() == []
    assert player.table.line.asked == [1]


def test_a_bot_hears_what_its_seat_hears_since_it_last_chose() -> None:
    player = begin(THIEVES, BOT, ANN)
    (call,) = player.table.bot_calls()
    kinds = [kind for kind, _ in call.events]
    assert kinds.count("drawn") == 2  # dealt one, drew one; of the other's card it hears only that it was drawn
    assert kinds.count("draws") == 3


# The end.


def test_a_game_that_ends_says_how_shows_everything_and_reveals_the_seed() -> None:
    player, dice = begin(HIDEOUT), stream("end", 1)
    while not player.table.seating.end:
        player.step(dice)
    end = player.table.record.end
    assert isinstance(end, End)
    assert end.seed == cast(CommittedDealer, player.table.dealer).seed.hex()
    for seat in (0, 1, PUBLIC):
        sight = player.table.sight(seat)
        assert sight.result is not None
        assert sight.view == HIDEOUT.view(player.table.line.state, ALL)
        assert (sight.asked, sight.undo, sight.waiting) == (None, None, "")
    assert refused(player.send("ann", commands.Resign(id="r", seat=0))) == "over"


def test_where_all_persons_resign_the_game_is_over() -> None:
    player = begin(WELL, ANN, BOT)
    assert player.send("ann", commands.Resign(id="r", seat=0)) == Done("r")
    end = player.table.record.end
    assert end is not None
    assert (end.won, end.cause) == ((False, False), "resigned")
    assert player.table.sight(PUBLIC).told[-1] == "Everyone has resigned."
    assert player.table.bot_calls() == []


def test_where_one_of_several_resigns_the_others_play_on() -> None:
    player = begin(WELL)
    player.send("ben", commands.Resign(id="r", seat=1))
    assert player.table.seating.end is None
    assert player.table.sight(0).chairs[1] == commands.Chair("Ben", "open", resigned=True)
    assert player.send("ann", commands.Hand(id="h", seat=1, bot="random")) == Done("h")
    player.choose(0, "end")
    assert len(player.table.bot_calls()) == 1


def test_a_game_may_end_by_a_resignation(monkeypatch: pytest.MonkeyPatch) -> None:
    other_wins = Outcome((True, False), "resigned", "The other has resigned.", (0, 0))
    monkeypatch.setattr(type(WELL), "given_up", lambda self, state, resigned, players: other_wins)
    player = begin(WELL)
    player.send("ben", commands.Resign(id="r", seat=1))
    result = player.table.sight(0).result
    assert result == commands.Result((True, False), "resigned", "The other has resigned.", (0, 0), ())


# Real dice.


def test_at_a_table_with_real_dice_people_say_what_they_threw() -> None:
    player = begin(STROLL, real_dice=True)
    sight = player.table.sight(0)
    assert sight.throw == commands.Throw(0, "die")
    assert player.table.sight(PUBLIC).throw is None
    answer = commands.Answer(id="a", seat=1, throw=0, text="die: 7")
    assert refused(player.send("ben", answer)) == "malformed"
    good = commands.Answer(id="b", seat=1, throw=0, text="2")
    assert player.send("ben", good) == player.send("ben", good) == Done("b")
    assert refused(player.send("ann", commands.Answer(id="c", seat=0, throw=0, text="2"))) == "stale"
    assert [entry.by for entry in player.table.record.entries if isinstance(entry, Chance)] == [1]
    assert reloaded(player.table).prepare("ben", good).reply == Done("b")


def test_a_card_drawn_in_secret_is_read_by_those_who_may_see_it() -> None:
    player = begin(THIEVES, real_dice=True)
    assert player.table.sight(0).throw is not None
    assert player.table.sight(1).throw is None
    assert player.table.sight(1).waiting == "Waiting for a throw or a card."
    assert refused(player.send("ben", commands.Answer(id="a", seat=1, throw=0, text="gem 1"))) == "seat"
    assert player.send("ann", commands.Answer(id="a", seat=0, throw=0, text="gem 1")) == Done("a")
    assert "gem 1" not in msgspec.json.encode(player.table.sight(1)).decode()

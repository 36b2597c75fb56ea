"""Several seats of one person, several people at one screen, and the curtain."""

from __future__ import annotations

from typing import Any

from witchboard_tiny.hideout import GAME as HIDEOUT
from witchboard_tiny.stroll import GAME as STROLL

from witchboard.engine.entries import Sitter
from witchboard.table import commands
from witchboard.table.commands import Done
from witchboard.table.live import Manner

from .desk import BEN, Desk, refused

HIDES = ("hide on a1", "hide on b1", "hide on c2")
SCREEN = Manner(screen=True)
SOFA = (Sitter("Ann", holder="sofa"), Sitter("Ben", holder="sofa"))


def fragments(message: dict[str, Any]) -> list[Any]:
    return list(message["picture"]["wide"]["fragments"])


def uncover(desk: Desk, seat: int) -> None:
    assert desk.live.sides.uncover("sofa", seat)
    desk.views.show(desk.live)


def test_one_person_with_several_seats_has_one_banner_and_no_curtain() -> None:
    desk = Desk(STROLL, Sitter("Ann", holder="ann"), Sitter("Ann", holder="ann"))
    ann = desk.look("ann")
    seat = desk.live.table.line.asked[0]
    assert [ask["banner"] for ask in ann.latest["asks"]] == [f"Seat {seat + 1}'s turn"]
    desk.does(seat, "stop")
    assert [ask["banner"] for ask in ann.latest["asks"]] == [f"Seat {2 - seat}'s turn"]
    assert ann.messages("whole") == ann.messages()[:1]  # frames go on; nothing is drawn anew
    assert desk.person("ann").curtain == -1


def test_with_secrets_he_sees_the_side_that_is_asked() -> None:
    desk = Desk(HIDEOUT, *SOFA)
    sofa = desk.look("sofa")
    assert [ask["seat"] for ask in sofa.latest["asks"]] == [0]
    desk.does(0, *HIDES)
    assert [ask["seat"] for ask in sofa.latest["asks"]] == [1]
    grid = dict(fragments(sofa.messages("whole")[-1]))
    assert "grid-0-0: ?" in grid["grid-0-0"]


def test_at_a_shared_screen_the_curtain_hangs_until_somebody_says_he_is_there() -> None:
    desk = Desk(HIDEOUT, *SOFA, manner=SCREEN)
    sofa = desk.look("sofa")
    assert sofa.latest["curtain"] == {"seat": 0, "name": "Ann"}
    assert (fragments(sofa.latest), sofa.latest["asks"], sofa.latest["waiting"]) == ([], [], "")
    assert not desk.live.sides.uncover("sofa", 1)  # it hangs for somebody else
    uncover(desk, 0)
    assert "curtain" not in sofa.latest
    assert [ask["seat"] for ask in sofa.latest["asks"]] == [0]
    assert "grid-0-0: ." in dict(fragments(sofa.messages("whole")[-1]))["grid-0-0"]


def test_nothing_acts_for_a_seat_whose_side_does_not_show() -> None:
    desk = Desk(HIDEOUT, *SOFA, manner=SCREEN)
    sofa = desk.look("sofa")
    refused_for = {0, 1}  # the curtain hangs for seat 0, and nobody is there yet
    for uncovered in (False, True):
        if uncovered:
            uncover(desk, 0)
            refused_for = {1}
        for seat in refused_for:
            for command in (
                commands.Say(id="a", seat=seat, question=desk.question(seat), text=HIDES[0]),
                commands.Undo(id="b", seat=seat, question=desk.question(seat)),
                commands.Resign(id="c", seat=seat),
                commands.Leave(id="d", seat=seat),
            ):
                assert refused(desk.send("sofa", command)) == "barred", command
        assert {one["seat"] for one in sofa.latest["seats"] if one.get("out")} == refused_for
    assert desk.live.table.record.entries == []
    assert desk.send("sofa", commands.Resign(id="e", seat=0)) == Done("e")


def test_one_person_alone_acts_for_all_his_seats() -> None:
    desk = Desk(HIDEOUT, *SOFA)
    desk.look("sofa")
    assert desk.send("sofa", commands.Leave(id="a", seat=1)) == Done("a")


def test_behind_the_curtain_nothing_of_anybody_is_in_the_page() -> None:
    desk = Desk(HIDEOUT, *SOFA, manner=SCREEN)
    sofa = desk.look("sofa")
    uncover(desk, 0)
    desk.does(0, *HIDES)
    whole = sofa.messages("whole")[-1]
    assert whole["curtain"] == {"seat": 1, "name": "Ben"}
    assert fragments(whole) == []
    assert whole["log"] == []
    uncover(desk, 1)
    assert all("hide" not in str(line) for line in sofa.messages("whole")[-1]["log"])


def test_who_comes_to_the_screen_sees_what_has_happened_since_he_left() -> None:
    desk = Desk(HIDEOUT, *SOFA, manner=SCREEN)
    sofa = desk.look("sofa")
    for seat in (0, 1):
        uncover(desk, seat)
        desk.does(seat, *HIDES)
    looker = desk.live.table.line.asked[0]
    if desk.person("sofa").curtain >= 0:
        uncover(desk, looker)
    desk.does(looker, "look at a2")
    already = len(sofa.got)
    uncover(desk, 1 - looker)
    whole, *later = sofa.messages()[already:]
    assert whole["t"] == "whole"
    captions = [message["caption"] for message in later if message["t"] == "frame"]
    assert f"{('Ann', 'Ben')[looker]} finds nothing on square 3." in captions
    assert all(line["seq"] <= whole["seq"] for line in whole["log"])


def test_after_a_reload_nobody_knows_who_is_at_the_screen() -> None:
    desk = Desk(HIDEOUT, *SOFA, manner=SCREEN)
    desk.look("sofa")
    uncover(desk, 0)
    desk.live.sides.cover("sofa")
    desk.live.settle()
    assert desk.look("sofa").latest["curtain"]["seat"] == 0


def test_while_only_others_are_asked_no_curtain_hangs_and_no_hand_lies_open() -> None:
    desk = Desk(HIDEOUT, Sitter("Ann", holder="sofa"), BEN, manner=SCREEN)
    sofa = desk.look("sofa")
    assert "curtain" not in sofa.latest  # one seat, one person: nothing to hide from anybody at this screen
    assert sofa.latest["asks"][0]["seat"] == 0


def test_a_shared_screen_in_an_open_game_needs_no_curtain() -> None:
    desk = Desk(STROLL, *SOFA, manner=SCREEN)
    sofa = desk.look("sofa")
    seat = desk.live.table.line.asked[0]
    assert "curtain" not in sofa.latest
    assert sofa.latest["asks"][0]["banner"] == f"{('Ann', 'Ben')[seat]}'s turn"

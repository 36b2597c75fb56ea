"""Private marks: kept for a seat alone, beside the record; nothing else hangs on them."""

from __future__ import annotations

import json

import pytest
from witchboard_tiny.hideout import GAME as HIDEOUT

from witchboard.engine.errors import MalformedError
from witchboard.engine.front import Pencil
from witchboard.table.live import Aside, Manner, encode
from witchboard.table.pencils import MOST, Pencils

from .desk import ANN, BEN, Desk

SIGNS = Pencil(r"sq-\d+", (("?", "perhaps"), ("x", "not there")))


def test_a_sign_takes_the_place_of_another_and_nothing_rubs_it_out() -> None:
    pencils = Pencils(SIGNS)
    pencils.mark(0, "sq-1", "?")
    pencils.mark(0, "sq-2", "?")
    pencils.mark(0, "sq-1", "x")
    assert pencils.of(0) == {"sq-1": "x", "sq-2": "?"}
    pencils.mark(0, "sq-2", "")
    pencils.mark(0, "sq-7", "")
    assert pencils.of(0) == {"sq-1": "x"} and pencils.of(1) == {}


@pytest.mark.parametrize(
    ("element", "sign"), [("sq-1", "!"), ("sq-1", "<b>"), ("card", "?"), ("sq-1\n", "?"), ("", "?")]
)
def test_only_signs_of_the_game_on_what_can_be_marked(element: str, sign: str) -> None:
    pencils = Pencils(SIGNS)
    with pytest.raises(MalformedError):
        pencils.mark(0, element, sign)
    assert pencils.of(0) == {}


def test_there_is_a_bound_and_a_game_without_a_pencil_has_none() -> None:
    pencils = Pencils(SIGNS, {0: {f"sq-{n}": "?" for n in range(MOST)}})
    with pytest.raises(MalformedError, match="rub some out"):
        pencils.mark(0, "sq-9999", "?")
    pencils.mark(0, "sq-5", "x")
    with pytest.raises(MalformedError):
        Pencils(None).mark(0, "sq-1", "?")


def test_marks_are_of_one_side_and_nobody_is_sent_anything() -> None:
    desk = Desk(HIDEOUT)
    viewers = [desk.look(holder) for holder in ("ann", "ben", "")]
    before = [len(one.got) for one in viewers]
    desk.pencil(0, "a1", "?")
    desk.views.show(desk.live)
    assert [len(one.got) for one in viewers] == before
    marks = [desk.live.whole(desk.person(holder), "wide")["pencil"] for holder in ("ann", "ben", "")]
    assert marks == [{"a1": "?"}, {}, {}]


def test_marks_outlive_a_restart_and_an_undo_and_are_no_part_of_the_record() -> None:
    desk = Desk(HIDEOUT)
    record = list(desk.live.table.record.entries)
    desk.pencil(0, "a1", "?")
    assert list(desk.live.table.record.entries) == record
    desk.does(0, "hide on a1")
    desk.undo(0)
    again = desk.reloaded()
    assert again.live.whole(again.person("ann"), "wide")["pencil"] == {"a1": "?"}
    kept = json.loads(encode(desk.live.aside))["pencilled"]
    assert kept == {"0": {"a1": "?"}}
    assert encode(desk.live.aside) != encode(Aside())


def test_at_a_shared_screen_each_side_has_its_own() -> None:
    desk = Desk(HIDEOUT, ANN, BEN.__class__("Ben", holder="ann"), manner=Manner(screen=True))
    desk.pencil(0, "a1", "?")
    desk.pencil(1, "b1", "x")
    assert desk.live.whole(desk.person("ann"), "wide")["pencil"] == {}, "behind the curtain nobody has a pencil"
    for seat, marks in ((0, {"a1": "?"}), (1, {"b1": "x"})):
        if seat:
            desk.does(0, "hide on a1", "hide on b1", "hide on c2")
        desk.live.sides.uncover("ann", seat)
        assert desk.live.whole(desk.person("ann"), "wide")["pencil"] == marks

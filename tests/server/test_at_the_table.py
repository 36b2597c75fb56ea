"""At a table in the browser: drafts, windows, the curtain, links, what the host has to say, and restarts between."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from .table_page import Server, served

HIDEOUT, THIEVES, WELL = "tiny-hideout", "tiny-thieves", "tiny-well"


@pytest.fixture
def server(tiny_installed: None, tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as server:
        yield server


# Drafts.


def test_the_keeper_alone_has_no_pencil(tmp_path: Path) -> None:
    """GH-167: he walks nowhere; nothing of his could be marked."""
    with served(tmp_path) as server:
        ann = server.browser()
        for hides, offered in (("random", True), ("trial", False)):
            table = ann.set_up("ghoulash", **{"players": "1", "seat-0": "me", "option-hides": hides})
            assert ('id="wb-pencil"' in ann.get(table).text) is offered
            with ann.at(table) as seat:
                assert bool(seat.page["pencil"]) is offered
                assert (seat.send("pencil", at="own-1-A", text="?")["t"] == "ok") is offered


def test_a_draft_is_judged_kept_finished_and_committed(server: Server) -> None:
    ann = server.browser()
    table = ann.set_up(HIDEOUT, **{"players": "2", "seat-0": "me", "seat-1": "bot:random"})
    with ann.at(table) as seat:
        asked = {"seat": 0, "q": seat.ask["q"]}
        reply = seat.send("draft", **asked, pairs=[[2, 1], [0, 0]])
        assert [fault["rule"] for fault in reply["faults"]] == ["HO-003"]
        assert seat.send("ready", **asked, pairs=[[2, 1], [0, 0]])["rule"] == "HO-003"
        assert seat.send("draft", **asked, pairs=[[7, 1]])["t"] == "no"
        seat.send("draft", **asked, pairs=[[2, 5]])
    with ann.at(table) as seat:
        assert seat.ask["draft"]["pairs"] == [[2, 5]]
        reply = seat.send("fill", **asked, pairs=[[2, 5]])
        assert reply["ready"] and [2, 5] in reply["pairs"]
        assert seat.send("ready", **asked, pairs=reply["pairs"])["applied"] == 3
        seat.wait(lambda table: table["waiting"] or table["asks"])


def test_a_draft_outlives_a_restart(tiny_installed: None, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        ann = server.browser()
        table = ann.set_up(HIDEOUT, **{"players": "2", "seat-0": "me", "seat-1": "bot:random"})
        with ann.at(table) as seat:
            seat.send("draft", seat=0, q=seat.ask["q"], pairs=[[2, 5]])
            first = seat.table["seq"]
    with served(tmp_path) as server:
        ann.server = server
        with ann.at(table, seen=first) as seat:
            assert seat.got[0]["t"] == "whole"  # its number is of an earlier life
            assert seat.ask["draft"]["pairs"] == [[2, 5]]


# The pencil.


def test_private_marks_are_the_seats_alone_and_stay(tiny_installed: None, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        ann, ben, cat = server.browser(), server.browser(), server.browser()
        table = ann.set_up(HIDEOUT, **{"players": "2", "seat-0": "me", "seat-1": "open"})
        ben.get(table)
        assert ben.post(f"{table}/sit", name="Ben", seat="1").status_code == 303
        with ann.at(table) as seat:
            seat.send("start")
        with ann.at(table) as seat, ben.at(table) as other, cat.at(table) as watcher:
            for one in (seat, other, watcher):
                one.send("nothing")  # who has come is told first
            heard = [len(one.got) for one in (other, watcher)]
            assert seat.send("pencil", at="grid-0-1", text="?")["t"] == "ok"
            assert seat.send("pencil", seat=0, at="grid-1-1", text="x")["t"] == "ok"
            assert seat.send("pencil", at="grid-1-1", text="")["t"] == "ok"
            assert seat.send("pencil", at="grid-0-2", text="!")["t"] == "no"
            assert seat.send("pencil", seat=1, at="grid-0-2", text="?")["t"] == "no"
            assert seat.send("pencil", at="grid-9-9", text="?")["t"] == "no"
            assert watcher.send("pencil", at="grid-0-2", text="?")["t"] == "no"
            assert other.send("pencil", seat=0, at="grid-0-2", text="?")["t"] == "no"
            assert [len(one.got) - before for one, before in zip((other, watcher), heard)] == [1, 1]  # their own
        for one, marks in ((ann, {"grid-0-1": "?"}), (ben, {}), (cat, {})):
            with one.at(table) as seat:
                assert seat.table["pencil"] == marks
    with served(tmp_path) as server:
        ann.server = server
        phone = server.browser()
        with ann.at(table) as seat:
            assert seat.table["pencil"] == {"grid-0-1": "?"}
            given = seat.send("device", seat=0)
            phone.get("/device")
            assert phone.post(given["link"]).headers["location"] == table
            with phone.at(table) as other:
                assert other.table["pencil"] == {"grid-0-1": "?"}


# Windows and the table's own time.


def test_a_window_passes_by_itself_at_its_moment(server: Server) -> None:
    ann = server.browser()
    seats = {"seat-0": "me", "seat-1": "me", "seat-2": "me"}
    table = ann.set_up(THIEVES, **{"players": "3", "limit": "6", **seats})
    with ann.at(table) as seat:
        for _ in range(7):
            thief = [choice["text"] for choice in seat.ask["choices"] if "thief" in choice["text"]]
            seat.take(thief[0] if thief else "nothing")
            if thief or seat.table["outcome"]:
                break
        began = time.monotonic()
        while seat.table["windows"] or any(ask.get("window") for ask in seat.table["asks"]):
            if seat.table["asks"]:
                seat.send("standing", seat=seat.ask["seat"], until="turn")
            seat.receive()
        assert time.monotonic() - began < 5
    assert not any(message["t"] == "no" for message in seat.got)


def test_a_clock_runs_out_and_a_bot_plays_on(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = server.browser()
    ben = server.browser()
    table = ann.set_up(WELL, **{"players": "2", "seat-0": "me", "seat-1": "open"})
    with ann.at(table) as host:
        assert host.send("clock", reserve=5)["t"] == "no"
        assert host.send("clock", reserve=10, bot="random")["t"] == "ok"
        ben.get(table)
        assert ben.post(f"{table}/sit", name="Ben", seat="1").status_code == 303
        with ben.at(table) as other:
            assert other.send("start")["t"] == "no"
            host.send("start")
            host.wait(lambda table: table["seats"][0].get("clock"))
            assert host.table["seats"][0]["clock"]["runs"]
            host.send("pause", on=True)
            host.wait(lambda table: table["waiting"] == "The game stands still: Ann has stopped it.")
            left = host.table["seats"][0]["clock"]["left"]
            assert other.send("pause", on=False)["t"] == "no"
            host.send("pause", on=False)
            host.wait(lambda table: table["seats"][0]["clock"]["runs"])
            assert left - 3_000 < host.table["seats"][0]["clock"]["left"] <= left


# Several people, one screen.


def test_at_a_shared_screen_the_page_is_empty_behind_the_curtain(server: Server) -> None:
    ann = server.browser()
    seats = {"seat-0": "me", "seat-1": "me", "name-0": "Ann", "name-1": "Ben"}
    table = ann.set_up(HIDEOUT, **{"players": "2", "screen": "on", **seats})
    with ann.at(table) as seat:
        assert seat.table["curtain"] == {"seat": 0, "name": "Ann"}
        assert seat.got[0]["picture"]["wide"]["fragments"] == []
        seat.send("uncover", seat=0)
        seat.wait(lambda table: not table["curtain"])
        for text in ("hide on a1", "hide on b1", "hide on c2"):
            seat.take(text)
            seat.wait(lambda table: table["asks"] or table["curtain"])
        assert seat.table["curtain"] == {"seat": 1, "name": "Ben"}
        assert seat.table["picture"]["wide"]["fragments"] == []
    with ann.at(table) as seat:  # who reloads the page is asked again
        assert seat.table["curtain"]["seat"] == 1


def test_under_the_curtain_nothing_is_composed_or_told_for_the_other(server: Server) -> None:
    ann = server.browser()
    seats = {"seat-0": "me", "seat-1": "me", "name-0": "Ann", "name-1": "Ben"}
    table = ann.set_up(HIDEOUT, **{"players": "2", "screen": "on", **seats})
    with ann.at(table) as seat:
        for number in (0, 1):
            where = {"seat": number, "q": 1}
            for kind, more in {"draft": {"pairs": [[2, 1]]}, "fill": {"pairs": []}, "resign": {}, "leave": {}}.items():
                assert seat.send(kind, **where, **more)["t"] == "no", kind
            assert seat.send("why", at="grid-0-0", **where)["words"] == "That seat is not yours."
        seat.send("uncover", seat=0)
        seat.wait(lambda table: not table["curtain"])
        assert seat.send("draft", seat=0, q=1, pairs=[[2, 1]])["t"] == "draft"


# Who may sit, and who is host.


def test_a_stranger_gets_neither_a_resigned_seat_nor_the_hosts_right(tiny_installed: None, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        ann, ben, cat, eve = (server.browser() for _ in range(4))
        table = ann.set_up(THIEVES, **{"players": "3", "seat-0": "me", "seat-1": "open", "seat-2": "open"})
        for number, guest in enumerate((ben, cat), 1):
            guest.get("/")
            assert guest.post(f"{table}/sit", name=f"Guest {number}", seat=str(number)).status_code == 303
        with ann.at(table) as seat:
            assert seat.send("start")["t"] == "ok"
            with ben.at(table) as heir:
                assert heir.table["me"]["host"] is False
                assert seat.send("leave", seat=0)["t"] == "ok"
                heir.wait(lambda table: table["me"]["host"] and table["host"])
        with cat.at(table) as seat:
            assert seat.send("resign", seat=2)["t"] == "ok"
        eve.get("/")
        refused = eve.post(f"{table}/sit", name="Eve", seat="2")
        assert refused.status_code == 400 and "nobody sits down there" in refused.text
        assert eve.post(f"{table}/sit", name="Eve", seat="0").status_code == 303
    with served(tmp_path) as server:
        for guest, host in ((eve, False), (ben, True)):
            guest.server = server
            with guest.at(table) as seat:
                assert seat.table["me"]["host"] is host


# Links.


def test_a_seat_is_continued_on_another_device_and_back(server: Server) -> None:
    ann, phone, late = server.browser(), server.browser(), server.browser()
    table = ann.set_up(WELL, **{"players": "2", "seat-0": "me", "seat-1": "bot:random"})
    with ann.at(table) as seat:
        given = seat.send("device", seat=0)
        assert given["qr"].startswith("<svg") and "style" not in given["qr"]
        phone.get("/device")
        asked = phone.post("/device", code=given["code"].replace("-", " "))
        assert "Continue here" in asked.text
        assert "Continue here" in phone.get(given["link"]).text  # looking uses nothing
        assert ann.post(given["link"]).headers["location"] == table  # nor does who has the seat there already
        assert phone.post(given["link"]).headers["location"] == table
        with phone.at(table) as other:
            assert other.table["me"]["seats"] == [0]
            assert seat.until(lambda message: message["t"] == "bye")["why"] == "elsewhere"
            late.get("/device")
            assert late.post(given["link"]).status_code == 404
            code = late.post("/device", code=given["code"])
            assert code.status_code == 404
    with ann.at(table) as seat:
        assert seat.table["me"]["seats"] == [0]


def test_the_host_gives_a_fresh_link_to_who_lost_his_cookie_and_the_table_is_told(server: Server) -> None:
    ann, ben, new = server.browser(), server.browser(), server.browser()
    table = ann.set_up(WELL, **{"players": "2", "seat-0": "me", "seat-1": "open"})
    ben.get(table)
    ben.post(f"{table}/sit", name="Ben", seat="1")
    with ann.at(table) as host, ben.at(table) as other:
        host.send("start")
        assert other.send("seatlink", seat=0)["t"] == "no"
        assert host.send("seatlink", seat=0)["t"] == "no"
        given = host.send("seatlink", seat=1)
        new.get("/device")
        assert new.post(given["link"]).headers["location"] == table
        told = host.until(lambda message: message["t"] == "frame")
        assert told["caption"] == "Ben plays on by a fresh link that the host gave out"
        other.wait(lambda table: not table["me"]["seats"])
        with new.at(table) as seat:
            assert seat.table["me"]["seats"] == [1]


def test_no_link_of_a_former_host_moves_the_host_who_is_here(server: Server) -> None:
    ann, ben, new = server.browser(), server.browser(), server.browser()
    table = ann.set_up(WELL, **{"players": "2", "seat-0": "me", "seat-1": "open"})
    ben.get(table)
    ben.post(f"{table}/sit", name="Ben", seat="1")
    with ann.at(table) as host:
        host.send("start")
        link = host.send("seatlink", seat=1)["link"]
        host.send("leave", seat=0)
    with ben.at(table) as other:
        assert other.table["me"] | {"seats": [1], "host": True} == other.table["me"]
        new.get("/device")
        refused = new.post(link)
        assert refused.status_code == 409 and "Who has that seat is here" in refused.text
    assert new.post(link).headers["location"] == table  # who is refused has not used it
    with new.at(table) as seat:
        assert seat.table["me"] | {"seats": [1], "host": True} == seat.table["me"]


def test_a_closed_table_seats_only_who_has_its_link(server: Server) -> None:
    ann, ben = server.browser(), server.browser()
    table = ann.set_up(WELL, **{"players": "2", "seat-0": "me", "seat-1": "open", "closed": "on"})
    with ann.at(table) as host:
        link = host.page["link"]
        assert "?k=" in link
        ben.get("/")
        assert "This table is closed" in ben.get(f"{table}?join=1").text
        assert ben.post(f"{table}/sit", name="Ben", seat="1").status_code == 400
        assert ben.post(f"{table}/sit", name="Ben", seat="1", k="0" * 32).status_code == 400
        with ben.at(f"{table}?watch=1") as watcher:
            assert watcher.page["link"] == link.partition("?")[0]
        key = link.partition("?k=")[2]
        assert ben.post(f"{table}/sit", name="Ben", seat="1", k=key).status_code == 303
        opened = host.send("closed", on=False)
        assert opened["link"] == link.partition("?")[0]


# The host's.


def test_the_host_swaps_seats_removes_people_and_closes_the_door(server: Server) -> None:
    ann, ben, eve = server.browser(), server.browser(), server.browser()
    table = ann.set_up(WELL, **{"players": "2", "seat-0": "me", "seat-1": "open"})
    ben.get(table)
    ben.post(f"{table}/sit", name="Ben", seat="1")
    with ann.at(table) as host, ben.at(table) as other:
        assert other.send("swap", seat=0, to=1)["t"] == "no"
        host.send("swap", seat=0, to=1)
        eve.get("/")
        with eve.at(f"{table}?watch=1") as watcher:
            assert [seat["name"] for seat in watcher.table["seats"]] == ["Ben", "Ann"]
            host.send("start")
            assert other.send("spectators", on=False)["t"] == "no"
            host.send("spectators", on=False)
            assert watcher.until(lambda message: message["t"] == "bye")["why"] == "removed"
        assert "not open to watchers" in eve.get(f"{table}?watch=1").text
        assert other.send("kick", seat=1)["t"] == "no"
        assert host.send("kick", seat=1)["t"] == "no"
        assert host.send("kick", seat=0)["t"] == "ok"
        assert other.until(lambda message: message["t"] == "bye")["why"] == "removed"
        assert ben.post(f"{table}/sit", name="Ben", seat="0").status_code == 400
        host.wait(lambda table: table["seats"][0]["kind"] == "open")


def test_the_host_s_menu_shows_what_is_settled(server: Server) -> None:
    ann, ben = server.browser(), server.browser()
    table = ann.set_up(
        WELL, **{"players": "2", "seat-0": "me", "seat-1": "open"}, clock="5", increment="10", limit="30"
    )
    ben.get(table)
    ben.post(f"{table}/sit", name="Ben", seat="1")
    settled = {"spectators": True, "closed": False, "limit": 30, "clock": [300, 10], "screen": False, "pause": False}
    with ann.at(table) as host, ben.at(table) as other:
        assert host.table["host"] == settled
        assert "host" not in other.table
        host.send("start")
        for name, value in {"spectators": False, "closed": True, "pause": True}.items():
            host.send(name, on=value)
    settled |= {"spectators": False, "closed": True, "pause": True}
    with ann.at(table) as host, ben.at(table) as other:
        assert host.table["host"] == settled
        assert "host" not in other.table


def test_names_are_cleaned_and_too_long_ones_refused(server: Server) -> None:
    ann = server.browser()
    table = ann.set_up(WELL, **{"players": "2", "seat-0": "me", "seat-1": "open"})
    with ann.at(table) as host:
        assert host.send("name", seat=0, name="x" * 30)["t"] == "no"
        assert host.send("name", seat=0, name="An\u202ena")["t"] == "ok"
        host.receive()
        assert host.got[-1]["seats"][0]["name"] == "Anna"
        assert host.send("name", seat=1, name="Ben")["t"] == "no"


def test_what_was_said_outlives_a_restart(tiny_installed: None, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        ann = server.browser()
        table = ann.set_up(WELL, **{"players": "2", "seat-0": "me", "seat-1": "bot:random"})
        with ann.at(table) as seat:
            seat.send("chat", text="  hello \n there ")
            seat.send("phrase", n=1)
            seat.send("phrase", n=99)
    with served(tmp_path) as server:
        ann.server = server
        with ann.at(table) as seat:
            assert [line["text"] for line in seat.table["chat"]] == ["hello there", "Well played!"]
            seat.send("chat", text="again")
            assert seat.got[-2]["line"]["text"] == "again"


def test_a_rematch_keeps_the_manner_of_play(server: Server) -> None:
    ann = server.browser()
    table = ann.set_up(WELL, **{"players": "2", "seat-0": "me", "seat-1": "bot:random", "limit": "30"})
    with ann.at(table) as seat:
        assert seat.send("rematch")["t"] == "no"
        seat.send("resign", seat=0)
        seat.wait(lambda table: table["outcome"])
        seat.send("rematch")
        over = seat.until(lambda message: message["t"] == "over" and message["outcome"]["rematch"].get("link"))
    room = server.site.rooms._rooms[over["outcome"]["rematch"]["link"].removeprefix("/t/").lower()]
    assert room.setting.limit == 30

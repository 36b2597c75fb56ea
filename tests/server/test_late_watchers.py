"""Watchers who are shown what is hidden, but late: who they are, what they may do, what all are told (GH-149)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from .table_page import Browser, Seat, served

GRIDS = {"option-scenario": "gh-s01", "option-hides": "random", "option-first": "1", "option-watchers": "5"}
NOTICE = "Watchers see both grids 5 turns late"


def play(asked: Seat, other: Seat, turn: int) -> None:
    """Let both play anything until the turn of that number."""
    dice = random.Random(7)
    where = f"Eight Bells · turn {turn}"
    while not any(message.get("where") == where for message in (*asked.got, *other.got)):
        if not asked.table["asks"]:
            asked, other = other, asked
            asked.wait(lambda table: table["asks"])
        choice = dice.choice([one for one in asked.ask["choices"] if len(one["line"]) == 1])
        reply = asked.send("take", seat=asked.ask["seat"], q=asked.ask["q"], line=choice["line"])
        assert reply["t"] == "ok", reply
        asked.until(lambda message: message["t"] == "ask")


def sees(table: str, browser: Browser) -> str:
    """What somebody is told who comes to the table to watch."""
    with browser.at(f"{table}?watch=1") as seat:
        return str(seat.table["waiting"])


def test_late_watchers_sit_down_and_speak_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("witchboard.server.client.BURST", 10_000)  # nobody plays so fast
    with served(tmp_path) as server:
        ann, ben, dan, eve, phone = (server.browser() for _ in range(5))
        table = ann.set_up("ghoulash", **{"players": "2", "seat-0": "me", "seat-1": "open", **GRIDS})
        assert NOTICE in dan.get(table).text  # who may sit down is told
        assert dan.post(f"{table}/sit", name="Dan", seat="1").status_code == 303
        with dan.at(table) as seat:
            assert NOTICE in seat.table["lobby"]["words"]
            seat.send("leave", seat=1)
        assert ben.post(f"{table}/sit", name="Ben", seat="1").status_code == 303
        with ann.at(table) as first, ben.at(table) as second:
            first.send("start")
            second.until(lambda message: message["t"] == "whole")
            assert [["Watchers see both grids 5 turns late"]] in [line["parts"] for line in first.table["log"]]
            assert f'<p id="wb-notice">{NOTICE}</p>' in ann.get(table).text
            with eve.at(f"{table}?watch=1") as watcher:
                assert watcher.table["waiting"] == "You see both grids 5 turns late. Nothing is that old yet."
                assert watcher.send("chat", text="Hello")["t"] == "ok"
                play(first, second, 6)
                watcher.send("nothing")
                assert watcher.table["waiting"] == "You see both grids 5 turns late."
                assert "nothing to the table" in watcher.send("chat", text="5-F!")["words"]
                assert "nothing to the table" in watcher.send("phrase", n=0)["words"]
                second.send("leave", seat=1)
                assert "watched what is hidden" in watcher.send("sit", seat=1, name="Eve")["words"]
            assert "watched what is hidden" in eve.post(f"{table}/sit", name="Eve", seat="1").text
            asked = eve.get(f"{table}?join=1").text  # no seat that is refused then, and no turn that he doesn't see yet
            assert "watched what is hidden" in asked and "Sit down" not in asked and "Every seat" not in asked
            assert "Eight Bells · turn 1." in asked and "Eight Bells · turn 6." in dan.get(f"{table}?join=1").text
            given = first.send("device", seat=0)
            eve.get("/device")
            assert "watched what is hidden" in eve.post(given["link"]).text
            phone.get("/device")
            assert phone.post(given["link"]).headers["location"] == table  # it is not used up by who was refused
            assert phone.post(given["link"]).status_code == 404
    with served(tmp_path) as server:
        for browser in (ann, ben, dan, eve):
            browser.server = server
        assert "watched what is hidden" in eve.post(f"{table}/sit", name="Eve", seat="1").text
        assert sees(table, eve) == "You see both grids 5 turns late."
        for known in (ben, dan):  # they have had a seat here
            assert sees(table, known) != sees(table, eve)
        assert ben.post(f"{table}/sit", name="Ben", seat="1").status_code == 303

"""A match at a table: the rematch is its next game, and the end says how it stands, after a restart too."""

from __future__ import annotations

from pathlib import Path

from .table_page import Seat, served


def resign(seat: Seat, number: int) -> str:
    """Let one of the seats give the game up; how it has ended, in words."""
    seat.wait(lambda table: table["seats"])
    seat.send("resign", seat=number)
    seat.wait(lambda table: table["outcome"])
    return str(seat.table["outcome"]["words"])


def again(seat: Seat) -> str:
    """Agree to a rematch; where it is."""
    seat.send("rematch")
    over = seat.until(lambda message: message["t"] == "over" and message["outcome"]["rematch"].get("link"))
    return str(over["outcome"]["rematch"]["link"]).removeprefix("/t/")


def test_a_match_goes_on_with_the_first_move_swapped_and_is_decided(tmp_path: Path) -> None:
    grids = {"option-scenario": "GH-S01", "option-hides": "random"}  # its first step is nobody's only one
    choices = {"players": "2", "seat-0": "me", "seat-1": "bot:random", "option-match": "on", **grids}
    with served(tmp_path) as server:
        ann = server.browser()
        table = ann.set_up("ghoulash", **choices, **{"option-first": "1"})
        with ann.at(table) as seat:
            words = resign(seat, 0)
            assert "leads by a game won in 0 turns with 0 wounds" in words
            assert "In the second game" in words and "Seat" not in words
            assert seat.table["outcome"]["rematch"] == {"words": "Next game"}
            second = again(seat)
        setting = server.site.rooms._rooms[second.lower()].setting
        assert setting.options["first"] == 2 and len(setting.before) == 1
    with served(tmp_path) as server:
        ann.server = server
        with ann.at(f"/t/{second}") as seat:
            assert "wins the match by 2 : 0 games." in resign(seat, 0)
            assert seat.table["outcome"]["rematch"] == {"words": "Rematch"}
            third = again(seat)
        setting = server.site.rooms._rooms[third.lower()].setting
        assert setting.options["first"] == 1 and setting.before == []


def test_who_leaves_after_a_game_of_a_match_is_waited_for_no_more(tmp_path: Path) -> None:
    """The agreement of those who remain counts at once, for a new match: nobody inherits the first game's result."""
    choices = {"players": "2", "seat-0": "me", "seat-1": "open", "option-match": "on", "option-hides": "random"}
    with served(tmp_path) as server:
        ann, ben = server.browser(), server.browser()
        table = ann.set_up("ghoulash", **choices)
        assert ben.post(f"{table}/sit", name="Ben", seat="1").status_code == 303
        with ann.at(table) as hers, ben.at(table) as his:
            hers.send("start")
            his.wait(lambda table: table["asks"] or table["waiting"])
            resign(hers, 0)
            hers.send("rematch")
            his.until(lambda message: message["t"] == "over")
            assert his.table["outcome"]["rematch"]["words"].startswith("Next game (")
            his.send("leave", seat=1)
            rematch = hers.until(lambda message: message["t"] == "over" and message["outcome"]["rematch"].get("link"))
            found = rematch["outcome"]["rematch"]
            assert found["words"] == "Rematch"
        setting = server.site.rooms._rooms[found["link"].removeprefix("/t/").lower()].setting
        assert setting.before == [] and [chair.kind for chair in setting.chairs] == ["person", "open"]

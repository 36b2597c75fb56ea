"""Films: frames and log as one observer sees them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from witchboard_tiny.hideout import GAME as HIDEOUT
from witchboard_tiny.stroll import GAME as STROLL
from witchboard_tiny.thieves import GAME as THIEVES
from witchboard_tiny.well import GAME as WELL

from witchboard.engine.dealers import ScriptedDealer
from witchboard.engine.entries import Sitter
from witchboard.engine.game import PUBLIC
from witchboard.engine.picture import Picture
from witchboard.engine.stream import stream
from witchboard.games.ghost_stories import GAME as GHOSTS
from witchboard.games.ghoulash import GAME as GHOULASH
from witchboard.table import commands
from witchboard.table.commands import Done
from witchboard.table.words import bare

from .desk import ANN, BEN, Desk

HIDES = ("hide on a1", "hide on b1", "hide on c2")


def rebuilt(picture: dict[str, object], changes: list[dict[str, object]]) -> list[list[str]]:
    """The fragments a page comes to that applies these changes, as docs/protocol.md says."""
    fragments: list[list[str]] = list(picture["fragments"])  # type: ignore[call-overload]  # JSON
    for change in changes:
        if "fragments" in change:
            fragments = list(change["fragments"])  # type: ignore[call-overload]
            continue
        gone = change["gone"]
        fragments = [one for one in fragments if one[0] not in gone]  # type: ignore[operator]
        for key, before, svg in change["put"]:  # type: ignore[attr-defined]
            fragments = [one for one in fragments if one[0] != key]
            at = next((n for n, one in enumerate(fragments) if one[0] == before), len(fragments))
            fragments.insert(at, [key, svg])
    return fragments


def shown(picture: Picture) -> list[list[str]]:
    return [list(fragment) for fragment in picture.fragments.items()]


@pytest.mark.parametrize("layout", ["wide", "tall"])
@pytest.mark.parametrize("game", [HIDEOUT, STROLL, THIEVES, WELL], ids=lambda game: game.key)
def test_frames_lead_from_one_picture_to_the_next(game: object, layout: str) -> None:
    desk = Desk(game, ANN, BEN)
    viewers = [desk.look(holder, layout) for holder in ("ann", "ben", "")]
    for _ in range(25):
        asked = desk.live.table.line.asked
        if not asked:
            break
        desk.choose(asked[0], desk.options(asked[0])[-1])
        desk.wait(desk.live.now + 20_000)
    for one in viewers:
        whole, *later = one.messages()
        person = desk.person(one.holder)
        picture = desk.live.film(person).picture(desk.live.eye(person, layout))
        changes = [message[layout] for message in later if message["t"] == "frame"]
        assert rebuilt(whole["picture"][layout], changes) == shown(picture)


@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_the_picture_s_name_comes_with_the_frame_that_changes_it(layout: str) -> None:
    desk = Desk(GHOULASH, ANN, BEN, options={"scenario": "GH-S00", "hides": "secret"})
    ann = desk.look("ann", layout)
    before = ann.messages()[0]["picture"][layout]["name"]
    for seat in (0, 1):
        pairs = desk.live.drafts.filled(desk.live.table.line.state, seat, (), stream("films", seat))
        assert pairs
        desk.choose(seat, *GHOULASH.drafting.line(desk.live.table.line.state, seat, pairs))
    desk.wait(desk.live.now + 20_000)
    person = desk.person("ann")
    picture = desk.live.film(person).picture(desk.live.eye(person, layout))
    names = [frame[layout]["name"] for frame in ann.messages("frame") if "name" in frame[layout]]
    assert names[-1] == picture.name != before
    composed = [frame["beat"] for frame in ann.messages("frame") if not frame["caption"]]
    assert len(composed) > 5
    assert not any(composed), "what one has composed is not played once more"


def test_frames_bring_what_has_changed_of_the_seats() -> None:
    desk, dice = Desk(GHOSTS), stream("seats")
    ann, brought = desk.look("ann"), 0
    seats = {seat["seat"]: seat for seat in ann.messages()[0]["seats"]}
    for _ in range(40):
        asked = desk.live.table.line.asked
        if not asked:
            break
        told = len(ann.got)
        legal = desk.options(asked[0])
        desk.choose(asked[0], legal[dice.below(len(legal))])
        for message in ann.messages()[told:]:
            for changed in message.get("seats", []) if message["t"] == "frame" else []:
                assert {key: seats[changed["seat"]][key] for key in changed} != changed
                seats[changed["seat"]] |= changed
                brought += 1
        for seat in ann.messages()[-1].get("seats", []):
            assert {key: seat[key] for key in FACTS} == {key: seats[seat["seat"]][key] for key in FACTS}
    assert brought > 10


FACTS = ("sign", "role", "facts", "active", "note")


def test_who_comes_back_gets_the_frames_he_missed_or_one_fresh_view() -> None:
    desk = Desk(STROLL)
    ann = desk.look("ann")
    seen = ann.seen
    seat = desk.live.table.line.asked[0]
    desk.does(seat, "stop")
    person = desk.person("ann")
    missed = desk.live.since(seen, person, "wide")
    assert missed == [message for _, message in ann.got if json.loads(message)["t"] == "frame"]
    assert desk.live.since(seen - 99, person, "wide") is None
    assert desk.live.since(desk.live.seq(person), person, "wide") == []


def test_a_number_of_another_life_or_of_another_film_is_none_of_ours() -> None:
    desk = Desk(HIDEOUT)
    other = desk.reloaded()
    seqs = {live.seq(live.person(holder)) for live in (desk.live, other.live) for holder in ("ann", "ben", "")}
    assert len(seqs) == 6
    assert desk.live.since(other.live.seq(other.person("ann")), desk.person("ann"), "wide") is None
    assert desk.live.since(desk.live.seq(desk.person("ben")), desk.person("ann"), "wide") is None


def test_the_last_move_leaves_its_trail_until_the_next_one_is_seen() -> None:
    desk = Desk(STROLL, dealer=ScriptedDealer([2, 0, 0, 0, 0, 0]))
    film = desk.live.films[PUBLIC]
    start = film.now.sight
    seat = desk.live.table.line.asked[0]
    desk.does(seat, "dog north")  # where no fog lies
    moved = film.now.sight
    assert film.now.since == start
    desk.send("ben", commands.Leave(id="leave", seat=1))  # nobody moves: the trail stays
    assert film.now.since == start
    desk.undo(seat)  # what moved was taken back
    assert (film.now.since, film.now.sight) == (start, start)
    assert moved != start


def test_what_is_done_unseen_wipes_no_trail_away() -> None:
    desk = Desk(HIDEOUT)
    desk.does(0, *HIDES)
    desk.does(1, *HIDES)
    looker = desk.live.table.line.asked[0]
    desk.does(looker, "look at a2")
    film = desk.live.films[looker]
    since = film.now.since
    assert since != film.now.sight
    desk.send("ann", commands.Mark(id="m", seat=0, name="here"))
    assert film.now.since == since


def test_at_the_end_all_is_shown() -> None:
    desk = Desk(HIDEOUT)
    desk.does(0, *HIDES)
    desk.does(1, *HIDES)
    public = desk.look("")
    for seat in (0, 1):
        desk.send(("ann", "ben")[seat], commands.Resign(id=f"r{seat}", seat=seat))
    assert desk.live.table.seating.end
    fragments = dict(desk.live.films[PUBLIC].picture(desk.live.eye(desk.person(""), "wide")).fragments)
    assert "grid-1-5: c" in fragments["grid-1-5"]
    assert public.messages("over")[-1]["outcome"]["words"] == "Everyone has resigned."


def test_names_in_the_log_are_marked_for_the_page_and_bare_elsewhere() -> None:
    words = "Ann moves to **Tea House|tile-0-1** and **rests**."
    assert bare(words) == "Ann moves to Tea House and rests."
    assert bare("two * three") == "two * three"
    called = Desk(HIDEOUT).live.called
    tea_house: list[str | int] = ["b", "Tea House", "tile-0-1"]
    assert called.parts(words) == [["Ann moves to "], tea_house, [" and "], ["b", "rests", ""], ["."]]
    assert called.parts("Plain.") == [["Plain."]]
    assert called.parts("") == [[""]]


def test_a_seat_is_called_by_its_persons_name() -> None:
    called = Desk(HIDEOUT, ANN, BEN).live.called
    told = called.parts("**Seat 2|figure-1** finds Seat 1.")
    assert told == [["b", "Ben", "figure-1", 1], [" finds "], ["b", "Ann", "", 0], ["."]]
    assert called.plain("**Seat 2|figure-1** finds Seat 1, not seat 1 or Seat 12.") == (
        "Ben finds Ann, not seat 1 or Seat 12."
    )


def test_of_two_with_one_name_and_of_all_in_one_hand_the_games_names_tell_them_apart() -> None:
    namesake = Sitter("Ann", holder="ben")
    assert Desk(HIDEOUT, ANN, namesake).live.called.names == ("Ann (Seat 1)", "Ann (Seat 2)")
    assert Desk(HIDEOUT, ANN, ANN).live.called.names == ("Seat 1", "Seat 2")


def test_marked_words_come_to_page_and_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(STROLL), "tell", lambda self, state, event, observer: "To **B2|square-3**.")
    monkeypatch.setattr(type(STROLL), "round", lambda self, sight: sight["turn"])
    desk = Desk(STROLL)
    ann = desk.look("ann")
    desk.does(desk.live.table.line.asked[0], "stop")
    frame = ann.messages("frame")[-1]
    assert frame["caption"] == "To B2."
    assert frame["log"][0]["parts"] == [["To "], ["b", "B2", "square-3"], ["."]]
    assert frame["log"][0]["round"] == 2
    assert desk.live.table.logs[0][-1] == "To B2."


def test_lines_of_an_earlier_life_have_numbers_by_which_to_go_back() -> None:
    desk = Desk(WELL, ANN, Sitter("Ann", holder="ann")).reloaded()
    first = len(desk.live.table.line.acts)
    desk.does(0, "end")
    desk.does(1, "end")
    desk = desk.reloaded()
    desk.does(0, "draw")
    person = desk.person("ann")
    line = next(line for line in desk.live.film(person).lines if line.said.words.startswith("Seat 1 draws"))
    acts = desk.live.acts_before(line.seq, person)
    assert acts == first + 2
    assert desk.send("ann", commands.Rewind(id="back", seat=0, to=acts)) == Done("back")
    assert desk.live.table.line.asked == [0]


def test_the_others_hear_of_an_undo_only_where_they_heard_of_the_choice() -> None:
    desk = Desk(STROLL, dealer=ScriptedDealer([2, 0, 0, 0, 0, 0]))
    seat = desk.live.table.line.asked[0]
    desk.does(seat, "dog north")
    act = desk.live.table.line.acts[-1]
    assert act.told
    event = replace(act.told[0].event, audience=1 << seat)
    desk.live.table.line.acts[-1] = replace(act, told=(replace(act.told[0], event=event),))
    desk.undo(seat)
    lines = {one: said[-1] for one, said in desk.live.table.logs.items()}
    assert lines[seat] == "You take back: dog north"
    assert "takes a choice back" not in lines[1 - seat] + lines[PUBLIC]


def test_who_calls_himself_like_another_seat_speaks_for_nobody_else() -> None:
    """The table's own lines are shown as they are: only what the game tells calls seats by their titles."""
    desk = Desk(HIDEOUT, Sitter("Seat 2", holder="ann"), BEN)
    desk.send("ann", commands.Resign(id="r", seat=0))
    film = desk.live.films[PUBLIC]
    assert film.lines[-1].message(desk.live.called)["parts"] == [["Seat 2 resigns"]]
    assert film.now.caption == "Seat 2 resigns"
    assert desk.live.called.plain("Seat 1 finds Seat 2.") == "Seat 2 finds Ben."


def test_a_longer_name_that_begins_like_a_seat_is_left_as_it_is() -> None:
    called = Desk(HIDEOUT, ANN, BEN).live.called
    assert called.plain("Seat 1 draws Seat 2 Plague") == "Ann draws Seat 2 Plague"


def test_the_lines_that_turned_the_game_are_shown_at_its_end() -> None:
    desk = Desk(GHOSTS, ANN)
    for number in range(4000):
        asked = desk.live.table.line.asked
        if not asked:
            break
        options = desk.options(asked[0])
        desk.choose(asked[0], options[number * 5 % len(options)])
    outcome = desk.live.outcome(desk.person("ann"))
    assert outcome is not None
    turns = outcome["turns"]
    assert isinstance(turns, list) and 0 < len(turns) <= 6
    log = desk.live.films[PUBLIC].lines
    assert [one["seq"] for one in turns] == [line.seq for line in log if line.said.turn][-6:]
    again = desk.reloaded().live.outcome(desk.person("ann"))
    assert again is not None
    assert again["turns"][-1]["parts"] == turns[-1]["parts"]

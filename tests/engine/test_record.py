"""Records: replayed they give the same position; whatever is wrong with one is said with its line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import cast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from witchboard_tiny.grab import GAME as GRAB
from witchboard_tiny.hideout import GAME as HIDEOUT
from witchboard_tiny.stroll import GAME as STROLL
from witchboard_tiny.thieves import GAME as THIEVES
from witchboard_tiny.well import GAME as WELL

from witchboard.engine import play
from witchboard.engine.dealers import CommittedDealer, Dealer, OpenDealer, ScriptedDealer, SeededDealer
from witchboard.engine.entries import (
    FORMAT,
    AnyEntry,
    Chance,
    Choice,
    RecordError,
    Rewind,
    Seat,
    Sitter,
    Snapshot,
    Undo,
    Upgrade,
    as_one,
    encode,
)
from witchboard.engine.game import Game, UnknownError
from witchboard.engine.record import (
    Chooser,
    Record,
    game_of,
    header_of,
    published,
    read,
    read_finished,
    record_game,
    replay,
    write,
)
from witchboard.engine.state import State
from witchboard.engine.stream import stream
from witchboard.engine.walk import walk

GAMES = [cast(Game[State], game) for game in (GRAB, HIDEOUT, STROLL, THIEVES, WELL)]


def chooser(seed: object) -> Chooser:
    """Chooses any legal option."""
    dice = stream("chooser", seed)

    def choose(state: State, seat: int) -> int:
        legal = play.options(state, seat)
        return legal[dice.below(len(legal))]

    return choose


def played(game: Game[State], seed: object = 1, dealer: Dealer | None = None) -> Record:
    """A whole random game."""
    players = game.players[0]
    dealer = dealer or CommittedDealer.named(str(seed), ["mine", "yours"])
    return record_game(game, [chooser((seed, seat)) for seat in range(players)], dealer)


def position(game: Game[State], state: State) -> bytes:
    return msgspec.json.encode(game.dump(state))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("seed", range(5))
def test_a_record_read_back_replays_to_the_same_position(game: Game[State], seed: int, tmp_path: Path) -> None:
    record = played(game, seed)
    write(record, tmp_path / "game.jsonl")
    back = read_finished(tmp_path / "game.jsonl")
    assert (back.header, back.entries) == (record.header, record.entries)
    again = replay(back, game=game)
    assert again.over
    assert position(game, again) == position(game, replay(record, game=game))
    assert back.end is not None
    assert back.end.won == game.outcome(again).won


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_replaying_a_part_gives_the_position_it_had_then(game: Game[State]) -> None:
    record = played(game)
    state = game.new(game.players[0])
    for number, entry in enumerate(record.entries):
        assert position(game, replay(record, number, game=game)) == position(game, state)
        if isinstance(entry, Choice):
            play.choose(state, entry.seat, entry.option)
        elif isinstance(entry, Chance):
            play.answer(state, entry.answer)


def test_the_same_seed_gives_the_same_record_byte_for_byte() -> None:
    def lines(seed: int) -> list[bytes]:
        record = played(GAMES[3], 7, SeededDealer(stream(seed, "rules")))
        return [encode(entry) for entry in record.entries]

    assert lines(1) == lines(1)
    assert lines(1) != lines(2)


def test_the_header_says_which_dealer_dealt() -> None:
    committed = CommittedDealer.named("x", ["a", "b"])
    header = header_of(GAMES[0], 2, dealer=committed)
    assert (header.dealer, header.commitment, header.contributions) == ("committed", committed.commitment, ("a", "b"))
    assert header_of(GAMES[0], 2, dealer=SeededDealer(stream(1)), seed="1 rules 0").seed == "1 rules 0"
    assert header_of(GAMES[0], 2, dealer=ScriptedDealer([])).dealer == "scripted"
    assert header_of(GAMES[0], 2, dealer=OpenDealer(lambda game, state, fault: "")).dealer == "open"
    assert header_of(GAMES[0], 2).dealer == "open"
    with pytest.raises(UnknownError, match="Thieves is for 2, 3 players, not 5"):
        header_of(cast(Game[State], THIEVES), 5)


def test_the_seed_is_in_the_last_line_and_nowhere_else() -> None:
    dealer = CommittedDealer.named("secret")
    lines = [encode(entry) for entry in played(GAMES[1], 3, dealer).entries]
    assert dealer.seed.hex().encode() in lines[-1]
    assert not any(dealer.seed.hex().encode() in line for line in lines[:-1])


# What is wrong with a record.


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    """A whole game of Thieves as lines of a file."""
    record = played(GAMES[3], 4)
    return [encode(record.header), *map(encode, record.entries)]


def edited(line: bytes, **fields: object) -> bytes:
    return json.dumps({**json.loads(line), **fields}).encode() + b"\n"


def first(lines: list[bytes], entry: str) -> int:
    return next(at for at, line in enumerate(lines) if json.loads(line)["entry"] == entry)


def refusal(lines: list[bytes]) -> str:
    with pytest.raises(RecordError) as caught:
        replay(read_finished(lines, "game.jsonl"), game=GAMES[3])
    assert caught.value.path == "game.jsonl"
    return str(caught.value)


def test_an_empty_file() -> None:
    assert refusal([]) == "game.jsonl: is empty: expected the header of a record"


def test_no_record_at_all() -> None:
    assert refusal([b"once upon a time\n"]).startswith("game.jsonl, line 1: expected the header of a record")
    assert refusal([b'{"entry":"choice"}\n']).startswith("game.jsonl, line 1: expected the header of a record")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"none\.jsonl: can't be read: No such file"):
        read(tmp_path / "none.jsonl")


@pytest.mark.parametrize("kept", [1, 10, -2, -1])
def test_cut_short_in_the_last_line(lines: list[bytes], kept: int) -> None:
    words = refusal([*lines[:-1], lines[-1][:kept]])
    assert words == f"game.jsonl, line {len(lines)}: is cut short: its last line is not whole"


def test_cut_short_between_lines(lines: list[bytes]) -> None:
    words = refusal(lines[:-1])
    assert words == f"game.jsonl, line {len(lines) - 1}: has no end: it is cut short, or the game is still going on"
    assert read(lines[:-1]).end is None


def test_cut_short_within_one_act(lines: list[bytes]) -> None:
    words = refusal([*lines[:3], edited(lines[3], more=True)])
    assert words.startswith("game.jsonl, line 4: is cut short: the next line was written with this one")


def test_entries_written_as_one_say_so() -> None:
    undo = Undo(seat=0, text="t")
    assert [entry.more for entry in as_one([undo, undo, undo])] == [True, True, False]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"text": "lay the crown"}, "text 'lay the crown': expected 'nothing'"),
        ({"kind": "Respond"}, "kind 'Respond': 'Play' is asked"),
        ({"option": 23}, "option 23 of Play is not legal for seat 0 now (TH-002)"),
        ({"seat": 1}, "seat 1 is asked nothing now: seat 0 is asked"),
        ({"option": "one"}, "the entry was edited or damaged: Expected `int`, got `str` - at `$.option`"),
        ({"bluff": 1}, "the entry was edited or damaged: Object contains unknown field `bluff`"),
        ({"entry": "dream"}, "the entry was edited or damaged: Invalid value 'dream' - at `$.entry`"),
    ],
)
def test_an_edited_choice(change: dict[str, object], words: str) -> None:
    start = record_game(GAMES[3], [lambda state, seat: 0] * 2, CommittedDealer.named("quiet"))
    lines = [encode(start.header), *map(encode, start.entries)]
    at = first(lines, "choice")
    lines[at] = edited(lines[at], **change)
    said = refusal(lines)
    assert said.startswith(f"game.jsonl, line {at + 1}: ")
    assert words in said


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"label": "dice"}, "label 'dice': expected 'draw'"),
        ({"nth": 1}, "nth 1: expected 0"),
        ({"outcomes": 7}, "outcomes 7: expected 6"),
        ({"weights": [1, 1]}, "weights (1, 1): expected ()"),
        ({"answer": 8}, "outcome 8 of draw: expected a possible one of 0 to 5"),
        ({"text": "a unicorn"}, "text 'a unicorn': expected "),
    ],
)
def test_an_edited_answer_of_chance(lines: list[bytes], change: dict[str, object], words: str) -> None:
    at = first(lines, "chance")
    said = refusal([*lines[:at], edited(lines[at], **change), *lines[at + 1 :]])
    assert said.startswith(f"game.jsonl, line {at + 1}: was edited")
    assert words in said


@pytest.mark.parametrize(
    "entry", [Undo(seat=0, text="nothing"), Rewind(seat=0, to=3), Snapshot(schema=1, played=9, position={})]
)
def test_going_back_to_what_never_was(lines: list[bytes], entry: AnyEntry) -> None:
    assert "line 2: was edited: this" in refusal([lines[0], encode(entry), *lines[1:]])


def test_a_line_taken_out(lines: list[bytes]) -> None:
    at = first(lines, "choice")
    assert "was edited, or doesn't fit" in refusal([*lines[:at], *lines[at + 1 :]])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": FORMAT + 1}, "has format 2; this Witchboard reads format 1"),
        ({"rules": "0.9"}, "was made under rules version '0.9'; here is '1'"),
        ({"content": "abc"}, "was made with content abc; here is"),
        ({"game": "tiny-well"}, "is of 'tiny-well', not of 'tiny-thieves'"),
        ({"players": 7}, "Thieves is for 2, 3 players, not 7"),
        ({"options": {"rounds": 9}}, "option rounds: expected one of 1, 2, got 9"),
        ({"options": {"turns": 1}}, "Thieves has no option 'turns'"),
        ({"players": "two"}, "the header was edited or damaged: Expected `int`"),
    ],
)
def test_a_header_of_something_else(lines: list[bytes], change: dict[str, object], words: str) -> None:
    said = refusal([edited(lines[0], **change), *lines[1:]])
    assert said.startswith("game.jsonl, line 1: ")
    assert words in said


def test_an_unknown_game(lines: list[bytes], tiny_installed: None) -> None:
    assert game_of(read(lines)).key == "tiny-thieves"
    with pytest.raises(RecordError, match=r"^game\.jsonl, line 1: there is no game 'tiny-thiefs'.*'tiny-thieves'"):
        game_of(read([edited(lines[0], game="tiny-thiefs"), *lines[1:]], "game.jsonl"))


def test_content_that_is_not_shipped_travels_in_the_record(tiny_installed: None) -> None:
    record = Record(msgspec.structs.replace(header_of(GAMES[1], 2), changes={"mice": 1}))
    game = game_of(record)
    assert game.content_digest != GAMES[1].content_digest
    with pytest.raises(RecordError, match="line 1: tiny-hideout: expected a whole number for one of"):
        game_of(Record(msgspec.structs.replace(record.header, changes={"dogs": 1})))


# Snapshots, upgrades, what was taken back.


def with_snapshot(record: Record, game: Game[State], at: int, change: Callable[[dict[str, object]], None]) -> Record:
    """The record with a snapshot after its first `at` entries."""
    data = cast(dict[str, object], game.dump(replay(record, at, game=game)))
    change(data)
    snapshot = Snapshot(schema=game.schema, played=at, position=data)
    return Record(record.header, [*record.entries[:at], snapshot, *record.entries[at:]], "game.jsonl")


def test_a_snapshot_must_be_the_position_it_stands_at() -> None:
    game, record = GAMES[4], played(GAMES[4])
    assert replay(with_snapshot(record, game, 3, lambda data: None), game=game).over
    with pytest.raises(RecordError, match="line 5: was edited: the snapshot is not the position"):
        replay(with_snapshot(record, game, 3, lambda data: data.update(retractable="?")), game=game)


def test_after_an_upgrade_replaying_begins_at_its_snapshot() -> None:
    game, record = GAMES[4], played(GAMES[4])
    upgrade = Upgrade(made_with="new", rules=game.rules_version, schema=game.schema, content=game.content_digest)
    whole = with_snapshot(record, game, 3, lambda data: None)
    old = msgspec.structs.replace(whole.header, rules="0")
    grown = Record(old, [*whole.entries[:3], upgrade, *whole.entries[3:]], "game.jsonl")
    assert replay(grown, game=game) == replay(record, game=game)
    with pytest.raises(RecordError, match="line 1: was made under rules version '0'"):
        replay(grown, 3, game=game)
    with pytest.raises(RecordError, match="line 5: is cut short: the snapshot after an upgrade is missing"):
        replay(grown, 4, game=game)


@given(st.lists(st.sampled_from(["first", "second", "chance", "undo 0", "undo 1", "rewind"]), max_size=30))
def test_what_counts_is_what_was_not_taken_back(script: list[str]) -> None:
    entries: list[AnyEntry] = []
    line: list[int] = []  # by number of entry
    seats: dict[int, int] = {}
    for word in script:
        number = len(entries)
        if word in ("first", "second"):
            seats[number] = int(word == "second")
            entries.append(Choice(seat=seats[number], kind="K", option=0, text="t"))
            line.append(number)
        elif word == "chance":
            entries.append(Chance(label="l", nth=0, answer=0, text="t", outcomes=2))
            line.append(number)
        elif word == "rewind" and line:
            entries.append(Rewind(seat=0, to=len(line) // 2))
            line = line[: len(line) // 2]
        elif word.startswith("undo") and int(word[-1]) in [seats.get(one) for one in line]:
            entries.append(Undo(seat=int(word[-1]), text="t"))
            line.remove(max(one for one in line if seats.get(one) == int(word[-1])))
    assert [number for number, _ in walk(entries).line] == line


def test_a_published_record_names_nobody() -> None:
    sitter = Sitter("Ann", holder="token-of-ann")
    record = played(GAMES[4])
    header = msgspec.structs.replace(record.header, seats=(sitter,))
    choice = next(entry for entry in record.entries if isinstance(entry, Choice))
    moved = msgspec.structs.replace(choice, command="command two")
    clean = published(Record(header, [Seat(seat=0, sitter=sitter, command="command one"), moved, *record.entries[-1:]]))
    text = b"".join([encode(clean.header), *map(encode, clean.entries)]).decode()
    assert "token-of-ann" not in text
    assert "command" not in text
    assert "Ann" in text

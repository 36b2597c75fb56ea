"""The runner of test vectors, over the tiny games: what holds, and what it says of mistakes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from witchboard_tiny.grab import GAME as GRAB
from witchboard_tiny.hideout import GAME as HIDEOUT
from witchboard_tiny.thieves import GAME as THIEVES

from witchboard.engine.game import UnknownError
from witchboard.engine.vectors import VectorError, check_file

GAMES = {game.key: game for game in (GRAB, HIDEOUT, THIEVES)}


def find(key: str) -> object:
    if key not in GAMES:
        raise UnknownError(f"there is no game {key!r}")
    return GAMES[key]


def check(folder: Path, text: str) -> list[str]:
    """The errors of a file with that text, "" for each vector that holds."""
    path = folder / "case.toml"
    path.write_text(text, encoding="utf-8")
    return [result.error for result in check_file(path, find)]


VECTORS = Path(__file__).parent / "vectors"


def test_claims_secrets_seats_at_once_and_seeds() -> None:
    results = check_file(VECTORS, find)
    assert len(results) >= 8
    assert [result.error for result in results if result.error] == []


START = 'start = { players = 2, setup = ["draw: gem 1", "draw: thief 2", "draw: thief 1"] }\n'
LEGAL = "seat 1 may: nothing | thief 1 on seat 2"

FAILURES = [
    ('script = ["seat 1: thief 1 on seat 1"]', "'thief 1 on seat 1' is not possible now", LEGAL),
    ('script = ["seat 1: dance"]', "line 1 ('seat 1: dance'): 'dance' is no choice here; expected: nothing; thief 1"),
    ('script = ["seat 2: nothing"]', "seat 2 is asked nothing", LEGAL),
    ('script = ["draw: gem 2"]', "chance is not asked", LEGAL),
    ('script = ["red: nothing"]', "there is no seat 'red'", LEGAL),
    ('script = ["nothing"]', "expected 'SEAT: choice' or 'LABEL: outcome'"),
    ('script = ["seat 1: nothing", "seat 2: nothing"]', "chance is asked: draw; script says a choice of seat 2"),
    ('script = ["seat 1: nothing", "stolen: gem 1"]', "chance is asked: draw; script says 'stolen'"),
    ('script = ["seat 1: nothing", "draw: king"]', "'draw: king' is no outcome of 'draw'; expected one of: shield 1; "),
    ('script = ["seat 1: nothing", "draw: shield"]', "'draw: shield' could be: shield 1; shield 2"),
    ('script = ["seat 1: claim 0 0 1"]', "Play is answered by an option, not by a claim"),
    ('script = ["seat 1: claim now"]', "expected 'claim MODE ITEM MILLISECONDS"),
    ('script = [{ asked = "seat 2" }]', "script line 1 (expectation): expected seat 2 to be asked", LEGAL),
    ("script = [{ asked = [] }]", "expected no seat to be asked"),
    ('script = [{ options = ["nothing", "dance"] }]', "not on offer: dance; also on offer: thief 1 on seat 2"),
    ('script = [{ includes = ["dance"] }]', "expected 'dance' on offer", LEGAL),
    ('script = [{ excludes = ["nothing"] }]', "expected 'nothing' not on offer"),
    ("script = [{ count = 3 }]", "expected 3 on offer, got 2"),
    ('script = [{ chance = "draw" }]', "expected chance to be asked 'draw'", LEGAL),
    ('script = [{ outcomes = ["gem 1"] }]', "chance is not asked"),
    ('script = [{ refuses = "seat 1: nothing" }]', "expected 'seat 1: nothing' to be refused, but it is possible"),
    ('script = [{ refuses = "seat 1: gem 1 on seat 1", rule = "TH-009" }]', "refused by TH-009, got TH-002"),
    ('script = [{ refuses = "seat 1: dance" }]', "expected 'seat 1: dance' to be illegal, got"),
    ('script = ["seat 1: nothing", { events = ["laid"] }]', "expected 'laid' to happen (in this order), got: nothing"),
    ('script = ["seat 1: thief 1 on seat 2", { no_events = ["laid"] }]', "expected no event 'laid', got laid: 1 0"),
    ('script = ["seat 1: thief 1 on seat 2", { told = ["Boo"] }]', "expected 'Boo' to happen", "Seat 1 lays card 0."),
    ("script = [{ view = { deck = 4 } }]", "view deck: expected 4, got 3"),
    ("script = [{ position = { turn = 2 } }]", "position turn: expected 2, got 1"),
    ("script = [{ position = { moon = 2 } }]", "expected one of the fields", "turn"),
    ('script = [{ undo = "seat 1" }]', "expected that seat 1 may take back the latest choice, but"),
    ("script = [{ over = true }]", "expected the game over", LEGAL),
    ("script = [{ outcome = { won = true } }]", "expected the game over", LEGAL),
]


@pytest.mark.parametrize("failure", FAILURES, ids=[line for line, *_ in FAILURES])
def test_a_failure_says_where_what_was_given_and_what_is_possible(failure: tuple[str, ...], tmp_path: Path) -> None:
    line, *expected = failure
    head = 'game = "tiny-thieves"\n[[vector]]\nname = "case"\nrules = ["TH-002"]\n'
    (error,) = check(tmp_path, head + START + line)
    assert error.startswith("case.toml, vector 'case', script line ")
    assert [words for words in expected if words not in error] == []


STARTS = [
    ('start = "nowhere"', "start: there is no start 'nowhere': expected one of one"),
    ('start = "one"', "start: start 'one' is like itself"),
    ("start = { players = 7 }", "start: Thieves is for 2, 3 players, not 7"),
    ("start = { options = { rounds = 9 } }", "option rounds: expected one of 1, 2, got 9"),
    ('start = { setup = ["draw: king"] }', "start: setup 'draw: king': 'draw: king' is no outcome"),
    ("change = { moon = 1 }", "position change 'moon': expected one of the fields"),
    ('change = { turn = "late" }', "position, turn: expected a whole number"),
    ('stack = ["Dance"]', "position, stack[0]: expected a step of this game"),
    ("start = { content = { moon = 1 } }", "start: tiny-thieves: expected a whole number"),
]


@pytest.mark.parametrize(("line", "expected"), STARTS)
def test_a_start_that_cannot_be_says_why(line: str, expected: str, tmp_path: Path) -> None:
    head = 'game = "tiny-thieves"\n[starts.one]\nlike = "one"\n'
    (error,) = check(tmp_path, head + '[[vector]]\nname = "case"\nrules = ["TH-002"]\nscript = []\n' + line)
    assert expected in error


VECTOR = '[[vector]]\nname = "a"\nrules = ["GR-001"]\n'
FILES = [
    ("game = 1", "case.toml, game: expected str, got int 1"),
    ('game = "tiny-grab"\nmoon = 1', "case.toml: unknown field, expected one of game, "),
    ('game = "tiny-grab"\n' + VECTOR, "vector row 'a': expected a field script"),
    ('game = "tiny-grab"\n[[vector]]\nname = "a"\nrules = []\nscript = []', "vector 'a': expected 1 to 6 rules, got 0"),
    ('game = "tiny-grab"\n' + 2 * f"{VECTOR}script = []\n", "each vector's name once, got 'a' again"),
    ('game = "tiny-grab"\nstarts-from = "../x.toml"', "starts-from: expected a file beside it, got '../x.toml'"),
    ('game = "tiny-grab"\nstarts-from = "x.toml"', "x.toml: cannot be read"),
    ("game = ", "case.toml, line 1"),
]


@pytest.mark.parametrize(("text", "expected"), FILES)
def test_a_file_that_cannot_be_read_says_why(text: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(VectorError, match=re.escape(expected)):
        check(tmp_path, text)


def test_an_unknown_game_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnknownError, match="'chess'"):
        check(tmp_path, 'game = "chess"')


def test_starts_are_of_the_same_game(tmp_path: Path) -> None:
    (tmp_path / "starts.toml").write_text('game = "tiny-thieves"', encoding="utf-8")
    with pytest.raises(VectorError, match=r"starts\.toml is of 'tiny-thieves', not 'tiny-grab'"):
        check(tmp_path, 'game = "tiny-grab"\nstarts-from = "starts.toml"')


def test_a_folder_is_checked_file_by_file(tmp_path: Path) -> None:
    (tmp_path / "deeper").mkdir()
    for name in ("a.toml", "deeper/b.toml"):
        (tmp_path / name).write_text('game = "tiny-grab"\n' + VECTOR + "script = []\n", encoding="utf-8")
    results = check_file(tmp_path, find)
    assert [(result.file, result.error) for result in results] == [("a.toml", ""), (str(Path("deeper/b.toml")), "")]

"""What can't be done as asked: one clear line that names it, exit status 2, never a traceback."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.conftest import Run
from witchboard.engine.record import read
from witchboard.games import ghost_stories

GAME = "ghost-stories"


def refused(run: Run, *arguments: str | Path, typed: str = "") -> str:
    """The one line with which a command is refused."""
    done = run(*arguments, typed=typed)
    assert done.returncode == 2, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("witchboard: ")
    return lines[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "ghost-storys"], "there is no game 'ghost-storys': expected one of ghost-stories"),
        (["rules", "chess"], "there is no game 'chess'"),
        (["play", GAME, "-o", "level=easy"], "option level: expected one of initiation, normal, nightmare, hell"),
        (["play", GAME, "-o", "levle=hell"], "has no option 'levle'"),
        (["play", GAME, "-o", "=hell"], "option '=hell': expected KEY=VALUE"),
        (
            ["play", GAME, "-o", "level"],
            "option 'level' is no switch: expected level=initiation, or another of normal,",
        ),
        (["simulate", "ghoulash", "-o", "rulings"], "expected rulings=as-printed, or another of witchboard, got no"),
        (["simulate", "ghoulash", "-o", "turn-limit"], "option 'turn-limit' is no switch: expected turn-limit=NUMBER"),
        (["play", GAME, "-o", "choose", "-o", "choose=off"], "option 'choose' is given twice"),
        (["play", GAME, "-o", "level=hell", "-o", "five-qi"], "expected level initiation, got hell"),
        (["play", GAME, "--players", "5"], "is for 1, 2, 3, 4 players, not 5"),
        (["play", GAME, "--seat", "5"], "there is no seat '5' here"),
        (["play", GAME, "--seat", "pink"], "there is no seat 'pink' here: expected some of 1 to 4"),
        (["play", GAME, "--bot", "vilager"], "there is no bot 'vilager' for Ghost Stories"),
        (["play", GAME, "--bot", "random,random"], "expected one bot, or 3 for the 3 seats without a person, got 2"),
        (["play", GAME, "--dice", "loaded"], "there are no dice 'loaded': expected house or open"),
        (["play", GAME, "--dice", "open", "--seed", "x"], "real dice have no seed"),
        (["play", GAME, "--file", "No Name!.jsonl"], "can't be the file of a game"),
        (["resume"], "there is no unfinished game"),
        (["resume", "nowhere"], "there is no game 'nowhere'"),
        (["replay", "nowhere.jsonl", "--all"], "nowhere.jsonl: can't be read: No such file"),
        (["verify", "nowhere.jsonl"], "nowhere.jsonl: can't be read: No such file"),
        (["check", "nowhere.toml"], "there is no file or folder 'nowhere.toml'"),
        (["rules", GAME, "GS-999"], "has no rule 'GS-999'"),
        (["rules", GAME, "--search", "hovercraft"], "has no rule with the words 'hovercraft'"),
        (["simulate", GAME, "--bots", "nobody"], "there is no bot 'nobody'"),
        (["simulate", GAME, "--csv", "/no/such/folder/x.csv"], "can't be written"),
    ],
)
def test_what_is_not_there(run: Run, arguments: list[str], words: str) -> None:
    """Unknown games, options, seats, bots, dice, files, rules."""
    assert words in refused(run, *arguments)


def test_an_option_of_the_command_itself(run: Run) -> None:
    """What the command line itself refuses is said as shortly."""
    done = run("play", GAME, "--player", "4")
    assert done.returncode == 2
    assert "No such option: --player" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    """The record of a game that was begun."""
    path = tmp_path / "game.jsonl"
    run("play", GAME, "--bot", "random", "--no-tips", "--seed", "c", "--file", path, typed="1\nq\n")
    return path


def edit(path: Path, change: Callable[[list[str]], list[str]]) -> Path:
    """A copy of a record with its lines changed."""
    lines = path.read_text().splitlines(keepends=True)
    copy = path.with_name("edited.jsonl")
    copy.write_text("".join(change(lines)))
    return copy


def header_with(lines: list[str], **changes: object) -> list[str]:
    return [json.dumps({**json.loads(lines[0]), **changes}) + "\n", *lines[1:]]


@pytest.mark.parametrize("command", [["verify"], ["replay", "--all"]])
def test_a_damaged_record(run: Run, record: Path, command: list[str]) -> None:
    """Cut short, edited, of another version, of other content: the line says which, and where."""
    cut = edit(record, lambda lines: [*lines[:-1], lines[-1][:9]])
    assert f"edited.jsonl, line {len(record.read_text().splitlines())}: is cut short" in refused(run, *command, cut)
    other = edit(record, lambda lines: [*lines[:10], lines[10].replace('"answer":', '"answer":1'), *lines[11:]])
    assert "line 11: was edited, or doesn't fit" in refused(run, *command, other)
    no_json = edit(record, lambda lines: [*lines[:4], "what?\n", *lines[5:]])
    assert "line 5: the entry was edited or damaged" in refused(run, *command, no_json)
    new = edit(record, lambda lines: header_with(lines, format=99))
    assert "line 1: has format 99; this Witchboard reads format 1" in refused(run, *command, new)
    rules = edit(record, lambda lines: header_with(lines, rules="0"))
    assert "line 1: was made under rules version '0'" in refused(run, *command, rules)
    content = edit(record, lambda lines: header_with(lines, content="00"))
    assert "line 1: was made with content 00" in refused(run, *command, content)
    nothing = edit(record, lambda lines: [])
    assert "is empty" in refused(run, *command, nothing)


def test_doctored_dice_are_found(run: Run, tmp_path: Path) -> None:
    """A record in which a throw is another, and fits the rules, fails the check of its chance: status 1."""
    path = tmp_path / "whole.jsonl"
    run("play", GAME, "--no-confirm", "--bot", "random", "--no-tips", "--file", path, typed="1\n" * 2000)
    assert run("verify", path).returncode == 0
    lines = path.read_text().splitlines(keepends=True)
    end = json.loads(lines[-1])
    end["seed"] = "00" * 32
    doctored = edit(path, lambda lines: [*lines[:-1], json.dumps(end) + "\n"])
    done = run("verify", doctored)
    assert done.returncode == 1
    assert "WRONG  commitment" in done.stdout
    end["seed"], end["scores"] = json.loads(lines[-1])["seed"], [99, 99, 99, 99]
    boasting = edit(path, lambda lines: [*lines[:-1], json.dumps(end) + "\n"])
    assert "WRONG  result" in run("verify", boasting).stdout


def test_a_game_can_not_go_on_with_another_seed(run: Run, record: Path) -> None:
    """The seed beside a record must be the one it is bound to, and must be there."""
    seed = record.with_suffix(".seed")
    kept = seed.read_text()
    seed.write_text("00" * 32 + "\n")
    assert "the seed is not the one this game is bound to" in refused(run, "resume", record)
    seed.unlink()
    assert "the seed of this game is missing" in refused(run, "resume", record)
    seed.write_text(kept)
    assert run("resume", record, typed="q\n").returncode == 0


def test_a_replay_needs_a_terminal(run: Run, record: Path) -> None:
    """Stepping through needs somebody who presses Enter; --all does not."""
    assert "this is not a terminal: expected --all" in refused(run, "replay", record)


def test_a_vector_that_can_not_be_played(run: Run, tmp_path: Path) -> None:
    """The line of the script and what was legal there; status 2, where a mere disagreement has status 1."""
    vector = '[[vector]]\nname = "a case"\nrules = ["GS-009"]\nstart = {{ players = 4 }}\nscript = [{}]\n'
    head = f'game = "{GAME}"\n'
    path = tmp_path / "case.toml"
    path.write_text(head + vector.format('"tile: Tea House", "tile: Tea House"'))
    done = run("check", path)
    assert done.returncode == 2
    assert "case.toml, vector 'a case', script line 2 ('tile: Tea House')" in done.stdout
    assert "expected one of: Circle of Prayer" in done.stdout
    path.write_text(head + vector.format("{ over = true }"))
    done = run("check", path)
    assert done.returncode == 1
    assert "(expectation)" in done.stdout
    path.write_text(head + "[[vector]]\nnam = 1\n")
    assert "case.toml" in refused(run, "check", path)
    path.write_text(head.replace("stories", "storys"))
    assert "there is no game" in refused(run, "check", path)


def test_content_with_a_wrong_value(spawn: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose content file has a wrong value says file, row and field."""
    source = Path(ghost_stories.__file__).with_name("content.toml")
    (tmp_path / "content.toml").write_text(
        source.read_text().replace('colour = "yellow", resistance = 1', 'colour = "pink", resistance = 1', 1)
    )
    module = "from pathlib import Path\nfrom witchboard.games.ghost_stories.content import load\n"
    module += "GAME = load(Path(__file__).with_name('content.toml'))\n"
    (tmp_path / "broken_game.py").write_text(module)
    package = tmp_path / "broken_game-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-game\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[witchboard.games]\nbroken-game = broken_game:GAME\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    words = refused(spawn, "play", "broken-game")
    assert "content.toml" in words and "ghost" in words and "colour" in words


def test_a_folder_that_can_not_be_written(run: Run, data: Path) -> None:
    """A disk that refuses is no traceback either."""
    data.parent.mkdir(exist_ok=True)
    data.write_text("a file where the folder should be")
    assert "can't be made" in refused(run, "play", GAME, "--no-tips")
    data.unlink()


def test_no_copy_over_another_file(run: Run, record: Path, tmp_path: Path) -> None:
    """`s FILE` copies the record, and never over a file that is there."""
    there = tmp_path / "there.jsonl"
    there.write_text("mine")
    shown = run("resume", record, typed=f"s {there}\ns {tmp_path / 'new.jsonl'}\nq\n").stdout
    assert "there is such a file already" in " ".join(shown.split())
    assert there.read_text() == "mine"
    assert read(tmp_path / "new.jsonl").header.game == GAME
    shutil.rmtree(tmp_path, ignore_errors=True)

"""The commands that report, for people and in JSON."""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.conftest import Run, Tty
from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.discover import game_keys
from witchboard.terminal import fairness

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "tests" / "games" / "ghost_stories" / "vectors" / "examples.toml"
GAME = "ghost-stories"


def test_help_is_quick(spawn: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """The time is printed, not judged here: it is the machine's as much as ours. Nothing heavy is imported."""
    began = time.perf_counter()
    shown = spawn("--help")
    with capsys.disabled():
        print(f"\n  witchboard --help: {time.perf_counter() - began:.3f} s")
    assert shown.returncode == 0
    commands = ("play", "resume", "replay", "games", "rules", "check", "verify", "simulate", "bench")
    assert all(f"  {name} " in shown.stdout for name in commands)


def test_help_imports_no_game() -> None:
    """What makes help slow: games, bots, the table, msgspec and Rich stay unloaded."""
    import subprocess
    import sys

    code = (
        "import sys; from witchboard.terminal.cli import app; "
        "print([m for m in sys.modules if m.startswith(('witchboard.engine', 'witchboard.games', 'msgspec', 'rich.'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_version(run: Run) -> None:
    """It names the build and the digest of its sources."""
    assert run("--version").stdout.startswith("witchboard 0.")
    assert "sources" in run("--version").stdout


def test_completion(spawn: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell completes commands and the keys of games."""
    monkeypatch.setenv("_WITCHBOARD_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "witchboard rules ghost-s")
    monkeypatch.setenv("COMP_CWORD", "2")
    assert spawn().stdout.split() == [GAME]


def test_games(run: Run) -> None:
    """Each game with its options; in JSON with bots and versions."""
    assert "-o level" in run("games").stdout
    found = json.loads(run("games", "--json").stdout)
    assert [one["key"] for one in found] == game_keys()
    [game] = [one for one in found if one["key"] == GAME]
    assert "random" in game["bots"]
    assert [option["default"] for option in game["options"] if option["key"] == "level"] == ["initiation"]
    hunt = next(one for one in found if one["key"] == "ghoulash")
    assert [one["key"] for one in hunt["options"] if one["printed"] == [False] and one["default"]] == ["stall-wound"]


def test_rulings_stand_together_and_are_set_at_once(run: Run) -> None:
    listed = run("games").stdout
    assert "-o rulings" in listed and "As printed: off; here: on." in " ".join(listed.split())
    assert "Rulings" not in run("play", "ghoulash", "-o", "scenario=gh-s00", "--no-tips", typed="q\n").stdout
    printed = ("play", "ghoulash", "-o", "rulings=as-printed", "--no-tips")
    assert "Rulings: as printed." in run(*printed, typed="q\n").stdout
    assert "Rulings: your own mix." in run(*printed, "-o", "hardcore", typed="q\n").stdout
    mirror = run(*printed, "--players", "2", "--seat", "1", "-o", "hides=mirror", typed="q\n")
    assert "Rulings: as printed, but:" in mirror.stdout
    assert "Last answer: with one grid for both it is always on (GH-159)." in mirror.stdout
    wrong = run("play", "ghoulash", "--players", "2", "-o", "hides=mirror", "-o", "last-answer=off")
    assert wrong.returncode == 2 and "option last-answer=off: with one grid for both it is always on" in wrong.stderr
    wrong = run("play", "ghoulash", "-o", "rulings=mine")
    assert wrong.returncode == 2 and "expected as-printed or witchboard, got 'mine'" in wrong.stderr


def test_rules(run: Run) -> None:
    """All of them as they are written; one by number; those with some words."""
    assert run("rules", GAME).stdout.startswith("# Ghost Stories")
    assert run("rules", GAME, "gs-097").stdout == "GS-097  A haunted tile gives no help.\n"
    assert run("rules", GAME, "97").stdout == run("rules", GAME, "GS-097").stdout
    assert "GS-055" in run("rules", GAME, "--search", "mountain never rolls").stdout
    found = json.loads(run("rules", GAME, "GS-R06", "--json").stdout)
    assert [one["number"] for one in found] == ["GS-R06"]
    assert len(json.loads(run("rules", GAME, "--json").stdout)) > 300


def test_check(run: Run) -> None:
    """Vectors that hold have status 0 and are counted."""
    done = run("check", VECTORS)
    assert done.returncode == 0
    assert "all hold" in done.stdout
    report = json.loads(run("check", VECTORS, "--json").stdout)
    assert report["wrong"] == 0
    assert report["vectors"] == len(report["results"])


def test_simulate(run: Run, tmp_path: Path) -> None:
    """The same figures however many workers; rows for a spreadsheet; words for people."""
    table = tmp_path / "games.csv"
    one = run("simulate", GAME, "-n", "30", "--seed", "s", "--json", "--csv", table)
    two = run("simulate", GAME, "-n", "30", "--seed", "s", "--json", "--workers", "2")
    reports = [json.loads(done.stdout) for done in (one, two)]
    speeds = [report.pop("run") for report in reports]
    assert reports[0] == reports[1]
    assert all(speed["games_per_second"] > 0 and speed["steps_per_second"] > 0 for speed in speeds)
    with table.open() as file:
        assert len(list(csv.DictReader(file))) == 30
    shown = run("simulate", GAME, "-n", "10", "-o", "level=hell").stdout
    assert "won             0 of 10" in shown
    assert "level=hell" in shown


def test_simulate_plays_as_many_as_bots_are_named_else_as_the_game_opens(run: Run) -> None:
    command = ("simulate", "ghoulash", "-n", "1", "--json", "-o", "hides=random")
    assert json.loads(run(*command, "--bots", "random,walker,random").stdout)["players"] == 3
    assert json.loads(run(*command).stdout)["players"] == 2


def test_options_stand_apart_from_what_is_said_of_them(run: Run) -> None:
    """A key longer than its column stands on a line of its own."""
    lines = run("games").stdout.splitlines()
    at = lines.index("      -o preset-weak-spots")
    assert lines[at + 1].startswith(" " * 25 + "Weak spots are fixed")
    assert "" not in lines


def test_bench(run: Run, tiny_installed: None) -> None:
    """Every figure for people and in JSON, of a game that is measured in no time."""
    game = "tiny-well"
    report = json.loads(run("bench", game, "--seconds", "0.05", "--json").stdout)
    assert report["figures"]["play"]["value"] > 0
    assert "random play to the end" in run("bench", game, "--seconds", "0.05").stdout


def test_fair_answers_are_computed_apart_from_the_engine() -> None:
    """docs/fairness.md read twice, here and in the engine, gives the same answers."""
    seed = bytes(range(32))
    for contributions in ((), ("red hat", "42"), ("naïve ☂",)):
        dealer = CommittedDealer(seed, contributions)
        for nth in range(50):
            assert fairness.answer(seed, contributions, "draw", nth, 55) == dealer.draw("draw", 55, None, nth, -1)
            weights = (2, 1, 0, 1, 1, 1)
            assert fairness.answer(seed, contributions, "curse die", nth, weights) == dealer.draw(
                "curse die", 6, weights, nth, -1
            )


def test_the_example_of_the_specification() -> None:
    """The worked example of docs/fairness.md."""
    assert fairness.answer(bytes(range(32)), (), "tao dice", 0, 1296) == 1019


def test_replay_step_by_step(run: Run, tty: Callable[..., Tty], tmp_path: Path) -> None:
    """Enter goes on, b back, a number there, t draws the table, q leaves."""
    path = tmp_path / "game.jsonl"
    run("play", GAME, "--bot", "random", "--no-tips", "--seed", "c", "--file", path, typed="1\nq\n")
    seen = tty("replay", path)
    seen.wait("0/")
    seen.type("")
    seen.wait("tile: ")
    seen.wait("1/")
    seen.type("20")
    seen.wait("20/")
    seen.type("b")
    seen.wait("19/")
    seen.type("t")
    seen.wait("Supply: Qi")
    seen.type("999")
    seen.wait("Steps are numbered 0 to")
    seen.type("q")
    assert seen.end() == 0


def test_replay_in_json(run: Run, tmp_path: Path) -> None:
    """Every step with what it told."""
    path = tmp_path / "game.jsonl"
    run("play", GAME, "--bot", "random", "--no-tips", "--seed", "c", "--file", path, typed="1\nq\n")
    steps = json.loads(run("replay", path, "--json").stdout)
    assert [step["step"] for step in steps] == list(range(len(steps)))
    assert any("'s turn" in words for step in steps for words in step["told"])

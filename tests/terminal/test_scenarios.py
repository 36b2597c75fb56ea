"""Scenarios of one's own on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.terminal.conftest import Run
from witchboard.engine.discover import game_keys

pytestmark = pytest.mark.skipif("ghoulash" not in game_keys(), reason="GHOULASH is not installed")


def test_begin_check_draw_and_play_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "harbour.toml"
    assert run("scenario", "new", file).returncode == 0
    assert "there already" in run("scenario", "new", file).stderr
    checked = run("scenario", "check", file)
    assert (checked.returncode, "is sound" in checked.stdout) == (0, True)
    assert "|a a a|.|b b|" in run("scenario", "render", file).stdout
    drawn = tmp_path / "harbour.svg"
    assert run("scenario", "render", file, "--out", drawn).returncode == 0
    assert drawn.read_text(encoding="utf-8").startswith("<svg")
    record = tmp_path / "game.jsonl"
    command = ("play", "ghoulash", "--with", file, "-o", "hides=random", "-p", "2", "-f", record)
    assert run(*command, typed="quit\n").returncode == 0
    header = json.loads(record.read_text(encoding="utf-8").splitlines()[0])
    assert list(header["changes"]) == ["HARBOUR"]
    assert run("resume", record, typed="quit\n").returncode == 0


def test_faults_are_told_one_file_after_another(run: Run, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    run("scenario", "new", good)
    bad.write_text(good.read_text(encoding="utf-8").replace("meter = 10", "meter = 0"), encoding="utf-8")
    checked = run("scenario", "check", bad, good)
    assert checked.returncode == 1
    assert "bad.toml, line 8, meter" in checked.stderr
    assert "good.toml" in checked.stdout


def test_every_fault_of_a_file_is_a_line_and_two_files_of_one_id_are_told(run: Run, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    run("scenario", "new", good)
    text = good.read_text(encoding="utf-8")
    bad.write_text(text.replace("meter = 10", "meter = 0").replace('"1-C"', '"9-C"'), encoding="utf-8")
    assert [line.split(":")[0] for line in run("scenario", "check", bad).stderr.splitlines()] == [
        "bad.toml, line 8, meter",
        "bad.toml, line 16, map, field start",
    ]
    bad.write_text(text.replace('"GOOD"', '"good"'), encoding="utf-8")
    checked = run("scenario", "check", good, bad, good)
    assert (checked.returncode, checked.stderr) == (
        1,
        "bad.toml, line 4, id: expected an id of its own, got good, as in good.toml\n",
    )


def test_what_can_not_be_begun_or_drawn_is_one_line(run: Run, tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "folder"
    assert run("scenario", "new", nowhere / "a.toml").stderr.count("\n") == 1
    file = tmp_path / "a.toml"
    refused = run("scenario", "new", file, "--id", "what?!")
    assert (refused.returncode, "id: expected" in refused.stderr, file.exists()) == (2, True, False)
    assert run("scenario", "new", file, "--name", 'The "Old" Mill\\').returncode == 0
    assert 'The "Old" Mill\\' in run("scenario", "check", file).stdout
    assert "can't be written" in run("scenario", "render", file, "--out", nowhere / "a.svg").stderr


def test_a_picture_is_drawn_over_a_picture_only(run: Run, tmp_path: Path) -> None:
    file, drawn = tmp_path / "a.toml", tmp_path / "a.svg"
    run("scenario", "new", file)
    text = file.read_text(encoding="utf-8")
    (tmp_path / "b.toml").symlink_to(file)
    for out in (file, tmp_path / "b.toml"):
        refused = run("scenario", "render", file, "--out", out)
        assert (refused.returncode, "is no SVG picture: nothing was written" in refused.stderr) == (2, True)
    assert file.read_text(encoding="utf-8") == text
    for _ in range(2):
        assert run("scenario", "render", file, "--out", drawn).returncode == 0

"""What ./play decides before it opens the game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import compiler
import environment
import fast
import pytest
from environment import ROOT


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, play_py: ModuleType) -> list[str]:
    """Compiled environments in a folder of their own, a pure one that costs nothing; the list of builds started."""
    started: list[str] = []
    monkeypatch.setattr(fast, "FAST", tmp_path)
    monkeypatch.setattr(fast, "key", lambda root=fast.ROOT: "a1")
    monkeypatch.setattr(fast, "is_building", lambda: bool(started))
    monkeypatch.setattr(fast, "start_in_background", lambda: started.append("build"))
    monkeypatch.setattr(compiler, "missing", lambda: None)
    monkeypatch.setattr(play_py, "prepare_pure", lambda: Path("pure"))
    monkeypatch.delenv("WITCHBOARD_PURE", raising=False)
    return started


def compiled_environment(mark: str) -> Path:
    env = fast.FAST / mark
    environment.python(env).parent.mkdir(parents=True)
    environment.python(env).touch()
    environment.set_ready(env, mark)
    return env


def test_without_arguments_the_game_opens(play_py: ModuleType) -> None:
    assert play_py.command_line([]) == play_py.OPEN


def test_options_go_to_the_opening_command(play_py: ModuleType) -> None:
    assert play_py.command_line(["--port", "9000"]) == [*play_py.OPEN, "--port", "9000"]


def test_a_command_replaces_the_opening_one(play_py: ModuleType) -> None:
    assert play_py.command_line(["simulate", "--games", "9"]) == ["simulate", "--games", "9"]


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_what_witchboard_itself_is_asked_goes_to_it(play_py: ModuleType, option: str) -> None:
    assert play_py.command_line([option]) == [option]


def test_the_first_start_is_pure_and_starts_one_build(play_py: ModuleType, place: list[str]) -> None:
    for _ in range(2):
        env, words = play_py.choose()
        assert env == Path("pure")
        assert "pure Python; the compiled build will be ready at the next start" in words
    assert place == ["build"]


def test_a_finished_build_is_run(play_py: ModuleType, place: list[str]) -> None:
    env = compiled_environment("a1")
    assert play_py.choose() == (env, "compiled")
    assert place == []


def test_a_build_of_other_sources_is_not(play_py: ModuleType, place: list[str]) -> None:
    compiled_environment("b2")
    assert play_py.choose()[0] == Path("pure")
    assert place == ["build"]


def test_a_build_that_was_killed_is_made_again(play_py: ModuleType, place: list[str]) -> None:
    (compiled_environment("a1") / "ready").unlink()
    assert play_py.choose()[0] == Path("pure")
    assert place == ["build"]


def test_pure_when_asked_for(play_py: ModuleType, place: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    compiled_environment("a1")
    monkeypatch.setenv("WITCHBOARD_PURE", "1")
    assert play_py.choose() == (Path("pure"), "pure Python (WITCHBOARD_PURE is set)")
    assert place == []


def test_without_a_compiler_no_build_starts_and_the_remedy_is_named(
    play_py: ModuleType, place: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiler, "missing", lambda: "no C compiler")
    _, words = play_py.choose()
    assert words == f"pure Python: no C compiler; for the compiled build:  {compiler.remedy()}"
    assert place == []


def test_what_the_compiler_refused_is_not_tried_again(play_py: ModuleType, place: list[str]) -> None:
    (fast.FAST / "a1.failed").write_text("compiling failed\n")
    assert play_py.choose() == (Path("pure"), "pure Python: compiling failed")
    assert place == []


def test_old_builds_go_and_the_last_two_stay(place: list[str]) -> None:
    for age, mark in enumerate(["a1", "b2", "c3"]):
        stamp = compiled_environment(mark) / "ready"
        os.utime(stamp, (age, age))
    (fast.FAST / "killed").mkdir()
    (fast.FAST / "d4.failed").touch()
    fast.remove_old()
    assert sorted(path.name for path in fast.FAST.iterdir()) == ["b2", "c3"]


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("src/witchboard/engine/state.py", True),
        ("src/witchboard/games/some_game/pieces.svg", True),
        ("requirements/run.txt", True),
        ("setup.py", True),
        ("tests/engine/test_state.py", False),
        ("src/witchboard/engine/__pycache__/state.pyc", False),
        ("src/witchboard.egg-info/PKG-INFO", False),
        ("src/.mypy_cache/cache.json", False),
    ],
)
def test_a_change_makes_the_build_stale_if_it_is_made_of_it(tmp_path: Path, name: str, counts: bool) -> None:
    before = fast.key(tmp_path)
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("changed")
    assert (fast.key(tmp_path) != before) == counts


def test_the_place_of_the_sources_does_not_matter(tmp_path: Path) -> None:
    for place in ("one/.hidden", "two"):
        (tmp_path / place / "src").mkdir(parents=True)
        (tmp_path / place / "src" / "a.py").write_text("a")
    assert fast.key(tmp_path / "one/.hidden") == fast.key(tmp_path / "two") != fast.key(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="the shell script is for the others; there it is python play.py")
@pytest.mark.parametrize("command", ["play", "test"])
def test_without_a_new_python_the_command_says_what_to_install(tmp_path: Path, command: str) -> None:
    (tmp_path / "python3").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "python3").chmod(0o755)
    (tmp_path / "dirname").symlink_to("/usr/bin/dirname")
    environ = {"PATH": str(tmp_path)}
    done = subprocess.run(["/bin/sh", ROOT / command], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "needs Python 3.11 or newer" in done.stderr
    assert "apt install python3 python3-venv" in done.stderr


def test_a_finished_build_is_not_built_again(place: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    compiled_environment("a1")
    monkeypatch.setattr(fast, "copy_sources", lambda: (Path("copy"), "a1"))
    monkeypatch.setattr(environment, "make", lambda *_: pytest.fail("somebody may be playing in it"))
    fast.build()


def test_a_build_that_falls_back_leaves_a_note_and_no_environment(
    place: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> Path:
        raise fast.NotCompiled("compiling failed")

    monkeypatch.setattr(fast, "copy_sources", lambda: (Path("copy"), "a1"))
    monkeypatch.setattr(environment, "make", lambda env, _: env.mkdir())
    monkeypatch.setattr(fast, "wheel", refuse)
    with pytest.raises(fast.NotCompiled):
        fast.build()
    note = fast.failure("a1")
    assert note is not None
    assert note.read_text() == "compiling failed\n"
    assert not (fast.FAST / "a1").exists()

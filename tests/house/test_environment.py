"""Environments beside the sources: made again exactly when they must be, never seen half made."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
import time
from pathlib import Path

import environment
import pytest
from environment import Stop

import witchboard


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for locks."""
    monkeypatch.setattr(environment, "KEPT", tmp_path / "kept")
    return tmp_path / "kept"


@pytest.fixture
def env(tmp_path: Path) -> Path:
    """An environment as far as files go."""
    root = tmp_path / "env"
    environment.python(root).parent.mkdir(parents=True)
    environment.python(root).touch()
    environment.site_packages(root).mkdir(parents=True)
    return root


def test_an_environment_is_ready_once_stamped_with_the_same_mark(env: Path) -> None:
    assert not environment.is_ready(env, "a1")
    environment.set_ready(env, "a1")
    assert environment.is_ready(env, "a1")
    assert not environment.is_ready(env, "b2")


def test_an_environment_whose_python_is_gone_is_not_ready(env: Path) -> None:
    environment.set_ready(env, "a1")
    environment.python(env).unlink()
    assert not environment.is_ready(env, "a1")


def test_making_it_anew_takes_the_stamp_away_first(env: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment.set_ready(env, "a1")
    monkeypatch.setattr(environment, "run", lambda *_: pytest.fail("killed here") if (env / "ready").exists() else "")
    environment.make(env, ["run"])
    assert not environment.is_ready(env, "a1")


def test_the_digest_is_of_names_bytes_and_words(tmp_path: Path) -> None:
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for file in files:
        file.write_text(file.name)
    first = environment.digest(files, tmp_path)
    assert environment.digest(files[::-1], tmp_path) == first
    assert environment.digest(files, tmp_path, "word") != first
    assert environment.digest(files[:1], tmp_path) != first
    files[0].write_text("b.txt")
    files[1].write_text("a.txt")
    assert environment.digest(files, tmp_path) != first


def test_a_link_gives_the_tree_and_its_entry_points(env: Path) -> None:
    environment.link(env)
    site = environment.site_packages(env)
    [found] = importlib.metadata.distributions(name="witchboard", path=[str(site)])
    [script] = found.entry_points.select(group="console_scripts")
    assert (script.name, script.value) == ("witchboard", "witchboard.terminal.cli:main")
    assert found.entry_points.select(group="witchboard.games")
    code = f"import site; site.addsitedir({str(site)!r}); import witchboard; print(witchboard.__file__)"
    told = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    assert Path(told.stdout.strip()) == environment.ROOT / "src" / "witchboard" / "__init__.py"


def test_a_link_to_a_new_version_replaces_the_old(env: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "_version", lambda: "0.0.1")
    environment.link(env)
    monkeypatch.undo()
    environment.link(env)
    found = [path.name for path in environment.site_packages(env).glob("witchboard-*.dist-info")]
    assert found == [f"witchboard-{witchboard.__version__}.dist-info"]


def test_a_lock_is_held_by_one_and_ends_with_its_process(kept: Path) -> None:
    code = (
        f"import sys, time; sys.path.insert(0, {str(environment.ROOT / 'tools')!r}); import environment, pathlib\n"
        f"environment.KEPT = pathlib.Path({str(kept)!r})\n"
        "with environment.lock('build'): print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with environment.lock("build", wait=False) as free:
            assert not free
        with environment.lock("another", wait=False) as free:
            assert free
        other.kill()
    with environment.lock("build", wait=False) as free:
        assert free


def test_a_stage_is_one_line_with_its_time(capsys: pytest.CaptureFixture[str]) -> None:
    with environment.stage("Packages"):
        time.sleep(0.1)
    with pytest.raises(KeyError), environment.stage("Compile"):
        raise KeyError
    first, second = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"Packages +0\.1 s", first)
    assert re.fullmatch(r"Compile +0\.0 s  failed", second)


def test_a_command_that_fails_is_quoted_under_our_words() -> None:
    with pytest.raises(Stop, match=r"It failed\.\n    why it did"):
        environment.run([sys.executable, "-c", "print('why it did'); raise SystemExit(3)"], "It failed.")


def test_without_the_venv_module_the_remedy_is_named(env: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    with pytest.raises(Stop, match=f"apt install python{version}-venv"):
        environment.create(env)

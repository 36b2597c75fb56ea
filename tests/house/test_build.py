"""A build says truly what it is: its name, its version, the digest of its sources."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import witchboard
from witchboard import build


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small package in place of Witchboard's own."""
    root = tmp_path / "witchboard"
    (root / "engine").mkdir(parents=True)
    (root / "engine" / "state.py").write_bytes(b"SEATS = 4\n")
    (root / "games").mkdir()
    (root / "games" / "content.toml").write_bytes(b"qi = 3\n")
    monkeypatch.setattr(build, "PACKAGE", root)
    return root


def test_version_line_names_version_build_and_digest() -> None:
    pattern = rf"witchboard {re.escape(witchboard.__version__)} \((pure|compiled), sources [0-9a-f]{{12}}\)"
    assert re.fullmatch(pattern, build.version_line())


def test_an_extension_module_in_the_engine_makes_it_compiled(package: Path) -> None:
    assert build.build_name() == "pure"
    (package / "engine" / f"state{EXTENSION_SUFFIXES[0]}").touch()
    assert build.build_name() == "compiled"


def test_digest_is_of_names_and_bytes_alone(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = build.sources_digest()
    elsewhere = tmp_path / "elsewhere" / "site-packages" / "witchboard"
    shutil.copytree(package, elsewhere)
    (elsewhere / "engine" / f"state{EXTENSION_SUFFIXES[0]}").write_bytes(b"machine code")
    (elsewhere / "engine" / "state.cpython-311.pyc").write_bytes(b"byte code")
    monkeypatch.setattr(build, "PACKAGE", elsewhere)
    assert build.sources_digest() == here


@pytest.mark.parametrize("name", ["engine/state.py", "games/content.toml"])
def test_digest_changes_with_any_byte(package: Path, name: str) -> None:
    before = build.sources_digest()
    (package / name).write_bytes((package / name).read_bytes() + b"\n")
    assert build.sources_digest() != before


def test_digest_changes_when_a_file_moves(package: Path) -> None:
    before = build.sources_digest()
    (package / "engine" / "state.py").rename(package / "games" / "state.py")
    assert build.sources_digest() != before


def test_the_version_is_told_without_any_dependency() -> None:
    source = str(Path(witchboard.__file__).parents[1])
    code = f"import sys; sys.path.insert(0, {source!r}); from witchboard import build; print(build.version_line())"
    told = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == build.version_line()

"""What gets installed: every file of the package, compiled as a whole or not at all."""

from __future__ import annotations

import fnmatch
import os
import runpy
import shutil
import subprocess
import sys
import tomllib
import zipfile
from configparser import ConfigParser
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import compiler
import environment
import fast
import pytest
import setuptools

from witchboard.build import sources_digest

pytestmark = pytest.mark.skipif(
    int(setuptools.__version__.split(".")[0]) < 77, reason="setuptools is too old here; ./test installs the locked one"
)
needs_compiler = pytest.mark.skipif(compiler.missing() is not None, reason=str(compiler.missing()))
PROJECT = tomllib.loads((environment.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CHOSEN = PROJECT["tool"]["witchboard"]


def build_wheel(root: Path, **environ: str) -> tuple[zipfile.ZipFile, str]:
    """Build a project's wheel with what is installed here; the wheel and what the build said."""
    command = [sys.executable, "-m", "pip", "wheel", "-v", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run(
        [*command, "-w", root / "dist", root],
        env={**os.environ, "WITCHBOARD_PURE": "", **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    [wheel] = (root / "dist").glob("*.whl")
    return zipfile.ZipFile(wheel), done.stdout


def extension_modules(wheel: zipfile.ZipFile) -> list[str]:
    return [name for name in wheel.namelist() if name.endswith(tuple(EXTENSION_SUFFIXES))]


def is_pure(wheel: zipfile.ZipFile) -> bool:
    return not extension_modules(wheel) and str(wheel.filename).endswith("py3-none-any.whl")


def test_every_kind_of_file_is_declared() -> None:
    patterns = [*PROJECT["tool"]["setuptools"]["package-data"]["*"], "*.py"]
    package = environment.ROOT / "src" / "witchboard"
    files = [path for path in fast.files(environment.ROOT) if path.is_relative_to(package)]
    assert [path for path in files if not any(fnmatch.fnmatch(path.name, pattern) for pattern in patterns)] == []


@pytest.mark.parametrize("pattern", [*CHOSEN["compiled"], *CHOSEN["interpreted"]])
def test_what_is_said_to_compile_or_not_is_there(pattern: str) -> None:
    assert list((environment.ROOT / "src" / "witchboard").glob(pattern))


def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    root = tmp_path / "copy"
    for path in fast.files(environment.ROOT):
        target = root / path.relative_to(environment.ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    wheel, _ = build_wheel(root, WITCHBOARD_PURE="1")
    tree = {p.relative_to(root / "src").as_posix() for p in (root / "src" / "witchboard").rglob("*") if p.is_file()}
    assert is_pure(wheel)
    assert {name for name in wheel.namelist() if ".dist-info/" not in name} == tree


def test_the_wheel_declares_commands_and_games(project: Path) -> None:
    wheel, _ = build_wheel(project, WITCHBOARD_PURE="1")
    [name] = [name for name in wheel.namelist() if name.endswith("/entry_points.txt")]
    points = ConfigParser()
    points.read_string(wheel.read(name).decode())
    assert dict(points["console_scripts"]) == PROJECT["project"]["scripts"]
    assert dict(points["witchboard.games"]) == PROJECT["project"]["entry-points"]["witchboard.games"]


@needs_compiler
def test_where_it_can_be_the_wheel_is_compiled(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel, _ = build_wheel(project, WITCHBOARD_OPT="0")
    compiled = {name.split(".")[0] for name in extension_modules(wheel)}
    assert {"witchboard/engine/__init__", "witchboard/engine/state"} <= compiled
    wheel.extractall(project / "installed")
    monkeypatch.setattr("witchboard.build.PACKAGE", project / "src" / "witchboard")
    before = sources_digest()
    monkeypatch.setattr("witchboard.build.PACKAGE", project / "installed" / "witchboard")
    assert sources_digest() == before


@needs_compiler
def test_a_module_that_opts_out_stays_interpreted(project: Path) -> None:
    config = project / "pyproject.toml"
    text = config.read_text(encoding="utf-8")
    assert "interpreted = [" in text
    config.write_text(text.replace("interpreted = [", 'interpreted = ["engine/__init__.py", '), encoding="utf-8")
    wheel, _ = build_wheel(project, WITCHBOARD_OPT="0")
    compiled = {name.split(".")[0] for name in extension_modules(wheel)}
    assert "witchboard/engine/state" in compiled
    assert "witchboard/engine/__init__" not in compiled


def test_without_a_compiler_it_is_pure_and_says_the_remedy(project: Path) -> None:
    wheel, said = build_wheel(project, CC="no-such-compiler")
    assert is_pure(wheel)
    assert f"building pure Python: no C compiler (no-such-compiler not found); remedy: {compiler.remedy()}" in said


@needs_compiler
@pytest.mark.parametrize("fault", ["c", "types"])
def test_where_compiling_fails_it_is_pure_as_a_whole(project: Path, fault: str) -> None:
    if fault == "types":
        (project / "src/witchboard/engine/state.py").write_text("def doubled(n: int) -> int:\n    return str(n)\n")
    wheel, said = build_wheel(project, **({"CC": "false"} if fault == "c" else {}))
    assert is_pure(wheel)
    assert "building pure Python: compiling failed" in said


def test_an_editable_install_stays_pure(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[dict[str, object]] = []
    monkeypatch.setattr(setuptools, "setup", lambda **more: built.append(more))
    monkeypatch.setattr(sys, "argv", ["setup.py", "editable_wheel"])
    runpy.run_path(str(project / "setup.py"))
    assert built == [{}]

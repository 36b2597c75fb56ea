"""Each one-line breakage of the rules in breakages.toml turns its vector red: the vectors can tell a wrong program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from witchboard.engine.vectors import read

HERE = Path(__file__).parent
SOURCES = HERE.parents[2] / "src" / "witchboard"
FOLDER = Path("games") / "ghost_stories"
LEFT_OUT = shutil.ignore_patterns("*.so", "*.pyd", "server", "terminal", "*.svg")
RUN = """
import sys
from pathlib import Path
from witchboard.engine.vectors import Stage, read
from witchboard.games.ghost_stories import GAME
path, name = Path(sys.argv[1]), sys.argv[2]
stage = Stage(GAME, read(path), path.name)
vector = next(vector for vector in stage.file.vectors if vector.name == name)
print("ready", flush=True)
sys.exit(stage.result(vector).error)
"""


class Breakage(NamedTuple):
    """A line of a file of the game, what it is replaced by, and the vector that must turn red."""

    file: str
    old: str
    new: str
    case: str

    @property
    def source(self) -> str:
        return (SOURCES / FOLDER / self.file).read_text(encoding="utf-8")


BREAKAGES = [Breakage(**row) for row in tomllib.loads((HERE / "breakages.toml").read_text("utf-8"))["breakage"]]
VECTORS = {f"{path.name}: {v.name}" for path in (HERE / "vectors").glob("*.toml") for v in read(path).vectors}


def test_there_are_enough() -> None:
    assert len(set(BREAKAGES)) == len(BREAKAGES) >= 30


@pytest.mark.parametrize("breakage", BREAKAGES, ids=[f"{one.file}: {one.old.strip()}" for one in BREAKAGES])
def test_a_breakage_names_one_line_and_a_vector(breakage: Breakage) -> None:
    lines = breakage.source.splitlines()
    assert lines.count(breakage.old) == 1
    assert breakage.case in VECTORS


@pytest.mark.slow
@pytest.mark.parametrize("breakage", BREAKAGES, ids=[f"{one.file}: {one.old.strip()}" for one in BREAKAGES])
def test_a_breakage_turns_its_vector_red(breakage: Breakage, tmp_path: Path) -> None:
    copy = tmp_path / "witchboard"
    shutil.copytree(SOURCES, copy, ignore=LEFT_OUT)
    lines = [breakage.new if line == breakage.old else line for line in breakage.source.splitlines()]
    (copy / FOLDER / breakage.file).write_text("\n".join(lines) + "\n", encoding="utf-8")
    file, _, name = breakage.case.partition(": ")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", RUN, str(HERE / "vectors" / file), name]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "ready\n", done.stderr
    assert done.returncode != 0, f"{breakage.case} is still green"

"""One-line breakages of a game's rules, each of which turns a vector red: so the vectors can tell a wrong program.

`breakages.toml` beside a game's tests names a file of the game's folder, a line of it, what replaces the line, and the
vector ("file: name") that must fail then.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from witchboard.engine.vectors import read

SOURCES = Path(__file__).parents[2] / "src" / "witchboard"
LEFT_OUT = shutil.ignore_patterns("*.so", "*.pyd", "server", "terminal", "*.svg")
RUN = """
import sys
from importlib import import_module
from pathlib import Path
from witchboard.engine.vectors import Stage, read
path, name, game = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
stage = Stage(import_module(f"witchboard.games.{game}").GAME, read(path), path.name)
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

    def source(self, game: str) -> str:
        """The file as it is."""
        return (SOURCES / "games" / game / self.file).read_text(encoding="utf-8")

    def __str__(self) -> str:
        return f"{self.file}: {self.old.strip()}"


def breakages(here: Path) -> list[Breakage]:
    """The breakages of the game whose tests lie in that folder."""
    return [Breakage(**row) for row in tomllib.loads((here / "breakages.toml").read_text("utf-8"))["breakage"]]


def vectors(here: Path) -> set[str]:
    """The vectors of that game as breakages name them."""
    return {f"{path.name}: {v.name}" for path in (here / "vectors").glob("*.toml") for v in read(path).vectors}


def check_turns_red(breakage: Breakage, here: Path, tmp_path: Path) -> None:
    """Break a copy of the package and run the vector on it."""
    game = here.name
    copy = tmp_path / "witchboard"
    shutil.copytree(SOURCES, copy, ignore=LEFT_OUT)
    lines = [breakage.new if line == breakage.old else line for line in breakage.source(game).splitlines()]
    (copy / "games" / game / breakage.file).write_text("\n".join(lines) + "\n", encoding="utf-8")
    file, _, name = breakage.case.partition(": ")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", RUN, str(here / "vectors" / file), name, game]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "ready\n", done.stderr
    assert done.returncode != 0, f"{breakage.case} is still green"

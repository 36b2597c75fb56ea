"""The vectors of GHOULASH: every worked example of the rules, and cases for every rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from witchboard.engine.vectors import Stage, Vector, read
from witchboard.games.ghoulash import GAME

FOLDER = Path(__file__).parent / "vectors"
STAGES = [Stage(GAME, read(path), path.name) for path in sorted(FOLDER.glob("*.toml"))]
CASES = [(stage, vector) for stage in STAGES for vector in stage.file.vectors]


@pytest.mark.parametrize(("stage", "vector"), CASES, ids=[f"{stage.name}: {vector.name}" for stage, vector in CASES])
def test_vector(stage: Stage, vector: Vector) -> None:
    assert stage.result(vector).error == ""

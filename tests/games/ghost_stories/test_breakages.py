"""Each one-line breakage of the rules in breakages.toml turns its vector red: the vectors can tell a wrong program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.breaking import Breakage, breakages, check_turns_red, vectors

HERE = Path(__file__).parent
BREAKAGES = breakages(HERE)
VECTORS = vectors(HERE)


def test_there_are_enough() -> None:
    assert len(set(BREAKAGES)) == len(BREAKAGES) >= 30


@pytest.mark.parametrize("breakage", BREAKAGES, ids=str)
def test_a_breakage_names_one_line_and_a_vector(breakage: Breakage) -> None:
    assert breakage.source(HERE.name).splitlines().count(breakage.old) == 1
    assert breakage.case in VECTORS


@pytest.mark.slow
@pytest.mark.parametrize("breakage", BREAKAGES, ids=str)
def test_a_breakage_turns_its_vector_red(breakage: Breakage, tmp_path: Path) -> None:
    check_turns_red(breakage, HERE, tmp_path)

"""Positions of GHOULASH for tests, laid out by hand from the starts of the vectors."""

from __future__ import annotations

from pathlib import Path

from witchboard.engine.vectors import Stage, Vector, read
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.state import Hunt

STARTS = Path(__file__).parent / "vectors" / "starts.toml"


def laid_out(start: str, changes: dict[str, object] | None = None, script: tuple[str, ...] = ()) -> Hunt:
    """The position after the script, from that start of the vectors with those changes."""
    vector = Vector(name="test", rules=("GH-001",), script=script, start=start, change=dict(changes or {}))
    state = Stage(GAME, read(STARTS), STARTS.name).run(vector).state
    assert isinstance(state, Hunt)
    return state

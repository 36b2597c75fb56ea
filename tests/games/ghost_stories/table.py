"""Positions of Ghost Stories for tests, laid out by hand from the starts of the vectors."""

from __future__ import annotations

from pathlib import Path

from witchboard.engine.vectors import Stage, Vector, VectorFile, read
from witchboard.games.ghost_stories import GAME
from witchboard.games.ghost_stories.state import Village

STARTS = Path(__file__).parent / "vectors" / "starts.toml"


def laid_out(start: str = "yang", changes: dict[str, object] | None = None, script: tuple[str, ...] = ()) -> Village:
    """The position after the script, from that start with those changes.

    Unless said otherwise: red N, blue E, green S, yellow W; red has the turn and stands with all others on the Circle
    of Prayer in the centre; each holds one token of his colour.
    """
    file: VectorFile = read(STARTS)
    vector = Vector(name="test", rules=("GS-001",), script=script, start=start, change=dict(changes or {}))
    state = Stage(GAME, file, STARTS.name).run(vector).state
    assert isinstance(state, Village)
    return state


COLOURS = ("red", "green", "blue", "yellow")
NO_TOKENS: dict[str, object] = {f"tao.{colour}.{colour}": 0 for colour in COLOURS}
"""A change that leaves nobody a Tao token."""

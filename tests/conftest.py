"""What all tests share: the tiny games on the path, and for whom it matters as an installed package."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

TINY = Path(__file__).resolve().parent / "engine" / "tiny"
sys.path.append(str(TINY))


@pytest.fixture
def tiny_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny games can be found by entry point, like those of any other package."""
    monkeypatch.syspath_prepend(str(TINY / "installed"))

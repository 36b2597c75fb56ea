"""GHOULASH: explore a district that the other one has secretly stocked with Ghouls, while he walks into yours.

The rules with their numbers are in `rules.md`; scenarios in `scenarios/`, what icons do in `icons.toml`.
"""

from __future__ import annotations

from .content import load
from .game import Ghoulash

GAME = Ghoulash(*load())

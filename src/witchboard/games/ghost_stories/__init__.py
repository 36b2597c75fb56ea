"""Ghost Stories: one to four Taoists keep a village of nine tiles from the ghosts of Wu-Feng. Co-operative.

The rules with their numbers are in `rules.md`; the rows that the box prints in `content.toml`.
"""

from __future__ import annotations

from .content import load
from .game import GhostStories

GAME = GhostStories(load())

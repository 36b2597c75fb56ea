"""What an expert keeper leans to in each scenario, learnt by letting bots search its hides (GH-179).

Twelve numbers a scenario: foes, obstacles, kits, then what is sought; of each how much it is drawn to squares inside
doors, to squares far from the start, to the depth of buildings. 0 is no leaning; a leaning of 1 makes a square e times
as likely. Found by `bench/ghoulash_keeper.py`.
"""

from __future__ import annotations

from typing import Final

COMMON: Final[list[float]] = [0.0, 0.5, 0.0, 0.25, 0.25, 0.0, 0.0, -0.5, 0.5, 0.0, 0.6, 0.3]  # where none are learnt
LEANINGS: Final[dict[str, list[float]]] = {
    "GH-S00": [0.8, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0, 0.5, 0.0, 0.8, 0.3],
    "GH-S01": [1.0, 0.0, 0.0, 0.8, 0.0, 0.0, 0.0, 0.4, 0.25, 0.0, 0.5, 0.15],
    "GH-S02": [1.0, -0.5, 0.0, 0.8, -0.5, 0.0, 0.0, 1.15, 0.65, 0.0, 1.0, 0.4],
    "GH-S03": [0.0, 1.0, 0.0, 0.5, 0.5, 0.0, 0.0, -1.0, 1.0, 0.0, 1.2, 0.6],
    "GH-S04": [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    "GH-S05": [2.0, 0.0, 0.0, 1.6, 0.0, 0.0, 0.0, 0.8, 0.5, 0.0, 1.0, 0.3],
    "GH-S06": [2.0, 0.0, 0.0, 1.6, 0.0, 0.0, 0.0, 0.8, 0.5, 0.0, 1.0, 0.3],
    "GH-S07": [1.25, 0.0, 0.4, 1.2, 0.0, 0.0, 0.0, 1.15, 0.65, 0.3, 0.5, 0.15],
    "GH-S08": [2.0, 0.0, 0.0, 1.6, 0.0, 0.0, 0.0, 0.8, 0.5, 0.0, 1.0, 0.3],
    "GH-S09": [0.0, -1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 1.5, 0.8, 0.0, 1.0, 0.5],
    "GH-S10": [2.0, 0.0, 0.0, 1.6, 0.0, 0.0, 0.0, 0.8, 0.5, 0.0, 1.0, 0.3],
}


def leanings(scenario: str) -> list[float]:
    """The leanings of an expert in a scenario, by its id."""
    return LEANINGS.get(scenario, COMMON)

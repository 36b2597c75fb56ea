"""What an expert keeper leans to in each scenario, learnt by letting explorers search its hides (GH-179).

Twelve numbers a scenario: foes, obstacles, kits, then what is sought; of each how much it is drawn to squares inside
doors, to squares far from the start, to the depth of buildings. 0 is no leaning; a leaning of 1 makes a square e times
as likely. Found by `bench/ghoulash_keeper.py`.
"""

from __future__ import annotations

from typing import Final

COMMON: Final[list[float]] = [0.8, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0, 0.5, 0.0, 0.8, 0.3]  # for other scenarios
LEANINGS: Final[dict[str, list[float]]] = {}


def leanings(scenario: str) -> list[float]:
    """The leanings of an expert in a scenario, by its id."""
    return LEANINGS.get(scenario, COMMON)

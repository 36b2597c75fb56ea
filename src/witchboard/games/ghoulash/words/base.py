"""What the words of all decisions have: the scene, made from the view of the seat that is asked."""

from __future__ import annotations

from witchboard.engine import speaker
from witchboard.engine.choice import Forecast
from witchboard.engine.speaker import Reason as Reason

from .scene import Scene


class Speaker(speaker.Speaker):
    """The words of one decision in one scene."""

    def __init__(self, scene: Scene, rule: str) -> None:
        super().__init__(rule)
        self.scene = scene


def odds(*pairs: tuple[str, float]) -> Forecast | None:
    """A forecast of what has a chance at all; None if nothing has."""
    found = tuple((words, float(chance)) for words, chance in pairs if chance > 0)
    return Forecast(found) if found else None

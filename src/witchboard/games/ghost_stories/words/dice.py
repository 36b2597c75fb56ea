"""The words of rolling Tao dice again (GS-108, GS-130)."""

from __future__ import annotations

from witchboard.engine.choice import Forecast

from .. import forecast
from ..names import joined
from ..state import Village
from .base import Reason, Speaker


class RerollSpeaker(Speaker):
    """Which dice are rolled once more; the number is a set of them as bits."""

    def __init__(self, state: Village, rule: str, asking: str) -> None:
        super().__init__(state, rule)
        self.asking = asking

    def question(self) -> str:
        faces = [self.state.tables.face_names[face] for face in self.state.faces]
        return f"The dice show {joined(faces)}. {self.asking}"

    def words(self, option: int) -> str:
        if not option:
            return "Keep all dice"
        return f"Roll {joined([self._face(die) for die in self._dice(option)])} again"

    def targets(self, option: int) -> tuple[str, ...]:
        return tuple(f"dice-{die + 1}" for die in self._dice(option))

    def why_not(self, option: int) -> Reason:
        return f"only {len(self.state.faces)} dice were rolled", self.rule

    def _dice(self, option: int) -> list[int]:
        return [die for die in range(len(self.state.faces)) if option >> die & 1]

    def _face(self, die: int) -> str:
        """A die by its face; with its number if another shows the same."""
        faces = self.state.faces
        name = self.state.tables.face_names[faces[die]]
        twins = sum(1 for face in faces if face == faces[die])
        return f"{name} (die {die + 1})" if twins > 1 else name


class ExorcismRerollSpeaker(RerollSpeaker):
    """The same in an exorcism, with the odds of what the dice will reach."""

    def forecast(self, option: int) -> Forecast | None:
        return forecast.reroll(self.state, option)

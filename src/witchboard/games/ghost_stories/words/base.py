"""What the words of all decisions have: the position."""

from __future__ import annotations

from witchboard.engine import speaker
from witchboard.engine.speaker import Reason as Reason

from ..names import supply_id
from ..state import Village


class Speaker(speaker.Speaker):
    """The words of one decision in one position."""

    def __init__(self, state: Village, rule: str) -> None:
        super().__init__(rule)
        self.state = state


class ColourSpeaker(Speaker):
    """A choice of one Tao colour in the supply."""

    def __init__(self, state: Village, rule: str, asking: str) -> None:
        super().__init__(state, rule)
        self.asking = asking

    def question(self) -> str:
        return self.asking

    def words(self, option: int) -> str:
        return f"Take a {self.state.tables.colour_names[option]} Tao token"

    def targets(self, option: int) -> tuple[str, ...]:
        return (supply_id(self.state, option),)

    def why_not(self, option: int) -> Reason:
        return f"no {self.state.tables.colour_names[option]} Tao token is left in the supply", "GS-005"

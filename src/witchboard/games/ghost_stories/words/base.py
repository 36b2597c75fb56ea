"""How a decision speaks: its question, the words of its options, the elements to click, why an option is not legal."""

from __future__ import annotations

from typing import TypeAlias

from witchboard.engine.choice import Forecast

from ..names import supply_id
from ..state import Village

Reason: TypeAlias = tuple[str, str]
"""Why something is not legal: words, and the number of the rule."""


class Speaker:
    """The words of one decision in one position. `rule` is the number its question cites.

    A subclass gives `question`, `words` and `why_not`, and overrides what differs from the plain case.
    """

    def __init__(self, state: Village, rule: str) -> None:
        self.state = state
        self.rule = rule

    def question(self) -> str:
        """What is asked."""
        raise NotImplementedError(f"{type(self).__name__}.question")

    def words(self, option: int) -> str:
        """What the option does."""
        raise NotImplementedError(f"{type(self).__name__}.words")

    def why_not(self, option: int) -> Reason:
        """Why an option that is not legal is not."""
        raise NotImplementedError(f"{type(self).__name__}.why_not")

    def option_rule(self, option: int) -> str:
        """The rule the option stands on."""
        return self.rule

    def targets(self, option: int) -> tuple[str, ...]:
        """The ids of the elements one would click for it, in order."""
        return ()

    def weighty(self, option: int) -> bool:
        """Whether it is to be confirmed."""
        return False

    def extra(self, option: int) -> bool:
        """Whether it stands beside the main question."""
        return False

    def forecast(self, option: int) -> Forecast | None:
        """The odds of what it leads to, if they can be computed."""
        return None


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

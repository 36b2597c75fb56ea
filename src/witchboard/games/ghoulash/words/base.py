"""How a decision speaks: its question, the words of its options, the elements to click, why an option is not legal."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from witchboard.engine.choice import Forecast

from .scene import Scene

Reason: TypeAlias = tuple[str, str]
"""Why something is not legal: words, and the number of the rule."""


class Speaker:
    """The words of one decision in one scene. `rule` is the number its question cites.

    A subclass gives `kind` (of question, under which its first words stand), `question`, `words` and `why_not`, and
    overrides what differs from the plain case.
    """

    kind: ClassVar[str]

    def __init__(self, scene: Scene, rule: str) -> None:
        self.scene = scene
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

    def forecast(self, option: int) -> Forecast | None:
        """The odds of what it leads to, if they can be computed."""
        return None

    def course(self, option: int) -> str:
        """What it leads past or into, in words, if there is more to say than its words do."""
        return ""


def odds(*pairs: tuple[str, float]) -> Forecast | None:
    """A forecast of what has a chance at all; None if nothing has."""
    found = tuple((words, float(chance)) for words, chance in pairs if chance > 0)
    return Forecast(found) if found else None

"""How a decision speaks: its question, the words of its options, the elements to click, why an option is not legal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TypeAlias

from .choice import Choice, Forecast, Question
from .state import State
from .steps import Decision

Reason: TypeAlias = tuple[str, str]
"""Why something is not legal: words, and the number of the rule."""


class Speaker(ABC):
    """The words of one decision in one position. `rule` is the number its question cites.

    A subclass gives `words`, `why_not` and, unless it only speaks for some options of another, `question`; it overrides
    what differs from the plain case.
    """

    def __init__(self, rule: str) -> None:
        self.rule = rule

    def question(self) -> str:
        """What is asked."""
        raise NotImplementedError(f"{type(self).__name__}.question")

    @abstractmethod
    def words(self, option: int) -> str:
        """What the option does."""

    @abstractmethod
    def why_not(self, option: int) -> Reason:
        """Why an option that is not legal is not."""

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

    def course(self, option: int) -> str:
        """What it leads past or into, in words, if there is more to say than its words do."""
        return ""

    def asked(self, step: Decision[State]) -> Question:
        """The decision as a question."""
        return Question(self.question(), self.rule, type(step).__name__)

    def choice(self, state: State, step: Decision[State], option: int) -> Choice:
        """One option of the decision as a person sees it."""
        return Choice(
            line=(option,),
            text=step.text(state, option),
            words=self.words(option),
            rule=self.option_rule(option),
            targets=self.targets(option),
            weighty=self.weighty(option),
            extra=self.extra(option),
            forecast=self.forecast(option),
            course=self.course(option),
        )

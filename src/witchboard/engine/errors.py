"""The errors a person's or program's input can meet. All are `ValueError`s that quote what was given."""

from __future__ import annotations


class WitchboardError(ValueError):
    """Base of every error that speaks to the person who gave the input."""


class MalformedError(WitchboardError):
    """What was given has not the form of a choice, an outcome or a position here."""


class IllegalError(WitchboardError):
    """What was given has the right form but the rules forbid it now. `rule` is the number of the rule."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(f"{message} ({rule})" if rule and rule not in message else message)
        self.rule = rule


class AmbiguousError(WitchboardError):
    """What was given names more than one choice."""

"""What Ghost Stories asks and offers, in words: questions, choices, and why something is not possible.

One module for each file of the rules that asks something; `base` says what each kind of decision must be able to say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from witchboard.engine.choice import Choice, Question
from witchboard.engine.play import decision
from witchboard.engine.state import Step

from ..state import Village
from . import exorcism, ghosts, setup, villagers, yang
from .base import Speaker
from .chance import chance_question as chance_question

SPEAKERS: Final[tuple[Callable[[Village, Step], Speaker | None], ...]] = (
    yang.speaker,
    ghosts.speaker,
    exorcism.speaker,
    villagers.speaker,
    setup.speaker,
)


def speaker(state: Village, step: Step) -> Speaker:
    """The words of that decision."""
    for knows in SPEAKERS:
        found = knows(state, step)
        if found:
            return found
    raise TypeError(f"{step!r} has no words")


def question(state: Village, seat: int) -> Question:
    """What the seat is asked now."""
    step = decision(state, seat)
    return speaker(state, step).asked(step)


def choice(state: Village, seat: int, option: int) -> Choice:
    """One legal option as a person sees it."""
    step = decision(state, seat)
    return speaker(state, step).choice(state, step, option)


def why_not(state: Village, seat: int, option: int) -> tuple[str, str]:
    """Why an option of the decision asked now is not legal: words and rule."""
    return speaker(state, decision(state, seat)).why_not(option)

"""What chance is asked, in words, for those who draw at a real table."""

from __future__ import annotations

from witchboard.engine.choice import Question
from witchboard.engine.state import State
from witchboard.engine.steps import Chance

from ..rules.encounters import WeakSpot
from ..rules.play import First
from ..state import Hunt
from .icons import icon_words


def chance_question(state: Hunt, step: Chance[State]) -> Question:
    """What lots are to say now."""
    words = f"{step.label[:1].upper()}{step.label[1:]}: which?"
    if isinstance(step, First):
        words = "Who moves first?"
    elif isinstance(step, WeakSpot):
        plan, grid = state.plan, int(state.active)
        square = int(state.at[grid])
        foe = int(state.left[grid * plan.squares + square]) >> 4 & 15
        words = f"Which is the weak spot of the {icon_words(plan.foes[foe]).name} on {plan.names[square]}, 1 to 6?"
    return Question(words, step.rule, type(step).__name__)

"""Those who know how to play GHOULASH: they keep a grid and explore one, by levels (GH-178 to GH-182)."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from mypy_extensions import i64

from witchboard.engine.judge import Judge, Mind
from witchboard.engine.stream import Stream

from .bot_expedition import expeditions
from .bot_hunter import Hunter
from .bot_walker import Walker
from .rules.encounters import DRAW_ALWAYS, Weak
from .rules.exploring import Explore
from .rules.hiding import Hide, answers_of
from .rules.keepers import hide_of
from .rules.race import Race, offset
from .state import DOORKEEPER, EXPERT_KEEPER, Hunt
from .tables import Plan


class Player(Mind[Hunt]):
    """Hides as a keeper of one level, explores as an explorer of one level, has weak spots drawn (GH-180)."""

    level: ClassVar[int] = DOORKEEPER

    def __init__(self) -> None:
        super().__init__()
        self.explorers: dict[str, Hunter] = {}  # by scenario

    def explorer(self, plan: Plan) -> Hunter:
        """The explorer of a scenario."""
        raise NotImplementedError(f"{type(self).__name__}.explorer")

    def answer(self, state: Hunt, seat: int, options: list[int], stream: Stream) -> list[int]:
        step = state.stack[-1]
        if isinstance(step, Hide):
            return self.hide(state, seat, options, stream)
        if isinstance(step, Weak):
            return [int(DRAW_ALWAYS)]
        if isinstance(step, Explore):
            return expeditions(state, stream)
        explorer = self.explorers.get(state.plan.key)
        if explorer is None or explorer.plan is not state.plan:
            explorer = self.explorer(state.plan)
            self.explorers[state.plan.key] = explorer
        first: i64 = offset(state, state.phase[seat]) if isinstance(step, Race) else 0
        chosen = explorer.choose(state, seat, [int(option - first) for option in options], stream)
        return [int(chosen + first)]

    def hide(self, state: Hunt, seat: int, options: list[int], stream: Stream) -> list[int]:
        """The whole set-up at once, unless somebody else has begun it."""
        if state.answers[seat]:
            return [options[stream.below(len(options))]]
        hide, blocked = hide_of(state.plan, type(self).level, stream)
        return answers_of(state, hide, blocked, stream)


class WalkerPlayer(Player):
    """Level 1."""

    sentence: ClassVar[str] = "Searches what is near and cheap; lies in wait behind doors."

    def explorer(self, plan: Plan) -> Hunter:
        return Walker(plan)


class HunterPlayer(Player):
    """Level 2."""

    sentence: ClassVar[str] = "Reckons what may lie where, and how to live through it; hides so that nobody guesses."
    level: ClassVar[int] = EXPERT_KEEPER

    def explorer(self, plan: Plan) -> Hunter:
        return Hunter(plan)


PLAYERS: Final[dict[str, Callable[[], Judge[Hunt]]]] = {"hunter": HunterPlayer, "walker": WalkerPlayer}

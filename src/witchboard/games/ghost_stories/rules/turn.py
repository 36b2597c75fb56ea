"""The frame of a turn and its Yin phase (GS-028 to GS-036, GS-057 to GS-059, GS-084)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from witchboard.engine.state import Watch
from witchboard.engine.steps import Automatic

from ..state import CALLED_OFF, Village
from ..tables import BOARDS, CENTRE, SPACES
from .board import living, lose
from .ghosts import ABILITIES, BRING_GHOST
from .losses import LOSE_ONE_QI
from .yang import YANG_PHASE


class BeginTurn(Automatic[Village]):
    """A turn is the Yin phase, then the Yang phase; a board without a living Taoist has no Yang (GS-029, GS-030)."""

    rule: ClassVar[str] = "GS-029"

    def run(self, state: Village, watch: Watch | None) -> None:
        state.yang = 0
        state.moved = 0
        state.helps = 0
        state.attempts = 0
        state.placing = 0
        state.before_move = 0
        state.borrowed = 0
        state.tokens_used = 0
        state.mantra_rests = 0
        if watch:
            watch.tell(state, "turn", (state.active,))
        state.push(END_TURN)
        state.push(YANG_PHASE)
        state.push(OVERRUN)
        first = 3 * state.active
        for space in range(first + 2, first - 1, -1):
            card = state.ghosts[space]
            if card and state.tables.centre[card]:
                state.push(Act(space, card))


class Act(Automatic[Village]):
    """A ghost that was there when step 1 began, and still is, acts (GS-031 to GS-036)."""

    rule: ClassVar[str] = "GS-032"

    def __init__(self, space: i64, card: i64) -> None:
        self.space = space
        self.card = card

    def args(self) -> tuple[int, ...]:
        return (self.space, self.card)

    def run(self, state: Village, watch: Watch | None) -> None:
        if state.ghosts[self.space] != self.card:
            return
        for code in reversed(state.tables.centre[self.card]):
            state.push(ABILITIES[code * SPACES + self.space])


class Overrun(Automatic[Village]):
    """Three ghosts on the active board cost 1 Qi; else a living Taoist brings a ghost into play (GS-057 to GS-059)."""

    rule: ClassVar[str] = "GS-057"

    def run(self, state: Village, watch: Watch | None) -> None:
        first = 3 * state.active
        if state.ghosts[first] and state.ghosts[first + 1] and state.ghosts[first + 2]:
            if watch:
                watch.tell(state, "overrun", (state.active,))
            state.push(LOSE_ONE_QI)
        elif living(state, state.active):
            state.push(BRING_GHOST)


class EndTurn(Automatic[Village]):
    """Buddhas taken this turn may be placed from now on, power tokens are picked up, the next board follows.

    GS-028, GS-161, GS-171.
    """

    frame: ClassVar[str] = "turn"
    rule: ClassVar[str] = "GS-028"

    def run(self, state: Village, watch: Watch | None) -> None:
        active = state.active
        if living(state, active):
            state.buddhas[active] += state.fresh_buddhas
            if state.at[active] == CENTRE and state.central_tokens:
                state.tokens[active] += state.central_tokens
                state.central_tokens = 0
                if watch:
                    watch.tell(state, "tokens taken", (active,))
        state.fresh_buddhas = 0
        state.active = (active + 1) % BOARDS
        if state.active == state.first:
            state.rounds += 1
            if state.round_limit and state.rounds >= state.round_limit:
                lose(state, CALLED_OFF, watch)
                return
        state.push(BEGIN_TURN)


# Steps without arguments are alike, so one of each serves.
BEGIN_TURN: Final = BeginTurn()
OVERRUN: Final = Overrun()
END_TURN: Final = EndTurn()

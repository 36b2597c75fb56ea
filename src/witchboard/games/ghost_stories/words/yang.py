"""The words of a Taoist's turn: move, help, exorcism, Buddhas, the end (GS-084 to GS-088, GS-117, GS-158 to GS-161)."""

from __future__ import annotations

from typing import Final

from witchboard.engine.choice import Forecast
from witchboard.engine.state import Step

from .. import forecast
from ..names import board_title, described, faced, ghost_at, ghost_id, joined, space_id, the_tile, tile_id
from ..rules.board import may_use
from ..rules.requirement import exorcisable
from ..rules.yang import (
    ASK,
    BORROW,
    BUDDHA,
    END,
    EXORCISE,
    HELP,
    MOVE,
    PUT_MANTRA,
    RESTORE,
    TAKE_TAO,
    WIND,
    BlowTaoist,
    Yang,
    may_attempt,
    may_help,
)
from ..state import Village
from ..tables import CEMETERY, CENTRE, GUST, NEEDS_BUDDHA, NONE, SECOND_WIND, SPIRES
from .base import Reason, Speaker
from .powers import BlowSpeaker, Borrow, PutMantra, TakeTao, Wind, off_reason
from .villagers import AskByYinYang, RestoreByYinYang, help_words, no_help


def speaker(state: Village, step: Step) -> Speaker | None:
    """The words of a decision of `rules.yang`."""
    if isinstance(step, Yang):
        return YangSpeaker(state, step)
    if isinstance(step, BlowTaoist):
        return BlowSpeaker(state, step.rule, int(step.board))
    return None


class YangSpeaker(Speaker):
    """What the active Taoist does next: each group of options has words of its own."""

    def __init__(self, state: Village, step: Yang) -> None:
        super().__init__(state, step.rule)
        self.step = step
        self.parts: dict[int, Speaker] = {
            MOVE: Move(state, "GS-087"),
            HELP: Help(state, "GS-096"),
            EXORCISE: Attempt(state, "GS-117"),
            TAKE_TAO: TakeTao(state, "GS-091"),
            PUT_MANTRA: PutMantra(state, "GS-092"),
            WIND: Wind(state, "GS-090"),
            ASK: AskByYinYang(state, "GS-162"),
            RESTORE: RestoreByYinYang(state, "GS-162"),
            BORROW: Borrow(state, "GS-203"),
            BUDDHA: Buddha(state, "GS-158"),
            END: End(state, "GS-085"),
        }

    def question(self) -> str:
        state = self.state
        options = self.step.options(state, int(state.seat_of[state.active]))
        groups = {self._part(option)[0] for option in options}
        named = ((MOVE, "move"), (HELP, "ask for help"), (EXORCISE, "attempt an exorcism"), (BUDDHA, "place a Buddha"))
        ways = [words for group, words in named if group in groups]
        ways = [*ways, "or end the turn"] if ways else ["end the turn"]
        return f"{board_title(state, state.active)}: {', '.join(ways)}?"

    def words(self, option: int) -> str:
        group, value = self._part(option)
        return self.parts[group].words(value)

    def why_not(self, option: int) -> Reason:
        group, value = self._part(option)
        return self.parts[group].why_not(value)

    def option_rule(self, option: int) -> str:
        group, value = self._part(option)
        return self.parts[group].option_rule(value)

    def targets(self, option: int) -> tuple[str, ...]:
        group, value = self._part(option)
        return self.parts[group].targets(value)

    def weighty(self, option: int) -> bool:
        group, value = self._part(option)
        return self.parts[group].weighty(value)

    def extra(self, option: int) -> bool:
        return self._part(option)[0] not in MAIN

    def forecast(self, option: int) -> Forecast | None:
        group, value = self._part(option)
        return self.parts[group].forecast(value)

    def course(self, option: int) -> str:
        group, value = self._part(option)
        return self.parts[group].course(value)

    def _part(self, option: int) -> tuple[int, int]:
        """The group an option belongs to, and its number within."""
        first = max(start for start in self.parts if start <= option)
        return first, option - first


MAIN: Final = (MOVE, HELP, EXORCISE, END)
"""The groups that answer the question itself; the others stand beside it."""


class Move(Speaker):
    """A move; the number is a place."""

    def words(self, option: int) -> str:
        words = f"To {the_tile(self.state, option)}"
        return f"{words} (haunted)" if self.state.haunted[option] else words

    def course(self, option: int) -> str:
        return faced(self.state, option)

    def targets(self, option: int) -> tuple[str, ...]:
        return (tile_id(option),)

    def option_rule(self, option: int) -> str:
        far = option not in self.state.tables.near[self.state.at[self.state.active]]
        return "GS-089" if far else self.rule

    def forecast(self, option: int) -> Forecast | None:
        return forecast.exorcism_from(self.state, option)

    def why_not(self, option: int) -> Reason:
        state = self.state
        active = state.active
        title, tile = board_title(state, active), the_tile(state, option)
        if state.moved:
            return f"{title} has moved already this turn", "GS-084"
        if state.helps or state.attempts or state.placing:
            return "a move comes before help, exorcism and Buddhas", "GS-084"
        if option == state.at[active]:
            return f"{title} stands on {tile} already; to stay there, just do not move", self.rule
        why, rule = off_reason(state, SPIRES)
        if why:
            return f"{tile} is more than one step away, and {why}", rule
        return f"{tile} is more than one step away", self.rule


def step_two_over(state: Village, open_now: bool) -> Reason | None:
    """Why step 2 has no room for another help or attempt; None if it has."""
    if state.placing:
        return "a Buddha has been placed: that is the last step", "GS-084"
    if open_now:
        return None
    done = "asked for help" if state.helps else "attempted an exorcism"
    words = f"{board_title(state, state.active)} has {done} already this turn"
    if may_use(state, GUST):
        return f"{words}; Heavenly Gust gives one help and one exorcism", "GS-147"
    if may_use(state, SECOND_WIND):
        return f"{words}; Second Wind gives two helps or two exorcisms", "GS-146"
    for power in (GUST, SECOND_WIND):
        why, rule = off_reason(state, power)
        if why:
            return f"{words}, and {why}", rule
    return words, "GS-084"


class Help(Speaker):
    """Asking the villager of one's own tile."""

    def words(self, option: int) -> str:
        here = int(self.state.at[self.state.active])
        return f"Ask {the_tile(self.state, here)} for help: {help_words(self.state, here)}"

    def targets(self, option: int) -> tuple[str, ...]:
        return (tile_id(int(self.state.at[self.state.active])),)

    def weighty(self, option: int) -> bool:
        return forecast.deadly(self.state, int(self.state.tiles[self.state.at[self.state.active]]))

    def forecast(self, option: int) -> Forecast | None:
        here = self.state.at[self.state.active]
        return forecast.curse(self.state, NONE) if self.state.tiles[here] == CEMETERY else None

    def why_not(self, option: int) -> Reason:
        state = self.state
        here = int(state.at[state.active])
        closed = step_two_over(state, may_help(state))
        if closed:
            return closed
        if state.haunted[here]:
            return f"{the_tile(state, here)} is haunted and gives no help", "GS-097"
        return no_help(state, here)


class Attempt(Speaker):
    """An attempt at exorcism."""

    def words(self, option: int) -> str:
        return f"Attempt an exorcism: {joined([described(self.state, space) for space in exorcisable(self.state)])}"

    def option_rule(self, option: int) -> str:
        return "GS-118" if len(exorcisable(self.state)) > 1 else self.rule

    def targets(self, option: int) -> tuple[str, ...]:
        return tuple(ghost_id(self.state, space) for space in exorcisable(self.state))

    def forecast(self, option: int) -> Forecast | None:
        return forecast.exorcism(self.state)

    def why_not(self, option: int) -> Reason:
        state = self.state
        here = int(state.at[state.active])
        closed = step_two_over(state, may_attempt(state))
        if closed:
            return closed
        if here == CENTRE:
            return f"{the_tile(state, here)} lies in the centre and faces no ghost", self.rule
        barred = [space for space in state.tables.facing[here] if state.ghosts[space]]
        if not barred:
            return f"no ghost stands in front of {the_tile(state, here)}", self.rule
        name = ghost_at(state, barred[0])
        if state.tables.has(state.ghosts[barred[0]], NEEDS_BUDDHA):
            return f"{name} can be exorcised only on a space with a Buddha", "GS-144"
        opposite = state.tables.space_names[state.tables.opposite[barred[0]]]
        return f"{name} can be exorcised only while no ghost stands on {opposite}", "GS-143"


class Buddha(Speaker):
    """Placing a Buddha; the number is a space."""

    def words(self, option: int) -> str:
        return f"Place a Buddha on {self.state.tables.space_names[option]}"

    def targets(self, option: int) -> tuple[str, ...]:
        return (space_id(self.state, option),)

    def option_rule(self, option: int) -> str:
        return "GS-159" if self.state.placing else self.rule

    def why_not(self, option: int) -> Reason:
        state = self.state
        active = state.active
        title, name = board_title(state, active), state.tables.space_names[option]
        if not state.buddhas[active]:
            if state.fresh_buddhas:
                return f"{title} took the Buddha this turn; it can be placed from the next turn on", "GS-161"
            return f"{title} carries no Buddha", self.rule
        if option not in state.tables.facing[state.at[active]]:
            return f"{the_tile(state, int(state.at[active]))} does not face {name}", self.rule
        if state.ghosts[option]:
            return f"{ghost_at(state, option)} stands on {name}", self.rule
        return f"a Buddha is on {name} already", "GS-160"


class End(Speaker):
    """Ending the turn, weighty while something is left to do."""

    def words(self, option: int) -> str:
        left = self._left()
        return f"End the turn without {joined(left).replace(' and ', ' or ')}" if left else "End the turn"

    def targets(self, option: int) -> tuple[str, ...]:
        return ("steps",)

    def weighty(self, option: int) -> bool:
        return bool(self._left())

    def _left(self) -> list[str]:
        """What step 2 would still allow here, or a move before it."""
        state = self.state
        options = set(Yang().options(state, int(state.seat_of[state.active])))
        left = ["asking for help"] if HELP in options else []
        if EXORCISE in options:
            left.append("an exorcism")
        if not left and any(option < HELP for option in options):
            left.append("moving")
        return left

    def why_not(self, option: int) -> Reason:
        return "the turn can be ended", self.rule

"""The words of powers before the move and of power tokens (GS-089 to GS-095, GS-202 to GS-207)."""

from __future__ import annotations

from ..names import (
    board_id,
    board_title,
    described,
    figure_id,
    ghost_at,
    ghost_id,
    power_of,
    supply_id,
    the_tile,
    tile_id,
    why_off,
)
from ..rules.board import living, may_use
from ..state import LIVING, NEUTRAL, Village
from ..tables import BOARDS, MANTRA, NONE, POCKETS, TWIN_WINDS
from .base import Reason, Speaker


def off_reason(state: Village, power: int) -> Reason:
    """Why a power that the active board shows is off, with its name; ("", "") if it is on or not the active board's."""
    active = int(state.active)
    if 2 * state.colours[active] + state.sides[active] != power:
        return "", ""
    why, rule = why_off(state, active)
    return (f"{power_of(state, active)} is off: {why}", rule) if why else ("", "")


def without_power(state: Village, power: int, rule: str) -> Reason | None:
    """Why the active Taoist cannot use a power before his move; None if he can."""
    if not may_use(state, power):
        return _not_had(state, power, rule)
    name = state.tables.power_names[power]
    if state.before_move >> power & 1:
        return f"{name} has served this turn", "GS-095"
    if state.moved or state.helps or state.attempts or state.placing:
        return f"{name} serves before the move only", "GS-095"
    return None


def _not_had(state: Village, power: int, rule: str) -> Reason:
    name = state.tables.power_names[power]
    why, its_rule = off_reason(state, power)
    if why:
        return why, its_rule
    for board in range(BOARDS):
        if 2 * state.colours[board] + state.sides[board] != power:
            continue
        if state.status[board] == NEUTRAL:
            return f"{name} belongs to the neutral {state.board_name(board)} board: borrow it first", "GS-203"
        return f"{name} is {board_title(state, board)}'s power", rule
    return f"no board shows {name} in this game", "GS-012"


class TakeTao(Speaker):
    """Bottomless Pockets; the number is a colour."""

    def words(self, option: int) -> str:
        tables = self.state.tables
        return f"{tables.power_names[POCKETS]}: take a {tables.colour_names[option]} Tao token"

    def targets(self, option: int) -> tuple[str, ...]:
        return (supply_id(self.state, option),)

    def why_not(self, option: int) -> Reason:
        none_left = f"no {self.state.tables.colour_names[option]} Tao token is left in the supply"
        return without_power(self.state, POCKETS, self.rule) or (none_left, "GS-005")


class PutMantra(Speaker):
    """Enfeeblement Mantra; the number is a space."""

    def words(self, option: int) -> str:
        verb = "put" if self.state.mantra == NONE else "move"
        return f"{self.state.tables.power_names[MANTRA]}: {verb} it on {described(self.state, option)}"

    def targets(self, option: int) -> tuple[str, ...]:
        return (ghost_id(self.state, option),)

    def why_not(self, option: int) -> Reason:
        state = self.state
        lacking = without_power(state, MANTRA, self.rule)
        if lacking:
            return lacking
        if state.mantra_rests:
            return "the Mantra's ghost left play this turn; it can be used again from the next turn on", "GS-142"
        if not state.ghosts[option]:
            return f"no ghost stands on {state.tables.space_names[option]}", self.rule
        return f"the Mantra lies on {ghost_at(state, option)} already", self.rule


class Wind(Speaker):
    """Dance of the Twin Winds: whom it moves; the number is a board."""

    def words(self, option: int) -> str:
        name = self.state.tables.power_names[TWIN_WINDS]
        return f"{name}: move {board_title(self.state, option)} one step"

    def targets(self, option: int) -> tuple[str, ...]:
        return (figure_id(self.state, option),)

    def why_not(self, option: int) -> Reason:
        state = self.state
        lacking = without_power(state, TWIN_WINDS, self.rule)
        if lacking:
            return lacking
        if option == state.active:
            return "the Twin Winds move another Taoist, not oneself", self.rule
        return no_taoist(state, option, self.rule)


def no_taoist(state: Village, board: int, rule: str) -> Reason:
    """Why a board has no living Taoist."""
    if state.status[board] == LIVING:
        return f"{board_title(state, board)} cannot be chosen here", rule
    if state.at[board] == NONE:
        return f"the {state.board_name(board)} board has no Taoist", "GS-195"
    return f"{board_title(state, board)} is dead", "GS-172"


class BlowSpeaker(Speaker):
    """Dance of the Twin Winds: where; the number is a place."""

    def __init__(self, state: Village, rule: str, board: int) -> None:
        super().__init__(state, rule)
        self.board = board

    def question(self) -> str:
        return f"Where do the Twin Winds carry {board_title(self.state, self.board)}?"

    def words(self, option: int) -> str:
        haunted = " (haunted)" if self.state.haunted[option] else ""
        return f"Move {board_title(self.state, self.board)} to {the_tile(self.state, option)}{haunted}"

    def targets(self, option: int) -> tuple[str, ...]:
        return (tile_id(option),)

    def why_not(self, option: int) -> Reason:
        title, tile = board_title(self.state, self.board), the_tile(self.state, option)
        if option == self.state.at[self.board]:
            return f"{title} stands on {tile} already", self.rule
        return f"{tile} is more than one step from {title}", self.rule


class Borrow(Speaker):
    """A power token; the number is a board."""

    def words(self, option: int) -> str:
        name = self.state.board_name(option)
        once = ", for good" if self.state.one_shot else " for this turn"
        return f"Power token: borrow {power_of(self.state, option)} of the {name} board{once}"

    def option_rule(self, option: int) -> str:
        return "GS-244" if self.state.one_shot else self.rule

    def targets(self, option: int) -> tuple[str, ...]:
        return (board_id(option),)

    def why_not(self, option: int) -> Reason:
        state = self.state
        active = state.active
        if not state.tokens[active]:
            return f"{board_title(state, active)} has no power token", "GS-202"
        if state.tokens[active] <= state.tokens_used:
            return f"{board_title(state, active)}'s power tokens have served this turn", "GS-205"
        if living(state, option) or state.seat_of[option] != NONE:
            return f"the {state.board_name(option)} board is a player's, not neutral", self.rule
        why, rule = why_off(state, option)
        if why:
            return f"{power_of(state, option)} is off: {why}", "GS-206" if rule != "GS-186" else rule
        return f"{power_of(state, option)} is borrowed already", "GS-204"

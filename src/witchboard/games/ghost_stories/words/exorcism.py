"""The words of an exorcism's result, its price, and its rewards (GS-117 to GS-157, GS-231, GS-246)."""

from __future__ import annotations

from typing import Final

from witchboard.engine.choice import Forecast
from witchboard.engine.state import Step

from .. import forecast
from ..names import board_title, counted, ghost_at, ghost_id, hand_id, joined, the_tile
from ..rules.exorcism import Reroll
from ..rules.requirement import NO_WAY, exorcisable, tokens_needed
from ..rules.result import Consent, Pay, Result
from ..rules.rewards import CurseOrder, GroupQi, GroupYinYang, QiOrYinYang, RewardOrder, RewardTao
from ..state import LIVING, Village
from ..tables import BOARDS, COLOURS, CURSE
from .base import ColourSpeaker, Reason, Speaker
from .dice import ExorcismRerollSpeaker
from .rewards import OrderSpeaker, QiOrYinYangSpeaker, TaoistSpeaker

BOTH: Final = 3


def speaker(state: Village, step: Step) -> Speaker | None:
    """The words of a decision of `rules.exorcism`, `rules.result` or `rules.rewards`."""
    if isinstance(step, Reroll):
        return ExorcismRerollSpeaker(state, step.rule, "Roll any of them again?")
    if isinstance(step, Result):
        return ResultSpeaker(state, step.rule)
    if isinstance(step, Pay):
        return PaySpeaker(state, step)
    if isinstance(step, Consent):
        return ConsentSpeaker(state, step)
    if isinstance(step, CurseOrder):
        return OrderSpeaker(state, step.rule, "curse", (int(step.card), int(step.other)))
    if isinstance(step, RewardOrder):
        return OrderSpeaker(state, step.rule, "reward", (int(step.card), int(step.other)))
    if isinstance(step, RewardTao):
        return ColourSpeaker(state, step.rule, "Which Tao token is the reward?")
    if isinstance(step, QiOrYinYang):
        return QiOrYinYangSpeaker(state, step.rule)
    if isinstance(step, GroupQi):
        return TaoistSpeaker(state, step.rule, "The group's reward: who gets 1 Qi?", "1 Qi to {}")
    if isinstance(step, GroupYinYang):
        return TaoistSpeaker(state, step.rule, "The group's reward: who gets his Yin-Yang?", "The Yin-Yang to {}")
    return None


class ResultSpeaker(Speaker):
    """Which ghosts are exorcised; the number is a set of the facing ones as bits."""

    def __init__(self, state: Village, rule: str) -> None:
        super().__init__(state, rule)
        self.spaces = exorcisable(state)

    def question(self) -> str:
        faces = [self.state.tables.face_names[face] for face in self.state.faces]
        return (f"The dice show {joined(faces)}. " if faces else "No die is left. ") + "What is exorcised?"

    def words(self, option: int) -> str:
        if not option:
            return "Exorcise nothing, and keep the tokens"
        names = joined([ghost_at(self.state, space) for space in self._chosen(option)])
        tokens = int(tokens_needed(self.state, self.spaces, option))
        words = f"Exorcise {names}" + (f" for {counted(tokens, 'Tao token')}" if tokens else "")
        curses = self._curses(option)
        if not curses or not forecast.curse(self.state, self.spaces[0]):
            return words
        return words + ("; then the Curse die" if curses == 1 else f"; then the Curse die {curses} times")

    def targets(self, option: int) -> tuple[str, ...]:
        return tuple(ghost_id(self.state, space) for space in self._chosen(option))

    def forecast(self, option: int) -> Forecast | None:
        cursed = [space for space in self._chosen(option) if self._cursed(space)]
        return forecast.curse(self.state, cursed[0], self._curses(option)) if cursed else None

    def why_not(self, option: int) -> Reason:
        state, spaces = self.state, self.spaces
        if option >> len(spaces):
            return "no second ghost is in reach", "GS-117"
        price = int(tokens_needed(state, spaces, option)) if option else 0
        if price == NO_WAY:
            return f"dice and tokens are not enough for {self._names(option)}", "GS-124"
        if not option:
            return "what the faces alone exorcise must be exorcised", "GS-139"
        return f"with {self._names(BOTH)} a larger result costs no more tokens than {self._names(option)}", "GS-139"

    def _chosen(self, option: int) -> list[int]:
        return [space for bit, space in enumerate(self.spaces) if option >> bit & 1]

    def _names(self, option: int) -> str:
        return joined([ghost_at(self.state, space) for space in self._chosen(option)])

    def _cursed(self, space: int) -> bool:
        return CURSE in self.state.tables.right[self.state.ghosts[space]]

    def _curses(self, option: int) -> int:
        return sum(map(self._cursed, self._chosen(option)))


class PaySpeaker(Speaker):
    """The next Tao token that is spent; the number is 4 x colour + board."""

    def __init__(self, state: Village, step: Pay) -> None:
        super().__init__(state, step.rule)
        self.mask = int(step.mask)
        self.lowest = int(step.lowest)
        self.left = int(step.left)

    def question(self) -> str:
        spaces = [space for bit, space in enumerate(exorcisable(self.state)) if self.mask >> bit & 1]
        names = joined([ghost_at(self.state, space) for space in spaces])
        return f"Which Tao token is spent for {names}? {self.left} still to pay."

    def words(self, option: int) -> str:
        colour, board = divmod(option, BOARDS)
        return f"Spend a {self.state.tables.colour_names[colour]} token of {board_title(self.state, board)}"

    def option_rule(self, option: int) -> str:
        return self.rule if option % BOARDS == self.state.active else "GS-135"

    def targets(self, option: int) -> tuple[str, ...]:
        colour, board = divmod(option, BOARDS)
        return (hand_id(self.state, board, colour),)

    def why_not(self, option: int) -> Reason:
        state = self.state
        colour, board = divmod(option, BOARDS)
        name, title = state.tables.colour_names[colour], board_title(state, board)
        if state.status[board] != LIVING:
            return f"the {state.board_name(board)} board has no living Taoist", "GS-135"
        if state.at[board] != state.at[state.active]:
            return f"{title} does not stand on {the_tile(state, int(state.at[state.active]))}", "GS-135"
        if state.refused >> board & 1:
            return f"{title} lends nothing", "GS-246"
        if state.tao[board * COLOURS + colour] <= state.paid[board * COLOURS + colour]:
            return f"{title} has no {name} Tao token left", self.rule
        if option < self.lowest:
            return "tokens are named in the order of the colours, each once", self.rule
        return f"a {name} token of {title} would not fill the gap with the tokens that are left", "GS-133"


class ConsentSpeaker(Speaker):
    """An owner lends his tokens (1) or not (0)."""

    def __init__(self, state: Village, step: Consent) -> None:
        super().__init__(state, step.rule)
        self.board = int(state.active + step.asked) % BOARDS

    def question(self) -> str:
        state = self.state
        tokens = [
            f"{state.paid[self.board * COLOURS + colour]} {state.tables.colour_names[colour]}"
            for colour in range(COLOURS)
            if state.paid[self.board * COLOURS + colour]
        ]
        return f"{board_title(state, self.board)}: lend {joined(tokens)} to {board_title(state, state.active)}?"

    def words(self, option: int) -> str:
        return "Lend the tokens" if option else "Lend nothing"

    def why_not(self, option: int) -> Reason:
        return "say yes or no", self.rule

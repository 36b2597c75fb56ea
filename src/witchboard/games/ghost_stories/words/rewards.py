"""The words of curses' and rewards' order, of rewards, and of naming a Taoist (GS-148 to GS-157, GS-176)."""

from __future__ import annotations

from ..names import board_title, figure_id, ghost
from ..state import LIVING, Village
from .base import Reason, Speaker
from .powers import no_taoist


class OrderSpeaker(Speaker):
    """Which of two ghosts' curses or rewards comes first: 0 or 1."""

    def __init__(self, state: Village, rule: str, what: str, cards: tuple[int, int]) -> None:
        super().__init__(state, rule)
        self.what = what
        self.cards = cards

    def question(self) -> str:
        return f"Whose {self.what} comes first?"

    def words(self, option: int) -> str:
        first, second = (ghost(self.state, card) for card in self.cards)
        if first == second:
            return f"{first}, the {('first', 'second')[option]} one"
        return f"First {second if option else first}"

    def why_not(self, option: int) -> Reason:
        return "there are only two", self.rule


class QiOrYinYangSpeaker(Speaker):
    """1 Qi (0) or the Yin-Yang (1)."""

    def question(self) -> str:
        return "Which reward: 1 Qi or the Yin-Yang?"

    def words(self, option: int) -> str:
        return "Take the Yin-Yang back" if option else "Take 1 Qi"

    def targets(self, option: int) -> tuple[str, ...]:
        return (f"yin-yang-of-{self.state.board_name(self.state.active)}",) if option else ("supply-qi",)

    def why_not(self, option: int) -> Reason:
        if option:
            return f"{board_title(self.state, self.state.active)} holds his Yin-Yang", self.rule
        return "no Qi is left in the supply", self.rule


class TaoistSpeaker(Speaker):
    """One of the living Taoists; `offer` says what he gets, with {} for his name. The number is a board."""

    def __init__(self, state: Village, rule: str, asking: str, offer: str) -> None:
        super().__init__(state, rule)
        self.asking = asking
        self.offer = offer

    def question(self) -> str:
        return self.asking

    def words(self, option: int) -> str:
        return self.offer.format(board_title(self.state, option))

    def targets(self, option: int) -> tuple[str, ...]:
        return (figure_id(self.state, option),)

    def why_not(self, option: int) -> Reason:
        if self.state.status[option] == LIVING:
            return f"{board_title(self.state, option)} holds his Yin-Yang", self.rule
        return no_taoist(self.state, option, self.rule)


class LossSpeaker(TaoistSpeaker):
    """Who takes a possessed board's loss; weighty if it kills him."""

    def words(self, option: int) -> str:
        if self.weighty(option):
            return f"{board_title(self.state, option)} loses his last Qi and dies"
        return super().words(option)

    def weighty(self, option: int) -> bool:
        return self.state.qi[option] == 1

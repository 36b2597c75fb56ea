"""Curses and rewards of exorcised ghosts, and victory (GS-148 to GS-157, GS-189, GS-190)."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from witchboard.engine.state import Content, Watch
from witchboard.engine.steps import Automatic

from ..state import WON, Village
from ..tables import BOARDS, COLOURS, CURSE, INC_REWARD, MOUNTAIN, QI_OR_YY, SPACES
from .board import colours_left, gain_qi, gain_tao, living, may_use
from .choices import ActiveChoice, GroupChoice
from .ghosts import ABILITIES


def curses_of(state: Village, card: i64) -> list[int]:
    """The right-stone abilities of a card that harm."""
    return [int(code) for code in state.tables.right[card] if code < QI_OR_YY]


def rewards_of(state: Village, card: i64) -> list[int]:
    """The right-stone abilities of a card that pay."""
    return [int(code) for code in state.tables.right[card] if code >= QI_OR_YY]


class Curses(Automatic[Village]):
    """All curses come before any reward; of two ghosts the player picks the order (GS-148, GS-150, GS-151)."""

    rule: ClassVar[str] = "GS-148"

    def __init__(self, card: i64, space: i64, other: i64, other_space: i64) -> None:
        self.card = card
        self.space = space
        self.other = other
        self.other_space = other_space

    def args(self) -> tuple[int, ...]:
        return (self.card, self.space, self.other, self.other_space)

    def run(self, state: Village, watch: Watch | None) -> None:
        if harms(state, self.card) and harms(state, self.other):
            state.push(CurseOrder(self.card, self.space, self.other, self.other_space))
        else:
            push_curses(state, self.other, self.other_space)
            push_curses(state, self.card, self.space)


def harms(state: Village, card: i64) -> bool:
    """Whether a curse of the card will do anything: Strength of a Mountain rolls no Curse die (GS-055)."""
    for code in curses_of(state, card):
        if code != CURSE or not may_use(state, MOUNTAIN):
            return True
    return False


def push_curses(state: Village, card: i64, space: i64) -> None:
    """The curses of one ghost, the leftmost first."""
    for code in reversed(curses_of(state, card)):
        state.push(ABILITIES[code * SPACES + space])


class CurseOrder(GroupChoice):
    """Whose curse comes first (GS-151)."""

    rule: ClassVar[str] = "GS-151"

    def __init__(self, card: i64, space: i64, other: i64, other_space: i64) -> None:
        self.card = card
        self.space = space
        self.other = other
        self.other_space = other_space

    def args(self) -> tuple[int, ...]:
        return (self.card, self.space, self.other, self.other_space)

    @classmethod
    def span(cls, content: Content) -> int:
        return 2

    def options(self, state: Village, seat: int) -> list[int]:
        return [0, 1]

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        if option:
            push_curses(state, self.card, self.space)
            push_curses(state, self.other, self.other_space)
        else:
            push_curses(state, self.other, self.other_space)
            push_curses(state, self.card, self.space)

    def text(self, state: Village, option: int) -> str:
        return f"curse of {state.card_name(self.other if option else self.card)} first"


class Rewards(Automatic[Village]):
    """Rewards go to the active Taoist, a dead one gets none; of two ghosts the player picks the order (GS-151, GS-154).

    An incarnation's reward goes to the group all the same (GS-155).
    """

    rule: ClassVar[str] = "GS-148"

    def __init__(self, card: i64, other: i64) -> None:
        self.card = card
        self.other = other

    def args(self) -> tuple[int, ...]:
        return (self.card, self.other)

    def run(self, state: Village, watch: Watch | None) -> None:
        mine = rewards_of(state, self.card)
        others = rewards_of(state, self.other)
        if mine and others and mine != others and living(state, state.active):
            state.push(RewardOrder(self.card, self.other))
        else:
            push_rewards(state, self.other)
            push_rewards(state, self.card)


def push_rewards(state: Village, card: i64) -> None:
    """The rewards of one ghost, the leftmost first."""
    for code in reversed(rewards_of(state, card)):
        state.push(Reward(code))


class RewardOrder(ActiveChoice):
    """Whose reward comes first (GS-151)."""

    rule: ClassVar[str] = "GS-151"

    def __init__(self, card: i64, other: i64) -> None:
        self.card = card
        self.other = other

    def args(self) -> tuple[int, ...]:
        return (self.card, self.other)

    @classmethod
    def span(cls, content: Content) -> int:
        return 2

    def options(self, state: Village, seat: int) -> list[int]:
        return [0, 1]

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        push_rewards(state, self.card if option else self.other)
        push_rewards(state, self.other if option else self.card)

    def text(self, state: Village, option: int) -> str:
        return f"reward of {state.card_name(self.other if option else self.card)} first"


class Reward(Automatic[Village]):
    """One reward; what cannot be given is not asked (GS-005, GS-152 to GS-155). `taken`: Tao tokens taken of it."""

    rule: ClassVar[str] = "GS-152"

    def __init__(self, code: i64, taken: i64 = 0) -> None:
        self.code = code
        self.taken = taken

    def args(self) -> tuple[int, ...]:
        return (self.code, self.taken)

    def run(self, state: Village, watch: Watch | None) -> None:
        code = self.code
        if code == INC_REWARD:
            if lacking_yin_yang(state):
                state.push(GroupYinYang())
            if state.qi_supply:
                state.push(GroupQi())
        elif not living(state, state.active):
            return
        elif code == QI_OR_YY:
            if state.qi_supply or not state.yin_yang[state.active]:
                state.push(QiOrYinYang())
        elif self.taken < state.tables.amount[code] and colours_left(state):
            state.push(Reward(code, self.taken + 1))
            state.push(RewardTao())


class RewardTao(ActiveChoice):
    """The Tao token taken as a reward (GS-152)."""

    rule: ClassVar[str] = "GS-152"

    @classmethod
    def span(cls, content: Content) -> int:
        return COLOURS

    def options(self, state: Village, seat: int) -> list[int]:
        return colours_left(state)

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        gain_tao(state, state.active, option, watch)

    def text(self, state: Village, option: int) -> str:
        return f"take {state.tables.colour_names[option]}"


class QiOrYinYang(ActiveChoice):
    """1 Qi, or the Yin-Yang back (GS-153)."""

    rule: ClassVar[str] = "GS-153"

    @classmethod
    def span(cls, content: Content) -> int:
        return 2

    def options(self, state: Village, seat: int) -> list[int]:
        found: list[int] = []
        if state.qi_supply:
            found.append(0)
        if not state.yin_yang[state.active]:
            found.append(1)
        return found

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        if option:
            gain_yin_yang(state, state.active, watch)
        else:
            gain_qi(state, state.active, 1, watch)

    def text(self, state: Village, option: int) -> str:
        return "take the yin-yang" if option else "take 1 Qi"


def gain_yin_yang(state: Village, board: i64, watch: Watch | None) -> None:
    """A Taoist gets his Yin-Yang (GS-008, GS-153)."""
    state.yin_yang[board] = 1
    if watch:
        watch.tell(state, "yin-yang gained", (board,))


def lacking_yin_yang(state: Village) -> list[int]:
    """The living Taoists who don't hold their Yin-Yang."""
    return [board for board in range(BOARDS) if living(state, board) and not state.yin_yang[board]]


class GroupQi(GroupChoice):
    """The living Taoist who gets the Qi of an incarnation (GS-155)."""

    rule: ClassVar[str] = "GS-155"

    @classmethod
    def span(cls, content: Content) -> int:
        return BOARDS

    def options(self, state: Village, seat: int) -> list[int]:
        return [board for board in range(BOARDS) if living(state, board)]

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        gain_qi(state, option, 1, watch)

    def text(self, state: Village, option: int) -> str:
        return f"Qi to {state.board_name(option)}"


class GroupYinYang(GroupChoice):
    """The living Taoist who gets the Yin-Yang of an incarnation (GS-155)."""

    rule: ClassVar[str] = "GS-155"

    @classmethod
    def span(cls, content: Content) -> int:
        return BOARDS

    def options(self, state: Village, seat: int) -> list[int]:
        return lacking_yin_yang(state)

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        gain_yin_yang(state, option, watch)

    def text(self, state: Village, option: int) -> str:
        return f"yin-yang to {state.board_name(option)}"


class Victory(Automatic[Village]):
    """The players win when every incarnation of the deck is exorcised, its curses and rewards done (GS-189, GS-190)."""

    rule: ClassVar[str] = "GS-189"

    def run(self, state: Village, watch: Watch | None) -> None:
        if state.exorcised == state.incarnations:
            state.result = WON
            state.stack.clear()
            if watch:
                watch.tell(state, "won", ())

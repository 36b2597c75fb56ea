"""The result of a roll and its price in Tao tokens (GS-131 to GS-141, GS-231, GS-246)."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from witchboard.engine.state import Content, Watch
from witchboard.engine.steps import Automatic, Decision

from ..state import Village
from ..tables import BOARDS, COLOURS
from .board import give_tao, leave
from .choices import ActiveChoice
from .requirement import NO_WAY, Bounds, exorcisable, reliefs, spendable, tokens_needed
from .rewards import Curses, Rewards, Victory


class Result(ActiveChoice):
    """Which of the facing ghosts are exorcised; the options are sets of them as bits (GS-138, GS-139, GS-231)."""

    rule: ClassVar[str] = "GS-231"

    @classmethod
    def span(cls, content: Content) -> int:
        return 4

    def options(self, state: Village, seat: int) -> list[int]:
        spaces = exorcisable(state)
        first = tokens_needed(state, spaces, 1)
        if len(spaces) == 1:
            if first == NO_WAY:
                return [0]
            return [0, 1] if first else [1]
        second = tokens_needed(state, spaces, 2)
        both = tokens_needed(state, spaces, 3)
        found: list[int] = []
        if first > 0 and second > 0 and both > 0:
            found.append(0)
        if first < NO_WAY and both > first:
            found.append(1)
        if second < NO_WAY and both > second:
            found.append(2)
        if both < NO_WAY:
            found.append(3)
        return found

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        if not option:
            state.faces = []
            if watch:
                watch.tell(state, "nothing exorcised", ())
            return
        state.paid = [0] * (BOARDS * COLOURS)
        needed = tokens_needed(state, exorcisable(state), option)
        if needed:
            state.push(Pay(option, 0, needed))
        else:
            state.push(Banished(option))

    def text(self, state: Village, option: int) -> str:
        spaces = exorcisable(state)
        chosen = [state.tables.space_names[spaces[bit]] for bit in range(len(spaces)) if (option >> bit) & 1]
        return "exorcise " + (" and ".join(chosen) if chosen else "nothing")


class Pay(ActiveChoice):
    """The next token that is spent, own or shared (GS-131 to GS-136).

    An option is 4 x colour + board. Tokens are named in ascending order, so that each way to pay stands once and a
    payment with no choice in it is made unasked.
    """

    rule: ClassVar[str] = "GS-131"

    def __init__(self, mask: i64, lowest: i64, left: i64) -> None:
        self.mask = mask
        self.lowest = lowest
        self.left = left

    def args(self) -> tuple[int, ...]:
        return (self.mask, self.lowest, self.left)

    @classmethod
    def span(cls, content: Content) -> int:
        return COLOURS * BOARDS

    def options(self, state: Village, seat: int) -> list[int]:
        spaces = exorcisable(state)
        ways: list[Bounds] = []
        for relief in reliefs(state, spaces, self.mask):
            bounds = Bounds(state, spaces, self.mask, relief)
            if bounds.needed == self.left + _paid_in_all(state):
                ways.append(bounds)
        found: list[int] = []
        for option in range(self.lowest, COLOURS * BOARDS):
            for way in ways:
                if self._leads_on(state, way, option):
                    found.append(option)
                    break
        return found

    def _leads_on(self, state: Village, way: Bounds, option: i64) -> bool:
        """Whether this token can be the next of a payment that ends as `way` allows."""
        colour = option // BOARDS
        board = option % BOARDS
        owns = spendable(state, colour, board) - spendable(state, colour, board + 1)
        if owns - state.paid[board * COLOURS + colour] <= 0:
            return False
        for earlier in range(colour):
            if not way.low[earlier] <= _paid_in(state, earlier) <= way.high[earlier]:
                return False
        paid = _paid_in(state, colour)
        more = spendable(state, colour, board) - state.paid[board * COLOURS + colour]
        high = min(way.high[colour], paid + more) - paid
        low = max(way.low[colour] - paid, 1)
        if low > high:
            return False
        for later in range(colour + 1, COLOURS):
            low += way.low[later]
            high += way.high[later]
        return low <= self.left <= high

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        state.paid[(option % BOARDS) * COLOURS + option // BOARDS] += 1
        if self.left > 1:
            state.push(Pay(self.mask, option, self.left - 1))
        elif state.consent:
            state.push(AskConsent(self.mask, 1))
        else:
            state.push(Banished(self.mask))

    def text(self, state: Village, option: int) -> str:
        return f"spend {state.tables.colour_names[option // BOARDS]} of {state.board_name(option % BOARDS)}"


def _paid_in(state: Village, colour: i64) -> i64:
    """Tokens of a colour laid down so far."""
    count: i64 = 0
    for board in range(BOARDS):
        count += state.paid[board * COLOURS + colour]
    return count


def _paid_in_all(state: Village) -> i64:
    """Tokens laid down so far."""
    count: i64 = 0
    for number in state.paid:
        count += number
    return count


class AskConsent(Automatic[Village]):
    """Option *consent*: each other owner whose tokens are to be spent is asked, in turn order (GS-246)."""

    rule: ClassVar[str] = "GS-246"

    def __init__(self, mask: i64, asked: i64) -> None:
        self.mask = mask
        self.asked = asked

    def args(self) -> tuple[int, ...]:
        return (self.mask, self.asked)

    def run(self, state: Village, watch: Watch | None) -> None:
        if self.asked == BOARDS:
            state.push(Banished(self.mask))
            return
        board = (state.active + self.asked) % BOARDS
        for colour in range(COLOURS):
            if state.paid[board * COLOURS + colour]:
                state.push(Consent(self.mask, self.asked))
                return
        state.push(AskConsent(self.mask, self.asked + 1))


class Consent(Decision[Village]):
    """An owner lends his tokens or not; after a no the result is chosen anew without them (GS-246)."""

    rule: ClassVar[str] = "GS-246"

    def __init__(self, mask: i64, asked: i64) -> None:
        self.mask = mask
        self.asked = asked

    def args(self) -> tuple[int, ...]:
        return (self.mask, self.asked)

    @classmethod
    def span(cls, content: Content) -> int:
        return 2

    def seat(self, state: Village) -> int:
        return state.seat_of[(state.active + self.asked) % BOARDS]

    def options(self, state: Village, seat: int) -> list[int]:
        return [0, 1]

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        board = (state.active + self.asked) % BOARDS
        if option:
            state.push(AskConsent(self.mask, self.asked + 1))
        else:
            state.refused |= 1 << board
            state.paid = []
            if watch:
                watch.tell(state, "refused", (board,))
            state.push(Result())

    def text(self, state: Village, option: int) -> str:
        return "lend the tokens" if option else "refuse the tokens"


class Banished(Automatic[Village]):
    """The ghosts of the set are exorcised: tokens paid, all removed before the first curse (GS-141, GS-149).

    Then come their curses, their rewards, and the look whether that was the last incarnation (GS-148, GS-190).
    """

    rule: ClassVar[str] = "GS-141"

    def __init__(self, mask: i64) -> None:
        self.mask = mask

    def args(self) -> tuple[int, ...]:
        return (self.mask,)

    def run(self, state: Village, watch: Watch | None) -> None:
        spaces = exorcisable(state)
        self._pay(state, watch)
        gone: list[int] = []
        where: list[int] = []
        for bit in range(len(spaces)):
            if (self.mask >> bit) & 1:
                gone.append(int(state.ghosts[spaces[bit]]))
                where.append(spaces[bit])
        for space in where:
            if state.tables.incarnation[state.ghosts[space]]:
                state.exorcised += 1
            if watch:
                watch.tell(state, "exorcised", (space, int(state.ghosts[space])))
            leave(state, space, watch)
        state.faces = []
        state.paid = []
        if len(gone) == 1:
            gone.append(0)
            where.append(0)
        state.push(Victory())
        state.push(Rewards(gone[0], gone[1]))
        state.push(Curses(gone[0], where[0], gone[1], where[1]))

    def _pay(self, state: Village, watch: Watch | None) -> None:
        for board in range(BOARDS):
            for colour in range(COLOURS):
                spent = state.paid[board * COLOURS + colour]
                if spent:
                    give_tao(state, board, colour, spent)
                    if watch:
                        watch.tell(state, "tao spent", (board, colour, int(spent)))

"""What the coming round is likely to bring: ghosts exorcised, tiles haunted, Qi lost.

Four boards have their turns in order. At each, the ghosts that are likely still there act; then a living Taoist makes
the attempt that pays best from the tiles he can reach, by exact odds, with his tokens and those of the friends who
stand there. Chances are in parts of `ONE`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from . import bot_prices as price
from .bot_odds import BITS, ONE, REROLLED, TAME, WILD, Odds
from .rules.board import free_dice
from .rules.requirement import allows
from .state import LIVING, Village
from .tables import (
    BOARDS,
    CAPTURE,
    COLOURS,
    DICE_IMMUNE,
    FAVORITE,
    HAUNTER,
    MOUNTAIN,
    NONE,
    PLACES,
    POWER_LOCK,
    SECOND_WIND,
    SPACES,
    SPIRES,
    TAO_LOCK,
    TORMENTOR,
    Tables,
)

FILLED: Final[list[i64]] = [0, 0, 700, 1300, 1800]  # that an empty space has a ghost, by turns from now

NO_TOKENS: Final[list[i64]] = [0] * COLOURS
NO_CHANCE: Final = 99
FAR: Final = 6
LACKS_TWO: Final = 10  # a short of several colours is MANY + ones + LACKS_TWO x twos
MANY: Final = 100


def base_threats(tables: Tables, prices: list[int]) -> list[i64]:
    """How much each card hurts while it is in play, a figurine on the first icon apart, in thousandths of log-odds."""
    codes = (HAUNTER, TORMENTOR, TAO_LOCK, POWER_LOCK, CAPTURE, DICE_IMMUNE)
    extra = (price.HAUNTS, price.TORMENTS, price.LOCKS_TAO, price.LOCKS_POWER, price.HOLDS_DIE, price.NO_DIE_HARMS)
    threats: list[i64] = [0]
    for card in range(1, len(tables.names)):
        threat: i64 = prices[price.STANDS]
        for at in range(len(codes)):
            if tables.has(card, codes[at]):
                threat += prices[extra[at]]
        if tables.incarnation[card]:
            threat += prices[price.WU_FENG]
        threats.append(threat)
    return threats


def single_colours(tables: Tables) -> list[i64]:
    """The one colour each card asks for, NONE if it asks for several."""
    found: list[i64] = []
    for card in range(len(tables.names)):
        single: i64 = NONE
        count = 0
        for colour in range(COLOURS):
            if tables.need[card][colour]:
                single = colour
                count += 1
        found.append(single if count == 1 else NONE)
    return found


class Outlook:
    """The coming round of one position after another: `look` fills the attributes."""

    def __init__(self, tables: Tables, prices: list[int]) -> None:
        self.tables = tables
        self.odds = Odds()
        self.bases = base_threats(tables, prices)
        self.at_the_edge: i64 = prices[price.AT_THE_EDGE]
        self.singles = single_colours(tables)
        self.stays: list[list[i64]] = [[place] for place in range(PLACES)]
        self.steps: list[list[i64]] = [[place, *tables.near[place]] for place in range(PLACES)]
        self.anywhere: list[i64] = list(range(PLACES))
        self.alive: list[i64] = [0] * SPACES  # the chance that the ghost is still there
        self.threats: list[i64] = [0] * SPACES
        self.haunts: i64 = 0  # expected tiles haunted in the coming round
        self.overruns: i64 = 0
        self.deaths: i64 = 0
        self.curses: i64 = 0  # expected rolls of the Curse die by Tormentors
        self.kind: i64 = WILD
        self.dice: i64 = 0
        self.colours: list[i64] = [NONE] * SPACES  # the one colour the ghost asks for, NONE if several
        self.asks: list[i64] = [0] * SPACES  # how much of it, after Circle and Mantra
        self.barred: list[i64] = [0] * SPACES  # not to be exorcised now, by its own rule

    def look(self, state: Village, open_turn: bool) -> None:
        """Look ahead from a position; `open_turn` if the active Taoist may still attempt an exorcism this turn."""
        self.haunts = 0
        self.overruns = 0
        self.deaths = 0
        self.curses = 0
        for space in range(SPACES):
            card = state.ghosts[space]
            if card:
                self._meet(state, space, card)
            else:
                self.alive[space] = 0
        if open_turn:
            self._yang(state, state.active, state.moved != 0)
        for turn in range(1, BOARDS + 1):
            board = (state.active + turn) % BOARDS
            self._yin(state, board, turn)
            if turn < BOARDS and state.status[board] == LIVING:
                self._yang(state, board, False)

    def _meet(self, state: Village, space: i64, card: i64) -> None:
        """Note how much a ghost hurts and what it asks for."""
        self.alive[space] = ONE
        self.threats[space] = self.bases[card] + self.at_the_edge if state.figures[space] else self.bases[card]
        colour = self.singles[card]
        self.colours[space] = colour
        if colour != NONE:
            self.asks[space] = self._asks(state, space, card, colour)
        self.barred[space] = 0 if allows(state, space) else 1

    def _yin(self, state: Village, board: i64, turn: i64) -> None:
        """The ghosts of a board act, and may overrun it."""
        tables = self.tables
        full: i64 = ONE
        for space in range(3 * board, 3 * board + 3):
            card = state.ghosts[space]
            alive = self.alive[space]
            if not card:
                full = 0 if state.buddhas_on[space] else (full * FILLED[turn]) >> BITS
                continue
            full = (full * alive) >> BITS
            if state.figures[space]:
                self.haunts += alive
            if tables.has(card, TORMENTOR):
                self.curses += alive
                if state.qi[board] == 1 and state.status[board] == LIVING:
                    self.deaths += alive // 6
        if state.status[board] == LIVING and state.qi[board] == 1:
            self.deaths += full
        else:
            self.overruns += full

    def _yang(self, state: Village, board: i64, stays: bool) -> None:
        """A Taoist attempts what pays best: his ghosts are less likely to be there afterwards."""
        self._take_dice(state, board)
        here = state.at[board]
        if stays:
            reach = self.stays[here]
        else:
            reach = self.anywhere if state.powers[board] == SPIRES else self.steps[here]
        best_gain: i64 = 0
        best_place: i64 = NONE
        for place in reach:
            gain = self._attempt(state, board, place, False)
            if gain > best_gain:
                best_gain = gain
                best_place = place
        if best_place != NONE:
            self._attempt(state, board, best_place, True)

    def _take_dice(self, state: Village, board: i64) -> None:
        """The dice of that Taoist's attempts."""
        power = state.powers[board]
        self.dice = max(0, free_dice(state)) + (1 if power == MOUNTAIN else 0)
        self.kind = (WILD if state.wild else TAME) + (REROLLED if power in (FAVORITE, SECOND_WIND) else 0)

    def _attempt(self, state: Village, board: i64, place: i64, made: bool) -> i64:
        """What an attempt from that tile gains; if it is `made`, the chances of its ghosts go down."""
        first: i64 = NONE
        second: i64 = NONE
        for space in self.tables.facing[place]:
            if self.alive[space] and not self.barred[space]:
                if first == NONE:
                    first = space
                else:
                    second = space
        if first == NONE:
            return 0
        if second == NONE:
            chance = self.chance(self._short(state, board, place, first))
            if made:
                self._hit(first, chance)
            return self.alive[first] * self.threats[first] * chance
        if self.alive[second] * self.threats[second] > self.alive[first] * self.threats[first]:
            return self._corner(state, board, second, first, made)
        return self._corner(state, board, first, second, made)

    def _corner(self, state: Village, board: i64, first: i64, second: i64, made: bool) -> i64:
        """An attempt on two ghosts, of which the first is the worse."""
        place = self.tables.line[first][0]
        short = self._short(state, board, place, first)
        other = self._short(state, board, place, second)
        one = self.chance(short)
        both: i64 = 0
        either: i64 = max(one, self.chance(other))
        if short < MANY and other < MANY:
            if self.colours[first] == self.colours[second]:
                colour = self.colours[first]
                together = self.asks[first] + self.asks[second] - self._purse(state, board, place, colour)
                both = self.odds.of_one(self.kind, self.dice, max(0, together))
            else:
                both = self.odds.of_both(self.kind, self.dice, short, other)
                either = self.odds.of_either(self.kind, self.dice, short, other)
        rest = both + either - one
        if made:
            self._hit(first, one)
            self._hit(second, rest)
            return 0
        gain = self.alive[first] * self.threats[first] * one
        return gain + self.alive[second] * self.threats[second] * rest

    def _hit(self, space: i64, chance: i64) -> None:
        self.alive[space] = (self.alive[space] * (ONE - chance)) >> BITS

    def _asks(self, state: Village, space: i64, card: i64, colour: i64) -> i64:
        """What the ghost asks for in a colour after the Circle and, if it asks for one colour alone, the Mantra."""
        need = self.tables.need[card][colour]
        if need and state.circle == colour:
            need -= 1
        if need and state.mantra == space and self.singles[card] != NONE:
            need -= 1
        return need

    def _purse(self, state: Village, board: i64, place: i64, colour: i64) -> i64:
        """Tokens a Taoist may spend on that tile: his own and those of friends who stand there (GS-135)."""
        if state.tao_locked:
            return 0
        count = state.tao[board * COLOURS + colour]
        for other in range(BOARDS):
            if other != board and state.at[other] == place and state.status[other] == LIVING:
                count += state.tao[other * COLOURS + colour]
        return count

    def _short(self, state: Village, board: i64, place: i64, space: i64) -> i64:
        """Hits that the ghost lacks with all tokens spent that may be, NO_CHANCE if dice can't do it."""
        colour = self.colours[space]
        if colour != NONE:
            return self._lacks(state, space, self._purse(state, board, place, colour))
        purse = [self._purse(state, board, place, each) for each in range(COLOURS)]
        return self._lacks_of_many(state, space, purse)

    def _lacks(self, state: Village, space: i64, tokens: i64) -> i64:
        short = max(0, self.asks[space] - tokens)
        if short and self.tables.has(state.ghosts[space], DICE_IMMUNE):
            return NO_CHANCE
        return short

    def _lacks_of_many(self, state: Village, space: i64, purse: list[i64]) -> i64:
        ones: i64 = 0
        twos: i64 = 0
        for colour in range(COLOURS):
            lacks = self._asks(state, space, state.ghosts[space], colour) - purse[colour]
            if lacks == 1:
                ones += 1
            elif lacks > 1:
                twos += 1
        if state.mantra == space:
            if ones:
                ones -= 1
            elif twos:
                twos -= 1
                ones += 1
        return MANY + ones + LACKS_TWO * twos

    def pooled(self, state: Village, space: i64, purse: list[i64]) -> i64:
        """What the ghost lacks with all those tokens spent by a Taoist with plain dice (see `chance` and `hits`)."""
        self.dice = max(0, free_dice(state))
        self.kind = WILD if state.wild else TAME
        colour = self.colours[space]
        if colour != NONE:
            return self._lacks(state, space, 0 if state.tao_locked else purse[colour])
        return self._lacks_of_many(state, space, purse if not state.tao_locked else NO_TOKENS)

    def hits(self, short: i64) -> i64:
        """How many hits that is."""
        if short < MANY:
            return min(short, FAR)
        return (short - MANY) % LACKS_TWO + 2 * ((short - MANY) // LACKS_TWO)

    def chance(self, short: i64) -> i64:
        """The chance to exorcise one ghost that lacks so much."""
        if short < MANY:
            return self.odds.of_one(self.kind, self.dice, short)
        return self.odds.of_many(self.kind, self.dice, (short - MANY) % LACKS_TWO, (short - MANY) // LACKS_TWO)

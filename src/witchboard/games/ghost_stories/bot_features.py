"""What a position consists of, priced: amounts in parts of `ONE` times the prices of `bot_prices`."""

from __future__ import annotations

from mypy_extensions import i64

from . import bot_prices as price
from .bot_odds import BITS, ONE
from .bot_outlook import Outlook
from .rules.haunting import haunted_tiles
from .state import DEAD, LIVING, NEUTRAL, POSSESSED, Village
from .tables import BLACK, BOARDS, COLOURS, DICE_IMMUNE, HAUNTER, NONE, PLACES, SPACES, Tables


class Appraisal:
    """Prices positions, one after another."""

    def __init__(self, tables: Tables, prices: list[int]) -> None:
        self.tables = tables
        self.outlook = Outlook(tables, prices)
        self.prices: list[i64] = [*prices]
        self.noted: list[i64] | None = None  # the amounts themselves, while somebody wants them
        self.odds: i64 = 0
        self.at_brink = False  # the next haunted tile loses the game
        self.in_play: i64 = 0  # incarnations
        self.needs: list[i64] = [0] * COLOURS  # what ghosts in play ask for, by colour
        self.purse: list[i64] = [0] * COLOURS  # what living Taoists hold

    def of(self, state: Village, open_turn: bool) -> i64:
        """The log-odds of winning, in thousandths.

        `open_turn`: the active Taoist may still attempt an exorcism this turn.
        """
        self.odds = 0
        self.in_play = 0
        for colour in range(COLOURS):
            self.needs[colour] = 0
            self.purse[colour] = 0
        self.outlook.look(state, open_turn)
        self._count(price.BIAS, 1)
        self._village(state)
        self._boards(state)
        self._ghosts(state)
        self._tokens(state)
        self._deck(state)
        return self.odds >> BITS

    def amounts(self, state: Village, open_turn: bool) -> list[int]:
        """The amount of each thing that has a price."""
        self.noted = [0] * price.COUNT
        self.of(state, open_turn)
        amounts = [int(amount) for amount in self.noted]
        self.noted = None
        return amounts

    def _add(self, what: i64, amount: i64) -> None:
        self.odds += amount * self.prices[what]
        if self.noted is not None:
            self.noted[what] += amount

    def _count(self, what: i64, count: i64) -> None:
        self._add(what, count << BITS)

    def _village(self, state: Village) -> None:
        """Haunted tiles and hauntings to come, which weigh the more the nearer the brink is."""
        outlook = self.outlook
        left = state.haunted_limit - haunted_tiles(state)
        self.at_brink = left <= 1
        shift: i64 = 0 if left >= 3 else 1 if left == 2 else 2
        if shift:
            self._count(price.HAUNTED_ONE + shift - 1, 1)
        self._add(price.HAUNTS_NONE + shift, outlook.haunts)
        self._add(price.CURSES, outlook.curses)
        if self.at_brink:
            self._add(price.CURSES_TWO, outlook.curses)
        later: i64 = 0
        for space in range(SPACES):
            card = state.ghosts[space]
            if card and not state.figures[space] and self.tables.has(card, HAUNTER):
                later += outlook.alive[space]
        self._add(price.LATER_NONE + shift, later)
        if left < state.haunted_limit:
            for place in range(PLACES):
                if state.haunted[place]:
                    self._count(price.CIRCLE_HAUNTED + state.tiles[place], 1)

    def _boards(self, state: Village) -> None:
        """Who sits behind the boards, and how full they are."""
        yin_yangs: i64 = 0
        for board in range(BOARDS):
            status = state.status[board]
            if status == LIVING:
                self._taoist(state, board)
                yin_yangs += state.yin_yang[board]
            elif status == DEAD:
                self._count(price.DEAD, 1)
            elif status == POSSESSED:
                self._count(price.POSSESSED, 1)
            elif status == NEUTRAL:
                self._count(price.NEUTRAL_QI, state.qi[board])
            self._spaces(state, board)
        if yin_yangs:
            self._count(price.YIN_YANG, yin_yangs)
            self._count(price.YIN_YANG_FIRST, 1)
            if self.at_brink:
                self._count(price.YIN_YANG_TWO, 1)

    def _taoist(self, state: Village, board: i64) -> None:
        self._count(price.QI_ONE + min(state.qi[board], 5) - 1, 1)
        if state.powers[board] == NONE:
            self._count(price.LOCKED, 1)
        self._count(price.BUDDHAS_HELD, state.buddhas[board] + (state.fresh_buddhas if board == state.active else 0))
        for colour in range(COLOURS):
            self.purse[colour] += state.tao[board * COLOURS + colour]
        faces = len(self.tables.facing[state.at[board]])
        if faces:
            self._count(price.TAOISTS_OUT, 1)
            if faces == 2:
                self._count(price.CORNERS, 1)

    def _spaces(self, state: Village, board: i64) -> None:
        """How full a board is, and its Buddhas."""
        ghosts: i64 = 0
        buddhas: i64 = 0
        for space in range(3 * board, 3 * board + 3):
            if state.ghosts[space]:
                ghosts += 1
            elif state.buddhas_on[space]:
                buddhas += 1
        self._count(price.GHOSTS, ghosts)
        if ghosts == 3:
            self._count(price.FULL, 1)
        elif ghosts == 2:
            self._count(price.PAIR, 1)
        if buddhas:
            self._count(price.BUDDHAS_LAID, buddhas)
            if ghosts + buddhas == 3:
                self._count(price.BUDDHAS_SURE, 1)

    def _ghosts(self, state: Village) -> None:
        """What is in play, and what of it will still be there after the coming round."""
        outlook = self.outlook
        captive: i64 = 0
        figures: i64 = 0
        alive: i64 = 0
        residue: i64 = 0
        for space in range(SPACES):
            card = state.ghosts[space]
            if not card:
                continue
            alive += outlook.alive[space]
            residue += outlook.alive[space] * outlook.threats[space]
            figures += state.figures[space]
            captive += state.dice_on[space]
            if self.tables.has(card, DICE_IMMUNE):
                self._count(price.IMMUNE, 1)
            if self.tables.incarnation[card]:
                self._incarnation(card, outlook.alive[space])
            else:
                self._resistance(card)
        self._add(price.ALIVE, alive)
        self._add(price.THREATS, -residue // 1000)
        self._count(price.FIGURES, figures)
        if captive:
            self._count(price.CAPTIVE_ONE + min(captive, 3) - 1, 1)
        if state.tao_locked:
            self._count(price.TAO_LOCKED, 1)
        self._add(price.OVERRUNS, outlook.overruns)
        self._add(price.DEATHS, outlook.deaths)

    def _resistance(self, card: i64) -> None:
        colour = self.tables.colour[card]
        need = self.tables.need[card][colour]
        self.needs[colour] += need
        if need >= 3:
            self._count(price.HIGH, 1)

    def _incarnation(self, card: i64, alive: i64) -> None:
        self.in_play += 1
        self._count(price.IN_PLAY, 1)
        self._add(price.WU_FENG_FALLS, ONE - alive)
        self._count(price.HOWLING_NIGHTMARE + card - self.tables.incarnations[0], 1)
        for colour in range(COLOURS):
            self.needs[colour] += self.tables.need[card][colour]

    def _tokens(self, state: Village) -> None:
        """Tao tokens, the Circle's among them, and how they match what is in play."""
        held: i64 = 0
        matched: i64 = 0
        kinds: i64 = 0
        for colour in range(COLOURS):
            purse = self.purse[colour]
            if purse:
                held += purse
                matched += min(purse, self.needs[colour])
                kinds += 1
        self._count(price.TAO, held)
        self._count(price.TAO_MATCHED, matched)
        self._count(price.TAO_KINDS, kinds)
        self._count(price.TAO_BLACK, self.purse[BLACK])
        if state.circle != NONE:
            self._circle(state)

    def _circle(self, state: Village) -> None:
        self._count(price.CIRCLE_SET, 1)
        if state.circle == BLACK:
            self._count(price.CIRCLE_BLACK, 1)
        eased: i64 = 0
        for space in range(SPACES):
            if state.ghosts[space] and self.tables.need[state.ghosts[space]][state.circle]:
                eased += 1
        self._count(price.CIRCLE_MATCHED, eased)

    def _deck(self, state: Village) -> None:
        """The clock: cards to the next incarnation, to the end, incarnations left; how the hardest in play stands."""
        left = state.incarnations - state.exorcised
        to_come = left - self.in_play
        if to_come > 0:
            self._add(price.DECK, max(0, state.deck - self.tables.spacing * to_come) * ONE // 10)
            self._count(price.DECK_LAST, 1)
        else:
            self._add(price.DECK_LAST, min(state.deck, 10) * ONE // 10)
            self._add(price.LAST_CARDS, max(0, 10 - state.deck) * ONE // 10)
        if left >= 2:
            self._count(price.LEFT_TWO + min(left, 4) - 2, 1)
        if state.seats < BOARDS:
            self._count(price.PLAYERS_ONE + state.seats - 1, 1)
        if self.in_play:
            self._pooled(state)

    def _pooled(self, state: Village) -> None:
        """How the incarnations stand against all tokens together."""
        outlook = self.outlook
        best: i64 = 0
        lacks: i64 = 0
        for space in range(SPACES):
            if self.tables.incarnation[state.ghosts[space]]:
                short = outlook.pooled(state, space, self.purse)
                best = max(best, outlook.chance(short))
                lacks = max(lacks, outlook.hits(short))
        self._add(price.WU_FENG_POOLED, best)
        self._count(price.WU_FENG_LACKS, lacks)

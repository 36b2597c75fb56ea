"""Which choices deserve a thought, and which answers of chance come to the same."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from witchboard.engine.state import Step
from witchboard.engine.steps import Chance

from .bot_outlook import Outlook
from .bot_rolls import Rolls
from .rules.exorcism import Reroll, TaoRoll, TaoRollAgain
from .rules.ghosts import DrawGhost, Place
from .rules.help import Banish, CircleColour, TeaTao
from .rules.herbalist import HerbalistRoll, HerbalistRollAgain, HerbalistTao
from .rules.losses import DiscardTao
from .rules.pavilion import NOBODY, PavilionGhost, PavilionPlace, PavilionSpace, PavilionTaoist
from .rules.requirement import exorcisable
from .rules.result import Result
from .rules.rewards import CurseOrder, RewardTao
from .rules.setup import ChooseColour, ChooseFirst, ChooseSide, ChooseSpot
from .rules.yang import ASK, BORROW, BUDDHA, END, HELP, PUT_MANTRA, RESTORE, TAKE_TAO, WIND, BlowTaoist, Yang
from .state import LIVING, Village
from .tables import (
    ALTAR,
    BLACK,
    BOARDS,
    CIRCLE,
    COLOURS,
    GROUP_LOSE_TAO,
    HERBALIST,
    NONE,
    PAVILION,
    SPACES,
    SUMMON,
    TEA_HOUSE,
    TEMPLE,
    Tables,
)

LIFTED: Final = 3  # ghosts the Pavilion might move
BANISHED: Final = 4
MANTRAS: Final = 3
TOKENS: Final = 3  # colours worth taking
PLACES_EACH: Final = 2  # where another Taoist might be sent
CHAIN: Final = 100000  # keeps a ghost whose arrival brings more from standing for all of its colour


class Thoughts:
    """What the villager thinks about."""

    def __init__(self, tables: Tables, outlook: Outlook) -> None:
        self.tables = tables
        self.threats = outlook.bases  # by card
        self.at_the_edge = outlook.at_the_edge
        self.rolls = Rolls()

    def consider(self, state: Village, options: list[int]) -> list[int]:
        """The options worth a thought, the most promising first."""
        step = state.stack[-1]
        if isinstance(step, Yang):
            return [*self._yang(state, options), *self._yin_yang(state, options), END]
        return self._others(state, step, options)

    def foresee(self, state: Village, options: list[int]) -> list[int]:
        """The same for later questions: no Yin-Yang, and small choices as they are likely to be made."""
        step = state.stack[-1]
        if isinstance(step, Yang):
            return [*self._yang(state, options), END]
        if isinstance(step, Place):
            return [self._likely_space(state, options)]
        if isinstance(step, DiscardTao):
            return [self.least_needed(state, options)]
        if isinstance(step, CurseOrder):
            return options[:1]
        return self._others(state, step, options)

    def _likely_space(self, state: Village, spaces: list[int]) -> int:
        """Where an arriving ghost would be put: onto a Buddha, else where a Taoist faces it."""
        best = spaces[0]
        most: i64 = -1
        for space in spaces:
            place = self.tables.line[space][0]
            worth: i64 = 10 if state.buddhas_on[space] else 0
            for board in range(BOARDS):
                if state.at[board] == place and state.status[board] == LIVING:
                    worth += 1
            if worth > most:
                most = worth
                best = space
        return best

    def _others(self, state: Village, step: Step, options: list[int]) -> list[int]:
        if len(options) == 1:
            return options
        if isinstance(step, Reroll):
            return self.rolls.rerolls(state, exorcisable(state))
        if isinstance(step, Banish):
            return self._worst(state, options, BANISHED)
        if isinstance(step, HerbalistTao):
            return self._wanted(state, options)[:1]
        if isinstance(step, (TeaTao, RewardTao, CircleColour)):
            return self._wanted(state, options)
        if isinstance(step, (PavilionGhost, PavilionSpace, PavilionTaoist, PavilionPlace)):
            return self._pavilion(state, options)
        if isinstance(step, Result):
            return options[::-1]
        if isinstance(step, BlowTaoist):
            return self._outposts(state, options)
        if isinstance(step, (ChooseColour, ChooseSpot, ChooseSide, ChooseFirst)):
            return options[:1]
        return options

    def _yang(self, state: Village, options: list[int]) -> list[int]:
        """What may be done in the turn; what costs nothing is done first."""
        free = self._free(state, options)
        if free:
            return free
        moves: list[int] = []
        others: list[int] = []
        for option in options:
            if option < HELP:
                moves.append(option)
            elif option < TAKE_TAO or WIND <= option < ASK or BUDDHA <= option < END:
                others.append(option)
        return self._by_threat(state, moves) + others

    def _yin_yang(self, state: Village, options: list[int]) -> list[int]:
        """Uses of the Yin-Yang, before the first step or after an action."""
        first_step = is_first_step(state)
        if not first_step and not state.helps and not state.attempts and not state.placing:
            return []
        found: list[int] = []
        for option in options:
            if ASK <= option < BORROW and self._well_spent(state, option, first_step):
                found.append(option)
        return found

    def _free(self, state: Village, options: list[int]) -> list[int]:
        """Powers that cost nothing: a borrowed one, a token of the Bottomless Pockets, a Mantra not yet laid."""
        if not is_first_step(state):
            return []
        borrows = [option for option in options if BORROW <= option < BUDDHA]
        if borrows and not state.one_shot:
            return borrows
        tokens = [option - TAKE_TAO for option in options if TAKE_TAO <= option < PUT_MANTRA]
        if tokens:
            return [TAKE_TAO + colour for colour in self._wanted(state, tokens)]
        ghosts = [option - PUT_MANTRA for option in options if PUT_MANTRA <= option < WIND]
        if ghosts and state.mantra == NONE:
            return [PUT_MANTRA + space for space in self._worst(state, ghosts, MANTRAS)]
        return []

    def _well_spent(self, state: Village, option: int, first_step: bool) -> bool:
        """Whether the Yin-Yang may be well spent so: on most villagers, or on a haunted tile."""
        if option >= RESTORE:
            return True
        kind = state.tiles[option - ASK]
        if kind in (TEMPLE, ALTAR, PAVILION):
            return False
        if kind == CIRCLE:
            return first_step
        if kind == HERBALIST:
            return first_step and 1 in [self.tables.incarnation[card] for card in state.ghosts]
        if kind == TEA_HOUSE:
            return state.qi[state.active] == 1
        return True

    def threat(self, state: Village, space: i64) -> i64:
        """How much the ghost on that space hurts."""
        threat = self.threats[state.ghosts[space]]
        return threat + self.at_the_edge if state.figures[space] else threat

    def _worst(self, state: Village, spaces: list[int], count: int) -> list[int]:
        """The spaces with the most threatening ghosts."""
        ranked = [(-self.threat(state, space), space) for space in spaces]
        ranked.sort()
        return [space for _, space in ranked[:count]]

    def _faced(self, state: Village, place: i64) -> i64:
        """The threat faced from a tile."""
        faced: i64 = 0
        for space in self.tables.facing[place]:
            if state.ghosts[space]:
                faced += self.threat(state, space)
        return faced

    def _by_threat(self, state: Village, places: list[int]) -> list[int]:
        ranked = [(-self._faced(state, place), place) for place in places]
        ranked.sort()
        return [place for _, place in ranked]

    def _outposts(self, state: Village, places: list[int]) -> list[int]:
        return self._by_threat(state, places)[:PLACES_EACH]

    def _pavilion(self, state: Village, options: list[int]) -> list[int]:
        """A bad ghost goes anywhere; a Taoist, if at all, to where it hurts."""
        step = state.stack[-1]
        if isinstance(step, PavilionGhost):
            return self._worst(state, options, LIFTED)
        if isinstance(step, PavilionPlace):
            return self._outposts(state, options)
        if isinstance(step, PavilionTaoist):
            return [NOBODY, *[option for option in options if option != NOBODY]]
        return options

    def _need(self, state: Village, colour: i64) -> i64:
        """How much ghosts in play ask for in a colour."""
        need: i64 = 0
        for space in range(SPACES):
            if state.ghosts[space]:
                need += self.tables.need[state.ghosts[space]][colour]
        return need

    def _wanted(self, state: Village, colours: list[int]) -> list[int]:
        """The colours asked for most; black wins a tie."""
        ranked = [(-2 * self._need(state, colour) - (1 if colour == BLACK else 0), colour) for colour in colours]
        ranked.sort()
        return [colour for _, colour in ranked[:TOKENS]]

    def least_needed(self, state: Village, colours: list[int]) -> int:
        """The colour that is missed least."""
        ranked = [(2 * self._need(state, colour) + (1 if colour == BLACK else 0), colour) for colour in colours]
        return min(ranked)[1]

    def group(self, state: Village, chance: Chance[Village]) -> tuple[list[int], list[int]] | None:
        """The outcomes that make a difference and their weights; None if all do."""
        if isinstance(chance, TaoRoll):
            return self.rolls.tao(state, exorcisable(state), chance.outcomes(state))
        if isinstance(chance, TaoRollAgain):
            return self.rolls.tao(state, exorcisable(state), chance.outcomes(state))
        if isinstance(chance, (HerbalistRoll, HerbalistRollAgain)):
            return self.rolls.all_faces(chance.outcomes(state))
        if isinstance(chance, DrawGhost):
            return self._draws(state)
        return None

    def _draws(self, state: Village) -> tuple[list[int], list[int]]:
        """Two ghosts of middling threat stand for all that may come: a black one, and one of the commonest colour."""
        counts: list[i64] = [0] * COLOURS
        for card in state.unseen:
            counts[self.tables.colour[card]] += 1
        commonest: i64 = 0
        for colour in range(1, BLACK):
            if counts[colour] > counts[commonest]:
                commonest = colour
        black = self._middling(state, BLACK)
        other = self._middling(state, commonest)
        if black == NONE or other == NONE:
            return [max(black, other)], [1]
        return [black, other], [int(counts[BLACK]), len(state.unseen) - int(counts[BLACK])]

    def _middling(self, state: Village, colour: i64) -> int:
        """Where among the unseen a ghost of that colour lies that hurts about as much as they do on average."""
        total: i64 = 0
        count: i64 = 0
        for card in state.unseen:
            if self.tables.colour[card] == colour:
                total += self.threats[card]
                count += 1
        best = NONE
        least: i64 = 0
        for at in range(len(state.unseen)):
            card = state.unseen[at]
            if self.tables.colour[card] != colour:
                continue
            gap: i64 = self.threats[card] * count - total
            gap = max(gap, -gap) + (CHAIN if self._opens_more(card) else 0)
            if best == NONE or gap < least:
                best = at
                least = gap
        return best

    def _opens_more(self, card: i64) -> bool:
        """Whether its arrival brings further draws or choices."""
        return self.tables.has(card, SUMMON) or self.tables.has(card, GROUP_LOSE_TAO)


def is_first_step(state: Village) -> bool:
    """Whether the active Taoist has neither moved nor acted yet."""
    return not (state.moved or state.helps or state.attempts or state.placing)

"""What a set of facing ghosts still asks for after a roll: the value m of GS-231.

A set is a bit mask over the facing exorcisable spaces, at most two. The Mantra takes 1 off one colour of its ghost,
chosen after the roll (GS-127), so a set is judged once for each colour that could be.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ..state import LIVING, Village
from ..tables import BOARDS, COLOURS, DICE_IMMUNE, NEEDS_BUDDHA, NONE, OPPOSITE_EMPTY, WHITE

NO_WAY: Final = 99


def exorcisable(state: Village) -> list[int]:
    """The spaces facing the active Taoist whose ghost may be exorcised now, ascending (GS-117, GS-118)."""
    found: list[int] = []
    for space in state.tables.facing[state.at[state.active]]:
        if state.ghosts[space] and allows(state, space):
            found.append(space)
    return found


def allows(state: Village, space: i64) -> bool:
    """Whether the ghost's own rule lets it be exorcised now (GS-143, GS-144)."""
    card = state.ghosts[space]
    tables = state.tables
    if not tables.incarnation[card]:
        return True
    if tables.has(card, OPPOSITE_EMPTY) and state.ghosts[tables.opposite[space]]:
        return False
    return not (tables.has(card, NEEDS_BUDDHA) and not state.buddhas_on[space])


def asks(state: Village, space: i64, colour: i64, relief: i64) -> i64:
    """What the ghost asks for in a colour after the Circle and the Mantra, which eases `relief` (GS-126 to GS-128)."""
    need = state.tables.need[state.ghosts[space]][colour]
    if need and state.circle == colour:
        need -= 1
    if need and relief == colour and state.mantra == space:
        need -= 1
    return need


def reliefs(state: Village, spaces: list[int], mask: i64) -> list[int]:
    """The colours the Mantra may ease for this set; just NONE when it lies elsewhere or can ease nothing."""
    found: list[int] = []
    if state.mantra != NONE:
        for bit in range(len(spaces)):
            if (mask >> bit) & 1 and spaces[bit] == state.mantra:
                for colour in range(COLOURS):
                    if asks(state, spaces[bit], colour, NONE):
                        found.append(colour)
    if not found:
        found.append(NONE)
    return found


def spendable(state: Village, colour: i64, lowest: i64) -> i64:
    """Tokens of a colour that Taoists on this tile may spend, of boards from `lowest` on (GS-134, GS-135)."""
    if state.tao_locked:
        return 0
    here = state.at[state.active]
    count: i64 = 0
    for board in range(lowest, BOARDS):
        if state.at[board] == here and state.status[board] == LIVING and not (state.refused >> board) & 1:
            count += state.tao[board * COLOURS + colour]
    return count


class Bounds:
    """For one colour of Mantra relief: in each colour the fewest tokens (`low`) and the most that help (`high`)."""

    def __init__(self, state: Village, spaces: list[int], mask: i64, relief: i64) -> None:
        self.low: list[i64] = []
        self.high: list[i64] = []
        self.needed: i64 = 0  # tokens in all, NO_WAY if it cannot be met
        whites: i64 = 0
        if state.wild:  # GS-145
            for face in state.faces:
                if face == WHITE:
                    whites += 1
        short: i64 = 0
        covered: i64 = 0
        for colour in range(COLOURS):
            dice: i64 = 0
            tokens: i64 = 0
            for bit in range(len(spaces)):
                if (mask >> bit) & 1:
                    need = asks(state, spaces[bit], colour, relief)
                    if need and state.tables.has(state.ghosts[spaces[bit]], DICE_IMMUNE):
                        tokens += need  # GS-129
                    else:
                        dice += need
            if dice:
                for face in state.faces:
                    if face == colour and dice:
                        dice -= 1
            have: i64 = spendable(state, colour, 0) if dice or tokens else 0
            if tokens > have:
                self.needed = NO_WAY
            self.low.append(tokens)
            self.high.append(min(have, tokens + dice))
            self.needed += tokens
            short += dice
            covered += min(dice, have - tokens)
        if short > whites:
            self.needed += short - whites
            if covered < short - whites:
                self.needed = NO_WAY
        self.needed = min(self.needed, NO_WAY)


def tokens_needed(state: Village, spaces: list[int], mask: i64) -> i64:
    """m of GS-231: the fewest tokens that exorcise the set with the faces as they lie, NO_WAY if it can't be done."""
    fewest: i64 = NO_WAY
    for relief in reliefs(state, spaces, mask):
        fewest = min(fewest, Bounds(state, spaces, mask, relief).needed)
    return fewest

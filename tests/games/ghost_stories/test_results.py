"""Results of exorcisms against a search through everything that could be done with dice and tokens (GS-231)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

import pytest

from witchboard.engine import play
from witchboard.engine.position import Json
from witchboard.engine.stream import Stream, stream
from witchboard.games.ghost_stories import GAME
from witchboard.games.ghost_stories.rules.requirement import exorcisable
from witchboard.games.ghost_stories.rules.result import Pay, Result
from witchboard.games.ghost_stories.state import Village
from witchboard.games.ghost_stories.tables import DICE_IMMUNE, NONE

from .table import laid_out

COLOURS = range(5)
WHITE = 5
Purse = tuple[int, ...]  # tokens by colour


def purses(most: Purse) -> Iterator[Purse]:
    return product(*[range(count + 1) for count in most])


def needs(state: Village, space: int, relief: int) -> list[int]:
    """What a ghost needs after the Circle, and the Mantra in that colour."""
    found = []
    for colour in COLOURS:
        count = state.tables.need[state.ghosts[space]][colour]
        count -= count > 0 and state.circle == colour
        count -= count > 0 and state.mantra == space and relief == colour
        found.append(count)
    return found


def meets(state: Village, spaces: list[int], paid: Purse) -> bool:
    """Whether all those ghosts fall by the faces and exactly these tokens: every way of giving them out is tried."""
    wild = state.wild
    for relief in COLOURS:
        wanted = [(needs(state, space, relief), state.tables.has(state.ghosts[space], DICE_IMMUNE)) for space in spaces]
        tokens = list(paid)
        dice = [0] * 5
        for need, immune in wanted:
            for colour in COLOURS:
                if immune:
                    tokens[colour] -= need[colour]
                else:
                    dice[colour] += need[colour]
        if min(tokens) < 0:
            continue
        short = 0
        for colour in COLOURS:
            left = dice[colour] - tokens[colour]
            if left < 0:  # a token more than the gap (GS-133)
                short = 99
            short += max(left - list(state.faces).count(colour), 0)
        whites = list(state.faces).count(WHITE) if wild else 0
        if short <= whites:
            return True
    return False


def together(state: Village) -> Purse:
    """The tokens on the active Taoist's tile, none while they are locked."""
    if state.tao_locked:
        return (0,) * 5
    here = [board for board in range(4) if state.at[board] == state.at[state.active] and state.status[board] == 0]
    return tuple(sum(int(state.tao[5 * board + colour]) for board in here) for colour in COLOURS)


def prices(state: Village) -> Mapping[int, tuple[int, set[Purse]]]:
    """For each set of ghosts, as bits, the fewest tokens and all payments of so many."""
    spaces = exorcisable(state)
    found: dict[int, tuple[int, set[Purse]]] = {0: (0, {(0,) * 5})}
    for mask in range(1, 1 << len(spaces)):
        chosen = [space for bit, space in enumerate(spaces) if mask >> bit & 1]
        ways = {paid for paid in purses(together(state)) if meets(state, chosen, paid)}
        if ways:
            fewest = min(map(sum, ways))
            found[mask] = (fewest, {paid for paid in ways if sum(paid) == fewest})
    return found


@cache
def bare() -> Village:
    return laid_out(changes={"sides.yellow": "B", "tao.red.red": 0, "tao.blue.blue": 0, "tao.green.green": 0})


def situation(drawn: Stream) -> Village:
    """Red at a corner, one or two ghosts in front, dice thrown, tokens on the tile, perhaps Circle, Mantra, a lock."""
    names = GAME.tables.names
    cards = [int(1 + drawn.below(65)) for _ in range(3)]
    changes: dict[str, Json] = {"at.red": "Sorcerer's Hut", "at.blue": "Sorcerer's Hut"}
    for space, card in dict(zip(("N1", "E3", "W1"), cards, strict=True)).items():
        if len(set(cards)) == 3 and (space != "E3" or drawn.below(3)):
            changes[f"ghosts.{space}"] = f"{names[card]} {card}"
    if not any(key.startswith("ghosts") for key in changes):
        changes["ghosts.N1"] = "Hope Killer 58"
    for board, colour in product(("red", "blue"), GAME.tables.colour_names):
        changes[f"tao.{board}.{colour}"] = int(drawn.below(3))
    if drawn.below(2):
        changes["circle"] = GAME.tables.colour_names[drawn.below(5)]
    if drawn.below(2):
        changes["mantra"] = "N1"
    return village(changes, [int(drawn.below(6)) for _ in range(drawn.below(5))])


def village(changes: dict[str, Json], faces: list[int]) -> Village:
    """A position laid out without counting cards, with the dice thrown."""
    state = GAME.changed(bare(), changes)
    state.faces = faces
    state.stack = [Result()]
    return state


@pytest.mark.parametrize("seed", range(4))
def test_results_and_payments_are_those_of_an_exhaustive_search(seed: int) -> None:
    """GS-231, GS-139, GS-133, GS-137, GS-127, GS-129."""
    drawn = stream("results", seed)
    tried = 0
    while tried < 100:
        state = situation(drawn)
        if not exorcisable(state) or (state.mantra == NONE and drawn.below(2)):
            continue
        tried += 1
        found = prices(state)
        legal = {
            mask
            for mask, (price, _) in found.items()
            if not any(other & mask == mask and other != mask and found[other][0] <= price for other in found)
        }
        step = state.stack[-1]
        assert isinstance(step, Result)
        assert set(step.options(state, 0)) == legal, state_words(state)
        for mask in legal:
            assert payments(state, mask) == found[mask][1], (mask, state_words(state))


def payments(state: Village, mask: int) -> set[Purse]:
    """All payments that can be made for that set, by colour."""
    found: set[Purse] = set()
    first = state.clone()
    play.take(first, 0, mask)
    open_ones = [first]
    while open_ones:
        one = open_ones.pop()
        step = one.stack[-1] if one.stack else None
        if isinstance(step, Pay):
            for option in step.options(one, 0):
                other = one.clone()
                play.take(other, 0, option)
                open_ones.append(other)
        else:
            paid = one.paid or [0] * 20
            found.add(tuple(sum(paid[colour::5]) for colour in COLOURS))
    return found


def state_words(state: Village) -> str:
    """What matters of a situation."""
    ghosts = {state.tables.space_names[space]: state.card_name(card) for space, card in enumerate(state.ghosts) if card}
    dice = [state.tables.face_names[face] for face in state.faces]
    return f"{ghosts} dice {dice} tokens {together(state)} circle {state.circle} mantra {state.mantra}"

"""Exact odds: what an exorcism reaches and what the Curse die does, from all that lies open on the table.

All rolls are enumerated as multisets of faces with their weights: 56 for three dice, 126 with the gray one. A reroll
is played at its best: for the most ghosts on average, then for the fewest tokens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial
from typing import Final, TypeAlias

from witchboard.engine.choice import Forecast

from .names import board_title, ghost_at, the_tile
from .rules.board import holds_tao, living, may_use, place_of
from .rules.exorcism import dice_rolled
from .rules.haunting import haunted_tiles
from .rules.requirement import NO_WAY, asks, exorcisable, spendable, tokens_needed
from .state import Village
from .tables import (
    ALTAR,
    CEMETERY,
    COLOURS,
    DICE_IMMUNE,
    FACE_BLANK,
    FACE_HAUNT,
    FACE_LOSE_QI,
    FACE_LOSE_TAO,
    FACE_SUMMON,
    FAVORITE,
    MOUNTAIN,
    NONE,
    SORCERER,
    TEA_HOUSE,
)

SIDES: Final = 6
A_GHOST: Final = 100  # what a ghost is worth in tokens when a reroll is planned: more than any hand
REMEMBERED: Final = 4096  # problems whose odds are kept
BOTH: Final = (3,)
EITHER: Final = (1, 2)


@dataclass(frozen=True, slots=True)
class Reach:
    """What final faces can reach: a set of facing ghosts as bits, several sets to choose among, or none.

    `tokens` is the least price of it in Tao tokens.
    """

    sets: tuple[int, ...]
    tokens: int = 0

    @property
    def worth(self) -> int:
        """How good it is: ghosts first, then the fewest tokens."""
        return A_GHOST * max((one.bit_count() for one in self.sets), default=0) - self.tokens


Odds: TypeAlias = Mapping[Reach, Fraction]
Ways: TypeAlias = Mapping[Reach, int]


class Roll:
    """One attempt of the active Taoist in a position, with the dice, tokens, Circle, Mantra and locks as they are."""

    def __init__(self, state: Village) -> None:
        self.state = state.clone()
        self.spaces = exorcisable(state)
        self.known: dict[tuple[int, ...], Reach] = {}

    def reach(self, faces: tuple[int, ...]) -> Reach:
        """The most that these faces, with tokens, can reach (GS-231)."""
        key = tuple(sorted(faces))
        if key not in self.known:
            self.state.faces = list(key)
            self.known[key] = self._reach()
        return self.known[key]

    def _reach(self) -> Reach:
        price = {one: int(tokens_needed(self.state, self.spaces, one)) for one in range(1, 1 << len(self.spaces))}
        possible = {one: tokens for one, tokens in price.items() if tokens < NO_WAY}
        if not possible:
            return Reach(())
        most = max(one.bit_count() for one in possible)
        sets = tuple(sorted(one for one in possible if one.bit_count() == most))
        return Reach(sets, min(possible[one] for one in sets))

    def after(self, kept: tuple[int, ...], dice: int) -> Ways:
        """In how many of 6 ** dice ways each thing is reached when these faces are kept and so many dice rolled."""
        ways: dict[Reach, int] = {}
        for faces, weight in throws(dice):
            reach = self.reach(kept + faces)
            ways[reach] = ways.get(reach, 0) + weight
        return ways

    def with_reroll(self, dice: int) -> Ways:
        """In how many of 6 ** (2 x dice) ways each thing is reached when any dice may be rolled once more (GS-130)."""
        plans: dict[tuple[int, ...], tuple[int, Ways]] = {}
        ways: dict[Reach, int] = {}
        for faces, weight in throws(dice):
            keeping = sorted({kept for count in range(dice + 1) for kept in combinations(faces, count)})
            for kept in keeping:
                if kept not in plans:
                    plan = self.after(kept, dice - len(kept))
                    scaled = {reach: count * SIDES ** len(kept) for reach, count in plan.items()}
                    plans[kept] = (sum(reach.worth * count for reach, count in scaled.items()), scaled)
            best = max(keeping, key=lambda kept: plans[kept][0])
            for reach, count in plans[best][1].items():
                ways[reach] = ways.get(reach, 0) + weight * count
        return ways


@cache
def throws(dice: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """All throws of so many dice, the faces ascending, each with the number of ways it can fall."""
    found = []
    for faces in combinations_with_replacement(range(SIDES), dice):
        ways = factorial(dice)
        for count in Counter(faces).values():
            ways //= factorial(count)
        found.append((faces, ways))
    return tuple(found)


def fractions(ways: Ways) -> Odds:
    """Ways as shares of them all."""
    total = sum(ways.values())
    return {reach: Fraction(count, total) for reach, count in ways.items()}


def exorcism_odds(state: Village) -> Odds:
    """What an attempt of the active Taoist would reach now, the reroll of The Gods' Favorite played best."""
    key = _problem(state)
    if key not in _solved:
        if len(_solved) >= REMEMBERED:
            _solved.clear()
        roll, dice = Roll(state), int(dice_rolled(state))
        _solved[key] = fractions(roll.with_reroll(dice) if may_use(state, FAVORITE) else roll.after((), dice))
    return _solved[key]


def _problem(state: Village) -> tuple[object, ...]:
    """All that the odds of an attempt depend on: dice, reroll, whites, what the ghosts ask for, tokens."""
    ghosts = tuple(
        (
            tuple(int(asks(state, space, colour, NONE)) for colour in range(COLOURS)),
            state.tables.has(state.ghosts[space], DICE_IMMUNE),
            state.mantra == space,
        )
        for space in exorcisable(state)
    )
    tokens = tuple(int(spendable(state, colour, 0)) for colour in range(COLOURS))
    return (int(dice_rolled(state)), may_use(state, FAVORITE), state.wild, ghosts, tokens)


_solved: dict[tuple[object, ...], Odds] = {}


def exorcism(state: Village) -> Forecast | None:
    """`exorcism_odds` in words; None if no facing ghost may be exorcised."""
    spaces = exorcisable(state)
    return _in_words(state, spaces, exorcism_odds(state)) if spaces else None


def exorcism_from(state: Village, place: int) -> Forecast | None:
    """The same for an attempt from another tile."""
    there = state.clone()
    there.at[there.active] = place
    return exorcism(there)


def reroll(state: Village, mask: int) -> Forecast:
    """What the dice on the table reach when those of the mask are rolled again."""
    faces = [int(face) for face in state.faces]
    kept = tuple(face for die, face in enumerate(faces) if not mask >> die & 1)
    roll = Roll(state)
    return _in_words(state, roll.spaces, fractions(roll.after(kept, len(faces) - len(kept))))


def _in_words(state: Village, spaces: list[int], odds: Odds) -> Forecast:
    """Odds by what is reached and whether tokens pay for it, most wanted first."""
    merged: dict[tuple[int, tuple[int, ...], bool], Fraction] = {}
    for reach, chance in odds.items():
        key = (-max((one.bit_count() for one in reach.sets), default=0), reach.sets, reach.tokens > 0)
        merged[key] = merged.get(key, Fraction(0)) + chance
    ordered = sorted(merged.items(), key=lambda item: (item[0][0], -len(item[0][1]), item[0][1:]))
    return Forecast(tuple((_set_words(state, spaces, sets, paid), float(odd)) for (_, sets, paid), odd in ordered))


def _set_words(state: Village, spaces: list[int], sets: tuple[int, ...], paid: bool) -> str:
    if not sets:
        return "nothing"
    if sets == BOTH:
        words = "both"
    elif sets == EITHER:
        words = "either one"
    else:
        words = ghost_at(state, spaces[sets[0].bit_length() - 1])
    if not paid:
        return words
    return "with tokens" if len(spaces) == 1 else f"{words} with tokens"


def curse(state: Village, space: int, rolls: int = 1) -> Forecast | None:
    """What the Curse die does to the active Taoist, for the ghost on or gone from `space`, NONE for the Cemetery.

    The odds are those to see a thing at least once in so many rolls. A reroll is used on every harm. None if no die is
    rolled (GS-055).
    """
    if may_use(state, MOUNTAIN):
        return None
    harmless, odds = _faces(state, space)
    if may_use(state, FAVORITE):
        again = 1 - harmless
        odds = {words: chance * again for words, chance in odds.items()}
        harmless += again * harmless
    found = [("nothing", float(harmless**rolls))]
    found += [(words, float(1 - (1 - chance) ** rolls)) for words, chance in odds.items()]
    return Forecast(tuple(found))


def one_curse(state: Village, space: int) -> Forecast:
    """The odds of a Curse die that may not be rolled again."""
    harmless, odds = _faces(state, space)
    return Forecast((("nothing", float(harmless)), *((words, float(chance)) for words, chance in odds.items())))


def _faces(state: Village, space: int) -> tuple[Fraction, dict[str, Fraction]]:
    """The chance that one roll does nothing, and the chances of what else it does."""
    weights = state.tables.curse_weights
    odds: dict[str, Fraction] = {}
    for face, weight in enumerate(weights):
        words = curse_words(state, face, space)
        odds[words] = odds.get(words, Fraction(0)) + Fraction(weight, sum(weights))
    return odds.pop("nothing", Fraction(0)), odds


def curse_words(state: Village, face: int, space: int) -> str:
    """What that face would do now, in a few words; "nothing" if it would do nothing."""
    active = state.active
    if face == FACE_BLANK:
        return "nothing"
    if face == FACE_HAUNT:
        return _haunting(state, place_of(state, CEMETERY) if space == NONE else _first_active(state, space))
    if face == FACE_SUMMON:
        return drawing(state)
    if face == FACE_LOSE_TAO:
        if not living(state, active) or not holds_tao(state, active):
            return "nothing"
        return f"{board_title(state, active)} loses all Tao"
    assert face == FACE_LOSE_QI
    if not living(state, active):
        return "a Taoist loses 1 Qi"
    return f"{board_title(state, active)} {'dies' if state.qi[active] == 1 else 'loses 1 Qi'}"


def drawing(state: Village) -> str:
    """What bringing a ghost into play would mean: a ghost, an overflow, or the end of the game."""
    if 0 not in state.ghosts:
        return "no free space: 1 Qi lost"
    if state.deck == 0:
        return "nothing"
    if state.deck == 1 and state.exorcised < state.incarnations:
        return "the last card: the game is lost"
    return "another ghost"


def deadly(state: Village, kind: int) -> bool:
    """Whether the help of that tile surely kills the active Taoist, or loses the game by the last card."""
    if kind == SORCERER:
        return state.qi[state.active] == 1
    return kind in (ALTAR, TEA_HOUSE) and 0 in state.ghosts and state.deck == 1 and state.exorcised < state.incarnations


def _first_active(state: Village, space: int) -> int:
    """The tile a haunting from that space would take, NONE if the line has no active one."""
    return next((int(place) for place in state.tables.line[space] if not state.haunted[place]), NONE)


def _haunting(state: Village, place: int) -> str:
    if place == NONE:
        return "no tile is left to haunt: the game is lost"
    lost = haunted_tiles(state) + 1 >= state.haunted_limit
    return f"{the_tile(state, place)} is haunted" + (": the game is lost" if lost else "")

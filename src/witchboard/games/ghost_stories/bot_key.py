"""What tells positions of one turn apart, packed into a few numbers so that it is made and compared quickly."""

from __future__ import annotations

from mypy_extensions import i64

from witchboard.engine.judge import Horizon

from .rules.yang import Yang
from .state import Village
from .tables import BOARDS, COLOURS, PLACES, SPACES

HALF = SPACES // 2


def key_of(state: Village) -> tuple[object, ...] | None:
    """All that can change within a turn, for positions where the turn goes on or is planned to its end."""
    if not state.stack:
        return None
    step = state.stack[-1]
    goes_on = isinstance(step, Yang)
    if not goes_on and not isinstance(step, Horizon):
        return None
    return (
        _turn(state) * 2 + (1 if goes_on else 0),
        _row(state.ghosts, 0, HALF, 7),
        _row(state.ghosts, HALF, SPACES, 7),
        _row(state.tao, 0, BOARDS * COLOURS, 3),
        _flags(state),
        _taoists(state),
    )


def _row(numbers: list[i64], first: i64, end: i64, bits: i64) -> i64:
    """Some numbers of a list side by side, each below 2 to the power of `bits`."""
    word: i64 = 0
    for at in range(first, end):
        word = word << bits | numbers[at]
    return word


def _flags(state: Village) -> i64:
    """What is there or not there on tiles, spaces and boards: 49 bits."""
    word: i64 = 0
    for place in range(PLACES):
        word = word << 1 | state.haunted[place]
    for space in range(SPACES):
        word = word << 3 | state.figures[space] << 2 | state.dice_on[space] << 1 | state.buddhas_on[space]
    for board in range(BOARDS):
        word = word << 1 | state.yin_yang[board]
    return word


def _taoists(state: Village) -> i64:
    """State, place, Qi and Buddhas of each board's owner: 15 bits each."""
    word: i64 = 0
    for board in range(BOARDS):
        word = word << 2 | state.status[board]
        word = word << 4 | state.at[board] + 1
        word = word << 7 | state.qi[board]
        word = word << 2 | state.buddhas[board]
    return word


def _turn(state: Village) -> i64:
    """Deck, Circle, Mantra and how far the turn has gone: 51 bits. `discard` tells which ghost has just left."""
    word: i64 = state.discard[-1] if state.discard else 0
    word = word << 7 | state.deck
    word = word << 3 | state.exorcised
    word = word << 3 | state.circle + 1
    word = word << 5 | state.mantra_rests << 4 | state.mantra + 1
    word = word << 3 | state.fresh_buddhas
    word = word << 2 | state.moved << 1 | state.placing
    word = word << 2 | state.helps
    word = word << 2 | state.attempts
    word = word << 8 | state.before_move
    return word << 8 | state.borrowed << 4 | state.tokens_used

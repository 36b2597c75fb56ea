"""Tao dice as one number: the first die counts least, each face a digit to the base of six (GS-119)."""

from __future__ import annotations

from mypy_extensions import i64

from ..state import Village


def roll(state: Village, outcome: i64, dice: i64) -> None:
    """Lay the faces of a fresh roll on the table."""
    state.faces = []
    for _ in range(dice):
        state.faces.append(outcome % 6)
        outcome //= 6


def roll_again(state: Village, outcome: i64, mask: i64) -> None:
    """Replace the faces of the dice in the mask (GS-130)."""
    for die in range(len(state.faces)):
        if (mask >> die) & 1:
            state.faces[die] = outcome % 6
            outcome //= 6


def sides_of(dice: i64) -> int:
    """How many outcomes that many dice have."""
    outcomes = 1
    for _ in range(dice):
        outcomes *= 6
    return outcomes


def dice_in(mask: i64) -> i64:
    """How many dice the mask names."""
    count: i64 = 0
    while mask:
        count += mask & 1
        mask >>= 1
    return count


def dice_text(state: Village, outcome: i64, dice: i64) -> str:
    """The faces in their order: "red white yellow"; "no dice" without any."""
    words: list[str] = []
    for _ in range(dice):
        words.append(state.tables.face_names[outcome % 6])
        outcome //= 6
    return " ".join(words) if words else "no dice"


def mask_text(mask: i64) -> str:
    """ "keep the dice", or "reroll dice 1 3" with the dice counted from 1 in the order of the roll."""
    if not mask:
        return "keep the dice"
    named = [str(die + 1) for die in range(4) if (mask >> die) & 1]
    return "reroll dice " + " ".join(named)

"""Rolls of Tao dice, grouped: faces that nobody asks for are all the same, and so is the order of the dice."""

from __future__ import annotations

from .state import Village
from .tables import COLOURS, DICE_IMMUNE, WHITE

SIDES = 6
ALL_FACES = 63


class Rolls:
    """Groups rolls, and remembers the groups."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[list[int], list[int]]] = {}

    def wanted(self, state: Village, spaces: list[int]) -> int:
        """The faces that count for the ghosts on those spaces, as bits; white among them if it is told apart."""
        faces = 0
        several = False
        for space in spaces:
            card = state.ghosts[space]
            if state.tables.has(card, DICE_IMMUNE):
                continue
            for colour in range(COLOURS):
                if state.tables.need[card][colour] > (1 if state.circle == colour else 0):
                    several = several or (faces & ~(1 << colour)) != 0
                    faces |= 1 << colour
        if several and state.wild:
            faces |= 1 << WHITE
        return faces

    def tao(self, state: Village, spaces: list[int], outcomes: int) -> tuple[list[int], list[int]]:
        """The rolls of Tao dice that differ for the ghosts on those spaces, with their weights."""
        wanted = self.wanted(state, spaces)
        merged = state.wild and wanted > 0 and wanted & (1 << WHITE) == 0  # white is as good as the one colour
        return self._groups(outcomes, wanted, merged)

    def all_faces(self, outcomes: int) -> tuple[list[int], list[int]]:
        """The rolls that differ when every face counts."""
        return self._groups(outcomes, ALL_FACES, False)

    def _groups(self, outcomes: int, wanted: int, merged: bool) -> tuple[list[int], list[int]]:
        known = (outcomes * 64 + wanted) * 2 + (1 if merged else 0)
        found = self.known.get(known)
        if found is None:
            found = self._make(outcomes, wanted, merged)
            self.known[known] = found
        return found

    def _make(self, outcomes: int, wanted: int, merged: bool) -> tuple[list[int], list[int]]:
        faces: list[int] = []
        sizes: list[int] = []
        rest = 0
        rest_face = 0
        for face in range(SIDES):
            if (wanted >> face) & 1:
                faces.append(face)
                sizes.append(1)
            elif face != WHITE or not merged:
                rest += 1
                rest_face = face
        if merged:
            sizes[0] += 1
        if rest:
            faces.append(rest_face)
            sizes.append(rest)
        rolls: list[int] = []
        weights: list[int] = []
        _fall(faces, sizes, 0, dice_of(outcomes), 0, 1, 0, rolls, weights)
        return rolls, weights

    def rerolls(self, state: Village, spaces: list[int]) -> list[int]:
        """The dice worth rolling again, as bits: none, all that miss, or all but those of one wanted colour."""
        wanted = self.wanted(state, spaces) | (1 << WHITE if state.wild else 0)
        masks: list[int] = [0, missing(state, wanted)]
        for colour in range(COLOURS):
            if (wanted >> colour) & 1:
                masks.append(missing(state, 1 << colour | (wanted & (1 << WHITE))))
        found: list[int] = []
        for mask in masks:
            if mask not in found:
                found.append(mask)
        return found


def missing(state: Village, wanted: int) -> int:
    """The dice that show none of the wanted faces, as bits."""
    mask = 0
    for die in range(len(state.faces)):
        if not (wanted >> int(state.faces[die])) & 1:
            mask |= 1 << die
    return mask


def dice_of(outcomes: int) -> int:
    """How many dice have so many outcomes."""
    dice = 0
    while outcomes > 1:
        outcomes //= SIDES
        dice += 1
    return dice


def _fall(
    faces: list[int],
    sizes: list[int],
    at: int,
    dice: int,
    roll: int,
    weight: int,
    fallen: int,
    rolls: list[int],
    weights: list[int],
) -> None:
    """Lay the dice left on the faces from `at` on, in every way; the weight is the number of rolls that look so."""
    if dice == 0:
        rolls.append(roll)
        weights.append(weight)
        return
    if at == len(faces):
        return
    for count in range(dice, -1, -1):
        more = roll
        ways = weight
        for die in range(count):
            more = more * SIDES + faces[at]
            ways = ways * sizes[at] * (fallen + die + 1) // (die + 1)
        _fall(faces, sizes, at + 1, dice - count, more, ways, fallen + count, rolls, weights)

"""What counts and caps leave open in a grid, for one who knows what has come out (GH-170, GH-171)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .sheet import Clear, Find, Headroom
from .tables import SLOT_NAMES, Plan


def headroom(plan: Plan, explored: int, finds: Sequence[Find]) -> tuple[Headroom, ...]:
    """For each line with a cap, and each area that may hold some of it, how many more there may be.

    `explored` are the explored squares, as bits.
    """
    return _headroom(plan, explored, _found(plan, finds))


def clear(plan: Plan, explored: int, finds: Sequence[Find]) -> tuple[Clear, ...]:
    """For each slot the unexplored squares on which no icon of it can lie any more."""
    return _clear(plan, explored, _found(plan, finds))


def _found(plan: Plan, finds: Sequence[Find]) -> tuple[tuple[int, ...], ...]:
    """By line, how many have come out in each area."""
    counts = [[0] * (len(plan.area_names) + 1) for _ in plan.lines]
    number = {line.icon: at for at, line in enumerate(plan.lines)}
    for find in finds:
        counts[number[find.icon]][plan.area[find.square]] += 1
    return tuple([tuple(areas) for areas in counts])


@lru_cache(maxsize=512)
def room(plan: Plan, explored: int, found: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """By line and area: how many more there may be by counts, caps and unexplored squares that are allowed."""
    rooms = []
    for line, come in zip(plan.lines, found):
        left = int(line.count) - sum(come)
        more = [0] * len(come)
        for square in line.squares:
            if not explored >> square & 1:
                more[plan.area[square]] += 1
        for area, here in enumerate(come):
            cap = int(line.cap) - here if line.cap and area < len(plan.area_names) else left
            more[area] = min(more[area], cap, left)
        rooms.append(tuple(more))
    return tuple(rooms)


@lru_cache(maxsize=512)
def _headroom(plan: Plan, explored: int, found: tuple[tuple[int, ...], ...]) -> tuple[Headroom, ...]:
    rooms = room(plan, explored, found)
    rows = []
    for line, more in zip(plan.lines, rooms):
        if line.cap:
            allowed = {plan.area[square] for square in line.squares}
            for area, name in enumerate(plan.area_names):
                if area in allowed:
                    rows.append(Headroom(line.icon, name, more[area]))
    return tuple(rows)


@lru_cache(maxsize=512)
def _clear(plan: Plan, explored: int, found: tuple[tuple[int, ...], ...]) -> tuple[Clear, ...]:
    rooms = room(plan, explored, found)
    slots = []
    for slot, name in enumerate(SLOT_NAMES):
        lines = [(line.allowed, more) for line, more in zip(plan.lines, rooms) if line.slot == slot]
        squares = []
        for square in range(plan.squares):
            if plan.enterable[square] and not explored >> square & 1:
                area = plan.area[square]
                if not any(allowed[square] and more[area] > 0 for allowed, more in lines):
                    squares.append(square)
        slots.append(Clear(name, tuple(squares)))
    return tuple(slots)

"""What a hide must be, so that nothing in it is impossible (GH-034 to GH-037, GH-185).

A hide of one grid is a list by square of what lies there, and the doorways that are blocked, as bits.
"""

from __future__ import annotations

from mypy_extensions import i64

from ..tables import DOOR, ESCAPE, FETCH, FREE, ITEM_MASK, OBSTACLE_SHIFT, Plan


def spread(plan: Plan, hide: list[i64], blocked: i64, start: i64, keys: i64) -> list[i64]:
    """By square, whether it is reached from a start with some locks open (GH-034).

    A lock opens once its key lies in a reached square; a drain is reached and not spread from.
    """
    reached: list[i64] = [0] * plan.squares
    reached[start] = 1
    ends: list[i64] = [start]
    locked: list[i64] = []
    while ends:
        square = ends.pop()
        content = hide[square]
        if content:
            lock = plan.opens[content & ITEM_MASK]
            if lock and not (keys >> lock) & 1:
                keys |= 1 << lock
                for code in locked:
                    if plan.gate[code] == lock and not reached[plan.to[code]]:
                        reached[plan.to[code]] = 1
                        ends.append(plan.to[code])
            if plan.drains[content >> OBSTACLE_SHIFT]:
                continue
        for code in plan.out[square]:
            other = plan.to[code]
            if other < 0 or reached[other]:
                continue
            gate = plan.gate[code]
            if gate >= DOOR:
                if (blocked >> (gate - DOOR)) & 1:
                    continue
            elif gate != FREE and not (keys >> gate) & 1:
                locked.append(code)
                continue
            reached[other] = 1
            ends.append(other)
    return reached


def sealed(plan: Plan, blocked: i64) -> list[i64]:
    """The squares that no start is connected to with these doorways shut and all keys held (GH-035)."""
    bare: list[i64] = [0] * plan.squares
    found: list[i64] = []
    for start in plan.starts:
        reached = spread(plan, bare, blocked, start, -1)
        for square in range(plan.squares):
            if plan.enterable[square] and not reached[square] and square not in found:
                found.append(square)
    return found


def lost_icons(plan: Plan, hide: list[i64], reached: list[i64]) -> list[i64]:
    """The squares with an icon that were not reached (GH-034)."""
    found: list[i64] = []
    for square in range(plan.squares):
        if hide[square] and not reached[square]:
            found.append(square)
    return found


def place_reached(plan: Plan, reached: list[i64]) -> bool:
    """Whether every place that a goal names has a reached square (GH-185)."""
    for goal in plan.goals:
        if goal.type == FETCH and goal.places:
            there = False
            for square in range(plan.squares):
                if goal.places[square] and reached[square]:
                    there = True
            if not there:
                return False
    return True


def way_out(plan: Plan, hide: list[i64], blocked: i64, start_number: i64, reached: list[i64]) -> bool:
    """Whether one who began there has a permitted exit that is open, reached and no drain (GH-036)."""
    for goal in plan.goals:
        if goal.type == ESCAPE:
            found = False
            for number in range(len(goal.permitted)):
                square = plan.exit_codes[number] % plan.squares
                door = plan.exit_doors[number]
                shut = door >= 0 and (blocked >> door) & 1 != 0
                if (goal.permitted[number] >> start_number) & 1 and not shut and reached[square]:
                    if not plan.drains[hide[square] >> OBSTACLE_SHIFT]:
                        found = True
            if not found:
                return False
    return True


def sound(plan: Plan, hide: list[i64], blocked: i64, keys: i64) -> bool:
    """Whether a hide is possible as GH-034, GH-036 and GH-185 demand, with some locks open from the beginning."""
    for number in range(len(plan.starts)):
        reached = spread(plan, hide, blocked, plan.starts[number], keys)
        for square in range(plan.squares):
            if hide[square] and not reached[square]:
                return False
        if not place_reached(plan, reached) or not way_out(plan, hide, blocked, number, reached):
            return False
    return True


def legal(plan: Plan, hide: list[i64], blocked: i64) -> bool:
    """Whether a whole hide is possible (GH-034 to GH-036); counts, caps and slots are not looked at."""
    if not plan.tied and not plan.doors:
        return True
    if plan.doors and not plan.sound_blocks[plan.blocks.index(blocked)]:
        return False
    return sound(plan, hide, blocked, 0)

"""GHOULASH: no icon lost or doubled, no wound forgotten, nobody where he can't be (GH-018 to GH-028, GH-084 to GH-126).

Counted from the scenario's own lines, apart from the game's `faults`, so that an error in either shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from witchboard.engine.game import Game
from witchboard.engine.state import State

if TYPE_CHECKING:
    from witchboard.games.ghoulash.state import Hunt

EXPLORED, ITEM, FOE, KINDS = 1, 0, 1, 16
SETTING_UP = ("SetUp", "Scatter")
LAST_ALIVE, ALL_LOSE = 2, 4


def check(game: Game[State], state: State) -> list[str]:
    """What is wrong with a position; while grids are hidden nothing of them is."""
    hunt = cast("Hunt", state)
    found = [fault for g in range(hunt.seats) for fault in explorer(hunt, g)]
    waiting = {type(step).__name__ for step in hunt.stack}
    hiding = "Hide" in waiting and hunt.hides == 0
    if hiding or waiting & set(SETTING_UP):
        return found + answers(hunt)
    return found + [fault for g in range(hunt.seats) for fault in grid(hunt, g)] + ending(hunt)


def answers(hunt: Hunt) -> list[str]:
    """Nobody has put two icons of a slot on one square (GH-024)."""
    found = []
    for seat, given in enumerate(hunt.answers):
        slots = [line.slot for line in hunt.plan.lines for _ in range(line.count)]
        placed = list(zip(slots, given))
        if hunt.hides == 0 and len(set(placed)) < len(placed):
            found.append(f"GH-024: seat {seat + 1} has put two icons on one square")
    return found


def grid(hunt: Hunt, g: int) -> list[str]:
    """Counts, caps, minimums, squares and doorways of a grid; what is gone from it is somewhere."""
    plan, found = hunt.plan, []
    squares = range(g * plan.squares, (g + 1) * plan.squares)
    for line in plan.lines:
        hidden = [at - squares[0] for at in squares if hunt.hide[at] >> 4 * line.slot & 15 == line.kind]
        there = [at - squares[0] for at in squares if hunt.left[at] >> 4 * line.slot & 15 == line.kind]
        if len(hidden) != line.count or not all(line.allowed[square] for square in hidden):
            found.append(f"GH-018: {line.icon} of grid {g + 1} on {hidden}")
        areas = [plan.area[square] for square in hidden]
        if line.cap and any(areas.count(area) > line.cap for area in range(len(plan.area_names))):
            found.append(f"GH-020: too many {line.icon} in one area of grid {g + 1}")
        gone = len(hidden) - len(there)
        carried, killed = hunt.carried[g * KINDS + line.kind], hunt.kills[g * KINDS + line.kind]
        if line.slot == ITEM and not plan.heals[line.kind] and gone != carried:
            found.append(f"GH-084: {gone} {line.icon} gone, {carried} carried")
        if line.slot == FOE and gone != killed:
            found.append(f"GH-117: {gone} {line.icon} gone, {killed} destroyed")
        if line.slot > FOE and gone and not plan.spent[line.kind]:
            found.append(f"GH-099: {line.icon} is gone from grid {g + 1}")
    if bin(hunt.blocked[g]).count("1") != plan.blocked or hunt.bumped[g] & ~hunt.blocked[g]:
        found.append(f"GH-028: doorways {hunt.blocked[g]:b} are blocked in grid {g + 1}")
    return found


def explorer(hunt: Hunt, g: int) -> list[str]:
    """Meters, and that he stands on explored ground he could come to."""
    plan, found = hunt.plan, []
    meters = hunt.wounds[g * (plan.kits + 1) : (g + 1) * (plan.kits + 1)]
    full = meters[hunt.used[g]] >= hunt.spaces[g]
    if full != (not hunt.alive[g]) or max(meters) > hunt.spaces[g]:
        found.append(f"GH-122: seat {g + 1}, alive {hunt.alive[g]}, meters {list(meters)}")
    if min(hunt.owed[g], hunt.turns[g], hunt.stalled[g], hunt.warnings[g], *hunt.carried, *hunt.kills) < 0:
        found.append(f"GH-101: seat {g + 1} has a number below 0")
    at = hunt.at[g]
    if at >= 0 and (hunt.seen[g * plan.squares + at] != EXPLORED or not plan.enterable[at]):
        found.append(f"GH-015: seat {g + 1} stands on {at}")
    if at >= 0 and hunt.start[g] not in plan.starts:
        found.append(f"GH-044: seat {g + 1} began on {hunt.start[g]}")
    return found


def ending(hunt: Hunt) -> list[str]:
    """The result agrees with who is alive and who has reached the goal."""
    alive = [seat for seat in range(hunt.seats) if hunt.alive[seat]]
    if hunt.result == LAST_ALIVE and hunt.winners != sum(1 << seat for seat in alive) and hunt.hides != 2:
        return [f"GH-003: {alive} are alive, {hunt.winners:b} has won"]
    if hunt.result == ALL_LOSE and hunt.winners:
        return [f"GH-152: all lose, and {hunt.winners:b} has won"]
    if not hunt.result and not alive:
        return ["GH-003: nobody is alive, and the game goes on"]
    return []

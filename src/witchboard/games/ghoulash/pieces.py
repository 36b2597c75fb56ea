"""What must add up in a position: no icon lost or doubled (GH-018, GH-024, GH-028, GH-084, GH-090, GH-117)."""

from __future__ import annotations

from .rules.hiding import HIDE, SetUp
from .rules.scattering import Scatter
from .state import KINDS, MIRROR, SECRET, UNKNOWN, Hunt
from .tables import FOE, ITEM, SLOT_BITS, SLOT_MASK


def faults(state: Hunt) -> list[str]:
    """What doesn't add up, each with its rule; empty if all is well."""
    found: list[str] = []
    for g in range(state.seats):
        if laid(state, g):
            found += _icons(state, g)
            found += _doors(state, g)
        found += _condition(state, g)
    return found


def laid(state: Hunt, g: int) -> bool:
    """Whether a grid has been hidden."""
    for step in state.stack:
        if isinstance(step, SetUp) or (step == HIDE and state.hides == SECRET):
            return False
        if isinstance(step, Scatter) and (step.grid == g or state.hides == MIRROR):
            return False
    base = g * int(state.plan.squares)
    given_up = bool(state.result) and any(state.gave_up(seat) for seat in range(state.seats))
    return not given_up or any(state.hide[base : base + state.plan.squares])


def _icons(state: Hunt, g: int) -> list[str]:
    """As many icons as the briefing lists; what is gone is carried, used, destroyed or spent."""
    plan, base, found = state.plan, g * state.plan.squares, []
    hide, left = state.hide[base : base + plan.squares], state.left[base : base + plan.squares]
    for line in plan.lines:
        shift = SLOT_BITS * line.slot
        hidden = sum(content >> shift & SLOT_MASK == line.kind for content in hide)
        there = sum(content >> shift & SLOT_MASK == line.kind for content in left)
        if hidden != line.count:
            found.append(f"GH-018: {hidden} {line.icon} hidden in grid {g + 1}, {int(line.count)} listed")
        gone = hidden - there
        if line.slot == ITEM:
            kept = state.used[g] if plan.heals[line.kind] else state.carried[g * KINDS + line.kind]
        elif line.slot == FOE:
            kept = state.kills[g * KINDS + line.kind]
        else:
            kept = gone if plan.spent[line.kind] else 0
        if gone != kept and not (line.slot == ITEM and _many_heal(state)):
            found.append(f"GH-084: {gone} {line.icon} gone from grid {g + 1}, {int(kept)} accounted for")
    for square, (content, rest) in enumerate(zip(hide, left)):
        if rest & ~content or (content != rest and state.seen[base + square] == UNKNOWN):
            found.append(f"GH-069: {plan.names[square]} of grid {g + 1} has changed unseen")
    return found


def _many_heal(state: Hunt) -> bool:
    """Whether several kinds of item heal, so that used ones can't be told apart."""
    return sum(map(int, state.plan.heals)) > 1


def _doors(state: Hunt, g: int) -> list[str]:
    """As many doorways are blocked as the briefing says, and what is known of them is true."""
    plan, blocked = state.plan, int(state.blocked[g])
    if blocked.bit_count() != plan.blocked:
        return [f"GH-028: {blocked.bit_count()} doorways blocked in grid {g + 1}, {int(plan.blocked)} listed"]
    if state.bumped[g] & ~blocked or state.proved[g] & blocked:
        return [f"GH-070: what is known of the doorways of grid {g + 1} is not so"]
    return []


def _condition(state: Hunt, g: int) -> list[str]:
    """Meters are not overfull, and what was not used yet is empty."""
    meters = state.wounds[g * (state.plan.kits + 1) : (g + 1) * (state.plan.kits + 1)]
    found = []
    if max(meters) > state.spaces[g] or any(meters[state.used[g] + 1 :]):
        found.append(f"GH-126: the meters of seat {g + 1} show {list(map(int, meters))}")
    if (meters[state.used[g]] == state.spaces[g]) == (state.alive[g] != 0) and not state.gave_up(g):
        found.append(f"GH-122: seat {g + 1} is {'alive' if state.alive[g] else 'dead'} with {int(meters[-1])} wounds")
    return found

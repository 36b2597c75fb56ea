"""An explorer's walk turn by turn, with the ways over known ground between his steps filled in (GH-045, GH-169)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, cast

from .sheet import Ending, Turn
from .state import ENDINGS
from .tables import NONE, Plan

ENDED: Final = cast("tuple[Ending, ...]", ENDINGS)


@lru_cache(maxsize=512)
def turns(plan: Plan, trail: tuple[int, ...], start: int, standing: int, bumped: int) -> tuple[Turn, ...]:
    """The turns of a trail. As bits: `standing`, the squares with a known obstacle; `bumped`, doors known blocked."""
    found = []
    at, known = start, 1 << start if start >= 0 else 0
    for number, (codes, end) in enumerate(_split(trail), 1):
        steps, path = [], [at] if at >= 0 else []
        for nth, code in enumerate(codes):
            source, target = code % plan.squares, plan.to[code]
            if source != at:
                path += way(plan, known & ~standing, bumped, at, source)
            bump = target == NONE or (nth == len(codes) - 1 and end == "bump") or _shut(plan, code, bumped)
            steps.append((source, NONE if bump else int(target)))
            at = source if bump else int(target)
            if not bump:
                path.append(at)
                known |= 1 << at
        found.append(Turn(number, tuple(steps), tuple(path), end))
        if end == "swept":
            at = start
    return tuple(found)


def _split(trail: tuple[int, ...]) -> Iterator[tuple[list[int], Ending]]:
    """The codes of each turn with its end."""
    codes: list[int] = []
    for code in trail:
        if code >= 0:
            codes.append(code)
        else:
            yield codes, ENDED[-code]
            codes = []
    if codes:
        yield codes, ""


def _shut(plan: Plan, code: int, bumped: int) -> bool:
    gate = plan.gate[code] - 16
    return gate >= 0 and bool(bumped >> gate & 1)


@lru_cache(maxsize=8192)
def way(plan: Plan, known: int, bumped: int, start: int, end: int) -> list[int]:
    """A shortest way over known squares from one to another, without the first; just the last if there is none."""
    came: dict[int, int] = {start: NONE}
    ring = [start]
    while ring and end not in came:
        nearer = []
        for square in ring:
            for code in plan.out[square]:
                other = int(plan.to[code])
                if other not in came and other >= 0 and known >> other & 1 and not _shut(plan, code, bumped):
                    came[other] = square
                    nearer.append(other)
        ring = nearer
    if end not in came:
        return [end]
    path = [end]
    while came[path[-1]] != start and path[-1] != start:
        path.append(came[path[-1]])
    return path[::-1]

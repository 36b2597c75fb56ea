"""In how many ways a line's icons fit into areas under caps and minimums: what makes a drawn hide uniform (GH-178).

A line's squares are grouped by area. `free` says how many squares of each area may still take an icon, `room` how many
icons its cap still admits there. Ways are whole numbers of any size.
"""

from __future__ import annotations

from mypy_extensions import i64

from witchboard.engine.stream import Stream

WORD: int = 1 << 31


def choose(n: i64, k: i64) -> int:
    """How many sets of k there are among n."""
    if k < 0 or k > n:
        return 0
    found = 1
    for at in range(k):
        found = found * (int(n) - at) // (at + 1)
    return found


def ways_of(free: i64, room: i64, most: i64) -> list[int]:
    """By count up to `most`: in how many ways so many icons lie in one area."""
    return [choose(free, k) if k <= room else 0 for k in range(most + 1)]


def product(one: list[int], other: list[int], most: i64) -> list[int]:
    """Two groups of areas together."""
    found: list[int] = [0] * (most + 1)
    for i in range(len(one)):
        if one[i]:
            for j in range(min(len(other), most + 1 - i)):
                found[i + j] += one[i] * other[j]
    return found


def at_least(ways: list[int], minimum: i64) -> list[int]:
    """The ways with at least so many."""
    return [way if count >= minimum else 0 for count, way in enumerate(ways)]


def split(free: list[i64], room: list[i64], group: list[i64], needs: list[i64], count: i64, drawn: Stream) -> list[i64]:
    """How many of `count` icons come to each area, as likely as in a uniform draw; empty if they don't fit.

    `group` says to which set with a minimum an area belongs (-1: none), `needs` how many each set still needs.
    """
    areas = len(free)
    groups = len(needs)
    order: list[i64] = []  # areas, group by group; the free ones last
    for wanted in range(groups + 1):
        for area in range(areas):
            if group[area] == (wanted if wanted < groups else -1) and free[area] and room[area]:
                order.append(area)
    tails: list[list[int]] = [[1] + [0] * count]  # of the groups after this one, from the last
    inside: list[list[list[int]]] = []
    for wanted in range(groups, -1, -1):
        members = [area for area in order if group[area] == (wanted if wanted < groups else -1)]
        within: list[list[int]] = [[1] + [0] * count]
        for area in reversed(members):
            within.append(product(ways_of(free[area], room[area], count), within[-1], count))
        inside.append(within)
        minimum = needs[wanted] if wanted < groups else 0
        tails.append(product(at_least(within[-1], minimum), tails[-1], count))
    if not tails[-1][count]:
        return []
    found: list[i64] = [0] * areas
    left = count
    for wanted in range(groups + 1):
        within, tail = inside[groups - wanted], tails[groups - wanted]
        minimum = needs[wanted] if wanted < groups else 0
        share = pick([within[-1][k] * tail[left - k] if k >= minimum else 0 for k in range(left + 1)], drawn)
        left -= share
        members = [area for area in order if group[area] == (wanted if wanted < groups else -1)]
        for at, area in enumerate(members):
            rest = within[len(members) - 1 - at]
            own = ways_of(free[area], room[area], share)
            k = pick([own[k] * rest[share - k] for k in range(share + 1)], drawn)
            found[area] = k
            share -= k
    return found


def pick(weights: list[int], stream: Stream) -> i64:
    """An index, each as likely as its weight; weights may be larger than a stream's numbers."""
    total = sum(weights)
    if total < WORD:
        return stream.pick(weights)
    while True:
        value = 0
        bits = total.bit_length()
        while bits > 0:
            some = min(30, bits)
            value = (value << some) + int(stream.below(1 << some))
            bits -= some
        if value < total:
            break
    for index, weight in enumerate(weights):
        value -= weight
        if value < 0:
            return index
    return 0

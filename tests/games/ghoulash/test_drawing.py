"""What is drawn: hides of the computer, hides that agree with what is known, and each as likely as the next."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from witchboard.engine.play import answer, asked, chance, choose, options
from witchboard.engine.stream import Stream, stream
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.rules.counting import pick, split
from witchboard.games.ghoulash.rules.imagining import draw, known_of
from witchboard.games.ghoulash.rules.keepers import draw_hide
from witchboard.games.ghoulash.rules.legality import legal
from witchboard.games.ghoulash.state import EXPLORED, Hunt
from witchboard.games.ghoulash.tables import Plan

KEYS = [plan.key for plan in GAME.box.plans]


def ways(free: list[int], room: list[int], group: list[int], needs: list[int], count: int) -> Counter[tuple[int, ...]]:
    """By brute force: in how many ways so many icons come to each area."""
    squares = [area for area, there in enumerate(free) for _ in range(there)]
    found: Counter[tuple[int, ...]] = Counter()
    for chosen in combinations(range(len(squares)), count):
        got = [sum(squares[at] == area for at in chosen) for area in range(len(free))]
        sets = [sum(got[area] for area in range(len(free)) if group[area] == number) for number in range(len(needs))]
        if all(one <= cap for one, cap in zip(got, room)) and all(one >= need for one, need in zip(sets, needs)):
            found[tuple(got)] += 1
    return found


@pytest.mark.parametrize(
    ("free", "room", "group", "needs", "count"),
    [
        ([3, 2, 4], [1, 2, 2], [-1, -1, -1], [], 3),
        ([3, 2, 4], [3, 3, 3], [0, 1, -1], [1, 1], 3),
        ([2, 2, 2, 3], [1, 1, 1, 3], [0, 0, 1, -1], [2, 0], 4),
    ],
)
def test_icons_come_to_areas_as_in_a_uniform_draw_gh_178(
    free: list[int], room: list[int], group: list[int], needs: list[int], count: int
) -> None:
    wanted = ways(free, room, group, needs, count)
    drawn, times = stream("split", *free), 6000
    got = Counter(tuple(map(int, split(free, room, group, needs, count, drawn))) for _ in range(times))
    assert got.keys() <= wanted.keys()
    total = sum(wanted.values())
    for share, many in wanted.items():
        expected = times * many / total
        assert abs(got[share] - expected) < 6 * expected**0.5 + 6


def test_what_finds_no_room_is_said_so() -> None:
    assert split([2, 2], [1, 1], [-1, -1], [], 3, stream("none")) == []
    assert split([2, 2], [2, 2], [0, -1], [3], 3, stream("none")) == []


def test_weights_of_any_size_are_drawn_from() -> None:
    large = comb(222, 12)
    drawn = stream("large")
    got = Counter(int(pick([large, 3 * large], drawn)) for _ in range(4000))
    assert 850 < got[0] < 1150


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("keeper", [0, 1])
def test_the_computer_hides_what_the_briefing_lists_gh_160(key: str, keeper: int) -> None:
    plan = GAME.box.plan(key)
    drawn = stream("hide", key)
    for _ in range(5):
        lot, blocked = draw_hide(plan, keeper, drawn)
        assert not any(lot.missing)
        assert legal(plan, lot.hide, blocked)


def test_a_doorkeeper_waits_behind_doors_gh_178() -> None:
    plan = GAME.box.plan("GH-S01")
    inside = [0, 0]
    for keeper in (0, 1):
        drawn = stream("doors", keeper)
        for _ in range(20):
            lot, _ = draw_hide(plan, keeper, drawn)
            inside[keeper] += sum(1 for at, what in enumerate(lot.hide) if what >> 4 & 15 and plan.door_weight[at])
    assert inside[1] > 2 * inside[0]


def explorer_of(key: str, explored: list[str]) -> Hunt:
    """Somebody who has found these squares empty."""
    plan = GAME.box.plan(key)
    state = Hunt(GAME.box, plan, 1)
    state.start[0] = state.at[0] = plan.starts[0]
    for name in explored:
        state.seen[plan.names.index(name)] = EXPLORED
    return state


def test_the_posterior_of_the_ledger_gh_172() -> None:
    """GH-E34: building c of Dead End Lane is empty, so a Ghoul is in each of the others and the radio in one of 18."""
    state = explorer_of("GH-S00", ["1-C", "1-A", "1-B", "2-A", "2-B"])
    plan, known, drawn = state.plan, known_of(state, 0), stream("posterior")
    times = 3600
    ghouls: Counter[int] = Counter()
    radios: Counter[int] = Counter()
    for _ in range(times):
        lot, _ = draw(known, drawn)
        for square, what in enumerate(lot.hide):
            ghouls[square] += what >> 4 & 15 == 1
            radios[square] += what & 15 == plan.items.index("radio")
    for square in range(plan.squares):
        letter = plan.area_names[plan.area[square]] if plan.shaded[square] else ""
        many = 1 / 6 if letter in ("a", "b", "d") and letter else 0
        assert abs(ghouls[square] - times * many) < 6 * (times * many) ** 0.5 + 1e-9
        few = times / 18 if many else 0
        assert abs(radios[square] - few) < 6 * few**0.5 + 1e-9


def walked(key: str, drawn: Stream, entries: int) -> Hunt:
    """A game with hides of the computer, some way on."""
    state = GAME.new(2, {"scenario": key.casefold(), "hides": "random", "longer-meter": 60, "warnings": 3})
    for _ in range(entries):
        if state.over:
            break
        if asked(state):
            legal_ones = options(state, asked(state)[0])
            choose(state, asked(state)[0], legal_ones[drawn.below(len(legal_ones))])
        else:
            step = chance(state)
            assert step is not None
            answer(state, int(drawn.below(step.outcomes(state))))
    return state


def keeps_all(plan: Plan, true: Hunt, world: Hunt, g: int) -> None:
    """What was explored is as it is; what was heard is there; counts, caps and doors hold."""
    base = g * plan.squares
    for square in range(plan.squares):
        seen = true.seen[base + square]
        if seen == EXPLORED and not (square == true.at[g] and true.known[g] < 3):
            assert world.hide[base + square] == true.hide[base + square]
        if seen == 2:
            assert world.left[base + square]
    assert not world.blocked[g] & true.proved[g]
    assert world.blocked[g] & true.bumped[g] == true.bumped[g]
    assert legal(plan, list(world.hide[base : base + plan.squares]), world.blocked[g])
    for line in plan.lines:
        there = [s for s in range(plan.squares) if world.hide[base + s] >> 4 * line.slot & 15 == line.kind]
        areas = Counter(plan.area[s] for s in there)
        assert len(there) == line.count
        assert not line.cap or all(n <= line.cap for a, n in areas.items() if a < len(plan.area_names))
        for number, need in enumerate(line.minimums):
            assert sum(n for a, n in areas.items() if line.minimum_of[a] == number) >= need


@pytest.mark.parametrize("key", KEYS)
def test_imagined_grids_keep_every_constraint_gh_172(key: str) -> None:
    plan = GAME.box.plan(key)
    drawn = stream("constraints", key)
    for entries in (20, 60, 120, 240):
        state = walked(key, drawn, entries)
        if state.over:
            continue
        for seat in range(2):
            known = GAME.know(state, seat)
            for _ in range(5):
                keeps_all(plan, state, GAME.imagine(known, drawn), seat)


def test_the_same_seed_hides_the_same_gh_163() -> None:
    one, other = (GAME.new(1, {"seed": 7}) for _ in range(2))
    assert one == other
    assert GAME.new(1, {"seed": 8}).hide != one.hide

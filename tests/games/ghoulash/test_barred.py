"""While hiding, the places where one more piece would be wrong are shown: all of them, and no others (GH-040)."""

from __future__ import annotations

import pytest

from witchboard.engine import play
from witchboard.engine.stream import stream
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.rules.legality import lost_icons, spread
from witchboard.games.ghoulash.state import Hunt

Pairs = list[tuple[int, int]]


def hiding(scenario: str) -> Hunt:
    state = GAME.new(2, {"scenario": scenario, "hides": "secret", "first": 1})
    assert play.asked(state)
    return state


def some_of(state: Hunt, case: int) -> Pairs:
    """A part of a legal hide, put down in any order."""
    luck = stream("barred", state.plan.key, case)
    pairs = [*(GAME.drafting.fill(state, 0, (), luck) or ())]
    assert pairs
    for at in range(len(pairs) - 1, 0, -1):
        other = luck.below(at + 1)
        pairs[at], pairs[other] = pairs[other], pairs[at]
    return pairs[: luck.below(len(pairs))]


def wrong_by_hand(state: Hunt, pairs: Pairs, piece: int) -> set[int]:
    """Where one more such piece adds a fault, tried one place after another."""
    draft = GAME.draft(state, 0)
    assert draft
    before = len(GAME.drafting.faults(state, 0, pairs, False))
    more = {place: [*pairs, (piece, place)] for place, _, _ in draft.places}
    return {place for place, drawn in more.items() if len(GAME.drafting.faults(state, 0, drawn, False)) > before}


@pytest.mark.parametrize("case", range(6))
@pytest.mark.parametrize("scenario", ["GH-S00", "GH-S01", "GH-S03", "GH-S05", "GH-S07", "GH-S08"])
def test_every_place_that_adds_a_fault_is_barred(scenario: str, case: int) -> None:
    state = hiding(scenario)
    pairs = some_of(state, case)
    placed = {piece for piece, _ in pairs}
    draft, barred = GAME.draft(state, 0), GAME.drafting.barred(state, 0, pairs)
    assert draft
    tried = set[str]()
    for piece, _, words in draft.pieces:
        if piece not in placed and words not in tried:
            tried.add(words)
            wrong = wrong_by_hand(state, pairs, piece)
            assert wrong <= set(barred[words]), words
            if not state.plan.tied:
                assert wrong == set(barred[words]), words
    assert tried == set(barred)


def test_a_key_is_barred_where_only_its_own_door_leads() -> None:
    """GH-037: the last key may lie behind other locks, never behind its own alone."""
    state = hiding("GH-S07")
    plan = state.plan
    pairs = [*(GAME.drafting.fill(state, 0, (), stream("key")) or ())]
    lines = [line for line in plan.lines if line.opens]
    assert len(lines) == 2
    for line in lines:
        others = [pair for pair in pairs if pair[0] != line.first]
        [barred] = GAME.drafting.barred(state, 0, others).values()  # of the one piece that is left
        for place in range(int(plan.squares)):
            if line.allowed[place] and place not in {at for _, at in others}:
                hide = [0] * int(plan.squares)
                for piece, at in [*others, (int(line.first), place)]:
                    owner = next(one for one in plan.lines if one.first <= piece < one.first + one.count)
                    hide[at] |= int(owner.bits)
                lost = lost_icons(plan, hide, spread(plan, hide, 0, plan.starts[0], 0))
                assert (place in barred) == bool(lost), plan.names[place]

"""The tiny games walked through whole: every line ends, and there are as many as there should be."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from itertools import combinations, permutations
from math import prod

import pytest
from witchboard_tiny import grab, hideout, stroll, thieves, well

from witchboard.engine.errors import IllegalError
from witchboard.engine.game import Game, OptionValue
from witchboard.engine.play import asked, choose, decision, options
from witchboard.engine.state import State
from witchboard.engine.stream import stream

from .walking import Walk, walk

SMALL_WELL = {"bucket": 1, "gift": 0, "double": 0, "stone": 1}
WELL_WITH_DOUBLE = {"bucket": 1, "gift": 0, "double": 1, "stone": 1}

# Each start, and the number of lines of play from it. Where it says "counted", an engine at fault would show as another
# number, but the number itself was found by walking.
STARTS = {
    # 14 hides each; then a lot of two; then the first looker has 1 square with the cat (2 paws, named rightly: an end;
    # wrongly: 2 lines go on) and 5 without; the second has 5 without and 2 x 2 lines with: 2 + (2 + 5) x 9 = 65.
    "hideout": (hideout.GAME, 2, {"looks": 1}, {}, 14 * 14 * 2 * 65),
    # See `turns_of_grab`. Three players: with L options later than a time or wrong, c options at that time make
    # 3 x c x c x L ties of two and c x c x c ties of three (which add two lines): summed over times 1701 and 927.
    "grab": (grab.GAME, 2, {"cards": 1}, {}, 2584),
    "grab, two cards": (grab.GAME, 2, {"cards": 2}, {}, 5_007_648),
    "grab, three players": (grab.GAME, 3, {"cards": 1}, {}, 4 * 25**3 + 2 * 1701 + 2 * 927),
    # See `lines_of_thieves`.
    "thieves": (thieves.GAME, 2, {"rounds": 1}, {}, 1616),
    "thieves, three players": (thieves.GAME, 3, {"rounds": 1}, {}, 23_536),  # counted
    # End: 1. Draw: bucket, or stone that misses or hits: 3. Look: 2 orders, the top left or buried, then end or draw
    # the bucket (1) or the stone (2): 2 x (2 + 1 + 2).
    "well of two cards": (well.GAME, 2, {"turns": 1}, SMALL_WELL, 1 + 3 + 10),
    # End: 1. Draw: the double (2 after bucket, 3 or 1 after a stone that misses or hits), bucket 1, stone 2: 9. Look:
    # 6 orders, left or buried, then end, or draw what is on top: 2 x (6 + 2 x 1 + 2 x 2 + 2 + 4).
    "well with double": (well.GAME, 2, {"turns": 1}, WELL_WITH_DOUBLE, 1 + 9 + 36),
    "well": (well.GAME, 2, {"turns": 3}, {}, 361_640),  # counted
    "well, two lives": (well.GAME, 2, {"turns": 3, "lives": 2}, {}, 790_419),  # counted
    # One step each. Seat 1 stops: then 2 has the walker's step, the dog into fog twice, 2 finds each, or stops: 6. Or
    # walker or dog enter one of two fogs, 2 finds each; what the last fog hides is then certain, and 2 has 3, 3, 4
    # (dog free of the corner) or 3 choices.
    "stroll, one step": (stroll.GAME, 2, {"size": "small", "rounds": 1}, {"faces": 1}, 6 + 2 * (3 + 3 + 4 + 3)),
    "stroll": (stroll.GAME, 2, {"size": "small", "rounds": 1}, {}, 2388),  # counted
}


@cache
def walked(name: str) -> tuple[Game[State], State, Walk]:
    game, players, chosen, changes, _ = STARTS[name]
    changed: Game[State] = game.with_content(changes) if changes else game
    start = changed.new(players, chosen)
    return changed, start, walk(start)


@pytest.mark.parametrize("name", STARTS)
def test_as_many_lines_as_there_should_be(name: str) -> None:
    _, start, found = walked(name)
    assert found.lines[start] == STARTS[name][-1]


@pytest.mark.parametrize("name", STARTS)
def test_every_end_says_how_it_came(name: str) -> None:
    game, _, found = walked(name)
    for end in found.ends:
        outcome = game.outcome(end)
        assert len(outcome.won) == len(outcome.scores) == STARTS[name][1]
    assert found.longest <= game.bound


@pytest.mark.parametrize("name", STARTS)
def test_options_are_ascending_and_stable_everywhere(name: str) -> None:
    for state in walked(name)[2].positions:
        for seat in asked(state):
            step = decision(state, seat)
            found = options(state, seat)
            assert found == sorted(set(found)) == options(state, seat)
            assert found and found[0] >= 0 and found[-1] < step.span(state.content)


@pytest.mark.parametrize("name", STARTS)
def test_every_other_option_of_the_span_is_refused_everywhere(name: str) -> None:
    for state in walked(name)[2].positions[::7]:
        for seat in asked(state):
            legal = set(options(state, seat))
            for option in set(range(-1, decision(state, seat).span(state.content) + 1)) - legal:
                with pytest.raises(IllegalError):
                    choose(state, seat, option)


@pytest.mark.parametrize("name", STARTS)
def test_no_two_positions_are_written_alike(name: str) -> None:
    game, _, found = walked(name)
    written = {json.dumps(game.dump(state)) for state in found.positions}
    assert len(written) == len(found.positions)
    for state in found.positions[::5]:
        assert game.load(json.loads(json.dumps(game.dump(state)))) == state


@pytest.mark.parametrize("name", ["hideout", "grab", "grab, three players"])
def test_the_order_between_seats_changes_nothing(name: str) -> None:
    """Of several seats asked at once each can be first, second or last: the same answers make the same position."""
    _, start, found = walked(name)
    for state in [state for state in found.positions if len(asked(state)) > 1][::11]:
        seats = asked(state)
        drawn = stream("order", name)
        answers = {seat: options(state, seat)[drawn.below(len(options(state, seat)))] for seat in seats}
        results = []
        for order in permutations(seats):
            after = state.clone()
            for seat in order:
                choose(after, seat, answers[seat])
            results.append(after)
        assert all(result == results[0] for result in results)
    assert start in found.lines


def turns_of_grab() -> list[int]:
    """For each card the lines of one turn of two players.

    Both have 25 options; a tie makes two lines of one. Grabbing right at one of 3 times is 3 options (alone, or with
    one of two shouts): 3 x 3 x 3 ties. Shouting right is 1 option at each of 3 times (alone) and 2 at each of 3 later
    times (after one of two grabs): 3 x 1 + 3 x 2 x 2 ties.
    """
    return [25 * 25 + 27] * 2 + [25 * 25 + 15] * 2


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_grab_has_the_lines_of_its_turns_in_every_order_of_cards(cards: int) -> None:
    """Cards put back come only after the four of the pile, so up to then each turn is as any other."""
    turns = turns_of_grab()
    start = grab.GAME.new(2, {"cards": cards})
    assert walk(start).lines[start] == sum(prod(order) for order in permutations(turns, cards))


def test_thieves_counted_by_hands_alone() -> None:
    _, start, found = walked("thieves")
    assert found.lines[start] == sum(
        lines_of_thieves(frozenset({mine}), frozenset({yours}), frozenset(range(6)) - {mine, yours}, 2)
        for mine, yours in permutations(range(6), 2)
    )


def lines_of_thieves(mine: frozenset[int], yours: frozenset[int], deck: frozenset[int], turns: int) -> int:
    """Lines of play from a turn on, by sets of cards: 0 and 1 are thieves, 2 and 3 shields, 4 and 5 gems."""

    def rest(me: frozenset[int], you: frozenset[int], left: frozenset[int]) -> int:
        return lines_of_thieves(you, me, left, turns - 1) if turns > 1 else 1

    def stolen(me: frozenset[int], you: frozenset[int], left: frozenset[int]) -> int:
        return sum(rest(me | {card}, you - {card}, left) for card in you) if you else rest(me, you, left)

    lines = 0
    for card in deck:
        hand, left = mine | {card}, deck - {card}
        lines += rest(hand, yours, left)
        for thief in hand & {0, 1} if yours else ():
            after = hand - {thief}
            lines += stolen(after, yours, left)
            for shield in yours & {2, 3}:
                lines += rest(after, yours - {shield}, left)
                for other in after & {2, 3}:
                    lines += stolen(after - {other}, yours - {shield}, left)
    return lines


def test_hideout_with_two_looks_each_from_one_hide() -> None:
    """Too many lines to start from every hide: from one pair of hides, with both outcomes of the lot.

    From the last look backwards, with the cat still there (c) or got away (g): the last look has 4 + 2 + 2 = 8 lines
    or 5; the third 2 + 6 x last or 5 x last; the second 2 + 5 x third with c + 2 x third with g; the first likewise.
    """
    last = {"c": 8, "g": 5}
    third = {(mine, yours): 2 + 6 * last[yours] if mine == "c" else 5 * last[yours] for mine in "cg" for yours in "cg"}
    second = {mine: 2 + 5 * third[mine, "c"] + 2 * third[mine, "g"] for mine in "cg"}
    first = 2 + 5 * second["c"] + 2 * second["g"]
    start = hideout.GAME.new(2, {"looks": 2})
    for seat in range(2):
        for square in (1, 2, 3):
            choose(start, seat, square)
    assert walk(start).lines[start] == 2 * first == 2 * 2086


def test_hides_of_hideout_are_those_without_a_cat_beside_a_mouse() -> None:
    beside = {frozenset(pair) for pair in [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]}
    legal = {
        (*mice, cat)
        for mice in combinations(range(6), 2)
        for cat in range(6)
        if cat not in mice and not any(frozenset({cat, mouse}) in beside for mouse in mice)
    }
    found = {()}
    for _ in range(3):
        found = {(*line, option) for line in found for option in options(_hidden(line), 0)}
    assert found == legal
    assert len(legal) == 14


def _hidden(line: tuple[int, ...]) -> State:
    state = hideout.GAME.new(2)
    for square in line:
        choose(state, 0, square)
    return state


def test_options_say_which_values_they_have() -> None:
    for game, players, chosen, _, _ in STARTS.values():
        settled: Mapping[str, OptionValue] = game.settle_options(players, chosen)
        assert set(settled) == {option.key for option in game.options}

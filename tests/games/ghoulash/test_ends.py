"""How games end: mirror rounds judged in the order of play, scores, medals, returns, matches."""

from __future__ import annotations

from fractions import Fraction

import pytest

from witchboard.engine.play import asked, choose, options
from witchboard.engine.stream import stream
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.rules.play import Play
from witchboard.games.ghoulash.rules.race import end_round
from witchboard.games.ghoulash.score import match_winner, medal, outcome, returns
from witchboard.games.ghoulash.state import ALL_LOSE, DRAWN, GOAL, LAST_ALIVE, MIRROR, Hunt

LESSON = GAME.box.plan("GH-S00")


def round_of(first: int, reached: tuple[int, ...], dead: tuple[int, ...], hardcore: int = 0) -> Hunt:
    """A round of mirror play in which these have reached the goal and these have died, judged."""
    state = Hunt(GAME.box, LESSON, 2)
    state.hides, state.last_answer, state.first, state.hardcore = MIRROR, 1, first, hardcore
    state.push(Play())
    state.turns = [3, 3]
    state.progress = [1, 1]
    for seat in reached:
        state.winners |= 1 << seat
        state.reached[seat] = 1
    for seat in dead:
        state.alive[seat] = 0
        state.wounds[2 * seat] = 8
    end_round(state, None)
    return state


@pytest.mark.parametrize(
    ("reached", "dead", "hardcore", "result", "winners"),
    [
        ((0,), (), 0, GOAL, 0b01),
        ((1,), (), 0, GOAL, 0b10),
        ((0, 1), (), 0, DRAWN, 0b11),
        ((), (0,), 0, LAST_ALIVE, 0b10),
        ((), (1,), 0, LAST_ALIVE, 0b01),
        ((), (0, 1), 0, LAST_ALIVE, 0b10),  # the first to move died first
        ((0,), (1,), 0, GOAL, 0b01),  # an answer that kills is none
        ((1,), (0,), 0, LAST_ALIVE, 0b10),  # the second would not have moved any more
        ((1,), (0,), 1, GOAL, 0b10),
        ((), (0, 1), 1, ALL_LOSE, 0),
        ((), (0,), 1, 0, 0),
    ],
)
def test_a_mirror_round_is_judged_in_the_order_of_play_gh_159_gh_154(
    reached: tuple[int, ...], dead: tuple[int, ...], hardcore: int, result: int, winners: int
) -> None:
    state = round_of(0, reached, dead, hardcore)
    assert (state.result, state.winners) == (result, winners)
    turned = round_of(1, tuple(1 - seat for seat in reached), tuple(1 - seat for seat in dead), hardcore)
    assert turned.result == result
    assert turned.winners == (winners & 1) << 1 | winners >> 1


def test_in_mirror_play_the_other_sees_what_is_posted_only_gh_196() -> None:
    state = GAME.new(2, {"hides": "mirror", "seed": 3, "first": 1})
    before = GAME.view(state, 1)
    drawn = stream("race")
    while 0 in asked(state) and not state.over:
        legal = options(state, 0)
        choose(state, 0, legal[drawn.below(len(legal))])
        if 0 in asked(state):
            assert GAME.view(state, 1) == before


def solo(turns: int, wounds: tuple[int, ...], won: bool) -> Hunt:
    """A finished solo run of the lesson, against a random keeper: limit 12."""
    state = GAME.new(1, {"seed": 5})
    state.stack.clear()
    state.turns, state.wounds = [turns], list(wounds)
    state.used = [1 if wounds[1] else 0]
    state.result, state.winners = (GOAL, 1) if won else (ALL_LOSE, 0)
    return state


def test_the_solo_limit_is_three_medians_gh_164() -> None:
    assert GAME.new(1, {"scenario": "gh-s00"}).limit == 3 * 4
    assert GAME.new(1, {"scenario": "gh-s06", "keeper": "doorkeeper"}).limit == 3 * 30
    assert GAME.new(1, {"turn-limit": 5}).limit == 5


@pytest.mark.parametrize(
    ("turns", "wounds", "points"), [(3, (2, 0), 73), (5, (0, 0), 58), (12, (7, 0), 1), (12, (0, 0), 1)]
)
def test_the_score_of_a_run_gh_165(turns: int, wounds: tuple[int, int], points: int) -> None:
    end = outcome(solo(turns, wounds, True))
    assert end.scores == (points,)
    assert sum(count for _, count in end.sources) == points
    assert returns(solo(turns, wounds, True)) == [Fraction(points, 100)]


def test_a_lost_run_scores_nothing_gh_165() -> None:
    assert outcome(solo(3, (8, 0), False)).scores == (0,)


@pytest.mark.parametrize(("turns", "name"), [(2, "gold"), (3, "silver"), (4, "silver"), (6, "bronze"), (7, "")])
def test_medals_by_the_quartiles_gh_166(turns: int, name: str) -> None:
    assert medal(solo(turns, (0, 0), True), GAME.content) == name


def ended(seats: int, result: int, winners: int, turns: int = 5, wounds: int = 0) -> Hunt:
    state = Hunt(GAME.box, LESSON, seats)
    state.result, state.winners = result, winners
    state.turns = [turns] * seats
    state.wounds[0] = wounds
    return state


@pytest.mark.parametrize(
    ("seats", "result", "winners", "worth"),
    [
        (2, GOAL, 0b01, [1, -1]),
        (2, LAST_ALIVE, 0b10, [-1, 1]),
        (2, DRAWN, 0b11, [0, 0]),
        (2, ALL_LOSE, 0, [-1, -1]),
        (3, GOAL, 0b011, [Fraction(1, 6), Fraction(1, 6), Fraction(-1, 3)]),
        (3, ALL_LOSE, 0, [Fraction(-1, 3)] * 3),
    ],
)
def test_what_a_game_is_worth_gh_198(seats: int, result: int, winners: int, worth: list[Fraction]) -> None:
    assert returns(ended(seats, result, winners)) == worth


def test_a_match_goes_to_more_wins_then_to_fewer_turns_then_to_fewer_wounds_gh_158() -> None:
    assert match_winner([ended(2, GOAL, 1), ended(2, GOAL, 1)]) == 0
    assert match_winner([ended(2, GOAL, 2), ended(2, DRAWN, 3)]) == 1
    assert match_winner([ended(2, GOAL, 1, turns=6), ended(2, GOAL, 2, turns=5)]) == 1
    assert match_winner([ended(2, GOAL, 1, wounds=1), ended(2, GOAL, 2)]) == 1
    assert match_winner([ended(2, GOAL, 1), ended(2, GOAL, 2)]) is None
    assert match_winner([ended(2, DRAWN, 3), ended(2, DRAWN, 3)]) is None


def test_who_has_left_the_map_is_called_by_no_exit_any_more_gh_154() -> None:
    """While the second player answers, the first one's ground is as if worked out anew."""
    state = GAME.new(2, {"scenario": "gh-s05", "hides": "random", "seed": 4, "first": 1, "last-answer": True})
    door = next(n for n in range(len(state.plan.doors)) if not state.blocked[0] >> n & 1)
    code = state.plan.doors[door]
    state.seen[code % state.plan.squares] = 1
    state.left[code % state.plan.squares] = state.hide[code % state.plan.squares] = 0
    state.at[0] = code % state.plan.squares
    state.derive()
    choose(state, 0, int(code))
    assert state.winners == 1 and not state.over
    assert state.grounds[0].exits == 0
    anew = state.clone()
    anew.derive()
    assert anew.grounds == state.grounds

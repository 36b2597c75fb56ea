"""The end of a game: who has won, scores, returns and medals (GH-158, GH-164 to GH-166, GH-198)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from witchboard.engine.game import Outcome

from .content import Content
from .keeping import mean, worthy
from .sheet import Find
from .state import CAPPED, DRAWN, GOAL, KEEPERS, KEPT, LAST_ALIVE, RESULTS, Hunt
from .view import found
from .words.ending import ending_words

KIT_POINTS = 5
MEDALS = ("gold", "silver", "bronze")


def outcome(state: Hunt) -> Outcome:
    """How a finished game has ended."""
    seats = range(int(state.seats))
    won = tuple([has_won(state, seat) for seat in seats])
    cause = RESULTS[state.result]
    if state.result == KEPT:
        return Outcome((worthy(state),), cause, ending_words(state), (round(mean(state)),))
    if state.result == KEPT:
        return Outcome((worthy(state),), cause, ending_words(state), (round(mean(state)),))
    if state.seats == 1:
        points = solo_score(state)
        return Outcome(won, cause, ending_words(state), (points,), tuple(solo_sources(state, points)))
    lost = -1 if (state.seats == 2 and any(won)) or (not any(won) and state.result not in (DRAWN, CAPPED)) else 0
    scores = tuple([1 if one else lost for one in won])
    return Outcome(won, cause, ending_words(state), scores)


def has_won(state: Hunt, seat: int) -> bool:
    """Whether that seat has won; a draw is nobody's victory (GH-154)."""
    return state.result in (GOAL, LAST_ALIVE) and state.winners >> seat & 1 == 1


def returns(state: Hunt) -> list[Fraction]:
    """What the game is worth to each seat (GH-198).

    Two players: 1, -1, a draw 0, both lose -1. More: the share of the victory less 1/n. Solo: the score by 100; the
    keeper alone: the score by the limit.
    """
    n = int(state.seats)
    if state.result == KEPT:
        return [mean(state) / int(state.limit)]
    if n == 1:
        return [Fraction(solo_score(state), 100)]
    won = [has_won(state, seat) for seat in range(n)]
    if not any(won):
        drawn = RESULTS[state.result] in ("drawn", "capped")
        return [Fraction(0)] * n if drawn else [Fraction(-1) if n == 2 else Fraction(-1, n)] * n
    if n == 2:
        return [Fraction(1 if one else -1) for one in won]
    return [Fraction(int(one), sum(won)) - Fraction(1, n) for one in won]


def kits_left(finds: Sequence[Find], state: Hunt) -> int:
    """Kits found and still unused."""
    heals = {state.plan.items[kind] for kind in range(1, len(state.plan.items)) if state.plan.heals[kind]}
    return sum(find.icon in heals and find.fate == "there" for find in finds)


def solo_score(state: Hunt) -> int:
    """The score of a solo run; a lost one scores 0 (GH-165)."""
    if not has_won(state, 0):
        return 0
    limit, turns = int(state.limit), int(state.turns[0])
    kits = kits_left(found(state, 0)[0], state)
    return max(1, floor(Fraction(100 * (limit - turns), limit)) - sum(map(int, state.wounds)) + KIT_POINTS * kits)


def solo_sources(state: Hunt, points: int) -> list[tuple[str, int]]:
    """Where a run's score comes from; they add up to it."""
    if not has_won(state, 0):
        return [("goal not reached", 0)]
    wounds, kits = -sum(map(int, state.wounds)), KIT_POINTS * kits_left(found(state, 0)[0], state)
    return [("turns left", points - wounds - kits), ("wounds", wounds), ("kits left", kits)]


def medal(state: Hunt, content: Content) -> str:
    """The medal of a won run by the quartiles of the play table; "" for none (GH-166)."""
    run = content.run(state.plan.key, KEEPERS[state.keeper])
    if run is None or not has_won(state, 0):
        return ""
    return next((name for name, most in zip(MEDALS, run.quartiles) if state.turns[0] <= most), "")


def match_wins(games: Sequence[Hunt]) -> list[int]:
    """How many games of a match each of its two players has won."""
    return [sum(has_won(game, seat) for game in games) for seat in range(2)]


def victory(games: Sequence[Hunt], seat: int) -> tuple[int, int]:
    """What the latest game that seat has won has cost it: own turns, and wounds in all. Raises `StopIteration`."""
    game = next(game for game in reversed(games) if has_won(game, seat))
    meters = int(game.plan.kits) + 1
    return int(game.turns[seat]), sum(map(int, game.wounds[seat * meters : (seat + 1) * meters]))


def match_winner(games: Sequence[Hunt]) -> int | None:
    """Who wins a match of two games with the first move swapped; None for a draw (GH-158).

    More games won decide; then fewer own turns, then fewer wounds of each winner in the game he won.
    """
    wins = match_wins(games)
    if wins[0] != wins[1]:
        return 0 if wins[0] > wins[1] else 1
    if wins != [1, 1]:
        return None
    prices = [victory(games, seat) for seat in range(2)]
    if prices[0] == prices[1]:
        return None
    return 0 if prices[0] < prices[1] else 1

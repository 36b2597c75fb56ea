"""A match: two games with the first move swapped (GH-158)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from witchboard.engine.front import OptionValue
from witchboard.engine.game import Series

from .score import match_winner, match_wins, victory
from .state import Hunt
from .words.briefing import counted
from .words.seats import seat_title

GAMES = 2


def series(games: Sequence[Hunt], options: Mapping[str, OptionValue]) -> Series | None:
    """Where a match stands after its first game, or how it has ended; None if no match was agreed."""
    if not options["match"] or not games:
        return None
    other = 2 - int(games[-1].first)  # seats are counted from 1 there
    over = len(games) >= GAMES
    words = _result(games) if over else _half(games[0], other - 1)
    return Series(words, {**options, "first": other}, over)


def _half(game: Hunt, other: int) -> str:
    """What the first game has brought, and who moves first in the second."""
    wins = match_wins([game])
    if any(wins):
        seat = wins.index(1)
        turns, wounds = victory([game], seat)
        stands = f"{seat_title(seat)} leads by a game won in {counted(turns, 'turn')} with {counted(wounds, 'wound')}."
    else:
        stands = "nobody has won the first game."
    return f"The match: {stands} In the second game {seat_title(other)} moves first."


def _result(games: Sequence[Hunt]) -> str:
    """Who has won the match, and by what."""
    wins, winner = match_wins(games), match_winner(games)
    if winner is None:
        return f"The match ends {wins[0]} : {wins[1]}, in all equal: a draw."
    head = f"{seat_title(winner)} wins the match"
    if wins[0] != wins[1]:
        return f"{head} by {wins[winner]} : {wins[1 - winner]} games."
    own, theirs = victory(games, winner), victory(games, 1 - winner)
    if own[0] != theirs[0]:
        return f"{head}: one game each, won in {counted(own[0], 'turn')} against {theirs[0]}."
    return f"{head}: one game each in {counted(own[0], 'turn')}, with {counted(own[1], 'wound')} against {theirs[1]}."

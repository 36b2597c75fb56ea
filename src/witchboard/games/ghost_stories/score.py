"""The end of a game of Ghost Stories: who won, why, and the score (GS-189 to GS-194, GS-218 to GS-224)."""

from __future__ import annotations

from witchboard.engine.game import Outcome

from .rules.haunting import haunted_tiles
from .state import CALLED_OFF, DEAD, LIVING, LOST_DECK, LOST_TAOISTS, LOST_VILLAGE, WON, Village
from .tables import BOARDS

CAUSES = {
    WON: ("won", "Every incarnation of Wu-Feng is exorcised: the village is saved."),
    LOST_TAOISTS: ("taoists", "All Taoists are dead."),
    LOST_VILLAGE: ("village", "Too many tiles are haunted: the village is lost."),
    LOST_DECK: ("deck", "The last card was drawn before the last incarnation was exorcised."),
    CALLED_OFF: ("called off", "The game was called off at the round limit."),
}


def score(state: Village) -> list[tuple[str, int]]:
    """The team's points by source; they add up to the score."""
    tables = state.tables
    won = state.result == WON
    qi = sum(state.qi[board] for board in range(BOARDS) if state.status[board] == LIVING)
    card = tables.points_card_won if won else tables.points_card_lost
    points = [
        ("victory", tables.level_win[state.level] if won else 0),
        ("Qi", tables.points_qi * qi),
        ("cards left", card * state.deck),
        ("dead Taoists", tables.points_dead * state.status.count(DEAD)),
        ("haunted tiles", tables.points_haunted * haunted_tiles(state)),
    ]
    if tables.level_pays[state.level]:
        points.append(("incarnations", sum(tables.incarnation_points[state.seats][: state.exorcised])))
    return [(source, int(count)) for source, count in points]


def outcome(state: Village) -> Outcome:
    """How a finished game has ended: all win or all lose (GS-001)."""
    seats = int(state.seats)
    cause, words = CAUSES[int(state.result)]
    sources = score(state)
    total = sum(count for _, count in sources)
    return Outcome((state.result == WON,) * seats, cause, words, (total,) * seats, tuple(sources))


def figures(state: Village) -> list[tuple[str, tuple[int, ...]]]:
    """Key figures beside the score."""
    return [
        ("Ghosts banished", (len(state.discard),)),
        ("Incarnations exorcised", (int(state.exorcised),)),
        ("Tiles haunted", (int(haunted_tiles(state)),)),
        ("Taoists alive", (state.status.count(LIVING),)),
    ]

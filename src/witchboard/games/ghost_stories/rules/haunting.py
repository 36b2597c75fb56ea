"""Haunting tiles and restoring them (GS-037 to GS-047, GS-192)."""

from __future__ import annotations

from mypy_extensions import i64

from witchboard.engine.state import Watch

from ..state import LOST_VILLAGE, Village
from ..tables import CIRCLE, NONE, PLACES
from .board import lose


def haunt_tile(state: Village, place: i64, watch: Watch | None) -> None:
    """Turn a tile to its haunted side; the third (by option fourth) loses the game at once (GS-047, GS-192).

    A haunted Circle gives its token back (GS-045); figures and Buddhas on the tile stay (GS-046).
    """
    state.haunted[place] = 1
    if state.tiles[place] == CIRCLE:
        return_circle(state)
    if watch:
        watch.tell(state, "haunted", (place,))
    if haunted_tiles(state) >= state.haunted_limit:
        lose(state, LOST_VILLAGE, watch)


def haunt_before(state: Village, space: i64, watch: Watch | None) -> None:
    """Haunt the first active tile of the space's line (GS-043); a line without one loses the game (GS-044)."""
    for place in state.tables.line[space]:
        if not state.haunted[place]:
            haunt_tile(state, place, watch)
            return
    lose(state, LOST_VILLAGE, watch)


def advance_figure(state: Village, space: i64, watch: Watch | None) -> None:
    """A Haunter's figurine goes from the card to the first icon, or from there to the edge (GS-040, GS-041)."""
    if state.figures[space]:
        state.figures[space] = 0
        if watch:
            watch.tell(state, "figure reaches", (space,))
        haunt_before(state, space, watch)
    else:
        state.figures[space] = 1
        if watch:
            watch.tell(state, "figure advances", (space,))


def restore_tile(state: Village, place: i64, watch: Watch | None) -> None:
    """Turn a haunted tile back to its active side (GS-105, GS-162)."""
    state.haunted[place] = 0
    if watch:
        watch.tell(state, "restored", (place,))


def return_circle(state: Village) -> None:
    """The Circle's token goes back to the supply (GS-045, GS-100)."""
    if state.circle != NONE:
        state.tao_supply[state.circle] += 1
        state.circle = NONE


def haunted_tiles(state: Village) -> i64:
    """How many tiles are haunted."""
    count: i64 = 0
    for place in range(PLACES):
        count += state.haunted[place]
    return count

"""What is drawn over the table: the trail of the last move, the figure that has just haunted, the end."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from witchboard.engine.picture import group, place, use, write

from ..view import Space, View
from .places import PLACES, Layout, Places
from .village import trail

ENDS: Final = {
    "won": ("The village is saved", "Wu-Feng is banished"),
    "taoists": ("The village is lost", "All Taoists are dead"),
    "village": ("The village is lost", "The dead hold its houses"),
    "deck": ("The village is lost", "The last card is drawn"),
    "called off": ("The game is called off", "The round limit is reached"),
}


@lru_cache(maxsize=16)
def result(layout: Layout, cause: str) -> str:
    """How the game ended, on a scroll across the village."""
    title, words = ENDS.get(cause, (cause.capitalize(), ""))
    scale = 1 if layout == "wide" else 0.74
    x, y = (500, 345) if layout == "wide" else (244, 268)
    parts = [use("gs-banner"), write(0, 0, title, "end", "middle"), write(0, 27, words, "end-why", "middle")]
    state = "result won" if cause == "won" else "result lost"
    return group("result", parts, state, place(x, y, 0, scale), f"{title}: {words}")


def trails(places: Places, parts: dict[str, str], before: View, after: View) -> None:
    """Where a Taoist came from, and which figures reached the edge, since the view before."""
    for board in after.boards:
        path = trail(places, before, board)
        if path:
            parts[f"trail-{board.colour}"] = path
    fallen = {n for n, (old, new) in enumerate(zip(before.tiles, after.tiles)) if new.haunted and not old.haunted}
    if not fallen:
        return
    for n, (was, now) in enumerate(zip(before.spaces, after.spaces)):
        if _reached(was, now):
            parts[f"echo-{now.name}"] = echo(places.name, n, now.name)


def _reached(was: Space, now: Space) -> bool:
    """Whether the figure of the ghost there has gone from the first icon over the edge and home."""
    return was.figure == "first" and now.figure == "card" and was.ghost == now.ghost


@lru_cache(maxsize=64)
def echo(layout: Layout, space: int, name: str) -> str:
    """A faint figure on the edge icon, and its way home to the card."""
    places = PLACES[layout]
    (x, y), (width, height) = places.cards[space], places.card
    wide, high = (20.0, 26.0) if layout == "wide" else (16.0, 21.0)
    ex, ey = places.edge[space]
    hx, hy = x + width - places.figure[0] / 2, y + height * 0.45
    mx, my = (ex + hx) / 2 + (hy - ey) * 0.18, (ey + hy) / 2 - (hx - ex) * 0.18
    way = f"M{ex:.0f} {ey:.0f}Q{mx:.0f} {my:.0f} {hx:.0f} {hy:.0f}"
    parts = [f'<path d="{way}" class="home0"/>', f'<path d="{way}" class="home1"/>',
             use("gs-haunter", ex - wide / 2, ey - high / 2, wide, high)]  # fmt: skip
    return group(f"echo-{name}", parts, "echo")

"""Ghost Stories as a picture: a view becomes SVG.

Ids, the same in both layouts: `tile-at-R-C`, `space-N1`, `board-N`, `ghost-at-N1` (inside the fragment `card-NUMBER`),
`pips-NUMBER`, `figure-NUMBER`, `captured-N1`, `buddha-N1`, `buddha-temple-1`, `buddha-COLOUR`, `mantra`, `circle`,
`taoist-COLOUR-figure`, `seal-COLOUR`, `power-COLOUR`, `qi-COLOUR`, `hand-COLOUR-TAO`, `yin-yang-of-COLOUR`,
`tokens-COLOUR`, `supply-TAO`, `supply-qi`, `dice-1` to `dice-4`, `die-of-curse`, `deck`, `discard`, `haunted`, `steps`.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from witchboard.engine.game import Event
from witchboard.engine.picture import Art, Picture, group, use

from ..tables import FACES
from ..view import View
from . import boards, cards, corners, marks, strip, village
from .places import BOARDS, PLACES, Layout


@cache
def art() -> Art:
    """The pieces and the style sheet of the game."""
    folder = resources.files("witchboard.games.ghost_stories")
    return Art(*((folder / name).read_text(encoding="utf-8") for name in ("pieces.svg", "styles.css")))


def picture(
    view: View,
    layout: Layout = "wide",
    *,
    names: tuple[str, ...] = (),
    seat: int = -1,
    since: View | None = None,
    event: Event | None = None,
) -> Picture:
    """The picture of a view.

    `names` are what the seats are called, by seat. On a phone only one hand lies open: that of `seat`, else the active
    one. `since` is an earlier view: what has moved or was haunted from there on leaves a trail. `event` is what has
    just happened: some of it shows at this moment only, such as a face of the Curse die.
    """
    places = PLACES[layout]
    owners = {board.key: called(board.seat, board.status, board.colour, names) for board in view.boards}
    parts: dict[str, str] = {}
    boards.lay(places, parts, view.boards, owners)
    parts["square"] = group("square", [use(f"gs-square-{layout}")])
    if places.lanterns:
        parts["lantern"] = corners.lantern(layout, BOARDS.index(view.active))
    village.village(places, parts, view.tiles, view.supply.tokens)
    boards.slots(places, parts, view.boards, view.spaces, village.home(view.tiles))
    corners.dice(places, parts, view.dice, curse_face(event))
    if layout == "wide":
        corners.supply(parts, view.supply, view.tao_locked, view.wild)
        boards.before_owners(parts, view.boards, owners, view.tao_locked, view.active)
    else:
        strip.open_hand(parts, view, owners, seat)
    parts["steps"] = corners.steps(layout, view.phase)
    if since is not None:
        marks.trails(places, parts, since, view)
    village.taoists(places, parts, view, owners)
    corners.piles(places, parts, view)
    cards.lay(art(), places, parts, view)
    parts["dusk"] = group("dusk", [use(f"gs-dusk-{layout}")], "dusk")
    if view.result:
        parts["result"] = marks.result(layout, view.result)
    label = f"Ghost Stories, round {view.round}"
    return Picture(art(), f"ghost-stories {layout}", label, places.box, ground(layout), parts)


@cache
def ground(layout: Layout) -> str:
    """What never changes: the paper on the table."""
    return f'<g class="ground" aria-hidden="true">{use(f"gs-ground-{layout}")}</g>'


def called(seat: int | None, status: str, colour: str, names: tuple[str, ...]) -> str:
    """What the owner of a board is called."""
    if seat is None:
        return status.capitalize()
    return names[seat] if seat < len(names) else colour.capitalize()


def curse_face(event: Event | None) -> str:
    """The face of the Curse die at the moment it is rolled."""
    return FACES[event.values[0]] if event is not None and event.kind == "curse rolled" else ""

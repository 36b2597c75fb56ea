"""GHOULASH as a picture: a view becomes SVG.

Ids stand in `ids`; besides them: `found-11-A` what came out on the large chart, `hid-11-A` what lies on the other one,
`own-turn-8` and `opp-turn-8` the walks by turn, `pin-own`, `pin-opp`, `count-ghoul` of the briefing, `meter`, `bag`,
`card-head`, `card-facts`, `area-1` to `area-6`, `notes`, `other-SEAT`, `ready-SEAT`, `line-ghoul` of the
palette, `result`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources

import msgspec

from witchboard.engine.game import Event
from witchboard.engine.picture import Art, Picture, group, use

from ..view import Grid, View
from ..words.keeping import trial_lines
from . import briefing, hiding, matter, meters, notes, palette, sheets, trial
from .marks import pin_sign, symbol
from .places import AIMING_BOX, HIDING_BOX, PLACES, Layout, Place, chart, placed
from .printed import Kind, Map, bare, letters, map_of, printed, rims, walls
from .sheets import Sheet

__all__ = ["Map", "art", "map_of", "picture"]


@cache
def art() -> Art:
    """The pieces and the style sheet of the game."""
    folder = resources.files("witchboard.games.ghoulash")
    return Art(*((folder / name).read_text(encoding="utf-8") for name in ("pieces.svg", "styles.css")))


def picture(
    view: View,
    chart_: Map,
    layout: Layout = "wide",
    *,
    names: tuple[str, ...] = (),
    seat: int = -1,
    event: Event | None = None,
) -> Picture:
    """The picture of a view on its map.

    `names` are what the seats are called, by seat. `seat` is the one from whose side the open grids are looked at after
    the end; before it the observer has a side. That one is "You". `event` is what has just happened: some of it
    shows at this moment only.
    """
    if view.observer < 0 and (view.result or seat < 0):
        view = msgspec.structs.replace(view, observer=min(seat, view.players - 1))
    called = tuple(_called(view, one, names) for one in range(view.players))
    parts: dict[str, str] = {}
    hidden_now = view.phase == "hide"
    own, opp = _sheets(view, chart_, layout, called)
    _under(layout, parts, own, opp, hidden_now)
    if hidden_now:
        hiding.lay(layout, parts, view, _hide_sheet(view, chart_, layout), called)
    elif view.trial:
        sheets.over(own, parts)
        parts["trial"] = trial.panel(layout, view.trial, view.limit)
    else:
        _play(layout, parts, view, own, opp, called)
    _heads(layout, parts, view, own, opp, called)
    if layout == "wide":
        parts["dusk"] = dusk()
    matter.lay(layout, parts, view, own, opp, called, event)
    name = f"ghoulash {layout}{' hiding' if hidden_now else ''}"
    under = ground(_side(view), chart_, layout)
    return Picture(art(), name, f"GHOULASH, {chart_.plan.name}", _box(layout, view), under, parts)


def _box(layout: Layout, view: View) -> str:
    """What of the sheet is shown: on a phone less while icons are hidden, for the page needs the room."""
    if layout == "wide" or (view.trial and view.phase != "hide"):
        return PLACES[layout].box
    if view.phase != "hide":
        return f"0 0 488 {520 + notes.STRIP:g}"
    return AIMING_BOX if palette.PRESET in view.variants else HIDING_BOX


def _called(view: View, seat: int, names: tuple[str, ...]) -> str:
    """What a seat is called by the observer."""
    if seat == view.observer:
        return "You"
    return names[seat] if seat < len(names) else f"Player {seat + 1}"


def _side(view: View) -> str:
    """What the papers are for: "hide", "two" sheets, "mirror" or "solo"."""
    if view.phase == "hide":
        return "hide"
    if view.players == 1:
        return "solo"
    return "mirror" if any(grid.veiled for grid in view.grids) else "two"


def _sheets(view: View, chart_: Map, layout: Layout, names: tuple[str, ...]) -> tuple[Sheet, Sheet | None]:
    """The large sheet: the observer's own walk, for others the first seat's; the small one: the grid they keep."""
    first = max(view.observer, 0)
    over = bool(view.result)

    def sheet(kind: Kind, grid: Grid) -> Sheet:
        place = placed(PLACES[layout], kind, chart_.cols, chart_.rows)
        return Sheet(kind, chart_, grid, place, names[grid.explorer], layout, over)

    others = [grid for grid in view.grids if grid.explorer != first and not grid.veiled]
    kept = [grid for grid in others if grid.keeper == first]
    second = (kept or others)[:1]
    return sheet("own", view.grids[first]), sheet("opp", second[0]) if second else None


def _hide_sheet(view: View, chart_: Map, layout: Layout) -> Sheet:
    """While icons are hidden the large sheet is the one that somebody else will walk."""
    grid = next((grid for grid in view.grids if grid.keeper == view.observer), view.grids[0])
    place = placed(PLACES[layout], "own", chart_.cols, chart_.rows)
    return Sheet("opp", chart_, grid, place, "", layout, False)


def _under(layout: Layout, parts: dict[str, str], own: Sheet, opp: Sheet | None, hidden_now: bool) -> None:
    """Explored squares, and the walls over them."""
    shown = [own, *([opp] if opp else [])]
    if not hidden_now:
        for sheet in shown:
            sheets.under(sheet, parts)
        if opp:
            parts["walls-opp"] = wall("opp", own.chart, opp.place.at)
    parts["walls-own"] = wall("own", own.chart, own.place.at)


@lru_cache(maxsize=128)
def wall(kind: Kind, chart_: Map, at: str) -> str:
    """The walls, laid over what was explored; on the second sheet the same once more."""
    inner = f'<g id="drawn-walls">{walls(chart_)}</g>' if kind == "own" else use("drawn-walls")
    return group(f"walls-{kind}", [inner], f"walls {kind}", at)


def _play(
    layout: Layout, parts: dict[str, str], view: View, own: Sheet, opp: Sheet | None, names: tuple[str, ...]
) -> None:
    """What is written on both charts, and what stands on them."""
    if opp:
        sheets.over(opp, parts)
        sheets.stand(opp, parts, pin_sign(opp.grid.explorer))
    sheets.over(own, parts)
    if view.observer == own.grid.explorer and own.grid.at >= 0 and own.grid.alive and not view.result:
        sheets.arrows(own, parts)
    sheets.stand(own, parts, pin_sign(own.grid.explorer))
    total = int(own.chart.plan.kits) + 1
    meters.lay(layout, parts, own.grid, total, own.name)
    kits = tuple(own.chart.names[find.square] for find in own.grid.finds if find.icon == "kit" and find.fate == "there")
    parts["bag"] = notes.bag(layout, own.grid.carried, kits, own.grid.owed, own.name)
    if layout == "tall":
        briefing.counts(layout, parts, own.chart, own.grid.counts)


def _heads(
    layout: Layout, parts: dict[str, str], view: View, own: Sheet, opp: Sheet | None, names: tuple[str, ...]
) -> None:
    """Titles, the pad and the strips of those whose sheets aren't shown."""
    if layout == "tall":
        if opp and view.phase != "hide":
            parts["thumb"] = matter.thumb()
        if view.phase != "hide" and not view.trial:
            parts["goal"] = briefing.goal(own.chart)
            said = tuple(notes.lines(view, own.chart, own.grid))
            room = notes.rooms_briefly(own.grid.headroom)
            parts["notes"] = notes.strip(said, _turn(view, own, names), len(notes.news(own.grid)), room)
        return
    plan = own.chart.plan
    turned = PLACES["wide"].turn.strip()
    if view.phase == "hide":
        parts["title"] = briefing.title(plan.name, f"Hide here what {_walker(view, names)} meets")
        parts["briefing"] = briefing.briefing(own.chart)
        together = "All hide at the same time" if view.players > 1 else "It will be explored again and again"
        parts["head-opp"] = briefing.head(together, turned)
        parts["terms"] = notes.terms(own.chart, view.players, not view.trial)
        parts["blurb"] = notes.blurb(plan.blurb)
        return
    if view.trial:
        hider = "you" if own.name == "You" else own.name
        parts["title"] = briefing.title(plan.name, f"A bot explores the grid {hider} hid")
        parts["briefing"] = briefing.briefing(own.chart)
        parts["notes"] = notes.pad(tuple(trial_lines(view.trial, view.limit)), "How it fares", True)
        return
    keeper = names[own.grid.keeper] if 0 <= own.grid.keeper < len(names) else "the house"
    walks = "You walk" if own.name == "You" else f"{own.name} walks"
    parts["title"] = briefing.title(plan.name, f"{walks} the grid {keeper} hid")
    parts["briefing"] = briefing.briefing(own.chart)
    briefing.counts(layout, parts, own.chart, own.grid.counts)
    if opp:
        kept = names[opp.grid.keeper] if 0 <= opp.grid.keeper < len(names) else "the house"
        kept = "you" if kept == "You" else kept
        parts["head-opp"] = briefing.head(f"{opp.name} walks the grid {kept} hid", turned)
        grid = opp.grid
        total = int(plan.kits) + 1
        parts["meter-opp"] = meters.strip(
            664, 303, grid.meter, grid.meters[-1], len(grid.meters) - 1, total, opp.name, _held(grid), turned
        )
    elif view.players == 1:
        parts["alone"] = notes.alone(own.grid.turns, view.limit)
    else:
        grid = next(grid for grid in view.grids if grid.explorer != own.grid.explorer)
        parts["veil"] = notes.veil(
            names[grid.explorer], grid.explorer, grid.turns, grid.owed, grid.alive, grid.reached, grid.goals
        )
    shown = (own.grid.explorer, *((opp.grid.explorer,) if opp else ()))
    words = tuple(notes.lines(view, own.chart, own.grid))
    parts["notes"] = notes.pad(words, _turn(view, own, names), view.players - len(shown) < 2)
    notes.others(view, parts, own.chart, shown, names)


def _held(grid: Grid) -> tuple[str, ...]:
    """The signs of what the other one carries and owes."""
    lost = ["gh-lost-turn"] * min(grid.owed, 2)
    return tuple([*(symbol(icon) for icon, _ in grid.carried), *lost][:4])


def _walker(view: View, names: tuple[str, ...]) -> str:
    """Who walks the grid that the observer hides."""
    if view.trial:
        return "a bot"
    return next((names[grid.explorer] for grid in view.grids if grid.keeper == view.observer), "the other")


def _turn(view: View, own: Sheet, names: tuple[str, ...]) -> str:
    """Whose turn it is, in a few words."""
    if view.result:
        return "It is over"
    seat = view.active if view.active >= 0 else own.grid.explorer
    turn = f"{max(1, view.grids[seat].turns)}{f' of {view.limit}' if view.limit else ''}"
    return f"Your turn {turn}" if seat == view.observer else f"{names[seat]}: turn {turn}"


@cache
def dusk() -> str:
    """The candle and its light; by day it is snuffed out."""
    parts = [use("gh-dusk-wide"), f'<g transform="translate(60 53) scale(.92)">{use("gh-candle", -64, -64, 128)}</g>']
    parts.append(use("gh-wax-drip", 100, 92, 26))
    return group("dusk", parts, "dusk")


@lru_cache(maxsize=256)
def ground(side: str, chart_: Map, layout: Layout) -> str:
    """What never changes: the desk, the papers, the printed map."""
    places = PLACES[layout]
    own = chart(places.own, chart_.cols, chart_.rows, places.most)
    kind: Kind = "opp" if side == "hide" else "own"
    squares = f'<g id="printed">{printed(chart_, kind)}</g>'
    maps = [f'<g transform="{own.at}">{_graph(layout, own)}</g>']
    maps.append(f'<g class="own" transform="{own.at}">{squares}</g>')
    around = rims(chart_, places.own, own.scale, max(15.0, places.least))
    maps.append(f'<g class="own">{around}{letters(chart_, own, max(13.0, places.least))}</g>')
    if side == "two":
        opp = placed(places, "opp", chart_.cols, chart_.rows)
        small = f'<g class="opp" transform="{opp.at}">{use("printed")}{bare(chart_)}</g>'
        around = rims(chart_, places.opp, opp.scale, places.least) if layout == "wide" else ""
        maps.append(f'{small}<g transform="{places.turn.strip()}">{around}</g>' if around else small)
    return f'<g class="ground">{_desk(layout, side)}{"".join(maps)}</g>'


def _graph(layout: Layout, place: Place) -> str:
    """The squared paper, its lines on those of the map."""
    x, y, width, height = (9.0, 9.0, 604.0, 670.0) if layout == "wide" else (3.0, 3.0, 482.0, 514.0)
    left, top, scale = (x - place.left) / place.scale, (y - place.top) / place.scale, place.scale
    size = f'width="{width / scale:.1f}" height="{height / scale:.1f}"'
    return f'<rect x="{left:.1f}" y="{top:.1f}" {size} class="gh-squared"/>'


def _desk(layout: Layout, side: str) -> str:
    """Wood and paper."""
    if layout == "tall":
        return use("gh-desk-tall") + use("gh-paper-tall")
    opp = f'<g transform="{PLACES["wide"].turn.strip()}">{use("gh-paper-opp")}</g>'
    pencil = f'<g transform="translate(618 12) rotate(-1.5)">{use("gh-pencil", 0, 0, 24, 320)}</g>'
    compass = use("gh-compass", 300, 24, 58)
    note = use("gh-paper-note") if side == "hide" else ""
    return use("gh-desk-wide") + use("gh-paper-own") + compass + pencil + opp + note

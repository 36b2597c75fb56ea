"""The matter in hand: which card lies on top."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec

from witchboard.engine.game import Event
from witchboard.engine.picture import group, hit

from ..forecast import odds_words
from ..view import Fight, Grid, View
from ..words.icons import icon_words
from ..words.keeping import average, rank_title
from ..words.scene import Scene
from . import cards, fight
from .places import Layout
from .sheets import Sheet, slots_of


def lay(
    layout: Layout, parts: dict[str, str], view: View, own: Sheet, opp: Sheet | None, names: tuple[str, ...],
    event: Event | None,
) -> None:  # fmt: skip
    """The card on top, if there is one."""
    if view.trial and view.result == "kept":
        words = f"{average(view.trial)} turns on average. {ENDS['kept']}"
        parts["result"] = cards.result(layout, rank_title(view.trial.rank), words, view.trial.rank != "")
    elif view.result:
        _result(layout, parts, view, own, names)
    elif view.phase != "hide":
        _encounter(layout, parts, view, own, opp, names, event)
    if layout == "tall" and ("card-facts" in parts or "result" in parts):
        parts["card-grip"] = fight.grip()


def _encounter(
    layout: Layout, parts: dict[str, str], view: View, own: Sheet, opp: Sheet | None, names: tuple[str, ...],
    event: Event | None,
) -> None:  # fmt: skip
    shown = [own.grid, *([opp.grid] if opp else [])]
    rest = [grid for grid in view.grids if grid.explorer not in {one.explorer for one in shown}]
    for grid in [*shown, *rest]:
        if grid.veiled:
            continue
        now = _fight_now(grid, own.chart.plan.foes, event)
        if now:
            struck = event.values[1] + 1 if event and event.kind == "hit" and event.values[0] == grid.explorer else 0
            _fight(layout, parts, view, own, grid, now, names, struck)
            return
        if grid.step == "item" and grid.at >= 0:
            _found(layout, parts, view, own, grid, names)
            return
    starts_now = own.grid.at < 0 and own.grid.explorer == view.observer and view.active == view.observer
    if starts_now and layout == "wide":  # on a phone it would lie on one of the starts
        starts = " or ".join(own.chart.names[square] for square in own.chart.starts)
        parts["card"] = cards.paper(layout)
        parts["card-head"] = cards.slip(layout, "Choose your start", f"{starts}: it is yours for the whole game.")


def _fight(
    layout: Layout, parts: dict[str, str], view: View, own: Sheet, grid: Grid, now: Fight, names: tuple[str, ...],
    struck: int,
) -> None:  # fmt: skip
    explorer = grid.explorer == view.observer
    keeper = grid.keeper == view.observer and not now.weak
    plan = own.chart.plan
    asked = "Name its weak spot." if explorer else "Fix its weak spot." if keeper else ""
    if explorer and grid.step == "weak":
        asked = "Its keeper fixes the weak spot."
    whose = "" if explorer else f"{names[grid.explorer]} fights it."
    fallen = now.layer > now.layers  # at the moment of the last hit
    scene = Scene(plan, view, grid.explorer, grid.explorer)
    odds = odds_words(scene.odds_now().death()) if scene.foretells and not fallen else ""
    fires = explorer and grid.step != "weak" and not fallen
    fixes = keeper and grid.step == "weak"
    left = grid.meter - grid.meters[-1]
    fight.lay(layout, parts, now, own.chart.names[now.square], whose, asked, left, odds, fires, fixes, struck)


def _fight_now(grid: Grid, foes: Sequence[str], event: Event | None) -> Fight | None:
    """The fight that is on; at the moment of the last hit the foe has left the square already."""
    now = grid.fight
    if now is None or now.foe:
        return now
    if event and event.kind == "destroyed" and event.values[0] == grid.explorer:
        return msgspec.structs.replace(now, foe=foes[event.values[2]])
    return None


def _found(layout: Layout, parts: dict[str, str], view: View, own: Sheet, grid: Grid, names: tuple[str, ...]) -> None:
    slots = slots_of(own.chart)
    items = [find for find in grid.finds if find.square == grid.at and find.fate == "there" and not slots[find.icon]]
    if not items:
        return
    icon = items[0].icon
    asked = grid.explorer == view.observer
    whose = "" if asked else f"{names[grid.explorer]} has found it."
    does = icon_words(icon).does
    words = f"{does[:1].upper()}{does[1:]}."
    cards.lay(layout, parts, icon, own.chart.names[grid.at], whose, words, asked)


def _result(layout: Layout, parts: dict[str, str], view: View, own: Sheet, names: tuple[str, ...]) -> None:
    won = view.observer in view.winners or (view.observer < 0 and bool(view.winners))
    who = [names[seat] for seat in view.winners]
    if not who:
        title = "A draw" if view.result == "capped" else "The run is lost" if view.players == 1 else "All are lost"
    elif view.result == "drawn":
        title = "A draw"
    else:
        title = f"{' and '.join(who)} {'win' if who == ['You'] or len(who) > 1 else 'wins'}"
    grids = {1: "The grid lies", 2: "Both grids lie"}.get(view.players, "All grids lie") + " open now."
    words = f"{ENDS.get(view.result, view.result.capitalize() + '.')} {grids}"
    parts["result"] = cards.result(layout, title, words, won)


ENDS: Final = {
    "goal": "The goal of the briefing is reached.",
    "last alive": "A Wound Meter is full.",
    "drawn": "Both have reached the goal in the same round.",
    "all lose": "Nobody is left alive.",
    "kept": "The hide has been tried a hundred times.",
    "capped": "The turns are used up.",
    "too late": "The turns are used up.",
}


@cache
def thumb() -> str:
    """On a phone: the two charts change places."""
    return group("thumb", [hit(116, 102, 371, 416)], "thumb", "", "change the two charts", "", ' data-class="gh-swap"')

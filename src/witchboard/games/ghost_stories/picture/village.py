"""The nine tiles and what stands on them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from witchboard.engine.picture import centred, data, group, hit, place, use, write

from ..view import Board, Tile, View
from .places import PLACES, Layout, Places

NAMES: Final = {"pavilion": "Pavilion of the|Heavenly Winds"}
SHORT: Final = {
    "circle-of-prayer": "Circle",
    "buddhist-temple": "Temple",
    "cemetery": "Cemetery",
    "taoist-altar": "Altar",
    "herbalists-shop": "Herbalist",
    "sorcerers-hut": "Sorcerer",
    "night-watchmans-beat": "Watchman",
    "pavilion": "Pavilion",
    "tea-house": "Tea House",
}


@lru_cache(maxsize=512)
def tile(layout: Layout, place_: int, key: str, name: str, haunted: bool) -> str:
    """A tile with its drawing; haunted, the same drawing by night."""
    places = PLACES[layout]
    size = places.tile
    side = "haunted" if haunted else "lit"
    at = place(*places.tiles[place_])
    if not key:
        return group(f"tile-at-{place_ // 3}-{place_ % 3}", [use(f"gs-floor-{layout}")], "tile bare", at, "no tile yet")
    words = [SHORT.get(key, name)] if layout == "tall" else NAMES.get(key, name).split("|")
    lines = len(words)
    parts = [
        use(f"gs-floor-{layout}"),
        use(f"gs-light-{side}-{layout}"),
        use(f"gs-tile-{key}", 0, 0, size, size),
        use("gs-wisps", 0, 0, size, size) if haunted else "",
        use(f"gs-plate-{lines}-{layout}"),
    ]
    for n, line in enumerate(words):
        y = size - 5 - (lines - 1 - n) * 12.4 if layout == "wide" else size - 5.4
        parts.append(write(size / 2, y, line.replace("'", "’"), "tn long" if len(line) > 18 else "tn", "middle"))
    parts += [use(f"gs-rim-tile-{layout}"), hit(size, size)]
    label = f"{name}{', haunted' if haunted else ''}"
    rule = f"about-{key} about-haunted" if haunted else f"about-{key}"
    return group(f"tile-at-{place_ // 3}-{place_ % 3}", parts, f"tile {side}", at, label, rule)


@lru_cache(maxsize=128)
def circle(layout: Layout, place_: int, colour: str) -> str:
    """The token on the Circle of Prayer."""
    (left, top), (x, y, size) = PLACES[layout].tiles[place_], PLACES[layout].circle
    parts = [f'<circle r="{size * 0.8:g}" class="halo"/>', centred(f"gs-tao-{colour}", 0, 0, size)]
    more = data(ring="round", from_=f"supply-{colour}", to=f"supply-{colour}")
    label = f"{colour} on the Circle of Prayer"
    return group("circle", parts, "circle", place(left + x, top + y), label, "about-circle", more)


@lru_cache(maxsize=64)
def temple(layout: Layout, place_: int, nth: int) -> str:
    """A Buddha in the Temple."""
    (left, top), (x, y, size) = PLACES[layout].tiles[place_], PLACES[layout].temple[nth % 2]
    parts = [use("gs-buddha", 0, 0, size, round(size * 50 / 44, 1))]
    at = place(left + x - (nth // 2) * 8, top + y)
    return group(f"buddha-temple-{nth + 1}", parts, "buddha", at, "a Buddha in the Temple", "about-buddha")


@lru_cache(maxsize=512)
def taoist(layout: Layout, colour: str, owner: str, place_: int, stand: int, active: bool, where: str) -> str:
    """A living Taoist on a tile; the active one stands in candle light."""
    places = PLACES[layout]
    (left, top), (x, y) = places.tiles[place_], places.stands[stand]
    parts = [use("gs-stand", cls="stand"), use(f"gs-taoist-{colour}", 0, 0, 42, 58), hit(40, 58)]
    state = "taoist active" if active else "taoist"
    label = f"{owner}, the {colour} Taoist, on {where}"
    at = place(left + x, top + y, 0, places.taoist)
    return group(f"taoist-{colour}-figure", parts, state, at, label, "about-taoist")


@lru_cache(maxsize=128)
def fallen(layout: Layout, colour: str, owner: str, place_: int, nth: int) -> str:
    """A dead Taoist, lying on the Cemetery."""
    places = PLACES[layout]
    left, top = places.tiles[place_]
    scale = places.tile / 126
    at = place(left + (92 - 3 * nth) * scale, top + (56 - 15 * nth) * scale, 96, round(0.92 * scale, 2))
    parts = ['<ellipse cx="21" cy="32" rx="34" ry="40" class="chill"/>', use(f"gs-taoist-{colour}", 0, 0, 42, 58)]
    label = f"{owner}, the {colour} Taoist, is dead"
    return group(f"taoist-{colour}-figure", parts, "taoist dead", at, label, "about-dead")


@lru_cache(maxsize=32)
def central(layout: Layout, count: int) -> str:
    """Power tokens that a dead Taoist left on the central tile."""
    left, top = PLACES[layout].tiles[4]
    size = PLACES[layout].tile / 5
    parts = [centred("gs-power-token", n * size * 0.6, 0, size) for n in range(count)]
    label = f"{count} power token{'' if count == 1 else 's'} to be picked up"
    at = place(left + size * 0.7, top + size * 0.7)
    return group("tokens-centre", parts, "tokens", at, label, "about-power-token")


def village(places: Places, parts: dict[str, str], tiles: tuple[Tile, ...], tokens: int) -> None:
    """The tiles, the Circle's token, the Buddhas in the Temple, power tokens that lie about."""
    layout = places.name
    for n, seen in enumerate(tiles):
        parts[f"tile-at-{seen.row}-{seen.column}"] = tile(layout, n, seen.key, seen.name, seen.haunted)
    for n, seen in enumerate(tiles):
        if seen.tao:
            parts["circle"] = circle(layout, n, seen.tao)
    for n, seen in enumerate(tiles):
        for nth in range(seen.buddhas):
            parts[f"buddha-temple-{nth + 1}"] = temple(layout, n, nth)
    if tokens:
        parts["tokens-centre"] = central(layout, tokens)


def home(tiles: tuple[Tile, ...]) -> str:
    """The id of the tile where Buddhas belong, empty before it is laid."""
    return next((f"tile-at-{tile.row}-{tile.column}" for tile in tiles if tile.key == "buddhist-temple"), "")


def taoists(places: Places, parts: dict[str, str], view: View, owners: dict[str, str]) -> None:
    """The four figures. Those who share a tile stand side by side, the dead lie."""
    here: dict[int, int] = {}
    lying = 0
    for board in view.boards:
        if board.place is None:
            continue
        spot = 3 * board.place[0] + board.place[1]
        key = f"taoist-{board.colour}-figure"
        owner = owners[board.key]
        if board.status == "dead":
            parts[key] = fallen(places.name, board.colour, owner, spot, lying)
            lying += 1
            continue
        here[spot] = here.get(spot, 0) + 1
        stand = len(places.stands) - here[spot]
        name = view.tiles[spot].name
        parts[key] = taoist(places.name, board.colour, owner, spot, stand, board.active, name)


def trail(places: Places, before: View, board: Board) -> str:
    """The path of a Taoist who has moved since the view before; empty if he hasn't."""
    start = next((other.place for other in before.boards if other.colour == board.colour), None)
    if board.place is None or start is None or start == board.place or board.status == "dead":
        return ""
    (x0, y0), (x1, y1) = (places.tiles[3 * row + column] for row, column in (start, board.place))
    half, low = places.tile * 0.45, places.tile * 0.64
    x0, x1, y0, y1 = x0 + half, x1 + places.tile * 0.72, y0 + low, y1 + places.tile * 0.42
    rise = min(y0, y1) - places.tile * 0.45
    path = f"M{x0:.0f} {y0:.0f}C{x0:.0f} {rise:.0f} {x1:.0f} {rise:.0f} {x1:.0f} {y1:.0f}"
    lines = [f'<path d="{path}" class="way0"/>', f'<path d="{path}" class="way1"/>']
    lines.append(f'<circle cx="{x0:.0f}" cy="{y0:.0f}" r="4" class="way2"/>')
    return group(f"trail-{board.colour}", lines, f"b-{board.colour}")

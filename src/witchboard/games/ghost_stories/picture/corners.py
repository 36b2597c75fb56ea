"""What lies in the corners: deck and discard, clocks, dice, supply, the steps of the turn."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from witchboard.engine.picture import centred, data, group, hit, place, use, write

from ..view import Dice, Supply, View
from .cards import COLOURS
from .places import PLACES, Layout, Places

STEPS: Final = (("ghosts", "Ghosts"), ("arrival", "Arrival"), ("move", "Move"), ("act", "Act"), ("buddhas", "Buddha"))
CURSES: Final = {
    "": "the Curse die",
    "BLANK": "Curse die: nothing",
    "HAUNT": "Curse die: haunts a tile",
    "SUMMON": "Curse die: a new ghost",
    "LOSE_ALL_TAO": "Curse die: all Tao tokens are lost",
    "LOSE_QI": "Curse die: one Qi is lost",
}


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


@lru_cache(maxsize=256)
def deck(layout: Layout, count: int, incarnations: tuple[int, ...]) -> str:
    """The ghosts still to come, and when Wu-Feng will be among them."""
    coming = incarnations[0] if incarnations else 0
    if layout == "wide":
        parts = [use("gs-stack", cls="stack" if count else "stack none")]
        parts += ['<circle cx="48" cy="37" r="17" class="medal"/>', write(48, 44, str(count), "cnt", "middle")]
        parts.append(write(48, 99, "Ghost deck", "lbd", "middle"))
        when = "Wu-Feng is " + ("next" if coming == 1 else ordinal(coming)) if coming else "Wu-Feng is out"
        parts.append(write(48, 113, when, "lbs near" if 0 < coming <= 5 else "lbs", "middle"))
    else:
        parts = [use("gs-stack", cls="stack" if count else "stack none")]
        parts += ['<circle cx="48" cy="37" r="17" class="medal"/>', write(48, 44, str(count), "cnt", "middle")]
        if coming:
            parts += [use("gs-wufeng", 0, 0), write(66, 105, ordinal(coming), "lbs", "middle")]
            parts[-2] = f'<g transform="translate(28 99)">{parts[-2]}</g>'
    more = f", an incarnation is {' and '.join(map(ordinal, incarnations))} from the top" if incarnations else ""
    scale = 1 if layout == "wide" else 0.88
    label = f"ghost deck: {count} cards{more}"
    return group("deck", parts, "deck", place(*PLACES[layout].deck, 0, scale), label, "about-deck")


@lru_cache(maxsize=256)
def discard(layout: Layout, count: int) -> str:
    """The pile of ghosts that have left play."""
    words = "banished" if layout == "wide" else ""
    parts = [use("gs-pile" if count else "gs-pile-none")]
    if layout == "wide":
        parts.append(write(44, 97, f"{count} {words}", "lbd", "middle"))
    scale = 1 if layout == "wide" else 0.88
    at = place(*PLACES[layout].discard, 0, scale)
    return group("discard", parts, "discard", at, f"{count} ghosts out of play", "about-discard")


@lru_cache(maxsize=64)
def clock(layout: Layout, haunted: int, limit: int) -> str:
    """How many tiles are haunted, of how many that lose the game."""
    parts = []
    for n in range(limit):
        side = "haunted" if n < haunted else "lit"
        parts.append(f'<g transform="translate({n * 19} 0)">{use(f"gs-roof-{side}")}</g>')
    brink = " brink" if haunted == limit - 1 else ""
    if layout == "wide":
        parts.append(write(limit * 19 - 5, 5, f"{haunted} of {limit}", f"lbs{brink}"))
        at = place(250 - (limit * 19 + 32) / 2 + 4, 127)
    else:
        at = place(444 - (limit - 1) * 9.5 * 1.25, 98, 0, 1.25)
    label = f"{haunted} of {limit} tiles haunted: at {limit} the game is lost"
    return group("haunted", parts, "clock", at, label, "about-haunted")


@lru_cache(maxsize=512)
def die(layout: Layout, nth: int, count: int, face: str, gray: bool) -> str:
    """A Tao die on the tray: with its face after a roll, blank while it waits."""
    x, y, turn, scale = spot(layout, nth, count)
    parts = ['<ellipse cx="28" cy="50" rx="26" ry="5" class="shade"/>', use("gs-die", 0, 0, 52, 54)]
    if face:
        parts.append(use(f"gs-face-{face}", 0, 0, 52, 54))
    parts.append(hit(46, 46, 3, 5))
    kind = "gray die" if gray else f"die {nth + 1}"
    state = ("die gray" if gray else "die") + ("" if face else " idle")
    label = f"{kind}: {face}" if face else f"{kind}, not rolled"
    at = place(x, y, turn, scale)
    return group(f"dice-{nth + 1}", parts, state, at, label, "about-die", data(face=face))


def spot(layout: Layout, nth: int, count: int) -> tuple[float, float, float, float]:
    """Where a die of so many lies on the tray: corner, turn, scale."""
    x, y = PLACES[layout].dice[nth]
    turn = (-5, 4, -2, 6)[nth]
    if layout == "tall":
        return x, y, turn, 0.72
    return (722 + 49 * nth, 563, turn, 0.86) if count > 3 else (724 + 62 * nth, 559, turn, 0.98)


@lru_cache(maxsize=32)
def socket(layout: Layout, nth: int) -> str:
    """The place of a die that a ghost has taken."""
    x, y, _, scale = spot(layout, nth, 3)
    at = place(x, y, 0, scale)
    return group(f"dice-{nth + 1}", [use("gs-socket")], "die taken", at, "a die is held by a ghost", "about-captured")


@lru_cache(maxsize=32)
def curse(layout: Layout, face: str) -> str:
    """The Curse die."""
    x, y, scale = PLACES[layout].curse
    if face:
        x, y, scale = x - 6, y - 6, scale * 1.25
    parts = [use("gs-die", 0, 0, 52, 54), use(f"gs-curse-{face or 'skull'}", 0, 0, 52, 54)]
    state = "die curse" if face else "die curse idle"
    rule = f"about-curse-{face}" if face else "about-curse-die"
    return group("die-of-curse", parts, state, place(x, y, 0, scale), CURSES.get(face, face), rule, data(face=face))


def dice(places: Places, parts: dict[str, str], seen: Dice, face: str) -> None:
    """The tray with its dice; `face` is that of the Curse die."""
    parts["tray"] = tray(places.name)
    count = len(seen.faces) or seen.free
    for n in range(max(count, 3)):
        if n < len(seen.faces):
            parts[f"dice-{n + 1}"] = die(places.name, n, max(count, 3), seen.faces[n], seen.gray and n == count - 1)
        elif n < count:
            parts[f"dice-{n + 1}"] = die(places.name, n, 3, "", False)
        elif n >= seen.free:
            parts[f"dice-{n + 1}"] = socket(places.name, n)
    parts["die-of-curse"] = curse(places.name, seen.curse or face)


@lru_cache(maxsize=4)
def tray(layout: Layout) -> str:
    """The tray the dice lie on."""
    return group("tray", [use(f"gs-tray-{layout}")], "tray")


@lru_cache(maxsize=256)
def stock(what: str, count: int, x: float) -> str:
    """What the supply holds of a piece."""
    symbol = "gs-qi" if what == "qi" else f"gs-tao-{what}"
    parts = [centred(symbol, 0, 0, 24), write(0, 27, f"×{count}", "sup", "middle")]
    word = "Qi" if what == "qi" else f"{what} Tao"
    state = "stock" if count else "stock out"
    label = f"supply: {count} {word}"
    return group(f"supply-{what}", parts, state, place(x, 645), label, f"about-{what}", data(ring="round"))


@lru_cache(maxsize=16)
def marker(key: str, symbol: str, words: str, x: float, y: float, label: str, rule: str) -> str:
    """A marker that something is locked."""
    parts = [centred(symbol, 0, 0, 28)]
    if words:
        parts.append(write(0, 27, words, "sup", "middle"))
    return group(key, parts, "marker", place(x, y), label, f"about-{rule}")


def supply(parts: dict[str, str], seen: Supply, locked: bool, wild: bool) -> None:
    """What nobody holds, on a desktop, and the markers of what is locked."""
    counts = msgspec.structs.astuple(seen.tao)
    for n, (colour, count) in enumerate(zip(COLOURS, counts)):
        parts[f"supply-{colour}"] = stock(colour, count, 730 + n * 34)
    parts["supply-qi"] = stock("qi", seen.qi, 730 + 5 * 34)
    if locked:
        label = "Tao tokens are locked"
        parts["tao-lock"] = marker("tao-lock", "gs-taos-inactive", "locked", 956, 644, label, "TAO_LOCK")
    if not wild:
        x, words = (918, "") if locked else (952, "no wild")
        parts["no-wild"] = marker("no-wild", "gs-no-wild", words, x, 644, "white faces count nothing", "NO_WILD")


@lru_cache(maxsize=32)
def steps(layout: Layout, phase: str) -> str:
    """The steps of the turn, the present one lit: words on a desktop, dots on the phone's tray."""
    keys = [key for key, _ in STEPS]
    now = keys.index(phase) if phase in keys else -1
    wide = layout == "wide"
    left, step, y, large, small = (54, 55, 657.0, 7.0, 4.6) if wide else (411, 14, 526.5, 5.0, 3.2)
    parts = []
    for n, (_, words) in enumerate(STEPS):
        x = left + step * n
        if wide and n < len(STEPS) - 1:
            parts.append(f'<path d="M{x + 11} 657H{x + 44}" class="step-way"/>')
        state = "on" if n == now else "done" if n < now else "due"
        parts.append(f'<circle cx="{x}" cy="{y:g}" r="{large if n == now else small:g}" class="step {state}"/>')
        if wide:
            parts.append(write(x, 675.6, words, "stp on" if n == now else "stp", "middle"))
    parts.append(hit(270, 34, 28, 646) if wide else hit(78, 18, 400, 517))
    word = dict(STEPS).get(phase, phase)
    return group("steps", parts, "steps", "", f"step of the turn: {word}", "about-steps")


@lru_cache(maxsize=8)
def lantern(layout: Layout, board: int) -> str:
    """The lantern that hangs by the active board."""
    return group("lantern", [use("gs-lantern")], "lantern", place(*PLACES[layout].lanterns[board], 0, 0.92))


def piles(places: Places, parts: dict[str, str], view: View) -> None:
    """Deck and discard, and the clock of haunted tiles."""
    layout = places.name
    parts["deck"] = deck(layout, view.deck.count, view.deck.incarnations)
    parts["discard"] = discard(layout, len(view.discard))
    parts["haunted"] = clock(layout, view.haunted, view.haunted_limit)

"""Ghost cards with what lies on them: pips, haunting figure, captured die, Mantra."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import msgspec

from witchboard.engine.picture import Art, centred, data, group, hit, place, use, write

from ..view import Card, Taos, View
from .places import PLACES, Layout, Places, Point

COLOURS: Final = ("red", "green", "blue", "yellow", "black")
NO_FIGURE: Final = "shapeless-evil"
LONGEST: Final = 20
DULL: Final = ("One", "Ones", "Thing", "Dead")
WORDS: Final = {
    "SUMMON": "summons",
    "HAUNT": "haunts on arrival",
    "LOSE_QI": "drains Qi",
    "GROUP_LOSE_TAO": "robs everyone",
    "HAUNTER": "haunter",
    "TORMENTOR": "tormentor",
    "CURSE": "curse",
    "CIRCLE_BACK": "empties the Circle",
    "CAPTURE": "takes a die",
    "QI_OR_YY": "pays Qi or Yin-Yang",
    "TAO1": "pays one Tao token",
    "TAO2": "pays two Tao tokens",
    "INC_REWARD": "pays the group",
    "FAST": "fast",
    "TAO_LOCK": "locks Tao tokens",
    "POWER_LOCK": "locks the power",
    "DICE_IMMUNE": "immune to dice",
    "OPPOSITE_EMPTY": "needs the opposite space empty",
    "NEEDS_BUDDHA": "needs a Buddha",
    "ALL_POWERS_OFF": "silences every power",
    "NO_WILD": "denies the white face",
}


def slug(name: str) -> str:
    """A name as part of an id: "Herbalist's Shop" is herbalists-shop."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).strip("-")


def counted(tao: Taos) -> str:
    """Numbers of colours in words: "2 yellow, 1 black"."""
    return ", ".join(f"{count} {colour}" for colour, count in zip(COLOURS, msgspec.structs.astuple(tao)) if count)


@lru_cache(maxsize=1024)
def card_piece(art: Art, layout: Layout, card: Card, at: str, name: str, label: str) -> str:
    """A card at a place. `name` is the id of the thing to point at; a card out of play has none, and no title."""
    width, height = PLACES[layout].card
    scale = 1 if layout == "wide" else 0.7
    symbol = f"gs-ghost-{slug(card.name)}"
    if symbol not in art.definitions:
        symbol = f"gs-ghost-{NO_FIGURE}"
    doom = "-doom" if card.incarnation else ""
    parts = [
        use(f"gs-night-{card.colour}-{layout}"),
        use(f"gs-rays-{layout}") if card.incarnation else "",
        use(symbol, width - 98.4 * scale, 3 if layout == "wide" else 13, 96 * scale, round(94 * scale, 1)),
        use(f"gs-veil-{card.colour}-{layout}"),
        use(f"gs-frame{doom}-{layout}") if name or doom else "",
        _title(layout, card.name, width) if name else "",
        *_stones(layout, card, width, height),
    ]
    inner = "".join(parts)
    if name:
        inner = group(name, [inner, hit(width, height)], "", "", label, f"about-card-{card.number}")
    return group(f"card-{card.number}", [inner], f"card f-{card.colour}", at, "", "", data(from_="deck"))


def _title(layout: Layout, name: str, width: float) -> str:
    """The name as far as there is room: a phone shows one word of it."""
    if layout == "wide":
        return write(width / 2, 14.4, name if len(name) <= LONGEST else short(name), "cn", "middle")
    words = short(name)
    return write(width / 2, 17, words, "cn", "middle", width - 8 if len(words) > 9 else 0)


def short(name: str) -> str:
    """The word of a name that says most: Hound of Depth, Creeping One, Hopping Vampire."""
    words = name.split()
    return words[0] if "of" in words or words[-1] in DULL else words[-1]


def _stones(layout: Layout, card: Card, width: float, height: float) -> list[str]:
    """The stones at the card's foot; an incarnation's own rules stand on the left."""
    size = 22 if layout == "wide" else 20
    y = height - (13 if layout == "wide" else 12)
    left = card.left + card.own
    found = []
    for codes, middle in ((left, 0.19), (card.centre, 0.5), (card.right, 0.81 if len(card.right) < 2 else 0.785)):
        if not codes:
            found.append(centred("gs-stone-none", width * middle, y, size - 9))
        if codes is left and len(codes) > 1:
            middle = 0.215
        for k, code in enumerate(codes):
            x = width * middle + (k - (len(codes) - 1) / 2) * (size - 1)
            found.append(centred(f"gs-stone-{code}", x, y, size).replace("<use", f'<use data-rule="about-{code}"', 1))
    return found


@lru_cache(maxsize=1024)
def described(card: Card, space: str) -> str:
    """What a card is called aloud: name, resistance, stones, place."""
    stones = [WORDS.get(code, code.lower()) for code in card.left + card.own + card.centre + card.right]
    kind = "incarnation, " if card.incarnation else ""
    return f"{card.name}, {kind}{counted(card.resistance)}{', ' if stones else ''}{', '.join(stones)}; on {space}"


@lru_cache(maxsize=1024)
def pips(layout: Layout, number: int, printed: Taos, needs: Taos, stones: bool, at: str) -> str:
    """The resistance of a card down its left side; what Circle and Mantra take off is crossed out."""
    step, size = (14.6, 16.4) if layout == "wide" else (14.4, 16)
    x, y = (12.5, 30) if layout == "wide" else (11.5, 31)
    rows = []
    for colour, whole, left in zip(COLOURS, msgspec.structs.astuple(printed), msgspec.structs.astuple(needs)):
        rows += [f"gs-pip-{colour}"] * left + ["gs-pip-gone"] * (whole - left)
    columns = -(-len(rows) // (3 if stones else 4))
    lines = -(-len(rows) // columns) if rows else 1
    parts = []
    for n, pip in enumerate(rows):
        column, line = divmod(n, lines)
        parts.append(centred(pip, round(x + column * (size - 1.6), 1), round(y + line * step, 1), size))
    label = f"needs {counted(needs)}" if any(msgspec.structs.astuple(needs)) else "needs nothing more"
    return group(f"pips-{number}", parts, "pips", at, label, "about-resistance")


@lru_cache(maxsize=256)
def figure(layout: Layout, number: int, name: str, space: int, first: bool) -> str:
    """A haunting figure on its card or on the first icon."""
    places = PLACES[layout]
    (x, y), (width, height) = places.cards[space], places.card
    wide, high = places.figure
    if not first:
        at = (x + width - wide - 1, y + height * 0.36)
        label = f"haunting figure of {name}, on the card"
        parts = [use("gs-haunter", 0, 0, wide, high)]
        return group(f"figure-{number}", parts, "figure", place(*at), label, "about-figure")
    icon = places.first[space]
    at = (icon[0] - wide / 2, icon[1] - high * 0.7)
    glow = f'<circle cx="{wide / 2:g}" cy="{high * 0.6:g}" r="{wide:g}" class="chill"/>{hit(wide, high)}'
    label = f"haunting figure of {name}, on the first icon: next it haunts a tile"
    parts = [glow, use("gs-haunter", 0, 0, wide, high)]
    return group(f"figure-{number}", parts, "figure near", place(*at), label, "about-figure")


@lru_cache(maxsize=128)
def captured(layout: Layout, space: int, name: str) -> str:
    """The die that a ghost has taken, on its card."""
    (x, y), (width, _) = PLACES[layout].cards[space], PLACES[layout].card
    scale = 0.56 if layout == "wide" else 0.46
    at = place(x + width - 52 * scale - 1, y + (17 if layout == "wide" else 19), 6, scale)
    parts = [use("gs-die", 0, 0, 52, 54), use("gs-face-white", 0, 0, 52, 54)]
    label = f"a Tao die, held by the ghost on {name}"
    return group(f"captured-{name}", parts, "die captive", at, label, "about-captured", data(from_="tray", to="tray"))


def mantra(places: Places, space: int, own: bool) -> str:
    """The Mantra, rolled out on its ghost."""
    x, y = places.cards[space]
    width, height = places.card
    scale = 0.9 if places.name == "wide" else 0.72
    dx = width - 27 * scale - (27 if own else 4)
    at = place(x + dx, y + height * 0.36, 7, scale)
    more = data(from_="power-yellow", to="power-yellow")
    return group(
        "mantra", [use("gs-mantra", 0, 0, 30, 34)], "mantra", at, "the Enfeeblement Mantra", "about-mantra", more
    )


def lay(art: Art, places: Places, parts: dict[str, str], view: View) -> None:
    """All cards that lie open with what lies on them, each kind in an order that never changes.

    A card keeps its fragment while it goes from the deck to a space and on to the pile of discards.
    """
    layout = places.name
    ghosts = [(space.ghost.number, n, space, space.ghost) for n, space in enumerate(view.spaces) if space.ghost]
    ghosts.sort(key=lambda ghost: ghost[0])
    pieces = {}
    for number, n, space, card in ghosts:
        label = described(card, space.name)
        pieces[number] = card_piece(art, layout, card, _at(places.cards[n]), f"ghost-at-{space.name}", label)
    if view.discard:
        pieces[view.discard[-1].number] = card_piece(art, layout, view.discard[-1], places.discarded, "", "")
    if view.drawn:
        pieces[view.drawn.number] = card_piece(
            art, layout, view.drawn, place(*places.drawn), "drawn", f"drawn: {view.drawn.name}"
        )
    for number in sorted(pieces):
        parts[f"card-{number}"] = pieces[number]
    needs = [(number, card, space.needs, _at(places.cards[n])) for number, n, space, card in ghosts]
    if view.drawn:
        needs.append((view.drawn.number, view.drawn, view.drawn.resistance, place(*places.drawn)))
        needs.sort(key=lambda need: need[0])
    for number, card, left, at in needs:
        parts[f"pips-{number}"] = pips(layout, number, card.resistance, left, bool(card.left or card.own), at)
    for n, space in enumerate(view.spaces):
        if space.die:
            parts[f"captured-{space.name}"] = captured(layout, n, space.name)
    for number, n, space, card in ghosts:
        if space.figure:
            parts[f"figure-{number}"] = figure(layout, number, card.name, n, space.figure == "first")
    for n, space in enumerate(view.spaces):
        if space.mantra:
            parts["mantra"] = mantra(places, n, space.figure == "card")


@lru_cache(maxsize=64)
def _at(corner: Point) -> str:
    return place(*corner)

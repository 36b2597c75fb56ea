"""The card of a fight round its figure: who, where, what was missed, what it may still cost."""

from __future__ import annotations

from functools import lru_cache

from witchboard.engine.picture import group, hit, place, use, write

from ..view import Fight
from ..words.briefing import counted
from ..words.icons import icon_words
from . import figure, pencil
from .briefing import wrapped
from .marks import symbol
from .places import Layout

CARD = {"wide": "translate(634 322) rotate(-.8 178 178)", "tall": "translate(7 84)"}


@lru_cache(maxsize=64)
def paper(layout: Layout) -> str:
    """The card everything else of the fight lies on."""
    if layout == "wide":
        parts = [use("gh-halo-card"), use("gh-paper-card"), '<rect width="356" height="356" class="gh-squared"/>']
    else:
        parts = [use("gh-paper-fight-tall"), '<rect width="474" height="312" class="gh-squared"/>']
    return group("card", parts, "case paper", CARD[layout])


@lru_cache(maxsize=512)
def head(layout: Layout, foe: str, square: str, fallen: bool) -> str:
    """Who has been met, and where."""
    name = icon_words(foe).one
    words = f"{name[:1].upper()}{name[1:]} at {square}!"
    x, y, icon = (12, 8, 40) if layout == "wide" else (256, 8, 40)
    left = x + 48
    size = "title t28" if layout == "wide" else "title t24"
    room = 290 if layout == "wide" else 164
    width = room if len(words) * (13 if layout == "wide" else 11.5) > room else 0
    parts = [use("gh-fight-burst", x, y, icon), use(symbol(foe, "foe", fallen), x + 6, y + 6, 28)]
    parts.append(write(left, 38 if layout == "wide" else 36, words, size, width=width))
    parts.append(hit(330 if layout == "wide" else 210, 44, x, y))
    return group("card-head", parts, "case", CARD[layout], words, f"about-{foe}")


@lru_cache(maxsize=512)
def facts(
    layout: Layout, asked: str, missed: tuple[int, ...], left: int, layer: int, layers: int, price: int, odds: str
) -> str:
    """What is asked, what was missed, how near the end is."""
    x, y, step = (256.0, 84.0, 19.0) if layout == "wide" else (258.0, 82.0, 22.0)
    parts = []
    for line in wrapped(asked, 15 if layout == "wide" else 26):
        parts.append(write(x, y, line, "t17"))
        y += step + 1
    y += 12 if layout == "wide" else 2
    if missed:
        parts.append(write(x, y, "Missed", "red t15"))
        words = ", ".join(map(str, missed))
        parts.append(write(x + (0 if layout == "wide" else 62), y + (22 if layout == "wide" else 0), words, "red t20"))
        y += 46 if layout == "wide" else 26
    numbers = 6 - len(missed)
    for line in (
        ()
        if not left
        else (
            f"{left} box{'' if left == 1 else 'es'} left",
            f"{numbers} number{'' if numbers == 1 else 's'} left",
            *((f"a miss costs {price}",) if price != 1 else ()),
        )
    ):
        parts.append(write(x, y, line, "red t15" if line.startswith("a miss") else "t15"))
        y += step
    if layers > 1:
        for n in range(layers):
            parts.append(use("gh-layer-shed" if n < layer - 1 else "gh-layer", x + 27 * n, y - 12, 24))
        parts.append(write(x + 27 * layers + 2, y + 5, f"layer {min(layer, layers)}", "t13"))
        y += 24
    if odds:
        parts.append(_stamp(x, y - 6, odds))
    room = f"{counted(left, 'box', 'boxes')} and {counted(numbers, 'number')} left"
    label = f"missed: {', '.join(map(str, missed)) or 'nothing yet'}; {room}"
    label = label if left else asked
    return group("card-facts", parts, "case", CARD[layout], label + (f"; {odds} to die" if odds else ""), "about-odds")


def _stamp(x: float, y: float, odds: str) -> str:
    """The chance to die in this fight, stamped in red."""
    frame = pencil.outline([(x - 4, y), (x + 88, y), (x + 88, y + 42), (x - 4, y + 42)], "stamp", 0.4, 9)
    words = {"none": ("no danger", "of death"), "certain": ("the next", "miss kills")}.get(odds, (odds, "to die"))
    lines = write(x + 42, y + 18, words[0], "red t17", "middle") + write(x + 42, y + 36, words[1], "red t15", "middle")
    return (
        f'<g class="stamp" transform="rotate(-5 {x + 40:g} {y + 20:g})"><path d="{frame}" class="gh-red"/>{lines}</g>'
    )


def lay(
    layout: Layout,
    parts: dict[str, str],
    fight: Fight,
    square: str,
    whose: str,
    asked: str,
    left: int,
    odds: str,
    open_: bool,
    choosing: bool,
    struck: int,
) -> None:
    """The whole card. `open_`: the observer may fire; `choosing`: he fixes the weak spot; `struck` was just hit."""
    at, queen = CARD[layout], fight.foe == "queen"
    fallen = fight.layer > fight.layers
    parts["card"] = paper(layout)
    parts["card-head"] = head(layout, fight.foe, square, fallen)
    for number in figure.ORDER:
        look = "fallen" if fallen else "missed" if number in fight.missed else ""
        parts[f"area-{number}"] = figure.area(layout, number, look, queen, at)
    parts["card-facts"] = facts(
        layout,
        "It is destroyed." if fallen else f"{whose} {asked}".strip(),
        () if fallen else fight.missed,
        0 if fallen else left,
        fight.layer,
        fight.layers,
        fight.price,
        odds,
    )
    for number in range(1, 7):
        if number in fight.missed:
            state = "missed"
        elif number == struck:
            state = "struck"
        elif fight.weak == number:
            state = "chosen"
        else:
            state = "open" if open_ or choosing else "idle"
        parts[f"aim-{number}"] = figure.aim(layout, number, state, at)


@lru_cache(maxsize=8)
def grip() -> str:
    """On a phone: fold the card away and back."""
    parts = [
        '<rect x="-26" y="-13" width="52" height="26" rx="13" class="tab"/>',
        '<path d="M-8,-3L0,4L8,-3" class="fold"/>',
    ]
    parts.append(hit(58, 56, -29, -28))
    more = ' data-class="gh-fold"'
    return group("card-grip", parts, "grip", place(448, 376), "fold the card away, or back", "", more)

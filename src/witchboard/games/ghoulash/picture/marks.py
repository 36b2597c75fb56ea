"""What people have written on a chart: explored squares, what was found or hidden, doorways, arrows, pins."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from witchboard.engine.picture import centred, group, hit, place, use, write

from ..words.icons import icon_words
from . import ids
from .places import SQUARE
from .printed import Kind

DRAWN: Final = frozenset(
    (
        *("ghoul", "queen", "hole", "debris", "gas", "mine", "drain", "kit", "vest", "red-key", "blue-key"),
        *("food", "radio", "canister", "ringer", "wheel", "serum", "lamp"),
    )
)
STRUCK: Final = frozenset(("ghoul-slain", "queen-slain", "kit-used", "mine-spent"))
ENDED: Final = {"ghoul": "ghoul-slain", "queen": "queen-slain", "kit": "kit-used", "mine": "mine-spent"}
SAID: Final = {"slain": "destroyed", "used": "used", "spent": "gone off", "taken": "taken", "": ""}
PINS: Final = ("mine", "theirs", "diamond", "drop", "star", "hex")


class Thing(NamedTuple):
    """An icon on a square, and what has become of it: "", "slain", "used", "spent", "taken"."""

    icon: str
    state: str = ""
    slot: str = "item"

    @property
    def words(self) -> str:
        """What it is called in the state it is in."""
        name = icon_words(self.icon).name
        return f"{name}, {SAID[self.state]}" if self.state else name


def symbol(icon: str, slot: str = "item", ended: bool = False) -> str:
    """The drawing of an icon; of one that nobody has drawn, a box or a warning."""
    if icon not in DRAWN:
        return "gh-icon-item" if slot == "item" else "gh-icon-trap"
    return f"gh-icon-{ENDED.get(icon, icon) if ended else icon}"


def pin_sign(seat: int) -> str:
    """The sign of a seat, also in the list of seats."""
    return f"gh-pin-{PINS[seat % len(PINS)]}"


@lru_cache(maxsize=16384)
def seen(kind: Kind, cols: int, rows: int, row: int, marks: str, at: str) -> str:
    """The explored squares of a row, each a "1" in its marks: lighter, and a dot on each."""
    y = (rows - 1 - row) * SQUARE
    fill, dots, column = "", "", 0
    while column < cols:
        start = column
        while column < cols and marks[column] == "1":
            dots += f"M{column * SQUARE + 18:g},{y + 18:g}h0"
            column += 1
        if column > start:
            fill += f"M{start * SQUARE:g},{y:g}h{(column - start) * SQUARE:g}v36H{start * SQUARE:g}Z"
        column += 1
    parts = [f'<path d="{fill}" class="lit"/>', f'<path d="{dots}" class="dots"/>']
    letters = " ".join(chr(ord("A") + n) for n in range(cols) if marks[n] == "1")
    return group(f"{kind}-seen-{row + 1}", parts, f"explored {kind}", at, f"explored in row {row + 1}: {letters}")


# Where one, two or three icons lie on a square, and how large; beside a turn's number.
SPOTS: Final[dict[tuple[int, bool], tuple[float, tuple[tuple[float, float], ...]]]] = {
    (1, False): (29, ((0, 0),)),
    (2, False): (19, ((-8, -4), (8, 5))),
    (3, False): (16, ((-9, -8), (9, -8), (0, 8))),
    (1, True): (25, ((-3.5, 3.5),)),
    (2, True): (19, ((-8, 0), (7, 7))),
    (3, True): (16, ((-9, -7), (-9, 9), (8, 8))),
}


@lru_cache(maxsize=16384)
def things(
    kind: Kind,
    cols: int,
    rows: int,
    square: int,
    things_: tuple[Thing, ...],
    turn: int,
    size_: float,
    state: str,
    at: str,
) -> str:
    """What lies on a square. `turn` is the turn in which it was found, 0 for what was hidden there; it is written in
    letters of `size_`, unless that is 0.

    `state`: "found", "hid" (its keeper knows it), "shown" (uncovered at the end).
    """
    name = _name(cols, square)
    parts = [_laid(things_, bool(turn and size_))]
    if turn and size_:
        middle, radius = 35 - size_ * 0.61, size_ * 0.61
        parts.append(use("gh-turn-number", round(middle - radius, 1), 1, round(2 * radius, 1)))
        digits = (
            f'<text x="{middle:.1f}" y="{1 + radius + size_ * 0.34:.1f}" font-size="{size_:.1f}" text-anchor="middle">'
        )
        parts.append(f"{digits}{turn}</text>")
    parts.append(hit(SQUARE, SQUARE))
    said = " and ".join(thing.words for thing in things_)
    label = f"{name}: {said}" + (f", found in turn {turn}" if turn else ", hidden" if state == "hid" else "")
    inner = f'<g transform="{_corner(cols, rows, square)}">{"".join(parts)}</g>'
    key = f"{'found' if kind == 'own' else 'hid'}-{name}"
    rules = " ".join(f"about-{thing.icon}" for thing in things_ if thing.icon in DRAWN)
    return group(key, [inner], f"thing {state} {kind}", at, label, rules)


@lru_cache(maxsize=1024)
def _laid(things_: tuple[Thing, ...], numbered: bool) -> str:
    """The icons on a square, whichever it is."""
    size, spots = SPOTS[(min(len(things_), 3), numbered)]
    parts = []
    for thing, (dx, dy) in zip(things_, spots):
        cls = "gone" if thing.state and f"{thing.icon}-{thing.state}" not in STRUCK else ""
        parts.append(centred(symbol(thing.icon, thing.slot, bool(thing.state)), 18 + dx, 18 + dy, size, cls))
    return "".join(parts)


def _name(cols: int, square: int) -> str:
    return f"{square // cols + 1}-{chr(ord('A') + square % cols)}"


def _corner(cols: int, rows: int, square: int) -> str:
    return place(square % cols * SQUARE, (rows - 1 - square // cols) * SQUARE)


@lru_cache(maxsize=4096)
def step(cols: int, rows: int, square: int, side: int, end: str, at: str, state: str = "") -> str:
    """The arrow over the edge of a square that may be crossed now; `end` names where it leads.

    `state` says what is known to wait there: "", "bad" for an obstacle, "aim" for a thing left or the goal, "try" for a
    doorway that may be shut, "exit".
    """
    x, y = square % cols * SQUARE + 18, (rows - 1 - square // cols) * SQUARE + 18
    dx, dy = ((0, -18), (18, 0), (0, 18), (-18, 0), (0, 0))[side]
    turn = 90 * side if side < 4 else 45
    arrow = use("gh-step-chevron", -12, -12, 24) + hit(26, 26, -13, -13)
    inner = f'<g transform="{place(x + dx, y + dy, turn)}">{arrow}</g>'
    name = _name(cols, square)
    said = "stairs" if side == 4 else ("north", "east", "south", "west")[side]
    return group(ids.step(name, end), [inner], f"step own {state}", at, f"from {name} {said} to {end}")


@lru_cache(maxsize=4096)
def pin(kind: Kind, cols: int, rows: int, square: int, sign: str, label: str, aside: bool, at: str, alive: bool) -> str:
    """Where somebody stands; moved aside where something else lies."""
    x, y = square % cols * SQUARE + 18, (rows - 1 - square // cols) * SQUARE + 18
    dx, dy = (9.0, 12.0) if aside else (1.0, -3.0)
    parts = [use(sign, -15, -15, 30)] if alive else [use("gh-grave", -15, -15, 30)]
    parts.append(hit(26, 26, -13, -13))
    inner = f'<g transform="{place(x + dx, y + dy)}">{"".join(parts)}</g>'
    return group(f"pin-{kind}", [inner], f"pin {kind}", at, label, "about-pin")


@lru_cache(maxsize=512)
def fight(kind: Kind, cols: int, rows: int, square: int, icon: str, at: str) -> str:
    """The burst on the square where somebody fights."""
    x, y = square % cols * SQUARE + 18, (rows - 1 - square // cols) * SQUARE + 18
    parts = [centred("gh-fight-burst", 0, 0, 42), centred(symbol(icon, "foe"), 0, 0, 29)]
    inner = f'<g transform="{place(x, y)}">{"".join(parts)}</g>'
    return group(f"{kind}-burst", [inner], f"burst {kind}", at, f"a fight at {_name(cols, square)}", f"about-{icon}")


@lru_cache(maxsize=1024)
def gate(
    kind: Kind, key: str, symbol_: str, over: str, middle: tuple[float, float], label: str, state: str, at: str
) -> str:
    """A doorway or exit that may be shut: what is known of it; a question mark where that is nothing."""
    inner = f'<g transform="{over}">{use(symbol_, 0, -18, 36)}{hit(30, 22, 3, -11)}</g>'
    if state == "suspect":
        inner += write(middle[0], middle[1] + 5.5, "?", "query", "middle")
    return group(key, [inner], f"gate {kind} {state}", at, label, "about-gate")


@lru_cache(maxsize=1024)
def heard(kind: Kind, cols: int, rows: int, square: int, at: str) -> str:
    """A square on which something was heard (GH-161)."""
    name = _name(cols, square)
    inner = f'<g transform="{_corner(cols, rows, square)}">{centred("gh-ear", 18, 18, 24)}{hit(SQUARE, SQUARE)}</g>'
    return group(f"{kind}-heard-{name}", [inner], f"heard {kind}", at, f"{name}: something is there", "about-heard")


@lru_cache(maxsize=1024)
def clear(kind: Kind, cols: int, rows: int, slot: str, squares: tuple[int, ...], at: str) -> str:
    """Unexplored squares proved free of a class: a small sign in a corner of each (GH-171)."""
    dx, dy = {"foe": (4, 31), "obstacle": (15, 31), "item": (26, 31)}[slot]
    path = "".join(
        f"M{square % cols * SQUARE + dx:g},{(rows - 1 - square // cols) * SQUARE + dy:g}h5" for square in squares
    )
    words = {"foe": "Ghoul", "obstacle": "obstacle", "item": "item"}[slot]
    return group(f"{kind}-clear-{slot}", [f'<path d="{path}"/>'], f"clear {kind} {slot}", at,
                 f"{len(squares)} unexplored squares proved free of any {words}", "about-clear")  # fmt: skip

"""The four boards with their spaces, and what lies before their owners."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from witchboard.engine.picture import centred, data, group, hit, place, use, write

from ..view import Board, Space, Taos
from .cards import COLOURS
from .places import BOARDS, PLACES, Layout, Places

FACTS: Final = {
    "Bottomless Pockets": "Take a Tao token before moving.",
    "Enfeeblement Mantra": "A marked ghost resists less.",
    "Dance of the Spires": "Fly to any tile instead of walking.",
    "Dance of the Twin Winds": "Move another Taoist before moving.",
    "The Gods' Favorite": "Roll any dice again, once.",
    "Strength of a Mountain": "Gray die in exorcisms; never the Curse die.",
    "Heavenly Gust": "Both ask for help and exorcise.",
    "Second Wind": "Ask for help twice, or try two exorcisms.",
}
SIGNS: Final = {"red": "incense", "green": "bell", "blue": "mirror", "yellow": "rice"}
SIDES: Final = {"N": "north", "E": "east", "S": "south", "W": "west"}


def wrapped(words: str, width: int) -> list[str]:
    """Words in lines of at most so many letters."""
    lines: list[str] = []
    for word in words.split():
        if lines and len(lines[-1]) + len(word) < width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=256)
def ground(layout: Layout, key: str, colour: str, status: str, active: bool, owner: str) -> str:
    """A board's wash of colour; its rim shines while it is active."""
    known = colour or "none"
    parts = [use(f"gs-wash-{key}-{layout}"), use(f"gs-rim-{key}-{layout}", cls="rim")]
    state = " active" if active else ""
    label = f"{SIDES[key]} board, {colour or 'not laid yet'}, {owner}, {status}{', active' if active else ''}"
    return group(f"board-{key}", parts, f"board b-{known} {status}{state}", "", label, "about-board")


@lru_cache(maxsize=256)
def slot(layout: Layout, space: int, name: str, colour: str, buddha: bool) -> str:
    """A space for a ghost, with its Buddha symbol."""
    parts = [use(f"gs-slot-{layout}"), hit(*PLACES[layout].card)]
    label = f"space {name}{', with a Buddha' if buddha else ''}"
    held = " held" if buddha else ""
    at = place(*PLACES[layout].cards[space])
    return group(f"space-{name}", parts, f"slot b-{colour or 'none'}{held}", at, label, "about-space")


@lru_cache(maxsize=64)
def buddha(layout: Layout, space: int, name: str, home: str) -> str:
    """A Buddha on a space; it goes home to the Temple."""
    (x, y), (width, height) = PLACES[layout].cards[space], PLACES[layout].card
    size = min(width, height) * 0.62
    at = place(round(x + width / 2 - size * 0.48, 1), round(y + height / 2 - size * 0.58, 1))
    parts = [use("gs-buddha", 0, 0, size, round(size * 50 / 44, 1))]
    return group(f"buddha-{name}", parts, "buddha", at, f"a Buddha on {name}", "about-buddha", data(to=home))


def lay(places: Places, parts: dict[str, str], boards: tuple[Board, ...], owners: dict[str, str]) -> None:
    """The four boards."""
    for board in boards:
        owner = owners[board.key]
        parts[f"board-{board.key}"] = ground(places.name, board.key, board.colour, board.status, board.active, owner)


@lru_cache(maxsize=64)
def icons(layout: Layout, key: str, colour: str) -> str:
    """The haunting icons between a board's spaces and the village: an eye, then a roof at the edge."""
    label = f"haunting icons of the {SIDES[key]} board"
    return group(f"icons-{key}", [use(f"gs-icons-{key}-{layout}")], f"b-{colour or 'none'}", "", label, "about-icons")


def slots(
    places: Places, parts: dict[str, str], boards: tuple[Board, ...], spaces: tuple[Space, ...], home: str
) -> None:
    """The twelve spaces with their icons, and the Buddhas on them."""
    for board in boards:
        parts[f"icons-{board.key}"] = icons(places.name, board.key, board.colour)
    for n, space in enumerate(spaces):
        parts[f"space-{space.name}"] = slot(places.name, n, space.name, boards[n // 3].colour, space.buddha)
    for n, space in enumerate(spaces):
        if space.buddha:
            parts[f"buddha-{space.name}"] = buddha(places.name, n, space.name, home)


# What lies before an owner


CORNERS: Final = {"N": (712, 14, False), "E": (860, 156, True), "S": (34, 554, False), "W": (33, 156, True)}
"""Where an owner's words stand on a desktop, and whether in a narrow column."""


@lru_cache(maxsize=256)
def seal(key: str, board: Board, owner: str, next_turn: bool) -> str:
    """Who sits there, on a desktop."""
    x, y, narrow = CORNERS[key]
    colour = board.colour
    size = 40 if narrow else 38
    parts = []
    if key != "S":
        sign = centred(f"gs-sign-{SIGNS[colour]}", *((x + 52, y + 146, 88) if narrow else (x + 193, y + 58, 104)))
        parts.append(f'<g class="water">{sign}</g>')
    parts.append(use(f"gs-seal-{colour}", x, y, size, size))
    if board.status in ("dead", "possessed"):
        parts.append(use("gs-strike", x, y))
        if narrow:
            parts.append(use("gs-wisps", x - 2, 376, 112, 112))
    room = 64 if narrow else 160
    parts.append(write(x + size + 8, y + (20 if narrow else 18), owner, "pn", "", room if _long(owner, room) else 0))
    if narrow and board.status == "living":
        parts += [write(x, line, words, "lb") for line, words in ((358, "Qi"), (413, "Tao"), (468, "Yin-Yang"))]
    small = "dead" if board.status == "dead" else "next" if next_turn else ""
    if small and narrow:
        parts.append(write(x + size + 8, y + 36, small, "pt"))
    elif small:
        parts.append(write(x + size + 16 + min(len(owner) * 11.4, room), y + 17, small, "pt"))
    return group(f"seal-{colour}", parts, f"b-{colour} {board.status}", "", f"{owner}, {colour}", "about-board")


def _long(words: str, room: float) -> bool:
    return len(words) * 10.4 > room


@lru_cache(maxsize=256)
def power(key: str, board: Board) -> str:
    """The name of the board's power and what it does, struck out while it is off: on a desktop."""
    x, y, narrow = CORNERS[key]
    title, fact = board.power.replace("'", "’"), FACTS.get(board.power, "")
    parts = []
    if narrow:
        names = wrapped(title, 16)
        line = y + 64.0
        for words in names:
            parts.append(write(x, line, words, "pw"))
            line += 15
        line += 2
        facts = wrapped(fact, 19)
    else:
        parts.append(write(x + 46, y + 34, title, "pw"))
        line = y + 54.0
        facts = wrapped(fact, 46)
    for words in facts:
        parts.append(write(x, line, words, "pt"))
        line += 13.5
    off = board.off
    if off or board.borrowed:
        spot = (x + 98, y + 58) if narrow else (x + 62 + len(board.power) * 7, y + 30)
        parts.append(centred("gs-power-inactive" if off else "gs-power-token", *spot, 24))
    label = f"{board.power}, {'off: ' + off if off else 'borrowed this turn' if board.borrowed else 'on'}"
    rule = f"about-{board.colour}-{board.side}"
    return group(f"power-{board.colour}", parts, "power off" if off else "power", "", label, rule)


def spread(counts: list[int], size: float, room: float) -> list[list[float]]:
    """Where the middles of the tokens of each pile lie so that all fit in the room.

    First the tokens of a pile close up, then the piles.
    """
    piles = sum(1 for count in counts if count)
    more = sum(counts) - piles
    between = within = size + 2
    if more and size + (piles - 1) * between + more * within > room:
        within = max(size * 0.24, (room - size - (piles - 1) * between) / more)
    if piles > 1 and size + (piles - 1) * between + more * within > room:
        between = (room - size - more * within) / (piles - 1)
    if between < within:
        between = within = (room - size) / (piles - 1 + more)
    found: list[list[float]] = []
    x = size / 2
    for count in counts:
        found.append([round(x + n * within, 1) for n in range(count)])
        x += (count - 1) * within + between if count else 0
    return found


def _number(xs: Sequence[float], y: float, size: float) -> list[str]:
    """How many tokens a pile has, where they lie too close to be counted."""
    if len(xs) < 2 or xs[1] - xs[0] > size * 0.6:
        return []
    x, y = round(xs[-1] + size * 0.34, 1), round(y - size * 0.36, 1)
    return [f'<circle cx="{x:g}" cy="{y:g}" r="8" class="badge"/>', write(x, y + 4.3, str(len(xs)), "bn", "middle")]


@lru_cache(maxsize=512)
def qi(colour: str, owner: str, count: int, at: str, size: float, room: float) -> str:
    """The Qi of a board as flames."""
    xs = spread([count], size, room)[0]
    parts = [centred("gs-qi", x, 0, size) for x in xs]
    parts += _number(xs, 0, size)
    return group(f"qi-{colour}", parts, "qi", at, f"{owner}: {count} Qi", "about-qi")


@lru_cache(maxsize=2048)
def hand(colour: str, owner: str, tao: str, xs: tuple[float, ...], y: float, size: float) -> str:
    """The Tao tokens of one colour before an owner."""
    parts = [centred(f"gs-tao-{tao}", x, y, size) for x in xs]
    parts += _number(xs, y, size)
    more = data(ring="round" if len(xs) == 1 else "", from_=f"supply-{tao}", to=f"supply-{tao}")
    return group(f"hand-{colour}-{tao}", parts, "hand", "", f"{owner}: {len(xs)} {tao} Tao", f"about-{tao}", more)


@lru_cache(maxsize=256)
def chain(colour: str, left: float, right: float, y: float) -> str:
    """Locked tokens: a chain over the hand."""
    line = f'<path d="M{left:g} {y:g}H{right:g}" class="chain{{}}"/>'
    parts = [line.format("0"), line.format("1")]
    return group(f"lock-{colour}", parts, "lock", "", "Tao tokens are locked", "about-TAO_LOCK")


@lru_cache(maxsize=128)
def yin_yang(colour: str, owner: str, held: bool, at: str, size: float) -> str:
    """An owner's Yin-Yang, or the place where it lay."""
    parts = [centred(f"gs-yin-yang-{colour}" if held else "gs-yin-yang-used", 0, 0, size)]
    label = f"{owner}: Yin-Yang {'ready' if held else 'used'}"
    state = "yin-yang" if held else "yin-yang used"
    return group(f"yin-yang-of-{colour}", parts, state, at, label, "about-yin-yang", data(ring="round"))


@lru_cache(maxsize=128)
def carried(colour: str, owner: str, ready: int, fresh: int, at: str, size: float) -> str:
    """The Buddhas a Taoist carries; one taken this turn is paler."""
    parts = []
    for n in range(ready + fresh):
        piece = use("gs-buddha", n * size * 0.6, -size * 0.6, size, round(size * 50 / 44, 1))
        parts.append(f'<g class="fresh">{piece}</g>' if n >= ready else piece)
    later = f", {fresh} more from next turn" if fresh else ""
    label = f"{owner} carries {ready} Buddha{'' if ready == 1 else 's'}{later}"
    return group(f"buddha-{colour}", parts, "buddha", at, label, "about-buddha")


@lru_cache(maxsize=128)
def tokens(colour: str, owner: str, count: int, used: int, at: str, size: float) -> str:
    """Power tokens; those that served this turn are paler."""
    parts = []
    for n in range(count):
        piece = centred("gs-power-token", size / 2 + n * size * 0.55, 0, size)
        parts.append(f'<g class="fresh">{piece}</g>' if n >= count - used else piece)
    ready = count - used
    return group(f"tokens-{colour}", parts, "tokens", at, f"{owner}: {ready} power tokens ready", "about-power-token")


def purse(parts: dict[str, str], board: Board, owner: str, locked: bool, spot: tuple[float, ...], size: float) -> None:
    """Qi, Tao tokens, Yin-Yang and what else a Taoist holds. `spot`: x and y of Qi, Tao, Yin-Yang, rest; the room."""
    qx, qy, tx, ty, yx, yy, ex, ey, flames, room = spot
    colour = board.colour
    parts[f"qi-{colour}"] = qi(colour, owner, board.qi, place(qx, qy), size, flames)
    if board.status != "living":
        return
    counts: list[int] = list(msgspec.structs.astuple(board.tao))
    if any(counts):
        rows = spread(counts, size, room)
        for tao, xs in reversed([*zip(COLOURS, rows)]):
            if xs:
                parts[f"hand-{colour}-{tao}"] = hand(colour, owner, tao, tuple([x + tx for x in xs]), ty, size)
        if locked:
            ends = [x for xs in rows for x in xs]
            parts[f"lock-{colour}"] = chain(colour, tx + 1, tx + ends[-1] + size / 2 - 1, ty)
    parts[f"yin-yang-of-{colour}"] = yin_yang(colour, owner, board.yin_yang, place(yx, yy), size + 2)
    if board.buddhas or board.fresh:
        parts[f"buddha-{colour}"] = carried(colour, owner, board.buddhas, board.fresh, place(ex, ey), size)
    if board.tokens:
        off = ex + (size * 1.3 if board.buddhas or board.fresh else 0)
        parts[f"tokens-{colour}"] = tokens(colour, owner, board.tokens, board.tokens_used, place(off, ey), size)


SPOTS: Final = {
    "N": (712, 93, 712, 121, 944, 121, 876, 93, 150, 206),
    "E": (860, 377, 860, 432, 875, 488, 896, 488, 112, 112),
    "S": (34, 628, 120, 628, 250, 628, 268, 628, 80, 112),
    "W": (33, 377, 33, 432, 48, 488, 69, 488, 112, 112),
}


def before_owners(
    parts: dict[str, str], boards: tuple[Board, ...], owners: dict[str, str], locked: bool, active: str
) -> None:
    """All that lies before the four owners, on a desktop."""
    following = BOARDS[(BOARDS.index(active) + 1) % 4]
    for board in boards:
        if not board.colour:
            continue
        owner = owners[board.key]
        still = msgspec.structs.replace(board, active=False, qi=0, tao=Taos(), tokens=0, tokens_used=0)
        parts[f"seal-{board.colour}"] = seal(board.key, still, owner, board.key == following)
        if board.power:
            parts[f"power-{board.colour}"] = power(board.key, still)
        if board.qi or board.status == "living":
            purse(parts, board, owner, locked, SPOTS[board.key], 26)

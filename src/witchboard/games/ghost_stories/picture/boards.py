"""The four boards with their spaces, and what lies before their owners."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from witchboard.engine.picture import centred, group, place, use, write

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
    return group(f"board-{key}", parts, f"board b-{known} {status}{state}", "", label, "board")


@lru_cache(maxsize=256)
def slot(layout: Layout, space: int, name: str, colour: str, buddha: bool) -> str:
    """A space for a ghost, with its Buddha symbol."""
    ring = "h" if name[0] in "NS" else "v"
    parts = [use(f"gs-slot-{layout}"), use(f"gs-ring-card-{ring}-{layout}", cls="ring")]
    label = f"space {name}{', with a Buddha' if buddha else ''}"
    held = " held" if buddha else ""
    at = place(*PLACES[layout].cards[space])
    return group(f"space-{name}", parts, f"slot b-{colour or 'none'}{held}", at, label, "space")


@lru_cache(maxsize=64)
def buddha(layout: Layout, space: int, name: str) -> str:
    """A Buddha on a space."""
    (x, y), (width, height) = PLACES[layout].cards[space], PLACES[layout].card
    size = min(width, height) * 0.62
    at = place(round(x + width / 2 - size * 0.48, 1), round(y + height / 2 - size * 0.58, 1))
    parts = [use("gs-buddha", 0, 0, size, round(size * 50 / 44, 1))]
    return group(f"buddha-{name}", parts, "buddha", at, f"a Buddha on {name}", "buddha")


def lay(places: Places, parts: dict[str, str], boards: tuple[Board, ...], owners: dict[str, str]) -> None:
    """The four boards."""
    for board in boards:
        owner = owners[board.key]
        parts[f"board-{board.key}"] = ground(
            places.name, board.key, board.colour, board.status, board.active, owner
        )


@lru_cache(maxsize=64)
def icons(layout: Layout, key: str, colour: str) -> str:
    """The haunting icons between a board's spaces and the village: an eye, then a roof at the edge."""
    label = f"haunting icons of the {SIDES[key]} board"
    return group(f"icons-{key}", [use(f"gs-icons-{key}-{layout}")], f"b-{colour or 'none'}", "", label, "icons")


def slots(places: Places, parts: dict[str, str], boards: tuple[Board, ...], spaces: tuple[Space, ...]) -> None:
    """The twelve spaces with their icons, and the Buddhas on them."""
    for board in boards:
        parts[f"icons-{board.key}"] = icons(places.name, board.key, board.colour)
    for n, space in enumerate(spaces):
        parts[f"space-{space.name}"] = slot(places.name, n, space.name, boards[n // 3].colour, space.buddha)
    for n, space in enumerate(spaces):
        if space.buddha:
            parts[f"buddha-{space.name}"] = buddha(places.name, n, space.name)


# What lies before an owner


@lru_cache(maxsize=256)
def seal(key: str, board: Board, owner: str, next_turn: bool) -> str:
    """Who sits there, and the power of the board: on a desktop."""
    x, y, narrow = {"N": (712, 14, False), "E": (860, 156, True), "S": (34, 554, False), "W": (33, 156, True)}[key]
    colour = board.colour
    dead = board.status in ("dead", "possessed")
    size = 40 if narrow else 38
    head = [centred(f"gs-sign-{SIGNS[colour]}", *((x + 52, y + 146, 88) if narrow else (x + 193, y + 58, 104)))]
    parts = [f'<g class="water">{head[0]}</g>' if narrow or key == "N" else "", use(f"gs-seal-{colour}", x, y, size, size)]
    if dead:
        parts.append(use("gs-strike", x, y))
    small = {"dead": "dead", "possessed": "possessed"}.get(board.status, "next" if next_turn else "")
    room = 64 if narrow else 200
    parts.append(write(x + size + 8, y + (20 if narrow else 18), owner, "pn", "", room if _long(owner, room) else 0))
    if narrow and board.status == "living":
        parts += [write(x, line, words, "lb") for line, words in ((358, "Qi"), (413, "Tao"), (468, "Yin-Yang"))]
    if small:
        parts.append(write(x + size + 8, y + 36, small, "pt") if narrow else write(x + 250, y + 16, small, "pt", "end"))
    return group(f"seal-{colour}", parts, f"b-{colour} {board.status}", "", f"{owner}, {colour}", "board")


def _long(words: str, room: float) -> bool:
    return len(words) * 10.4 > room


@lru_cache(maxsize=256)
def power(key: str, board: Board) -> str:
    """The name of the board's power and what it does, struck out while it is off: on a desktop."""
    x, y, narrow = {"N": (712, 14, False), "E": (860, 156, True), "S": (34, 554, False), "W": (33, 156, True)}[key]
    fact = FACTS.get(board.power, "")
    parts = []
    if narrow:
        names = wrapped(board.power, 16)
        line = y + 64.0
        for words in names:
            parts.append(write(x, line, words, "pw"))
            line += 15
        line += 2
        facts = wrapped(fact, 19)
    else:
        parts.append(write(x + 46, y + 34, board.power, "pw"))
        line = y + 54.0
        facts = wrapped(fact, 34 if key == "N" else 44)
    for words in facts:
        parts.append(write(x, line, words, "pt"))
        line += 13.5
    off = board.off
    if off:
        parts.append(centred("gs-power-inactive", *((x + 92, y + 52) if narrow else (x + 246, y + 30)), 26))
    elif board.borrowed:
        parts.append(centred("gs-power-token", *((x + 92, y + 52) if narrow else (x + 246, y + 30)), 26))
    label = f"{board.power}, {'off: ' + off if off else 'borrowed this turn' if board.borrowed else 'on'}"
    return group(f"power-{board.colour}", parts, "power off" if off else "power", "", label,
                 f"power-{board.colour}-{board.side}")  # fmt: skip


def spread(counts: list[int], size: float, room: float) -> list[list[float]]:
    """Where the middles of the tokens of each pile lie so that all fit in the room: piles apart, tokens overlapping."""
    piles = [count for count in counts if count]
    tokens = sum(piles)
    step = size + 2
    if tokens > 1 and size + (tokens - 1) * step > room:
        step = (room - size) / (tokens - 1)
    found: list[list[float]] = []
    x = size / 2
    for count in counts:
        found.append([round(x + n * step, 1) for n in range(count)])
        x += count * step
    return found


@lru_cache(maxsize=512)
def qi(colour: str, owner: str, count: int, at: str, size: float, room: float) -> str:
    """The Qi of a board as flames."""
    parts = [centred("gs-qi", x, 0, size) for x in spread([count], size, room)[0]]
    parts.append(use("gs-ring-dot", size / 2, 0, cls="ring"))
    return group(f"qi-{colour}", parts, "qi", at, f"{owner}: {count} Qi", "qi")


@lru_cache(maxsize=2048)
def hand(colour: str, owner: str, tao: str, xs: tuple[float, ...], y: float, size: float) -> str:
    """The Tao tokens of one colour before an owner."""
    parts = [centred(f"gs-tao-{tao}", x, y, size) for x in xs]
    parts.append(use("gs-ring-dot", xs[-1], y, cls="ring"))
    if len(xs) > 1 and xs[1] - xs[0] < size * 0.6:
        parts.append(f'<circle cx="{xs[-1] + size * 0.34:g}" cy="{y - size * 0.36:g}" r="7.4" class="badge"/>')
        parts.append(write(xs[-1] + size * 0.34, y - size * 0.36 + 4.3, str(len(xs)), "bn", "middle"))
    return group(f"hand-{colour}-{tao}", parts, "hand", "", f"{owner}: {len(xs)} {tao} Tao", f"tao-{tao}")


@lru_cache(maxsize=256)
def chain(colour: str, left: float, right: float, y: float) -> str:
    """Locked tokens: a chain over the hand."""
    line = f'<path d="M{left:g} {y:g}H{right:g}" class="chain{{}}"/>'
    return group(f"lock-{colour}", [line.format("0"), line.format("1")], "lock", "", "Tao tokens are locked", "tao-lock")


@lru_cache(maxsize=128)
def yin_yang(colour: str, owner: str, held: bool, at: str, size: float) -> str:
    """An owner's Yin-Yang, or the place where it lay."""
    parts = [centred(f"gs-yin-yang-{colour}" if held else "gs-yin-yang-used", 0, 0, size)]
    parts.append(use("gs-ring-dot", cls="ring"))
    label = f"{owner}: Yin-Yang {'ready' if held else 'used'}"
    return group(f"yin-yang-{colour}", parts, "yin-yang" if held else "yin-yang used", at, label, "yin-yang")


@lru_cache(maxsize=128)
def carried(colour: str, owner: str, ready: int, fresh: int, at: str, size: float) -> str:
    """The Buddhas a Taoist carries; one taken this turn is paler."""
    parts = []
    for n in range(ready + fresh):
        piece = use("gs-buddha", n * size * 0.6, -size * 0.6, size, round(size * 50 / 44, 1))
        parts.append(f'<g class="fresh">{piece}</g>' if n >= ready else piece)
    parts.append(use("gs-ring-dot", size / 2, 0, cls="ring"))
    label = f"{owner} carries {ready} Buddha{'' if ready == 1 else 's'}" + (f", {fresh} from next turn" if fresh else "")
    return group(f"buddha-{colour}", parts, "buddha", at, label, "buddha")


@lru_cache(maxsize=128)
def tokens(colour: str, owner: str, count: int, used: int, at: str, size: float) -> str:
    """Power tokens; those that served this turn are paler."""
    parts = []
    for n in range(count):
        piece = centred("gs-power-token", size / 2 + n * size * 0.55, 0, size)
        parts.append(f'<g class="fresh">{piece}</g>' if n >= count - used else piece)
    parts.append(use("gs-ring-dot", size / 2, 0, cls="ring"))
    ready = count - used
    return group(f"tokens-{colour}", parts, "tokens", at, f"{owner}: {ready} power tokens ready", "power-token")


def purse(parts: dict[str, str], board: Board, owner: str, locked: bool, spot: tuple[float, ...], size: float) -> None:
    """Qi, Tao tokens, Yin-Yang and what else a Taoist holds. `spot`: x and y of Qi, Tao, Yin-Yang, rest; the room."""
    qx, qy, tx, ty, yx, yy, ex, ey, room = spot
    colour = board.colour
    parts[f"qi-{colour}"] = qi(colour, owner, board.qi, place(qx, qy), size, room)
    if board.status != "living":
        return
    counts: list[int] = list(msgspec.structs.astuple(board.tao))
    if any(counts):
        rows = spread(counts, size, room)
        for tao, xs in zip(COLOURS, rows):
            if xs:
                parts[f"hand-{colour}-{tao}"] = hand(colour, owner, tao, tuple([x + tx for x in xs]), ty, size)
        if locked:
            ends = [x for xs in rows for x in xs]
            parts[f"lock-{colour}"] = chain(colour, tx + 1, tx + ends[-1] + size / 2 - 1, ty)
    parts[f"yin-yang-{colour}"] = yin_yang(colour, owner, board.yin_yang, place(yx, yy), size + 2)
    if board.buddhas or board.fresh:
        parts[f"buddha-{colour}"] = carried(colour, owner, board.buddhas, board.fresh, place(ex, ey), size)
    if board.tokens:
        off = ex + (size * 1.3 if board.buddhas or board.fresh else 0)
        parts[f"tokens-{colour}"] = tokens(colour, owner, board.tokens, board.tokens_used, place(off, ey), size)


SPOTS: Final = {
    "N": (712, 118, 812, 118, 912, 118, 930, 118, 92),
    "E": (860, 377, 860, 432, 875, 488, 896, 488, 112),
    "S": (34, 628, 136, 628, 240, 628, 258, 628, 94),
    "W": (33, 377, 33, 432, 48, 488, 69, 488, 112),
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


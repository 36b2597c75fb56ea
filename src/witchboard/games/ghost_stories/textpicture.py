"""The table as text: the village with the four boards around it, then seats, deck and dice.

It is drawn from the view, so it shows nothing the observer may not know. Colours are Rich markup; whatever a colour
says, a letter or a word says too. A row is as high as its fullest cell, so an empty table is small.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from .names import LETTERS, counted, joined
from .rows import COLOURS
from .state import Village
from .view import Board, Space, Taos, Tile, View, view

Span: TypeAlias = tuple[str, str]
"""Some text and its style."""
Cell: TypeAlias = list[list[Span]]
"""Lines of spans."""

SIDE: Final = 13  # the cells of the west and east boards
STYLES: Final = {
    "red": "bold red",
    "green": "bold green",
    "blue": "bold bright_blue",
    "yellow": "bold yellow",
    "black": "reverse",
    "white": "bold",
}
LETTER: Final = dict(zip((*COLOURS, "white"), LETTERS))
SIGNS: Final = {
    "TORMENTOR": "torments",
    "GROUP_LOSE_TAO": "robs all",
    "DICE_IMMUNE": "no dice",
    "POWER_LOCK": "locks power",
    "TAO_LOCK": "locks tokens",
    "OPPOSITE_EMPTY": "opp. empty",
    "NEEDS_BUDDHA": "on Buddha",
    "ALL_POWERS_OFF": "no powers",
    "NO_WILD": "no whites",
    "CURSE": ">curse",
    "QI_OR_YY": ">Qi/YY",
    "TAO1": ">1 Tao",
    "TAO2": ">2 Tao",
    "INC_REWARD": ">group",
}
"""What still matters of the stones of a ghost in play; `>` is what its exorcism brings."""


def text(state: Village, observer: int, width: int = 80) -> str:
    """The position as that observer sees it, at most `width` columns wide (60 at the least)."""
    return picture(view(state, observer), width)


def picture(seen: View, width: int = 80) -> str:
    """The table as lines of Rich markup."""
    inner = min(24, max(9, (max(width, 60) - 2 * SIDE - 6) // 3))
    lines = [*_village(seen, inner), *_seats(seen), *_table(seen)]
    return "\n".join(_markup(line, 2 * SIDE + 3 * inner + 6) for line in lines)


# Lines and cells.


def _length(line: Sequence[Span]) -> int:
    return sum(len(words) for words, _ in line)


def _fit(line: Sequence[Span], width: int) -> list[Span]:
    """The line cut or padded to the width."""
    found: list[Span] = []
    room = width
    for words, style in line:
        if len(words) > room:
            words = words[: max(room - 1, 0)] + "…" if room else ""
        found.append((words, style))
        room -= len(words)
    return [*found, (" " * room, "")]


def _markup(line: Sequence[Span], width: int) -> str:
    """The line as Rich markup, cut to the width, without blanks at its end."""
    parts = []
    whole = _fit(line, width) if _length(line) > width else list(line)
    while whole and not whole[-1][0].strip():
        whole.pop()
    if whole:
        whole[-1] = (whole[-1][0].rstrip(), whole[-1][1])
    for words, style in whole:
        escaped = words.replace("[", r"\[")
        parts.append(f"[{style}]{escaped}[/]" if style and words.strip() else escaped)
    return "".join(parts)


def _beside(cells: Sequence[Cell], widths: Sequence[int], between: Sequence[Span], height: int = 0) -> Cell:
    """Cells side by side; `between` stands before, between and after them."""
    height = max([height, *(len(cell) for cell in cells)])
    lines: Cell = []
    for at in range(height):
        line = [between[0]]
        for cell, width, edge in zip(cells, widths, between[1:]):
            line += [*_fit(cell[at] if at < len(cell) else [], width), edge]
        lines.append(line)
    return lines


def _wrapped(words: Sequence[Span], width: int) -> Cell:
    """Spans broken into lines between spans and at blanks."""
    lines: Cell = [[]]
    for span, style in words:
        for word in span.split(" "):
            gap = 1 if lines[-1] else 0
            if gap and _length(lines[-1]) + gap + len(word) > width:
                lines.append([])
                gap = 0
            lines[-1] += [(" " * gap, ""), (word, style)]
    return lines if lines[0] else []


# The village and the boards around it.


def _village(seen: View, inner: int) -> Cell:
    """The boards N, W, E, S around the nine tiles."""
    boards = {board.key: board for board in seen.boards}
    spaces = {space.name: _space(space, SIDE if space.name[0] in "WE" else inner) for space in seen.spaces}
    widths = [SIDE, inner, inner, inner, SIDE]
    bare: list[Span] = [("", ""), (" ", ""), (" ", ""), (" ", ""), (" ", ""), ("", "")]
    walls: list[Span] = [("", ""), (" |", ""), ("|", ""), ("|", ""), ("| ", ""), ("", "")]
    rule = "+".join(["-" * inner] * 3)

    def border(left: str, right: str) -> list[Span]:
        west, east = _label(boards[left]) if left else [], _label(boards[right]) if right else []
        return [*_fit(west, SIDE), (f" +{rule}+ ", ""), *_fit(east, SIDE)]

    def outside(key: str, order: Sequence[int]) -> Cell:
        cells = [spaces[f"{key}{number}"] for number in order]
        return _beside([[], *cells, []], [SIDE + 1, inner, inner, inner, SIDE], bare)

    lines: Cell = [_centred(_label(boards["N"]), 2 * SIDE + 3 * inner + 6), *outside("N", (3, 2, 1))]
    for row in range(3):
        lines.append(border("W", "E") if row == 0 else border("", ""))
        tiles = [_tile(seen, tile, inner) for tile in seen.tiles[3 * row : 3 * row + 3]]
        lines += _beside([spaces[f"W{row + 1}"], *tiles, spaces[f"E{3 - row}"]], widths, walls, height=3)
    return [*lines, border("", ""), *outside("S", (1, 2, 3)), _centred(_label(boards["S"]), 2 * SIDE + 3 * inner + 6)]


def _centred(line: list[Span], width: int) -> list[Span]:
    return [(" " * max((width - _length(line)) // 2, 0), ""), *line]


def _label(board: Board) -> list[Span]:
    """Whose side of the village it is."""
    if not board.colour:
        return [(board.key, "")]
    style = STYLES[board.colour]
    return [(f"{'> ' if board.active else ''}{board.key} {board.colour.upper()}", style)]


def _tile(seen: View, tile: Tile, inner: int) -> Cell:
    """A tile: its name, whether it is haunted, who stands there, what lies there."""
    if not tile.name:
        return []
    lines: Cell = [[(_first_words(tile.name, inner), "dim" if tile.haunted else "bold")]]
    if tile.haunted:
        lines.append([("~ HAUNTED ~", "bold magenta")])
    if tile.tao:
        lines.append([("token ", ""), (f"{LETTER[tile.tao]} {tile.tao}", STYLES[tile.tao])])
    if tile.buddhas:
        lines.append([(counted(tile.buddhas, "Buddha"), "")])
    if seen.supply.tokens and (tile.row, tile.column) == (1, 1):
        lines.append([(counted(seen.supply.tokens, "power token"), "")])
    dead = {board.colour for board in seen.boards if board.status == "dead"}
    living = [(LETTER[colour], f"{STYLES[colour]} reverse") for colour in tile.taoists if colour not in dead]
    lying = [(LETTER[colour], STYLES[colour]) for colour in tile.taoists if colour in dead]
    lines += _packed(living, inner)
    if lying:
        lines += _packed([("dead:", ""), *lying], inner)
    return lines


def _first_words(name: str, width: int) -> str:
    """As many words of a name as fit: "Night Watchman's", "Pavilion"."""
    words = name.split()
    while len(words) > 1 and (len(" ".join(words)) > width or words[-1] in ("of", "the")):
        words.pop()
    return " ".join(words)


def _space(space: Space, width: int) -> Cell:
    """A ghost space: what stands on it, what it needs, what it threatens."""
    if not space.ghost:
        return [[(space.name, "dim"), (" Buddha" if space.buddha else "", "bold")]]
    card = space.ghost
    style = STYLES[card.colour]
    head: list[Span] = [(space.name, "dim"), *_needs(card.resistance, space.needs)]
    if space.mantra:
        head.append(("Mantra", "bold"))
    name = card.name if len(card.name) <= width else _short(card.name, width)
    signs: list[Span] = []
    if space.figure:
        signs.append(("haunts NEXT", "bold magenta") if space.figure == "first" else ("haunts in 2", ""))
    if space.die:
        signs.append(("holds die", ""))
    shown = [*card.own, *card.centre, *card.right, *(("TAO_LOCK",) if "TAO_LOCK" in card.left else ())]
    signs += [(SIGNS[code], "") for code in shown if code in SIGNS]
    if space.buddha:
        signs.append(("Buddha", "bold"))
    return [*_packed(head, width), *_wrapped([(name, style)], width), *_packed(signs, width)]


def _packed(signs: list[Span], width: int) -> Cell:
    """Signs with blanks between, on as few lines as they fit, none broken."""
    lines: Cell = []
    for sign in signs:
        if lines and _length(lines[-1]) + 1 + len(sign[0]) <= width:
            lines[-1] += [(" ", ""), sign]
        else:
            lines.append([sign])
    return lines


def _short(name: str, width: int) -> str:
    """A long name on two lines if its words fit, else its last word."""
    return name if all(len(word) <= width for word in name.split()) and len(name) < 2 * width - 4 else name.split()[-1]


def _needs(printed: Taos, now: Taos) -> list[Span]:
    """The resistance: letters and numbers; what Circle and Mantra leave of it in brackets."""
    found: list[Span] = []
    for colour in COLOURS:
        need, left = getattr(printed, colour), getattr(now, colour)
        if need:
            words = f"{LETTER[colour]}{need}" + (f"({left})" if left != need else "")
            found.append((words, STYLES[colour]))
    return found


# Seats, deck, supply, dice.


def _seats(seen: View) -> Cell:
    """One line for each board, with what lies before its owner."""
    lines: Cell = []
    for board in seen.boards:
        if not board.power:
            continue
        lines.append(_seat(board))
        more = _more(board)
        if more:
            lines.append([(f"       {'; '.join(more)}", "dim")])
    return lines


def _seat(board: Board) -> list[Span]:
    line: list[Span] = [("> " if board.active else "  ", "bold"), (f"{board.key} ", "")]
    line.append((f"{board.colour.capitalize():<7}", STYLES[board.colour]))
    if board.status == "dead":
        return [*line, ("dead; the board is possessed", "bold")]
    if board.status == "possessed":
        return [*line, ("possessed", "bold")]
    line.append((f"Qi {board.qi:<3}", "bold" if board.qi < 2 else ""))
    if board.status == "neutral":
        line.append((f"{'neutral':<24}", "dim"))
    else:
        held = _tokens(board.tao)
        line += [*_fit([*held, (" ", "")] if held else [("no Tao", "dim")], 14), (" ", "")]
        line.append(("Yin-Yang " if board.yin_yang else "         ", ""))
    line.append((board.power, "dim" if board.off else ""))
    return line


def _more(board: Board) -> list[str]:
    """What is not there at most times."""
    more = []
    if board.off and board.status in ("living", "neutral"):
        more.append(f"its power is off: {board.off}")
    if board.borrowed:
        more.append("its power is borrowed this turn")
    if board.buddhas:
        more.append(f"carries {counted(board.buddhas, 'Buddha')}")
    if board.fresh:
        more.append(f"took {counted(board.fresh, 'Buddha')} this turn")
    if board.tokens:
        used = f" ({board.tokens_used} used this turn)" if board.tokens_used else ""
        more.append(counted(board.tokens, "power token") + used)
    return more


def _tokens(taos: Taos) -> list[Span]:
    """Tao tokens by letter and number: "R2 K1"."""
    found: list[Span] = []
    for colour in COLOURS:
        count = getattr(taos, colour)
        if count:
            found += [(" " if found else "", ""), (f"{LETTER[colour]}{count}", STYLES[colour])]
    return found


def _table(seen: View) -> Cell:
    """The clocks: haunted tiles and deck; then supply, locks and dice."""
    clocks = f"{seen.level.capitalize()}, round {seen.round}. Haunted {seen.haunted} of {seen.haunted_limit}."
    line: list[Span] = [(clocks, "bold" if seen.haunted + 1 >= seen.haunted_limit else "")]
    if not seen.tiles[-1].name or not seen.boards[-1].power:
        return [line]
    line.append((f" Deck {seen.deck.count}{_wu_feng(seen)}", ""))
    lines = [line, [(f"Supply: Qi {seen.supply.qi}, Tao ", ""), *_tokens(seen.supply.tao), (".", "")]]
    locks = _locks(seen)
    if locks:
        lines.append([(" ".join(locks), "bold")])
    if seen.dice.faces:
        lines.append(_dice(seen))
    return lines


def _wu_feng(seen: View) -> str:
    """Where the incarnations lie in the deck; how long the deck lasts once the last is out."""
    places = [str(place) for place in seen.deck.incarnations]
    if places:
        return f", Wu-Feng {joined(places)} from the top."
    left = seen.incarnations - seen.exorcised
    return ", Wu-Feng is out: last card loses." if left else ", no Wu-Feng left."


def _locks(seen: View) -> list[str]:
    """What ghosts in play take away, and how far the incarnations are."""
    found = []
    if seen.incarnations > 1 or seen.exorcised:
        found.append(f"Wu-Feng exorcised {seen.exorcised} of {seen.incarnations}.")
    if any(space.die for space in seen.spaces):
        found.append(f"Tao dice free: {seen.dice.free}.")
    if seen.tao_locked:
        found.append("Tao tokens are locked.")
    if not seen.wild:
        found.append("White counts nothing.")
    return found


def _dice(seen: View) -> list[Span]:
    line: list[Span] = [("Dice: ", "")]
    for at, face in enumerate(seen.dice.faces):
        gray = seen.dice.gray and at == len(seen.dice.faces) - 1
        line += [(f" {LETTER[face]} {face}{' (gray die)' if gray else ''} ", f"{STYLES[face]} reverse"), (" ", "")]
    return line

"""The phone's lower edge: one hand lies open, the three others are folded into a strip over the supply."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from witchboard.engine.picture import centred, data, group, place, use, write

from ..view import Board, View
from .boards import purse, spread
from .cards import COLOURS, counted
from .corners import marker

FOLD: Final = 550.5
SPOT: Final = (11, 473, 11, 499, 23, 525, 64, 526, 80, 80)
"""Where the open hand's Qi, Tao, Yin-Yang and the rest lie, and the room for Qi and Tao."""


def open_hand(parts: dict[str, str], view: View, owners: dict[str, str], seat: int) -> None:
    """The open hand is that of `seat`, else the active board's; markers of what is locked stand by it."""
    mine = next((board for board in view.boards if seat >= 0 and board.seat == seat), None)
    if mine is None:
        mine = next(board for board in view.boards if board.key == view.active)
    if mine.colour:
        _hand(parts, mine, owners[mine.key], view.tao_locked)
    x = 12.0
    for board in view.boards:
        if board.key != mine.key and board.colour:
            owner = owners[board.key]
            held = msgspec.structs.astuple(board.tao)
            key = f"fold-{board.colour}"
            words = f"{owner}: {board.qi} Qi, {counted(board.tao) or 'no Tao'}"
            parts[key] = folded(board.colour, owner, held, board.yin_yang, board.status, x, words, view.tao_locked)
            x += 138
    stock = (*zip(COLOURS, msgspec.structs.astuple(view.supply.tao)), ("qi", view.supply.qi))
    for n, (what, count) in enumerate(stock):
        parts[f"supply-{what}"] = stocked(what, count, 26 + 68.0 * n)
    if not view.wild:
        parts["no-wild"] = marker("no-wild", "gs-no-wild", "", 468, 434, "white faces count nothing", "NO_WILD")


def _hand(parts: dict[str, str], board: Board, owner: str, locked: bool) -> None:
    colour = board.colour
    parts[f"seal-{colour}"] = badge(colour, owner, board.status)
    if board.power:
        parts[f"power-{colour}"] = sign(colour, board.side, board.power, board.off, board.borrowed)
    if board.qi or board.status == "living":
        purse(parts, board, owner, locked, SPOT, 23)


@lru_cache(maxsize=64)
def badge(colour: str, owner: str, status: str) -> str:
    """Whose hand lies open."""
    parts = [use(f"gs-seal-{colour}", 12, 425, 30, 30)]
    if status in ("dead", "possessed"):
        parts.append(f'<g transform="translate(12 425) scale(.75)">{use("gs-strike")}</g>')
    words = owner if len(owner) <= 6 else owner[:5] + "…"
    parts.append(write(45, 447, words, "pn"))
    return group(f"seal-{colour}", parts, f"b-{colour} {status}", "", f"{owner}, {colour}, {status}", "about-board")


@lru_cache(maxsize=64)
def sign(colour: str, side: str, power: str, off: str, borrowed: bool) -> str:
    """The power of the open hand, as a sign: its name is read on tap."""
    piece = "gs-power-inactive" if off else "gs-power-token" if borrowed else "gs-power"
    label = f"{power}, {'off: ' + off if off else 'borrowed this turn' if borrowed else 'on'}"
    parts = [centred(piece, 0, 0, 22)]
    return group(f"power-{colour}", parts, "power", place(49, 525), label, f"about-{colour}-{side}")


@lru_cache(maxsize=512)
def folded(
    colour: str, owner: str, held: tuple[int, ...], ready: bool, status: str, x: float, words: str, locked: bool
) -> str:
    """Another hand: seal, tokens, Yin-Yang."""
    parts = [use(f"gs-seal-{colour}", x, 539, 23, 23)]
    if status in ("dead", "possessed"):
        parts.append(f'<g transform="translate({x:g} 539) scale(.58)">{use("gs-strike")}</g>')
    rows = spread(list(held), 20, 66)
    for tao, xs in reversed([*zip(COLOURS, rows)]):
        if xs:
            tokens = [centred(f"gs-tao-{tao}", x + 28 + at, FOLD, 20) for at in xs]
            label = f"{owner}: {len(xs)} {tao} Tao"
            parts.append(group(f"hand-{colour}-{tao}", tokens, "", "", label, f"about-{tao}", data(ring="round")))
    if locked and any(held):
        end = max(at for xs in rows for at in xs)
        parts += [f'<path d="M{x + 29:g} {FOLD}H{x + 37 + end:g}" class="chain{n}"/>' for n in (0, 1)]
    if status == "living":
        piece = centred(f"gs-yin-yang-{colour}" if ready else "gs-yin-yang-used", x + 108, FOLD, 20)
        label = f"{owner}: Yin-Yang {'ready' if ready else 'used'}"
        parts.append(group(f"yin-yang-of-{colour}", [piece], "", "", label, "about-yin-yang", data(ring="round")))
    return group(f"fold-{colour}", parts, f"b-{colour} {status}", "", words, "about-board")


@lru_cache(maxsize=256)
def stocked(what: str, count: int, x: float) -> str:
    """What the supply holds of a piece."""
    symbol = "gs-qi" if what == "qi" else f"gs-tao-{what}"
    parts = [centred(symbol, 0, 0, 18), write(12, 5.4, f"×{count}", "sup")]
    label = f"supply: {count} {'Qi' if what == 'qi' else f'{what} Tao'}"
    state = "stock" if count else "stock out"
    return group(f"supply-{what}", parts, state, place(x, 570.5), label, f"about-{what}")

"""Hiding as a draft: icons, bars and weak spots put on squares, doorways and areas in any order (GH-031, GH-040)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from witchboard.engine.choice import Draft, Fault
from witchboard.engine.drafting import Drafting, Pairs
from witchboard.engine.play import asked
from witchboard.engine.stream import Stream

from . import draft_faults
from .draft_board import BAR, SPOT, Board
from .rules.exploring import RUNS
from .rules.hiding import Hide
from .rules.legality import legal
from .rules.lots import Lot
from .rules.scattering import doorways
from .state import Hunt
from .tables import AREAS, SLOT_BITS, SLOT_MASK, Line
from .words.icons import icon_words
from .words.seats import seat_title

TRIES: Final = 400  # hides drawn until one is legal


class HideDrafting(Drafting[Hunt]):
    """Composing all of a set-up: icons, bars, weak spots."""

    def draft(self, state: Hunt, seat: int) -> Draft | None:
        """What the seat may compose, while it hides."""
        if seat not in asked(state) or not isinstance(state.stack[-1], Hide):
            return None
        board = Board(state, seat)
        icons = {line.icon for line in board.plan.lines}
        signs = tuple((icon_words(icon).name, f"gh-icon-{icon}") for icon in sorted(icons))
        signs = (*signs, (BAR, "gh-grate-blocked"))
        return Draft(tuple(board.pieces()), tuple(board.places()), signs, _asking(state, seat, board))

    def faults(self, state: Hunt, seat: int, pairs: Pairs, whole: bool) -> list[Fault]:
        return draft_faults.faults(state, seat, pairs, whole)

    def barred(self, state: Hunt, seat: int, pairs: Pairs) -> dict[str, list[int]]:
        return draft_faults.barred(state, seat, pairs)

    def fill(self, state: Hunt, seat: int, pairs: Pairs, stream: Stream) -> list[tuple[int, int]] | None:
        """The pairs and a random legal rest (GH-031); None if the pairs have faults, or none was found."""
        if self.faults(state, seat, pairs, False):
            return None
        board = Board(state, seat)
        start = _lot(board, pairs)
        placed = {piece for piece, _ in pairs}
        bars = [place - board.squares for piece, place in pairs if board.icons <= piece < board.icons + board.bars]
        spots = [piece for piece, _, words in board.pieces() if words == SPOT and piece not in placed]
        for _ in range(TRIES):
            lot = start.copy()
            if board.icons and not lot.fill(stream):
                continue
            blocked = _some_set(board, bars, stream)
            if board.icons and (blocked is None or not legal(board.plan, lot.hide, blocked)):
                continue
            found = _paired(board, pairs, lot, blocked or 0)
            first = board.squares + board.doors
            return found + [(piece, first + int(stream.below(AREAS))) for piece in spots]
        return None

    def line(self, state: Hunt, seat: int, pairs: Pairs) -> tuple[int, ...]:
        """Options in canonical order: each line of the briefing ascending, the set of doorways, weak spots."""
        board = Board(state, seat)
        plan = board.plan
        options: list[int] = []
        for one in plan.lines if board.icons else ():
            own = range(int(one.first), int(one.first + one.count))
            options += sorted(place for piece, place in pairs if piece in own)
        _, blocked = board.hide_of(pairs)
        if board.bars and len(board.given) <= board.icons:
            options.append(board.first_set + plan.blocks.index(blocked))
        spots = [(piece, place) for piece, place in pairs if piece >= board.icons + board.bars]
        first = board.squares + board.doors
        return (*options, *(board.first_area + place - first for _, place in sorted(spots)))

    def counts(self, state: Hunt, seat: int, pairs: Pairs) -> list[tuple[str, int, int]]:
        """What is counted meanwhile: each icon, then each building that a cap is near (GH-020, GH-040)."""
        board = Board(state, seat)
        plan = board.plan
        found: list[tuple[str, int, int]] = []
        everything = board.everything(pairs)
        for one in plan.lines if board.icons else ():
            own = range(int(one.first), int(one.first + one.count))
            there = [place for piece, place in everything if piece in own and place < board.squares]
            found.append((icon_words(one.icon).name, len(there), int(one.count)))
        if board.bars:
            bars = [pair for pair in pairs if board.icons <= pair[0] < board.icons + board.bars]
            found.append((BAR, len(bars), board.bars))
        if board.spots:
            spots = [pair for pair in pairs if pair[0] >= board.icons + board.bars]
            found.append((SPOT, len(spots), board.spots))
        for one in plan.lines if board.icons else ():
            own = range(int(one.first), int(one.first + one.count))
            areas = [int(plan.area[place]) for piece, place in everything if piece in own and place < board.squares]
            for area, name in enumerate(plan.area_names):
                if one.cap and area in areas:
                    found.append((f"{icon_words(one.icon).name} in {name}", areas.count(area), int(one.cap)))
        return found


def _asking(state: Hunt, seat: int, board: Board) -> str:
    """What is asked of the whole set-up."""
    if not board.icons:
        return "Fix the weak spot of every foe."
    explorer = (seat + 1) % int(state.seats)
    bars = " Bar the doorways too." if board.bars else ""
    if state.trial:
        return f"Hide all this: a bot will explore it {RUNS} times.{bars}"
    return f"Hide all this where {seat_title(explorer)} will walk.{bars}"


def _lot(board: Board, pairs: Pairs) -> Lot:
    """The draft so far, as a hide that is being drawn; squares passed over in a line begun are shut for it."""
    lot = Lot(board.plan)
    if not board.icons:
        return lot
    numbers = {line.icon: number for number, line in enumerate(board.plan.lines)}
    for piece, place in board.everything(pairs):
        line = board.line_of(piece)
        if line is not None:
            lot.put(numbers[line.icon], place)
    answered = board.answered()
    line = board.line_of(answered)
    if line is not None and answered > line.first:
        lot.after(numbers[line.icon], board.given[answered - 1])
    return lot


def _some_set(board: Board, bars: Sequence[int], drawn: Stream) -> int | None:
    """A sound set of doorways with these among them; None if there is none."""
    if not board.bars:
        return 0
    if len(board.given) > board.icons:
        return int(board.plan.blocks[board.given[board.icons] - board.first_set])
    return doorways(board.plan, sum(1 << bar for bar in bars), 0, drawn)


def _paired(board: Board, pairs: Pairs, lot: Lot, blocked: int) -> list[tuple[int, int]]:
    """A drawn hide as pairs, the given ones as they are."""
    plan, found = board.plan, list(pairs)
    placed = {piece for piece, _ in pairs}
    before = dict.fromkeys(range(board.squares), 0)
    for piece, place in board.everything(pairs):
        line = board.line_of(piece)
        if line is not None:
            before[place] |= int(line.bits)
    for line in plan.lines if board.icons else ():
        new = [s for s in range(board.squares) if _new(lot, before[s], s, line)]
        own = range(int(line.first), int(line.first + line.count))
        free = [piece for piece in own if piece not in placed and piece >= board.answered()]
        found += zip(free, new)
    doors = {place for piece, place in pairs if board.icons <= piece < board.icons + board.bars}
    shut = [board.squares + door for door in range(board.doors) if blocked >> door & 1]
    bars = [piece for piece, _, words in board.pieces() if words == BAR and piece not in placed]
    return found + list(zip(bars, [place for place in shut if place not in doors]))


def _new(lot: Lot, before: int, square: int, line: Line) -> bool:
    here = lot.hide[square] >> SLOT_BITS * line.slot & SLOT_MASK
    return here == line.kind and not before >> SLOT_BITS * line.slot & SLOT_MASK

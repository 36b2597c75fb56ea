"""What is wrong with a draft: each rule that it breaks, with the square (GH-018 to GH-040, GH-185)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from witchboard.engine.choice import Fault
from witchboard.engine.drafting import Pairs

from .draft_board import Board
from .rules.legality import lost_icons, place_reached, sealed, spread, way_out
from .rules.lots import needed
from .state import Hunt
from .tables import OBSTACLE, SLOT_BITS, SLOT_MASK, Line, Plan
from .words.icons import icon_words

SLOTS: Final = ("item", "foe", "obstacle")
SHOWN: Final = 6  # squares named in one fault


def faults(state: Hunt, seat: int, pairs: Pairs, whole: bool) -> list[Fault]:
    """All that is wrong with the pairs; of a whole draft also what is missing and what can't be reached (GH-030)."""
    board = Board(state, seat)
    found = [fault for pair in sorted(pairs) for fault in _misplaced(board, pair)]
    found += _crowded(board, pairs)
    found += _over_caps(board, pairs)
    found += _too_early(board, pairs)
    if whole and not found:
        found += _missing(board, pairs)
    if whole and not found:
        found += _short(board, pairs)
        found += _impossible(board, pairs)
    return found


def _misplaced(board: Board, pair: tuple[int, int]) -> list[Fault]:
    """A piece on a place where its kind never goes (GH-019, GH-025, GH-026)."""
    piece, place = pair
    plan, line = board.plan, board.line_of(piece)
    bar = board.icons <= piece < board.icons + board.bars
    if line is None:
        doorway = board.squares <= place < board.squares + board.doors
        if doorway == bar and place >= board.squares:
            return []
        return [Fault("A bar goes before a doorway." if bar else "A weak spot is one of six areas.", "GH-027", pair)]
    name = icon_words(line.icon).name
    if place >= board.squares:
        return [Fault(f"The {name} goes on a square.", "GH-018", pair)]
    square = plan.names[place]
    if plan.is_start[place]:
        return [Fault(f"{square} is a start square: it holds nothing.", "GH-025", pair)]
    if plan.safe[place]:
        return [Fault(f"{square} is safe: it holds nothing.", "GH-026", pair)]
    if not line.allowed[place]:
        return [Fault(f"The briefing allows no {name} on {square}.", "GH-019", pair)]
    return []


def _crowded(board: Board, pairs: Pairs) -> list[Fault]:
    """Two icons of a slot on one square, two bars before one doorway (GH-024, GH-028)."""
    found, taken = [], set()
    for piece, place in board.everything(pairs):
        line = board.line_of(piece)
        if place >= board.squares + (board.doors if line is None else 0):
            continue
        key = (place, int(line.slot) if line else -1)
        if key in taken and (piece, place) in pairs:
            if line is None:
                found.append(Fault("That doorway has a bar already.", "GH-028", (piece, place)))
            else:
                slot = SLOTS[line.slot]
                words = f"{board.plan.names[place]} holds one {slot} already."
                found.append(Fault(words, "GH-024", (piece, place)))
        taken.add(key)
    return found


def _over_caps(board: Board, pairs: Pairs) -> list[Fault]:
    """More of a line in an area than its cap admits (GH-020)."""
    plan = board.plan
    found = []
    counts: dict[tuple[str, int], int] = {}
    for piece, place in board.everything(pairs):
        line = board.line_of(piece)
        if line is None or not line.cap or place >= board.squares or plan.area[place] == len(plan.area_names):
            continue
        key = (line.icon, int(plan.area[place]))
        counts[key] = counts.get(key, 0) + 1
        if counts[key] > line.cap and (piece, place) in pairs:
            its = icon_words(line.icon)
            words = f"{plan.names[place]}: building {plan.area_names[key[1]]} may hold {its.counted(int(line.cap))}."
            found.append(Fault(words, "GH-020", (piece, place)))
    return found


def _too_early(board: Board, pairs: Pairs) -> list[Fault]:
    """Of a line that is answered in part, only later squares are left (GH-184)."""
    answered = board.answered()
    line = board.line_of(answered)
    if line is None or answered == line.first or not board.icons:
        return []
    last = board.given[answered - 1]
    pieces = range(answered, int(line.first + line.count))
    words = f"Squares up to {board.plan.names[last]} have been passed over for this icon."
    return [Fault(words, "GH-184", pair) for pair in pairs if pair[0] in pieces and pair[1] <= last]


def _missing(board: Board, pairs: Pairs) -> list[Fault]:
    """Pieces that are nowhere yet (GH-018, GH-028)."""
    placed = {piece for piece, _ in pairs}
    left: dict[str, int] = {}
    for piece, _, words in board.pieces():
        if piece not in placed:
            left[words] = left.get(words, 0) + 1
    if not left:
        return []
    words = ", ".join(f"{count} × {name}" for name, count in left.items())
    return [Fault(f"Still to be placed: {words}.", "GH-018")]


def _short(board: Board, pairs: Pairs) -> list[Fault]:
    """Too few of an icon in a set of areas (GH-021)."""
    if not board.icons:
        return []
    plan, found = board.plan, []
    hide, _ = board.hide_of(pairs)
    for line in plan.lines:
        within = [0] * (len(plan.area_names) + 1)
        for square in range(plan.squares):
            if hide[square] >> SLOT_BITS * line.slot & SLOT_MASK == line.kind:
                within[plan.area[square]] += 1
        for number, need in enumerate(needed(line, within)):
            if need:
                areas = ", ".join(n for a, n in enumerate(plan.area_names) if line.minimum_of[a] == number)
                words = f"{need} more {icon_words(line.icon).name} must lie in {areas}."
                found.append(Fault(words, "GH-021"))
    return found


def _impossible(board: Board, pairs: Pairs) -> list[Fault]:
    """What can't be reached in a whole hide (GH-034 to GH-036, GH-185)."""
    if not board.icons:
        return []
    plan = board.plan
    hide, blocked = board.hide_of(pairs)
    if plan.doors and blocked in plan.blocks and sealed(plan, blocked):
        return [Fault(f"Sealed off: {_names(plan, sealed(plan, blocked))}.", "GH-035", _bar(board, pairs))]
    found: list[Fault] = []
    for number, start in enumerate(plan.starts):
        reached = spread(plan, hide, blocked, start, 0)
        lost = lost_icons(plan, hide, reached)
        if lost:
            element = next((pair for pair in sorted(pairs) if pair[1] in lost), None)
            words = f"From {plan.names[start]} nobody can reach {_names(plan, lost)}."
            found.append(Fault(words, "GH-034", element))
        if not place_reached(plan, reached):
            found.append(Fault(f"From {plan.names[start]} nobody can reach the place of the goal.", "GH-185"))
        if not way_out(plan, hide, blocked, number, reached):
            found.append(Fault(f"From {plan.names[start]} there is no way out.", "GH-036", _bar(board, pairs)))
    return found


def _bar(board: Board, pairs: Pairs) -> tuple[int, int] | None:
    bars = range(board.icons, board.icons + board.bars)
    return next((pair for pair in sorted(pairs) if pair[0] in bars), None)


def _names(plan: Plan, squares: Sequence[int]) -> str:
    more = f" and {len(squares) - SHOWN} more" if len(squares) > SHOWN else ""
    return ", ".join(plan.names[square] for square in squares[:SHOWN]) + more


def barred(state: Hunt, seat: int, pairs: Pairs) -> dict[str, list[int]]:
    """For each kind of piece, the places where one more would be wrong as the draft stands (GH-040)."""
    board = Board(state, seat)
    found: dict[str, list[int]] = {}
    placed = {piece for piece, _ in pairs}
    known = _counted(board, pairs)
    reach = Reach(board, pairs) if board.plan.tied else None
    for piece, _, words in board.pieces():
        if words in found or piece in placed:
            continue
        places = [place for place, _, _ in board.places()]
        free = [place for place in places if not _wrong(board, pairs, (piece, place), known)]
        cut_off = reach.cut_off(piece, free) if reach else frozenset()
        found[words] = [place for place in places if place not in free or place in cut_off]
    return found


def _counted(board: Board, pairs: Pairs) -> int:
    """How many pieces too many there are on squares and in areas, whichever of them is held to be the one."""
    return len(_crowded(board, pairs)) + len(_over_caps(board, pairs))


def _wrong(board: Board, pairs: Pairs, pair: tuple[int, int], known: int) -> bool:
    """Whether one more piece there breaks a rule about places, slots or caps; so many are too many already."""
    more = [*pairs, pair]
    if _misplaced(board, pair) or _counted(board, more) > known:
        return True
    return any(fault.element == pair for fault in _too_early(board, more))


class Reach:
    """What can be reached in a draft where keys, drains or doorways tie squares together (GH-034, GH-040).

    Keys that are still to come count as held. As long as doorways are still to be blocked nothing is cut off yet.
    """

    def __init__(self, board: Board, pairs: Pairs) -> None:
        self.board = board
        self.pairs = pairs
        self.hide, self.blocked = board.hide_of(pairs)
        self.bars = sum(board.icons <= piece < board.icons + board.bars for piece, _ in pairs)

    def cut_off(self, piece: int, places: Sequence[int]) -> frozenset[int]:
        """Those of the places, free for that piece, where it would lie out of reach or cut something off."""
        board, plan = self.board, self.board.plan
        line = board.line_of(piece)
        if self.bars + (line is None) < board.bars or not self.sound(self.hide, self.blocked):
            return frozenset()
        if line is None or (line.slot == OBSTACLE and plan.drains[line.kind]):
            after = {place: board.hide_of([*self.pairs, (piece, place)]) for place in places}
            return frozenset(place for place in places if not self.sound(*after[place]))
        held = self.held(self.hide)
        if line.opens and self.count(self.hide, line) + 1 == line.count:
            held &= ~(1 << int(line.opens))  # it must be found without the doors that it opens (GH-037)
        reached = [spread(plan, self.hide, self.blocked, start, held) for start in plan.starts]
        return frozenset(p for p in places if p < board.squares and not all(one[p] for one in reached))

    def sound(self, hide: list[int], blocked: int) -> bool:
        """Whether all icons are reached from every start."""
        plan, held = self.board.plan, self.held(hide)
        return all(not lost_icons(plan, hide, spread(plan, hide, blocked, start, held)) for start in plan.starts)

    def held(self, hide: list[int]) -> int:
        """The locks whose keys are still to come, as bits."""
        lines = self.board.plan.lines
        return sum(1 << int(line.opens) for line in lines if line.opens and self.count(hide, line) < line.count)

    @staticmethod
    def count(hide: list[int], line: Line) -> int:
        """How many icons of a line lie somewhere."""
        return sum(1 for content in hide if content >> SLOT_BITS * line.slot & SLOT_MASK == line.kind)

"""Hiding as a draft: icons, bars and weak spots put on squares, doorways and areas in any order (GH-018 to GH-040).

Pieces are numbered through: icons in the order of the briefing, then the bars for doorways, then weak spots in the
order of the foes. Places likewise: squares, then doorways, then the six areas of a foe's figure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from witchboard.engine.choice import Draft, Fault
from witchboard.engine.play import asked
from witchboard.engine.stream import Stream

from .picture import ids
from .rules.hiding import Hide, line_at
from .rules.legality import legal, lost_icons, place_reached, sealed, spread, way_out
from .rules.lots import Lot, needed
from .rules.scattering import doorways
from .state import SECRET, Hunt
from .tables import AREAS, SLOT_BITS, SLOT_MASK, Line, Plan
from .words.icons import icon_words
from .words.seats import seat_title

Pairs: TypeAlias = Sequence[tuple[int, int]]
BAR, SPOT = "bar", "weak spot"
SLOTS = ("item", "foe", "obstacle")
SHOWN = 6  # squares named in one fault


class Board:
    """What a seat may compose in its position, and how pieces and places are numbered."""

    def __init__(self, state: Hunt, seat: int) -> None:
        plan = state.plan
        self.plan = plan
        self.own = state.hides == SECRET
        self.icons = int(plan.icons) if self.own else 0
        self.bars = int(plan.blocked) if self.own else 0
        self.spots = int(plan.fights) if state.preset else 0
        self.squares = int(plan.squares)
        self.doors = len(plan.doors)
        self.given = [int(answer) for answer in state.answers[seat]]
        self.first_set = int(state.box.squares)
        self.first_area = int(state.box.squares + state.box.sets)

    def pieces(self) -> list[tuple[int, str, str]]:
        """The pieces that are still to be put somewhere."""
        found = []
        for piece in range(self.icons):
            line = line_at(self.plan, piece)
            assert line is not None
            found.append((piece, ids.piece(piece), icon_words(line.icon).name))
        bars = range(self.icons, self.icons + self.bars)
        spots = range(self.icons + self.bars, self.icons + self.bars + self.spots)
        found += [(piece, ids.bolt(piece - self.icons), BAR) for piece in bars]
        found += [(piece, f"spot-{piece - self.icons - self.bars}", SPOT) for piece in spots]
        return found[self.answered() :]

    def answered(self) -> int:
        """How many pieces the answers so far have placed."""
        given = len(self.given)
        if given <= self.icons or not self.bars:
            return given
        return given - 1 + self.bars

    def places(self) -> list[tuple[int, str, str]]:
        """The places there are."""
        plan = self.plan
        found = []
        if self.icons:
            squares = [square for square in range(self.squares) if plan.enterable[square]]
            found += [(square, ids.hide_square(plan.names[square]), plan.names[square]) for square in squares]
        if self.bars:
            doors = enumerate(plan.door_names)
            found += [(self.squares + door, ids.edge(door), name) for door, name in doors]
        if self.spots:
            first = self.squares + self.doors
            found += [(first + area, ids.aim(area + 1), f"area {area + 1}") for area in range(AREAS)]
        return found

    def line_of(self, piece: int) -> Line | None:
        """The line of an icon; None for a bar or a weak spot."""
        return line_at(self.plan, piece) if piece < self.icons else None

    def everything(self, pairs: Pairs) -> list[tuple[int, int]]:
        """The pairs with the answers that stand before them, in the order of the pieces."""
        done = [(piece, square) for piece, square in enumerate(self.given[: self.icons])]
        return [*done, *sorted(pairs)]


def draft(state: Hunt, seat: int) -> Draft | None:
    """What the seat may compose, while it hides."""
    if seat not in asked(state) or not isinstance(state.stack[-1], Hide):
        return None
    board = Board(state, seat)
    icons = {line.icon for line in board.plan.lines}
    signs = tuple((icon_words(icon).name, f"gh-icon-{icon}") for icon in sorted(icons))
    signs = (*signs, (BAR, "gh-grate-blocked"))
    return Draft(tuple(board.pieces()), tuple(board.places()), signs, _asking(state, seat, board))


def _asking(state: Hunt, seat: int, board: Board) -> str:
    """What is asked of the whole set-up."""
    if not board.icons:
        return "Fix the weak spot of every foe."
    explorer = (seat + 1) % int(state.seats)
    bars = " Bar the doorways too." if board.bars else ""
    return f"Hide all this where {seat_title(explorer)} will walk.{bars}"


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
        if line is None and place >= board.squares + board.doors:
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


def hide_of(board: Board, pairs: Pairs) -> tuple[list[int], int]:
    """What lies where, and the doorways that are blocked, as bits."""
    hide = [0] * board.squares
    blocked = 0
    for piece, place in board.everything(pairs):
        line = board.line_of(piece)
        if line is not None:
            hide[place] |= line.bits
        elif place < board.squares + board.doors:
            blocked |= 1 << place - board.squares
    return hide, blocked


def _short(board: Board, pairs: Pairs) -> list[Fault]:
    """Too few of an icon in a set of areas (GH-021)."""
    if not board.icons:
        return []
    plan, found = board.plan, []
    hide, _ = hide_of(board, pairs)
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
    hide, blocked = hide_of(board, pairs)
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
    pieces = board.pieces()
    found: dict[str, list[int]] = {}
    placed = {piece for piece, _ in pairs}
    for piece, _, words in pieces:
        if words in found or piece in placed:
            continue
        found[words] = [place for place, _, _ in board.places() if _wrong(state, board, pairs, (piece, place))]
    return found


def _wrong(state: Hunt, board: Board, pairs: Pairs, pair: tuple[int, int]) -> bool:
    """Whether one more piece there breaks a rule, what can't be reached among them."""
    more = [*pairs, pair]
    if _misplaced(board, pair) or any(fault.element == pair for fault in _crowded(board, more)):
        return True
    if any(fault.element == pair for fault in [*_over_caps(board, more), *_too_early(board, more)]):
        return True
    bars = sum(board.icons <= piece < board.icons + board.bars for piece, _ in more)
    if not board.plan.tied or bars < board.bars:
        return False
    before, after = hide_of(board, pairs), hide_of(board, more)
    return _keyless(board.plan, before) and not _keyless(board.plan, after)


def _keyless(plan: Plan, hide: tuple[list[int], int]) -> bool:
    """Whether all icons are reached, whatever keys are still to come."""
    content, blocked = hide
    held = 0
    for line in plan.lines:
        there = [c for c in content if c >> SLOT_BITS * line.slot & SLOT_MASK == line.kind]
        if line.opens and len(there) < line.count:
            held |= 1 << line.opens
    return all(not lost_icons(plan, content, spread(plan, content, blocked, start, held)) for start in plan.starts)


def fill(state: Hunt, seat: int, pairs: Pairs, drawn: Stream, tries: int = 400) -> list[tuple[int, int]] | None:
    """The pairs and a random legal rest (GH-031); None if the pairs have faults, or none was found."""
    if faults(state, seat, pairs, False):
        return None
    board = Board(state, seat)
    start = _lot(board, pairs)
    placed = {piece for piece, _ in pairs}
    bars = [place - board.squares for piece, place in pairs if board.icons <= piece < board.icons + board.bars]
    spots = [piece for piece, _, words in board.pieces() if words == SPOT and piece not in placed]
    for _ in range(tries):
        lot = start.copy()
        if board.icons and not lot.fill(drawn):
            continue
        blocked = _some_set(board, bars, drawn)
        if board.icons and (blocked is None or not legal(board.plan, lot.hide, blocked)):
            continue
        found = _paired(board, pairs, lot, blocked or 0)
        first = board.squares + board.doors
        return found + [(piece, first + int(drawn.below(AREAS))) for piece in spots]
    return None


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


def line(state: Hunt, seat: int, pairs: Pairs) -> tuple[int, ...]:
    """A whole draft as options in canonical order: each line of the briefing ascending, then the set of doorways."""
    board = Board(state, seat)
    plan = board.plan
    options: list[int] = []
    for one in plan.lines if board.icons else ():
        own = range(int(one.first), int(one.first + one.count))
        options += sorted(place for piece, place in pairs if piece in own)
    _, blocked = hide_of(board, pairs)
    if board.bars and len(board.given) <= board.icons:
        options.append(board.first_set + plan.blocks.index(blocked))
    spots = [(piece, place) for piece, place in pairs if piece >= board.icons + board.bars]
    first = board.squares + board.doors
    return (*options, *(board.first_area + place - first for _, place in sorted(spots)))


def counts(state: Hunt, seat: int, pairs: Pairs) -> list[tuple[str, int, int]]:
    """What is counted while the seat composes: each icon, then each building that a cap is near (GH-020, GH-040)."""
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

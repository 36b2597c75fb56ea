"""What a seat may compose while it hides, and how pieces and places are numbered (GH-018 to GH-040).

Pieces are numbered through: icons in the order of the briefing, then the bars for doorways, then weak spots in the
order of the foes. Places likewise: squares, then doorways, then the six areas of a foe's figure.
"""

from __future__ import annotations

from witchboard.engine.drafting import Pairs

from .picture import ids
from .rules.hiding import line_at
from .state import SECRET, Hunt
from .tables import AREAS, Line
from .words.icons import icon_words

BAR, SPOT = "bar", "weak spot"


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

    def hide_of(self, pairs: Pairs) -> tuple[list[int], int]:
        """What lies where, and the doorways that are blocked, as bits."""
        hide = [0] * self.squares
        blocked = 0
        for piece, place in self.everything(pairs):
            line = self.line_of(piece)
            if line is not None:
                hide[place] |= line.bits
            elif place < self.squares + self.doors:
                blocked |= 1 << place - self.squares
        return hide, blocked

    def is_bar(self, piece: int) -> bool:
        """Whether the piece goes before a doorway."""
        return self.icons <= piece < self.icons + self.bars

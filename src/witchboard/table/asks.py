"""What a table asks of whom, as the page takes it: questions, choices, undo, the end."""

from __future__ import annotations

from collections.abc import Sequence

from witchboard.engine import play
from witchboard.engine.choice import Choice
from witchboard.engine.errors import WitchboardError

from . import words
from .sights import undoable, waiting_for
from .table import Table


class Asks:
    """The questions of a table. What was worked out for a question is kept while it stands."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._kept: dict[int, tuple[int, int, dict[str, object]]] = {}

    def asked(self, seat: int) -> bool:
        """Whether that seat is asked, as far as others may know."""
        line = self.table.line
        together = play.asked(line.state)
        return seat in together and self.table.seating.end is None

    def open(self, seat: int) -> bool:
        """Whether a person is asked on that seat."""
        return self.asked(seat) and self.table.seating.sitters[seat].kind == "person"

    def of(self, seat: int) -> dict[str, object]:
        """What that seat is asked."""
        line = self.table.line
        number, entries = line.questions[seat], len(line.entries)
        kept = self._kept.get(seat)
        if kept is None or kept[:2] != (number, entries):
            kept = self._kept[seat] = (number, entries, self._make(seat, number))
        return kept[2]

    def _make(self, seat: int, number: int) -> dict[str, object]:
        line, game = self.table.line, self.table.game
        question = game.question(line.state, seat)
        choices = game.choices(line.state, seat)
        found = [choice_of(choice) for choice in choices]
        found += [choice_of(choice) for choice in game.courses(line.state, seat)]
        step = play.decision(line.state, seat)
        return {
            "seat": seat,
            "q": number,
            "words": question.words,
            "rule": question.rule,
            "kind": question.kind,
            "tip": game.front.tips.get(question.kind, ""),
            "banner": "Your turn" if len(self._mine(seat)) < 2 else f"{self._name(seat)}'s turn",
            "choices": found,
            "undo": self.undo(seat),
            "close": len(choices) - 1 if step.closing else None,
        }

    def _mine(self, seat: int) -> list[int]:
        """The seats of the person who plays that seat."""
        sitters = self.table.seating.sitters
        return [
            other for other, sitter in enumerate(sitters) if sitter.holder and sitter.holder == sitters[seat].holder
        ]

    def _name(self, seat: int) -> str:
        return self.table.game.seat_name(self.table.line.state, seat).capitalize()

    def undo(self, seat: int) -> dict[str, object]:
        """What the Undo button takes back, or why it can't."""
        found = undoable(self.table.line, seat)
        return {"can": not found.barred, "words": found.barred or found.words}

    def waiting(self, seats: Sequence[int]) -> str:
        """For whom those seats wait; "" if one of them is asked or the game is over."""
        if self.table.seating.end or any(self.open(seat) for seat in seats):
            return ""
        asked = self.table.line.asked
        bots = [seat for seat in asked if self.table.seating.sitters[seat].kind == "bot"]
        if len(asked) == 1 and bots:
            return f"{words.name(self.table.seating, self.table.line, bots[0])} is thinking."
        return waiting_for(self.table.line, self.table.seating)

    def outcome(self, seats: Sequence[int]) -> dict[str, object] | None:
        """How the game has ended, for a person of these seats."""
        end = self.table.seating.end
        if end is None:
            return None
        won = [end.won[seat] for seat in seats] or list(end.won)
        return {
            "words": end.words,
            "won": any(won) if seats or len(set(end.won)) == 1 else None,
            "sources": end.sources,
            "scores": self._scores(end.scores),
        }

    def _scores(self, scores: Sequence[int]) -> list[tuple[str, int, list[tuple[str, int]]]]:
        if len(set(scores)) <= 1:
            return [("Score", scores[0], [])] if scores else []
        return [(words.name(self.table.seating, self.table.line, seat), score, []) for seat, score in enumerate(scores)]

    def why_not(self, seat: int, element: str) -> tuple[str, str]:
        """Why a click on that element chooses nothing now: words and rule."""
        line, game = self.table.line, self.table.game
        if not self.asked(seat):
            return self.waiting([seat]) or "The game is over.", ""
        step = play.decision(line.state, seat)
        for option in range(step.span(line.state.content)):
            try:
                targets = game.choice(line.state, seat, option).targets
                if element in targets and not step.legal(line.state, seat, option):
                    return game.why_not(line.state, seat, option)
            except (LookupError, WitchboardError, ValueError):  # an option that means nothing in this position
                continue
        question = game.question(line.state, seat)
        return f"That is nothing to choose now. {question.words}", question.rule


def choice_of(choice: Choice) -> dict[str, object]:
    """A choice as the page takes it; what is empty is left out."""
    found: dict[str, object] = {"line": choice.line, "text": choice.text, "words": choice.words, "rule": choice.rule}
    if choice.targets:
        found["targets"] = choice.targets
    if choice.weighty:
        found["weighty"] = True
    if choice.extra:
        found["extra"] = True
    if choice.forecast:
        found["forecast"] = choice.forecast.odds
    if choice.course:
        found["course"] = choice.course
    return found

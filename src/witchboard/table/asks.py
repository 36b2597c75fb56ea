"""What a table asks of whom, as the page takes it: questions, choices, undo, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from witchboard.engine import play
from witchboard.engine.choice import Choice
from witchboard.engine.entries import End
from witchboard.engine.game import ALL
from witchboard.engine.state import State
from witchboard.engine.steps import Simultaneous

from . import words
from .drafts import Drafts
from .sights import undoable, waiting_for
from .table import Table
from .windows import Windows


def signed(count: int) -> str:
    """A number as people write it, with a true minus sign."""
    return f"{count}".replace("-", "−")


class Asks:
    """The questions of a table. What was worked out for a question is kept while it stands."""

    def __init__(self, table: Table, windows: Windows, drafts: Drafts, called: Callable[[], words.Called]) -> None:
        self.table = table
        self.windows = windows
        self.drafts = drafts
        self.called = called
        self._kept: dict[int, tuple[object, dict[str, object]]] = {}

    @property
    def together(self) -> bool:
        """Whether several seats answer at once, each unseen by the others."""
        stack = self.table.line.state.stack
        return bool(stack) and isinstance(stack[-1], Simultaneous) and not stack[-1].readiness

    def asked(self, seat: int) -> bool:
        """Whether the rules ask that seat now, and no bot answers in its place."""
        state = self.table.line.state
        return self.table.seating.end is None and seat in play.asked(state) and not play.deputy(state)

    def seems_asked(self, seat: int, own: bool) -> bool:
        """Whether that seat is asked, as far as the others may know."""
        if self.together and not own:
            return self.table.seating.end is None
        return self.asked(seat)

    def open(self, seat: int) -> bool:
        """Whether a person on that seat has something to decide."""
        if self.table.seating.sitters[seat].kind != "person" or self.table.seating.end:
            return False
        return self.windows.wants(seat) if self.windows.open else self.asked(seat)

    def of(self, seat: int, now: int) -> dict[str, object]:
        """What that seat is asked."""
        window = self.windows.open
        number = self.windows.question(seat) if window else self.table.line.questions[seat]
        key = (number, len(self.table.line.entries), window and window.number)
        kept = self._kept.get(seat)
        if kept is None or kept[0] != key:
            state = self.windows.state(seat) if window else self.table.line.state
            kept = self._kept[seat] = (key, self._make(state, seat, number))
        found = {**kept[1], "undo": self.undo(seat)}
        if window:
            found["window"] = self.windows.strip(seat, now)
        else:
            self._add_draft(found, seat, number)
        return found

    def plain(self, said: str) -> str:
        """Words of the game with the seats called by their people's names."""
        return self.called().plain(said)

    def _to(self, seat: int, said: str) -> str:
        """A question to that seat; who has no other isn't called by his name."""
        title = f"{words.title_of(self.table.line, seat)}: "
        if said.startswith(title) and len(self._mine(seat)) < 2:
            said = said[len(title) :]
            return self.plain(said[:1].upper() + said[1:])
        return self.plain(said)

    def _make(self, state: State, seat: int, number: int) -> dict[str, object]:
        game = self.table.game
        question = game.question(state, seat)
        choices = game.choices(state, seat)
        found = [self._choice(choice) for choice in [*choices, *game.courses(state, seat)]]
        step = play.decision(state, seat)
        return {
            "seat": seat,
            "q": number,
            "words": self._to(seat, question.words),
            "rule": question.rule,
            "kind": question.kind,
            "tip": game.front.tips.get(question.kind, ""),
            "banner": "Your turn" if len(self._mine(seat)) < 2 else f"{self.called().names[seat]}'s turn",
            "choices": found,
            "close": len(choices) - 1 if step.closing else None,
            "ways": game.ways(state, seat),
        }

    def way(self, seat: int, over: Sequence[str]) -> dict[str, object]:
        """The course that a drawn way comes to. Raises `IllegalError`."""
        return self._choice(self.table.game.way(self.table.line.state, seat, over))

    def _add_draft(self, found: dict[str, object], seat: int, number: int) -> None:
        state = self.table.line.state
        draft = self.table.game.draft(state, seat)
        if draft is not None:
            found["words"] = self.plain(draft.question) or found["words"]
            found["draft"] = self.drafts.message(state, seat, draft, self.drafts.pairs(seat, number))

    def _mine(self, seat: int) -> list[int]:
        """The seats of the person who plays that seat."""
        sitters = self.table.seating.sitters
        return [
            other for other, sitter in enumerate(sitters) if sitter.holder and sitter.holder == sitters[seat].holder
        ]

    def undo(self, seat: int) -> dict[str, object]:
        """What the Undo button takes back, or why it can't."""
        if self.windows.is_held(seat):
            return {"can": True, "words": "the answer you gave ahead"}
        found = undoable(self.table.line, seat)
        return {"can": not found.barred, "words": self.plain(found.barred or found.words)}

    def waiting(self, seats: Sequence[int]) -> str:
        """For whom those seats wait; "" if one of them is asked or the game is over."""
        if self.table.seating.end or any(self.open(seat) for seat in seats):
            return ""
        asked = self.table.line.asked
        mine = [seat for seat in seats if seat in asked]
        if self.windows.open and mine:
            return "Your pass stands." if self.windows.passes(mine[0]) else "You have nothing to answer with."
        bots = [seat for seat in asked if self.table.seating.sitters[seat].kind == "bot"]
        if len(asked) == 1 and bots and not self.together and not self.windows.open:
            return f"{self.called().names[bots[0]]} is thinking."
        return waiting_for(self.table.line, self.table.seating)

    def outcome(self, seats: Sequence[int]) -> dict[str, object] | None:
        """How the game has ended, for a person of these seats."""
        end = self.table.seating.end
        if end is None:
            return None
        won = [end.won[seat] for seat in seats] or list(end.won)
        return {
            "words": self.plain(end.words),
            "won": any(won) if seats or len(set(end.won)) == 1 else None,
            "sources": [(name[:1].upper() + name[1:], signed(count)) for name, count in end.sources],
            "scores": self._scores(end),
            "facts": self._facts(),
        }

    def _facts(self) -> list[tuple[str, str]]:
        """Key figures of a game that has ended."""
        game, line = self.table.game, self.table.line
        rounds = game.round(game.sight(line.state, ALL))
        chosen = sum(1 for act in line.acts if act.seat >= 0)
        figures = [*game.figures(line.state), ("Choices made", (chosen,))]
        head = [("Rounds", signed(rounds))] if rounds else []
        if any(len(counts) > 1 for _, counts in figures):
            head = [("Players", " · ".join(self.called().names))]
        return head + [(name, " · ".join(map(signed, counts))) for name, counts in figures]

    def _scores(self, end: End) -> list[tuple[str, str, list[tuple[str, str]]]]:
        scores = end.scores
        if not end.sources and len(scores) > 1 and set(scores) <= {-1, 0, 1}:
            return []  # won, drawn or lost: the words say so
        if len(set(scores)) <= 1:
            return [("Score", signed(scores[0]), [])] if scores else []
        return [(name, signed(score), []) for name, score in zip(self.called().names, scores, strict=True)]

    def why_not(self, seat: int, element: str) -> tuple[str, str]:
        """Why a click on that element chooses nothing now: words and rule."""
        game = self.table.game
        if not self.open(seat):
            return self.waiting([seat]) or "The game is over.", ""
        state = self.windows.state(seat) if self.windows.open else self.table.line.state
        step = play.decision(state, seat)
        for option in game.aimed(state, seat, element):
            if not step.legal(state, seat, option):
                barred, rule = game.why_not(state, seat, option)
                return self.plain(barred), rule
        question = game.question(state, seat)
        return self.plain(f"That is nothing to choose now. {question.words}"), question.rule

    def _choice(self, choice: Choice) -> dict[str, object]:
        """A choice as the page takes it; what is empty is left out."""
        said = self.plain(choice.words)
        found: dict[str, object] = {"line": choice.line, "text": choice.text, "words": said, "rule": choice.rule}
        if choice.targets:
            found["targets"] = choice.targets
        if choice.weighty:
            found["weighty"] = True
        if choice.extra:
            found["extra"] = True
        if choice.forecast:
            found["forecast"] = [(self.plain(name), odds) for name, odds in choice.forecast.odds]
        if choice.course:
            found["course"] = self.plain(choice.course)
        if choice.via:
            found["via"] = choice.via
        return found

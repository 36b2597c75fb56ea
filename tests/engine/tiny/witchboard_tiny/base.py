"""What the tiny games share: content of a few numbers, a state of flat lists, and a `Game` that speaks for itself."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import ClassVar, TypeVar

from witchboard.engine.choice import Choice, Question
from witchboard.engine.content import ContentError, Value
from witchboard.engine.front import Front, Opening, Pencil
from witchboard.engine.game import Event, Game, Show
from witchboard.engine.picture import Picture
from witchboard.engine.play import decision
from witchboard.engine.position import Codec, Json
from witchboard.engine.state import Content, State, Step
from witchboard.engine.steps import Decision

from .drawing import Piece, drawn

T = TypeVar("T", bound="TinyState")


class Printed(Content):
    """What the box of a tiny game prints: some numbers by name."""

    def __init__(self, key: str, numbers: Mapping[str, int]) -> None:
        text = json.dumps([key, dict(numbers)], sort_keys=True)
        super().__init__(hashlib.sha256(text.encode()).hexdigest()[:12])
        self.numbers = dict(numbers)


class TinyState(State):
    """Whole numbers and flat lists of them."""

    content: Printed

    def __init__(self, content: Printed) -> None:
        super().__init__(content)
        self.players = 0
        self.clear()

    def clear(self) -> None:
        """Give every field but `players` its value before the game begins."""
        raise NotImplementedError

    def clone(self: T) -> T:
        other = type(self)(self.content)
        for field in type(self).FIELDS:
            value = getattr(self, field)
            setattr(other, field, value.copy() if isinstance(value, list) else value)
        other.stack = self.stack.copy()
        other.retractable = self.retractable
        return other


class TinyGame(Game[T]):
    """A game told in plain words.

    `numbers` are what its box prints, `questions` what each kind of decision asks, `words` how each kind of event is
    told: a format of the event's values.
    """

    rules_version: ClassVar[str] = "1"
    schema: ClassVar[int] = 1
    front: ClassVar[Front] = Front(
        kind="tiny",
        weight=1,
        minutes=2,
        line="A game for tests.",
        how=("It is tiny.", "It is for tests.", "One plays.", "One wins.", "One loses."),
        openings=(Opening(2, {}, ("", "random"), "against a bot"),),
        phrases=("Hm.", "Well played!"),
        pencil=Pencil(r"[\w-]+", (("?", "perhaps"), ("x", "not there"))),
    )
    numbers: ClassVar[Mapping[str, int]] = {}
    questions: ClassVar[Mapping[str, str]]
    words: ClassVar[Mapping[str, str]]
    rules_text: ClassVar[str]
    state_type: ClassVar[type[TinyState]]

    def __init__(self, fields: Mapping[str, Codec], steps: list[type[Step]], changes: Mapping[str, int]) -> None:
        self.printed = Printed(self.key, {**self.numbers, **changes})
        self.changes = dict(changes)
        self.content_digest = self.printed.digest
        self.fields = fields
        self.steps = {step.__name__: step for step in steps}

    def fresh(self) -> T:
        return self.state_type(self.printed)  # type: ignore[return-value]  # state_type is T's own class

    def with_content(self, changes: Mapping[str, Value]) -> TinyGame[T]:
        numbers = dict(self.printed.numbers)
        for key, value in changes.items():
            if key not in numbers or not isinstance(value, int):
                raise ContentError(f"{self.key}: expected a whole number for one of {', '.join(numbers)}, got {key}")
            numbers[key] = value
        return type(self)(numbers)  # type: ignore[call-arg, arg-type]  # each game's own __init__

    def question(self, state: T, seat: int) -> Question:
        step = decision(state, seat)
        return Question(self.questions[type(step).__name__], step.rule, type(step).__name__)

    def choice(self, state: T, seat: int, option: int) -> Choice:
        step = decision(state, seat)
        text = step.text(state, option)
        return Choice((option,), text, text.capitalize(), step.rule, self.targets(state, seat, step, option))

    def targets(self, state: T, seat: int, step: Decision[State], option: int) -> tuple[str, ...]:
        """The ids of what one would click for that option."""
        return ()

    def tell(self, state: T, event: Event, observer: int) -> str:
        return self.words[event.kind].format(*event.values)

    def seat_name(self, state: T, seat: int) -> str:
        return f"seat {seat + 1}"

    def picture(self, sight: object, show: Show) -> Picture:
        assert isinstance(sight, dict)
        return drawn(self.title, self.pieces(sight), show.layout)

    def pieces(self, sight: Mapping[str, Json]) -> list[Piece]:
        """The things in the picture of a view."""
        return [(key, 0, row, json.dumps(value)) for row, (key, value) in enumerate(sight.items())]

    def rules(self) -> str:
        return self.rules_text

    def text(self, state: T, observer: int, width: int = 80) -> str:
        view = self.view(state, observer)
        assert isinstance(view, dict)
        lines = [f"{key}: {json.dumps(value)}" for key, value in view.items()]
        return "\n".join(line[: width - 1] + "…" if len(line) > width else line for line in lines)


def numbers(data: Json) -> list[int]:
    """A list of whole numbers out of JSON."""
    assert isinstance(data, list)
    return [number for number in data if isinstance(number, int)]


def whole(data: Json) -> int:
    """A whole number out of JSON."""
    assert isinstance(data, int)
    return data

"""A position played on by a written script: lines of choices, claims and answers of chance. Interpreted only."""

from __future__ import annotations

import re
from collections.abc import Iterable

from . import play
from .errors import IllegalError, WitchboardError
from .game import ALL, PUBLIC, Event, Game
from .state import EVERYONE, State, Watch
from .steps import Chance, Simultaneous
from .stream import Stream, stream


class ScriptError(ValueError):
    """A line that can't be played, or something expected that doesn't hold. Says what was given and what is possible."""


class Listener(Watch):
    """Keeps the events since the latest entry, with their words for some observers as they stood at that moment."""

    def __init__(self, game: Game[State], observers: Iterable[int]) -> None:
        self.game = game
        self.observers = tuple(observers)
        self.heard: list[tuple[Event, dict[int, str]]] = []

    def tell(
        self, state: State, kind: str, values: tuple[int, ...] = (), audience: int = EVERYONE, reveals: bool = False
    ) -> None:
        event = Event(kind, tuple([int(value) for value in values]), audience, reveals)
        words = {one: self.game.tell(state, event, one) for one in self.observers if event.heard_by(one)}
        self.heard.append((event, words))


class Playing:
    """One position under a script. `undoable` are the seats that may take their latest choice back."""

    def __init__(
        self, game: Game[State], state: State, players: int, seed: int | None = None, observers: Iterable[str] = ()
    ) -> None:
        self.game = game
        self.state = state
        self.players = players
        self.undoable: set[int] = set()
        self.stream: Stream | None = None if seed is None else stream(seed, "vector")
        self.listener = Listener(game, [])
        self.listener.observers = tuple([self.observer(name) for name in observers])
        play.advance(state, self.listener)
        self._count()

    # Names

    def seats(self) -> dict[str, int]:
        """The seats by the names a script may call them."""
        numbered = {f"seat {seat + 1}": seat for seat in range(self.players)}
        return {**numbered, **self.game.seats(self.state, self.players)}

    def seat(self, name: str) -> int:
        """The seat of that name."""
        seats = self.seats()
        if name not in seats:
            raise ScriptError(f"there is no seat {name!r}: expected one of {', '.join(seats)}")
        return seats[name]

    def observer(self, name: str) -> int:
        """A seat, "public" or "all"."""
        return {"public": PUBLIC, "": PUBLIC, "all": ALL}[name] if name in ("public", "", "all") else self.seat(name)

    def seat_name(self, seat: int) -> str:
        """How a script calls a seat."""
        return self.game.seat_name(self.state, seat)

    def now(self) -> str:
        """Who is asked now and what is possible, in words for an error."""
        chance = play.chance(self.state)
        if chance is not None:
            return f"chance is asked: {chance.label}"
        seats = play.asked(self.state)
        if not seats:
            return "the game is over"
        return "; ".join(f"{self.seat_name(seat)} may: {' | '.join(self.texts(seat))}" for seat in seats)

    def texts(self, seat: int) -> list[str]:
        """What that seat may choose now."""
        step = play.decision(self.state, seat)
        return [step.text(self.state, option) for option in step.options(self.state, seat)]

    def outcomes(self) -> dict[str, int]:
        """What chance may answer now, with the weights."""
        step = play.chance(self.state)
        if step is None:
            raise ScriptError(f"chance is not asked: {self.now()}")
        weights = step.weights(self.state) or [1] * step.outcomes(self.state)
        return {step.text(self.state, outcome): weight for outcome, weight in enumerate(weights) if weight}

    # Entries

    def enter(self, line: str) -> None:
        """Play one line: "SEAT: choice", "SEAT: claim …" or "LABEL: outcome"."""
        head, colon, rest = line.partition(":")
        head, rest = head.strip(), rest.strip()
        if not colon:
            raise ScriptError("expected 'SEAT: choice' or 'LABEL: outcome'")
        to_seat = head in self.seats()
        if to_seat:
            self.draw()
        try:
            if to_seat:
                self._choose(self.seat(head), rest)
            else:
                self._answer(head, line)
        except WitchboardError as error:
            raise ScriptError(f"{error}; {self.now()}" if isinstance(error, IllegalError) else str(error)) from error
        self._count()

    def draw(self) -> None:
        """With a seed: answer chance until a seat is asked."""
        while self.stream is not None and (step := play.chance(self.state)) is not None:
            weights = step.weights(self.state)
            count = step.outcomes(self.state)
            outcome = self.stream.below(count) if weights is None else self.stream.pick(weights)
            self._settle(step, int(outcome))

    def _choose(self, seat: int, text: str) -> None:
        if play.chance(self.state) is not None:
            raise ScriptError(f"{self.now()}; script says a choice of {self.seat_name(seat)}")
        play.decision(self.state, seat)
        step = self.state.stack[-1]
        if re.match(r"claim\b", text):
            claimed = claim_of(text)
            self.listener.heard.clear()
            play.claim(self.state, seat, claimed, self.listener)
        else:
            option = self.game.parse_option(self.state, seat, text)
            self.listener.heard.clear()
            play.choose(self.state, seat, option, self.listener)
        self._mark_undo(seat, isinstance(step, Simultaneous) and step in self.state.stack[-1:])

    def _mark_undo(self, seat: int, still_open: bool) -> None:
        """A choice can be taken back until chance answers, another seat is asked, or something hidden is shown."""
        shown = any(event.reveals and event.heard_by(seat) for event, _ in self.listener.heard)
        if still_open:
            self.undoable.discard(seat)
        else:
            self.undoable.clear()
            shown = shown or self.state.over or not set(play.asked(self.state)) <= {seat}
        if not shown:
            self.undoable.add(seat)

    def _answer(self, label: str, line: str) -> None:
        step = play.chance(self.state)
        if step is None:
            if not self.state.over and not self._known_label(label):
                raise ScriptError(f"{label!r} is neither a seat nor a question to chance; {self.now()}")
            raise ScriptError(f"chance is not asked; {self.now()}")
        if label != step.label:
            raise ScriptError(f"{self.now()}; script says {label!r}")
        self._settle(step, self.game.parse_outcome(self.state, line))

    def _known_label(self, label: str) -> bool:
        return any(issubclass(step, Chance) and step.label == label for step in self.game.steps.values())

    def _settle(self, step: Chance[State], outcome: int) -> None:
        self.listener.heard.clear()
        play.answer(self.state, outcome, self.listener)
        self.undoable.clear()

    def _count(self) -> None:
        """The pieces must add up after every entry."""
        faults = self.game.faults(self.state)
        if faults:
            raise ScriptError("the pieces don't add up: " + "; ".join(faults))


def claim_of(text: str) -> tuple[tuple[int, int, int], ...]:
    """A claim from its text: "claim MODE ITEM MILLISECONDS, MODE ITEM MILLISECONDS"; "claim" alone claims nothing."""
    body = text.removeprefix("claim").strip()
    claims: list[tuple[int, int, int]] = []
    for part in filter(None, body.split(",")):
        numbers = part.split()
        if len(numbers) != 3 or not all(re.fullmatch(r"-?\d+", number) for number in numbers):
            raise ScriptError(f"{text!r}: expected 'claim MODE ITEM MILLISECONDS, …' in whole numbers")
        claims.append((int(numbers[0]), int(numbers[1]), int(numbers[2])))
    return tuple(claims)

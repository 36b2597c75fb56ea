"""A position played on by a written script: lines of choices, claims and answers of chance. Interpreted only."""

from __future__ import annotations

import re
from collections.abc import Iterable

from . import play
from .acts import Act, Listener, Told
from .dealers import SeededDealer
from .entries import Claimed, Header
from .errors import IllegalError, WitchboardError
from .game import ALL, PUBLIC, Game
from .line import Line
from .state import State
from .steps import Chance
from .stream import stream


class ScriptError(WitchboardError):
    """A line that can't be played, or something expected that doesn't hold: what was given, what is possible."""


class Playing:
    """A line of play under a script. `told` is what has happened since the latest line of the script."""

    def __init__(
        self, game: Game[State], header: Header, state: State, seed: int | None = None, observers: Iterable[str] = ()
    ) -> None:
        self.game = game
        self.header = header
        self.line = Line(game, header, state)
        self.line.observers = [self.observer(name) for name in observers]
        self.dealer = None if seed is None else SeededDealer(stream(seed, "vector"))
        listener = Listener(game, self.line.observers)
        play.advance(state, listener)
        self.told: tuple[Told, ...] = tuple(listener.told)
        self._count()

    @property
    def state(self) -> State:
        """The position now."""
        return self.line.state

    # Names

    def seats(self) -> dict[str, int]:
        """The seats by the names a script may call them."""
        numbered = {f"seat {seat + 1}": seat for seat in range(self.header.players)}
        return {**numbered, **self.game.seats(self.state, self.header.players)}

    def seat(self, name: str) -> int:
        """The seat of that name."""
        seats = self.seats()
        if name not in seats:
            raise ScriptError(f"there is no seat {name!r}: expected one of {', '.join(seats)}")
        return seats[name]

    def observer(self, name: str) -> int:
        """A seat, "public" or "all"; without a name the public."""
        return {"": PUBLIC, "public": PUBLIC, "all": ALL}[name] if name in ("", "public", "all") else self.seat(name)

    def now(self) -> str:
        """Who is asked now and what is possible, in words for an error."""
        chance = play.chance(self.state)
        if chance is not None:
            return f"chance is asked: {chance.label}"
        seats = self.line.asked
        if not seats:
            return "the game is over"
        names = [self.game.seat_name(self.state, seat) for seat in seats]
        return "; ".join(f"{name} may: {' | '.join(self.texts(seat))}" for name, seat in zip(names, seats))

    def texts(self, seat: int) -> list[str]:
        """What that seat may choose now."""
        step = play.decision(self.state, seat)
        return [step.text(self.state, option) for option in step.options(self.state, seat)]

    def outcomes(self) -> dict[str, int]:
        """What chance may answer now, with the weights."""
        step = play.chance(self.state)
        if step is None:
            raise ScriptError(f"chance is not asked; {self.now()}")
        weights = step.weights(self.state) or [1] * step.outcomes(self.state)
        return {step.text(self.state, outcome): weight for outcome, weight in enumerate(weights) if weight}

    # Entries

    def enter(self, line: str) -> None:
        """Play one line: "SEAT: choice", "SEAT: claim …", "SEAT: resign" or "LABEL: outcome"."""
        head, colon, rest = [part.strip() for part in line.partition(":")]
        if not colon:
            raise ScriptError("expected 'SEAT: choice' or 'LABEL: outcome'")
        to_seat = head in self.seats()
        if to_seat:
            self.draw()
        try:
            if to_seat:
                act = self._resign(head) if rest == "resign" else self._choose(head, rest)
            else:
                act = self._answer(head, line)
        except WitchboardError as error:
            raise ScriptError(f"{error}; {self.now()}" if isinstance(error, IllegalError) else str(error)) from error
        self.told = act.told or ()
        self._count()

    def draw(self) -> None:
        """With a seed: answer chance until a seat is asked."""
        acts = self.line.deal(self.dealer) if self.dealer else []
        if acts:
            self.told = acts[-1].told or ()

    def _resign(self, name: str) -> Act:
        before = len(self.line.acts)
        self.line.resign(self.seat(name))
        if len(self.line.acts) == before:
            raise ScriptError(f"{name} can't resign by a rule of the game")
        return self.line.acts[-1]

    def _choose(self, name: str, text: str) -> Act:
        if play.chance(self.state) is not None:
            raise ScriptError(f"{self.now()}; script says a choice of {name}")
        seat = self.seat(name)
        if seat not in self.line.asked:
            raise ScriptError(f"{name} is asked nothing; {self.now()}")
        if re.match(r"claim\b", text):
            return self.line.claim(seat, claim_of(text))
        return self.line.choose_text(seat, text)

    def _answer(self, label: str, line: str) -> Act:
        step = play.chance(self.state)
        if step is None:
            labels = {kind.label for kind in self.game.steps.values() if issubclass(kind, Chance)}
            known = label in labels or self.state.over
            raise ScriptError(f"{'chance is not asked' if known else f'there is no seat {label!r}'}; {self.now()}")
        if label != step.label:
            raise ScriptError(f"{self.now()}; script says {label!r}")
        return self.line.answer_text(line)

    def _count(self) -> None:
        """The pieces must add up after every entry."""
        faults = self.game.faults(self.state)
        if faults:
            raise ScriptError("the pieces don't add up: " + "; ".join(faults))


def claim_of(text: str) -> Claimed:
    """A claim from its text: "claim MODE ITEM MILLISECONDS, MODE ITEM MILLISECONDS"; "claim" alone claims nothing."""
    claims: list[tuple[int, int, int]] = []
    for part in filter(None, text.removeprefix("claim").strip().split(",")):
        numbers = part.split()
        if len(numbers) != 3 or not all(re.fullmatch(r"-?\d+", number) for number in numbers):
            raise ScriptError(f"{text!r}: expected 'claim MODE ITEM MILLISECONDS, …' in whole numbers")
        claims.append((int(numbers[0]), int(numbers[1]), int(numbers[2])))
    return tuple(claims)

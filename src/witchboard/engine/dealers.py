"""Dealers answer chance. A state asks (`Chance`), a dealer says which outcome comes; no state holds random numbers.

    dealer.draw(label, outcomes, weights, nth, audience) -> outcome

`label` names the kind of draw, `nth` is how many answers of that label stand before this one in the line of play.

- `SeededDealer(stream)`: simulation; fast, the same for the same stream.
- `CommittedDealer(seed, contributions)`: live play. `dealer.commitment` is shown before the game and the seed
  after it, so that anyone can check every answer: docs/fairness.md is the specification. An answer depends on label and
  nth alone, so that nothing a player does changes the throws to come.
- `ScriptedDealer(answers)`: tests; the answers in their order.
- `OpenDealer(ask)`: the referee of a real table; `ask(game, state, fault)` returns what people rolled or drew, as text.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Final, Protocol, TypeAlias

from .errors import AmbiguousError, IllegalError, MalformedError, WitchboardError
from .game import Game
from .state import State
from .stream import Stream

Ask: TypeAlias = Callable[[Game[State], State, str], str]

METHOD: Final = "witchboard-chance-1"
SEED_BYTES: Final = 32
BLOCK: Final = 1 << 64


class DealerError(WitchboardError):
    """A dealer cannot answer: a script that doesn't fit, a seed of the wrong length."""


class Dealer(Protocol):
    """Who answers chance."""

    def draw(self, label: str, outcomes: int, weights: Sequence[int] | None, nth: int, audience: int) -> int:
        """An outcome from 0 to `outcomes - 1`, each as likely as its weight, or equally likely without weights."""
        ...


class SeededDealer:
    """Draws from a stream: the same stream, the same game. Made for simulation; it does not look at `nth`."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def draw(self, label: str, outcomes: int, weights: Sequence[int] | None, nth: int, audience: int) -> int:
        """The stream's next outcome."""
        return int(self.stream.below(outcomes)) if weights is None else self.stream.pick(list(weights))


class CommittedDealer:
    """Draws that were all fixed by a secret seed before the game began, and that anyone can check after it.

    `contributions` are the players' own texts, in the order of the seats, so that whoever holds the seed cannot have
    chosen it to suit him. docs/fairness.md specifies each byte.
    """

    def __init__(self, seed: bytes, contributions: Iterable[str] = ()) -> None:
        if len(seed) != SEED_BYTES:
            raise DealerError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.seed = seed
        self.contributions = tuple(contributions)
        self._tail = "".join(f"\n{hashlib.sha256(text.encode()).hexdigest()}" for text in self.contributions)

    @classmethod
    def fresh(cls, contributions: Iterable[str] = ()) -> CommittedDealer:
        """A dealer with a new seed from the system's source of secrets."""
        return cls(secrets.token_bytes(SEED_BYTES), contributions)

    @classmethod
    def named(cls, text: str, contributions: Iterable[str] = ()) -> CommittedDealer:
        """A dealer whose seed is the SHA-256 of a text, for games that somebody wants to repeat."""
        return cls(hashlib.sha256(text.encode()).digest(), contributions)

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed in hexadecimal digits: shown before the game, it binds the dealer to the seed."""
        return hashlib.sha256(self.seed).hexdigest()

    def draw(self, label: str, outcomes: int, weights: Sequence[int] | None, nth: int, audience: int) -> int:
        """The one outcome that seed, contributions, label and nth allow."""
        if weights is None:
            return self._below(label, nth, outcomes)
        ends = list(accumulate(weights))
        value = self._below(label, nth, ends[-1])
        return next(outcome for outcome, end in enumerate(ends) if value < end)

    def _below(self, label: str, nth: int, n: int) -> int:
        """A whole number from 0 to n - 1 by rejection sampling."""
        if "\n" in label or not 1 <= n <= BLOCK:
            raise DealerError(f"draw {label!r} of {n}: expected a label of one line and 1 to 2**64 outcomes")
        limit = BLOCK - BLOCK % n
        attempt = 0
        while True:
            message = f"{METHOD}\n{label}\n{nth}\n{attempt}{self._tail}"
            block = int.from_bytes(hmac.digest(self.seed, message.encode(), "sha256")[:8], "big")
            if block < limit:
                return block % n
            attempt += 1


class ScriptedDealer:
    """Gives the answers of a script in their order; an answer may be (label, outcome), and then the label must fit."""

    def __init__(self, answers: Iterable[int | tuple[str, int]]) -> None:
        self.answers = list(answers)
        self.given = 0

    def draw(self, label: str, outcomes: int, weights: Sequence[int] | None, nth: int, audience: int) -> int:
        """The script's next answer. Raises `DealerError` when it has none, or one that is not possible here."""
        if self.given == len(self.answers):
            raise DealerError(f"the script has no answer left for {label!r} after {self.given}")
        answer = self.answers[self.given]
        wanted, outcome = (label, answer) if isinstance(answer, int) else answer
        if wanted != label:
            raise DealerError(f"answer {self.given + 1} of the script is for {wanted!r}, but {label!r} is asked")
        if not 0 <= outcome < outcomes or (weights is not None and not weights[outcome]):
            raise DealerError(f"answer {self.given + 1} of the script: {outcome} is no outcome of {label!r}")
        self.given += 1
        return outcome


class OpenDealer:
    """Asks people what their own dice and cards say.

    `ask(game, state, fault)` returns the outcome as text (`Game.parse_outcome` reads it); `fault` is "" at first, and
    when a text was refused, the reason in words. What `ask` raises ends the draw, and nothing has changed.
    """

    def __init__(self, ask: Ask) -> None:
        self.ask = ask
        self.game: Game[State] | None = None
        self.state: State | None = None

    def look(self, game: Game[State], state: State) -> None:
        """See the position before a draw: the text's meaning depends on it."""
        self.game, self.state = game, state

    def draw(self, label: str, outcomes: int, weights: Sequence[int] | None, nth: int, audience: int) -> int:
        """The outcome that people name; asks again until a text is one."""
        if self.game is None or self.state is None:
            raise DealerError(f"the open dealer was asked for {label!r} before it saw the position")
        fault = ""
        while True:
            text = self.ask(self.game, self.state, fault)
            try:
                return self.game.parse_outcome(self.state, text)
            except (MalformedError, AmbiguousError, IllegalError) as error:
                fault = str(error)

"""What a bot is given and what it answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from witchboard.engine import play
from witchboard.engine.game import Event, Game
from witchboard.engine.position import Json
from witchboard.engine.state import State
from witchboard.engine.stream import Stream


class Seat:
    """A seat's place at the table, made of its knowledge and nothing else: what it knows, sees, may do, has heard.

    By the law of knowledge every world the seat can imagine gives it the same view and options as the true one, so both
    can be worked out from the knowledge. Nothing here leads to the true state.
    """

    def __init__(
        self,
        game: Game[Any],
        number: int,
        know: Callable[[], Json],
        options: Sequence[int] | None = None,
        events: Sequence[Event] = (),
    ) -> None:
        """`know` is called at most once, when a bot wants the knowledge; `options` spares working them out from it."""
        self.game = game
        self.number = number
        self.events = tuple(events)
        self._know = know
        self._knowledge: Json = None
        self._options = options

    @classmethod
    def of(cls, game: Game[Any], state: State, number: int, events: Sequence[Event] = ()) -> Seat:
        """The place of a seat that is asked in `state`; answer before the state goes on."""
        options = play.options(state, number)
        return cls(game, number, lambda: game.know(state, number), options, events)

    @property
    def knowledge(self) -> Json:
        """All the seat may know that bears on play, as JSON."""
        if self._knowledge is None:
            self._knowledge = self._know()
        return self._knowledge

    def imagine(self, stream: Stream) -> Any:
        """A full state that agrees with the knowledge: the seat's own, to do with as it likes."""
        return self.game.imagine(self.knowledge, stream)

    @property
    def listed(self) -> bool:
        """Whether the options lie there already, as they do for programs that play many games."""
        return self._options is not None

    @property
    def options(self) -> list[int]:
        """The legal options of the question asked now, ascending."""
        if self._options is None:
            self._options = play.options(self.imagine(Stream(1)), self.number)
        return list(self._options)

    @property
    def view(self) -> Json:
        """What the seat sees of the position."""
        return self.game.view(self.imagine(Stream(1)), self.number)


class Bot(ABC):
    """A player that is a program. It keeps nothing between answers, so any process can answer for it."""

    name: ClassVar[str]
    sentence: ClassVar[str]  # for people

    @abstractmethod
    def answer(self, seat: Seat, stream: Stream) -> list[int]:
        """At least one option: the answer to the question asked now.

        Further ones are what the bot will answer to its next questions, as long as nothing random or hidden came out
        and no other seat was asked in between. `stream` is the bot's own and goes on with each answer.
        """

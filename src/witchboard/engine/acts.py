"""What an entry of the line of play did: the events it told, and whether others were answering beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .entries import Chance, Played
from .game import PUBLIC, Event, Game
from .state import EVERYONE, State, Watch


@dataclass(frozen=True, slots=True)
class Told:
    """An event, and its words for each observer who asked for them and may know of it."""

    event: Event
    words: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Act:
    """An entry of the line of play and what it did.

    `together`: it answered a question to several seats at once; `open`: which is still being asked. `told` is None
    where a line was resumed from a snapshot that came after it.
    """

    entry: Played
    told: tuple[Told, ...] | None = None
    together: bool = False
    open: bool = False

    @property
    def seat(self) -> int:
        """The seat that chose; -1 for chance."""
        return -1 if isinstance(self.entry, Chance) else self.entry.seat

    @property
    def audience(self) -> int:
        """Who heard of it: `EVERYONE` or a bit mask of seats. Of what told nothing everybody may know that it was."""
        audiences = [one.event.audience for one in self.told or ()]
        if not audiences or EVERYONE in audiences:
            return EVERYONE
        heard = 0
        for audience in audiences:
            heard |= audience
        return heard

    def reveals_to(self, seat: int) -> bool:
        """Whether it brought that seat something it did not know."""
        return any(one.event.reveals and one.event.heard_by(seat) for one in self.told or ())


@dataclass(frozen=True, slots=True)
class Shot:
    """What was to be seen right after an event: the sight (`Game.sight`) of each observer who is shown it.

    In a game without secrets there is one sight for all, that of PUBLIC.
    """

    told: Told
    sights: Mapping[int, object]
    act: int  # the seat whose entry it was; -1 for chance


@dataclass(frozen=True, slots=True)
class TakeBack:
    """What a seat may take back: the text of its latest choice, or the reason in words why that is barred."""

    text: str
    barred: str = ""


class Listener(Watch):
    """Collects events, with their words at the moment they happen for those observers; and sights into `shots`."""

    def __init__(
        self, game: Game[State], observers: Sequence[int] = (), shots: list[Shot] | None = None, act: int = -1
    ) -> None:
        self.game = game
        self.observers = observers
        self.told: list[Told] = []
        self.shots = shots
        self.act = act

    def tell(
        self, state: State, kind: str, values: tuple[int, ...] = (), audience: int = EVERYONE, reveals: bool = False
    ) -> None:
        """Note an event."""
        event = Event(kind, values, audience, reveals)
        words = {seat: self.game.tell(state, event, seat) for seat in self.observers if event.heard_by(seat)}
        told = Told(event, words)
        self.told.append(told)
        if self.shots is not None:
            self.shots.append(Shot(told, sights(self.game, state, self.observers), self.act))


def sights(game: Game[State], state: State, observers: Sequence[int]) -> dict[int, object]:
    """What each observer sees now; without secrets one sight serves all."""
    return {observer: game.sight(state, observer) for observer in (observers if game.secret() else (PUBLIC,))}

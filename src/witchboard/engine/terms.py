"""The plain values that pass between a game and the rest of the house: options, events, what is shown, how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from .errors import WitchboardError
from .front import OptionValue
from .state import EVERYONE

PUBLIC = -1
ALL = -2


class Held(NamedTuple):
    """What an option is whatever is chosen, since other options or the number of players settle it: why, by which rule.

    `why` is a sentence without its stop: "with one grid for both it is always on".
    """

    value: OptionValue
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made before a game begins.

    `values` lists (value, words). `house` marks what is not from the box; `main` is set at once all the same, not among
    the rulings that few people touch. `need` says when a value other than the default is allowed: it gets players and
    all options and returns the reason against, or "". `held` gets the same and says where they leave no
    choice, else None; options before this one are as they are in force by then. `table` marks what the rules don't ask:
    how the table shows the game, and to whom. `printed` makes it a ruling, which may be read in more than one way: the
    values that agree with the printed rules, several where those leave it open. The default is how Witchboard reads
    them.
    """

    key: str
    name: str
    sentence: str
    rule: str
    values: tuple[tuple[OptionValue, str], ...]
    default: OptionValue
    house: bool = False
    need: Callable[[int, Mapping[str, OptionValue]], str] | None = None
    main: bool = False
    table: bool = False
    printed: tuple[OptionValue, ...] = ()
    held: Callable[[int, Mapping[str, OptionValue]], Held | None] | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """Something that has happened: a kind of the game's, its numbers, who may know of it."""

    kind: str
    values: tuple[int, ...]
    audience: int = EVERYONE
    reveals: bool = False

    def heard_by(self, observer: int) -> bool:
        """Whether that seat (or PUBLIC, or ALL) may know."""
        return self.audience == EVERYONE or observer == ALL or (observer >= 0 and bool(self.audience >> observer & 1))


@dataclass(frozen=True, slots=True)
class Show:
    """How a sight is to be shown: layout "wide" or "tall", the seats' names, whose hand lies open, what has happened.

    `since` is the sight from which on what moved leaves a trail.
    """

    layout: str = "wide"
    names: tuple[str, ...] = ()
    seat: int = -1
    since: object = None
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class ChairFacts:
    """What the list of seats says of one: its sign (a symbol's id), what it is called in the game, facts, a note.

    `facts` are (symbol's id, value, words).
    """

    sign: str
    role: str
    facts: tuple[tuple[str, str, str], ...] = ()
    active: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. `won` by seat; `cause` is a short key, `words` what people read, `scores` by seat."""

    won: tuple[bool, ...]
    cause: str
    words: str
    scores: tuple[int, ...]
    sources: tuple[tuple[str, int], ...] = ()  # the first seat's (or the team's) score by source


@dataclass(frozen=True, slots=True)
class Series:
    """Where games stand that belong together: in words, the options of the game that follows, whether it is over.

    After it is over the game that follows is the first of another.
    """

    words: str
    options: Mapping[str, OptionValue]
    over: bool


@dataclass(frozen=True, slots=True)
class Late:
    """How late those who watch a table see all that is hidden: so many own turns of each who still takes turns.

    They are counted by `Game.turns`. `what` says it of them: "both grids 5 turns late".
    """

    turns: int
    what: str


@dataclass(frozen=True, slots=True)
class Turns:
    """How many turns each seat has begun that still takes turns, and the seat whose turn is on, -1 for none.

    Going on, no seat comes to `begun` that was not there.
    """

    begun: Mapping[int, int]
    on: int = -1


@dataclass(frozen=True, slots=True)
class Term:
    """A thing of a game that people ask about: its name, what it does in a sentence or two, and the rule.

    `also` are other names and signs under which it is looked for.
    """

    name: str
    words: str
    rule: str
    also: tuple[str, ...] = ()


class UnknownError(WitchboardError):
    """There is no such game, option, bot or seat."""


class OptionError(UnknownError):
    """An option can't have a value. `plain` says so by what a page calls the option, its text as one writes it."""

    def __init__(self, option: Option, given: OptionValue | None, reason: str, rule: str = "") -> None:
        """`given` is None where the reason says what was given."""
        cited = f" ({rule})" if rule else ""
        value = "" if given is None else f"={option_text_of(given)}"
        super().__init__(f"option {option.key}{value}: {reason}{cited}")
        words = "" if given is None else f", {dict(option.values).get(given, given)}"
        self.plain = f"{option.name}{words}: {reason}{cited}."


def option_value(option: Option, given: OptionValue) -> OptionValue:
    """The value of an option, read from text too. Raises `UnknownError`."""
    for value, _ in option.values:
        if type(given) is type(value) and given == value:
            return value
        if isinstance(given, str) and given.casefold() == option_text_of(value):
            return value
    switch = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
    if option.values and isinstance(option.default, bool) and str(given).casefold() in switch:
        return switch[str(given).casefold()]
    if not option.values and isinstance(option.default, int):
        try:
            number = int(given)
        except ValueError:
            number = -1
        if 0 <= number <= 10**6:
            return number
        raise OptionError(option, None, f"expected a whole number from 0 to 1000000, got {given!r}")
    values = ", ".join(option_text_of(value) for value, _ in option.values)
    raise OptionError(option, None, f"expected one of {values}, got {given!r}")


def option_text_of(value: OptionValue) -> str:
    """An option's value as one writes it on the command line."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value).casefold()

"""What a game says of itself to people who choose what to play, and to those who meet it for the first time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

OptionValue: TypeAlias = str | int | bool


@dataclass(frozen=True, slots=True)
class Opening:
    """A table that opens without set-up: players, options, the bot that plays each seat ("" is the person)."""

    players: int
    options: Mapping[str, OptionValue]
    bots: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Pencil:
    """Private marks on the picture: a pattern of the ids that may be marked, and the signs with what they may mean.

    The page matches the pattern too: of regular expressions it uses only what Python and JavaScript share. In the
    terminal a thing is called by what follows `prefix` in its id, in capitals.
    """

    on: str
    signs: tuple[tuple[str, str], ...]
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class Front:
    """A game's poster and first words.

    `kind` says what sort of game it is, `weight` is one to three candles, `minutes` about how long a game lasts.
    `how` are five lines: goal, turn, how one loses. `openings`: the first is what "Play now" opens, the others stand
    beside it; `again` are those for people who have met the game before, if they differ. `tips`: for a kind of
    decision, what good players look at, shown the first time. `phrases`: quick words for the chat. `aids` are what in
    the picture may be switched off by each person for himself: the name of a setting (in camel case: the style sheet
    finds it as a data attribute of the page) and words. `overlay`: what `Game.overlay` shows, in words; "" is nothing.
    `pencil`: with what each person may mark things for himself alone.
    """

    kind: str
    weight: int
    minutes: int
    line: str
    how: tuple[str, ...]
    openings: tuple[Opening, ...]
    tips: Mapping[str, str] = field(default_factory=dict)
    phrases: tuple[str, ...] = ()
    house: str = ""  # what here isn't from the box
    thumbnail: str = "0 0 300 380"  # the part of the poster that stands for a table
    again: tuple[Opening, ...] = ()
    aids: tuple[tuple[str, str], ...] = ()
    overlay: str = ""
    pencil: Pencil | None = None

    def offered(self, met: bool) -> tuple[Opening, ...]:
        """What opens without set-up for somebody who has met the game before, or not."""
        return self.again if met and self.again else self.openings

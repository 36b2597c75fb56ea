"""What a decision offers a person: words, targets to click, forecasts, courses; and drafts, composed in any order."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Forecast:
    """What can be computed about a choice from the seat's own view.

    `odds` are (words, probability from 0 to 1), most wanted first.
    """

    odds: tuple[tuple[str, float], ...]

    def words(self) -> str:
        """One line: "Zombie 26 %, nothing 74 %"."""
        return ", ".join(f"{words} {100 * chance:.0f} %" for words, chance in self.odds)


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing a seat may do now.

    `line` is what is sent: one option, or for a course several taken one after another. `text` is the fixed notation
    of its first option, `words` what people read, `targets` the ids of the elements one would click, in order.
    `weighty` choices are confirmed. `extra` marks what stands beside the main question (a power, a token).
    """

    line: tuple[int, ...]
    text: str
    words: str
    rule: str
    targets: tuple[str, ...] = ()
    weighty: bool = False
    extra: bool = False
    forecast: Forecast | None = None
    course: str = ""  # what more is known of it, in words: what it leads to, of a course its length and what it passes
    via: tuple[str, ...] = ()  # the ids of the places that a course or a drawn way leads over, in order

    @property
    def option(self) -> int:
        """The first option of the line."""
        return self.line[0]


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked: words, the rule's number, and the kind of decision it is to a person.

    That is the kind that asks, or of one that asks several things in its own way (a race) the kind it stands for.
    """

    words: str
    rule: str
    kind: str


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a draft: the words, the rule, the element (piece, place) it is about, if one is."""

    words: str
    rule: str
    element: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """What a seat composes before it commits: pieces to put on places, in any order.

    `pieces` and `places` give (number, id of the element, words). Pieces with the same words are alike: the page shows
    them as one heap, and `signs` give such words the symbol (of the game's pieces) that it draws on the places.
    `Drafting.line` turns finished pairs into canonical options. `question` is what is asked of the whole draft, where
    the question of its first answer would be too narrow.
    """

    pieces: tuple[tuple[int, str, str], ...]
    places: tuple[tuple[int, str, str], ...]
    signs: tuple[tuple[str, str], ...] = ()
    question: str = ""

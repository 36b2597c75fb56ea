"""A game as the rest of the house sees it: what it is called, how it begins, what may be known, how it is told."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from . import notation, position
from .choice import Choice, Draft, Question
from .content import Value
from .drafting import Drafting
from .errors import IllegalError
from .front import Front, Opening, Pencil
from .front import OptionValue as OptionValue
from .judge import Judge
from .picture import Picture
from .play import advance, asked, chance, decision
from .position import Codec, Json
from .settling import settle
from .state import State, Step, Watch
from .steps import Chance, Decision
from .stream import Stream
from .terms import ALL as ALL
from .terms import PUBLIC as PUBLIC
from .terms import ChairFacts as ChairFacts
from .terms import Event as Event
from .terms import Late as Late
from .terms import Option as Option
from .terms import Outcome as Outcome
from .terms import Series as Series
from .terms import Show as Show
from .terms import Term as Term
from .terms import Turns as Turns
from .terms import UnknownError as UnknownError
from .workshop import Workshop

S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    """One game. Immutable. Subclasses live in a game's folder, as `GAME`."""

    key: ClassVar[str]
    title: ClassVar[str]
    prefix: ClassVar[str]  # of rule numbers
    players: ClassVar[tuple[int, ...]]
    rules_version: ClassVar[str]
    schema: ClassVar[int]  # changes when old positions can't be read
    bound: ClassVar[int]  # no game has more entries than this, with the options simulation uses
    options: tuple[Option, ...]
    fields: Mapping[str, Codec]
    steps: Mapping[str, type[Step]]
    content_digest: str
    front: ClassVar[Front] = Front("", 1, 0, "", (), ())  # a game without a poster can still be played
    drafting: Drafting[S] | None = None  # where some answers are composed before they are committed
    changes: Mapping[str, Value] = {}  # printed values that `with_content` has changed

    @abstractmethod
    def start(self, players: int, options: Mapping[str, OptionValue]) -> S:
        """The first position, with the options complete and checked, before anything has run."""

    @abstractmethod
    def fresh(self) -> S:
        """A state of this game to read a position into."""

    @abstractmethod
    def view(self, state: S, observer: int) -> Json:
        """What the observer (a seat, PUBLIC or ALL) may know of the position, built by allow-list."""

    def sight(self, state: S, observer: int) -> object:
        """What the observer may know of the position, in the game's own typed form: what `view` gives as JSON."""
        return self.view(state, observer)

    def picture(self, sight: object, show: Show) -> Picture:
        """The picture of a sight. Games without one have no table in the browser."""
        raise NotImplementedError(f"{self.key} has no picture")

    def lobby(self, players: int, options: Mapping[str, OptionValue], layout: str) -> Picture:
        """What lies on the table before the game begins, nothing secret: here its ground, with nothing on it."""
        sight = self.sight(self.start(players, options), PUBLIC)
        whole = self.picture(sight, Show(layout))
        return Picture(whole.art, whole.name, whole.label, whole.box, whole.ground, {})

    def aids(self, options: Mapping[str, OptionValue]) -> tuple[Sequence[tuple[str, str]], str]:
        """What a table with those options has of the front's aids, and its overlay in words."""
        return self.front.aids, self.front.overlay

    def pencil(self, options: Mapping[str, OptionValue]) -> Pencil | None:
        """With what each person at a table with those options may mark things for himself alone."""
        return self.front.pencil

    def overlay(self, state: S, seat: int, layout: str) -> str:
        """A hint laid over the picture for a seat that asks for it, as SVG, from what the seat knows."""
        return ""

    def notes(self) -> Mapping[str, Term]:
        """What to say of each thing in a picture, by the keys in its `data-rule`."""
        return {}

    def chairs(self, sight: object) -> Sequence[ChairFacts]:
        """What the list of seats says of each, by seat."""
        return ()

    def where(self, sight: object) -> str:
        """Where the game stands, in a few words: level and round."""
        return ""

    def round(self, sight: object) -> int:
        """Which round is played, from 1; 0 in a game without rounds."""
        return 0

    pivots: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events that turn a game: their lines of the log are shown at its end."""

    def figures(self, state: S) -> list[tuple[str, tuple[int, ...]]]:
        """Key figures of a game that has ended beside the scores: words, and a number, or one for each seat."""
        return []

    def beat(self, event: Event) -> int:
        """How long an event is looked at, in milliseconds at normal speed."""
        return 700

    @abstractmethod
    def question(self, state: S, seat: int) -> Question:
        """What the seat is asked now."""

    @abstractmethod
    def choice(self, state: S, seat: int, option: int) -> Choice:
        """One legal option as a person sees it."""

    @abstractmethod
    def tell(self, state: S, event: Event, observer: int) -> str:
        """An event the observer may know of in words; empty if it isn't worth a line.

        A name may stand between double asterisks, with the id of its element in the picture: `**Tea House|tile-0-1**`.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome:
        """How a finished game has ended."""

    @abstractmethod
    def seat_name(self, state: S, seat: int) -> str:
        """What the seat is called in notation, e.g. by its colour, once that is known; else "seat 1" and so on.

        In words it begins with a capital ("Blue"); at a table that is replaced by the name of who sits there.
        """

    def workshop(self) -> Workshop | None:
        """What takes files of people's own; None where a game takes none."""
        return None

    @abstractmethod
    def with_content(self, changes: Mapping[str, Value]) -> Game[S]:
        """The same game with some printed values changed. Raises `ContentError`."""

    @abstractmethod
    def rules(self) -> str:
        """The rules in our own words, as Markdown, each rule's number in bold at its head."""

    @abstractmethod
    def text(self, state: S, observer: int, width: int = 80) -> str:
        """The position as a text picture of that width, readable without colour; may hold Rich markup."""

    def marked(self, state: S, seat: int, marks: Mapping[str, str], width: int = 80) -> str:
        """The text picture for a seat with its private marks: signs by the ids of elements."""
        shown = self.text(state, seat, width)
        listed = ", ".join([f"{element} {sign}" for element, sign in marks.items()])
        return f"{shown}\nPencilled: {listed}" if marks else shown

    def know(self, state: S, seat: int) -> Json:
        """All the seat may know that bears on play, as JSON. Games without secrets give the position."""
        return self.dump(state)

    def imagine(self, knowledge: Json, stream: Stream) -> S:
        """A full state that agrees with the knowledge, drawn with `stream`."""
        return self.load(knowledge)

    def judges(self) -> Mapping[str, Callable[[], Judge[S]]]:
        """What makes those who know how to play this game well, by the names under which they sit down as bots."""
        return {}

    def resign(self, state: S, seat: int, watch: Watch | None = None) -> bool:
        """Let a seat give the game up, without going on; it may do so at any time, whoever is asked.

        False, with the state as it was, where the rules say nothing of it: then a bot may take the place, see
        `given_up`. Raises `IllegalError`, with the state as it was, where they are against it, as for who is out.
        """
        return False

    def given_up(self, state: S, resigned: frozenset[int], players: int) -> Outcome | None:
        """How the game ends when these seats have given it up, by no rule of the game's own (`resign`).

        None while the others play on, with bots in their place.

        As it stands here, a game ends when everyone has resigned, and nobody has won.
        """
        if len(resigned) < players:
            return None
        return Outcome((False,) * players, "resigned", "Everyone has resigned.", (0,) * players)

    def daily(self, day: int) -> Opening | None:
        """The challenge of a day, the same for everybody; days are counted as `date.toordinal` does."""
        return None

    def series(self, games: Sequence[S], options: Mapping[str, OptionValue]) -> Series | None:
        """Where a row of finished games stands, the latest last, if these options make a match of them.

        `options` are those of the latest. A row that has come to its end is not gone on with.
        """
        return None

    def late(self, players: int, options: Mapping[str, OptionValue]) -> Late | None:
        """How late watchers of a table with those options see everything; None: not before the end."""
        return None

    def turns(self, state: S) -> Turns:
        """The turns that have begun, as everybody may know: what `late` counts in. A game that has `late` has these."""
        return Turns({})

    def secret(self) -> bool:
        """Whether there is ever more than one world a seat could imagine."""
        return type(self).know is not Game.know

    def why_not(self, state: S, seat: int, option: int) -> tuple[str, str]:
        """Why an option of the decision asked now is not legal: words and rule."""
        step = decision(state, seat)
        return f"{step.text(state, option)!r} is not possible now", step.rule

    def aimed(self, state: S, seat: int, element: str) -> Iterable[int]:
        """The options of the decision asked now, legal or not, that a click on that element may mean."""
        for option in range(decision(state, seat).span(state.content)):
            try:
                if element in self.choice(state, seat, option).targets:
                    yield option
            except (LookupError, ValueError):  # an option that means nothing in this position
                continue

    def spell(self, state: S, changes: Mapping[str, Json]) -> dict[str, Json]:
        """Changes of a position, or values expected in it, as the position itself names them.

        A game may let people write them more simply: `qi.red` where the position has `qi.N`.
        """
        return dict(changes)

    def complete(self, state: S, before: S, given: Collection[str]) -> None:
        """After a change by hand, work out what follows from it, such as the supply from what is on the table.

        `before` is the position as it was, `given` the keys that were changed: those stay as they are.
        """

    def faults(self, state: S) -> list[str]:
        """What doesn't add up in a position (pieces lost or doubled), each with its rule; empty if all is well."""
        return []

    def chance_question(self, state: S) -> Question:
        """What chance is asked now, in words, for those who roll and draw themselves. Raises `IllegalError`."""
        step = _chance(state)
        return Question(f"{step.label}: which?", step.rule, type(step).__name__)

    def glossary(self) -> Sequence[Term]:
        """The things of this game that can be asked about: cards, tiles, powers, abilities, options."""
        return ()

    def window(self, state: S) -> str:
        """What everybody may know of the response window that is open, in a few words."""
        kind = decision(state, asked(state)[0]).window
        return f"{kind[:1].upper()}{kind[1:]}: does anybody answer?"

    def ways(self, state: S, seat: int) -> bool:
        """Whether that seat may draw a way now: click or drag over places one after another, unknown ones too."""
        return False

    def way(self, state: S, seat: int, over: Sequence[str]) -> Choice:
        """The course that a way drawn over these elements comes to; gaps are filled by the shortest way.

        It is checked against all the seat knows, and may stop on its way at anything that comes out. Raises
        `IllegalError` where nothing leads there.
        """
        raise IllegalError("no way can be drawn here")

    def courses(self, state: S, seat: int) -> Sequence[Choice]:
        """Lines of options with one target at their end, beside the single choices."""
        return ()

    # What follows is the same for every game.

    @property
    def usual_players(self) -> int:
        """How many play where nobody says: as the game opens first, else as many as it takes."""
        return self.front.openings[0].players if self.front.openings else self.players[-1]

    def new(self, players: int | None = None, options: Mapping[str, OptionValue] | None = None) -> S:
        """The first position at which a seat or chance is asked.

        Raises `UnknownError` for an option, value or number of players this game doesn't have.
        """
        count = self.players[-1] if players is None else players
        state = self.start(count, self.settle_options(count, options or {}))
        advance(state)
        return state

    def settle_options(self, players: int, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """All options with their values; `rulings` among the given sets all rulings as a preset has them.

        Raises `UnknownError`, saying what was expected, also where others leave no choice about one that was given.
        """
        if players not in self.players:
            counts = ", ".join(map(str, self.players))
            raise UnknownError(f"{self.title} is for {counts} players, not {players}")
        return settle(self.title, self.options, players, given)

    def dump(self, state: S) -> dict[str, Json]:
        """The position in JSON."""
        return position.dump(state, self.fields)

    def load(self, data: Json) -> S:
        """The state of a position. Raises `MalformedError` that names the field and what was expected."""
        state = self.fresh()
        position.load(data, state, self.fields, self.steps)
        return state

    def changed(self, state: S, changes: Mapping[str, Json], stack: Json = None) -> S:
        """Another position: this one with some values changed, what follows from them, and another stack if given.

        Keys are those of `position.change`, or as `spell` allows. Raises `MalformedError`.
        """
        spelled = self.spell(state, changes)
        data = position.change(self.dump(state), spelled)
        if stack is not None:
            data["stack"] = stack
        data["retractable"] = False
        found = self.load(data)
        self.complete(found, state, spelled.keys())
        found.derive()
        return found

    def option_text(self, state: S, seat: int, option: int) -> str:
        """An option of the decision asked now in notation."""
        return decision(state, seat).text(state, option)

    def parse_option(self, state: S, seat: int, text: str) -> int:
        """The legal option that text means; a part that fits just one legal option will do.

        Raises `MalformedError`, `IllegalError` (with the rule) or `AmbiguousError`, quoting what was given.
        """
        return notation.parse_option(
            decision(state, seat), state, seat, text, lambda option: self.why_not(state, seat, option)
        )

    def outcome_text(self, state: S, outcome: int) -> str:
        """A possible answer of chance, with its label: "tao dice: red white yellow"."""
        step = _chance(state)
        return f"{step.label}: {step.text(state, outcome)}"

    def parse_outcome(self, state: S, text: str) -> int:
        """The possible answer of chance that text means; the label may be left out.

        Raises `MalformedError` or `AmbiguousError`.
        """
        return notation.parse_outcome(_chance(state), state, text)

    def draft(self, state: S, seat: int) -> Draft | None:
        """What the seat may compose before it commits, if this question is answered so."""
        return self.drafting.draft(state, seat) if self.drafting else None

    def choices(self, state: S, seat: int) -> list[Choice]:
        """All legal options of a seat as a person sees them, in order."""
        return [self.choice(state, seat, option) for option in decision(state, seat).options(state, seat)]

    def seats(self, state: S, players: int) -> dict[str, int]:
        """The seats by their names in notation."""
        return {self.seat_name(state, seat): seat for seat in range(players)}

    def decisions(self) -> list[type[Decision[State]]]:
        """The kinds of decision of this game, in the order of their names."""
        kinds = [step for step in self.steps.values() if issubclass(step, Decision)]
        return sorted(kinds, key=lambda kind: kind.__name__)

    def action_spans(self) -> dict[str, tuple[int, int]]:
        """For each kind of decision the first action and the count of its span: one space, laid end to end."""
        content = self.fresh().content
        spans: dict[str, tuple[int, int]] = {}
        first = 0
        for kind in self.decisions():
            count = kind.span(content)
            spans[kind.__name__] = (first, count)
            first += count
        return spans

    def action(self, state: S, seat: int, option: int) -> int:
        """The option as a number in the game's one action space."""
        return self.action_spans()[type(decision(state, seat)).__name__][0] + option

    def rule_text(self, number: str) -> str:
        """The text of one rule by its number. Raises `UnknownError`."""
        wanted = number.upper() if "-" in number else f"{self.prefix}-{number.upper()}"
        item = rf"^(?:[-*] )?\*\*{re.escape(wanted)}\*\*.*?(?=\n(?:[-*] )?\*\*|\n#|\n\n|\Z)"
        found = re.search(item, self.rules(), re.M | re.S)
        if not found:
            raise UnknownError(f"{self.title} has no rule {number!r}: expected a number like {self.prefix}-001")
        return found.group(0).strip()


def _chance(state: State) -> Chance[State]:
    step = chance(state)
    if step is None:
        seats = ", ".join(map(str, asked(state)))
        raise IllegalError("chance is not asked now: " + (f"seat {seats} is" if seats else "the game is over"))
    return step

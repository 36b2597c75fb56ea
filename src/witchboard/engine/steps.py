"""The three kinds of step, and how several seats decide at once."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from mypy_extensions import mypyc_attr

from .state import EVERYONE, NOTHING, Content, State, Step, Watch

S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Automatic(Step, Generic[S]):
    """A step nobody is asked about."""

    def run(self, state: S, watch: Watch | None) -> None:
        """Change the state and push what follows. The step itself has already left the stack."""
        raise NotImplementedError(f"{self!r}.run")

    # A step lies only on stacks of its own game's states, so the narrower state is safe.
    def proceed(self, state: S, watch: Watch | None) -> list[int] | None:  # type: ignore[override]
        state.stack.pop()
        self.run(state, watch)
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision(Step, Generic[S]):
    """A question to one seat. Options are whole numbers below `span`, their meaning fixed by the class.

    `public`: everybody can compute the options, so the engine takes a single one unasked. `closing`: a single option
    closes the seat's turn, so it is asked all the same while the seat could still take its latest choice back.
    `onward`: a line of options goes on when something has come out, as long as the seat is asked the same again: a walk
    through unknown ground, in which every step tells something. `patience`: after so many milliseconds a live table
    answers by `lapse` for a person who says nothing; 0 is never. `deputy`: the bot that answers at a table,
    whoever sits there: what the game itself does by a bot's hand.

    `window` names what seats may answer ("fight", "card") where one after another is asked whatever it holds, and one
    option passes. A live table lets such seats decide side by side, so `occasion`, `parties` and `passing` may tell
    only what everybody knows.
    """

    public: ClassVar[bool] = True
    closing: ClassVar[bool] = False
    onward: ClassVar[bool] = False
    patience: ClassVar[int] = 0
    deputy: ClassVar[str] = ""
    window: ClassVar[str] = ""

    @classmethod
    def span(cls, content: Content) -> int:
        """How many options this kind of decision can ever have."""
        raise NotImplementedError(f"{cls.__name__}.span")

    def seat(self, state: S) -> int:
        """The seat that is asked."""
        raise NotImplementedError(f"{self!r}.seat")

    def options(self, state: S, seat: int) -> list[int]:
        """The legal options of that seat, ascending. Never empty for a seat that is asked."""
        raise NotImplementedError(f"{self!r}.options")

    def lapse(self, state: S, seat: int) -> int:
        """The option that answers for who says nothing, where there is `patience`."""
        raise NotImplementedError(f"{self!r}.lapse")

    # A step lies only on stacks of its own game's states, so the narrower state is safe.
    def proceed(self, state: S, watch: Watch | None) -> list[int] | None:  # type: ignore[override]
        seat = self.seat(state)
        options = self.options(state, seat)
        if len(options) > 1 or self.asks(state):
            return options
        state.stack.pop()
        self.take(state, seat, options[0], watch)
        return None

    def accept(self, state: S, seat: int, option: int, watch: Watch | None) -> None:
        """Take a legal option as the topmost step of the stack."""
        state.stack.pop()
        self.take(state, seat, option, watch)

    def occasion(self, state: S) -> int:
        """Of a window: the same number for all that is asked about one fight or one card, another for the next."""
        raise NotImplementedError(f"{self!r}.occasion")

    def parties(self, state: S) -> int:
        """Of a window: the seats that its fight or card is about, as bits; `EVERYONE` if that can't be said."""
        return EVERYONE

    def passing(self, state: S) -> int:
        """Of a window: the option that passes; it is always legal."""
        return 0

    def asks(self, state: S) -> bool:
        """Whether the question is put even if it has only one option."""
        return not self.public or (self.closing and state.retractable)

    def legal(self, state: S, seat: int, option: int) -> bool:
        """Whether `option` is one of `options`."""
        return option in self.options(state, seat)

    def take(self, state: S, seat: int, option: int, watch: Watch | None) -> None:
        """Carry out a legal option. The step itself has already left the stack."""
        raise NotImplementedError(f"{self!r}.take")

    def text(self, state: S, option: int) -> str:
        """The option as fixed English, different from every other option's of this decision."""
        raise NotImplementedError(f"{self!r}.text")


@mypyc_attr(allow_interpreted_subclasses=True)
class Simultaneous(Decision[S], Generic[S]):
    """A question to several seats at once, each unseen by the others, with as many answers as each needs.

    `take` notes an answer in the seat's own part of the state and pushes nothing; the order between seats changes
    nothing. When no seat is left to answer the step leaves the stack and `resolve` carries all answers out.
    `readiness`: all may see which seats still have to answer.
    """

    public: ClassVar[bool] = False
    readiness: ClassVar[bool] = False

    def seats(self, state: S) -> list[int]:
        """The seats that still have to answer, ascending."""
        raise NotImplementedError(f"{self!r}.seats")

    def seat(self, state: S) -> int:
        return self.seats(state)[0]

    # As above: the narrower state is safe.
    def proceed(self, state: S, watch: Watch | None) -> list[int] | None:  # type: ignore[override]
        if self.seats(state):
            return Decision.proceed(self, state, watch)
        state.stack.pop()
        self.resolve(state, watch)
        return None

    def accept(self, state: S, seat: int, option: int, watch: Watch | None) -> None:
        self.take(state, seat, option, watch)

    def resolve(self, state: S, watch: Watch | None) -> None:
        """Carry out all answers."""
        raise NotImplementedError(f"{self!r}.resolve")


@mypyc_attr(allow_interpreted_subclasses=True)
class Reaction(Simultaneous[S], Generic[S]):
    """A question answered in real time by a claim: at most two of (mode, item, whole milliseconds).

    Its listed options stand for binned times and serve agents; `claim` says what an option claims.
    """

    def claim(self, state: S, seat: int, option: int) -> tuple[tuple[int, int, int], ...]:
        """The claim an agent's option stands for."""
        raise NotImplementedError(f"{self!r}.claim")

    def admits(self, state: S, seat: int, claim: tuple[tuple[int, int, int], ...]) -> bool:
        """Whether the claim is within the bounds of mode, item and time."""
        raise NotImplementedError(f"{self!r}.admits")

    def take_claim(self, state: S, seat: int, claim: tuple[tuple[int, int, int], ...], watch: Watch | None) -> None:
        """Note the claim in the seat's own part of the state."""
        raise NotImplementedError(f"{self!r}.take_claim")

    def take(self, state: S, seat: int, option: int, watch: Watch | None) -> None:
        self.take_claim(state, seat, self.claim(state, seat, option), watch)


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance(Step, Generic[S]):
    """A question to chance: dice, a shuffled pile, a lot.

    Outcomes are 0 to `outcomes - 1`, equally likely unless `weights` gives whole-number weights.
    """

    label: ClassVar[str] = ""

    def outcomes(self, state: S) -> int:
        """How many outcomes there are, at least one.

        Everybody must be able to compute the number: a single outcome comes unasked, and may not tell anything hidden.
        """
        raise NotImplementedError(f"{self!r}.outcomes")

    def weights(self, state: S) -> list[int] | None:
        """Whole-number weights of the outcomes, or None when all are equally likely."""
        return None

    # A step lies only on stacks of its own game's states, so the narrower state is safe.
    def proceed(self, state: S, watch: Watch | None) -> list[int] | None:  # type: ignore[override]
        if self.outcomes(state) > 1:
            return NOTHING
        state.stack.pop()
        self.take(state, 0, watch)
        return None

    def audience(self, state: S) -> int:
        """Who learns the outcome: `EVERYONE` or a bit mask of seats."""
        return EVERYONE

    def take(self, state: S, outcome: int, watch: Watch | None) -> None:
        """Carry out an outcome. The step itself has already left the stack."""
        raise NotImplementedError(f"{self!r}.take")

    def text(self, state: S, outcome: int) -> str:
        """The outcome as fixed English, different from every other outcome's here; without the label."""
        raise NotImplementedError(f"{self!r}.text")

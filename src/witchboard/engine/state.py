"""A position: plain data and a stack of steps, the topmost of which must happen next."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from typing import Self

EVERYONE: Final = -1
NOTHING: Final[list[int]] = []


@mypyc_attr(allow_interpreted_subclasses=True)
class Content:
    """What the box of a game prints, as flat tables. Immutable; shared by all positions of one `Game`."""

    def __init__(self, digest: str) -> None:
        self.digest = digest


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """Something that must happen. Immutable; its arguments are whole numbers. Lies on a state's stack.

    A step is one of `Automatic`, `Decision`, `Chance` (module `steps`). `frame` names a place to which `State.cut`
    may cut the stack back; `rule` is the number of the rule the step carries out.
    """

    frame: ClassVar[str] = ""
    rule: ClassVar[str] = ""

    def args(self) -> tuple[int, ...]:
        """The numbers that make this step again: `type(step)(*step.args())` equals `step`."""
        return ()

    def proceed(self, state: State, watch: Watch | None) -> list[int] | None:
        """Go on with this step, the topmost of the state's stack, if nobody need choose.

        Returns None when it has left the stack; else the options of the seat that is asked, none for chance.
        """
        raise NotImplementedError(f"{self!r} is no automatic step, decision or chance")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Step):
            return NotImplemented
        return type(self) is type(other) and self.args() == other.args()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.args()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(str, self.args()))})"


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position of a game.

    A subclass adds attributes of plain data (whole numbers, lists of them, small tuples), names them in `FIELDS`, and
    copies them in `clone`. Equality, hash and JSON come from `FIELDS` and the stack, nothing else.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, content: Content) -> None:
        self.content = content
        self.stack: list[Step] = []
        self.retractable = False  # the latest entry was a choice, which its seat might take back

    def clone(self) -> Self:
        """An independent copy: nothing done to it changes this position, and the other way round."""
        raise NotImplementedError(f"{type(self).__name__}.clone")

    def derive(self) -> None:
        """Work out again what a subclass keeps beside its `FIELDS` for speed. Called after a position is read."""

    def data(self) -> tuple[object, ...]:
        """The values of `FIELDS`, in their order."""
        return tuple([getattr(self, field) for field in type(self).FIELDS])

    @property
    def over(self) -> bool:
        """Whether the game has ended: nothing is left to happen."""
        return not self.stack

    def push(self, step: Step) -> None:
        """Put `step` on the stack: it happens before all that lies below it."""
        self.stack.append(step)

    def cut(self, frame: str) -> None:
        """Drop what is owed down to the topmost step of that frame, which stays. An unknown frame empties the stack."""
        while self.stack and type(self.stack[-1]).frame != frame:
            self.stack.pop()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            type(self) is type(other)
            and self.content.digest == other.content.digest
            and self.data() == other.data()
            and self.stack == other.stack
            and self.retractable == other.retractable
        )

    def __hash__(self) -> int:
        return hash((self.content.digest, repr(self.data()), tuple(self.stack)))


@mypyc_attr(allow_interpreted_subclasses=True)
class Watch:
    """A listener. Steps tell it what has happened at the moment it has; it may look at the state right then."""

    def tell(
        self, state: State, kind: str, values: tuple[int, ...] = (), audience: int = EVERYONE, reveals: bool = False
    ) -> None:
        """Hear of an event.

        `kind` and `values` are words and numbers of the game's own. `audience` is `EVERYONE` or a bit mask of seats.
        `reveals`: this tells its audience something that could have been otherwise in a world they could imagine.
        """

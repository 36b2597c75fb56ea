"""What comes in to a table and what goes out: the messages of a table's protocol, as JSON objects.

A command says what it is by `do`, carries an `id` that its seat uses once, and names the question it answers by that
seat's own `question` number, so that a command that comes twice counts once, and one that comes too late does nothing.
An answer says what it is by `is`: `done`, `refused`; a `sight` is all that a seat sees.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

from witchboard.engine.choice import Choice, Draft
from witchboard.engine.errors import MalformedError
from witchboard.engine.position import Json

LONGEST_LINE: Final = 400
Id: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1 << 31)]
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]
Options: TypeAlias = Annotated[tuple[Number, ...], msgspec.Meta(min_length=1, max_length=LONGEST_LINE)]
Calls: TypeAlias = Annotated[tuple[tuple[Number, Number, Number], ...], msgspec.Meta(max_length=2)]


class _Command(msgspec.Struct, frozen=True, tag=str.lower, tag_field="do", forbid_unknown_fields=True, kw_only=True):
    id: Id
    seat: Number


class Choose(_Command, frozen=True, kw_only=True):
    """Answer a question by a line of options, taken one after another as far as they go."""

    question: Number
    line: Options


class Say(_Command, frozen=True, kw_only=True):
    """Answer a question by the text of a choice, or a part of it that fits one choice alone."""

    question: Number
    text: Text


class Call(_Command, frozen=True, kw_only=True):
    """Answer a reaction by a claim: at most two of (mode, item, milliseconds)."""

    question: Number
    claim: Calls


class Answer(_Command, frozen=True, kw_only=True):
    """Say what real dice or cards say. `throw` is how many answers of chance there were before."""

    throw: Number
    text: Text


class Undo(_Command, frozen=True, kw_only=True):
    """Take back what the seat's sight says that undo takes back."""

    question: Number


class Rewind(_Command, frozen=True, kw_only=True):
    """At a table with one person: go back to the first `to` entries of the line of play, over chance too."""

    to: Number


class Resign(_Command, frozen=True, kw_only=True):
    """Give the game up."""


class Leave(_Command, frozen=True, kw_only=True):
    """Get up from the seat; it is open then."""


class Sit(_Command, frozen=True, kw_only=True):
    """Sit down on an open seat."""

    name: Name


class Hand(_Command, frozen=True, kw_only=True):
    """Let a bot play a seat: one's own, an open one, or, as host, anyone's."""

    bot: Name


class Back(_Command, frozen=True, kw_only=True):
    """Play one's seat oneself again."""


class Remove(_Command, frozen=True, kw_only=True):
    """As host: make somebody get up from a seat; it is open then."""


class Mark(_Command, frozen=True, kw_only=True):
    """Put a named mark into the record here."""

    name: Name


Command: TypeAlias = Choose | Say | Call | Answer | Undo | Rewind | Resign | Leave | Sit | Hand | Back | Remove | Mark


class Done(msgspec.Struct, frozen=True, tag="done", tag_field="is"):
    """The command was carried out and lies in the journal. `applied`: how many options of its line were taken."""

    id: str
    applied: int = 0


class Refused(msgspec.Struct, frozen=True, tag="refused", tag_field="is"):
    """The command was not carried out; nothing has changed.

    `code` is `stale` (that question stands no longer: look again), `illegal`, `malformed`, `ambiguous`, `seat` (not
    yours), `over`, or `barred` (the table doesn't allow it now).
    """

    id: str
    code: str
    words: str
    rule: str = ""


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it. `kind` is "person", "bot" or "open"."""

    name: str
    kind: str
    bot: str = ""
    resigned: bool = False


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the seat is asked. `number` is the question's number, which a command names."""

    number: int
    kind: str
    words: str
    rule: str
    choices: tuple[Choice, ...]
    courses: tuple[Choice, ...] = ()
    draft: Draft | None = None


class Throw(msgspec.Struct, frozen=True):
    """Real dice or cards are to be read. `number` is what `Answer.throw` names."""

    number: int
    label: str


class Undoable(msgspec.Struct, frozen=True, omit_defaults=True):
    """What undo takes back: its words and how many choices; or why it is barred."""

    words: str = ""
    count: int = 0
    barred: str = ""


class Result(msgspec.Struct, frozen=True):
    """How the game has ended."""

    won: tuple[bool, ...]
    cause: str
    words: str
    scores: tuple[int, ...]
    sources: tuple[tuple[str, int], ...]


class Sight(msgspec.Struct, frozen=True, tag="sight", tag_field="is", omit_defaults=True):
    """All that a seat sees (or the public: seat -1), and nothing else.

    `log` counts the lines told to it so far, `told` are those after the number it asked from; `question` is the number
    of its latest question, which `Undo` names.
    """

    seat: int
    log: int
    told: tuple[str, ...]
    chairs: tuple[Chair, ...]
    view: Json
    question: int = 0
    asked: Asked | None = None
    throw: Throw | None = None
    waiting: str = ""
    undo: Undoable | None = None
    practice: bool = False
    result: Result | None = None


class BotCall(msgspec.Struct, frozen=True, tag="bot", tag_field="is"):
    """A bot is to answer: all its seat may know, and the events (kind, numbers) it has heard since it last chose."""

    seat: int
    bot: str
    question: int
    knowledge: Json
    events: tuple[tuple[str, tuple[int, ...]], ...] = ()


Reply: TypeAlias = Done | Refused

_command = msgspec.json.Decoder(Command)


def decode(message: bytes) -> Command:
    """A command from JSON. Raises `MalformedError`."""
    try:
        return _command.decode(message)
    except (msgspec.DecodeError, RecursionError) as error:
        raise MalformedError(f"no command of a table: {error}") from None


encode = msgspec.json.Encoder().encode

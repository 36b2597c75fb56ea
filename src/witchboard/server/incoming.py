"""What a page sends: messages of the socket, checked by their form, made into commands of the table."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from witchboard.engine.errors import MalformedError
from witchboard.table import commands
from witchboard.table.commands import Command

from .guests import clean_name

Short = Annotated[str, msgspec.Meta(max_length=64)]
Words = Annotated[str, msgspec.Meta(max_length=400)]
Whole = Annotated[int, msgspec.Meta(ge=0, le=1 << 31)]
Place = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]  # the number of a frame
Ids = Annotated[tuple[Short, ...], msgspec.Meta(max_length=400)]
Pairs = Annotated[tuple[tuple[Whole, Whole], ...], msgspec.Meta(max_length=commands.LONGEST_LINE)]

COMMANDS: Final = ("take", "type", "undo", "bot", "resign", "leave", "kick", "sit")


class Up(msgspec.Struct, frozen=True, kw_only=True):
    """Any message of a page. `t` says what it is; the rest is there as that needs it."""

    t: Short
    id: Short = ""
    seat: Annotated[int, msgspec.Meta(ge=-1, le=64)] = -1
    q: Whole = 0
    line: commands.Options = (0,)
    text: Words = ""
    at: Short = ""
    to: Place = 0
    n: Whole = 0
    bot: Short = ""
    name: Short = ""
    until: Short = ""
    token: Annotated[str, msgspec.Meta(max_length=400)] = ""
    seen: Place = 0
    layout: Short = "wide"
    on: bool = True
    luck: Words = ""
    pairs: Pairs = ()
    over: Ids = ()
    reserve: Whole = 0  # seconds
    increment: Whole = 0


class Named(msgspec.Struct, frozen=True):
    """Of a message no more than the id by which it is answered."""

    id: Short = ""


_decoder = msgspec.json.Decoder(Up)
_named = msgspec.json.Decoder(Named)


def read(message: bytes) -> Up:
    """A message. Raises `MalformedError`."""
    try:
        return _decoder.decode(message)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise MalformedError(f"no message of a table: {error}") from None


def id_of(message: bytes) -> str:
    """The id of a message that can't be read, by which it is refused; "" if that can't be read either."""
    try:
        return _named.decode(message).id
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return ""


def command(up: Up) -> Command | None:
    """The table's command that a message stands for; None if it is none. Raises `MalformedError`."""
    if up.t not in COMMANDS:
        return None
    if not up.id:
        raise MalformedError(f"A message {up.t!r} needs an id, by which it is answered.")
    if up.seat < 0:
        raise MalformedError(f"A message {up.t!r} is about a seat: expected one from 0 on, got {up.seat}.")
    if up.t == "take":
        return commands.Choose(id=up.id, seat=up.seat, question=up.q, line=up.line)
    if up.t == "type":
        return commands.Say(id=up.id, seat=up.seat, question=up.q, text=up.text[:200])
    if up.t == "undo":
        return commands.Undo(id=up.id, seat=up.seat, question=up.q)
    if up.t == "bot":
        if up.bot:
            return commands.Hand(id=up.id, seat=up.seat, bot=up.bot)
        return commands.Back(id=up.id, seat=up.seat)
    return _of_seat(up)


def _of_seat(up: Up) -> Command:
    """A command about who plays a seat."""
    if up.t == "resign":
        return commands.Resign(id=up.id, seat=up.seat)
    if up.t == "leave":
        return commands.Leave(id=up.id, seat=up.seat)
    if up.t == "kick":
        return commands.Remove(id=up.id, seat=up.seat)
    try:
        return commands.Sit(id=up.id, seat=up.seat, name=clean_name(up.name or "Guest"))
    except ValueError as error:
        raise MalformedError(str(error)) from None

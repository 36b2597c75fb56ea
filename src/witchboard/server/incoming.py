"""What a page sends: messages of the socket, checked by their form, made into commands of the table."""

from __future__ import annotations

from typing import Annotated

import msgspec

from witchboard.engine.errors import MalformedError
from witchboard.table import commands
from witchboard.table.commands import Command

Short = Annotated[str, msgspec.Meta(max_length=64)]
Words = Annotated[str, msgspec.Meta(max_length=400)]
Whole = Annotated[int, msgspec.Meta(ge=0, le=1 << 31)]


class Up(msgspec.Struct, frozen=True, kw_only=True):
    """Any message of a page. `t` says what it is; the rest is there as that needs it."""

    t: Short
    id: Short = ""
    seat: Annotated[int, msgspec.Meta(ge=-1, le=64)] = -1
    q: Whole = 0
    line: commands.Options = (0,)
    text: Words = ""
    at: Short = ""
    to: Whole = 0
    n: Whole = 0
    bot: Short = ""
    name: Short = ""
    until: Short = ""
    token: Annotated[str, msgspec.Meta(max_length=400)] = ""
    seen: Whole = 0
    layout: Short = "wide"
    on: bool = True
    luck: Words = ""
    pairs: Annotated[tuple[tuple[Whole, Whole], ...], msgspec.Meta(max_length=commands.LONGEST_LINE)] = ()


_decoder = msgspec.json.Decoder(Up)


def read(message: bytes) -> Up:
    """A message. Raises `MalformedError`."""
    try:
        return _decoder.decode(message)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise MalformedError(f"no message of a table: {error}") from None


def command(up: Up) -> Command | None:
    """The table's command that a message stands for; None if it is none."""
    if not up.id or up.seat < 0:
        return None
    if up.t == "take":
        return commands.Choose(id=up.id, seat=up.seat, question=up.q, line=up.line)
    if up.t == "type":
        return commands.Say(id=up.id, seat=up.seat, question=up.q, text=up.text[:200])
    if up.t == "undo":
        return commands.Undo(id=up.id, seat=up.seat, question=up.q)
    if up.t == "resign":
        return commands.Resign(id=up.id, seat=up.seat)
    if up.t == "leave":
        return commands.Leave(id=up.id, seat=up.seat)
    if up.t == "bot":
        if up.bot:
            return commands.Hand(id=up.id, seat=up.seat, bot=up.bot)
        return commands.Back(id=up.id, seat=up.seat)
    return None

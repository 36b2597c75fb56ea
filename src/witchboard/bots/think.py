"""Thinking as a pure function of JSON, for a worker process or a program at the other end of a pipe."""

from __future__ import annotations

from typing import Any

import msgspec

from witchboard.engine.discover import find_game
from witchboard.engine.errors import MalformedError
from witchboard.engine.game import Event, Game
from witchboard.engine.stream import Stream

from .bot import Seat
from .registry import find_bot


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a bot is asked: its game, its seat and what that knows, and where the bot's stream stands.

    `changes` are the printed values in which the game differs, `events` what the seat has heard: kind and numbers.
    """

    game: str
    bot: str
    seat: int
    knowledge: Any
    stream: int
    changes: dict[str, Any] = {}
    events: list[tuple[str, list[int]]] = []


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The options, one after another (see `Bot.answer`), and the stream to ask with next time."""

    options: list[int]
    stream: int


def request(game: Game[Any], bot: str, seat: Seat, stream: Stream) -> bytes:
    """What `think` is to be given to answer for that seat."""
    return msgspec.json.encode(
        Request(
            game=game.key,
            bot=bot,
            seat=seat.number,
            knowledge=seat.knowledge,
            stream=int(stream.word),
            changes=dict(game.changes),
            events=[(event.kind, [int(value) for value in event.values]) for event in seat.events],
        )
    )


def think(asked: bytes) -> bytes:
    """The JSON of an `Answer` to the JSON of a `Request`; the same request gets the same answer in any process.

    Raises `UnknownError` for a game or bot that isn't there, `MalformedError` for what is no request or no knowledge
    of the game.
    """
    try:
        wanted = msgspec.json.decode(asked, type=Request)
    except msgspec.DecodeError as error:
        raise MalformedError(f"this is no request to think: {error}") from error
    game = find_game(wanted.game)
    if wanted.changes:
        game = game.with_content(wanted.changes)
    stream = Stream(wanted.stream)
    events = [Event(kind, tuple(values)) for kind, values in wanted.events]
    seat = Seat(game, wanted.seat, lambda: wanted.knowledge, events=events)
    options = find_bot(game, wanted.bot).answer(seat, stream)
    return msgspec.json.encode(Answer(options=[int(option) for option in options], stream=int(stream.word)))

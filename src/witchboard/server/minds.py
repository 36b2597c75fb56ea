"""The bots of a table: each that is asked thinks in another process; its answer comes like a command."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import msgspec

from witchboard.bots.bot import Seat
from witchboard.bots.think import Answer, request
from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.game import Event
from witchboard.engine.stream import stream
from witchboard.table.commands import Refused
from witchboard.table.live import Live, Thought
from witchboard.table.store import StoreError

from .thinkers import Thinkers

if TYPE_CHECKING:
    from .room import Room

log = logging.getLogger("witchboard.room")

RETRY = 1.0  # seconds after a write has failed


class Minds:
    """The bots of one table."""

    def __init__(self, room: Room, thinkers: Thinkers) -> None:
        self.room = room
        self.thinkers = thinkers
        self._thinking: set[tuple[int, int, int]] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def think(self, live: Live) -> None:
        """Let each bot that is asked think, unless it does already."""
        for thought in live.bot_calls():
            mark = _mark(thought)
            if mark not in self._thinking:
                self._thinking.add(mark)
                task = asyncio.create_task(self._think(live, thought))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        """Wait for no answer any more."""
        for task in self._tasks:
            task.cancel()

    async def _think(self, live: Live, thought: Thought) -> None:
        call, dealer = thought.call, live.table.dealer
        secret = dealer.seed.hex() if isinstance(dealer, CommittedDealer) else ""
        events = [Event(kind, values) for kind, values in call.events]
        seat = Seat(live.game, call.seat, lambda: call.knowledge, events=events)
        luck = stream(secret, "bot", call.seat, call.question)
        options: list[int] = []
        try:
            answer = await self.thinkers.answer(request(live.game, call.bot, seat, luck))
            options = msgspec.json.decode(answer, type=Answer).options
        except Exception:
            log.exception("table %s: bot %s failed to think", live.table.key, call.bot)
        self.room.do(lambda: self._answered(live, thought, options))

    async def _answered(self, live: Live, thought: Thought, options: list[int]) -> None:
        self._thinking.discard(_mark(thought))
        some = live.any_option(thought)
        if some is not None:
            prepared = live.prepare_bot(thought, options or [some])
            if prepared and isinstance(prepared.reply, Refused) and prepared.reply.code == "illegal":
                words = prepared.reply.words
                log.error("table %s: bot %s chose %s: %s", live.table.key, thought.call.bot, options, words)
                prepared = live.prepare_bot(thought, [some])
            if prepared and prepared.trial is not None:
                try:
                    await self.room.keep(prepared)
                except StoreError as error:
                    log.error("table %s: %s", live.table.key, error)
                    asyncio.get_running_loop().call_later(RETRY, self.room.think)
                    return
                await self.room.show()
        self.room.think()


def _mark(thought: Thought) -> tuple[int, int, int]:
    return thought.call.seat, thought.call.question, thought.window

"""One table on the server: an actor that handles one thing at a time.

A command is carried out on a copy; what it did is journalled and committed; then it counts, is acknowledged, and its
frames are sent. If carrying out or writing fails, the table stands as before and the sender is told why.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine

import msgspec

from witchboard.bots.bot import Seat
from witchboard.bots.think import Answer, request
from witchboard.engine import play
from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.entries import Sitter
from witchboard.engine.entries import encode as line_of
from witchboard.engine.errors import WitchboardError
from witchboard.engine.game import Event, Game, Show
from witchboard.engine.record import header_of, published
from witchboard.engine.state import State
from witchboard.engine.stream import stream
from witchboard.table.commands import BotCall, Command, Done, Refused, Rewind, Sit
from witchboard.table.live import Live, encode
from witchboard.table.store import StoreError
from witchboard.table.table import Prepared, Table

from . import incoming
from .client import Client
from .guests import clean_name
from .incoming import Up
from .lobby import Chair, Setting, write
from .sqlite import SqliteStore
from .thinkers import Thinkers

log = logging.getLogger("witchboard.room")

CHAT_KEPT = 200
BOT_WAITS = 2.0  # seconds until a bot is asked again whose answer couldn't be written down
FAILED = "That has failed here, and was written down for whoever runs this server. The table stands as before."
Job = Callable[[], Coroutine[None, None, None]]


class Room:
    """A table with the sockets of those who are at it. `live` is None until the game has begun."""

    def __init__(
        self, key: str, game: Game[State], setting: Setting, live: Live | None, store: SqliteStore, thinkers: Thinkers
    ) -> None:
        self.key = key
        self.game = game
        self.setting = setting
        self.live = live
        self.store = store
        self.thinkers = thinkers
        self.clients: set[Client] = set()
        self.chat: list[dict[str, object]] = []
        self.touched = time.monotonic()
        self.closed = False
        self._jobs: asyncio.Queue[Job | None] = asyncio.Queue()
        self._thinking: set[tuple[int, int]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._actor = asyncio.create_task(self._run())

    async def _run(self) -> None:
        """The actor: one job after another; a job that fails fails alone."""
        while (job := await self._jobs.get()) is not None:
            try:
                await job()
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("table %s: a job failed", self.key)

    def do(self, job: Job) -> None:
        """Let the actor do something in its turn."""
        self.touched = time.monotonic()
        self._jobs.put_nowait(job)

    async def done(self, job: Job) -> None:
        """The same, and wait for it. Raises what the job raises, `StoreError` when the table is being put away."""
        if self.closed:
            raise StoreError("the table is being put away; try again")
        finished: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def wrapped() -> None:
            try:
                await job()
            except Exception as error:
                if not finished.cancelled():
                    finished.set_exception(error)
            else:
                if not finished.cancelled():
                    finished.set_result(None)

        self.do(wrapped)
        await finished

    async def close(self) -> None:
        """Stop the actor when it has done what waits; bots are left to think in vain."""
        self.closed = True
        for task in self._tasks:
            task.cancel()
        self._jobs.put_nowait(None)
        await self._actor

    # Coming and going.

    def join(self, client: Client, hello: Up) -> None:
        """A socket has said hello: bring it up to date."""
        client.layout = "tall" if hello.layout == "tall" else "wide"

        async def job() -> None:
            for other in [one for one in self.clients if one.holder == client.holder and one.holder]:
                if other is not client and self._holds(client.holder):
                    other.send(encode({"t": "bye", "why": "elsewhere", "words": "This seat was opened elsewhere."}))
                    other.close()
                    self.clients.discard(other)
            self.clients.add(client)
            self._present()
            if hello.luck and self.live is None and self._holds(client.holder):
                self.setting.contributions.setdefault(client.holder, hello.luck)
            self._catch_up(client, hello.seen)
            self._tell_seats(but=client)
            self.think()

        self.do(job)

    def leave(self, client: Client) -> None:
        """A socket is gone."""

        async def job() -> None:
            self.clients.discard(client)
            self._present()
            self._tell_seats()

        self.do(job)

    def _present(self) -> None:
        if self.live:
            self.live.present = {client.holder for client in self.clients}

    def _holds(self, holder: str) -> bool:
        """Whether that person has a seat."""
        if not holder:
            return False
        if self.live is None:
            return any(chair.holder == holder for chair in self.setting.chairs)
        return bool(self.live.person(holder).seats)

    def _catch_up(self, client: Client, seen: int) -> None:
        """Send what the client hasn't seen: frames, or one fresh view."""
        if self.live is not None and seen:
            person = self.live.person(client.holder)
            frames = self.live.since(seen, person, client.layout)
            if frames is not None and len(frames) <= 40:
                for frame in frames:
                    client.send(frame)
                client.seen = self.live.seq
                client.send(encode(self.live.ask(person)))
                return
        self._whole(client)

    def _whole(self, client: Client) -> None:
        client.behind = False
        client.send(encode(self.whole(client)))
        client.seen = self.live.seq if self.live else 0

    def whole(self, client: Client) -> dict[str, object]:
        """One fresh view for that client."""
        front = self.game.front
        more: dict[str, object] = {
            "chat": self.chat[-50:],
            "phrases": front.phrases,
            "bots": self.bots(),
            "card": {"title": self.game.title, "lines": front.how},
        }
        if self.live is None:
            return {**self._lobby_whole(client), **more}
        found = {**self.live.whole(self.live.person(client.holder), client.layout), **more}
        outcome = found.get("outcome")
        if isinstance(outcome, dict):
            outcome["rematch"] = self._rematch()
        return found

    def bots(self) -> list[tuple[str, str]]:
        """The bots that play this game, for the host's menu."""
        from witchboard.bots import bot_names

        return [(name, name.capitalize()) for name in bot_names(self.game)]

    def seated(self, holder: str) -> bool:
        """Whether that person has a seat."""
        return self._holds(holder)

    def open_seats(self) -> list[tuple[int, str]]:
        """The seats somebody may sit down on, with what they are called."""
        if self.live is None:
            chairs = enumerate(self.setting.chairs)
            return [(seat, f"Seat {seat + 1}") for seat, chair in chairs if chair.kind == "open"]
        seating, live = self.live.table.seating, self.live
        if seating.end:
            return []
        free = [seat for seat, one in enumerate(seating.sitters) if one.kind == "open" and seat not in seating.resigned]
        return [(seat, live.game.seat_name(live.table.line.state, seat).capitalize()) for seat in free]

    def words(self) -> str:
        """The table in a few words, for somebody who may join."""
        if self.live is None:
            names = [chair.name for chair in self.setting.chairs if chair.name]
            return f"Before the game. Here so far: {', '.join(names) or 'nobody'}."
        names = [self.live.name(seat) for seat in range(len(self.live.table.seating.sitters))]
        return f"{self.live.where(self.live.observers[-1])}. At the table: {', '.join(names)}."

    def published(self) -> bytes:
        """The record of the finished game, without what is private."""
        assert self.live is not None
        record = published(self.live.table.record)
        return b"".join([line_of(record.header), *map(line_of, record.entries)])

    # Before the game.

    def _lobby_whole(self, client: Client) -> dict[str, object]:
        state = self.game.start(self.setting.players, self.setting.options)
        picture = self.game.picture(self.game.sight(state, -1), Show(client.layout))
        ground = {"viewBox": picture.box, "ground": picture.ground, "label": picture.label, "name": picture.name}
        seats = [n for n, chair in enumerate(self.setting.chairs) if client.holder and chair.holder == client.holder]
        return {
            "t": "whole",
            "seq": 0,
            "table": {"code": self.key.upper(), "game": self.game.key, "title": self.game.title, "where": "set-up"},
            "me": {
                "seats": seats,
                "host": client.holder == self.setting.host,
                "name": next((self.setting.chairs[seat].name for seat in seats), ""),
                "spectator": not seats,
            },
            "picture": {client.layout: {**ground, "fragments": []}},
            "seats": self._lobby_seats(client),
            "asks": [],
            "waiting": "",
            "log": [],
            "outcome": None,
            "lobby": self._lobby(client),
        }

    def _lobby(self, client: Client) -> dict[str, object]:
        empty = sum(chair.kind == "open" for chair in self.setting.chairs)
        host = client.holder == self.setting.host
        if not empty:
            words = "Everybody is here. Begin when you like." if host else "Everybody is here. The host begins."
        else:
            words = f"{empty} seat{'s are' if empty > 1 else ' is'} open. Invite friends, or let bots play."
        return {"words": words, "start": host and not empty}

    def _lobby_seats(self, client: Client) -> list[dict[str, object]]:
        present = {one.holder for one in self.clients}
        found: list[dict[str, object]] = []
        for seat, chair in enumerate(self.setting.chairs):
            mine = bool(client.holder) and chair.holder == client.holder and chair.kind == "person"
            found.append(
                {
                    "seat": seat,
                    "name": chair.name or ("open seat" if chair.kind == "open" else chair.bot),
                    "sign": "",
                    "role": "",
                    "kind": "you" if mine else chair.kind,
                    "bot": chair.bot,
                    "here": chair.kind == "bot" or chair.holder in present,
                    "active": False,
                    "asked": False,
                    "facts": [],
                }
            )
        return found

    async def start(self) -> None:
        """Begin the game: the seats are filled."""
        setting = self.setting
        sitters = tuple(Sitter(one.name, one.kind, one.bot, one.holder) for one in setting.chairs)
        luck = [setting.contributions.get(one.holder, "") for one in setting.chairs if one.holder]
        dealer = CommittedDealer(secrets.token_bytes(32), tuple(one for one in luck if one))
        header = header_of(self.game, setting.players, setting.options, sitters, dealer)
        table = Table.begin(self.key, self.game, header, dealer)
        await asyncio.to_thread(self.store.create, self.key, table.record, dealer.seed)
        self.live = Live(table)
        self._present()
        for client in self.clients:
            self._whole(client)
        self.think()

    async def keep_setting(self) -> None:
        """Write the setting down."""
        query = "UPDATE tables SET setting = ? WHERE key = ?"
        await asyncio.wrap_future(self.store.write_later(query, write(self.setting), self.key))

    # What comes in.

    def hear(self, client: Client, up: Up) -> None:
        """A message of a client, in its turn. He is told if carrying it out has failed."""

        async def job() -> None:
            try:
                await self._hear(client, up)
            except Exception:
                client.send(encode({"t": "no", "id": up.id, "words": FAILED, "rule": ""}))
                raise

        self.do(job)

    async def _hear(self, client: Client, up: Up) -> None:
        if up.t == "layout":
            client.layout = "tall" if up.layout == "tall" else "wide"
            self._whole(client)
        elif up.t in ("chat", "phrase"):
            self._say(client, up)
        elif up.t == "point":
            self._point(client, up)
        elif self.live is None:
            await self._before(client, up)
        elif up.t == "why":
            words, rule = (
                self.live.asks.why_not(up.seat, up.at) if self._mine(client, up.seat) else ("Not your seat.", "")
            )
            client.send(encode({"t": "why", "id": up.id, "words": words, "rule": rule}))
        elif up.t == "rematch":
            await self._agree(client, up)
        else:
            await self._command(client, up)

    def _mine(self, client: Client, seat: int) -> bool:
        return self.live is not None and seat in self.live.person(client.holder).seats

    async def _command(self, client: Client, up: Up) -> None:
        assert self.live is not None
        command = self._read(client, up)
        if command is None:
            client.send(encode({"t": "no", "id": up.id, "words": f"The table knows no message {up.t!r}.", "rule": ""}))
            return
        try:
            prepared = self.live.table.prepare(client.holder, command)
            await self._keep(prepared)
        except StoreError as error:
            client.send(encode({"t": "no", "id": up.id, "words": f"Nothing has changed: {error}", "rule": ""}))
            return
        reply = prepared.reply
        if isinstance(reply, Refused):
            client.send(encode({"t": "no", "id": up.id, "words": reply.words, "rule": reply.rule, "code": reply.code}))
            if reply.code in ("stale", "over", "seat"):
                client.send(encode(self.live.ask(self.live.person(client.holder))))
            return
        client.send(encode({"t": "ok", "id": up.id, "seq": self.live.seq, "applied": reply.applied}))
        if prepared.trial is not None:
            self.show()
            self.think()

    def _read(self, client: Client, up: Up) -> Command | None:
        assert self.live is not None
        if up.t == "rewind":
            acts = self.live.acts_before(up.to)
            return None if acts is None or not up.id else Rewind(id=up.id, seat=up.seat, to=acts)
        if up.t == "sit":
            return Sit(id=up.id, seat=up.seat, name=name_of(up)) if up.id and up.seat >= 0 else None
        return incoming.command(up)

    async def _keep(self, prepared: Prepared) -> None:
        """Journal what was prepared, then let it count. Raises `StoreError` with the table as it was."""
        assert self.live is not None
        if prepared.entries:
            await asyncio.wrap_future(self.store.append_later(self.key, prepared.entries))
        self.live.commit(prepared)

    def show(self) -> None:
        """Send every client the frames it hasn't got, and what is asked of it now."""
        assert self.live is not None
        for client in list(self.clients):
            person = self.live.person(client.holder)
            if client.behind:
                if client.drained:
                    self._whole(client)
                continue
            frames = self.live.since(client.seen, person, client.layout)
            if frames is None:
                self._whole(client)
                continue
            for frame in frames:
                client.send(frame)
            client.seen = self.live.seq
            client.send(encode(self.live.ask(person)))
            outcome = self.live.asks.outcome(person.seats)
            if outcome:
                client.send(encode({"t": "over", "outcome": {**outcome, "rematch": self._rematch()}}))

    # Bots.

    def think(self) -> None:
        """Let each bot that is asked think, in another process."""
        if self.live is None or self.closed:
            return
        for call in self.live.table.bot_calls():
            mark = (call.seat, call.question)
            if mark not in self._thinking:
                self._thinking.add(mark)
                task = asyncio.create_task(self._think(call))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _think(self, call: BotCall) -> None:
        assert self.live is not None
        table = self.live.table
        secret = table.dealer.seed.hex() if isinstance(table.dealer, CommittedDealer) else ""
        events = [Event(kind, values) for kind, values in call.events]
        seat = Seat(self.game, call.seat, lambda: call.knowledge, events=events)
        luck = stream(secret, "bot", call.seat, call.question)
        options: list[int] = []
        try:
            thought = await self.thinkers.answer(request(self.game, call.bot, seat, luck))
            options = msgspec.json.decode(thought, type=Answer).options
        except Exception:
            log.exception("table %s: bot %s failed to think", self.key, call.bot)
        self.do(lambda: self._bot_answers(call, options))

    async def _bot_answers(self, call: BotCall, options: list[int]) -> None:
        """Let a bot's answer count; one that is no answer here is replaced by the first choice there is."""
        assert self.live is not None
        self._thinking.discard((call.seat, call.question))
        table = self.live.table
        prepared = table.prepare_bot(call.seat, call.question, options) if options else None
        if prepared is None or (isinstance(prepared.reply, Refused) and prepared.reply.code == "illegal"):
            log.error("table %s: bot %s had no lawful answer; the first choice is taken", self.key, call.bot)
            lawful = play.options(table.line.state, call.seat)[:1]
            prepared = table.prepare_bot(call.seat, call.question, lawful) if lawful else None
        if prepared is not None and isinstance(prepared.reply, Done):
            try:
                await self._keep(prepared)
            except StoreError as error:
                log.error("table %s: %s", self.key, error)
                asyncio.get_running_loop().call_later(BOT_WAITS, self.think)
                return
            self.show()
        self.think()

    # Beside the game.

    def _tell_seats(self, but: Client | None = None) -> None:
        for client in self.clients:
            if client is not but:
                client.send(encode(self._seats(client)))

    def _seats(self, client: Client) -> dict[str, object]:
        if self.live is None:
            return {"t": "seats", "seats": self._lobby_seats(client), "lobby": self._lobby(client)}
        return {"t": "seats", "seats": self.live.seats(self.live.person(client.holder))}

    def _seat_of(self, client: Client) -> tuple[int, str]:
        """The seat a client speaks from, -1 for a watcher, and his name."""
        if self.live is None:
            for seat, chair in enumerate(self.setting.chairs):
                if client.holder and chair.holder == client.holder:
                    return seat, chair.name
            return -1, "A watcher"
        seats = self.live.person(client.holder).seats
        return (seats[0], self.live.name(seats[0])) if seats else (-1, "A watcher")

    def _say(self, client: Client, up: Up) -> None:
        phrases = self.game.front.phrases
        text = phrases[up.n] if up.t == "phrase" and up.n < len(phrases) else " ".join(up.text.split())[:200]
        if text:
            seat, name = self._seat_of(client)
            line: dict[str, object] = {"by": seat, "name": name, "text": text, "at": int(time.time() * 1000)}
            self.chat = [*self.chat[-CHAT_KEPT:], line]
            for other in self.clients:
                other.send(encode({"t": "chat", "line": line}))
        if up.id:
            client.send(encode({"t": "ok", "id": up.id}))

    def _point(self, client: Client, up: Up) -> None:
        seat, name = self._seat_of(client)
        if seat >= 0 and up.at:
            for other in self.clients:
                if other is not client:
                    other.send(encode({"t": "point", "at": up.at, "by": seat, "name": name}))

    async def _before(self, client: Client, up: Up) -> None:
        """A message before the game has begun."""
        host = client.holder == self.setting.host
        chairs = self.setting.chairs
        wrong = ""
        if up.t == "start":
            if not host or not self.setting.ready():
                wrong = "The host begins, when every seat is taken."
        elif up.t == "bot" and 0 <= up.seat < len(chairs):
            own = chairs[up.seat].holder in ("", client.holder)
            if not host or not own:
                wrong = "The host gives seats to bots, if nobody sits there."
            elif up.bot:
                chairs[up.seat] = Chair("bot", up.bot.capitalize(), up.bot)
            else:
                chairs[up.seat] = Chair()
        elif up.t == "sit" and 0 <= up.seat < len(chairs):
            wrong = self.seat_person(client.holder, up.seat, name_of(up))
        elif up.t in ("leave", "kick") and 0 <= up.seat < len(chairs):
            if chairs[up.seat].holder == client.holder or host:
                chairs[up.seat] = Chair()
            else:
                wrong = "That seat is not yours."
        else:
            wrong = "The game has not begun."
        if wrong:
            client.send(encode({"t": "no", "id": up.id, "words": wrong, "rule": ""}))
            return
        try:
            await self.keep_setting()
            if up.t == "start":
                await self.start()
        except WitchboardError as error:
            client.send(encode({"t": "no", "id": up.id, "words": f"Nothing has changed: {error}", "rule": ""}))
            return
        if up.id:
            client.send(encode({"t": "ok", "id": up.id}))
        if self.live is None:
            self._tell_seats()

    def seat_person(self, holder: str, seat: int, name: str) -> str:
        """Put somebody on an open seat before the game; returns what is wrong, "" if nothing is."""
        if not 0 <= seat < len(self.setting.chairs):
            return "There is no such seat."
        if not holder or self.setting.chairs[seat].kind != "open":
            return "That seat is taken."
        self.setting.chairs[seat] = Chair("person", name, "", holder)
        return ""

    async def sit(self, holder: str, seat: int, name: str) -> str:
        """Seat somebody by an invitation, before or in the game; returns what is wrong."""
        result = ""

        async def job() -> None:
            nonlocal result
            if self.live is None:
                result = self.seat_person(holder, seat, name)
                if not result:
                    await self.keep_setting()
                    self._tell_seats()
                return
            prepared = self.live.table.prepare(holder, Sit(id=secrets.token_hex(8), seat=seat, name=name))
            if isinstance(prepared.reply, Refused):
                result = prepared.reply.words
                return
            await self._keep(prepared)
            self.show()
            self._tell_seats()

        await self.done(job)
        return result

    # Again.

    def _rematch(self) -> dict[str, object]:
        assert self.live is not None
        people = {one.holder for one in self.live.table.seating.sitters if one.holder}
        found: dict[str, object] = {"agreed": len(people & set(self.setting.rematch)), "of": len(people)}
        if self.setting.followed_by:
            found["link"] = f"/t/{self.setting.followed_by.upper()}"
        return found

    async def _agree(self, client: Client, up: Up) -> None:
        assert self.live is not None
        if not self._holds(client.holder) or self.live.table.seating.end is None:
            client.send(encode({"t": "no", "id": up.id, "words": "There is no rematch to agree to.", "rule": ""}))
            return
        if client.holder not in self.setting.rematch:
            self.setting.rematch.append(client.holder)
        await self.keep_setting()
        client.send(encode({"t": "ok", "id": up.id}))
        people = {one.holder for one in self.live.table.seating.sitters if one.holder}
        if people <= set(self.setting.rematch) and not self.setting.followed_by and self.again is not None:
            self.setting.followed_by = await self.again(self)
            await self.keep_setting()
        for one in self.clients:
            outcome = self.live.asks.outcome(self.live.person(one.holder).seats)
            if outcome:
                one.send(encode({"t": "over", "outcome": {**outcome, "rematch": self._rematch()}}))

    again: Callable[[Room], Coroutine[None, None, str]] | None = None


def name_of(up: Up) -> str:
    """The name a message gives, as it may be shown; somebody without one is a guest."""
    try:
        return clean_name(up.name)
    except ValueError:
        return "Guest"

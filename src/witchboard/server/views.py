"""What a table sends to the browsers at it: frames, one fresh view where those don't do, what is asked of each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING

from witchboard.table.commands import Refused
from witchboard.table.live import Live, Person, encode
from witchboard.table.table import Prepared

if TYPE_CHECKING:
    from .room import Room


class Viewer(ABC):
    """Somebody who looks at a table by one browser, and what he was sent."""

    def __init__(self, holder: str) -> None:
        self.holder = holder
        self.layout = "wide"
        self.seen = 0  # the latest frame sent
        self.person: Person | None = None  # as whom he saw it
        self.sides: dict[int, int] = {}  # the latest frame sent of each side
        self.told = b""  # what was asked of him, as it was sent last, without the time
        self.behind = False  # something had to be dropped: send a whole

    @abstractmethod
    def send(self, message: bytes) -> None:
        """Let a message go out."""

    @property
    def drained(self) -> bool:
        """Whether nothing waits to go out."""
        return True

    def saw(self, live: Live, person: Person) -> None:
        """All frames were sent that this person may see."""
        live.saw(person)
        self.person, self.seen = person, live.seq(person)
        if person.curtain < 0:
            self.sides[person.side] = self.seen

    def refuse(self, id: str, words: str, rule: str = "", code: str = "") -> None:
        """Say that a command is not carried out, and why."""
        self.send(encode({"t": "no", "id": id, "words": words, "rule": rule, "code": code}))


class Views:
    """The views of one table. A message that says nothing new is not sent: it would tell that others did something."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def catch_up(self, client: Viewer, seen: int) -> None:
        """Send what somebody who comes back hasn't seen: frames, or one fresh view."""
        live = self.room.live
        if live is not None and seen:
            person = live.person(client.holder)
            frames = live.since(seen, person, client.layout)
            if person.curtain < 0 and frames is not None:
                self._frames(live, client, frames)
                return
        self.whole(client)

    def whole(self, client: Viewer, seq: int | None = None) -> None:
        """Send one fresh view, as it was after that frame."""
        live = self.room.live
        client.behind = False
        client.send(encode(self._whole(client, seq)))
        if live:
            client.saw(live, live.person(client.holder))
            client.told = encode(live.ask(live.person(client.holder), 0))

    def _whole(self, client: Viewer, seq: int | None) -> dict[str, object]:
        room = self.room
        more: dict[str, object] = {
            "chat": room.talk.latest,
            "phrases": room.talk.phrases,
            "bots": room.bots(),
            "card": {"title": room.game.title, "lines": room.game.front.how},
        }
        if room.is_host(client.holder):
            more["host"] = {**room.setting.host_says, "pause": bool(room.live and room.live.paused)}
        if room.live is None:
            here = {one.holder for one in room.clients}
            return {**room.lobby.whole(client.holder, client.layout, here), **more}
        found = {**room.live.whole(room.live.person(client.holder), client.layout, seq), **more}
        return {**found, "outcome": room.rematch.outcome(client.holder)}

    def show(self, live: Live) -> None:
        """Send every client the frames it hasn't got, and what is asked of it now, if that has changed."""
        self.give_back(live)
        for client in list(self.room.clients):
            if not client.behind:
                self._update(live, client)
            elif client.drained:
                self.whole(client)

    def give_back(self, live: Live) -> None:
        """Give answers back that were given ahead and count no more."""
        returned, live.windows.returned = live.windows.returned, []
        for holder, refused in returned:
            self.reply(live, self.room.clients_of(holder), Prepared(refused))

    def _update(self, live: Live, client: Viewer) -> None:
        person, before = live.person(client.holder), client.person
        frames: list[bytes] | None = None
        if before:
            still = before.side < 0 or before.side in person.seats
            frames = live.since(client.seen, before, client.layout) if still else []
        if frames is None or (person.host and before and not before.host):
            self.whole(client)  # all that is the host's to say comes with it
            return
        if before and (before.side, before.curtain) != (person.side, person.curtain):
            for frame in frames:
                client.send(frame)
            self._turn(live, client)
            return
        self._frames(live, client, frames)
        outcome = self.room.rematch.outcome(client.holder) if frames else None
        if outcome:
            client.send(encode({"t": "over", "outcome": outcome}))

    def _frames(self, live: Live, client: Viewer, frames: list[bytes]) -> None:
        for frame in frames:
            client.send(frame)
        client.saw(live, live.person(client.holder))
        self.ask(live, client, anew=bool(frames))

    def _turn(self, live: Live, client: Viewer) -> None:
        """Show another side: as it was when it was seen last, then what has happened since."""
        person = live.person(client.holder)
        seen = client.sides.get(person.side) if person.curtain < 0 else None
        frames = live.since(seen, person, client.layout) if seen else None
        if not frames:
            self.whole(client)
            return
        self.whole(client, seen)
        self._frames(live, client, frames)

    def ask(self, live: Live, client: Viewer, anew: bool = False) -> None:
        """Tell a client what is asked of it, if that has changed since it was told, or `anew`."""
        person = live.person(client.holder)
        stands = encode(live.ask(person, 0))
        if anew or stands != client.told:
            client.told = stands
            client.send(encode(live.ask(person)) if live.timed else stands)

    def knows(self, live: Live, client: Viewer) -> None:
        """Take it that a client knows what is asked of it, since it was answered something that says so."""
        client.told = encode(live.ask(live.person(client.holder), 0))

    def seats(self, but: Viewer | None = None) -> None:
        """Tell everybody who sits where and who is here."""
        room = self.room
        here = {client.holder for client in room.clients}
        for client in room.clients:
            if client is but:
                continue
            if room.live:
                self.ask(room.live, client)
            else:
                seats = room.lobby.seats(client.holder, here)
                client.send(encode({"t": "seats", "seats": seats, "lobby": room.lobby.words(client.holder)}))

    def reply(self, live: Live, clients: Iterable[Viewer], prepared: Prepared) -> None:
        """Tell the sender what became of his command."""
        reply = prepared.reply
        for client in clients:
            if isinstance(reply, Refused):
                client.refuse(reply.id, live.asks.plain(reply.words), reply.rule, reply.code)
                if reply.code in ("stale", "over", "seat"):
                    self.ask(live, client, anew=True)
            else:
                seq = live.seq(live.person(client.holder))
                client.send(encode({"t": "ok", "id": reply.id, "seq": seq, "applied": reply.applied}))

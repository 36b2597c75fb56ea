"""A table before its game: who takes which seat, how it is to be played. It is kept in the table's setting."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping

import msgspec

from witchboard.bots import bot_names
from witchboard.engine.front import OptionValue
from witchboard.engine.game import Game
from witchboard.engine.state import State
from witchboard.table.clocks import ClockSetting
from witchboard.table.films import whole_picture
from witchboard.table.live import Aside, Manner
from witchboard.table.windows import LIMITS, Pace

from .guests import clean_name
from .incoming import Up


class Chair(msgspec.Struct, omit_defaults=True):
    """A seat: "person", "bot" or "open"."""

    kind: str = "open"
    name: str = ""
    bot: str = ""
    holder: str = ""


class Setting(msgspec.Struct, omit_defaults=True):
    """What is known of a table beside its game's record.

    `invite` goes into the key of the invite link, which a `closed` table asks for. `screen`: people share the host's
    screen. `limit` is how many seconds one may think in a response window (0: for ever). `contributions` are what the
    players' pages have added to chance, by holder; `devices` tells for which holder a further browser plays; `banned`
    are those the host removed, `sat` those who got up before the game. `eager` is who pressed Play now: the seat that
    is asked first is his. `lives` counts how often the table was loaded.
    """

    players: int = 0
    options: dict[str, OptionValue] = {}
    chairs: list[Chair] = []
    host: str = ""
    eager: str = ""
    invite: str = ""
    spectators: bool = True
    closed: bool = False
    screen: bool = False
    limit: int = 12
    clock: ClockSetting | None = None
    contributions: dict[str, str] = {}
    devices: dict[str, str] = {}
    banned: list[str] = []
    sat: list[str] = []
    followed_by: str = ""  # the key of the rematch's table
    rematch: list[str] = []  # the holders who agree to one
    before: list[msgspec.Raw] = []  # how the earlier games of a match ended: positions
    lives: int = 0
    aside: Aside = msgspec.field(default_factory=Aside)

    def ready(self) -> bool:
        """Whether nobody is waited for any more."""
        return all(chair.kind != "open" for chair in self.chairs)

    @property
    def host_says(self) -> dict[str, object]:
        """What is the host's to say, for his menu."""
        clock = (self.clock.reserve, self.clock.increment) if self.clock else None
        found: dict[str, object] = {"spectators": self.spectators, "closed": self.closed, "limit": self.limit}
        return {**found, "clock": clock, "screen": self.screen}

    @property
    def manner(self) -> Manner:
        """How the game is played."""
        return Manner(Pace(limit=self.limit * 1000), self.clock, self.screen)

    def again(self) -> Setting:
        """The setting of a rematch: the same in all that was chosen."""
        kept = msgspec.structs.replace(self, invite=secrets.token_hex(8), contributions={}, followed_by="", rematch=[])
        kept = msgspec.structs.replace(kept, lives=0, eager="", aside=Aside(), banned=list(self.banned), before=[])
        return msgspec.structs.replace(kept, sat=[])


def read(data: bytes | str) -> Setting:
    """A setting as it was kept."""
    return msgspec.json.decode(data, type=Setting)


def write(setting: Setting) -> bytes:
    """A setting as it is kept."""
    return msgspec.json.encode(setting)


def chosen(setting: Setting, form: Mapping[str, str]) -> None:
    """Take over what a set-up form says of the manner of play. Raises `ValueError`.

    Fields: `limit` (seconds), `closed`, `spectators`, `screen` ("on" or nothing), `clock` (minutes, "" for none),
    `increment` (seconds), `zero` ("resign" or a bot's name).
    """
    setting.limit = _limit(int(form.get("limit") or 12))
    setting.closed, setting.screen = form.get("closed") == "on", form.get("screen") == "on"
    setting.spectators = form.get("spectators", "on") == "on"
    minutes = int(form.get("clock") or 0)
    setting.clock = _clock(60 * minutes, int(form.get("increment") or 0), form.get("zero") or "random")


def _limit(seconds: int) -> int:
    if seconds not in LIMITS:
        raise ValueError(f"The time to answer is one of {', '.join(map(str, LIMITS))} seconds; 0 is for ever.")
    return seconds


def _clock(reserve: int, increment: int, zero: str) -> ClockSetting | None:
    """A clock, or none where there is no reserve."""
    if not reserve:
        return None
    if not (10 <= reserve <= 86_400 and 0 <= increment <= 3_600):
        raise ValueError("A clock has from 10 seconds to a day, and at most an hour more a turn.")
    return ClockSetting(reserve, increment, zero[:24])


class Lobby:
    """What happens at a table before its game begins."""

    def __init__(self, key: str, game: Game[State], setting: Setting) -> None:
        self.key = key
        self.game = game
        self.setting = setting

    @property
    def notice(self) -> str:
        """What everybody is to know of those who watch, "" where that is nothing."""
        late = self.game.late(self.setting.players, self.setting.options)
        return f"Watchers see {late.what}" if late else ""

    def seats_of(self, holder: str) -> list[int]:
        """The seats somebody has taken."""
        return [seat for seat, chair in enumerate(self.setting.chairs) if holder and chair.holder == holder]

    def hear(self, holder: str, up: Up) -> str:
        """Do what a message says; returns what is wrong, "" if nothing is. `start` is only checked."""
        chairs, host = self.setting.chairs, holder == self.setting.host
        if up.t == "start":
            ready = host and self.setting.ready()
            return "" if ready else "The host begins, when every seat is taken."
        if up.t == "screen":
            return self._share(host, up.on)
        if up.t == "clock":
            return self._set_clock(host, up)
        if not 0 <= up.seat < len(chairs):
            return "The game has not begun."
        if up.t == "sit":
            return self.sit(holder, up.seat, up.name)
        if up.t == "name":
            return self._rename(holder, up.seat, up.name)
        if up.t == "bot":
            return self._let_bot(host and chairs[up.seat].holder in ("", holder), up)
        if up.t == "swap":
            return self._swap(host, up.seat, up.to)
        if up.t in ("leave", "kick"):
            return self._free(holder, up.seat)
        return "The game has not begun."

    def sit(self, holder: str, seat: int, name: str) -> str:
        """Put somebody on an open seat; returns what is wrong."""
        if not holder or not 0 <= seat < len(self.setting.chairs) or self.setting.chairs[seat].kind != "open":
            return "That seat is taken."
        if holder in self.setting.banned:
            return "The host has removed you from this table."
        try:
            self.setting.chairs[seat] = Chair("person", clean_name(name or "Guest"), "", holder)
        except ValueError as error:
            return str(error)
        return ""

    def let_begin(self, seat: int) -> bool:
        """Turn the seats until whoever pressed Play now sits there; tells whether that changed anything."""
        chairs, eager = self.setting.chairs, self.setting.eager
        if not eager or chairs[seat].holder == eager:
            return False
        turn = (self.seats_of(eager)[0] - seat) % len(chairs)
        self.setting.chairs = [*chairs[turn:], *chairs[:turn]]
        return True

    def take(self, holder: str, seat: int) -> None:
        """Let another browser have a taken seat."""
        self._gets_up(seat)
        self.setting.chairs[seat].holder = holder

    def _gets_up(self, seat: int) -> None:
        holder = self.setting.chairs[seat].holder
        if holder and holder not in self.setting.sat:
            self.setting.sat.append(holder)

    def _rename(self, holder: str, seat: int, name: str) -> str:
        if self.setting.chairs[seat].holder != holder or not holder:
            return "That seat is not yours."
        try:
            self.setting.chairs[seat].name = clean_name(name)
        except ValueError as error:
            return str(error)
        return ""

    def _let_bot(self, may: bool, up: Up) -> str:
        if not may:
            return "The host gives seats to bots, if nobody sits there."
        if up.bot and up.bot not in bot_names(self.game):
            return f"There is no bot {up.bot!r} for this game."
        self._gets_up(up.seat)
        self.setting.chairs[up.seat] = Chair("bot", up.bot.capitalize(), up.bot) if up.bot else Chair()
        return ""

    def _swap(self, host: bool, one: int, other: int) -> str:
        chairs = self.setting.chairs
        if not host or not 0 <= other < len(chairs):
            return "The host swaps seats."
        chairs[one], chairs[other] = chairs[other], chairs[one]
        return ""

    def _free(self, holder: str, seat: int) -> str:
        """Free a seat: one's own, or, as host, anybody's, who can't come back then."""
        sitting = self.setting.chairs[seat].holder
        if holder not in (sitting, self.setting.host):
            return "That seat is not yours."
        if sitting not in ("", holder):
            self.setting.banned.append(sitting)
        self._gets_up(seat)
        self.setting.chairs[seat] = Chair()
        return ""

    def _share(self, host: bool, on: bool) -> str:
        if not host:
            return "The host says who shares a screen."
        self.setting.screen = on
        return ""

    def _set_clock(self, host: bool, up: Up) -> str:
        if not host:
            return "The host sets the clocks."
        if up.bot not in ("", "resign", *bot_names(self.game)):
            return f"There is no bot {up.bot!r} for this game."
        try:
            self.setting.clock = _clock(up.reserve, up.increment, up.bot or "random")
        except ValueError as error:
            return str(error)
        return ""

    # What goes out.

    def whole(self, holder: str, layout: str, here: Collection[str]) -> dict[str, object]:
        """One fresh view."""
        picture = self.game.lobby(self.setting.players, self.setting.options, layout)
        seats = self.seats_of(holder)
        return {
            "t": "whole",
            "seq": 0,
            "table": {"code": self.key.upper(), "game": self.game.key, "title": self.game.title, "where": "set-up"},
            "me": {
                "seats": seats,
                "host": holder == self.setting.host,
                "name": next((self.setting.chairs[seat].name for seat in seats), ""),
                "spectator": not seats,
            },
            "picture": {layout: whole_picture(picture)},
            "seats": self.seats(holder, here),
            "asks": [],
            "waiting": "",
            "log": [],
            "outcome": None,
            "lobby": self.words(holder),
        }

    def words(self, holder: str) -> dict[str, object]:
        """What is waited for."""
        empty = sum(chair.kind == "open" for chair in self.setting.chairs)
        host = holder == self.setting.host
        if not empty:
            words = "Everybody is here. Begin when you like." if host else "Everybody is here. The host begins."
        else:
            words = f"{empty} seat{'s are' if empty > 1 else ' is'} open. Invite friends, or let bots play."
        words += f" {self.notice}." if self.notice else ""
        manner = {"spectators": self.setting.spectators, "closed": self.setting.closed, "screen": self.setting.screen}
        return {"words": words, "start": host and not empty, **manner, "limit": self.setting.limit}

    def seats(self, holder: str, here: Collection[str]) -> list[dict[str, object]]:
        """The list of seats as somebody sees it; `here` are those who are at the table."""
        found: list[dict[str, object]] = []
        for seat, chair in enumerate(self.setting.chairs):
            mine = bool(holder) and chair.holder == holder and chair.kind == "person"
            found.append(
                {
                    "seat": seat,
                    "name": chair.name or ("open seat" if chair.kind == "open" else chair.bot),
                    "sign": "",
                    "role": "",
                    "kind": "you" if mine else chair.kind,
                    "bot": chair.bot,
                    "here": chair.kind == "bot" or chair.holder in here,
                    "active": False,
                    "asked": False,
                    "facts": [],
                }
            )
        return found

"""A table before its game: who takes which seat, what is chosen. It is kept in the table's setting."""

from __future__ import annotations

import msgspec

from witchboard.engine.front import OptionValue


class Chair(msgspec.Struct, omit_defaults=True):
    """A seat: "person", "bot" or "open"."""

    kind: str = "open"
    name: str = ""
    bot: str = ""
    holder: str = ""


class Setting(msgspec.Struct, omit_defaults=True):
    """What is known of a table beside its game's record. `invite` is the hash of the invite link's key.

    `contributions` are what the players' pages have added to chance, by holder.
    """

    players: int = 0
    options: dict[str, OptionValue] = {}
    chairs: list[Chair] = []
    host: str = ""
    invite: str = ""
    spectators: bool = True
    contributions: dict[str, str] = {}
    followed_by: str = ""  # the key of the rematch's table
    rematch: list[str] = []  # the holders who agree to one

    def ready(self) -> bool:
        """Whether nobody is waited for any more."""
        return all(chair.kind != "open" for chair in self.chairs)


def read(data: bytes | str) -> Setting:
    """A setting as it was kept."""
    return msgspec.json.decode(data, type=Setting)


def write(setting: Setting) -> bytes:
    """A setting as it is kept."""
    return msgspec.json.encode(setting)

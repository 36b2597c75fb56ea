"""What follows a table's game: where the match stands that it belongs to, who agrees to go on, and the next table."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING

import msgspec

from witchboard.engine.errors import MalformedError
from witchboard.engine.front import OptionValue
from witchboard.engine.game import Series
from witchboard.engine.settling import in_force
from witchboard.table.live import Live, encode

if TYPE_CHECKING:
    from .room import Room


class Rematch:
    """The rematch of one table, or the next game of its match. There is one once the game has ended."""

    opens: Callable[[Room], Coroutine[None, None, str]] | None = None  # opens the next table; returns its key

    def __init__(self, room: Room) -> None:
        self.room = room

    @property
    def _live(self) -> Live:
        assert self.room.live
        return self.room.live

    def outcome(self, holder: str) -> dict[str, object] | None:
        """How the game has ended for somebody, where that leaves a match, and who wants a rematch."""
        live = self.room.live
        found = live.outcome(live.person(holder)) if live else None
        if live is None or found is None:
            return None
        series = self._series()
        if series:
            found["words"] = f"{found['words']} {live.asks.plain(series.words)}"
        return {**found, "rematch": self._offer(series)}

    def next(self) -> tuple[Mapping[str, OptionValue], list[msgspec.Raw]]:
        """The options of the next table, and how the earlier games of its match have ended: positions."""
        setting, series = self.room.setting, self._series()
        options = in_force(self.room.game.options, setting.players, series.options if series else setting.options)
        if not self._goes_on(series):
            return options, []
        ended = msgspec.json.encode(self.room.game.dump(self._live.table.line.state))
        return options, [*setting.before, msgspec.Raw(ended)]

    async def agree(self, holder: str) -> None:
        """Somebody wants a rematch. Raises `MalformedError` where there is none, `StoreError`."""
        setting = self.room.setting
        if holder not in self._people() or self._live.table.seating.end is None:
            raise MalformedError("There is no rematch to agree to.")
        if holder not in setting.rematch:
            setting.rematch.append(holder)
        await self.room.keep_setting()

    async def agreed(self) -> None:
        """Begin the rematch if all agree who are still here, and tell everybody how that stands."""
        room, people = self.room, self._people()
        if people and people <= set(room.setting.rematch) and not room.setting.followed_by and self.opens:
            room.setting.followed_by = await self.opens(room)
            await room.keep_setting()
        for one in room.clients:
            outcome = self.outcome(one.holder)
            if outcome:
                one.send(encode({"t": "over", "outcome": outcome}))

    def _series(self) -> Series | None:
        """Where the match stands that the finished game belongs to, if it does."""
        game, setting = self.room.game, self.room.setting
        earlier = [game.load(msgspec.json.decode(one)) for one in setting.before]
        return game.series([*earlier, self._live.table.line.state], setting.options)

    def _goes_on(self, series: Series | None) -> bool:
        """Whether the match of the finished game has another game: nobody has left his seat since."""
        seating = self._live.table.seating
        left = any(one.kind == "open" and seat not in seating.resigned for seat, one in enumerate(seating.sitters))
        return series is not None and not series.over and not left

    def _offer(self, series: Series | None) -> dict[str, object]:
        """What agreeing to a rematch is called now, and where it is."""
        people, setting = self._people(), self.room.setting
        words = "Next game" if self._goes_on(series) else "Rematch"
        if len(people) > 1:
            words += f" ({len(people & set(setting.rematch))} of {len(people)} agree)"
        found: dict[str, object] = {"words": words}
        if setting.followed_by:
            found["link"] = f"/t/{setting.followed_by.upper()}"
        return found

    def _people(self) -> set[str]:
        """Those who play, and those who played until they resigned."""
        seating, chairs = self._live.table.seating, self.room.setting.chairs
        resigned = {chairs[seat].holder for seat in seating.resigned if seat < len(chairs)}
        return ({one.holder for one in seating.sitters} | resigned) - {""}

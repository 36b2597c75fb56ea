"""The words of asking a villager, and of the Yin-Yang (GS-096 to GS-116, GS-162 to GS-168)."""

from __future__ import annotations

from typing import Final

from witchboard.engine.choice import Forecast
from witchboard.engine.state import Step

from .. import forecast
from ..names import board_title, the_tile, tile_id
from ..rules.help import Banish, CallBack, CircleColour, RestoreTile, Revive, TeaTao
from ..rules.herbalist import HerbalistReroll, HerbalistTao
from ..rules.pavilion import PavilionGhost, PavilionPlace, PavilionSpace, PavilionTaoist
from ..state import Village
from ..tables import (
    ALTAR,
    CEMETERY,
    CIRCLE,
    HERBALIST,
    NONE,
    PAVILION,
    SORCERER,
    TEA_HOUSE,
    TEMPLE,
    WATCHMAN,
)
from .base import ColourSpeaker, Reason, Speaker
from .dice import RerollSpeaker
from .helping import (
    BanishSpeaker,
    CallBackSpeaker,
    CircleSpeaker,
    PavilionGhostSpeaker,
    PavilionPlaceSpeaker,
    PavilionSpaceSpeaker,
    PavilionTaoistSpeaker,
    ReviveSpeaker,
)

HELP: Final = {
    CIRCLE: "lay a Tao token on it",
    TEMPLE: "take a Buddha",
    CEMETERY: "raise a dead Taoist",
    ALTAR: "restore a haunted tile",
    HERBALIST: "roll dice for Tao tokens",
    SORCERER: "discard a ghost",
    WATCHMAN: "send a board's haunting figures back",
    PAVILION: "move a ghost and another Taoist",
    TEA_HOUSE: "take a Tao token and Qi",
}
"""What each villager does, in a few words."""


def speaker(state: Village, step: Step) -> Speaker | None:
    """The words of a decision of `rules.help`, `rules.herbalist` or `rules.pavilion`."""
    if isinstance(step, CircleColour):
        return CircleSpeaker(state, step.rule)
    if isinstance(step, Revive):
        return ReviveSpeaker(state, step.rule)
    if isinstance(step, RestoreTile):
        return RestoreSpeaker(state, step.rule)
    if isinstance(step, Banish):
        return BanishSpeaker(state, step.rule)
    if isinstance(step, CallBack):
        return CallBackSpeaker(state, step.rule)
    if isinstance(step, TeaTao):
        return ColourSpeaker(state, step.rule, "Which Tao token does the Tea House give?")
    if isinstance(step, HerbalistReroll):
        return RerollSpeaker(state, step.rule, "Roll the Herbalist's dice again?")
    if isinstance(step, HerbalistTao):
        return ColourSpeaker(state, step.rule, "Which Tao token for the white face?")
    if isinstance(step, PavilionGhost):
        return PavilionGhostSpeaker(state, step.rule)
    if isinstance(step, PavilionSpace):
        return PavilionSpaceSpeaker(state, step.rule, int(step.space))
    if isinstance(step, PavilionTaoist):
        return PavilionTaoistSpeaker(state, step.rule)
    if isinstance(step, PavilionPlace):
        return PavilionPlaceSpeaker(state, step.rule, int(step.board))
    return None


def help_words(state: Village, place: int) -> str:
    """What the villager of that tile does, and the price of it."""
    kind = int(state.tiles[place])
    words = HELP[kind]
    if kind == CEMETERY and forecast.curse(state, NONE):
        return f"{words}, then roll the Curse die"
    if kind in (ALTAR, TEA_HOUSE):
        return f"{words}, then {forecast.drawing(state)}"
    if kind == SORCERER:
        title = board_title(state, state.active)
        return f"{words}, then {title} {'dies' if state.qi[state.active] == 1 else 'loses 1 Qi'}"
    return words


def no_help(state: Village, place: int) -> Reason:
    """Why the villager of that tile, which is active, can't do the main part of his help (GS-232)."""
    kind = int(state.tiles[place])
    name = the_tile(state, place)
    words = {
        CIRCLE: "no other colour of Tao is left in the supply",
        TEMPLE: "no Buddha is there",
        CEMETERY: "no Taoist is dead" if state.qi_supply else "no Qi is left in the supply",
        ALTAR: "no tile is haunted",
        HERBALIST: "ghosts hold all Tao dice",
        SORCERER: "he can't discard an incarnation" if any(state.ghosts) else "no ghost is in play",
        WATCHMAN: "no haunting figure is off its card",
        PAVILION: "there is no ghost to move and no other Taoist",
        TEA_HOUSE: "the Tea House can always help",
    }[kind]
    if kind == CEMETERY and state.seats == 1:
        return f"{name} can't help: a lone Taoist has nobody to raise", "GS-214"
    return f"{name} can't help: {words}", "GS-232"


class ByYinYang(Speaker):
    """What the Yin-Yang is spent on."""

    def targets(self, option: int) -> tuple[str, ...]:
        return (f"yin-yang-of-{self.state.board_name(self.state.active)}", tile_id(option))

    def weighty(self, option: int) -> bool:
        return True

    def without(self) -> Reason | None:
        """Why the active Taoist has no Yin-Yang; None if he has."""
        state = self.state
        if state.yin_yang[state.active]:
            return None
        title = board_title(state, state.active)
        if not state.tables.level_yin_yang[state.level]:
            return f"{title} has no Yin-Yang: at this level nobody starts with one", "GS-017"
        return f"{title}'s Yin-Yang is gone", "GS-165"


class AskByYinYang(ByYinYang):
    """Asking any villager; the number is a place."""

    def words(self, option: int) -> str:
        return f"Yin-Yang: ask {the_tile(self.state, option)}: {help_words(self.state, option)}"

    def forecast(self, option: int) -> Forecast | None:
        return forecast.curse(self.state, NONE) if self.state.tiles[option] == CEMETERY else None

    def why_not(self, option: int) -> Reason:
        lacking = self.without()
        if lacking:
            return lacking
        if self.state.haunted[option]:
            return f"{the_tile(self.state, option)} is haunted and gives no help", "GS-168"
        return no_help(self.state, option)


class RestoreByYinYang(ByYinYang):
    """Restoring a tile; the number is a place."""

    def words(self, option: int) -> str:
        return f"Yin-Yang: restore {the_tile(self.state, option)}"

    def why_not(self, option: int) -> Reason:
        return self.without() or (f"{the_tile(self.state, option)} is not haunted", self.rule)


class RestoreSpeaker(Speaker):
    """Taoist Altar; the number is a place."""

    def question(self) -> str:
        return "Which haunted tile does the Altar restore?"

    def words(self, option: int) -> str:
        return f"Restore {the_tile(self.state, option)}"

    def targets(self, option: int) -> tuple[str, ...]:
        return (tile_id(option),)

    def why_not(self, option: int) -> Reason:
        return f"{the_tile(self.state, option)} is not haunted", self.rule

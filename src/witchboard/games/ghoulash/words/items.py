"""The words of what is found: a kit used or left, a thing taken or left (GH-083, GH-091)."""

from __future__ import annotations

from witchboard.engine.choice import Forecast

from ..picture import ids
from ..tables import CARRYING
from .base import Reason, Speaker, odds
from .briefing import condition_words, counted
from .scene import Scene


class FoundSpeaker(Speaker):
    """What lies on the square where the explorer stands; `yes` is the option that uses or takes it."""

    def __init__(self, scene: Scene, rule: str, yes: int) -> None:
        super().__init__(scene, rule)
        self.yes = yes
        self.item = scene.left_item(scene.grid.at)

    @property
    def name(self) -> str:
        """What it is called."""
        return self.scene.words(self.item).name

    def targets(self, option: int) -> tuple[str, ...]:
        return (ids.USE,) if option == self.yes else (ids.LEAVE,)

    def deadly(self, spaces: int, carrying: str = "") -> float:
        """The chance that a fight begun with so many spaces left kills; 0 if no foe is left, or nothing is foretold."""
        foe = self.scene.usual_foe() if self.scene.foretells else ""
        return float(self.scene.odds_against(foe, spaces, carrying).death()) if foe else 0.0


class KitSpeaker(FoundSpeaker):
    """Use a first-aid kit, or leave it for later."""

    def question(self) -> str:
        scene = self.scene
        wounds = counted(scene.grid.meters[-1], "wound")
        return f"A first-aid kit on {scene.name(scene.grid.at)}, and you have {wounds}. Use it now?"

    def words(self, option: int) -> str:
        if option == self.yes:
            wounds = self.scene.grid.meters[-1]
            return f"Use it: {counted(wounds, 'wound')} gone" if wounds else "Use it, though you have no wound"
        return "Leave it for later"

    def option_rule(self, option: int) -> str:
        return "GH-087" if option == self.yes else "GH-088"

    def weighty(self, option: int) -> bool:
        return option == self.yes

    def forecast(self, option: int) -> Forecast | None:
        spaces = self.scene.grid.meter if option == self.yes else self.scene.spaces()
        return odds(("the next fight kills you", self.deadly(spaces)))

    def why_not(self, option: int) -> Reason:
        if option == self.yes:
            return "that kit is used up", "GH-090"
        return "you came back to this kit, so it is used", "GH-059"


class TakeSpeaker(FoundSpeaker):
    """Take a thing that has a price while it is carried, or leave it."""

    def question(self) -> str:
        scene = self.scene
        return f"The {self.name} on {scene.name(scene.grid.at)}. {self._price()} Take it?"

    def words(self, option: int) -> str:
        return f"Take the {self.name}" if option == self.yes else f"Leave the {self.name} here for now"

    def option_rule(self, option: int) -> str:
        return "GH-082" if option == self.yes else "GH-083"

    def forecast(self, option: int) -> Forecast | None:
        carrying = self.item if option == self.yes else ""
        return odds(("the next fight kills you", self.deadly(self.scene.spaces(), carrying)))

    def why_not(self, option: int) -> Reason:
        if option == self.yes:
            return f"the {self.name} is gone", self.rule
        return f"you came back for the {self.name}, so you take it", "GH-059"

    def _price(self) -> str:
        plan = self.scene.plan
        prices = [
            condition_words(plan, one)
            for one in plan.conditions
            if self.item and one.when == CARRYING and plan.items[one.argument] == self.item
        ]
        return " ".join(f"{price[:1].upper()}{price[1:]}." for price in prices)

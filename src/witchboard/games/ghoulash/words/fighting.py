"""The words of a fight: the keeper's weak spot, the explorer's shots (GH-106 to GH-120)."""

from __future__ import annotations

from witchboard.engine.choice import Forecast

from ..forecast import Fight as Odds
from ..picture import ids
from .base import Reason, Speaker, odds
from .briefing import counted
from .icons import area_name
from .scene import Scene


class ShotSpeaker(Speaker):
    """A number named by the explorer; `first` is the option of area 1."""

    def __init__(self, scene: Scene, rule: str, first: int) -> None:
        super().__init__(scene, rule)
        self.first = first

    def question(self) -> str:
        scene = self.scene
        fight = scene.grid.fight
        assert fight is not None
        name = scene.words(fight.foe).name
        square = scene.name(fight.square)
        layer = f" It has {counted(fight.layers, 'layer')}." if fight.layers > 1 and fight.layer == 1 else ""
        to_come = f", {average(scene.odds_now())} to come on average" if scene.foretells else ""
        if fight.missed:
            left = f"{counted(scene.spaces(), 'space')} left, {counted(6 - len(fight.missed), 'number')} open"
            return f"The {name} on {square} grins: {left}{to_come}. Which is next?"
        if fight.layer > 1:
            return f"The {name} on {square} stands: layer {fight.layer} of {fight.layers}{to_come}. Where now?"
        to_come = f"{to_come[1:]}." if to_come else ""
        return f"A {name} on {square}!{layer}{to_come} Which is its weak spot?"

    def words(self, option: int) -> str:
        return area_name(option - self.first + 1)

    def targets(self, option: int) -> tuple[str, ...]:
        return (ids.aim(option - self.first + 1),)

    def forecast(self, option: int) -> Forecast | None:
        if not self.scene.foretells:
            return None
        now = self.scene.odds_now()
        return odds(("hits", 1 / now.open), ("you die in this fight", float(now.death())))

    def why_not(self, option: int) -> Reason:
        return f"{area_name(option - self.first + 1)}, was missed already in this fight", "GH-112"


def average(fight: Odds) -> str:
    """The wounds that a fight costs on average, as one says it: "2.5 wounds", "1 wound"."""
    number = f"{float(fight.wounds()):.1f}".removesuffix(".0")
    return f"{number} wound{'' if number == '1' else 's'}"


class WeakSpeaker(Speaker):
    """The weak spot of the foe that the other one fights, or of one hidden; `first` is the option of area 1.

    The option after the six lets chance decide; the one after that does so for the whole game.
    """

    def __init__(self, scene: Scene, rule: str, first: int, explorer: str) -> None:
        super().__init__(scene, rule)
        self.first = first
        self.explorer = explorer

    def question(self) -> str:
        fight = self.scene.grid.fight
        assert fight is not None
        name, square = self.scene.words(fight.foe).name, self.scene.name(fight.square)
        if fight.layer > 1:
            return f"{self.explorer} has broken a layer of the {name} on {square}. Which is its next weak spot?"
        return f"{self.explorer} has run into the {name} on {square}. Which is its weak spot?"

    def words(self, option: int) -> str:
        area = option - self.first + 1
        if area <= 6:
            return area_name(area)
        return "Let chance decide" if area == 7 else "Let chance decide, in all fights of this game"

    def option_rule(self, option: int) -> str:
        return self.rule if option - self.first < 6 else "GH-115"

    def targets(self, option: int) -> tuple[str, ...]:
        area = option - self.first + 1
        return (ids.aim(area),) if area <= 6 else ()

    def why_not(self, option: int) -> Reason:
        return "the weak spot is an area from 1 to 6", self.rule

"""The words of setting up: icons hidden one by one, doorways blocked, weak spots, the start (GH-017 to GH-044)."""

from __future__ import annotations

from typing import Final

from ..picture import ids
from ..tables import FOE, LAYERS, Line
from .base import Reason, Speaker
from .briefing import areas_words, counted, joined, verb, where_words
from .icons import area_name, icon_words
from .scene import Scene

SLOT_NOUNS: Final = ("thing", "foe", "obstacle")


class HideSpeaker(Speaker):
    """Where the next icon goes, in the order of the briefing; the number is a square (GH-018, GH-184)."""

    def __init__(self, scene: Scene, rule: str) -> None:
        super().__init__(scene, rule)
        hiding = scene.view.hiding
        assert hiding is not None
        self.hiding = hiding
        self.line: Line = scene.line(hiding.next)

    def question(self) -> str:
        placed = self._placed()
        number = f" {placed + 1} of {self.line.count}" if self.line.count > 1 else ""
        where = where_words(self.scene.plan, self.line)
        cap = f", at most {self.line.cap} in each" if self.line.cap else ""
        return f"Where do you hide the {icon_words(self.line.icon).name}{number}? It may lie {where}{cap}."

    def words(self, option: int) -> str:
        area = self.scene.area(option)
        there = f", in building {area}" if area else ", in the street"
        return f"Hide the {icon_words(self.line.icon).name} on {self.scene.name(option)}{there}"

    def targets(self, option: int) -> tuple[str, ...]:
        return (ids.piece(int(self.line.first) + self._placed()), ids.hide_square(self.scene.name(option)))

    def why_not(self, option: int) -> Reason:
        scene, plan, line = self.scene, self.scene.plan, self.line
        if option >= len(plan.names) or not plan.enterable[option]:
            return "there is no such square on this map", "GH-015"
        name, icon = scene.name(option), icon_words(line.icon).name
        if plan.is_start[option]:
            return f"{name} is a start square and holds nothing", "GH-025"
        if plan.safe[option]:
            return f"{name} is safe and holds nothing", "GH-026"
        if not line.allowed[option]:
            return f"a {icon} may lie {where_words(plan, line)} only, and {name} is not there", "GH-019"
        twin = self._same_slot(option)
        if twin:
            return f"on {name} lies a {icon_words(twin).name} already: one {SLOT_NOUNS[line.slot]} a square", "GH-024"
        if line.cap and self._in_area(option) >= line.cap:
            return f"building {scene.area(option)} has {counted(self._in_area(option), icon)} already", "GH-020"
        if self._later(option):
            return f"of the same icon squares are named in ascending order, and {name} comes too early", "GH-184"
        least = self._least_areas()
        if least:
            return f"the briefing still asks for a {icon} in {least}", "GH-021"
        return f"with a {icon} on {name} no legal hide could be completed", "GH-184"

    def _placed(self) -> int:
        return sum(one.icon == self.line.icon for one in self.hiding.placed)

    def _same_slot(self, square: int) -> str:
        there = [one.icon for one in self.hiding.placed if one.square == square]
        return next((icon for icon in there if self.scene.line(icon).slot == self.line.slot), "")

    def _in_area(self, square: int) -> int:
        area = self.scene.area(square)
        mine = [one for one in self.hiding.placed if one.icon == self.line.icon]
        return sum(self.scene.area(one.square) == area for one in mine)

    def _later(self, square: int) -> bool:
        return any(one.icon == self.line.icon and one.square > square for one in self.hiding.placed)

    def _least_areas(self) -> str:
        """The areas that must still get some, if all that is left of the icon must go there."""
        plan, line = self.scene.plan, self.line
        wanting: list[int] = []
        missing = 0
        for number, least in enumerate(line.minimums):
            areas = [area for area, its in enumerate(line.minimum_of) if its == number]
            letters = {plan.area_names[area] for area in areas}
            mine = [one for one in self.hiding.placed if one.icon == line.icon]
            short = int(least) - sum(self.scene.area(one.square) in letters for one in mine)
            if short > 0:
                missing += short
                wanting += areas
        left = int(line.count) - self._placed()
        return areas_words(plan, wanting) if wanting and missing >= left else ""


class BlockSpeaker(Speaker):
    """Which doorways are blocked, all at once; `first` is the option of the first set (GH-027, GH-028)."""

    def __init__(self, scene: Scene, rule: str, first: int) -> None:
        super().__init__(scene, rule)
        self.first = first

    def question(self) -> str:
        plan = self.scene.plan
        return f"Which {plan.blocked} of the {len(plan.doors)} doorways do you block?"

    def words(self, option: int) -> str:
        return f"Block {joined(self._names(option))}"

    def targets(self, option: int) -> tuple[str, ...]:
        doors = [door for door in range(len(self.scene.plan.doors)) if self._bits(option) >> door & 1]
        return tuple(ids.edge(door) for door in doors)

    def why_not(self, option: int) -> Reason:
        blocked = int(self.scene.plan.blocked)
        if not 0 <= option - self.first < len(self.scene.plan.blocks):
            return f"exactly {counted(blocked, 'doorway')} {verb(blocked)} blocked", "GH-028"
        names = joined(self._names(option))
        return f"with {names} blocked some square or the goal could not be reached", "GH-035"

    def _bits(self, option: int) -> int:
        return int(self.scene.plan.blocks[option - self.first])

    def _names(self, option: int) -> list[str]:
        return [name for door, name in enumerate(self.scene.plan.door_names) if self._bits(option) >> door & 1]


class PresetSpeaker(Speaker):
    """The weak spot of the next foe, fixed while hiding; `first` is the option of area 1 (GH-153)."""

    def __init__(self, scene: Scene, rule: str, first: int) -> None:
        super().__init__(scene, rule)
        self.first = first

    def question(self) -> str:
        return f"Which is the weak spot of {self._which()}?"

    def words(self, option: int) -> str:
        return f"{area_name(option - self.first + 1)}, for {self._which()}"

    def targets(self, option: int) -> tuple[str, ...]:
        return (ids.aim(option - self.first + 1),)

    def why_not(self, option: int) -> Reason:
        return "the weak spot is an area from 1 to 6", self.rule

    def _which(self) -> str:
        """The foe that is next: "the Ghoul on 7-F", "layer 2 of the brood queen on 6-F"."""
        scene, hiding = self.scene, self.scene.view.hiding
        assert hiding is not None
        done = len(hiding.presets)
        for one in hiding.placed:
            if scene.line(one.icon).slot != FOE:
                continue
            layers = scene.number(one.icon, int(LAYERS))
            if done < layers:
                layer = f"layer {done + 1} of " if layers > 1 else ""
                return f"{layer}the {icon_words(one.icon).name} on {scene.name(one.square)}"
            done -= layers
        return "the next foe"


class StartSpeaker(Speaker):
    """Which start is one's own for the whole game; the number is that of the start (GH-044)."""

    def __init__(self, scene: Scene, rule: str, first: int) -> None:
        super().__init__(scene, rule)
        self.first = first

    def question(self) -> str:
        return "Where do you start? It is your start for the whole game."

    def words(self, option: int) -> str:
        return f"Start on {self._name(option)}"

    def targets(self, option: int) -> tuple[str, ...]:
        return (ids.square(self._name(option)),)

    def why_not(self, option: int) -> Reason:
        return "that is no start of this scenario", self.rule

    def _name(self, option: int) -> str:
        return self.scene.name(int(self.scene.plan.starts[option - self.first]))

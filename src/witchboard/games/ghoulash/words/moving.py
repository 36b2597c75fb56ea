"""The words of a move: steps into new ground, doorways that may be blocked, exits, staying (GH-049 to GH-065)."""

from __future__ import annotations

from typing import Final

from ..picture import ids
from ..tables import ESCAPE, LOSE_TURNS, NONE, SLOT_NAMES, WOUNDS, Goal
from .base import Reason, Speaker
from .briefing import counted, items_needed, joined
from .icons import icon_words
from .scene import Scene

SILENT: Final = "Nothing stirs"


class MoveSpeaker(Speaker):
    """The next step into something new; the number is that of the step, or `stay`."""

    def __init__(self, scene: Scene, rule: str, stay: int) -> None:
        super().__init__(scene, rule)
        self.stay = stay

    def question(self) -> str:
        grid = self.scene.grid
        walked = grid.trail[-1] if grid.trail and not grid.trail[-1].end else None
        if walked and walked.steps:
            return f"{SILENT} on {self.scene.name(grid.at)}{self._proved(grid.at)}. Which square do you enter next?"
        here = self._left_here()
        if here:
            return f"Stay for the {self.scene.words(here).name}, or enter which square?"
        return "Which square do you enter?"

    def words(self, option: int) -> str:
        if option == self.stay:
            return self._stay_words()
        scene = self.scene
        start, end = scene.from_to(option)
        if end == NONE:
            return self._exit_words(option)
        way = "by the stairs" if scene.direction(option) == "by the stairs" else f"from {scene.name(start)}"
        door = scene.door_name(option)
        if door and not scene.door_state(door):
            return f"Try the doorway {door} to {scene.name(end)}, {way}"
        obstacle, item = scene.obstacle(end), scene.left_item(end)
        if obstacle:
            also = f"the {scene.words(item).name} and " if item else ""
            return f"Enter {scene.name(end)} {way}: {also}the {scene.words(obstacle).name} there"
        if item:
            use = "use" if scene.heals(item) else "take"
            return f"Go to {scene.name(end)} {way} and {use} the {scene.words(item).name}"
        area = scene.area(end)
        into = f", into building {area}" if area and area != scene.area(start) else ""
        return f"Enter {scene.name(end)} {way}{into}"

    def _proved(self, square: int) -> str:
        """What the silence on a square of a building proves of the whole building (GH-171)."""
        scene, area = self.scene, self.scene.area(square)
        inside = [other for other in range(len(scene.plan.names)) if area and scene.area(other) == area]
        rest = [other for other in inside if not scene.is_explored(other)]
        if not inside:
            return ""
        if not rest:
            return f", and building {area} is explored"
        clear = all(scene.is_clear("foe", other) for other in rest)
        return f", and no foe is left in building {area}" if clear else ""

    def course(self, option: int) -> str:
        scene = self.scene
        if option == self.stay or not scene.foretells:
            return ""
        _, end = scene.from_to(option)
        if end == NONE:
            return ""
        obstacle = scene.obstacle(end)
        if obstacle:
            return self.price(obstacle)
        if scene.is_explored(end):
            return ""
        if all(scene.is_clear(slot, end) for slot in SLOT_NAMES):
            return "nothing is left that could lie there"
        return "no foe is left for it" if scene.plan.shaded[end] and scene.is_clear("foe", end) else ""

    def price(self, obstacle: str) -> str:
        """What entering a known obstacle costs: "a wound and the next turn"."""
        scene = self.scene
        wounds, lost = scene.number(obstacle, int(WOUNDS)), scene.number(obstacle, int(LOSE_TURNS))
        if wounds >= scene.spaces():
            return "the wound that kills"
        parts = [counted(wounds, "wound")] if wounds else []
        if lost:
            parts.append("the next turn" if lost == 1 else f"the next {lost} turns")
        if scene.plan.drains[scene.plan.obstacles.index(obstacle)]:
            parts.append(f"swept back to {scene.name(scene.grid.start)}")
        return joined(parts)

    def option_rule(self, option: int) -> str:
        if option == self.stay:
            return "GH-058" if self._left_here() else "GH-155" if self._free_stop() else "GH-065"
        _, end = self.scene.from_to(option)
        door = self.scene.door_name(option)
        if end == NONE:
            return "GH-134" if door else "GH-133"
        if door and not self.scene.door_state(door):
            return "GH-063"
        if self.scene.obstacle(end):
            return "GH-060"
        return "GH-059" if self.scene.left_item(end) else self.rule

    def targets(self, option: int) -> tuple[str, ...]:
        scene = self.scene
        if option == self.stay:
            return (ids.PIN,)
        start, end = scene.from_to(option)
        way_out = int(scene.plan.exit[option])
        if way_out != NONE:
            return (ids.step(scene.name(start), scene.plan.exit_names[way_out]),)
        end = scene.beyond(option) if end == NONE else end
        return () if end == NONE else (ids.square(scene.name(end)), ids.step(scene.name(start), scene.name(end)))

    def weighty(self, option: int) -> bool:
        return option == self.stay

    def _stay_words(self) -> str:
        here = self._left_here()
        if here:
            use = "use" if self.scene.heals(here) else "take"
            return f"Stay and {use} the {self.scene.words(here).name}"
        return "Stop here" if self._free_stop() else "Pass: there is nothing left to enter"

    def _left_here(self) -> str:
        """What lies where the explorer stands, if the move has not begun (GH-058)."""
        grid = self.scene.grid
        begun = bool(grid.trail) and not grid.trail[-1].end and bool(grid.trail[-1].steps)
        return "" if begun or grid.at < 0 else self.scene.left_item(grid.at)

    def _free_stop(self) -> bool:
        return "free-stop" in self.scene.view.variants

    def _exit_words(self, option: int) -> str:
        scene = self.scene
        start, _ = scene.from_to(option)
        name = scene.plan.exit_names[scene.plan.exit[option]].replace("-", " ")
        door = scene.door_name(option)
        tried = door and not scene.door_state(door)
        way = f"{scene.direction(option)} from {scene.name(start)}"
        return f"Try the exit {name}, {way}" if tried else f"Leave by the {name}, {way}"

    # Why not.

    def why_not(self, option: int) -> Reason:
        scene, plan = self.scene, self.scene.plan
        if option == self.stay:
            return self._why_not_stay()
        if option > self.stay or not plan.enterable[option % int(plan.squares)]:
            return "there is no such square on this map", "GH-015"
        start, end = scene.from_to(option)
        if end == NONE and plan.exit[option] != NONE:
            return self._why_not_leave(option, start)
        if end == NONE:
            return self._why_no_way(option, start)
        blocked = self._why_shut(option)
        if blocked:
            return blocked
        if not scene.is_explored(start):
            return f"{scene.name(start)} is not explored: enter it first", "GH-052"
        if start not in scene.grid.free:
            return f"there is no free way to {scene.name(start)} over known ground", "GH-056"
        return self._why_not_end(end)

    def _why_no_way(self, option: int, start: int) -> Reason:
        scene, plan = self.scene, self.scene.plan
        direction = scene.direction(option)
        if direction == "by the stairs":
            return f"there are no stairs on {scene.name(start)}", "GH-014"
        beyond = scene.beyond(option)
        if beyond == NONE:
            return f"{direction} of {scene.name(start)} the map ends", "GH-064"
        if not plan.enterable[beyond]:
            return f"{direction} of {scene.name(start)} all is solid", "GH-015"
        return f"there is a wall {direction} of {scene.name(start)}", "GH-064"

    def _why_shut(self, option: int) -> Reason | None:
        scene = self.scene
        door, lock = scene.door_name(option), scene.lock(option)
        if door and scene.door_state(door) == "blocked":
            return f"the doorway {door} is known to be blocked", "GH-064"
        if lock and not scene.holds_key(lock):
            return f"that door is locked; the {scene.key_name(lock)} opens it", "GH-016"
        return None

    def _why_not_end(self, end: int) -> Reason:
        scene = self.scene
        name = scene.name(end)
        if scene.left_item(end) and end == scene.grid.at:
            return f"you stand on {name}", "GH-058"
        if scene.is_explored(end):
            return f"{name} is explored and empty: going there is free, but a move can't end there", "GH-057"
        return f"{name} can't be entered now", "GH-056"

    def _why_not_leave(self, option: int, start: int) -> Reason:
        scene = self.scene
        name = scene.plan.exit_names[scene.plan.exit[option]].replace("-", " ")
        door = scene.door_name(option)
        if door and scene.door_state(door) == "blocked":
            return f"the exit {name} is known to be blocked", "GH-064"
        goal = scene.plan.goals[min(scene.grid.reached, len(scene.plan.goals) - 1)]
        if goal.type != ESCAPE:
            return "leaving is not the goal now", "GH-134"
        permitted = int(goal.permitted[scene.plan.exit[option]])
        if scene.grid.start >= 0 and not permitted >> scene.plan.starts.index(scene.grid.start) & 1:
            return f"the briefing doesn't let you leave by the {name}", "GH-133"
        missing = self._missing(goal)
        if missing:
            return f"you can leave only with {missing}", "GH-134"
        return f"there is no free way to {scene.name(start)} over known ground", "GH-056"

    def _missing(self, goal: Goal) -> str:
        carried = dict(self.scene.grid.carried)
        for kind, count in enumerate(goal.needs):
            if carried.get(self.scene.plan.items[kind], 0) < count:
                return items_needed(self.scene.plan, goal)
        return ""

    def _why_not_stay(self) -> Reason:
        scene = self.scene
        grid = scene.grid
        item = scene.left_item(grid.at) if grid.at >= 0 else ""
        if item:
            name = icon_words(item).name
            return f"the move has begun: staying for the {name} would be the whole move", "GH-058"
        if self._free_stop():
            return "a move may stop only on an explored square with nothing left on it", "GH-155"
        return "a move goes on until something is met", "GH-057"

"""What has happened, in words: a short line for each event worth one (GH-071). Names carry the id of their element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from witchboard.engine.game import Event

from .picture import ids
from .rules.exploring import run_words
from .state import COUNTS, KINDS, Hunt
from .tables import FOE
from .words.ending import ending_words, goal_done, step_done
from .words.icons import IconWords, area_name, icon_words, meter_name
from .words.seats import seat_title

Values: TypeAlias = tuple[int, ...]


def tell(state: Hunt, event: Event, observer: int) -> str:
    """The event in words, without a full stop, told in the state right after it; empty if it isn't worth a line."""
    words = TELLERS[event.kind](Scene(state, observer), event.values)
    return f"{words[:3].upper()}{words[3:]}" if words.startswith("**") else f"{words[:1].upper()}{words[1:]}"


class Scene:
    """The state at an event, and who reads of it: the chart he walks himself and the other have ids of their own."""

    def __init__(self, state: Hunt, observer: int) -> None:
        self.state = state
        self.own = max(0, observer)

    def square(self, grid: int, square: int) -> str:
        """A square with the id of the element that shows it to the observer."""
        name = self.state.plan.names[square]
        if grid == self.own:
            return f"**{name}|{ids.square(name)}**"
        other = (self.own + 1) % int(self.state.seats)
        return f"**{name}|{ids.hide_square(name)}**" if grid == other else name

    def wounds(self, grid: int, more: int = 0) -> str:
        """The wounds on an explorer's meter, with so many more: "wound 13 of 15", "3 wounds, 14 of 15"."""
        state = self.state
        spaces = int(state.spaces[grid])
        at = grid * (int(state.plan.kits) + 1) + int(state.used[grid])
        count = min(spaces, int(state.wounds[at]) + more)
        return f"{f'{more} wounds,' if more > 1 else 'wound'} {count} of {spaces}"

    def item(self, kind: int) -> IconWords:
        """What an item is called."""
        return icon_words(self.state.plan.items[kind])

    def foe(self, kind: int) -> IconWords:
        """What a foe is called."""
        return icon_words(self.state.plan.foes[kind])


def _left(scene: Scene, values: Values) -> str:
    grid, square = values
    state = scene.state
    kind = int(state.left[grid * int(state.plan.squares) + square]) % int(KINDS)
    return f"{seat_title(grid)} leaves the {scene.item(kind).name} on {scene.square(grid, square)}"


def _used(scene: Scene, values: Values) -> str:
    grid, square, kind = values
    meter = meter_name(int(scene.state.used[grid]))
    return f"{seat_title(grid)} uses the {scene.item(kind).name} on {scene.square(grid, square)}: {meter} begins"


def _miss(scene: Scene, values: Values) -> str:
    grid, area, price = values
    words = f"{seat_title(grid)} fires at {area_name(area + 1)}: a miss"
    return f"{words}. {_capital(scene.wounds(grid, price))}" if price else f"{words}, and the vest takes it"


def _destroyed(scene: Scene, values: Values) -> str:
    grid, square, kind, _ = values
    state = scene.state
    done = int(state.kills[grid * int(KINDS) + kind])
    there = int(state.plan.counts[int(FOE) * int(KINDS) + kind])
    count = f", {done} of {there}" if state.aids >= COUNTS else ""
    return f"{scene.square(grid, square)}: the {scene.foe(kind).name} is destroyed{count}"


def _obstacle(scene: Scene, values: Values) -> str:
    grid, square, kind, wounds, lost = values
    words = f"{scene.square(grid, square)}: {icon_words(scene.state.plan.obstacles[kind]).found(square)}"
    parts = [_capital(scene.wounds(grid, wounds))] if wounds else []
    if lost:
        parts.append("Turn lost" if lost == 1 else f"{lost} turns lost")
    return ". ".join([words, *parts])


def _lost(scene: Scene, values: Values) -> str:
    owed = int(scene.state.owed[values[0]])
    return f"{seat_title(values[0])} loses this turn" + (f", and {owed} more" if owed else "")


def _bump(scene: Scene, values: Values) -> str:
    grid, door, square = values
    return f"{scene.square(grid, square)}: {_door(scene.state, door)} is blocked"


def _door(state: Hunt, door: int) -> str:
    kind = "exit" if door in state.plan.exit_doors else "doorway"
    return f"the {kind} {state.plan.door_names[door]}"


def _goal_step(scene: Scene, values: Values) -> str:
    grid, reached = values
    goals = scene.state.plan.goals
    if len(goals) == 1:
        return ""  # reaching the goal follows
    return f"{seat_title(grid)} has {step_done(scene.state.plan, goals[reached - 1])}: step {reached} of {len(goals)}"


def _reached(scene: Scene, values: Values) -> str:
    if not scene.state.last_answer:
        return ""  # the end of the game follows
    return f"{seat_title(values[0])} has {goal_done(scene.state.plan)}"


def _stalled(scene: Scene, values: Values) -> str:
    grid, count = values
    return f"{seat_title(grid)} has made no progress for {count} turns. {_capital(scene.wounds(grid, 1))}"


def _out(scene: Scene, values: Values) -> str:
    grid, number = values
    return f"{seat_title(grid)} steps out by the {scene.state.plan.exit_names[number].replace('-', ' ')}"


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


TELLERS: Final[dict[str, Callable[[Scene, Values], str]]] = {
    # set-up
    "hidden": lambda scene, values: "",  # he sees what he hides
    "ready": lambda scene, values: f"{seat_title(values[0])} is ready",
    "all hidden": lambda scene, values: "all is hidden",
    # whose turn it is
    "round": lambda scene, values: "",
    "scattered": lambda scene, values: "",  # all is hidden when the walk begins
    "first": lambda scene, values: f"{seat_title(values[0])} moves first",
    "turn": lambda scene, values: f"{seat_title(values[0])}: turn {values[1]}",
    "lost": _lost,
    "stalled": _stalled,
    # the walk
    "start": lambda scene, values: f"{seat_title(values[0])} starts on {scene.square(*values)}",
    "step": lambda scene, values: f"{scene.square(*values)}: nothing stirs",
    "entered": lambda scene, values: "",  # what is met there follows
    "open": lambda scene, values: f"{_door(scene.state, values[1])} is open",
    "bump": _bump,
    "out": _out,
    "warned": lambda scene, values: f"{scene.square(*values)}: something is to be heard there",
    "stay": lambda scene, values: f"{seat_title(values[0])} stays on {scene.square(*values)}",
    "stop": lambda scene, values: f"{seat_title(values[0])} stops on {scene.square(*values)}",
    "pass": lambda scene, values: f"{seat_title(values[0])} has nowhere to go and passes",
    # items
    "found": lambda scene, values: f"{scene.square(*values[:2])}: {scene.item(values[2]).found(values[1])}",
    "used": _used,
    "took": lambda scene, values: f"{seat_title(values[0])} takes the {scene.item(values[2]).name}",
    "left": _left,
    # foes
    "attack": lambda scene, values: f"{scene.square(*values[:2])}: {scene.foe(values[2]).found(values[1])}",
    "weak spot": lambda scene, values: "",
    "weak spot is": lambda scene, values: f"its weak spot is {area_name(values[1] + 1)}",
    "hit": lambda scene, values: f"{seat_title(values[0])} fires at {area_name(values[1] + 1)}: a hit",
    "miss": _miss,
    "destroyed": _destroyed,
    # obstacles
    "obstacle": _obstacle,
    "quiet": lambda scene, values: f"{scene.square(*values)}: nothing else is there",
    "swept": lambda scene, values: f"{seat_title(values[0])} is swept back to the start",
    # the end
    "explored": lambda scene, values: f"run {values[0]}: {run_words(values[1])}",
    "died": lambda scene, values: f"{seat_title(values[0])} is dead: the Wound Meter is full",
    "resigned": lambda scene, values: "",  # the table says who resigns
    "goal step": _goal_step,
    "reached": _reached,
    "over": lambda scene, values: ending_words(scene.state).rstrip("."),
}
"""For each kind of event that the rules tell, its words; they get the scene and the event's numbers."""

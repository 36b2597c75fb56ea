"""A position as the seat that is asked may see it, and what can be said of it: the words know nothing else.

Whatever is said to a player is made from his view, so no word can tell what he may not know (GH-145).
"""

from __future__ import annotations

from typing import Final

from ..forecast import Fight as Odds
from ..tables import (
    ALWAYS,
    CARRYING,
    DOOR,
    FOE,
    FREE,
    FREE_MISSES,
    KILLS,
    LAYERS,
    LINK,
    NONE,
    NUMBERS,
    OBSTACLE,
    TURN,
    WOUNDS,
    Condition,
    Line,
    Plan,
)
from ..view import Find, Grid, View
from .icons import IconWords, icon_words

DIRECTIONS: Final = ("north", "east", "south", "west")
KINDS: Final = 16


class Scene:
    """A view of a scenario for the seat that is asked; `grid` is the grid that `walker` explores."""

    def __init__(self, plan: Plan, view: View, seat: int, walker: int) -> None:
        self.plan = plan
        self.view = view
        self.seat = seat
        self.grid: Grid = view.grids[walker]

    @property
    def foretells(self) -> bool:
        """Whether the table reckons beforehand what something costs (GH-173, GH-175, GH-177)."""
        return self.view.aids == "full"

    # Squares and steps.

    def name(self, square: int) -> str:
        """A square in notation: "10-J"."""
        return self.plan.names[square]

    def from_to(self, code: int) -> tuple[int, int]:
        """The squares a step joins; the second is NONE at an exit or where no step leads."""
        return code % int(self.plan.squares), int(self.plan.to[code])

    def beyond(self, code: int) -> int:
        """The square that lies there, whatever stands between; NONE beyond the map's edge and by the stairs."""
        squares, cols = int(self.plan.squares), int(self.plan.cols)
        way, square = divmod(code, squares)
        row, column = divmod(square, cols)
        row += (1, 0, -1, 0, squares)[way]
        column += (0, 1, 0, -1, 0)[way]
        inside = 0 <= row < int(self.plan.rows) and 0 <= column < cols
        return row * cols + column if inside else int(NONE)

    def direction(self, code: int) -> str:
        """Which way a step goes: "north", or "by the stairs"."""
        way = code // int(self.plan.squares)
        return "by the stairs" if way == LINK else DIRECTIONS[way]

    def is_explored(self, square: int) -> bool:
        """Whether the explorer has been there."""
        return self.grid.explored[square : square + 1] == "1"

    def door_name(self, code: int) -> str:
        """The doorway or exit, which may be blocked, that a step goes through; "" if there is none."""
        gate, way_out = int(self.plan.gate[code]), int(self.plan.exit[code])
        if way_out != NONE:
            door = int(self.plan.exit_doors[way_out])
            return self.plan.door_names[door] if door != NONE else ""
        return self.plan.door_names[gate - int(DOOR)] if gate >= DOOR else ""

    def door_state(self, name: str) -> str:
        """What is known of a doorway: "open", "blocked", or "" for nothing."""
        return next((state for door, state in self.grid.doors if door == name), "")

    def lock(self, code: int) -> int:
        """The number of the locked door that a step goes through, 0 if none."""
        gate = int(self.plan.gate[code])
        return gate if FREE < gate < DOOR else 0

    def holds_key(self, lock: int) -> bool:
        """Whether the explorer carries the key of that number."""
        return any(self.plan.opens[self.plan.items.index(item)] == lock for item, _ in self.grid.carried)

    def key_name(self, lock: int) -> str:
        """The key of a lock: "red key"."""
        kind = next((kind for kind, opens in enumerate(self.plan.opens) if opens == lock), 0)
        return icon_words(self.plan.items[kind]).name if kind else f"key {lock}"

    # What lies about.

    def there(self, square: int) -> list[Find]:
        """What is known to be on a square still, the item first."""
        finds = [find for find in self.grid.finds if find.square == square and find.fate == "there"]
        return sorted(finds, key=lambda find: self.slot(find.icon))

    def left_item(self, square: int) -> str:
        """The kit or item left on a square, "" if none."""
        return next((find.icon for find in self.there(square) if self.slot(find.icon) == 0), "")

    def obstacle(self, square: int) -> str:
        """The obstacle known to stand on a square, "" if none."""
        return next((find.icon for find in self.there(square) if self.slot(find.icon) == OBSTACLE), "")

    def slot(self, icon: str) -> int:
        """The slot of an icon: item, foe, obstacle."""
        return int(self.line(icon).slot)

    def line(self, icon: str) -> Line:
        """The line of the briefing that hides it."""
        return next(line for line in self.plan.lines if line.icon == icon)

    def words(self, icon: str) -> IconWords:
        """What the icon is called."""
        return icon_words(icon)

    def heals(self, icon: str) -> bool:
        """Whether it is a first-aid kit."""
        return bool(self.plan.heals[self.plan.items.index(icon)])

    def area(self, square: int) -> str:
        """The letter of the area a square lies in; "" in the street."""
        number = int(self.plan.area[square])
        return self.plan.area_names[number] if number < len(self.plan.area_names) else ""

    def remaining(self, icon: str) -> int:
        """How many of an icon are still to be found."""
        return next((count.hidden - count.found for count in self.grid.counts if count.icon == icon), 0)

    def is_clear(self, slot: str, square: int) -> bool:
        """Whether an unexplored square is proved free of items, foes or obstacles (GH-171)."""
        return any(one.slot == slot and square in one.squares for one in self.grid.clear)

    # Numbers.

    def number(self, icon: str, number: int, carrying: str = "") -> int:
        """What holds for an icon now: its printed number, or what a condition makes of it (GH-139 to GH-144).

        `carrying`: as if that were in hand too.
        """
        line = self.line(icon)
        value = int(self.plan.numbers[(int(line.slot) * KINDS + int(line.kind)) * int(NUMBERS) + number])
        for one in self.plan.conditions:
            if (one.slot, one.kind, one.number) == (line.slot, line.kind, number) and self.holds(one, carrying):
                value = int(one.value)
        return value

    def holds(self, one: Condition, carrying: str = "") -> bool:
        """Whether a condition holds."""
        if one.when == ALWAYS:
            return True
        if one.when == CARRYING:
            item = self.plan.items[one.argument]
            return item == carrying or any(name == item for name, _ in self.grid.carried)
        reached = self.grid.turns if one.when == TURN else sum(count for _, count in self.grid.kills)
        assert one.when in (TURN, KILLS)
        return reached >= int(one.argument)

    def spaces(self) -> int:
        """The spaces left on the meter in use."""
        return self.grid.meter - self.grid.meters[-1]

    def free_misses(self) -> int:
        """How many misses of a fight cost nothing (GH-095)."""
        items = [line.icon for line in self.plan.lines if line.slot == 0]
        carried = [item for item, _ in self.grid.carried if item in items]
        return sum(self.number(item, int(FREE_MISSES)) for item in carried)

    def odds_against(self, icon: str, spaces: int, carrying: str = "") -> Odds:
        """A whole fight against that foe, begun with so many spaces left."""
        layers = self.number(icon, int(LAYERS), carrying)
        price = self.number(icon, int(WOUNDS), carrying)
        return Odds(spaces, more=layers - 1, price=price, free=self.free_misses())

    def odds_now(self) -> Odds:
        """The fight that is on."""
        fight = self.grid.fight
        assert fight is not None
        free = max(0, self.free_misses() - fight.misses)
        return Odds(self.spaces(), 6 - len(fight.missed), fight.layers - fight.layer, fight.price, free)

    def usual_foe(self) -> str:
        """The foe of which most are still to be found, "" if all foes are gone."""
        foes = [(self.remaining(line.icon), line.icon) for line in self.plan.lines if line.slot == FOE]
        count, icon = max(foes, default=(0, ""))
        return icon if count else ""

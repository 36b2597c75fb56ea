"""The scenarios as flat tables of whole numbers, and the names of those numbers.

Squares are numbered row by row from the south-west corner: 1-A is 0. A **step code** is `direction * squares + square`
for the step from that square to the north, east, south, west, or by stairs (direction 4). What lies on a square is one
number: `item | foe << 4 | obstacle << 8`, each counted from 1 within its slot, 0 is none.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from witchboard.engine.state import Content

NONE: Final[i64] = -1
DIRECTIONS: Final[i64] = 5  # north, east, south, west, stairs
LINK: Final[i64] = 4

AREAS: Final[i64] = 6  # of a foe's figure: 0 right arm, head, left arm, torso, right leg, 5 left leg

ITEM: Final[i64] = 0
FOE: Final[i64] = 1
OBSTACLE: Final[i64] = 2
SLOT_NAMES: Final = ("item", "foe", "obstacle")
SLOT_BITS: Final[i64] = 4
SLOT_MASK: Final[i64] = 15
ITEM_MASK: Final[i64] = 15
FOE_MASK: Final[i64] = 15 << 4
OBSTACLE_MASK: Final[i64] = 15 << 8
FOE_SHIFT: Final[i64] = 4
OBSTACLE_SHIFT: Final[i64] = 8

# What stands on an edge, by step code (`Plan.gate`).
FREE: Final[i64] = 0  # open, a doorway, stairs
# 1 to 9: a door with that lock
DOOR: Final[i64] = 16  # plus the number of a doorway that the keeper may block

FIND: Final[i64] = 0
FETCH: Final[i64] = 1
ESCAPE: Final[i64] = 2
DESTROY: Final[i64] = 3

# When a condition holds.
ALWAYS: Final[i64] = 0
CARRYING: Final[i64] = 1
TURN: Final[i64] = 2
KILLS: Final[i64] = 3

# The numbers of an icon that a condition may set.
WOUNDS: Final[i64] = 0
LOSE_TURNS: Final[i64] = 1
LAYERS: Final[i64] = 2
FREE_MISSES: Final[i64] = 3
NUMBER_NAMES: Final = ("wounds", "lose_turns", "layers", "free_misses_per_fight")
NUMBERS: Final[i64] = 4


class Line:
    """A line of the briefing: so many of one icon, in which squares, under which caps."""

    def __init__(self, icon: str, symbol: str, slot: i64, kind: i64, count: i64) -> None:
        self.icon = icon
        self.symbol = symbol
        self.slot = slot
        self.kind = kind  # within its slot, from 1
        self.bits: i64 = kind << (SLOT_BITS * slot)  # as it lies on a square
        self.count = count
        self.first: i64 = 0  # the number of its first icon in the canonical order of a hide
        self.allowed: list[i64] = []  # by square: 0 or 1
        self.squares: list[i64] = []  # the allowed ones, ascending
        self.cap: i64 = 0  # per area; 0 is no cap
        self.minimums: list[i64] = []  # of each set of areas
        self.minimum_of: list[i64] = []  # by area (last: street): the set it belongs to, or NONE
        self.opens: i64 = 0  # the lock that it is the key to


class Goal:
    """A step of the goal."""

    def __init__(self, type: i64) -> None:
        self.type = type
        self.needs: list[i64] = []  # by item kind: how many must be carried (find: one)
        self.places: list[i64] = []  # fetch: by square, whether it is the place; empty: the start used
        self.foe: i64 = 0
        self.count: i64 = 0
        self.permitted: list[i64] = []  # escape: by exit, the starts from which it is permitted, as bits


class Condition:
    """While it holds, a number is another."""

    def __init__(self, when: i64, argument: i64, slot: i64, kind: i64, number: i64, value: i64) -> None:
        self.when = when
        self.argument = argument  # the item carried, the turn, the kills
        self.slot = slot
        self.kind = kind
        self.number = number
        self.value = value


class Plan:
    """A scenario, flattened."""

    def __init__(self, key: str, name: str) -> None:
        self.key = key
        self.name = name
        self.blurb = ""
        self.tier = ""
        self.number: i64 = 0  # its place in the box
        self.cols: i64 = 0
        self.rows: i64 = 0
        self.squares: i64 = 0
        self.meter: i64 = 0
        self.names: list[str] = []
        self.enterable: list[i64] = []  # by square: 0 or 1
        self.area: list[i64] = []  # by square; the last number is the street
        self.area_names: list[str] = []
        self.shaded: list[i64] = []
        self.safe: list[i64] = []
        self.starts: list[i64] = []
        self.is_start: list[i64] = []
        self.start_places: list[list[i64]] = []  # by start: by square, whether it is that start
        self.to: list[i64] = []  # by step code: the square it leads to, or NONE
        self.gate: list[i64] = []  # by step code: FREE, a lock, or DOOR + n
        self.exit: list[i64] = []  # by step code: the exit it leaves by, or NONE
        self.out: list[list[i64]] = []  # by square: the step codes that lead out of it, ascending
        self.into: list[list[i64]] = []  # by square: the step codes that lead into it, ascending
        self.exit_names: list[str] = []
        self.exit_codes: list[i64] = []
        self.exit_doors: list[i64] = []  # the doorway that an exit is, or NONE
        self.link_names: list[str] = []
        self.doors: list[i64] = []  # the doorways that may be blocked, by one of their step codes
        self.door_names: list[str] = []
        self.blocked: i64 = 0  # how many of them are
        self.blocks: list[i64] = []  # all sets of so many doorways as bits, ascending by their lists
        self.sound_blocks: list[i64] = []  # by set: whether it seals nothing off (GH-035)
        self.locks: list[i64] = []  # by step code of the lower square: those with a lock; for what a key opens
        self.lines: list[Line] = []
        self.order: list[i64] = []  # the lines as they are drawn, the narrowest of each slot first
        self.icons: i64 = 0  # in all
        self.items: list[str] = [""]  # the icon of each kind of item, from 1
        self.foes: list[str] = [""]
        self.obstacles: list[str] = [""]
        self.heals: list[i64] = [0]  # by item kind
        self.opens: list[i64] = [0]  # by item kind: the lock
        self.priced: list[i64] = [0]  # by item kind: whether a condition looks at who carries it
        self.drains: list[i64] = [0]  # by obstacle kind
        self.spent: list[i64] = [0]  # by obstacle kind
        self.numbers: list[i64] = []  # by (slot * 16 + kind) * NUMBERS + number: as printed
        self.altered: list[i64] = []  # the same places: whether a condition may set it
        self.conditions: list[Condition] = []
        self.goals: list[Goal] = []
        self.kits: i64 = 0
        self.fights: i64 = 0  # weak spots in all: foes by their layers
        self.counts: list[i64] = []  # by slot * 16 + kind
        self.door_weight: list[i64] = []  # by square: 1 beside a doorway inside an area (GH-178)
        self.norms: list[i64] = []  # of plain runs against each plain keeper: how many of 100 get home, their median
        self.distance: list[i64] = []  # by square: steps from the nearest start, all doors open
        self.tied = False  # whether drains, locks or grates tie squares together (GH-034, GH-035)

    def line_of(self, slot: i64, kind: i64) -> Line:
        """The line of the briefing that hides this icon."""
        for line in self.lines:
            if line.slot == slot and line.kind == kind:
                return line
        raise KeyError(kind)


class Box(Content):
    """All scenarios, in their order, and what the table needs to know of each."""

    def __init__(self, digest: str) -> None:
        super().__init__(digest)
        self.plans: list[Plan] = []
        self.squares: i64 = 0  # of the largest map
        self.sets: i64 = 0  # of doorways to block, at most
        self.starts: i64 = 0  # at most
        self.move_span: i64 = 0
        self.hide_span: i64 = 0

    def plan(self, key: str) -> Plan:
        """The scenario of that id. Raises `KeyError`."""
        for plan in self.plans:
            if plan.key.casefold() == key.casefold():
                return plan
        raise KeyError(key)

    def settle(self) -> None:
        """Work out the spans of options, the same for all scenarios of the box."""
        sets: i64 = 0
        squares: i64 = 0
        for plan in self.plans:
            squares = max(squares, plan.squares)
            sets = max(sets, len(plan.blocks))
            self.starts = max(self.starts, len(plan.starts))
        self.squares = squares
        self.sets = sets
        self.move_span = DIRECTIONS * squares + 1
        self.hide_span = squares + sets + AREAS

"""The sheets as an observer sees them: plain typed values, made by `view` and by nothing else.

Contract for pictures, words and bots
-------------------------------------
- Squares are numbers, row by row from the south-west: 1-A is 0, and `plan.names[square]` is the name. Icons are their
  keys in the scenario ("ghoul"), doorways and exits their names in `plan.door_names` and `plan.exit_names`. What never
  changes (walls, areas, symbols, counts, names) is in the scenario's tables: `game.box.plan(view.scenario)`.
- `grids[seat]` is the grid which that seat **explores**. Its `keeper` hid it; -1 when the computer did and no player
  keeps it (solo, mirror). What the keeper alone may know stands in `Grid.hidden`, which is None for all others until
  the end.
- In mirror play the other's grid is `veiled`: squares, finds, items and shots are left out until the end (GH-196).
- While hiding, `hiding` holds the observer's own answers; of the others only `ready` is known (GH-029).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Phase: TypeAlias = Literal["hide", "lot", "play", "trial", "over"]
Fate: TypeAlias = Literal["there", "taken", "used", "destroyed", "spent"]
Ending: TypeAlias = Literal[
    "", "encounter", "bump", "stay", "pass", "stop", "exit", "goal", "lost", "swept", "dead", "resigned"
]
Aids: TypeAlias = Literal["paper", "counts", "full"]
Step: TypeAlias = Literal["", "item", "foe", "weak", "shot", "obstacle"]


class Find(msgspec.Struct, frozen=True):
    """An icon that has come out on a square, and what became of it; `there` is a kit or item left, or an obstacle."""

    square: int
    icon: str
    fate: Fate = "there"


class Placed(msgspec.Struct, frozen=True):
    """An icon on a square."""

    square: int
    icon: str


class Turn(msgspec.Struct, frozen=True):
    """One own turn's walk: steps (from, to) into new or stopping squares; `to` is -1 at a bump or exit.

    Between the end of one step and the beginning of the next the explorer walked over known ground (GH-056): `path`
    has every square of the whole walk, the shortest way over known ground filled in, the square it began on first.
    `end` says how the turn ended, "" while it goes on.
    """

    number: int
    steps: tuple[tuple[int, int], ...] = ()
    path: tuple[int, ...] = ()
    end: Ending = ""


class Fight(msgspec.Struct, frozen=True):
    """The fight that is on (GH-106 to GH-120). Areas are 1 to 6: right arm, head, left arm, torso, right leg, left leg.

    `missed` are the numbers of this layer in the order they were fired, `misses` counts all layers. `price` is what the
    next miss costs. `weak` is known to the keeper alone, 0 for everybody else and while it isn't fixed.
    """

    foe: str
    square: int
    layer: int
    layers: int
    missed: tuple[int, ...]
    misses: int
    price: int
    weak: int = 0


class Count(msgspec.Struct, frozen=True):
    """Of one line of the briefing: how many are hidden in all, and how many have come out (GH-170)."""

    icon: str
    hidden: int
    found: int


class Headroom(msgspec.Struct, frozen=True):
    """How many more of an icon an area may hold as far as the explorer knows, where a cap or count says so (GH-170)."""

    icon: str
    area: str
    more: int


class Clear(msgspec.Struct, frozen=True):
    """Unexplored squares that can't hold a foe, an obstacle or an item any more (GH-171)."""

    slot: str
    squares: tuple[int, ...]


class Hidden(msgspec.Struct, frozen=True):
    """What the keeper knows of the grid: every icon as it was hidden with its fate, the doorways blocked, weak spots.

    `presets` are (square, layer, area) where weak spots were fixed before the game (GH-153).
    """

    icons: tuple[Find, ...] = ()
    blocked: tuple[str, ...] = ()
    presets: tuple[tuple[int, int, int], ...] = ()


class Grid(msgspec.Struct, frozen=True):
    """The grid that a seat explores, and that explorer's condition.

    `at` and `start` are -1 until the explorer has a start. `meters` are the wounds on each meter used so far, the last
    is the active one with `meter` spaces. `explored` has a "1" for each explored square, by number, "0" for the others.
    `finds` are all icons that have come out, in the order of their squares; `step` says which class of the square `at`
    is being resolved, `known` how many of item, foe and obstacle have come out there (GH-067). `doors` are (name,
    "open" or "blocked") for the doorways proved so; `suspects` counts the others, of which `to_find` are blocked.
    `free` are the squares that can be walked to over known ground; `clear` lists for each slot the unexplored squares
    proved free of it (GH-171). `stalled` counts own turns in a row without progress (GH-047). `reached` is the goal's
    steps completed of `goals`. `warned` are squares on which something was heard (GH-161).
    """

    explorer: int
    keeper: int
    veiled: bool = False
    alive: bool = True
    resigned: bool = False
    won: bool = False
    meter: int = 15
    meters: tuple[int, ...] = (0,)
    wounds: int = 0  # taken in all
    owed: int = 0
    turns: int = 0
    stalled: int = 0
    warnings: int = 0
    start: int = -1
    at: int = -1
    explored: str = ""
    free: tuple[int, ...] = ()
    finds: tuple[Find, ...] = ()
    known: int = 3
    warned: tuple[int, ...] = ()
    carried: tuple[tuple[str, int], ...] = ()
    kills: tuple[tuple[str, int], ...] = ()
    doors: tuple[tuple[str, str], ...] = ()
    suspects: int = 0
    to_find: int = 0
    reached: int = 0
    goals: int = 1
    counts: tuple[Count, ...] = ()
    headroom: tuple[Headroom, ...] = ()
    clear: tuple[Clear, ...] = ()
    step: Step = ""
    fight: Fight | None = None
    trail: tuple[Turn, ...] = ()
    hidden: Hidden | None = None


class Hiding(msgspec.Struct, frozen=True):
    """The observer's own set-up so far, in canonical order: icons, then doorways blocked, then weak spots (GH-018 ff.).

    `next` is the icon to be placed now, "block" for the doorways, "weak spot" for presets, "" when all is done.
    """

    placed: tuple[Placed, ...] = ()
    blocked: tuple[str, ...] = ()
    presets: tuple[int, ...] = ()
    next: str = ""


class Trial(msgspec.Struct, frozen=True):
    """How a hide fares that a bot explores `of` times (GH-167).

    `runs` are (own turns, how it ended): "home", "dead" or "late". `mean` counts the last two as the limit. `norms` are
    what hides at random and a doorkeeper's come to, the lower first, if that is known; `rank` is "gold", "silver",
    "bronze" or "".
    """

    of: int
    runs: tuple[tuple[int, str], ...] = ()
    mean: float = 0.0
    norms: tuple[float, ...] = ()
    rank: str = ""


class View(msgspec.Struct, frozen=True):
    """A position of GHOULASH as one observer sees it.

    `hides` is "secret", "random" or "mirror". `active` is the seat whose turn it is, -1 when that is nobody's (set-up,
    mirror, the end). `variants` are the keys of the options that are on. `result` is the cause of the end, "" before.
    `aids` says how much of what is reckoned may be shown: at "paper" grids have no counts, no headroom, no suspects,
    and only at "full" they have what is `clear` (GH-177).
    """

    scenario: str
    players: int
    observer: int
    hides: str
    keeper: str
    variants: tuple[str, ...]
    phase: Phase
    first: int
    active: int
    ready: tuple[bool, ...]
    grids: tuple[Grid, ...]
    hiding: Hiding | None = None
    limit: int = 0  # of own turns: the solo limit or the cap of the table, 0 is none
    aids: Aids = "full"
    result: str = ""
    winners: tuple[int, ...] = ()
    trial: Trial | None = None

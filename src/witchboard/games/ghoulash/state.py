"""The position of a game of GHOULASH.

Lists are by explorer unless they say otherwise: grid `g` is the one that seat `g` explores, hidden by seat `g - 1` (the
last seat hides the first one's). Lists "by square" have the squares of all grids one after another.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from witchboard.engine.state import State

from .ground import Ground
from .tables import AREAS, ESCAPE, FETCH, NONE, Box, Plan

# Who hides the grids (GH-029, GH-159, GH-160).
SECRET: Final[i64] = 0
RANDOM: Final[i64] = 1
MIRROR: Final[i64] = 2
HIDES: Final = ("secret", "random", "mirror")

# How the computer hides (GH-178, GH-179).
RANDOM_KEEPER: Final[i64] = 0
DOORKEEPER: Final[i64] = 1
EXPERT_KEEPER: Final[i64] = 2
KEEPERS: Final = ("random", "doorkeeper", "expert")

# How much the table reckons for the explorers (GH-177).
COUNTS: Final[i64] = 1  # 0 is the trace alone
FULL: Final[i64] = 2
AIDS: Final = ("paper", "counts", "full")

# What an explorer must do next.
IDLE: Final[i64] = 0
START: Final[i64] = 1
MOVE: Final[i64] = 2
TAKE: Final[i64] = 3
KIT: Final[i64] = 4
WEAK: Final[i64] = 5
SHOT: Final[i64] = 6
PHASES: Final = ("idle", "start", "move", "take", "kit", "weak", "shot")

# How a turn ended, as it stands in the trail.
ENDINGS: Final = ("", "encounter", "bump", "stay", "pass", "stop", "exit", "goal", "lost", "swept", "dead", "resigned")
ENCOUNTER: Final[i64] = 1
BUMP: Final[i64] = 2
STAYED: Final[i64] = 3
PASSED: Final[i64] = 4
STOPPED: Final[i64] = 5
LEFT: Final[i64] = 6
REACHED: Final[i64] = 7
LOST: Final[i64] = 8
SWEPT: Final[i64] = 9
DIED: Final[i64] = 10
RESIGNED: Final[i64] = 11

UNDECIDED: Final[i64] = 0
GOAL: Final[i64] = 1  # somebody reached the goal
LAST_ALIVE: Final[i64] = 2  # all others are dead
DRAWN: Final[i64] = 3  # both reached it in the same round (GH-154)
ALL_LOSE: Final[i64] = 4  # all are dead under hardcore, or the survivor failed
CAPPED: Final[i64] = 5  # the cap of turns
TOO_LATE: Final[i64] = 6  # the solo limit
KEPT: Final[i64] = 7  # a hide has been tried often enough (GH-167)
RESULTS: Final = ("undecided", "goal", "last alive", "drawn", "all lose", "capped", "too late", "kept")

UNKNOWN: Final[i64] = 0
EXPLORED: Final[i64] = 1
WARNED: Final[i64] = 2  # something was heard there (GH-161)

KINDS: Final[i64] = 16  # places for the kinds of a slot
POSTED: Final[i64] = 7  # turns, wounds on the meter, kits used, lost turns owed, dead, goal reached, start + 1
NOWHERE: Final[list[i64]] = []


class Hunt(State):
    """Everything on the tables of GHOULASH. What is marked (set-up) never changes once the walk has begun."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "scenario",
        "seats",
        "hides",
        "keeper",
        "hardcore",
        "last_answer",
        "free_stop",
        "soft_bump",
        "preset",
        "stall_wound",
        "aids",
        "limit",
        "lot",
        "spaces",
        "warnings",
        "draws",
        "seed",
        "answers",
        "hide",
        "blocked",
        "presets",
        "left",
        "seen",
        "at",
        "start",
        "proved",
        "bumped",
        "wounds",
        "used",
        "owed",
        "turns",
        "stalled",
        "alive",
        "reached",
        "carried",
        "kills",
        "spots",
        "phase",
        "weak",
        "layer",
        "shots",
        "misses",
        "progress",
        "walked",
        "heard",
        "known",
        "trail",
        "first",
        "active",
        "turning",
        "posted",
        "runs",
        "winners",
        "result",
    )

    scenario: i64
    seats: i64
    # options
    hides: i64
    keeper: i64
    hardcore: i64
    last_answer: i64
    free_stop: i64
    soft_bump: i64
    preset: i64
    stall_wound: i64
    aids: i64
    limit: i64  # own turns at most; 0 is no limit
    lot: i64  # who moves first: 0 by lot, else the seat, counted from 1
    spaces: list[i64]  # of each meter
    warnings: list[i64]  # left (GH-161)
    draws: i64  # keepers who have their weak spots drawn for the whole game, as bits (GH-115)
    # set-up
    seed: i64  # of the hide that the computer is drawing
    answers: list[list[i64]]  # by keeper, while they hide: squares, the set of doorways, weak spots; then empty
    hide: list[i64]  # by square: what was hidden there
    blocked: list[i64]  # doorways, as bits
    presets: list[i64]  # weak spots fixed before the game, by grid and foe in the order of the briefing, or NONE
    # the walk
    left: list[i64]  # by square: what still lies there
    seen: list[i64]  # by square: UNKNOWN, EXPLORED, WARNED
    at: list[i64]
    start: list[i64]
    proved: list[i64]  # doorways proved open, as bits
    bumped: list[i64]  # doorways known blocked, as bits
    wounds: list[i64]  # by explorer and meter
    used: list[i64]  # kits, that is meters crossed out
    owed: list[i64]
    turns: list[i64]
    stalled: list[i64]
    alive: list[i64]
    reached: list[i64]  # steps of the goal
    carried: list[i64]  # by explorer and kind of item
    kills: list[i64]  # by explorer and kind of foe
    spots: list[i64]  # by explorer and area: how often a weak spot was found there (GH-120)
    # the turn and the fight
    phase: list[i64]
    weak: list[i64]  # the weak spot, from 0, or NONE
    layer: list[i64]  # that is being fought, from 0
    shots: list[i64]  # missed in this layer, one octal digit each, the latest last
    misses: list[i64]  # in this fight
    progress: list[i64]  # whether this turn is progress (GH-047)
    walked: list[i64]  # whether a step was taken this turn
    heard: list[i64]  # whether a warning was used this turn
    known: list[i64]  # classes that have come out on the square he stands on: 1 item, 2 and foe, 3 all (GH-067)
    trail: list[list[i64]]  # step codes in order; -k ends a turn in the way k
    # the table
    first: i64
    active: i64
    turning: i64  # whether the turn of the active seat is still to be ended
    posted: list[i64]  # mirror: by explorer, what all know of him since the last round (`POSTED`)
    runs: list[i64]  # keeper alone: how each exploration of the hide went (`rules.exploring`)
    winners: i64  # who reached the goal, as bits
    result: i64

    def __init__(self, box: Box, plan: Plan, seats: i64, source: Hunt | None = None) -> None:
        super().__init__(box)
        self.box = box
        self.plan = plan
        self.seats = seats
        if source is None:
            self._lay_out()
        else:
            self._copy(source)

    def _lay_out(self) -> None:
        """An empty table for the scenario."""
        plan, seats = self.plan, self.seats
        self.scenario = plan.number
        self.hides = 0
        self.keeper = 0
        self.hardcore = 0
        self.last_answer = 0
        self.free_stop = 0
        self.soft_bump = 0
        self.preset = 0
        self.stall_wound = 0
        self.aids = FULL
        self.limit = 0
        self.lot = 0
        self.draws = 0
        self.seed = 0
        self.first = 0
        self.active = NONE
        self.turning = 0
        self.winners = 0
        self.result = UNDECIDED
        self.spaces = [plan.meter] * seats
        self.answers = [[] for _ in range(seats)]
        self.trail = [[] for _ in range(seats)]
        self.hide = [0] * (plan.squares * seats)
        self.left = [0] * (plan.squares * seats)
        self.seen = [UNKNOWN] * (plan.squares * seats)
        self.presets = [NONE] * (plan.fights * seats)
        self.wounds = [0] * ((plan.kits + 1) * seats)
        self.carried = [0] * (KINDS * seats)
        self.kills = [0] * (KINDS * seats)
        self.spots = [0] * (AREAS * seats)
        self.at = [NONE] * seats
        self.start = [NONE] * seats
        self.weak = [NONE] * seats
        self.alive = [1] * seats
        self.warnings = [0] * seats
        self.blocked = [0] * seats
        self.proved = [0] * seats
        self.bumped = [0] * seats
        self.used = [0] * seats
        self.owed = [0] * seats
        self.turns = [0] * seats
        self.stalled = [0] * seats
        self.reached = [0] * seats
        self.phase = [IDLE] * seats
        self.layer = [0] * seats
        self.shots = [0] * seats
        self.misses = [0] * seats
        self.progress = [0] * seats
        self.walked = [0] * seats
        self.heard = [0] * seats
        self.known = [3] * seats
        self.posted = [0] * (POSTED * seats)
        self.runs: list[i64] = []
        self.grounds: list[Ground] = [Ground(plan.squares) for _ in range(seats)]

    def _copy(self, source: Hunt) -> None:
        self.stack = source.stack.copy()
        self.retractable = source.retractable
        self.scenario = source.scenario
        self.hides = source.hides
        self.keeper = source.keeper
        self.hardcore = source.hardcore
        self.last_answer = source.last_answer
        self.free_stop = source.free_stop
        self.soft_bump = source.soft_bump
        self.preset = source.preset
        self.stall_wound = source.stall_wound
        self.aids = source.aids
        self.limit = source.limit
        self.lot = source.lot
        self.draws = source.draws
        self.seed = source.seed
        self.first = source.first
        self.active = source.active
        self.turning = source.turning
        self.winners = source.winners
        self.result = source.result
        self.spaces = source.spaces.copy()
        self.warnings = source.warnings.copy()
        self.answers = [answers.copy() for answers in source.answers]
        self.trail = [trail.copy() for trail in source.trail]
        self.hide = source.hide.copy()
        self.blocked = source.blocked.copy()
        self.presets = source.presets.copy()
        self.left = source.left.copy()
        self.seen = source.seen.copy()
        self.at = source.at.copy()
        self.start = source.start.copy()
        self.proved = source.proved.copy()
        self.bumped = source.bumped.copy()
        self.wounds = source.wounds.copy()
        self.used = source.used.copy()
        self.owed = source.owed.copy()
        self.turns = source.turns.copy()
        self.stalled = source.stalled.copy()
        self.alive = source.alive.copy()
        self.reached = source.reached.copy()
        self.carried = source.carried.copy()
        self.kills = source.kills.copy()
        self.spots = source.spots.copy()
        self.phase = source.phase.copy()
        self.weak = source.weak.copy()
        self.layer = source.layer.copy()
        self.shots = source.shots.copy()
        self.misses = source.misses.copy()
        self.progress = source.progress.copy()
        self.walked = source.walked.copy()
        self.heard = source.heard.copy()
        self.known = source.known.copy()
        self.posted = source.posted.copy()
        self.runs = source.runs.copy()
        self.grounds = [ground.copy() for ground in source.grounds]

    def clone(self) -> Hunt:
        return Hunt(self.box, self.plan, self.seats, self)

    def derive(self) -> None:
        """Work out again what each explorer knows of the ground."""
        for g in range(self.seats):
            self.equip(g)
            self.survey(g)

    def survey(self, g: i64) -> None:
        """Work out the known ground of an explorer from nothing."""
        but: i64 = self.at[g] if self.known[g] < 3 else NONE
        self.grounds[g].survey(self.plan, self.seen, self.left, g * self.plan.squares, but)

    def equip(self, g: i64) -> None:
        """Tell an explorer's ground what he carries and knows, and where arriving or leaving would meet his goal."""
        ground, plan = self.grounds[g], self.plan
        ground.proved = self.proved[g]
        ground.bumped = self.bumped[g]
        ground.keys = 0
        for kind in range(1, len(plan.items)):
            if plan.opens[kind] and self.carried[g * KINDS + kind]:
                ground.keys |= 1 << plan.opens[kind]
        ground.places = NOWHERE
        ground.exits = 0
        if self.start[g] == NONE or self.reached[g] == len(plan.goals):
            return
        goal = plan.goals[self.reached[g]]
        if not self.has(g, goal.needs):
            return
        used = plan.starts.index(self.start[g])
        if goal.type == FETCH:
            ground.places = goal.places if goal.places else plan.start_places[used]
        elif goal.type == ESCAPE:
            for number in range(len(goal.permitted)):
                ground.exits |= ((goal.permitted[number] >> used) & 1) << number

    def has(self, g: i64, needs: list[i64]) -> bool:
        """Whether an explorer carries all that is needed."""
        for kind in range(1, len(needs)):
            if self.carried[g * KINDS + kind] < needs[kind]:
                return False
        return True

    def gave_up(self, g: i64) -> bool:
        """Whether an explorer is out because he has resigned (GH-189)."""
        return len(self.trail[g]) > 0 and self.trail[g][-1] == -RESIGNED

    @property
    def solo(self) -> bool:
        """Whether one explorer plays against a grid that the computer hid (GH-162)."""
        return self.seats == 1

    @property
    def trial(self) -> bool:
        """Whether one keeper has his hide tried by a bot (GH-167)."""
        return self.seats == 1 and self.hides == SECRET

    def keeper_of(self, grid: i64) -> i64:
        """The seat that hid the grid and keeps it; NONE in solo and mirror play (GH-157, GH-159, GH-162)."""
        if self.trial:
            return 0
        if self.seats == 1 or self.hides == MIRROR:
            return NONE
        return (grid + self.seats - 1) % self.seats

    def grid_of(self, keeper: i64) -> i64:
        """The grid that a seat hides."""
        return (keeper + 1) % self.seats if self.hides != MIRROR else keeper

    def square(self, square: i64) -> str:
        """The name of a square."""
        return self.plan.names[square % self.plan.squares]

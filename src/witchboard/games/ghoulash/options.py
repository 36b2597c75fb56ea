"""What is agreed before a game of GHOULASH: scenario, who hides, variants (GH-017, GH-151 to GH-164)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from witchboard.engine.front import Opening, OptionValue
from witchboard.engine.game import Late, Option
from witchboard.engine.terms import Held

from .content import Content, races
from .scenario import Scenario
from .state import AIDS, HIDES, KEEPERS, SECRET, Hunt

Holding: TypeAlias = Callable[[int, Mapping[str, OptionValue]], Held | None]
OFF_ON: Final = ((False, "off"), (True, "on"))
TRIAL: Final = "trial"
ENDLESS: Final = 60  # own turns of a solo game for which the play table has no row
EVEN: Final = 5  # percent either way within which it counts as even who begins
MORE: Final = 3  # times the median: the solo limit (GH-164)
DELAYS: Final = (5, 10, 20)  # own turns by which watchers may see the grids late (GH-149)
WATCHERS: Final = (
    "What is shown to those who look on, but to nobody who has a seat here, or had one. A player could look in once "
    "more as a stranger, and what has not come out by then lies there still: the delay is all that protects."
)


def options(content: Content) -> tuple[Option, ...]:
    """The options of a table."""
    by = Briefed(content)
    scenarios = tuple((one.id.casefold(), _scenario(one)) for one in content.scenarios)
    hides = (
        ("secret", "everybody hides his own grid"),
        ("random", "the computer hides all grids"),
        ("mirror", "one grid for both, hidden by the computer"),
        (TRIAL, "you alone hide, and a bot explores it a hundred times"),
    )
    who = "Who stocks the grids."
    keepers = (
        ("random", "anywhere the briefing allows"),
        ("doorkeeper", "lying in wait behind the doors"),
        ("expert", "as the map suggests, never twice the same"),
    )
    aids = (
        ("paper", "as on paper: the trace alone"),
        ("counts", "counts too: what has come out, and what room is left"),
        ("full", "all: also squares proved free, forecasts, the hint where things may be"),
    )
    lot = "The seat that moves first, counted from 1; 0 is a lot."
    helped = "The seat that has a handicap, counted from 1."
    no_cap = "After so many own turns each the game is a draw; 0 is no cap."
    seed = "Hides of the computer that can be had again; 0 draws new ones."
    reckons = "How much the table reckons for the explorers."
    survivor = "A death does not win: the survivor must still reach the goal."
    stop = "A move may end on any empty explored square."
    bump = "A blocked doorway does not end the move."
    two = "Two games, the first move swapped: a rematch is the second."
    longer = "So many more spaces on the wound meters of the player who is helped."
    warnings = "So often that player is warned of something in the square ahead."
    watchers = ((0, "what is open to all"), *((turns, f"all grids, {turns} turns late") for turns in DELAYS))
    return (
        Option("scenario", "Scenario", "The map and its briefing.", "GH-017", scenarios, scenarios[0][0]),
        Option("hides", "Hiding", who, "GH-160", hides, "secret", True, hides_need, True, held=alone),
        Option("keeper", "Computer's hand", "How the computer hides.", "GH-163", keepers, "random", True),
        Option("seed", "Seed", seed, "GH-163", (), 0, True),
        Option("first", "First move", lot, "GH-033", (), 0, True, up_to_players("first")),
        _ruling("hardcore", "Hardcore", survivor, "GH-152", by.hardcore),
        _ruling("last-answer", "Last answer", "Who moves second may answer a goal reached.", "GH-154", by.last_answer),
        _ruling("free-stop", "Free stop", stop, "GH-155", by.free_stop, silent=True),
        _ruling("soft-bump", "Soft bump", bump, "GH-156", by.soft_bump, silent=True),
        _ruling("preset-weak-spots", "Preset weak spots", "Weak spots are fixed while hiding.", "GH-153", by.preset),
        _ruling("drawn-weak-spots", "Drawn weak spots", "Every weak spot is drawn by lot.", "GH-115", by.drawn),
        Option("match", "Match", two, "GH-158", OFF_ON, False, True, match_needs),
        Option("aids", "Aids", reckons, "GH-177", aids, "full", True, table=True),
        Option("watchers", "Watchers see", WATCHERS, "GH-149", watchers, 0, True, watchers_need, table=True),
        _ruling("stall-wound", "Stall wound", "Idling costs wounds, so every game ends.", "GH-047", usual=True),
        Option("turn-limit", "Turn limit", no_cap, "GH-048", (), 0, True, held=by.turn_limit),
        Option("helped", "Helped player", helped, "GH-161", (), 1, True, up_to_players("helped")),
        Option("longer-meter", "Longer meter", longer, "GH-161", (), 0, True),
        Option("warnings", "Warnings", warnings, "GH-161", (), 0, True),
    )


def daily(content: Content, day: int) -> Opening:
    """The challenge of a day: map, keeper and hide are the same for everybody (GH-163)."""
    count = len(content.scenarios)
    one, keeper = content.scenarios[day % count], KEEPERS[day // count % len(KEEPERS)]
    options: dict[str, OptionValue] = {"scenario": one.id.casefold(), "keeper": keeper, "seed": day}
    return Opening(1, options, ("",), f"Challenge of the day: {one.name}, alone")


def _scenario(one: Scenario) -> str:
    """A scenario in words; where beginning is worth much, that is said (measured, see `hunter.toml`)."""
    words = f"{one.name} ({one.tier}): {one.blurb}"
    first = races().get(one.id, 50)
    if abs(first - 50) <= EVEN:
        return words
    return f"{words} Between equals who moves first wins {first} of 100 games: consider last answer."


def _ruling(
    key: str,
    name: str,
    sentence: str,
    rule: str,
    held: Holding | None = None,
    usual: bool = False,
    silent: bool = False,
) -> Option:
    """Something to be switched on or off that the printed rules have off, or are `silent` on."""
    printed = (False, True) if silent else (False,)
    return Option(key, name, sentence, rule, OFF_ON, usual, True, printed=printed, held=held)


def hides_need(players: int, options: Mapping[str, OptionValue]) -> str:
    """Why the grids can't be hidden so."""
    if options["hides"] == "mirror" and players != 2:
        return f"expected 2 players, got {players}"
    if options["hides"] == TRIAL and players != 1:
        return f"expected 1 player, got {players}"
    return ""


def match_needs(players: int, options: Mapping[str, OptionValue]) -> str:
    """Why no match can be played."""
    return "" if players == 2 else f"expected 2 players, got {players}"


def watchers_need(players: int, options: Mapping[str, OptionValue]) -> str:
    """Why watchers can't see the grids before the end."""
    if options["hides"] == "mirror":
        return "both walk one grid here, so whoever sees it late could tell all of it"
    return "the hide of a keeper alone is nobody else's to see" if options["hides"] == TRIAL else ""


def late(players: int, options: Mapping[str, OptionValue]) -> Late | None:
    """How late watchers see the grids and weak spots (GH-149)."""
    turns = int(options.get("watchers", 0))  # a record may be older than the option
    grids = {1: "the grid", 2: "both grids"}.get(players, "the hidden grids")
    return Late(turns, f"{grids} {turns} turns late") if turns else None


def alone(players: int, options: Mapping[str, OptionValue]) -> Held | None:
    """Alone the computer hides, unless one hides oneself for a bot (GH-162)."""
    if players != 1 or options["hides"] != "secret":
        return None
    return Held("random", "alone nobody else is there to hide", "GH-162")


class Briefed:
    """What a scenario, who hides, and how many play leave no choice about."""

    def __init__(self, content: Content) -> None:
        self._content = content
        self._scenarios = {one.id.casefold(): one for one in content.scenarios}

    def hardcore(self, players: int, options: Mapping[str, OptionValue]) -> Held | None:
        """What a scenario turns on stays on (GH-151)."""
        scenario = self._scenario(options)
        return _turned_on(scenario) if scenario.options.hardcore else None

    def last_answer(self, players: int, options: Mapping[str, OptionValue]) -> Held | None:
        """On where both walk one grid (GH-159), or where the scenario has it on."""
        if options["hides"] == "mirror":
            return Held(True, "with one grid for both it is always on", "GH-159")
        scenario = self._scenario(options)
        return _turned_on(scenario) if scenario.options.last_answer else None

    def free_stop(self, players: int, options: Mapping[str, OptionValue]) -> Held | None:
        """What a scenario turns on stays on (GH-151)."""
        scenario = self._scenario(options)
        return _turned_on(scenario) if scenario.options.free_stop else None

    def soft_bump(self, players: int, options: Mapping[str, OptionValue]) -> Held | None:
        """What a scenario turns on stays on (GH-151)."""
        scenario = self._scenario(options)
        return None if scenario.options.bump_ends_move else _turned_on(scenario)

    def preset(self, players: int, options: Mapping[str, OptionValue]) -> Held | None:
        """On where both walk one grid (GH-159), off alone (GH-162), else as the scenario has it."""
        if options["hides"] == "mirror":
            return Held(True, "with one grid for both it is always on", "GH-159")
        if players == 1:
            return Held(False, "alone there is no keeper who could fix them", "GH-162")
        scenario = self._scenario(options)
        return _turned_on(scenario) if scenario.options.preset_weak_spots else None

    def drawn(self, players: int, options: Mapping[str, OptionValue]) -> Held | None:
        """Off where all weak spots are fixed beforehand (GH-153)."""
        if not options["preset-weak-spots"]:
            return None
        return Held(False, "weak spots that are fixed beforehand are not drawn in a fight", "GH-153")

    def turn_limit(self, players: int, options: Mapping[str, OptionValue]) -> Held | None:
        """Alone three times the median of the play table at most (GH-164)."""
        if players != 1:
            return None
        most = solo_limit(self._content, self._scenario(options).id, str(options["keeper"]))
        if 0 < int(options["turn-limit"]) <= most:
            return None
        return Held(most, f"alone a run there ends with turn {most} at the latest", "GH-164")

    def _scenario(self, options: Mapping[str, OptionValue]) -> Scenario:
        return self._scenarios[str(options["scenario"])]


def _turned_on(scenario: Scenario) -> Held:
    return Held(True, f"the scenario {scenario.name} has it on", "GH-151")


def up_to_players(key: str) -> Callable[[int, Mapping[str, OptionValue]], str]:
    """Why a seat can't be named: there are fewer players."""

    def need(players: int, options: Mapping[str, OptionValue]) -> str:
        seat = int(options[key])
        if seat > players or (seat == 0 and key == "helped"):
            return f"expected one of {players} seats, got {seat}"
        return ""

    return need


def settle(state: Hunt, options: Mapping[str, OptionValue]) -> None:
    """Write the options into a state, as they are in force."""
    tried = options["hides"] == TRIAL
    state.hides = SECRET if tried else HIDES.index(str(options["hides"]))
    state.keeper = KEEPERS.index(str(options["keeper"]))
    state.seed = int(options["seed"])
    state.lot = int(options["first"])
    state.hardcore = int(options["hardcore"])
    state.last_answer = int(options["last-answer"])
    state.free_stop = int(options["free-stop"])
    state.soft_bump = int(options["soft-bump"])
    state.preset = int(options["preset-weak-spots"])
    state.draws = (1 << state.seats) - 1 if options["drawn-weak-spots"] else 0
    state.stall_wound = int(options["stall-wound"])
    state.aids = AIDS.index(str(options["aids"]))
    state.limit = int(options["turn-limit"])
    helped = int(options["helped"]) - 1
    state.spaces[helped] += int(options["longer-meter"])
    state.warnings[helped] = int(options["warnings"])


def solo_limit(content: Content, scenario: str, keeper: str) -> int:
    """The own turns of a solo game: three times the median of the play table (GH-164)."""
    run = content.run(scenario, keeper)
    return MORE * run.quartiles[1] if run else ENDLESS

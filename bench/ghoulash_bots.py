"""How GHOULASH's bots explore, race and hide: `python bench/ghoulash_bots.py [--games N] [--bot NAME] [--what …]`.

`solo`: one explorer against hides of the random keeper and the doorkeeper, as in the play table of the rules; "home" is
the share that reached the goal alive, with its 95 % interval (Wilson), beside what the play table quotes. `race`: how
often the first player wins when two hunters race over grids hidden by the random keeper and the doorkeeper in turn.
`hide`: how the bot fares in the hides of each level of keeper. Game i depends on the seed, the row and i alone.
"""

from __future__ import annotations

import argparse
import json
import sys
import time

from witchboard.engine.position import Json
from witchboard.engine.stream import stream
from witchboard.games.ghoulash.bot_hunter import Hunter
from witchboard.games.ghoulash.bot_trial import Run, play_on
from witchboard.games.ghoulash.bot_walker import Walker
from witchboard.games.ghoulash.content import Content, load
from witchboard.games.ghoulash.rules.hiding import SetUp
from witchboard.games.ghoulash.rules.keepers import hide_of
from witchboard.games.ghoulash.rules.play import PLAY, First
from witchboard.games.ghoulash.state import DOORKEEPER, EXPERT_KEEPER, RANDOM, RANDOM_KEEPER, Hunt
from witchboard.games.ghoulash.tables import Box, Plan
from witchboard.lab.statistics import wilson

TURNS = 300  # the cap of own turns (GH-048)
LEVELS = ("random", "doorkeeper", "expert")
EXPLORERS = {"hunter": Hunter, "walker": Walker}


def table(box: Box, plan: Plan, seats: int) -> Hunt:
    """A game about to begin, its grids hidden by the computer."""
    state = Hunt(box, plan, seats)
    state.hides = RANDOM
    state.stall_wound = 1
    state.limit = TURNS
    return state


def explore(box: Box, plan: Plan, explorer: Hunter, keeper: int, seed: str, number: int) -> Run:
    """One solo exploration."""
    state = table(box, plan, 1)
    purpose = (seed, plan.key, keeper, number)
    if keeper < EXPERT_KEEPER:
        state.keeper = keeper
        state.push(SetUp())
    else:
        hide, blocked = hide_of(plan, keeper, stream(*purpose, "hide"))
        state.hide[:], state.left[:], state.blocked[0] = hide, hide, blocked
        state.push(PLAY)
        state.push(First())
    play_on(state, [explorer], stream(*purpose, "rules"), [stream(*purpose, "bot")])
    return Run(state)


def solo(asked: argparse.Namespace, content: Content, box: Box, plan: Plan, keeper: int) -> Json:
    """A row of the play table."""
    explorer = EXPLORERS[asked.bot](plan)
    runs = []
    began = time.perf_counter()
    for number in range(asked.games):
        runs.append(explore(box, plan, explorer, keeper, asked.seed, number))
        if sys.stderr.isatty():
            print(f"\r{number + 1}/{asked.games}", end="\r", file=sys.stderr)
        if asked.seconds and time.perf_counter() - began > asked.seconds:
            break
    games = len(runs)
    home = sum(run.home for run in runs)
    low, high = wilson(home, games)
    turns = sorted(int(run.turns) for run in runs if run.home) or [0]
    quoted = content.run(plan.key, LEVELS[min(keeper, 1)])
    return {
        "scenario": plan.key,
        "keeper": LEVELS[keeper],
        "bot": asked.bot,
        "games": games,
        "home": home / games,
        "interval": [low, high],
        "died": sum(run.died for run in runs) / games,
        "quoted": quoted.home / 100 if quoted else None,
        "quartiles": [turns[len(turns) * quarter // 4] for quarter in (1, 2, 3)],
        "wounds": sum(int(run.wounds) for run in runs) / games,
        "kits": sum(int(run.kits) for run in runs) / games,
        "explored": sum(run.explored for run in runs) / games,
    }


def race(asked: argparse.Namespace, box: Box, plan: Plan) -> Json:
    """How often the first player wins between two hunters."""
    explorers = [Hunter(plan), Hunter(plan)]
    won = drawn = 0
    began = time.perf_counter()
    games = 0
    for number in range(asked.games):
        state = table(box, plan, 2)
        state.keeper = (RANDOM_KEEPER, DOORKEEPER)[number % 2]
        state.lot = 1
        state.draws = 3
        state.push(SetUp())
        purpose = (asked.seed, plan.key, "race", number)
        play_on(state, explorers, stream(*purpose, "rules"), [stream(*purpose, "bot", seat) for seat in range(2)])
        games += 1
        won += int(state.winners == 1)
        drawn += int(state.winners not in (1, 2))
        if asked.seconds and time.perf_counter() - began > asked.seconds:
            break
    low, high = wilson(won, games)
    return {
        "scenario": plan.key,
        "games": games,
        "first": won / games,
        "interval": [low, high],
        "drawn": drawn / games,
    }


def say(row: Json) -> None:
    """A row for people."""
    assert isinstance(row, dict)
    low, high = row["interval"]
    if "first" in row:
        shares = f"first player {row['first']:.1%} ({low:.1%} – {high:.1%}), drawn {row['drawn']:.1%}"
        print(f"{row['scenario']}  {shares}, {row['games']} games", flush=True)
        return
    quoted = "   –" if row["quoted"] is None else f"{row['quoted']:4.0%}"
    turns = "/".join(map(str, row["quartiles"]))
    print(
        f"{row['scenario']}  {row['keeper']:<11}{row['home']:>6.1%} ({low:.1%} – {high:.1%})  quoted {quoted}"
        f"  turns {turns:<9} wounds {row['wounds']:4.1f}  kits {row['kits']:.1f}  explored {row['explored']:.0%}"
        f"  {row['games']} games",
        flush=True,
    )


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--games", type=int, default=100, help="for each row")
    words.add_argument("--seconds", type=float, default=0, help="stop a row after so long")
    words.add_argument("--scenario", action="append", help="such as gh-s01")
    words.add_argument("--bot", default="hunter", choices=sorted(EXPLORERS))
    words.add_argument("--what", default="solo", choices=("solo", "race", "hide"))
    words.add_argument("--seed", default="0")
    words.add_argument("--json", action="store_true")
    asked = words.parse_args()
    content, box = load()
    rows: list[Json] = []
    for plan in box.plans:
        if asked.scenario and plan.key.casefold() not in [key.casefold() for key in asked.scenario]:
            continue
        keepers = range(len(LEVELS) if asked.what == "hide" else len(LEVELS) - 1)
        found = [race(asked, box, plan)] if asked.what == "race" else []
        for keeper in keepers if asked.what != "race" else ():
            found.append(solo(asked, content, box, plan, keeper))
            if not asked.json:
                say(found[-1])
        if asked.what == "race" and not asked.json:
            say(found[0])
        rows += found
    if asked.json:
        print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()

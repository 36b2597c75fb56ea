"""How often the villager saves the village: `python bench/villager.py [--games N] [--workers W] [--bot NAME] [--json]`.

Prints the rate of games won with its 95 % interval (Wilson), for each level and number of players.
"""

from __future__ import annotations

import argparse
import json
import sys

from witchboard.engine.discover import find_game
from witchboard.engine.position import Json
from witchboard.lab.simulate import simulate

LEVELS = ("initiation", "normal", "nightmare", "hell")
PLAYERS = (4, 3, 2, 1)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--games", type=int, default=2000, help="for each level and number of players")
    words.add_argument("--level", action="append", choices=LEVELS)
    words.add_argument("--players", action="append", type=int, choices=PLAYERS)
    words.add_argument("--bot", default="villager")
    words.add_argument("--seed", default="0")
    words.add_argument("--workers", type=int, default=1)
    words.add_argument("--json", action="store_true")
    asked = words.parse_args()
    game = find_game("ghost-stories")
    rows: list[Json] = []
    if not asked.json:
        print(f"{asked.bot}, {asked.games} games each, seed {asked.seed}")
        print("level       players      won       95 % interval  lost by Taoists  village   deck")
    for level in asked.level or LEVELS:
        for players in asked.players or PLAYERS:
            result = simulate(
                game,
                asked.games,
                players=players,
                options={"level": level},
                bots=(asked.bot,),
                seed=asked.seed,
                workers=asked.workers,
                progress=lambda done, games: print(f"\r{done}/{games}", end="\r", file=sys.stderr),
            )
            rows.append(result.summary())
            if not asked.json:
                low, high = result.win_interval[0]
                lost = [result.causes.get(cause, 0) / asked.games for cause in ("taoists", "village", "deck")]
                shares = f"{lost[0]:>17.1%}{lost[1]:>9.1%}{lost[2]:>7.1%}"
                span = f"{low:>11.2%} –{high:>7.2%}"
                print(f"{level:<12}{players:>7}{result.win_rate[0]:>9.2%}{span}{shares}", flush=True)
    if asked.json:
        print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()

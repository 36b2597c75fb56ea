"""How fast this build is: `python bench/speed.py [GAME] [--players P] [--option KEY=VALUE] [--seconds S] [--json]`.

Prints random play to the end, copies, options and the bots' turns, each also in turns of a loop of plain Python that is
measured in the same run. Without arguments it measures Ghost Stories at Normal with four players.
"""

from __future__ import annotations

import argparse
import json
import sys

from witchboard.engine.discover import find_game
from witchboard.lab.speed import measure


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("game", nargs="?", default="ghost-stories")
    words.add_argument("--players", type=int)
    words.add_argument("--option", action="append", metavar="KEY=VALUE")
    words.add_argument("--seconds", type=float, default=2.0, help="about how long each figure is measured")
    words.add_argument("--json", action="store_true")
    asked = words.parse_args()
    given = asked.option or (["level=normal"] if asked.game == "ghost-stories" else [])
    options = dict(option.partition("=")[::2] for option in given)
    speed = measure(
        find_game(asked.game),
        asked.players,
        options,
        asked.seconds,
        progress=lambda what: print(f"measuring {what} …", file=sys.stderr),
    )
    print(json.dumps(speed.summary(), indent=2) if asked.json else "\n".join(speed.lines()))


if __name__ == "__main__":
    main()

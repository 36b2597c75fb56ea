"""Learns what an expert keeper should lean to: `python bench/ghoulash_keeper.py [--games N] [--scenario S]`.

For each scenario some styles of hiding and mixtures of them are tried against a panel, the hunter and the walker, each
as often; the better half is tried again with twice the games until one is left. Prints the rows of `LEANINGS`
(games/ghoulash/rules/leanings.py). A hide is worth its deaths, and the turns that the others needed, each a fiftieth
of a death.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from witchboard.engine.stream import stream
from witchboard.games.ghoulash.bot_hunter import Hunter
from witchboard.games.ghoulash.bot_trial import Run, play_on
from witchboard.games.ghoulash.bot_walker import Walker
from witchboard.games.ghoulash.content import load
from witchboard.games.ghoulash.rules.habits import expert
from witchboard.games.ghoulash.rules.keepers import lay_out
from witchboard.games.ghoulash.rules.play import PLAY, First
from witchboard.games.ghoulash.state import RANDOM, Hunt
from witchboard.games.ghoulash.tables import Box, Plan

TURN = 0.02
STYLES = (  # foes, obstacles, kits, what is sought: doors, far from the start, deep
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    (0.8, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0, 0.5, 0.0, 0.8, 0.3),
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.5, 0.8, 0.0, 1.2, 0.0),
    (0.0, -1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 1.5, 0.8, 0.0, 1.0, 0.5),
    (0.5, 0.0, 0.8, 0.8, 0.0, 0.0, 0.0, 1.5, 0.8, 0.6, 0.0, 0.0),
    (-0.6, 0.0, 0.6, -0.5, -0.8, 0.0, 0.0, 1.2, 1.0, 0.6, 0.6, 0.0),
    (0.0, 1.0, 0.0, 0.5, 0.5, 0.0, 0.0, -1.0, 1.0, 0.0, 1.2, 0.6),
    (1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.3, 0.0, 0.8, 0.3),
    (2.0, 0.0, 0.0, 1.6, 0.0, 0.0, 0.0, 0.8, 0.5, 0.0, 1.0, 0.3),
)


def worth(box: Box, plan: Plan, style: tuple[float, ...], panel: Sequence[Hunter], games: int, nth: int) -> float:
    """What hides in that style are worth on average."""
    weights = expert(plan, list(style))
    total = 0.0
    for number in range(games):
        state = Hunt(box, plan, 1)
        state.hides, state.stall_wound, state.limit = RANDOM, 1, 300
        hide, blocked = lay_out(plan, weights, stream(plan.key, nth, number, "hide"))
        state.hide[:], state.left[:], state.blocked[0] = hide, hide, blocked
        state.push(PLAY)
        state.push(First())
        play_on(
            state, [panel[number % len(panel)]], stream(plan.key, nth, number), [stream(plan.key, nth, number, "bot")]
        )
        run = Run(state)
        total += TURN * int(run.turns) if run.home else 1.0 + TURN * 30
    return total / games


def mixed(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    """Half way between two styles."""
    return tuple((a + b) / 2 for a, b in zip(one, other))


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--games", type=int, default=40, help="of each explorer in the first round")
    words.add_argument("--scenario", action="append")
    asked = words.parse_args()
    _, box = load()
    for plan in box.plans:
        if asked.scenario and plan.key.casefold() not in asked.scenario:
            continue
        panel, games = (Hunter(plan), Walker(plan)), 2 * asked.games
        styles = list(STYLES)
        nth = 0
        while len(styles) > 1:
            styles.sort(key=lambda style: -worth(box, plan, style, panel, games, nth))
            styles = styles[: max(1, len(styles) // 2)]
            if nth == 0:
                styles.append(mixed(styles[0], styles[1]))
            games, nth = 2 * games, nth + 1
        print(f'    "{plan.key}": {list(styles[0])},', flush=True)


if __name__ == "__main__":
    main()

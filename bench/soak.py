"""Random games in great number, with what must hold looked at after every step: none may fail, none may be stuck.

    python bench/soak.py ghost-stories --games 100000 --workers 2
    python bench/soak.py ghost-stories --games 100000 --part 2/4     the second quarter of them
    python bench/soak.py ghost-stories --only 4711                   one of them again
    python bench/soak.py ghost-stories --games 300 --bot villager     games that get further, and are won

Game number N is the same game on every machine and build. Exit status 1 if any failed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "engine" / "tiny")]

from tests.conformance.cases import all_games  # noqa: E402
from tests.conformance.soaking import Soak, soak_in  # noqa: E402
from witchboard.build import version_line  # noqa: E402
from witchboard.engine.content import Value  # noqa: E402


def part(text: str) -> tuple[int, int]:
    """ "2/4" as (1, 4)."""
    nth, of = (int(number) for number in text.split("/"))
    if not 1 <= nth <= of:
        raise ValueError(text)
    return nth - 1, of


def change(text: str) -> tuple[str, int]:
    """ "village.haunted-limit=9": a printed number that is another."""
    key, _, number = text.partition("=")
    return key, int(number)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(all_games()))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--part", type=part, default=(0, 1), metavar="N/M")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--change", type=change, action="append", default=[], metavar="KEY=NUMBER")
    parser.add_argument("--bot", default="", help="makes all choices")
    parser.add_argument("--only", type=int, metavar="GAME")
    return parser.parse_args()


def run(key: str, changes: Mapping[str, Value], numbers: range, workers: int, bot: str) -> Soak:
    """Play them, with a line of progress."""
    total = Soak()
    began = time.monotonic()
    for some in soak_in(key, changes, numbers, workers, bot):
        total.add(some)
        spent = time.monotonic() - began
        rest = spent / total.games * (len(numbers) - total.games)
        line = f"{total.games:>8,} of {len(numbers):,} games, {len(total.failures)} failed"
        print(f"\r{line}, {total.entries / spent:,.0f} entries/s, {rest:,.0f} s left ", end="", flush=True)
    print(f"\r{total.games:,} games, {total.entries:,} entries, the longest {total.longest:,}, in {spent:,.0f} s      ")
    return total


def report(total: Soak) -> None:
    """Print what came of them."""
    print("settings: " + "; ".join(f"{name} {count:,}" for name, count in sorted(total.settings.items())))
    print("ends:     " + "; ".join(f"{cause} {count:,}" for cause, count in total.ends.most_common()))
    print(f"failed:   {len(total.failures)}")
    for failure in total.failures[:20]:
        print(f"  game {failure.game}, {failure.players} players, {failure.options}, after {failure.entries} entries")
        print(f"    {failure.words[:400]}")


def main() -> int:
    given = arguments()
    nth, of = given.part
    numbers = range(given.games * nth // of, given.games * (nth + 1) // of)
    if given.only is not None:
        numbers = range(given.only, given.only + 1)
    print(version_line())
    total = run(given.game, dict(given.change), numbers, given.workers, given.bot)
    report(total)
    return 1 if total.failures else 0


if __name__ == "__main__":
    sys.exit(main())

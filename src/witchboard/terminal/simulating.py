"""The commands `simulate` and `bench`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from witchboard.engine.discover import find_game
from witchboard.engine.errors import MalformedError
from witchboard.lab.simulate import Progress, Result, simulate

from .reports import as_json
from .screen import Screen
from .settings import listed, options_of


def run(
    key: str,
    games: int,
    players: int | None,
    options: Sequence[str],
    bots: Sequence[str],
    seed: str,
    workers: int,
    in_json: bool,
    table: Path | None,
) -> None:
    """Play many games between bots and report what came out."""
    game = find_game(key)
    with _open_table(table) as csv, _progress(games, not in_json) as progress:
        result = simulate(
            game,
            games,
            players=players,
            options=options_of(game, options),
            bots=listed(bots) or ["random"],
            seed=seed,
            workers=workers,
            progress=progress,
        )
        if csv:
            result.write_csv(csv)
    if in_json:
        as_json(result.summary())
    else:
        _show(Screen(), result)


@contextmanager
def _open_table(path: Path | None) -> Iterator[TextIO | None]:
    """The file for the rows of all games, opened before anything is played."""
    if path is None:
        yield None
        return
    try:
        file = path.open("w", encoding="utf-8", newline="")
    except OSError as error:
        raise MalformedError(f"{str(path)!r} can't be written: {error.strerror}") from None
    with file:
        yield file


@contextmanager
def _progress(games: int, shown: bool) -> Iterator[Progress | None]:
    """A bar on a terminal; nothing elsewhere."""
    if not shown or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    with Progress(
        "games", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console, transient=True
    ) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done, games: bar.update(task, completed=done)


def _show(screen: Screen, result: Result) -> None:
    """The figures in words."""
    setting = result.setting
    bots = setting.bots[:1] if len(set(setting.bots)) == 1 else setting.bots
    settings = [f"{key}={value}" for key, value in setting.options.items() if value is not False]
    about = [f"{setting.players} players", f"bots {', '.join(bots)}", *settings, f"seed {setting.seed}"]
    screen.say(f"{setting.game}: {'; '.join(about)}")
    rates, spans = result.win_rate, result.win_interval
    for seat in range(1 if result.shared else setting.players):
        who = "won" if result.shared else f"seat {seat + 1} won"
        low, high = spans[seat]
        words = f"{result.wins[seat]} of {len(result.played)}: {rates[seat]:.2%}, 95 % between {low:.2%} and {high:.2%}"
        screen.say(words, first=who, indent=16)
    for cause, count in result.causes.items():
        screen.say(f"{count} ({count / len(result.played):.1%})", first=f"ended: {cause}", indent=16)
    scores = result.mean_score[: 1 if result.shared else None]
    screen.say(", ".join(f"{score:.2f}" for score in scores), first="mean score", indent=16)
    screen.say(f"{result.mean_steps:.1f} steps on average", first="length", indent=16)
    speed = f"{result.games_per_second:,.1f} games and {result.steps_per_second:,.0f} steps a second"
    took = f"{result.seconds:.1f} s" + (f" with {result.workers} workers" if result.workers > 1 else "")
    screen.say(f"{speed}, {took}", first="speed", indent=16)


def bench(key: str, players: int | None, options: Sequence[str], seconds: float, in_json: bool) -> None:
    """Measure how fast this build is on this machine."""
    from witchboard.lab.speed import measure

    screen, game = Screen(), find_game(key)

    def progress(words: str) -> None:
        if sys.stderr.isatty():
            print(f"measuring {words} …", file=sys.stderr)

    speed = measure(game, players, options_of(game, options), seconds, progress=progress)
    if in_json:
        as_json(speed.summary())
        return
    screen.say(f"{speed.game}, {speed.players} players; {speed.build}")
    screen.say("In brackets: the same in turns of a loop of plain Python, to compare machines.", "dim")
    for one in speed.figures:
        screen.say(f"{one.words:<40} {_figures(one.value):>12} {one.unit:<8} ({_figures(one.work)})")


def _figures(number: float) -> str:
    """Three figures that count."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"

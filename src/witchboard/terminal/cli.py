"""The command `witchboard`. What a command needs is imported when it runs, so that `--help` is quick."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer

from witchboard.build import version_line

USAGE: Final = 2
"""The exit status for what can't be done as asked."""
FAILED: Final = 1
"""The exit status of a check that found faults."""

app = typer.Typer(
    name="witchboard",
    rich_markup_mode=None,  # quicker, and errors are plain lines
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _game_keys(incomplete: str) -> list[str]:
    """Completion of a game's key."""
    from witchboard.engine.discover import game_keys

    return [key for key in game_keys() if key.startswith(incomplete)]


GameKey: TypeAlias = Annotated[
    str, typer.Argument(metavar="GAME", help="Which game; `witchboard games` lists them.", autocompletion=_game_keys)
]
Options: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game, such as level=initiation."),
]
Players: TypeAlias = Annotated[
    int | None, typer.Option("--players", "-p", help="How many players there are.  [default: as the game opens]")
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Report in JSON.")]
Record: TypeAlias = Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game.", show_default=False)]
Pace: TypeAlias = Annotated[
    float | None, typer.Option(min=0, max=60, help="Seconds between the lines of what happens.  [default: 0.3]")
]
Confirm: TypeAlias = Annotated[bool, typer.Option("--confirm/--no-confirm", help="Ask again before weighty choices.")]
Tips: TypeAlias = Annotated[bool, typer.Option("--tips/--no-tips", help="First words for those new to a game.")]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Which build this is, and of which sources.")] = False,
) -> None:
    """Tabletop games by the book: to play with friends and bots, and to simulate at speed.

    Without a command it opens the table in the browser.
    """
    if version:
        print(version_line())
        raise typer.Exit
    if context.invoked_subcommand is None:
        from .serving import serve_here

        serve_here()


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 is every one.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="The port.  [default: the last one, or 8642]")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="The folder of the tables.", show_default=False)] = None,
    origin: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="The public address, such as https://games.example.org.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes in which bots think.")] = 1,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser here.")] = False,
) -> None:
    """Serve the table to browsers until stopped. Nothing is lost by stopping."""
    from .serving import serve

    serve(host, port, data, origin or [], workers, browser)


@app.command()
def play(
    game: GameKey,
    players: Players = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="SEATS", help="Your seats: numbers, names such as red,blue, or all.  [default: 1]"),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Who plays the other seats: one bot for all, or one for each."),
    ] = None,
    option: Options = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same text, the same dice and cards.")] = "",
    dice: Annotated[
        str, typer.Option(metavar="house|open", help="open: you roll and draw at a real table and type what came.")
    ] = "house",
    file: Annotated[
        Path | None, typer.Option("--file", "-f", help="Where to keep the game.", show_default=False)
    ] = None,
    own: Annotated[
        Path | None, typer.Option("--with", metavar="FILE", help="Play a scenario of your own.", show_default=False)
    ] = None,
    daily: Annotated[bool, typer.Option("--daily", help="The challenge of the day, the same for everybody.")] = False,
    pace: Pace = None,
    confirm: Confirm = True,
    tips: Tips = True,
) -> None:
    """Play a game: alone or several at one screen, and bots.

    Every choice is on disk before the next question comes, so that any game can be resumed.
    """
    from .begin import begin
    from .sitting import Manner

    manner = Manner(pace, confirm, tips)
    begin(game, players, seat or [], bot or [], option or [], seed, dice, file, manner, own, daily)


@app.command()
def resume(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Which game; the latest, if not said.", show_default=False)
    ] = None,
    pace: Pace = None,
    confirm: Confirm = True,
    tips: Tips = True,
) -> None:
    """Go on with a game."""
    from .begin import resume
    from .sitting import Manner

    resume(file, Manner(pace, confirm, tips))


@app.command()
def replay(
    file: Record,
    whole: Annotated[bool, typer.Option("--all", help="Print all of it at once.")] = False,
    json: Json = False,
) -> None:
    """Step through a game that was played."""
    from .replaying import replay

    replay(file, whole, json)


@app.command()
def games(json: Json = False) -> None:
    """List the games, with their options."""
    from . import reports

    reports.games(json)


@app.command()
def rules(
    game: GameKey,
    number: Annotated[str, typer.Argument(metavar="[NUMBER]", help="One rule.", show_default=False)] = "",
    search: Annotated[str, typer.Option(metavar="WORDS", help="The rules with these words.")] = "",
    json: Json = False,
) -> None:
    """Read the rules of a game."""
    from . import reports

    reports.rules(game, number, search, json)


@app.command()
def check(
    path: Annotated[Path, typer.Argument(metavar="FILE|DIR", help="Vectors, or a folder of them.", show_default=False)],
    json: Json = False,
) -> None:
    """Run test vectors.

    Status 1 if something expected does not hold, 2 if a script can't be played.
    """
    from . import reports

    raise typer.Exit(reports.check(path, json))


@app.command()
def verify(file: Record, json: Json = False) -> None:
    """Check a record: every choice legal, its dice and cards fair.

    Status 1 if an answer of chance is not the one that was committed to.
    """
    from .verifying import verify

    if not verify(file, json):
        raise typer.Exit(FAILED)


@app.command()
def simulate(
    game: GameKey,
    count: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 100,
    players: Players = None,
    option: Options = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", "--bots", metavar="NAME", help="Who plays: one bot for all seats, or one for each."),
    ] = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same text, the same games.")] = "0",
    workers: Annotated[int, typer.Option("--workers", "-w", min=1, help="How many processes play.")] = 1,
    json: Json = False,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Write one row a game.", show_default=False)] = None,
) -> None:
    """Play many games between bots: who wins, and how fast."""
    from .simulating import run

    run(game, count, players, option or [], bot or [], seed, workers, json, csv)


@app.command()
def bench(
    game: GameKey,
    players: Players = None,
    option: Options = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=3600, help="About how long each figure is measured.")] = 2.0,
    json: Json = False,
) -> None:
    """Measure how fast this build is on this machine."""
    from .simulating import bench

    bench(game, players, option or [], seconds, json)


scenario = typer.Typer(help="Scenarios of your own: check, begin and draw their files.", no_args_is_help=True)
app.add_typer(scenario, name="scenario")
SCENARIO: Final = "scenario"
Own: TypeAlias = Annotated[Path, typer.Argument(metavar="FILE", help="A scenario file.", show_default=False)]


@scenario.command("check")
def scenario_check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files.", show_default=False)],
) -> None:
    """Check scenario files: every fault with its line and field. Status 1 if there is one."""
    from . import workshop

    raise typer.Exit(workshop.check(SCENARIO, files))


@scenario.command("new")
def scenario_new(
    file: Own,
    key: Annotated[str, typer.Option("--id", help="Its id.  [default: the file's name]")] = "",
    name: Annotated[str, typer.Option(help="What it is called.")] = "",
) -> None:
    """Begin a scenario: a small file that can be played as it is, to be changed."""
    from . import workshop

    workshop.blank(SCENARIO, file, key, name)


@scenario.command("render")
def scenario_render(
    file: Own,
    out: Annotated[Path | None, typer.Option("--out", help="Where to draw it as SVG.", show_default=False)] = None,
) -> None:
    """Draw a scenario's map and briefing: here, or as SVG into a file."""
    from . import workshop

    workshop.render(SCENARIO, file, out)


def main() -> None:
    """Run the command line. What can't be done as asked is one line on standard error and exit status 2."""
    try:
        app(prog_name="witchboard")
    except BrokenPipeError:
        # Nobody reads any more. Python would complain when it closes the pipe at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(FAILED)
    except ValueError as error:
        if not _speaks(error):
            raise
        print(f"witchboard: {error}", file=sys.stderr)
        sys.exit(USAGE)


def _speaks(error: ValueError) -> bool:
    """Whether an error is one of those that speak to the person who gave the input."""
    from witchboard.engine.content import ContentError
    from witchboard.engine.errors import WitchboardError
    from witchboard.engine.vectors import VectorError

    return isinstance(error, (WitchboardError, ContentError, VectorError))

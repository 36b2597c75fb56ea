"""The commands `play` and `resume`: a table is laid, or found again, and people sit down at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.discover import add_own, find_game, game_here
from witchboard.engine.entries import Header, Sitter
from witchboard.engine.front import Opening, OptionValue
from witchboard.engine.game import Game, UnknownError
from witchboard.engine.line import Line
from witchboard.engine.record import game_of, header_of
from witchboard.engine.rulings import STANDING, fits, standing
from witchboard.engine.settling import held
from witchboard.engine.state import State
from witchboard.table.store import StoreError, start
from witchboard.table.store import resume as load
from witchboard.table.table import Table

from . import matches
from .games_folder import Place, folder, met, named, new_place, unfinished
from .screen import Screen
from .settings import bots_of, listed, options_of, seats_of
from .sitting import HOLDER, Manner, Sitting

DICE = ("house", "open")
SET = "--players, --seat, --bot, --option, --seed, --dice open or --with"
UNKNOWN = "How the other games of this match ended is not known any more: it is played as a game by itself."


def begin(
    key: str,
    players: int | None,
    seats: Sequence[str],
    bots: Sequence[str],
    options: Sequence[str],
    seed: str,
    dice: str,
    file: Path | None,
    manner: Manner,
    own: Path | None = None,
    daily: bool = False,
) -> None:
    """Lay a new table and play; `own` is a file of one's own that is played with, `daily` the challenge of the day."""
    game = find_game(key)
    mine_too = _with_own(game, own) if own else {}
    game = game_here(key)
    if dice not in DICE:
        raise UnknownError(f"there are no dice {dice!r}: expected {' or '.join(DICE)}")
    if seed and dice == "open":
        raise UnknownError("real dice have no seed: expected --seed or --dice open, not both")
    opening = _challenge(game) if daily else next(iter(game.front.offered(met(game.key))), None)
    if daily and (players is not None or options or own or seats or bots or seed or dice != DICE[0]):
        raise UnknownError(f"the challenge of the day is the same for everybody: expected no {SET}")
    usual = opening.players if opening else game.players[-1]
    count = usual if players is None else players
    chosen: Mapping[str, OptionValue] = options_of(game, options)
    if opening and not options and players is None:
        chosen = opening.options
    chosen = {**chosen, **mine_too}
    dealer = None if dice == "open" else CommittedDealer.named(seed) if seed else CommittedDealer.fresh()
    chosen = game.settle_options(count, chosen)
    mine = seats_of(seats, _names(game, count, chosen, seats, dealer), count)
    others = iter(bots_of(game, bots, count - len(mine)))
    sitters = [Sitter("", holder=HOLDER) if seat in mine else Sitter("", "bot", next(others)) for seat in range(count)]
    before = unfinished(game.key) if file is None else []
    screen = Screen(manner.pace)
    for words in _rulings(game, count, chosen):
        screen.say(words, style="dim")
    if before:
        screen.say(f"Unfinished: {before[0].key}. To go on with it: witchboard resume {before[0].key}", style="dim")
    place, table = _lay(game, file, header_of(game, count, chosen, sitters, dealer), dealer)
    _play(screen, place, table, manner, [], new=True)


def _rulings(game: Game[Any], players: int, chosen: Mapping[str, OptionValue]) -> Sequence[str]:
    """How the rulings stand, if not as Witchboard reads them, and which of them other options leave no choice about."""
    holding = held(game.options, players, chosen)
    stand = standing([option for option in game.options if option.key not in holding], chosen)
    but = [
        f"{option.name}: {holding[option.key].why} ({holding[option.key].rule})."
        for option in game.options
        if option.key in holding and option.printed and len(fits(option, chosen[option.key])) < 2
    ]
    if not but and stand not in ("printed", "mix"):
        return []
    return [f"Rulings: {STANDING[stand]}{', but:' if but else '.'}", *but]


def _lay(
    game: Game[Any], file: Path | None, header: Header, dealer: CommittedDealer | None, earlier: Sequence[State] = ()
) -> tuple[Place, Table]:
    """A new table, kept in that file or in the folder of games; `earlier` are the games before it of a match."""
    place = new_place(game.key, file)
    table = Table.begin(place.key, game, header, dealer)
    start(place.store, table)
    if matches.plays_match(table):
        matches.keep(game, place.path, earlier)
    return place, table


def _play(
    screen: Screen, place: Place, table: Table, manner: Manner, earlier: Sequence[State] | None, new: bool
) -> None:
    """Play a game, and the games after it of a match; `earlier` are those before it, None if that isn't known."""
    game, seen = table.game, table.seating.end is not None
    while True:
        sitting = Sitting(screen, place, table, manner, earlier)
        sitting.run(new)
        series, header = sitting.series, table.line.header
        if seen or earlier is None or series is None or series.over:
            return
        dealer = CommittedDealer.fresh() if table.dealer else None
        header = header_of(game, header.players, series.options, header.seats, dealer)
        earlier, new = [*earlier, table.line.state], True
        place, table = _lay(game, None, header, dealer, earlier)


def _challenge(game: Game[Any]) -> Opening:
    """The challenge of today. Raises `UnknownError` where there is none."""
    found = game.daily(datetime.now(UTC).toordinal())
    if found is None:
        raise UnknownError(f"{game.title} has no challenge of the day")
    return found


def _with_own(game: Game[Any], path: Path) -> Mapping[str, OptionValue]:
    """Add a file of one's own to the game; returns the options that play it. Raises `UnknownError`, `ContentError`."""
    shop = game.workshop()
    if shop is None:
        raise UnknownError(f"{game.title} takes no files of one's own")
    if not path.exists():
        raise UnknownError(f"there is no file {path}")
    add_own(game.key, shop.changes(path))
    return shop.options(path)


def _names(
    game: Game[Any],
    players: int,
    options: Mapping[str, OptionValue],
    seats: Sequence[str],
    dealer: CommittedDealer | None,
) -> dict[str, int]:
    """The seats by the names they will have in the game, if seats are asked for by name.

    Chance may decide them as the table is laid: it is laid once to see. Raises `UnknownError` where that can't be.
    """
    if all(text.isdigit() or text in ("all", "none") for text in listed(seats)):
        return {}
    line = Line.begin(game, header_of(game, players, options, dealer=dealer))
    if dealer:
        line.deal(dealer)
    return {name.casefold(): seat for name, seat in game.seats(line.state, players).items()}


def resume(file: Path | None, manner: Manner) -> None:
    """Go on with the game of a file, of a name in the folder of games, or with the one that was played last."""
    place = _find(file)
    stored = place.store.load(place.key)
    try:
        game = game_of(stored.record)
    except ValueError:
        place.store.close(place.key)
        raise
    table = load(place.store, place.key, game, stored)
    screen = Screen(manner.pace)
    if stored.note:
        screen.say(stored.note, style="yellow")
    earlier: Sequence[State] | None = ()
    if matches.plays_match(table):
        earlier = matches.kept(game, place.path)
        if earlier is None:
            screen.say(UNKNOWN, style="yellow")
    _play(screen, place, table, manner, earlier, new=False)


def _find(file: Path | None) -> Place:
    if file is None:
        games = unfinished()
        if not games:
            raise StoreError(f"there is no unfinished game in {folder()}: expected a FILE")
        return named(folder() / games[0].key)
    path = file.expanduser()
    if path.exists():
        return named(path)
    place = named(folder() / path.name) if path.parent == Path() else named(path)
    if not place.path.exists():
        raise StoreError(f"there is no game {str(file)!r}, nor one of that name in {folder()}")
    return place

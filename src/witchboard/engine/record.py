"""Records: a game as the list of what was chosen and what chance answered. Save file, replay and journal at once.

A record is a file of JSON Lines: a `Header`, then entries, one a line (module `entries`; docs/records.md).

    record = read(path)                 # raises RecordError that names file and line
    state = replay(record)              # the same position, byte for byte; checks every entry on its way
    walk(record.entries).line           # what counts, without what was taken back (module `walk`)
    write(record, path)
    record = record_game(game, choosers, dealer, players=4)

An entry's number is its place in `record.entries`, from 0; it stands on line `number + 2` of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias, cast

import msgspec

from witchboard import __version__

from . import play
from .content import ContentError, Value
from .dealers import CommittedDealer, Dealer, OpenDealer, SeededDealer
from .discover import find_game
from .entries import (
    AnyEntry,
    Chance,
    End,
    Header,
    Played,
    RecordError,
    Seat,
    Sitter,
    Snapshot,
    Upgrade,
    decode_entry,
    decode_header,
    encode,
)
from .errors import IllegalError, WitchboardError
from .game import Game, OptionValue, Outcome, UnknownError
from .position import Json
from .settling import in_force
from .state import State, Watch
from .walk import chance_of, choice_of, count, perform, walk

Chooser: TypeAlias = Callable[[State, int], int]


class Made(NamedTuple):
    """Under which rules and with which content; `number` of the entry that says so, -1 for the header."""

    number: int
    rules: str
    content: str


@dataclass
class Record:
    """A header and its entries. `path` names it in errors."""

    header: Header
    entries: list[AnyEntry] = field(default_factory=list)
    path: str = "record"

    @property
    def end(self) -> End | None:
        """How the game ended; None while it is going on."""
        last = self.entries[-1] if self.entries else None
        return last if isinstance(last, End) else None

    @property
    def made_under(self) -> Made:
        """The rules and content of the latest entries."""
        for number in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[number]
            if isinstance(entry, Upgrade):
                return Made(number, entry.rules, entry.content)
        return Made(-1, self.header.rules, self.header.content)

    def error(self, number: int, words: str) -> RecordError:
        """What is wrong with an entry; -1 is the header."""
        return RecordError(self.path, number + 2, words)


def header_of(
    game: Game[State],
    players: int,
    options: Mapping[str, OptionValue] | None = None,
    seats: Sequence[Sitter] = (),
    dealer: Dealer | None = None,
    seed: str = "",
) -> Header:
    """The header of a new game. Raises `UnknownError` for an option, value or number of players it doesn't have.

    `dealer` None is a table where people answer chance. `seed` names a simulation's stream.
    """
    kinds = {SeededDealer: "seeded", CommittedDealer: "committed", OpenDealer: "open", type(None): "open"}
    committed = dealer if isinstance(dealer, CommittedDealer) else None
    return Header(
        game=game.key,
        players=players,
        options=game.settle_options(players, options or {}),
        rules=game.rules_version,
        schema=game.schema,
        content=game.content_digest,
        changes=dict(game.changes),
        seats=tuple(seats),
        dealer=kinds.get(type(dealer), "scripted"),
        commitment=committed.commitment if committed else "",
        contributions=committed.contributions if committed else (),
        seed=seed,
    )


def read(source: Path | str | Iterable[bytes], path: str = "record") -> Record:
    """The record in a file, or in lines of bytes with their ends. It may be of a game that is still going on.

    Raises `RecordError` when it is cut short in a line, damaged, or of another format.
    """
    if isinstance(source, (str, Path)):
        path = str(source)
        try:
            source = Path(source).read_bytes().splitlines(keepends=True)
        except OSError as error:
            raise RecordError(path, 0, f"can't be read: {error.strerror}") from None
    lines = list(source)
    if not lines:
        raise RecordError(path, 0, "is empty: expected the header of a record")
    if not lines[-1].endswith(b"\n"):
        raise RecordError(path, len(lines), "is cut short: its last line is not whole")
    header = decode_header(lines[0], path)
    entries = [decode_entry(line, path, at + 2) for at, line in enumerate(lines[1:])]
    if entries and entries[-1].more:
        raise RecordError(path, len(lines), "is cut short: the next line was written with this one, and is missing")
    return Record(header, entries, path)


def read_finished(source: Path | str | Iterable[bytes], path: str = "record") -> Record:
    """The record of a finished game. Raises `RecordError`, also when the end is missing."""
    record = read(source, path)
    if record.end is None:
        words = "has no end: it is cut short, or the game is still going on"
        raise RecordError(record.path, len(record.entries) + 1, words)
    return record


def write(record: Record, path: Path | str) -> None:
    """Write a record to a file, in place of what was there."""
    Path(path).write_bytes(b"".join([encode(record.header), *map(encode, record.entries)]))


def published(record: Record) -> Record:
    """The record without what belongs to the table alone: who held a seat, and the ids of commands."""
    clean = msgspec.structs.replace
    header = clean(record.header, seats=tuple(clean(sitter, holder="") for sitter in record.header.seats))
    entries: list[AnyEntry] = []
    for entry in record.entries:
        if not isinstance(entry, Snapshot | Upgrade | End):
            entry = clean(entry, command="")
        if isinstance(entry, Seat):
            entry = clean(entry, sitter=clean(entry.sitter, holder=""))
        entries.append(entry)
    return Record(header, entries, record.path)


def game_of(record: Record) -> Game[State]:
    """The game a record is of, with the content it carries.

    Raises `RecordError` when there is no such game, or its content is another.
    """
    header = record.header
    try:
        game: Game[State] = find_game(header.game)
        if header.changes:
            game = game.with_content({key: _value(value) for key, value in header.changes.items()})
    except (UnknownError, ContentError) as error:
        raise record.error(-1, str(error)) from None
    return game


def _value(value: object) -> Value:
    """A printed value as it came from JSON."""
    if isinstance(value, list):
        return [_value(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _value(one) for key, one in value.items()}
    if not isinstance(value, bool | int | float | str):
        raise ContentError(f"expected a value of content, got {value!r}")
    return value


def end_of(outcome: Outcome, seed: str = "") -> End:
    """The last entry of a game that has ended so; `seed` is the committed dealer's."""
    return End(
        won=outcome.won,
        cause=outcome.cause,
        words=outcome.words,
        scores=outcome.scores,
        sources=outcome.sources,
        seed=seed,
    )


def upgrade_of(game: Game[State]) -> Upgrade:
    """The entry that says a game goes on under these rules."""
    made_with = f"witchboard {__version__}"
    return Upgrade(made_with=made_with, rules=game.rules_version, schema=game.schema, content=game.content_digest)


def replay(record: Record, to: int | None = None, watch: Watch | None = None, game: Game[State] | None = None) -> State:
    """The position after the first `to` entries (all, if None), every entry checked on the way.

    Raises `RecordError` when the record was edited, or is of another game, rules version or content.
    """
    game = game or game_of(record)
    if to is not None:
        record = Record(record.header, record.entries[:to], record.path)
    check_rules(record, game)
    found = walk(record.entries, record.path)
    state, first = _ground(record, game, watch)
    labels: dict[str, int] = {}
    due = {shot.played: (number, shot) for number, shot in found.snapshots if shot.schema == game.schema}
    for at, (number, entry) in enumerate(found.line, 1):
        if at > first:
            try:
                perform(game, state, entry, labels, watch)
            except WitchboardError as error:
                raise record.error(number, f"was edited, or doesn't fit: {error}") from None
            if at in due:
                _check_snapshot(record, game, state, *due[at])
        count(labels, entry)
    return state


def check_rules(record: Record, game: Game[State]) -> None:
    """Raise `RecordError` unless the record is of this game, under these rules and with this content."""
    made = record.made_under
    if record.header.game != game.key:
        raise record.error(-1, f"is of {record.header.game!r}, not of {game.key!r}")
    if made.rules != game.rules_version:
        raise record.error(made.number, f"was made under rules version {made.rules!r}; here is {game.rules_version!r}")
    if made.content != game.content_digest:
        raise record.error(made.number, f"was made with content {made.content}; here is {game.content_digest}")


def begin(record: Record, game: Game[State], watch: Watch | None = None) -> State:
    """The first position of a record's game at which somebody is asked. Raises `RecordError`."""
    header = record.header
    try:
        state = game.start(header.players, _options_of(header, game))
    except UnknownError as error:
        raise record.error(-1, str(error)) from None
    play.advance(state, watch)
    return state


def _options_of(header: Header, game: Game[State]) -> dict[str, OptionValue]:
    """The options in force. Raises `UnknownError`."""
    return game.settle_options(header.players, in_force(game.options, header.players, header.options))


def _ground(record: Record, game: Game[State], watch: Watch | None) -> tuple[State, int]:
    """Where replaying begins: the start, or the snapshot after the latest upgrade, and how much was played by then."""
    number = record.made_under.number
    if number < 0:
        return begin(record, game, watch), 0
    after = record.entries[number + 1] if number + 1 < len(record.entries) else None
    if not isinstance(after, Snapshot):
        raise record.error(number, "is cut short: the snapshot after an upgrade is missing")
    return load_snapshot(record, game, number + 1, after), after.played


def load_snapshot(record: Record, game: Game[State], number: int, snapshot: Snapshot) -> State:
    """The position of a snapshot. Raises `RecordError` if it can't be read."""
    try:
        return game.load(cast(Json, snapshot.position))
    except WitchboardError as error:
        raise record.error(number, f"the snapshot can't be read: {error}") from None


def _check_snapshot(record: Record, game: Game[State], state: State, number: int, snapshot: Snapshot) -> None:
    if snapshot.position != game.dump(state):
        raise record.error(number, "was edited: the snapshot is not the position that the entries lead to")


def draw(game: Game[State], state: State, dealer: Dealer, labels: Mapping[str, int]) -> Chance:
    """The entry of what a dealer answers now; chance must be asked. The state stays as it is."""
    step = play.chance(state)
    if step is None:
        raise IllegalError("chance is not asked now")
    if isinstance(dealer, OpenDealer):
        dealer.look(game, state)
    nth = labels.get(step.label, 0)
    outcome = dealer.draw(step.label, step.outcomes(state), step.weights(state), nth, step.audience(state))
    return chance_of(state, outcome, nth)


def record_game(
    game: Game[State],
    choosers: Sequence[Chooser],
    dealer: Dealer,
    options: Mapping[str, OptionValue] | None = None,
    seats: Sequence[Sitter] = (),
    seed: str = "",
) -> Record:
    """Play a game to its end, one chooser a seat, and record it. A chooser gets (state, seat) and returns an option."""
    record = Record(header_of(game, len(choosers), options, seats, dealer, seed))
    state = begin(record, game)
    labels: dict[str, int] = {}
    while not state.over and len(record.entries) < game.bound:
        entry: Played
        if play.chance(state):
            entry = draw(game, state, dealer, labels)
        else:
            seat = play.asked(state)[0]
            entry = choice_of(state, seat, choosers[seat](state, seat))
        perform(game, state, entry, labels)
        count(labels, entry)
        record.entries.append(entry)
    if not state.over:
        raise WitchboardError(f"{game.title} did not end within {game.bound} entries")
    seed = dealer.seed.hex() if isinstance(dealer, CommittedDealer) else ""
    record.entries.append(end_of(game.outcome(state), seed))
    return record

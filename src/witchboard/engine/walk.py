"""What counts of a record's entries, and carrying an entry out on a position.

`walk` leaves out what was taken back; `choice_of`, `claim_of`, `chance_of` make the entry of what is about to happen;
`perform` carries an entry out if it says what the position says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from . import play
from .entries import AnyEntry, Chance, Choice, Claim, Claimed, Concede, Played, RecordError, Rewind, Snapshot, Undo
from .errors import IllegalError
from .game import Game
from .state import State, Watch


def choice_of(state: State, seat: int, option: int, command: str = "") -> Choice:
    """The entry of a legal choice, before it is taken. Raises `IllegalError`."""
    step = play.decision(state, seat)
    if not step.legal(state, seat, option):
        raise IllegalError(f"option {option} of {type(step).__name__} is not legal for seat {seat} now", step.rule)
    return Choice(seat=seat, kind=type(step).__name__, option=option, text=step.text(state, option), command=command)


def claim_of(state: State, seat: int, claim: Claimed, command: str = "") -> Claim:
    """The entry of a claim, before it is taken. Raises `IllegalError` when that seat is asked nothing."""
    return Claim(seat=seat, kind=type(play.decision(state, seat)).__name__, claim=claim, command=command)


def chance_of(state: State, outcome: int, nth: int, by: int = -1, command: str = "") -> Chance:
    """The entry of an answer of chance, before it is carried out. Raises `IllegalError`."""
    step = play.chance(state)
    if step is None:
        raise IllegalError(f"outcome {outcome}: chance is not asked now")
    weights = step.weights(state)
    number = step.outcomes(state)
    if not 0 <= outcome < number or (weights is not None and not weights[outcome]):
        words = f"outcome {outcome} of {step.label}: expected a possible one of 0 to {number - 1}"
        raise IllegalError(words, step.rule)
    return Chance(
        label=step.label,
        nth=nth,
        answer=outcome,
        text=step.text(state, outcome),
        outcomes=0 if weights else number,
        weights=tuple(weights or ()),
        by=by,
        command=command,
    )


def perform(game: Game[State], state: State, entry: Played, nth: Mapping[str, int], watch: Watch | None = None) -> None:
    """Carry an entry out and go on, if it says what the position says; `nth` counts the answers of each label before.

    Raises `IllegalError`, with the state unchanged, when it doesn't.
    """
    if isinstance(entry, Chance):
        _same(entry, chance_of(state, entry.answer, nth.get(entry.label, 0), entry.by, entry.command))
        play.answer(state, entry.answer, watch)
    elif isinstance(entry, Choice):
        kind = type(play.decision(state, entry.seat)).__name__
        if kind != entry.kind:
            raise IllegalError(f"kind {entry.kind!r}: {kind!r} is asked")
        _same(entry, choice_of(state, entry.seat, entry.option, entry.command))
        play.choose(state, entry.seat, entry.option, watch)
    elif isinstance(entry, Concede):
        if not game.resign(state, entry.seat, watch):
            raise IllegalError(f"seat {entry.seat} can't resign here")
        state.retractable = False
        play.advance(state, watch)
    else:
        _same(entry, claim_of(state, entry.seat, entry.claim, entry.command))
        play.claim(state, entry.seat, entry.claim, watch)


def count(labels: dict[str, int], entry: Played) -> None:
    """Count an answer of chance among those of its label."""
    if isinstance(entry, Chance):
        labels[entry.label] = labels.get(entry.label, 0) + 1


def _same(given: Played, due: Played) -> None:
    """Raise `IllegalError` if an entry says other than it should; `more` may differ."""
    for name in due.__struct_fields__:
        said, true = getattr(given, name), getattr(due, name)
        if name != "more" and said != true:
            raise IllegalError(f"{name} {said!r}: expected {true!r}")


@dataclass
class Walk:
    """What counts of a record: the line of play as (number, entry), and the snapshots that lie on it."""

    line: list[tuple[int, Played]] = field(default_factory=list)
    snapshots: list[tuple[int, Snapshot]] = field(default_factory=list)

    def take_back(self, seat: int, text: str) -> bool:
        """Drop the seat's latest choice; False if it has none of that text."""
        for at in range(len(self.line) - 1, -1, -1):
            entry = self.line[at][1]
            if not isinstance(entry, Chance) and entry.seat == seat:
                if not isinstance(entry, Choice) or entry.text != text:
                    return False
                del self.line[at]
                self._forget(at)
                return True
        return False

    def go_back(self, to: int) -> bool:
        """Keep the first `to` entries; False if there aren't so many."""
        if not 0 <= to < len(self.line):
            return False
        del self.line[to:]
        self._forget(to)
        return True

    def _forget(self, stands: int) -> None:
        self.snapshots = [pair for pair in self.snapshots if pair[1].played <= stands]


def walk(entries: Sequence[AnyEntry], path: str = "record") -> Walk:
    """What counts of the entries. Raises `RecordError` for an undo of what isn't there."""
    found = Walk()
    for number, entry in enumerate(entries):
        fits = True
        if isinstance(entry, Played):
            found.line.append((number, entry))
        elif isinstance(entry, Undo):
            fits = found.take_back(entry.seat, entry.text)
        elif isinstance(entry, Rewind):
            fits = found.go_back(entry.to)
        elif isinstance(entry, Snapshot):
            fits = entry.played == len(found.line)
            found.snapshots.append((number, entry))
        if not fits:
            words = f"was edited: this {type(entry).__name__.lower()} doesn't fit what stands before"
            raise RecordError(path, number + 2, words)
    return found

"""What a seat sees: built from the game's view of it, its question, and what it was told. The gate of a table."""

from __future__ import annotations

from collections.abc import Sequence

from witchboard.engine import play
from witchboard.engine.game import ALL
from witchboard.engine.line import Line
from witchboard.engine.state import EVERYONE
from witchboard.engine.steps import Simultaneous

from . import words
from .commands import Asked, Chair, Result, Sight, Throw, Undoable
from .seating import Seating


def sight_of(line: Line, seating: Seating, seat: int, log: Sequence[str], since: int, real_dice: bool) -> Sight:
    """What that seat sees, with what it was told after the first `since` lines (all of it if there aren't so many)."""
    state, end = line.state, seating.end
    throw = throw_of(line, seat) if real_dice and not end else None
    asked = asked_of(line, seat) if not end else None
    return Sight(
        seat=seat,
        log=len(log),
        told=tuple(log[since if 0 <= since <= len(log) else 0 :]),
        chairs=tuple(
            Chair(sitter.name, sitter.kind, sitter.bot, number in seating.resigned)
            for number, sitter in enumerate(seating.sitters)
        ),
        view=line.game.view(state, ALL if end else seat),
        question=line.questions[seat] if seat >= 0 else 0,
        asked=asked,
        throw=throw,
        waiting="" if asked or throw or end else waiting_for(line, seating),
        undo=undoable(line, seat) if seat >= 0 and not end else None,
        practice=seating.practice,
        result=Result(end.won, end.cause, end.words, end.scores, end.sources) if end else None,
    )


def asked_of(line: Line, seat: int) -> Asked | None:
    """What that seat is asked, if it is."""
    if seat not in line.asked or play.deputy(line.state):
        return None
    game, state = line.game, line.state
    question = game.question(state, seat)
    return Asked(
        number=line.questions[seat],
        kind=question.kind,
        words=question.words,
        rule=question.rule,
        choices=tuple(game.choices(state, seat)),
        courses=tuple(game.courses(state, seat)),
        draft=game.draft(state, seat),
    )


def throw_of(line: Line, seat: int) -> Throw | None:
    """The throw of real dice that seat may read, if one is asked."""
    step = play.chance(line.state)
    if step is None or seat < 0:
        return None
    audience = step.audience(line.state)
    if audience != EVERYONE and not audience >> seat & 1:
        return None
    return Throw(sum(line.labels.values()), step.label)


def waiting_for(line: Line, seating: Seating) -> str:
    """For whom the others wait, in words. Of several who answer at once it doesn't say who still has to."""
    step = line.state.stack[-1] if line.state.stack else None
    if isinstance(step, Simultaneous):
        return "Waiting for the others."
    if play.deputy(line.state):
        return line.game.question(line.state, line.asked[0]).words
    names = [words.name(seating, line, seat) for seat in line.asked]
    return f"Waiting for {' and '.join(names) or 'a throw or a card'}."


def undoable(line: Line, seat: int) -> Undoable:
    """What undo takes back for that seat: its latest choice, with all others of the same command."""
    found = line.undo_of(seat)
    if found.barred:
        return Undoable(barred=found.barred)
    own = [at for at, act in enumerate(line.acts) if act.seat == seat]
    command = line.acts[own[-1]].entry.command
    count = 1
    while command and count < len(own) and line.acts[own[-count - 1]].entry.command == command:
        count += 1
    return Undoable(line.text(own[-count]), count)

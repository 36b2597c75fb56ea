"""The command `verify`: whether a record is what it says it is."""

from __future__ import annotations

from pathlib import Path

from witchboard.engine.record import Record, end_of, game_of, read, replay
from witchboard.engine.state import State

from .fairness import Check
from .fairness import check as check_chance
from .games_folder import record_path
from .reports import as_json
from .screen import Screen

MARKS = {"holds": ("ok", "green"), "fails": ("WRONG", "bold red"), "open": ("open", "yellow")}


def verify(file: Path, in_json: bool) -> bool:
    """Replay a record and check its result and its chance; returns whether nothing fails.

    Raises `RecordError` if it can't be read, or was edited so that it doesn't fit the rules.
    """
    path = record_path(file)
    record = read(path)
    state = replay(record)
    checks = [
        Check("rules", "holds", f"all {len(record.entries)} entries fit the rules and each other"),
        _result(record, state),
        *check_chance(path),
    ]
    if in_json:
        rows = [{"name": one.name, "state": one.state, "words": one.words} for one in checks]
        as_json({"file": str(path), "game": record.header.game, "entries": len(record.entries), "checks": rows})
    else:
        _show(path, record, checks)
    return all(one.state != "fails" for one in checks)


def _result(record: Record, state: State) -> Check:
    """Whether the game ended as the last entry says."""
    end = record.end
    if not end:
        return Check("result", "open", "the game still goes on")
    if not state.over:
        return Check("result", "open", f"not by the rules of the game: {end.words}")
    due = end_of(game_of(record).outcome(state), end.seed)
    if due != end:
        return Check("result", "fails", f"the record says {end.words!r}, {end.scores}; the game gives {due.scores}")
    return Check("result", "holds", end.words)


def _show(path: Path, record: Record, checks: list[Check]) -> None:
    screen = Screen()
    screen.say(f"{path}: {record.header.game}, {record.header.players} players")
    for one in checks:
        mark, style = MARKS[one.state]
        screen.say(f"{one.name}: {one.words}", style, first=f"  {mark}", indent=9)

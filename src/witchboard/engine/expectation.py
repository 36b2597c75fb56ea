"""What a script expects between its lines, and whether it holds. Interpreted only."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from . import play
from .errors import AmbiguousError, IllegalError, MalformedError, WitchboardError
from .notation import plain
from .position import Json, change
from .script import Playing, ScriptError, claim_of
from .state import EVERYONE

ERRORS = {"illegal": IllegalError, "malformed": MalformedError, "ambiguous": AmbiguousError}
NOTHING = "none"


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game has ended; what is left out is not checked. `won`, `score`: one value for all or a list by seat."""

    won: bool | list[bool] | None = None
    cause: str | None = None
    score: int | list[int] | None = None
    sources: dict[str, int] | None = None


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must hold at this place of a script. Every field that is given is looked at."""

    asked: str | list[str] | None = None
    seat: str = ""
    options: list[str] | None = None
    includes: list[str] = []
    excludes: list[str] = []
    count: int | None = None
    chance: str | None = None
    audience: str | list[str] | None = None
    outcomes: list[str] | None = None
    weights: dict[str, int] | None = None
    refuses: str = ""
    rule: str = ""
    error: Literal["illegal", "malformed", "ambiguous"] = "illegal"
    events: list[str] = []
    no_events: list[str] = []
    told: list[str] = []
    observer: str = ""
    view: dict[str, object] = {}
    knows: dict[str, object] = {}
    position: dict[str, object] = {}
    undo: str = ""
    no_undo: str = ""
    over: bool | None = None
    outcome: End | None = None

    @property
    def about_chance(self) -> bool:
        """Whether chance must be left unanswered for this."""
        return self.chance is not None or self.outcomes is not None or self.weights is not None


def check(playing: Playing, wanted: Expectation) -> None:
    """Raises `ScriptError` at the first thing that doesn't hold."""
    if not wanted.about_chance:
        playing.draw()
    if wanted.over is not None and playing.state.over != wanted.over:
        raise ScriptError(f"expected the game {'over' if wanted.over else 'to go on'}; {playing.now()}")
    _check_asked(playing, wanted)
    _check_offer(playing, wanted)
    if wanted.refuses:
        _check_refusal(playing, wanted)
    _check_events(playing, wanted)
    for key, value in flattened(wanted.position):
        _check_position(playing, key, value)
    _check_seen(playing, wanted)
    _check_undo(playing, wanted)
    if wanted.outcome is not None:
        _check_end(playing, wanted.outcome)


def _check_asked(playing: Playing, wanted: Expectation) -> None:
    if wanted.asked is not None:
        names = [wanted.asked] if isinstance(wanted.asked, str) else wanted.asked
        if sorted(playing.seat(name) for name in names) != play.asked(playing.state):
            raise ScriptError(f"expected {' and '.join(names) or 'no seat'} to be asked; {playing.now()}")
    if wanted.chance is not None:
        step = play.chance(playing.state)
        if step is None or step.label != wanted.chance:
            raise ScriptError(f"expected chance to be asked {wanted.chance!r}; {playing.now()}")
    if wanted.audience is not None:
        step = play.chance(playing.state)
        found = EVERYONE if step is None else step.audience(playing.state)
        if found != _audience(playing, wanted.audience):
            raise ScriptError(f"expected the audience {wanted.audience}, got seats by bits {found:b}")


def _audience(playing: Playing, names: str | list[str]) -> int:
    if names == "everyone":
        return EVERYONE
    return sum(1 << playing.seat(name) for name in ([names] if isinstance(names, str) else names))


def _check_offer(playing: Playing, wanted: Expectation) -> None:
    if wanted.weights is not None and wanted.weights != playing.outcomes():
        raise ScriptError(f"expected outcomes with weights {wanted.weights}, got {playing.outcomes()}")
    if wanted.outcomes is not None:
        _same(wanted.outcomes, list(playing.outcomes()))
    if wanted.options is None and wanted.count is None and not wanted.includes and not wanted.excludes:
        return
    if play.chance(playing.state) is not None and not wanted.seat:
        offered = list(playing.outcomes())
    else:
        offered = playing.texts(_seat(playing, wanted.seat))
    if wanted.options is not None:
        _same(wanted.options, offered)
    if wanted.count is not None and wanted.count != len(offered):
        raise ScriptError(f"expected {wanted.count} on offer, got {len(offered)}; {playing.now()}")
    found = {plain(text) for text in offered}
    for text in wanted.includes:
        if plain(text) not in found:
            raise ScriptError(f"expected {text!r} on offer; {playing.now()}")
    for text in wanted.excludes:
        if plain(text) in found:
            raise ScriptError(f"expected {text!r} not on offer; {playing.now()}")


def _seat(playing: Playing, name: str) -> int:
    if name:
        return playing.seat(name)
    seats = play.asked(playing.state)
    if len(seats) != 1:
        raise ScriptError(f"say whose options: seat = …; {playing.now()}")
    return seats[0]


def _same(wanted: Sequence[str], offered: Sequence[str]) -> None:
    missing = [text for text in wanted if plain(text) not in {plain(one) for one in offered}]
    more = [text for text in offered if plain(text) not in {plain(one) for one in wanted}]
    if missing or more:
        parts = [("not on offer", missing), ("also on offer", more)]
        raise ScriptError("; ".join(f"{what}: {' | '.join(texts)}" for what, texts in parts if texts))


def _check_refusal(playing: Playing, wanted: Expectation) -> None:
    state = playing.state
    before = playing.game.dump(state)
    head, _, rest = wanted.refuses.partition(":")
    try:
        if head.strip() not in playing.seats():
            playing.game.parse_outcome(state, wanted.refuses)
        elif rest.strip() == "resign":
            playing.game.resign(state.clone(), playing.seat(head.strip()))
        elif rest.strip().startswith("claim"):
            play.claim(state.clone(), playing.seat(head.strip()), claim_of(rest.strip()))
        else:
            playing.game.parse_option(state, playing.seat(head.strip()), rest.strip())
    except WitchboardError as error:
        if not isinstance(error, ERRORS[wanted.error]):
            raise ScriptError(f"expected {wanted.refuses!r} to be {wanted.error}, got: {error}") from error
        rule = error.rule if isinstance(error, IllegalError) else ""
        if wanted.rule and rule != wanted.rule:
            raise ScriptError(f"expected {wanted.refuses!r} refused by {wanted.rule}, got {rule}: {error}") from error
        if playing.game.dump(state) != before:
            raise ScriptError(f"refusing {wanted.refuses!r} changed the position") from error
        return
    raise ScriptError(f"expected {wanted.refuses!r} to be refused, but it is possible; {playing.now()}")


def _check_events(playing: Playing, wanted: Expectation) -> None:
    observer = playing.observer(wanted.observer)
    heard = [one for one in playing.told if one.event.heard_by(observer)]
    kinds = [f"{one.event.kind}: {' '.join(map(str, one.event.values))}".removesuffix(": ") for one in heard]
    _in_order(wanted.events, kinds, lambda text, kind: kind == text or kind.partition(":")[0] == text)
    for text in wanted.no_events:
        if any(text in (kind, kind.partition(":")[0]) for kind in kinds):
            raise ScriptError(f"expected no event {text!r}, got {' | '.join(kinds)}")
    lines = [one.words[observer] for one in heard if one.words.get(observer)]
    _in_order(wanted.told, lines, lambda text, line: plain(text) == plain(line))


def _in_order(wanted: Sequence[str], found: Sequence[str], same: Callable[[str, str], bool]) -> None:
    rest = iter(found)
    for text in wanted:
        if not any(same(text, one) for one in rest):
            raise ScriptError(f"expected {text!r} to happen (in this order), got: {' | '.join(found) or 'nothing'}")


def flattened(values: Mapping[str, object], above: str = "") -> Iterator[tuple[str, object]]:
    """Values by dotted path: a table within a table names what lies below it."""
    for key, value in values.items():
        if isinstance(value, dict):
            yield from flattened(value, f"{above}{key}.")
        else:
            yield above + key, value


def nulls(value: object) -> Json:
    """A value of TOML as JSON: "none" stands for null."""
    if isinstance(value, dict):
        return {str(key): nulls(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [nulls(one) for one in value]
    if value == NOTHING:
        return None
    assert isinstance(value, (bool, int, float, str))
    return value


def _check_position(playing: Playing, key: str, value: object) -> None:
    """It holds if changing the position so would change nothing."""
    game, state = playing.game, playing.state
    changes = game.spell(state, {key: nulls(value)})
    position = game.dump(state)
    if game.load(change(position, changes)) != state:
        for path in changes:
            raise ScriptError(f"position {key}: expected {value!r}, got {_at(position, path)!r}")


def _check_seen(playing: Playing, wanted: Expectation) -> None:
    observer = playing.observer(wanted.observer)
    if wanted.view:
        view = playing.game.view(playing.state, observer)
        _check_paths("view", view, wanted.view)
    if wanted.knows:
        _check_paths("knowledge", playing.game.know(playing.state, observer), wanted.knows)


def _check_paths(what: str, data: Json, wanted: dict[str, object]) -> None:
    for path, value in flattened(wanted):
        found = _at(data, path)
        if found != nulls(value):
            raise ScriptError(f"{what} {path}: expected {value!r}, got {found!r}")


def _at(data: Json, path: str) -> Json:
    """The value at a dotted path; None if there is none. A list's item is named by its place (from 0), key or name."""
    for part in path.split("."):
        if isinstance(data, dict):
            data = data.get(part)
        elif isinstance(data, (list, tuple)):
            if re.fullmatch(r"\d+", part):
                data = data[int(part)] if int(part) < len(data) else None
            else:
                named = [one for one in data if isinstance(one, dict) and part in (one.get("key"), one.get("name"))]
                data = named[0] if named else None
        else:
            return None
    return list(data) if isinstance(data, tuple) else data


def _check_undo(playing: Playing, wanted: Expectation) -> None:
    if wanted.undo and (barred := playing.line.undo_of(playing.seat(wanted.undo)).barred):
        raise ScriptError(f"expected that {wanted.undo} may take back the latest choice, but: {barred}")
    if wanted.no_undo and not playing.line.undo_of(playing.seat(wanted.no_undo)).barred:
        raise ScriptError(f"expected that {wanted.no_undo} may not take back the latest choice, but that can be done")


def _check_end(playing: Playing, wanted: End) -> None:
    if not playing.state.over:
        raise ScriptError(f"expected the game over; {playing.now()}")
    found = playing.game.outcome(playing.state)
    won = list(found.won) if isinstance(wanted.won, list) else set(found.won)
    if wanted.won is not None and won != (wanted.won if isinstance(wanted.won, list) else {wanted.won}):
        raise ScriptError(f"expected won = {wanted.won}, got {list(found.won)}")
    if wanted.cause is not None and found.cause != wanted.cause:
        raise ScriptError(f"expected the cause {wanted.cause!r}, got {found.cause!r}")
    scores = list(found.scores) if isinstance(wanted.score, list) else set(found.scores)
    if wanted.score is not None and scores != (wanted.score if isinstance(wanted.score, list) else {wanted.score}):
        raise ScriptError(f"expected score = {wanted.score}, got {list(found.scores)}: {dict(found.sources)}")
    for source, points in (wanted.sources or {}).items():
        if dict(found.sources).get(source, 0) != points:
            raise ScriptError(f"expected {points} points for {source!r}, got {dict(found.sources)}")

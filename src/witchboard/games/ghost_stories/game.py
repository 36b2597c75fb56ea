"""Ghost Stories as a `Game`: options, start, view, words and end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from importlib import resources
from typing import ClassVar

import msgspec

from witchboard.engine.choice import Choice, Question
from witchboard.engine.content import Value
from witchboard.engine.front import Front
from witchboard.engine.game import ChairFacts, Event, Game, Option, OptionValue, Outcome, Show, Term
from witchboard.engine.judge import Judge
from witchboard.engine.picture import Picture
from witchboard.engine.play import chance
from witchboard.engine.position import Codec, Json, steps_of
from witchboard.engine.state import Step

from . import rows
from .bot import Villager
from .content import Content, load
from .flatten import flatten
from .front import FRONT
from .glossary import glossary
from .picture import picture
from .picture.about import about
from .picture.places import Layout
from .pieces import complete, faults
from .positions import fields, spell
from .rules import (
    exorcism,
    ghosts,
    haunting,
    help,
    herbalist,
    losses,
    pavilion,
    result,
    rewards,
    setup,
    turn,
    yang,
)
from .rules.haunting import haunted_tiles
from .score import figures, outcome
from .showing import beat, chairs
from .state import Village
from .telling import tell
from .textpicture import text
from .view import View, view
from .words import chance_question, choice, question, why_not

PRINTED = {"off": (False,), "on": (True,), "either": (False, True)}
MODULES = (exorcism, ghosts, haunting, help, herbalist, losses, pavilion, result, rewards, setup, turn, yang)


class GhostStories(Game[Village]):
    """The game of Ghost Stories with some content."""

    key: ClassVar[str] = "ghost-stories"
    title: ClassVar[str] = "Ghost Stories"
    prefix: ClassVar[str] = "GS"
    players: ClassVar[tuple[int, ...]] = (1, 2, 3, 4)
    rules_version: ClassVar[str] = "1"
    schema: ClassVar[int] = 1
    bound: ClassVar[int] = 5000
    front: ClassVar[Front] = FRONT
    pivots: ClassVar[frozenset[str]] = frozenset(("haunted", "restored", "died", "revived", "possessed"))

    def __init__(self, content: Content, changes: Mapping[str, Value] | None = None) -> None:
        self.content = content
        self.changes = dict(changes or {})
        self.content_digest = content.digest
        self.tables = flatten(content)
        self.options: tuple[Option, ...] = options(content)
        self.fields: Mapping[str, Codec] = fields(self.tables)
        self.steps: Mapping[str, type[Step]] = steps_of(MODULES)

    def start(self, players: int, options: Mapping[str, OptionValue]) -> Village:
        tables = self.tables
        state = Village(tables)
        state.seats = players
        state.level = tables.level_names.index(str(options["level"]))
        state.incarnations = tables.level_incarnations[state.level][players - 1]
        state.five_qi = int(bool(options["five-qi"]))
        state.haunted_limit = tables.late_limit if options["first-printing"] else tables.haunted_limit
        state.choose = int(bool(options["choose"]))
        state.pavilion_step = int(bool(options["pavilion-step"]))
        state.one_shot = int(bool(options["one-shot-tokens"]))
        state.herbalist_two = int(bool(options["herbalist-two"]))
        state.consent = int(bool(options["consent"]))
        state.round_limit = int(options["round-limit"])
        state.push(setup.SetUp())
        return state

    def fresh(self) -> Village:
        return Village(self.tables)

    def with_content(self, changes: Mapping[str, Value]) -> GhostStories:
        whole = {**self.changes, **changes}
        return GhostStories(load(changes=whole), whole)

    def view(self, state: Village, observer: int) -> Json:
        found: Json = msgspec.to_builtins(view(state, observer))
        return found

    def sight(self, state: Village, observer: int) -> View:
        return view(state, observer)

    def picture(self, sight: object, show: Show) -> Picture:
        assert isinstance(sight, View) and (show.since is None or isinstance(show.since, View))
        layout: Layout = "tall" if show.layout == "tall" else "wide"
        return picture(sight, layout, names=show.names, seat=show.seat, since=show.since, event=show.event)

    def notes(self) -> Mapping[str, Term]:
        return about(self.content)

    def chairs(self, sight: object) -> Sequence[ChairFacts]:
        assert isinstance(sight, View)
        return chairs(sight)

    def where(self, sight: object) -> str:
        assert isinstance(sight, View)
        return f"{self.title_of_level(sight.level)} · round {sight.round}"

    def round(self, sight: object) -> int:
        assert isinstance(sight, View)
        return sight.round

    def title_of_level(self, key: str) -> str:
        """What people call a level."""
        return next(level.name for level in self.content.levels if level.key == key)

    def beat(self, event: Event) -> int:
        return beat(event)

    def question(self, state: Village, seat: int) -> Question:
        return question(state, seat)

    def choice(self, state: Village, seat: int, option: int) -> Choice:
        return choice(state, seat, option)

    def why_not(self, state: Village, seat: int, option: int) -> tuple[str, str]:
        return why_not(state, seat, option)

    def tell(self, state: Village, event: Event, observer: int) -> str:
        return tell(state, event, observer)

    def text(self, state: Village, observer: int, width: int = 80) -> str:
        return text(state, observer, width)

    def chance_question(self, state: Village) -> Question:
        step = chance(state)
        return chance_question(state, step) if step else Game.chance_question(self, state)

    def glossary(self) -> Sequence[Term]:
        return glossary(self.content)

    def judges(self) -> Mapping[str, Callable[[], Judge[Village]]]:
        return {"villager": partial(Villager, self.tables)}

    def outcome(self, state: Village) -> Outcome:
        return outcome(state)

    def figures(self, state: Village) -> list[tuple[str, tuple[int, ...]]]:
        return figures(state)

    def spell(self, state: Village, changes: Mapping[str, Json]) -> dict[str, Json]:
        return spell(state, changes)

    def complete(self, state: Village, before: Village, given: Collection[str]) -> None:
        complete(state, before, given)

    def faults(self, state: Village) -> list[str]:
        return faults(state)

    def seat_name(self, state: Village, seat: int) -> str:
        if seat in state.seat_of:
            return state.board_name(state.seat_of.index(seat))
        return f"seat {seat + 1}"

    def rules(self) -> str:
        return (resources.files(__package__) / "rules.md").read_text(encoding="utf-8")

    def haunted(self, state: Village) -> int:
        """How many tiles are haunted."""
        return int(haunted_tiles(state))


def options(content: Content) -> tuple[Option, ...]:
    """The options of a game: its level, those of the content, and a cap on the rounds for simulation."""
    levels = tuple((level.key, f"{level.name}: {level.sentence}") for level in content.levels)
    found = [Option("level", "Level", "How hard the game is.", "GS-013", levels, levels[0][0])]
    for row in content.options:
        words, house = ((False, "off"), (True, "on")), row.source == "house"
        printed = PRINTED[row.as_printed] if row.is_ruling else ()
        found.append(
            Option(row.key, row.name, row.sentence, row.rule, words, False, house, _need(row), printed=printed)
        )
    cap = "After so many rounds the game is called off and counts as lost; 0 is no cap."
    found.append(Option("round-limit", "Round limit", cap, "GS-242", (), 0, house=True))
    return tuple(found)


class _need:
    """Why an option may not be on at a level."""

    def __init__(self, row: rows.Option) -> None:
        self.row = row

    def __call__(self, players: int, options: Mapping[str, OptionValue]) -> str:
        if options["level"] in self.row.levels:
            return ""
        return f"expected level {' or '.join(self.row.levels)}, got {options['level']}"

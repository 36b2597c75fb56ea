"""GHOULASH as a `Game`: options, start, view, knowledge, drafts, words and end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import deepcopy
from importlib import resources
from typing import ClassVar

import msgspec

from witchboard.engine import position
from witchboard.engine.choice import Choice, Question
from witchboard.engine.content import Value
from witchboard.engine.errors import MalformedError
from witchboard.engine.front import Front, Opening, Pencil
from witchboard.engine.game import (
    ChairFacts,
    Event,
    Game,
    Late,
    Option,
    OptionValue,
    Outcome,
    Series,
    Show,
    Term,
    Turns,
)
from witchboard.engine.judge import Judge
from witchboard.engine.picture import Picture
from witchboard.engine.play import chance
from witchboard.engine.position import Codec, Json, steps_of
from witchboard.engine.state import Step, Watch
from witchboard.engine.stream import Stream
from witchboard.engine.workshop import Workshop

from .bot import PLAYERS
from .content import Content, load
from .drafting import HideDrafting
from .front import FRONT, SHOWN
from .glossary import glossary
from .knowing import know
from .match import series
from .options import TRIAL, daily, late, options, settle
from .picture import Map, map_of, picture
from .picture.about import about
from .picture.heat import heat
from .picture.lobby import printed
from .picture.places import Layout
from .pieces import faults
from .positions import fields
from .rules import encounters, exploring, hiding, play, race, resigning, scattering, walking
from .rules.worlds import Mind
from .score import outcome
from .showing import beat, chairs
from .spelling import complete, notation, spell
from .state import FULL, Hunt
from .tables import Box, Plan
from .telling import tell
from .textpicture import picture as text_picture
from .view import View, view
from .words import aimed, chance_question, choice, choices, question, why_not
from .words.ending import figures
from .words.ways import way, ways
from .workshop import ScenarioShop

MODULES = (encounters, exploring, hiding, play, race, scattering, walking)


class Ghoulash(Game[Hunt]):
    """The game of GHOULASH with some scenarios."""

    key: ClassVar[str] = "ghoulash"
    title: ClassVar[str] = "GHOULASH"
    prefix: ClassVar[str] = "GH"
    players: ClassVar[tuple[int, ...]] = (1, 2, 3, 4, 5, 6)
    rules_version: ClassVar[str] = "1"
    schema: ClassVar[int] = 2
    bound: ClassVar[int] = 20000
    front: ClassVar[Front] = FRONT
    drafting = HideDrafting()
    pivots: ClassVar[frozenset[str]] = frozenset(("used", "took", "swept", "died", "goal step", "reached", "out"))

    def __init__(self, content: Content, box: Box, changes: Mapping[str, Value] | None = None) -> None:
        self.content = content
        self.box = box
        self.changes = dict(changes or {})
        self.content_digest = content.digest
        self.options: tuple[Option, ...] = options(content)
        self.codecs = {plan.key: fields(box, plan) for plan in box.plans}
        self.fields: Mapping[str, Codec] = self.codecs[box.plans[0].key]
        self.steps: Mapping[str, type[Step]] = steps_of(MODULES)
        self.maps: dict[str, Map] = {}
        self.thought: tuple[Json, Mind] | None = None  # what was imagined with last

    def start(self, players: int, options: Mapping[str, OptionValue]) -> Hunt:
        state = Hunt(self.box, self.box.plan(str(options["scenario"])), players)
        settle(state, options)
        state.push(hiding.SetUp())
        return state

    def daily(self, day: int) -> Opening | None:
        return daily(self.content, day)

    def series(self, games: Sequence[Hunt], options: Mapping[str, OptionValue]) -> Series | None:
        return series(games, options)

    def workshop(self) -> Workshop:
        return ScenarioShop(self)

    def fresh(self) -> Hunt:
        return Hunt(self.box, self.box.plans[0], 2)

    def with_content(self, changes: Mapping[str, Value]) -> Ghoulash:
        whole = {**self.changes, **changes}
        return Ghoulash(*load(changes=whole), whole)

    def dump(self, state: Hunt) -> dict[str, Json]:
        return position.dump(state, self.codecs[state.plan.key])

    def load(self, data: Json) -> Hunt:
        plan, seats = self._shape(data)
        state = Hunt(self.box, plan, seats)
        position.load(data, state, self.codecs[plan.key], self.steps)
        self._check_lengths(state)
        return state

    def _shape(self, data: Json) -> tuple[Plan, int]:
        """The scenario and the number of seats of a position."""
        scenario = data.get("scenario") if isinstance(data, dict) else None
        seats = data.get("seats") if isinstance(data, dict) else None
        keys = [plan.key for plan in self.box.plans]
        if scenario not in keys:
            raise MalformedError(f"position, scenario: expected one of {', '.join(keys)}, got {scenario!r}")
        if not isinstance(seats, int) or seats not in self.players:
            raise MalformedError(f"position, seats: expected a whole number from 1 to 6, got {seats!r}")
        return self.box.plan(str(scenario)), seats

    def _check_lengths(self, state: Hunt) -> None:
        """Every list has its values for each seat. Raises `MalformedError`."""
        model = Hunt(self.box, state.plan, state.seats)
        for name in Hunt.FIELDS:
            found, wanted = getattr(state, name), getattr(model, name)
            if isinstance(wanted, list) and name != "runs" and len(found) != len(wanted):
                raise MalformedError(f"position, {name}: expected values for {int(state.seats)} seats")

    def plan(self, key: str) -> Plan:
        """The tables of a scenario. Raises `KeyError`."""
        return self.box.plan(key)

    def map(self, key: str) -> Map:
        """The map of a scenario as it is drawn."""
        if key not in self.maps:
            scenario = next(one for one in self.content.scenarios if one.id == key)
            self.maps[key] = map_of(self.box.plan(key), scenario.map.art)
        return self.maps[key]

    def late(self, players: int, options: Mapping[str, OptionValue]) -> Late | None:
        return late(players, options)

    def turns(self, state: Hunt) -> Turns:
        walking = [seat for seat in range(state.seats) if state.alive[seat] and not (state.winners >> seat) & 1]
        return Turns({seat: int(state.turns[seat]) for seat in walking}, int(state.active))

    def view(self, state: Hunt, observer: int) -> Json:
        found: Json = msgspec.to_builtins(view(state, observer))
        return found

    def sight(self, state: Hunt, observer: int) -> View:
        return view(state, observer)

    def know(self, state: Hunt, seat: int) -> Json:
        return know(state, seat, self.codecs[state.plan.key])

    def imagine(self, knowledge: Json, stream: Stream) -> Hunt:
        if self.thought is None or self.thought[0] != knowledge:
            self.thought = (deepcopy(knowledge), self._mind(knowledge))
        return self.thought[1].world(stream)

    def _mind(self, knowledge: Json) -> Mind:
        """What is to be imagined with: many worlds are made of the same knowledge, so it is read once."""
        assert isinstance(knowledge, dict)
        data = dict(knowledge)
        seat, hiders = data.pop("seat"), data.pop("hiding")
        assert isinstance(seat, int) and isinstance(hiders, list)
        return Mind(self.load(data), seat - 1, [int(str(hider)) - 1 for hider in hiders])

    def judges(self) -> Mapping[str, Callable[[], Judge[Hunt]]]:
        return PLAYERS

    def picture(self, sight: object, show: Show) -> Picture:
        assert isinstance(sight, View)
        layout: Layout = "tall" if show.layout == "tall" else "wide"
        return picture(sight, self.map(sight.scenario), layout, names=show.names, seat=show.seat, event=show.event)

    def lobby(self, players: int, options: Mapping[str, OptionValue], layout: str) -> Picture:
        key = self.box.plan(str(options["scenario"])).key
        return printed(self.map(key), players, str(options["hides"]), "tall" if layout == "tall" else "wide")

    def aids(self, options: Mapping[str, OptionValue]) -> tuple[Sequence[tuple[str, str]], str]:
        return FRONT.aids[: SHOWN.get(str(options["aids"]))], FRONT.overlay if options["aids"] == "full" else ""

    def pencil(self, options: Mapping[str, OptionValue]) -> Pencil | None:
        return None if options["hides"] == TRIAL else FRONT.pencil

    def overlay(self, state: Hunt, seat: int, layout: str) -> str:
        shown = state.aids == FULL and ways(state, seat)
        return heat(state, seat, "tall" if layout == "tall" else "wide") if shown else ""

    def notes(self) -> Mapping[str, Term]:
        return about(self.box)

    def chairs(self, sight: object) -> Sequence[ChairFacts]:
        assert isinstance(sight, View)
        return chairs(sight, self.box.plan(sight.scenario))

    def where(self, sight: object) -> str:
        assert isinstance(sight, View)
        name = self.box.plan(sight.scenario).name
        if sight.trial:
            return f"{name} · run {len(sight.trial.runs)} of {sight.trial.of}"
        return f"{name} · turn {self.round(sight)}"

    def round(self, sight: object) -> int:
        assert isinstance(sight, View)
        return max(grid.turns for grid in sight.grids)

    def beat(self, event: Event) -> int:
        return beat(event)

    def question(self, state: Hunt, seat: int) -> Question:
        return question(state, seat)

    def choice(self, state: Hunt, seat: int, option: int) -> Choice:
        return choice(state, seat, option)

    def choices(self, state: Hunt, seat: int) -> list[Choice]:
        return choices(state, seat)

    def aimed(self, state: Hunt, seat: int, element: str) -> list[int]:
        return aimed(state, seat, element)

    def why_not(self, state: Hunt, seat: int, option: int) -> tuple[str, str]:
        return why_not(state, seat, option)

    def tell(self, state: Hunt, event: Event, observer: int) -> str:
        return tell(state, event, observer)

    def text(self, state: Hunt, observer: int, width: int = 80) -> str:
        return text_picture(view(state, observer), self.map(state.plan.key), width)

    def marked(self, state: Hunt, seat: int, marks: Mapping[str, str], width: int = 80) -> str:
        return text_picture(view(state, seat), self.map(state.plan.key), width, marks=marks)

    def chance_question(self, state: Hunt) -> Question:
        step = chance(state)
        return chance_question(state, step) if step else Game.chance_question(self, state)

    def glossary(self) -> Sequence[Term]:
        return glossary(self.box)

    def outcome(self, state: Hunt) -> Outcome:
        return outcome(state)

    def figures(self, state: Hunt) -> list[tuple[str, tuple[int, ...]]]:
        return figures(state)

    def parse_option(self, state: Hunt, seat: int, text: str) -> int:
        return super().parse_option(state, seat, notation(text))

    def spell(self, state: Hunt, changes: Mapping[str, Json]) -> dict[str, Json]:
        return spell(changes)

    def complete(self, state: Hunt, before: Hunt, given: Collection[str]) -> None:
        complete(state, given)

    def faults(self, state: Hunt) -> list[str]:
        return faults(state)

    def seat_name(self, state: Hunt, seat: int) -> str:
        return f"seat {seat + 1}"

    def rules(self) -> str:
        return (resources.files(__package__) / "rules.md").read_text(encoding="utf-8")

    def ways(self, state: Hunt, seat: int) -> bool:
        return ways(state, seat)

    def way(self, state: Hunt, seat: int, over: Sequence[str]) -> Choice:
        return way(state, seat, over)

    def resign(self, state: Hunt, seat: int, watch: Watch | None = None) -> bool:
        """A player who gives up is as good as dead (GH-189)."""
        resigning.resign(state, seat, watch)
        return True

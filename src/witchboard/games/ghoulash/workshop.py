"""Scenarios of people's own: checked, drawn, begun, and played (schema 1, see `scenario` and docs/scenarios.md)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from witchboard.engine.content import Value, read_toml
from witchboard.engine.front import OptionValue
from witchboard.engine.game import PUBLIC, Show
from witchboard.engine.picture import Picture
from witchboard.engine.workshop import NOBODY, Workshop

from .content import plan_of, read
from .scenario import Scenario
from .state import Hunt
from .tables import Plan
from .words.briefing import counted, goal_words, verb

if TYPE_CHECKING:
    from .game import Ghoulash


class ScenarioShop(Workshop):
    """Scenario files for a game."""

    noun: ClassVar[str] = "scenario"

    def __init__(self, game: Ghoulash) -> None:
        self.game = game

    def changes(self, path: Path, taken: Mapping[str, str] = NOBODY) -> Mapping[str, Value]:
        return {self._read(path, taken).id: read_toml(path, path.name)}

    def options(self, path: Path) -> Mapping[str, OptionValue]:
        return {"scenario": self._read(path).id}

    def _read(self, path: Path, taken: Mapping[str, str] = NOBODY) -> Scenario:
        """A file whose id is neither taken nor one of those that come with the game."""
        shipped = {plan.key.casefold(): f"{plan.name}, which comes with the game" for plan in self.game.box.plans}
        return read(path, {**taken, **shipped})

    def report(self, path: Path, taken: Mapping[str, str] = NOBODY) -> list[str]:
        scenario = self._read(path, taken)
        plan = plan_of(scenario)
        enterable = sum(int(one) for one in plan.enterable)
        shaded = sum(1 for square in range(int(plan.squares)) if plan.enterable[square] and plan.shaded[square])
        starts = counted(len(plan.starts), "start square")
        doors = (
            f"; {int(plan.blocked)} of {len(plan.doors)} doorways {verb(int(plan.blocked))} blocked"
            if plan.doors
            else ""
        )
        lines = [
            f"{path.name}: {scenario.name} ({scenario.id}) is sound.",
            f"Map: {int(plan.cols)} × {int(plan.rows)}, {counted(enterable, 'square')} to enter, "
            f"{shaded} of them shaded, {counted(len(plan.area_names), 'area')}, {starts}{doors}.",
            goal_words(plan),
        ]
        return lines + [self._line(plan, number) for number in range(len(plan.lines))]

    @staticmethod
    def _line(plan: Plan, number: int) -> str:
        line = plan.lines[number]
        cap = f", at most {int(line.cap)} an area" if line.cap else ""
        return f"{line.symbol} {line.icon}: {int(line.count)} on {counted(len(line.squares), 'square')}{cap}."

    def blank(self, key: str, name: str) -> str:
        text = (resources.files(__package__) / "blank.toml").read_text(encoding="utf-8")
        said = {'"MY-01"': key, '"My own street"': name}
        for old, new in said.items():
            text = text.replace(old, json.dumps(new, ensure_ascii=False))  # TOML escapes what JSON does
        return text

    def text(self, path: Path) -> str:
        game, state = self._laid(path)
        return game.text(state, PUBLIC)

    def picture(self, path: Path) -> Picture:
        game, state = self._laid(path)
        return game.picture(game.sight(state, PUBLIC), Show("wide", ("one side", "the other")))

    def _laid(self, path: Path) -> tuple[Ghoulash, Hunt]:
        """A game on that map before anything is hidden."""
        game = self.game.with_content(self.changes(path))
        return game, game.new(2, self.options(path))

"""What came out of simulated games: one row a game, and the figures over all."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, TextIO

from witchboard.build import version_line
from witchboard.engine.game import OptionValue
from witchboard.engine.position import Json

from .statistics import mean, wilson


@dataclass(frozen=True, slots=True)
class Played:
    """One game: who won, why it ended, the scores by seat, and its steps (choices and answers of chance)."""

    game: int
    won: tuple[bool, ...]
    cause: str
    scores: tuple[int, ...]
    steps: int


@dataclass(frozen=True, slots=True)
class Setting:
    """What is simulated. Together with a game's number it decides everything about that game."""

    game: str
    players: int
    options: dict[str, OptionValue]
    bots: tuple[str, ...]  # one a seat
    seed: str
    changes: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """Simulated games, in order, and how long they took."""

    setting: Setting
    played: tuple[Played, ...]
    seconds: float
    workers: int

    @property
    def wins(self) -> list[int]:
        """Games won, by seat."""
        return [sum(one.won[seat] for one in self.played) for seat in range(self.setting.players)]

    @property
    def win_rate(self) -> list[float]:
        """Share of games won, by seat."""
        return [wins / max(1, len(self.played)) for wins in self.wins]

    @property
    def win_interval(self) -> list[tuple[float, float]]:
        """The 95 % interval (Wilson) of the win rate, by seat."""
        return [wilson(wins, len(self.played)) for wins in self.wins]

    @property
    def shared(self) -> bool:
        """Whether all seats won or lost every game together."""
        return all(len(set(one.won)) <= 1 for one in self.played)

    @property
    def causes(self) -> dict[str, int]:
        """How many games ended in which way, the commonest first."""
        return dict(Counter(one.cause for one in self.played).most_common())

    @property
    def mean_steps(self) -> float:
        """The mean length of a game in steps."""
        return mean([one.steps for one in self.played])

    @property
    def mean_score(self) -> list[float]:
        """The mean score, by seat."""
        return [mean([one.scores[seat] for one in self.played]) for seat in range(self.setting.players)]

    @property
    def games_per_second(self) -> float:
        """Games played a second of waiting, all workers together."""
        return len(self.played) / self.seconds if self.seconds else 0.0

    @property
    def steps_per_second(self) -> float:
        """Steps a second of waiting, all workers together."""
        return sum(one.steps for one in self.played) / self.seconds if self.seconds else 0.0

    def summary(self) -> dict[str, Json]:
        """All figures as JSON. What depends on the machine stands under `run`."""
        scores = [score for one in self.played for score in one.scores[:1]]
        whole: dict[str, Any] = {
            **asdict(self.setting),
            "games": len(self.played),
            "wins": self.wins,
            "win_rate": self.win_rate,
            "win_interval_95": self.win_interval,
            "causes": self.causes,
            "steps": {"mean": self.mean_steps, **_span([one.steps for one in self.played])},
            "score": {"mean": self.mean_score, **_span(scores)},
            "run": {
                "seconds": self.seconds,
                "workers": self.workers,
                "games_per_second": self.games_per_second,
                "steps_per_second": self.steps_per_second,
                "build": version_line(),
            },
        }
        plain: dict[str, Json] = json.loads(json.dumps(whole))
        return plain

    def write_csv(self, file: TextIO) -> None:
        """One row a game: its number, whether each seat won, the cause, each seat's score, the steps."""
        seats = range(1, self.setting.players + 1)
        table = csv.writer(file, lineterminator="\n")
        won, scores = [f"won_{seat}" for seat in seats], [f"score_{seat}" for seat in seats]
        table.writerow(["game", *won, "cause", *scores, "steps"])
        for one in self.played:
            table.writerow([one.game, *map(int, one.won), one.cause, *one.scores, one.steps])


def _span(numbers: Sequence[int]) -> dict[str, int]:
    return {"least": min(numbers), "most": max(numbers)} if numbers else {}

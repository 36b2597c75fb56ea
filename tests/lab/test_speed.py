"""The clocks: every figure is there and of a sensible size."""

from __future__ import annotations

import json

from witchboard.games.ghost_stories import GAME
from witchboard.lab.speed import measure, sample
from witchboard.lab.statistics import quantile


def test_every_figure_is_measured() -> None:
    heard: list[str] = []
    speed = measure(GAME, 4, {"level": "normal"}, seconds=0.05, progress=heard.append)
    figures = {one.key: one.value for one in speed.figures}
    assert figures["play"] > 1000
    assert 0 < figures["clone_median"] <= figures["clone_p99"]
    assert 0 < figures["options_median"] <= figures["options_p99"]
    assert 0 < figures["turn_random_median"] < figures["turn_villager_median"]
    assert "bot villager" in heard
    told = json.loads(json.dumps(speed.summary()))
    assert told["figures"]["play"]["reference"] == figures["play"] / speed.reference
    assert len(list(speed.lines())) == 2 + len(speed.figures)


def test_the_sample_is_the_same_for_the_same_seed() -> None:
    start = GAME.new(4)
    assert list(sample(start, 20, "s")) == list(sample(start, 20, "s"))
    assert not any(state.over for state in sample(start, 20, "s"))


def test_the_quantile_is_a_number_of_the_list() -> None:
    assert quantile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert quantile([1.0], 0.99) == 1.0

"""How much the table reckons for the explorers, and what they pencil for themselves (GH-170 to GH-177)."""

from __future__ import annotations

import re
from functools import cache

import pytest

from witchboard.engine import play
from witchboard.engine.game import Event, Show
from witchboard.engine.state import EVERYONE, State, Watch
from witchboard.engine.stream import stream
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.state import FULL, Hunt
from witchboard.table.pencils import Pencils

ODDS = re.compile(r"to die|on average|kills you|\d (?:of|in) \d+ (?:to|found)|chance to", re.I)


class Ear(Watch):
    """Hears what the first seat is told."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def tell(
        self, state: State, kind: str, values: tuple[int, ...] = (), audience: int = EVERYONE, reveals: bool = False
    ) -> None:
        assert isinstance(state, Hunt)
        self.lines.append(GAME.tell(state, Event(kind, values, audience), 0))


@cache
def game(aids: str) -> tuple[tuple[Hunt, ...], tuple[str, ...]]:
    """The same game with so many aids: the positions at its questions, and what was told."""
    luck, ear = stream("aids", 4), Ear()
    state = GAME.new(2, {"scenario": "GH-S00", "hides": "random", "first": 1, "aids": aids})
    found = list[Hunt]()
    while not state.result and len(found) < 120:
        step = play.chance(state)
        if step is not None:
            play.answer(state, luck.below(step.outcomes(state)), ear)
            continue
        seat = play.asked(state)[0]
        found.append(state.clone())
        options = play.options(state, seat)
        play.choose(state, seat, options[luck.below(len(options))], ear)
    return tuple(found), tuple(ear.lines)


def states(aids: str) -> tuple[Hunt, ...]:
    """The positions of that game."""
    return game(aids)[0]


def said(state: Hunt) -> str:
    """All that an explorer reads at his question: choices, question, picture, text, list of seats."""
    seat = play.asked(state)[0]
    sight = GAME.sight(state, seat)
    parts: list[object] = [GAME.question(state, seat), GAME.choices(state, seat), GAME.text(state, seat)]
    for layout in ("wide", "tall"):
        picture = GAME.picture(sight, Show(layout, ("Kim", "Ines"), seat))
        parts += [picture.ground, *picture.fragments.values()]
    parts += GAME.chairs(sight)
    return "\n".join(map(str, parts))


def test_on_paper_there_is_the_trace_alone() -> None:
    """GH-177: no counts, no room left, nothing proved, no odds."""
    for state in states("paper"):
        for grid in GAME.sight(state, play.asked(state)[0]).grids:
            assert (grid.counts, grid.headroom, grid.clear, grid.suspects, grid.to_find) == ((), (), (), 0, 0)
        assert not ODDS.search(said(state)), ODDS.search(said(state))
        assert "Room for" not in said(state) and "clear-" not in said(state)
        assert all(not choice.forecast and not choice.course for choice in GAME.choices(state, play.asked(state)[0]))


def test_counts_show_what_has_come_out_and_what_room_is_left() -> None:
    """GH-170 and GH-177: but nothing that is proved or foretold."""
    words = "".join(said(state) for state in states("counts"))
    assert re.search(r"Ghouls: [1-3] of 3 found", words) and "Room for Ghouls" in words
    assert "clear-" not in words and "to die" not in words and "on average" not in words and "kills you" not in words


def test_by_default_all_is_reckoned() -> None:
    """GH-171, GH-175 and GH-177: the same game by default is as with all aids."""
    words = "".join(said(state) for state in states("full"))
    assert "clear-foe" in words and "to die" in words and "on average" in words
    assert GAME.new(2).aids == FULL


@pytest.mark.parametrize(("aids", "hints"), [("paper", False), ("counts", False), ("full", True)])
def test_the_hint_is_an_aid_too(aids: str, hints: bool) -> None:
    """GH-172 and GH-177: the server sends none at a table that doesn't show all; ways tell no price."""
    asked = [state for state in states(aids) if GAME.ways(state, play.asked(state)[0])][:12]
    assert len(asked) == 12
    assert {bool(GAME.overlay(state, int(state.active), "wide")) for state in asked} == {hints}
    for state in asked:
        first = GAME.choices(state, int(state.active))[0]
        way = GAME.way(state, int(state.active), [first.targets[0]])
        assert bool(way.course) <= hints


def test_only_what_a_table_shows_can_be_switched_off() -> None:
    """GH-177: single switches work within the setting of the table."""
    for aids, switches, hint in (("paper", 0, False), ("counts", 2, False), ("full", 4, True)):
        there, overlay = GAME.aids(GAME.settle_options(2, {"aids": aids}))
        assert (len(there), bool(overlay)) == (switches, hint)
        assert list(there) == list(GAME.front.aids[:switches])


def test_what_explorers_may_do_is_the_same_with_all_aids() -> None:
    """GH-177: aids change what is shown, nothing else."""
    games = [states(aids) for aids in ("paper", "counts", "full")]
    for paper, counts, full in zip(*games, strict=True):
        seat = play.asked(full)[0]
        assert play.options(paper, seat) == play.options(counts, seat) == play.options(full, seat)
        assert GAME.sight(paper, seat).grids[0].trail == GAME.sight(full, seat).grids[0].trail


@pytest.mark.parametrize(("aids", "counted"), [("paper", False), ("counts", True), ("full", True)])
def test_the_log_counts_only_where_counts_are_shown(aids: str, counted: bool) -> None:
    """GH-177: on paper the line says that a Ghoul is destroyed, not that it is the first of three."""
    words = " ".join(line for line in game(aids)[1] if "destroyed" in line)
    assert words and ("1 of 3" in words) == counted


def test_a_square_is_pencilled_for_oneself() -> None:
    """GH-174: on any square of the grid one explores, with a few signs; on nothing else."""
    pencil = GAME.front.pencil
    assert pencil is not None
    pencils = Pencils(pencil)
    plan = GAME.plan("GH-S03")
    for name in plan.names:
        pencils.mark(0, f"own-{name}", "G")
    assert len(pencils.of(0)) == len(plan.names)
    for other in ("opp-3-C", "own-seen-3", "own-turn-8", "pin-own"):
        with pytest.raises(ValueError):
            pencils.mark(0, other, "?")

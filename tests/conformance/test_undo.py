"""Undo: taking back leads to the earlier position, and is offered only where nothing was learnt since."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from witchboard.engine.dealers import SeededDealer
from witchboard.engine.entries import Choice
from witchboard.engine.errors import IllegalError
from witchboard.engine.line import Line
from witchboard.engine.play import asked, choose, options
from witchboard.engine.record import header_of, read, replay
from witchboard.engine.state import State
from witchboard.engine.steps import Reaction
from witchboard.engine.stream import stream

from .cases import Case
from .test_games import lines
from .worlds import Ear, sight

WORLDS = 20
REPLAYED = 10  # one in so many is also written, read and replayed


class Offer(NamedTuple):
    """A place where a seat may take its latest choice back: the line, and the position before that choice."""

    line: Line
    seat: int
    before: State
    since: list[Choice]  # its choice, and what others have answered beside it since


def offers(case: Case, seed: int) -> Iterator[Offer]:
    """All places of a random game where a seat may take a choice back."""
    game = case.game
    line = Line.begin(game, header_of(game, case.players, case.options))
    drawn = stream("undo", case, seed)
    dealer = SeededDealer(stream("undo", case, seed, "chance"))
    before = [line.state]
    while not line.state.over:
        for seat in range(case.players):
            if not line.undo_of(seat).barred:
                at = max(at for at, act in enumerate(line.acts) if act.seat == seat)
                since = [act.entry for act in line.acts[at:] if isinstance(act.entry, Choice)]
                yield Offer(line, seat, before[at], since)
        if line.asked:
            seat = line.asked[drawn.below(len(line.asked))]
            legal = options(line.state, seat)
            line.choose(seat, legal[drawn.below(len(legal))])
            before.append(line.state)
        else:
            acts = line.deal(dealer)
            before += [line.state] * len(acts)


def test_taking_back_leads_to_the_earlier_position(case: Case) -> None:
    found = 0
    for seed in case.seeds:
        for line, seat, before, since in offers(case, seed):
            trial = line.trial()
            trial.undo(seat)
            expected = before.clone()
            for entry in since[1:]:
                choose(expected, entry.seat, entry.option)
            assert trial.state == expected
            assert line.state != trial.state
            assert seat in asked(trial.state)
            if found % REPLAYED == 0:
                assert replay(read(lines(trial.record)), game=case.game) == trial.state
            trial.choose(seat, since[0].option)
            assert trial.state == line.state
            found += 1
    kinds = case.game.decisions()
    few = case.thinness > 1 or all(issubclass(kind, Reaction) for kind in kinds)
    assert found or few, "no seat may ever take anything back"


def test_taking_back_touches_no_other_seat(case: Case) -> None:
    for seed in list(case.seeds)[:4]:
        for line, seat, _, _ in offers(case, seed):
            trial = line.trial()
            trial.undo(seat)
            for other in set(range(case.players)) - {seat}:
                if line.undo_of(other).barred == "":
                    assert trial.undo_of(other).barred == ""
                if other in line.asked:
                    assert options(trial.state, other) == options(line.state, other)


def test_undo_is_offered_only_where_nothing_was_learnt(case: Case) -> None:
    """In every world that the seat could imagine before its choice, it would have seen the same."""
    game = case.game
    for seed in case.seeds:
        for at, (_, seat, before, since) in enumerate(offers(case, seed)):
            if at % (case.thinness**2):
                continue
            drawn = stream("learnt", case, seed, at)
            known = game.know(before, seat)
            true, ours = before.clone(), Ear(game, seat)
            choose(true, seat, since[0].option, ours)
            for _ in range(WORLDS if game.secret() else 1):
                world, theirs = game.imagine(known, drawn), Ear(game, seat)
                choose(world, seat, since[0].option, theirs)
                if len(world.stack) < len(true.stack):
                    continue  # a question to several, of which all others had answered there
                assert theirs.heard == ours.heard
                assert sight(game, world, seat) == sight(game, true, seat)


def test_what_is_barred_changes_nothing(case: Case) -> None:
    game = case.game
    line = Line.begin(game, header_of(game, case.players, case.options))
    drawn = stream("barred", case)
    dealer = SeededDealer(stream("barred", case, "chance"))
    while not line.state.over:
        line.deal(dealer)
        for seat in range(case.players):
            offer = line.undo_of(seat)
            if offer.barred:
                position, entries = json.dumps(game.dump(line.state)), len(line.entries)
                with pytest.raises(IllegalError, match=offer.barred):
                    line.undo(seat)
                assert (json.dumps(game.dump(line.state)), len(line.entries)) == (position, entries)
        for seat in line.asked[:1]:
            legal = options(line.state, seat)
            line.choose(seat, legal[drawn.below(len(legal))])

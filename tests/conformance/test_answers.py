"""Answers of other forms than one option: claims in a race, drafts composed in any order."""

from __future__ import annotations

import re
from collections.abc import Iterator

from witchboard.engine.choice import Draft
from witchboard.engine.game import Game
from witchboard.engine.play import asked, choose, claim, decision, options
from witchboard.engine.state import State
from witchboard.engine.steps import Reaction
from witchboard.engine.stream import Stream, stream

from .cases import Case
from .moments import Moment, decisions

Pairs = list[tuple[int, int]]
SOME = 40
TRIES = 200  # random drafts at a question; most have faults
FILLED = 5  # of them are filled by the game, where it does so


def test_an_option_of_a_reaction_is_as_good_as_its_claim(case: Case) -> None:
    for moment in decisions(case, SOME):
        seat = moment.actor
        step = decision(moment.state, seat)
        if not isinstance(step, Reaction):
            continue
        for option in options(moment.state, seat):
            claimed = step.claim(moment.state, seat, option)
            assert len(claimed) <= 2
            assert step.admits(moment.state, seat, claimed)
            by_option, by_claim = moment.state.clone(), moment.state.clone()
            choose(by_option, seat, option)
            claim(by_claim, seat, claimed)
            assert by_option == by_claim


def drafts(case: Case) -> Iterator[tuple[Moment, Draft, Stream]]:
    """Some questions that are answered by a draft."""
    for at, moment in enumerate(decisions(case, SOME)):
        draft = case.game.draft(moment.state, moment.actor)
        if draft is not None:
            yield moment, draft, stream("draft", case, at)


def whole_drafts(game: Game[State], moment: Moment, draft: Draft, drawn: Stream) -> Iterator[Pairs]:
    """Drafts without faults: of pieces on any place, and where the game fills drafts itself, such as it fills."""
    for at in range(TRIES):
        pairs = composed(draft, drawn)
        if at < FILLED:
            pairs = list(game.drafting.fill(moment.state, moment.actor, [], drawn) or pairs)
        if not game.drafting.faults(moment.state, moment.actor, pairs, True):
            yield pairs


def composed(draft: Draft, drawn: Stream) -> Pairs:
    """Each piece on any place."""
    return [(piece, draft.places[drawn.below(len(draft.places))][0]) for piece, _, _ in draft.pieces]


def shuffled(pairs: Pairs, drawn: Stream) -> Pairs:
    left = list(pairs)
    return [left.pop(drawn.below(len(left))) for _ in pairs]


def test_a_draft_without_faults_is_a_legal_line_whatever_its_order(case: Case) -> None:
    game = case.game
    for moment, draft, drawn in drafts(case):
        whole = 0
        for pairs in whole_drafts(game, moment, draft, drawn):
            whole += 1
            line = game.drafting.line(moment.state, moment.actor, pairs)
            assert game.drafting.line(moment.state, moment.actor, shuffled(pairs, drawn)) == line
            state = moment.state.clone()
            question = state.stack[-1]
            for option in line:
                assert option in options(state, moment.actor)
                choose(state, moment.actor, option)
            answered = not state.stack or state.stack[-1] is not question or moment.actor not in asked(state)
            assert answered, "the draft is whole, and the seat is still asked"
        assert whole, f"none of {TRIES} random drafts can be sent"


def test_a_part_of_a_draft_without_faults_has_none(case: Case) -> None:
    game = case.game
    for moment, draft, drawn in drafts(case):
        for pairs in whole_drafts(game, moment, draft, drawn):
            part = shuffled(pairs, drawn)[: drawn.below(len(pairs) + 1)]
            assert game.drafting.faults(moment.state, moment.actor, part, False) == []


def test_a_fault_says_which_rule_and_which_element(case: Case) -> None:
    game = case.game
    for moment, draft, drawn in drafts(case):
        for _ in range(TRIES // 4):
            pairs = composed(draft, drawn)
            for fault in game.drafting.faults(moment.state, moment.actor, pairs, True):
                assert fault.words
                assert re.fullmatch(rf"{game.prefix}-R?\d+", fault.rule)
                assert fault.element is None or fault.element in pairs


def test_what_is_not_a_whole_draft_cannot_be_sent(case: Case) -> None:
    game = case.game
    for moment, draft, _ in drafts(case):
        assert draft.pieces
        assert game.drafting.faults(moment.state, moment.actor, [], True)


def test_composing_changes_nothing(case: Case) -> None:
    game = case.game
    for moment, draft, drawn in drafts(case):
        state: State = moment.state.clone()
        game.drafting.faults(state, moment.actor, composed(draft, drawn), True)
        assert state == moment.state

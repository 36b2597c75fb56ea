"""The keeper alone: his hide, a hundred runs of a bot through it, what that is worth."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.desk import ANN, Desk, refused
from witchboard.bots import Seat, find_bot
from witchboard.engine.entries import Choice
from witchboard.engine.game import PUBLIC, UnknownError
from witchboard.engine.play import advance, asked, choose, deputy, options
from witchboard.engine.record import read_finished, replay, write
from witchboard.engine.stream import stream
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.bot_expedition import Wanderer, expedition, expeditions, sent_out
from witchboard.games.ghoulash.bot_trial import play_on
from witchboard.games.ghoulash.keeping import mean, norms, rank, trial
from witchboard.games.ghoulash.rules.exploring import LATE, RUNS, dead_on, home_on
from witchboard.games.ghoulash.rules.hiding import answers_of
from witchboard.games.ghoulash.rules.keepers import hide_of
from witchboard.games.ghoulash.score import outcome
from witchboard.games.ghoulash.state import Hunt
from witchboard.table import commands

ALONE = {"scenario": "gh-s00", "hides": "trial"}


def kept(seed: int = 1) -> Hunt:
    """Dead End Lane, hidden, before the first run."""
    state = GAME.new(1, ALONE)
    drawn = stream("keeping", seed)
    hide, blocked = hide_of(state.plan, 0, drawn)
    for answer in answers_of(state, hide, blocked, drawn):
        choose(state, 0, answer)
    return state


def ran(home: int, dead: int = 0, late: int = 0, turns: int = 4) -> Hunt:
    """The same after so many runs home in so many turns, so many deaths, so many that took too long."""
    state = kept()
    for run in [home_on(turns)] * home + [dead_on(2)] * dead + [int(LATE)] * late:
        choose(state, 0, int(run))
    return state


def think(desk: Desk) -> None:
    """Let the bot that is waited for answer, as a server does."""
    (thought,) = desk.live.bot_calls()
    seat = Seat(GAME, thought.call.seat, lambda: thought.call.knowledge)
    luck = stream("luck", thought.call.question)
    prepared = desk.live.prepare_bot(thought, find_bot(GAME, thought.call.bot).answer(seat, luck))
    assert prepared is not None and isinstance(prepared.reply, commands.Done)
    desk.live.commit(prepared)


def hidden(desk: Desk) -> None:
    """Ann hides."""
    state = desk.live.table.line.state
    assert isinstance(state, Hunt)
    drawn = stream("hidden", 1)
    desk.choose(0, *answers_of(state, *hide_of(state.plan, 0, drawn), drawn))


def test_one_hides_alone_and_then_a_bot_is_asked() -> None:
    """GH-167, with the limit of GH-164."""
    with pytest.raises(UnknownError, match="expected 1 player"):
        GAME.new(2, ALONE)
    state = kept()
    assert (asked(state), deputy(state)) == ([0], "walker")
    assert state.limit == 12
    assert options(state, 0) == [*range(24), int(LATE)]


def test_what_was_hidden_stands_once_the_bot_explores_it() -> None:
    """GH-167: a refusal says why."""
    desk = Desk(GAME, ANN, options=ALONE)
    hidden(desk)
    for _ in range(2):
        asked_now = desk.live.table.line.questions[0]
        for question in (asked_now - 1, asked_now):
            reply = desk.send("ann", commands.Undo(id=desk.id(0), seat=0, question=question))
            assert isinstance(reply, commands.Refused)
            assert (reply.code, reply.words) == ("barred", "a bot answers for you now: what was chosen stands")
        think(desk)


def test_the_score_is_the_mean_of_turns_deaths_counted_as_the_limit() -> None:
    """GH-167."""
    state = ran(70, 20, 10)
    assert state.over
    assert mean(state) == pytest.approx((70 * 4 + 30 * 12) / 100)
    end = outcome(state)
    assert (end.won, end.cause, end.scores) == ((True,), "kept", (6,))
    assert end.words == "The walker needed 6.4 turns on average. Bronze: above a hide at random (5.0)."


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        ([4] * 87 + [5] * 1, "The walker needed 4.97 turns on average. Bronze: above a hide at random (4.96)."),
        ([4] * 88, "The walker needed 4.96 turns on average. Bronze: level with a hide at random (4.96)."),
        ([4] * 87 + [5] * 8 + [6] * 5, "The walker needed 4.2 turns on average. A hide at random comes to 5.0."),
    ],
)
def test_averages_that_look_alike_are_told_to_the_second_decimal(turns: list[int], words: str) -> None:
    """Home in so many turns each, all others dead."""
    state = kept()
    for one in turns:
        choose(state, 0, int(home_on(one)))
    for _ in range(100 - len(turns)):
        choose(state, 0, int(dead_on(2)))
    assert outcome(state).words == words
    shown = GAME.text(state, 0, 80)
    assert f"On average {words.split()[3]} turns." in shown


@pytest.mark.parametrize(
    ("home", "turns", "found"),
    [(100, 4, ""), (100, 5, "bronze"), (100, 7, "silver"), (100, 9, "silver"), (100, 10, "gold"), (0, 1, "gold")],
)
def test_a_hide_is_ranked_beside_those_of_the_play_table(home: int, turns: int, found: str) -> None:
    """At random 0.88 · 4 + 0.12 · 12 = 4.96, a doorkeeper 0.77 · 5 + 0.23 · 12 = 6.61, half way to 12 is 9.3."""
    state = ran(home, 100 - home, turns=turns)
    assert [float(norm) for norm in norms(state)] == [4.96, 6.61]
    assert rank(state) == found


def test_a_run_depends_on_nothing_it_has_not_met() -> None:
    """What lies where the explorer never came may as well lie elsewhere."""
    state, explorer = kept(3), Wanderer(GAME.plan("GH-S00"))
    for number in range(12):
        before = expedition(state, explorer, stream("run", number))
        other = state.clone()
        other.hide, other.left = other.hide.copy(), other.left.copy()
        met = run_squares(state, number)
        unmet = [square for square, content in enumerate(state.hide) if content and square not in met]
        free = [square for square in range(len(state.hide)) if square not in met and not state.hide[square]]
        for square, to in zip(unmet, [one for one in free if state.plan.enterable[one]]):
            other.hide[to], other.hide[square] = other.hide[square], 0
        assert expedition(other, explorer, stream("run", number)) == before


def test_no_two_runs_need_go_the_same_way() -> None:
    """GH-167: with different seeds."""
    state, drawn = kept(2), stream("ways", 1)
    runs = [run for _ in range(8) for run in expeditions(state, drawn)]
    assert len(set(runs)) > 5
    assert expeditions(state, stream("again", 1)) == expeditions(state, stream("again", 1))


def run_squares(state: Hunt, number: int) -> set[int]:
    """The squares that the explorer of that run has entered."""
    lone, luck = sent_out(state), stream("run", number)
    wanderer = Wanderer(state.plan)
    wanderer.set_out(luck)
    play_on(lone, [wanderer], luck, [luck])
    return {square for square, mark in enumerate(lone.seen) if mark}


def test_at_a_table_the_runs_come_by_themselves_and_nobody_answers_for_them(tmp_path: Path) -> None:
    desk = Desk(GAME, ANN, options=ALONE)
    ann = desk.look("ann")
    hidden(desk)
    question = desk.question(0)
    by_hand = commands.Choose(id="mine", seat=0, question=question, line=(int(LATE),))
    assert refused(desk.send("ann", by_hand)) == "barred"
    assert ann.latest["asks"] == []
    assert ann.latest["waiting"] == "The walker explores the hide: run 1 of 100."
    think(desk)
    again = desk.reloaded()
    assert again.live.table.sight(0) == desk.live.table.sight(0)
    assert [one.call.question for one in again.live.bot_calls()] == [one.call.question for one in desk.live.bot_calls()]
    assert refused(again.undo(0)) == "barred"
    while not again.live.table.seating.end:
        think(again)
    record = again.live.table.record
    assert sum(isinstance(entry, Choice) and entry.kind == "Explore" for entry in record.entries) == RUNS
    write(record, tmp_path / "game.jsonl")
    state = replay(read_finished(tmp_path / "game.jsonl"))
    assert isinstance(state, Hunt)
    assert record.end is not None and record.end.scores == (round(mean(state)),)
    assert again.live.table.logs[0][-1].startswith("The walker needed")


def test_what_is_hidden_stays_hidden_from_who_looks_on() -> None:
    state = ran(3)
    assert GAME.sight(state, PUBLIC).grids[0].hidden is None
    mine = GAME.sight(state, 0)
    assert mine.grids[0].hidden is not None and mine.trial == trial(state)
    assert [turns for turns, _ in trial(state).runs] == [4, 4, 4]


def test_giving_it_up_scores_nothing() -> None:
    """GH-189."""
    state = ran(50)
    assert GAME.resign(state, 0)
    advance(state)
    assert outcome(state).scores == (0,)


@pytest.mark.parametrize("scenario", [plan.key for plan in GAME.box.plans])
def test_every_scenario_can_be_kept_alone(scenario: str) -> None:
    state = GAME.new(1, {"scenario": scenario, "hides": "trial"})
    drawn = stream("any", scenario)
    for answer in answers_of(state, *hide_of(state.plan, 0, drawn), drawn):
        choose(state, 0, answer)
    run = int(expedition(state, Wanderer(state.plan), drawn))
    assert run in options(state, 0)
    assert GAME.dump(GAME.load(GAME.dump(state))) == GAME.dump(state)
    assert "Run 0 of 100" in GAME.text(state, 0)

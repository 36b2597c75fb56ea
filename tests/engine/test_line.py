"""A game in progress: nothing half done, and what may be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from witchboard_tiny.grab import GAME as GRAB
from witchboard_tiny.hideout import GAME as HIDEOUT
from witchboard_tiny.stroll import GAME as STROLL
from witchboard_tiny.thieves import GAME as THIEVES
from witchboard_tiny.well import GAME as WELL

from witchboard.engine import play
from witchboard.engine.dealers import CommittedDealer, DealerError, ScriptedDealer, SeededDealer
from witchboard.engine.entries import Chance, Choice, Claim, Mark, RecordError, Rewind, Undo
from witchboard.engine.errors import IllegalError, MalformedError
from witchboard.engine.game import ALL, PUBLIC, Game
from witchboard.engine.line import Line
from witchboard.engine.record import Record, header_of, replay
from witchboard.engine.state import State
from witchboard.engine.stream import Stream, stream
from witchboard.games.ghost_stories import GAME as GHOSTS

GAMES = [cast(Game[State], game) for game in (GRAB, HIDEOUT, STROLL, THIEVES, WELL, GHOSTS)]


def begin(game: object, *observers: int, players: int = 2, **options: str | int | bool) -> Line:
    whole = cast(Game[State], game)
    return Line.begin(whole, header_of(whole, players, options), observers)


def everything(line: Line) -> tuple[object, ...]:
    """All there is of a line, to see that nothing has changed."""
    position = msgspec.json.encode(line.game.dump(line.state))
    return position, list(line.entries), list(line.acts), dict(line.labels), list(line.questions)


# One thing after the other.


def test_a_line_begins_where_the_game_begins_and_hears_what_is_told() -> None:
    line = begin(HIDEOUT, 0, 1, PUBLIC)
    assert line.state == HIDEOUT.new(2)
    act = line.choose(0, 0)
    (hidden,) = act.told or ()
    assert (hidden.event.kind, hidden.words) == ("hidden", {0: "Seat 1 hides on square 0."})


def test_events_are_heard_by_their_audience_alone() -> None:
    line = begin(THIEVES, 0, 1, PUBLIC, ALL)
    (act, *_) = line.deal(ScriptedDealer([0, 0, 0]))
    heard = {told.event.kind: set(told.words) for told in act.told or ()}
    assert heard == {"draws": {0, 1, PUBLIC, ALL}, "drawn": {0, ALL}}


def test_chance_is_counted_by_label_and_dealt_until_somebody_is_asked() -> None:
    line = begin(THIEVES)
    assert line.asked == []
    acts = line.deal(ScriptedDealer([0, 1, 2]))
    assert [act.entry for act in acts if isinstance(act.entry, Chance)] == line.entries
    assert [entry.nth for entry in line.entries if isinstance(entry, Chance)] == [0, 1, 2]
    assert line.labels == {"draw": 3}
    assert line.asked == [0]
    assert line.deal(ScriptedDealer([])) == []


def test_choices_and_answers_of_chance_are_also_taken_as_text() -> None:
    line = begin(STROLL)
    line.answer_text("die: 2")
    seat = line.asked[0]
    text = line.game.option_text(line.state, seat, play.options(line.state, seat)[0])
    assert line.choose_text(seat, text.upper()).entry == line.entries[-1]
    assert [type(entry) for entry in line.entries] == [Chance, Choice]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_is_refused_changes_nothing(game: Game[State]) -> None:
    line = begin(game)
    line.deal(CommittedDealer.named("refuse"))
    before = everything(line)
    seat = line.asked[0]
    for wrong in (10**6, -1):
        with pytest.raises(IllegalError):
            line.choose(seat, wrong)
    with pytest.raises(IllegalError):
        line.choose(7, 0)
    with pytest.raises(MalformedError):
        line.choose_text(seat, "sing a song")
    with pytest.raises(IllegalError, match="chance is not asked"):
        line.answer(0)
    with pytest.raises(IllegalError):
        line.undo(seat)
    with pytest.raises(IllegalError, match="no going back to 10000"):
        line.rewind(seat, 10_000)
    assert everything(line) == before


def test_a_dealer_that_fails_half_way_has_dealt_nothing() -> None:
    line = begin(THIEVES)
    before = everything(line)
    with pytest.raises(DealerError):
        line.deal(ScriptedDealer([0, 1]))
    assert everything(line) == before


class Broken(Exception):
    """A fault in a game's rules."""


def test_a_fault_in_the_rules_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    line = begin(HIDEOUT)
    before = everything(line)
    take = type(line.state.stack[-1]).take  # type: ignore[attr-defined]  # a decision has it

    def fail(self: object, state: State, *rest: object) -> None:
        take(self, state, *rest)
        raise Broken

    monkeypatch.setattr(type(line.state.stack[-1]), "take", fail)
    with pytest.raises(Broken):
        line.choose(0, 0)
    assert everything(line) == before


# Trials: the journal is written between trying and committing.


def test_a_trial_leaves_the_line_as_it_is_until_it_is_committed() -> None:
    line = begin(HIDEOUT)
    line.choose(1, 0)
    before = everything(line)
    trial = line.trial()
    trial.choose(0, 0)
    trial.choose(0, 2)
    trial.restore(Mark(seat=0, name="here"))
    assert everything(line) == before
    assert [type(entry) for entry in trial.fresh] == [Choice, Choice, Mark]
    line.commit(trial)
    assert everything(line) == everything(trial)
    assert line.fresh == []
    assert line.trial().fresh == []


def test_a_trial_of_what_was_is_refused() -> None:
    line = begin(HIDEOUT)
    trial = line.trial()
    trial.choose(0, 0)
    line.choose(1, 0)
    with pytest.raises(ValueError, match="gone on since"):
        line.commit(trial)


# The law of undo.


def barred(line: Line, seat: int) -> str:
    found = line.undo_of(seat)
    assert bool(found.barred) != bool(found.text)
    if found.barred:
        before = everything(line)
        with pytest.raises(IllegalError, match=found.barred):
            line.undo(seat)
        assert everything(line) == before
    return found.barred


def test_a_choice_is_taken_back_and_stays_in_the_entries() -> None:
    line = begin(STROLL)
    line.deal(ScriptedDealer([2]))
    seat, state = line.asked[0], line.state
    act = line.choose(seat, play.options(state, seat)[0])
    assert line.undo_of(seat).text == cast(Choice, act.entry).text
    line.undo(seat)
    assert line.state == state
    assert [type(entry) for entry in line.entries] == [Chance, Choice, Undo]
    assert len(line.acts) == 1
    assert barred(line, seat) == "chance has answered since"


def test_nothing_chosen_nothing_to_take_back() -> None:
    assert barred(begin(HIDEOUT), 0) == "you have chosen nothing yet"


def test_not_once_chance_has_answered() -> None:
    line = begin(WELL)
    line.deal(CommittedDealer.named("w"))
    line.choose_text(0, "draw")
    assert line.undo_of(0).text == "draw"  # chance is asked, but hasn't answered
    line.deal(CommittedDealer.named("w"))
    assert barred(line, 0) == "chance has answered since"


def test_not_once_somebody_else_is_asked_because_of_it() -> None:
    line = begin(WELL)
    line.choose_text(0, "end")
    assert line.asked == [1]
    assert barred(line, 0) == "somebody else is asked now because of it"
    line.choose_text(1, "end")
    assert barred(line, 0) == "seat 2 has chosen since"


def test_not_once_something_has_come_out() -> None:
    line = begin(HIDEOUT)
    for seat in (0, 1):
        for text in ("hide on a1", "hide on b1", "hide on c2"):
            line.choose_text(seat, text)
    line.deal(ScriptedDealer([0]))
    line.choose_text(0, "look at b2")  # empty: seat 2 is asked now
    assert barred(line, 0) == "something has come out since"


def test_not_once_the_game_is_over() -> None:
    line = begin(WELL)
    dealer = CommittedDealer.named("end")
    while not line.state.over:
        line.deal(dealer)
        if line.asked:
            line.choose(line.asked[0], play.options(line.state, line.asked[0])[-1])
    assert barred(line, 0) == barred(line, 1) == "the game is over"


def test_not_what_was_called_in_a_race() -> None:
    line = begin(GRAB, players=3)
    line.deal(CommittedDealer.named("grab"))
    line.claim(0, ((0, 0, 412),))
    assert isinstance(line.entries[-1], Claim)
    assert barred(line, 0) == "what was called in a race stands"
    line.choose(1, play.options(line.state, 1)[1])
    assert barred(line, 1) == "what was called in a race stands"


def test_taking_back_while_several_answer_touches_nobody_else() -> None:
    line = begin(HIDEOUT)
    for seat, text in ((0, "hide on a1"), (1, "hide on a1"), (0, "hide on a2"), (1, "hide on b1")):
        line.choose_text(seat, text)
    theirs = [act.entry for act in line.acts if act.seat == 1]
    known = HIDEOUT.know(line.state, 1)
    assert line.undo_of(0).text == "hide on a2"
    line.undo(0)
    line.undo(0)
    assert [act.entry for act in line.acts] == theirs
    assert HIDEOUT.know(line.state, 1) == known
    assert barred(line, 0) == "you have chosen nothing yet"
    assert line.undo_of(1).text == "hide on b1"


def test_everything_may_be_taken_back_until_all_have_answered() -> None:
    line = begin(HIDEOUT)
    hide = ("hide on a1", "hide on b1", "hide on c2")
    for text in hide:
        line.choose_text(0, text)
    assert line.asked == [1]
    assert line.undo_of(0).text == "hide on c2"
    for text in hide[:2]:
        line.choose_text(1, text)
    line.undo(0)
    assert line.asked == [0, 1]
    line.choose_text(0, hide[2])
    line.choose_text(1, hide[2])
    assert barred(line, 0) == "seat 2 has chosen since"
    assert barred(line, 1) == "everyone has answered"


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_the_order_of_several_who_answer_changes_nothing(data: st.DataObject) -> None:
    """Each hides and takes back as he likes; the position is that of what stands, whoever was first."""
    line = begin(HIDEOUT)
    for _ in range(data.draw(st.integers(0, 14))):
        seat = data.draw(st.sampled_from([0, 1]))
        if line.undo_of(seat).text and data.draw(st.booleans()):
            line.undo(seat)
        elif seat in line.asked and sum(act.seat != seat for act in line.acts) < 3:
            line.choose(seat, data.draw(st.sampled_from(play.options(line.state, seat))))
    in_order = begin(HIDEOUT)
    for seat in (1, 0):
        for act in line.acts:
            if act.seat == seat:
                in_order.choose(seat, cast(Choice, act.entry).option)
    assert line.state == in_order.state


# The number of a question, by seat.


def test_a_question_has_a_number_of_its_seat() -> None:
    line = begin(HIDEOUT)
    assert line.questions == [1, 1]
    line.choose_text(0, "hide on a1")
    assert line.questions == [2, 1]  # what the other does in secret doesn't show in mine
    line.undo(0)
    assert line.questions == [3, 1]
    for text in ("hide on a1", "hide on b1", "hide on c2"):
        line.choose_text(0, text)
    assert line.questions == [5, 1]
    line.undo(0)
    assert line.questions == [6, 1]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("seed", range(6))
def test_no_question_has_a_number_twice(game: Game[State], seed: int) -> None:
    """A number that a command may name stands for one question: the same options, the same position for its seat."""
    asked: dict[tuple[int, int], object] = {}
    for line in steps(game, seed, 120):
        for seat in line.asked:
            question = (play.options(line.state, seat), game.view(line.state, seat))
            assert asked.setdefault((seat, line.questions[seat]), question) == question


# Random play with everything, against the record.


def steps(game: Game[State], seed: int, count: int, snapshots: bool = False) -> Iterator[Line]:
    """Random play with undo and rewind, after each step."""
    dice: Stream = stream("line", seed)
    line = begin(game)
    dealer = SeededDealer(stream("dealer", seed))
    for number in range(count):
        seats = line.asked
        if not seats and not line.state.over:
            line.deal(dealer)
        elif dice.below(4) == 0 and not line.undo_of(seat := int(dice.below(2))).barred:
            line.undo(seat)
        elif dice.below(25) == 0 and line.acts:
            line.rewind(0, int(dice.below(len(line.acts))))
        elif seats:
            seat = seats[dice.below(len(seats))]
            legal = play.options(line.state, seat)
            line.choose(seat, legal[dice.below(len(legal))])
        if snapshots and number % 7 == 0:
            line.snapshot()
        yield line


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("seed", range(4))
def test_the_entries_always_replay_to_the_position(game: Game[State], seed: int) -> None:
    for line in steps(game, seed, 80, snapshots=bool(seed % 2)):
        assert replay(line.record, game=game) == line.state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("snapshots", [False, True], ids=["from the start", "from a snapshot"])
def test_a_resumed_line_is_the_same_line(game: Game[State], snapshots: bool) -> None:
    for line in steps(game, 11, 60, snapshots):
        again = Line.resume(line.record, game)
        assert [again.undo_of(seat) for seat in (0, 1)] == [line.undo_of(seat) for seat in (0, 1)]
        assert (again.state, again.labels, again.questions) == (line.state, line.labels, line.questions)
        assert [act.entry for act in again.acts] == [act.entry for act in line.acts]
        assert again.fresh == []


def test_a_resumed_line_goes_back_behind_its_snapshot() -> None:
    line = begin(WELL)
    dealer = CommittedDealer.named("behind")
    for _ in range(4):
        line.deal(dealer)
        line.choose(line.asked[0], play.options(line.state, line.asked[0])[0])
    line.deal(dealer)
    line.snapshot()
    again = Line.resume(line.record, cast(Game[State], WELL))
    again.rewind(0, 2)
    assert again.state == replay(again.record, game=cast(Game[State], WELL))
    assert isinstance(again.entries[-1], Rewind)


# Going back over chance.


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("committed", [True, False], ids=["committed", "seeded"])
def test_after_going_back_the_same_throws_fall_again(game: Game[State], committed: bool) -> None:
    dealer = CommittedDealer.named("again") if committed else SeededDealer(stream("again"))
    line = begin(game)

    def go_on() -> None:
        while not line.state.over and len(line.acts) < 40:
            line.deal(dealer)
            if line.asked:
                line.choose(line.asked[0], play.options(line.state, line.asked[0])[0])

    go_on()
    there, entries = line.state, [act.entry for act in line.acts]
    for to in (len(line.acts) // 2, 0, 3):
        line.rewind(0, to)
        line = Line.resume(line.record, game)
        assert [act.entry for act in line.acts] == entries[:to]
        go_on()
        assert (line.state, [act.entry for act in line.acts]) == (there, entries)


# Other rules.


class NewerWell(type(WELL)):  # type: ignore[misc]  # the game of Well under its next rules
    """Well after an upgrade that left positions as they are."""

    rules_version = "2"


def test_a_line_survives_an_upgrade_by_its_snapshot() -> None:
    line = begin(WELL)
    line.choose_text(0, "end")
    newer = cast(Game[State], NewerWell())
    with pytest.raises(RecordError, match="rules version '1'; here is '2'"):
        Line.resume(line.record, newer)
    line.snapshot()
    line.choose_text(1, "end")
    again = Line.resume(line.record, newer)
    assert again.state == line.state
    assert again.undo_of(1).barred == "somebody else is asked now because of it"
    with pytest.raises(IllegalError, match="before Witchboard was upgraded"):
        again.rewind(0, 0)


def test_another_content_under_the_same_rules_is_refused() -> None:
    line = begin(HIDEOUT)
    line.snapshot()
    record = Record(msgspec.structs.replace(line.header, content="other"), line.entries)
    with pytest.raises(RecordError, match="made with content other"):
        Line.resume(record, line.game)


# The law, in all worlds the seat could imagine.


@pytest.mark.parametrize("game", [game for game in GAMES if game.secret()], ids=lambda game: game.key)
@pytest.mark.parametrize("seed", range(8))
def test_undo_is_offered_only_where_every_imagined_world_shows_the_same(game: Game[State], seed: int) -> None:
    dice = stream("worlds", seed)
    last: State | None = None
    for line in steps(game, seed, 40):
        act = line.acts[-1] if line.acts else None
        seat = act.seat if act else -1
        if last and isinstance(line.entries[-1], Choice) and act and seat >= 0 and line.undo_of(seat).text:
            known = game.know(last, seat)
            for _ in range(20):
                world = game.imagine(known, dice)
                play.choose(world, seat, cast(Choice, act.entry).option)
                if act.open and world.stack[-1:] != line.state.stack[-1:]:
                    continue  # a world in which all others had answered: that the game goes on is for all to see
                assert game.know(world, seat) == game.know(line.state, seat)
                assert game.view(world, seat) == game.view(line.state, seat)
        last = line.state

"""Response windows on a virtual clock: what takes effect when, and that hands don't show in it."""

from __future__ import annotations

import pytest
from witchboard_tiny.thieves import GAME as THIEVES
from witchboard_tiny.thieves import LAID, Thieves

from witchboard.engine.entries import Choice, Sitter
from witchboard.engine.stream import stream
from witchboard.table import commands
from witchboard.table.commands import Done
from witchboard.table.live import Manner
from witchboard.table.windows import Pace

from .desk import ANN, BEN, CAT, Desk, Recorder, refused

THIEF_1, THIEF_2, SHIELD_1, SHIELD_2, GEM_1, GEM_2 = range(6)


def dealt(hands: dict[int, list[int]], *seats: Sitter, manner: Manner | None = None, seed: str = "dealt") -> Desk:
    """A table of three at which Ann's turn has come, with these cards in hand; the others lie in the deck."""
    desk = Desk(THIEVES, *(seats or (ANN, BEN, CAT)), manner=manner, seed=seed)
    state = desk.live.table.line.state
    assert isinstance(state, Thieves)
    state.place = [9] * 6
    for seat, cards in hands.items():
        for card in cards:
            state.place[card] = seat
    desk.live.settle()
    return desk


def thief_on_ben(
    hands: dict[int, list[int]], *seats: Sitter, manner: Manner | None = None, seed: str = "dealt"
) -> Desk:
    """The same after Ann has laid a thief on Ben: Ben is asked first, then Cat."""
    desk = dealt({0: [THIEF_1], **hands}, *seats, manner=manner, seed=seed)
    desk.does(0, "thief 1 on seat 2")
    assert desk.live.windows.open is not None
    return desk


def passes(desk: Desk) -> list[tuple[int, int]]:
    """Which seats have passed in the line of play, in order, with their options."""
    acts = desk.live.table.line.acts
    entries = [act.entry for act in acts if isinstance(act.entry, Choice) and act.entry.kind == "Respond"]
    return [(entry.seat, entry.option) for entry in entries]


def test_who_can_only_pass_is_answered_for_at_moments_that_run_side_by_side() -> None:
    desk = thief_on_ben({1: [GEM_1], 2: [GEM_2]})
    window = desk.live.windows.open
    assert window is not None
    ben, cat = window.moments[1], window.moments[2]
    assert all(1500 <= moment <= 3000 for moment in window.moments)
    done = [at for at, _ in desk.wait(10_000)]
    assert done == [ben, max(ben, cat)]
    assert passes(desk) == [(1, 0), (2, 0)]


@pytest.mark.parametrize("seed", range(20))
def test_a_window_that_nobody_uses_takes_at_most_three_seconds(seed: int) -> None:
    desk = thief_on_ben({1: [GEM_1], 2: [GEM_2]}, seed=str(seed))
    assert desk.wait(10_000)[-1][0] <= 3000


@pytest.mark.parametrize("seed", range(20))
def test_where_every_pass_stands_it_takes_less_than_two_seconds(seed: int) -> None:
    desk = dealt({0: [THIEF_1], 1: [SHIELD_1], 2: [SHIELD_2]}, seed=str(seed))
    for seat, until in ((1, "turn"), (2, "others")):
        assert desk.stand(seat, until) == ""
    desk.does(0, "thief 1 on seat 2")
    assert desk.wait(10_000)[-1][0] < 2000
    assert passes(desk) == [(1, 0), (2, 0)]


def test_who_can_play_is_asked_and_has_twelve_seconds() -> None:
    desk = thief_on_ben({1: [SHIELD_1], 2: [GEM_2]})
    ben, cat = desk.look("ben"), desk.look("cat")
    (ask,) = ben.latest["asks"]
    assert [choice["text"] for choice in ask["choices"]] == ["pass", "lay shield 1"]
    assert (ask["window"]["left"], ask["window"]["length"], ask["window"]["pass"]) == (12_000, 12_000, 0)
    assert cat.latest["asks"] == []
    assert cat.latest["waiting"] == "Waiting for Ben."
    done = desk.wait(60_000)
    assert [at for at, _ in done] == [12_000, 12_000]
    assert passes(desk) == [(1, 0), (2, 0)]


def test_the_time_of_who_comes_later_begins_when_the_rules_come_to_him() -> None:
    desk = thief_on_ben({1: [SHIELD_1], 2: [SHIELD_2]})
    assert [at for at, _ in desk.wait(60_000)] == [12_000, 24_000]


@pytest.mark.parametrize(("limit", "passed"), [(6, 6_000), (30, 30_000), (0, None)])
def test_the_host_says_how_long_one_may_think(limit: int, passed: int | None) -> None:
    desk = thief_on_ben({1: [SHIELD_1], 2: [GEM_2]}, manner=Manner(Pace(limit=limit * 1000)))
    done = desk.wait(3_600_000)
    assert (done[0][0] if done else None) == passed


def test_an_answer_takes_effect_at_its_moment_and_is_acknowledged_then() -> None:
    desk = thief_on_ben({1: [SHIELD_1], 2: [GEM_2]})
    window = desk.live.windows.open
    assert window is not None
    desk.wait(300)
    assert desk.say(1, "lay shield 1") is None
    assert passes(desk) == []
    done = desk.wait(window.opened + window.moments[1])
    assert done == [(window.moments[1], Done("1-1", 1))]
    assert passes(desk) == [(1, 1 + SHIELD_1)]


def test_after_its_moment_an_answer_counts_at_once() -> None:
    desk = thief_on_ben({1: [SHIELD_1], 2: [GEM_2]})
    desk.wait(5_000)
    assert desk.say(1, "lay shield 1") == Done("1-1", 1)


def test_one_may_answer_before_ones_turn_and_otherwise_after_all() -> None:
    desk = thief_on_ben({1: [SHIELD_1], 2: [SHIELD_2]})
    cat = desk.look("cat")
    assert desk.say(2, "pass") is None
    assert desk.say(2, "lay shield 2") is None
    assert cat.messages("no")[-1]["words"] == "You have answered otherwise since."
    desk.wait(5_000)
    assert desk.say(1, "pass") == Done("1-1", 1)
    assert desk.wait(5_000) == [(5_000, Done("2-2", 1))]
    assert passes(desk) == [(1, 0), (2, 1 + SHIELD_2)]


def test_a_card_laid_before_gives_an_answer_back_but_not_a_pass_that_stands() -> None:
    desk = thief_on_ben({1: [SHIELD_1], 2: [SHIELD_2]})
    cat = desk.look("cat")
    assert desk.say(2, "pass") is None
    desk.wait(5_000)
    desk.does(1, "lay shield 1")
    assert cat.messages("no")[-1]["words"] == "Something was played before your chance. Answer again."
    assert [ask["seat"] for ask in cat.latest["asks"]] == [2]
    assert desk.stand(2, "fight") == ""
    assert cat.latest["asks"] == []
    desk.wait(60_000)
    assert (2, 1 + SHIELD_2) not in passes(desk)


def test_a_pass_that_stands_is_seen_by_all_and_can_be_withdrawn() -> None:
    desk = thief_on_ben({1: [SHIELD_1], 2: [SHIELD_2]})
    cat, public = desk.look("cat"), desk.look("")
    offered = [until for until, _ in cat.latest["asks"][0]["window"]["standing"]]
    assert offered == ["fight", "others", "turn"]
    desk.stand(2, "others")
    assert public.latest["seats"][2]["note"] == "passes in others'"
    assert cat.latest["windows"][0]["chosen"] == "others"
    desk.stand(2, "")
    assert public.latest["seats"][2]["note"] == ""
    assert cat.latest["asks"][0]["seat"] == 2


def test_a_pass_in_others_fights_does_not_stand_in_ones_own() -> None:
    desk = dealt({0: [THIEF_1], 1: [SHIELD_1], 2: [SHIELD_2]})
    desk.stand(1, "others")
    desk.does(0, "thief 1 on seat 2")
    assert desk.live.windows.wants(1)


def test_a_pass_for_this_fight_is_over_with_it_and_one_until_my_turn_with_that() -> None:
    desk = thief_on_ben({1: [THIEF_2, GEM_1], 2: [GEM_2]})
    desk.stand(1, "turn")
    desk.stand(2, "fight")
    desk.wait(60_000)
    assert desk.live.table.line.asked == [1]
    assert desk.live.windows.standing.keys() == {2}
    desk.does(1, "thief 2 on seat 1")
    assert desk.live.windows.standing == {}


def test_a_bots_answer_waits_for_its_moment_too_and_a_late_one_is_a_pass() -> None:
    bot = Sitter("Robot", "bot", "random")
    for late in (False, True):
        desk = thief_on_ben({1: [GEM_1], 2: [SHIELD_2]}, ANN, BEN, bot)
        window = desk.live.windows.open
        assert window is not None
        (thought,) = desk.live.bot_calls()  # asked ahead, while Ben's moment hasn't come
        assert (thought.call.seat, thought.window) == (2, window.number)
        if not late:
            assert desk.live.prepare_bot(thought, [1 + SHIELD_2]) is None
            assert desk.live.bot_calls() == []
        done = desk.wait(3_000)
        assert [at for at, _ in done] == [window.moments[1], max(window.moments[1:3])]
        assert passes(desk) == [(1, 0), (2, 0 if late else 1 + SHIELD_2)]
        stale = desk.live.prepare_bot(thought, [1 + SHIELD_2])
        assert stale is not None
        assert refused(stale.reply) == "stale"


def test_an_answer_given_ahead_can_be_taken_back() -> None:
    desk = thief_on_ben({1: [SHIELD_1], 2: [GEM_2]})
    ben = desk.look("ben")
    assert desk.say(1, "lay shield 1") is None
    assert desk.live.asks.undo(1) == {"can": True, "words": "the answer you gave ahead"}
    assert isinstance(desk.undo(1), Done)
    assert ben.messages("no")[-1]["words"] == "Taken back. Choose again."
    desk.wait(60_000)
    assert passes(desk)[0] == (1, 0)


def test_what_is_no_answer_is_refused_at_once() -> None:
    desk = thief_on_ben({1: [SHIELD_1], 2: [GEM_2]})
    assert refused(desk.say(1, "lay shield 2")) == "illegal"
    assert refused(desk.choose(1, 99)) == "illegal"
    late = commands.Choose(id="late", seat=1, question=99, line=(0,))
    assert refused(desk.send("ben", late)) == "stale"
    own = commands.Choose(id="own", seat=1, question=desk.question(1), line=(0,))
    assert refused(desk.send("cat", own)) == "seat"
    assert desk.live.windows.open is not None
    assert desk.live.windows.open.held == {}


def test_while_the_table_stands_still_so_does_its_window() -> None:
    desk = thief_on_ben({1: [SHIELD_1], 2: [GEM_2]})
    desk.wait(1_000)
    desk.live.pause("Ann")
    assert desk.wait(100_000) == []
    assert refused(desk.say(1, "pass")) == "barred"
    desk.live.resume()
    assert desk.wait(200_000)[0][0] == 100_000 + 11_000


def test_at_a_shared_screen_a_seat_is_asked_whatever_it_holds() -> None:
    two = (Sitter("Ben", holder="sofa"), Sitter("Cat", holder="sofa"))
    desk = thief_on_ben({1: [GEM_1], 2: [SHIELD_2]}, ANN, *two, manner=Manner(screen=True))
    assert desk.wait(60_000) == []
    assert desk.person("sofa").curtain == 1
    assert desk.live.sides.uncover("sofa", 1)
    assert desk.live.asks.open(1)


# Hands don't show.


def story(hands: dict[int, list[int]], act: str, layout: str = "wide") -> list[list[tuple[int, bytes]]]:
    """What Ann and a watcher get, and when, if Ben does that in a window that he may or may not be able to use."""
    desk = dealt({0: [THIEF_1], **hands})
    desk.does(0, "thief 1 on seat 3")
    watching: list[Recorder] = [desk.look("ann", layout), desk.look("", layout)]
    desk.wait(400)
    if act == "at once" and desk.live.windows.wants(1):
        assert desk.say(1, "pass") is None
    elif act == "stands":
        desk.stand(1, "fight")
    elif act == "changes":
        desk.stand(1, "fight")
        desk.wait(500)
        desk.stand(1, "")
        if desk.live.windows.wants(1):
            assert desk.say(1, "pass") is None
    desk.wait(4_000)
    return [one.got for one in watching]


@pytest.mark.parametrize("act", ["at once", "stands", "changes"])
def test_for_the_same_pass_the_others_get_the_same_at_the_same_time(act: str) -> None:
    without = story({1: [GEM_1], 2: [GEM_2]}, act)
    for hand in ([SHIELD_1], [SHIELD_2]):
        assert story({1: hand, 2: [GEM_2]}, act) == without
    assert any(b"Ben passes" in message for _, message in without[0])


def test_what_is_held_does_not_show_before_its_moment() -> None:
    desk = thief_on_ben({1: [SHIELD_1], 2: [GEM_2]})
    ann = desk.look("ann")
    before = list(ann.got)
    desk.say(1, "lay shield 1")
    desk.undo(1)
    desk.say(1, "pass")
    assert ann.got == before


def test_laid_cards_are_where_they_belong() -> None:
    desk = thief_on_ben({1: [SHIELD_1], 2: [GEM_2]})
    desk.wait(5_000)
    desk.does(1, "lay shield 1")
    state = desk.live.table.line.state
    assert isinstance(state, Thieves)
    assert [card for card, at in enumerate(state.place) if at == LAID] == [THIEF_1, SHIELD_1]


# Whatever people do.


def test_every_answer_is_answered_once_and_every_window_closes() -> None:
    assert sum(windows_of_a_game(case) for case in range(40)) > 40


def windows_of_a_game(case: int) -> int:
    """Let people answer, answer otherwise, take back, let passes stand; returns how many windows there were."""
    dice = stream("answers", case)
    desk = Desk(THIEVES, ANN, BEN, CAT, seed=str(case))
    viewers = {seat: desk.look(holder) for seat, holder in enumerate(("ann", "ben", "cat"))}
    waiting: set[str] = set()
    opened = 0
    for _ in range(60):
        live = desk.live
        seats = [seat for seat in range(3) if live.asks.open(seat)]
        for seat in seats:
            kind = dice.below(6)
            if kind < 3:
                options = desk.options(seat)
                before = desk.sent[seat]
                if desk.choose(seat, options[dice.below(len(options))]) is None:
                    waiting.add(f"{seat}-{before + 1}")
            elif kind == 3 and live.windows.is_held(seat):
                desk.undo(seat)
            elif kind == 4:
                desk.stand(seat, ("fight", "turn", "others", "")[dice.below(4)])
        window = live.windows.open
        opened += window is not None and window.opened == live.now
        for _, reply in desk.wait(live.now + dice.below(3_000)):
            waiting.discard(reply.id)
        waiting -= {str(one["id"]) for viewer in viewers.values() for one in viewer.messages("no")}
        held = live.windows.open.held if live.windows.open else {}
        assert waiting == {answer.command.id for answer in held.values() if answer.command}
        window = live.windows.open
        assert window is None or live.now < window.since + 12_000 + 1
        if live.table.seating.end:
            break
    return opened

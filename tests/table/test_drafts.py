"""Drafts: composed in any order, judged at each change, kept for one seat alone, committed as a line."""

from __future__ import annotations

import pytest
from witchboard_tiny.hideout import GAME as HIDEOUT
from witchboard_tiny.hideout import Hideout

from witchboard.engine.errors import MalformedError
from witchboard.engine.game import PUBLIC
from witchboard.engine.stream import stream
from witchboard.games.ghoulash import GAME as HUNT
from witchboard.table.commands import Done
from witchboard.table.drafts import Drafts

from .desk import Desk

MOUSE_1, MOUSE_2, CAT = range(3)
A1, B1, C1, A2, B2, C2 = range(6)


def test_what_is_to_be_composed_comes_with_its_counts() -> None:
    draft = Desk(HIDEOUT).look("ann").latest["asks"][0]["draft"]
    assert [words for _, _, words in draft["pieces"]] == ["mouse", "mouse", "cat"]
    assert [place for place, _, _ in draft["places"]] == [A1, B1, C1, A2, B2, C2]
    assert draft["counts"] == [["mouse", 0, 2], ["cat", 0, 1]]
    assert (draft["pairs"], draft["faults"], draft["ready"], draft["fill"]) == ([], [], False, True)


def test_each_change_is_judged_with_rule_and_element() -> None:
    live = Desk(HIDEOUT).live
    judged = live.drafts.judged(live.table.line.state, 0, ((CAT, B1), (MOUSE_1, A1)))
    assert judged["faults"] == [{"words": "The cat sits beside a mouse.", "rule": "HO-003", "element": (CAT, B1)}]
    assert judged["counts"] == [("mouse", 1, 2), ("cat", 1, 1)]
    good = live.drafts.judged(live.table.line.state, 0, ((CAT, C2), (MOUSE_2, A1), (MOUSE_1, B1)))
    assert (good["faults"], good["ready"]) == ([], True)


@pytest.mark.parametrize(
    "pairs", [((9, A1),), ((MOUSE_1, 77),), ((MOUSE_1, A1), (MOUSE_1, B1))], ids=["no piece", "no place", "twice"]
)
def test_what_can_be_no_draft_is_refused(pairs: tuple[tuple[int, int], ...]) -> None:
    live = Desk(HIDEOUT).live
    with pytest.raises(MalformedError):
        live.drafts.check(live.table.line.state, 0, pairs)


def test_a_draft_outlives_a_reload_and_a_restart_and_nobody_else_sees_it() -> None:
    desk = Desk(HIDEOUT)
    ben, public = desk.look("ben"), desk.look("")
    desk.live.drafts.keep(0, 1, ((MOUSE_1, B2),))
    desk.views.show(desk.live)
    assert (len(ben.got), len(public.got)) == (1, 1)
    for table in (desk, desk.reloaded()):
        assert table.look("ann").latest["asks"][0]["draft"]["pairs"] == [[MOUSE_1, B2]]
        assert table.look("ben").latest["asks"][0]["draft"]["pairs"] == []


def test_a_draft_goes_with_its_question() -> None:
    desk = Desk(HIDEOUT)
    desk.live.drafts.keep(0, 1, ((MOUSE_1, B2),))
    desk.does(0, "hide on a1")
    assert desk.live.drafts.kept == {}


def test_it_is_committed_as_the_line_in_canonical_order() -> None:
    desk = Desk(HIDEOUT)
    state = desk.live.table.line.state
    assert isinstance(state, Hideout)
    line = HIDEOUT.drafting.line(state, 0, ((CAT, C2), (MOUSE_2, A1), (MOUSE_1, B1)))
    assert desk.choose(0, *line) == Done("0-1", 3)
    assert desk.live.table.line.asked == [1]


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("pairs", [(), ((CAT, B2),), ((MOUSE_1, A1), (MOUSE_2, B1))], ids=["empty", "cat", "mice"])
def test_do_it_for_me_finishes_what_is_begun(pairs: tuple[tuple[int, int], ...], seed: int) -> None:
    live = Desk(HIDEOUT).live
    state = live.table.line.state
    found = live.drafts.filled(state, 0, pairs, stream("fill", seed))
    assert found is not None
    assert set(pairs) <= set(found)
    assert live.drafts.faults(state, 0, found) == []


def test_do_it_for_me_says_so_where_there_is_no_way() -> None:
    live = Desk(HIDEOUT).live
    state = live.table.line.state
    middle = ((MOUSE_1, B1), (MOUSE_2, B2))  # no square is left that has no mouse beside it
    assert live.drafts.filled(state, 0, middle, stream("fill")) is None
    why = live.drafts.stuck(state, 0, middle)
    assert (why.words, why.rule) == ("No square is left for the cat. Take something away first.", "HO-003")


def test_what_is_wrong_already_is_named_before_anything_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """GH-019: the square and the rule, not just that no way was found."""
    state = HUNT.new(2, {"scenario": "gh-s01", "hides": "secret"})
    drafts, plan = Drafts(HUNT), state.plan  # type: ignore[arg-type]  # a game is one of its own state's
    ghoul = next(piece for piece, _, words in drafts.check(state, 0, ()).pieces if words == "Ghoul")
    bare = [at for at in range(plan.squares) if plan.enterable[at] and not plan.shaded[at]]
    street = next(at for at in bare if not plan.is_start[at] and not plan.safe[at])
    monkeypatch.setattr(drafts, "_some", lambda *_: pytest.fail("something was tried"))
    assert drafts.filled(state, 0, ((ghoul, street),), stream("fill")) is None
    why = drafts.stuck(state, 0, ((ghoul, street),))
    assert why.words == f"The briefing allows no Ghoul on {plan.names[street]}. Take something away first."
    assert (why.rule, why.element) == ("GH-019", (ghoul, street))


def test_what_found_no_place_is_counted() -> None:
    live = Desk(HIDEOUT).live
    why = live.drafts.stuck(live.table.line.state, 0, ((MOUSE_1, A1),))
    assert why.words == "No way was found to finish it like that. 2 not hidden yet. Take something away first."


def test_do_it_for_me_differs_from_time_to_time() -> None:
    drafts = Drafts(HIDEOUT)  # type: ignore[arg-type]  # a game is one of its own state's
    state = HIDEOUT.new(2)
    assert len({drafts.filled(state, 0, (), stream("fill", seed)) for seed in range(20)}) > 5


def test_the_others_learn_nothing_while_one_hides() -> None:
    desk = Desk(HIDEOUT)
    viewers = [desk.look("ben"), desk.look("")]
    before = [list(one.got) for one in viewers]
    desk.choose(0, A1, B1)
    desk.undo(0)
    desk.choose(0, A1, B1, C2)
    assert [one.got for one in viewers] == before
    assert [chair["asked"] for chair in viewers[1].latest["seats"]] == [True, True]
    assert desk.live.films[PUBLIC].now.seq == desk.live.films[PUBLIC].frames[0].seq

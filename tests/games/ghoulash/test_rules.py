"""Rules that a vector can't show: about scenario files, drafts, what the computer hides, what a game is worth."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import cast

import pytest

from tests.games.ghoulash.table import laid_out
from tests.games.ghoulash.test_words import step_on
from witchboard.bots import bot_names
from witchboard.engine import play
from witchboard.engine.content import ContentError
from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.entries import Sitter
from witchboard.engine.errors import IllegalError
from witchboard.engine.game import Game, UnknownError
from witchboard.engine.record import header_of
from witchboard.engine.state import EVERYONE, State, Watch
from witchboard.engine.stream import stream
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.content import Source, load, shipped
from witchboard.games.ghoulash.rules.keepers import draw_hide
from witchboard.games.ghoulash.score import match_winner, medal, outcome, returns
from witchboard.games.ghoulash.spelling import notation
from witchboard.games.ghoulash.state import Hunt
from witchboard.games.ghoulash.tables import ITEM_MASK, Plan
from witchboard.table.commands import Choose, Done, Rewind
from witchboard.table.table import Table

LANE = GAME.box.plan("GH-S00")
BELLS = GAME.box.plan("GH-S01")


def square(plan: Plan, name: str) -> int:
    return plan.names.index(name)


# The map and scenario files.


def test_each_square_is_street_or_part_of_an_area() -> None:
    """GH-008: and only squares of areas are shaded."""
    for plan in GAME.box.plans:
        for number in range(plan.squares):
            street = plan.area[number] == len(plan.area_names)
            assert not (street and plan.shaded[number])
            assert plan.enterable[number] or street


def test_every_scenario_has_kits() -> None:
    """GH-086."""
    assert all(plan.kits > 0 for plan in GAME.box.plans)


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        ("J10", "10-J"),
        ("j-10", "10-J"),
        ("10j", "10-J"),
        ("10-J", "10-J"),
        ("c2 north", "2-C north"),
        ("seat 1", "seat 1"),
    ],
)
def test_squares_are_understood_in_every_spelling(given: str, printed: str) -> None:
    """GH-011."""
    assert notation(given) == printed


def changed(key: str, old: str, new: str) -> list[Source]:
    """The shipped scenarios with a text changed in one of them, once."""
    sources = shipped()
    for at, source in enumerate(sources):
        if f'id = "{key}"' in source.text:
            assert source.text.count(old) >= 1
            start = source.text.rindex(old)
            sources[at] = Source(source.name, source.text[:start] + new + source.text[start + len(old) :])
    return sources


@pytest.mark.parametrize(
    ("key", "old", "new", "rule"),
    [
        ("GH-S01", "count = 8", "count = 9", "GH-186"),  # more foes to destroy than are hidden
        ("GH-S00", 'item = "radio"', 'item = "lamp"', "GH-186"),  # a goal that is not hidden
        ("GH-S06", "wheel = 3", "wheel = 4", "GH-186"),
        ("GH-S03", '"carrying:canister"', '"carrying:lamp"', "GH-186"),
        ("GH-S05", "count = 5\nof", "count = 6\nof", "GH-186"),  # every exit blocked
        ("GH-S09", 'a = "10-D"\nb = "10-M"', 'a = "10-D"\nb = "7-J"', "GH-187"),  # a square of two stairs
        ("GH-S09", 'a = "10-D"\nb = "10-M"', 'a = "10-D"\nb = "10-D"', "GH-187"),
    ],
)
def test_a_scenario_that_can_t_be_played_is_not_loaded(key: str, old: str, new: str, rule: str) -> None:
    """GH-186, GH-187."""
    with pytest.raises(ContentError, match=rule):
        load(changed(key, old, new))


def test_a_scenario_turns_variants_on() -> None:
    """GH-151: unless it says so they are off."""
    game = GAME.with_content({"GH-S00.options": {"hardcore": True, "bump_ends_move": False}})
    state = game.new(2, {"scenario": "gh-s00", "hides": "random", "seed": 1})
    assert (state.hardcore, state.soft_bump, state.free_stop, state.last_answer) == (1, 1, 0, 0)


def test_mirror_play_is_for_two() -> None:
    """GH-159."""
    with pytest.raises(UnknownError, match="GH-160"):
        GAME.new(3, {"hides": "mirror"})


# Hiding as a draft.


def test_a_draft_is_refused_by_every_rule_it_breaks() -> None:
    """GH-030, GH-040: the words name the square, the fault its rule and its piece."""
    state = GAME.new(2, {"scenario": "gh-s00"})
    pairs = [(0, square(LANE, "4-B")), (1, square(LANE, "5-F")), (2, square(LANE, "6-G")), (3, square(LANE, "1-C"))]
    faults = GAME.drafting.faults(state, 0, pairs, False)
    assert {(fault.rule, fault.element) for fault in faults} == {
        ("GH-019", pairs[0]),
        ("GH-020", pairs[2]),
        ("GH-025", pairs[3]),
    }
    assert any("4-B" in fault.words for fault in faults) and any("1-C" in fault.words for fault in faults)
    whole = {fault.rule for fault in GAME.drafting.faults(state, 0, [], True)}
    assert whole == {"GH-018"}


def test_squares_where_a_piece_would_be_wrong_are_marked() -> None:
    """GH-040: after every change."""
    state = GAME.new(2, {"scenario": "gh-s00"})
    before = next(iter(GAME.drafting.barred(state, 0, []).values()))
    after = next(iter(GAME.drafting.barred(state, 0, [(0, square(LANE, "5-F"))]).values()))
    assert square(LANE, "4-B") in before and square(LANE, "5-G") not in before
    assert square(LANE, "5-G") in after and square(LANE, "5-A") not in after


def test_a_hide_can_be_drawn_and_changed_until_it_is_ready() -> None:
    """GH-031: what is there stays, the rest is filled."""
    state = GAME.new(2, {"scenario": "gh-s08"})
    given = [(0, square(state.plan, "1-D"))]
    filled = GAME.drafting.fill(state, 0, given, stream(1, "fill"))
    assert filled is not None and given[0] in filled
    assert not GAME.drafting.faults(state, 0, filled, True)
    for option in GAME.drafting.line(state, 0, filled):
        play.choose(state, 0, option)
    assert play.asked(state) == [1]


# What the computer hides and what may be imagined.


def test_the_same_seed_is_the_same_hide() -> None:
    """GH-163."""
    options = {"scenario": "gh-s06", "hides": "random", "keeper": "doorkeeper"}
    hides = [GAME.new(1, {**options, "seed": seed}).hide for seed in (7, 7, 8)]
    assert hides[0] == hides[1] != hides[2]


@pytest.mark.parametrize("plan", GAME.box.plans, ids=lambda plan: plan.key)
def test_random_hides_are_legal_and_each_as_likely(plan: Plan) -> None:
    """GH-178: on Dead End Lane three of four houses have a Ghoul, each choice of squares as likely as any other."""
    luck, counts, draws = stream(plan.key, "hides"), Counter[str](), 600 if plan is LANE else 3
    for _ in range(draws):
        lot, _ = draw_hide(plan, 0, luck)
        assert all(missing == 0 for missing in lot.missing)
        for line in plan.lines:
            for at in range(plan.squares):
                if lot.hide[at] & line.bits == line.bits and line.icon == "ghoul" and line.allowed[at]:
                    counts[plan.area_names[plan.area[at]]] += 1
    if plan is LANE:
        sizes = {"a": 6, "b": 6, "c": 4, "d": 6}
        ways = {
            left_out: Fraction(6 * 6 * 6 * 4, size) for left_out, size in sizes.items()
        }  # three houses: the product of their sizes
        for area in sizes:
            chance = float(1 - ways[area] / sum(ways.values()))
            assert abs(counts[area] / draws - chance) < 4 * sqrt(chance * (1 - chance) / draws)


def test_the_doorkeeper_lies_in_wait_behind_doors() -> None:
    """GH-178: foes and obstacles on the squares inside doors far more often than a random keeper's."""
    shares = []
    for keeper in (0, 1):
        luck, inside, total = stream(keeper, "doors"), 0, 0
        for _ in range(60):
            lot, _ = draw_hide(BELLS, keeper, luck)
            for at in range(BELLS.squares):
                if lot.hide[at] & ~ITEM_MASK:
                    total += 1
                    inside += bool(BELLS.door_weight[at])
        shares.append(inside / total)
    assert shares[1] > 2 * shares[0]


@pytest.mark.parametrize(
    ("explored", "radio", "ghoul"),
    [(["1-C"], Fraction(1, 22), None), (["1-C", "2-C", "2-B", "2-A", "1-A", "1-B"], Fraction(1, 18), Fraction(1, 6))],
)
def test_what_may_be_imagined_has_the_odds_of_a_uniform_hide(
    explored: list[str], radio: Fraction, ghoul: Fraction | None
) -> None:
    """GH-172, GH-E34: from the start with no news, and after all of building c."""
    state = laid_out("lane-walk", {"at.1": explored[-1], "seen.1": explored})
    known = GAME.know(state, 0)
    luck, draws = stream(str(explored), "odds"), 1500
    places, foes = Counter[int](), Counter[int]()
    for _ in range(draws):
        world = GAME.imagine(known, luck)
        for at in range(LANE.squares):
            content = int(world.hide[at])
            places[at] += LANE.items[content & 15] == "radio"
            foes[at] += LANE.foes[content >> 4 & 15] == "ghoul"
    shaded = [at for at in range(LANE.squares) if LANE.shaded[at] and LANE.names[at] not in explored]
    assert len(shaded) == 1 / radio
    for at in shaded:
        assert abs(places[at] / draws - float(radio)) < 4.5 * sqrt(float(radio) / draws)
        if ghoul:
            assert abs(foes[at] / draws - float(ghoul)) < 4.5 * sqrt(float(ghoul) / draws)


def test_two_hides_that_have_not_shown_a_difference_are_one_to_the_explorer() -> None:
    """GH-145, GH-148, GH-182: what a seat and its bot get is the same to the byte."""
    worlds = [
        laid_out("lane-walk", {"at.1": "3-C", "seen.1": ["1-C", "2-C", "3-C"], "hide.1": hide})
        for hide in (
            "ghoul 2-D 5-B 6-F, hole 3-D, debris 5-F, kit 4-G, radio 6-F",
            "ghoul 1-A 5-C 6-G, hole 4-A, debris 3-D, kit 5-C, radio 2-A",
        )
    ]
    assert json.dumps(GAME.know(worlds[0], 0)) == json.dumps(GAME.know(worlds[1], 0))
    assert GAME.view(worlds[0], 0) == GAME.view(worlds[1], 0)
    assert GAME.choices(worlds[0], 0) == GAME.choices(worlds[1], 0)
    assert json.dumps(GAME.know(worlds[0], 1)) != json.dumps(GAME.know(worlds[1], 1))


class Honest(Watch):
    """Holds every announcement against what was hidden."""

    def __init__(self) -> None:
        self.heard = 0

    def tell(
        self, state: State, kind: str, values: tuple[int, ...] = (), audience: int = EVERYONE, reveals: bool = False
    ) -> None:
        assert isinstance(state, Hunt)
        if kind not in ("step", "found", "attack", "obstacle"):
            return
        grid, at = values[:2]
        here = int(state.hide[grid * state.plan.squares + at])
        kinds = {"found": here & 15, "attack": here >> 4 & 15, "obstacle": here >> 8}
        assert kind == "step" or kinds[kind] == values[2]
        assert kind != "step" or not here or not int(state.left[grid * state.plan.squares + at])
        self.heard += 1


def test_the_keeper_tells_the_truth() -> None:
    """GH-066: silence where nothing lies, and nothing but what does."""
    honest = Honest()
    state = GAME.new(2, {"scenario": "gh-s10", "hides": "random", "turn-limit": 15})
    luck = stream("honest", 1)
    while not state.over:
        step_on(state, luck, honest)
    assert honest.heard > 40


# Ways.


def test_a_way_is_checked_before_its_first_step() -> None:
    """GH-191: through a known wall it is refused whole; a doorway that may be blocked makes it no less legal."""
    state = laid_out("lane-walk", {"at.1": "3-C", "seen.1": ["1-C", "2-C", "3-C"]})
    drawn = GAME.way(state, 0, ["own-3-D", "own-3-E"])
    assert [play.decision(state, 0).text(state, option) for option in drawn.line] == ["3-C east", "3-D east"]
    bumped = {"at.1": "4-C", "seen.1": ["1-H", "4-C"], "blocked.1": ["4-D W", "8-H S", "1-J W"]}
    unknown = laid_out("drain-walk", bumped)
    assert GAME.way(unknown, 0, ["own-4-D"]).line
    play.choose(unknown, 0, GAME.way(unknown, 0, ["own-4-D"]).line[0])
    known = laid_out("drain-walk", {**bumped, "bumped.1": ["4-D W"], "seen.1": ["1-H", "4-C"]})
    line = GAME.way(known, 0, ["own-4-D"]).line
    assert "4-C east" not in [play.decision(known, 0).text(known, option) for option in line]


def test_a_way_ends_at_the_first_encounter() -> None:
    """GH-053, GH-054: what was announced beyond it is void; up to it a way is the same as its single steps."""
    state = laid_out("lane-walk", {"at.1": "2-C", "seen.1": ["1-C", "2-C"]})
    line = GAME.way(state, 0, ["own-3-C", "own-3-D", "own-3-E"]).line
    taken = 0
    for option in line:
        if play.asked(state) != [0]:
            break
        play.choose(state, 0, option)
        taken += 1
    assert (len(line), taken) == (3, 2)
    assert state.plan.names[state.at[0]] == "3-D"
    with pytest.raises(IllegalError):
        GAME.parse_option(state, 0, "3-D east")


# The end.


def test_resigning_is_no_option() -> None:
    """GH-189: random play would resign."""
    assert all("resign" not in text for text in _texts(laid_out("lane-walk")))


def _texts(state: Hunt) -> list[str]:
    step = play.decision(state, 0)
    return [step.text(state, option) for option in step.options(state, 0)]


def won(turns: int, wounds: int, winner: int) -> Hunt:
    """A game on Dead End Lane that a seat has won in so many turns."""
    loser = 1 - winner
    state = laid_out(
        "lane-walk",
        {
            "active": winner + 1,
            "first": winner + 1,
            f"phase.{loser + 1}": "idle",
            f"phase.{winner + 1}": "move",
            f"start.{winner + 1}": "1-C",
            f"at.{winner + 1}": "6-G",
            f"seen.{winner + 1}": ["1-C", "6-G"],
            f"turns.{winner + 1}": turns,
            f"wounds.{winner + 1}": [wounds, 0],
        },
        (f"seat {winner + 1}: 6-G west",),
    )
    assert state.over
    return state


def test_a_match_of_two_games() -> None:
    """GH-158: wins, then fewer turns of the winner, then fewer wounds, then a draw."""
    assert match_winner([won(5, 0, 0), won(9, 0, 0)]) == 0
    assert match_winner([won(5, 0, 0), won(4, 7, 1)]) == 1
    assert match_winner([won(5, 3, 0), won(5, 2, 1)]) == 1
    assert match_winner([won(5, 2, 0), won(5, 2, 1)]) is None


def test_a_match_in_words() -> None:
    """GH-158: after the first game the other seat moves first, after the second the match is decided."""
    options = GAME.settle_options(2, {"match": True})
    assert GAME.series([won(5, 0, 0)], GAME.settle_options(2, {})) is None
    first = won(5, 2, 0)
    half = GAME.series([first], options)
    assert half is not None and not half.over
    assert half.options == {**options, "first": 2 - first.first}
    begins = f"In the second game Seat {2 - first.first} moves first."
    assert half.words == f"The match: Seat 1 leads by a game won in 5 turns with 2 wounds. {begins}"
    for second, words in (
        (won(9, 0, 0), "Seat 1 wins the match by 2 : 0 games."),
        (won(4, 7, 1), "Seat 2 wins the match: one game each, won in 4 turns against 5."),
        (won(5, 1, 1), "Seat 2 wins the match: one game each in 5 turns, with 1 wound against 2."),
        (won(5, 2, 1), "The match ends 1 : 1, in all equal: a draw."),
    ):
        whole = GAME.series([first, second], half.options)
        assert whole is not None and whole.over
        assert whole.words == words


def test_a_match_is_of_two() -> None:
    """GH-158."""
    with pytest.raises(UnknownError, match=r"match.*expected 2 players, got 3"):
        GAME.new(3, {"match": True})


def test_what_a_game_is_worth() -> None:
    """GH-198: 1 and -1 for two; shares of the win less one's part in a ring; the score alone."""
    assert returns(won(5, 0, 1)) == [-1, 1]
    drawn = {"limit": 1, "at.1": "3-C", "seen.1": ["1-C", "3-C"], "turns.2": 1}
    capped = laid_out("lane-walk", drawn, ("seat 1: 3-C east",))
    assert capped.over and returns(capped) == [0, 0]
    assert outcome(capped).words == "After 1 turn each the game is called off: a draw."
    both = {"hardcore": 1, "alive.2": 0, "wounds": {"1": [7, 0], "2": [8, 0]}, "at.1": "4-F", "seen.1": ["1-C", "4-F"]}
    lost = laid_out("lane-walk", both, ("seat 1: 4-F north",))
    assert lost.over and returns(lost) == [-1, -1]


def test_the_challenge_of_a_day() -> None:
    """GH-163: every map and every keeper has its day, and two who play it meet the same hide."""
    seen = set()
    for day in range(739_000, 739_033):
        challenge = GAME.daily(day)
        assert challenge is not None and challenge.players == 1
        seen.add((challenge.options["scenario"], challenge.options["keeper"]))
    assert len(seen) == 33
    options = GAME.daily(739_585).options  # type: ignore[union-attr]
    hides = []
    for luck in ("one", "other"):
        dealer = CommittedDealer.named(luck)
        header = header_of(GAME, 1, GAME.settle_options(1, options), (Sitter("Ann", holder="ann"),), dealer)
        hides.append(list(Table.begin("table", cast(Game[State], GAME), header, dealer).line.state.hide))  # type: ignore[attr-defined]
    assert hides[0] == hides[1] and any(hides[0])


def test_medals() -> None:
    """GH-166: own turns at most the quartiles of the table."""
    found = []
    for turns in (2, 3, 5, 7):
        state = GAME.new(1, {"scenario": "gh-s00", "seed": 1})
        changes = {
            "hide.1": "ghoul 2-D 5-B 6-F, hole 3-D, debris 5-F, kit 4-G, radio 6-F",
            "first": 1,
            "active": 1,
            "turning": 1,
            "turns.1": turns,
            "phase.1": "move",
            "start.1": "1-C",
            "at.1": "6-G",
            "seen.1": ["1-C", "6-G"],
        }
        placed = GAME.changed(state, changes, ["Play"])
        play.advance(placed)
        play.choose(placed, 0, GAME.parse_option(placed, 0, "6-G west"))
        found.append(medal(placed, GAME.content))
    assert found == ["gold", "silver", "bronze", ""]


def test_going_back_alone_is_practice() -> None:
    """GH-168: at a table with one person one may go back over what came out; the run counts no more."""
    options = GAME.settle_options(1, {"scenario": "gh-s00", "seed": 1})
    dealer = CommittedDealer.named("alone")
    header = header_of(GAME, 1, options, (Sitter("Ann", holder="ann"),), dealer)
    table = Table.begin("alone", cast(Game[State], GAME), header, dealer)
    line = table.line
    first = play.options(line.state, 0)[0]
    walk = Choose(id="walk", seat=0, question=line.questions[0], line=(first,))
    for command in (walk, Rewind(id="back", seat=0, to=0)):
        assert not table.seating.practice
        prepared = table.prepare("ann", command)
        table.commit(prepared)
        assert isinstance(prepared.reply, Done)
    assert table.seating.practice


def test_play_now_opens_the_lesson_and_from_the_second_game_on_the_basic_game() -> None:
    """Both grids hidden by the computer, with "hide it yourself" beside it."""
    for met, scenario in ((False, "GH-S00"), (True, "GH-S01")):
        first, yourself, *_ = GAME.front.offered(met)
        for opening, hides in ((first, "random"), (yourself, "secret")):
            options = GAME.settle_options(opening.players, opening.options)
            assert (str(options["scenario"]).upper(), options["hides"]) == (scenario, hides)
            assert opening.bots[0] == "" and set(opening.bots[1:]) <= set(bot_names(cast(Game[State], GAME)))
    assert GAME.new(2, GAME.front.openings[0].options).plan is LANE

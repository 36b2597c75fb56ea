"""What GHOULASH's bots believe, weigh and do; that they know no more than their seat, and always answer."""

from __future__ import annotations

import json

import pytest

from witchboard.bots import Seat, bot_names, find_bot
from witchboard.engine import play
from witchboard.engine.stream import Stream, stream
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.bot import PLAYERS, HunterPlayer, Player
from witchboard.games.ghoulash.bot_belief import Belief
from witchboard.games.ghoulash.bot_odds import FIGHTS, Outlook, Survival
from witchboard.games.ghoulash.bot_sight import Sight
from witchboard.games.ghoulash.bot_ways import Ways
from witchboard.games.ghoulash.rules.keepers import draw_hide, hide_of
from witchboard.games.ghoulash.rules.legality import legal
from witchboard.games.ghoulash.state import EXPERT_KEEPER, KIT, RANDOM_KEEPER, SHOT, Hunt

SCENARIOS = tuple(plan.key for plan in GAME.box.plans)
LANE = GAME.plan("GH-S00")


def explored(*squares: str) -> Sight:
    """The sight of one who has found these squares of Dead End Lane empty."""
    sight = Sight(LANE)
    for name in ("1-C", *squares):
        sight.found[LANE.names.index(name)] = 0
    return sight


def believed(sight: Sight) -> dict[str, Belief]:
    belief = Belief(LANE, [1.0])
    belief.study(sight)
    return {"even": belief}


def chance(belief: Belief, icon: str, square: str) -> float:
    number = next(at for at, line in enumerate(LANE.lines) if line.icon == icon)
    return belief.chance(number, LANE.names.index(square))


def test_they_sit_down_by_name() -> None:
    assert bot_names(GAME)[:3] == ["random", "hunter", "walker"]
    assert all(find_bot(GAME, name).sentence for name in PLAYERS)


def test_belief_of_the_worked_example() -> None:
    """GH-E34: caps and counts are reckoned with exactly (GH-172)."""
    start = believed(explored())["even"]
    assert chance(start, "radio", "6-F") == pytest.approx(1 / 22)
    assert chance(start, "radio", "3-A") == 0
    later = believed(explored("2-A", "2-B", "1-A", "1-B"))["even"]
    assert chance(later, "radio", "6-F") == pytest.approx(1 / 18)
    for name in ("6-A", "5-G", "2-E"):
        assert chance(later, "ghoul", name) == pytest.approx(1 / 6), name


def test_belief_adds_up_under_every_habit_and_in_every_scenario() -> None:
    """As many icons are expected as the briefing lists, minimums and caps or not (GH-018 to GH-021)."""
    for plan in GAME.box.plans:
        belief = Belief(plan, [0.4, 0.4, 0.2])
        belief.study(Sight(plan))
        for number, line in enumerate(plan.lines):
            total = sum(belief.chance(number, square) for square in range(plan.squares))
            assert total == pytest.approx(float(line.count), rel=0.03), (plan.key, line.icon)


def test_belief_learns_the_keepers_habit() -> None:
    """Foes met at doors speak for a doorkeeper (GH-178)."""
    sight = explored("2-C", "3-C")
    for name in ("2-B", "2-E"):
        assert LANE.door_weight[LANE.names.index(name)]
        sight.found[LANE.names.index(name)] = LANE.lines[0].bits
    belief = Belief(LANE, [0.5, 0.5])
    belief.study(sight)
    assert belief.trust[1] > 0.8


@pytest.mark.parametrize("fights, dies", [(3, 0.005), (4, 0.097), (5, 0.305), (6, 0.546), (7, 0.743), (8, 0.870)])
def test_survival_is_the_table_of_the_rules(fights: int, dies: float) -> None:
    assert 1 - Survival(Outlook(15)).rest(fights, 0, 0)[0] == pytest.approx(dies, abs=0.0006)


def test_survival_reckons_with_vest_and_dear_misses() -> None:
    """GH-095, GH-142."""
    vest, dear = Outlook(15), Outlook(15)
    vest.spared = 1
    dear.prices = [2] * (FIGHTS + 1)
    assert 1 - Survival(vest).rest(6, 0, 0)[0] == pytest.approx(0.114, abs=0.0006)
    assert 1 - Survival(dear).rest(4, 0, 0)[0] == pytest.approx(0.761, abs=0.0006)
    assert Survival(Outlook(15)).rest(6, 0, 0)[15] > 0.9


def test_survival_does_not_know_how_many_fights_are_to_come() -> None:
    """Near a full meter what is sought may turn up first; far from it every foe may."""
    outlook = Outlook(15, 0)
    outlook.spare = FIGHTS
    survival = Survival(outlook)
    drawn = survival.rest(7, 1, 0)
    assert drawn[0] == pytest.approx(sum(Survival(Outlook(15)).rest(n, 0, 0)[0] for n in range(8)) / 8)
    assert drawn[14] == pytest.approx(1 / 8 + 7 / 8 / 6 * survival.rest(6, 1, 0)[14])
    outlook = Outlook(15, 1)
    outlook.spare = FIGHTS
    urn = Survival(outlook)
    assert urn.rest(7, 1, 1)[12] > drawn[12]
    assert urn.rest(7, 1, 0)[15 + 12] > urn.rest(7, 1, 1)[12]


def test_the_most_promising_piece_of_the_tree_comes_first() -> None:
    """A dear door with much behind it beats a cheap square with little (Horn 1972)."""
    ways = Ways(LANE)
    ways.parent = [0, 0, 1, 0]
    ways.root = [1, 0, 0, 0]
    ways.order = [1, 3, 2]
    padding = [0.0] * (LANE.squares - 4)
    aim, ratio = ways.best([0.0, 0.0, 9.0, 1.0, *padding], [1.0, 2.0, 1.0, 1.0, *padding])
    assert (aim, ratio) == (1, 3.0)


def alone(scenario: str, seed: int) -> Hunt:
    state = GAME.new(1, {"scenario": scenario.casefold()})
    chance = stream(seed, "chance")
    while play.chance(state):
        play.answer(state, int(chance.below(play.chance(state).outcomes(state))))  # type: ignore[union-attr]
    return state


def test_a_kit_is_left_by_the_unhurt_and_used_by_the_dying() -> None:
    """GH-088, GH-091."""
    for wounds, wanted in ((0, 1), (7, 0)):
        state = alone("GH-S00", 3)
        square = LANE.names.index("3-D")
        state.seen[square], state.at[0], state.phase[0], state.known[0] = 1, square, KIT, 1
        kit = next(line for line in LANE.lines if line.icon == "kit")
        state.hide[square] = state.left[square] = kit.bits
        state.wounds[0] = wounds
        hunter = HunterPlayer().explorer(LANE)
        assert hunter.choose(state, 0, [0, 1], Stream(1)) == wanted


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("level", [0, 1, 2])
def test_every_hide_is_legal(scenario: str, level: int) -> None:
    """GH-018 to GH-036."""
    plan = GAME.plan(scenario)
    for number in range(8):
        hide, blocked = hide_of(plan, level, stream(scenario, level, number))
        assert legal(plan, hide, blocked)
        for line in plan.lines:
            mask = 15 << (4 * line.slot)
            assert sum(content & mask == line.bits for content in hide) == line.count


def test_hides_of_the_expert_are_all_different() -> None:
    """GH-179: they can't be learnt."""
    hides = {str(hide_of(LANE, 2, stream("vary", number))) for number in range(50)}
    assert len(hides) == 50


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_hide_is_a_line_of_offered_answers(scenario: str) -> None:
    """GH-184."""
    state = GAME.new(2, {"scenario": scenario.casefold(), "hides": "secret", "preset-weak-spots": True})
    told = json.loads(json.dumps(GAME.know(state, 0)))
    for option in find_bot(GAME, "hunter").answer(Seat(GAME, 0, lambda: told), stream("line", scenario)):
        assert option in play.options(state, 0)
        play.choose(state, 0, option)
    assert play.asked(state) == [1]


@pytest.mark.parametrize("name", sorted(PLAYERS))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_they_answer_by_their_knowledge_alone(scenario: str, name: str) -> None:
    """GH-182: the true world and two imagined ones get the same answer, wherever a seat is asked."""
    state = GAME.new(2, {"scenario": scenario.casefold(), "hides": "random", "first": 1})
    player = PLAYERS[name]()
    assert isinstance(player, Player)
    lots, own = stream(scenario, "lots"), stream(scenario, "own")
    different = 0
    for _ in range(60):
        if state.over:
            break
        step = play.chance(state)
        if step:
            play.answer(state, int(lots.below(step.outcomes(state))))
            continue
        (seat,) = play.asked(state)
        options = play.options(state, seat)
        told = json.loads(json.dumps(GAME.know(state, seat)))
        answers = [player.answer(state, seat, options, own.clone())]
        for world in (1, 2):
            imagined = GAME.imagine(told, Stream(world))
            different += int(imagined.hide != state.hide)
            answers.append(player.answer(imagined, seat, options, own.clone()))
        assert answers[0] == answers[1] == answers[2]
        assert answers[0][0] in options
        own.below(2)
        play.choose(state, seat, answers[0][0])
    assert different


@pytest.mark.parametrize("hides", ["secret", "random", "mirror"])
def test_whole_games_end(hides: str) -> None:
    """GH-181: hunter against walker, however the grids were hidden."""
    for number in range(4):
        state = GAME.new(2, {"scenario": "gh-s00", "hides": hides})
        bots = [find_bot(GAME, name) for name in ("hunter", "walker")]
        lots = stream(number, "lots")
        for _ in range(2000):
            if state.over:
                break
            step = play.chance(state)
            if step:
                play.answer(state, int(lots.below(step.outcomes(state))))
                continue
            seat = play.asked(state)[0]
            line = bots[seat].answer(Seat.of(GAME, state, seat), lots)
            for option in line:
                play.choose(state, seat, option)
        assert state.over


def test_a_third_of_an_experts_hides_are_drawn_evenly() -> None:
    """GH-179: whoever counts on leanings errs now and then."""
    plan, even = GAME.plan("GH-S06"), 0
    for number in range(60):
        drawn, other = stream(number, "hide"), stream(number, "hide")
        hide, _ = hide_of(plan, EXPERT_KEEPER, drawn)
        if other.below(3) == 0:
            even += 1
            assert hide == draw_hide(plan, RANDOM_KEEPER, other)[0].hide
        else:
            assert hide != draw_hide(plan, RANDOM_KEEPER, other)[0].hide
    assert 10 < even < 30


def test_shots_vary() -> None:
    """GH-180: an order that is always the same could be learnt."""
    state = alone("GH-S00", 5)
    state.phase[0] = SHOT
    hunter = HunterPlayer().explorer(LANE)
    assert len({hunter.choose(state, 0, [0, 1, 2, 3, 4, 5], Stream(word)) for word in range(1, 60)}) == 6


def test_shots_go_where_a_keeper_likes_to_put_weak_spots() -> None:
    """GH-181: what was found is reckoned with, unless the table draws."""
    state = GAME.new(2, {"scenario": "gh-s00", "hides": "random", "seed": 5, "first": 1})
    assert isinstance(state, Hunt)
    state.phase[0] = SHOT
    hunter = HunterPlayer().explorer(LANE)

    def share(area: int) -> float:
        shots = [hunter.choose(state, 0, list(range(6)), Stream(word)) for word in range(1, 401)]
        return shots.count(area) / len(shots)

    assert share(2) < 1 / 4
    state.spots[2] = 12
    assert share(2) > 2 / 5
    state.draws = 1 << state.keeper_of(0)
    assert share(2) < 1 / 4

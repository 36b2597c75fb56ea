"""What GHOULASH says: questions, choices, events, and the true reason why something is not possible."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.games.ghoulash.table import laid_out
from witchboard.engine import play
from witchboard.engine.errors import IllegalError
from witchboard.engine.game import PUBLIC, Event
from witchboard.engine.state import EVERYONE, State, Watch
from witchboard.engine.stream import Stream, stream
from witchboard.games.ghoulash import GAME, rules
from witchboard.games.ghoulash.front import FRONT
from witchboard.games.ghoulash.state import Hunt
from witchboard.games.ghoulash.telling import TELLERS
from witchboard.table.words import bare

NUMBERS = set(re.findall(r"\*\*(GH-\w+)\*\*", GAME.rules()))
SQUARE = r"\d{1,2}-[A-Z]"
TARGET = re.compile(
    rf"(own|opp)-{SQUARE}|step-{SQUARE}-[\w-]+|piece-\d+|bolt-\d+|edge-\d+|aim-[1-6]|pin-own|card-yes|card-no"
)
MARK = re.compile(r"\*\*[^*|]+\|([\w-]+)\*\*")


class Teller(Watch):
    """Hears of every event and puts it in words at once, for each who hears of it."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.kinds: Counter[str] = Counter()

    def tell(
        self, state: State, kind: str, values: tuple[int, ...] = (), audience: int = EVERYONE, reveals: bool = False
    ) -> None:
        assert isinstance(state, Hunt)
        self.kinds[kind] += 1
        event = Event(kind, tuple(map(int, values)), audience, reveals)
        for observer in range(PUBLIC, state.seats):
            if event.heard_by(observer):
                line = GAME.tell(state, event, observer)
                assert all(TARGET.fullmatch(target) for target in MARK.findall(line)), line
                self.lines.append(bare(line))


def step_on(state: Hunt, rng: Stream, watch: Watch) -> None:
    """One random choice or answer of chance."""
    step = play.chance(state)
    if step:
        weights = step.weights(state)
        play.answer(state, rng.pick(weights) if weights else int(rng.below(step.outcomes(state))), watch)
        return
    seat = play.asked(state)[0]
    options = play.options(state, seat)
    play.choose(state, seat, options[int(rng.below(len(options)))], watch)


@pytest.mark.parametrize("number", range(11))
def test_everything_has_words(number: int) -> None:
    """Along a random game of each scenario: each choice differs from the others, each illegal option has a reason."""
    options = {
        "scenario": GAME.box.plans[number].key,
        "hides": ("random", "secret", "mirror")[number % 3],
        "free-stop": number % 4 == 1,
        "soft-bump": number % 4 == 2,
        "preset-weak-spots": number % 4 == 3 or number % 3 == 2,
        "turn-limit": 5,
        "warnings": 2,
    }
    state = GAME.new(2, options)
    rng, teller = stream(number, "words"), Teller()
    turn = 0
    while not state.over:
        for seat in play.asked(state):
            _look(state, seat, whole=turn % 40 == 0)
        step_on(state, rng, teller)
        turn += 1
    assert all(
        line == ""
        or ("*" not in line and (line[0].isupper() or line[0].isdigit()) and line[-1] != "." and len(line) < 130)
        for line in teller.lines
    )
    assert teller.lines[-1] == GAME.outcome(state).words.rstrip(".") or options["hides"] == "mirror"


def _look(state: Hunt, seat: int, whole: bool) -> None:
    question = GAME.question(state, seat)
    assert question.words.endswith(("?", ".")) and question.rule in NUMBERS
    choices = GAME.choices(state, seat)
    assert len({choice.words for choice in choices}) == len(choices)
    for choice in choices:
        assert choice.rule in NUMBERS
        assert all(TARGET.fullmatch(target) for target in choice.targets), choice.targets
        assert choice.forecast is None or all(0 < chance <= 1.000001 for _, chance in choice.forecast.odds)
    if whole:
        step = play.decision(state, seat)
        for option in sorted(set(range(step.span(state.content))) - {choice.option for choice in choices}):
            words, rule = GAME.why_not(state, seat, option)
            assert words and rule in NUMBERS, (step, option)


def test_every_kind_of_event_has_words() -> None:
    """Each kind that the rules tell has a line in TELLERS, and no line is for a kind nobody tells."""
    told = set()
    for file in Path(rules.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tell":
                kind = node.args[1]
                told |= {one.value for one in ast.walk(kind) if isinstance(one, ast.Constant)}
    assert told == set(TELLERS)


def test_first_words_are_for_questions_that_there_are() -> None:
    """Each kind of question with a word on what good players look at is asked somewhere."""
    assert set(FRONT.tips) <= {kind.__name__ for kind in GAME.decisions()}
    assert len(FRONT.how) == 5 and all(len(line) < 200 for line in FRONT.how)


def test_a_mirror_game_asks_the_same_kinds_of_question() -> None:
    """GH-159: so that what is told to newcomers is told there too."""
    luck, kinds = stream("mirror", 1), set[str]()
    state = GAME.new(2, {"scenario": "GH-S03", "hides": "mirror"})
    while not state.result and len(kinds) < 4:
        step = play.chance(state)
        if step is not None:
            play.answer(state, luck.below(step.outcomes(state)))
            continue
        seat = play.asked(state)[0]
        kinds.add(GAME.question(state, seat).kind)
        options = play.options(state, seat)
        play.choose(state, seat, options[luck.below(len(options))])
    assert kinds >= {"Start", "Move", "Shot", "Kit"} and kinds <= set(FRONT.tips)


def test_the_log_of_a_turn() -> None:
    """GH-071, GH-120: what a fight and a fall look like in the log of who walks."""
    state = laid_out("lane-walk", {"at.1": "4-B", "seen.1": ["1-C", "4-B", "4-C", "3-C"], "owed.2": 9})
    teller = Teller()
    for seat, text in (
        (0, "4-B north"),
        (1, "weak spot 3"),
        (0, "shoot 5"),
        (0, "shoot 3"),
        (0, "3-C east"),
    ):
        play.choose(state, seat, GAME.parse_option(state, seat, text), teller)
    lines = list(dict.fromkeys(line for line in teller.lines if line))
    assert lines == [
        "5-B: a Ghoul steps out of the dark",
        "Its weak spot is 3, the left arm",
        "Seat 1 fires at 5, the right leg: a miss. Wound 1 of 8",
        "Seat 1 fires at 3, the left arm: a hit",
        "5-B: the Ghoul is destroyed, 1 of 3",
        "5-B: nothing else is there",
        "Seat 2 loses this turn, and 8 more",
        "Seat 1: turn 2",
        "3-D: nothing underfoot. Turn lost",
        "Seat 2 loses this turn, and 7 more",
        "Seat 1 loses this turn",
        "Seat 2 loses this turn, and 6 more",
        "Seat 1: turn 4",
    ]


QUESTIONS: list[tuple[dict[str, object], tuple[str, ...], int, str]] = [
    ({"at.1": "3-C", "seen.1": ["1-C", "3-C"]}, (), 0, "Which square do you enter?"),
    ({}, ("seat 1: 2-C north",), 0, "Nothing stirs on 3-C. Which square do you enter next?"),
    (
        {"at.1": "4-F", "seen.1": ["1-C", "4-F"], "wounds.1": [3, 0]},
        ("seat 1: 4-F east",),
        0,
        "A first-aid kit on 4-G, and you have 3 wounds. Use it now?",
    ),
    ({"at.1": "4-G", "seen.1": ["1-C", "4-G"]}, (), 0, "Stay for the first-aid kit, or enter which square?"),
    (
        {"at.1": "4-B", "seen.1": ["1-C", "4-B"]},
        ("seat 1: 4-B north",),
        1,
        "Seat 1 has run into the Ghoul on 5-B. Which is its weak spot?",
    ),
    (
        {"at.1": "4-B", "seen.1": ["1-C", "4-B"]},
        ("seat 1: 4-B north", "seat 2: weak spot 3"),
        0,
        "A Ghoul on 5-B! 2.5 wounds to come on average. Which is its weak spot?",
    ),
    (
        {"at.1": "4-B", "seen.1": ["1-C", "4-B"]},
        ("seat 1: 4-B north", "seat 2: weak spot 3", "seat 1: shoot 1"),
        0,
        "The Ghoul on 5-B grins: 7 spaces left, 5 numbers open, 2 wounds to come on average. Which is next?",
    ),
]


QUESTIONS += [
    (
        {"at.1": "2-A", "seen.1": ["1-C", "2-C", "2-B", "2-A", "1-A"]},
        ("seat 1: 1-A east",),
        0,
        "Nothing stirs on 1-B, and building c is explored. Which square do you enter next?",
    ),
    (
        {"at.1": "5-C", "seen.1": ["1-C", "5-B", "5-C"], "left.1.5-B": "", "kills.1.ghoul": 1},
        ("seat 1: 5-C north",),
        0,
        "Nothing stirs on 6-C, and no foe is left in building a. Which square do you enter next?",
    ),
]
"""The last two say what the silence proves (GH-171)."""


@pytest.mark.parametrize(("changes", "script", "seat", "words"), QUESTIONS)
def test_questions(changes: dict[str, object], script: tuple[str, ...], seat: int, words: str) -> None:
    assert GAME.question(laid_out("lane-walk", changes, script), seat).words == words


def test_choices_say_what_a_known_obstacle_costs() -> None:
    """GH-060, GH-173: before one enters it again."""
    state = laid_out("lane-walk", {"at.1": "3-C", "seen.1": ["1-C", "3-C", "3-D"]})
    choices = {choice.text: choice for choice in GAME.choices(state, 0)}
    assert choices["3-C east"].words == "Enter 3-D from 3-C: the hole there"
    assert choices["3-C east"].course == "the next turn"
    assert choices["3-C east"].rule == "GH-060"


def test_choices_say_where_one_comes_in() -> None:
    """GH-012: by its doorway one enters a building."""
    state = laid_out("lane-walk", {"at.1": "3-C", "seen.1": ["1-C", "2-C", "3-C"]})
    words = [choice.words for choice in GAME.choices(state, 0)]
    assert "Enter 2-B from 2-C, into building c" in words and "Enter 4-C from 3-C" in words


def test_choices_say_what_is_proved() -> None:
    """GH-171: a building whose cap is reached has no Ghoul left."""
    changes = {"at.1": "5-C", "seen.1": ["1-C", "5-B", "5-C"], "left.1.5-B": "", "kills.1.ghoul": 1}
    state = laid_out("lane-walk", changes)
    choices = {choice.text: choice for choice in GAME.choices(state, 0)}
    assert choices["5-C north"].course == "no foe is left for it"


def test_the_odds_of_a_fight_stand_beside_the_shots() -> None:
    """GH-175: with two spaces left and six numbers open, four fights of six kill."""
    script = ("seat 1: 4-B north", "seat 2: weak spot 3")
    state = laid_out("lane-walk", {"at.1": "4-B", "seen.1": ["1-C", "4-B"], "wounds.1": [6, 0]}, script)
    forecast = GAME.choices(state, 0)[0].forecast
    assert forecast is not None
    assert dict(forecast.odds) == {"hits": pytest.approx(1 / 6), "you die in this fight": pytest.approx(4 / 6)}


REASONS: list[tuple[str, str, dict[str, object], str, str]] = [
    ("lane-walk", "2-C east", {}, "GH-064", "there is a wall east of 2-C"),
    ("lane-walk", "1-C south", {}, "GH-064", "south of 1-C the map ends"),
    ("lane-walk", "1-C by the stairs", {}, "GH-014", "there are no stairs on 1-C"),
    ("lane-walk", "3-C east", {}, "GH-052", "3-C is not explored: enter it first"),
    ("lane-walk", "1-C north", {"seen.1": ["1-C", "2-C"]}, "GH-057", "2-C is explored and empty"),
    ("lane-walk", "4-F south", {"seen.1": ["1-C", "4-F"]}, "GH-056", "no free way to 4-F"),
    ("lane-walk", "pass", {}, "GH-057", "a move goes on until something is met"),
    ("lane-walk", "pass", {"free_stop": 1, "at.1": "3-D", "seen.1": ["1-C", "3-D"]}, "GH-155", "with nothing left"),
    ("ward-walk", "9-H south", {"at.1": "9-H", "seen.1": ["2-H", "9-H"]}, "GH-016", "the red key opens it"),
    ("emporium-walk", "6-H east", {"at.1": "6-H", "seen.1": ["1-A", "6-H"]}, "GH-015", "east of 6-H all is solid"),
    ("emporium-walk", "leave by dock", {"at.1": "1-H"}, "GH-134", "leaving is not the goal now"),
    ("cargo-walk", "leave by west-gate", {"start.1": "17-U"}, "GH-134", "only with the canister"),
    (
        "cargo-walk",
        "leave by west-gate",
        {"carried.1.canister": 1, "left.1.7-R": "", "seen.1": ["1-A", "7-R"]},
        "GH-133",
        "the briefing doesn't let you leave by the west gate",
    ),
]


@pytest.mark.parametrize(("start", "text", "changes", "rule", "words"), REASONS)
def test_why_not(start: str, text: str, changes: dict[str, object], rule: str, words: str) -> None:
    """What seat 1 may not do on his turn, said with the rule that forbids it."""
    state = laid_out(start, changes)
    with pytest.raises(IllegalError) as error:
        GAME.parse_option(state, 0, text)
    assert error.value.rule == rule
    assert words in str(error.value)


def test_the_key_figures_of_a_game() -> None:
    """What stands beside the result: turns, wounds, kits, squares and foes of each."""
    state = laid_out("lane-walk", {"at.1": "6-G", "seen.1": ["1-C", "6-G"]}, ("seat 1: 6-G west",))
    assert state.over
    assert GAME.outcome(state).words == "Seat 1 has found the radio and wins."
    assert [(words, counts[0]) for words, counts in GAME.figures(state)] == [
        ("Turns", 1),
        ("Wounds", 0),
        ("Kits used", 0),
        ("Squares explored", 3),
        ("Foes destroyed", 0),
    ]


CLICKS: list[tuple[str, str, dict[str, object], str]] = [
    ("lane-walk", "own-1-B", {}, "there is a wall west of 1-C"),
    ("lane-walk", "own-2-C", {}, "2-C is explored and empty"),
    ("lane-walk", "own-4-C", {}, "3-C is not explored: enter it first"),
    ("emporium-walk", "own-6-I", {"at.1": "6-H", "seen.1": ["1-A", "6-H"]}, "east of 6-H all is solid"),
    ("cargo-walk", "step-1-A-west-gate", {"start.1": "17-U"}, "you can leave only with the canister"),
    ("ward-walk", "own-8-H", {"at.1": "9-H", "seen.1": ["2-H", "9-H"]}, "that door is locked; the red key opens it"),
]


@pytest.mark.parametrize(("start", "element", "changes", "words"), CLICKS)
def test_a_click_that_chooses_nothing_is_answered(
    start: str, element: str, changes: dict[str, object], words: str
) -> None:
    """The reason given is that of the step from where the explorer can be."""
    state = laid_out(start, changes)
    legal = play.options(state, 0)
    barred = next(option for option in GAME.aimed(state, 0, element) if option not in legal)
    assert GAME.why_not(state, 0, barred)[0].startswith(words)


def test_what_choices_click_is_what_clicks_mean() -> None:
    """Each target of each choice leads back to it."""
    state = laid_out("lane-walk", {"at.1": "3-C", "seen.1": ["1-C", "2-C", "3-C"]})
    for choice in GAME.choices(state, 0):
        assert all(choice.option in GAME.aimed(state, 0, target) for target in choice.targets)

"""What Ghost Stories says: questions, choices, events, and the true reason why something is not possible."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.games.ghost_stories.table import laid_out
from witchboard.engine import play
from witchboard.engine.choice import Choice
from witchboard.engine.errors import IllegalError
from witchboard.engine.game import PUBLIC, Event, Show
from witchboard.engine.state import EVERYONE, State, Watch
from witchboard.engine.stream import Stream, stream
from witchboard.games.ghost_stories import GAME, rules
from witchboard.games.ghost_stories.state import Village
from witchboard.games.ghost_stories.telling import TELLERS
from witchboard.games.ghost_stories.view import view
from witchboard.table.words import bare

NUMBERS = set(re.findall(r"\*\*(GS-\w+)\*\*", GAME.rules()))
TARGET = re.compile(
    r"(tile-at-[0-2]-[0-2]|space-[NESW][1-3]|ghost-at-[NESW][1-3]|taoist-\w+-figure|board-[NESW]|supply(-\w+)?"
    r"|hand-\w+-\w+|dice-[1-4]|die-of-curse|yin-yang-of-\w+|steps)"
)

MARK = re.compile(r"\*\*[^*|]+\|([\w-]+)\*\*")


class Teller(Watch):
    """Hears of every event and puts it in words at once; names may carry the ids of elements and no other marks."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.kinds: Counter[str] = Counter()

    def tell(
        self, state: State, kind: str, values: tuple[int, ...] = (), audience: int = EVERYONE, reveals: bool = False
    ) -> None:
        assert isinstance(state, Village)
        self.kinds[kind] += 1
        line = GAME.tell(state, Event(kind, tuple(map(int, values)), audience, reveals), PUBLIC)
        assert all(TARGET.fullmatch(target) for target in MARK.findall(line)), line
        self.lines.append(bare(line))


def step_on(state: Village, rng: Stream, watch: Watch) -> None:
    """One random choice or answer of chance."""
    step = play.chance(state)
    if step:
        weights = step.weights(state)
        play.answer(state, rng.pick(weights) if weights else int(rng.below(step.outcomes(state))), watch)
        return
    seat = play.asked(state)[0]
    options = play.options(state, seat)
    play.choose(state, seat, options[int(rng.below(len(options)))], watch)


@pytest.mark.parametrize("seed", range(12))
def test_everything_has_words(seed: int) -> None:
    """Along a random game: each choice differs from the others, and each option that is not legal has a reason."""
    options = {
        "level": ("initiation", "normal", "nightmare", "hell")[seed % 4],
        "choose": seed % 3 == 0,
        "consent": True,
    }
    state = GAME.new(1 + seed % 4, options)
    rng, teller = stream(seed, "words"), Teller()
    while not state.over:
        for seat in play.asked(state):
            _look(state, seat)
        step_on(state, rng, teller)
    assert all(
        line == "" or ("*" not in line and line[0].isupper() and line[-1] != "." and len(line) < 120)
        for line in teller.lines
    )
    assert teller.lines[-1] == GAME.outcome(state).words.rstrip(".")


def _look(state: Village, seat: int) -> None:
    question = GAME.question(state, seat)
    assert question.words.endswith(("?", ".")) and question.rule in NUMBERS
    choices = GAME.choices(state, seat)
    assert len({choice.words for choice in choices}) == len(choices)
    for choice in choices:
        assert choice.rule in NUMBERS
        assert all(TARGET.fullmatch(target) for target in choice.targets), choice.targets
        assert choice.forecast is None or all(0 < chance <= 1.000001 for _, chance in choice.forecast.odds)
    step = play.decision(state, seat)
    for option in sorted(set(range(step.span(state.content))) - {choice.option for choice in choices}):
        words, rule = GAME.why_not(state, seat, option)
        assert words and rule in NUMBERS, (step, option)


@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_what_a_choice_clicks_is_in_the_picture(layout: str) -> None:
    """Along a random game each target of each choice is the id of an element of the table's picture."""
    state = GAME.new(3, {"level": "nightmare", "choose": True})
    rng, teller = stream(3, "targets"), Teller()
    while not state.over:
        for seat in play.asked(state):
            drawn = GAME.picture(view(state, seat), Show(layout=layout, seat=seat)).svg()
            wanted = {target for choice in GAME.choices(state, seat) for target in choice.targets}
            assert wanted <= set(re.findall(r' id="([^"]+)"', drawn))
        step_on(state, rng, teller)


def test_every_kind_of_event_has_words() -> None:
    """Each kind that the rules tell has a line in TELLERS, and no line is for a kind nobody tells."""
    told = set()
    for file in Path(rules.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tell":
                kind = node.args[1]
                assert isinstance(kind, ast.Constant)
                told.add(kind.value)
    assert told == set(TELLERS)


def test_the_events_of_a_turn() -> None:
    """What an exorcism looks like in the log."""
    state = laid_out("yang", {"ghosts.N2": "Yellow Plague 10", "at.red": "Herbalist's Shop", "tao.red.yellow": 1})
    teller = Teller()
    play.choose(state, 0, GAME.parse_option(state, 0, "attempt an exorcism"), teller)
    play.answer(state, GAME.parse_outcome(state, "yellow yellow white"), teller)
    play.choose(state, 0, GAME.parse_option(state, 0, "exorcise N2"), teller)
    play.choose(state, 0, GAME.parse_option(state, 0, "take black"), teller)
    assert [line for line in teller.lines if line] == [
        "Red attempts an exorcism",
        "Red rolls yellow, yellow and white",
        "Red spends 1 yellow Tao token",
        "Red exorcises Yellow Plague on N2",
        "Red takes 1 black Tao token",
    ]


def choice_of(state: Village, text: str) -> Choice:
    seat = play.asked(state)[0]
    return GAME.choice(state, seat, GAME.parse_option(state, seat, text))


def test_a_choice_says_all_about_itself() -> None:
    """A move: words with the ghosts it leads to, the tile to click, the odds from there."""
    state = laid_out("yang", {"ghosts.N2": "Skinner 34", "haunted.Herbalist's Shop": 1})
    move = choice_of(state, "move to herbalist's shop")
    assert (move.words, move.course) == ("To the Herbalist's Shop (haunted)", "faces Skinner (R1)")
    assert move.targets == ("tile-at-0-1",)
    assert move.forecast and move.forecast.words() == "Skinner 70 %, with tokens 30 %"
    assert not move.weighty and not move.extra


def test_what_is_weighty() -> None:
    """A Yin-Yang, a death by one's own hand, the last card, and an end with something left to do are confirmed."""
    state = laid_out("yang", {"haunted.Tea House": 1})
    assert choice_of(state, "yin-yang: restore tea house").weighty
    assert choice_of(state, "yin-yang: restore tea house").extra
    assert choice_of(state, "end turn").weighty
    assert choice_of(state, "end turn").words == "End the turn without asking for help"
    done = laid_out("yang", {"haunted.Circle of Prayer": 1, "moved": 1})
    assert not choice_of(done, "end turn").weighty
    last = {"at.red": "Tea House", "deck": 1, "ghosts.S1": "Death Army 59"}
    assert choice_of(laid_out("yang", last), "ask for help").weighty
    dying = choice_of(
        laid_out("yang", {"at.red": "Sorcerer's Hut", "qi.red": 1, "ghosts.S1": "Ghoul 1"}), "ask for help"
    )
    assert dying.weighty
    assert dying.words == "Ask the Sorcerer's Hut for help: discard a ghost, then Red dies"


REASONS = [
    (
        "move to taoist altar",
        {"at.red": "Pavilion of the Heavenly Winds", "sides.red": "B"},
        "GS-087",
        "more than one step",
    ),
    ("move to circle of prayer", {}, "GS-087", "stands on the Circle of Prayer already"),
    ("move to tea house", {"moved": 1}, "GS-084", "Red has moved already"),
    ("move to tea house", {"helps": 1}, "GS-084", "a move comes before help"),
    (
        "move to taoist altar",
        {"at.red": "Pavilion of the Heavenly Winds", "ghosts.N1": "Coffin Breakers 3"},
        "GS-075",
        "Dance of the Spires is off: Coffin Breakers locks it",
    ),
    (
        "move to taoist altar",
        {"at.red": "Pavilion of the Heavenly Winds", "ghosts.S1": "Forgotten Ones 60"},
        "GS-186",
        "Forgotten Ones silences every power",
    ),
    ("ask for help", {"haunted.Circle of Prayer": 1}, "GS-097", "is haunted and gives no help"),
    ("ask for help", {"helps": 1}, "GS-084", "Red has asked for help already"),
    ("ask for help", {"placing": 1}, "GS-084", "the last step"),
    ("ask for help", {"at.red": "Cemetery"}, "GS-232", "no Taoist is dead"),
    ("ask for help", {"at.red": "Taoist Altar"}, "GS-232", "no tile is haunted"),
    (
        "ask for help",
        {"at.red": "Sorcerer's Hut", "ghosts.N3": "Death Army 59"},
        "GS-232",
        "can't discard an incarnation",
    ),
    ("ask for help", {"active": "blue", "helps": 1, "attempts": 1}, "GS-147", "Heavenly Gust gives one help"),
    ("attempt an exorcism", {}, "GS-117", "in the centre and faces no ghost"),
    ("attempt an exorcism", {"at.red": "Herbalist's Shop"}, "GS-117", "no ghost stands in front of"),
    (
        "attempt an exorcism",
        {"at.red": "Herbalist's Shop", "ghosts.N2": "Howling Nightmare 56", "ghosts.S2": "Ghoul 1"},
        "GS-143",
        "only while no ghost stands on S2",
    ),
    ("attempt an exorcism", {"at.red": "Herbalist's Shop", "ghosts.N2": "Uncatchable 57"}, "GS-144", "with a Buddha"),
    ("attempt an exorcism", {"active": "blue", "sides.blue": "B", "attempts": 2}, "GS-146", "Second Wind gives two"),
    ("take red", {}, "GS-091", "Bottomless Pockets is Yellow's power"),
    ("take red", {"active": "yellow", "before_move": 64}, "GS-095", "has served this turn"),
    ("take red", {"active": "yellow", "moved": 1}, "GS-095", "before the move only"),
    ("take red", {"sides.yellow": "B"}, "GS-012", "no board shows Bottomless Pockets"),
    ("mantra on N1", {"active": "yellow", "sides.yellow": "B"}, "GS-092", "no ghost stands on N1"),
    ("mantra on N1", {"active": "yellow", "sides.yellow": "B", "mantra_rests": 1}, "GS-142", "left play this turn"),
    ("wind moves red", {"sides.red": "B"}, "GS-090", "not oneself"),
    (
        "wind moves green",
        {"sides.red": "B", "status.green": "dead", "qi.green": 0, "at.green": "Cemetery"},
        "GS-172",
        "dead",
    ),
    ("yin-yang: ask tea house", {"yin_yang.red": 0}, "GS-165", "Yin-Yang is gone"),
    ("yin-yang: ask tea house", {"haunted.Tea House": 1}, "GS-168", "is haunted"),
    ("yin-yang: restore tea house", {}, "GS-162", "is not haunted"),
    ("borrow green", {}, "GS-202", "no power token"),
    ("buddha on N1", {}, "GS-158", "carries no Buddha"),
    ("buddha on N1", {"fresh_buddhas": 1}, "GS-161", "from the next turn on"),
    ("buddha on N1", {"buddhas.red": 1}, "GS-158", "does not face N1"),
    (
        "buddha on N1",
        {"buddhas.red": 1, "at.red": "Sorcerer's Hut", "ghosts.N1": "Ghoul 1"},
        "GS-158",
        "Ghoul stands on N1",
    ),
    ("buddha on N1", {"buddhas.red": 1, "at.red": "Sorcerer's Hut", "buddhas_on.N1": 1}, "GS-160", "already"),
]


@pytest.mark.parametrize(("text", "changes", "rule", "words"), REASONS)
def test_why_not(text: str, changes: dict[str, object], rule: str, words: str) -> None:
    """What red may not do on his turn, said with the rule that forbids it."""
    state = laid_out("yang", changes)
    with pytest.raises(IllegalError) as error:
        GAME.parse_option(state, play.asked(state)[0], text)
    assert error.value.rule == rule
    assert words in str(error.value)
    assert f"({rule})" in str(error.value)


def test_why_a_ghost_goes_elsewhere() -> None:
    """GS-061, GS-062: a coloured ghost goes on its board, a black one on the active board, none on another."""
    state = laid_out("yin", {"ghosts.W1": "Ghoul 1"}, ("draw: Zombie 6",))
    assert GAME.why_not(state, 0, 0) == ("a yellow ghost goes on Yellow's board while a space is free there", "GS-061")
    assert GAME.why_not(state, 0, 9) == ("W1 is taken by Ghoul", "GS-061")
    black = laid_out("yin", {}, ("draw: Dark Wraith 52",))
    assert GAME.why_not(black, 0, 3) == ("a black ghost goes on the active board, Red's", "GS-062")


def test_why_a_result_is_not_allowed() -> None:
    """GS-139, GS-124: Reaper alone is barred by a larger result at the same price; nothing is barred by free faces."""
    changes = {"at.red": "Sorcerer's Hut", "ghosts.N1": "Reaper 35", "ghosts.E3": "Skinner 34", "tao.red.red": 1}
    state = laid_out("yang", changes, ("red: attempt an exorcism", "tao dice: red green green"))
    assert GAME.why_not(state, 0, 0) == ("what the faces alone exorcise must be exorcised", "GS-139")
    assert GAME.why_not(state, 0, 1)[1] == "GS-139"
    missed = laid_out("yang", changes, ("red: attempt an exorcism", "tao dice: blue green green"))
    assert GAME.why_not(missed, 0, 3)[1] == "GS-124"


def test_the_glossary_knows_every_card_and_tile() -> None:
    """Every name that can stand on the table can be asked about, and its rule is one."""
    names = {term.name for term in GAME.glossary()}
    assert set(GAME.tables.names[1:]) | set(GAME.tables.tile_names) | set(GAME.tables.power_names) <= names
    assert {term.rule for term in GAME.glossary()} <= NUMBERS

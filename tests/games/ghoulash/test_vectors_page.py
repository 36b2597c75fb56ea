"""docs/vectors.md says what the code does: every field, text, outcome and event of GHOULASH, and no other."""

from __future__ import annotations

import re

import pytest

from tests.games.ghoulash.table import STARTS, laid_out
from tests.games.vectors_page import Section, code
from witchboard.engine import play
from witchboard.engine.notation import plain
from witchboard.engine.steps import Chance
from witchboard.engine.stream import stream
from witchboard.engine.vectors import Stage, read
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.state import RESULTS, Hunt
from witchboard.games.ghoulash.tables import NONE
from witchboard.games.ghoulash.telling import TELLERS

EXITS = sorted({name for plan in GAME.box.plans for name in plan.exit_names})
DOOR = r"[\w-]+(?: [SW])?"
WORDS = {
    "SQUARE": r"\d{1,2}-[A-Z]",
    "WAY": "north|east|south|west|by the stairs",
    "AREA": "[1-6]",
    "EXIT": "|".join(EXITS),
    "DOORS": f"{DOOR}(?:, {DOOR})*",
    "SEAT": "[1-6]",
    "HEX": "[0-9a-f]{3}",
}
SECTION = Section("GHOULASH", WORDS)
CHOICES, OUTCOMES = SECTION.choices, SECTION.outcomes
rows, fits = SECTION.rows, SECTION.fits


def test_every_field_is_listed() -> None:
    assert [code(field)[0] for field, *_ in rows("Fields of the position")] == list(GAME.fields)


def test_every_kind_of_decision_and_chance_is_listed() -> None:
    assert sorted(CHOICES) == sorted(kind.__name__ for kind in GAME.decisions())
    assert set(OUTCOMES) == {kind.label for kind in GAME.steps.values() if issubclass(kind, Chance)}


def test_every_event_and_result_is_listed() -> None:
    assert [code(kind)[0] for kind, _ in rows("Events")] == list(TELLERS)
    assert all(f'"{result}"' in SECTION.text for result in RESULTS)


def test_the_stacks_lead_on() -> None:
    for stack, _ in rows("Where play stands"):
        names = re.findall(r'"([A-Za-z]+)"', code(stack)[0])
        state = GAME.changed(laid_out("lane-walk"), {}, [*names])
        play.advance(state)
        assert state.stack, stack


@pytest.mark.parametrize("number", range(11))
def test_what_comes_up_in_play_is_on_the_page(number: int) -> None:
    """Each text of each choice fits one text of the page, and no two choices have the same."""
    options = {
        "scenario": GAME.box.plans[number].key,
        "hides": ("secret", "random", "mirror")[number % 3],
        "free-stop": number % 2 == 1,
        "preset-weak-spots": number % 4 == 0 or number % 3 == 2,
        "turn-limit": 6,
    }
    state = GAME.new(2, options)
    drawn = stream("page", number)
    while not state.over:
        step = play.chance(state)
        if step:
            outcome = int(drawn.below(step.outcomes(state)))
            assert len(fits(step.text(state, outcome), OUTCOMES[step.label])) == 1
            play.answer(state, outcome)
            continue
        seat = play.asked(state)[0]
        asked = play.decision(state, seat)
        texts = [asked.text(state, option) for option in asked.options(state, seat)]
        assert [text for text in texts if len(fits(text, CHOICES[type(asked).__name__])) != 1] == []
        assert len(set(map(plain, texts))) == len(texts)
        play.choose(state, seat, play.options(state, seat)[drawn.below(len(texts))])


def test_squares_are_numbered_as_the_page_says() -> None:
    for plan in GAME.box.plans:
        assert plan.names[0] == "1-A" and plan.names[plan.cols] == "2-A" and NONE == -1


def test_starts_can_be_read() -> None:
    stage = Stage(GAME, read(STARTS), STARTS.name)
    for name in stage.file.starts:
        assert isinstance(stage.start(name).state, Hunt)

"""docs/vectors.md says what the code does: every field, text, outcome and event of Ghost Stories, and no other."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from tests.games.vectors_page import PAGE, Section, code
from witchboard.engine import play
from witchboard.engine.expectation import End, Expectation
from witchboard.engine.notation import plain
from witchboard.engine.steps import Chance, Decision
from witchboard.engine.stream import stream
from witchboard.engine.vectors import Stage, Start, Vector, check_file, read
from witchboard.games.ghost_stories import GAME
from witchboard.games.ghost_stories.score import CAUSES
from witchboard.games.ghost_stories.state import Village
from witchboard.games.ghost_stories.telling import TELLERS

from .table import laid_out

TABLES = GAME.tables
DECISIONS = {kind.__name__: kind for kind in GAME.decisions()}
CARDS = [f"{name} {number}" for number, name in enumerate(TABLES.names) if number]
BOARDS = TABLES.colour_names[:4]
FACES = "(?:{0})(?: (?:{0}))*".format("|".join(TABLES.face_names))
SPACE = "|".join(TABLES.space_names)
WORDS = {
    "COLOUR": "|".join(TABLES.colour_names),
    "BOARD": "|".join(BOARDS),
    "SPACES": f"(?:{SPACE})(?: and (?:{SPACE}))?",
    "SPACE": SPACE,
    "TILE": "|".join(map(re.escape, TABLES.tile_names)),
    "CARD": "|".join(map(re.escape, CARDS)),
    "POWER": "|".join(map(re.escape, TABLES.power_names)),
    "DICE": r"[1-4](?: [1-4])*",
    "FACES": FACES,
}
SECTION = Section("Ghost Stories", WORDS)
CHOICES, OUTCOMES = SECTION.choices, SECTION.outcomes
rows, fits = SECTION.rows, SECTION.fits


def test_every_field_is_listed() -> None:
    assert [code(field)[0] for field, *_ in rows("Fields of the position")] == list(GAME.fields)


def test_every_kind_of_decision_and_chance_is_listed() -> None:
    assert sorted(CHOICES) == sorted(DECISIONS)
    assert set(OUTCOMES) == {kind.label for kind in GAME.steps.values() if issubclass(kind, Chance)}


def test_every_event_is_listed() -> None:
    assert [code(kind)[0] for kind, _ in rows("Events")] == list(TELLERS)


def test_the_stacks_lead_on() -> None:
    for stack, _ in rows("Where play stands"):
        steps = re.findall(r'\["([A-Za-z]+)", (\d+)\]|"([A-Za-z]+)"', code(stack)[0])
        names = [[name, int(number)] if name else alone for name, number, alone in steps]
        state = GAME.changed(laid_out("four"), {}, [*names])
        play.advance(state)
        assert state.stack, stack


def test_causes_and_points_are_listed() -> None:
    assert all(f"`{cause}`" in SECTION.text for cause, _ in CAUSES.values())


def rich() -> Village:
    """A position in which as many options as possible have a text: two ghosts before red, dice on the table."""
    changes: dict[str, object] = {"at.red": "Sorcerer's Hut", "ghosts.N1": "Zombie 6", "ghosts.E3": "Severed Heads 47"}
    state = laid_out(changes=changes)
    state.faces = [0, 1, 2, 3]
    return state


def instance(kind: type[Decision[Village]]) -> Decision[Village]:
    """A decision of that kind; its numbers, if it has some, are 1, 2, 3 …"""
    for count in range(5):
        try:
            return kind(*range(1, count + 1))
        except TypeError:
            continue
    raise AssertionError(kind)


@pytest.mark.parametrize("name", sorted(DECISIONS))
def test_every_option_has_a_text_of_the_page(name: str) -> None:
    """And every text of the page is some option's."""
    state, step = rich(), instance(DECISIONS[name])
    texts = [step.text(state, option) for option in range(step.span(TABLES))]
    assert [text for text in texts if len(fits(text, CHOICES[name])) != 1] == []
    assert [one for one in CHOICES[name] if not any(fits(text, [one]) for text in texts)] == []
    assert len(set(map(plain, texts))) == len(texts), "two options have one text"


@pytest.mark.parametrize(("players", "seed"), list(product((1, 2, 3, 4), range(3))))
def test_what_comes_up_in_play_is_on_the_page(players: int, seed: int) -> None:
    level = ("initiation", "nightmare", "hell")[seed]
    state = GAME.new(players, {"level": level, "choose": seed == 1, "consent": seed == 2})
    drawn = stream("page", players, seed)
    while state.stack:
        step = state.stack[-1]
        if isinstance(step, Decision):
            seat = step.seat(state)
            options = step.options(state, seat)
            for option in options:
                assert len(fits(step.text(state, option), CHOICES[type(step).__name__])) == 1
            play.choose(state, seat, options[drawn.below(len(options))])
        else:
            assert isinstance(step, Chance)
            outcome = int(drawn.below(step.outcomes(state)))
            assert len(fits(step.text(state, outcome), OUTCOMES[step.label])) == 1
            play.answer(state, outcome)


def test_the_page_s_own_vectors_hold(tmp_path: Path) -> None:
    blocks = [block for block in re.findall(r"```toml\n(.*?)```", PAGE, re.S) if "[[vector]]" in block]
    assert blocks
    for number, block in enumerate(blocks):
        file = tmp_path / f"{number}.toml"
        file.write_text(block, encoding="utf-8")
        assert [result.error for result in check_file(file, lambda key: GAME)] == [""]


def test_every_key_of_the_format_is_on_the_page() -> None:
    for kind in (Start, Vector, Expectation, End):
        for key in kind.__struct_fields__:
            assert f"`{key}`" in PAGE or f"{key} =" in PAGE, key


def test_starts_can_be_read() -> None:
    path = Path(__file__).parent / "vectors" / "starts.toml"
    stage = Stage(GAME, read(path), path.name)
    for name in stage.file.starts:
        assert isinstance(stage.start(name).state, Village)

"""How the page stands: no sideways scroll, nothing too small, contrasts, all seats in sight, axe (UX 11, 13, 14)."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.server.npm import installed

from .conftest import SIZES, Opener
from .fake import FakeTable, ask, board, choice, piece, seat, whole

pytestmark = pytest.mark.browser

NAMES = ("You", "Ines", "Tomo", "Sam", "Mira", "Ada", "Bartholomew the Elder", "Mei")
LONG = "The dice suffice, so one of the two must go, and whoever rolled them says which of the two it is to be."


def eight() -> list[dict[str, Any]]:
    return [seat(n, name, "you" if n == 0 else "bot") for n, name in enumerate(NAMES)]


def many() -> list[dict[str, Any]]:
    choices = [choice(n, f"Move to the square {n} and look what lies there", f"sq-{n % 4}-{n // 4}") for n in range(9)]
    return [*choices, choice(20, "Use the old coin", extra=True, weighty=True), choice(30, "End turn")]


def drafted() -> dict[str, Any]:
    places = [[n, f"sq-{n}-0", f"Square {n}"] for n in range(4)]
    faults = [{"words": "Too near.", "rule": "TT-002", "element": [1, 1]}]
    draft = {
        "pieces": [[1, "mine", "First"], [2, "other", "Second"]],
        "places": places,
        "pairs": [[1, 1]],
        "faults": faults,
    }
    return ask([], draft={**draft, "counts": [["Pieces", 1, 2]], "ready": False})


def views() -> dict[str, dict[str, Any]]:
    window = {
        "words": "Play a card?",
        "left": 60000,
        "length": 60000,
        "pass": 1,
        "standing": [["turn", "Until my turn"]],
        "chosen": "turn",
    }
    picture = board()
    picture["fragments"].append(piece("other", 1, 2))
    outcome = {
        "words": LONG,
        "won": True,
        "scores": [["You", 9, [["cards", 5]]]],
        "facts": [["Rounds", 6]],
        "rematch": {"words": "Rematch (0 of 2 agree)"},
    }
    return {
        "asked": whole([ask(many(), words=LONG, close=10)], seats=eight()),
        "waiting": whole([]),
        "window": whole([ask([choice(1, "Play it", "mine"), choice(0, "Pass")], window=window)]),
        "drafting": whole([drafted()], picture),
        "over": whole([], outcome=outcome),
        "lobby": whole([], lobby={"words": "One seat is open.", "start": True}),
        "curtain": whole([], curtain={"seat": 1, "name": "Ines"}),
        "watching": whole([], me={"seats": [], "host": False, "name": "", "spectator": True}),
    }


EVERYWHERE = list(itertools.product(SIZES, (True, False)))
STATES = list(views())
OPENED = {
    "menu": "[popovertarget=wb-menu]",
    "talk": "[popovertarget=wb-talk]",
    "seat": ".seat >> nth=1",
    "rules": "#wb-rules-open",
}


@pytest.mark.parametrize(("size", "dark"), EVERYWHERE)
def test_nothing_scrolls_sideways_and_all_seats_are_in_sight(tables: Opener, size: str, dark: bool) -> None:
    table = tables(size, dark)
    table.open(views()["asked"])
    for state, view in views().items():
        table.say(view)
        table.page.wait_for_timeout(60)
        wide, high = SIZES[size]
        assert table.page.evaluate("document.documentElement.scrollWidth") <= wide, state
        assert table.page.evaluate("document.documentElement.scrollHeight") <= high, state
        for box in table.page.eval_on_selector_all(
            ".seat", "all => all.map(one => one.getBoundingClientRect().toJSON())"
        ):
            assert box["left"] >= 0 and box["right"] <= wide and box["bottom"] <= high, state


@pytest.mark.parametrize(("size", "least"), [("phone", 11), ("tablet", 11), ("desktop", 12)])
def test_no_word_is_too_small(tables: Opener, size: str, least: int) -> None:
    table = tables(size)
    table.open(views()["asked"])
    for state, view in views().items():
        table.say(view)
        table.page.wait_for_timeout(60)
        small = table.page.evaluate(
            """least => [...document.querySelectorAll("body *")]
                .filter(node => [...node.childNodes].some(one => one.nodeType === 3 && one.data.trim()))
                .filter(node => node.getClientRects().length && parseFloat(getComputedStyle(node).fontSize) < least)
                .map(node => node.outerHTML.slice(0, 90))""",
            least,
        )
        assert not small, state


def test_a_finger_finds_every_button(tables: Opener) -> None:
    table = tables("phone")
    table.open(views()["asked"])
    for state, view in views().items():
        table.say(view)
        table.page.wait_for_timeout(60)
        small = table.page.evaluate(
            """() => [...document.querySelectorAll("button, a.btn")]
                .filter(node => node.id !== "wb-last" && node.checkVisibility() && !node.closest("#wb-marks, #wb-log"))
                .map(node => [node.outerHTML.slice(0, 80), node.getBoundingClientRect()])
                .filter(([, r]) => r.width && (r.width < 40 || r.height < 40)).map(([html]) => html)"""
        )
        assert not small, state


@pytest.mark.parametrize(("size", "fit"), [("phone", 2), ("tablet", 5)])
def test_of_many_choices_a_row_shows_as_many_as_fit_whole(tables: Opener, size: str, fit: int) -> None:
    table = tables(size)
    table.open(whole([ask(many(), close=10)]))
    boxes = [box for one in table.page.locator("#wb-lists .choice").all() if (box := one.bounding_box())]
    assert len(boxes) == 11
    row = table.page.locator("#wb-lists").bounding_box()
    assert row
    seen = [box for box in boxes if box["y"] < row["y"] + row["height"]]
    assert len(seen) == fit
    assert all(one["x"] + one["width"] <= other["x"] for one, other in itertools.pairwise(seen))
    assert seen[-1]["x"] + seen[-1]["width"] <= row["x"] + row["width"] + 0.5


def test_board_does_not_move_between_questions_on_a_phone(tables: Opener) -> None:
    table = tables("phone")
    table.open(views()["waiting"])
    before = table.page.locator("#wb-board").bounding_box()
    for state in ("asked", "window", "lobby", "over"):
        table.say({**views()[state], "seats": views()["waiting"]["seats"]})
        table.page.wait_for_timeout(60)
        assert table.page.locator("#wb-board").bounding_box() == before, state


def contrast(first: tuple[int, ...], second: tuple[int, ...]) -> float:
    def luminance(colour: tuple[int, ...]) -> float:
        parts = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def colour(table: FakeTable, selector: str, name: str, pseudo: str | None = None) -> tuple[int, ...]:
    """A colour as the page renders it, as three bytes."""
    drawn = table.page.evaluate(
        """([selector, name, pseudo]) => {
            const context = Object.assign(document.createElement("canvas"), {width: 1, height: 1}).getContext("2d");
            context.fillStyle = getComputedStyle(document.querySelector(selector), pseudo)[name];
            context.fillRect(0, 0, 1, 1);
            return [...context.getImageData(0, 0, 1, 1).data];
        }""",
        [selector, name, pseudo],
    )
    return tuple(drawn[:3])


# What three kinds of colour blindness make of a colour (Machado 2009, full severity).
EYES = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def seen(colour: tuple[int, ...], eye: str) -> tuple[int, ...]:
    return tuple(max(0, min(255, round(sum(k * c for k, c in zip(row, colour))))) for row in EYES[eye])


@pytest.mark.parametrize("dark", [True, False])
def test_marks_stand_out_from_every_ground(tables: Opener, dark: bool) -> None:
    """A light line on a dark edge: whatever lies under it, one of the two differs from it by 3 : 1, for every eye."""
    table = tables(dark=dark)
    table.open(whole([ask([choice(1, "Attack", "sq-1-0", weighty=True), choice(2, "Stay", "sq-2-0")])]))
    table.settle()
    table.page.click('[data-target="sq-1-0"]')
    for kind in ('[data-target="sq-2-0"]', ".mark.aim"):
        edge, badge = colour(table, kind, "borderTopColor"), colour(table, kind, "backgroundColor", "::after")
        for eye, ground in itertools.product(EYES, itertools.product((0, 64, 128, 192, 255), repeat=3)):
            shown = seen(ground, eye)
            found = max(contrast(seen(edge, eye), shown), contrast(seen(badge, eye), shown))
            assert found >= 3, (kind, eye, ground)


@pytest.mark.parametrize("dark", [True, False])
def test_choices_stand_out_from_their_panel(tables: Opener, dark: bool) -> None:
    table = tables(dark=dark)
    table.open()
    edge = colour(table, ".choice", "borderTopColor")
    for ground in (colour(table, "#wb-seats", "backgroundColor"), colour(table, ".choice", "backgroundColor")):
        assert contrast(edge, ground) >= 3


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe."""
    return (installed("axe-core") / "axe.min.js").read_text()


def faults_of(table: FakeTable, axe: str) -> list[str]:
    table.page.wait_for_timeout(250)
    table.page.evaluate(axe)
    found = table.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:160]} {one['nodes'][0]['failureSummary']}"
        for one in found["violations"]
    ]


@pytest.mark.parametrize(("size", "dark"), [("desktop", True), ("desktop", False), ("phone", True), ("phone", False)])
def test_axe_finds_nothing(tables: Opener, axe: str, size: str, dark: bool) -> None:
    table = tables(size, dark)
    table.open(views()["asked"])
    for state in STATES:
        table.say(views()[state])
        assert not faults_of(table, axe), state


@pytest.mark.parametrize("dark", [True, False])
def test_axe_finds_nothing_in_what_opens(tables: Opener, axe: str, dark: bool) -> None:
    table = tables(dark=dark)
    table.open(card={"title": "Tests", "lines": ["One.", "Two.", "Three.", "Four.", "Five."], "picture": ""})
    assert not faults_of(table, axe), "card"
    table.page.keyboard.press("Escape")
    for name, opener in OPENED.items():
        table.page.click(opener)
        assert not faults_of(table, axe), name
        table.page.keyboard.press("Escape")
    table.say({"t": "bye", "why": "elsewhere", "words": "Opened elsewhere."})
    assert not faults_of(table, axe), "elsewhere"

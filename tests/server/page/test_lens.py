"""The lens: on a 21 × 17 grid at 360 px the first tap magnifies, the second chooses (UX 11)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Opener
from .fake import FakeTable, ask, board, choice, whole

pytestmark = pytest.mark.browser


def grid(tables: Opener) -> FakeTable:
    table = tables("phone")
    moves = [
        choice(row * 21 + column, f"To {column} {row}", f"sq-{column}-{row}")
        for row in range(6, 11)
        for column in range(8, 13)
    ]
    table.open(whole([ask(moves)], board(21, 17, 20)))
    table.settle()
    return table


def test_the_first_tap_opens_it_and_the_second_chooses(tables: Opener) -> None:
    table = grid(tables)
    page = table.page
    small = page.locator('#wb-marks [data-target="sq-10-8"]')
    box = small.bounding_box()
    assert box is not None and box["width"] < 40
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#wb-lens")).to_be_visible()
    assert not table.sent
    for target in ("sq-10-8", "sq-11-8"):
        found = page.locator(f'#wb-lens [data-target="{target}"]').bounding_box()
        assert found is not None and found["width"] >= 39.5 and found["height"] >= 39.5
    lens, shown = page.locator("#wb-lens").bounding_box(), page.locator("#wb-table").bounding_box()
    assert lens is not None and shown is not None
    assert lens["x"] >= shown["x"] - 4 and lens["x"] + lens["width"] <= shown["x"] + shown["width"] + 4
    goal = page.locator('#wb-lens [data-target="sq-11-8"]').bounding_box()
    assert goal is not None
    page.touchscreen.tap(goal["x"] + 20, goal["y"] + 20)
    assert table.wait_for("take")["line"] == [8 * 21 + 11]


def test_a_tap_outside_closes_it(tables: Opener) -> None:
    table = grid(tables)
    page = table.page
    page.locator('#wb-marks [data-target="sq-10-8"]').tap()
    expect(page.locator("#wb-lens")).to_be_visible()
    page.touchscreen.tap(180, 72)
    expect(page.locator("#wb-lens")).to_be_hidden()
    assert not table.sent


def test_large_targets_need_none(tables: Opener) -> None:
    table = tables("phone")
    table.open()
    table.settle()
    table.page.locator('#wb-marks [data-target="sq-1-0"]').tap()
    assert table.wait_for("take")["line"] == [1]


def test_a_way_that_was_drawn_is_to_be_seen_in_it(tables: Opener) -> None:
    table = tables("phone")
    led = choice(7, "Walk", "sq-12-8", via=["sq-11-8", "sq-12-8"])
    table.answers = {"way": lambda up: [{"t": "way", "id": up["id"], "choice": led}]}
    table.open(whole([ask([choice(1, "Step", "sq-11-8")], ways=True)], board(21, 17, 20)))
    table.settle()
    page = table.page
    page.locator('#wb-marks [data-target="sq-11-8"]').tap()
    page.locator('#wb-lens [data-id="sq-12-8"]').tap()
    table.wait_for("way")
    expect(page.locator("#wb-lens .spot.way")).to_have_count(2)


def test_what_is_placed_in_it_is_to_be_seen_in_it(tables: Opener) -> None:
    table = tables("phone")
    places = [[n, f"sq-{n % 21}-{n // 21}", f"Square {n}"] for n in range(60)]
    draft = {"pieces": [[1, "s-hat", "Hat"], [2, "s-hat", "Hat"]], "places": places, "signs": {"Hat": "s-hat"}}
    draft |= {"pairs": [], "counts": [], "faults": [], "ready": False}
    table.answers = {"draft": lambda up: [{**draft, "t": "draft", "id": up["id"], "seat": 0, "pairs": up["pairs"]}]}
    table.open(whole([ask([], draft=draft, kind="Hide")], board(21, 17, 20)))
    table.settle()
    page = table.page
    page.locator('#wb-marks [data-target="sq-5-1"]').tap()
    within = page.locator('#wb-lens [data-target="sq-5-1"]')
    assert within.evaluate("one => getComputedStyle(one).boxShadow") == "none", "one of many is a dot, as outside"
    within.tap()
    assert table.wait_for("draft")["pairs"] == [[1, 26]]
    expect(page.locator('#wb-lens [data-target="sq-5-1"] use')).to_have_attribute("href", "#s-hat")


def test_what_is_said_of_a_square_lies_beside_the_lens(tables: Opener) -> None:
    table = grid(tables)
    page = table.page
    table.answers["why"] = lambda message: [{"t": "why", "id": message["id"], "words": "A wall.", "rule": "TT-001"}]
    page.locator('#wb-marks [data-target="sq-10-8"]').tap()
    expect(page.locator("#wb-lens")).to_be_visible()
    page.locator('#wb-lens [data-id="sq-7-8"]').tap(force=True)
    expect(page.locator("#wb-tip")).to_be_visible()
    lens, tip = page.locator("#wb-lens").bounding_box(), page.locator("#wb-tip").bounding_box()
    assert lens is not None and tip is not None
    assert tip["y"] >= lens["y"] + lens["height"] or tip["y"] + tip["height"] <= lens["y"]

"""The pencil: private marks on what a game lets be marked, by pointer, finger and key."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import Opener
from .fake import PENCIL, FakeTable, ask, board, choice, whole

pytestmark = pytest.mark.browser


def grid(tables: Opener, size: str = "desktop", **more: object) -> FakeTable:
    table = tables(size)
    table.open(whole([ask([choice(1, "To 1 1", "sq-1-1")])], board(21, 17, 20), **more), pencil=PENCIL.on)
    table.settle()
    return table


def shown(page: Page) -> list[str]:
    return [mark.text_content() or "" for mark in page.locator(".spot.pencil").all()]


def test_a_sign_is_put_on_any_square_and_rubbed_out_again(tables: Opener) -> None:
    table = grid(tables)
    page = table.page
    page.get_by_text("Pencil", exact=True).click()
    page.locator("#sq-5-5").click()
    assert table.wait_for("pencil") | {"at": "sq-5-5", "text": "?", "seat": 0} == table.sent[-1]
    page.get_by_role("radiogroup").get_by_text("x", exact=True).click()
    page.locator('#wb-marks [data-target="sq-1-1"]').click()
    assert table.wait_for("pencil", 2)["at"] == "sq-1-1", "what may be chosen is marked, not chosen"
    assert shown(page) == ["?", "x"]
    page.locator('#wb-marks [data-target="sq-1-1"]').click()
    assert table.wait_for("pencil", 3)["text"] == ""
    assert shown(page) == ["?"]
    page.get_by_text("Pencil", exact=True).click()
    page.locator('#wb-marks [data-target="sq-1-1"]').click()
    assert table.wait_for("take")["line"] == [1]


def test_marks_come_with_a_fresh_view_and_stay_while_frames_are_played(tables: Opener) -> None:
    table = grid(tables, pencil={"sq-3-3": "?", "sq-20-16": "x", "gone": "x"})
    assert shown(table.page) == ["?", "x"]
    table.say({"t": "ask", "seq": 1, "asks": [], "waiting": "Ines is thinking."})
    expect(table.page.locator("#wb-what")).to_have_text("Ines is thinking.")
    assert shown(table.page) == ["?", "x"]
    mark, square = (table.page.locator(at).first.bounding_box() for at in (".spot.pencil", "#sq-3-3"))
    assert mark and square and abs(mark["x"] + mark["width"] / 2 - square["x"] - square["width"] / 2) < 2


def test_a_mark_that_is_refused_goes_again(tables: Opener) -> None:
    table = grid(tables)
    table.answers["pencil"] = lambda message: [{"t": "no", "id": message["id"], "words": "No mark there."}]
    table.page.get_by_text("Pencil", exact=True).click()
    table.page.locator("#sq-5-5").click()
    expect(table.page.locator("#wb-tip")).to_have_text("No mark there.")
    assert shown(table.page) == []


def test_by_key(tables: Opener) -> None:
    table = grid(tables)
    page = table.page
    page.locator("#wb-pencil").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    first = page.evaluate("document.activeElement.id || document.activeElement.dataset.target")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert table.wait_for("pencil")["at"] != first
    page.keyboard.press("Escape")
    assert not page.locator("#wb-pencil").is_checked(), "Esc puts the pencil away"
    assert shown(page) == ["?"]


def test_on_a_phone_the_first_tap_opens_the_lens_and_all_fits(tables: Opener) -> None:
    table = grid(tables, "phone")
    page = table.page
    page.locator("label:has(#wb-pencil)").tap()
    for label in page.locator("#wb-signs label").all():
        box = label.bounding_box()
        assert box and box["width"] >= 40 and box["height"] >= 40 and box["x"] + box["width"] <= 360
    assert page.evaluate(
        "document.documentElement.scrollWidth <= innerWidth && document.body.scrollWidth <= innerWidth"
    )
    box = page.locator("#sq-10-8").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + 5, box["y"] + 5)
    expect(page.locator("#wb-lens")).to_be_visible()
    assert not table.sent
    large = page.locator('#wb-lens [data-id="sq-10-8"]').bounding_box()
    assert large and large["width"] > 36
    page.touchscreen.tap(large["x"] + 20, large["y"] + 20)
    assert table.wait_for("pencil")["at"] == "sq-10-8"
    expect(page.locator("#wb-lens .spot.pencil")).to_have_text("?")


def test_a_game_without_a_pencil_shows_none(tables: Opener) -> None:
    table = tables()
    table.open()
    assert table.page.locator("#wb-pencil, #wb-signs").count() == 0

"""Drawing a way: over places one after another, by clicks or with the pointer held, also where nothing is known."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .fake import FakeTable, Json, ask, choice, whole

pytestmark = pytest.mark.browser

FIRST = "sq-1-0"


def opened(table: FakeTable) -> FakeTable:
    """A step to the next square may be chosen, and ways drawn through the others."""

    def way(up: Json) -> list[Json]:
        over = up["over"]
        if over[-1] == "sq-3-2":
            return [{"t": "no", "id": up["id"], "words": "A wall stands there.", "rule": "TT-001", "code": "illegal"}]
        led = choice(7, f"Walk to {over[-1]}", over[-1], line=[7, 8], course=f"{len(over)} squares", weighty=True)
        return [{"t": "way", "id": up["id"], "choice": {**led, "via": over}}]

    table.answers = {"way": way}
    table.open(whole([ask([choice(1, "Step", FIRST)], ways=True)]))
    table.settle()
    return table


def test_a_click_beyond_the_next_square_draws_a_way_that_a_second_click_walks(table: FakeTable) -> None:
    page = opened(table).page
    page.click("#sq-2-1")
    assert table.wait_for("way")["over"] == ["sq-2-1"]
    expect(page.locator("#wb-tip")).to_contain_text("Walk to sq-2-1")
    expect(page.locator(".spot.way")).to_have_count(1)
    page.click("#sq-3-1")
    assert table.wait_for("way", 2)["over"] == ["sq-2-1", "sq-3-1"]
    expect(page.locator(".spot.way")).to_have_count(2)
    table.settle()
    page.click("#sq-3-1")
    assert table.wait_for("take")["line"] == [7, 8]


def test_what_is_said_of_a_way_hides_none_of_it_and_is_what_confirms_it(table: FakeTable) -> None:
    page = opened(table).page
    page.click("#sq-0-2")
    table.wait_for("way")
    bubble, picture = page.locator("#wb-tip").bounding_box(), page.locator("#wb-table").bounding_box()
    assert bubble and picture and bubble["x"] >= picture["x"] + picture["width"]
    expect(page.locator("#wb-again")).to_have_text(
        "Click the end of the way again to walk it, or press Enter. Esc lets go.", use_inner_text=True
    )
    expect(page.locator(".choice.armed")).to_have_count(0)
    table.settle()
    page.click("#wb-tip >> text=Go")
    assert table.wait_for("take")["line"] == [7, 8]


def test_enter_walks_it_and_escape_gives_it_up(table: FakeTable) -> None:
    page = opened(table).page
    page.click("#sq-2-1")
    expect(page.locator(".spot.way")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".spot.way")).to_have_count(0)
    page.click("#sq-3-1")
    assert table.wait_for("way", 2)["over"] == ["sq-3-1"]
    table.settle()
    page.keyboard.press("Enter")
    assert table.wait_for("take")["line"] == [7, 8]


def test_a_way_that_is_refused_says_why_and_keeps_what_was_drawn(table: FakeTable) -> None:
    page = opened(table).page
    page.click("#sq-2-1")
    expect(page.locator(".spot.way")).to_have_count(1)
    page.click("#sq-3-2")
    expect(page.locator("#wb-tip")).to_contain_text("A wall stands there. TT-001")
    page.click("#sq-3-1")
    assert table.wait_for("way", 3)["over"] == ["sq-2-1", "sq-3-1"]


def test_dragging_over_squares_draws_it_in_one_go(table: FakeTable) -> None:
    page = opened(table).page
    spots = [page.locator(f"#{one}").bounding_box() for one in ("sq-0-1", "sq-1-1", "sq-2-1", "sq-3-1")]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in spots if box]
    page.mouse.move(*middles[0])
    page.mouse.down()
    for middle in middles[1:]:
        page.mouse.move(*middle, steps=4)
    page.mouse.up()
    assert table.wait_for("way")["over"][-3:] == ["sq-1-1", "sq-2-1", "sq-3-1"]
    assert [message["t"] for message in table.sent if message["t"] in ("why", "take")] == []


def test_a_step_to_a_marked_square_is_still_one_click(table: FakeTable) -> None:
    page = opened(table).page
    page.click(f'[data-target="{FIRST}"]')
    assert table.wait_for("take")["line"] == [1]


def test_what_was_drawn_stays_on_its_places_when_the_page_is_turned(table: FakeTable) -> None:
    page = opened(table).page
    page.click("#sq-2-1")
    table.wait_for("way")
    expect(page.locator(".spot.way")).to_have_count(1)
    page.set_viewport_size({"width": 360, "height": 640})
    middle = "one => { const r = one.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] }"
    table.wait_until(
        lambda: (
            page.locator(".spot.way").evaluate(middle) == pytest.approx(page.locator("#sq-2-1").evaluate(middle), abs=3)
        )
    )

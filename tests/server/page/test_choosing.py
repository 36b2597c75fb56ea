"""Choosing: in the picture, from the list, by key, by typing (UX 4, 5, 9, 18)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Opener
from .fake import FakeTable, ask, asked, choice, steps, whole

pytestmark = pytest.mark.browser

BOXES = "all => all.map(one => one.getBoundingClientRect().toJSON())"


def mark(element: str) -> str:
    return f'[data-target="{element}"]'


def opened(table: FakeTable, *choices: dict[str, object], **more: object) -> FakeTable:
    table.open(whole([ask(list(choices) or None, **more)]))
    table.settle()
    return table


def test_one_click_on_a_target_chooses(table: FakeTable) -> None:
    opened(table).page.click(mark("sq-2-0"))
    sent = table.wait_for("take")
    assert (sent["line"], sent["seat"], sent["q"]) == ([2], 0, 1)


def test_only_what_is_legal_is_marked_and_carries_the_number_of_the_list(table: FakeTable) -> None:
    page = opened(table).page
    marks = page.locator("#wb-marks button")
    assert marks.evaluate_all("all => all.map(one => [one.dataset.target, one.dataset.badge])") == [
        ["sq-1-0", "1"],
        ["sq-2-0", "2"],
        ["sq-3-0", "3"],
    ]
    assert page.locator("#wb-choices kbd").all_inner_texts() == ["1", "2", "3"]


def test_a_click_on_anything_else_says_why_not(table: FakeTable) -> None:
    table.answers["why"] = lambda up: [{"t": "why", "id": up["id"], "words": "That is too far.", "rule": "TT-001"}]
    page = opened(table).page
    page.click("#sq-2-2")
    assert table.wait_for("why")["at"] == "sq-2-2"
    expect(page.locator("#wb-tip")).to_contain_text("That is too far. TT-001")
    assert not [up for up in table.sent if up["t"] == "take"]


def test_from_the_list_by_number_and_by_typing(table: FakeTable) -> None:
    page = opened(table).page
    page.click("text=Move to 1 0")
    assert table.wait_for("take")["line"] == [1]
    table.say(asked(2, ask(q=2)))
    table.settle()
    page.keyboard.press("2")
    assert table.wait_for("take", 2)["line"] == [2]
    table.say(asked(3, ask(q=3)))
    page.keyboard.press("/")
    page.keyboard.type("move to 3")
    page.keyboard.press("Enter")
    assert table.wait_for("type")["text"] == "move to 3"


def test_arrows_and_enter(table: FakeTable) -> None:
    page = opened(table).page
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.target") == "sq-2-0"
    page.keyboard.press("Enter")
    assert table.wait_for("take")["line"] == [2]


def test_two_clicks_narrow_and_escape_steps_back(table: FakeTable) -> None:
    pairs = [
        choice(1, "a", "mine", "sq-1-0"),
        choice(2, "b", "mine", "sq-2-0"),
        choice(3, "c", "sq-3-2", "sq-3-1"),
        choice(4, "d", "sq-3-2", "sq-2-1"),
    ]
    page = opened(table, *pairs).page
    page.click(mark("mine"))
    expect(page.locator("#wb-choices button:enabled")).to_have_count(2)
    assert page.locator("#wb-choices li").count() == 4, "what falls away leaves its place"
    page.keyboard.press("Escape")
    expect(page.locator("#wb-choices button:enabled")).to_have_count(4)
    page.click(mark("mine"))
    table.settle()
    page.click(mark("sq-2-0"))
    assert table.wait_for("take")["line"] == [2]


def test_a_target_with_one_choice_left_is_enough(table: FakeTable) -> None:
    opened(table, choice(1, "a", "mine", "sq-1-0"), choice(2, "b", "sq-3-2", "sq-2-0")).page.click(mark("mine"))
    assert table.wait_for("take")["line"] == [1]


@pytest.mark.parametrize("how", ["click", "enter"])
def test_a_weighty_choice_is_confirmed_on_the_spot(table: FakeTable, how: str) -> None:
    page = opened(table, choice(1, "Attack", "sq-1-0", weighty=True), choice(2, "Stay", "sq-2-0")).page
    page.click(mark("sq-1-0"))
    expect(page.locator(mark("sq-1-0") + ".aim")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#wb-ask.armed")).to_have_count(0)
    page.click(mark("sq-1-0"))
    assert not table.sent
    table.settle()
    if how == "click":
        page.click(mark("sq-1-0"))
    else:
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Enter")
    assert table.wait_for("take")["line"] == [1]


def test_confirming_can_be_switched_off(table: FakeTable) -> None:
    page = opened(table, choice(1, "Attack", "sq-1-0", weighty=True)).page
    page.click("text=Menu")
    page.uncheck('[data-setting="confirm"]')
    page.keyboard.press("Escape")
    page.click(mark("sq-1-0"))
    assert table.wait_for("take")["line"] == [1]


def test_an_input_meant_for_what_stood_there_before_is_ignored(table: FakeTable) -> None:
    page = opened(table).page
    page.click(mark("sq-1-0"))
    table.wait_for("take")
    table.say(asked(2, ask([choice(7, "Lose it all", "sq-1-0"), choice(8, "Stay")], q=2, kind="Other")))
    page.wait_for_selector("#wb-choices >> text=Lose it all")
    page.evaluate(
        """for (const early of ["[data-target='sq-1-0']", "[data-slot='0']"]) document.querySelector(early).click()"""
    )
    page.keyboard.press("1")
    assert len(table.sent) == 1
    table.settle()
    page.click(mark("sq-1-0"))
    assert table.wait_for("take", 2)["line"] == [7]


def test_choices_that_fall_away_leave_their_place_empty(table: FakeTable) -> None:
    page = opened(table).page
    before = page.locator("text=Move to 3 0").bounding_box()
    page.click(mark("sq-1-0"))
    table.say(asked(2, ask(steps()[1:], q=2)))
    expect(page.locator("#wb-choices button")).to_have_count(2)
    assert page.locator("text=Move to 3 0").bounding_box() == before
    assert page.locator("#wb-choices kbd").all_inner_texts() == ["2", "3"]


def test_extras_stand_beside_and_enter_closes_the_turn(table: FakeTable) -> None:
    extra = choice(5, "Use a coin", extra=True)
    page = opened(table, choice(1, "Stay"), extra, choice(9, "End turn"), close=2).page
    assert page.locator("#wb-extras button").all_inner_texts() == ["3\nUse a coin"]
    expect(page.locator("#wb-beside")).to_be_visible()
    page.keyboard.press("Enter")
    assert table.wait_for("take")["line"] == [9]


def test_a_turn_with_nothing_left_ends_by_itself_only_when_switched_on(table: FakeTable) -> None:
    page = opened(table, choice(9, "End turn"), close=0).page
    assert not table.sent
    page.click("text=Menu")
    page.check('[data-setting="autoend"]')
    page.keyboard.press("Escape")
    table.say(asked(2, ask([choice(9, "End turn")], q=2, close=0)))
    assert table.wait_for("take")["q"] == 2


def test_a_refusal_is_said_where_it_happened_and_one_may_choose_again(table: FakeTable) -> None:
    table.answers["take"] = lambda up: [{"t": "no", "id": up["id"], "words": "Not on a Tuesday.", "rule": "TT-002"}]
    page = opened(table).page
    page.click(mark("sq-1-0"))
    expect(page.locator("#wb-tip")).to_contain_text("Not on a Tuesday.")
    expect(page.locator("#wb-choices button:enabled")).to_have_count(3)


def test_hovering_dims_the_others_and_tells_odds_course_and_way(table: FakeTable) -> None:
    told = {"forecast": [["Hit", 0.25], ["miss", 0.75]], "course": "3 squares, past the deck", "via": ["sq-1-1"]}
    page = opened(table, choice(1, "Shoot", "sq-1-0", **told), choice(2, "Stay", "sq-2-0")).page
    page.hover(mark("sq-1-0"))
    expect(page.locator("#wb-tip")).to_contain_text("Hit 25 %, miss 75 %")
    expect(page.locator("#wb-tip")).to_contain_text("past the deck")
    assert page.locator(".spot.via").count() == 1
    expect(page.locator(mark("sq-2-0"))).to_have_css("opacity", "0.55")
    page.hover("text=Stay")
    expect(page.locator(mark("sq-2-0"))).to_have_css("opacity", "1")


def test_two_choices_under_one_target_open_the_list(table: FakeTable) -> None:
    page = opened(table, choice(1, "Ask", "sq-1-0"), choice(2, "Fight", "sq-1-0"), choice(3, "Stay", "sq-2-0")).page
    assert page.get_attribute(mark("sq-1-0"), "data-badge") == "…"
    page.click(mark("sq-1-0"))
    expect(page.locator("#wb-choices button:enabled")).to_have_count(2)
    table.settle()
    page.click("text=Fight")
    assert table.wait_for("take")["line"] == [2]


def test_a_choice_that_waits_for_its_confirmation_stays_under_the_pointer(table: FakeTable) -> None:
    page = opened(table, choice(1, "Attack", weighty=True), choice(2, "Burn", weighty=True)).page
    burn = page.locator(".choice").nth(1)
    before = burn.bounding_box()
    assert before is not None
    page.mouse.click(before["x"] + 20, before["y"] + 20)
    expect(page.locator("#wb-again")).to_be_visible()
    assert burn.bounding_box() == before
    table.settle()
    page.mouse.click(before["x"] + 20, before["y"] + 20)
    assert table.wait_for("take")["line"] == [2]


def test_a_long_list_of_odds_and_what_stands_under_a_window_can_be_reached(table: FakeTable) -> None:
    odds = [choice(n, f"{n}, the arm", forecast=[["hits", 0.17]]) for n in range(1, 9)]
    window = {"words": "Or else: let chance decide", "ms": 8000, "left": 8000, "pass": None, "standing": []}
    page = opened(table, *odds, window=window).page
    assert {round(box["height"]) for box in page.locator(".choice").evaluate_all(BOXES)} == {40}
    last = page.locator(".choice").last
    page.locator("#wb-ask").evaluate("box => box.scrollTop = box.scrollHeight")
    strip, box = page.locator("#wb-strip").bounding_box(), last.bounding_box()
    assert strip is not None and box is not None and box["y"] + box["height"] <= strip["y"]


def test_a_phone_shows_whole_choices_and_a_button_for_all(tables: Opener) -> None:
    table = tables("phone")
    opened(table, *(choice(n, f"{n}, the left arm") for n in range(1, 7)))
    page = table.page
    expect(page.locator("#wb-ask .all")).to_be_visible()
    lists = page.locator("#wb-lists").bounding_box()
    assert lists is not None
    seen = [box for box in page.locator(".choice").evaluate_all(BOXES) if box["y"] < lists["y"] + lists["height"]]
    assert len(seen) in (2, 3)
    assert all(box["x"] + box["width"] <= lists["x"] + lists["width"] + 0.5 for box in seen)
    page.click("#wb-ask .all")
    expect(page.locator(".choice").last).to_be_in_viewport()


def test_a_refusal_names_its_rule_once_and_goes_with_the_question(table: FakeTable) -> None:
    refusal = {"t": "no", "words": "A wall stands there (TT-009)", "rule": "TT-009", "code": "illegal"}
    table.answers["type"] = lambda up: [{**refusal, "id": up["id"]}]
    page = opened(table).page
    page.fill("#wb-typed", "north")
    page.keyboard.press("Enter")
    expect(page.locator("#wb-tip")).to_have_text("A wall stands there TT-009")
    table.say(asked(2, ask(q=2)))
    expect(page.locator("#wb-tip")).to_be_hidden()

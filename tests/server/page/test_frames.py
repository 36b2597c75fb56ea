"""Frames: played in order with their captions, never too long, cut short by input (UX 6, 12)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import Opener
from .fake import FakeTable, ask, asked, frame, piece, square, whole

pytestmark = pytest.mark.browser


def captions(page: Page) -> None:
    """What the banner says from now on, as it changes."""
    page.evaluate(
        """() => {
            window.heard = [];
            const what = document.querySelector("#wb-what");
            new MutationObserver(() => window.heard.push(what.textContent)).observe(what, {childList: true});
        }"""
    )


def three(beat: int = 250, by: int = 1) -> list[dict[str, object]]:
    return [frame(seq, f"Step {seq}", piece("mine", seq - 1, 0), beat=beat, by=by) for seq in (2, 3, 4)]


def test_one_after_another_then_the_question(table: FakeTable) -> None:
    table.open(whole([]))
    captions(table.page)
    table.say(*three(), asked(4, ask(q=2)))
    expect(table.page.locator("#wb-choices button")).to_have_count(3)
    assert table.page.evaluate("window.heard") == ["Step 2", "Step 3", "Step 4", "Choose a square."]
    assert table.page.locator("#wb-log .line").all_inner_texts()[:3] == ["Step 4", "Step 3", "Step 2"]


def test_a_node_keeps_its_identity_and_glides(table: FakeTable) -> None:
    table.open(whole([]))
    page = table.page
    page.evaluate("window.node = document.querySelector('#mine')")
    table.say(frame(2, "Moves", piece("mine", 3, 2), beat=2000))
    page.wait_for_function("() => document.getAnimations().length > 0")
    assert page.evaluate("window.node === document.querySelector('#mine') && node.classList.contains('changed')")
    assert page.evaluate("document.getAnimations()[0].effect.getKeyframes()[0].translate") == "-300px -200px"


def test_what_came_and_went(table: FakeTable) -> None:
    table.open(whole([]))
    page = table.page
    table.say(frame(2, "A card comes", piece("card", 2, 1), gone=("mine",), beat=1500))
    expect(page.locator("#card.came")).to_have_count(1)
    assert page.locator("#mine").count() == 0, "what went has no id any more, though it still fades"
    table.say(frame(3, "Later", square(0, 0), beat=50))
    expect(page.locator(".came")).to_have_count(0)
    expect(page.locator(".wb-leaving > g")).to_have_count(0)


@pytest.mark.parametrize("how", ["Space", "button", "click"])
def test_input_cuts_it_short_and_chooses_nothing(table: FakeTable, how: str) -> None:
    table.open(whole([]))
    page = table.page
    table.say(*three(1800), asked(4, ask(q=2)))
    expect(page.locator("#wb-skip")).to_be_visible()
    if how == "Space":
        page.keyboard.press(" ")
    elif how == "button":
        page.click("#wb-skip")
    else:
        page.click("#sq-3-0", force=True)
    page.wait_for_selector("#wb-choices button", timeout=1000)
    assert not table.sent
    assert page.locator("#wb-log .line").all_inner_texts()[:3] == ["Step 4", "Step 3", "Step 2"]
    assert page.evaluate("document.querySelector('#mine').getAttribute('transform')") == "translate(350 50)"


def test_a_long_run_is_hurried(table: FakeTable) -> None:
    """Forty beats of a second by one seat would take 16 s at fast; 2.4 s are allowed."""
    table.open(whole([]))
    page = table.page
    page.evaluate("document.documentElement.dataset.speed = 'fast'")
    many = [frame(seq, f"Step {seq}", piece("mine", seq % 4, 0), beat=1000) for seq in range(2, 42)]
    started = page.evaluate("performance.now()")
    table.say(*many, asked(42, ask(q=2)))
    page.wait_for_selector("#wb-choices button", timeout=6000)
    assert page.evaluate("performance.now()") - started < 3600


def test_instant_shows_the_end_at_once(table: FakeTable) -> None:
    table.open(whole([]))
    table.page.evaluate("document.documentElement.dataset.speed = 'instant'")
    table.say(*three(5000), asked(4, ask(q=2)))
    table.page.wait_for_selector("#wb-choices button", timeout=700)


def test_reduced_motion_moves_nothing(tables: Opener) -> None:
    table = tables(reduced_motion="reduce")
    table.open(whole([]))
    table.say(frame(2, "Moves", piece("mine", 3, 2), beat=2000))
    expect(table.page.locator("#wb-what")).to_have_text("Moves")
    assert (
        table.page.evaluate("document.getAnimations().filter(one => one.effect.getKeyframes()[0].translate).length")
        == 0
    )


def test_captions_and_the_question_are_read_out(table: FakeTable) -> None:
    table.open(whole([]))
    table.say(frame(2, "Ines moves"))
    expect(table.page.locator("#wb-polite")).to_have_text("Ines moves")
    table.say(asked(2, ask(q=2)))
    expect(table.page.locator("#wb-urgent")).to_have_text("Your turn. Choose a square.")
    expect(table.page).to_have_title("● Your turn: Choose a square. – Table of Tests")


def test_another_ground_replaces_the_picture(table: FakeTable) -> None:
    table.open(whole([]))
    change = {
        "whole": True,
        "ground": '<rect id="cellar" width="50" height="50"/>',
        "viewBox": "0 0 50 50",
        "fragments": [piece("mine", 0, 0, 20)],
    }
    table.say(frame(2, "Down the stairs", wide=change))
    expect(table.page.locator("#cellar")).to_have_count(1)
    assert table.page.get_attribute("#wb-board", "viewBox") == "0 0 50 50"


def test_a_line_of_the_log_shows_its_moment(table: FakeTable) -> None:
    table.open(whole([]))
    page = table.page
    place = "document.querySelector('#mine').getAttribute('transform')"
    table.say(*three(1), asked(4, ask(q=2)))
    page.wait_for_selector("#wb-choices button")
    page.click("#wb-log >> text=Step 3")
    assert page.evaluate(place) == "translate(250 50)"
    expect(page.locator("#wb-back")).to_contain_text("Step 3")
    page.keyboard.press("Escape")
    assert page.evaluate(place) == "translate(350 50)"
    page.click("#wb-log >> text=Step 2")
    page.click("#wb-rewind")
    page.click("#wb-rewind")
    assert table.wait_for("rewind")["to"] == 2


def test_what_a_line_names_is_lit(table: FakeTable) -> None:
    line = {"seq": 1, "parts": [["You take "], ["b", "the deck", "sq-3-2"]], "by": 0}
    table.open(whole([], log=[line]))
    table.page.click("#wb-log >> text=You take")
    expect(table.page.locator(".spot.named")).to_have_count(1)


def test_to_my_turn_hurries_what_still_comes(table: FakeTable) -> None:
    """The others' moves trickle in: Space once leads to the own question, however many follow."""
    table.open(whole([]))
    page = table.page
    table.say(frame(2, "Step 2", piece("mine", 1, 0), beat=3000), asked(2))
    expect(page.locator("#wb-skip")).to_be_visible()
    page.keyboard.press(" ")
    table.say(frame(3, "Step 3", piece("mine", 2, 0), beat=3000), asked(3, ask(q=2)))
    page.wait_for_selector("#wb-choices button", timeout=800)
    table.say(frame(4, "Step 4", piece("mine", 3, 0), beat=3000), asked(4, ask(q=3)))
    expect(page.locator("#wb-skip")).to_be_visible()

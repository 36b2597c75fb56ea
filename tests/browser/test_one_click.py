"""One click on the front page, and a whole game follows, by keyboard alone, to its end and the next (UX 1, 5, 25)."""

from __future__ import annotations

import time

from playwright.sync_api import Page

from .conftest import NewPlayer
from .site import ASKED, Player, Site

READY = 2.0  # seconds, as promised
SLACK = 2.0  # times as much, since a machine that tests may do other things too
LONGEST = 200.0


def test_the_first_choice_is_one_click_away(site: Site, players: NewPlayer) -> None:
    me = players()
    me.page.goto(site.home)
    began = time.monotonic()
    me.page.click("text=Play now")
    me.page.click("#wb-card >> text=Play")
    asked = me.wait_asked()
    took = time.monotonic() - began
    paint = me.page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    print(
        f"\nfrom the click to the first choice {took:.2f} s, page painted {paint:.0f} ms after its address was called"
    )
    assert took < READY * SLACK
    me.settle()
    words = me.page.locator(".choice:enabled span").first.inner_text()
    me.page.click("#wb-marks .mark >> nth=0")
    me.page.wait_for_function("was => document.querySelector('#wb-what').textContent !== was", arg=asked)
    assert me.lines(), words


def focus(page: Page, words: str) -> None:
    """Press Tab until what has these words has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if words in page.evaluate("document.activeElement.textContent"):
            return
    raise AssertionError(f"Tab never comes to {words!r}")


def by_mark(page: Page) -> None:
    """Choose by arrows in the picture."""
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.matches('#wb-marks button')")
    page.keyboard.press("Enter")


def by_text(page: Page) -> None:
    """Choose by typing the move."""
    text = str(page.locator("#wb-texts option").first.get_attribute("value"))
    page.keyboard.press("/")
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")


def by_key(page: Page) -> None:
    """Choose the first of the list by its key."""
    key = page.locator(".choice:enabled kbd").first.text_content()
    page.keyboard.press("Enter" if key == "↵" else key)


def over_or_asked(page: Page) -> bool:
    """Wait for the next question; False if the game is over."""
    page.wait_for_function(
        f"""() => document.body.classList.contains("over")
            || document.querySelector("{ASKED}") && document.querySelector(".choice:enabled")""",
        timeout=60_000,
    )
    return not page.evaluate("document.body.classList.contains('over')")


def play_to_the_end(me: Player) -> int:
    """Answer every question by keyboard; returns how many there were."""
    page, answers, began = me.page, 0, time.monotonic()
    ways = [by_mark, by_text]
    while over_or_asked(page):
        assert time.monotonic() - began < LONGEST, "the game does not end"
        me.settle()
        if page.locator("#wb-ask.armed").count():
            page.keyboard.press("Enter")
        elif ways and page.locator("#wb-marks button").count():
            ways.pop(0)(page)
        else:
            by_key(page)
        answers += 1
        page.wait_for_timeout(30)
    return answers


def test_a_whole_game_by_keyboard_alone_and_the_next(site: Site, players: NewPlayer) -> None:
    me = players()
    page = me.page
    page.goto(site.home)
    me.settings(speed="instant", tips="off")
    page.reload()
    focus(page, "Play now")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    began = time.monotonic()
    answers = play_to_the_end(me)
    print(f"\na whole game: {answers} keys of mine, {time.monotonic() - began:.0f} s")
    assert page.text_content("#wb-who") == "The game is over"
    assert len(page.inner_text("#wb-what")) > 20
    assert page.locator("#wb-end th").count() > 3
    address = page.url
    focus(page, "Rematch")
    page.keyboard.press("Enter")
    page.wait_for_selector("#wb-end a.go")
    focus(page, "To the new table")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != address)
    assert me.wait_asked()

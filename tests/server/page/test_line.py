"""The line: it resumes, keeps what was chosen, sends it once, and gives way to another tab (UX 10)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .fake import FakeTable, ask, asked, frame, piece, whole

pytestmark = pytest.mark.browser


def lost(table: FakeTable) -> None:
    expect(table.page.locator("body")).to_have_attribute("data-line", "lost")
    expect(table.page.locator("#wb-line")).to_contain_text("Nothing is lost")


def test_hello_tells_what_was_seen(table: FakeTable) -> None:
    table.open()
    first = table.hellos[0]
    assert (first["token"], first["seen"], first["layout"]) == ("token", 0, "wide")
    assert first["luck"], "the page's contribution to chance"
    table.say(frame(2, "One"), frame(3, "Two"), asked(3, ask(q=2)))
    table.catch_up = [frame(4, "Meanwhile", piece("mine", 2, 0)), asked(4, ask(q=3))]
    expect(table.page.locator("#wb-log")).to_contain_text("Two")
    table.cut()
    table.page.wait_for_selector("#wb-log >> text=Meanwhile")
    assert table.hellos[1]["seen"] == 3
    assert table.page.locator("#wb-log .line").count() == 4
    expect(table.page.locator("body")).not_to_have_attribute("data-line", "lost")


def test_an_answer_that_did_not_come_back_is_sent_again_with_its_id(table: FakeTable) -> None:
    table.open()
    table.settle()
    table.silent = True
    table.page.keyboard.press("1")
    first = table.wait_for("take")
    table.silent = False
    table.cut()
    again = table.wait_for("take", 2)
    assert again == first
    table.cut()
    table.page.wait_for_timeout(1200)
    assert len(table.sent) == 2, "it was answered: not a third time"


def test_a_reload_keeps_it_too(table: FakeTable) -> None:
    table.open()
    table.settle()
    table.silent = True
    table.page.keyboard.press("2")
    first = table.wait_for("take")
    table.silent = False
    table.page.reload()
    assert table.wait_for("take", 2) == first
    table.settle()
    table.page.keyboard.press("3")
    assert table.wait_for("take", 3)["id"] != first["id"]


def test_what_is_chosen_while_the_line_is_broken_waits(table: FakeTable) -> None:
    table.open()
    table.settle()
    table.deaf = True
    table.cut()
    lost(table)
    table.page.keyboard.press("1")
    assert not table.sent
    table.deaf = False
    table.page.evaluate("dispatchEvent(new Event('online'))")
    assert table.wait_for("take")["line"] == [1]


def test_a_second_tab_takes_over_without_a_fight(table: FakeTable) -> None:
    table.open()
    table.say({"t": "bye", "why": "elsewhere", "words": "This seat was opened elsewhere."})
    expect(table.page.locator("#wb-line")).to_contain_text("opened elsewhere")
    table.page.wait_for_timeout(1500)
    assert len(table.hellos) == 1, "no fight"
    table.page.click("#wb-take-back")
    expect(table.page.locator("body")).to_have_attribute("data-line", "open")
    assert len(table.hellos) == 2


def test_removed_is_said_and_the_way_out_shown(table: FakeTable) -> None:
    table.open()
    table.say({"t": "bye", "why": "removed", "words": "The host has removed you."})
    expect(table.page.locator("#wb-line")).to_contain_text("The host has removed you.")
    expect(table.page.locator("#wb-line a")).to_be_visible()


def test_an_old_page_loads_itself_again(table: FakeTable) -> None:
    table.open()
    table.say({"t": "bye", "why": "upgrade", "words": ""})
    table.wait_until(lambda: len(table.hellos) == 2)
    assert [hello["seen"] for hello in table.hellos] == [0, 0]


def test_turning_the_device_asks_for_the_other_picture(table: FakeTable) -> None:
    table.open()
    table.page.set_viewport_size({"width": 768, "height": 1024})
    table.wait_until(lambda: len(table.hellos) == 2)
    assert table.hellos[-1] == {"t": "layout", "layout": "tall"}


def test_a_fresh_view_replaces_everything(table: FakeTable) -> None:
    table.open()
    table.say(
        frame(2, "Slow", piece("mine", 3, 0), beat=5000),
        whole([ask(q=9)], seq=30, log=[{"seq": 30, "parts": [["Much later"]], "by": 1}]),
    )
    table.page.wait_for_selector("#wb-choices button")
    assert table.page.locator("#wb-log .line").all_inner_texts() == ["Much later"]
    assert table.page.evaluate("document.querySelector('#mine').getAttribute('transform')") == "translate(50 50)"

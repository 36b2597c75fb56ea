"""What the page says: whose turn, why not, what undo does, what happened; and what it keeps (UX 3, 4, 5, 7, 8, 12)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from laying import Laid, lay
from playwright.sync_api import expect

from witchboard.server.guests import COOKIE
from witchboard.table.table import Table

from .conftest import NewPlayer
from .site import Player, Site, question


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Laid]]:
    """A server with a table where seat 0 may move, ask or fight, and has chosen nothing in this turn."""
    data = tmp_path_factory.mktemp("words")

    def until(table: Table) -> bool:
        return len(table.line.acts) > 30 and table.line.asked == [0] and "move" in _asks(table)

    table = lay(data, "amber-owl", ("", "", ""), until, bot="random")
    site = Site(data).start()
    yield site, table
    site.stop()


def _asks(table: Table) -> str:
    return table.game.question(table.line.state, 0).words


@pytest.fixture
def me(laid: tuple[Site, Laid], players: NewPlayer) -> Player:
    """Whose turn it is."""
    site, table = laid
    me = players()
    me.context.add_cookies([{"name": COOKIE, "value": table.cookies[0], "url": site.home}])
    me.page.goto(site.home)
    me.settings(speed="instant", tips="off")
    me.page.goto(f"{site.home}/t/{table.code}")
    me.wait_asked()
    return me


def test_my_turn_stands_in_the_banner_the_title_and_a_live_region(me: Player) -> None:
    asked = me.page.inner_text("#wb-what")
    expect(me.page.locator("#wb-who")).to_have_text(re.compile("Your turn"))
    assert me.page.title() == f"● {me.page.text_content('#wb-who')}: {asked} – Ghost Stories"
    assert me.page.get_attribute("#wb-urgent", "aria-live") == "assertive"
    assert asked in str(me.page.text_content("#wb-urgent"))


def test_a_click_that_chooses_nothing_says_why_with_the_rule(me: Player) -> None:
    me.settle()
    me.page.evaluate("document.querySelector('.picture #deck').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    tip = me.page.locator("#wb-tip")
    expect(tip).to_be_visible()
    assert len(tip.inner_text()) > 20
    link = tip.locator("a.rule")
    rule = link.inner_text()
    assert re.fullmatch(r"GS-\d+", rule)
    link.click()
    expect(me.page.locator(f"#wb-rules-text #{rule}")).to_be_visible()
    assert question(me.page)  # it is still my turn


def test_undo_says_what_it_takes_back_and_takes_it_back(me: Player) -> None:
    undo, before, log = me.page.locator("#wb-undo"), question(me.page), me.lines()
    expect(undo).to_have_attribute("aria-disabled", "true")
    assert undo.get_attribute("title")  # why it is barred
    me.move()
    me.wait_asked()
    expect(undo).to_have_attribute("aria-disabled", "false")
    expect(undo.locator("small")).not_to_be_empty()
    assert len(me.lines()) > len(log)
    undo.click()
    me.page.wait_for_function("() => document.querySelector('#wb-undo').ariaDisabled === 'true'")
    me.wait_asked()
    assert question(me.page) == before


def test_a_typed_move_is_made(me: Player) -> None:
    before, text = question(me.page), me.page.locator("#wb-texts option").first.get_attribute("value")
    me.page.keyboard.press("/")
    me.page.keyboard.type(str(text))
    me.page.keyboard.press("Enter")
    me.page.wait_for_function("() => document.querySelector('#wb-undo').ariaDisabled === 'false'")
    assert question(me.page) != before
    me.page.keyboard.press("Escape")
    assert me.page.evaluate("document.activeElement === document.body")
    me.page.click("#wb-undo")
    me.page.wait_for_function("() => document.querySelector('#wb-undo').ariaDisabled === 'true'")


def test_typed_nonsense_is_refused_in_words(me: Player) -> None:
    before = question(me.page)
    me.page.fill("#wb-typed", "xyzzy")
    me.page.press("#wb-typed", "Enter")
    expect(me.page.locator("#wb-tip")).to_be_visible()
    assert len(me.page.inner_text("#wb-tip")) > 10
    assert question(me.page) == before


def test_a_line_of_the_log_leads_to_its_moment_and_back(me: Player) -> None:
    me.move()
    me.wait_asked()
    me.page.locator("#wb-log .line").nth(0).click()
    expect(me.page.locator("#wb-back")).to_be_visible()
    me.page.click("#wb-now")
    expect(me.page.locator("#wb-back")).to_be_hidden()
    me.settle()
    me.page.click("#wb-undo")
    me.page.wait_for_function("() => document.querySelector('#wb-undo').ariaDisabled === 'true'")


def test_light_and_speed_are_remembered(me: Player) -> None:
    page = me.page
    page.click("[popovertarget=wb-menu]")
    page.check("#wb-menu input[name=theme][value=day]")
    page.check("#wb-menu input[name=speed][value=fast]")
    for address in (page.url, page.url.partition("/t/")[0]):
        page.goto(address)
        assert page.evaluate("document.documentElement.dataset.theme") == "day"
        assert page.evaluate("document.documentElement.dataset.speed") == "fast"


PAYLOADS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "{{7*7}}'-alert(1)-'",
    "\u202enigol <style>*{display:none}",
]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_what_is_typed_stays_text(laid: tuple[Site, Laid], players: NewPlayer, payload: str) -> None:
    """In the field for a code, a search, a name, in talk: no script, no markup, no complaint."""
    home, me = laid[0].home, players()
    page = me.page
    page.goto(home)
    me.settings(tips="off")
    page.fill("#code", payload)
    page.keyboard.press("Enter")
    expect(page.locator(".error")).to_be_visible()
    me.faults[:] = [fault for fault in me.faults if "404" not in fault]  # nobody has that code
    page.goto(f"{home}/rules/ghost-stories?q={quote(payload)}")
    expect(page.locator("#search")).to_have_value(payload)
    page.goto(f"{home}/new/ghost-stories")
    page.fill("#name", payload[:24])
    page.click("text=Open the table")
    expect(page.locator("#wb-seats .seat >> nth=0")).to_contain_text(payload[:24].strip("\u202e "))
    page.click("[popovertarget=wb-talk]")
    page.fill("#wb-talk form input", payload)
    page.keyboard.press("Enter")
    expect(page.locator("#wb-log .said")).to_contain_text(payload.strip("\u202e"))
    assert not page.locator("main :is(script, style, img[src=x], svg[onload])").count()

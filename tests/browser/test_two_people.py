"""Two people at two browsers, one of them over the network; lines break, tabs close, the server dies (UX 2, 10)."""

from __future__ import annotations

import itertools
import re
import time

import pytest
from playwright.sync_api import expect

from .conftest import NewPlayer
from .site import NETWORK, Player, Site, choose, question

BACK = 2.0  # seconds until one is back at one's seat, as promised
SLACK = 3.0  # times as much, since a machine that tests may do other things too


def set_up(me: Player, site: Site, **seats: str) -> str:
    """Open a table from the front page, with two seats; returns its code."""
    page = me.page
    page.goto(site.home)
    me.settings(speed="instant", tips="off")
    page.click("text=Invite friends")
    page.fill("#name", "Mira")
    page.select_option("#players", "2")
    for seat, kind in seats.items():
        page.select_option(f"#{seat.replace('_', '-')}", kind)
    page.click("text=Open the table")
    page.wait_for_url("**/t/*")
    expect(page.locator("#wb-who")).to_have_text("Before the game")
    return page.url.rpartition("/")[2]


def invite(me: Player) -> str:
    """Open the server to the network and read the link."""
    page = me.page
    page.click(".lobby-only >> text=Invite friends")
    if page.locator("#wb-open").count():
        page.click("text=Open to this network")
    field = page.locator("#wb-invite input")
    expect(field).to_have_value(re.compile(NETWORK))
    link = field.input_value()
    page.keyboard.press("Escape")
    return link


def sit(friend: Player, link: str, name: str) -> None:
    """Take a seat by the link."""
    page = friend.page
    page.goto(link)
    friend.settings(speed="instant", tips="off")
    page.fill("#name", name)
    page.click("text=Sit down")
    page.wait_for_url("**/t/*")
    expect(page.locator("#wb-seats")).to_contain_text(name)


class Pair:
    """The host, his friend, and their table."""

    def __init__(self, site: Site, players: NewPlayer) -> None:
        self.site, self.players = site, players
        self.me, self.friend = players(), players("phone")
        self.code = set_up(self.me, site, seat_0="me", seat_1="open")
        self.link = invite(self.me)
        sit(self.friend, self.link, "Tomo")
        self.me.page.click("#wb-start")

    def mover(self) -> tuple[Player, Player]:
        """Who is asked, and who waits."""
        for _ in range(200):
            for one, other in ((self.me, self.friend), (self.friend, self.me)):
                if question(one.page):
                    return one, other
            self.me.page.wait_for_timeout(100)
        raise AssertionError("nobody is asked")


@pytest.fixture
def pair(site: Site, players: NewPlayer) -> Pair:
    """Two at a table that has begun."""
    return Pair(site, players)


def same_log(pair: Pair) -> list[str]:
    """The log, once it is the same for both. Each is called You at his own browser, so the lines are counted."""
    for _ in range(100):
        mine, others = pair.me.lines(), pair.friend.lines()
        if len(mine) == len(others):
            return mine
        pair.me.page.wait_for_timeout(100)
    raise AssertionError((mine, others))


def test_both_play_and_neither_has_the_seat_of_the_other(pair: Pair) -> None:
    for _ in range(4):
        mover, waiter = pair.mover()
        assert not waiter.page.locator(".choice:enabled").count()
        expect(waiter.page.locator("#wb-who")).to_have_text("The others play")
        mover.move()
    assert same_log(pair)


def test_a_closed_browser_opens_at_its_seat(pair: Pair) -> None:
    for _ in range(2):
        pair.mover()[0].move()
    before, kept = same_log(pair), pair.friend.context.storage_state()
    address = pair.friend.page.url
    pair.friend.context.close()
    expect(pair.me.page.locator(".seat >> nth=1")).to_contain_text("away")
    pair.friend = pair.players("phone", storage_state=kept)
    began = time.monotonic()
    pair.friend.page.goto(address)
    pair.friend.page.wait_for_selector("#wb-log .line", state="attached")
    print(f"\nback at the seat in {time.monotonic() - began:.2f} s")
    assert time.monotonic() - began < BACK * SLACK
    assert len(same_log(pair)) == len(before)
    expect(pair.me.page.locator(".seat >> nth=1")).not_to_contain_text("away")
    pair.mover()[0].move()


def test_the_server_is_killed_in_the_middle_of_a_move(pair: Pair) -> None:
    """What was there is there; what was chosen meanwhile is kept by the page, and counts once."""
    for _ in range(3):
        pair.mover()[0].move()
    before = same_log(pair)
    mover, waiter = pair.mover()
    mover.settle()
    pair.site.kill()
    expect(mover.page.locator("#wb-line")).to_be_visible()
    expect(mover.page.locator("#wb-line")).to_contain_text("Nothing is lost")
    choose(mover.page)
    pair.site.start()
    for player in (mover, waiter):
        expect(player.page.locator("#wb-line")).to_be_hidden(timeout=20_000)
    after = same_log(pair)
    assert after[-len(before) :] == before
    assert after != before
    assert_once(after[: len(after) - len(before)], after)
    pair.mover()[0].move()


def assert_once(new: list[str], log: list[str]) -> None:
    """No line came twice in a row: the choice was carried out once."""
    assert new
    assert all(one != other for one, other in itertools.pairwise(log)), log


def test_a_reload_in_the_middle_of_a_move(pair: Pair) -> None:
    mover, _ = pair.mover()
    asked = question(mover.page)
    before = len(same_log(pair))
    mover.page.keyboard.press("ArrowRight")  # something is in hand, nothing is sent
    mover.page.reload()
    mover.wait_asked()
    assert question(mover.page) == asked
    mover.settle()
    choose(mover.page)
    mover.page.reload()  # the answer has not come yet, or has just
    mover.page.wait_for_selector("#wb-log .line", state="attached")
    mover.page.wait_for_function("was => document.querySelectorAll('#wb-log .line').length > was", arg=before)
    after = same_log(pair)
    assert_once(after[: len(after) - before], after)


def test_offline_and_back(pair: Pair) -> None:
    pair.mover()[0].move()
    mover, waiter = pair.mover()
    before = len(same_log(pair))
    mover.settle()
    mover.context.set_offline(True)
    expect(mover.page.locator("#wb-line")).to_be_visible()
    choose(mover.page)
    assert len(waiter.lines()) == before
    mover.context.set_offline(False)
    began = time.monotonic()
    expect(mover.page.locator("#wb-line")).to_be_hidden()
    print(f"\nback on the line in {time.monotonic() - began:.2f} s")
    mover.page.wait_for_function("was => document.querySelectorAll('#wb-log .line').length > was", arg=before)
    after = same_log(pair)
    assert_once(after[: len(after) - before], after)


def test_a_second_tab_takes_over_without_a_fight(pair: Pair) -> None:
    first = pair.me.page
    second = pair.me.context.new_page()
    second.goto(first.url)
    second.wait_for_selector("#wb-log .line", state="attached")
    expect(first.locator("#wb-line")).to_contain_text("opened")
    first.wait_for_timeout(3000)
    expect(second.locator("#wb-line")).to_be_hidden()
    first.click("text=Play on here")
    expect(second.locator("#wb-line")).to_contain_text("opened")
    expect(first.locator("#wb-line")).to_be_hidden()
    pair.mover()[0].move()

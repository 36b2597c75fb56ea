"""Every page and state, at three sizes, by night and by day: axe, sideways scroll, small print, fingers (UX 11, 13, 14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path

import pytest
from laying import Laid, lay
from playwright.sync_api import Page

from witchboard.server.guests import COOKIE

from .conftest import SIZES, NewPlayer
from .site import Player, Site

INITIATION = {"level": "initiation"}
LEAST = {"phone": 11, "tablet": 11, "desktop": 12}  # px of a word that means something
FINGER = 40  # px of what is touched
EVERYWHERE = [(size, dark) for size in SIZES for dark in (True, False)]
SMALL = """least => [...document.querySelectorAll("body *")]
    .filter(node => [...node.childNodes].some(one => one.nodeType === 3 && one.data.trim()))
    .filter(node => node.checkVisibility() && !node.closest(".off-screen, .skip, svg symbol"))
    .map(node => [node.textContent.trim().slice(0, 40),
        parseFloat(getComputedStyle(node).fontSize) * (node.getScreenCTM?.()?.a ?? 1)])
    .filter(([, size]) => size < least - 0.01)"""
# An element that lies in a line of text may be smaller; so may what another one of the same does.
NARROW = """least => [...document.querySelectorAll("button, a.btn, select, input, summary, .more button")]
    .filter(node => node.checkVisibility({opacityProperty: true, visibilityProperty: true}))
    .filter(node => !node.closest(".off-screen, .skip, #wb-marks, #wb-log"))
    .map(node => [node, (node.matches("[type=checkbox], [type=radio]") ? node.closest("label") : node)
        .getBoundingClientRect()])
    .filter(([node, r]) => r.width && (r.height < least - 0.5 || r.width < least - 0.5))
    .filter(([node]) => node.id !== "wb-last")
    .map(([node, r]) => [node.outerHTML.slice(0, 70), r.width, r.height])"""


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, dict[str, Laid]]]:
    """A server with a table in each state that lasts."""
    data = tmp_path_factory.mktemp("laid")
    tables = {
        "turn": _lay(data, "amber-owl", ("", "", "", ""), 120, 0),
        "waiting": _lay(data, "fern-bell", ("", ""), 60, 1),
        "over": _lay(data, "moth-lamp", ("", "", ""), 100_000, 0),
    }
    site = Site(data).start()
    yield site, tables
    site.stop()


def _lay(data: Path, code: str, seats: tuple[str, ...], acts: int, asked: int) -> Laid:
    """A table where so much has happened and that seat has more than one choice."""
    return lay(
        data,
        code,
        seats,
        lambda table: len(table.line.acts) >= acts and table.line.asked == [asked],
        options=INITIATION if len(seats) == 4 else None,
        bot="random",
    )


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe."""
    return (resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def faults_of(page: Page, axe: str) -> list[str]:
    """What axe finds."""
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
        for one in found["violations"]
        for node in one["nodes"][:2]
    ]


def too_small(page: Page, size: str) -> list[object]:
    """Words below the least size."""
    return list(page.evaluate(SMALL, LEAST[size]))


def misses(page: Page, size: str) -> list[object]:
    """What scrolls sideways or is too small for a finger."""
    width, _ = SIZES[size]
    wide = page.evaluate("document.documentElement.scrollWidth")
    narrow = list(page.evaluate(NARROW, FINGER)) if size == "phone" else []
    return ([f"scrolls sideways: {wide}"] if wide > width else []) + narrow


def look(page: Page, axe: str, size: str) -> list[object]:
    """All that is wrong with the page as it stands."""
    page.wait_for_timeout(250)  # what fades has faded
    return [*faults_of(page, axe), *too_small(page, size), *misses(page, size)]


PAGES = ["/", "/new/ghost-stories", "/j", "/rules/ghost-stories", "/about", "/fair", "/hosting", "/device", "/nothing"]


@pytest.mark.parametrize(("size", "dark"), EVERYWHERE)
def test_pages(laid: tuple[Site, dict[str, Laid]], players: NewPlayer, axe: str, size: str, dark: bool) -> None:
    site, tables = laid
    me = players(size, dark)
    wrong = {}
    for address in PAGES:
        me.page.goto(site.home + address)
        wrong[address] = look(me.page, axe, size)
    me.page.goto(f"{site.home}/t/{tables['turn'].code}?join=1")
    wrong["watch or join"] = look(me.page, axe, size)
    me.context.add_cookies([{"name": COOKIE, "value": tables["turn"].cookies[0], "url": site.home}])
    me.page.goto(site.home)
    wrong["with a table"] = look(me.page, axe, size)
    me.page.click("[popovertarget=wb-menu]")
    wrong["menu"] = look(me.page, axe, size)
    me.faults[:] = [fault for fault in me.faults if "404" not in fault]  # /nothing is that
    assert not {state: found for state, found in wrong.items() if found}


def sit(me: Player, site: Site, laid: Laid, seat: int = 0) -> None:
    """Open the table at that seat; below 0 as somebody who has none."""
    if seat >= 0:
        me.context.add_cookies([{"name": COOKIE, "value": laid.cookies[seat], "url": site.home}])
    me.page.goto(f"{site.home}/t/{laid.code}?watch=1")
    me.page.wait_for_selector("#wb-board .wb-pieces > g", state="attached")


def turn(me: Player, site: Site, tables: dict[str, Laid]) -> None:
    sit(me, site, tables["turn"])
    me.wait_asked()


def refused(me: Player, site: Site, tables: dict[str, Laid]) -> None:
    turn(me, site, tables)
    me.page.evaluate("document.querySelector('.picture #deck').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    me.page.wait_for_selector("#wb-tip")


def waiting(me: Player, site: Site, tables: dict[str, Laid]) -> None:
    sit(me, site, tables["waiting"])


def over(me: Player, site: Site, tables: dict[str, Laid]) -> None:
    sit(me, site, tables["over"])
    me.page.wait_for_selector("body.over")


def spectator(me: Player, site: Site, tables: dict[str, Laid]) -> None:
    sit(me, site, tables["turn"], -1)


def lost(me: Player, site: Site, tables: dict[str, Laid]) -> None:
    turn(me, site, tables)
    me.context.set_offline(True)
    me.page.wait_for_selector("#wb-line:visible")


def lobby(me: Player, site: Site, tables: dict[str, Laid]) -> None:
    me.page.goto(f"{site.home}/new/ghost-stories")
    me.page.fill("#name", "Mira")
    me.page.click("text=Open the table")
    me.page.wait_for_selector("body.lobby")


def bot(me: Player, site: Site, tables: dict[str, Laid]) -> None:
    """Frames of bots are shown, slowly."""
    me.page.goto(site.home)
    me.settings(speed="slow", tips="off")
    me.page.reload()
    me.page.click("text=Play now")
    me.page.wait_for_selector("#wb-board .wb-pieces > g", state="attached")
    for _ in range(12):
        if me.page.locator("body.playing").count():
            return
        me.move()
    raise AssertionError("no bot ever plays")


def rules(me: Player, site: Site, tables: dict[str, Laid]) -> None:
    turn(me, site, tables)
    me.page.click("#wb-rules-open")
    me.page.wait_for_selector("#wb-rules-text [id]")


def invite(me: Player, site: Site, tables: dict[str, Laid]) -> None:
    turn(me, site, tables)
    me.page.click("[popovertarget=wb-menu]")
    me.page.click("#wb-menu >> text=Invite friends")
    me.page.wait_for_selector("#wb-invite:popover-open")


STATES: dict[str, Callable[[Player, Site, dict[str, Laid]], None]] = {
    "turn": turn,
    "refused": refused,
    "waiting": waiting,
    "over": over,
    "spectator": spectator,
    "lost": lost,
    "lobby": lobby,
    "bot": bot,
    "rules": rules,
    "invite": invite,
}


@pytest.mark.parametrize(("size", "dark"), EVERYWHERE)
def test_states_of_the_table(
    laid: tuple[Site, dict[str, Laid]], players: NewPlayer, axe: str, size: str, dark: bool
) -> None:
    site, tables = laid
    wrong = {}
    for state, bring in STATES.items():
        me = players(size, dark)
        me.page.goto(site.home)
        me.settings(speed="instant", tips="off")
        bring(me, site, tables)
        wrong[state] = look(me.page, axe, size)
        _, high = SIZES[size]
        tall = me.page.evaluate("document.documentElement.scrollHeight")
        wrong[state] += [f"scrolls down: {tall}"] if tall > high else []
        me.context.close()
    assert not {state: found for state, found in wrong.items() if found}

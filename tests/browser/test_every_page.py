"""Every page and state, at three sizes, by night and by day: axe, scroll, small print, fingers (UX 11, 13, 14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import resources
from pathlib import Path

import pytest
from laying import Laid, lay
from playwright.sync_api import Page

from witchboard.engine.front import OptionValue
from witchboard.server.guests import COOKIE
from witchboard.table.table import Table

from .conftest import SIZES, NewPlayer
from .site import ASKED, Player, Site, choose

INITIATION = {"level": "initiation"}
LEAST = {"phone": 11, "tablet": 11, "desktop": 12}  # px of a word that means something
FINGER = 40  # px of what is touched
# Where there is a table, its picture is the one for this size: it comes from the server.
DRAWN = """() => !document.querySelector("#wb-board .wb-pieces > g") || innerWidth > 1000
    === document.querySelector("#wb-board").matches(".wide")"""
SMALL = """least => [...document.querySelectorAll("body *")]
    .filter(node => [...node.childNodes].some(one => one.nodeType === 3 && one.data.trim()))
    .filter(node => node.checkVisibility() && !node.closest(".off-screen, .skip, svg symbol"))
    .map(node => [node.textContent.trim().slice(0, 40),
        parseFloat(getComputedStyle(node).fontSize) * (node.getScreenCTM?.()?.a ?? 1)])
    .filter(([, size]) => size < least - 0.01)"""
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
        "turn": _lay(data, "amber-owl", ("", "", "", ""), 40, 0),
        "waiting": _lay(data, "fern-bell", ("", ""), 40, 1),
        "over": _lay(data, "moth-lamp", ("", "", "")),
    }
    site = Site(data).start()
    yield site, tables
    site.stop()


def _lay(data: Path, code: str, seats: tuple[str, ...], acts: int = 0, asked: int = 0) -> Laid:
    """A table where so much has happened and that seat has more than one choice; without `acts` one that is over."""

    def until(table: Table) -> bool:
        return len(table.line.acts) >= acts and table.line.asked == [asked]

    options = INITIATION if len(seats) == 4 else None
    return lay(data, code, seats, until if acts else None, options=options, bot="random")


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe."""
    return (resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def faults_of(page: Page, axe: str) -> list[str]:
    """What axe finds."""
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:120]} {' '.join(node['failureSummary'].split())[:300]}"
        for one in found["violations"]
        for node in one["nodes"][:2]
    ]


def too_small(page: Page, size: str) -> list[object]:
    """Words below the least size."""
    return list(page.evaluate(SMALL, LEAST[size]))


def misses(page: Page, size: str) -> list[object]:
    """What scrolls sideways, or at a table at all, and what is too small for a finger."""
    width, height = SIZES[size]
    wide, high = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    found: list[object] = list(page.evaluate(NARROW, FINGER)) if size == "phone" else []
    found += [f"scrolls sideways: {wide}"] if wide > width else []
    at_table = page.evaluate("document.body.matches('.at-table')")
    return found + ([f"scrolls down: {high}"] if at_table and high > height else [])


def told(wrong: list[object]) -> None:
    """Fail with all that is wrong, a line for each."""
    assert not wrong, "\n".join(["", *map(str, wrong)])


PAGES = ["/", "/new/ghost-stories", "/j", "/rules/ghost-stories", "/about", "/fair", "/hosting", "/device", "/nothing"]


FADED = """async () => {
    for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
    const fading = document.getAnimations().filter(one => one instanceof CSSTransition);
    await Promise.allSettled(fading.map(one => one.finished));
}"""


def everywhere(me: Player, axe: str, sizes: Sequence[str] = tuple(SIZES)) -> list[object]:
    """What is wrong with the page as it stands, at every size and by each light."""
    wrong: list[object] = []
    for dark in (True, False):
        me.page.emulate_media(color_scheme="dark" if dark else "light")
        for size in sizes:
            width, height = SIZES[size]
            me.page.set_viewport_size({"width": width, "height": height})
            me.page.evaluate(FADED)
            me.page.wait_for_function(DRAWN)
            found = [*too_small(me.page, size), *misses(me.page, size)]
            found += faults_of(me.page, axe) if size != "tablet" else []
            wrong += [f"{size}, {'night' if dark else 'day'}: {one}" for one in found]
    return wrong


@pytest.mark.parametrize("address", PAGES)
def test_pages(laid: tuple[Site, dict[str, Laid]], players: NewPlayer, axe: str, address: str) -> None:
    site, _ = laid
    me = players()
    me.page.goto(site.home + address)
    told(everywhere(me, axe))
    me.faults[:] = [fault for fault in me.faults if address != "/nothing" or "404" not in fault]


def test_the_door_of_a_table(laid: tuple[Site, dict[str, Laid]], players: NewPlayer, axe: str) -> None:
    site, tables = laid
    me = players()
    me.page.goto(f"{site.home}/t/{tables['turn'].code}?join=1")
    told(everywhere(me, axe))


def test_the_front_page_with_a_table_and_its_menu(
    laid: tuple[Site, dict[str, Laid]], players: NewPlayer, axe: str
) -> None:
    site, tables = laid
    me = players()
    me.context.add_cookies([{"name": COOKIE, "value": tables["turn"].cookies[0], "url": site.home}])
    me.page.goto(site.home)
    assert me.page.locator(".tables .table").count() == 1
    me.page.click("[popovertarget=wb-menu]")
    told(everywhere(me, axe))


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
        me.page.wait_for_selector(f"body.playing, {ASKED} .choice:enabled")
        if me.page.locator("body.playing").count():
            return
        me.settle()
        choose(me.page)
        me.page.wait_for_timeout(200)
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
    "lobby": lobby,
    "bot": bot,
    "rules": rules,
    "invite": invite,
}


@pytest.mark.parametrize("state", list(STATES))
def test_states_of_the_table(laid: tuple[Site, dict[str, Laid]], players: NewPlayer, axe: str, state: str) -> None:
    site, tables = laid
    me = players()
    me.page.goto(site.home)
    me.settings(speed="instant", tips="off")
    STATES[state](me, site, tables)
    told(everywhere(me, axe))


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_table_while_the_line_is_broken(
    laid: tuple[Site, dict[str, Laid]], players: NewPlayer, axe: str, size: str
) -> None:
    site, tables = laid
    me = players(size)
    turn(me, site, tables)
    me.context.set_offline(True)
    me.page.wait_for_selector("#wb-line:visible")
    told(everywhere(me, axe, [size]))


ASKED_OF = {
    "hiding": "Hide",
    "walking": "Move",
    "pencil": "Move",
    "fight": "Shot",
    "kit": "Kit",
    "weak spot": "Weak",
    "end": "",
}


@pytest.fixture(scope="module")
def hunts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, dict[str, Laid]]]:
    """A server with a table of GHOULASH at each question: the largest map half hidden, and the basic one walked."""
    data = tmp_path_factory.mktemp("hunts")
    tables = {name: _hunt(data, name, kind) for name, kind in ASKED_OF.items()}
    site = Site(data).start()
    yield site, tables
    site.stop()


def _hunt(data: Path, name: str, kind: str) -> Laid:
    options: dict[str, OptionValue] = {"scenario": "GH-S01", "hides": "random", "first": 1}
    if kind == "Hide":
        options = {"scenario": "GH-S03"}

    def asked(table: Table) -> bool:
        step = table.line.state.stack[-1] if table.line.state.stack else None
        return type(step).__name__ == kind and 0 in table.line.asked and (kind == "Hide" or len(table.line.acts) > 40)

    code = name.replace(" ", "-") + "-hunt"
    return lay(data, code, ("", ""), asked if kind else None, "ghoulash", options, "random")


def test_the_chart_before_the_game(hunts: tuple[Site, dict[str, Laid]], players: NewPlayer, axe: str) -> None:
    """What is printed lies there, and no pencil, since nobody explores yet."""
    me = players()
    me.page.goto(f"{hunts[0].home}/new/ghoulash")
    me.page.fill("#name", "Mira")
    me.page.click("text=Open the table")
    me.page.wait_for_selector("body.lobby #walls-own", state="attached")
    assert not me.page.locator("label:has(#wb-pencil)").is_visible()
    told(everywhere(me, axe))


def test_the_rulings_say_how_they_stand(hunts: tuple[Site, dict[str, Laid]], players: NewPlayer, axe: str) -> None:
    """UX 30: at once, whatever is set, without a script; a preset is one click."""
    me = players()
    me.page.goto(f"{hunts[0].home}/new/ghoulash")
    stands, name = me.page.locator("#rulings [role=status]"), me.page.input_value("#name")
    assert stands.inner_text() == "Now: as Witchboard reads them."
    me.page.click("#rulings button:has-text('As printed')")
    me.page.wait_for_url("**/new/ghoulash#rulings")
    assert stands.inner_text() == "Now: as printed." and me.page.input_value("#name") == name
    for key, words in (("soft-bump", "as printed"), ("hardcore", "your own mix")):
        me.page.select_option(f"#option-{key}", "on")
        assert stands.inner_text() == f"Now: {words}."
    told(everywhere(me, axe))
    me.page.click("#rulings button:has-text('Witchboard')")
    assert stands.inner_text() == "Now: as Witchboard reads them."
    me.page.press("#name", "Enter")
    me.page.wait_for_selector("body.lobby")


@pytest.mark.parametrize("state", list(ASKED_OF))
def test_states_of_ghoulash(hunts: tuple[Site, dict[str, Laid]], players: NewPlayer, axe: str, state: str) -> None:
    site, tables = hunts
    me = players()
    me.page.goto(site.home)
    me.settings(speed="instant", tips="off")
    sit(me, site, tables[state])
    if state == "hiding":
        me.page.click("text=Do it for me")
        me.page.locator("#wb-draft .go:enabled").wait_for()
        me.settle()
        for mark in me.page.locator("#wb-marks .set").all()[:6]:
            mark.click()
            me.settle()
    elif state == "walking":
        me.wait_asked()
        me.page.click("#own-11-O", force=True)
        me.page.wait_for_selector("#wb-tip .go")
    elif state == "pencil":
        me.wait_asked()
        me.page.locator("#wb-pencil").check(force=True)
        for square in ("5-G", "9-E", "1-A"):
            me.page.click(f"#own-{square}", force=True)
        me.page.wait_for_function("document.querySelectorAll('.spot.pencil').length === 3")
    elif state == "end":
        me.page.wait_for_selector("body.over")
    else:
        me.wait_asked()
    told(everywhere(me, axe))

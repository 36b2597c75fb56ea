"""What may be chosen and what moved last stand out from whatever they lie on, for every kind of eye (UX 13).

Read from the page as it is drawn: one picture with the marks and one without them. Wherever one looks along a line,
some dot of it differs by 3 : 1 from what would be seen there without it.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import pytest
from laying import Laid, lay
from playwright.sync_api import Browser, Page

from witchboard.server.guests import COOKIE
from witchboard.table.table import Table

from .conftest import NewPlayer
from .site import Player, Site

LEAST = 3.0
EYES = ["none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia"]
# Of two PNGs and lists of points, line by line: the best contrast in each stretch of a line, and of these the worst.
COMPARE = """async ([shown, bare, lines]) => {
    const pixels = async text => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(atob(text), c => c.charCodeAt(0))]));
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
    };
    const light = ({ data, width }, x, y) => [0.2126, 0.7152, 0.0722].reduce((sum, share, i) => {
        const part = data[4 * (y * width + x) + i] / 255;
        return sum + share * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    }, 0.05);
    const [one, other] = [await pixels(shown), await pixels(bare)];
    const differ = ([x, y]) => {
        let best = 1;
        for (let dx = -4; dx <= 4; dx++) for (let dy = -4; dy <= 4; dy++) {
            const at = [Math.round(x) + dx, Math.round(y) + dy];
            if (at[0] < 0 || at[1] < 0 || at[0] >= one.width || at[1] >= one.height) continue;
            const [a, b] = [light(one, ...at), light(other, ...at)];
            best = Math.max(best, a / b, b / a);
        }
        return best;
    };
    return lines.map(points => {
        const found = points.map(differ);
        const stretches = found.map((_, i) => Math.max(...found.slice(Math.max(0, i - 1), i + 2)));
        return Math.min(...stretches);
    });
}"""
# Points on the edges of what a selector finds, 8 px apart, where nothing lies over them.
EDGES = """selector => [...document.querySelectorAll(selector)].map(node => {
    const { left, right, top, bottom } = node.getBoundingClientRect(), points = [];
    const add = (x, y, dx, dy) => {
        if (document.elementFromPoint(x + 3 * dx, y + 3 * dy)?.closest(selector) === node) points.push([x, y]);
    };
    for (let x = left + 12; x < right - 12; x += 8) { add(x, top, 0, 1); add(x, bottom - 1, 0, -1); }
    for (let y = top + 12; y < bottom - 12; y += 8) { add(left, y, 1, 0); add(right - 1, y, -1, 0); }
    return points;
}).filter(points => points.length > 8)"""
# Points on a path of the picture, 8 px apart.
WAY = """selector => [...document.querySelectorAll(selector)].map(path => {
    const points = [], matrix = path.getScreenCTM();
    for (let at = 4; at < path.getTotalLength() - 4; at += 8) {
        const point = path.getPointAtLength(at).matrixTransform(matrix);
        points.push([point.x, point.y]);
    }
    return points;
})"""


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Laid]]:
    """A table where seat 0 has several ways to move."""
    data = tmp_path_factory.mktemp("contrast")

    def until(table: Table) -> bool:
        asked = table.line.asked == [0] and table.game.question(table.line.state, 0).words
        return len(table.line.acts) > 30 and bool(asked) and "move" in str(asked)

    table = lay(data, "amber-owl", ("", "", ""), until, bot="random")
    site = Site(data).start()
    yield site, table
    site.stop()


@pytest.fixture(scope="session")
def bench(browser: Browser) -> Iterator[Page]:
    """An empty page on which pictures are compared."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


def worst(me: Player, bench: Page, points: str, selector: str, hidden: str) -> list[float]:
    """The least contrast along each line, with what is hidden for the second picture."""
    page = me.page
    page.mouse.move(1, 1)
    page.wait_for_timeout(250)
    lines = page.evaluate(points, selector)
    assert lines, selector
    hide = "([all, how]) => document.querySelectorAll(all).forEach(one => one.style.visibility = how)"
    shown = _picture(page)
    page.evaluate(hide, [hidden, "hidden"])
    bare = _picture(page)
    page.evaluate(hide, [hidden, ""])
    return [float(value) for value in bench.evaluate(COMPARE, [shown, bare, lines])]


def _picture(page: Page) -> str:
    return base64.b64encode(page.screenshot(animations="disabled")).decode()


def open_at(laid: tuple[Site, Laid], players: NewPlayer, size: str, dark: bool) -> Player:
    site, table = laid
    me = players(size, dark)
    me.context.add_cookies([{"name": COOKIE, "value": table.cookies[0], "url": site.home}])
    me.page.goto(site.home)
    me.settings(speed="instant", tips="off")
    me.page.goto(f"{site.home}/t/{table.code}")
    me.wait_asked()
    return me


def with_eyes(page: Page, kind: str) -> None:
    """See the page as somebody with such eyes does."""
    session: Any = page.context.new_cdp_session(page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})


WHOLE = pytest.mark.slow  # seen by `./test --all`


@pytest.mark.parametrize(
    ("size", "dark"),
    [
        ("desktop", True),
        ("phone", False),
        pytest.param("desktop", False, marks=WHOLE),
        pytest.param("phone", True, marks=WHOLE),
    ],
)
def test_what_may_be_chosen_stands_out(
    laid: tuple[Site, Laid], players: NewPlayer, bench: Page, size: str, dark: bool
) -> None:
    me = open_at(laid, players, size, dark)
    for eye in EYES:
        with_eyes(me.page, eye)
        marks = worst(me, bench, EDGES, "#wb-marks .mark", "#wb-marks")
        assert min(marks) >= LEAST, (eye, sorted(marks))
        buttons = worst(me, bench, EDGES, "#wb-lists .choice", "#wb-lists")
        assert min(buttons) >= LEAST, (eye, sorted(buttons))


@pytest.mark.parametrize("size", ["desktop", pytest.param("phone", marks=WHOLE)])
def test_the_last_move_stands_out(laid: tuple[Site, Laid], players: NewPlayer, bench: Page, size: str) -> None:
    me = open_at(laid, players, size, dark=True)
    me.move()
    me.wait_asked()
    for eye in EYES:
        with_eyes(me.page, eye)
        ways = worst(me, bench, WAY, "[data-key^=trail] .way1", "[data-key^=trail], #wb-marks")
        assert min(ways) >= LEAST, (eye, ways)
    me.settle()
    me.page.click("#wb-undo")
    me.page.wait_for_selector("#wb-undo[aria-disabled=true]")

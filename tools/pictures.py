"""Takes the pictures of the pages that the README and the docs show: `python tools/pictures.py [FOLDER]`.

Lays games some way on, serves them on this computer, and looks at them with Chromium. With a folder it keeps there
every state at three sizes, by night and by day, for somebody to look at; without one the chosen few go to
docs/pictures.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import browsers
from laying import Laid, lay
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from witchboard.engine import play
from witchboard.server.guests import COOKIE
from witchboard.table.table import Table

ROOT = Path(__file__).resolve().parents[1]
SIZES = {"desktop": (1366, 768), "tablet": (768, 1024), "phone": (360, 640)}
FEW = {
    ("front", "desktop", "night"): "front-night.jpg",
    ("turn", "desktop", "night"): "table-night.jpg",
    ("turn", "desktop", "day"): "table-day.jpg",
    ("turn", "phone", "night"): "phone-night.jpg",
    ("end", "desktop", "night"): "end-night.jpg",
    ("gh-fight", "desktop", "night"): "ghoulash-night.jpg",
    ("gh-turn", "phone", "day"): "ghoulash-phone.jpg",
}
INITIATION = {"level": "initiation"}
BOTS = ("", "villager", "villager", "villager")


def in_play(choices: int) -> Callable[[Table], bool]:
    """Until that many entries were played and seat 0 has a real choice."""

    def until(table: Table) -> bool:
        state = table.line.state
        return len(table.line.acts) >= choices and table.line.asked == [0] and len(play.options(state, 0)) >= 6

    return until


def tables(data: Path) -> dict[str, Laid]:
    """The tables to look at, by state."""
    return {
        "turn": lay(data, "amber-owl", BOTS, in_play(170), options=INITIATION),
        "waiting": lay(
            data, "fern-bell", ("", ""), lambda table: len(table.line.acts) > 60 and table.line.asked == [1]
        ),
        "end": lay(data, "moth-lamp", BOTS, None, options=INITIATION),
        **ghoulash_tables(data),
    }


def asked_for(kind: str, turns: int, open_shots: int = 0) -> Callable[[Table], bool]:
    """Until seat 0 is asked such a question after so many turns; of a fight so many numbers are open at most."""

    def until(table: Table) -> bool:
        state = table.line.state
        if table.line.asked != [0] or type(play.decision(state, 0)).__name__ != kind:
            return False
        turn = table.game.round(table.game.sight(state, 0))
        return turn >= turns and (not open_shots or len(play.options(state, 0)) <= open_shots)

    return until


def ghoulash_tables(data: Path) -> dict[str, Laid]:
    """Tables of the hidden-grid duel: in set-up, on the way, in a fight, as keeper, on the largest map, at the end."""

    def laid(
        code: str, until: Callable[[Table], bool] | None, scenario: str = "gh-s02", hides: str = "random", late: int = 0
    ) -> Laid:
        options: dict[str, str | int] = {"scenario": scenario, "hides": hides, "watchers": late}
        bot = "" if hides == "secret" else "hunter"
        return lay(data, code, ("", bot), until, game="ghoulash", options=options, bot="hunter")

    return {
        "gh-hide": laid("ink-raven", lambda table: len(table.line.acts) >= 1, hides="secret"),
        "gh-turn": laid("ink-otter", asked_for("Move", 7)),
        "gh-fight": laid("ink-heron", asked_for("Shot", 4, 3)),
        "gh-weak": laid("ink-magpie", asked_for("Weak", 3)),
        "gh-kit": laid("ink-badger", asked_for("Kit", 2)),
        "gh-big": laid("ink-spider", asked_for("Move", 9), "gh-s03"),
        "gh-stairs": laid("ink-beetle", asked_for("Move", 8), "gh-s09"),
        "gh-late-spectator": laid("ink-bittern", asked_for("Move", 14), "gh-s01", late=5),
        "gh-end": laid("ink-viper", None, "gh-s01"),
        "gh-keep": lay(data, "ink-adder", ("",), tried(60), game="ghoulash", options=KEEP, bot="hunter"),
        "gh-kept": lay(data, "ink-finch", ("",), None, game="ghoulash", options=KEEP, bot="hunter"),
    }


KEEP = {"scenario": "gh-s01", "hides": "trial"}


def tried(runs: int) -> Callable[[Table], bool]:
    """Until a hide has been explored so often."""

    def until(table: Table) -> bool:
        return sum(act.seat >= 0 for act in table.line.acts) >= runs + 20

    return until


@contextmanager
def served(data: Path) -> Iterator[str]:
    """A server of that folder; its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", "witchboard", "serve", "--port", str(port), "--data", str(data)])
    try:
        yield _up(f"http://127.0.0.1:{port}")
    finally:
        server.terminate()
        server.wait(10)


def _up(address: str) -> str:
    for _ in range(150):
        try:
            urlopen(f"{address}/healthz").close()
        except (URLError, OSError):
            time.sleep(0.2)
        else:
            return address
    sys.exit("the server did not start")


def look(page: Page, address: str, state: str, laid: Laid) -> None:
    """Bring the page to that state."""
    if state == "front":
        page.goto(address)
        page.wait_for_timeout(500)
        return
    page.goto(f"{address}/t/{laid.code}{'?watch=1' if state.endswith('spectator') else ''}")
    page.wait_for_selector("#wb-board .wb-pieces > g", state="attached")
    if page.locator("#wb-card[open]").count():
        page.keyboard.press("Escape")
    page.wait_for_timeout(1500)
    if state == "lost":
        page.context.set_offline(True)
        page.wait_for_timeout(900)
    elif state == "refused":
        page.click("#deck", force=True)
        page.wait_for_timeout(500)
    elif state == "rules":
        page.click("#wb-rules-open")
        page.wait_for_timeout(700)


def seat(browser: Browser, size: str, light: str, address: str, cookie: str) -> BrowserContext:
    """A browser of that size, by that light, with that guest's cookie."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if light == "night" else "light"
    )
    if cookie:
        context.add_cookies([{"name": COOKIE, "value": cookie, "url": address}])
    return context


STATES = ("front", "turn", "waiting", "end", "refused", "lost", "rules", "spectator")
DUEL = (
    "gh-hide",
    "gh-turn",
    "gh-fight",
    "gh-weak",
    "gh-kit",
    "gh-big",
    "gh-stairs",
    "gh-end",
    "gh-keep",
    "gh-kept",
    "gh-spectator",
    "gh-late-spectator",
)


def take(browser: Browser, address: str, found: dict[str, Laid], keep: Callable[[str, str, str], Path | None]) -> None:
    """Look at every state that `keep` names a file for; of those named on the command line after the folder, if any."""
    for state in sys.argv[2:] or STATES + DUEL:
        laid = found.get(state, found["gh-turn" if state.startswith("gh-") else "turn"])
        for size in SIZES:
            for light in ("night", "day"):
                path = keep(state, size, light)
                if path is None:
                    continue
                cookie = "" if state.endswith("spectator") else laid.cookies[0]
                context = seat(browser, size, light, address, cookie)
                page = context.new_page()
                look(page, address, state, laid)
                jpeg = path.suffix == ".jpg"
                page.screenshot(path=path, type="jpeg" if jpeg else "png", quality=82 if jpeg else None)
                context.close()


def main() -> None:
    every = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    folder = every or ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    chromium = browsers.chromium()
    if chromium is None:
        sys.exit(f"Chromium is not here. Remedy:  {browsers.remedy()}")

    def keep(state: str, size: str, light: str) -> Path | None:
        if every:
            return folder / f"{state}-{size}-{light}.png"
        name = FEW.get((state, size, light))
        return folder / name if name else None

    with tempfile.TemporaryDirectory() as data:
        found = tables(Path(data))
        with served(Path(data)) as address, sync_playwright() as started:
            browser = started.chromium.launch(executable_path=chromium, args=browsers.FLAGS)
            take(browser, address, found, keep)
            browser.close()


if __name__ == "__main__":
    main()

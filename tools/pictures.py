"""Takes the pictures of the table that the README shows: `python tools/pictures.py [FOLDER]`.

Plays a game with a named seed some way, serves it on this computer, and looks at it with Chromium, at three sizes, by
night and by day.
"""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Browser, sync_playwright

from witchboard.bots import find_bot
from witchboard.bots.bot import Seat
from witchboard.engine import play
from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.discover import find_game
from witchboard.engine.entries import Sitter
from witchboard.engine.record import header_of
from witchboard.engine.stream import stream
from witchboard.server.guests import COOKIE, Guests, hashed, new_token, server_key
from witchboard.server.lobby import Chair, Setting, write
from witchboard.server.sqlite import SqliteStore
from witchboard.table.table import Table

ROOT = Path(__file__).resolve().parents[1]
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
FLAGS += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
SIZES = {"desktop": (1366, 768), "tablet": (768, 1024), "phone": (360, 640)}
NAMES = ("You", "Ines", "Tomo", "Sam")
CODE = "amber-owl"


def lay(folder: Path, moves: int) -> str:
    """Keep a game that is some way on; returns the guest's cookie."""
    game = find_game("ghost-stories")
    guest_key = new_token()
    holder = hashed(guest_key)
    dealer = CommittedDealer(bytes(range(32)), ("pictures",))
    sitters = tuple(Sitter(name, "person", "", holder if seat == 0 else f"other-{seat}") for seat, name in enumerate(NAMES))
    options = game.settle_options(4, {"level": "initiation"})
    table = Table.begin(CODE, game, header_of(game, 4, options, sitters, dealer), dealer)
    bot, luck = find_bot(game, "villager"), stream("pictures")
    trial = table.line.trial()
    for _ in range(moves):
        seat = play.asked(trial.state)[0]
        trial.choose(seat, bot.answer(Seat.of(game, trial.state, seat), luck)[0])
        trial.deal(dealer)
    while play.asked(trial.state)[0] != 0 or len(play.options(trial.state, 0)) < 6:
        seat = play.asked(trial.state)[0]
        trial.choose(seat, bot.answer(Seat.of(game, trial.state, seat), luck)[0])
        trial.deal(dealer)
    record = table.record
    record.entries.extend(trial.entries[len(record.entries) :])
    store = SqliteStore(folder / "server" / "witchboard.sqlite")
    store.create(CODE, record, dealer.seed)
    setting = Setting(4, options, [Chair("person", one.name, "", one.holder) for one in sitters], holder)
    store.write("UPDATE tables SET setting = ? WHERE key = ?", write(setting), CODE)
    store.write("INSERT INTO visits (guest, table_id, at) SELECT ?, id, ? FROM tables", holder, time.time())
    store.stop()
    guests = Guests(server_key(folder / "server"))
    return str(guests._cookies.dumps(guest_key))


def take(browser: Browser, base: str, cookie: str, folder: Path) -> None:
    """Look at the pages and keep what is seen."""
    for light in ("dark", "light"):
        night = "night" if light == "dark" else "day"
        for size, (width, height) in SIZES.items():
            context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=light)
            context.add_cookies([{"name": COOKIE, "value": cookie, "url": base}])
            page = context.new_page()
            page.goto(base)
            page.screenshot(path=folder / f"front-{size}-{night}.png")
            page.goto(f"{base}t/{CODE.upper()}")
            page.wait_for_selector("#wb-picture svg, main svg", state="attached", timeout=20_000)
            page.wait_for_timeout(1200)
            page.keyboard.press("Escape")
            page.wait_for_timeout(1500)
            page.screenshot(path=folder / f"table-{size}-{night}.png")
            context.close()


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("Chromium is not here; on Debian:  apt install chromium")
    with tempfile.TemporaryDirectory() as data:
        cookie = lay(Path(data), 60)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        command = [sys.executable, "-m", "witchboard", "serve", "--port", str(port), "--data", data]
        server = subprocess.Popen(command)
        try:
            base = f"http://127.0.0.1:{port}/"
            asyncio.run(_up(base))
            with sync_playwright() as started:
                browser = started.chromium.launch(executable_path=chromium, args=FLAGS)
                take(browser, base, cookie, folder)
                browser.close()
        finally:
            server.terminate()
            server.wait(10)
    shutil.copy(folder / "table-desktop-night.png", folder / "table-night.png")


async def _up(base: str) -> None:
    for _ in range(100):
        try:
            await asyncio.to_thread(urlopen, f"{base}healthz")
        except OSError:
            await asyncio.sleep(0.2)
        else:
            return
    sys.exit("the server did not start")


if __name__ == "__main__":
    main()

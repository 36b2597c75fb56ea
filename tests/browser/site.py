"""A server in a process of its own, and somebody at a browser who looks at it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import BrowserContext, Page

NETWORK = "127.0.0.2"  # stands for this computer's address in the network
MEANWHILE = re.compile(r"WebSocket|net::ERR_(INTERNET_DISCONNECTED|CONNECTION_\w+|EMPTY_RESPONSE|NETWORK_\w+|ABORTED)")
# What the page does not keep from us is what a policy has forbidden; the console tells it, and so does this.
LISTEN = "addEventListener('securitypolicyviolation', event => console.error('policy', event.violatedDirective));"
ASKED = "#wb-ask.mine:not(.sent)"


class Site:
    """`witchboard serve` on this computer, which is killed and started again at will."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.home = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Site:
        """Serve, and wait until it answers."""
        command = [sys.executable, "-m", "witchboard", "serve", "--port", str(self.port), "--data", str(self.data)]
        with (self.data / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                command, env={**os.environ, "WITCHBOARD_LAN": NETWORK}, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )
        for _ in range(300):
            try:
                urlopen(f"{self.home}/healthz", timeout=2).close()
            except (URLError, OSError):
                assert self._process.poll() is None, (self.data / "server.log").read_text()
                time.sleep(0.1)
            else:
                return self
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """As a crash would: `kill -9`."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As one is asked to."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(20)


class Player:
    """Somebody at a browser. `faults` are what the console, the policy and the page's scripts had to complain of."""

    def __init__(self, context: BrowserContext, faults: list[str]) -> None:
        self.context = context
        self.faults = faults
        context.set_default_timeout(20_000)
        context.add_init_script(LISTEN)
        context.on("page", self._listen)
        self.page = context.new_page()

    def _listen(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("dialog", lambda dialog: self.faults.append(f"dialog: {dialog.message}"))
        page.on("console", lambda said: self._heard(said.type, said.text))

    def _heard(self, kind: str, text: str) -> None:
        if kind == "error" and not MEANWHILE.search(text):
            self.faults.append(text)

    def settings(self, **settings: str) -> None:
        """Keep these in the browser; they hold from the next page on."""
        self.page.evaluate("text => localStorage['wb-settings'] = text", _json(settings))

    def wait_asked(self, page: Page | None = None, timeout: float = 30_000) -> str:
        """Wait until a choice can be made; returns what is asked."""
        page = page or self.page
        page.wait_for_selector(f"{ASKED} .choice:enabled", timeout=timeout)
        return page.inner_text("#wb-what")

    def settle(self, page: Page | None = None) -> None:
        """Let the time pass in which a button with a new meaning hears nothing."""
        (page or self.page).wait_for_timeout(330)

    def lines(self, page: Page | None = None) -> list[str]:
        """The log, the newest line first."""
        found = (page or self.page).eval_on_selector_all("#wb-log .line", "all => all.map(one => one.textContent)")
        return [str(line) for line in found]

    def move(self, page: Page | None = None) -> str:
        """Make the first choice there is by its key, and let it reach the table; returns its words."""
        page = page or self.page
        self.wait_asked(page)
        self.settle(page)
        asked = question(page)
        words = choose(page)
        page.wait_for_function(f"was => ({QUESTION})() !== was", arg=asked)
        return words


# What names the question that stands: its words and its choices; nothing while none stands.
QUESTION = """() => document.querySelector("#wb-ask.mine:not(.sent)")
    && [...document.querySelectorAll("#wb-what, .choice")].map(one => one.textContent).join()"""


def question(page: Page) -> str | None:
    """What names the question that stands before me, if one does."""
    found = page.evaluate(f"({QUESTION})()")
    return str(found) if found else None


def choose(page: Page) -> str:
    """Press the key of the first choice there is, and confirm it if it asks for that; returns its words."""
    button = page.locator(".choice:enabled").first
    words, key = str(button.locator("span").text_content()), str(button.locator("kbd").text_content())
    page.keyboard.press("Enter" if key == "↵" else key)
    if page.locator("#wb-ask.armed").count():
        page.wait_for_timeout(330)
        page.keyboard.press("Enter")
    return words


def _json(values: dict[str, str]) -> str:
    return "{" + ",".join(f'"{key}":"{value}"' for key, value in values.items()) + "}"

"""Firefox by its own remote protocol, WebDriver BiDi, as far as a smoke test needs it; no further driver is wanted."""

from __future__ import annotations

import json
import re
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

READY = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "toolkit.telemetry.enabled": False,
}


class Firefox:
    """One Firefox without a window, with one page. Use it in a `with`."""

    def __init__(self, program: str, folder: Path) -> None:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (folder / "user.js").write_text("\n".join(lines))
        command = [program, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
        self._log = folder / "firefox.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        self._open = ExitStack()
        self._socket = self._open.enter_context(connect(f"{self._address()}/session", max_size=None, compression=None))
        self._said = 0
        self._ask("session.new", capabilities={})
        self._page = self._ask("browsingContext.create", type="tab")["context"]

    def _address(self) -> str:
        for _ in range(300):
            found = READY.search(self._log.read_text(errors="replace"))
            if found:
                return found[1]
            assert self._process.poll() is None, self._log.read_text(errors="replace")
            time.sleep(0.1)
        raise AssertionError("Firefox does not answer")

    def __enter__(self) -> Firefox:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()
        self._process.terminate()
        self._process.wait(20)

    def _ask(self, method: str, **params: object) -> Any:
        """Send a command and wait for its answer; events are passed over."""
        self._said += 1
        self._socket.send(json.dumps({"id": self._said, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(timeout=60))
            if answer.get("id") == self._said:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, address: str) -> None:
        """Go to an address, and wait until its page has loaded."""
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def reload(self) -> None:
        """Load the page again."""
        self._ask("browsingContext.reload", context=self._page, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """What a script's expression comes to: a number, a text, true, false or nothing."""
        target = {"context": self._page}
        answer = self._ask("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    def wait(self, expression: str, seconds: float = 30) -> Any:
        """Wait until an expression is true, and return what it came to."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            found = self.evaluate(expression)
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"not within {seconds} s: {expression}")

    def press(self, key: str) -> None:
        """Press a key and let it go."""
        value = {"Enter": "\ue007"}.get(key, key)
        actions = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self._ask("input.performActions", context=self._page, actions=[source])

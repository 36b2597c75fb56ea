"""A smoke test in Firefox, where it is installed: sit down, ten moves, reload."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import browsers
import pytest

from .bidi import Firefox
from .site import QUESTION, Site

ASKED = f"({QUESTION})()"
KEY = """(() => {
    const key = document.querySelector(".choice:enabled kbd").textContent;
    return document.querySelector("#wb-ask.armed") || key === "↵" ? "Enter" : key;
})()"""


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    program = browsers.firefox()
    if program is None:
        pytest.skip(
            f"*** NOT TESTED: the table in Firefox: it is not here. Remedy:  {browsers.remedy('firefox-esr')} ***"
        )
    with Firefox(program, tmp_path) as started:
        yield started


def test_sit_ten_moves_reload(site: Site, firefox: Firefox) -> None:
    firefox.open(site.home)
    firefox.evaluate("""localStorage["wb-settings"] = '{"speed":"instant","tips":"off"}'""")
    firefox.evaluate("document.querySelector('.poster .go').click()")
    firefox.wait("document.querySelector('#wb-ask.mine .choice:enabled') !== null")
    for _ in range(10):
        asked = firefox.wait(ASKED, 60)
        time.sleep(0.35)
        firefox.press(firefox.evaluate(KEY))
        firefox.wait(f"{ASKED} !== {json.dumps(asked)} || document.querySelector('#wb-ask.armed') !== null")
        if firefox.evaluate("document.querySelector('#wb-ask.armed') !== null"):
            time.sleep(0.35)
            firefox.press("Enter")
            firefox.wait("document.querySelector('#wb-ask.armed') === null")
    asked = firefox.wait(ASKED, 60)
    lines = firefox.evaluate("document.querySelectorAll('#wb-log .line').length")
    firefox.reload()
    assert firefox.wait(ASKED) == asked
    assert firefox.evaluate("document.querySelectorAll('#wb-log .line').length") == lines
    assert firefox.evaluate("document.querySelectorAll('#wb-board .wb-pieces > g').length") > 20

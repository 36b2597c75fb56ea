"""A browser for the tests of the page; without one they are skipped, loudly."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.server.npm import ROOT
from tests.server.page.fake import FakeTable

sys.path.insert(0, str(ROOT / "tools"))


SIZES = {"phone": (360, 640), "tablet": (768, 1024), "desktop": (1366, 768)}


@pytest.fixture(scope="session")
def browser(chromium: Browser) -> Browser:
    """Chromium of the system."""
    return chromium


Opener = Callable[..., FakeTable]


@pytest.fixture
def tables(browser: Browser) -> Iterator[Opener]:
    """Opens tables: `tables("phone", dark=False)`. At the end no page may have met an error or broken its policy."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def new(size: str = "desktop", dark: bool = True, touch: bool | None = None, **more: object) -> FakeTable:
        width, height = SIZES[size]
        scheme = "dark" if dark else "light"
        touching = size == "phone" if touch is None else touch
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=touching, **more
        )  # type: ignore[arg-type]
        context.set_default_timeout(5000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda message: message.type == "error" and "WebSocket" not in message.text and faults.append(message.text),
        )
        return FakeTable(page)

    yield new
    for context in contexts:
        context.close()
    assert not faults


@pytest.fixture
def table(tables: Opener) -> FakeTable:
    """A table on a desktop."""
    return tables()

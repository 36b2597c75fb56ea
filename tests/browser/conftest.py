"""Chromium and a running server for the tests in a browser; without Chromium they are skipped, loudly."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

pytest.importorskip("playwright", reason="*** NOT TESTED: the table in a browser: playwright is not installed ***")
pytest.importorskip("witchboard.server.app", reason="*** NOT TESTED: the server's packages are not here ***")

from playwright.sync_api import Browser, Error

from tests.browser.site import Player, Site

ROOT = Path(__file__).resolve().parents[2]
SIZES = {"phone": (360, 640), "tablet": (768, 1024), "desktop": (1366, 768)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser(chromium: Browser) -> Browser:
    """Chromium of the system."""
    return chromium


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server of one's own for the tests of a module."""
    site = Site(tmp_path_factory.mktemp("site")).start()
    yield site
    site.stop()


NewPlayer = Callable[..., Player]
SEEN = ROOT / ".witchboard" / "seen"  # what stood on the pages when a test failed


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep what stood on the pages when a test failed."""
    report = yield
    met = getattr(item, "funcargs", {}).get("met", [])
    if report.when == "call" and report.failed:
        SEEN.mkdir(parents=True, exist_ok=True)
        for number, player in enumerate(met):
            with suppress(Error):
                player.page.screenshot(path=SEEN / f"{item.name}-{number}.png")
    return report


@pytest.fixture
def met() -> list[Player]:
    """Who came to this test."""
    return []


@pytest.fixture
def players(browser: Browser, met: list[Player]) -> Iterator[NewPlayer]:
    """People at browsers of their own: `players("phone", dark=False)`. None may have met an error at the end."""

    def new(size: str = "desktop", dark: bool = True, **more: object) -> Player:
        width, height = SIZES[size]
        touching = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            **{**touching, **more},  # type: ignore[arg-type]
        )
        player = Player(context, [])
        met.append(player)
        return player

    yield new
    for player in met:
        player.context.close()
    faults = [fault for player in met for fault in player.faults]
    assert not faults, faults

"""What all tests share: the tiny games on the path, and for whom it matters as an installed package."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TINY = Path(__file__).resolve().parent / "engine" / "tiny"
sys.path.append(str(TINY))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Chromium of the system: one for all tests of a process, since Playwright can be started only once in it.

    Without Chromium or Playwright those tests are skipped, loudly.
    """
    lack = "*** NOT TESTED: the page in a browser"
    sync_api = pytest.importorskip("playwright.sync_api", reason=f"{lack}: playwright is not installed ***")
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
    import browsers

    path = browsers.chromium()
    if path is None:
        pytest.skip(f"{lack}: there is no Chromium. Remedy:  {browsers.remedy()} ***")
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=browsers.FLAGS)
        yield found
        found.close()


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Takes a figure in words, which is printed at the end of the run."""
    return lambda words: record_property("figure", words)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures that tests have shown."""
    reports = terminalreporter.getreports("passed")
    figures = [words for report in reports for name, words in report.user_properties if name == "figure"]
    if figures:
        terminalreporter.section("figures")
        for words in figures:
            terminalreporter.write_line(str(words))


@pytest.fixture
def tiny_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny games can be found by entry point, like those of any other package."""
    monkeypatch.syspath_prepend(str(TINY / "installed"))

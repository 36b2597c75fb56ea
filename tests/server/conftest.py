"""What the tests of the server share: a server of their own, and people who come to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="*** NOT TESTED: the server: its packages are not installed ***")
pytest.importorskip("httpx", reason="*** NOT TESTED: the server: httpx is not installed ***")

from tests.server.hosting import Browser, Host


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server for all tests of a file, whose bots think in this process."""
    with Host(tmp_path_factory.mktemp("server")) as host:
        yield host


@pytest.fixture
def own_host(tmp_path: Path) -> Iterator[Host]:
    """A server for one test alone."""
    with Host(tmp_path) as host:
        yield host


@pytest.fixture
def browser(host: Host) -> Iterator[Callable[..., Browser]]:
    """Brings people who have a browser."""
    there: list[Browser] = []

    def new(**headers: str) -> Browser:
        there.append(host.browser(**headers))
        return there[-1]

    yield new
    for one in there:
        one.close()


@pytest.fixture
def ann(browser: Callable[..., Browser]) -> Browser:
    return browser()


@pytest.fixture
def ben(browser: Callable[..., Browser]) -> Browser:
    return browser()

"""Each test of the suite that takes a `case` runs over all games, their numbers of players and a spread of options."""

from __future__ import annotations

import pytest

from .cases import cases

SECRETS = "secrets(there_are=True): only for the games in which a seat can (or can't) imagine more than one world"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", SECRETS)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        mark = metafunc.definition.get_closest_marker("secrets")
        wanted = (True, False) if mark is None else (mark.kwargs.get("there_are", True),)
        metafunc.parametrize("case", [case for case in cases() if case.game.secret() in wanted], ids=str)

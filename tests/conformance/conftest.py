"""Each test of the suite that takes a `case` runs over all games, their numbers of players and a spread of options."""

from __future__ import annotations

import pytest

from .cases import MANY, USUAL, Case, cases, cases_of

SECRETS = "secrets(there_are=True): only for the games in which a seat can (or can't) imagine more than one world"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", SECRETS)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        mark = metafunc.definition.get_closest_marker("secrets")
        wanted = (True, False) if mark is None else (mark.kwargs.get("there_are", True),)
        found = [case for case in cases() if case.game.secret() in wanted]
        metafunc.parametrize("case", [pytest.param(case, id=str(case), marks=_marks(case)) for case in found])


def _marks(case: Case) -> list[pytest.MarkDecorator]:
    """Of a game of very many cases the later ones, each of a single option, are looked at by `./test --all`."""
    found = cases_of(case.game)
    return [pytest.mark.slow] if len(found) > MANY and found.index(case) >= USUAL else []

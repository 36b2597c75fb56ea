"""Imports run one way: terminal, server -> table, lab -> bots -> games -> engine; and no game is known by name.

Within a game its bots lean on its rules, never the other way round.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src"

# What each folder may import beside itself and the package's own top (`witchboard.build`, the version).
MAY_IMPORT = {
    "engine": set(),
    "games": {"engine"},
    "bots": {"games", "engine"},
    "table": {"bots", "games", "engine"},
    "lab": {"bots", "games", "engine"},
    "server": {"table", "bots", "games", "engine"},
    "terminal": {"server", "table", "lab", "bots", "games", "engine"},
}
TOP = {"__init__", "build"}


def imported(module: str, is_package: bool, source: str) -> Iterator[str]:
    """The dotted names within the package that a module's source imports, wherever in it."""
    package = module if is_package else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "witchboard")
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            origin = ".".join([*above, *(node.module or "").split(".")]).strip(".")
            if origin.split(".")[0] == "witchboard":
                yield from (f"{origin}.{alias.name}" for alias in node.names)


def wrong_imports(module: str, is_package: bool, source: str) -> list[str]:
    """The imports of a module that run the wrong way."""
    _, folder, *rest = [*module.split("."), "", ""]
    found = []
    for name in imported(module, is_package, source):
        _, to, *beyond = [*name.split("."), "", ""]
        if to not in MAY_IMPORT or module == "witchboard.__main__":
            continue
        allowed = to == folder or to in MAY_IMPORT.get(folder, set())
        if folder == to == "games":
            leans_on_bots = rest[1] == "rules" and beyond[1].startswith("bot")
            allowed = rest[0] == beyond[0] and not leans_on_bots
        if not allowed:
            found.append(f"{module} imports {name}")
    return found


def modules() -> Iterator[tuple[str, bool, str]]:
    for path in sorted((SOURCES / "witchboard").rglob("*.py")):
        parts = path.relative_to(SOURCES).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        yield ".".join(parts[:-1] if is_package else parts), is_package, path.read_text(encoding="utf-8")


def test_every_import_runs_down() -> None:
    assert [wrong for module in modules() for wrong in wrong_imports(*module)] == []


def test_every_folder_has_its_place() -> None:
    folders = {path.parent.name for path in (SOURCES / "witchboard").glob("*/__init__.py")}
    assert folders <= set(MAY_IMPORT)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("witchboard.engine.state", "import witchboard.games"),
        ("witchboard.engine.state", "def f():\n    from ..table import seats"),
        ("witchboard.games.one.rules", "from ...games.two import state"),
        ("witchboard.games.one.rules", "from witchboard.games import two"),
        ("witchboard.games.one.rules", "from witchboard.bots.random import choose"),
        ("witchboard.games.one.rules.turn", "from .. import bot"),
        ("witchboard.games.one.rules.turn", "def f():\n    from ..bot_prices import price"),
        ("witchboard.bots.levels", "import witchboard.lab.batch"),
        ("witchboard.lab.batch", "from witchboard import table"),
        ("witchboard.table.seats", "from ..server import store"),
        ("witchboard.server.page", "from ..terminal import cli"),
        ("witchboard.build", "from witchboard.engine import state"),
    ],
)
def test_an_import_that_runs_up_is_seen(module: str, source: str) -> None:
    assert wrong_imports(module, False, source)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("witchboard.games.one.rules.turn", "from ..state import State\nfrom ...one import tables"),
        ("witchboard.games.one.rules.turn", "from ....engine.steps import Decision"),
        ("witchboard.games.one.bot_prices", "from .rules import turn\nfrom .bot_odds import Odds"),
        ("witchboard.terminal.cli", "from witchboard.build import version_line\nfrom witchboard.lab import batch"),
        ("witchboard.table.seats", "import json\nfrom ..engine import play"),
    ],
)
def test_an_import_that_runs_down_is_allowed(module: str, source: str) -> None:
    assert wrong_imports(module, False, source) == []


def names_of_games() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    points = project["entry-points"]["witchboard.games"]
    return [*points, *(target.split(":")[0].split(".")[-1] for target in points.values())]


def named_games(source: str, names: list[str]) -> list[str]:
    """Names of games that the code of a module says; its docstrings may, as examples."""
    tree = ast.parse(source)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, documented) if _is_text(node)}
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in docstrings]
    words = " ".join([*(text for text in texts if isinstance(text, str)), *imported("witchboard.x", False, source)])
    return [name for name in names if re.search(rf"\b{re.escape(name)}\b", words)]


def _is_text(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return bool(node.body) and isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)


def test_nothing_outside_a_game_knows_it_by_name() -> None:
    names = names_of_games()
    found = {
        module: named
        for module, _, source in modules()
        if not module.startswith("witchboard.games.") and (named := named_games(source, names))
    }
    assert found == {}


@pytest.mark.parametrize(
    "source", ['DEFAULT = "some-game"', "import witchboard.games.some_game", 'games = {"some_game": 4}']
)
def test_a_game_known_by_name_is_seen(source: str) -> None:
    assert named_games(source, ["some-game", "some_game"])

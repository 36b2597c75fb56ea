"""Every rule of rules.md is named by a vector or a test, at most six to one case, and no case names one that isn't."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from witchboard.engine.vectors import MOST_RULES, read
from witchboard.games.ghoulash import GAME

HERE = Path(__file__).parent
NUMBER = re.compile(r"\bGH-(?:\d{3}|[RE]\d{2})\b")


def written() -> set[str]:
    """The rules, rulings and examples that rules.md states."""
    return set(re.findall(r"^- \*\*(GH-(?:\d{3}|[RE]\d{2}))\*\*", GAME.rules(), re.M))


def cases() -> Iterator[tuple[str, list[str]]]:
    """Each vector with its rules, each test function with those its docstring names."""
    for path in sorted((HERE / "vectors").glob("*.toml")):
        for vector in read(path).vectors:
            yield f"{path.name}: {vector.name}", list(vector.rules)
    for path in [*sorted(HERE.glob("test_*.py")), HERE.parents[1] / "bots" / "test_ghoulash.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield f"{path.name}: {node.name}", NUMBER.findall(ast.get_docstring(node) or "")


def named() -> set[str]:
    return {rule for _, rules in cases() for rule in rules}


def test_the_rules_are_counted_right() -> None:
    rules = [number for number in written() if number[3:].isdigit()]
    assert sorted(rules) == [f"GH-{number:03}" for number in range(1, 199)]
    assert sorted(number for number in written() if number[3] == "R") == [f"GH-R{number:02}" for number in range(1, 39)]


def test_every_rule_has_a_case() -> None:
    there = named()
    assert [rule for rule in sorted(written()) if rule[3:].isdigit() and rule not in there] == []


def test_every_example_has_a_vector() -> None:
    names = {name for path in (HERE / "vectors").glob("*.toml") for name in (v.name for v in read(path).vectors)}
    examples = [rule for rule in written() if rule[3] == "E"]
    assert len(examples) == 36
    assert [rule for rule in sorted(examples) if not any(name.startswith(f"{rule} ") for name in names)] == []


def test_no_case_names_more_than_six_rules_or_one_that_is_not_there() -> None:
    there = written()
    assert [(name, rules) for name, rules in cases() if len(set(rules)) > MOST_RULES] == []
    assert [(name, rule) for name, rules in cases() for rule in rules if rule not in there] == []

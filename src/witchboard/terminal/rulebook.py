"""Finding rules: by number and by words, and what a thing of the game does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from witchboard.engine.game import Game, Term
from witchboard.engine.notation import plain

MOST = 8
"""So many answers to one question are shown."""


class Rule(NamedTuple):
    """A numbered rule, its text without marks."""

    number: str
    text: str


def rules_of(game: Game[Any]) -> list[Rule]:
    """All numbered rules, rulings and examples, in the order of the rules' text."""
    found = re.findall(rf"^[-*] \*\*({game.prefix}-\w+)\*\* (.+)$", game.rules(), re.M)
    return [Rule(number, bare(text)) for number, text in found]


def bare(markdown: str) -> str:
    """Markdown of one paragraph as plain words; the tag at its end, which says where it is known from, is left out."""
    text = re.sub(r"\s*\[[a-z, ]+\]\s*$", "", markdown.strip())
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    return re.sub(r"\*\*|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)|`", "", text)


def rule(game: Game[Any], number: str) -> Rule:
    """The rule of that number, with or without the game's letters. Raises `UnknownError`."""
    digits = number.zfill(3) if number.isdigit() else number
    found = re.match(r"(?:[-*] )?\*\*(\S+)\*\*\s*(.*)", game.rule_text(digits), re.S)
    assert found
    return Rule(found[1], bare(found[2]))


def is_number(game: Game[Any], words: str) -> bool:
    """Whether these words are a rule's number, with its letters."""
    return re.fullmatch(rf"{game.prefix}-\w+", words.strip(), re.I) is not None


def search(game: Game[Any], words: str) -> list[Rule]:
    """The rules that hold all these words; parts of words will do."""
    wanted = plain(words).split()
    return [found for found in rules_of(game) if wanted and all(word in plain(found.text) for word in wanted)]


def terms(game: Game[Any], words: str) -> Sequence[Term]:
    """The things of that name; else those whose name holds all the words."""
    wanted = plain(words)
    whole = [term for term in game.glossary() if wanted in map(plain, (term.name, *term.also))]
    if whole or not wanted:
        return whole
    parts = wanted.split()
    return [term for term in game.glossary() if all(part in plain(term.name).split() for part in parts)]

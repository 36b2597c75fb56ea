"""docs/vectors.md, read: what it says of one game's positions, choices and chance."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "vectors.md").read_text(encoding="utf-8")


def code(cell: str) -> list[str]:
    """What stands in code in a cell."""
    return re.findall(r"`([^`]+)`", cell)


class Section:
    """The part about one game. `words`: what the words in capitals in its texts stand for, as regular expressions."""

    def __init__(self, title: str, words: Mapping[str, str]) -> None:
        self.text = PAGE.partition(f"\n# {title}\n")[2].partition("\n# ")[0]
        self.words = words
        self.choices = {code(step)[0]: code(texts) for step, texts in self.rows("Choices")}
        self.outcomes = {code(label)[0]: code(texts) for label, texts in self.rows("Chance")}

    def rows(self, heading: str) -> list[list[str]]:
        """The rows of the first table below a heading, each the cells' contents."""
        body = self.text.partition(f"\n### {heading}\n")[2].partition("\n### ")[0]
        lines = [line for line in body.splitlines() if line.startswith("|")]
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]

    def fits(self, text: str, patterns: list[str]) -> list[str]:
        """The texts of the page that this one is an instance of."""
        return [one for one in patterns if re.fullmatch(self.pattern(one), text)]

    def pattern(self, text: str) -> str:
        """A text of the page as a regular expression."""
        parts = re.split(rf"\b({'|'.join(self.words)})\b", text)
        return "".join(f"(?:{self.words[part]})" if part in self.words else re.escape(part) for part in parts)

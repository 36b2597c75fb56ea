"""What is shown and asked: words wrapped to the width of the screen, in colour where the terminal has it."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Final

from rich.console import Console
from rich.text import Text

from witchboard.table.words import bare

WIDEST: Final = 100
NOT_A_TERMINAL: Final = 80
USUAL_PACE: Final = 0.3


class EndOfInput(Exception):
    """Nobody answers any more: the input has ended, or was broken off."""


class Left(Exception):
    """The people have left the table."""


class Screen:
    """A console of a known width, and where answers come from.

    Without a terminal it is 80 columns wide and has no colour. `pace` is the pause after each told line, in seconds.
    """

    def __init__(self, pace: float | None = None, read: Callable[[str], str] | None = None) -> None:
        terminal = sys.stdout.isatty()
        self.console = Console(highlight=False, soft_wrap=True, width=None if terminal else NOT_A_TERMINAL)
        self.width = min(self.console.width, WIDEST)
        self.live = terminal and sys.stdin.isatty()
        self.pace = pace if pace is not None else USUAL_PACE if self.live else 0.0
        self._read = read or _input

    def picture(self, markup: str) -> None:
        """Show markup that is laid out already."""
        self.console.print(markup)

    def say(self, words: str | Text = "", style: str = "", indent: int = 0, first: str = "") -> None:
        """Show words, wrapped; `first` stands before them within the indentation, or above them if it is too long."""
        text = Text(words, style) if isinstance(words, str) else words
        if first and len(first.rstrip()) >= indent:
            self.console.print(Text(first))
            first = ""
        for at, line in enumerate(text.wrap(self.console, max(self.width - indent, 20))):
            line.rstrip()
            self.console.print(Text(("" if at else first).ljust(indent)) + line)

    def told(self, lines: Iterable[str]) -> None:
        """Show what has happened, line by line, with a pause after each."""
        for line in lines:
            self.say(sentence(line), "bold" if line.endswith(" turn") else "", indent=2)
            if self.pace:
                time.sleep(self.pace)

    def clear(self) -> None:
        """Show nothing of what was there before."""
        if self.live:
            self.console.clear()

    def busy(self, words: str) -> AbstractContextManager[object]:
        """While something takes its time, say so where somebody watches."""
        return self.console.status(words) if self.live else contextlib.nullcontext()

    def ask(self, prompt: str) -> str:
        """One line of input, without blanks around it. Raises `EndOfInput`."""
        self.console.file.flush()
        try:
            typed = self._read(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            self.say()
            raise EndOfInput from None
        if not sys.stdin.isatty():
            print(typed)  # what was typed stands in a transcript too
        return typed


def sentence(line: str) -> str:
    """A line of a log as a sentence, without the marks of names."""
    words = bare(line)
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


def _input(prompt: str) -> str:
    """A line from the person; with history and editing where there is a terminal."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  (importing it gives input() a history)
    return input(prompt)

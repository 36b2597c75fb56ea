"""What people make themselves for a game: files of their own, checked, drawn, and played with.

A game that takes such files (GHOULASH its scenarios) gives a `Workshop`; the command line and the server need no more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from .content import Value

if TYPE_CHECKING:
    from .front import OptionValue
    from .picture import Picture

NOBODY: Final[Mapping[str, str]] = {}


class Workshop(ABC):
    """The files of one game. All that reads one raises `ContentError`, which names file, line and field of every fault.

    Several files are used together only if they go by different names. `taken` are those of others, in small letters,
    each with who has it: a file that goes by one of them has a fault.
    """

    noun: ClassVar[str]
    """What such a file holds, as the command is called: "scenario"."""

    @abstractmethod
    def changes(self, path: Path, taken: Mapping[str, str] = NOBODY) -> Mapping[str, Value]:
        """What the file adds to the game's content (`Game.with_content`), by the name it goes by."""

    @abstractmethod
    def options(self, path: Path) -> Mapping[str, OptionValue]:
        """The options with which a table plays it."""

    @abstractmethod
    def report(self, path: Path, taken: Mapping[str, str] = NOBODY) -> list[str]:
        """What there is to say of a sound file, in lines."""

    @abstractmethod
    def blank(self, key: str, name: str) -> str:
        """A small file that can be played as it is, to be changed."""

    @abstractmethod
    def text(self, path: Path) -> str:
        """The file drawn with characters."""

    @abstractmethod
    def picture(self, path: Path) -> Picture:
        """The file as the table draws it."""

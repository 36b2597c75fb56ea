"""The commands about files of people's own: check one, begin one, draw one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from witchboard.engine.content import ContentError
from witchboard.engine.discover import workshops
from witchboard.engine.game import UnknownError
from witchboard.engine.workshop import Workshop

from .screen import Screen

SVG_WITHIN: Final = 1000
"""Bytes within which an SVG file names itself."""


def shop_of(noun: str) -> tuple[str, Workshop]:
    """The game that takes such files, by its key. Raises `UnknownError` if none here does."""
    found = workshops(noun)
    if not found:
        raise UnknownError(f"no game here takes a {noun} of one's own")
    return found[0]


def check(noun: str, files: list[Path]) -> int:
    """Say of each file whether it is sound, or all that is wrong with it; returns the exit status."""
    _, shop = shop_of(noun)
    status = 0
    taken: dict[str, str] = {}
    for path in dict.fromkeys(files):
        try:
            print("\n".join(shop.report(path, taken)))
            taken.update({name.casefold(): path.name for name in shop.changes(path)})
        except ContentError as error:
            print("\n".join(error.faults), file=sys.stderr)
            status = 1
        except OSError as error:
            print(f"{error}", file=sys.stderr)
            status = 1
    return status


def blank(noun: str, file: Path, key: str, name: str) -> None:
    """Begin a file, which must not be there yet; one that would not be sound is not kept. Raises `UnknownError`."""
    game, shop = shop_of(noun)
    path = file if file.suffix else file.with_suffix(".toml")
    if path.exists():
        raise UnknownError(f"{path} is there already: nothing was written")
    key = key or path.stem.upper().replace("_", "-").replace(" ", "-")
    _write(path, shop.blank(key, name or path.stem.replace("-", " ").capitalize()))
    try:
        shop.report(path)
    except ContentError:
        path.unlink()
        raise
    print(f"{path} is written. Check it:  witchboard {noun} check {path}")
    print(f"Play it:  witchboard play {game} --with {path}")


def render(noun: str, file: Path, out: Path | None) -> None:
    """Draw a file: as SVG into `out`, else with characters on the terminal."""
    _, shop = shop_of(noun)
    if out is None:
        Screen().picture(shop.text(file))
        return
    if out.exists() and not _is_picture(out):
        raise UnknownError(f"{out} is there already and is no SVG picture: nothing was written")
    _write(out, shop.picture(file)._repr_svg_())
    print(f"{out} is written.")


def _is_picture(path: Path) -> bool:
    """Whether an SVG picture lies there, which may be drawn anew; a pipe or a device loses nothing either."""
    if not path.is_file():
        return True
    try:
        with path.open("rb") as file:
            start = file.read(SVG_WITHIN).strip()
    except OSError:
        return False
    return not start or (start.startswith(b"<") and b"<svg" in start)


def _write(path: Path, text: str) -> None:
    """Write a file. Raises `UnknownError` where that can't be done."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnknownError(f"{path} can't be written: {error.strerror}") from None

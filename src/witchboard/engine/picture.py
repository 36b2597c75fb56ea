"""A table as a picture: keyed fragments of SVG over a ground, and what changes from one picture to the next.

A fragment is one element with an id that is also its key, so that the page can keep its node while the fragment
changes, comes or goes. The ground is sent once. The art is symbols that lie in the page once; a picture places them by
`<use>`. Nothing in a picture carries a style of its own: states are classes, and the game's style sheet says the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Final

REFERENCE: Final = re.compile(r'href="#([\w-]+)"|url\(#([\w-]+)\)')
DEFINITION: Final = re.compile(r'<(\w+) id="([\w-]+)"')


class Art:
    """The fixed art of a game: everything that can be placed, by id, and the style sheet.

    `pieces` is an SVG whose `<defs>` hold one definition a line, each with an id.
    """

    def __init__(self, pieces: str, styles: str) -> None:
        self.pieces = pieces
        self.styles = styles
        self.definitions: dict[str, str] = {}
        for line in pieces.splitlines():
            found = DEFINITION.match(line)
            if found:
                self.definitions[found[2]] = line

    def used(self, svg: str) -> str:
        """The definitions this SVG refers to, and those that they refer to, in the order of the file."""
        wanted: set[str] = set()
        todo = references(svg)
        while todo:
            name = todo.pop()
            if name in self.definitions and name not in wanted:
                wanted.add(name)
                todo |= references(self.definitions[name])
        return "\n".join(line for name, line in self.definitions.items() if name in wanted)


def references(svg: str) -> set[str]:
    """The ids that a piece of SVG refers to."""
    return {first or second for first, second in REFERENCE.findall(svg)}


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a position: `fragments` by key in the order they are painted, over `ground`.

    `box` is the SVG's viewBox, `name` a class for the style sheet. In a notebook it shows itself.
    """

    art: Art
    name: str
    label: str
    box: str
    ground: str
    fragments: Mapping[str, str]

    def holds(self, element: str) -> bool:
        """Whether there is an element of that id."""
        wanted = f'id="{element}"'
        return wanted in self.ground or any(wanted in text for text in self.fragments.values())

    def svg(self) -> str:
        """The picture for a page that has the art and the style sheet already."""
        return self._open() + self.ground + "".join(self.fragments.values()) + "</svg>"

    def _repr_svg_(self) -> str:
        inside = self.ground + "".join(self.fragments.values())
        styles = escape(self.art.styles, quote=False)
        art = f"<style>{styles}</style><defs>{self.art.used(inside + self.art.styles)}</defs>"
        return self._open(' xmlns="http://www.w3.org/2000/svg"') + art + inside + "</svg>"

    def _open(self, more: str = "") -> str:
        label = escape(self.label)
        return f'<svg{more} class="picture {self.name}" viewBox="{self.box}" role="group" aria-label="{label}">'


@dataclass(frozen=True, slots=True)
class Change:
    """What a page must do to turn one picture into the next.

    `whole` is the new picture's SVG when it stands on another ground or has another name; then the rest is empty. Else
    first the fragments in `went` leave; then those of `came` are put in, in their order, each right above the fragment
    `after` (above the ground if that is empty; one that is there already moves); those of `changed` replace the ones of
    the same key.
    """

    changed: tuple[tuple[str, str], ...] = ()
    came: tuple[tuple[str, str, str], ...] = ()
    went: tuple[str, ...] = ()
    whole: str = ""

    def __bool__(self) -> bool:
        return bool(self.changed or self.came or self.went or self.whole)

    def size(self) -> int:
        """How many bytes of SVG and keys it carries."""
        parts: list[str] = [self.whole, *self.went]
        parts.extend(part for pair in self.changed for part in pair)
        parts.extend(part for triple in self.came for part in triple)
        return sum(len(part.encode()) for part in parts)


def diff(before: Picture | None, after: Picture) -> Change:
    """What turns the picture before into the one after."""
    if before is None or (before.ground, before.box, before.name) != (after.ground, after.box, after.name):
        return Change(whole=after.svg())
    old, new = before.fragments, after.fragments
    went = tuple([key for key in old if key not in new])
    changed: list[tuple[str, str]] = []
    came: list[tuple[str, str, str]] = []
    staying = iter([key for key in old if key in new])
    expected = next(staying, "")
    moved: set[str] = set()
    last = ""
    for key, svg in new.items():
        if key == expected:
            if old[key] != svg:
                changed.append((key, svg))
            expected = next(staying, "")
            while expected in moved:
                expected = next(staying, "")
        else:
            came.append((key, svg, last))
            moved.add(key)
        last = key
    return Change(tuple(changed), tuple(came), went)


def apply(fragments: Mapping[str, str], change: Change) -> dict[str, str]:
    """The fragments after a change that is not `whole`, as a page would have them.

    Raises `KeyError` for a fragment that is not there.
    """
    order = [key for key in fragments if key not in set(change.went)]
    result = dict(fragments)
    for key in change.went:
        del result[key]
    for key, svg, after in change.came:
        if key in result:
            order.remove(key)
        order.insert(order.index(after) + 1 if after else 0, key)
        result[key] = svg
    for key, svg in change.changed:
        if key not in result:
            raise KeyError(key)
        result[key] = svg
    return {key: result[key] for key in order}


# Words of SVG. Numbers are written as short as they can be.


def place(x: float, y: float, turn: float = 0, scale: float = 1) -> str:
    """A transform that puts a piece at a point, turned by degrees and scaled."""
    turned = f" rotate({turn:g})" if turn else ""
    scaled = f" scale({scale:g})" if scale != 1 else ""
    return f"translate({x:g} {y:g}){turned}{scaled}"


def use(symbol: str, x: float = 0, y: float = 0, width: float = 0, height: float = 0, cls: str = "") -> str:
    """A symbol, placed; without a width as large as it is drawn."""
    where = f' x="{x:g}" y="{y:g}"' if x or y else ""
    size = f' width="{width:g}" height="{height or width:g}"' if width else ""
    named = f' class="{cls}"' if cls else ""
    return f'<use href="#{symbol}"{where}{size}{named}/>'


def centred(symbol: str, x: float, y: float, size: float, cls: str = "") -> str:
    """A square symbol around a point."""
    return use(symbol, x - size / 2, y - size / 2, size, size, cls)


def write(x: float, y: float, words: str, cls: str = "", anchor: str = "", width: float = 0) -> str:
    """A line of text; `anchor` is middle or end, `width` squeezes it."""
    where = f' text-anchor="{anchor}"' if anchor else ""
    fitted = f' textLength="{width:g}" lengthAdjust="spacingAndGlyphs"' if width else ""
    named = f' class="{cls}"' if cls else ""
    return f'<text x="{x:g}" y="{y:g}"{named}{where}{fitted}>{escape(words, quote=False)}</text>'


def hit(width: float, height: float, x: float = 0, y: float = 0) -> str:
    """An unseen rectangle that says where a thing is: clicks count there, and a ring is drawn round it."""
    where = f' x="{x:g}" y="{y:g}"' if x or y else ""
    return f'<rect class="hit"{where} width="{width:g}" height="{height:g}"/>'


def data(**values: str) -> str:
    """Further words for the page, as attributes: `ring="round"`, `to="deck"`. A trailing underscore falls away."""
    return "".join([f' data-{name.rstrip("_")}="{value}"' for name, value in values.items() if value])


def group(
    key: str, parts: Iterable[str], cls: str = "", at: str = "", label: str = "", rule: str = "", more: str = ""
) -> str:
    """A fragment: an element with its id, the class of its state, its place, what it is called, the keys of its rules.

    With a label it can be pointed at; without one it is mere drawing. `more` is what `data` gives: `ring` says how a
    ring goes round it, `from` and `to` name the elements that it comes from and goes to.
    """
    attributes = f' id="{key}"'
    if cls:
        attributes += f' class="{cls}"'
    if at:
        attributes += f' transform="{at}"'
    if rule:
        attributes += f' data-rule="{rule}"'
    attributes += f' role="img" aria-label="{escape(label)}"' if label else ' aria-hidden="true"'
    return f"<g{attributes}{more}>{''.join(parts)}</g>"

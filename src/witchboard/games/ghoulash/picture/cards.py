"""The card on top when it isn't a fight: a kit or a thing that was found, the start to be chosen, the end."""

from __future__ import annotations

from functools import lru_cache

from witchboard.engine.picture import centred, group, hit, place, use, write

from ..words.icons import icon_words
from . import ids, pencil
from .briefing import wrapped
from .fight import CARD
from .marks import symbol
from .places import Layout


@lru_cache(maxsize=16)
def paper(layout: Layout) -> str:
    """The card itself; on a phone it is lower than that of a fight."""
    if layout == "wide":
        parts = [use("gh-halo-card"), use("gh-paper-card"), '<rect width="356" height="356" class="gh-squared"/>']
        return group("card", parts, "case paper", CARD[layout])
    return group("card", [use("gh-paper-slip-tall")], "case paper", place(7, 256))


def lay(layout: Layout, parts: dict[str, str], icon: str, square: str, whose: str, words: str, asked: bool) -> None:
    """What was found, and what can be done with it."""
    heals = icon == "kit"
    parts["card"] = paper(layout)
    parts["card-head"] = found(layout, icon, square, whose, words)
    if asked:
        parts[ids.USE] = button(layout, ids.USE, "use it" if heals else "take it", True)
        parts[ids.LEAVE] = button(layout, ids.LEAVE, "leave it", False)


@lru_cache(maxsize=512)
def found(layout: Layout, icon: str, square: str, whose: str, words: str) -> str:
    """The thing, large, and what it is."""
    name = icon_words(icon).one
    head = f"{name[:1].upper()}{name[1:]} at {square}"
    wide = layout == "wide"
    at = CARD[layout] if wide else place(7, 256)
    parts = [centred(symbol(icon), 178 if wide else 66, 170 if wide else 78, 150 if wide else 104, "prize")]
    x, y, size, room = (178, 44, "title t28", 330) if wide else (134, 38, "title t24", 330)
    width = room if len(head) * 12.4 > room else 0
    anchor = "middle" if wide else ""
    parts.append(write(x, y, head, size, anchor, width))
    y = 268 if wide else 62
    for line in wrapped(f"{whose} {words}".strip(), 42)[:3]:
        parts.append(write(x, y, line, "t17", anchor))
        y += 20
    parts.append(hit(330, 240, 12, 12) if wide else hit(120, 130, 8, 8))
    return group("card-head", parts, "case", at, f"{head}. {words}", f"about-{icon}")


@lru_cache(maxsize=64)
def button(layout: Layout, key: str, words: str, yes: bool) -> str:
    """A ticket to click."""
    wide = layout == "wide"
    x, y = (34 if yes else 188, 306) if wide else (134 if yes else 300, 98)
    width, height = (134, 34) if wide else (152, 46)
    frame = pencil.outline([(0, 0), (width, 0), (width, height), (0, height)], f"{key} {layout}", 0.5, 12)
    parts = [f'<path d="{frame}" class="ticket {"yes" if yes else "no"}"/>']
    parts.append(write(width / 2, height / 2 + 6, words, "t20", "middle"))
    parts.append(hit(width, height))
    corner = "translate(634 322) rotate(-.8 178 178) " if wide else "translate(7 256) "
    return group(key, parts, "case ticket", f"{corner}{place(x, y)}", words)


@lru_cache(maxsize=64)
def slip(layout: Layout, words: str, more: str) -> str:
    """A card with a sentence: choose your start, the other one hides."""
    wide = layout == "wide"
    parts = [use("gh-tape", 130, -12, 90, 26)] if wide else []
    x, y = (178, 120) if wide else (237, 44)
    parts.append(write(x, y, words, "title t28" if wide else "title t24", "middle"))
    for n, line in enumerate(wrapped(more, 40)[:5]):
        parts.append(write(x, y + 34 + 22 * n, line, "t17", "middle"))
    return group("card-head", parts, "case", CARD[layout] if wide else place(7, 256), f"{words}. {more}")


@lru_cache(maxsize=64)
def result(layout: Layout, title: str, words: str, won: bool) -> str:
    """How it ended."""
    wide = layout == "wide"
    at = CARD[layout] if wide else place(7, 256)
    parts = [use("gh-halo-card"), use("gh-paper-card")] if wide else [use("gh-paper-slip-tall")]
    if wide:
        parts.append('<rect width="356" height="356" class="gh-squared"/>')
        parts.append(centred("gh-flag" if won else "gh-grave", 178, 120, 120))
        parts.append(write(178, 238, title, "title t34", "middle", 320 if len(title) > 21 else 0))
        parts += [write(178, 270 + 22 * n, line, "t17", "middle") for n, line in enumerate(wrapped(words, 42)[:4])]
        parts.append(hit(330, 330, 12, 12))
    else:
        parts.append(centred("gh-flag" if won else "gh-grave", 60, 74, 84))
        parts.append(write(116, 54, title, "title t28", "", 340 if len(title) > 22 else 0))
        parts += [write(116, 84 + 22 * n, line, "t17") for n, line in enumerate(wrapped(words, 40)[:3])]
        parts.append(hit(450, 130, 8, 8))
    return group("result", parts, f"case result {'won' if won else 'lost'}", at, f"{title}: {words}", "about-end")

"""The rules of a game as a page: Markdown made into HTML, with an anchor at every rule's number, and a search."""

from __future__ import annotations

import re
from functools import cache
from html import escape

from markdown_it import MarkdownIt

from witchboard.engine.game import Game
from witchboard.engine.state import State

HOUSE = "[house]"
SCROLLED = 'class="scroll" tabindex="0" role="group" aria-label'  # what is wider than a phone, reached by keyboard


def render(text: str, prefix: str) -> tuple[str, list[tuple[str, str]]]:
    """The HTML of a page and its contents: (anchor, words) of each chapter."""
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    contents: list[tuple[str, str]] = []

    def heading(found: re.Match[str]) -> str:
        level, words = found[1], found[2]
        plain = re.sub(r"<[^>]+>", "", words)
        anchor = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
        if level == "2":
            contents.append((anchor, plain))
        return f'<h{level} id="{anchor}">{words}</h{level}>'

    number = rf"{re.escape(prefix)}-(?:[A-Z]?\d{{2,3}})"
    html = re.sub(r"<h1>.*?</h1>", "", html, count=1, flags=re.S)
    html = re.sub(r"<h([2-4])>(.*?)</h\1>", heading, html, flags=re.S)
    html = re.sub(rf"<(li|p)>\s*(?:<p>)?<strong>({number})</strong>", r'<\1 id="\2"><strong>\2</strong>', html)
    html = html.replace("<table>", f'<div {SCROLLED}="Table"><table>').replace("</table>", "</table></div>")
    html = html.replace("<pre>", f'<pre {SCROLLED}="Drawing">')
    html = html.replace(HOUSE, '<span class="house">house</span>')
    known = set(re.findall(rf'id="({number})"', html))

    def link(found: re.Match[str]) -> str:
        return f'<a href="#{found[1]}">{found[1]}</a>' if found[1] in known else found[1]

    parts = re.split(r"(<strong>.*?</strong>|<[^>]+>)", html)
    html = "".join(part if part.startswith("<") else re.sub(rf"\b({number})\b", link, part) for part in parts)
    return html, contents


@cache
def page(game: Game[State]) -> tuple[str, list[tuple[str, str]]]:
    """The rules page of a game."""
    return render(game.rules(), game.prefix)


@cache
def sentences(game: Game[State]) -> dict[str, str]:
    """Each rule's text by its number, as plain words."""
    found = re.findall(rf"\*\*({re.escape(game.prefix)}-[A-Z]?\d{{2,3}})\*\*\s*(.*)", game.rules())
    return {number: re.sub(r"[*`]|\[\w+\]", "", words).strip() for number, words in found}


def search(game: Game[State], query: str) -> str:
    """The page with what was searched marked, without script."""
    words = query.strip()
    html, _ = page(game)
    if len(words) < 2:
        return html
    parts = re.split(r"(<[^>]+>)", html)
    pattern = re.compile(re.escape(escape(words)), re.I)
    return "".join(part if part.startswith("<") else pattern.sub(r"<mark>\g<0></mark>", part) for part in parts)


@cache
def part(game: Game[State]) -> str:
    """The rules for the panel beside a board, and behind them a note on each thing of the picture, by its key."""
    notes = "".join(
        f'<p id="{escape(key)}" data-number="{escape(term.rule)}">{escape(term.words)}</p>'
        for key, term in game.notes().items()
    )
    return f"{page(game)[0]}<div hidden>{notes}</div>"

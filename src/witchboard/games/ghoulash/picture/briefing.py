"""The heads of the sheets, and the briefing: the goal, and of every icon how many have come out."""

from __future__ import annotations

from functools import lru_cache

from witchboard.engine.picture import group, hit, place, use, write

from ..view import Count
from ..words.briefing import blocked_words, goal_words, line_words
from ..words.icons import icon_words
from .marks import symbol
from .places import Layout
from .printed import Map


def wrapped(words: str, width: int) -> list[str]:
    """Words in lines of at most so many letters; a no-break space keeps two together."""
    lines: list[str] = []
    for word in filter(None, words.split(" ")):
        if lines and len(lines[-1]) + len(word) < width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=128)
def title(name: str, words: str) -> str:
    """The head of the large sheet: the scenario, and whose grid this is."""
    lines = [name] if len(name) <= 12 else wrapped(name, max(12, len(name) * 5 // 9))[:2]
    size = 38 if len(lines) == 1 else 29
    longest = max(len(line) for line in lines)
    size = min(size, round(174 / (0.46 * longest)))
    parts = []
    for n, line in enumerate(lines):
        y = 52 if len(lines) == 1 else 38 + 29 * n
        parts.append(f'<text x="126" y="{y}" class="title" font-size="{size}">{line}</text>')
    parts.append(write(128, 76 if len(lines) == 1 else 88, words, "t16", width=170 if len(words) > 27 else 0))
    return group("title", parts, "caption")


@lru_cache(maxsize=128)
def head(words: str, at: str) -> str:
    """The head of the second sheet."""
    return group("head-opp", [write(664, 28, words, "t19", width=300 if len(words) > 38 else 0)], "caption", at)


@lru_cache(maxsize=128)
def briefing(chart: Map) -> str:
    """The card with the goal; the counts lie on it."""
    plan = chart.plan
    goal = goal_lines(chart)
    size = "t14" if len(goal) < 3 else "t13"
    parts = [use("gh-paper-brief"), write(396, 23, "BRIEFING", "t16")]
    parts.append(write(597, 23, f"{plan.key}, {plan.tier}", "t13", "end"))
    for n, line in enumerate(goal[:3]):
        parts.append(write(376, 45 + 15 * n, line, size))
    parts.append(hit(238, 46, 366, 3))
    label = f"Briefing of {plan.name}: {goal_words(plan)}"
    return group("briefing", parts, "briefing", "rotate(1 490 50)", label, "about-briefing")


@lru_cache(maxsize=128)
def goal_lines(chart: Map) -> list[str]:
    """The goal in the lines of the briefing."""
    return wrapped(goal_words(chart.plan), 41)


@lru_cache(maxsize=128)
def goal(chart: Map) -> str:
    """The goal in a line, on a phone; nothing where two rows of counts need the room."""
    plan = chart.plan
    words = goal_words(plan)
    if len(plan.lines) + bool(plan.doors) > 7:
        return group("goal", [])
    return group("goal", [write(10, 487, words, "t16", width=352 if len(words) > 50 else 0), hit(356, 20, 8, 472)],
                 "goal", "", f"Goal: {words}", "about-briefing")  # fmt: skip


def counts(layout: Layout, parts: dict[str, str], chart: Map, found: tuple[Count, ...]) -> None:
    """Of every icon how many have come out where that is counted, and of the doorways how many are blocked."""
    lines = chart.plan.lines
    total = len(lines) + bool(chart.plan.doors)
    two = len(goal_lines(chart))
    come = {one.icon: one.found for one in found}
    for n, line in enumerate(lines):
        at = _spot(layout, n, total, two)
        parts[f"count-{line.icon}"] = count(layout, chart, line.icon, come.get(line.icon), int(line.count), at)
    if chart.plan.doors:
        parts["count-doors"] = doors(layout, chart, _spot(layout, len(lines), total, two))


@lru_cache(maxsize=1024)
def _spot(layout: Layout, nth: int, total: int, lines: int) -> str:
    """Where a count stands: in rows of four on the briefing, of six on the phone's strip."""
    if layout == "tall":
        per = min(max(total, 5), 7)
        pitch = 352 / per
        return place(round(8 + nth % per * pitch, 1), 445 + nth // per * 24)
    row, column = divmod(nth, 4)
    top = 52 + 15 * (lines - 1) if total <= 8 and lines < 3 else 82
    pitch = 21 if total > 4 else 24
    return f"rotate(1 490 50) {place(375 + column * 57.5, top + row * pitch)}"


@lru_cache(maxsize=1024)
def count(layout: Layout, chart: Map, icon: str, found: int | None, hidden: int, at: str) -> str:
    """How many of an icon have come out, of how many; None is not told."""
    line = next(line for line in chart.plan.lines if line.icon == icon)
    slot = ("item", "foe", "obstacle")[int(line.slot)]
    large = layout == "tall"
    size = 22 if large else 18
    words = f"×{hidden}" if found is None else f"{found}/{hidden}" if large else f"{found} of {hidden}"
    parts = [use(symbol(icon, slot), 0, 0, size), write(size + 3, 16 if large else 14, words, "count")]
    parts.append(hit(54, 24, -2, -2))
    name = icon_words(icon).many
    state = "tally complete" if found == hidden else "tally"
    told = f"{hidden}" if found is None else f"{found} of {hidden} found"
    label = f"{name[:1].upper()}{name[1:]}: {told} ({line_words(chart.plan, line)})"
    return group(f"count-{icon}", parts, state, at, label, f"about-{icon}")


@lru_cache(maxsize=128)
def doors(layout: Layout, chart: Map, at: str) -> str:
    """How many of the doorways or exits are blocked."""
    size = 22 if layout == "tall" else 18
    words = f"{chart.plan.blocked}{' of ' if layout == 'wide' else '/'}{len(chart.plan.doors)}"
    parts = [use("gh-grate-blocked", 0, 0, size), write(size + 3, 14 if layout == "wide" else 16, words, "count")]
    parts.append(hit(54, 24, -2, -2))
    return group("count-doors", parts, "tally", at, blocked_words(chart.plan), "about-gate")

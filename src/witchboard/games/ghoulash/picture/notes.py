"""The pad beside the sheets: whose turn it is, what is carried and owed, conditions, and how the others stand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Final

from witchboard.engine.picture import group, hit, use, write

from ..sheet import Headroom
from ..tables import Plan
from ..view import Grid, View
from ..words.briefing import blocked_words, condition_words, counted, verb
from ..words.icons import icon_words
from .briefing import wrapped
from .marks import pin_sign, symbol
from .meters import roman
from .places import Layout
from .printed import Map

DOODLE = "".join(use(f"gh-ghoul-{part}", 0, 0, 250, 300) for part in ("arm-right", "arm-left", "torso", "head"))
STALL_SHOWN = 4  # the count of turns without progress is shown from here on (GH-047)

ROOM = "Room for"
STRIP_LETTERS: Final = 78  # in the strip on a phone
STRIP: Final = 17.0  # how high it is: on the smallest phones each unit more makes all letters smaller


def lines(view: View, chart: Map, own: Grid) -> list[str]:
    """What is to be said of the large sheet's explorer, a sentence each."""
    return [*news(own), *standing(chart, own), *rooms(own.headroom)]


def news(own: Grid) -> list[str]:
    """What has come up on the way."""
    found = []
    if own.owed:
        found.append(f"{'The next turn is' if own.owed == 1 else f'The next {own.owed} turns are'} lost.")
    if own.stalled >= STALL_SHOWN:
        found.append(f"{own.stalled} turns without progress: from 8 on each costs a wound.")
    if own.goals > 1:
        found.append(f"{own.reached} of {own.goals} steps of the goal are done.")
    if own.warnings:
        found.append(f"{own.warnings} warning{'' if own.warnings == 1 else 's'} left.")
    return found


def standing(chart: Map, own: Grid) -> list[str]:
    """What the briefing says, and how many doorways are still to be found blocked, which a count tells too."""
    found = list(conditions(chart))
    if own.suspects:
        found.append(untried(chart.plan, own.to_find, own.suspects))
    return found


def rooms(headroom: Sequence[Headroom]) -> list[str]:
    """What room is left in which buildings, a sentence for each icon; none while there are too many of them to read."""
    found = []
    for icon in dict.fromkeys(one.icon for one in headroom):
        room = [f"{one.area}\N{NO-BREAK SPACE}{one.more}" for one in headroom if one.icon == icon and one.more]
        if room and len(room) <= 14:
            found.append(f"{ROOM} {icon_words(icon).many}: {', '.join(room)}.")
    return found


def untried(plan: Plan, blocked: int, doors: int) -> str:
    """How many of the doorways that nobody has tried are shut."""
    kind = "exits" if any(door >= 0 for door in plan.exit_doors) else "doorways"
    return f"{blocked} of {doors} {kind} not yet tried {verb(blocked)} blocked."


@lru_cache(maxsize=128)
def conditions(chart: Map, explores: bool = True) -> list[str]:
    """The special conditions of the scenario, for somebody who explores himself or only keeps."""
    words = [condition_words(chart.plan, one, explores) for one in chart.plan.conditions]
    return [f"{one[:1].upper()}{one[1:]}." for one in words]


@lru_cache(maxsize=64)
def terms(chart: Map, players: int, explores: bool = True) -> str:
    """While hiding: what holds for every hide, and the conditions of the scenario."""
    said = ["The start and safe squares stay empty.", "On a square: one thing, one foe, one obstacle."]
    said += conditions(chart, explores)
    if blocked_words(chart.plan):
        said.append(f"{blocked_words(chart.plan)}.")
    parts: list[str] = []
    y = 62 + 44 * players + 22
    for sentence in said:
        for n, line in enumerate(wrapped(sentence, 46)):
            parts.append(write(668 if n == 0 else 676, y, line, "t16"))
            y += 20
    parts.append(hit(310, max(y - 80, 20), 662, 62 + 44 * players))
    return group("terms", parts, "terms", "rotate(.9 810 170)", " ".join(said), "about-hide")


@lru_cache(maxsize=64)
def blurb(words: str) -> str:
    """The scenario's tale, below the map."""
    lines_ = wrapped(words, 78)[:2]
    return group("blurb", [write(42, 634 + 23 * n, line, "t17") for n, line in enumerate(lines_)], "blurb")


@lru_cache(maxsize=512)
def pad(words: tuple[str, ...], head: str, room: bool) -> str:
    """The pad on a desktop; where there is room somebody has doodled on it."""
    parts = [use("gh-paper-note"), write(664, 386, head, "title t24")]
    y = 412
    for sentence in words:
        for n, line in enumerate(wrapped(sentence, 46)):
            if y > 566:
                break
            parts.append(write(664 if n == 0 else 672, y, line, "t16 room" if sentence.startswith(ROOM) else "t16"))
            y += 22
    if room and y < 500:
        parts.append(f'<g class="doodle" transform="translate(800 468) scale(.68)">{DOODLE}</g>')
    parts.append(hit(300, 30, 660, 364))
    return group("notes", parts, "notes", "", " ".join((f"{head}.", *words)))


def rooms_briefly(headroom: Sequence[Headroom]) -> str:
    """What room is left, in as few letters as it takes: the buildings with as much of it together."""
    found = []
    for icon in dict.fromkeys(one.icon for one in headroom):
        alike: dict[int, str] = {}
        for one in headroom:
            if one.icon == icon and one.more:
                alike[one.more] = alike.get(one.more, "") + one.area
        if alike:
            told = ", ".join(f"{areas}\N{NO-BREAK SPACE}{more}" for more, areas in sorted(alike.items(), reverse=True))
            found.append(f"{icon_words(icon).many} {told}")
    return f"Room: {'; '.join(found)}." if found else ""


@lru_cache(maxsize=512)
def strip(words: tuple[str, ...], head: str, new: int, room: str) -> str:
    """What the pad says, on a phone: a line below the sheet, as far as it fits; the label has all of it.

    The first `new` of the words are news: they come first, then `room`, the room left in buildings in few letters.
    """
    line = f"{head}."
    for one in words[:new]:
        line = f"{line} {one}" if len(line) + len(one) < STRIP_LETTERS else line
    left = STRIP_LETTERS - len(line) - 1
    room = f"{room[: left - 1]}…" if len(room) > left else room
    if left < len(ROOM):
        room = ""
    for one in words[new:]:
        if not one.startswith(ROOM) and len(line) + len(one) + len(room) + 1 < STRIP_LETTERS:
            line = f"{line} {one}"
    aid = f' <tspan class="room">{escape(room)}</tspan>' if room else ""
    parts = [
        f'<rect x="2" y="521" width="484" height="{STRIP - 2:g}" class="gh-note"/>',
        f'<text x="10" y="533" class="t16">{escape(line)}{aid}</text>',
        hit(484, STRIP, 2, 520),
    ]
    return group("notes", parts, "notes", "", " ".join((f"{head}.", *words)))


@lru_cache(maxsize=256)
def bag(layout: Layout, carried: tuple[tuple[str, int], ...], kits: tuple[str, ...], owed: int, name: str) -> str:
    """What the explorer carries, the kits left behind, and a sign for each lost turn."""
    x, y, size = (82.0, 654.0, 22.0) if layout == "wide" else (8.0, 494.0, 23.0)
    parts, said = [], []
    for icon, count in carried:
        parts.append(use(symbol(icon), x, y, size))
        x += size + 3
        if count > 1:
            parts.append(write(x, y + size * 0.74, f"×{count}", "t15"))
            x += 20
        said.append(icon_words(icon).counted(count))
    words = ""
    if said:
        words = f"{name} carr{'y' if name == 'You' else 'ies'} {', '.join(said)}."
    if kits:
        words += f" A kit waits at {', '.join(kits[:4])}."
    if owed:
        parts.append(use("gh-lost-turn", x, y, size))
        x += size + 3
        words += " Next turn lost." if owed == 1 else f" {owed} turns lost."
    words = words.strip()
    shown = words if layout == "wide" else words.replace(f"{name} carries ", "").replace("You carry ", "")
    if shown:
        room = 486 if layout == "wide" else 358
        parts.append(write(x + 3, y + size * 0.72, shown, "t16", width=room - x if len(shown) * 7 > room - x else 0))
        parts.append(hit(360, size, 8, y))
    return group("bag", parts, "bag", "", words or "nothing is carried")


def others(view: View, parts: dict[str, str], chart: Map, shown: tuple[int, ...], names: tuple[str, ...]) -> None:
    """Those whose sheets aren't shown, a strip each: pin, name, meter, turns."""
    meters = int(chart.plan.kits) + 1
    rest = [grid for grid in view.grids if grid.explorer not in shown]
    for n, grid in enumerate(rest):
        name = names[grid.explorer] if grid.explorer < len(names) else f"Player {grid.explorer + 1}"
        parts[f"other-{grid.explorer}"] = other(
            grid.explorer, name, grid.meter, grid.meters[-1], len(grid.meters) - 1, meters, grid.turns, grid.owed,
            grid.alive, grid.explorer == view.active, 652 - 30 * (len(rest) - 1 - n),
        )  # fmt: skip


@lru_cache(maxsize=1024)
def other(
    seat: int, name: str, spaces: int, filled: int, meter: int, meters: int, turns: int, owed: int, alive: bool,
    active: bool, y: float,
) -> str:  # fmt: skip
    """One of them."""
    parts = [use(pin_sign(seat) if alive else "gh-grave", 656, y - 9, 26)]
    parts.append(write(684, y + 5, name, "t15 on" if active else "t15", width=70 if len(name) > 11 else 0))
    parts.append(write(760, y + 5, roman(meter), "red t14", "middle"))
    pitch = min(9.0, 130 / spaces)
    ticks = "".join(f"M{770 + n * pitch:.1f},{y - 5:g}h{pitch - 1.6:.1f}v10h-{pitch - 1.6:.1f}Z" for n in range(spaces))
    full = "".join(f"M{770 + n * pitch:.1f},{y - 5:g}l{pitch - 1.6:.1f},10" for n in range(filled))
    parts.append(f'<path d="{ticks}" class="tiny"/><path d="{full}" class="tick"/>')
    parts.append(write(972, y + 5, f"turn {turns}", "t14", "end"))
    if owed:
        parts.append(use("gh-lost-turn", 908, y - 8, 18))
    parts.append(hit(318, 26, 656, y - 12))
    state = f"other{'' if alive else ' dead'}{' active' if active else ''}"
    label = f"{name}: {filled} of {spaces} wounds on meter {roman(meter)} of {meters}, {counted(turns, 'turn')}"
    label += f", {counted(owed, 'turn')} lost" if owed else ""
    return group(f"other-{seat}", parts, state, "", label + ("" if alive else ", dead"), "about-meter")


@lru_cache(maxsize=256)
def veil(name: str, seat: int, turns: int, owed: int, alive: bool, reached: int, goals: int) -> str:
    """In a mirror game: a closed sheet for the other one, who walks the same grid unseen (GH-196)."""
    parts = [use("gh-veil", 748, 84, 128), use(pin_sign(seat), 786, 120, 56)]
    parts.append(write(812, 232, f"{name} walks the same grid, unseen.", "t17", "middle"))
    more = f"{counted(turns, 'turn')} used" + (f", {owed} lost" if owed else "") + ("" if alive else ", dead")
    if goals > 1:
        more += f", {reached} of {goals} goals"
    parts.append(write(812, 258, more, "t16", "middle"))
    parts.append(hit(300, 200, 662, 70))
    label = f"{name} walks the same grid, unseen: {more}"
    return group("veil", parts, "veil", "rotate(.9 810 170)", label, "about-mirror")


@lru_cache(maxsize=64)
def alone(turn: int, limit: int) -> str:
    """Solo: how many of the turns are used."""
    parts = [write(812, 110, "Alone in there", "title t28", "middle")]
    shown = min(limit, 90)
    for n in range(shown):
        x, y = 674 + n % 18 * 15.4, 134 + n // 18 * 24
        parts.append(f'<path d="M{x:.1f},{y:g}l3,16" class="{"tally-done" if n < turn else "tally-due"}"/>')
    words = f"turn {turn} of {limit}" if limit else f"turn {turn}"
    parts.append(write(812, 288, words, "t17", "middle"))
    parts.append(hit(300, 200, 662, 90))
    return group("alone", parts, "alone", "rotate(.9 810 170)", words, "about-solo")

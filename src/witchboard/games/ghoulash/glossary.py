"""What the icons, scenarios and words of GHOULASH mean, for those who ask."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from witchboard.engine.game import Term

from .tables import Box, Plan
from .words.briefing import blocked_words, condition_words, goal_words, joined
from .words.icons import AREAS, ICONS, IconWords, icon_words

WORDS: Final = (
    ("Explorer", "Whose turn it is to walk. He walks the grid that the other one has hidden.", "GH-001", ()),
    ("Keeper", "Who has hidden the grid that is being walked. He fixes the weak spots of its Ghouls.", "GH-046", ()),
    ("Obstacle Grid", "The grid one has stocked oneself; the other one walks it.", "GH-018", ("hide", "hidden grid")),
    ("Movement Grid", "The grid one walks, with one's own way on it.", "GH-045", ("trail",)),
    ("Briefing", "What a scenario hides, where it may lie, what is blocked, and the goal.", "GH-006", ("goal",)),
    ("Move", "As long as one likes, step after step, until the first encounter ends it.", "GH-050", ("turn", "step")),
    ("Frontier", "A square beside known ground with something new to say. Walking up to it is free.", "GH-056", ()),
    (
        "Free region",
        "All explored squares one can walk to without meeting anything: one place, as far as moves go.",
        "GH-056",
        ("known ground",),
    ),
    (
        "Encounter",
        "Entering a square that holds something: first the item, then the Ghoul, then the obstacle. It ends the turn.",
        "GH-073",
        (),
    ),
    (
        "Bump",
        "Trying a doorway that the keeper has blocked: the turn is over, without a wound.",
        "GH-063",
        ("blocked",),
    ),
    ("Exit", "A way off the map. It may be tried only where leaving would meet the goal.", "GH-134", ()),
    ("Locked door", "Open for who carries the key of its number, a wall for anybody else.", "GH-016", ("lock", "key")),
    ("Stairs", "They join two squares as if those lay side by side.", "GH-014", ("link", "escalator")),
    ("Weak spot", "One of the six areas of a Ghoul. Naming it destroys the Ghoul.", "GH-107", ("area", "shot", "aim")),
    (
        "Wound Meter",
        "Every wound marks a space. The last space loses; a kit opens the next meter.",
        "GH-122",
        ("wound",),
    ),
    (
        "Progress",
        "A new square, an item, a kit used, a foe destroyed, a blocked doorway found, a step of the goal. "
        "After 8 own turns in a row without it each further one brings a wound.",
        "GH-047",
        ("stall", "stalling"),
    ),
    ("Area", "A building or a room: the squares with the same letter. Limits count by area.", "GH-020", ("building",)),
    ("Safe area", "A shelter, or a pump house: nothing may be hidden there.", "GH-026", ("shelter",)),
    ("Start", "Where one begins. Nothing is hidden there; with several starts one chooses one's own.", "GH-044", ()),
)
"""The words of the game: name, meaning, rule, other names."""


def glossary(box: Box) -> list[Term]:
    """All that can be asked about, each name once."""
    terms = [*_icons(box), *_scenarios(box), *(Term(name, words, rule, also) for name, words, rule, also in WORDS)]
    return list({term.name: term for term in reversed(terms)}.values())[::-1]


def icon_sentence(icon: IconWords) -> str:
    """What an icon does, as a sentence."""
    return f"{icon.does[:1].upper()}{icon.does[1:]}."


def _icons(box: Box) -> Iterator[Term]:
    symbols: dict[str, str] = {}
    for line in (line for plan in box.plans for line in plan.lines):
        symbols.setdefault(line.icon, line.symbol)
    for icon in [*ICONS, *(icon for icon in symbols if icon not in ICONS)]:
        its = icon_words(icon)
        also = tuple(dict.fromkeys((icon, its.many, *([symbols[icon]] if icon in symbols else []))))
        name = f"{its.name[:1].upper()}{its.name[1:]}"
        sign = f" Its mark is {symbols[icon]}." if icon in symbols else ""
        yield Term(name, icon_sentence(its) + sign, its.rule, also)
    for area, name in enumerate(AREAS):
        if area:
            yield Term(f"Area {area}", f"The {name} of a Ghoul's figure.", "GH-107", (name,))


def _scenarios(box: Box) -> Iterator[Term]:
    for plan in box.plans:
        yield Term(plan.name, scenario_sentence(plan), "GH-005", (plan.key,))


def scenario_sentence(plan: Plan) -> str:
    """A scenario in some sentences: its tale, its goal, what is hidden, its conditions."""
    hidden = joined([icon_words(line.icon).counted(int(line.count)) for line in plan.lines])
    conditions = "".join(f" {_sentence(condition_words(plan, one))}" for one in plan.conditions)
    blocked = f" {_sentence(blocked_words(plan))}" if plan.blocked else ""
    return f"{plan.blurb} Goal: {goal_words(plan)} Hidden: {hidden}.{blocked}{conditions}"


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."

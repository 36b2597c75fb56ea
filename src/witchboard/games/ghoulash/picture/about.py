"""What can be said of each thing in the picture: the rules behind its `data-rule` keys, in a sentence or two."""

from __future__ import annotations

from typing import Final

from witchboard.engine.game import Term

from ..tables import Box
from ..words.icons import ICONS, icon_words

THINGS: Final = (
    ("briefing", "Briefing", "What is hidden, what may be blocked, and the goal. Who reaches it first wins.", "GH-002"),
    ("pin", "Where somebody stands", "A move goes on, step after step, until it runs into something.", "GH-050"),
    ("gate", "A doorway that may be blocked", "Running into it ends the turn, without a wound.", "GH-063"),
    ("heard", "Something is there", "A warning was used up here: the step was not made.", "GH-161"),
    ("clear", "Nothing of that kind", "Briefing, counts or a full building prove these squares free of it.", "GH-171"),
    ("meter", "Wound Meter", "Every wound marks a space; the last one loses. A kit opens the next meter.", "GH-122"),
    ("shot", "The six areas", "One is the weak spot; naming another costs a wound. No miss twice.", "GH-112"),
    ("odds", "The chance to die", "Every number still open is taken as equally likely.", "GH-175"),
    ("end", "The end", "When the game ends both hidden grids and all weak spots lie open.", "GH-150"),
    ("hide", "Hiding", "One thing, one foe, one obstacle to a square; nothing on starts and safe squares.", "GH-024"),
    ("ready", "Ready", "All hide at the same time; play begins when everybody is ready.", "GH-029"),
    ("mirror", "Mirror", "Both walk copies of one grid, so the other's walk is not shown until the end.", "GH-196"),
    ("solo", "Alone", "The run is lost when the meter is full or the turns are used up.", "GH-164"),
)  # fmt: skip


def about(box: Box) -> dict[str, Term]:
    """What to say of each thing, by the key in its `data-rule`."""
    found = {f"about-{key}": Term(name, words, rule) for key, name, words, rule in THINGS}
    icons = [*ICONS, *(line.icon for plan in box.plans for line in plan.lines)]
    for icon in icons:
        its = icon_words(icon)
        name, does = f"{its.name[:1].upper()}{its.name[1:]}", f"{its.does[:1].upper()}{its.does[1:]}."
        found[f"about-{icon}"] = Term(name, does, its.rule)
    return found

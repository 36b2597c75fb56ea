"""What GHOULASH asks and offers, in words: questions, choices, and why something is not possible.

All of it is made from the view of the seat that is asked (`scene`), so no word can tell what he may not know.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from witchboard.engine.choice import Choice, Question
from witchboard.engine.play import decision
from witchboard.engine.state import Step

from ..rules.encounters import ACCEPT, Kit, Shot, Take, Weak
from ..rules.exploring import Explore
from ..rules.hiding import Hide
from ..rules.race import Race, offset
from ..rules.walking import Move, Start
from ..state import KIT, MOVE, SHOT, START, TAKE, Hunt
from ..tables import AREAS, DIRECTIONS
from ..view import view
from .base import Speaker
from .chance import chance_question as chance_question
from .fighting import ShotSpeaker, WeakSpeaker
from .hiding import BlockSpeaker, HideSpeaker, PresetSpeaker, StartSpeaker
from .items import KitSpeaker, TakeSpeaker
from .keeping import ExploreSpeaker
from .moving import MoveSpeaker
from .scene import Scene
from .seats import seat_title

PHASES: Final = {START: "GH-044", MOVE: "GH-050", TAKE: "GH-083", KIT: "GH-091", SHOT: "GH-108"}
"""The rule behind each question of a round of mirror play."""
ASKS: Final = {START: "Start", MOVE: "Move", TAKE: "Take", KIT: "Kit", SHOT: "Shot"}
"""What kind of question it is: the same as outside mirror play."""


def speaker(state: Hunt, step: Step, seat: int) -> Speaker:
    """The words of that decision for that seat."""
    walker = int(state.active) if isinstance(step, Weak) else seat
    scene = Scene(state.plan, view(state, seat), seat, walker)
    if isinstance(step, Race):
        phase = state.phase[seat]
        return _walking(scene, phase, int(offset(state, phase)), PHASES[phase])
    if isinstance(step, Hide):
        return _hiding(state, scene, step.rule)
    if isinstance(step, Explore):
        return ExploreSpeaker(scene, step.rule)
    if isinstance(step, Weak):
        return WeakSpeaker(scene, step.rule, 0, seat_title(walker))
    for kind, phase in ((Start, START), (Move, MOVE), (Shot, SHOT), (Kit, KIT), (Take, TAKE)):
        if isinstance(step, kind):
            return _walking(scene, phase, 0, step.rule)
    raise TypeError(f"{step!r} has no words")


def _walking(scene: Scene, phase: int, first: int, rule: str) -> Speaker:
    """The words of what an explorer is asked, whose options begin at `first`."""
    if phase == MOVE:
        return MoveSpeaker(scene, rule, int(DIRECTIONS * scene.plan.squares))
    if phase == START:
        return StartSpeaker(scene, rule, first)
    if phase == SHOT:
        return ShotSpeaker(scene, rule, first)
    return (KitSpeaker if phase == KIT else TakeSpeaker)(scene, rule, first + int(ACCEPT))


def _hiding(state: Hunt, scene: Scene, rule: str) -> Speaker:
    hiding = scene.view.hiding
    assert hiding is not None
    squares = int(state.box.squares)
    if hiding.next == "block":
        return BlockSpeaker(scene, "GH-027", squares)
    if hiding.next == "weak spot":
        return PresetSpeaker(scene, "GH-153", squares + int(state.box.sets))
    return HideSpeaker(scene, rule)


def question(state: Hunt, seat: int) -> Question:
    """What the seat is asked now."""
    step = decision(state, seat)
    asked = speaker(state, step, seat).asked(step)
    return replace(asked, kind=ASKS[state.phase[seat]]) if isinstance(step, Race) else asked


def choice(state: Hunt, seat: int, option: int) -> Choice:
    """One option as a person sees it."""
    step = decision(state, seat)
    return speaker(state, step, seat).choice(state, step, option)


def choices(state: Hunt, seat: int) -> list[Choice]:
    """All legal options of a seat as a person sees them, in order."""
    step = decision(state, seat)
    its = speaker(state, step, seat)
    return [its.choice(state, step, option) for option in step.options(state, seat)]


def aimed(state: Hunt, seat: int, element: str) -> list[int]:
    """The options, legal or not, that a click on that element may mean, those from where one can be first."""
    step = decision(state, seat)
    its = speaker(state, step, seat)
    found = []
    for option in range(step.span(state.content)):
        try:
            if element in its.targets(option):
                found.append(option)
        except (LookupError, ValueError):  # an option that means nothing in this position
            continue
    squares, free = int(state.plan.squares), its.scene.grid.free
    return sorted(found, key=lambda option: (option % squares not in free, option))


def why_not(state: Hunt, seat: int, option: int) -> tuple[str, str]:
    """Why an option of the decision asked now is not legal: words and rule."""
    step = decision(state, seat)
    if isinstance(step, Race) and not _asked(state, seat, option):
        return "that is not what is asked now", "GH-159"
    return speaker(state, step, seat).why_not(option)


def _asked(state: Hunt, seat: int, option: int) -> bool:
    """Whether an option of mirror play belongs to what the seat is asked."""
    phase = state.phase[seat]
    first = int(offset(state, phase))
    spans = {MOVE: int(state.box.move_span), START: int(state.box.starts), SHOT: int(AREAS)}
    return first <= option < first + spans.get(phase, 2)

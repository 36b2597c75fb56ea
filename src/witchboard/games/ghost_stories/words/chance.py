"""What chance is asked, in words, for those who roll and draw at a real table."""

from __future__ import annotations

from witchboard.engine.choice import Question
from witchboard.engine.state import Step

from ..names import board_title, joined
from ..rules.board import living, may_use
from ..rules.exorcism import TaoRoll, TaoRollAgain, dice_rolled
from ..rules.ghosts import CurseRoll, DrawGhost, DrawIncarnation
from ..rules.herbalist import HerbalistRoll, HerbalistRollAgain, herbalist_dice
from ..rules.setup import DrawColour, DrawFirst, DrawSeat, DrawSide, LayTile
from ..state import Village
from ..tables import MOUNTAIN, SIDE_NAMES


def chance_question(state: Village, step: Step) -> Question:
    """What dice and cards are to say now."""
    words = _set_up(state, step) or _drawn(state, step) or _rolled(state, step)
    return Question(f"{words[0].upper()}{words[1:]}?", step.rule, type(step).__name__)


def _set_up(state: Village, step: Step) -> str:
    if isinstance(step, LayTile):
        row, column = divmod(len(state.tiles), 3)
        return f"which tile lies in row {row + 1} from the north, column {column + 1} from the west"
    if isinstance(step, DrawColour):
        return f"which board lies in the {SIDE_NAMES[step.board]}"
    if isinstance(step, DrawSide):
        return f"which power does the {state.board_name(step.board)} board show"
    if isinstance(step, DrawSeat):
        return f"behind which board does seat {step.seat + 1} sit"
    return "who begins" if isinstance(step, DrawFirst) else ""


def _drawn(state: Village, step: Step) -> str:
    if isinstance(step, DrawIncarnation):
        return f"{_who(state)} draws an incarnation of Wu-Feng: which"
    return f"{_who(state)} draws a ghost: which" if isinstance(step, DrawGhost) else ""


def _rolled(state: Village, step: Step) -> str:
    who = _who(state)
    if isinstance(step, TaoRoll):
        gray = ", the gray one last" if may_use(state, MOUNTAIN) else ""
        return f"{who} rolls {_dice(int(dice_rolled(state)))}{gray}: which faces"
    if isinstance(step, HerbalistRoll):
        return f"{who} rolls {_dice(int(herbalist_dice(state)))} for the Herbalist: which faces"
    if isinstance(step, TaoRollAgain | HerbalistRollAgain):
        faces = [state.tables.face_names[face] for die, face in enumerate(state.faces) if step.mask >> die & 1]
        return f"{who} rolls {joined(faces)} again: which faces"
    assert isinstance(step, CurseRoll)
    return f"{who} rolls the Curse die{' again' if step.again else ''}: which face"


def _dice(count: int) -> str:
    return "1 Tao die" if count == 1 else f"{count} Tao dice"


def _who(state: Village) -> str:
    """The active Taoist, or the board where there is none living."""
    active = state.active
    return board_title(state, active) if living(state, active) else f"the {state.board_name(active)} board"

"""What has happened, in words: one short line for each event worth one. Names carry the id of their element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from witchboard.engine.game import Event

from .names import (
    board_id,
    board_title,
    counted,
    figure_id,
    ghost,
    ghost_at,
    ghost_id,
    joined,
    power_of,
    resistance,
    space_id,
    tile_id,
)
from .positions import BOARD_KEYS
from .rules.board import free_dice
from .rules.haunting import haunted_tiles
from .score import CAUSES
from .state import LIVING, Village
from .tables import CAPTURE, CIRCLE_BACK, FACES, FAST, GROUP_LOSE_TAO, HAUNTER, SUMMON

Values: TypeAlias = tuple[int, ...]


def tell(state: Village, event: Event, observer: int) -> str:
    """The event in words, without a full stop, told in the state right after it; empty if it isn't worth a line."""
    words = TELLERS[event.kind](state, event.values)
    return f"{words[:3].upper()}{words[3:]}" if words.startswith("**") else f"{words[:1].upper()}{words[1:]}"


def _mark(name: str, element: str) -> str:
    """A name with the id of the element that shows it (`Game.tell`)."""
    return f"**{name}|{element}**"


def _title(state: Village, board: int) -> str:
    """A living Taoist by his colour; else the board."""
    if state.status[board] == LIVING:
        return _taoist(state, board)
    return f"the {_mark(state.board_name(board), board_id(board))} board"


def _taoist(state: Village, board: int) -> str:
    return _mark(board_title(state, board), figure_id(state, board))


def _who(state: Village) -> str:
    return _title(state, state.active)


def _tile(state: Village, place: int) -> str:
    return f"the {_mark(state.tile_name(place), tile_id(place))}"


def _space(state: Village, space: int) -> str:
    return _mark(state.tables.space_names[space], space_id(state, space))


def _ghost_at(state: Village, space: int) -> str:
    return _mark(ghost_at(state, space), ghost_id(state, space))


def _tao(state: Village, colour: int, count: int = 1) -> str:
    return counted(count, f"{state.tables.colour_names[colour]} Tao token")


def _faces(state: Village, values: Values) -> str:
    return joined([state.tables.face_names[face] for face in values]) if values else "no die"


def _turn(state: Village, values: Values) -> str:
    board = values[0]
    if state.status[board] == LIVING:
        return f"{_taoist(state, board)}'s turn"
    return f"turn of {_title(state, board)}, which has no living Taoist"


def _ability(state: Village, values: Values) -> str:
    code, space = values
    name = _ghost_at(state, space) if state.ghosts[space] else f"the ghost gone from {_space(state, space)}"
    if code == SUMMON:
        return f"{name} summons another ghost"
    if code == GROUP_LOSE_TAO:
        return f"{name} robs every Taoist of a Tao token"
    if code == CAPTURE:
        return f"{name} takes a Tao die" if free_dice(state) else f"{name} finds no Tao die to take"
    if code == CIRCLE_BACK:
        return f"{name} empties the Circle of Prayer"
    return ""  # the events that follow tell what it does


def _drawn(state: Village, values: Values) -> str:
    card = values[0]
    kind = "an incarnation of Wu-Feng: " if state.tables.incarnation[card] else ""
    colour = state.tables.colour_names[state.tables.colour[card]]
    return f"{_who(state)} draws {kind}{ghost(state, card)} ({resistance(state, card)}, {colour} card)"


def _placed(state: Village, values: Values) -> str:
    space, card = values
    name = _mark(ghost(state, card), ghost_id(state, space))
    words = f"{name} comes to {_space(state, space)}"
    if state.buddhas_on[space]:
        return f"{words}, where a Buddha stands"
    if state.tables.has(card, FAST) and state.tables.has(card, HAUNTER):
        return f"{words}, its haunting figure on the first icon at once"
    return words


def _left(state: Village, values: Values) -> str:
    """A ghost that a Buddha or the Sorcerer removes; an exorcism has been told already."""
    space, card = values
    return "" if state.paid else f"{ghost(state, card)} is gone from {_space(state, space)}, without curse or reward"


def _moved(state: Village, values: Values) -> str:
    board, came, place = values
    verb = "moves" if board == state.active else "is moved"
    return f"{_taoist(state, board)} {verb} from {_tile(state, came)} to {_tile(state, place)}"


def _ghost_moved(state: Village, values: Values) -> str:
    start, end, card = values
    on = ", where a Buddha stands" if state.buddhas_on[end] else ""
    name = _mark(ghost(state, card), ghost_id(state, end))
    return f"{name} is moved from {_space(state, start)} to {_space(state, end)}{on}"


def _haunted(state: Village, values: Values) -> str:
    return f"{_tile(state, values[0])} is haunted: {haunted_tiles(state)} of {state.haunted_limit}"


def _qi_lost(state: Village, values: Values) -> str:
    board = values[0]
    return f"{_title(state, board)} loses 1 Qi and has {state.qi[board]} left"


def _exorcised(state: Village, values: Values) -> str:
    space, card = values
    return f"{_who(state)} exorcises {ghost(state, card)} on {_space(state, space)}"


def _curse(state: Village, values: Values) -> str:
    return f"{_who(state)} rolls the Curse die: {FACES[values[0]].replace('_', ' ')}"


def _power(state: Village, values: Values) -> str:
    board = values[0]
    return f"the {state.board_name(board)} board lies at {BOARD_KEYS[board]} with {power_of(state, board)}"


def _borrowed(state: Village, values: Values) -> str:
    active, board = values
    return f"{_taoist(state, active)} borrows {power_of(state, board)} of the {state.board_name(board)} board"


TELLERS: Final[dict[str, Callable[[Village, Values], str]]] = {
    # set-up
    "tile laid": lambda state, values: "",
    "board laid": lambda state, values: "",
    "power": _power,
    "seated": lambda state, values: f"seat {values[0] + 1} plays {state.board_name(values[1])}",
    # the ghosts
    "turn": _turn,
    "ability": _ability,
    "overrun": lambda state, values: f"the {state.board_name(values[0])} board is overrun: no ghost arrives",
    "drawn": _drawn,
    "placed": _placed,
    "left": _left,
    "figure advances": lambda state, values: f"the figure of {_ghost_at(state, values[0])} advances to the first icon",
    "figure reaches": lambda state, values: f"the figure of {_ghost_at(state, values[0])} reaches the village",
    "haunted": _haunted,
    "restored": lambda state, values: f"{_tile(state, values[0])} is restored",
    "curse rolled": _curse,
    "no curse": lambda state, values: "Strength of a Mountain: the Curse die is not rolled",
    # losses and gains
    "qi lost": _qi_lost,
    "qi gained": lambda state, values: f"{_title(state, values[0])} gains {values[1]} Qi",
    "tao gained": lambda state, values: f"{_title(state, values[0])} takes {_tao(state, values[1])}",
    "tao spent": lambda state, values: f"{_title(state, values[0])} spends {_tao(state, values[1], values[2])}",
    "tao discarded": lambda state, values: f"{_title(state, values[0])} discards {_tao(state, values[1])}",
    "tao gone": lambda state, values: f"{_title(state, values[0])} loses all Tao tokens",
    "yin-yang": lambda state, values: f"{_title(state, values[0])} spends the Yin-Yang",
    "yin-yang gained": lambda state, values: f"{_title(state, values[0])} takes the Yin-Yang",
    "died": lambda state, values: f"{_taoist(state, values[0])} dies",
    "revived": lambda state, values: f"{_taoist(state, values[0])} rises from the dead",
    "possessed": lambda state, values: f"the {state.board_name(values[0])} board is possessed",
    "tokens taken": lambda state, values: f"{_title(state, values[0])} takes the power tokens of the central tile",
    # the Taoist
    "moved": _moved,
    "asked": lambda state, values: f"{_who(state)} asks {_tile(state, values[0])} for help",
    "circle": lambda state, values: f"a {state.tables.colour_names[values[0]]} token lies on the Circle of Prayer",
    "called back": lambda state, values: f"the figures of {board_title(state, values[0])}'s board go back to the cards",
    "ghost moved": _ghost_moved,
    "herbalist rolled": lambda state, values: f"the Herbalist's dice show {_faces(state, values)}",
    "mantra": lambda state, values: f"the Mantra lies on {_ghost_at(state, values[0])}",
    "borrowed": _borrowed,
    "buddha taken": lambda state, values: f"{_title(state, values[0])} takes a Buddha",
    "buddha placed": lambda state, values: f"{_who(state)} places a Buddha on {_space(state, values[0])}",
    # exorcism
    "attempt": lambda state, values: f"{_title(state, values[0])} attempts an exorcism",
    "rolled": lambda state, values: f"{_who(state)} rolls {_faces(state, values)}",
    "nothing exorcised": lambda state, values: "nothing is exorcised",
    "refused": lambda state, values: f"{_title(state, values[0])} lends nothing",
    "exorcised": _exorcised,
    # the end
    "won": lambda state, values: CAUSES[int(state.result)][1].rstrip("."),
    "lost": lambda state, values: CAUSES[values[0]][1].rstrip("."),
}
"""For each kind of event that the rules tell, its words; they get the state and the event's numbers."""

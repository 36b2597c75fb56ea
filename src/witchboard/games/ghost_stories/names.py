"""What people call the things on the table, and the ids of the elements that show them."""

from __future__ import annotations

from typing import Final

from .positions import BOARD_KEYS
from .state import DEAD, NEUTRAL, POSSESSED, Village
from .tables import (
    ALL_POWERS_OFF,
    CAPTURE,
    CIRCLE_BACK,
    COLOURS,
    CURSE,
    DICE_IMMUNE,
    FAST,
    GROUP_LOSE_TAO,
    HAUNT,
    HAUNTER,
    INC_REWARD,
    LOSE_QI,
    NEEDS_BUDDHA,
    NO_WILD,
    NONE,
    OPPOSITE_EMPTY,
    POWER_LOCK,
    QI_OR_YY,
    SUMMON,
    TAO1,
    TAO2,
    TAO_LOCK,
    TORMENTOR,
)

LETTERS: Final = ("R", "G", "B", "Y", "K", "W")
"""One letter for each Tao colour and the white face, in the order of their numbers."""


def board_title(state: Village, board: int) -> str:
    """A board, and the Taoist behind it, is called by its colour: "Red"."""
    return state.board_name(board).capitalize()


def the_tile(state: Village, place: int) -> str:
    """A tile in a sentence: "the Tea House"."""
    return f"the {state.tile_name(place)}"


def ghost(state: Village, card: int) -> str:
    """A card by its name."""
    return state.tables.names[card]


def ghost_at(state: Village, space: int) -> str:
    """The ghost on a space; with the space if another of its name is in play."""
    name = ghost(state, state.ghosts[space])
    if sum(1 for card in state.ghosts if card and ghost(state, card) == name) > 1:
        return f"{name} on {state.tables.space_names[space]}"
    return name


def resistance(state: Village, card: int) -> str:
    """What a card needs, with the letters of the colours: "Y2", "R2 G2 B2 Y2"."""
    needs = state.tables.need[card]
    return " ".join(f"{LETTERS[colour]}{needs[colour]}" for colour in range(COLOURS) if needs[colour])


STONES: Final = {
    SUMMON: "summons another ghost",
    HAUNT: "haunts at once",
    LOSE_QI: "drains Qi",
    FAST: "fast",
    CAPTURE: "takes a die",
    TAO_LOCK: "locks Tao tokens",
    GROUP_LOSE_TAO: "robs everyone",
    CIRCLE_BACK: "empties the Circle",
    HAUNTER: "haunter",
    TORMENTOR: "tormentor",
    POWER_LOCK: "locks the power",
    DICE_IMMUNE: "immune to dice",
    CURSE: "curse",
    OPPOSITE_EMPTY: "needs an empty space opposite",
    NEEDS_BUDDHA: "needs a Buddha",
    ALL_POWERS_OFF: "silences every power",
    NO_WILD: "denies white",
    QI_OR_YY: "brings Qi or Yin-Yang",
    TAO1: "brings a Tao token",
    TAO2: "brings Tao tokens",
    INC_REWARD: "rewards the group",
}
"""What each code on a card does, in a few words."""


def stones(state: Village, card: int) -> str:
    """All that a card does, in the order of its stones; "" if it does nothing."""
    tables = state.tables
    codes = [int(code) for code in (*tables.left[card], *tables.centre[card], *tables.right[card])]
    own = [code for code in STONES if tables.has(card, code) and code not in codes]
    return ", ".join(STONES[code] for code in dict.fromkeys([*codes, *own]))


def described(state: Village, space: int) -> str:
    """The ghost on a space with what it needs: "Zombie (Y2)"."""
    return f"{ghost_at(state, space)} ({resistance(state, state.ghosts[space])})"


def faced(state: Village, place: int) -> str:
    """The ghosts that a tile faces: "faces Zombie (Y2) and Ghoul (Y1)"; "" if there are none."""
    names = [described(state, space) for space in state.tables.facing[place] if state.ghosts[space]]
    return f"faces {joined(names)}" if names else ""


def joined(names: list[str]) -> str:
    """Names in a sentence: "A, B and C"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def counted(number: int, thing: str) -> str:
    """A number of things: "1 token", "2 tokens"."""
    return f"{number} {thing}" + ("" if number == 1 else "s")


def power_of(state: Village, board: int) -> str:
    """The name of the power that the board shows."""
    return state.tables.power_names[2 * state.colours[board] + state.sides[board]]


def why_off(state: Village, board: int) -> tuple[str, str]:
    """Why the power of a board is off, in words and rule; ("", "") while it is on."""
    if state.powers[board] != NONE:
        return "", ""
    if state.status[board] == DEAD:
        return f"{board_title(state, board)} is dead", "GS-174"
    if state.status[board] == POSSESSED:
        return f"the {state.board_name(board)} board is possessed", "GS-199"
    kind = "power token" if state.status[board] == NEUTRAL else "power"
    for space, card in enumerate(state.ghosts):
        if state.tables.has(card, ALL_POWERS_OFF):
            return f"{ghost(state, card)} silences every {kind}", "GS-186"
        if space // 3 == board and state.tables.has(card, POWER_LOCK):
            return f"{ghost_at(state, space)} locks it", "GS-075"
    return "", ""


# Elements that can be pointed at. The table of `look/ghost-stories.md`: tiles, spaces, ghosts, figures; then what
# belongs to a board or the supply.


def tile_id(place: int) -> str:
    """The element of a tile."""
    return f"tile-at-{place // 3}-{place % 3}"


def space_id(state: Village, space: int) -> str:
    """The element of a ghost space."""
    return f"space-{state.tables.space_names[space]}"


def ghost_id(state: Village, space: int) -> str:
    """The element of the ghost on a space."""
    return f"ghost-at-{state.tables.space_names[space]}"


def figure_id(state: Village, board: int) -> str:
    """The element of a Taoist's figure."""
    return f"taoist-{state.board_name(board)}-figure"


def board_id(board: int) -> str:
    """The element of a board."""
    return f"board-{BOARD_KEYS[board]}"


def supply_id(state: Village, colour: int) -> str:
    """The element of the Tao tokens of a colour in the supply."""
    return f"supply-{state.tables.colour_names[colour]}"


def hand_id(state: Village, board: int, colour: int) -> str:
    """The element of the Tao tokens of a colour in a Taoist's hand."""
    return f"hand-{state.board_name(board)}-{state.tables.colour_names[colour]}"

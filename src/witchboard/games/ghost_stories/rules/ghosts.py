"""How ghosts come into play and what their stones do (GS-048 to GS-083)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from witchboard.engine.state import Content, Watch
from witchboard.engine.steps import Automatic, Chance

from ..state import LOST_DECK, Village
from ..tables import (
    BLACK,
    BOARDS,
    CAPTURE,
    CEMETERY,
    CIRCLE_BACK,
    CODES,
    CURSE,
    FACE_BLANK,
    FACE_HAUNT,
    FACE_LOSE_QI,
    FACE_LOSE_TAO,
    FACE_SUMMON,
    FACES,
    FAST,
    FAVORITE,
    GROUP_LOSE_TAO,
    HAUNT,
    HAUNTER,
    LOSE_QI,
    MOUNTAIN,
    NEEDS_BUDDHA,
    NONE,
    SPACES,
    SUMMON,
    TORMENTOR,
)
from .board import free_dice, give_all_tao, leave, living, lose, may_use, place_of
from .choices import ActiveChoice, GroupChoice
from .haunting import advance_figure, haunt_before, haunt_tile, return_circle
from .losses import LOSE_ONE_QI, GroupLosesTao


class BringGhost(Automatic[Village]):
    """Draw the top card and place it (GS-060); with all 12 spaces full, lose 1 Qi instead (GS-066)."""

    rule: ClassVar[str] = "GS-060"

    def run(self, state: Village, watch: Watch | None) -> None:
        if state.deck == 0:
            return  # only the curses of the last exorcism can ask for a card then (GS-230)
        full = True
        for space in range(SPACES):
            if not state.ghosts[space]:
                full = False
                break
        if full:
            state.push(LOSE_ONE_QI)
        elif incarnation_next(state):
            state.push(DRAW_INCARNATION)
        else:
            state.push(DRAW_GHOST)


def incarnation_next(state: Village) -> bool:
    """Whether the top card is an incarnation: each lies on exactly 10 ghosts below it (GS-022, GS-023)."""
    spacing = state.tables.spacing
    return state.deck % spacing == 0 and state.deck // spacing <= state.incarnations


class DrawGhost(Chance[Village]):
    """The top ghost card: any that nobody has seen yet, the removed ones among them (GS-021, GS-059)."""

    rule: ClassVar[str] = "GS-059"
    label: ClassVar[str] = "draw"

    def outcomes(self, state: Village) -> int:
        return len(state.unseen)

    def take(self, state: Village, outcome: int, watch: Watch | None) -> None:
        drawn(state, state.unseen.pop(outcome), watch)

    def text(self, state: Village, outcome: int) -> str:
        return state.card_name(state.unseen[outcome])


class DrawIncarnation(Chance[Village]):
    """The top card is an incarnation: any that nobody has seen yet (GS-022, GS-023)."""

    rule: ClassVar[str] = "GS-022"
    label: ClassVar[str] = "draw"

    def outcomes(self, state: Village) -> int:
        return len(state.unseen_incarnations)

    def take(self, state: Village, outcome: int, watch: Watch | None) -> None:
        drawn(state, state.unseen_incarnations.pop(outcome), watch)

    def text(self, state: Village, outcome: int) -> str:
        return state.card_name(state.unseen_incarnations[outcome])


def drawn(state: Village, card: i64, watch: Watch | None) -> None:
    """A card has been drawn; the last one loses the game while an incarnation is left (GS-076, GS-193, GS-230)."""
    state.deck -= 1
    if watch:
        watch.tell(state, "drawn", (card,))
    if state.deck == 0 and state.exorcised < state.incarnations:
        state.last_card = card
        lose(state, LOST_DECK, watch)
    else:
        state.push(Place(card))


class Place(GroupChoice):
    """The active Taoist or the steward chooses the space of an arriving ghost (GS-061 to GS-065, GS-116)."""

    rule: ClassVar[str] = "GS-064"

    def __init__(self, card: i64) -> None:
        self.card = card

    def args(self) -> tuple[int, ...]:
        return (self.card,)

    @classmethod
    def span(cls, content: Content) -> int:
        return SPACES

    def options(self, state: Village, seat: int) -> list[int]:
        colour = state.tables.colour[self.card]
        board = state.active
        if colour != BLACK:
            for other in range(BOARDS):
                if state.colours[other] == colour:
                    board = other
        free: list[int] = []
        for space in range(3 * board, 3 * board + 3):
            if not state.ghosts[space]:
                free.append(space)
        if free:
            return free
        return [space for space in range(SPACES) if not state.ghosts[space]]

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        space: i64 = option
        card = self.card
        tables = state.tables
        state.ghosts[space] = card
        state.figures[space] = 1 if tables.has(card, FAST) else 0
        take_hold(state, space)
        if watch:
            watch.tell(state, "placed", (space, card))
        if state.buddhas_on[space] and meet_buddha(state, space, watch):
            return
        for code in reversed(tables.left[card]):
            state.push(ABILITIES[code * SPACES + space])

    def text(self, state: Village, option: int) -> str:
        return f"place on {state.tables.space_names[option]}"


def take_hold(state: Village, space: i64) -> None:
    """What a ghost locks is locked from now on, but not by one that a Buddha discards at once (GS-075, GS-078)."""
    card = state.ghosts[space]
    if state.tables.lasting[card] and (not state.buddhas_on[space] or state.tables.incarnation[card]):
        state.derive()


def meet_buddha(state: Village, space: i64, watch: Watch | None) -> bool:
    """A ghost stands on a Buddha: it is discarded, an incarnation stays; the Buddha returns (GS-078 to GS-081).

    Returns whether the ghost is gone.
    """
    card = state.ghosts[space]
    if state.tables.incarnation[card]:
        if not state.tables.has(card, NEEDS_BUDDHA):
            state.buddhas_on[space] = 0
            state.temple_buddhas += 1
        return False
    leave(state, space, watch)
    return True


class Ability(Automatic[Village]):
    """One ability of a stone, of the ghost on that space or just gone from it (GS-032, GS-067, GS-148)."""

    rule: ClassVar[str] = "GS-067"

    def __init__(self, code: i64, space: i64) -> None:
        self.code = code
        self.space = space

    def args(self) -> tuple[int, ...]:
        return (self.code, self.space)

    def run(self, state: Village, watch: Watch | None) -> None:
        code = self.code
        if watch:
            watch.tell(state, "ability", (code, self.space))
        if code == SUMMON:
            state.push(BRING_GHOST)
        elif code == HAUNT:
            haunt_before(state, self.space, watch)
        elif code == LOSE_QI:
            state.push(LOSE_ONE_QI)
        elif code == GROUP_LOSE_TAO:
            state.push(GroupLosesTao(0))
        elif code == HAUNTER:
            advance_figure(state, self.space, watch)
        elif code == TORMENTOR or code == CURSE:
            state.push(CurseDie(self.space))
        elif code == CIRCLE_BACK:
            return_circle(state)
        elif code == CAPTURE and free_dice(state) > 0:
            state.dice_on[self.space] = 1


BRING_GHOST: Final = BringGhost()
DRAW_GHOST: Final = DrawGhost()
DRAW_INCARNATION: Final = DrawIncarnation()
ABILITIES: Final = [Ability(code, space) for code in range(len(CODES)) for space in range(SPACES)]


class CurseDie(Automatic[Village]):
    """The Curse die is to be rolled, for the ghost on or gone from `space`, or NONE for the Cemetery.

    A Taoist with Strength of a Mountain never rolls it (GS-055).
    """

    rule: ClassVar[str] = "GS-048"

    def __init__(self, space: i64) -> None:
        self.space = space

    def args(self) -> tuple[int, ...]:
        return (self.space,)

    def run(self, state: Village, watch: Watch | None) -> None:
        if may_use(state, MOUNTAIN):
            if watch:
                watch.tell(state, "no curse", ())
            return
        state.push(CurseRoll(self.space, 0))


class CurseRoll(Chance[Village]):
    """Roll the Curse die; `again` marks the second roll (GS-049 to GS-054)."""

    rule: ClassVar[str] = "GS-048"
    label: ClassVar[str] = "curse die"

    def __init__(self, space: i64, again: i64) -> None:
        self.space = space
        self.again = again

    def args(self) -> tuple[int, ...]:
        return (self.space, self.again)

    def outcomes(self, state: Village) -> int:
        return len(FACES)

    def weights(self, state: Village) -> list[int] | None:
        return state.tables.curse_weights

    def take(self, state: Village, outcome: int, watch: Watch | None) -> None:
        if watch:
            watch.tell(state, "curse rolled", (outcome, self.space))
        if not self.again and may_use(state, FAVORITE):
            state.push(RerollCurse(self.space, outcome))
        else:
            apply_face(state, outcome, self.space, watch)

    def text(self, state: Village, outcome: int) -> str:
        return FACES[outcome].lower().replace("_", " ")


class RerollCurse(ActiveChoice):
    """The Gods' Favorite: keep the face or roll the Curse die once more (GS-054, GS-234)."""

    rule: ClassVar[str] = "GS-054"

    def __init__(self, space: i64, face: i64) -> None:
        self.space = space
        self.face = face

    def args(self) -> tuple[int, ...]:
        return (self.space, self.face)

    @classmethod
    def span(cls, content: Content) -> int:
        return 2

    def options(self, state: Village, seat: int) -> list[int]:
        return [0, 1]

    def take(self, state: Village, seat: int, option: int, watch: Watch | None) -> None:
        if option:
            state.push(CurseRoll(self.space, 1))
        else:
            apply_face(state, self.face, self.space, watch)

    def text(self, state: Village, option: int) -> str:
        return "reroll the curse die" if option else "keep the curse die"


def apply_face(state: Village, face: i64, space: i64, watch: Watch | None) -> None:
    """Carry a face of the Curse die out (GS-049 to GS-053, GS-104, GS-178)."""
    if face == FACE_BLANK:
        return
    if face == FACE_HAUNT:
        if space == NONE:
            haunt_tile(state, place_of(state, CEMETERY), watch)
        else:
            haunt_before(state, space, watch)
    elif face == FACE_SUMMON:
        state.push(BRING_GHOST)
    elif face == FACE_LOSE_TAO:
        if living(state, state.active):
            give_all_tao(state, state.active, watch)
    elif face == FACE_LOSE_QI:
        state.push(LOSE_ONE_QI)

"""The table: who lives, who chooses, which power serves, and paying in and out of the supply."""

from __future__ import annotations

from mypy_extensions import i64

from witchboard.engine.state import Watch

from ..state import DEAD, LIVING, LOST_TAOISTS, NEUTRAL, POSSESSED, Village
from ..tables import BOARDS, CEMETERY, COLOURS, NONE, SPACES


def living(state: Village, board: i64) -> bool:
    """Whether a living Taoist owns the board."""
    return state.status[board] == LIVING


def chooser(state: Village) -> i64:
    """The board whose Taoist makes this turn's choices: the active one, else the steward (GS-R30)."""
    board = state.active
    for _ in range(BOARDS):
        if state.status[board] == LIVING:
            return board
        board = (board + 1) % BOARDS
    return state.active


def may_use(state: Village, power: i64) -> bool:
    """Whether the active Taoist has that power now, his own or borrowed (GS-094, GS-203, GS-241)."""
    active = state.active
    if state.status[active] != LIVING:
        return False
    if state.powers[active] == power:
        return True
    if state.borrowed:
        for board in range(BOARDS):
            if (state.borrowed >> board) & 1 and state.powers[board] == power:
                return True
    return False


def place_of(state: Village, kind: i64) -> i64:
    """The place where that tile lies."""
    for place in range(len(state.tiles)):
        if state.tiles[place] == kind:
            return place
    return NONE


def free_dice(state: Village) -> i64:
    """How many ordinary Tao dice no ghost has taken (GS-071, GS-119)."""
    free: i64 = state.tables.dice
    for space in range(SPACES):
        free -= state.dice_on[space]
    return free


def free_spaces(state: Village) -> list[int]:
    """All spaces without a ghost; a Buddha leaves a space free (GS-065)."""
    return [space for space in range(SPACES) if not state.ghosts[space]]


def colours_left(state: Village) -> list[int]:
    """The colours of which the supply holds a Tao token."""
    return [colour for colour in range(COLOURS) if state.tao_supply[colour] > 0]


def lose(state: Village, result: i64, watch: Watch | None) -> None:
    """The team loses at once (GS-194)."""
    state.result = result
    state.stack.clear()
    if watch:
        watch.tell(state, "lost", (result,))


def gain_qi(state: Village, board: i64, count: i64, watch: Watch | None) -> None:
    """Pay out Qi, as far as the supply goes (GS-005)."""
    paid = min(count, state.qi_supply)
    if paid > 0:
        state.qi_supply -= paid
        state.qi[board] += paid
        if watch:
            watch.tell(state, "qi gained", (board, paid))


def gain_tao(state: Village, board: i64, colour: i64, watch: Watch | None) -> None:
    """Pay out one Tao token, if the supply has one (GS-005)."""
    if state.tao_supply[colour] > 0:
        state.tao_supply[colour] -= 1
        state.tao[board * COLOURS + colour] += 1
        if watch:
            watch.tell(state, "tao gained", (board, colour))


def give_tao(state: Village, board: i64, colour: i64, count: i64) -> None:
    """Put Tao tokens of that board back in the supply."""
    state.tao[board * COLOURS + colour] -= count
    state.tao_supply[colour] += count


def holds_tao(state: Village, board: i64) -> bool:
    """Whether the board's Taoist has any Tao token."""
    for colour in range(COLOURS):
        if state.tao[board * COLOURS + colour]:
            return True
    return False


def give_all_tao(state: Village, board: i64, watch: Watch | None) -> None:
    """LOSE ALL TAO (GS-052); the Circle's token is not touched (GS-056)."""
    for colour in range(COLOURS):
        give_tao(state, board, colour, state.tao[board * COLOURS + colour])
    if watch:
        watch.tell(state, "tao gone", (board,))


def lose_qi(state: Village, board: i64, watch: Watch | None) -> None:
    """Take one Qi of a Taoist or a neutral board; the last one kills or possesses (GS-169, GS-199)."""
    state.qi[board] -= 1
    state.qi_supply += 1
    if watch:
        watch.tell(state, "qi lost", (board,))
    if state.qi[board]:
        return
    if state.status[board] == NEUTRAL:
        state.status[board] = POSSESSED
        state.derive()
        if watch:
            watch.tell(state, "possessed", (board,))
    else:
        _die(state, board, watch)


def _die(state: Village, board: i64, watch: Watch | None) -> None:
    """A Taoist dies: he loses all he holds and lies on the Cemetery (GS-170 to GS-174)."""
    state.status[board] = DEAD
    for colour in range(COLOURS):
        give_tao(state, board, colour, state.tao[board * COLOURS + colour])
    state.yin_yang[board] = 0
    state.temple_buddhas += state.buddhas[board]
    state.buddhas[board] = 0
    if board == state.active:
        state.temple_buddhas += state.fresh_buddhas
        state.fresh_buddhas = 0
    state.central_tokens += state.tokens[board]
    state.tokens[board] = 0
    state.at[board] = place_of(state, CEMETERY)
    state.derive()
    if watch:
        watch.tell(state, "died", (board,))
    for other in range(BOARDS):
        if state.status[other] == LIVING:
            return
    lose(state, LOST_TAOISTS, watch)


def leave(state: Village, space: i64, watch: Watch | None) -> None:
    """A ghost leaves play, however: die and Buddha come back, locks end, the Mantra returns (GS-141, GS-082)."""
    card = state.ghosts[space]
    state.ghosts[space] = 0
    state.figures[space] = 0
    state.dice_on[space] = 0
    state.discard.append(card)
    if state.buddhas_on[space]:
        state.buddhas_on[space] = 0
        state.temple_buddhas += 1
    if state.mantra == space:
        state.mantra = NONE
        state.mantra_rests = 1
    if state.tables.lasting[card]:
        state.derive()
    if watch:
        watch.tell(state, "left", (space, card))

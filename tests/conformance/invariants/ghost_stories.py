"""Ghost Stories: nothing is lost, nothing doubled, nothing negative (GS-225 to GS-229, GS-247 to GS-249).

Counted with the numbers of the rules, apart from the game's own tables and from its `faults`, so that an error in
either shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from witchboard.engine.game import Game
from witchboard.engine.state import State

if TYPE_CHECKING:
    from witchboard.games.ghost_stories.state import Village

QI, TAO_EACH, BUDDHAS, DICE = 20, 4, 2, 3
GHOSTS, INCARNATIONS = range(1, 56), range(56, 66)
CAPTORS = {46, 47, 48, 63}
UNCATCHABLE = 57
DECKS = {1: 40, 2: 45, 3: 50, 4: 55}
WU_FENGS = {"initiation": (1, 1, 1, 1), "normal": (1, 1, 1, 1), "nightmare": (3, 3, 4, 4), "hell": (3, 3, 4, 4)}
TOKENS = {1: 3, 2: 2, 3: 3, 4: 0}  # power tokens handed out in all
LIVING, DEAD, NEUTRAL, POSSESSED = range(4)
YELLOW, MANTRA_SIDE = 3, 1
CEMETERY = 2
COUNTS = ("qi", "tao", "buddhas", "tokens", "tao_supply")
NUMBERS = ("qi_supply", "temple_buddhas", "central_tokens", "fresh_buddhas", "deck", "exorcised", "tokens_used")


def check(game: Game[State], state: State) -> list[str]:
    """What is wrong with a position; before the deal nothing is."""
    village = cast("Village", state)
    if any(type(step).__name__ == "Deal" for step in village.stack):
        return []
    return [*tokens(village), *cards(village), *boards(village), *spaces(village)]


def tokens(village: Village) -> list[str]:
    """Qi, Tao tokens, Buddhas, power tokens."""
    found = []
    if village.qi_supply + sum(village.qi) != QI:
        found.append(f"GS-225: {village.qi_supply} + {list(village.qi)} Qi")
    for colour in range(5):
        held = sum(village.tao[colour::5])
        if village.tao_supply[colour] + held + (village.circle == colour) != TAO_EACH:
            found.append(f"GS-226: colour {colour}: supply {village.tao_supply[colour]}, hands {held}")
    out = sum(village.buddhas) + village.fresh_buddhas + sum(village.buddhas_on)
    if village.temple_buddhas + out != BUDDHAS:
        found.append(f"GS-227: {village.temple_buddhas} Buddhas on the Temple, {out} elsewhere")
    handed, there = TOKENS[village.seats], sum(village.tokens) + village.central_tokens
    if there > handed or (there < handed and not village.one_shot):
        found.append(f"GS-248: {there} power tokens of {handed}")
    counts = [number for name in COUNTS for number in getattr(village, name)]
    if min(*counts, *(getattr(village, name) for name in NUMBERS)) < 0:
        found.append(f"GS-005: a negative number among {', '.join((*COUNTS, *NUMBERS))}")
    return found


def cards(village: Village) -> list[str]:
    """Every card in one place; the deck as long as what was not drawn (GS-021 to GS-023, GS-229)."""
    arriving = [step.args()[0] for step in village.stack if type(step).__name__ == "Place"]
    open_cards = [*(card for card in village.ghosts if card), *village.discard, *arriving]
    open_cards += [village.last_card] if village.last_card else []
    everywhere = sorted([*open_cards, *village.unseen, *village.unseen_incarnations])
    found = []
    if everywhere != [*GHOSTS, *INCARNATIONS]:
        found.append(f"GS-229: cards {everywhere}")
    used = WU_FENGS[village.tables.level_names[village.level]][village.seats - 1]
    drawn = len(INCARNATIONS) - len(village.unseen_incarnations)
    removed = len(GHOSTS) - DECKS[village.seats]
    if village.deck != len(village.unseen) - removed + used - drawn:
        found.append(f"GS-229: {village.deck} cards in the deck, {len(village.unseen)} ghosts unseen, {drawn} drawn")
    if village.exorcised != sum(card in INCARNATIONS for card in village.discard):
        found.append(f"GS-189: {village.exorcised} exorcised, discarded are {list(village.discard)}")
    below = [10 + 11 * nth for nth in range(used)][: used - drawn]  # the ghosts under each that is still in the deck
    if below and village.deck <= below[-1]:
        found.append(f"GS-023: {village.deck} cards left, and {used - drawn} incarnations among them")
    return found


def boards(village: Village) -> list[str]:
    """What lies behind a board agrees with who sits there."""
    found = []
    for board in range(4):
        status = village.status[board]
        own = village.tao[5 * board : 5 * board + 5]
        if (village.qi[board] == 0) != (status in (DEAD, POSSESSED)):
            found.append(f"GS-169: board {board} with {village.qi[board]} Qi has status {status}")
        held = sum(own) + village.buddhas[board] + village.tokens[board] + village.yin_yang[board]
        if status != LIVING and held:
            found.append(f"GS-170: board {board} has no living Taoist, and holds something")
        if village.yin_yang[board] > 1:
            found.append(f"GS-247: board {board} holds {village.yin_yang[board]} Yin-Yangs")
        if (village.seat_of[board] == -1) != (status in (NEUTRAL, POSSESSED)):
            found.append(f"GS-195: board {board} of seat {village.seat_of[board]} has status {status}")
        if status == DEAD and village.tiles[village.at[board]] != CEMETERY:
            found.append(f"GS-172: the dead of board {board} lies on place {village.at[board]}")
        if (village.at[board] == -1) != (village.seat_of[board] == -1):
            found.append(f"GS-195: the figure of board {board} is on place {village.at[board]}")
    if village.result == 0 and sum(village.haunted) >= village.haunted_limit:
        found.append(f"GS-192: {sum(village.haunted)} tiles haunted")
    return found


def spaces(village: Village) -> list[str]:
    """What lies on a space belongs to the ghost there; the Mantra's board has its power."""
    found = []
    for space, card in enumerate(village.ghosts):
        if not card and (village.figures[space] or village.dice_on[space]):
            found.append(f"GS-141: space {space} is free, and holds a figurine or a die")
        if village.dice_on[space] and card not in CAPTORS:
            found.append(f"GS-071: card {card} has captured a die")
        if card and village.buddhas_on[space] and card != UNCATCHABLE:
            found.append(f"GS-249: card {card} stands on a Buddha")
    if sum(village.dice_on) > DICE:
        found.append(f"GS-228: {sum(village.dice_on)} dice captured")
    if village.mantra >= 0:
        board = village.colours.index(YELLOW)
        if not village.ghosts[village.mantra] or village.sides[board] != MANTRA_SIDE:
            found.append(f"GS-249: the Mantra lies on space {village.mantra}")
        if village.status[board] in (DEAD, POSSESSED):
            found.append("GS-175: the Mantra's board has no power, and it lies on a ghost")
    return found

"""The pieces of Ghost Stories counted: do they add up, and where are the rest when a position is laid out by hand?"""

from __future__ import annotations

from collections.abc import Collection

from .positions import BOARD_KEYS
from .rules.board import place_of
from .rules.ghosts import Place
from .state import DEAD, LIVING, POSSESSED, Village
from .tables import BOARDS, CAPTURE, CEMETERY, COLOURS, HAUNTER, NEEDS_BUDDHA, NONE, SPACES


def faults(state: Village) -> list[str]:
    """What doesn't add up, each with its rule (GS-225 to GS-229, GS-247 to GS-249). Before the deal nothing counts."""
    if LIVING not in state.status and not state.result:
        return []
    return [*_tokens(state), *_cards(state), *_boards(state), *_spaces(state)]


def _tokens(state: Village) -> list[str]:
    tables = state.tables
    found = []
    if state.qi_supply + sum(state.qi) != tables.qi_supply:
        found.append(f"GS-225: {state.qi_supply} Qi in the supply and {sum(state.qi)} on boards")
    for colour in range(COLOURS):
        held = sum(state.tao[colour::COLOURS]) + (state.circle == colour)
        if state.tao_supply[colour] + held != tables.tao_supply:
            name = tables.colour_names[colour]
            found.append(f"GS-226: {state.tao_supply[colour]} {name} Tao tokens in the supply, {held} in use")
    if state.temple_buddhas + _buddhas_out(state) != tables.buddhas:
        found.append(f"GS-227: {state.temple_buddhas} Buddhas on the Temple and {_buddhas_out(state)} elsewhere")
    if sum(state.dice_on) > tables.dice:
        found.append(f"GS-228: {sum(state.dice_on)} dice captured")
    tokens, handed = sum(state.tokens) + state.central_tokens, tables.power_tokens[state.seats] * state.seats
    if tokens > handed or (tokens < handed and not state.one_shot):
        found.append(f"GS-248: {tokens} power tokens of {handed}")
    counts = [state.qi_supply, *state.qi, *state.tao_supply, *state.tao, state.temple_buddhas, *state.buddhas]
    if min(counts) < 0:
        found.append("GS-005: a number of pieces is negative")
    return found


def _buddhas_out(state: Village) -> int:
    return int(sum(state.buddhas) + state.fresh_buddhas + sum(state.buddhas_on))


def _cards(state: Village) -> list[str]:
    tables = state.tables
    seen = seen_cards(state)
    everywhere = sorted([*seen, *state.unseen, *state.unseen_incarnations])
    if everywhere != list(range(1, len(tables.names))):
        twice = {card for card in everywhere if everywhere.count(card) > 1}
        lost = set(range(1, len(tables.names))) - set(everywhere)
        return [f"GS-229: cards in two places: {sorted(twice)}, in none: {sorted(lost)}"]
    whole = tables.deck_size[state.seats] + state.incarnations
    found = []
    if len(seen) + state.deck != whole:
        found.append(f"GS-229: {len(seen)} cards drawn and {state.deck} left of {whole}")
    drawn = sum(tables.incarnation[card] for card in seen)
    left = min(state.incarnations, state.deck // tables.spacing)
    if drawn + left != state.incarnations:
        found.append(f"GS-022, GS-023: {drawn} of {state.incarnations} incarnations drawn, {state.deck} cards left")
    if state.exorcised != sum(tables.incarnation[card] for card in state.discard):
        found.append(f"GS-189: {state.exorcised} incarnations exorcised, discarded others")
    return found


def seen_cards(state: Village) -> list[int]:
    """All cards that have been drawn: on spaces, discarded, on their way to a space, or the one that lost the game."""
    under_way = [int(step.card) for step in state.stack if isinstance(step, Place)]
    last = [state.last_card] if state.last_card else []
    return [*[card for card in state.ghosts if card], *state.discard, *under_way, *last]


def _boards(state: Village) -> list[str]:
    found = []
    for board in range(BOARDS):
        name, status = state.board_name(board), state.status[board]
        if status in (DEAD, POSSESSED) and state.qi[board]:
            found.append(f"GS-169: {name} has Qi and is {'dead' if status == DEAD else 'possessed'}")
        if status not in (DEAD, POSSESSED) and not state.qi[board]:
            found.append(f"GS-169: {name} has no Qi and is not dead or possessed")
        held = sum(state.tao[COLOURS * board : COLOURS * (board + 1)]) + state.buddhas[board] + state.tokens[board]
        if status != LIVING and (held or state.yin_yang[board]):
            found.append(f"GS-170, GS-195, GS-247: {name} holds tokens without a living Taoist")
        if status == DEAD and state.at[board] != place_of(state, CEMETERY):
            found.append(f"GS-172: {name} doesn't lie on the Cemetery")
    return found


def _spaces(state: Village) -> list[str]:
    found = []
    for space in range(SPACES):
        card, name = state.ghosts[space], state.tables.space_names[space]
        if state.buddhas_on[space] and card and not state.tables.has(card, NEEDS_BUDDHA):
            found.append(f"GS-249: a ghost and a Buddha on {name}")
        if state.figures[space] and not state.tables.has(card, HAUNTER):
            found.append(f"GS-037: a haunting figure on {name} without a Haunter")
        if state.dice_on[space] and not state.tables.has(card, CAPTURE):
            found.append(f"GS-071: a die on {name} without a captor")
    if state.mantra != NONE and not state.ghosts[state.mantra]:
        found.append(f"GS-249: the Mantra on {state.tables.space_names[state.mantra]}, where no ghost is")
    return found


def complete(state: Village, before: Village, given: Collection[str]) -> None:
    """After a change by hand: bury who is dead, and put all pieces where they belong that the change doesn't name."""
    if LIVING not in state.status:
        return
    for board in range(BOARDS):
        if state.status[board] != before.status[board]:
            _fall(state, board, given)
    for space in range(SPACES):
        if state.ghosts[space] != before.ghosts[space]:
            _settle_space(state, space, given)
    _settle_supply(state, given)
    _settle_cards(state, before, given)


def _fall(state: Village, board: int, given: Collection[str]) -> None:
    """A board that is dead or possessed by the change holds nothing (GS-170 to GS-172, GS-199)."""
    if state.status[board] not in (DEAD, POSSESSED):
        return
    key = BOARD_KEYS[board]
    held = {"qi": state.qi, "yin_yang": state.yin_yang, "buddhas": state.buddhas, "tokens": state.tokens}
    for field, counts in held.items():
        if f"{field}.{key}" not in given:
            counts[board] = 0
    for colour, name in enumerate(state.tables.colour_names):
        if f"tao.{key}.{name}" not in given:
            state.tao[COLOURS * board + colour] = 0
    if state.status[board] == DEAD and f"at.{key}" not in given:
        state.at[board] = place_of(state, CEMETERY)


def _settle_space(state: Village, space: int, given: Collection[str]) -> None:
    """What lay on the ghost that was there before is gone; a captor takes a die if there is one (GS-071)."""
    tables, name = state.tables, state.tables.space_names[space]
    card = state.ghosts[space]
    if f"figures.{name}" not in given:
        state.figures[space] = 0
    if f"dice_on.{name}" not in given:
        state.dice_on[space] = 0
        state.dice_on[space] = int(tables.has(card, CAPTURE) and sum(state.dice_on) < tables.dice)
    if state.mantra == space and "mantra" not in given:
        state.mantra = NONE


def _settle_supply(state: Village, given: Collection[str]) -> None:
    tables = state.tables
    if "qi_supply" not in given:
        state.qi_supply = tables.qi_supply - sum(state.qi)
    for colour in range(COLOURS):
        if f"tao_supply.{tables.colour_names[colour]}" not in given:
            held = sum(state.tao[colour::COLOURS]) + (state.circle == colour)
            state.tao_supply[colour] = tables.tao_supply - held
    if "temple_buddhas" not in given:
        state.temple_buddhas = tables.buddhas - _buddhas_out(state)
    if "central_tokens" not in given and not state.one_shot:
        state.central_tokens = tables.power_tokens[state.seats] * state.seats - sum(state.tokens)


def _settle_cards(state: Village, before: Village, given: Collection[str]) -> None:
    """Lay cards on the discard pile until deck, discard pile and spaces hold all; `unseen` keeps the cards it names."""
    tables = state.tables
    kept = set(state.unseen if "unseen" in given else [])
    kept.update(state.unseen_incarnations if "unseen_incarnations" in given else [])
    if "discard" not in given:
        state.discard = []
        out = {*seen_cards(state), *kept}
        state.discard = [card for card in before.discard if card not in out]
    found = sum(tables.incarnation[card] for card in state.discard)
    if "exorcised" in given and "discard" not in given:
        others = [card for card in tables.incarnations if card not in seen_cards(state) and card not in kept]
        state.discard += others[: max(state.exorcised - found, 0)]
    elif "exorcised" not in given:
        state.exorcised = found
    whole = tables.deck_size[state.seats] + state.incarnations
    seen = seen_cards(state)
    if "deck" not in given:
        drawn = sum(tables.incarnation[card] for card in seen)
        lowest = drawn > 0 and "discard" not in given
        most = tables.spacing * (state.incarnations - drawn + 1) - 1 if lowest else whole
        state.deck = min(whole - len(seen), most)
    if "discard" not in given:
        others = [card for card in tables.ghosts if card not in seen and card not in kept]
        state.discard += others[: max(whole - state.deck - len(seen), 0)]
    seen = seen_cards(state)
    state.unseen = [card for card in tables.ghosts if card not in seen]
    state.unseen_incarnations = [card for card in tables.incarnations if card not in seen]

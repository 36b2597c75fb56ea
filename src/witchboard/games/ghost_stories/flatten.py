"""Typed content made into the flat tables that the rules read."""

from __future__ import annotations

from .content import Content
from .rows import COLOURS as COLOUR_KEYS
from .tables import (
    ALL_POWERS_OFF,
    BOARDS,
    CODES,
    FACES,
    NO_WILD,
    POWER_LOCK,
    TAO_LOCK,
    TILE_KEYS,
    Tables,
)

LASTING = (TAO_LOCK, POWER_LOCK, ALL_POWERS_OFF, NO_WILD)
SIDES = ("A", "B")


def flatten(content: Content) -> Tables:
    """The tables of that content."""
    tables = Tables(content.digest)
    _cards(tables, content)
    _places(tables, content)
    _names(tables, content)
    _numbers(tables, content)
    _levels(tables, content)
    return tables


def _cards(tables: Tables, content: Content) -> None:
    for card in content.cards:
        traits = 0
        for code in (*card.left, *card.centre, *card.right, *card.own):
            traits |= 1 << CODES.index(code)
        tables.names.append(card.name)
        tables.colour.append(COLOUR_KEYS.index(card.colour))
        tables.need.append(list(card.needs))
        tables.left.append([CODES.index(code) for code in card.left])
        tables.centre.append([CODES.index(code) for code in card.centre])
        tables.right.append([CODES.index(code) for code in card.right])
        tables.traits.append(traits)
        tables.lasting.append(int(any(traits >> code & 1 for code in LASTING)))
        tables.incarnation.append(int(card in content.incarnations))
    tables.ghosts = [ghost.number for ghost in content.ghosts]
    tables.incarnations = [incarnation.number for incarnation in content.incarnations]
    for ability in content.abilities:
        tables.amount[CODES.index(ability.code)] = ability.amount


def _places(tables: Tables, content: Content) -> None:
    names = [space.name for space in content.spaces]
    tables.space_names = names
    tables.line = [[3 * row + column for row, column in space.line] for space in content.spaces]
    tables.opposite = [names.index(space.opposite) for space in content.spaces]
    tables.facing = [[space for space in range(len(names)) if tables.line[space][0] == place] for place in range(9)]


def _names(tables: Tables, content: Content) -> None:
    tiles = {tile.key: tile.name for tile in content.tiles}
    tables.tile_names = [tiles[key] for key in TILE_KEYS]
    tables.colour_names = list(COLOUR_KEYS)
    powers = {f"{power.colour} {power.side}": power.name for power in content.powers}
    tables.power_names = [powers[f"{colour} {side}"] for colour in COLOUR_KEYS[:BOARDS] for side in SIDES]
    tables.face_names = [*COLOUR_KEYS, content.tao_die.wild]
    weights = {face.face: face.weight for face in content.curse_die}
    tables.curse_weights = [weights[face] for face in FACES]


def _numbers(tables: Tables, content: Content) -> None:
    tiles = {tile.key: tile for tile in content.tiles}
    options = {option.key: option.value for option in content.options}
    tables.qi_supply = content.supply.qi
    tables.tao_supply = content.supply.tao_each
    tables.buddhas = content.supply.buddhas
    tables.dice = content.supply.dice
    tables.neutral_qi = content.neutral.qi
    tables.spacing = content.deck.below + 1
    tables.haunted_limit = content.village.haunted_limit
    tables.late_limit = options["first-printing"]
    tables.five_qi = options["five-qi"]
    tables.herbalist_dice = tiles["herbalists-shop"].dice
    tables.revival_qi = tiles["cemetery"].qi
    tables.tea_qi = tiles["tea-house"].qi
    tables.points_qi = content.score.qi
    tables.points_card_won = content.score.card_won
    tables.points_card_lost = content.score.card_lost
    tables.points_dead = content.score.dead
    tables.points_haunted = content.score.haunted


def _levels(tables: Tables, content: Content) -> None:
    for level in content.levels:
        tables.level_names.append(level.key)
        tables.level_qi.append(level.qi)
        tables.level_own.append(level.own_tao)
        tables.level_black.append(level.black_tao)
        tables.level_yin_yang.append(int(level.yin_yang))
        tables.level_incarnations.append(list(level.incarnations))
        tables.level_win.append(level.win)
        tables.level_pays.append(int(level.incarnation_points))
    for row in content.players:
        tables.deck_size.append(len(content.ghosts) - row.ghosts_removed)
        tables.power_tokens.append(row.power_tokens)
        points = [line.points if row.players in line.players else 0 for line in content.incarnation_scores]
        tables.incarnation_points.append(list(points))

"""What the pieces of Ghost Stories print: content.toml as typed, frozen tables, checked when they are loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from itertools import product
from pathlib import Path
from typing import Final, NoReturn, get_args

import msgspec

from witchboard.engine.content import ContentError, Value, apply_changes, convert, digest, read_toml, row_text

from .rows import (
    COLOURS,
    Ability,
    Board,
    Boards,
    Card,
    Code,
    Curse,
    CurseFace,
    Deck,
    Ghost,
    Incarnation,
    IncarnationScore,
    Level,
    LevelKey,
    Move,
    Neutral,
    Option,
    OptionKey,
    Players,
    Power,
    PowerKey,
    QiLoss,
    Row,
    Score,
    Solo,
    Space,
    Supply,
    Tao,
    TaoDie,
    TileKey,
    Village,
    Villager,
)

NAME: Final = "content.toml"
DIE_FACES: Final = 6


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """All that the box prints. `cards[n - 1]` is the card with number n."""

    ghosts: tuple[Ghost, ...] = msgspec.field(name="ghost")
    incarnations: tuple[Incarnation, ...] = msgspec.field(name="incarnation")
    abilities: tuple[Ability, ...] = msgspec.field(name="ability")
    tiles: tuple[Villager, ...] = msgspec.field(name="tile")
    powers: tuple[Power, ...] = msgspec.field(name="power")
    colours: tuple[Tao, ...] = msgspec.field(name="colour")
    spaces: tuple[Space, ...] = msgspec.field(name="space")
    levels: tuple[Level, ...] = msgspec.field(name="level")
    players: tuple[Players, ...]
    incarnation_scores: tuple[IncarnationScore, ...] = msgspec.field(name="incarnation-score")
    curse_die: tuple[CurseFace, ...]
    tao_die: TaoDie
    options: tuple[Option, ...] = msgspec.field(name="option")
    supply: Supply
    board: Boards
    village: Village
    deck: Deck
    qi_loss: QiLoss
    move: Move
    neutral: Neutral
    solo: Solo
    score: Score

    @property
    def cards(self) -> tuple[Card, ...]:
        """Ghosts and incarnations in the order of their numbers."""
        return self.ghosts + self.incarnations

    @property
    def digest(self) -> str:
        """SHA-256, in hex, of all this: the same for the same content, however it was written down."""
        return digest(self)


def load(source: Path | None = None, changes: Mapping[str, Value] | None = None) -> Content:
    """The shipped content or that of a file, with single values changed, e.g. ``{"ghost.1.left": ["HAUNT"]}``.

    Raises ContentError, which names file, row, field and what was expected.
    """
    file = source or resources.files(__package__) / NAME
    name = source.name if source else NAME
    data = read_toml(file, name)
    content = convert(apply_changes(data, changes or {}), Content, name)
    check(content, name)
    return content


def check(content: Content, name: str = NAME) -> None:
    """Hold the tables against each other. Raises ContentError at the first thing that is off; `name` names the file."""
    _check_village(name, content)
    for table, field, rows, wanted in _keys(content):
        _check_keys(name, table, field, rows, wanted)
    for card in content.cards:
        _check_card(name, card, content)
    for space in content.spaces:
        _check_space(name, space, content)
    _check_powers(name, content)
    _check_dice(name, content)
    _check_setup(name, content)


def _keys(content: Content) -> Iterator[tuple[str, str, Sequence[Row], Sequence[str | int]]]:
    """Each list of rows with the field that names its rows and the names there must be, in their order."""
    ghosts, incarnations = 55, 10
    spaces = [f"{board}{number}" for board, number in product(content.board.order, (1, 2, 3))]
    yield "ghost", "number", content.ghosts, range(1, ghosts + 1)
    yield "incarnation", "number", content.incarnations, range(ghosts + 1, ghosts + incarnations + 1)
    yield "ability", "code", content.abilities, get_args(Code)
    yield "tile", "key", content.tiles, get_args(TileKey)
    yield "power", "key", content.powers, get_args(PowerKey)
    yield "colour", "key", content.colours, COLOURS
    yield "space", "name", content.spaces, spaces
    yield "level", "key", content.levels, get_args(LevelKey)
    yield "players", "players", content.players, (1, 2, 3, 4)
    yield "incarnation-score", "nth", content.incarnation_scores, (1, 2, 3)
    yield "curse-die", "face", content.curse_die, get_args(Curse)
    yield "option", "key", content.options, get_args(OptionKey)


def _check_keys(name: str, table: str, field: str, rows: Sequence[Row], wanted: Sequence[str | int]) -> None:
    given: list[str | int] = [getattr(row, field) for row in rows]
    for index, (row, key) in enumerate(zip(rows, given)):
        if key in given[:index]:
            _fail(name, table, row, field, f"expected each {field} once, got {key} again")
        if key not in wanted:
            _fail(name, table, row, field, f"expected {wanted[0]} to {wanted[-1]}, got {key}")
    for key in wanted:
        if key not in given:
            raise ContentError(f"{name}, {table}: expected a row with {field} {key}, got none")
    for row, key, right in zip(rows, given, wanted):
        if key != right:
            _fail(name, table, row, field, f"expected {right} at this place, got {key}")


def _check_card(name: str, card: Card, content: Content) -> None:
    table = "ghost" if isinstance(card, Ghost) else "incarnation"
    abilities = {ability.code: ability for ability in content.abilities}
    stones = {"left": card.left, "centre": card.centre, "right": card.right, "own": card.own}
    for stone, code in [(stone, code) for stone, codes in stones.items() for code in codes]:
        allowed = abilities[code].stones
        if stone not in allowed:
            _fail(name, table, card, stone, f"expected {code} under {' or '.join(allowed)}, got it under {stone}")
    if "FAST" in card.left + card.centre and "HAUNTER" not in card.centre:
        _fail(name, table, card, "centre", "expected HAUNTER with FAST, got none")
    if isinstance(card, Incarnation) and card.right[-1:] != ("INC_REWARD",):
        _fail(name, table, card, "right", f"expected INC_REWARD as the last, got {', '.join(card.right) or 'none'}")
    if not any(card.needs):
        _fail(name, table, card, "resistance", "expected at least 1 in some colour, got none")


def _check_space(name: str, space: Space, content: Content) -> None:
    board, number = space.name[0], int(space.name[1])
    if space.board != board:
        _fail(name, "space", space, "board", f"expected {board}, got {space.board}")
    line = _line(board, number, content.village)
    if space.line != line:
        _fail(name, "space", space, "line", f"expected {_tiles(line)}, got {_tiles(space.line)}")
    order = content.board.order
    opposite = f"{order[(order.index(space.board) + 2) % 4]}{4 - number}"
    if space.opposite != opposite:
        _fail(name, "space", space, "opposite", f"expected {opposite}, got {space.opposite}")


def _line(board: str, number: int, village: Village) -> tuple[tuple[int, int], ...]:
    """The tiles in front of a space, nearest first; spaces run left to right for one who looks at the village."""
    down, across = range(village.rows), range(village.columns)
    match board:
        case "N":
            return tuple((row, across[-number]) for row in down)
        case "E":
            return tuple((down[-number], column) for column in reversed(across))
        case "S":
            return tuple((row, across[number - 1]) for row in reversed(down))
        case _:
            return tuple((down[number - 1], column) for column in across)


def _check_powers(name: str, content: Content) -> None:
    colours = [colour for colour in COLOURS if colour != "black"]
    for power in content.powers:
        if power.colour not in colours:
            _fail(name, "power", power, "colour", f"expected one of {', '.join(colours)}, got {power.colour}")
        if sum((other.colour, other.side) == (power.colour, power.side) for other in content.powers) > 1:
            text = f"expected each side of the {power.colour} board once, got {power.side} twice"
            _fail(name, "power", power, "side", text)
    solo = next(power for power in content.powers if power.key == content.solo.red_power)
    if solo.colour != "red":
        raise ContentError(f"{name}, solo, field red-power: expected a power of the red board, got {solo.key}")


def _check_village(name: str, content: Content) -> None:
    village = content.village
    if (village.rows, village.columns) != (3, 3):
        raise ContentError(f"{name}, village: expected 3 rows and 3 columns, got {village.rows} and {village.columns}")
    if village.start[0] >= village.rows or village.start[1] >= village.columns:
        raise ContentError(f"{name}, village, field start: expected a tile there is, got {_tiles([village.start])}")
    if village.haunted_limit > len(content.tiles):
        raise ContentError(
            f"{name}, village, field haunted-limit: expected at most {len(content.tiles)}, got {village.haunted_limit}"
        )
    if content.board.order != get_args(Board):
        raise ContentError(f"{name}, board, field order: expected N, E, S, W, got {', '.join(content.board.order)}")


def _check_dice(name: str, content: Content) -> None:
    weights = sum(face.weight for face in content.curse_die)
    if weights != DIE_FACES:
        raise ContentError(f"{name}, curse-die: expected weights that add up to {DIE_FACES}, got {weights}")
    die = content.tao_die
    if len(die.faces) != DIE_FACES:
        raise ContentError(f"{name}, tao-die, field faces: expected {DIE_FACES} faces, got {len(die.faces)}")
    if die.wild not in die.faces:
        raise ContentError(f"{name}, tao-die, field wild: expected one of {', '.join(die.faces)}, got {die.wild}")


def _check_setup(name: str, content: Content) -> None:
    """Every level can be set up for every number of players: boards, deck and tokens suffice."""
    boards = len(content.board.order)
    for row in content.players:
        if row.neutral_boards != boards - row.players:
            _fail(name, "players", row, "neutral-boards", f"expected {boards - row.players}, got {row.neutral_boards}")
    for level, row in product(content.levels, content.players):
        incarnations = level.incarnations[row.players - 1]
        ghosts = len(content.ghosts) - row.ghosts_removed
        if incarnations > len(content.incarnations) or incarnations * content.deck.below > ghosts:
            text = f"expected no more than {ghosts} ghosts have room for, got {incarnations} in a game of {row.players}"
            _fail(name, "level", level, "incarnations", text)
        qi = level.qi * row.players + content.neutral.qi * row.neutral_boards
        if qi > content.supply.qi:
            text = f"expected at most {content.supply.qi} Qi in all in a game of {row.players}, got {qi}"
            _fail(name, "level", level, "qi", text)
        if level.black_tao * row.players > content.supply.tao_each:
            black = level.black_tao * row.players
            text = f"expected at most {content.supply.tao_each} black tokens in a game of {row.players}, got {black}"
            _fail(name, "level", level, "black-tao", text)


def _fail(name: str, table: str, row: Row, field: str, text: str) -> NoReturn:
    raise ContentError(f"{name}, {row_text(table, msgspec.structs.asdict(row), 0)}, field {field}: {text}")


def _tiles(line: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"({row},{column})" for row, column in line)

"""How a position of Ghost Stories is written: the name and the codec of each field."""

from __future__ import annotations

from collections.abc import Mapping

from witchboard.engine.position import Codec, Grid, Json, Named, Number, Row, Several

from .state import Village
from .tables import BOARDS, COLOURS, NONE, PLACES, SPACES, Tables

BOARD_KEYS = ("N", "E", "S", "W")
BY_BOARD = ("sides", "seat_of", "status", "qi", "tao", "yin_yang", "at", "buddhas", "tokens")
STATUSES = ("living", "dead", "neutral", "possessed")
RESULTS = ("undecided", "won", "lost: Taoists", "lost: village", "lost: deck", "called off")


def fields(tables: Tables) -> Mapping[str, Codec]:
    """The codec of each field of `Village`, in the order of its `FIELDS`."""
    cards = {card: f"{tables.names[card]} {card}" for card in range(1, len(tables.names))}
    colours = dict(enumerate(tables.colour_names))
    faces = dict(enumerate(tables.face_names))
    tiles = dict(enumerate(tables.tile_names))
    spaces = dict(enumerate(tables.space_names))
    places = [f"{row},{column}" for row in range(3) for column in range(3)]
    place_names = dict(enumerate(places))
    flag, some = Number(0, 1), Number(0, 99)
    boards = dict(enumerate(BOARD_KEYS))

    def by_board(item: Codec, default: int | None = None) -> Row:
        return Row(BOARD_KEYS, item, default)

    def by_space(item: Codec, default: int) -> Row:
        return Row(tables.space_names, item, default)

    assert (len(BOARD_KEYS), len(places), len(spaces)) == (BOARDS, PLACES, SPACES)
    return {
        "seats": Number(1, BOARDS),
        "tiles": Several(Named(tiles), PLACES),
        "colours": Several(Named(colours, NONE), BOARDS),
        "sides": by_board(Named({0: "A", 1: "B"}, NONE)),
        "seat_of": by_board(Number(NONE, BOARDS - 1)),
        "haunted": Row(places, flag, 0),
        "status": by_board(Named(dict(enumerate(STATUSES)))),
        "qi": by_board(some),
        "tao": Grid(BOARD_KEYS, tables.colour_names, some, 0),
        "yin_yang": by_board(flag),
        "at": by_board(Named(place_names, NONE)),
        "buddhas": by_board(some),
        "fresh_buddhas": some,
        "tokens": by_board(some),
        "ghosts": by_space(Named(cards, 0), 0),
        "figures": by_space(flag, 0),
        "dice_on": by_space(flag, 0),
        "buddhas_on": by_space(flag, 0),
        "unseen": Several(Named(cards), len(cards), ascending=True),
        "unseen_incarnations": Several(Named(cards), len(cards), ascending=True),
        "discard": Several(Named(cards), len(cards)),
        "deck": some,
        "incarnations": some,
        "exorcised": some,
        "last_card": Named(cards, 0),
        "qi_supply": some,
        "tao_supply": Row(tables.colour_names, some),
        "temple_buddhas": some,
        "central_tokens": some,
        "circle": Named(colours, NONE),
        "mantra": Named(spaces, NONE),
        "mantra_rests": flag,
        "first": Named(boards),
        "active": Named(boards),
        "rounds": Number(),
        "yang": flag,
        "moved": flag,
        "helps": some,
        "attempts": some,
        "placing": flag,
        "before_move": Number(0, 255),
        "borrowed": Number(0, 15),
        "tokens_used": some,
        "faces": Several(Named(faces), 4),
        "paid": Several(some, BOARDS * COLOURS),
        "refused": Number(0, 15),
        "result": Named(dict(enumerate(RESULTS))),
        "level": Named(dict(enumerate(tables.level_names))),
        "five_qi": flag,
        "haunted_limit": some,
        "choose": flag,
        "pavilion_step": flag,
        "one_shot": flag,
        "herbalist_two": flag,
        "consent": flag,
        "round_limit": Number(),
    }


def spell(state: Village, changes: Mapping[str, Json]) -> dict[str, Json]:
    """Changes by hand as the position has them: boards may be called by colour and places by their tile."""
    boards = {state.board_name(board): BOARD_KEYS[board] for board in range(BOARDS) if state.colours[board] != NONE}
    places = {state.tile_name(place): f"{place // 3},{place % 3}" for place in range(len(state.tiles))}
    found: dict[str, Json] = {}
    for key, value in changes.items():
        field, *rest = key.split(".")
        if rest and field in BY_BOARD:
            rest[0] = boards.get(rest[0], rest[0])
        elif rest and field == "haunted":
            rest[0] = places.get(rest[0], rest[0])
        if isinstance(value, str):
            if field in ("active", "first"):
                value = boards.get(value, value)
            elif field == "at":
                value = places.get(value, value)
        found[".".join([field, *rest])] = value
    return found

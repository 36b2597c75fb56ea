"""What the table says beside the picture: the list of seats, and how long each event is looked at."""

from __future__ import annotations

from typing import Final

from witchboard.engine.game import ChairFacts, Event

from .view import Board, View

BEATS: Final = {
    "turn": 350,
    "moved": 600,
    "placed": 750,
    "drawn": 650,
    "rolled": 1100,
    "herbalist rolled": 900,
    "curse rolled": 1000,
    "haunted": 1100,
    "exorcised": 900,
    "figure reaches": 500,
    "died": 1300,
    "won": 1500,
    "lost": 1500,
    "tile laid": 60,
    "board laid": 120,
    "power": 80,
    "seated": 80,
}


def beat(event: Event) -> int:
    """How long an event is looked at, in milliseconds at normal speed."""
    return BEATS.get(event.kind, 450)


def chairs(view: View) -> list[ChairFacts]:
    """Each seat's Taoist: his hat, his colour, his Qi, his power."""
    by_seat = {board.seat: board for board in view.boards if board.seat is not None}
    return [_chair(view, by_seat[seat]) for seat in sorted(by_seat)]


def _chair(view: View, board: Board) -> ChairFacts:
    dead = board.status == "dead"
    facts = () if dead else (("gs-qi", str(board.qi), f"{board.qi} Qi"),)
    note = "dead" if dead else board.power
    return ChairFacts(f"gs-hat-{board.colour}", board.colour, facts, board.key == view.active, note)

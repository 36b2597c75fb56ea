"""What the seats are called: the table puts the names of people and bots in place of it."""

from __future__ import annotations


def seat_title(seat: int) -> str:
    """A seat by its name in the game, as it begins a sentence."""
    return f"Seat {seat + 1}"

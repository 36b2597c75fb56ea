"""The table as text: it fits the width, and says in letters what the colours say."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from tests.games.ghost_stories.table import laid_out
from tests.games.ghost_stories.test_words import Teller, step_on
from witchboard.engine.game import PUBLIC
from witchboard.engine.stream import stream
from witchboard.games.ghost_stories import GAME
from witchboard.games.ghost_stories.state import Village


def rendered(state: Village, width: int = 80) -> str:
    """The picture as a screen without colour shows it."""
    console = Console(file=io.StringIO(), width=500, color_system=None, highlight=False)
    console.print(GAME.text(state, PUBLIC, width))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize(("players", "width"), [(1, 80), (2, 80), (3, 60), (4, 120)])
def test_it_fits_and_names_every_ghost(players: int, width: int) -> None:
    """Along a random game no line is longer than the screen, and every ghost in play is there with its space."""
    state = GAME.new(players, {"level": "hell"})
    rng, teller = stream(players, "picture"), Teller()
    while not state.over:
        picture = rendered(state, width)
        assert max(map(len, picture.splitlines())) <= width
        for space, card in enumerate(state.ghosts):
            if card:
                assert state.tables.space_names[space] in picture
                assert state.tables.names[card].split()[-1][:8] in picture
        step_on(state, rng, teller)


def test_a_whole_table() -> None:
    """Everything on it, line by line."""
    state = laid_out(
        "yang",
        {
            "ghosts": {"N1": "Hopping Vampire 8", "N2": "Severed Heads 47", "W2": "Lich 11", "E3": "Hope Killer 58"},
            "figures.N1": 1,
            "dice_on.N2": 1,
            "haunted.Tea House": 1,
            "circle": "yellow",
            "buddhas_on.S1": 1,
            "at.red": "Sorcerer's Hut",
            "qi.blue": 1,
        },
    )
    assert rendered(state).splitlines() == WHOLE.strip("\n").splitlines()


WHOLE = """\
                                    > N RED
               N3               N2 K1            N1 Y3(2)
                                Severed Heads    Hopping Vampire
                                holds die >1 Tao haunts NEXT
W YELLOW      +----------------+----------------+----------------+ E BLUE
W1            |Taoist Altar    |Herbalist's Shop|Sorcerer's Hut  | E3 R2 G2 B2
              |                |                |R               | Y2(1)
              |                |                |                | Hope Killer
              |                |                |                | >curse >group
              +----------------+----------------+----------------+
W2 Y4(3)      |Tea House       |Circle of Prayer|Buddhist Temple | E2
Lich          |~ HAUNTED ~     |token Y yellow  |1 Buddha        |
torments      |                |B G Y           |                |
>Qi/YY        |                |                |                |
              +----------------+----------------+----------------+
W3            |Cemetery        |Night Watchman's|Pavilion        | E1
              |                |                |                |
              |                |                |                |
              +----------------+----------------+----------------+
               S1 Buddha        S2               S3
                                    S GREEN
> N Red    Qi 3  R1             Yin-Yang Dance of the Spires
  E Blue   Qi 1  B1             Yin-Yang Heavenly Gust
  S Green  Qi 3  G1             Yin-Yang The Gods' Favorite
  W Yellow Qi 3  Y1             Yin-Yang Bottomless Pockets
Normal, round 1. Haunted 1 of 3. Deck 10, Wu-Feng is out: last card loses.
Supply: Qi 10, Tao R3 G3 B3 Y2 K4.
Tao dice free: 2.
"""

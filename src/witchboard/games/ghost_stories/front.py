"""Ghost Stories' poster words, the table that opens at once, and what a first player is told."""

from __future__ import annotations

from witchboard.engine.front import Front, Opening

INITIATION = {"level": "initiation"}

FRONT = Front(
    kind="together",
    weight=3,
    minutes=60,
    line="All together: keep nine village tiles safe from the ghosts of Wu-Feng.",
    how=(
        "You are Taoists round a village of nine tiles. Win together by exorcising Wu-Feng's incarnation.",
        "Each turn the ghosts on your board act, then a new one arrives. After that you move one tile, and ask the "
        "villager there for help or attempt an exorcism.",
        "An exorcism rolls three dice against the ghosts that face your tile. From a corner you face two. White counts "
        "as any colour, and Tao tokens fill what is missing.",
        "The Yin-Yang lets you ask any villager from afar or restore a tile, once. Powers make each Taoist different.",
        "You lose with three haunted tiles, with every Taoist dead, or when the deck runs out before Wu-Feng falls.",
    ),
    openings=(
        Opening(4, INITIATION, ("", "villager", "villager", "villager"), "You and three bots, Initiation"),
        Opening(4, INITIATION, ("", "", "", ""), "Play all four Taoists yourself"),
    ),
    tips={
        "Place": "Good players put a ghost on a Buddha, or beside one that can be exorcised from the same corner, and "
        "never on a board that has two already.",
        "Yang": "Good players look for a corner first: one roll from there meets two ghosts. They keep a Yin-Yang for "
        "the second haunted tile.",
        "Result": "Tokens you spend are gone. Black ones are the rarest: four in all.",
        "WhoLosesQi": "The last Qi of a Taoist is his life. Let someone with more of them take the loss.",
        "CircleColour": "The token works for everybody against every ghost of its colour, until it is changed.",
        "QiOrYinYang": "A Yin-Yang is a whole extra action, but a Taoist on his last Qi needs the Qi.",
    },
    phrases=("Well rolled!", "I need help here.", "Meet me there.", "Keep your Yin-Yang.", "Sorry!", "Good game."),
    house="Not from the box: on the turn of a board without a living Taoist the next living one chooses, and some "
    "rulings where the printed rules are silent; they bear a small house sign in the rules.",
    thumbnail="86 176 140 140",
)

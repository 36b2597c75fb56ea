"""GHOULASH's poster words, the tables that open at once, and what a first player is told."""

from __future__ import annotations

from witchboard.engine.front import Front, Opening, OptionValue, Pencil

LESSON: dict[str, OptionValue] = {"scenario": "GH-S00", "hides": "random", "first": 1}
BASIC: dict[str, OptionValue] = {"scenario": "GH-S01", "hides": "random"}

FRONT = Front(
    kind="duel",
    weight=1,
    minutes=20,
    line="Explore the ruins that the other one has stocked with Ghouls, while they walk into yours.",
    how=(
        "Each explores a district that the other has secretly stocked. Be the first to reach the goal of the briefing.",
        "On your turn walk as far as you like, also into unknown squares. The first thing you run into ends the turn.",
        "A hole costs your next turn, debris a wound. A first-aid kit wipes out all wounds: use it or come back.",
        "A Ghoul has one weak spot from 1 to 6. Name numbers until you hit it; every miss is a wound. Ghouls lurk in "
        "buildings only.",
        "You lose when your Wound Meter is full, or when the other one reaches the goal first.",
    ),
    openings=(
        Opening(2, LESSON, ("", "walker"), "Dead End Lane against a bot, both grids hidden for you"),
        Opening(2, {**LESSON, "hides": "secret"}, ("", "walker"), "Hide it yourself"),
    ),
    again=(
        Opening(2, BASIC, ("", "hunter"), "Eight Bells against a bot, both grids hidden for you"),
        Opening(2, {**BASIC, "hides": "secret"}, ("", "hunter"), "Hide it yourself"),
        Opening(2, LESSON, ("", "walker"), "Dead End Lane, the short one, once more"),
        Opening(1, {**BASIC, "hides": "trial"}, ("",), "Keep alone: a bot explores your hide a hundred times"),
    ),
    tips={
        "Hide": "Good keepers put a Ghoul or a hole just inside the door of a house with one door: everybody meets it. "
        "And they don't hide the thing in the deepest corner every time. Where exits are blocked, a near open one ends "
        "the game early.",
        "Move": "Distance is free, new squares are not. Cross the streets first: no Ghoul is ever there. Then search "
        "the houses with the fewest doors to pass.",
        "Kit": "A kit that is left can be fetched later. Use it from about half a meter on, or when the next fight "
        "might kill.",
        "Take": "Carrying it has a price, see the briefing. Clear the way home first if you can.",
        "Shot": "All numbers are equally likely. Change your order from fight to fight, so that nobody learns it.",
        "Weak": "Let chance decide, or your opponent will learn what you like.",
        "Start": "The start you choose is yours for the whole game. Look where the goal is from there.",
    },
    phrases=("Something stirs…", "Mind the step.", "That was close!", "How many did you hide there?", "Good game."),
    house="Not from the box: all eleven maps and briefings are ours, and so are the gas, mines, drains, keys, the vest "
    "and the queen. Of the rules the house ones bear a small house sign.",
    thumbnail="86 150 140 140",
    aids=(
        ("aidCounts", "How many of each icon have come out"),
        ("aidRoom", "What room is left in buildings"),
        ("aidClear", "Squares proved free of something"),
        ("aidOdds", "The chance to die in a fight"),
    ),
    overlay="Hint: where things may still be",
    pencil=Pencil(
        r"own-\d+-[A-Z]",
        (
            ("?", "perhaps"),
            ("●", "to remember"),
            ("✕", "not there"),
            ("G", "a Ghoul"),
            ("O", "a hole"),
            ("+", "a first-aid kit"),
            ("★", "what is sought"),
        ),
        "own-",
    ),
)

SHOWN = {"paper": 0, "counts": 2}
"""How many of the aids there are at a table that doesn't show all (GH-177)."""

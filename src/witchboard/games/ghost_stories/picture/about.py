"""What can be said of each thing in the picture: the rules behind its `data-rule` keys, in a sentence or two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from witchboard.engine.game import Term

from ..content import Content
from ..rows import Card, Code

THINGS: Final = (
    ("board", "Board", "Three ghost spaces and a power. Its ghosts act when its turn begins.", "GS-031"),
    ("space", "Ghost space", "A ghost is placed here. It faces the nearest tile.", "GS-117"),
    (
        "icons",
        "Haunting icons",
        "A haunting figure goes from the card to the eye, then to the roof. There it haunts a tile.",
        "GS-041",
    ),
    (
        "figure",
        "Haunting figure",
        "It advances in each Yin phase of its board. From the edge it haunts a tile and goes home.",
        "GS-041",
    ),
    (
        "resistance",
        "Resistance",
        "So many faces or tokens of the colour banish the ghost. Circle and Mantra cross some out.",
        "GS-124",
    ),
    (
        "haunted",
        "Haunted tiles",
        "A haunted tile gives no help. When too many are haunted, the village is lost.",
        "GS-192",
    ),
    ("buddha", "Buddha", "A ghost that arrives on a Buddha is gone at once. Incarnations stay.", "GS-078"),
    (
        "taoist",
        "Taoist",
        "On his turn he may move one tile, then ask the villager for help or fight the ghosts he faces.",
        "GS-084",
    ),
    ("dead", "Dead Taoist", "He lies on the Cemetery until a living Taoist asks the gravedigger for him.", "GS-172"),
    ("qi", "Qi", "A Taoist who loses his last Qi dies. The supply is a limit.", "GS-169"),
    (
        "yin-yang",
        "Yin-Yang",
        "Put it back to ask the villager of any tile for help, or to restore a haunted tile.",
        "GS-163",
    ),
    ("power-token", "Power token", "For one turn it lends the power of a neutral board.", "GS-203"),
    ("mantra", "Enfeeblement Mantra", "The ghost under it resists less, for everybody.", "GS-127"),
    ("circle", "Circle of Prayer", "Every ghost resists less in the colour that lies here, for everybody.", "GS-101"),
    ("die", "Tao die", "A face banishes in its colour. White stands for any colour.", "GS-122"),
    ("captured", "Captured die", "A ghost keeps this die until it leaves play.", "GS-071"),
    (
        "curse-die",
        "Curse die",
        "Tormentors and curses have it rolled. Some sides are blank, the others harm.",
        "GS-048",
    ),
    (
        "deck",
        "Ghost deck",
        "It is known where Wu-Feng waits, not in which shape. The last card loses the game.",
        "GS-022",
    ),
    ("discard", "Discard", "Ghosts that have left play. They don't come back.", "GS-141"),
    (
        "steps",
        "The turn",
        "First the ghosts act and one arrives. Then the Taoist moves, acts and may place Buddhas.",
        "GS-029",
    ),
)


def about(content: Content) -> dict[str, Term]:
    """What to say of each thing, by the key in its `data-rule`."""
    return {f"about-{key}": term for key, term in _all(content)}


def _all(content: Content) -> Iterator[tuple[str, Term]]:
    for key, name, words, rule in THINGS:
        yield key, Term(name, words, rule)
    for colour in content.colours:
        words = f"Banishes in {colour.key}. It is spent after a roll, to fill a gap."
        yield colour.key, Term(f"{colour.key.capitalize()} Tao: {colour.tao}", words, "GS-131")
    for ability in content.abilities:
        yield ability.code, Term(ability.name, ability.sentence, ability.rule)
    for tile in content.tiles:
        yield tile.key, Term(tile.name, tile.effect, tile.rule)
    for power in content.powers:
        yield f"{power.colour}-{power.side}", Term(power.name, power.sentence, power.rule)
    for face in content.curse_die:
        yield f"curse-{face.face}", Term("Curse die", face.sentence, face.rule)
    names: dict[Code, str] = {ability.code: ability.name for ability in content.abilities}
    for card in content.cards:
        yield f"card-{card.number}", Term(card.name, _card(card, names), card.rule)


def _card(card: Card, names: dict[Code, str]) -> str:
    """The stones of a card by their names."""
    stones = [
        ("always", card.own),
        ("on arrival", card.left),
        ("each Yin phase, or while it stays", card.centre),
        ("once exorcised", card.right),
    ]
    told = [f"{when}: {', '.join(names[code] for code in codes)}" for when, codes in stones if codes]
    return f"{'; '.join(told).capitalize()}." if told else "No abilities: it only fills a space."

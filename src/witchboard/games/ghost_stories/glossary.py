"""What the cards, tiles, powers, signs, dice and options of Ghost Stories do, from the content's own sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from witchboard.engine.game import Term

from .content import Content
from .names import LETTERS
from .rows import COLOURS, Card, Code
from .textpicture import SIGNS

LEGEND: Final = (
    "On a ghost: its space, then what it needs, a letter for each colour (K is black), in brackets what Circle and "
    "Mantra leave of it. haunts NEXT: its figure haunts a tile in the next Yin phase of its board; haunts in 2: in the "
    "one after. A > stands before what its exorcism brings. In the village, letters are the Taoists."
)


def glossary(content: Content) -> list[Term]:
    """All that can be asked about, each name once."""
    return [*_cards(content), *_things(content)]


def _cards(content: Content) -> Iterator[Term]:
    """The cards; two with the same name and the same stones are one entry."""
    abilities = {ability.code: f"{ability.name}: {ability.sentence}" for ability in content.abilities}

    def stone(which: str, codes: tuple[Code, ...]) -> list[str]:
        return [f"{which}{abilities[code]}" for code in codes]

    told: set[tuple[str, str]] = set()
    for card in content.cards:
        effects = [
            *stone("", card.own),
            *stone("Left stone, ", card.left),
            *stone("Centre stone, ", card.centre),
            *stone("Right stone, ", card.right),
        ]
        kind = "Incarnation of Wu-Feng" if card in content.incarnations else "Ghost"
        needs = " + ".join(f"{need} {colour}" for colour, need in zip(COLOURS, card.needs) if need)
        words = f"{kind}, {card.colour} card, resistance {needs}. {' '.join(effects) or 'No ability.'}"
        if (card.name, words) not in told:
            told.add((card.name, words))
            yield Term(card.name, words, card.rule, _numbers(card, content))


def _numbers(card: Card, content: Content) -> tuple[str, ...]:
    """The names with numbers that notation knows: "Zombie 6", "Zombie 7"."""
    return tuple(f"{other.name} {other.number}" for other in content.cards if other.name == card.name)


def _things(content: Content) -> Iterator[Term]:
    for tile in content.tiles:
        yield Term(tile.name, tile.effect, tile.rule, (tile.helper,))
    for power in content.powers:
        yield Term(power.name, f"Power of the {power.colour} board, side {power.side}. {power.sentence}", power.rule)
    for ability in content.abilities:
        sign = SIGNS.get(ability.code, "")
        yield Term(ability.name, ability.sentence, ability.rule, (ability.code, *([sign] if sign else [])))
    yield Term("Signs", LEGEND, "GS-037", ("legend", "haunts in 2", "haunts next"))
    for face in content.curse_die:
        yield Term(f"Curse die: {face.face.replace('_', ' ')}", face.sentence, face.rule)
    for colour, tao in zip(COLOURS, content.colours):
        words = f"Tao colour, letter {LETTERS[COLOURS.index(colour)]}; its tokens show {tao.tao}."
        yield Term(colour.capitalize(), words, tao.rule, (tao.tao,))
    for level in content.levels:
        yield Term(level.name, f"Level. {level.sentence}", level.rule)
    for option in content.options:
        yield Term(option.name, f"Option {option.key}. {option.sentence}", option.rule, (option.key,))

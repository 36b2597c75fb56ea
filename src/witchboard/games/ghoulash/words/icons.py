"""What the icons are called, what is said when one is met, and what each does.

Scenarios may bring items that nobody has heard of (GH-007): those are called by their key.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class IconWords:
    """The words of one icon.

    `name` and `many` are the noun, `met` what the keeper says of it (one of them, by the square), `does` what it does
    in a few words, `rule` where that stands.
    """

    name: str
    many: str
    met: tuple[str, ...]
    does: str
    rule: str

    @property
    def one(self) -> str:
        """With its article: "a hole"."""
        return f"{'an' if self.name[0] in 'aeiou' else 'a'} {self.name}"

    def counted(self, number: int) -> str:
        """So many of them: "1 hole", "3 holes"."""
        return f"{number} {self.name if number == 1 else self.many}"

    def found(self, square: int) -> str:
        """What is said when it is met on that square: the same each time there."""
        return self.met[square % len(self.met)]


ICONS: Final[dict[str, IconWords]] = {
    "ghoul": IconWords(
        "Ghoul",
        "Ghouls",
        (
            "a Ghoul drops from the rafters",
            "a Ghoul steps out of the dark",
            "a Ghoul turns round",
            "a Ghoul was waiting here",
        ),
        "a fight: name its weak spot, each miss costs a wound",
        "GH-106",
    ),
    "queen": IconWords(
        "brood queen",
        "brood queens",
        ("the brood queen rears up",),
        "two fights in a row, each with a weak spot of its own",
        "GH-119",
    ),
    "hole": IconWords(
        "hole",
        "holes",
        ("the ground gives way", "the floor breaks through", "nothing underfoot"),
        "the next turn is lost",
        "GH-097",
    ),
    "debris": IconWords(
        "debris",
        "debris",
        ("the ceiling comes down", "beams and bricks come down", "a wall falls over"),
        "a wound",
        "GH-098",
    ),
    "gas": IconWords(
        "gas",
        "gas",
        ("it hisses, and the air turns yellow", "a pipe is leaking gas"),
        "a wound, and the next turn is lost",
        "GH-102",
    ),
    "mine": IconWords(
        "mine",
        "mines",
        ("a click, and a mine goes off",),
        "three wounds; then it is gone",
        "GH-103",
    ),
    "drain": IconWords(
        "drain",
        "drains",
        ("the drain takes everything with it",),
        "swept back to the start",
        "GH-104",
    ),
    "kit": IconWords(
        "first-aid kit",
        "first-aid kits",
        ("a first-aid kit", "a first-aid kit hangs on the wall", "a white box with a cross"),
        "all wounds are gone, the next meter begins",
        "GH-087",
    ),
    "vest": IconWords(
        "vest",
        "vests",
        ("a stout leather vest",),
        "the first miss of every fight costs no wound",
        "GH-095",
    ),
    "food": IconWords("food", "food", ("one good crate of tins",), "to be brought home", "GH-132"),
    "radio": IconWords("radio", "radios", ("a radio, and it still crackles",), "what is looked for", "GH-129"),
    "canister": IconWords(
        "canister", "canisters", ("a canister glows in the dark",), "to be carried out; it draws the Ghouls", "GH-141"
    ),
    "ringer": IconWords(
        "bell ringer", "bell ringers", ("the bell ringer, alive",), "to be led back to the start", "GH-131"
    ),
    "wheel": IconWords("valve wheel", "valve wheels", ("a valve wheel",), "to be brought to the pump house", "GH-130"),
    "serum": IconWords("serum", "serum", ("the last dose of serum",), "what is looked for", "GH-129"),
    "lamp": IconWords("brass lamp", "brass lamps", ("a brass lamp",), "to be brought to the ladder", "GH-130"),
    "red-key": IconWords("red key", "red keys", ("a red key",), "opens the doors marked 1", "GH-096"),
    "blue-key": IconWords("blue key", "blue keys", ("a blue key",), "opens the doors marked 2", "GH-096"),
}
"""By the icon's key in `icons.toml` or in a scenario."""

AREAS: Final = ("", "right arm", "head", "left arm", "torso", "right leg", "left leg")
"""The six areas of a Ghoul's figure, from 1."""

ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
"""The Wound Meters by their number from 0."""


def icon_words(icon: str) -> IconWords:
    """The words of an icon; of one that isn't in the box, words made from its key."""
    if icon in ICONS:
        return ICONS[icon]
    name = icon.replace("-", " ")
    many = name if name.endswith("s") else f"{name}es" if name.endswith(("x", "ch", "sh")) else f"{name}s"
    return IconWords(name, many, (f"the {name}",), "to be carried", "GH-081")


def meter_name(number: int) -> str:
    """A Wound Meter by its number from 0: "meter II"."""
    return f"meter {ROMAN[number]}" if number < len(ROMAN) else f"meter {number + 1}"


def area_name(area: int) -> str:
    """An area of the figure in a sentence: "3, the left arm"."""
    return f"{area}, the {AREAS[area]}"

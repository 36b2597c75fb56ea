"""What the box of Ghost Stories prints: counts, geometry, the rules page, and what the loader says of bad content."""

from __future__ import annotations

import re
from collections import Counter
from importlib import resources
from pathlib import Path

import pytest

from witchboard.engine.content import (
    ContentError,
    Value,
    apply_changes,
    convert,
    digest,
    load_toml,
    parse_toml,
    read_toml,
)
from witchboard.games.ghost_stories.content import Content, load
from witchboard.games.ghost_stories.rows import COLOURS, Card

FOLDER = resources.files("witchboard.games.ghost_stories")
SHIPPED = (FOLDER / "content.toml").read_text("utf-8")
RULES = (FOLDER / "rules.md").read_text("utf-8")


@pytest.fixture(scope="module")
def content() -> Content:
    return load()


def with_code(content: Content, *codes: str) -> list[Card]:
    return [ghost for ghost in content.ghosts if set(codes) <= {*ghost.left, *ghost.centre, *ghost.right}]


# The cards


@pytest.mark.parametrize(
    ("codes", "count"),
    [
        (("HAUNTER",), 20),
        (("HAUNTER", "FAST"), 3),
        (("TORMENTOR",), 5),
        (("DICE_IMMUNE",), 5),
        (("POWER_LOCK",), 4),
        (("TAO_LOCK",), 2),
        (("CAPTURE",), 3),
        (("SUMMON",), 10),
        (("CURSE",), 10),
        (("HAUNT",), 1),
        (("LOSE_QI",), 1),
        (("GROUP_LOSE_TAO",), 1),
        (("QI_OR_YY",), 11),
        (("TAO1",), 4),
        (("TAO2",), 4),
    ],
)
def test_so_many_ghosts_have_the_ability(content: Content, codes: tuple[str, ...], count: int) -> None:
    assert len(with_code(content, *codes)) == count


def test_19_ghosts_pay_a_reward(content: Content) -> None:
    assert sum(bool({"QI_OR_YY", "TAO1", "TAO2"} & set(ghost.right)) for ghost in content.ghosts) == 19


@pytest.mark.parametrize("colour", COLOURS)
def test_each_colour_has_the_same_resistances(content: Content, colour: str) -> None:
    """Four of 1, three of 2, two of 3, two of 4; the seven that descriptions dispute are among the fours (GS-R03)."""
    resistances = [ghost.resistance for ghost in content.ghosts if ghost.colour == colour]
    assert resistances == [1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4]


def test_the_four_colours_have_the_same_abilities_in_the_same_order(content: Content) -> None:
    def printed(colour: str) -> list[tuple[object, ...]]:
        return [(ghost.left, ghost.centre, ghost.right) for ghost in content.ghosts if ghost.colour == colour]

    assert printed("yellow") == printed("blue") == printed("green") == printed("red")


def test_numbers_run_from_1_to_65_and_incarnations_come_last(content: Content) -> None:
    assert [card.number for card in content.cards] == list(range(1, 66))
    assert [card.name for card in content.cards if card.own] == [
        "Howling Nightmare",
        "Uncatchable",
        "Forgotten Ones",
        "Nameless",
    ]


def test_needs_are_by_colour(content: Content) -> None:
    """In the order red, green, blue, yellow, black: a Zombie, Hope Killer (GS-125), Nameless, Death Army."""
    cards = content.cards
    assert cards[6 - 1].needs == (0, 0, 0, 2, 0)
    assert cards[58 - 1].needs == (2, 2, 2, 2, 0)
    assert cards[65 - 1].needs == (1, 1, 1, 1, 1)
    assert cards[59 - 1].needs == (0, 0, 0, 0, 5)


def test_both_dice_are_cubes_with_two_blank_curses(content: Content) -> None:
    assert {face.face: face.weight for face in content.curse_die} == {
        "BLANK": 2,
        "HAUNT": 1,
        "SUMMON": 1,
        "LOSE_ALL_TAO": 1,
        "LOSE_QI": 1,
    }
    assert sorted(content.tao_die.faces) == sorted([*COLOURS, "white"])


@pytest.mark.parametrize(
    ("players", "top"), [(4, (45, 15)), (3, (40, 10)), (2, (35, 15)), (1, (30, 10))], ids=lambda value: str(value)
)
def test_ghosts_above_the_first_incarnation(content: Content, players: int, top: tuple[int, int]) -> None:
    """The chart of decks (GS-022, GS-023): at Initiation and Normal, at Nightmare and Hell."""
    left = len(content.ghosts) - content.players[players - 1].ghosts_removed
    above = {level.key: left - content.deck.below * level.incarnations[players - 1] for level in content.levels}
    assert above == {"initiation": top[0], "normal": top[0], "nightmare": top[1], "hell": top[1]}


# The table


def test_corners_face_two_spaces_edges_one_the_centre_none(content: Content) -> None:
    """GS-117."""
    facing = Counter(space.line[0] for space in content.spaces)
    corners = {(0, 0), (0, 2), (2, 0), (2, 2)}
    assert {tile for tile, count in facing.items() if count == 2} == corners
    assert {tile for tile, count in facing.items() if count == 1} == {(0, 1), (1, 0), (1, 2), (2, 1)}
    assert (1, 1) not in facing
    assert {space.name for space in content.spaces if space.line[0] == (0, 2)} == {"N1", "E3"}


def test_opposite_spaces_share_a_line_from_both_ends(content: Content) -> None:
    spaces = {space.name: space for space in content.spaces}
    for space in content.spaces:
        opposite = spaces[space.opposite]
        assert opposite.opposite == space.name
        assert opposite.line == space.line[::-1]


def test_spaces_run_left_to_right_for_the_owner(content: Content) -> None:
    """Space 3 of each board and space 1 of the board to its left meet at a corner, all the way round."""
    first = {space.name: space.line[0] for space in content.spaces}
    assert [first[f"{board}3"] for board in "NESW"] == [(0, 0), (0, 2), (2, 2), (2, 0)]
    assert [first[f"{board}1"] for board in "WNES"] == [(0, 0), (0, 2), (2, 2), (2, 0)]


# Content and rules page


def test_each_rule_stands_in_the_rules_once() -> None:
    numbers = re.findall(r"^- \*\*GS-(\d{3})\*\* \S", RULES, re.MULTILINE)
    assert sorted(map(int, numbers)) == list(range(1, 254))


def test_each_ruling_and_example_stands_in_the_rules_once() -> None:
    numbers = re.findall(r"^- \*\*GS-([RE]\d{2})\*\* \S", RULES, re.MULTILINE)
    assert numbers == [f"E{number:02}" for number in range(1, 46)] + [f"R{number:02}" for number in range(1, 54)]


def test_each_rule_says_where_it_is_known_from() -> None:
    rules = re.findall(r"^- \*\*GS-\d{3}\*\* .*$", RULES, re.MULTILINE)
    assert [rule for rule in rules if not re.search(r" \[(printed|public|printed, public|house)\]$", rule)] == []


def test_every_number_cited_in_rules_and_content_exists() -> None:
    items = set(re.findall(r"^- \*\*(GS-[RE]?\d+)\*\*", RULES, re.MULTILINE))
    assert set(re.findall(r"GS-[RE]?\d+", RULES + SHIPPED)) <= items


def test_house_rules_are_named_at_the_end_of_the_rules() -> None:
    """Nobody takes a house rule for a printed one: the last section names them all."""
    house = {int(number) for number in re.findall(r"^- \*\*GS-(\d{3})\*\* .* \[house\]$", RULES, re.MULTILINE)}
    named: set[int] = set()
    for first, last in re.findall(r"GS-(\d{3})(?: to GS-(\d{3}))?", RULES.split("## What here isn't from the box")[1]):
        named |= set(range(int(first), int(last or first) + 1))
    assert named == house


def test_the_tables_of_the_rules_print_what_the_content_says(content: Content) -> None:
    names = {ability.code: ability.name for ability in content.abilities}

    def cells(*values: object) -> str:
        return f"| {' | '.join(map(str, values))} |"

    def stones(*each: tuple[str, ...]) -> list[str]:
        return [", ".join(names[code] for code in codes) or "–" for codes in each]

    lines = set(RULES.splitlines())
    for ghost in content.ghosts:
        printed = stones(ghost.left, ghost.centre, ghost.right)
        assert cells(ghost.number, ghost.name, ghost.colour, ghost.resistance, *printed) in lines
    for card in content.incarnations:
        needs = " + ".join(f"{need} {colour}" for need, colour in zip(card.needs, COLOURS) if need)
        printed = stones(card.left, card.centre, card.own, card.right)
        assert cells(card.number, card.name, card.colour, needs, *printed) in lines
    for tile in content.tiles:
        assert cells(tile.name, tile.helper, tile.effect) in lines
    for power in content.powers:
        assert cells(power.colour.capitalize(), power.side, power.name, power.sentence) in lines
    for ability in content.abilities:
        lasting = ", lasting" if ability.lasting else ""
        stone = ", ".join(ability.stones) + lasting
        assert cells(ability.name, f"`{ability.code}`", stone, ability.sentence, ability.rule) in lines


# Errors: file, row, field, what was expected


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (
            "ghost.4.resistance",
            "x",
            "ghost row 'Coffin Breakers' (number 4), field resistance: expected int, got str 'x'",
        ),
        (
            "ghost.4.resistance",
            0,
            "ghost row 'Coffin Breakers' (number 4), field resistance: expected int >= 1, got int 0",
        ),
        (
            "ghost.4.colour",
            "pink",
            "ghost row 'Coffin Breakers' (number 4), field colour: "
            "expected one of black, blue, green, red, yellow, got str 'pink'",
        ),
        (
            "ghost.4.colr",
            "red",
            "ghost row 'Coffin Breakers' (number 4): unknown field, expected one of number, name, colour, resistance, "
            "left, centre, right, rule, source, see (did you mean colour?), got str 'colr'",
        ),
        (
            "ghost.4.left",
            ["SUMON"],
            "ghost row 'Coffin Breakers' (number 4), field left, item 1: expected one of ALL_POWERS_OFF, CAPTURE, "
            "CIRCLE_BACK, CURSE, DICE_IMMUNE, FAST, GROUP_LOSE_TAO, HAUNT, HAUNTER, INC_REWARD, LOSE_QI, NEEDS_BUDDHA, "
            "NO_WILD, OPPOSITE_EMPTY, POWER_LOCK, QI_OR_YY, SUMMON, TAO1, TAO2, TAO_LOCK, TORMENTOR "
            "(did you mean SUMMON?), got str 'SUMON'",
        ),
        (
            "ghost.4.left",
            ["TORMENTOR"],
            "ghost row 'Coffin Breakers' (number 4), field left: expected TORMENTOR under centre, got it under left",
        ),
        (
            "ghost.4.left",
            ["FAST"],
            "ghost row 'Coffin Breakers' (number 4), field centre: expected HAUNTER with FAST, got none",
        ),
        (
            "ghost.5.number",
            4,
            "ghost row 'Restless Dead' (number 4), field number: expected each number once, got 4 again",
        ),
        (
            "ghost.55.number",
            56,
            "ghost row 'Soul Eater' (number 56), field number: expected 1 to 55, got 56",
        ),
        (
            "incarnation.58.resistance",
            {},
            "incarnation row 'Hope Killer' (number 58), field resistance: expected at least 1 in some colour, got none",
        ),
        (
            "incarnation.56.right",
            [],
            "incarnation row 'Howling Nightmare' (number 56), field right: expected INC_REWARD as the last, got none",
        ),
        (
            "space.N1.opposite",
            "S1",
            "space row 'N1', field opposite: expected S3, got S1",
        ),
        (
            "space.E2.line",
            [[1, 2], [1, 0], [1, 1]],
            "space row 'E2', field line: expected (1,2) (1,1) (1,0), got (1,2) (1,0) (1,1)",
        ),
        (
            "space.E2.line",
            [[1, 2], [1, "a"], [1, 1]],
            "space row 'E2', field line, item 2, item 2: expected int, got str 'a'",
        ),
        (
            "space.E2.board",
            "N",
            "space row 'E2', field board: expected E, got N",
        ),
        (
            "board.order",
            ["N", "W", "S", "E"],
            "board, field order: expected N, E, S, W, got N, W, S, E",
        ),
        (
            "tile.cemetery.key",
            "tea-house",
            "tile row 'Tea House' (key tea-house), field key: expected each key once, got tea-house again",
        ),
        (
            "power.second-wind.side",
            "A",
            "power row 'Heavenly Gust' (key heavenly-gust), field side: "
            "expected each side of the blue board once, got A twice",
        ),
        (
            "power.second-wind.colour",
            "black",
            "power row 'Second Wind' (key second-wind), field colour: "
            "expected one of red, green, blue, yellow, got black",
        ),
        (
            "solo.red-power",
            "second-wind",
            "solo, field red-power: expected a power of the red board, got second-wind",
        ),
        (
            "curse-die.BLANK.weight",
            3,
            "curse-die: expected weights that add up to 6, got 7",
        ),
        (
            "tao-die.faces",
            ["red", "white"],
            "tao-die, field faces: expected 6 faces, got 2",
        ),
        (
            "village.start",
            [3, 0],
            "village, field start: expected a tile there is, got (3,0)",
        ),
        (
            "level.hell.incarnations",
            [3, 3, 4],
            "level row 'Hell' (key hell), field incarnations: expected a list of length 4, got a list of 3",
        ),
        (
            "level.hell.incarnations",
            [5, 3, 4, 4],
            "level row 'Hell' (key hell), field incarnations: "
            "expected no more than 40 ghosts have room for, got 5 in a game of 1",
        ),
        (
            "level.normal.qi",
            6,
            "level row 'Normal' (key normal), field qi: expected at most 20 Qi in all in a game of 3, got 21",
        ),
        (
            "level.normal.black-tao",
            2,
            "level row 'Normal' (key normal), field black-tao: expected at most 4 black tokens in a game of 3, got 6",
        ),
        (
            "players.3.neutral-boards",
            2,
            "players row with players 3, field neutral-boards: expected 1, got 2",
        ),
        ("supply.qi", True, "supply, field qi: expected int, got bool True"),
        ("supply", 20, "supply: expected a table, got int 20"),
    ],
)
def test_a_wrong_value_is_named(path: str, value: Value, message: str) -> None:
    with pytest.raises(ContentError) as error:
        load(changes={path: value})
    assert str(error.value) == f"content.toml, {message}"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (r"  \{ number =  7, .*\n", "", "ghost: expected a row with number 7, got none"),
        (r"\[\[tile\]\]\nkey = .tea-house.\n(.+\n)*", "", "tile: expected a row with key tea-house, got none"),
        (r"(number =  7,) name = .Zombie.,", r"\1", "ghost row with number 7: expected a field name, got none"),
        (r"number =  7, name = .Zombie.,", "", "ghost row 7: expected a field number, got none"),
        (
            r"number =  7, name = .Zombie., ",
            "number = , # ",
            "line 18, column 14: expected a value: a text in quotes, a number, true, false, a list in [ ] or a table "
            "in { }, got ', #                       colour = \"yellow\", resistance =...'",
        ),
        (
            r"# Ghost Stories:",
            "[ghost",
            "line 1, column 8: expected ] after the name of a table, got 'everything a "
            "card, tile, board, die or chart prints.'",
        ),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    file = tmp_path / "my.toml"
    broken, times = re.subn(old, new, SHIPPED)
    assert times == 1
    file.write_text(broken, "utf-8")
    with pytest.raises(ContentError) as error:
        load(file)
    assert str(error.value) == f"my.toml, {message}"


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"a = [1,\n2", "f.toml, line 2: expected , or ] in a list, got the end of the file"),
        (b"a = 1\nb = '\xff'", "f.toml, line 2: expected UTF-8, got byte 0xff"),
        (b"a = " + b"[" * 40 + b"]" * 40, "f.toml, a: expected values nested at most 16 deep, got more"),
        (b"a = " + b"[" * 9000, "f.toml: expected values nested at most 16 deep, got more"),
        (
            b"a = 2008-01-01",
            "f.toml, a: expected a number, text, true or false, a list or a table, got date datetime.date(2008, 1, 1)",
        ),
    ],
    ids=["cut short", "not UTF-8", "deep", "too deep to parse", "date"],
)
def test_what_is_no_content_is_refused(raw: bytes, message: str) -> None:
    with pytest.raises(ContentError) as error:
        parse_toml(raw, "f.toml")
    assert str(error.value) == message


def test_a_file_of_more_than_a_megabyte_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "big.toml"
    file.write_bytes(b"#" * 1_000_001)
    with pytest.raises(ContentError, match=r"^big\.toml: expected at most 1000000 bytes, got more$"):
        read_toml(file, "big.toml")
    file.write_bytes(b"#" * 1_000_000)
    assert read_toml(file, "big.toml") == {}


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"^none\.toml: cannot be read: No such file or directory$"):
        load_toml(tmp_path / "none.toml", Content, "none.toml")


# Changes


def test_a_change_reaches_a_row_by_number_key_or_name_and_leaves_the_rest() -> None:
    changed = load(
        changes={"ghost.1.left": ["HAUNT"], "tile.cemetery.qi": 3, "ghost.Lich.resistance": 3, "supply.qi": 30}
    )
    shipped = load()
    assert (changed.ghosts[0].left, changed.tiles[2].qi, changed.ghosts[10].resistance) == (("HAUNT",), 3, 3)
    assert changed.supply.qi == 30
    assert changed.ghosts[1:10] == shipped.ghosts[1:10]
    assert changed.digest != shipped.digest


def test_a_change_leaves_the_data_it_was_given_alone() -> None:
    rows: list[Value] = [{"key": "a", "size": 1}]
    data: dict[str, Value] = {"row": rows}
    assert apply_changes(data, {"row.a.size": 2}) == {"row": [{"key": "a", "size": 2}]}
    assert data == {"row": [{"key": "a", "size": 1}]}


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("ghost.Zombie.left", "change 'ghost.Zombie.left': 'Zombie' names 2 rows: 6, 7"),
        (
            "players.5.power-tokens",
            "change 'players.5.power-tokens': expected one of 1, 2, 3, 4, got str '5'",
        ),
        ("supply.qi.x", "change 'supply.qi.x': 'x' lies inside int 20, expected a table or a row"),
        (
            "deck.belw.x",
            "change 'deck.belw.x': expected one of below, rule, see, source (did you mean below?), got str 'belw'",
        ),
    ],
)
def test_a_change_that_leads_nowhere_is_refused(path: str, message: str) -> None:
    with pytest.raises(ContentError) as error:
        load(changes={path: 1})
    assert str(error.value) == message


# Digest


def test_the_digest_is_of_the_values_not_of_their_order() -> None:
    """And it is what sha256sum prints for the text {"a":1}."""
    assert digest({"b": [True, "é"], "a": 1}) == digest({"a": 1, "b": [True, "é"]})
    assert digest({"a": 1}) == "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862"


def test_the_digest_of_the_content_is_that_of_its_file_read_again() -> None:
    again = convert(parse_toml(SHIPPED.encode(), "content.toml"), Content, "content.toml")
    assert again.digest == load().digest
    assert load(changes={"village.haunted-limit": 4}).digest != load().digest

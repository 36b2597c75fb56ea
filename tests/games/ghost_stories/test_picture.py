"""The picture of Ghost Stories: everything is there once, named, explained, and moves as a piece."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

import pytest

from witchboard.engine import play, position
from witchboard.engine.game import Event
from witchboard.engine.picture import Picture, apply, diff, references
from witchboard.engine.position import Json
from witchboard.games.ghost_stories import GAME
from witchboard.games.ghost_stories.picture import art, picture
from witchboard.games.ghost_stories.picture.boards import spread
from witchboard.games.ghost_stories.picture.cards import short, slug
from witchboard.games.ghost_stories.picture.places import Layout
from witchboard.games.ghost_stories.rules.board import lose_qi
from witchboard.games.ghost_stories.state import Village
from witchboard.games.ghost_stories.view import View, view

LAYOUTS: tuple[Layout, ...] = ("wide", "tall")


def walk(seed: int, players: int = 4, **options: str | bool) -> Iterator[Village]:
    """Every position of a random game at which somebody or chance is asked, and the last one."""
    chooser = random.Random(seed)
    state = GAME.new(players, options)
    while not state.over:
        yield state
        step = play.chance(state)
        if step:
            play.answer(state, chooser.choices(range(step.outcomes(state)), step.weights(state))[0])
        else:
            seat = play.asked(state)[0]
            play.choose(state, seat, chooser.choice(play.options(state, seat)))
    yield state


def first_yang(players: int = 4) -> Village:
    return next(state.clone() for state in walk(3, players, level="normal") if state.yang)


def seen(state: Village, **changes: Json) -> View:
    """A view of the position with some values changed; `__` in a name stands for the dot."""
    data = position.change(GAME.dump(state), {key.replace("__", "."): value for key, value in changes.items()})
    return view(GAME.load(data), -1)


def ids(shown: Picture) -> list[str]:
    return re.findall(r' id="([^"]+)"', shown.svg())


def labels(shown: Picture) -> dict[str, str]:
    root = ElementTree.fromstring(shown.svg())
    return {node.get("id", ""): node.get("aria-label", "") for node in root.iter() if node.get("aria-label")}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_pictures_of_whole_games_are_well_made(layout: Layout, players: int) -> None:
    notes = GAME.notes()
    before = None
    for state in walk(20 + players, players, choose=players == 2):
        now = view(state, -1)
        shown = picture(now, layout, since=before)
        before = now
        root = ElementTree.fromstring(shown.svg())
        found = ids(shown)
        assert len(found) == len(set(found)), "an id stands twice"
        assert not set(found) & set(art().definitions), "a placed piece has the id of its symbol"
        assert references(shown.svg()) <= set(art().definitions), "a symbol is missing"
        for key, svg in shown.fragments.items():
            assert svg.startswith(f'<g id="{key}"')
        for node in root.iter():
            assert "style" not in node.attrib
            if node.get("role") == "img":
                assert node.get("aria-label") and node.get("id")
            for key in node.get("data-rule", "").split():
                assert key in notes, key
        assert "style" not in shown.svg()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seed", range(6))
def test_everything_that_can_be_chosen_is_in_the_picture(layout: Layout, seed: int) -> None:
    options: dict[str, str | bool] = {"level": "nightmare", "consent": True, "choose": seed == 5}
    for state in walk(seed, 1 + seed % 4, **options):
        found: set[str] = set()
        for seat in play.asked(state):
            found = found or set(ids(picture(view(state, -1), layout, seat=seat)))
            for choice in GAME.choices(state, seat):
                assert set(choice.targets) <= found, choice


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_page_that_applies_each_change_has_the_picture(layout: Layout) -> None:
    page: dict[str, str] = {}
    last: Picture | None = None
    for state in walk(8):
        now = picture(view(state, -1), layout)
        change = diff(last, now)
        page = dict(now.fragments) if change.whole else apply(page, change)
        assert list(page.items()) == list(now.fragments.items())
        if last is not None:
            moved = [key for key, _, _ in change.came if key in last.fragments]
            assert not moved, "a piece that stays keeps its place in the order, so that it can glide"
        last = now


def test_a_card_is_one_piece_from_the_deck_to_the_discards() -> None:
    placing = next(state for state in walk(2) if state.stack and type(state.stack[-1]).__name__ == "Place").clone()
    card = placing.stack[-1].args()[0]
    drawn = picture(view(placing, -1))
    assert labels(drawn)["drawn"].startswith("drawn: ")
    space = play.options(placing, play.asked(placing)[0])[0]
    play.choose(placing, play.asked(placing)[0], space)
    there = picture(view(placing, -1))
    assert f"card-{card}" in drawn.fragments and f"card-{card}" in there.fragments
    assert f"ghost-at-{GAME.tables.space_names[space]}" in there.fragments[f"card-{card}"]
    gone = picture(seen(first_yang(), ghosts={}, discard=[GAME.tables.names[card] + f" {card}"]))
    assert f"card-{card}" in gone.fragments and "ghost-at" not in gone.svg()


def test_all_cards_have_figures_of_their_own() -> None:
    names = {slug(card.name) for card in GAME.content.cards}
    assert len(names) == 51
    assert all(f"gs-ghost-{name}" in art().definitions for name in names)
    drawings = [re.sub(r'id="[^"]+"', "", art().definitions[f"gs-ghost-{name}"]) for name in names]
    assert len(set(drawings)) == len(names)


def test_every_stone_tile_and_face_has_its_drawing() -> None:
    definitions = art().definitions
    assert all(f"gs-stone-{ability.code}" in definitions for ability in GAME.content.abilities)
    assert all(f"gs-tile-{tile.key}" in definitions for tile in GAME.content.tiles)
    assert all(f"gs-face-{face}" in definitions for face in GAME.content.tao_die.faces)
    assert all(f"gs-curse-{face.face}" in definitions for face in GAME.content.curse_die)


def test_the_art_has_no_styles_and_no_missing_references() -> None:
    root = ElementTree.fromstring(art().pieces)
    assert all("style" not in node.attrib for node in root.iter())
    assert references(art().pieces) <= set(art().definitions)
    names = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(names) == len(set(names)) and all(name is not None and name.startswith("gs-") for name in names)


def test_every_class_of_the_art_is_in_the_style_sheet() -> None:
    used = {name for names in re.findall(r'class="([^"]+)"', art().pieces) for name in names.split()}
    styled = set(re.findall(r"\.([a-z][\w-]*)", art().styles))
    assert used <= styled


def test_a_content_of_ones_own_still_has_a_picture() -> None:
    game = GAME.with_content({"ghost.1.name": "Aunt <Agatha>", "ghost.1.left": ["HAUNT", "LOSE_QI"]})
    state = game.new(4)
    state.ghosts[0] = 1
    shown = picture(view(state, -1))
    assert "Aunt <Agatha>" in set(ElementTree.fromstring(shown.svg()).itertext())
    assert labels(shown)["ghost-at-N1"].startswith("Aunt <Agatha>")


def test_the_circle_and_the_mantra_cross_pips_out_gs_126() -> None:
    state = first_yang()
    plain = seen(state, ghosts={"N1": "Great Putrid 33"}, circle=None)
    eased = seen(state, ghosts={"N1": "Great Putrid 33"}, circle="green")
    assert picture(plain).fragments["pips-33"].count("gs-pip-green") == 4
    pips = picture(eased).fragments["pips-33"]
    assert (pips.count("gs-pip-green"), pips.count("gs-pip-gone")) == (3, 1)
    assert "needs 3 green" in pips
    changed = [key for key, _ in diff(picture(plain), picture(eased)).changed]
    assert "card-33" not in changed, "the card itself is not sent again"


def test_a_haunting_figure_stands_on_the_card_on_the_icon_and_leaves_an_echo_at_the_edge_gs_037() -> None:
    state = first_yang()
    ghosts: Json = {"S3": "Ghoul 1"}
    card = seen(state, ghosts=ghosts, figures={}, haunted={})
    icon = seen(state, ghosts=ghosts, figures={"S3": 1}, haunted={})
    home = seen(state, ghosts=ghosts, figures={}, haunted={"2,2": 1})
    assert "on the card" in labels(picture(card))["figure-1"]
    assert "first icon" in labels(picture(icon))["figure-1"]
    after = picture(home, since=icon)
    assert "echo-S3" in after.fragments and "on the card" in labels(after)["figure-1"]
    assert "echo-S3" not in picture(home, since=home).fragments


def test_a_haunted_tile_turns_dark_and_counts_gs_047() -> None:
    state = first_yang()
    lit, dark = picture(seen(state, haunted={})), picture(seen(state, haunted={"0,1": 1}))
    assert (
        'class="tile lit"' in lit.fragments["tile-at-0-1"] and 'class="tile haunted"' in dark.fragments["tile-at-0-1"]
    )
    assert {key for key, _ in diff(lit, dark).changed} >= {"tile-at-0-1", "haunted"}
    assert "1 of 3" in labels(dark)["haunted"]


def test_a_taoist_leaves_a_trail_where_he_came_from() -> None:
    state = first_yang()
    key = "NESW"[state.active]
    there = seen(state, **{f"at__{key}": "0,0"})
    here = seen(state, **{f"at__{key}": "2,2"})
    colour = here.boards[state.active].colour
    assert f"trail-{colour}" in picture(here, since=there).fragments
    assert not [part for part in picture(here, since=here).fragments if part.startswith("trail")]
    assert f"taoist-{colour}-figure" in [part for part, _ in diff(picture(there), picture(here)).changed]


def test_the_dead_lie_on_the_cemetery_and_their_board_is_grey_gs_172() -> None:
    state = first_yang()
    board = (state.active + 1) % 4
    state.qi[board] = 1
    lose_qi(state, board, None)
    shown = picture(view(state, -1), names=("Ann", "Bob", "Cy", "Di"))
    colour = view(state, -1).boards[board].colour
    assert "is dead" in labels(shown)[f"taoist-{colour}-figure"]
    assert " dead" in shown.fragments[f"board-{'NESW'[board]}"]
    assert f"power-{colour}" in ids(shown) and "off: its Taoist is dead" in labels(shown)[f"power-{colour}"]


def test_dice_show_their_faces_and_the_captured_one_lies_on_its_card_gs_071() -> None:
    state = first_yang()
    rolled = picture(seen(state, faces=["red", "white"], ghosts={"E2": "Severed Heads 47"}, dice_on={"E2": 1}))
    assert [labels(rolled)[f"dice-{n}"] for n in (1, 2, 3)] == [
        "die 1: red",
        "die 2: white",
        "a die is held by a ghost",
    ]
    assert "captured-E2" in rolled.fragments
    curse = picture(view(state, -1), event=Event("curse rolled", (1, 3)))
    assert labels(curse)["die-of-curse"] == "Curse die: haunts a tile"


def test_the_deck_says_when_wu_feng_comes_and_never_who() -> None:
    state = first_yang()
    shown = picture(view(state, -1))
    where = view(state, -1).deck
    assert f"{where.count} cards" in labels(shown)["deck"] and f"{where.incarnations[0]}" in labels(shown)["deck"]
    hidden = {GAME.tables.names[card] for card in state.unseen_incarnations}
    assert not [name for name in hidden if name in shown.svg()]


def test_seats_are_called_by_the_names_of_their_people() -> None:
    state = first_yang(2)
    shown = picture(view(state, -1), names=("Zoë & Co", "Bo"))
    assert {"Zoë & Co", "Bo", "Neutral"} <= set(ElementTree.fromstring(shown.svg()).itertext())


def test_on_a_phone_the_own_hand_lies_open() -> None:
    state = first_yang()
    now = view(state, -1)
    for seat in range(4):
        colour = next(board.colour for board in now.boards if board.seat == seat)
        shown = picture(now, "tall", seat=seat)
        assert f"qi-{colour}" in shown.fragments and f"fold-{colour}" not in shown.fragments
    active = next(board.colour for board in now.boards if board.active)
    assert f"qi-{active}" in picture(now, "tall").fragments


def test_the_end_is_told_in_the_picture() -> None:
    state = first_yang()
    assert "The village is saved" in labels(picture(seen(state, result="won", stack=[])))["result"]
    assert "result" not in picture(view(state, -1)).fragments


def test_a_notebook_shows_the_picture_with_its_own_art() -> None:
    shown = picture(view(first_yang(), -1))._repr_svg_()
    root = ElementTree.fromstring(shown)
    placed = {node.get("id") for node in root.iter() if node.get("id")}
    assert references(shown) <= {name for name in placed if name}
    assert "gs-ghost-nameless" not in shown, "no drawing of a ghost that is not in play"
    assert len(shown) < 200_000


@pytest.mark.parametrize(
    ("counts", "size", "room"),
    [([1, 0, 0, 0, 1], 26, 92), ([2, 1, 1, 2, 1], 26, 92), ([4, 4, 4, 4, 4], 23, 80), ([9], 26, 80)],
)
def test_tokens_lie_side_by_side_within_their_room(counts: list[int], size: float, room: float) -> None:
    found = [x for pile in spread(counts, size, room) for x in pile]
    assert len(found) == sum(counts)
    assert found == sorted(found) and len(set(found)) == len(found)
    assert found[0] - size / 2 == 0 and found[-1] + size / 2 <= room + 0.1


def test_a_phone_shows_the_word_of_a_name_that_says_most() -> None:
    assert [short(name) for name in ("Hound of Depth", "Creeping One", "Hopping Vampire", "Lich")] == [
        "Hound",
        "Creeping",
        "Vampire",
        "Lich",
    ]

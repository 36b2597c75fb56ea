"""The picture of GHOULASH: everything is there once, named, explained; it moves in small pieces and tells no secret."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from witchboard.engine import play
from witchboard.engine.front import OptionValue
from witchboard.engine.game import PUBLIC, Event
from witchboard.engine.picture import Picture, apply, diff, references
from witchboard.engine.state import State, Watch
from witchboard.engine.stream import stream
from witchboard.games.ghoulash import GAME
from witchboard.games.ghoulash.game import Ghoulash
from witchboard.games.ghoulash.picture import art, picture
from witchboard.games.ghoulash.picture.figure import CENTRES
from witchboard.games.ghoulash.picture.marks import DRAWN
from witchboard.games.ghoulash.picture.notes import STRIP_LETTERS, conditions, strip
from witchboard.games.ghoulash.picture.pencil import line
from witchboard.games.ghoulash.picture.places import Layout
from witchboard.games.ghoulash.sheet import Fight
from witchboard.games.ghoulash.state import Hunt
from witchboard.games.ghoulash.view import View, view
from witchboard.games.ghoulash.workshop import ScenarioShop

LAYOUTS: tuple[Layout, ...] = ("wide", "tall")
NAMES = ("Ann", "Sam", "Mira", "Tomo", "Yara", "Ines")
SCENARIOS = [plan.key for plan in GAME.box.plans]
GROUNDS = {"printed", "drawn-walls"}  # what lies in the ground and is placed a second time
KINDS: list[tuple[int, dict[str, OptionValue]]] = [
    (2, {"hides": "secret", "preset-weak-spots": True}),
    (2, {"hides": "random", "free-stop": True, "warnings": 2}),
    (2, {"hides": "mirror"}),
    (1, {}),
    (4, {"hides": "random"}),
]


def walk(seed: int, scenario: str, players: int = 2, most: int = 500, **options: OptionValue) -> Iterator[Hunt]:
    """The positions of a random game at which somebody or chance is asked, and the last one."""
    luck = random.Random(seed)
    state = GAME.new(players, {"scenario": scenario, **options})
    for _ in range(most):
        if state.over:
            break
        yield state
        step = play.chance(state)
        if step:
            weights = step.weights(state)
            count = step.outcomes(state)
            play.answer(state, luck.choices(range(count), weights)[0] if weights else luck.randrange(count))
        else:
            seat = luck.choice(play.asked(state))
            play.choose(state, seat, luck.choice(play.options(state, seat)))
    yield state


def shown(state: Hunt, seat: int = 0, layout: Layout = "wide", event: Event | None = None) -> Picture:
    return drawn(view(state, seat), layout, event)


def drawn(seen: View, layout: Layout = "wide", event: Event | None = None, seat: int = -1) -> Picture:
    return picture(seen, GAME.map(seen.scenario), layout, names=NAMES, seat=seat, event=event)


def ids(shown: Picture) -> list[str]:
    return re.findall(r' id="([^"]+)"', shown.svg())


def labels(shown: Picture) -> dict[str, str]:
    root = ElementTree.fromstring(shown.svg())
    return {node.get("id", ""): node.get("aria-label", "") for node in root.iter() if node.get("aria-label")}


def asked(kind: str, scenario: str = "GH-S02", seed: int = 4, **options: OptionValue) -> Hunt:
    """The first position of a random game at which a decision of that kind is asked, of the first player."""
    for at in range(seed, seed + 20):
        for state in walk(at, scenario, hides="random", first=1, **options):
            if state.stack and type(state.stack[-1]).__name__ == kind and play.asked(state) == [0]:
                return state.clone()
    raise LookupError(kind)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_pictures_of_whole_games_are_well_made(scenario: str, layout: Layout) -> None:
    notes = GAME.notes()
    for number, (players, options) in enumerate(KINDS):
        for at, state in enumerate(walk(30 + number, scenario, players, 160, **options)):
            if at % 20:
                continue
            for observer in (at // 20 % players, PUBLIC):
                now = shown(state, observer, layout)
                found = ids(now)
                assert len(found) == len(set(found)), "an id stands twice"
                assert not set(found) & set(art().definitions), "a placed piece has the id of its symbol"
                assert references(now.svg()) <= set(art().definitions) | GROUNDS, "a symbol is missing"
                for key, svg in now.fragments.items():
                    assert svg.startswith(f'<g id="{key}"')
                for node in ElementTree.fromstring(now.svg()).iter():
                    assert "style" not in node.attrib
                    if node.get("role") == "img":
                        assert node.get("aria-label")
                    for key in node.get("data-rule", "").split():
                        assert key in notes, key


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_that_can_be_chosen_is_in_the_picture(scenario: str, layout: Layout) -> None:
    for number, (players, options) in enumerate(KINDS):
        for at, state in enumerate(walk(number, scenario, players, 160, **options)):
            if at % 6:
                continue
            for seat in play.asked(state):
                found = set(ids(shown(state, seat, layout)))
                for choice in GAME.choices(state, seat):
                    assert set(choice.targets) <= found, choice
                draft = GAME.draft(state, seat)
                if draft:
                    assert {key for _, key, _ in [*draft.pieces, *draft.places]} <= found
                    assert {sign for _, sign in draft.signs} <= set(art().definitions)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("hides", ["secret", "random"])
def test_a_page_that_applies_each_change_has_the_picture(layout: Layout, hides: str) -> None:
    page: dict[str, str] = {}
    last: Picture | None = None
    sizes = []
    for state in walk(8, "GH-S01", hides=hides):
        now = shown(state, 1, layout)
        change = diff(last, now)
        page = dict(now.fragments) if change.whole else apply(page, change)
        assert list(page.items()) == list(now.fragments.items())
        if last is not None and not change.whole:
            moved = [key for key, _, _ in change.came if key in last.fragments]
            assert not moved, "a piece that stays keeps its place in the order, so that it can glide"
            sizes.append(change.size())
        last = now
    assert sorted(sizes)[len(sizes) // 2] < 3000, "frames are small"


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("scenario", ["GH-S02", "GH-S05", "GH-S08", "GH-S10"])
def test_a_seats_picture_tells_no_secret_gh_145(scenario: str, layout: Layout) -> None:
    luck = stream("worlds", scenario)
    other = 0
    for at, state in enumerate(walk(5, scenario, hides="secret")):
        if at % 23:
            continue
        for seat in (0, 1):
            mine = shown(state, seat, layout).svg()
            known = GAME.know(state, seat)
            for _ in range(3):
                world = GAME.imagine(known, luck)
                other += world.hide != state.hide
                assert shown(world, seat, layout).svg() == mine
    assert other, "the worlds differ"


def test_spectators_see_no_icon_that_has_not_come_out_gh_149() -> None:
    state = asked("Move")
    for grid in view(state, 0).grids:
        assert (grid.hidden is not None) == (grid.keeper == 0)
    hidden = [key for key in shown(state, PUBLIC).fragments if key.startswith(("hid-", "found-"))]
    finds = {(grid.explorer, find.square) for grid in view(state, PUBLIC).grids for find in grid.finds}
    assert len(hidden) == len(finds)
    kept = [key for key in shown(state, 0).fragments if key.startswith("hid-")]
    assert len(kept) > len([key for key in hidden if key.startswith("hid-")])


def test_the_other_ones_walk_is_not_in_a_mirror_game_gh_196() -> None:
    for at, state in enumerate(walk(2, "GH-S04", hides="mirror")):
        if at % 17 or state.over or view(state, 0).phase != "play":
            continue
        found = shown(state, 0)
        assert not [key for key in found.fragments if key.startswith(("opp-", "hid-"))]
        assert "unseen" in labels(found)["veil"] and "other-1" in found.fragments


def test_others_are_ready_or_not_and_nothing_else_gh_029() -> None:
    state = next(walk(1, "GH-S02", hides="secret"))
    before = shown(state, 0)
    for option in GAME.drafting.line(state, 1, GAME.drafting.fill(state, 1, (), stream("fill")) or ())[:-1]:
        play.choose(state, 1, option)
        assert shown(state, 0).svg() == before.svg()
    play.choose(state, 1, play.options(state, 1)[0])
    assert [key for key, _ in diff(before, shown(state, 0)).changed] == ["ready-1"]
    assert labels(shown(state, 0))["ready-1"] == "Sam is ready"
    assert (
        labels(shown(state, 0))["ready-0"] == "You are hiding" and labels(shown(state, 1))["ready-1"] == "You are ready"
    )
    assert ">You are ready</text>" in shown(state, 1).fragments["ready-1"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_pencil_line_never_changes_once_it_is_drawn(layout: Layout) -> None:
    finished: dict[str, str] = {}
    for state in walk(3, "GH-S02", hides="random"):
        seen = view(state, 0)
        now = drawn(seen, layout)
        for grid, kind in zip(seen.grids, ("own", "opp")):
            done = {turn.number for turn in grid.trail if turn.end}
            for key, svg in now.fragments.items():
                match = re.match(rf"{kind}-turn-(\d+)", key)
                if match and int(match[1]) in done:
                    assert finished.setdefault(key, svg) == svg
    assert len(finished) > 10


def test_a_line_depends_on_its_seed_alone() -> None:
    points = [(0.0, 0.0), (90.0, 0.0), (90.0, 54.0)]
    assert line(points, "GH-S02 1") == line(points, "GH-S02 1") != line(points, "GH-S02 2")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_six_numbers_keep_their_places_and_misses_are_crossed_out_gh_175(layout: Layout) -> None:
    state = asked("Shot")
    seen = view(state, 0)
    places = {}
    for missed in ((), (5,), (5, 1, 3)):
        fight = seen.grids[0].fight
        assert isinstance(fight, Fight)
        now = drawn(changed(seen, fight=fight, missed=missed), layout)
        for number in range(1, 7):
            svg = now.fragments[f"aim-{number}"]
            assert ("gh-shot-cross" in svg) == (number in missed)
            assert ("missed" in labels(now)[f"aim-{number}"]) == (number in missed)
            spot = re.search(r"translate\({:g} {:g}\)".format(*CENTRES[number]), svg)
            assert spot and places.setdefault(number, spot[0]) == spot[0]
            assert ("missed" in now.fragments[f"area-{number}"]) == (number in missed)
        assert f"{6 - len(missed)} numbers left" in labels(now)["card-facts"]


def changed(seen: View, fight: Fight, **changes: object) -> View:
    """The view with another fight of the first explorer."""
    first, *others = seen.grids
    values = {name: getattr(fight, name) for name in fight.__struct_fields__} | changes
    grid = {name: getattr(first, name) for name in first.__struct_fields__} | {"fight": Fight(**values)}
    whole = {name: getattr(seen, name) for name in seen.__struct_fields__}
    return View(**whole | {"grids": (type(first)(**grid), *others)})


def test_a_queen_wears_a_crown_and_has_two_layers_gh_119() -> None:
    state = asked("Shot", "GH-S10")
    seen = view(state, 0)
    queen = Fight("queen", 60, 2, 2, (4,), 3, 1)
    now = drawn(changed(seen, fight=queen))
    assert "gh-ghoul-crown" in now.fragments["area-2"] and "gh-ghoul-gown" in now.fragments["area-4"]
    facts = now.fragments["card-facts"]
    assert (facts.count("#gh-layer-shed"), facts.count('#gh-layer"')) == (1, 1)


def test_every_wound_is_a_cross_and_meters_used_up_are_struck_out_gh_125() -> None:
    seen_used = 0
    for state in walk(11, "GH-S01", most=1500, hides="random"):
        if view(state, 0).phase != "play":
            continue
        grid = view(state, 0).grids[0]
        now = shown(state, 0)
        assert sum(key.startswith("wound-") for key in now.fragments) == min(grid.meters[-1], grid.meter)
        assert f"{grid.meters[-1]} of {grid.meter} wounds" in labels(now)["meter"]
        assert now.fragments["meters"].count("struck") == len(grid.meters) - 1
        seen_used = max(seen_used, len(grid.meters))
    assert seen_used > 1, "a kit was used"


def test_the_briefing_counts_what_has_come_out_gh_170() -> None:
    state = asked("Shot")
    counts = {one.icon: one for one in view(state, 0).grids[0].counts}
    for layout in LAYOUTS:
        found = labels(shown(state, 0, layout))
        for icon, one in counts.items():
            assert f"{one.found} of {one.hidden} found" in found[f"count-{icon}"]


def test_explored_squares_are_marked_as_well_as_tinted() -> None:
    state = asked("Shot")
    grid = view(state, 0).grids[0]
    rows = [svg for key, svg in shown(state, 0).fragments.items() if key.startswith("own-seen-")]
    dots = sum(len(re.findall("h0", svg)) for svg in rows)
    assert dots == grid.explored.count("1") > 1 and all('class="lit"' in svg for svg in rows)


def test_after_the_end_both_grids_lie_open_from_ones_own_side_gh_150() -> None:
    *_, state = walk(6, "GH-S00", most=4000, hides="random")
    assert state.over
    open_ = view(state, -2)
    assert all(grid.hidden for grid in open_.grids)
    for seat in (0, 1):
        now = drawn(open_, seat=seat)
        grid = open_.grids[seat]
        assert grid.hidden is not None
        lying = {GAME.map("GH-S00").names[find.square] for find in (*grid.hidden.icons, *grid.finds)}
        assert {key[6:] for key in now.fragments if key.startswith("found-")} == lying
        assert "result" in now.fragments and labels(now)["pin-own"].startswith("You at")


def test_doorways_that_may_be_blocked_show_what_is_known_of_them_gh_070() -> None:
    tried: set[str] = set()
    for state in walk(9, "GH-S08", most=900, hides="random"):
        grid = view(state, 0).grids[0]
        known, found = dict(grid.doors), labels(shown(state, 0))
        for number, name in enumerate(state.plan.door_names):
            if view(state, 0).phase == "play":
                words = {"open": "open", "blocked": "blocked"}.get(known.get(name, ""), "may be blocked")
                assert found[f"own-gate-{number}"] == f"doorway {name}: {words}"
                tried.add(words)
    assert tried >= {"open", "may be blocked"}


def test_every_icon_of_the_box_is_drawn_and_others_get_a_box_or_a_warning() -> None:
    icons = {line.icon for plan in GAME.box.plans for line in plan.lines}
    assert icons <= DRAWN
    assert {f"gh-icon-{icon}" for icon in DRAWN} | {"gh-icon-item", "gh-icon-trap"} <= set(art().definitions)


def test_every_doorway_of_a_map_is_drawn_once() -> None:
    for plan in GAME.box.plans:
        state = next(walk(1, plan.key, hides="random"))
        walls = shown(state, 0).fragments["walls-own"]
        art_ = next(one.map.art for one in GAME.content.scenarios if one.id == plan.key)
        assert walls.count("#gh-door") == art_.count("=")
        assert walls.count("#gh-lock") == len(re.findall("[1-9]", art_))
        assert walls.count('#gh-exit"') == art_.count("!")


def test_the_art_has_no_styles_and_no_missing_references() -> None:
    root = ElementTree.fromstring(art().pieces)
    assert all("style" not in node.attrib for node in root.iter())
    assert references(art().pieces) <= set(art().definitions)
    names = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(names) == len(set(names)) and all(name is not None and name.startswith("gh-") for name in names)


def test_every_class_of_the_art_is_in_the_style_sheet() -> None:
    used = {name for names in re.findall(r'class="([^"]+)"', art().pieces) for name in names.split()}
    styled = set(re.findall(r"\.([a-z][\w-]*)", art().styles))
    assert used <= styled


def test_no_motion_moves_what_a_ring_is_laid_over() -> None:
    """The page measures the `hit` of what may be chosen, also while it moves: so of such a piece only drawings move."""
    styles = re.sub(r"/\*.*?\*/", "", art().styles, flags=re.S)
    frames = re.findall(r"@keyframes ([\w-]+) \{(.*)\}", styles)
    movers = {name for name, steps in frames if re.search("transform|translate|scale", steps)}
    fragments = [*shown(asked("Shot")).fragments.values(), *shown(asked("Move", "GH-S08")).fragments.values()]
    rules = re.findall(r"^ *([^{}]*) \{ animation: ([\w-]+)", styles, re.M)
    assert {name for _, name in rules} == {name for name, _ in frames}
    for selector, name in rules:
        if name in movers and not selector.endswith("use"):
            piece = set(re.split(r"\W+", selector.strip(" .").split(" ")[0])) - {"came", "changed"}
            moved = [svg for svg in fragments if piece <= set(re.findall(r'class="([^"]*)', svg)[0].split())]
            assert not [svg for svg in moved if 'class="hit"' in svg], selector


def test_a_notebook_shows_the_picture_with_its_own_art() -> None:
    svg = shown(asked("Shot"))._repr_svg_()
    root = ElementTree.fromstring(svg)
    placed = {node.get("id") for node in root.iter() if node.get("id")}
    assert references(svg) <= {name for name in placed if name}
    assert "gh-icon-serum" not in svg, "no drawing of what is not in play"


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_text_picture_keeps_its_width_and_tells_no_secret(width: int) -> None:
    luck = stream("text", width)
    for at, state in enumerate(walk(5, "GH-S02", hides="secret")):
        if at % 40:
            continue
        text = GAME.text(state, 0, width)
        plain = re.sub(r"\[/?[a-z ]*\]", "", text)
        assert max(map(len, plain.splitlines())) <= width
        assert GAME.text(GAME.imagine(GAME.know(state, 0), luck), 0, width) == text
        if view(state, 0).phase == "play" and state.at[0] >= 0:
            assert "@" in plain and "Found: Ghouls" in plain


def test_at_the_last_hit_the_figure_falls_and_its_number_is_shown() -> None:
    state = asked("Shot")
    told: list[tuple[str, Picture]] = []

    class Painter(Watch):
        def tell(
            self, state: State, kind: str, values: tuple[int, ...] = (), audience: int = -1, reveals: bool = False
        ) -> None:
            assert isinstance(state, Hunt)
            told.append((kind, shown(state, 0, event=Event(kind, values))))

    number = int(state.weak[0]) + 1
    play.choose(state, 0, number - 1, Painter())
    seen = dict(told)
    assert labels(seen["hit"])[f"aim-{number}"].endswith("the weak spot")
    assert all("fallen" in seen["destroyed"].fragments[f"area-{area}"] for area in range(1, 7))
    assert labels(seen["destroyed"])["card-facts"] == "It is destroyed."
    assert "card" not in shown(state, 0).fragments


def test_where_to_start_lies_free_on_a_phone() -> None:
    state = asked("Start", "GH-S03")
    assert "card" in shown(state, 0, "wide").fragments
    assert not {"card", "card-head", "card-grip"} & set(shown(state, 0, "tall").fragments)


def test_the_six_numbers_lie_above_the_letters_on_a_phone() -> None:
    """GH-153: while weak spots are fixed they cover no column of the largest map."""
    state = GAME.new(2, {"scenario": "GH-S03", "hides": "secret", "preset-weak-spots": True})
    picture = shown(state, 0, "tall")
    letters = [float(y) for y in re.findall(r'y="([\d.-]+)" class="rim" text-anchor="middle">[A-U]<', picture.ground)]
    placed = [re.search(r"translate\(([\d.-]+) ([\d.-]+)\)", picture.fragments[f"aim-{area}"]) for area in range(1, 7)]
    top = float(picture.box.split()[1])
    for found in placed:
        assert found and top <= float(found[2]) - 17 and float(found[2]) + 17 <= min(letters) - 8


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_column_letters_lie_below_the_briefing_on_a_desktop(scenario: str) -> None:
    """The card ends at 113 and is turned by a degree: at its right edge it reaches down to 115."""
    ground = GAME.lobby(1, GAME.settle_options(1, {"scenario": scenario}), "wide").ground
    levels = [float(y) for y in re.findall(r'y="([\d.]+)" class="rim" text-anchor="middle">[A-Z]<', ground)]
    assert min(levels) - 0.74 * 15 >= 115.5


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_phone_shows_the_notes_of_the_pad(scenario: str) -> None:
    """GH-164, GH-170: turn and limit, the room left and news, in a line below the sheet; all of it when tapped."""
    for at, state in enumerate(walk(7, scenario, 1, 240)):
        if at % 40 or view(state, 0).phase != "play":
            continue
        wide, tall = shown(state, 0), shown(state, 0, "tall")
        assert labels(tall)["notes"] == labels(wide)["notes"]
        head = f"Your turn {max(1, int(state.turns[0]))} of {int(state.limit)}."
        assert labels(tall)["notes"].startswith(head)
        [(level, line)] = re.findall(r'y="([\d.]+)" class="t16">(.+?)</text>', tall.fragments["notes"])
        assert 520 < float(level) <= float(tall.box.split()[3]) - 4
        line, _, room = line.partition(' <tspan class="room">')
        assert line.startswith(head) and len(line) + len(room.removesuffix("</tspan>")) < STRIP_LETTERS
        assert bool(room) >= ("Room for" in labels(wide)["notes"])


def test_a_phone_tells_the_room_in_few_letters() -> None:
    state = asked("Move", "GH-S06")
    assert (
        ">Room: Ghouls abcdefghij\N{NO-BREAK SPACE}2; valve wheels abcdefghij\N{NO-BREAK SPACE}1.<"
        in (shown(state, 0, "tall").fragments["notes"])
    )


def test_on_a_phone_news_come_before_what_always_holds() -> None:
    """GH-047: where not all finds room the room in buildings and the briefing give way; all the same it is read out."""
    [condition] = conditions(GAME.map("GH-S04"))
    stalled = "7 turns without progress: from 8 on each costs a wound."
    drawn_ = strip((stalled, condition), "Your turn 30 of 60", 1, "Room: Ghouls abcdefghijklmn\N{NO-BREAK SPACE}1.")
    [shown_] = re.findall(r">([^<>]+)</text>", drawn_)
    assert shown_ == f"Your turn 30 of 60. {stalled}"
    assert condition in drawn_


def test_a_limit_of_turns_is_told_of_several_too() -> None:
    """GH-048."""
    state = asked("Move", "GH-S01", **{"turn-limit": 30})
    for layout in LAYOUTS:
        assert labels(shown(state, 0, layout))["notes"].startswith("Your turn 1 of 30.")
        assert labels(shown(state, 1, layout))["notes"].startswith("Ann: turn 1 of 30.")


def test_the_card_of_the_end_folds_away_on_a_phone() -> None:
    *_, state = walk(3, "GH-S00", most=3000, hides="random")
    assert state.over
    assert "card-grip" in shown(state, 0, "tall").fragments


@pytest.mark.parametrize(("players", "words"), [(1, "The grid lies"), (2, "Both grids lie"), (3, "All grids lie")])
def test_the_end_says_how_many_grids_lie_open(players: int, words: str) -> None:
    *_, state = walk(3, "GH-S00", players, most=3000, hides="random", **{"turn-limit": 3})
    assert state.over
    assert f"{words} open now." in labels(shown(state))["result"]


def largest(folder: Path) -> Ghoulash:
    """A scenario of one's own, as large and full as a file may be: 26 by 26 squares, 30 Ghouls."""
    shop = ScenarioShop(GAME)
    art_, size = "\n".join(["+-" * 26 + "+", *["|" + " ".join("a" * 26) + "|", "+ " * 26 + "+"] * 26][:-1]), 26
    text = re.sub(r'art = """.*?"""', f'art = """\n{art_}\n{"+-" * size}+\n"""', shop.blank("BIG", "Big"), flags=re.S)
    text = text.replace("cols = 6\nrows = 5", f"cols = {size}\nrows = {size}").replace("max_per_area = 2", "")
    path = folder / "big.toml"
    path.write_text(text.replace('"1-C"', '"1-A"').replace("count = 3", "count = 30"), encoding="utf-8")
    return GAME.with_content(shop.changes(path))


def test_a_map_as_large_as_may_be_keeps_its_letters_and_numbers_apart(tmp_path: Path) -> None:
    game = largest(tmp_path)
    state = game.new(2, {"scenario": "BIG", "hides": "random"})
    while play.chance(state):
        play.answer(state, 0)
    sizes: tuple[tuple[Layout, float], ...] = (("wide", 15.0), ("wide", 12.0), ("tall", 15.6))
    for layout, size in sizes:
        ground = picture(view(state, 0), game.map("BIG"), layout).ground
        [rims] = re.findall(rf'<g class="rims" font-size="{size:g}" aria-hidden="true">(.*?)</g>', ground)[:1]
        rows = sorted({float(y) for y in re.findall(r'y="([\d.]+)" class="rim">', rims)})
        columns = sorted(
            {float(x) for x in re.findall(r'x="([\d.]+)" y="[\d.]+" class="rim" text-anchor="middle"', rims)}
        )
        assert len(rows) >= 13 and min(b - a for a, b in pairwise(rows)) >= 0.8 * size
        assert len(columns) >= 13 and min(b - a for a, b in pairwise(columns)) >= 0.65 * size


def test_many_pieces_of_a_kind_are_told_apart_on_the_palette(tmp_path: Path) -> None:
    """Thirty lie on heaps, of which each shows most of its uppermost; twelve each by itself."""
    game = largest(tmp_path)
    for state, icon, pieces, spots in (
        (game.new(2, {"scenario": "BIG", "hides": "secret"}), "ghoul", 30, 16),
        (GAME.new(2, {"scenario": "GH-S03", "hides": "secret"}), "ghoul", 12, 12),
    ):
        [line] = [line for line in state.plan.lines if line.icon == icon]
        assert line.count == pieces
        drawn_ = picture(view(state, 0), game.map(state.plan.key), "wide").fragments
        lefts = [
            float(re.findall(r"translate\(([\d.]+) ", drawn_[f"piece-{line.first + nth}"])[0]) for nth in range(pieces)
        ]
        places = sorted(set(lefts))
        assert len(places) == spots and lefts == sorted(lefts)
        assert min(b - a for a, b in pairwise(places)) >= 0.7 * 26 and places[-1] + 26 <= 976


def test_a_building_and_its_room_stay_on_one_line() -> None:
    for state in walk(2, "GH-S06", hides="random", most=6):
        lines_ = re.findall(r">([^<]*)</text>", shown(state, 0).fragments.get("notes", ""))
        assert not [line for line in lines_ if re.match(r"\d|, ", line)]

"""Pictures of fragments: what changes between two, what a page makes of it, which art a notebook needs."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from witchboard.engine.picture import Art, Change, Picture, apply, data, diff, group, hit, place, use, write

PIECES = """<svg xmlns="http://www.w3.org/2000/svg"><defs>
<symbol id="x-stone" viewBox="0 0 2 2"><use href="#x-dot"/><path fill="url(#x-light)" d="M0 0"/></symbol>
<symbol id="x-dot" viewBox="0 0 2 2"><circle r="1"/></symbol>
<linearGradient id="x-light"/>
<symbol id="x-other" viewBox="0 0 2 2"/>
</defs></svg>"""
ART = Art(PIECES, ".a { fill: red; }")


def picture(fragments: dict[str, str], ground: str = "<rect/>", box: str = "0 0 9 9") -> Picture:
    return Picture(ART, "tiny", "A table", box, ground, fragments)


fragments = st.lists(
    st.tuples(st.sampled_from("abcdefgh"), st.integers(0, 2)), max_size=8, unique_by=lambda f: f[0]
).map(lambda pairs: {key: f"{key}{state}" for key, state in pairs})


@given(fragments, fragments)
def test_a_page_that_applies_the_difference_has_the_new_picture(old: dict[str, str], new: dict[str, str]) -> None:
    change = diff(picture(old), picture(new))
    assert list(apply(old, change).items()) == list(new.items())


@given(fragments)
def test_nothing_changes_between_equal_pictures(same: dict[str, str]) -> None:
    assert not diff(picture(same), picture(dict(same)))


def test_what_stays_in_its_order_is_not_sent_again() -> None:
    old = {"a": "a0", "b": "b0", "c": "c0", "d": "d0"}
    new = {"a": "a0", "n": "n0", "c": "c1", "d": "d0"}
    assert diff(picture(old), picture(new)) == Change((("c", "c1"),), (("n", "n0", "a"),), ("b",))


def test_another_ground_is_sent_as_a_whole() -> None:
    there = picture({"a": "a0"})
    for other in (picture({"a": "a0"}, ground="<path/>"), picture({"a": "a0"}, box="0 0 1 1")):
        assert diff(there, other) == Change(whole=other.svg())
    assert diff(None, there).whole == there.svg()


def test_another_name_is_sent_as_a_whole() -> None:
    """The style sheet draws by it: what is the same on paper may look otherwise."""
    there = picture({"a": "a0"})
    other = replace(there, name="tests dark")
    assert diff(there, other) == Change(whole=other.svg())


def test_a_change_of_what_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        apply({"a": "a0"}, Change(changed=(("b", "b1"),)))


def test_the_size_of_a_change_counts_bytes() -> None:
    assert Change((("a", "é"),), (("b", "xy", "a"),), ("c",)).size() == 1 + 2 + 1 + 2 + 1 + 1


def test_a_notebook_gets_just_the_art_it_shows_and_the_style_sheet() -> None:
    shown = picture({"a": group("a", [use("x-stone")])})._repr_svg_()
    root = ElementTree.fromstring(shown)
    assert {node.get("id") for node in root.iter() if node.get("id")} == {"a", "x-stone", "x-dot", "x-light"}
    assert ".a { fill: red; }" in shown
    page = picture({"a": group("a", [use("x-stone")])}).svg()
    assert "<style>" not in page and "symbol" not in page


def test_words_of_people_are_escaped_everywhere() -> None:
    nasty = "<script>\"&'"
    svg = picture({"a": group("a", [write(1, 2, nasty)], label=nasty)}).svg()
    root = ElementTree.fromstring(svg)
    piece = root.find(".//g")
    assert piece is not None and piece.get("aria-label") == nasty and piece.findtext("text") == nasty


def test_a_fragment_says_where_it_is_what_it_is_and_whence_it_comes() -> None:
    svg = group(
        "a", [hit(3, 4)], "on", place(1.5, 2, 90, 2), "A thing", "about-it", data(ring="round", from_="b", to="")
    )
    piece = ElementTree.fromstring(svg)
    assert dict(piece.items()) == {
        "id": "a",
        "class": "on",
        "transform": "translate(1.5 2) rotate(90) scale(2)",
        "data-rule": "about-it",
        "role": "img",
        "aria-label": "A thing",
        "data-ring": "round",
        "data-from": "b",
    }
    assert ElementTree.fromstring(group("b", [])).get("aria-hidden") == "true"

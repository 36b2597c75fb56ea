"""Composing before committing: the page edits in any order, the table checks (UX; "drafts")."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Opener
from .fake import FakeTable, ask, asked, board, frame, piece, whole

pytestmark = pytest.mark.browser

PIECES = [[1, "ghoul-1", "First"], [2, "ghoul-2", "Second"]]
PLACES = [[10, "sq-0-0", "Square 0 0"], [11, "sq-1-0", "Square 1 0"], [12, "sq-2-0", "Square 2 0"]]


def opened(table: FakeTable) -> FakeTable:
    picture = board()
    picture["fragments"] += [piece("ghoul-1", 0, 2), piece("ghoul-2", 1, 2)]
    draft = {
        "pieces": PIECES,
        "places": PLACES,
        "pairs": [],
        "counts": [["Pieces", 0, 2]],
        "faults": [],
        "ready": False,
    }

    def check(up: dict[str, object]) -> list[dict[str, object]]:
        pairs = [[1, 10], [2, 12]] if up["t"] == "fill" else up["pairs"]
        assert isinstance(pairs, list)
        near = pairs == [[1, 10], [2, 11]]
        faults = [{"words": "Too near.", "rule": "TT-002", "element": [2, 11]}] if near else []
        ready = len(pairs) == 2 and not near
        return [
            {
                "t": "draft",
                "id": up["id"],
                "seat": 0,
                "pairs": pairs,
                "counts": [["Pieces", len(pairs), 2]],
                "faults": faults,
                "ready": ready,
            }
        ]

    table.answers = {"draft": check, "fill": check}
    table.open(whole([ask([], draft=draft, kind="Hide")], picture))
    table.settle()
    return table


def test_pieces_go_one_after_another_and_faults_show_at_their_place(table: FakeTable) -> None:
    page = opened(table).page
    page.click('[data-target="sq-0-0"]')
    assert table.wait_for("draft")["pairs"] == [[1, 10]]
    expect(page.locator(".chip[aria-pressed=true]")).to_have_text("Second")
    page.click('[data-target="sq-1-0"]')
    assert table.wait_for("draft", 2)["pairs"] == [[1, 10], [2, 11]]
    expect(page.locator("#wb-draft .faults")).to_have_text("Too near. TT-002")
    expect(page.locator('[data-target="sq-1-0"].fault')).to_be_visible()
    expect(page.locator("#wb-draft >> text=Ready")).to_be_disabled()
    assert page.locator('[data-target="sq-1-0"] use').get_attribute("href") == "#ghoul-2"
    page.click('[data-target="sq-1-0"]')
    page.click('[data-target="sq-2-0"]')
    assert table.wait_for("draft", 4)["pairs"] == [[1, 10], [2, 12]]
    page.click("#wb-draft >> text=Ready")
    assert table.wait_for("ready")["pairs"] == [[1, 10], [2, 12]]


def test_a_piece_is_taken_in_hand_from_the_list_or_the_picture(table: FakeTable) -> None:
    page = opened(table).page
    page.click("#ghoul-2")
    page.click('[data-target="sq-2-0"]')
    assert table.wait_for("draft")["pairs"] == [[2, 12]]


def test_do_it_for_me(table: FakeTable) -> None:
    page = opened(table).page
    page.click("text=Do it for me")
    table.wait_for("fill")
    expect(page.locator("#wb-draft .full")).to_have_text("Pieces 2/2")
    expect(page.locator("#wb-draft >> text=Ready")).to_be_enabled()


def heaps(table: FakeTable) -> FakeTable:
    """Two alike and one of another kind, which may not go on the first square."""
    pieces = [[1, "bag-hat", "Hat"], [2, "bag-hat", "Hat"], [3, "bag-coin", "Coin"]]
    signs = {"Hat": "s-hat", "Coin": "s-coin"}

    def judged(pairs: list[list[int]]) -> dict[str, object]:
        return {"pairs": pairs, "counts": [], "faults": [], "ready": False, "barred": {"Coin": [10]}}

    table.answers = {"draft": lambda up: [{"t": "draft", "id": up["id"], "seat": 0, **judged(up["pairs"])}]}
    draft = {"pieces": pieces, "places": PLACES, "signs": signs, **judged([])}
    table.open(whole([ask([], draft=draft, kind="Hide")]))
    table.settle()
    return table


def test_alike_pieces_are_one_heap_and_go_one_after_another(table: FakeTable) -> None:
    page = heaps(table).page
    chips = page.locator("#wb-draft .chip")
    expect(chips).to_have_text(["Hat ×2", "Coin"])
    page.click('[data-target="sq-1-0"]')
    assert table.wait_for("draft")["pairs"] == [[1, 11]]
    expect(chips).to_have_text(["Hat ×1", "Coin"])
    expect(page.locator('[data-target="sq-1-0"] use')).to_have_attribute("href", "#s-hat")
    page.click('[data-target="sq-0-0"]')
    assert table.wait_for("draft", 2)["pairs"] == [[1, 11], [2, 10]]
    expect(page.locator(".chip[aria-pressed=true]")).to_have_text("Coin")


def test_where_the_piece_in_hand_may_not_go_is_not_marked(table: FakeTable) -> None:
    page = heaps(table).page
    expect(page.locator("#wb-marks button")).to_have_count(3)
    page.click("#wb-draft .chip:nth-child(2)")
    expect(page.locator("#wb-marks button")).to_have_count(2)
    expect(page.locator('[data-target="sq-0-0"]')).to_have_count(0)


def test_several_pieces_on_one_place_are_all_shown_and_taken_up_by_kind(table: FakeTable) -> None:
    page = heaps(table).page
    page.click('[data-target="sq-1-0"]')
    table.wait_for("draft")
    table.settle()
    page.click("#wb-draft .chip:nth-child(2)")
    page.click('[data-target="sq-1-0"]')
    assert table.wait_for("draft", 2)["pairs"] == [[1, 11], [3, 11]]
    expect(page.locator('[data-target="sq-1-0"] use')).to_have_count(2)
    expect(page.locator(".chip[aria-pressed=true]")).to_contain_text("Hat")
    table.settle()
    page.click('[data-target="sq-1-0"]')
    assert table.wait_for("draft", 3)["pairs"] == [[3, 11]]


def test_behind_the_curtain_nothing_is_left_of_a_draft(table: FakeTable) -> None:
    page = opened(table).page
    page.click("text=Do it for me")
    expect(page.locator("#wb-draft .full")).to_have_text("Pieces 2/2")
    page.hover('[data-target="sq-0-0"]')
    table.say(asked(2, curtain={"seat": 1, "name": "Ines"}))
    expect(page.locator("#wb-curtain")).to_be_visible()
    assert page.inner_html("#wb-draft") == page.inner_html("#wb-marks") == page.inner_html("#wb-tip") == ""
    assert page.inner_text("#wb-urgent") == "Pass the device to Ines."


def test_on_a_phone_only_what_the_chips_don_t_say_is_counted(tables: Opener) -> None:
    table = opened(tables("phone"))
    counts = [["First", 0, 1], *([f"First in {place}", 1, 2] for place in "abcdefghij")]
    kept = {"pieces": PIECES, "places": PLACES, "pairs": [], "counts": counts, "faults": [], "ready": False}
    table.say(asked(2, ask([], draft=kept, kind="Hide")))
    page = table.page
    expect(page.locator("#wb-draft .counts")).to_contain_text("First in j 1/2")
    expect(page.get_by_text("First 0/1")).to_be_hidden()
    row = page.locator("#wb-draft .counts")
    assert row.evaluate("row => row.scrollHeight > row.clientHeight && getComputedStyle(row).overflowY") == "auto"


def test_while_what_follows_is_shown_nothing_is_composed_any_more(table: FakeTable) -> None:
    page = opened(table).page
    expect(page.locator("#wb-draft")).to_be_visible()
    table.say(frame(2, "Ines moves first", piece("tok", 1, 1), beat=1500), asked(2))
    expect(page.locator("#wb-what")).to_have_text("Ines moves first")
    expect(page.locator("#wb-draft")).to_be_hidden()
    expect(page.locator("#wb-draft button")).to_have_count(0)

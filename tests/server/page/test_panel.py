"""What stands beside the picture: seats, talk, undo, windows, the lobby, the curtain, the end, the rules, the menu."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Opener
from .fake import FakeTable, ask, asked, choice, frame, seat, whole

pytestmark = pytest.mark.browser


def test_undo_says_what_it_undoes_or_why_it_is_barred(table: FakeTable) -> None:
    table.open()
    undo = table.page.locator("#wb-undo")
    expect(undo).to_have_text("Undothe latest step")
    undo.click()
    sent = table.wait_for("undo")
    assert (sent["seat"], sent["q"]) == (0, 1)
    table.say(asked(2, ask(q=2, undo={"can": False, "words": "The dice have fallen."})))
    expect(undo).to_have_attribute("aria-disabled", "true")
    expect(undo).to_have_attribute("title", "The dice have fallen.")


def test_seats_show_who_is_asked_away_or_a_bot(table: FakeTable) -> None:
    people = [seat(0, "You", "you"), seat(1, "Ines", "person", here=False), seat(2, "Tomo", active=False, asked=True)]
    table.open(whole(seats=people))
    rows = table.page.locator(".seat")
    expect(rows.nth(0)).to_have_attribute("aria-current", "true")
    expect(rows.nth(1)).to_contain_text("away")
    expect(rows.nth(2)).to_contain_text("bot · chooses")
    expect(rows.nth(2)).to_contain_text("3")


def test_the_host_hands_a_seat_to_a_bot_and_back_and_removes_at_the_second_click(table: FakeTable) -> None:
    table.open(whole(seats=[seat(0, "You", "you"), seat(1, "Ines", "person"), seat(2, "Tomo")]))
    page = table.page
    page.click(".seat >> nth=1")
    page.click("text=Let Random play for this seat")
    assert (table.wait_for("bot")["seat"], table.sent[-1]["bot"]) == (1, "random")
    page.keyboard.press("Escape")
    page.click(".seat >> nth=2")
    page.click("text=Take it back from the bot")
    assert (table.wait_for("bot", 2)["seat"], table.sent[-1]["bot"]) == (2, "")
    page.keyboard.press("Escape")
    page.click(".seat >> nth=1")
    page.click("text=Remove from the table")
    assert len(table.sent) == 2
    page.click("text=Remove from the table")
    assert table.wait_for("kick")["seat"] == 1


def test_others_than_the_host_may_not(table: FakeTable) -> None:
    table.open(
        whole(
            seats=[seat(0, "You", "you"), seat(1, "Ines", "person")],
            me={"seats": [0], "host": False, "name": "You", "spectator": False},
        )
    )
    table.page.click(".seat >> nth=1")
    expect(table.page.locator("#wb-seat .btn:visible")).to_have_count(0)


def test_who_is_out_is_not_offered_to_resign_nor_his_seat_to_sit_on(table: FakeTable) -> None:
    seats = [seat(0, "You", "you"), {**seat(1, "You", "you"), "out": True}, {**seat(2, "Ines", "open"), "out": True}]
    table.open(whole(seats=seats, me={"seats": [0, 1], "host": False, "name": "You", "spectator": False}))
    for number, resigns in enumerate((True, False, False)):
        table.page.click(f".seat >> nth={number}")
        expect(table.page.locator("#wb-seat [data-do=resign]")).to_be_visible(visible=resigns)
        expect(table.page.locator("#wb-seat [data-do=sit]")).to_be_hidden()
        table.page.keyboard.press("Escape")


def test_a_link_to_go_on_elsewhere(table: FakeTable) -> None:
    table.answers["device"] = lambda up: [
        {
            "t": "link",
            "id": up["id"],
            "words": "Open this on the other device",
            "link": "http://x/device/1",
            "code": "FERN-BELL",
            "qr": "<svg></svg>",
        }
    ]
    table.open()
    page = table.page
    page.click(".seat >> nth=0")
    page.click("text=Continue on another device")
    expect(page.locator("#wb-given")).to_contain_text("FERN-BELL")
    assert page.input_value("#wb-given input") == "http://x/device/1"


def test_a_link_is_copied_without_a_secure_context(table: FakeTable) -> None:
    table.open()
    page = table.page
    assert not page.evaluate("isSecureContext")
    page.click("text=Menu")
    page.click("#wb-menu >> text=Invite friends")
    page.click("#wb-invite >> text=Copy")
    expect(page.locator("#wb-invite [data-copy]")).to_have_text("Copied")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.focus("#wb-typed")
    page.keyboard.press("Control+V")
    assert page.input_value("#wb-typed") == "http://witchboard.test/t/AMBER-OWL"


def test_talk_phrases_first_and_muted(table: FakeTable) -> None:
    table.open()
    page = table.page
    page.click("text=Say")
    page.click("text=Well rolled!")
    assert table.wait_for("phrase")["n"] == 0
    page.fill("#wb-talk input[aria-label]", "<img src=x onerror=alert(1)>")
    page.keyboard.press("Enter")
    assert table.wait_for("chat")["text"] == "<img src=x onerror=alert(1)>"
    table.say({"t": "chat", "line": {"by": 1, "name": "Ines", "text": "<b>hello</b>", "at": 0}})
    expect(page.locator(".said")).to_have_text("Ines: <b>hello</b>")
    page.uncheck('[data-setting="talk"]')
    expect(page.locator(".said")).to_be_hidden()


def test_a_window_has_its_strip_with_pass_and_standing_answers(table: FakeTable) -> None:
    window = {
        "words": "Brawl on F7: play a card?",
        "left": 8000,
        "length": 12000,
        "pass": 1,
        "standing": [["fight", "This fight"], ["turn", "Until my turn"]],
        "chosen": "fight",
    }
    table.open(whole([ask([choice(4, "Play the card", "mine"), choice(0, "Pass")], window=window)]))
    page = table.page
    expect(page.locator("#wb-strip")).to_contain_text("Brawl on F7")
    expect(page.locator("#wb-standing [aria-pressed=true]")).to_have_text("This fight")
    assert (
        page.evaluate("document.querySelector('#wb-strip i b').getAnimations()[0].effect.getTiming().duration") == 8000
    )
    page.click("text=Until my turn")
    assert table.wait_for("standing")["until"] == "turn"
    page.click("text=This fight")
    assert table.wait_for("standing", 2)["until"] == ""
    table.settle()
    page.click("#wb-pass")
    assert table.wait_for("take")["line"] == [0]
    table.say(asked(2, ask(q=2)))
    expect(page.locator("#wb-strip")).to_be_hidden()


def test_a_window_of_others_shows_no_pass(table: FakeTable) -> None:
    table.open(whole([], windows=[{"words": "Ines may answer", "left": 5000, "length": 6000}]))
    expect(table.page.locator("#wb-strip")).to_contain_text("Ines may answer")
    expect(table.page.locator("#wb-pass")).to_be_hidden()


def test_the_lobby_begins_by_its_host(table: FakeTable) -> None:
    table.open(
        whole(
            [],
            lobby={"words": "One seat is open.", "start": False},
            seats=[seat(0, "You", "you"), seat(1, "Seat 2", "open", here=False)],
        )
    )
    page = table.page
    expect(page.locator("#wb-what")).to_have_text("One seat is open.")
    expect(page.locator("#wb-start")).to_be_disabled()
    table.say(
        {
            "t": "seats",
            "seats": [seat(0, "You", "you"), seat(1, "Ines", "person")],
            "lobby": {"words": "Begin.", "start": True},
        }
    )
    expect(page.locator("#wb-start")).to_be_enabled()
    page.click("#wb-start")
    table.wait_for("start")


def test_the_curtain_covers_until_the_other_is_there(table: FakeTable) -> None:
    table.open()
    table.say(asked(2, curtain={"seat": 1, "name": "Ines"}))
    curtain = table.page.locator("#wb-curtain")
    expect(curtain).to_contain_text("Pass the device to Ines.")
    curtain.locator("button").click()
    assert table.wait_for("uncover")["seat"] == 1
    table.say(whole([ask(q=3)]))
    expect(curtain).to_be_hidden()


def test_a_watcher_chooses_nothing(table: FakeTable) -> None:
    table.open(whole([], me={"seats": [], "host": False, "name": "", "spectator": True}))
    expect(table.page.locator("#wb-who")).to_have_text("You are watching")
    expect(table.page.locator("#wb-what")).to_have_text("Ines is thinking.")


def test_several_seats_of_one_person_share_one_banner(table: FakeTable) -> None:
    table.open(
        whole(
            [ask(words="Red chooses."), ask(words="Blue chooses.", seat=2, q=7)],
            me={"seats": [0, 2], "host": True, "name": "You", "spectator": False},
        )
    )
    page = table.page
    page.click("#wb-turns")
    expect(page.locator("#wb-what")).to_have_text("Blue chooses.")
    table.settle()
    page.keyboard.press("1")
    sent = table.wait_for("take")
    assert (sent["seat"], sent["q"]) == (2, 7)


def test_the_end_says_who_won_and_offers_more(table: FakeTable) -> None:
    table.open()
    outcome = {
        "words": "You win by two.",
        "won": True,
        "scores": [["You", 9, [["cards", 5], ["coins", 4]]], ["Ines", 7, []]],
        "facts": [["Rounds", 6]],
    }
    table.say({"t": "over", "outcome": {**outcome, "rematch": {"words": "Rematch (0 of 2 agree)"}}})
    page = table.page
    expect(page.locator("#wb-what")).to_have_text("You win by two.")
    expect(page.locator("#wb-end")).to_contain_text("cards 5, coins 4")
    assert page.locator("#wb-marks button").count() == 0
    page.click("text=Rematch (0 of 2 agree)")
    table.wait_for("rematch")
    rematch = {"words": "Rematch (2 of 2 agree)", "link": "/t/FERN-BELL"}
    table.say({"t": "over", "outcome": {**outcome, "rematch": rematch}})
    expect(page.locator("#wb-end a.go")).to_have_attribute("href", "/t/FERN-BELL")


def test_the_first_game_shows_its_card_once_and_play_waits(tables: Opener) -> None:
    table = tables()
    card = {"title": "Table of Tests", "lines": ["Goal.", "Turn.", "Loss.", "Four.", "Five."], "picture": ""}
    table.open(card=card)
    page = table.page
    expect(page.locator("#wb-card li")).to_have_count(5)
    page.keyboard.press("Enter")
    expect(page.locator("#wb-card")).to_be_hidden()
    page.reload()
    page.wait_for_selector(".seat")
    expect(page.locator("#wb-card")).to_be_hidden()


def test_a_first_kind_of_question_brings_a_sentence_once(table: FakeTable) -> None:
    table.open(whole([ask(tip="Good players look ahead.")]))
    page = table.page
    expect(page.locator("#wb-more")).to_have_text("Good players look ahead.")
    table.say({"t": "seats", "seats": table.view["seats"]})
    expect(page.locator("#wb-more")).to_have_text("Good players look ahead.")
    table.say(asked(2, ask(q=2, tip="Good players look ahead.")))
    expect(page.locator("#wb-more")).to_have_text("")


def test_hovering_explains_with_the_rule_and_leads_into_the_rules(table: FakeTable) -> None:
    table.open(whole([]))
    page = table.page
    page.hover("#mine circle")
    expect(page.locator("#wb-tip")).to_contain_text("Piece mine")
    expect(page.locator("#wb-tip")).to_contain_text("The piece is yours. TT-001")
    page.click("#wb-tip a")
    expect(page.locator("#wb-rules")).to_be_visible()
    expect(page.locator("#TT-001")).to_have_class("found")
    page.fill("#wb-rules input", "face down")
    expect(page.locator("#TT-001")).to_be_hidden()
    expect(page.locator("#TT-002")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#wb-rules")).to_be_hidden()


def test_rules_of_things_by_keyboard(table: FakeTable) -> None:
    table.open()
    page = table.page
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate("document.activeElement.id") == "mine"
    expect(page.locator("#wb-tip")).to_contain_text("The piece is yours. TT-001")


def test_pointing_by_key_and_by_a_long_press(tables: Opener) -> None:
    table = tables()
    table.open(whole([]))
    page = table.page
    page.hover("#sq-2-2")
    page.keyboard.press("p")
    assert table.wait_for("point")["at"] == "sq-2-2"
    page.hover("#sq-1-1")
    page.mouse.down()
    page.wait_for_timeout(700)
    page.mouse.up()
    assert table.wait_for("point", 2)["at"] == "sq-1-1"
    table.say({"t": "point", "at": "sq-3-2", "by": 1, "name": "Ines"})
    expect(page.locator(".spot.pointed")).to_have_count(1)


def test_settings_are_kept_and_the_light_follows_the_system_or_the_switch(tables: Opener) -> None:
    table = tables(dark=False)
    table.open()
    page = table.page
    theme = "document.documentElement.dataset.theme"
    assert page.evaluate(theme) == "day"
    page.click("text=Menu")
    page.check('[name="theme"][value="night"]')
    page.check('[name="speed"][value="fast"]')
    assert page.evaluate(theme) == "night"
    page.reload()
    page.wait_for_selector(".seat")
    assert page.evaluate(theme) == "night"
    assert page.evaluate("document.documentElement.dataset.speed") == "fast"
    assert page.is_checked('[name="speed"][value="fast"]')


def test_the_host_pauses_closes_and_sets_the_time_to_answer(table: FakeTable) -> None:
    table.answers["closed"] = lambda up: [{"t": "link", "id": up["id"], "words": "Only who has this link", "link": "x"}]
    table.open(whole(host={"pause": False, "spectators": False, "closed": False, "limit": 30}))
    page = table.page
    page.click("text=Menu")
    assert not page.is_checked('[data-do="spectators"]')
    assert page.input_value('[data-do="limit"]') == "30"
    page.check('[data-do="pause"]')
    assert table.wait_for("pause")["on"] is True
    page.select_option('[data-do="limit"]', "6")
    assert table.wait_for("limit")["n"] == 6
    page.check('[data-do="closed"]')
    expect(page.locator("#wb-given")).to_contain_text("Only who has this link")


def test_a_hint_lies_over_the_picture_while_it_is_wanted(table: FakeTable) -> None:
    table.answers = {"overlay": lambda up: [{"t": "overlay", "id": up["id"], "svg": '<circle id="heat" r="9"/>'}]}
    table.open()
    page = table.page
    page.evaluate("document.documentElement.dataset.overlay = 'on'")
    table.say(frame(2, "Ines moves"), asked(2, ask(q=2)))
    expect(page.locator("#wb-board #heat")).to_have_count(1)
    table.say(frame(3, "Ines moves"))
    expect(page.locator("#wb-board #heat")).to_have_count(0)


def test_on_a_phone_the_figures_of_the_end_fold_away_from_the_picture(tables: Opener) -> None:
    table = tables("phone")
    table.open(whole([], outcome={"words": "You win.", "won": True, "scores": [], "facts": [["Rounds", 6]]}))
    page = table.page
    expect(page.locator("#wb-end table")).to_be_visible()
    page.click("#wb-end >> text=Figures")
    expect(page.locator("#wb-end table")).to_be_hidden()
    page.click("#wb-end >> text=Figures")
    expect(page.locator("#wb-end table")).to_be_visible()


def test_who_has_no_sign_is_named_in_full(table: FakeTable) -> None:
    nobody = [seat(0, "Annabella", "you", sign=""), seat(1, "open seat", "open", sign="")]
    table.open(whole([], seats=nobody))
    names = table.page.locator(".seat .name")
    expect(names).to_have_text(["Annabellayou", "open seat"])
    assert names.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")

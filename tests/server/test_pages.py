"""The pages: what each shows, what each refuses, and what every answer carries."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.server.hosting import Browser, Host
from witchboard.engine.discover import find_game
from witchboard.engine.front import Opening
from witchboard.games.ghoulash import GAME as GHOULASH
from witchboard.server.codes import FIRST, SECOND
from witchboard.server.guests import COOKIE, NAMES, Guest, Guests
from witchboard.server.pages import poster, today
from witchboard.server.security import HEADERS, POLICY

SAFE = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
PAGES = ["/", "/new/ghost-stories", "/j", "/rules/ghost-stories", "/about", "/fair", "/hosting", "/no-such-page"]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_carries_the_policy_and_breaks_none_of_it(path: str, ann: Browser) -> None:
    answer = ann.get(path)
    assert answer.headers["content-security-policy"].startswith(SAFE)
    assert "unsafe" not in POLICY
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert answer.headers["cache-control"] == "no-store"
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", answer.text)
    for script in re.findall(r"<script(.*?)</script>", answer.text, re.S):
        assert "src=" in script or 'type="application/json"' in script


def test_headers_are_there_on_files_errors_and_refusals_too(ann: Browser) -> None:
    static = re.search(r'src="(/static/[^"]+)"', ann.get("/").text)
    assert static
    for path in (static[1], "/static/0/no.js", "/healthz", "/rules/ghost-stories/GS-041", "/t/NO-TABLE/qr.svg"):
        assert ann.get(path).headers["content-security-policy"] == POLICY
    assert ann.get(static[1]).headers["cache-control"].endswith("immutable")
    assert ann.post("/play/ghost-stories", origin="http://evil.example").headers["content-security-policy"] == POLICY


def test_the_cookie_is_for_this_site_and_for_no_script(ann: Browser, browser: Callable[..., Browser]) -> None:
    given = ann.get("/").headers["set-cookie"].lower()
    assert given.startswith(COOKIE)
    for flag in ("httponly", "samesite=lax", "path=/"):
        assert flag in given
    assert "secure" not in given
    assert "set-cookie" not in ann.get("/").headers
    behind = browser(**{"X-Forwarded-Proto": "https"})
    assert "secure" in behind.get("/").headers["set-cookie"].lower()


def test_a_cookie_that_is_not_ours_is_nobody(host: Host, ann: Browser) -> None:
    ann.get("/")
    own = ann.http.cookies[COOKIE]
    forged = Guests(b"another key of 32 bytes, not ours").cookie(Guest("0" * 32))
    other = own[:-5] + ("A" if own[-5] != "A" else "B") + own[-4:]  # not the last sign: some of its bits say nothing
    for cookie in (forged, other, own.swapcase(), "x" * 5000, "."):
        assert host.site.guests.read(cookie) is None
    assert host.site.guests.read(own) is not None


def test_the_front_page_shows_the_games_and_one_s_tables(ann: Browser, ben: Browser) -> None:
    assert "No table yet" in ann.get("/").text
    code = ann.open("ghost-stories", ["me", "me"])
    shown = ann.get("/").text
    assert "Ghost Stories" in shown
    assert f'href="/t/{code}"' in shown
    assert "Your move" in shown
    assert code not in ben.get("/").text


def test_play_now_opens_a_table_with_bots_at_once(ann: Browser) -> None:
    code = ann.play()
    page = ann.page(code, "")
    assert (page["code"], page["game"]) == (code, "ghost-stories")
    wire = ann.wire(code)
    whole = wire.get("whole")
    assert sorted(seat["kind"] for seat in whole["seats"]) == ["bot", "bot", "bot", "you"]
    [mine] = whole["me"]["seats"]
    me = whole["me"]
    assert me.pop("name") in NAMES
    assert me == {"seats": [mine], "host": True, "spectator": False, "rewind": True}
    assert [ask["seat"] for ask in whole["asks"]] == [mine]
    assert wire.take()["t"] == "ok"


def test_whoever_presses_play_now_is_asked_first(ann: Browser) -> None:
    """Ghost Stories draws who begins; the seats turn until it is the one who wants to play."""
    begun = [ann.wire(ann.play()).get("whole") for _ in range(8)]
    assert all(view["asks"][0]["seat"] in view["me"]["seats"] for view in begun)
    assert len({view["me"]["seats"][0] for view in begun}) > 1


def test_who_has_played_a_game_is_offered_what_it_keeps_for_them(
    ann: Browser, ben: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game("ghost-stories")
    whole = Opening(4, {"level": "normal"}, ("", "", "", ""), "The whole village")
    monkeypatch.setattr(type(game), "front", replace(game.front, again=(whole, game.front.openings[0])))
    poster.cache_clear()
    beginner = game.front.openings[1].words
    assert beginner in ann.get("/").text
    first = ann.wire(ann.play()).get("whole")["table"]["where"]
    assert "Initiation" in first
    assert beginner not in ann.get("/").text
    second = ann.wire(ann.play()).get("whole")["table"]["where"]
    assert "Normal" in second
    assert beginner in ben.get("/").text
    poster.cache_clear()


def test_who_comes_for_the_first_time_has_a_name_to_begin_with(ann: Browser) -> None:
    shown = re.search(r'id="name" name="name" maxlength="24" value="(\w+)"', ann.get("/new/ghoulash").text)
    assert shown and shown[1] in NAMES
    assert f'value="{shown[1]}"' in ann.get("/new/ghost-stories").text


def test_many_house_rulings_are_folded_until_one_is_changed(ann: Browser) -> None:
    page = ann.get("/new/ghoulash").text
    assert '<details class="fold"><summary>' in page
    assert page.index('id="option-hides"') < page.index("<legend>Rulings") < page.index('id="option-hardcore"')
    assert (
        page.index('id="option-stall-wound"') < page.index("<legend>Further options") < page.index('id="option-seed"')
    )
    assert page.index("<legend>The table") < page.index('id="option-aids"')
    form = {"name": "", "players": "2", "seat-0": "me", "seat-1": "bot:walker", "option-hardcore": "on"}
    assert '<details class="fold" open><summary>' in ann.post("/new/ghoulash", form).text


def ruled(page: str) -> dict[str, str]:
    """The values that stand on a set-up page."""
    selects = re.findall(r'<select id="option-([\w-]+)".*?</select>', page, re.S)
    chosen = re.findall(r'<select id="option-[\w-]+".*?<option value="([^"]*)"[^>]* selected>.*?</select>', page, re.S)
    return dict(zip(selects, chosen))


def test_a_preset_sets_all_rulings_and_leaves_the_rest(ann: Browser) -> None:
    """UX 30: as printed idling costs nothing; what the printed rules leave open stays Witchboard's."""
    form = {"name": "Kim", "players": "2", "option-scenario": "gh-s03", "option-hardcore": "on", "option-aids": "paper"}
    printed = ann.post("/new/ghoulash", {**form, "rulings": "as-printed"})
    assert printed.status_code == 200 and 'value="Kim"' in printed.text
    found = ruled(printed.text)
    assert (found["scenario"], found["aids"], found["hardcore"], found["stall-wound"]) == (
        "gh-s03",
        "paper",
        "off",
        "off",
    )
    found = ruled(ann.post("/new/ghoulash", {**form, "rulings": "witchboard"}).text)
    assert (found["scenario"], found["hardcore"], found["stall-wound"]) == ("gh-s03", "off", "on")
    assert "As printed: off; here: on." in printed.text
    assert '<option value="off" class="printed" selected>' in printed.text
    assert ann.post("/new/nothing", {"rulings": "witchboard"}).status_code == 404


def test_what_a_choice_settles_is_said_of_the_rulings(ann: Browser) -> None:
    """GH-159: with one grid for both last answer is on, whatever the preset says; the group and the option say so."""
    page = ann.get("/new/ghoulash").text
    assert '<option value="mirror" class="settles">' in page and '<option value="random">' in page
    assert '<span class="settled">, but for what a choice above settles</span>' in page
    about = page[page.index('id="about-last-answer"') :]
    assert "With one grid for both it is always on." in about[: about.index("</p>")]
    assert '<span class="settled">' not in ann.get("/new/ghost-stories").text


def test_a_refused_option_is_called_as_the_page_calls_it(ann: Browser) -> None:
    form = {"name": "Kim", "players": "2", "seat-0": "me", "seat-1": "bot:walker", "option-hides": "mirror"}
    refused = ann.post("/new/ghoulash", {**form, "option-watchers": "5"})
    words = "Watchers see, all grids, 5 turns late: both walk one grid here"
    assert refused.status_code == 400 and f'<p class="error" role="alert">{words}' in refused.text
    refused = ann.post("/new/ghoulash", {**form, "option-turn-limit": "many"})
    assert "Turn limit: expected a whole number from 0 to 1000000, got" in refused.text
    assert ann.post("/new/ghoulash", {**form, "option-last-answer": "off"}).status_code == 303


def test_no_preset_opens_a_table_and_enter_does(ann: Browser) -> None:
    page = ann.get("/new/ghost-stories").text
    buttons = re.findall(r"<button[^>]*name=\"(\w+)\"", page)
    assert buttons == ["open", "rulings", "rulings", "open"]  # Enter presses the first


def test_the_challenge_of_the_day_is_offered_after_the_openings(ann: Browser) -> None:
    page = ann.get("/").text
    challenge = GHOULASH.daily(today())
    assert challenge is not None and challenge.words in page
    number = len(GHOULASH.front.openings)
    whole = ann.wire(ann.play("ghoulash", number)).get("whole")
    assert whole["me"]["seats"] == [0] and len(whole["seats"]) == 1
    scenario = str(challenge.options["scenario"]).upper()
    assert next(one.name for one in GHOULASH.content.scenarios if one.id == scenario) in challenge.words


@pytest.mark.parametrize("opening", ["1", "99", "-1", "²", "x", "9" * 5000, ""])
def test_play_now_takes_any_number_of_an_opening(opening: str, ann: Browser) -> None:
    assert ann.post("/play/ghost-stories", {"opening": opening}).status_code == 303


def test_set_up_explains_the_options_and_keeps_what_was_typed_when_something_is_wrong(ann: Browser) -> None:
    assert "<legend>Rulings" in ann.get("/new/ghost-stories").text
    wrong = ann.post("/new/ghost-stories", {"name": " ", "players": "3", "seat-0": "me", "seat-1": "bot:villager"})
    assert wrong.status_code == 400
    assert "A name has 1 to 24 characters." in wrong.text
    assert re.search(r'value="3"\s+selected', wrong.text)
    assert re.search(r'value="bot:villager"\s+selected', wrong.text)


def test_set_up_begins_with_as_many_players_as_play_now_seats(ann: Browser) -> None:
    assert re.search(r'<option value="4" selected>4<', ann.get("/new/ghost-stories").text)
    assert re.search(r'<option value="2" selected>2<', ann.get("/new/ghoulash").text)


def test_people_at_one_screen_are_named_in_the_set_up_of_a_game_with_secrets(ann: Browser) -> None:
    assert 'name="name-1"' not in ann.get("/new/ghost-stories").text
    assert 'name="name-1"' in ann.get("/new/ghoulash").text
    form = {"name": "Ann", "players": "2", "seat-0": "me", "seat-1": "me", "name-1": "Ben", "screen": "on"}
    assert 'value="Ben"' in ann.post("/new/ghoulash", {**form, "option-scenario": "x"}).text
    code = ann.post("/new/ghoulash", form).headers["location"].rpartition("/")[2]
    assert [seat["name"] for seat in ann.wire(code).get("whole")["seats"]] == ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"players": "9"}, "players"),
        ({"players": "x"}, ""),
        ({"players": "-1"}, "players"),
        ({"players": "9" * 150}, ""),
        ({"seat-0": "open"}, "take at least one seat"),
        ({"seat-1": "bot:nobody"}, "no bot"),
        ({"option-level": "impossible"}, "impossible"),
        ({"name": "x" * 25}, "1 to 24"),
        ({"name": "\u202e\u200b"}, "1 to 24"),
    ],
)
def test_a_set_up_that_can_t_be_is_refused_in_words(fields: dict[str, str], words: str, ann: Browser) -> None:
    form = {"name": "Ann", "players": "2", "seat-0": "me", "seat-1": "open", **fields}
    answer = ann.post("/new/ghost-stories", form)
    assert answer.status_code == 400
    found = re.search(r'role="alert">(.*?)</p>', answer.text)
    assert found
    assert words in found[1]


def test_names_are_cleaned(ann: Browser) -> None:
    code = ann.open("ghost-stories", ["me", "open"], name=" A\u202en\u0000n\u200b  of\tx ")
    assert ann.wire(code).get("whole")["seats"][0]["name"] == "Ann of x"


# Joining.


def test_join_by_a_spoken_code(ann: Browser, ben: Browser) -> None:
    code = ann.open("ghost-stories", ["me", "open"])
    said = code.lower().replace("-", " ")
    answer = ben.post("/j", {"code": f" {said} "})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{code}?join=1")
    assert ben.post("/j", {"code": "amber"}).status_code == 404
    assert "two words" in ben.post("/j", {"code": "no table"}).text


def test_guessing_codes_is_slowed_down_and_stops_finding_any(ann: Browser, browser: Callable[..., Browser]) -> None:
    code = ann.open("ghost-stories", ["me", "open"])
    guesser = browser(**{"X-Forwarded-For": "10.1.1.1"})
    found = [guesser.post("/j", {"code": f"{FIRST[n]} {SECOND[n]}"}).status_code for n in range(30)]
    assert found.count(429) >= 15
    assert guesser.post("/j", {"code": code}).status_code == 429
    assert browser(**{"X-Forwarded-For": "10.1.1.2"}).post("/j", {"code": code}).status_code == 303


def test_guessing_addresses_of_tables_is_slowed_down_too(ann: Browser, browser: Callable[..., Browser]) -> None:
    code = ann.open("ghost-stories", ["me", "open"])
    guesser = browser(**{"X-Forwarded-For": "10.1.1.3"})
    guesser.get("/")
    for path in ("", "/qr.svg", "/record"):
        found = [guesser.get(f"/t/{FIRST[n]}-{SECOND[n]}{path}").status_code for n in range(15)]
        assert 429 in found
        assert guesser.get(f"/t/{code}{path}").status_code == 429
    seated = browser(**{"X-Forwarded-For": "10.1.1.4"})
    assert seated.sit(code, "Ben").status_code == 303
    for n in range(30):
        seated.get(f"/t/{FIRST[n]}-{SECOND[n]}")
    assert seated.get(f"/t/{code}").status_code == 200


def test_sitting_down_by_the_link(ann: Browser, ben: Browser) -> None:
    code = ann.open("ghost-stories", ["me", "open"])
    join = ben.get(f"/t/{code}", follow_redirects=True)
    assert "Sit down" in join.text
    assert ben.sit(code, "Ben").headers["location"] == f"/t/{code}"
    whole = ben.wire(code).get("whole")
    assert whole["me"]["seats"] == [1]
    assert "That seat is taken" in ann.sit(code, "Ann", 1).text


@pytest.mark.parametrize("seat", ["-1", "2", "99", "x", "²", ""])
def test_there_is_no_sitting_where_no_seat_is(seat: str, ann: Browser, ben: Browser) -> None:
    code = ann.open("ghost-stories", ["me", "open"])
    ben.get("/")
    answer = ben.post(f"/t/{code}/sit", {"name": "Ben", "seat": seat})
    assert answer.status_code == 400
    assert ann.wire(code).get("whole")["seats"][1]["kind"] == "open"


def test_a_closed_table_asks_for_its_link(ann: Browser, ben: Browser) -> None:
    code = ann.open("ghost-stories", ["me", "open"], closed="on")
    link = ann.page(code, "")["link"]
    key = link.rpartition("?k=")[2]
    assert re.fullmatch(r"[0-9a-f]{32}", key)
    assert "Sit down" not in ben.get(f"/t/{code}", follow_redirects=True).text
    assert ben.sit(code, "Ben").status_code == 400
    assert ben.sit(code, "Ben", key=key[:-1] + "x").status_code == 400
    wire = ben.wire(code)
    wire.get("whole")
    assert wire.ask("sit", seat=1, name="Ben")["t"] == "no"
    assert ben.sit(code, "Ben", key=key).status_code == 303


def test_watchers_stay_outside_where_the_host_wants_it(ann: Browser, ben: Browser) -> None:
    code = ann.open("ghost-stories", ["me", "me"], spectators="off")
    assert "not open to watchers" in ben.get(f"/t/{code}?watch=1", follow_redirects=True).text


def test_somebody_without_cookies_is_not_sent_round_for_ever(ann: Browser, ben: Browser) -> None:
    code = ann.open("ghost-stories", ["me", "open"])
    assert ben.http.get(f"/t/{code}").status_code == 200


# What is refused.


@pytest.mark.parametrize("path", ["/play/ghost-stories", "/new/ghost-stories", "/t/{}/sit", "/t/{}/open"])
@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", None])
def test_forms_of_other_sites_are_refused(path: str, origin: str | None, host: Host, ann: Browser) -> None:
    code = ann.open("ghost-stories", ["me", "open"])
    count = host.site.rooms.count
    form = {"name": "Eve", "players": "2", "seat": "1", "seat-0": "me", "seat-1": "open"}
    answer = ann.post(path.format(code), form, origin=origin)
    assert answer.status_code == 403
    assert host.site.rooms.count == count
    assert ann.wire(code).get("whole")["seats"][1]["kind"] == "open"


def test_only_the_own_computer_opens_the_network(ann: Browser, browser: Callable[..., Browser]) -> None:
    code = ann.open("ghost-stories", ["me", "open"])
    far = browser(**{"X-Forwarded-For": "10.0.0.9"})
    assert far.post(f"/t/{code}/open").status_code == 403


@pytest.mark.parametrize("name", ["evil.example", "evil.example:8642", "localhost.evil.example", "1.2.3.4.nip.io", ""])
def test_names_that_others_may_have_pointed_here_are_refused(name: str, ann: Browser) -> None:
    answer = ann.get("/", headers={"host": name})
    assert answer.status_code in (400, 421)


@pytest.mark.parametrize("name", ["localhost:1", "127.0.0.1", "[::1]:8642", "192.168.1.7:8642", "mybox", "mybox.local"])
def test_names_of_one_s_own_are_answered(name: str, ann: Browser) -> None:
    assert ann.get("/", headers={"host": name}).status_code == 200


def test_a_form_that_is_too_large_is_refused(ann: Browser) -> None:
    assert ann.post("/new/ghost-stories", {"name": "x" * 100_000}).status_code == 413
    many = {f"field-{n}": "x" for n in range(1500)}
    assert ann.post("/new/ghost-stories", many).status_code in (400, 413)


def test_opening_tables_without_end_is_slowed_down(browser: Callable[..., Browser]) -> None:
    form = {"name": "Ann", "players": "2", "seat-0": "me", "seat-1": "open"}
    far = browser(**{"X-Forwarded-For": "10.2.2.2"})
    found = [far.post("/new/ghost-stories", form).status_code for _ in range(40)]
    assert found.count(429) >= 5
    assert browser(**{"X-Forwarded-For": "10.2.2.3"}).post("/new/ghost-stories", form).status_code == 303


def test_what_is_not_there_is_said_in_words(ann: Browser) -> None:
    for path in ("/no-such-page", "/rules/chess", "/new/chess", "/t/AMBER-AMBER", "/a/b/c", "/t/%00", "/rules/%2e%2e"):
        answer = ann.get(path, follow_redirects=True)
        assert answer.status_code == 404
        assert "<h1>" in answer.text
    assert ann.get("/play/ghost-stories").status_code == 405
    assert "Traceback" not in ann.post("/play/chess").text


# Rules.


def test_rules_have_numbers_to_link_to_and_a_search(ann: Browser) -> None:
    text = ann.get("/rules/ghost-stories").text
    assert 'id="GS-041"' in text
    assert text.count('href="#GS-') > 20
    found = ann.get("/rules/ghost-stories?q=haunt").text
    assert "<mark>haunt</mark>" in found.lower()
    assert ann.get("/rules/ghost-stories/gs-041").json()["words"]
    assert ann.get("/rules/ghost-stories/GS-999").status_code == 404
    part = ann.get("/rules/ghost-stories?part=1").text
    assert "<html" not in part
    assert 'id="GS-041"' in part


def test_about_says_whose_games_these_are(ann: Browser) -> None:
    assert "independent, non-commercial implementation" in ann.get("/about").text


def test_health(ann: Browser) -> None:
    found = ann.get("/healthz").json()
    assert (found["ok"], found["words"]) == (True, "")

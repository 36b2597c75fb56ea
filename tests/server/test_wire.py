"""The table's socket: who may speak, what counts once, what comes back after a break."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from tests.server.hosting import Browser, Here, Host, Message, Wire
from witchboard.engine.entries import sender
from witchboard.engine.errors import MalformedError
from witchboard.server import incoming

SECRETS = ("seed", "secret", "holder", "invite")


@pytest.fixture
def code(ann: Browser, ben: Browser) -> str:
    """A game of Ghost Stories of Ann and Ben, just begun."""
    return begun(ann, ben)


def begun(ann: Browser, ben: Browser, game: str = "ghost-stories") -> str:
    code = ann.open(game, ["me", "open"])
    assert ben.sit(code, "Ben").status_code == 303
    wire = ann.wire(code)
    wire.get("whole")
    assert wire.ask("start")["t"] == "ok"
    return code


def pair(ann: Browser, ben: Browser, code: str) -> tuple[Wire, Wire]:
    """Their sockets, the one who is asked first."""
    wires = [ann.wire(code), ben.wire(code)]
    for wire in wires:
        wire.get("whole")
    return (wires[0], wires[1]) if wires[0].asks else (wires[1], wires[0])


def entries(host: Host, code: str) -> list[Any]:
    return host.site.store.load(code.lower()).record.entries


# Who may speak.


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", None])
def test_sockets_of_other_sites_are_refused(origin: str | None, ann: Browser, code: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        ann.wire(code, origin=origin)
    assert refused.value.response.status_code == 403


def test_a_socket_needs_the_token_of_its_own_page(ann: Browser, ben: Browser, code: str) -> None:
    other = begun(ben, ann)
    own = ann.page(code)["token"]
    bent = own[:-5] + ("y" if own[-5] == "x" else "x") + own[-4:]  # the last letter's lowest bits mean nothing
    for token in ("", "x", ben.page(code)["token"], ann.page(other)["token"], bent, own + "x"):
        wire = ann.wire(code, token=token)
        assert [message["t"] for message in wire.closed()] == ["bye"]
    assert ann.wire(code, token=own).get("whole")["me"]["seats"] == [0]


def test_a_socket_without_a_cookie_or_a_table_is_sent_away(ann: Browser, ben: Browser, code: str) -> None:
    token = ann.page(code)["token"]
    assert [message["t"] for message in ben.wire("AMBER-AMBER", token=token).closed()] == ["bye"]
    ann.http.cookies.clear()
    assert ann.wire(code, token=token).closed()[0]["why"] == "stale"


def test_who_does_not_say_hello_is_sent_away(ann: Browser, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("witchboard.server.tables.FIRST_WORD", 0.2)
    assert ann.wire(code, hello=False).closed()[0]["t"] == "bye"
    wire = ann.wire(code, hello=False)
    wire.send(t="take", id="a", seat=0, q=1, line=[0])
    assert wire.closed()[0]["t"] == "bye"


def test_nobody_plays_a_seat_of_another_browser(
    host: Host, ann: Browser, ben: Browser, browser: Callable[..., Browser], code: str
) -> None:
    asked, other = pair(ann, ben, code)
    eve = browser()
    watcher = eve.wire(code)
    assert watcher.get("whole")["me"] == {"seats": [], "host": False, "name": "", "spectator": True, "rewind": False}
    count = len(entries(host, code))
    ask = asked.asked()
    for stranger in (other, watcher):
        commands: list[dict[str, Any]] = [
            {"t": "take", "line": ask["choices"][0]["line"]},
            {"t": "type", "text": "end"},
            {"t": "undo"},
            {"t": "resign"},
            {"t": "leave"},
            {"t": "rewind", "to": 1},
            {"t": "sit", "name": "Eve"},
            {"t": "standing", "until": "turn"},
            {"t": "draft", "pairs": []},
            {"t": "ready", "pairs": []},
        ]
        for fields in commands:
            answer = stranger.ask(**fields, seat=ask["seat"], q=ask["q"])
            assert answer["t"] == "no", fields
    for fields in ({"t": "bot", "bot": "villager"}, {"t": "kick"}, {"t": "seatlink"}, {"t": "spectators", "on": False}):
        assert watcher.ask(**fields, seat=ask["seat"])["t"] == "no", fields
    assert len(entries(host, code)) == count
    assert asked.take()["t"] == "ok"


@pytest.mark.parametrize("kind", incoming.COMMANDS)
def test_a_command_without_a_seat_or_an_id_is_refused_with_what_is_missing(kind: str) -> None:
    with pytest.raises(MalformedError, match="expected one from 0 on, got -1"):
        incoming.command(incoming.Up(t=kind, id="x", seat=-1))
    with pytest.raises(MalformedError, match="needs an id"):
        incoming.command(incoming.Up(t=kind, seat=0))
    assert incoming.command(incoming.Up(t=kind, id="x", seat=0)) is not None
    assert incoming.command(incoming.Up(t="dance", id="x", seat=0)) is None


@pytest.mark.parametrize(
    "fields",
    [
        {"t": "draft", "pairs": [["1", "2"]]},
        {"t": "draft", "pairs": [[-1, 0]]},
        {"t": "draft", "pairs": "all of them"},
        {"t": "fill", "pairs": [[1]]},
        {"t": "take", "line": "north"},
        {"t": "take", "seat": "first"},
        {"t": "chat", "text": 5},
        {"t": 7},
    ],
)
def test_a_message_of_the_wrong_form_is_answered_by_its_id(ann: Browser, ben: Browser, code: str, fields: Any) -> None:
    asked, _ = pair(ann, ben, code)
    answer = asked.ask(**{"seat": 0, **fields})
    assert answer["t"] == "no" and answer["words"].startswith("no message of a table: ")
    assert asked.take()["t"] == "ok"
    assert incoming.id_of(b'{"t":"take","id":["x"]}') == incoming.id_of(b"{") == ""


# What counts once.


def test_a_repeated_command_is_answered_again_and_counts_once(
    host: Host, ann: Browser, ben: Browser, code: str
) -> None:
    asked, _ = pair(ann, ben, code)
    ask = asked.asked()
    command = {"t": "take", "id": "once-1", "seat": ask["seat"], "q": ask["q"], "line": ask["choices"][0]["line"]}
    for _ in range(3):
        asked.send(**command)
    answers = [asked.answer("once-1") for _ in range(3)]
    assert [answer["t"] for answer in answers] == ["ok"] * 3
    names = [sender(entry)[1] for entry in entries(host, code)]
    assert names.count("once-1") == answers[0]["applied"]


def test_a_repeated_command_is_known_after_a_restart(own_host: Host) -> None:
    ann, ben = own_host.browser(), own_host.browser()
    code = begun(ann, ben)
    asked, _ = pair(ann, ben, code)
    ask = asked.asked()
    command = {"t": "take", "id": "once-2", "seat": ask["seat"], "q": ask["q"], "line": ask["choices"][0]["line"]}
    asked.send(**command)
    first = asked.answer("once-2")
    before = entries(own_host, code)
    own_host.restart()
    again, _ = pair(ann, ben, code)
    wire = next(one for one in (again, _) if ask["seat"] in one.heard[-1]["me"]["seats"])
    wire.send(**command)
    answer = wire.answer("once-2")
    assert (answer["t"], answer["applied"]) == ("ok", first["applied"])
    assert entries(own_host, code) == before


def test_an_answer_to_a_question_that_stands_no_longer_does_nothing(
    host: Host, ann: Browser, ben: Browser, code: str
) -> None:
    asked, _ = pair(ann, ben, code)
    ask = asked.asked()
    assert asked.take()["t"] == "ok"
    count = len(entries(host, code))
    late = asked.ask("take", seat=ask["seat"], q=ask["q"], line=ask["choices"][0]["line"])
    assert (late["t"], late["code"]) == ("no", "stale")
    early = asked.ask("take", seat=ask["seat"], q=ask["q"] + 5, line=[0])
    assert early["code"] == "stale"
    assert len(entries(host, code)) == count
    assert asked.get("ask")["t"] == "ask"


def test_what_the_rules_forbid_is_refused_with_the_rule(ann: Browser, ben: Browser, code: str) -> None:
    asked, _ = pair(ann, ben, code)
    ask = asked.asked()
    legal = {choice["line"][0] for choice in ask["choices"]}
    wrong = next(option for option in range(500) if option not in legal)
    answer = asked.ask("take", seat=ask["seat"], q=ask["q"], line=[wrong])
    assert (answer["t"], answer["code"]) == ("no", "illegal")
    assert answer["words"]
    assert asked.ask("type", seat=ask["seat"], q=ask["q"], text="dance")["code"] == "malformed"
    assert asked.ask("dance", seat=ask["seat"])["t"] == "no"


def test_undo_and_typed_moves(ann: Browser, ben: Browser, code: str) -> None:
    asked, _ = pair(ann, ben, code)
    ask = asked.asked()
    text = ask["choices"][0]["text"]
    assert asked.ask("type", seat=ask["seat"], q=ask["q"], text=text)["t"] == "ok"
    after = asked.get("ask")
    offered = after["asks"][0]["undo"] if after["asks"] else {"can": False}
    if offered["can"]:
        assert asked.ask("undo", seat=ask["seat"], q=after["asks"][0]["q"])["t"] == "ok"
        again = asked.get("ask")["asks"][0]
        assert (again["words"], again["q"] > ask["q"]) == (ask["words"], True)


# What comes back.


def some_moves(ann: Wire, ben: Wire, count: int) -> None:
    for _ in range(count):
        for wire in (ann, ben):
            wire.quiet(0.02)
        mover = ann if ann.asks else ben
        assert mover.take()["t"] == "ok"


def test_after_a_break_the_frames_go_on_where_one_was(ann: Browser, ben: Browser, code: str) -> None:
    first, second = pair(ann, ben, code)
    some_moves(first, second, 1)
    mine, other = (first, second) if second.asks or not first.asks else (second, first)
    mine.quiet()
    seen = mine.seen
    mine.close()
    for _ in range(2):
        other.quiet(0.05)
        if other.asks:
            other.take()
    other.quiet()
    browser = ann if mine in ann.wires else ben
    back = browser.wire(code, seen=seen)
    came = back.quiet()
    assert [message["seq"] for message in came if message["t"] == "frame"] == list(range(seen + 1, other.seen + 1))
    assert all(message["t"] in ("frame", "ask", "seats") for message in came)


def test_one_who_was_away_too_long_or_never_there_gets_a_fresh_view(ann: Browser, ben: Browser, code: str) -> None:
    first, second = pair(ann, ben, code)
    some_moves(first, second, 1)
    for seen in (0, 1, first.seen + 1000, 2**53):
        assert ben.wire(code, seen=seen).next()["t"] == "whole"


def test_nothing_of_an_earlier_life_is_taken_for_this_one(own_host: Host) -> None:
    ann, ben = own_host.browser(), own_host.browser()
    code = begun(ann, ben)
    first, second = pair(ann, ben, code)
    some_moves(first, second, 2)
    seen = first.seen
    own_host.restart()
    again, other = pair(ann, ben, code)
    some_moves(again, other, 2)
    assert ann.wire(code, seen=seen).next()["t"] == "whole"


def test_a_second_tab_takes_over(ann: Browser, ben: Browser, code: str) -> None:
    first, _ = pair(ann, ben, code)
    browser = ann if first in ann.wires else ben
    second = browser.wire(code)
    second.get("whole")
    assert first.closed()[-1]["why"] == "elsewhere"
    assert second.take()["t"] == "ok"


def test_who_is_here_is_told(ann: Browser, ben: Browser, code: str) -> None:
    here = ann.wire(code)
    assert [seat["here"] for seat in here.get("whole")["seats"]] == [True, False]
    there = ben.wire(code)
    there.get("whole")
    while not here.next().get("seats", [{}, {}])[1].get("here"):
        pass
    there.close()
    while here.next().get("seats", [{}, {"here": True}])[1].get("here"):
        pass


# What others may know.


def test_watchers_see_what_everybody_may_know(
    tiny_installed: None, ann: Browser, ben: Browser, browser: Callable[..., Browser]
) -> None:
    code = begun(ann, ben, "tiny-hideout")
    first, second = pair(ann, ben, code)
    watcher = browser().wire(code)
    watcher.get("whole")
    for wire in (first, second):
        for text in ("hide on a1", "hide on b1", "hide on c2"):
            ask = wire.asked()
            assert wire.ask("type", seat=ask["seat"], q=ask["q"], text=text)["t"] == "ok"
            wire.asks = []
    heard = json.dumps([*watcher.quiet(0.3), *watcher.heard])
    assert not re.search(r"\ba1\b", heard)
    assert watcher.asks == []


def test_nothing_sent_names_a_holder_or_a_secret(host: Host, ann: Browser, ben: Browser, code: str) -> None:
    first, second = pair(ann, ben, code)
    some_moves(first, second, 2)
    row = host.site.store.read_one("SELECT secret, setting FROM tables WHERE key = ?", code.lower())
    assert row
    private = [row[0].hex(), *(chair["holder"] for chair in json.loads(row[1])["chairs"])]
    for wire in (first, second):
        said = json.dumps(wire.heard)
        assert not [secret for secret in private if secret in said]
        assert not [name for name in SECRETS if f'"{name}"' in said]
    assert not [secret for secret in private if secret in ann.get(f"/t/{code}").text + ann.get("/").text]


# Talk.


def test_chat_phrases_and_pointing_reach_the_others(own_host: Host) -> None:
    ann, ben = own_host.browser(), own_host.browser()
    code = begun(ann, ben)
    first, second = ann.wire(code), ben.wire(code)
    first.get("whole")
    second.get("whole")
    first.send(t="chat", id="c1", text="  hello\n  there ")
    assert second.get("chat")["line"]["text"] == "hello there"
    first.send(t="phrase", id="c2", n=0)
    assert second.get("chat")["line"]["name"] == "Ann"
    first.send(t="point", at="tile-at-0-1")
    assert second.get("point") == {"t": "point", "at": "tile-at-0-1", "by": 0, "name": "Ann"}
    first.send(t="point", at="<b>")
    first.send(t="chat", id="c3", text="x" * 400)
    assert len(second.get("chat")["line"]["text"]) == 200
    own_host.restart()
    assert ben.wire(code).get("whole")["chat"][0]["text"] == "hello there"


SCRIPTS = [
    "<script>alert(1)</script>",
    '"><img src=x>',
    "'-alert(1)-'",
    "</script><b>",
    "{{7*7}}",
    "&lt;b&gt;",
    "javascript:x",
    "<!--",
]


class Structure(HTMLParser):
    """The elements of a page with the names of their attributes, and all that stands in scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[object] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, sorted(name for name, _ in attrs)))

    def handle_comment(self, data: str) -> None:
        self.found.append("comment")


def pages_that_show(text: str, ann: Browser, ben: Browser) -> list[str]:
    """Every page that shows a text of somebody's, and its answers to forms that hold it."""
    code = ann.open("ghost-stories", ["me", "open"], name=text[:24])
    found = [ben.get(f"/t/{code}?join=1"), ann.get("/"), ann.get("/new/ghost-stories"), ann.get(f"/t/{code}")]
    found += [ann.get(f"/t/{code}", params={"k": text, "join": "1"}), ben.get(f"/t/{code}", params={"k": text})]
    found += [ann.get("/rules/ghost-stories", params={"q": text}), ann.post("/j", {"code": text})]
    found += [ann.post("/new/ghost-stories", {"name": text * 9, "players": text, "seat-0": text, "option-level": text})]
    found += [ben.post(f"/t/{code}/sit", {"name": text + "x" * 24, "seat": "1", "k": text})]
    found += [ann.get("/" + text.replace("/", "%2f")), ann.get(f"/device/{text.replace('/', '')}")]
    return [one.text for one in found]


@pytest.fixture(scope="module")
def plain(host: Host) -> list[list[object]]:
    """The structure of those pages for a harmless text."""
    ann, ben = host.browser(**{"X-Forwarded-For": "10.3.0.1"}), host.browser(**{"X-Forwarded-For": "10.3.0.2"})
    return [Structure(page).found for page in pages_that_show("zzplainzz", ann, ben)]


@pytest.mark.parametrize("text", SCRIPTS)
def test_text_of_people_is_text_everywhere(
    text: str, plain: list[list[object]], browser: Callable[..., Browser]
) -> None:
    number = SCRIPTS.index(text)
    ann, ben = (browser(**{"X-Forwarded-For": f"10.3.{one}.{number}"}) for one in (1, 2))
    for number, page in enumerate(pages_that_show(text, ann, ben)):
        assert Structure(page).found == plain[number], f"page {number}"
    code = ann.open("ghost-stories", ["me", "open"], name=text[:24])
    ben.sit(code, text[:24])
    wire, other = ann.wire(code), ben.wire(code)
    assert wire.get("whole")["seats"][1]["name"] == text[:24]
    other.send(t="chat", id="c", text=text)
    assert wire.get("chat")["line"]["text"] == text


# Seats.


def test_a_seat_is_handed_to_a_bot_and_back(own_host: Host) -> None:
    ann, ben = own_host.browser(), own_host.browser()
    code = begun(ann, ben)
    first, second = pair(ann, ben, code)
    seat = second.heard[-1]["me"]["seats"][0]
    assert second.ask("bot", seat=seat, bot="villager")["t"] == "ok"
    assert second.get("ask", "seats")["seats"][seat]["kind"] == "bot"
    assert second.ask("bot", seat=seat, bot="nobody")["t"] == "no"
    assert second.ask("bot", seat=seat, bot="")["t"] == "ok"
    first.quiet(0.05)


def test_a_bot_that_fails_or_cheats_hangs_no_table(own_host: Host) -> None:
    here = own_host.thinkers
    assert isinstance(here, Here)
    ann = own_host.browser()
    for fault, said in (
        (RuntimeError("out of ideas"), None),
        (None, b'{"options":[99999],"stream":1}'),
        (None, b'{"options":[],"stream":1}'),
        (None, b"nonsense"),
        (None, b'{"options":[-1],"stream":1}'),
    ):
        here.fault, here.said, here.asked = fault, said, 0
        wire = ann.wire(ann.play())
        own = wire.get("whole")["me"]["seats"]
        while here.asked < 4:
            assert wire.asked()["seat"] in own
            assert wire.take()["t"] == "ok"
        wire.close()


def test_resigning_ends_a_game_that_cannot_go_on(ann: Browser) -> None:
    code = ann.open("ghost-stories", ["me", "me"])
    wire = ann.wire(code)
    wire.get("whole")
    for seat in (0, 1):
        answer = wire.ask("resign", seat=seat)
        assert answer["t"] == "ok"
    over = wire.get("over", "whole")
    assert over["outcome"]["won"] is False
    record = ann.get(f"/t/{code}/record")
    assert record.status_code == 200
    assert '"entry":"end"' in record.text
    assert '"holder"' not in record.text


@pytest.fixture
def tiny(tiny_installed: None) -> Iterator[None]:
    """The tiny games can be played here."""
    yield


@pytest.mark.parametrize("game", ["tiny-well", "tiny-stroll", "tiny-thieves", "tiny-hideout", "tiny-grab"])
def test_every_game_is_served_alike(game: str, tiny: None, ann: Browser, ben: Browser) -> None:
    code = begun(ann, ben, game)
    first, second = ann.wire(code), ben.wire(code)
    whole: Message = first.get("whole")
    second.get("whole")
    assert whole["table"]["game"] == game
    for _ in range(6):
        for wire in (first, second):
            wire.quiet(0.02)
            if wire.asks and wire.asks[0]["choices"]:
                assert wire.take()["t"] in ("ok", "no")

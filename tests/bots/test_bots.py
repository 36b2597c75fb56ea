"""Bots by name, what they are given, and thinking as a pure function of JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from importlib.metadata import EntryPoint
from typing import Any, ClassVar

import pytest
from witchboard_tiny import grab, hideout, stroll, thieves, well

from witchboard.bots import Bot, Seat, bot_names, find_bot, registry, request, think
from witchboard.engine import play
from witchboard.engine.errors import MalformedError
from witchboard.engine.front import OptionValue
from witchboard.engine.game import Game, UnknownError
from witchboard.engine.stream import Stream, stream
from witchboard.games.ghost_stories import GAME
from witchboard.games.ghoulash import GAME as HUNT
from witchboard.games.ghoulash.rules import hiding as hunting
from witchboard.lab.batch import play_out


def asked(steps: int, seed: str = "asked", players: int = 4) -> Any:
    """A position of a random game after about so many steps, at which a seat is asked."""
    state = GAME.new(players)
    chance = stream(seed)
    play_out(state, chance, steps)
    while not play.asked(state):
        play_out(state, chance, 1)
    return state


class Careful(Bot):
    """Takes the lowest option, of games for two or more."""

    name: ClassVar[str] = "careful"
    sentence: ClassVar[str] = "Takes the lowest option."

    def answer(self, seat: Seat, stream: Stream) -> list[int]:
        return seat.options[:1]


def careful(game: Game[Any]) -> Bot | None:
    return Careful() if len(game.players) > 1 else None


def test_a_game_has_the_random_bot_and_those_it_brings() -> None:
    assert bot_names(GAME)[:2] == ["random", "villager"]
    assert find_bot(GAME, "villager").sentence


def test_an_unknown_bot_is_told_with_those_there_are() -> None:
    with pytest.raises(UnknownError, match=r"no bot 'vilager' for Ghost Stories.*random, villager.*'villager'\?"):
        find_bot(GAME, "vilager")


def test_another_package_adds_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("careful", f"{__name__}:careful", registry.GROUP)
    monkeypatch.setattr(EntryPoint, "load", lambda self: careful)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point] if group == registry.GROUP else [])
    registry._added.cache_clear()
    try:
        assert "careful" in bot_names(GAME)
        assert isinstance(find_bot(GAME, "careful"), Careful)
    finally:
        registry._added.cache_clear()


def test_a_seat_gives_its_view_and_options_from_its_knowledge_alone() -> None:
    state = asked(40)
    (seat,) = play.asked(state)
    told = json.loads(json.dumps(GAME.know(state, seat)))
    place = Seat(GAME, seat, lambda: told)
    assert place.options == play.options(state, seat)
    assert place.view == GAME.view(state, seat)


def test_random_takes_each_option_equally_often() -> None:
    state = asked(25)
    (seat,) = play.asked(state)
    options = play.options(state, seat)
    bot, own, tries = find_bot(GAME, "random"), stream("fair"), 200 * len(options)
    found = Counter(bot.answer(Seat.of(GAME, state, seat), own)[0] for _ in range(tries))
    assert sorted(found) == options
    square = sum((found[option] - 200) ** 2 / 200 for option in options)
    freedom = len(options) - 1
    assert square < freedom + 4 * (2 * freedom) ** 0.5


def answered(asked: bytes) -> Any:
    return json.loads(think(asked))


@pytest.mark.parametrize("name", ["random", "villager"])
def test_thinking_is_a_pure_function(name: str) -> None:
    state = asked(60)
    (seat,) = play.asked(state)
    own = stream("own")
    wanted = request(GAME, name, Seat.of(GAME, state, seat), own)
    expected = find_bot(GAME, name).answer(Seat.of(GAME, state, seat), own)
    assert answered(wanted) == answered(wanted) == {"options": expected, "stream": own.word}


def test_another_process_thinks_the_same() -> None:
    state = asked(60)
    (seat,) = play.asked(state)
    wanted = request(GAME, "villager", Seat.of(GAME, state, seat), stream("own"))
    code = "import sys; from witchboard.bots import think; print(think(sys.stdin.buffer.read()).decode())"
    told = subprocess.run([sys.executable, "-c", code], input=wanted, capture_output=True, check=True, timeout=60)
    assert json.loads(told.stdout) == answered(wanted)


def test_a_changed_game_is_thought_about_as_changed() -> None:
    changed = GAME.with_content({"supply.qi": 24})
    state = changed.new(4)
    chance = stream("changed")
    while not play.asked(state):
        play_out(state, chance, 1)
    (seat,) = play.asked(state)
    assert answered(request(changed, "random", Seat.of(changed, state, seat), stream("own")))["options"]
    assert json.loads(request(changed, "random", Seat.of(changed, state, seat), stream("own")))["changes"]


@pytest.mark.parametrize("wrong", [b"", b"[]", b'{"game": "ghost-stories"}'])
def test_what_is_no_request_is_refused(wrong: bytes) -> None:
    with pytest.raises(MalformedError, match="no request to think"):
        think(wrong)


TINY: list[Game[Any]] = [grab.GAME, hideout.GAME, stroll.GAME, thieves.GAME, well.GAME]


@pytest.mark.parametrize("game", TINY, ids=lambda game: game.key)
def test_random_plays_every_game_from_its_knowledge(game: Game[Any]) -> None:
    bot = find_bot(game, "random")
    for number in range(5):
        state, chance, own = game.new(), stream(game.key, number), stream(game.key, number, "bot")
        while not state.over:
            seats = play.asked(state)
            if not seats:
                play_out(state, chance, 1)
                continue
            told = json.loads(json.dumps(game.know(state, seats[-1])))
            (option,) = bot.answer(Seat(game, seats[-1], lambda told=told: told), own)
            play.choose(state, seats[-1], option)


def hiding(scenario: str, **more: OptionValue) -> Any:
    return HUNT.new(2, {"scenario": scenario, "hides": "secret", **more})


def unlisted(state: object, seat: int) -> list[int]:
    pytest.fail("options were listed")


@pytest.mark.parametrize("scenario", [one.id.casefold() for one in HUNT.content.scenarios])
def test_random_hides_all_at_once_and_lists_no_options(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hide is drawn from the knowledge as the game draws it; each answer in it is legal, each draw another."""
    state = hiding(scenario, **{"preset-weak-spots": True})
    told = json.loads(json.dumps(HUNT.know(state, 1)))
    bot, own = find_bot(HUNT, "random"), stream("hide", scenario)
    with monkeypatch.context() as patched:
        patched.setattr(hunting, "hide_options", unlisted)
        lines = [bot.answer(Seat(HUNT, 1, lambda: told), own) for _ in range(3)]
    assert len({tuple(line) for line in lines}) == 3
    for option in lines[0]:
        play.choose(state, 1, option)
    assert play.asked(state) == [0]
    for option in lines[1][:5]:
        play.choose(state, 0, option)
    told = json.loads(json.dumps(HUNT.know(state, 0)))
    for option in bot.answer(Seat(HUNT, 0, lambda: told), own):  # what is left, of a hide begun otherwise
        play.choose(state, 0, option)
    assert all(any(state.hide[grid * state.plan.squares :][: state.plan.squares]) for grid in range(2))
    assert not any(isinstance(step, hunting.Hide) for step in state.stack)


def test_where_options_are_listed_random_takes_one_of_them() -> None:
    """So many games at once are played as ever: each option of each question is equally likely."""
    state = hiding("gh-s01")
    line = find_bot(HUNT, "random").answer(Seat.of(HUNT, state, 1), stream("listed"))
    assert len(line) == 1 and line[0] in play.options(state, 1)

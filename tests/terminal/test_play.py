"""Playing in the terminal: whole games by typing, undo, leaving and coming back, whatever happens meanwhile."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.terminal.conftest import Run, Tty, command
from witchboard.engine import play
from witchboard.engine.dealers import CommittedDealer
from witchboard.engine.discover import find_game
from witchboard.engine.entries import Choice, Concede, Resign, Sitter, Undo
from witchboard.engine.record import Record, header_of, read, read_finished, replay
from witchboard.engine.stream import stream
from witchboard.table.store import start
from witchboard.table.table import Table
from witchboard.terminal.asking import Prompt
from witchboard.terminal.games_folder import new_place
from witchboard.terminal.screen import Screen
from witchboard.terminal.sitting import HOLDER, Manner, Sitting

GAME = "ghost-stories"
QUICK = ("--bot", "random", "--no-tips", "--seed", "c")
Open = Callable[..., Tty]


def only_game(data: Path) -> Path:
    """The file of the one game that was played."""
    (path,) = (data / "games").glob("*.jsonl")
    return path


def flat(text: str) -> str:
    """Text on one line, however it was wrapped."""
    return " ".join(text.split())


def widest(text: str) -> int:
    return max(map(len, text.splitlines()))


def test_a_whole_game_by_typing(run: Run, spawn: Run, data: Path) -> None:
    """A lone person types the first choice again and again until the game is over; its record holds and replays."""
    played = spawn("play", GAME, *QUICK, "--no-confirm", typed="1\n" * 2000)
    assert played.returncode == 0
    assert "To see it again: witchboard replay" in played.stdout
    assert widest(played.stdout) <= 80
    assert "\x1b" not in played.stdout
    record = read_finished(only_game(data))
    assert sum(isinstance(entry, Choice) for entry in record.entries) > 30
    assert run("verify", only_game(data)).returncode == 0
    again = run("replay", only_game(data), "--all")
    assert again.returncode == 0
    assert again.stdout.count("turn.") == played.stdout.count("turn.")
    assert widest(again.stdout) <= 80


def test_one_person_holds_all_seats(run: Run, data: Path) -> None:
    """Every seat is asked in turn at the same screen, and no bot plays."""
    played = run("play", GAME, "--seat", "all", "--players", "2", *QUICK, "--no-confirm", typed="1\n" * 2000)
    assert played.returncode == 0
    asked = set(re.findall(r"^(\w+) > 1$", played.stdout, re.M))
    assert len(asked) == 2
    assert "Bots play" not in played.stdout
    assert read_finished(only_game(data)).end


def test_seats_by_their_colours(run: Run) -> None:
    """Colours are drawn by chance; `--seat red,blue` finds the seats that get them."""
    played = run("play", GAME, *QUICK, "--seat", "red,blue", typed="q\n")
    assert "You play" in played.stdout
    line = next(line for line in played.stdout.splitlines() if line.startswith("You play"))
    assert {"Red", "Blue"} == set(re.findall(r"Red|Blue|Green|Yellow", line.split(".")[0]))


def test_the_same_seed_is_the_same_game(run: Run, tmp_path: Path) -> None:
    """With a seed dice, cards and bots are the same."""
    records = []
    for name in ("one", "two"):
        run("play", GAME, *QUICK, "--no-confirm", "--file", tmp_path / f"{name}.jsonl", typed="1\n" * 60)
        records.append(read(tmp_path / f"{name}.jsonl").entries)
    texts = [[entry.text for entry in entries if hasattr(entry, "text")] for entries in records]
    assert texts[0] == texts[1]
    assert len(texts[0]) > 60


def turn(tty: Tty) -> None:
    """Answer until the question of one's own turn stands."""
    shown = tty.prompt()
    while "end the turn?" not in shown.rsplit("\n\n", 1)[-1]:
        tty.type("1")
        shown = tty.prompt()


def test_undo_as_far_as_allowed(tty: Open, data: Path) -> None:
    """A move is taken back; what chance has answered is not, and the reason is said."""
    game = tty("play", GAME, *QUICK, "--pace", "0")
    turn(game)
    game.type("move")  # more than one choice begins so
    assert "could be" in game.prompt()
    game.type("1")
    game.wait(" moves from ")
    game.prompt()
    game.type("u")
    game.wait("You take back: move to")
    game.prompt()
    game.type("u")
    assert "You take back: place on" in game.prompt()
    game.type("u")
    assert "That can't be taken back" in game.prompt()
    game.type("q")
    game.wait("To go on: witchboard resume")
    assert game.end() == 0
    entries = read(only_game(data)).entries
    assert isinstance(entries[-1], Undo)


def test_going_back_over_chance_is_practice(run: Run) -> None:
    """`r` goes back over dice and bots; the table says that the game is practice then."""
    played = run("play", GAME, *QUICK, "--no-confirm", typed="1\n" * 6 + "r\nq\n")
    assert "Back to before: " in played.stdout
    assert "practice" in played.stdout


def test_leaving_and_coming_back(run: Run, data: Path) -> None:
    """`q` says how to go on; going on asks the same question again. Without a file the latest game goes on."""
    left = run("play", GAME, *QUICK, typed="1\nq\n")
    assert left.returncode == 0
    assert f"To go on: witchboard resume {only_game(data).stem}" in left.stdout
    before = only_game(data).read_bytes()
    back = run("resume", typed="q\n")
    assert back.returncode == 0
    assert back.stdout.rstrip().splitlines()[-2:] == left.stdout.rstrip().splitlines()[-2:]
    assert only_game(data).read_bytes() == before
    other = run("play", GAME, *QUICK, typed="q\n")
    assert f"Unfinished: {only_game_before(data)}" in other.stdout


def only_game_before(data: Path) -> str:
    return min((data / "games").glob("*.jsonl"), key=lambda path: path.stat().st_mtime).stem


def test_a_finished_game_can_not_be_gone_on_with(run: Run, data: Path) -> None:
    """Going on with a game that is over shows its end and no more."""
    run("play", GAME, *QUICK, "--no-confirm", typed="1\n" * 2000)
    again = run("resume", only_game(data).stem, typed="1\n")
    assert again.returncode == 0
    assert "To see it again" in again.stdout
    assert run("resume").returncode == 2


def choices(record: Record) -> list[str]:
    return [entry.text for entry in record.entries if isinstance(entry, Choice)]


def test_kill_loses_nothing(tty: Open, data: Path) -> None:
    """Killed at three prompts: each time the game goes on with every choice that was answered by a new prompt."""
    game = tty("play", GAME, *QUICK, "--no-confirm", "--pace", "0")
    game.prompt()
    for _ in range(3):
        for _ in range(4):
            game.type("1")
            game.prompt()
        os.kill(game.process.pid, signal.SIGKILL)
        game.process.wait()
        kept = choices(read(only_game(data)))
        assert len(kept) >= 4
        game = tty("resume", only_game(data).stem, "--no-confirm", "--pace", "0")
        game.prompt()
        assert choices(read(only_game(data)))[: len(kept)] == kept
    game.type("q")
    assert game.end() == 0
    assert read(only_game(data))


def test_a_line_that_was_half_written_is_dropped(run: Run, data: Path) -> None:
    """A torn last line never counted: going on says so, and plays from the line before."""
    run("play", GAME, *QUICK, typed="1\nq\n")
    path = only_game(data)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"entry":"choice","seat":0,"ki')
    back = run("resume", typed="q\n")
    assert back.returncode == 0
    assert "half written" in " ".join(back.stdout.split())
    assert path.read_bytes() == whole


def test_the_end_of_input_leaves(run: Run, data: Path) -> None:
    """Where nobody answers any more the game is kept, and that is no error."""
    played = run("play", GAME, *QUICK)
    assert played.returncode == 0
    assert "The game is kept" in played.stdout
    assert played.stderr == ""
    assert read(only_game(data))


def test_control_c_leaves(tty: Open, data: Path) -> None:
    """Control-C at a question keeps the game."""
    game = tty("play", GAME, *QUICK, "--pace", "0")
    game.prompt()
    game.interrupt("The game is kept")
    assert game.end() == 0
    assert read(only_game(data))


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break otherwise there")
def test_a_broken_pipe_is_no_fault(data: Path) -> None:
    """A reader that goes away ends the command without a word, and a game is kept."""
    process = subprocess.Popen(
        command("play", GAME, *QUICK), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdout.readline()
    process.stdout.close()
    process.stdin.write(b"1\n" * 50)
    process.stdin.close()
    assert process.wait(60) in (0, 1)
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    assert read(only_game(data))


def test_two_windows_do_not_play_one_game(tty: Open, run: Run, data: Path) -> None:
    """The second is told that the game is open elsewhere."""
    game = tty("play", GAME, *QUICK, "--pace", "0")
    game.prompt()
    second = run("resume", only_game(data).stem)
    assert second.returncode == 2
    assert "open in another window" in second.stderr


def test_weighty_choices_are_confirmed(run: Run) -> None:
    """Anything but Enter or y answers the question otherwise; --no-confirm never asks."""
    typed = "1\nend turn\nnot yet\nq\n"
    asked = run("play", GAME, *QUICK, typed=typed)
    assert "sure? Enter or y does it" in asked.stdout
    assert "'not yet' is no choice here" in asked.stdout
    assert "sure?" not in run("play", GAME, *QUICK, "--no-confirm", typed=typed).stdout


def test_giving_up(run: Run, data: Path) -> None:
    """Resigning is typed twice; where no person is left the game ends."""
    played = run("play", GAME, *QUICK, "--seat", "all", typed="resign\nresign\n")
    assert played.returncode == 0
    assert "type resign once more" in played.stdout
    end = read_finished(only_game(data)).end
    assert end and end.cause == "resigned"


def test_who_has_resigned_is_not_asked_to_do_so_again(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """He is asked as the keeper of what he hid; typing it once more says so, and all keep their seats."""
    game = find_game("ghoulash")
    options = game.settle_options(3, {"scenario": "gh-s01", "hides": "random", "seed": 3, "first": 1})
    sitters = [Sitter(name, holder=HOLDER) for name in ("Ann", "Ben", "Cat")]
    dealer = CommittedDealer.named("resigning", [])
    place = new_place("ghoulash", None)
    table = Table.begin(place.key, game, header_of(game, 3, options, sitters, dealer), dealer)
    start(place.store, table)
    sitting = Sitting(Screen(0), place, table, Manner())
    prompt = Prompt(sitting, 0)
    assert [prompt.key("resign"), prompt.key("resign")] == [False, True]
    assert [Prompt(sitting, 0).key("resign") for _ in range(2)] == [False, False]
    assert "you have resigned already" in capsys.readouterr().out
    assert [entry.seat for entry in table.record.entries if isinstance(entry, Concede | Resign)] == [0]
    assert all(sitter.kind == "person" for sitter in table.seating.sitters)
    place.store.close(place.key)


def test_a_match_goes_on_with_its_second_game(run: Run, data: Path) -> None:
    """The first move is swapped then, and the end says who has won the match."""
    options = ("-o", "match=on", "-o", "hides=random", "-o", "first=1")
    scenario = ("-o", "scenario=GH-S01")  # its first step is nobody's only one
    played = run("play", "ghoulash", "--players", "2", *options, *scenario, "--seat", "1", typed="resign\n" * 4)
    assert played.returncode == 0
    said = flat(played.stdout)
    assert "The match: Seat 2 leads by a game won in 0 turns with 0 wounds." in said
    assert "In the second game Seat 2 moves first." in said
    assert "Seat 2 wins the match by 2 : 0 games." in said
    records = [read_finished(path) for path in (data / "games").glob("*.jsonl")]
    assert {record.header.options["first"] for record in records} == {1, 2}


def test_a_match_is_gone_on_with_after_it_was_left(run: Run, data: Path) -> None:
    """Left in its first game and in its second, it ends as in one sitting; what has ended goes on with nothing."""
    options = ("--option", "match=on", "--option", "hides=random", "--option", "first=1", "--players", "2")
    games = data / "games"
    games.mkdir(parents=True)
    assert run("play", "ghoulash", *options, "--file", games / "evening", typed="q\n").returncode == 0
    said = flat(run("resume", "evening", typed="resign\nresign\nq\n").stdout)
    assert "The match: Seat 2 leads by a game won" in said and "In the second game Seat 2 moves first." in said
    (second,) = games.glob("ghoulash-*.jsonl")
    assert "The match" in flat(run("resume", "evening").stdout)
    assert len(list(games.glob("*.jsonl"))) == 2
    assert "Seat 2 wins the match by 2 : 0 games." in flat(run("resume", second.stem, typed="resign\n" * 2).stdout)
    for damaged in (b"[{}]", b"no JSON"):
        second.with_suffix(".match").write_bytes(damaged)
        said = flat(run("resume", second.stem).stdout)
        assert "is not known any more" in said and "wins the match" not in said


def test_the_challenge_of_the_day_is_the_same_for_everybody(run: Run, data: Path) -> None:
    """Scenario, keeper and hide follow from the day alone; what would change them is refused."""
    assert run("play", "ghoulash", "--daily", typed="q\n").returncode == 0
    header = read(only_game(data)).header
    assert header.players == 1 and header.options["seed"] == datetime.now(UTC).toordinal()
    for changed in ("--players 2", "--seat all", "--bot walker", "--option aids=paper", "--seed x", "--dice open"):
        refused = run("play", "ghoulash", "--daily", *changed.split())
        assert refused.returncode == 2 and "the same for everybody" in refused.stderr, changed
    assert "has no challenge of the day" in run("play", GAME, "--daily").stderr


def test_bots_alone_can_be_watched(run: Run, data: Path) -> None:
    """Without a person's seat nothing is asked, and the whole game is told."""
    played = run("play", GAME, *QUICK, "--seat", "none")
    assert played.returncode == 0
    assert " > " not in re.sub(r"> [NESW] ", "", played.stdout)
    assert read_finished(only_game(data)).end


def test_what_is_asked_is_explained(run: Run) -> None:
    """`?` alone, with a choice, a rule, a card, a sign, a choice that is not possible."""
    typed = "\n".join(["?", "? 1", "? gs-097", "? zombie", "? signs", "1", "? move to red", "? quatsch", "q", ""])
    shown = flat(run("play", GAME, *QUICK, typed=typed).stdout)
    for words in (
        "takes the choice with that number",
        "Typed: place on",
        "A haunted tile gives no help",
        "resistance 2",
    ):
        assert words in shown
    assert "haunts NEXT: its figure" in shown
    assert "'quatsch' is no choice here" in shown


def test_why_something_is_not_possible(run: Run) -> None:
    """Typing what the rules forbid says why, with the rule's number."""
    shown = run("play", GAME, *QUICK, typed="1\nbuddha on n1\nq\n").stdout
    assert "carries no Buddha (GS-158)" in shown


def test_first_words_come_once(run: Run) -> None:
    """Goal and turn are told the first time, and what good players look at; not again, nor with --no-tips."""
    plain = ("--bot", "random", "--seed", "c")
    first = run("play", GAME, *plain, typed="q\n").stdout
    assert "You lose with three haunted tiles" in " ".join(first.split())
    assert "You lose with three haunted tiles" not in " ".join(run("play", GAME, *plain, typed="q\n").stdout.split())


def test_the_second_game_is_no_lesson_any_more(run: Run) -> None:
    """A game that begins with a lesson opens its basic table once it has been played."""
    assert "Dead End Lane" in run("play", "ghoulash", "--seed", "c", typed="q\n").stdout
    assert "Eight Bells" in run("play", "ghoulash", "--seed", "c", typed="q\n").stdout


def test_colour_only_at_a_terminal_that_wants_it(tty: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal there is colour, no line is too long, and NO_COLOR is heeded."""
    game = tty("play", GAME, *QUICK, "--pace", "0")
    game.prompt()
    assert "\x1b[1" in game.raw
    assert widest(game.text) <= 80
    game.type("q")
    game.end()
    monkeypatch.setenv("NO_COLOR", "1")
    gray = tty("play", GAME, *QUICK, "--pace", "0")
    gray.prompt()
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", gray.raw)
    gray.type("q")
    gray.end()


SET_UP = """tea
circle
cem
herb
sor
bud
pav
night
red
green
blue
dance of the spi
stre
heav
bott
red
green
red
"""


def test_real_dice_and_cards(run: Run, tmp_path: Path) -> None:
    """With --dice open people say what came, bots play; what can't have come is refused; a slip is taken back."""
    file = tmp_path / "real.jsonl"
    typed = SET_UP + "zombie\nzombie 6\nu\nski\nn2\nmove to circle\nattempt\nred red pink\nr w bla\nq\n"
    played = run("play", GAME, "--players", "2", "--dice", "open", "--no-tips", "--file", file, typed=typed)
    assert played.returncode == 0
    shown = flat(played.stdout)
    assert "Which power does the green board show? (GS-012)" in shown
    assert "'zombie' could be: Zombie 6; Zombie 7" in shown
    assert "Taken back: Zombie 6" in shown
    assert "'red red pink' is no outcome of 'tao dice'" in shown
    assert "Red rolls red, white and black" in shown
    assert "Red exorcises Skinner on N2" in shown
    assert read(file).header.dealer == "open"
    assert run("verify", file).returncode == 0


class Hands:
    """Somebody who rolls real dice, draws real cards, and always takes the first choice."""

    def __init__(self) -> None:
        self.sitting: Sitting | None = None
        self.dice = stream("terminal", "real dice")

    def __call__(self, prompt: str) -> str:
        assert self.sitting
        state = self.sitting.table.line.state
        step = play.chance(state)
        if step is None:
            return "1"
        weights = step.weights(state)
        outcome = self.dice.pick(weights) if weights else self.dice.below(step.outcomes(state))
        return step.text(state, int(outcome))


def test_a_whole_game_with_real_dice(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The referee leads a game to its end; bots play beside people."""
    game = find_game(GAME)
    sitters = [Sitter("", holder=HOLDER), Sitter("", "bot", "random"), Sitter("", holder=HOLDER)]
    place = new_place(GAME, None)
    table = Table.begin(place.key, game, header_of(game, 3, {"level": "hell"}, sitters), None)
    start(place.store, table)
    hands = Hands()
    hands.sitting = Sitting(Screen(0, hands), place, table, Manner(confirm=False, tips=False))
    hands.sitting.run(new=True)
    record = read_finished(only_game(data))
    assert replay(record).over
    assert widest(capsys.readouterr().out) <= 80


@pytest.mark.parametrize("game", ["tiny-grab", "tiny-hideout", "tiny-stroll", "tiny-thieves", "tiny-well"])
@pytest.mark.parametrize("seats", ["1", "all"])
def test_any_game_can_be_played(run: Run, data: Path, tiny_installed: None, game: str, seats: str) -> None:
    """Reactions, secret hides, hidden hands, response windows: whatever the engine knows can be typed to its end."""
    played = run("play", game, "--seat", seats, "--bot", "random", "--no-confirm", "--seed", "1", typed="1\n" * 900)
    assert played.returncode == 0
    assert read_finished(only_game(data)).end
    assert widest(played.stdout) <= 80


def test_the_screen_is_handed_over(run: Run, tiny_installed: None) -> None:
    """Several people with secrets at one screen: each is called to it before his own are shown."""
    shared = run("play", "tiny-thieves", "--seat", "all", "--seed", "1", typed="1\n" * 900).stdout
    assert "Seat 2 looks now, nobody else. Press Enter." in shared
    assert "looks now" not in run("play", "tiny-thieves", "--bot", "random", "--seed", "1", typed="1\n" * 900).stdout


def test_the_rest_of_a_secret_set_up_is_done_for_one(run: Run) -> None:
    """Many places are listed shortly; `f` fills what is left, and keeps what was put down."""
    options = ("--option", "hides=secret", "--option", "scenario=GH-S08", "--seed", "1")
    played = run("play", "ghoulash", *options, "--no-tips", typed="nowhere\n2-A\nf\nq\n").stdout
    assert "f does the rest for you." in played
    assert "Type one of: 1-D, 1-E, 1-F" in flat(played)
    assert "'nowhere' is no choice here" in played
    assert "All is hidden." in played
    assert re.search(r" 2 \|[^j ]", played), "where the Ghoul was put it stays, whatever has come beside it"


def test_nothing_is_done_for_one_where_nothing_is_set_up(run: Run) -> None:
    played = run("play", GAME, *QUICK, typed="f\nq\n").stdout
    assert "does the rest" not in played


def test_what_is_pencilled_shows_to_its_seat_and_is_there_when_one_comes_back(run: Run, data: Path) -> None:
    options = ("--option", "scenario=GH-S00", "--option", "hides=random")
    seats = ("--seat", "1", "--bot", "walker", "--seed", "c")
    first = run("play", "ghoulash", *seats, *options, typed="m 6-A G\nm 6-B not\nq\n")
    assert first.returncode == 0, first.stderr
    chart = [line for line in first.stdout.splitlines() if line.startswith(" 6 |")]
    assert [line[:8] for line in chart][-2:] == [" 6 |G a ", " 6 |G ✕ "]
    (kept,) = (data / "games").glob("*.marks")
    assert kept.with_suffix(".jsonl") == only_game(data)
    again = run("resume", typed="m 6-A\nm 99-Z ?\nm 6-C nonsense\nq\n")
    assert " 6 |G ✕ " in again.stdout and " 6 |a ✕ " in again.stdout
    assert "no '99-Z' to be marked" in flat(again.stdout) and "got 'nonsense'" in flat(again.stdout)
    assert "✕" not in only_game(data).read_text(encoding="utf-8")

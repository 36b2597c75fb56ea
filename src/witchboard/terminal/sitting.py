"""People at a table in the terminal: what happens is told, what is asked is put, what is typed is done.

A client of `witchboard.table`: every command is in the journal before the next question comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from witchboard.engine import play
from witchboard.engine.entries import End
from witchboard.engine.game import PUBLIC, Series
from witchboard.engine.state import State
from witchboard.table.commands import Command, Refused
from witchboard.table.store import submit, submit_bot
from witchboard.table.table import Table

from .asking import Question, RealDice
from .bots import Minds
from .games_folder import Place, folder
from .met import Met
from .pencil import Marks
from .screen import EndOfInput, Left, Screen

HOLDER: Final = "terminal"
"""Who holds the seats of the people at this screen."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How one wants to play: the pause between told lines, whether weighty choices are confirmed, first words."""

    pace: float | None = None
    confirm: bool = True
    tips: bool = True


class Sitting:
    """One sitting at a table, from now until the people leave or the game is over."""

    def __init__(
        self, screen: Screen, place: Place, table: Table, manner: Manner, earlier: Sequence[State] | None = None
    ) -> None:
        self.screen = screen
        self.place = place
        self.table = table
        self.manner = manner
        self.earlier = earlier  # the games before it of a match, if that is known
        self.minds = Minds(table)
        self.met = Met(table.game.key, manner.tips)
        self.marks = Marks(table.game.pencil(table.line.header.options), place.path)
        self.mine = [seat for seat, sitter in enumerate(table.seating.sitters) if sitter.holder == HOLDER]
        self.heard: dict[int, int] = {}
        self.looking = -1  # the seat whose secrets show
        self.holder = HOLDER
        self.drawn = -1  # how much of the line of play the latest picture shows

    def run(self, new: bool) -> None:
        """Play until somebody leaves or the game is over."""
        try:
            self._greet(new)
            while not self.table.seating.end:
                self._go_on()
            self.tell()
            self._close(self.table.seating.end)
        except (EndOfInput, Left, KeyboardInterrupt):
            self._leave()
        finally:
            self.place.store.close(self.place.key)

    def eye(self, seat: int) -> int:
        """Whose log and picture are shown when that seat is asked: where nothing is secret, always the same."""
        if self.table.game.secret():
            return seat
        return self.mine[0] if self.mine else PUBLIC

    def tell(self, seat: int | None = None) -> None:
        """Tell what has happened since the last time."""
        eye = self.eye(seat if seat is not None else self.mine[0] if self.mine else PUBLIC)
        log = self.table.logs[eye]
        self.screen.told(log[self.heard.get(eye, 0) :])
        self.heard[eye] = len(log)

    def draw(self, seat: int) -> None:
        """Draw the table."""
        self.screen.say()
        eye, state = self.eye(seat), self.table.line.state
        self.screen.picture(self.table.game.marked(state, eye, self.marks.of(eye), self.screen.width))
        self.drawn = len(self.table.line.acts)

    def send(self, command: Command) -> bool:
        """Send a command of somebody at this screen; what is refused is said. Returns whether it was done."""
        reply = submit(self.place.store, self.table, HOLDER, command)
        if isinstance(reply, Refused):
            self.screen.say(f"{reply.words}.", style="yellow", indent=2)
            return False
        return True

    def stale(self, seat: int) -> bool:
        """Whether another seat has acted, or chance for it, since the table was drawn."""
        acts = self.table.line.acts
        return self.drawn < 0 or self.drawn > len(acts) or any(act.seat not in (seat, -1) for act in acts[self.drawn :])

    def _greet(self, new: bool) -> None:
        """The first words of a sitting."""
        screen, game = self.screen, self.table.game
        if new and self.met.first():
            screen.say(game.title, style="bold")
            for line in game.front.how:
                screen.say(line, first="  -", indent=4)
        if new and self.table.line.header.commitment:
            screen.say(
                f"Dice and cards are fixed by a seed with the digest {self.table.line.header.commitment[:16]}…", "dim"
            )
        screen.say(f"This game is kept in {self.place.path}. Type ? for help.", "dim")
        self._introduce()
        if not new:  # only the last lines of what was told before
            for eye, log in self.table.logs.items():
                self.heard[eye] = max(0, len(log) - RECALLED)

    def _introduce(self) -> None:
        """Who plays which seat, once all have their names in the game."""
        game, state = self.table.game, self.table.line.state
        names = [game.seat_name(state, seat).capitalize() for seat in range(self.table.line.header.players)]
        bots = [
            f"{name} ({sitter.bot})" for name, sitter in zip(names, self.table.seating.sitters) if sitter.kind == "bot"
        ]
        mine = [names[seat] for seat in self.mine]
        words = [f"You play {', '.join(mine)}."] if mine else []
        if bots:
            words.append(f"Bots play {', '.join(bots)}.")
        self.screen.say(" ".join(words))

    def _go_on(self) -> None:
        """Let whoever is asked answer: a bot, the person, or, with real dice, the person for chance."""
        table = self.table
        calls = table.bot_calls()
        if calls:
            self.tell()
            call = calls[0]
            with self.screen.busy(self._thinking(call.seat)):
                line = self.minds.answer(call)
            submit_bot(self.place.store, table, call.seat, call.question, line)
            return
        if play.chance(table.line.state) and table.dealer is None:
            self._throw()
            return
        seat = next((seat for seat in self.mine if seat in table.line.asked), None)
        if seat is None:
            self.tell()
            self.screen.say(table.sight(PUBLIC).waiting)
            raise Left
        self._hand_over(seat)
        self.tell(seat)
        asked = table.sight(seat).asked
        assert asked
        Question(self, seat, asked).put()

    def _thinking(self, seat: int) -> str:
        """Which bot is waited for."""
        game, state = self.table.game, self.table.line.state
        if play.deputy(state):
            return game.question(state, seat).words.rstrip(".")
        return f"{game.seat_name(state, seat).capitalize()} is thinking"

    def _hand_over(self, seat: int) -> None:
        """Where several people with secrets share this screen, the one before gets up, and then the next looks."""
        if self.looking == seat or not self.table.game.secret() or len(self.mine) < 2:
            return
        name = self.table.game.seat_name(self.table.line.state, seat).capitalize()
        self.screen.clear()
        self.screen.ask(f"{name} looks now, nobody else. Press Enter. ")
        self.looking = seat
        self.drawn = -1

    def _throw(self) -> None:
        """Ask for what real dice or cards say."""
        for seat in self.mine:
            throw = self.table.sight(seat).throw
            if throw:
                break
        else:
            self.screen.say("Nobody at this screen may see the throw.")
            raise Left
        self._hand_over(seat)
        self.tell(seat)
        RealDice(self, seat, throw).put()

    def _close(self, end: End | None) -> None:
        """The end of the game."""
        assert end
        screen = self.screen
        self.draw(self.mine[0] if self.mine else PUBLIC)
        screen.say()
        screen.say(end.words, "bold")
        won = [self.table.game.seat_name(self.table.line.state, seat) for seat, won in enumerate(end.won) if won]
        screen.say("Won: everybody." if all(end.won) else f"Won: {', '.join(won)}." if won else "Nobody has won.")
        if end.sources:
            sources = ", ".join(f"{source} {count:+}" for source, count in end.sources if count)
            screen.say(f"Score {end.scores[0]}: {sources}." if sources else f"Score {end.scores[0]}.")
        else:
            screen.say(f"Scores: {', '.join(map(str, end.scores))}.")
        if self.series:
            screen.say(self.series.words, "bold")
        screen.say(f"To see it again: witchboard replay {self.named()}", "dim")
        if end.seed:
            screen.say(f"To check its dice and cards: witchboard verify {self.named()}", "dim")

    @property
    def series(self) -> Series | None:
        """Where the match stands that the game belonged to; None before its end, and where it belonged to none."""
        if self.earlier is None or not self.table.seating.end:
            return None
        line = self.table.line
        return line.game.series([*self.earlier, line.state], line.header.options)

    def _leave(self) -> None:
        """Where the game stays, and how to go on."""
        self.screen.say(f"The game is kept. To go on: witchboard resume {self.named()}")

    def named(self) -> str:
        """How the game is called on the command line."""
        path = self.place.path
        return self.place.key if path.parent == folder() else str(path)


RECALLED: Final = 8
"""So many lines of what happened before are told when a game is resumed."""

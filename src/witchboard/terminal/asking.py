"""A question to somebody at the screen: how it stands there, and what can be typed."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.text import Text

from witchboard.engine import play
from witchboard.engine.choice import Choice
from witchboard.engine.errors import AmbiguousError, IllegalError, MalformedError, WitchboardError
from witchboard.engine.game import Show
from witchboard.engine.notation import plain
from witchboard.engine.record import published, write
from witchboard.engine.state import State
from witchboard.engine.steps import Chance
from witchboard.engine.stream import stream
from witchboard.table import commands
from witchboard.table.commands import Asked, Throw
from witchboard.table.drafts import Drafts

from .explain import explain, explain_throw, odds
from .screen import Left, sentence

if TYPE_CHECKING:
    from .sitting import Sitting

LOG_LINES: Final = 20
MANY: Final = 12
LISTED: Final = 16  # so many places of a draft have a line each


def begins(typed: str, text: str) -> bool:
    """Whether each word that was typed begins a word of the text."""
    words = plain(text).split()
    return all(any(word.startswith(start) for word in words) for start in plain(typed).split())


class Prompt:
    """What can be typed at any question. `seat` is the one that is asked."""

    def __init__(self, sitting: Sitting, seat: int) -> None:
        self.sitting = sitting
        self.table = sitting.table
        self.screen = sitting.screen
        self.seat = seat
        self.resigning = False

    def key(self, typed: str) -> bool | None:
        """Do what a key stands for: None if it is none, else whether the table has changed. Raises `Left`."""
        match typed.casefold():
            case "q" | "quit":
                raise Left
            case "u" | "undo":
                return self._undo()
            case "r" | "rewind":
                return self._rewind()
            case "resign":
                return self._resign()
            case "l" | "log":
                return self._log()
            case "p":
                self.sitting.draw(self.seat)
                return False
        key, _, rest = typed.partition(" ")
        if key.casefold() == "m" and self.sitting.marks.pencils.pencil:
            return self._mark(rest)
        return self._save(rest.strip()) if key.casefold() in ("s", "save") else None

    def command_id(self) -> str:
        """A name that no other command has."""
        return secrets.token_hex(8)

    def _latest(self) -> int:
        """Where in the line of play somebody at this screen chose last; -1 if nobody did."""
        acts = self.table.line.acts
        return next((at for at in range(len(acts) - 1, -1, -1) if acts[at].seat in self.sitting.mine), -1)

    def _undo(self) -> bool:
        """Take the latest choice back; with real dice also what was typed for them."""
        acts = self.table.line.acts
        if self.table.dealer is None and acts and acts[-1].seat < 0:
            self.screen.say(f"Taken back: {self.table.line.text(len(acts) - 1)}.", indent=2)
            return self._go_back(len(acts) - 1)
        at = self._latest()
        seat = acts[at].seat if at >= 0 else self.seat
        sight = self.table.sight(seat)
        if sight.undo and sight.undo.barred:
            self.screen.say(f"That can't be taken back: {sight.undo.barred}.", "yellow", indent=2)
            if self.table.seating.alone(self.sitting.holder) and at >= 0:
                self.screen.say("r goes back all the same; the game then counts as practice.", "dim", indent=2)
            return False
        return self.sitting.send(commands.Undo(id=self.command_id(), seat=seat, question=sight.question))

    def _rewind(self) -> bool:
        """Go back before the latest choice of this screen, over dice and bots."""
        at = self._latest()
        if at < 0:
            self.screen.say("You have chosen nothing yet.", "yellow", indent=2)
            return False
        self.screen.say(f"Back to before: {self.table.line.text(at)}.", indent=2)
        return self._go_back(at)

    def _go_back(self, to: int) -> bool:
        return self.sitting.send(commands.Rewind(id=self.command_id(), seat=self.sitting.mine[0], to=to))

    def _resign(self) -> bool:
        """Give the game up, once it is typed twice: by the game's rule who is asked, else all at this screen."""
        try:
            seats = self._resigners()
        except IllegalError as error:
            self.screen.say(f"{error}.", "yellow", indent=2)
            return False
        if not self.resigning:
            self.resigning = True
            self.screen.say("That gives the game up: type resign once more to do it.", "yellow", indent=2)
            return False
        for seat in seats:
            self.sitting.send(commands.Resign(id=self.command_id(), seat=seat))
        return True

    def _resigners(self) -> list[int]:
        """Who would give the game up. Raises `IllegalError` where the rules are against it."""
        by_rule = self.table.game.resign(self.table.line.state.clone(), self.seat)
        return [self.seat] if by_rule else self.sitting.mine

    def _log(self) -> bool:
        for line in self.table.logs[self.sitting.eye(self.seat)][-LOG_LINES:]:
            self.screen.say(sentence(line), indent=2)
        return False

    def _mark(self, typed: str) -> bool:
        """Pencil something for the seat that is asked alone."""
        eye, game = self.sitting.eye(self.seat), self.table.game
        try:
            drawn = game.picture(game.sight(self.table.line.state, eye), Show()).svg()
            self.sitting.marks.write(eye, typed, drawn)
            self.sitting.draw(self.seat)
        except MalformedError as error:
            self.screen.say(f"{error}.", "yellow", indent=2)
        return False

    def _save(self, name: str) -> bool:
        """Say where the game is kept, or write a copy of its record."""
        if not name:
            self.screen.say(f"Kept in {self.sitting.place.path}, each choice as it is made.", indent=2)
            return False
        path = Path(name).expanduser()
        try:
            if path.exists():
                raise FileExistsError(0, "there is such a file already")
            write(published(self.table.record), path)
            self.screen.say(f"A copy of the record is in {path}.", indent=2)
        except OSError as error:
            self.screen.say(f"{path} can't be written: {error.strerror}.", "yellow", indent=2)
        return False


class Question(Prompt):
    """A seat is asked to choose."""

    def __init__(self, sitting: Sitting, seat: int, asked: Asked) -> None:
        super().__init__(sitting, seat)
        self.asked = asked
        found = [*asked.choices, *asked.courses]
        self.choices = [choice for choice in found if not choice.extra] + [choice for choice in found if choice.extra]
        self.unsure: Choice | None = None

    def put(self) -> None:
        """Show the question and ask until somebody has chosen."""
        state = self.table.line.state
        changed = self.sitting.drawn != len(self.table.line.acts)
        if self.sitting.stale(self.seat) or (changed and play.decision(state, self.seat).closing):
            self.sitting.draw(self.seat)
        self.show()
        name = self.table.game.seat_name(state, self.seat).capitalize()
        while not self._typed(self.screen.ask(f"{name} > ")):
            pass

    def show(self) -> None:
        """The question and the numbered choices."""
        screen, front = self.screen, self.table.game.front
        screen.say()
        screen.say(f"{self.asked.words} ({self.asked.rule})", "bold")
        if self.asked.kind in front.tips and self.sitting.met.first(self.asked.kind):
            screen.say(front.tips[self.asked.kind], "italic", indent=2)
        if self.asked.draft:
            screen.say("f does the rest for you.", "dim", indent=2)
        if self.asked.draft and len(self.choices) > LISTED:
            texts = [choice.text for choice in self.choices]
            comma = "; " if any("," in text for text in texts) else ", "
            screen.say(f"Type one of: {comma.join(texts)}", indent=2)
            return
        for number, choice in enumerate(self.choices, 1):
            if choice.extra and (number == 1 or not self.choices[number - 2].extra):
                screen.say("Besides:", "dim")
            words = Text(choice.words)
            if choice.course:
                words.append(f", {choice.course}")
            if choice.forecast:
                words.append(f": {odds(choice.forecast)}", "dim")
            screen.say(words, first=f"{number:>3}", indent=5)

    def key(self, typed: str) -> bool | None:
        if self.asked.draft and typed.casefold() in ("f", "fill"):
            return self._fill()
        return super().key(typed)

    def _fill(self) -> bool:
        """Do the rest of what is composed."""
        game, state = self.table.game, self.table.line.state
        drafts = Drafts(game)
        pairs = drafts.filled(state, self.seat, (), stream(secrets.token_hex(16), "draft"))
        if pairs is None:
            self.screen.say("No way was found to finish it like that. Take something back first.", "yellow", indent=2)
            return False
        self.sitting.drawn = -1
        return self._send(drafts.line(state, self.seat, pairs))

    def _typed(self, typed: str) -> bool:
        """Do what was typed; returns whether the table has changed."""
        unsure, self.unsure = self.unsure, None
        if unsure and plain(typed) in ("", "y", "yes", plain(unsure.text), str(self.choices.index(unsure) + 1)):
            return self._take(unsure)
        if not typed:
            return self._entered()
        if typed.startswith("?"):
            state = self.table.line.state
            explain(self.screen, self.table.game, state, self.seat, self.choices, typed[1:].strip())
            return False
        done = self.key(typed)
        if done is not None:
            return done
        choice = self._meant(typed)
        if choice is None:
            return False
        if choice.weighty and self.sitting.manner.confirm:
            self.screen.say(f"{choice.words}: sure? Enter or y does it, anything else doesn't.", "yellow", indent=2)
            self.unsure = choice
            return False
        return self._take(choice)

    def _entered(self) -> bool:
        """Enter alone: the only answer to the question, or the table once more."""
        answers = [choice for choice in self.choices if not choice.extra]
        if len(answers) == 1:
            return self._take(answers[0])
        self.sitting.draw(self.seat)
        self.show()
        return False

    def _meant(self, typed: str) -> Choice | None:
        """The choice that a number or words mean; None, and the reason is said, if there is none."""
        if typed.isdigit():
            if 1 <= int(typed) <= len(self.choices):
                return self.choices[int(typed) - 1]
            self.screen.say(f"The choices are numbered 1 to {len(self.choices)}.", "yellow", indent=2)
            return None
        try:
            option = self.table.game.parse_option(self.table.line.state, self.seat, typed)
            return next(choice for choice in self.choices if choice.line == (option,))
        except (IllegalError, AmbiguousError) as error:
            self.screen.say(f"{error}.", "yellow", indent=2)
            return None
        except WitchboardError:
            pass
        found = [choice for choice in self.choices if begins(typed, f"{choice.text} {choice.words}")]
        if len(found) == 1:
            return found[0]
        if found:
            some = "; ".join(f"{self.choices.index(choice) + 1} {choice.text}" for choice in found[:MANY])
            self.screen.say(f"{typed!r} could be: {some}.", "yellow", indent=2)
        else:
            self.screen.say(f"{typed!r} is no choice here. Type ? for help.", "yellow", indent=2)
        return None

    def _take(self, choice: Choice) -> bool:
        return self._send(choice.line)

    def _send(self, line: Sequence[int]) -> bool:
        command = commands.Choose(id=self.command_id(), seat=self.seat, question=self.asked.number, line=tuple(line))
        return self.sitting.send(command)


class RealDice(Prompt):
    """Somebody is asked what real dice or cards say."""

    def __init__(self, sitting: Sitting, seat: int, throw: Throw) -> None:
        super().__init__(sitting, seat)
        self.throw = throw
        step = play.chance(self.table.line.state)
        assert step
        self.step: Chance[State] = step

    def put(self) -> None:
        """Ask until somebody has typed what came."""
        texts = self._texts()
        self.screen.say()
        question = self.table.game.chance_question(self.table.line.state)
        self.screen.say(f"{question.words} ({question.rule})", "bold")
        self.screen.say(f"Such as: {'; '.join(texts[:3])}. ? lists all.", "dim", indent=2)
        while not self._typed(self.screen.ask(f"{self.throw.label} > ")):
            pass

    def _texts(self) -> list[str]:
        state = self.table.line.state
        weights = self.step.weights(state)
        return [self.step.text(state, at) for at in range(self.step.outcomes(state)) if weights is None or weights[at]]

    def _typed(self, typed: str) -> bool:
        if not typed:
            return False
        if typed.startswith("?"):
            explain_throw(self.screen, self.table.game, self.step.rule, self._texts())
            return False
        done = self.key(typed)
        if done is not None:
            return done
        text = self._whole(typed)
        answer = commands.Answer(id=self.command_id(), seat=self.seat, throw=self.throw.number, text=text)
        return self.sitting.send(answer)

    def _whole(self, typed: str) -> str:
        """What was typed, its words made whole where just one outcome's words begin so: "r w y", "herb"."""
        starts = plain(typed).split()
        found = [text for text in self._texts() if _begins_with(text, starts)]
        same = [text for text in found if len(plain(text).split()) == len(starts)]
        for texts in (same, found):
            if len(texts) == 1:
                return texts[0]
        return typed


def _begins_with(text: str, starts: list[str]) -> bool:
    """Whether the first words of a text begin so, one by one."""
    words = plain(text).split()
    return len(words) >= len(starts) > 0 and all(word.startswith(start) for word, start in zip(words, starts))

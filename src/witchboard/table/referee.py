"""What the table allows: carries a command out on a trial of the line, or says why not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from witchboard.bots import find_bot
from witchboard.engine import entries, play
from witchboard.engine.entries import Sitter
from witchboard.engine.errors import IllegalError, WitchboardError
from witchboard.engine.line import Line
from witchboard.engine.state import EVERYONE, State
from witchboard.engine.steps import Decision

from . import commands
from .commands import Command
from .seating import Seating
from .sights import undoable


class RefusedError(WitchboardError):
    """The table refuses a command; `code` is that of `Refused`."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


@dataclass(frozen=True, slots=True)
class Referee:
    """Who may do what, as the table stands. `real_dice`: people answer chance.

    Every method raises `RefusedError` or another `WitchboardError` for what isn't allowed; the trial is worthless then.
    """

    seating: Seating
    real_dice: bool

    def carry_out(self, trial: Line, holder: str, command: Command) -> int:
        """Carry a command out; returns how many options of its line were taken. Raises `WitchboardError`."""
        seat = command.seat
        if not 0 <= seat < len(self.seating.sitters):
            raise RefusedError("seat", f"there is no seat {seat}: expected 0 to {len(self.seating.sitters) - 1}")
        if isinstance(command, commands.Sit | commands.Hand | commands.Back):
            self._change_seat(trial, holder, command)
            return 0
        if isinstance(command, commands.Remove):
            self._remove(trial, holder, command)
            return 0
        if not self.seating.plays(holder, seat):
            raise RefusedError("seat", f"seat {seat} is not yours to play")
        if self.seating.end and not isinstance(command, commands.Rewind | commands.Leave | commands.Mark):
            raise RefusedError("over", "the game is over")
        if isinstance(command, commands.Choose | commands.Say | commands.Call):
            return self._answer(trial, command)
        if isinstance(command, commands.Undo):
            self._undo(trial, command)
        elif isinstance(command, commands.Rewind):
            if not self.seating.alone(holder):
                raise RefusedError("barred", "others sit at this table: what chance has answered stands")
            trial.rewind(seat, command.to, command.id)
        elif isinstance(command, commands.Answer):
            self._read_dice(trial, command)
        elif isinstance(command, commands.Resign):
            trial.resign(seat, command=command.id)
        elif isinstance(command, commands.Leave):
            trial.restore(entries.Leave(seat=seat, command=command.id))
        else:
            trial.restore(entries.Mark(seat=seat, name=command.name, command=command.id))
        return 0

    def _answer(self, trial: Line, command: commands.Choose | commands.Say | commands.Call) -> int:
        seat = command.seat
        if seat not in trial.asked or command.question != trial.questions[seat]:
            raise RefusedError("stale", "that question stands no longer")
        if play.deputy(trial.state):
            raise RefusedError("barred", "that is not for people to answer")
        if isinstance(command, commands.Choose):
            return self.choose(trial, seat, command.line, command.id)
        if isinstance(command, commands.Call):
            trial.claim(seat, command.claim, command.id)
        else:
            trial.choose_text(seat, command.text, command.id)
        return 1

    def choose(self, trial: Line, seat: int, options: Sequence[int], command: str) -> int:
        """Take options one after another, as long as they fit and nothing random or hidden comes out.

        Where a decision leads `onward`, a line goes on as long as the seat is asked the same again.
        """
        for applied, option in enumerate(options):
            asked = play.decision(trial.state, seat) if seat in trial.asked else None
            try:
                act = trial.choose(seat, option, command)
            except IllegalError as error:
                if applied:
                    return applied
                raise self._reason(trial, seat, option, error) from None
            if play.chance(trial.state) or (act.reveals_to(seat) and not self._goes_on(trial, seat, asked)):
                return applied + 1
        return len(options)

    @staticmethod
    def _goes_on(trial: Line, seat: int, asked: Decision[State] | None) -> bool:
        """Whether a line goes on though something came out."""
        if asked is None or not asked.onward or seat not in trial.asked:
            return False
        return type(play.decision(trial.state, seat)) is type(asked)

    def _reason(self, trial: Line, seat: int, option: int, error: IllegalError) -> IllegalError:
        """Why an option is refused, in the game's own words where it has them."""
        if seat not in trial.asked or not 0 <= option < play.decision(trial.state, seat).span(trial.state.content):
            return error
        try:
            return IllegalError(*trial.game.why_not(trial.state, seat, option))
        except LookupError:  # an option that means nothing in this position
            return error

    def _undo(self, trial: Line, command: commands.Undo) -> None:
        seat = command.seat
        if play.deputy(trial.state):
            raise RefusedError("barred", "a bot answers for you now: what was chosen stands")
        found = undoable(trial, seat)
        if found.barred:
            raise RefusedError("barred", found.barred)
        if command.question != trial.questions[seat]:
            raise RefusedError("stale", "that has been taken back, or played on from")
        for _ in range(found.count):
            trial.undo(seat, command.id)

    def _read_dice(self, trial: Line, command: commands.Answer) -> None:
        step = play.chance(trial.state)
        if not self.real_dice or step is None or command.throw != sum(trial.labels.values()):
            raise RefusedError("stale", "nothing is to be thrown or drawn now")
        audience = step.audience(trial.state)
        if audience != EVERYONE and not audience >> command.seat & 1:
            raise RefusedError("seat", f"{step.label} is not for seat {command.seat} to see")
        trial.answer_text(command.text, by=command.seat, command=command.id)

    def _remove(self, trial: Line, holder: str, command: commands.Remove) -> None:
        if not holder or holder != self.seating.host or self.seating.holds(holder, command.seat):
            raise RefusedError("seat", "the host alone removes others from the table")
        if not self.seating.sitters[command.seat].holder:
            raise RefusedError("seat", f"nobody sits on seat {command.seat}")
        trial.restore(entries.Leave(seat=command.seat, why="removed", command=command.id))

    def _change_seat(self, trial: Line, holder: str, command: commands.Sit | commands.Hand | commands.Back) -> None:
        """Let somebody sit down, a bot stand in, or a person come back."""
        seat, sitter = command.seat, self.seating.sitters[command.seat]
        if isinstance(command, commands.Sit):
            if sitter.kind != "open" or not holder:
                raise RefusedError("seat", f"seat {seat} is taken")
            if seat not in self.seating.free:
                raise RefusedError("seat", f"seat {seat} has given the game up, or it is over: nobody sits down there")
            new = Sitter(command.name, holder=holder)
        elif isinstance(command, commands.Back):
            if not self.seating.holds(holder, seat):
                raise RefusedError("seat", f"seat {seat} is not yours")
            new = Sitter(sitter.name, holder=holder)
        else:
            own = self.seating.holds(holder, seat) or holder == self.seating.host
            seated = any(one.holder == holder for one in self.seating.sitters)
            if not holder or not (own or (seated and sitter.kind == "open")):
                raise RefusedError("seat", f"seat {seat} is not yours to hand over")
            find_bot(trial.game, command.bot)
            new = Sitter(sitter.name or command.bot, "bot", command.bot, sitter.holder)
        trial.restore(entries.Seat(seat=seat, sitter=new, command=command.id))

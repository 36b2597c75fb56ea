"""Well: two players draw from a pile; cards make others draw, who draw again; a falling stone can end it all.

What it proves of the engine: effects within effects within effects, each with its own choice; a stack cut back by a
death in their midst; a lazy pile whose top one seat alone has looked at, and to which cards come back; weighted chance
and secret chance; a single public option taken unasked, and a turn closed by a choice while one may still take back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from witchboard.engine.game import ALL, Option, OptionValue, Outcome
from witchboard.engine.position import Codec, Json, Number, Several
from witchboard.engine.state import EVERYONE, Content, State, Watch
from witchboard.engine.steps import Automatic, Chance, Decision
from witchboard.engine.stream import Stream

from .base import TinyGame, TinyState, numbers

RULES = """# Well

- **WE-001** Two players with one life each, by agreement two. The pile: two buckets, a gift, a double, a stone.
- **WE-002** Once a turn, before drawing, one may look at the pile's top two cards, alone.
- **WE-003** Having looked, one may put the top card under the pile.
- **WE-004** Once a turn one may draw; then, or without, one ends the turn.
- **WE-005** A bucket is a point for who drew it.
- **WE-006** Who draws the gift names a living player, who draws at once.
- **WE-007** Who draws the double draws twice.
- **WE-008** Who draws the stone rolls: on one face of three it misses, else a life is lost. The stone is shuffled back.
- **WE-009** Who loses the last life is out, and the turn ends at once, whatever was still to be drawn.
- **WE-010** The game ends when pile or turns are through or nobody lives. Of the living, those with most points win.
"""
NAMES = ("bucket", "gift", "double", "stone")
BUCKET, GIFT, DOUBLE, STONE = range(4)
UNKNOWN = -1
DRAW, PEEK, END = 0, 1, 2


class Well(TinyState):
    """`unseen` is the pile's unlooked-at part as a multiset; `top` and `under` are cards somebody has looked at.

    `top` lies on it, the uppermost last; `under` below it, the lowest last. `top_known` and `under_known` tell by whom,
    as bits of seats.
    """

    FIELDS: ClassVar[tuple[str, ...]] = (
        "players",
        "unseen",
        "top",
        "top_known",
        "under",
        "under_known",
        "points",
        "lives",
        "turn",
        "turns",
        "drew",
        "looked",
    )

    def clear(self) -> None:
        self.unseen = [kind for kind, name in enumerate(NAMES) for _ in range(self.content.numbers[name])]
        self.top: list[int] = []
        self.top_known: list[int] = []
        self.under: list[int] = []
        self.under_known: list[int] = []
        self.points = [0, 0]
        self.lives = [1, 1]
        self.turn = 0
        self.turns = 2
        self.drew = 0
        self.looked = 0

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return (self.turn - 1) % 2

    def left(self) -> int:
        """How many cards the pile has."""
        return len(self.unseen) + len(self.top) + len(self.under)

    def alive(self) -> list[int]:
        """The seats that live."""
        return [seat for seat in range(2) if self.lives[seat]]

    def shuffle_back(self, card: int) -> None:
        """Put a card into the pile and shuffle: nobody knows anything of its order any more."""
        self.unseen = sorted([*self.unseen, *self.top, *self.under, card])
        self.top, self.top_known, self.under, self.under_known = [], [], [], []


class Turn(Automatic[Well]):
    """The next living player's turn (WE-010). Lies under everything a turn owes."""

    frame: ClassVar[str] = "turn"
    rule: ClassVar[str] = "WE-010"

    def run(self, state: Well, watch: Watch | None) -> None:
        if state.turn == state.turns or not state.alive() or not state.left():
            return
        state.turn += 1
        state.drew = 0
        state.looked = 0
        state.push(self)
        if state.lives[state.active]:
            state.push(Act())


class Act(Decision[Well]):
    """Draw, look, or end the turn (WE-002, WE-004)."""

    rule: ClassVar[str] = "WE-004"
    closing: ClassVar[bool] = True

    @classmethod
    def span(cls, content: Content) -> int:
        return 3

    def seat(self, state: Well) -> int:
        return state.active

    def options(self, state: Well, seat: int) -> list[int]:
        if state.drew or not state.left():
            return [END]
        return [DRAW, END] if state.looked else [DRAW, PEEK, END]

    def take(self, state: Well, seat: int, option: int, watch: Watch | None) -> None:
        if option == END:
            return
        state.push(self)
        if option == DRAW:
            state.drew = 1
            state.push(DrawCard(seat))
            return
        state.looked = 1
        if watch:
            watch.tell(state, "looks", (seat + 1,))
        state.push(Bury())
        state.push(LookAt(seat, 0))

    def text(self, state: Well, option: int) -> str:
        return ("draw", "look at the top", "end turn")[option]


class LookAt(Automatic[Well]):
    """Look at the pile's top cards, one after another (WE-002)."""

    rule: ClassVar[str] = "WE-002"

    def __init__(self, seat: int, depth: int) -> None:
        self.seat, self.depth = seat, depth

    def args(self) -> tuple[int, ...]:
        return (self.seat, self.depth)

    def run(self, state: Well, watch: Watch | None) -> None:
        if self.depth == min(2, state.left()):
            return
        state.push(LookAt(self.seat, self.depth + 1))
        if self.depth == len(state.top) and state.unseen:
            state.push(LookCard(self.seat))
            return
        if self.depth == len(state.top):  # only cards put under the pile are left
            state.top.insert(0, state.under.pop(0))
            state.top_known.insert(0, state.under_known.pop(0))
        at = len(state.top) - 1 - self.depth
        state.top_known[at] |= 1 << self.seat
        if watch:
            watch.tell(state, "seen", (self.seat + 1, state.top[at]), 1 << self.seat, reveals=True)


class UnseenCard(Chance[Well]):
    """A card nobody has looked at yet turns out to be one of the unseen."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def args(self) -> tuple[int, ...]:
        return (self.seat,)

    def outcomes(self, state: Well) -> int:
        return len(state.unseen)  # not the kinds: whether a draw is certain may not tell what the other has looked at

    def text(self, state: Well, outcome: int) -> str:
        kind = state.unseen[outcome]
        return f"{NAMES[kind]} {outcome - state.unseen.index(kind) + 1}"


class LookCard(UnseenCard):
    """The next card below those looked at; only the looker learns it (WE-002)."""

    rule: ClassVar[str] = "WE-002"
    label: ClassVar[str] = "look"

    def audience(self, state: Well) -> int:
        return 1 << self.seat

    def take(self, state: Well, outcome: int, watch: Watch | None) -> None:
        card = state.unseen.pop(outcome)
        state.top.insert(0, card)
        state.top_known.insert(0, 1 << self.seat)
        if watch:
            watch.tell(state, "seen", (self.seat + 1, card), 1 << self.seat, reveals=True)


class Bury(Decision[Well]):
    """Leave the top card or put it under the pile (WE-003)."""

    rule: ClassVar[str] = "WE-003"

    @classmethod
    def span(cls, content: Content) -> int:
        return 2

    def seat(self, state: Well) -> int:
        return state.active

    def options(self, state: Well, seat: int) -> list[int]:
        return [0] if state.left() == 1 else [0, 1]

    def take(self, state: Well, seat: int, option: int, watch: Watch | None) -> None:
        if option:
            state.under.append(state.top.pop())
            state.under_known.append(state.top_known.pop())
        if watch:
            watch.tell(state, "buried" if option else "left", (seat + 1,))

    def text(self, state: Well, option: int) -> str:
        return ("leave the top", "put the top under the pile")[option]


class DrawCard(Automatic[Well]):
    """A player draws the top card, known to somebody or not (WE-004 to WE-007)."""

    rule: ClassVar[str] = "WE-004"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def args(self) -> tuple[int, ...]:
        return (self.seat,)

    def run(self, state: Well, watch: Watch | None) -> None:
        if state.top:
            state.top_known.pop()
            drawn(state, self.seat, state.top.pop(), watch)
        elif state.unseen:
            state.push(DrawUnseen(self.seat))
        elif state.under:
            state.under_known.pop(0)
            drawn(state, self.seat, state.under.pop(0), watch)


class DrawUnseen(UnseenCard):
    """The card drawn is one nobody has looked at (WE-004)."""

    rule: ClassVar[str] = "WE-004"
    label: ClassVar[str] = "draw"

    def take(self, state: Well, outcome: int, watch: Watch | None) -> None:
        drawn(state, self.seat, state.unseen.pop(outcome), watch)


def drawn(state: Well, seat: int, card: int, watch: Watch | None) -> None:
    """Show the card that was drawn and do what it says (WE-005 to WE-008)."""
    if watch:
        watch.tell(state, "drawn", (seat + 1, card), reveals=True)
    if card == BUCKET:
        state.points[seat] += 1
    elif card == GIFT:
        state.push(Give(seat))
    elif card == DOUBLE:
        state.push(DrawCard(seat))
        state.push(DrawCard(seat))
    else:
        state.push(Fall(seat))


class Give(Decision[Well]):
    """Who gets the gift, and draws (WE-006)."""

    rule: ClassVar[str] = "WE-006"

    def __init__(self, giver: int) -> None:
        self.giver = giver

    def args(self) -> tuple[int, ...]:
        return (self.giver,)

    @classmethod
    def span(cls, content: Content) -> int:
        return 2

    def seat(self, state: Well) -> int:
        return self.giver

    def options(self, state: Well, seat: int) -> list[int]:
        return state.alive()

    def take(self, state: Well, seat: int, option: int, watch: Watch | None) -> None:
        if watch:
            watch.tell(state, "given", (seat + 1, option + 1))
        state.push(DrawCard(option))

    def text(self, state: Well, option: int) -> str:
        return f"give to seat {option + 1}"


class Fall(Chance[Well]):
    """Whether the stone misses (WE-008, WE-009)."""

    rule: ClassVar[str] = "WE-008"
    label: ClassVar[str] = "die"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def args(self) -> tuple[int, ...]:
        return (self.seat,)

    def outcomes(self, state: Well) -> int:
        return 2

    def weights(self, state: Well) -> list[int] | None:
        return [1, 2]

    def take(self, state: Well, outcome: int, watch: Watch | None) -> None:
        state.shuffle_back(STONE)
        state.lives[self.seat] -= outcome
        if watch:
            watch.tell(state, "hit" if outcome else "missed", (self.seat + 1,), EVERYONE)
        if not state.lives[self.seat]:
            state.cut("turn")

    def text(self, state: Well, outcome: int) -> str:
        return ("misses", "hits")[outcome]


class WellGame(TinyGame[Well]):
    """Well as a `Game`."""

    key: ClassVar[str] = "tiny-well"
    title: ClassVar[str] = "Well"
    prefix: ClassVar[str] = "WE"
    players: ClassVar[tuple[int, ...]] = (2,)
    bound: ClassVar[int] = 120
    numbers: ClassVar[Mapping[str, int]] = {"bucket": 2, "gift": 1, "double": 1, "stone": 1}
    state_type: ClassVar[type[TinyState]] = Well
    rules_text: ClassVar[str] = RULES
    questions: ClassVar[Mapping[str, str]] = {
        "Act": "Do you draw, look, or end your turn?",
        "Bury": "Does the top card stay?",
        "Give": "Who gets the gift?",
    }
    words: ClassVar[Mapping[str, str]] = {
        "looks": "Seat {0} looks at the top of the pile.",
        "seen": "Seat {0} sees card {1}.",
        "buried": "Seat {0} puts the top card under the pile.",
        "left": "Seat {0} leaves the top card.",
        "drawn": "Seat {0} draws card {1}.",
        "given": "Seat {0} gives to seat {1}.",
        "missed": "The stone misses seat {0}.",
        "hit": "The stone hits seat {0}.",
    }
    options = (
        Option("lives", "Lives", "How many lives each has.", "WE-001", ((1, "one"), (2, "two")), 1),
        Option("turns", "Turns", "How many turns there are.", "WE-010", tuple((n, str(n)) for n in range(1, 7)), 4),
    )

    def __init__(self, changes: Mapping[str, int] | None = None) -> None:
        kind, seats = Several(Number(BUCKET, STONE), 99), Several(Number(0, 3), 99)
        fields: dict[str, Codec] = {
            "players": Number(2, 2),
            "unseen": Several(Number(BUCKET, STONE), 99, ascending=True),
            "top": kind,
            "top_known": seats,
            "under": kind,
            "under_known": seats,
            "points": Several(Number(0, 99), 2),
            "lives": Several(Number(0, 2), 2),
            "turn": Number(0, 99),
            "turns": Number(1, 99),
            "drew": Number(0, 1),
            "looked": Number(0, 1),
        }
        super().__init__(fields, [Turn, Act, LookAt, LookCard, Bury, DrawCard, DrawUnseen, Give, Fall], changes or {})

    def start(self, players: int, options: Mapping[str, OptionValue]) -> Well:
        state = self.fresh()
        state.players = players
        state.lives = [int(options["lives"])] * 2
        state.turns = int(options["turns"])
        state.push(Turn())
        return state

    def view(self, state: Well, observer: int) -> Json:
        def seen(cards: list[int], known: list[int]) -> list[Json]:
            open_to = [observer == ALL or (observer >= 0 and bool(who >> observer & 1)) for who in known]
            return [NAMES[card] if open_ else "?" for card, open_ in zip(cards, open_to)]

        return {
            "pile": state.left(),
            "cards": {name: [*state.unseen, *state.top, *state.under].count(kind) for kind, name in enumerate(NAMES)},
            "top": seen(state.top, state.top_known),
            "under": seen(state.under, state.under_known),
            "points": [*state.points],
            "lives": [*state.lives],
            "turn": state.turn,
        }

    def know(self, state: Well, seat: int) -> Json:
        known = self.dump(state)
        known["seat"] = seat
        hidden = state.unseen.copy()
        for cards, whose in (("top", state.top_known), ("under", state.under_known)):
            mine = [bool(who >> seat & 1) for who in whose]
            both = list(zip(getattr(state, cards), mine))
            known[cards] = [card if its else UNKNOWN for card, its in both]
            hidden += [card for card, its in both if not its]
        known["unseen"] = [*sorted(hidden)]  # with those that only the other has looked at
        return known

    def imagine(self, knowledge: Json, stream: Stream) -> Well:
        assert isinstance(knowledge, dict)
        position = dict(knowledge)
        position.pop("seat")
        hidden = numbers(position["unseen"])
        for name in ("top", "under"):
            cards = numbers(position[name])
            position[name] = [hidden.pop(stream.below(len(hidden))) if card == UNKNOWN else card for card in cards]
        position["unseen"] = [*hidden]
        return self.load(position)

    def outcome(self, state: Well) -> Outcome:
        best = max([state.points[seat] for seat in state.alive()], default=UNKNOWN)
        won = tuple(seat in state.alive() and state.points[seat] == best for seat in range(2))
        return Outcome(won, "turns" if state.alive() else "dead", "Most points win.", tuple(state.points))

    def targets(self, state: Well, seat: int, step: Decision[State], option: int) -> tuple[str, ...]:
        return (f"{type(step).__name__.lower()}-{option}",)


GAME = WellGame()

"""Thieves: hidden hands, a card that is stolen, and shields against the thief, against the shield, and so on.

What it proves of the engine: cards dealt and stolen in secret, a card seen on its way and kept in memory until it
shows, a window in which every seat is asked in order whatever it holds, windows within windows, and a stack cut back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from witchboard.engine.game import ALL, Option, OptionValue, Outcome
from witchboard.engine.position import Codec, Json, Number, Several
from witchboard.engine.state import Content, State, Watch
from witchboard.engine.steps import Automatic, Chance, Decision
from witchboard.engine.stream import Stream

from .base import TinyGame, TinyState, numbers, whole
from .drawing import Piece

RULES = """# Thieves

- **TH-001** Two or three players; six cards: two thieves, two shields, two gems. Each is dealt one, which only he sees.
- **TH-002** In turn each draws a card, if one is left, and may lay a thief on a player who holds cards.
- **TH-003** Whenever a card is laid, all others are asked in turn order whether they lay a shield against it.
- **TH-004** A shield that stands cancels the card it is laid against, and nobody else is asked about that one.
- **TH-005** A thief that stands takes a random card of the other's hand. Only those two see which.
- **TH-006** After the agreed rounds the gems in hand are counted: most gems win.
"""
CARDS = ("thief 1", "thief 2", "shield 1", "shield 2", "gem 1", "gem 2")
THIEVES, SHIELDS, GEMS = (0, 1), (2, 3), (4, 5)
UNKNOWN, LAID, DECK = -1, 8, 9
SEATS = 3


class Thieves(TinyState):
    """`place` tells where each card is: with a seat, LAID or in the DECK.

    `seen` is what the seats remember: for each seat and card the hands, as bits, in which the card can be that the seat
    has seen on its way; 0 for a card it hasn't.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("players", "place", "seen", "turn", "rounds")

    def clear(self) -> None:
        self.place = [DECK] * len(CARDS)
        self.seen = [0] * (SEATS * len(CARDS))
        self.turn = 0
        self.rounds = 1

    def held(self, place: int) -> list[int]:
        """The cards at that place."""
        return [card for card, at in enumerate(self.place) if at == place]

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return (self.turn - 1) % self.players

    def lay(self, card: int) -> None:
        """A card of a hand is shown, and with it all memory of it is stale (TH-003)."""
        self.place[card] = LAID
        for seat in range(SEATS):
            self.seen[seat * len(CARDS) + card] = 0
        self.forget_empty_hands()

    def move(self, card: int, to: int) -> None:
        """A card goes to another hand; who doesn't see it must think that any card he knew there may have (TH-005)."""
        came = self.place[card]
        self.place[card] = to
        for seat in range(SEATS):
            for other in range(len(CARDS)):
                at = seat * len(CARDS) + other
                if seat not in (came, to) and self.seen[at] >> came & 1:
                    self.seen[at] |= 1 << to
        self.seen[came * len(CARDS) + card] = 1 << to
        self.seen[to * len(CARDS) + card] = 0
        self.forget_empty_hands()

    def forget_empty_hands(self) -> None:
        """No card is in an empty hand."""
        full = sum(1 << seat for seat in range(self.players) if self.held(seat))
        self.seen = [hands & full for hands in self.seen]


class Turn(Automatic[Thieves]):
    """The next player's turn, as long as rounds are left (TH-002, TH-006)."""

    rule: ClassVar[str] = "TH-002"

    def run(self, state: Thieves, watch: Watch | None) -> None:
        if state.turn == state.players * state.rounds:
            return
        state.turn += 1
        state.push(self)
        state.push(Play())
        if state.held(DECK):
            state.push(DrawCard(state.active))


class DrawCard(Chance[Thieves]):
    """A card for a hand; only its owner sees which (TH-001, TH-002)."""

    rule: ClassVar[str] = "TH-001"
    label: ClassVar[str] = "draw"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def args(self) -> tuple[int, ...]:
        return (self.seat,)

    def outcomes(self, state: Thieves) -> int:
        return len(state.held(DECK))

    def audience(self, state: Thieves) -> int:
        return 1 << self.seat

    def take(self, state: Thieves, outcome: int, watch: Watch | None) -> None:
        card = state.held(DECK)[outcome]
        state.place[card] = self.seat
        if watch:
            watch.tell(state, "drawn", (self.seat + 1, card), 1 << self.seat, reveals=True)
            watch.tell(state, "draws", (self.seat + 1,))

    def text(self, state: Thieves, outcome: int) -> str:
        return CARDS[state.held(DECK)[outcome]]


class Play(Decision[Thieves]):
    """Lay a thief on somebody, or nothing (TH-002). Option 0 is nothing, else 1 + 3 x card + target."""

    rule: ClassVar[str] = "TH-002"
    public: ClassVar[bool] = False

    @classmethod
    def span(cls, content: Content) -> int:
        return 1 + SEATS * len(CARDS)

    def seat(self, state: Thieves) -> int:
        return state.active

    def options(self, state: Thieves, seat: int) -> list[int]:
        targets = [other for other in range(state.players) if other != seat and state.held(other)]
        return [0, *(1 + SEATS * card + to for card in state.held(seat) if card in THIEVES for to in targets)]

    def take(self, state: Thieves, seat: int, option: int, watch: Watch | None) -> None:
        if option == 0:
            return
        card, target = divmod(option - 1, SEATS)
        state.lay(card)
        if watch:
            watch.tell(state, "laid", (seat + 1, card), reveals=True)
        state.push(Steal(seat, target))
        state.push(Window(seat, 1))

    def text(self, state: Thieves, option: int) -> str:
        card, target = divmod(option - 1, SEATS)
        return f"{CARDS[card]} on seat {target + 1}" if option else "nothing"


class Window(Automatic[Thieves]):
    """All others are asked in turn order about the card that the opener has laid (TH-003)."""

    rule: ClassVar[str] = "TH-003"

    def __init__(self, opener: int, asked: int) -> None:
        self.opener, self.asked = opener, asked

    def args(self) -> tuple[int, ...]:
        return (self.opener, self.asked)

    def run(self, state: Thieves, watch: Watch | None) -> None:
        if self.asked < state.players:
            state.push(Window(self.opener, self.asked + 1))
            state.push(Respond((self.opener + self.asked) % state.players))


class Respond(Decision[Thieves]):
    """Lay a shield, or pass; who holds none is asked all the same (TH-003). Option 0 passes, else 1 + card."""

    rule: ClassVar[str] = "TH-003"
    public: ClassVar[bool] = False
    window: ClassVar[str] = "theft"

    def __init__(self, responder: int) -> None:
        self.responder = responder

    def args(self) -> tuple[int, ...]:
        return (self.responder,)

    @classmethod
    def span(cls, content: Content) -> int:
        return 1 + len(CARDS)

    def seat(self, state: Thieves) -> int:
        return self.responder

    def occasion(self, state: Thieves) -> int:
        return state.turn

    def parties(self, state: Thieves) -> int:
        return sum(1 << step.thief | 1 << step.target for step in state.stack if isinstance(step, Steal))

    def options(self, state: Thieves, seat: int) -> list[int]:
        return [0, *(1 + card for card in state.held(seat) if card in SHIELDS)]

    def take(self, state: Thieves, seat: int, option: int, watch: Watch | None) -> None:
        if option:
            state.lay(option - 1)
            state.push(Cancel())
            state.push(Window(seat, 1))
        if watch:
            watch.tell(state, "laid" if option else "passed", (seat + 1, option - 1), reveals=bool(option))

    def text(self, state: Thieves, option: int) -> str:
        return f"lay {CARDS[option - 1]}" if option else "pass"


class Cancel(Automatic[Thieves]):
    """A shield stands: the card below comes to nothing, with the window about it (TH-004)."""

    frame: ClassVar[str] = "card"
    rule: ClassVar[str] = "TH-004"

    def run(self, state: Thieves, watch: Watch | None) -> None:
        state.cut("card")
        state.stack.pop()
        if watch:
            watch.tell(state, "cancelled")


class Steal(Automatic[Thieves]):
    """A thief stands: a random card changes hands, if there still is one (TH-005)."""

    frame: ClassVar[str] = "card"
    rule: ClassVar[str] = "TH-005"

    def __init__(self, thief: int, target: int) -> None:
        self.thief, self.target = thief, target

    def args(self) -> tuple[int, ...]:
        return (self.thief, self.target)

    def run(self, state: Thieves, watch: Watch | None) -> None:
        if state.held(self.target):
            state.push(StealCard(self.thief, self.target))


class StealCard(Chance[Thieves]):
    """Which card is stolen; old and new holder see it, nobody else (TH-005)."""

    rule: ClassVar[str] = "TH-005"
    label: ClassVar[str] = "stolen"

    def __init__(self, thief: int, target: int) -> None:
        self.thief, self.target = thief, target

    def args(self) -> tuple[int, ...]:
        return (self.thief, self.target)

    def outcomes(self, state: Thieves) -> int:
        return len(state.held(self.target))

    def audience(self, state: Thieves) -> int:
        return 1 << self.thief | 1 << self.target

    def take(self, state: Thieves, outcome: int, watch: Watch | None) -> None:
        card = state.held(self.target)[outcome]
        state.move(card, self.thief)
        if watch:
            watch.tell(state, "stolen", (self.thief + 1, card), self.audience(state), reveals=True)
            watch.tell(state, "steals", (self.thief + 1, self.target + 1))

    def text(self, state: Thieves, outcome: int) -> str:
        return CARDS[state.held(self.target)[outcome]]


class ThievesGame(TinyGame[Thieves]):
    """Thieves as a `Game`."""

    key: ClassVar[str] = "tiny-thieves"
    title: ClassVar[str] = "Thieves"
    prefix: ClassVar[str] = "TH"
    players: ClassVar[tuple[int, ...]] = (2, 3)
    bound: ClassVar[int] = 40
    state_type: ClassVar[type[TinyState]] = Thieves
    rules_text: ClassVar[str] = RULES
    questions: ClassVar[Mapping[str, str]] = {"Play": "Do you lay a thief?", "Respond": "Do you lay a shield?"}
    words: ClassVar[Mapping[str, str]] = {
        "draws": "Seat {0} draws a card.",
        "drawn": "Seat {0} gets card {1}.",
        "laid": "Seat {0} lays card {1}.",
        "passed": "Seat {0} passes.",
        "cancelled": "The card comes to nothing.",
        "steals": "Seat {0} steals from seat {1}.",
        "stolen": "Seat {0} gets card {1}.",
    }
    options = (Option("rounds", "Rounds", "How many turns each has.", "TH-006", ((1, "one"), (2, "two")), 2),)

    def __init__(self, changes: Mapping[str, int] | None = None) -> None:
        fields: dict[str, Codec] = {
            "players": Number(2, SEATS),
            "place": Several(Number(0, DECK), len(CARDS)),
            "seen": Several(Number(0, 7), SEATS * len(CARDS)),
            "turn": Number(0, 99),
            "rounds": Number(1, 9),
        }
        super().__init__(fields, [Turn, DrawCard, Play, Window, Respond, Cancel, Steal, StealCard], changes or {})

    def start(self, players: int, options: Mapping[str, OptionValue]) -> Thieves:
        state = self.fresh()
        state.players = players
        state.rounds = int(options["rounds"])
        state.stack = [Turn(), *(DrawCard(seat) for seat in reversed(range(players)))]
        return state

    def view(self, state: Thieves, observer: int) -> Json:
        hands: list[Json] = []
        for seat in range(state.players):
            held: list[Json] = [CARDS[card] for card in state.held(seat)]
            hands.append(held if observer in (seat, ALL) else len(held))
        known: dict[str, Json] = {}
        if observer >= 0:
            for card, name in enumerate(CARDS):
                mask = state.seen[observer * len(CARDS) + card]
                if mask:
                    known[name] = [seat + 1 for seat in range(SEATS) if mask >> seat & 1]
        laid: list[Json] = [CARDS[card] for card in state.held(LAID)]
        return {"turn": state.turn, "hands": hands, "deck": len(state.held(DECK)), "laid": laid, "known": known}

    def know(self, state: Thieves, seat: int) -> Json:
        known = self.dump(state)
        known["seat"] = seat
        known["place"] = [at if at in (seat, LAID) else UNKNOWN for at in state.place]
        known["hands"] = [len(state.held(other)) for other in range(state.players)]
        known["seen"] = [hands if at // len(CARDS) == seat else 0 for at, hands in enumerate(state.seen)]
        return known

    def imagine(self, knowledge: Json, stream: Stream) -> Thieves:
        assert isinstance(knowledge, dict)
        position = dict(knowledge)
        seat = whole(position.pop("seat"))
        room = numbers(position.pop("hands"))
        place = numbers(position["place"])
        for at in place:
            if at == seat:
                room[seat] -= 1
        seen = numbers(position["seen"])[seat * len(CARDS) : (seat + 1) * len(CARDS)]
        position["place"] = [*_deal(place, room, seen, stream)]
        return self.load(position)

    def pieces(self, sight: Mapping[str, Json]) -> list[Piece]:
        hands, laid, known = sight["hands"], sight["laid"], sight["known"]
        assert isinstance(hands, list) and isinstance(laid, list) and isinstance(known, dict)
        found: list[Piece] = [("pass", 0, 5, f"deck {sight['deck']}, turn {sight['turn']}")]
        for seat, hand in enumerate(hands):
            held = hand if isinstance(hand, list) else []
            found.append((f"seat-{seat}", 0, seat, f"{len(held) if held else hand} cards"))
            found += [(f"card-{CARDS.index(str(card))}", 1 + at, seat, str(card)) for at, card in enumerate(held)]
        found += [(f"card-{CARDS.index(str(card))}", 1 + at, 4, str(card)) for at, card in enumerate(laid)]
        return found + [(f"known-{CARDS.index(card)}", CARDS.index(card), 6, f"{at}") for card, at in known.items()]

    def outcome(self, state: Thieves) -> Outcome:
        gems = tuple(sum(state.place[gem] == seat for gem in GEMS) for seat in range(state.players))
        return Outcome(tuple(count == max(gems) for count in gems), "gems", "Most gems win.", gems)

    def targets(self, state: Thieves, seat: int, step: Decision[State], option: int) -> tuple[str, ...]:
        if not option:
            return ("pass",)
        if isinstance(step, Play):
            card, target = divmod(option - 1, SEATS)
            return (f"card-{card}", f"seat-{target}")
        return (f"card-{option - 1}",)


def _deal(place: list[int], room: list[int], seen: list[int], stream: Stream) -> list[int]:
    """Lay the unknown cards into the room of hands and deck, those seen only where they can be; anew until it fits."""
    unknown = [card for card, at in enumerate(place) if at == UNKNOWN]
    slots = [seat for seat, count in enumerate(room) for _ in range(count)]
    slots += [DECK] * (len(unknown) - len(slots))
    while True:
        left = slots.copy()
        dealt = place.copy()
        for card in unknown:
            dealt[card] = left.pop(stream.below(len(left)))
        if all(not seen[card] or (dealt[card] < SEATS and seen[card] >> dealt[card] & 1) for card in unknown):
            return dealt


GAME = ThievesGame()

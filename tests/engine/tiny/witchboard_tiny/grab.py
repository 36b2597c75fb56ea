"""Grab: a card is turned, and whoever is first to grab or shout the right thing wins it.

What it proves of the engine: a reaction answered by claims with their times, the binned options that stand for claims,
the same time settled by lot, answers nobody sees before all are in, and a pile to which cards come back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from witchboard.engine.game import ALL, Option, OptionValue, Outcome
from witchboard.engine.position import Codec, Json, Number, Several
from witchboard.engine.state import Content, State, Watch
from witchboard.engine.steps import Automatic, Chance, Decision, Reaction
from witchboard.engine.stream import Stream

from .base import Printed, TinyGame, TinyState, numbers, whole

RULES = """# Grab

- **GR-001** Two or three players; the pile holds four cards: mouse or ghost, each to grab or to shout.
- **GR-002** A card is turned from the pile. Nobody knows the pile's order.
- **GR-003** All react at once, within two seconds, by at most two claims: one to grab, one to shout, the second later.
- **GR-004** A wrong claim costs the player his highest card, which goes under the pile.
- **GR-005** The fastest right claim wins the card; of several in the same millisecond a lot takes one. Else it is gone.
- **GR-006** Cards put back on the same occasion lie in an order nobody knows, under those put back before.
- **GR-007** The game ends when the pile is empty or the agreed number of cards was turned. Most cards win.
"""
CARDS = ("grab the mouse", "grab the ghost", "shout mouse", "shout ghost")  # card = 2 x mode + item
MODES = ("grab", "shout")
ITEMS = ("mouse", "ghost")
LIMIT = 2000
GONE, OPEN, PILE = -1, 9, 10  # where a card is: with a seat, or in layer 0, 1, … of the pile
WAITING = -1
Claim = tuple[tuple[int, int, int], ...]


class Grab(TinyState):
    """`place` tells where each card is, `tried` for each seat WAITING or its number of claims, `claims` those."""

    FIELDS: ClassVar[tuple[str, ...]] = ("players", "place", "turned", "tried", "claims", "cards")

    def clear(self) -> None:
        self.place = [PILE] * len(CARDS)
        self.turned = 0
        self.tried: list[int] = []
        self.claims: list[int] = []
        self.cards = 0

    def held(self, place: int) -> list[int]:
        """The cards at that place."""
        return [card for card, at in enumerate(self.place) if at == place]

    def top(self) -> list[int]:
        """The cards of which one is the pile's top."""
        return self.held(min(place for place in self.place if place >= PILE))

    def claim(self, seat: int) -> Claim:
        """What that seat has claimed."""
        own = self.claims[6 * seat : 6 * seat + 3 * max(self.tried[seat], 0)]
        return tuple((own[at], own[at + 1], own[at + 2]) for at in range(0, len(own), 3))


class TurnCard(Automatic[Grab]):
    """Turn the next card, if there is one to turn (GR-002, GR-007)."""

    rule: ClassVar[str] = "GR-002"

    def run(self, state: Grab, watch: Watch | None) -> None:
        if state.turned < state.cards and max(state.place) >= PILE:
            state.turned += 1
            state.push(self)
            state.push(DrawCard())


class DrawCard(Chance[Grab]):
    """The pile's top: any card of its upper layer (GR-002, GR-006)."""

    rule: ClassVar[str] = "GR-002"
    label: ClassVar[str] = "card"

    def outcomes(self, state: Grab) -> int:
        return len(state.top())

    def take(self, state: Grab, outcome: int, watch: Watch | None) -> None:
        card = state.top()[outcome]
        state.place[card] = OPEN
        state.tried = [WAITING] * state.players
        state.claims = [0] * (6 * state.players)
        if watch:
            watch.tell(state, "turned", (card,))
        state.push(Try())

    def text(self, state: Grab, outcome: int) -> str:
        return CARDS[state.top()[outcome]]


class Try(Reaction[Grab]):
    """Each seat's claims (GR-003).

    Options are nothing; mode, item and bin; two items, the first grabbed, the second shouted, and the bin.
    """

    rule: ClassVar[str] = "GR-003"

    @classmethod
    def span(cls, content: Content) -> int:
        assert isinstance(content, Printed)
        return 1 + 8 * content.numbers["bins"]

    def seats(self, state: Grab) -> list[int]:
        return [seat for seat, tried in enumerate(state.tried) if tried == WAITING]

    def options(self, state: Grab, seat: int) -> list[int]:
        return list(range(self.span(state.content)))

    def claim(self, state: Grab, seat: int, option: int) -> Claim:
        if option == 0:
            return ()
        kind, slot = divmod(option - 1, state.content.numbers["bins"])
        time = state.content.numbers["bin"] * (slot + 1)
        if kind < 4:
            return ((kind // 2, kind % 2, time),)
        return ((0, kind // 2 - 2, time), (1, kind % 2, time + state.content.numbers["bin"] // 2))

    def admits(self, state: Grab, seat: int, claim: Claim) -> bool:
        if any(mode not in (0, 1) or item not in (0, 1) or not 0 <= time <= LIMIT for mode, item, time in claim):
            return False
        return len(claim) < 2 or (claim[0][0] != claim[1][0] and claim[0][2] < claim[1][2])

    def take_claim(self, state: Grab, seat: int, claim: Claim, watch: Watch | None) -> None:
        state.tried[seat] = len(claim)
        for at, number in enumerate([number for part in claim for number in part]):
            state.claims[6 * seat + at] = number

    def resolve(self, state: Grab, watch: Watch | None) -> None:
        if watch:
            for seat in range(state.players):
                for mode, item, time in state.claim(seat):
                    watch.tell(state, "claimed", (seat + 1, mode, item, time), reveals=True)
        card = state.held(OPEN)[0]
        layer = max(PILE, *state.place) + 1
        for seat in range(state.players):
            wrong = sum(2 * mode + item != card for mode, item, _ in state.claim(seat))
            for paid in state.held(seat)[::-1][:wrong]:
                state.place[paid] = layer
                if watch:
                    watch.tell(state, "paid", (seat + 1, paid))
        right = {s: t for s in range(state.players) for m, i, t in state.claim(s) if 2 * m + i == card}
        first = [seat for seat, time in right.items() if time == min(right.values())]
        state.tried = []
        state.claims = []
        state.push(Win(sum(1 << seat for seat in first)))

    def text(self, state: Grab, option: int) -> str:
        claim = self.claim(state, 0, option)
        return " then ".join(f"{MODES[m]} {ITEMS[i]} at {t}" for m, i, t in claim) or "no try"


class Win(Chance[Grab]):
    """Who of the fastest wins the card: by lot, if there are several (GR-005)."""

    rule: ClassVar[str] = "GR-005"
    label: ClassVar[str] = "tie"

    def __init__(self, fastest: int) -> None:
        self.fastest = fastest

    def args(self) -> tuple[int, ...]:
        return (self.fastest,)

    def outcomes(self, state: Grab) -> int:
        return max(self.fastest.bit_count(), 1)

    def take(self, state: Grab, outcome: int, watch: Watch | None) -> None:
        card = state.held(OPEN)[0]
        state.place[card] = self._seat(outcome) if self.fastest else GONE
        if watch:
            watch.tell(state, "won" if self.fastest else "gone", (card, state.place[card] + 1))

    def _seat(self, outcome: int) -> int:
        return [seat for seat in range(3) if self.fastest >> seat & 1][outcome]

    def text(self, state: Grab, outcome: int) -> str:
        return f"seat {self._seat(outcome) + 1}" if self.fastest else "nobody"


class GrabGame(TinyGame[Grab]):
    """Grab as a `Game`."""

    key: ClassVar[str] = "tiny-grab"
    title: ClassVar[str] = "Grab"
    prefix: ClassVar[str] = "GR"
    players: ClassVar[tuple[int, ...]] = (2, 3)
    bound: ClassVar[int] = 6 * 5
    numbers: ClassVar[Mapping[str, int]] = {"bins": 3, "bin": 400}
    state_type: ClassVar[type[TinyState]] = Grab
    rules_text: ClassVar[str] = RULES
    questions: ClassVar[Mapping[str, str]] = {"Try": "What do you grab or shout?"}
    words: ClassVar[Mapping[str, str]] = {
        "turned": "Card {0} is turned.",
        "claimed": "Seat {0} claims at {3} ms.",
        "paid": "Seat {0} puts card {1} under the pile.",
        "won": "Seat {1} wins card {0}.",
        "gone": "Nobody wins card {0}.",
    }
    options = (
        Option("cards", "Cards", "How many cards are turned.", "GR-007", tuple((n, str(n)) for n in range(1, 7)), 6),
    )

    def __init__(self, changes: Mapping[str, int] | None = None) -> None:
        fields: dict[str, Codec] = {
            "players": Number(2, 3),
            "place": Several(Number(GONE, PILE + 99), len(CARDS)),
            "turned": Number(0, 99),
            "tried": Several(Number(WAITING, 2), 3),
            "claims": Several(Number(0, LIMIT), 18),
            "cards": Number(1, 99),
        }
        super().__init__(fields, [TurnCard, DrawCard, Try, Win], changes or {})

    def start(self, players: int, options: Mapping[str, OptionValue]) -> Grab:
        state = self.fresh()
        state.players = players
        state.cards = int(options["cards"])
        state.push(TurnCard())
        return state

    def view(self, state: Grab, observer: int) -> Json:
        cards: list[Json] = [f"{CARDS[card]}: {_where(at)}" for card, at in enumerate(state.place)]
        seats = [seat for seat in range(len(state.tried)) if observer in (seat, ALL)]
        claims: list[Json] = [[*part] for seat in seats for part in state.claim(seat)]
        return {"cards": cards, "turned": state.turned, "claims": claims}

    def know(self, state: Grab, seat: int) -> Json:
        known = self.dump(state)
        known["seat"] = seat
        if state.tried:
            known["tried"] = [tried if of == seat else WAITING for of, tried in enumerate(state.tried)]
            known["claims"] = [number if at // 6 == seat else 0 for at, number in enumerate(state.claims)]
            known["retractable"] = state.tried[seat] != WAITING
        return known

    def imagine(self, knowledge: Json, stream: Stream) -> Grab:
        assert isinstance(knowledge, dict)
        position = dict(knowledge)
        seat = whole(position.pop("seat"))
        state = self.load(position)
        step = state.stack[-1] if state.stack else None
        if not isinstance(step, Try) or not numbers(position["tried"]):
            return state
        others = [other for other in range(state.players) if other != seat]
        if state.tried[seat] != WAITING:  # then another is still to answer
            others.pop(stream.below(len(others)))
        for other in others:
            option = int(stream.below(step.span(state.content) + 1)) - 1
            if option >= 0:
                step.take(state, other, option, None)
        return state

    def outcome(self, state: Grab) -> Outcome:
        counts = tuple(len(state.held(seat)) for seat in range(state.players))
        won = tuple(count == max(counts) for count in counts)
        return Outcome(won, "cards", "Most cards win.", counts)

    def targets(self, state: Grab, seat: int, step: Decision[State], option: int) -> tuple[str, ...]:
        return (f"try-{option}",)


def _where(at: int) -> str:
    """A place of a card in words."""
    if at >= PILE:
        return f"layer {at - PILE + 1} of the pile"
    return {GONE: "gone", OPEN: "open"}.get(at, f"seat {at + 1}")


GAME = GrabGame()

"""The suite itself: a game that breaks one of its laws turns the test of that law red."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

import pytest
from witchboard_tiny.grab import GrabGame
from witchboard_tiny.hideout import Hideout, HideoutGame, Look
from witchboard_tiny.stroll import Stroll, StrollGame, Throw, Walk
from witchboard_tiny.thieves import DrawCard, Respond, Thieves, ThievesGame
from witchboard_tiny.well import DrawCard as DrawTop
from witchboard_tiny.well import Well, WellGame

from witchboard.engine.choice import Choice
from witchboard.engine.game import Game, OptionValue
from witchboard.engine.play import asked
from witchboard.engine.position import Json
from witchboard.engine.state import State, Step, Watch
from witchboard.engine.stream import Stream

from . import test_chance, test_choices, test_games, test_knowledge, test_positions, test_undo
from .cases import Case


@dataclass(frozen=True)
class Broken(Case):
    """A case of a game that nobody has installed."""

    broken: object = None

    def __hash__(self) -> int:
        return hash((super().__hash__(), id(self.broken)))

    @property
    def game(self) -> Game[State]:
        return cast(Game[State], self.broken)


def in_place_of(patch: pytest.MonkeyPatch, old: type[Step], new: type[Step]) -> None:
    """From now on the game's module uses another step under the name of one of its own."""
    new.__name__ = old.__name__
    patch.setattr(sys.modules[old.__module__], old.__name__, new)


# Games, each with one fault. Their steps are called as those they stand for.


class ShallowCopies(StrollGame):
    """A copy shares a list with its original."""

    def start(self, players: int, options: Mapping[str, OptionValue]) -> Stroll:
        state = super().start(players, options)
        state.__class__ = Shallow
        return state


class Shallow(Stroll):
    def clone(self) -> Stroll:
        copy = super().clone()
        copy.points = self.points
        return copy


class ForgetfulPositions(StrollGame):
    """A field is not written."""

    def dump(self, state: Stroll) -> dict[str, Json]:
        return {**super().dump(state), "points": [0, 0]}


class SeesAll(HideoutGame):
    """The view shows the other's grid."""

    def view(self, state: Hideout, observer: int) -> Json:
        return {**cast(dict[str, Json], super().view(state, observer)), "grids": "".join(map(str, state.icons))}


class PointsAtFirst(HideoutGame):
    """What is pointed at depends on who else has answered: a real slip, found by the law."""

    def choice(self, state: Hideout, seat: int, option: int) -> Choice:
        single = super().choice(state, seat, option)
        return Choice(single.line, single.text, single.words, single.rule, (f"grid-{asked(state)[0]}-{option}",))


class KnowsTheOther(GrabGame):
    """Knowledge tells whether another has answered."""

    def know(self, state: State, seat: int) -> Json:
        return {**cast(dict[str, Json], super().know(state, seat)), "waiting": len(asked(state))}

    def imagine(self, knowledge: Json, stream: Stream) -> State:
        known = dict(cast(dict[str, Json], knowledge))
        known.pop("waiting")
        return super().imagine(known, stream)


class ImaginesTheSame(ThievesGame):
    """Every seat imagines the same world."""

    def imagine(self, knowledge: Json, stream: Stream) -> Thieves:
        return super().imagine(knowledge, Stream(7))


class Silent(Watch):
    """Passes events on as if they revealed nothing."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch

    def tell(
        self, state: State, kind: str, values: tuple[int, ...] = (), audience: int = -1, reveals: bool = False
    ) -> None:
        self.watch.tell(state, kind, values, audience)


def quiet_look(patch: pytest.MonkeyPatch) -> object:
    class Quiet(Look):
        def take(self, state: Hideout, seat: int, option: int, watch: Watch | None) -> None:
            super().take(state, seat, option, Silent(watch) if watch else None)

    in_place_of(patch, Look, Quiet)
    return HideoutGame()


def quiet_draw(patch: pytest.MonkeyPatch) -> object:
    class Quiet(DrawTop):
        def run(self, state: Well, watch: Watch | None) -> None:
            super().run(state, Silent(watch) if watch else None)

    in_place_of(patch, DrawTop, Quiet)
    return WellGame()


def tells_by_asking(patch: pytest.MonkeyPatch) -> object:
    """Who holds no shield is not asked: the game goes on, and all can see why."""

    class Asks(Respond):
        public = True

    in_place_of(patch, Respond, Asks)
    return ThievesGame()


def draws_in_the_open(patch: pytest.MonkeyPatch) -> object:
    class Open(DrawCard):
        def take(self, state: Thieves, outcome: int, watch: Watch | None) -> None:
            super().take(state, outcome, watch)
            if watch:
                watch.tell(state, "drawn", (1, outcome))

    in_place_of(patch, DrawCard, Open)
    return ThievesGame()


def unsorted(patch: pytest.MonkeyPatch) -> object:
    class Backwards(Walk):
        def options(self, state: Stroll, seat: int) -> list[int]:
            return super().options(state, seat)[::-1]

    in_place_of(patch, Walk, Backwards)
    return StrollGame()


def beyond_its_span(patch: pytest.MonkeyPatch) -> object:
    class Narrow(Walk):
        @classmethod
        def span(cls, content: object) -> int:
            return 8

    in_place_of(patch, Walk, Narrow)
    return StrollGame()


def too_legal(patch: pytest.MonkeyPatch) -> object:
    class Lenient(Walk):
        def legal(self, state: Stroll, seat: int, option: int) -> bool:
            return True

    in_place_of(patch, Walk, Lenient)
    return StrollGame()


def without_rule(patch: pytest.MonkeyPatch) -> object:
    class Lawless(Walk):
        rule = ""

    in_place_of(patch, Walk, Lawless)
    return StrollGame()


def two_alike(patch: pytest.MonkeyPatch) -> object:
    class Mumbled(Walk):
        def text(self, state: Stroll, option: int) -> str:
            return super().text(state, option).replace("dog", "walker")

    in_place_of(patch, Walk, Mumbled)
    return StrollGame()


def heavy_die(patch: pytest.MonkeyPatch) -> object:
    class Heavy(Throw):
        def weights(self, state: Stroll) -> list[int]:
            return [1, 1]

    in_place_of(patch, Throw, Heavy)
    return StrollGame()


def dice_alike(patch: pytest.MonkeyPatch) -> object:
    class Blank(Throw):
        def text(self, state: Stroll, outcome: int) -> str:
            return "something"

    in_place_of(patch, Throw, Blank)
    return StrollGame()


class Endless(StrollGame):
    """It says that it is shorter than it is."""

    bound: ClassVar[int] = 3


def listens(patch: pytest.MonkeyPatch) -> object:
    """The game goes another way when somebody listens."""

    class Vain(Walk):
        def take(self, state: Stroll, seat: int, option: int, watch: Watch | None) -> None:
            super().take(state, seat, option, watch)
            if watch:
                state.points[seat] += 1

    in_place_of(patch, Walk, Vain)
    return StrollGame()


class LosesCards(ThievesGame):
    """Its own count of pieces finds that one is lost."""

    def faults(self, state: Thieves) -> list[str]:
        return ["TH-001: a card is lost"] if state.turn == 2 else []


Test = Callable[[Case], None]
Maker = Callable[[pytest.MonkeyPatch], object]
LAWS: dict[str, tuple[Maker, int, Test]] = {
    "shallow copies": (
        lambda patch: ShallowCopies(),
        2,
        test_positions.test_no_earlier_copy_changes_while_play_goes_on,
    ),
    "a field not written": (
        lambda patch: ForgetfulPositions(),
        2,
        test_positions.test_a_position_is_the_same_after_json,
    ),
    "options not sorted": (unsorted, 2, test_choices.test_options_are_ascending_and_within_their_span),
    "an option beyond the span": (beyond_its_span, 2, test_choices.test_options_are_ascending_and_within_their_span),
    "what isn't listed is legal": (too_legal, 2, test_choices.test_every_other_option_is_refused_with_a_rule),
    "a refusal without a rule": (without_rule, 2, test_choices.test_every_other_option_is_refused_with_a_rule),
    "two options of one text": (two_alike, 2, test_choices.test_the_text_of_an_option_says_it_again),
    "a weight too few": (heavy_die, 2, test_chance.test_weights_are_whole_numbers_one_for_each_outcome),
    "two outcomes of one text": (dice_alike, 2, test_chance.test_the_text_of_an_outcome_says_it_again),
    "longer than its bound": (lambda patch: Endless(), 2, test_games.test_every_game_ends_in_time_and_says_how),
    "another way when heard": (listens, 2, test_games.test_events_are_told_when_they_happen),
    "pieces lost": (lambda patch: LosesCards(), 2, test_games.test_pieces_are_conserved),
    "a view of all": (lambda patch: SeesAll(), 2, test_knowledge.test_imagined_worlds_look_like_the_true_one),
    "targets of another": (
        lambda patch: PointsAtFirst(),
        2,
        test_knowledge.test_imagined_worlds_look_like_the_true_one,
    ),
    "who waits is known": (
        lambda patch: KnowsTheOther(),
        2,
        test_knowledge.test_imagined_worlds_look_like_the_true_one,
    ),
    "a look that reveals nothing": (quiet_look, 2, test_knowledge.test_imagined_worlds_go_on_looking_the_same),
    "not asked without a shield": (tells_by_asking, 3, test_knowledge.test_imagined_worlds_go_on_looking_the_same),
    "a draw told to all": (draws_in_the_open, 3, test_knowledge.test_imagined_worlds_go_on_looking_the_same),
    "a draw of what the other knows reveals nothing": (
        quiet_draw,
        2,
        test_knowledge.test_imagined_worlds_go_on_looking_the_same,
    ),
    "taken back after a quiet draw": (quiet_draw, 2, test_undo.test_undo_is_offered_only_where_nothing_was_learnt),
}


@pytest.mark.parametrize("fault", LAWS)
def test_a_broken_law_is_seen(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make, players, test = LAWS[fault]
    case = Broken("broken", players, broken=make(monkeypatch))
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        test(case)


SECRET: list[Callable[[], object]] = [HideoutGame, ThievesGame, GrabGame, WellGame]
KEPT = [
    (test, game)
    for test in dict.fromkeys(test for _, _, test in LAWS.values())
    for game in (SECRET if test.__module__ == test_knowledge.__name__ else [StrollGame, *SECRET])
]


@pytest.mark.parametrize(("test", "game"), KEPT, ids=lambda one: one.__name__)
def test_a_law_that_is_kept_is_not_seen_broken(test: Test, game: Callable[[], object]) -> None:
    test(Broken("whole", 2, broken=game()))


def test_one_world_for_all_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    whole: dict[str, Game[State]] = {"same": cast(Game[State], ImaginesTheSame())}
    monkeypatch.setattr("tests.conformance.test_knowledge.all_games", lambda: whole)
    monkeypatch.setattr(
        "tests.conformance.test_knowledge.cases_of", lambda game: [Broken("same", 2, broken=whole["same"])]
    )
    with pytest.raises(pytest.fail.Exception, match="every seat imagines one world only"):
        test_knowledge.test_imagined_worlds_are_not_all_alike("same")

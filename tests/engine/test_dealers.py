"""Dealers: each outcome as likely as it should be, the committed ones checkable by anybody, the open one patient."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from witchboard_tiny.thieves import GAME as THIEVES

from witchboard.engine.dealers import (
    CommittedDealer,
    Dealer,
    DealerError,
    OpenDealer,
    ScriptedDealer,
    SeededDealer,
)
from witchboard.engine.game import Game
from witchboard.engine.state import EVERYONE, State
from witchboard.engine.stream import stream

FAIRNESS = Path(__file__).resolve().parents[2] / "docs" / "fairness.md"
SEED = bytes(range(32))

# The value of chi-squared that a fair dealer passes but once in 10,000 tables, by degrees of freedom.
CRITICAL = {1: 15.14, 3: 21.11, 5: 25.74, 9: 33.72}


def chi_squared(dealer: Dealer, outcomes: int, weights: Sequence[int] | None, draws: int) -> float:
    seen = Counter(dealer.draw("die", outcomes, weights, nth, EVERYONE) for nth in range(draws))
    shares = weights or [1] * outcomes
    expected = [draws * share / sum(shares) for share in shares]
    assert set(seen) <= set(range(outcomes))
    assert all(expected[outcome] for outcome in seen), "an outcome of weight 0 was drawn"
    return sum((seen[at] - due) ** 2 / due for at, due in enumerate(expected) if due)


@pytest.mark.parametrize("kind", ["seeded", "committed"])
@pytest.mark.parametrize(
    ("outcomes", "weights"), [(2, None), (6, None), (10, None), (4, [1, 2, 3, 4]), (5, [5, 0, 1, 1, 13])]
)
def test_each_outcome_is_as_likely_as_its_weight(kind: str, outcomes: int, weights: list[int] | None) -> None:
    dealer: Dealer = SeededDealer(stream("chi", 1)) if kind == "seeded" else CommittedDealer.named("chi")
    possible = sum(1 for weight in weights if weight) if weights else outcomes
    assert chi_squared(dealer, outcomes, weights, 40_000) < CRITICAL[possible - 1]


def test_draws_that_follow_each_other_are_independent() -> None:
    dealer = CommittedDealer.named("pairs")
    throws = [dealer.draw("die", 4, None, nth, EVERYONE) for nth in range(40_001)]
    pairs = Counter(4 * one + two for one, two in pairwise(throws))
    assert sum((pairs[at] - 2500) ** 2 / 2500 for at in range(16)) < 44.26  # 15 degrees, once in 10,000


def test_same_stream_same_draws() -> None:
    one, two = SeededDealer(stream(7, "rules", 3)), SeededDealer(stream(7, "rules", 3))
    assert [one.draw("d", 6, None, n, EVERYONE) for n in range(50)] == [
        two.draw("d", 6, None, n, EVERYONE) for n in range(50)
    ]


def test_a_committed_answer_depends_on_label_and_number_alone() -> None:
    dealer = CommittedDealer(SEED, ["a"])
    later = dealer.draw("dice", 1296, None, 17, EVERYONE)
    for label, nth in (("dice", 3), ("draw", 17)):
        dealer.draw(label, 55, None, nth, 1)
    assert dealer.draw("dice", 1296, None, 17, 2) == later
    assert CommittedDealer(SEED, ["a"]).draw("dice", 1296, None, 17, EVERYONE) == later


@pytest.mark.parametrize(
    "other",
    [
        CommittedDealer(SEED, ["b"]),
        CommittedDealer(SEED, ["a", ""]),
        CommittedDealer(SEED, []),
        CommittedDealer(bytes(32), ["a"]),
    ],
)
def test_every_contribution_and_the_seed_count(other: CommittedDealer) -> None:
    mine = CommittedDealer(SEED, ["a"])
    assert [mine.draw("d", 1 << 60, None, n, EVERYONE) for n in range(4)] != [
        other.draw("d", 1 << 60, None, n, EVERYONE) for n in range(4)
    ]


def test_the_commitment_is_the_digest_of_the_seed() -> None:
    assert CommittedDealer(SEED, ["a"]).commitment == hashlib.sha256(SEED).hexdigest()
    assert CommittedDealer.fresh().seed != CommittedDealer.fresh().seed


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_of_another_length_is_refused(seed: bytes) -> None:
    with pytest.raises(DealerError, match=f"32 bytes, not {len(seed)}"):
        CommittedDealer(seed)


def by_the_page(seed: bytes, contributions: list[str], label: str, nth: int, n: int, weights: list[int]) -> int:
    """docs/fairness.md, done step by step by somebody who has read nothing else."""
    total = sum(weights) if weights else n
    usable = 2**64 - 2**64 % total
    attempt = 0
    while True:
        lines = ["witchboard-chance-1", label, str(nth), str(attempt)]
        lines += [hashlib.sha256(text.encode("utf-8")).hexdigest() for text in contributions]
        digest = hmac.new(seed, "\n".join(lines).encode("utf-8"), hashlib.sha256).digest()
        number = int.from_bytes(digest[:8], "big")
        if number < usable:
            break
        attempt += 1
    value = number % total
    for outcome, weight in enumerate(weights):
        if value < weight:
            return outcome
        value -= weight
    return value


@given(
    seed=st.binary(min_size=32, max_size=32),
    contributions=st.lists(st.text(max_size=20), max_size=4),
    label=st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=12),
    nth=st.integers(0, 10**6),
    n=st.integers(1, 2**64),
    weights=st.lists(st.integers(0, 2**40), max_size=6).filter(lambda found: not found or any(found)),
)
def test_a_verifier_written_from_the_page_agrees(
    seed: bytes, contributions: list[str], label: str, nth: int, n: int, weights: list[int]
) -> None:
    outcomes = len(weights) or n
    drawn = CommittedDealer(seed, contributions).draw(label, outcomes, weights or None, nth, EVERYONE)
    assert drawn == by_the_page(seed, contributions, label, nth, n, weights)


def vectors() -> list[tuple[str, list[str], str, int, str, int]]:
    """The published test vectors: seed, contributions, label, nth, "n" or weights, answer."""
    row = re.compile(r"^\| `(\w{64})` \| (.*?) \| `(.*?)` \| (\d+) \| (.*?) \| (\d+) \|$", re.M)
    return [
        (seed, re.findall("`(.*?)`", texts), label, int(nth), n, int(answer))
        for seed, texts, label, nth, n, answer in row.findall(FAIRNESS.read_text("utf-8"))
    ]


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: f"{vector[2]}-{vector[3]}")
def test_the_published_vectors(vector: tuple[str, list[str], str, int, str, int]) -> None:
    seed, contributions, label, nth, n, answer = vector
    weights = [int(weight) for weight in n.split()] if " " in n else None
    dealer = CommittedDealer(bytes.fromhex(seed), contributions)
    assert dealer.draw(label, len(weights) if weights else int(n), weights, nth, EVERYONE) == answer


def test_there_are_published_vectors_of_every_kind() -> None:
    found = vectors()
    assert len(found) >= 12
    assert any(" " in n for *_, n, _ in found), "weights"
    assert any(" " not in n and int(n) > 2**63 for *_, n, _ in found), "so many outcomes that numbers are rejected"
    assert {len(contributions) for _, contributions, *_ in found} >= {0, 1, 2}


def test_a_script_answers_in_its_order_and_says_where_it_does_not_fit() -> None:
    dealer = ScriptedDealer([2, ("dice", 5), ("draw", 0), 7])
    assert dealer.draw("any", 3, None, 0, EVERYONE) == 2
    assert dealer.draw("dice", 6, None, 0, EVERYONE) == 5
    with pytest.raises(DealerError, match="answer 3 of the script is for 'draw', but 'dice' is asked"):
        dealer.draw("dice", 6, None, 1, EVERYONE)
    assert dealer.draw("draw", 6, None, 0, EVERYONE) == 0
    with pytest.raises(DealerError, match="answer 4 of the script: 7 is no outcome of 'dice'"):
        dealer.draw("dice", 6, None, 1, EVERYONE)


def test_a_script_that_is_used_up_says_so() -> None:
    with pytest.raises(DealerError, match="no answer left for 'dice' after 0"):
        ScriptedDealer([]).draw("dice", 6, None, 0, EVERYONE)
    with pytest.raises(DealerError, match="no outcome of 'dice'"):
        ScriptedDealer([1]).draw("dice", 2, [1, 0], 0, EVERYONE)


def test_the_open_dealer_asks_again_until_the_text_is_an_outcome() -> None:
    state = THIEVES.new(2)  # a card is drawn for the first seat
    faults: list[str] = []
    texts = iter(["ace of spades", "", "gem two"])

    def ask(game: Game[State], seen: State, fault: str) -> str:
        assert seen is state
        faults.append(fault)
        return next(texts)

    dealer = OpenDealer(ask)
    dealer.look(THIEVES, state)
    texts = iter(["ace of spades", THIEVES.outcome_text(state, 3)])
    assert dealer.draw("draw", 8, None, 0, 1) == 3
    assert faults[0] == ""
    assert "'ace of spades' is no outcome of 'draw'" in faults[1]


def test_the_open_dealer_must_see_the_position() -> None:
    with pytest.raises(DealerError, match="before it saw the position"):
        OpenDealer(lambda game, state, fault: "six").draw("dice", 6, None, 0, EVERYONE)

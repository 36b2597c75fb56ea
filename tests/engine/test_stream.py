"""Streams: the same numbers pure and compiled, each equally likely; no purpose's tell of another's."""

from __future__ import annotations

import hashlib

import pytest

from witchboard.engine.stream import MULTIPLIER, Stream, stream


def by_the_book(word: int, count: int) -> list[int]:
    """The generator in whole numbers without bounds: multiply the low half, add the carry, give their exclusive or."""
    values = []
    for _ in range(count):
        word = 2147483085 * (word % 2**32) + word // 2**32
        assert word < 2**63
        values.append((word % 2**32) ^ (word // 2**32))
    return values


@pytest.mark.parametrize("start", [1, 2**32 - 1, 123456789012345678, 2147483085 * 2**32 - 2])
def test_the_numbers_are_those_of_multiply_with_carry(start: int) -> None:
    drawn = Stream(start)
    assert [drawn.below(2**31) for _ in range(200)] == [value % 2**31 for value in by_the_book(start, 200)]


def test_a_stream_starts_where_its_purpose_says() -> None:
    digest = hashlib.sha256(b"7\x1frules\x1f0").digest()
    start = (int.from_bytes(digest[:8], "big") >> 2) % (int(MULTIPLIER) * 2**32 - 2) + 1
    ours, theirs = stream(7, "rules", 0), Stream(start)
    assert [ours.below(1000) for _ in range(50)] == [theirs.below(1000) for _ in range(50)]


def test_these_numbers_never_change() -> None:
    """A seed that somebody has noted down must make the same game in ten years."""
    drawn = stream("witchboard", 1)
    assert [drawn.below(100) for _ in range(12)] == [92, 83, 58, 74, 9, 58, 51, 56, 9, 86, 86, 95]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 216, 2**31])
def test_all_numbers_below_n_come_and_no_other(n: int) -> None:
    drawn = stream("below", n)
    values = [drawn.below(n) for _ in range(3000)]
    assert min(values) >= 0 and max(values) < n
    if n < 10:
        assert set(values) == set(range(n))


@pytest.mark.parametrize("n", [2, 3, 6, 10, 37])
def test_each_number_is_equally_likely(n: int) -> None:
    """Chi-squared: so far off comes once in ten million streams."""
    drawn = stream("even", n)
    counts = [0] * n
    for _ in range(20_000):
        counts[drawn.below(n)] += 1
    expected = 20_000 / n
    chi = sum((count - expected) ** 2 / expected for count in counts)
    assert chi < n - 1 + 5.4 * (2 * (n - 1)) ** 0.5 + 20


def test_picks_are_as_likely_as_their_weights() -> None:
    drawn = stream("weights")
    counts = [0, 0, 0, 0]
    for _ in range(12_000):
        counts[drawn.pick([1, 0, 2, 3])] += 1
    assert counts[1] == 0
    assert [round(count / 2000, 1) for count in counts] == pytest.approx([1, 0, 2, 3], abs=0.2)


def test_a_pick_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"weights \[0, 0\]: expected at least one above 0"):
        stream("nothing").pick([0, 0])


def test_a_copy_goes_on_on_its_own() -> None:
    drawn = stream("copy")
    drawn.below(10)
    copy = drawn.clone()
    ahead = [drawn.below(1000) for _ in range(10)]
    assert [copy.below(1000) for _ in range(10)] == ahead


def test_streams_of_other_purposes_are_others() -> None:
    starts = {
        stream(*purpose).word for purpose in [(1, "rules"), (1, "bot"), (2, "rules"), ("1rules",), ("1", "rules")]
    }
    assert len(starts) == 4, "only the text of a purpose counts, so 1 and '1' are one"

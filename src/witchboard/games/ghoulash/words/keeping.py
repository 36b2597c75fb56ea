"""The words of the keeper alone: how his hide fares (GH-167)."""

from __future__ import annotations

from statistics import quantiles

from ..keeping import trial
from ..rules.exploring import run_words
from ..sheet import Trial
from ..state import Hunt
from .base import Reason, Speaker


class ExploreSpeaker(Speaker):
    """How a run went. No person is asked it."""

    def question(self) -> str:
        found = self.scene.view.trial
        assert found is not None
        return f"The walker explores the hide: run {len(found.runs) + 1} of {found.of}."

    def words(self, option: int) -> str:
        text = run_words(option)
        return f"{text[:1].upper()}{text[1:]}"

    def why_not(self, option: int) -> Reason:
        return f"a run ends with turn {self.scene.view.limit}", "GH-164"


def keeping_words(state: Hunt) -> str:
    """How the hide has fared, as sentences."""
    found = trial(state)
    return f"The walker needed {average(found)} turns on average. {_compared(found)}".rstrip()


def average(found: Trial) -> str:
    """The turns needed on average; to the second decimal where the first doesn't tell them from a known average."""
    return f"{found.mean:.{_digits(found)}f}"


def _digits(found: Trial) -> int:
    return 2 if f"{found.mean:.1f}" in [f"{norm:.1f}" for norm in found.norms] else 1


def _known(found: Trial) -> tuple[str, str]:
    """The averages of the play table, the lower first."""
    digits = _digits(found)
    return f"{found.norms[0]:.{digits}f}", f"{found.norms[-1]:.{digits}f}"


def _compared(found: Trial) -> str:
    """The hide beside those of the play table."""
    if not found.norms:
        return ""
    low, high = _known(found)
    if found.rank == "gold":
        return f"Gold: far above a doorkeeper's hide ({high})."
    if found.rank == "silver":
        return f"Silver: {_over(found, found.norms[-1])} a doorkeeper's hide ({high})."
    if found.rank == "bronze":
        return f"Bronze: {_over(found, found.norms[0])} a hide at random ({low})."
    return f"A hide at random comes to {low}."


def _over(found: Trial, norm: float) -> str:
    return "above" if found.mean > norm else "level with"


def rank_title(rank: str) -> str:
    """What the card at the end says at its head."""
    return f"{rank.capitalize()} for the keeper" if rank else "They came through"


def trial_lines(found: Trial, limit: int) -> list[str]:
    """How a hide fares so far, a sentence each."""
    lines = [f"Run {len(found.runs)} of {found.of}. Who dies or isn't home by turn {limit} counts as {limit}."]
    if not found.runs:
        return lines
    home = [turns for turns, end in found.runs if end == "home"]
    dead = sum(end == "dead" for _, end in found.runs)
    late = len(found.runs) - len(home) - dead
    lines.append(f"On average {average(found)} turns.")
    lines.append(f"Home {len(home)}, dead {dead}" + (f", out of turns {late}." if late else "."))
    if len(home) > 1:
        low, middle, high = _quartiles(home)
        lines.append(f"Those who got home: {min(home)} to {max(home)} turns, quartiles {low}, {middle}, {high}.")
    if found.norms:
        random, doorkeeper = _known(found)
        lines.append(f"Hides at random come to {random}, a doorkeeper's to {doorkeeper}.")
    return lines


def _quartiles(turns: list[int]) -> tuple[int, int, int]:
    low, middle, high = quantiles(turns, n=4, method="inclusive")
    return round(low), round(middle), round(high)


def keeping_figures(found: Trial) -> list[tuple[str, tuple[int, ...]]]:
    """Key figures of a hide."""
    home = [turns for turns, end in found.runs if end == "home"]
    rows = [
        ("Runs", len(found.runs)),
        ("Home", len(home)),
        ("Dead", sum(end == "dead" for _, end in found.runs)),
        ("Out of turns", sum(end == "late" for _, end in found.runs)),
    ]
    if len(home) > 1:
        low, middle, high = _quartiles(home)
        rows += [("Quickest run home", min(home)), ("Lower quartile", low), ("Median", middle)]
        rows += [("Upper quartile", high), ("Slowest run home", max(home))]
    return [(words, (count,)) for words, count in rows]

"""Checks the chance of a record against its commitment, from docs/fairness.md alone: nothing of the engine is used."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

METHOD: Final = "witchboard-chance-1"
BLOCK: Final = 1 << 64
SEED_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: `state` is "holds", "fails" or "open" (it can't be known)."""

    name: str
    state: str
    words: str


def answer(seed: bytes, contributions: Sequence[str], label: str, nth: int, weights: Sequence[int] | int) -> int:
    """The one answer that the seed allows; `weights` is a number of equally likely outcomes or a row of weights."""
    n = weights if isinstance(weights, int) else sum(weights)
    attempt = 0
    while True:
        tail = [hashlib.sha256(text.encode()).hexdigest() for text in contributions]
        message = "\n".join([METHOD, label, str(nth), str(attempt), *tail])
        number = int.from_bytes(hmac.new(seed, message.encode(), hashlib.sha256).digest()[:8], "big")
        if number < BLOCK - BLOCK % n:
            break
        attempt += 1
    value = number % n
    if isinstance(weights, int):
        return value
    total = 0
    for outcome, weight in enumerate(weights):
        total += weight
        if total > value:
            return outcome
    raise AssertionError("the weights' sum is greater than any value")


def check(path: Path) -> list[Check]:
    """What the record says of its chance, checked. The file must be a record that can be read."""
    lines: list[dict[str, Any]] = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    header, entries = lines[0], lines[1:]
    counts = _count(entries)
    if header.get("dealer") != "committed":
        kind = header.get("dealer", "")
        return [counts, Check("commitment", "open", f"none: chance was {_kind(kind)}, which promises nothing")]
    end = entries[-1] if entries and entries[-1]["entry"] == "end" else {}
    seed_text = str(end.get("seed", ""))
    if not seed_text:
        return [counts, Check("commitment", "open", "the seed is told when the game is over")]
    try:
        seed = bytes.fromhex(seed_text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or hashlib.sha256(seed).hexdigest() != header.get("commitment"):
        words = f"the seed's SHA-256 is not the commitment {header.get('commitment')}"
        return [counts, Check("commitment", "fails", words)]
    kept = Check("commitment", "holds", f"the seed's SHA-256 is the commitment {header['commitment']}")
    return [counts, kept, _answers(seed, header.get("contributions", []), entries)]


def _kind(dealer: str) -> str:
    return {"open": "rolled at a real table", "seeded": "simulated", "scripted": "scripted"}.get(dealer, repr(dealer))


def _count(entries: Sequence[dict[str, Any]]) -> Check:
    """Whether `nth` is right everywhere, with what was taken back left out."""
    line: list[dict[str, Any]] = []
    for number, entry in enumerate(entries, 2):
        kind = entry["entry"]
        if kind == "chance":
            before = sum(1 for other in line if other["entry"] == "chance" and other["label"] == entry["label"])
            if entry["nth"] != before:
                words = f"line {number}: answer {entry['nth']} of {entry['label']!r} comes after {before} of them"
                return Check("order", "fails", words)
        if kind in ("choice", "claim", "chance"):
            line.append(entry)
        elif kind == "undo":
            own = [at for at, other in enumerate(line) if other.get("seat") == entry["seat"]]
            if own:
                del line[own[-1]]
        elif kind == "rewind":
            del line[entry["to"] :]
    return Check("order", "holds", "each answer of chance is counted in the line of play")


def _answers(seed: bytes, contributions: Sequence[str], entries: Sequence[dict[str, Any]]) -> Check:
    """Whether each answer is the one that the seed gives."""
    checked = 0
    for number, entry in enumerate(entries, 2):
        if entry["entry"] != "chance":
            continue
        due = answer(seed, contributions, entry["label"], entry["nth"], entry.get("weights") or entry["outcomes"])
        if due != entry["answer"]:
            words = f"line {number}: {entry['label']!r} was answered {entry['answer']}, the seed gives {due}"
            return Check("answers", "fails", words)
        checked += 1
    return Check("answers", "holds", f"{checked} answers of chance are those that the seed gives")

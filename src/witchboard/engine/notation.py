"""Texts that people and scripts write, as numbers: options and answers of chance, with as few words as will do.

Texts are compared without case, punctuation or spacing. Whoever writes all of a text means it; else some of its words
will do, if they fit just one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from .errors import AmbiguousError, IllegalError, MalformedError
from .state import State
from .steps import Chance, Decision


def plain(text: str) -> str:
    """Text as it is compared: lower case, single spaces, no punctuation but the minus."""
    return " ".join(re.sub(r"[^\w\-']+", " ", text.casefold()).split())


def parse_option(
    step: Decision[State], state: State, seat: int, text: str, why_not: Callable[[int], tuple[str, str]]
) -> int:
    """The legal option of a decision that text means; `why_not` has the words and the rule for one that isn't legal.

    Raises `MalformedError`, `IllegalError` (with the rule) or `AmbiguousError`, quoting what was given.
    """
    legal = step.options(state, seat)
    texts = {option: step.text(state, option) for option in legal}
    found = _exactly(text, texts)
    if not found:
        option = _anywhere(step, state, text, legal)
        if option is not None:
            raise IllegalError(*why_not(option))
        found = _with_words(text, texts)
    if not found:
        raise MalformedError(f"{text!r} is no choice here; expected: {'; '.join(texts.values())}")
    if len(found) > 1:
        raise AmbiguousError(f"{text!r} could be: {'; '.join(texts[option] for option in found)}")
    return found[0]


def parse_outcome(step: Chance[State], state: State, text: str) -> int:
    """The possible answer of chance that text means; the label may be left out.

    Raises `MalformedError` or `AmbiguousError`.
    """
    wanted = plain(text)
    label = plain(step.label)
    bare = wanted[len(label) :].strip() if wanted.startswith(label) else wanted
    weights = step.weights(state)
    texts = {
        outcome: step.text(state, outcome)
        for outcome in range(step.outcomes(state))
        if weights is None or weights[outcome]
    }
    found = _exactly(bare, texts) or _with_words(bare, texts)
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousError(f"{text!r} could be: {'; '.join(texts[one] for one in found[:12])}")
    some = "; ".join(list(texts.values())[:12]) + ("; …" if len(texts) > 12 else "")
    raise MalformedError(f"{text!r} is no outcome of {step.label!r}; expected one of: {some}")


def _anywhere(step: Decision[State], state: State, text: str, legal: Sequence[int]) -> int | None:
    """The option that has this text though it is not legal now."""
    wanted = plain(text)
    for option in range(step.span(state.content)):
        if option not in legal:
            try:
                same = plain(step.text(state, option)) == wanted
            except (LookupError, ValueError):  # an option that has no meaning in this position
                continue
            if same:
                return option
    return None


def _exactly(text: str, texts: Mapping[int, str]) -> list[int]:
    """The options whose text this is."""
    wanted = plain(text)
    return [option for option, its in texts.items() if plain(its) == wanted]


def _with_words(text: str, texts: Mapping[int, str]) -> list[int]:
    """The options whose text contains all its words, whole and as often."""
    words = Counter(plain(text).split())
    return [option for option, its in texts.items() if words and words <= Counter(plain(its).split())]

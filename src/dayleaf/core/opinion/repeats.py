"""Whether a fact only tells again what the ledger of a belief has already: one source repeated is not independent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dayleaf.core.fact import Fact
from dayleaf.core.opinion import words as w
from dayleaf.core.opinion.stance import Verdict
from dayleaf.core.page.ledger import Testimony
from dayleaf.core.truth import read
from dayleaf.core.truth.slots import glanced

ALIKE = 0.9
"""Share of the words of two texts from which on the one repeats the other."""

ECHO = 0.5
"""The same where the text itself says that it repeats, or both name the same day."""


def is_repeat(fact: Fact, verdict: Verdict, ledger: Iterable[Testimony]) -> bool:
    """Whether a fact tells nothing that the ledger has not, on the same side.

    It does so if it says the same words, on whatever day; if it says itself that it repeats ("as noted", "wie gesagt", a summary);
    or if both tell of the same day, named in both.
    """
    text = fact.text.casefold()
    says_so = any(phrase in text[:_HEAD] for phrase in w.REPEATS)
    day = _named_day(fact)
    for line in ledger:
        if line.stance != verdict.stance or line.fact == fact.id or line.on > fact.told:  # type: ignore[operator]
            continue
        other = replace(fact, text=line.quote, told=line.on)
        alike = _alike(fact, other)
        if alike >= ALIKE or (says_so and alike >= ECHO) or (day is not None and alike >= ECHO and day == _named_day(other)):
            return True
    return False


_HEAD = 60
"""Characters at the head of a text where it says that it repeats."""


def _alike(one: Fact, two: Fact) -> float:
    mine, theirs = glanced(one).content, glanced(two).content
    return len(mine & theirs) / max(len(mine | theirs), 1)


def _named_day(fact: Fact) -> object:
    """The day a fact says it tells of, if it names one; its `when` counts."""
    if fact.when is not None:
        return fact.when.start
    return next((range.start for range in read(fact).dates), None)

"""What is asked and what is answered: Query, Way, Why, Hit, Bundle."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from enum import StrEnum

from dayleaf.core.entry import Condition
from dayleaf.core.errors import UsageError
from dayleaf.core.fact import Fact, Source, TimeRange

MOST_HITS = 1000
"""The largest `k`: more than any context takes, small enough that a slip of the pen does no harm."""


class Way(StrEnum):
    """How a fact was found."""

    LEXICAL = "lexical"
    ENTITY = "entity"
    TEMPORAL = "temporal"
    OPINION = "opinion"
    SEMANTIC = "semantic"


@dataclass(frozen=True, slots=True)
class Query:
    """One question.

    Attributes:
        text: in any words; empty is allowed when `condition` says something.
        k: at most this many hits, 1 to 1,000.
        budget: at most this many tokens for all hits with their citations, 1 or more.
        condition: what every hit must fulfil.
        as_of: asks what was true on this day; None means today.

    Raises:
        UsageError: `k` or `budget` out of range.
    """

    text: str
    k: int = 25
    budget: int = 2000
    condition: Condition = field(default_factory=Condition)
    as_of: dt.date | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.k <= MOST_HITS:
            raise UsageError(f"k is {self.k}", hint=f"ask for 1 to {MOST_HITS} hits")
        if self.budget < 1:
            raise UsageError(f"the budget is {self.budget} tokens", hint="give at least 1")


@dataclass(frozen=True, slots=True)
class Why:
    """One reason for a hit: the way, its rank among that way's hits of this answer (from 1), its share of the score."""

    way: Way
    rank: int
    score: float
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """A fact that answers, as it is quoted.

    Attributes:
        fact: the fact (of several neighbouring passages joined: the best of them).
        score: 0 to about 1; comparable within one answer only.
        why: the ways that found it, strongest first.
        content: what is quoted: the fact's text, or the span of it that matters.
        source: the lines that `content` stands in.
        tokens: what content and citation cost.
        status: `current` or `past` at the moment asked about.
        evidence: where it is stated, first the hit itself.
        count: how many near-identical facts it stands for.
    """

    fact: Fact
    score: float
    why: tuple[Why, ...]
    content: str
    source: Source
    tokens: int
    status: str = "current"
    evidence: tuple[Source, ...] = ()
    count: int = 1


@dataclass(frozen=True, slots=True)
class Bundle:
    """The answer to a query.

    Attributes:
        query: what was asked.
        now: when.
        hits: best first (a question that is only a time window: in order of time).
        tokens: what all hits cost together, never above the budget.
        left_out: facts found that did not fit into `k` or the budget.
        stale: whether a part of the workspace could not be checked; only if False an empty answer means "nothing".
        during: the time window that restricted the answer, if one did.
        notes: what a careful reader should know, in words.
    """

    query: Query
    now: dt.datetime
    hits: tuple[Hit, ...]
    tokens: int
    left_out: int
    stale: bool = False
    during: TimeRange | None = None
    notes: tuple[str, ...] = ()

"""Learn from the first answers which other words the question means: pseudo-relevance feedback, kept small.

The best rows are taken for right, words that several of them share for words the question could have used; each counts as a
weak clue. Only typed facts teach: they are written to stand alone, while narrative shares words by chance (measured: learning from
dialogue and from the character pairs of CJK text lost more than it gained). The idea is Rocchio's (1971) and of the relevance models
(Lavrenko and Croft, 2001).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from dayleaf.core.fact import Fact, Kind
from dayleaf.core.languages import Further
from dayleaf.core.recall.clue import rarity
from dayleaf.core.recall.query import Way
from dayleaf.core.recall.rank import Ranked
from dayleaf.core.recall.weigh import Lit
from dayleaf.core.terms import searchable, terms

TOP = 10
"""Rows that are taken for right."""

WORDS = 15
"""Words learned at most."""

SHARE = 0.25
"""What the best learned word counts beside a word that was asked."""

FEWEST = 100
"""Rows a memory must hold before anything is learned: in a smaller one, words meet by chance."""

MOST = 0.5
"""What all learned words together count at most beside all that was asked."""

SHARED = 2
"""Rows among the top that must hold a word; one alone says only what that row is about."""

COMMON = 0.1
"""Share of all rows from which on a word is too common to learn."""


def votes(top: Sequence[Ranked], asked: Collection[str], further: Further = ()) -> dict[str, float]:
    """The words that at least two of the top rows share and the question did not use → the sum of those rows' scores."""
    score: dict[str, float] = {}
    held: Counter[str] = Counter()
    for item in top[:TOP]:
        if item.row.fact.kind is Kind.PASSAGE:
            continue
        said, teaching = _terms(item.row.fact, further)
        if said.isdisjoint(asked):
            continue
        for term in teaching:
            if term not in asked:
                score[term] = score.get(term, 0.0) + item.score
                held[term] += 1
    return {term: score[term] for term, rows in held.items() if rows >= SHARED}


@lru_cache(1024)
def _terms(fact: Fact, further: Further) -> tuple[frozenset[str], frozenset[str]]:
    """The terms of a fact, and those that can be learned: words and numbers, no pairs of characters."""
    said = frozenset(terms(searchable(fact), further))
    return said, frozenset(term for term in said if term[0].isalnum() and term[0] < "\u2e80")


def learned(found: Mapping[str, float], frequencies: Mapping[str, int], rows: int, asked: float) -> dict[str, float]:
    """The words worth asking → their weights; rare words that many good rows share first.

    `asked` is the weight of all that was asked; what is learned never weighs more than `MOST` of it.
    """
    worth = {
        term: vote * rarity(rows, frequencies[term])
        for term, vote in found.items()
        if 0 < frequencies.get(term, 0) <= COMMON * rows + SHARED
    }
    chosen = sorted(worth, key=lambda term: (-worth[term], term))[:WORDS]
    weights = {term: SHARE * rarity(rows, frequencies[term]) * worth[term] / worth[chosen[0]] for term in chosen}
    scale = min(1.0, MOST * asked / (sum(weights.values()) or 1.0))
    return {term: weight * scale for term, weight in weights.items()}


def clues(weights: Mapping[str, float], postings: Mapping[str, Sequence[int]]) -> list[Lit]:
    """The learned words with their rows."""
    return [Lit(Way.LEXICAL, term, weight, postings[term]) for term, weight in weights.items() if postings.get(term)]

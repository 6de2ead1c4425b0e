"""Mix what a fact means into what its words say: dense scores join the rows that were weighed.

Theory of operation. A cosine tells nothing by itself: with one model unrelated texts have 0.8, with another 0.1. What tells is how
far a row stands above what is usual for this question, in standard deviations; the row that stands highest is the measure of the others.
Words tell much when the memory knows them and little when it does not: a question in another language, or one that
describes a thing without naming it, has few words that stand anywhere. So the words' share of the score is `LEXICAL` of
the part of the question that is known at all, and meaning has the rest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from dayleaf.core.recall.clue import Asked, rarity
from dayleaf.core.recall.query import Way
from dayleaf.core.recall.weigh import Lit, Weighed, best

LEXICAL = 0.6
"""The words' share of a score when all of the question is known to the memory; measured best of 0.4 to 0.8."""


@dataclass(frozen=True, slots=True)
class Dense:
    """What the vectors say of a question.

    Attributes:
        cosines: of the nearest rows, and of those asked for by number.
        mean, spread: mean and standard deviation of the cosines of all rows: what is usual for this question.
        rows: how many rows have a vector.
        lacking: how many rows should have one and have none yet.
    """

    cosines: Mapping[int, float]
    mean: float
    spread: float
    rows: int
    lacking: int = 0


def known(asked: Asked, lit: Iterable[Lit], rows: int) -> float:
    """The part of a question that the memory knows, 0 to 1: rarities of clues that some row agrees with, of all clues.

    A clue that no row agrees with is as rare as can be.
    """
    found = {(clue.way, clue.label): clue.weight for clue in lit}
    rarest = rarity(rows, 0)
    whole = sum(found.get((clue.way, clue.label), clue.share * rarest) for clue in asked.clues)
    return sum(found.values()) / whole if whole else 0.0


def mix(weighed: Sequence[Weighed], dense: Dense, known: float, wanted: int, order: Callable[[int], object]) -> list[Weighed]:
    """The `wanted` best rows by words and meaning together, best first; rows found by meaning alone among them.

    Args:
        weighed: the rows found by words, names and times.
        dense: what the vectors say.
        known: the part of the question that the memory knows, 0 to 1.
        wanted: how many rows to return at most.
        order: a key that decides between rows of equal score.
    """
    heights = _heights(dense)
    if not heights:
        return list(weighed[:wanted])
    share = LEXICAL * known if weighed else 0.0
    most = max((item.score for item in weighed), default=0.0) or 1.0
    ways = {item.number: {way: share * score / most for way, score in item.ways.items()} for item in weighed}
    for number, height in heights.items():
        if height > 0:
            ways.setdefault(number, {})[Way.SEMANTIC] = (1 - share) * height
    scores = {number: sum(parts.values()) for number, parts in ways.items()}
    return [Weighed(number, scores[number], ways[number]) for number in best(scores, wanted, order)]


def _heights(dense: Dense) -> dict[int, float]:
    """How far each row stands above what is usual, as a share of the highest: 1 for the nearest row; empty when all are alike."""
    highest = max(dense.cosines.values(), default=dense.mean) - dense.mean
    if not math.isfinite(highest) or highest <= dense.spread * 1e-6:
        return {}
    return {number: (cosine - dense.mean) / highest for number, cosine in dense.cosines.items()}

"""Mix what a fact means into what its words say: dense scores join the rows that were weighed.

Theory of operation. A cosine tells nothing by itself: with one model unrelated texts have 0.8, with another 0.1. What tells is how
far a row stands above what is usual for this question, in standard deviations; the row that stands highest is the measure of the others.
Words tell much when the memory knows them and little when it does not: a question in another language, or one that
describes a thing without naming it, has few words that stand anywhere. So the words' share of the score is `LEXICAL` of
the part of the question that is known at all, and meaning has the rest. As with words, a row counts together with its neighbours:
in a conversation the answer stands beside what it answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from dayleaf.core.recall.clue import Asked, rarity
from dayleaf.core.recall.query import Way
from dayleaf.core.recall.weigh import REACH, Lit, Weighed, best

LEXICAL = 0.6
"""The words' share of a score when all of the question is known to the memory; measured best of 0.4 to 0.8."""

NEAR = 0.4
"""Share of the neighbours in a row's height; measured best of 0 to 0.6 on dialogues, and no loss on single facts."""

_FADE = tuple((offset, 1.0 - 0.2 * abs(offset)) for offset in range(-REACH, REACH + 1) if offset)
_FADES = sum(fade for _, fade in _FADE)


@dataclass(frozen=True, slots=True)
class Dense:
    """What the vectors say of a question.

    Attributes:
        cosines: of the nearest rows, of those asked for by number, and of the neighbours of both.
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


def mix(
    weighed: Sequence[Weighed], dense: Dense, known: float, wanted: int, allowed: AbstractSet[int] | None, order: Callable[[int], object]
) -> list[Weighed]:
    """The `wanted` best rows by words and meaning together, best first; rows found by meaning alone among them.

    Args:
        weighed: the rows found by words, names and times.
        dense: what the vectors say.
        known: the part of the question that the memory knows, 0 to 1.
        wanted: how many rows to return at most.
        allowed: only these rows may answer (all may give context); None allows every row.
        order: a key that decides between rows of equal score.
    """
    heights = _heights(dense)
    if not heights:
        return list(weighed[:wanted])
    share = LEXICAL * known if weighed else 0.0
    most = max((item.score for item in weighed), default=0.0) or 1.0
    ways = {item.number: {way: share * score / most for way, score in item.ways.items()} for item in weighed}
    for number, height in heights.items():
        if height > 0 and (allowed is None or number in allowed):
            ways.setdefault(number, {})[Way.SEMANTIC] = (1 - share) * height
    scores = {number: sum(parts.values()) for number, parts in ways.items()}
    return [Weighed(number, scores[number], ways[number]) for number in best(scores, wanted, order)]


def _heights(dense: Dense) -> dict[int, float]:
    """How far each row with its neighbours stands above what is usual, as a share of the highest; empty when all are alike."""
    above = {number: cosine - dense.mean for number, cosine in dense.cosines.items() if cosine > dense.mean}
    if not above or max(above.values()) <= dense.spread * 1e-6:
        return {}
    get = above.get
    own, around = 1 - NEAR, NEAR / _FADES
    heights = {
        number: own * height + around * sum(fade * get(number + offset, 0.0) for offset, fade in _FADE) for number, height in above.items()
    }
    highest = max(heights.values())
    return {number: height / highest for number, height in heights.items()}

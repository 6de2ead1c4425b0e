"""Mix what a fact means into what its words say: dense scores join the rows that were weighed.

Theory of operation. A cosine tells nothing by itself: with one model unrelated texts have 0.8, with another 0.1. What tells is how
far a row stands above what is usual for this question (`USUAL`); the row that stands highest is the measure of the others.
Words tell much when the memory knows them and little when it does not: a question in another language, or one that
describes a thing without naming it, has few words that stand anywhere. So the words' share of the score is `LEXICAL` of
the part of the question that is known at all, and meaning has the rest. As with words, a row counts together with its neighbours:
in a conversation the answer stands beside what it answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from dayleaf.core.recall.clue import Asked, rarity
from dayleaf.core.recall.weigh import CONTEXT, FADE, Arrange, Lit, Weighed, best, score

LEXICAL = 0.75
"""The words' share of a score when all of the question is known to the memory; measured best of 0.6 to 0.85 together with `USUAL`."""

USUAL = 1.2
"""Standard deviations above the mean up to which a cosine says nothing: so high stand a tenth of all rows, whatever is asked. Without it
the long slope of the middling ones drowned what words had found (dialogues, budget 2,000: .882 without, .897 with it; facts .925, .939);
with 2.0 too few rows are left for questions that share no word with their answer."""

_FADES = sum(fade for _, fade in FADE)


class Dense(NamedTuple):
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
    weighed: Sequence[Weighed], dense: Dense, known: float, wanted: int, allowed: AbstractSet[int] | None, arrange: Arrange
) -> list[Weighed]:
    """The `wanted` best rows by words and meaning together, best first; rows found by meaning alone among them.

    Args:
        weighed: the rows found by words, names and times.
        dense: what the vectors say.
        known: the part of the question that the memory knows, 0 to 1.
        wanted: how many rows to return at most.
        allowed: only these rows may answer (all may give context); None allows every row.
        arrange: decides between rows of equal score.
    """
    heights = _heights(dense)
    if not heights:
        return list(weighed[:wanted])
    share = LEXICAL * known if weighed else 0.0
    most = max(map(score, weighed), default=0.0) or 1.0
    mixed = {item.number: _scaled(item, share / most) for item in weighed}
    for number, (own, around) in heights.items():
        if allowed is None or number in allowed:
            item = mixed.get(number, Weighed(number, {}, 0.0))
            mixed[number] = item._replace(meaning=(1 - share) * own, meaning_around=(1 - share) * around)
    return [mixed[number] for number in best({number: score(item) for number, item in mixed.items()}, wanted, arrange)]


def _scaled(item: Weighed, factor: float) -> Weighed:
    return Weighed(item.number, {way: factor * part for way, part in item.own.items()}, factor * item.context)


def _heights(dense: Dense) -> dict[int, tuple[float, float]]:
    """How far each row, and the window around it, stands above what is usual; scaled so that the highest scores 1.

    Empty when all are alike.
    """
    most = max(dense.cosines.values(), default=dense.mean) - dense.mean
    usual = dense.mean + min(USUAL * dense.spread, most / 2)  # of three rows none stands so far above the others
    above = {number: cosine - usual for number, cosine in dense.cosines.items() if cosine > usual}
    if not above or max(above.values()) <= dense.spread * 1e-6:
        return {}
    get = above.get
    around = {number: sum(fade * get(number + offset, 0.0) for offset, fade in FADE) / _FADES for number in above}
    highest = max((1 - CONTEXT) * height + CONTEXT * around[number] for number, height in above.items())
    return {number: (height / highest, around[number] / highest) for number, height in above.items()}

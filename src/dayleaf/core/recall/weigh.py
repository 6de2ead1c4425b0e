"""Weigh facts by the clues they agree with, each together with its neighbours on the page.

Theory of operation. A clue brings the numbers of the rows that agree with it (from the index) and a weight (its rarity).
First every row gets the sum of the weights of its clues: cheap, for it is one dictionary pass. The best rows by that sum
and their neighbours form a small region; only there the exact BM25-like figures are computed: for the row itself, and for
the window of `REACH` rows on each side, so that an answer is found that stands beside the words of the question.
Numbers of different pages lie further apart than any window reaches.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from operator import itemgetter

from dayleaf.core.recall.query import Way

REACH = 3
"""Rows on each side that count as context; measured best of 1 to 5 on dialogues and diaries."""

SEEDS = 160
"""Rows whose region is weighed exactly."""

SATURATION = 1.2
"""BM25's k1: how quickly a repeated word stops adding."""

LENGTH = 0.4
"""BM25's b: how much a long fact is held against it. Facts are short, so less than the usual 0.75."""

CONTEXT = 0.45
"""Share of the window in a row's score."""

_FADE = tuple((offset, 1.0 - 0.2 * abs(offset)) for offset in range(-REACH, REACH + 1))


@dataclass(frozen=True, slots=True)
class Lit:
    """A clue with what the index found for it: way, weight, and the row numbers (repeated as often as a word occurs)."""

    way: Way
    label: str
    weight: float
    numbers: Sequence[int]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A row with its scores by way, unnormalised: `own` counts for each lit clue, `context` from the window."""

    number: int
    own: tuple[tuple[int, int], ...]
    context: float
    rough: float


def weigh(lit: Sequence[Lit], wanted: int, allowed: Set[int] | None, order: Callable[[int], object]) -> list[Weighed]:
    """The `wanted` best rows, best first by a score that ignores lengths.

    Args:
        lit: the clues with their rows.
        wanted: how many rows to return at most.
        allowed: only these rows may answer (all may give context); None allows every row.
        order: a key that decides between rows of equal score, the same on every engine; smaller is better.
    """
    sums = _sums(lit)
    seeds = best(sums if allowed is None else {n: s for n, s in sums.items() if n in allowed}, max(SEEDS, wanted), order)
    region = {seed + offset for seed in seeds for offset, _ in _FADE}
    counts = [Counter(number for number in clue.numbers if number in region) for clue in lit]
    context: dict[int, float] = {}
    for clue, found in zip(lit, counts, strict=True):
        near: dict[int, float] = {}
        for number, times in found.items():
            for offset, fade in _FADE:
                near[number + offset] = near.get(number + offset, 0.0) + times * fade
        for number, amount in near.items():
            context[number] = context.get(number, 0.0) + clue.weight * amount * (SATURATION + 1) / (amount + SATURATION)
    rough = {}
    for number in region:
        if allowed is None or number in allowed:
            rough[number] = (1 - CONTEXT) * sums.get(number, 0.0) + CONTEXT * context.get(number, 0.0)
    return [
        Weighed(
            number,
            tuple((place, found[number]) for place, found in enumerate(counts) if number in found),
            context.get(number, 0.0),
            rough[number],
        )
        for number in best(rough, wanted, order)
    ]


def exact(lit: Sequence[Lit], row: Weighed, length: int, average: float) -> dict[Way, float]:
    """The row's score by way, now with its length in terms: BM25 of the row itself mixed with that of its window."""
    norm = SATURATION * (1 - LENGTH + LENGTH * length / max(average, 1.0))
    scores: dict[Way, float] = {}
    for place, times in row.own:
        clue = lit[place]
        damp = norm if clue.way is Way.LEXICAL else SATURATION
        scores[clue.way] = scores.get(clue.way, 0.0) + (1 - CONTEXT) * clue.weight * times * (SATURATION + 1) / (times + damp)
    if row.context:
        scores[Way.LEXICAL] = scores.get(Way.LEXICAL, 0.0) + CONTEXT * row.context
    return scores


def possible(lit: Sequence[Lit]) -> float:
    """The sum a row would reach that agrees with every clue once: what makes scores of one answer lie around 0 to 1."""
    return sum(clue.weight for clue in lit) or 1.0


def _sums(lit: Sequence[Lit]) -> dict[int, float]:
    sums: dict[int, float] = {}
    for clue in lit:
        fresh = dict.fromkeys(clue.numbers, clue.weight)
        if not sums:
            sums = fresh
            continue
        get = sums.get
        for number, weight in fresh.items():
            sums[number] = get(number, 0.0) + weight
    return sums


def best(scores: dict[int, float], wanted: int, order: Callable[[int], object]) -> list[int]:
    """The `wanted` numbers with the highest scores, best first; equal ones by `order`."""
    if len(scores) > wanted:
        threshold = heapq.nlargest(wanted, scores.values())[-1]
        above = [item for item in scores.items() if item[1] > threshold]
        level = sorted((number for number, score in scores.items() if score == threshold), key=order)
        above += [(number, threshold) for number in level[: wanted - len(above)]]
    else:
        above = list(scores.items())
    above.sort(key=lambda item: (-item[1], order(item[0])))
    return list(map(itemgetter(0), above))

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
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from dayleaf.core.recall.query import Way

REACH = 3
"""Rows on each side that count as context; measured best of 1 to 5 on dialogues and diaries."""

SEEDS = 160
"""Rows whose region is weighed exactly."""

SATURATION = 1.2
"""BM25's k1: how quickly a repeated word stops adding."""

LENGTH = 0.5
"""BM25's b: how much a long fact is held against it."""

CONTEXT = 0.45
"""Share of the window in a row's score while its kind is not known yet; `rank` then takes that of the kind."""

Place = tuple[int, str, int]
"""What `Index.order` gives."""

_FADE = tuple((offset, 1.0 - 0.2 * abs(offset)) for offset in range(-REACH, REACH + 1))


class Lit(NamedTuple):
    """A clue with what the index found for it: way, weight, and the row numbers (repeated as often as a word occurs)."""

    way: Way
    label: str
    weight: float
    numbers: Sequence[int]


class Weighed(NamedTuple):
    """A row with what its clues give it, as shares of what a fact would have that agrees with every clue.

    Attributes:
        number: the row.
        own: what the row itself gives, by way.
        context: what the window around it gives (the row included).
    """

    number: int
    own: Mapping[Way, float]
    context: float


class Measure(NamedTuple):
    """What lengths mean in this index: the length of each row in terms, by its number, and their mean."""

    lengths: Sequence[int]
    mean: float

    def damp(self, number: int) -> float:
        """BM25's k1 · (1 − b + b · length / mean) for this row."""
        length = self.lengths[number] if number < len(self.lengths) else 0
        return SATURATION * (1 - LENGTH + LENGTH * length / self.mean)


def weigh(
    lit: Sequence[Lit], wanted: int, allowed: AbstractSet[int] | None, measure: Measure, order: Callable[[int], Place]
) -> list[Weighed]:
    """The `wanted` best rows, best first.

    Args:
        lit: the clues with their rows.
        wanted: how many rows to return at most.
        allowed: only these rows may answer (all may give context); None allows every row.
        measure: the lengths of rows.
        order: a key that decides between rows of equal score, the same on every engine; smaller is better.
    """
    sums = _sums(lit)
    seeds = best(sums if allowed is None else {n: s for n, s in sums.items() if n in allowed}, max(SEEDS, wanted), order)
    region = {seed + offset for seed in seeds for offset, _ in _FADE}
    whole = sum(clue.weight for clue in lit) or 1.0
    ways: dict[int, dict[Way, float]] = {}
    context: dict[int, float] = {}
    damps = {number: measure.damp(number) for number in region}
    for clue in lit:
        found = Counter(number for number in clue.numbers if number in region)
        own = clue.weight * (SATURATION + 1) / whole
        for number, times in found.items():
            shares = ways.setdefault(number, {})
            damp = damps[number] if clue.way is Way.LEXICAL else SATURATION
            shares[clue.way] = shares.get(clue.way, 0.0) + own * times / (times + damp)
        _spread(found, own, context)
    scores = {}
    for number in region if allowed is None else region & allowed:
        scores[number] = (1 - CONTEXT) * sum(ways.get(number, {}).values()) + CONTEXT * context.get(number, 0.0)
    return [Weighed(number, ways.get(number, {}), context.get(number, 0.0)) for number in best(scores, wanted, order)]


def _spread(found: Mapping[int, int], weight: float, context: dict[int, float]) -> None:
    """Add what a clue gives to every row whose window holds it: the nearer the more, saturated like a repeated word."""
    near: dict[int, float] = {}
    get = near.get
    for number, times in found.items():
        for offset, fade in _FADE:
            near[number + offset] = get(number + offset, 0.0) + times * fade
    for number, amount in near.items():
        context[number] = context.get(number, 0.0) + weight * amount / (amount + SATURATION)


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


def best(scores: Mapping[int, float], wanted: int, order: Callable[[int], Place]) -> list[int]:
    """The `wanted` numbers with the highest scores, best first; equal ones by `order`, which is asked for those alone."""
    if not scores:
        return []
    threshold = heapq.nlargest(wanted, scores.values())[-1]
    levels: dict[float, list[int]] = {}
    for number, score in scores.items():
        if score >= threshold:
            levels.setdefault(score, []).append(number)
    out: list[int] = []
    for score in sorted(levels, reverse=True):
        level = levels[score]
        out += sorted(level, key=order) if len(level) > 1 else level
    return out[:wanted]

"""Weigh facts by the clues they agree with, each together with its neighbours on the page.

Theory of operation. A clue brings the numbers of the rows that agree with it (from the index) and a weight (its rarity).
Every row has the sum of the weights of its clues. The best rows by that sum are the seeds; they and their neighbours form
a small region, and only there the exact BM25-like figures are computed: for the row itself, and for the window of `REACH`
rows on each side, so that an answer is found that stands beside the words of the question. Numbers of different pages lie
further apart than any window reaches.

A common word brings ten thousand numbers and hardly ever a seed. So the clues are gone through by falling weight, and
as soon as enough rows have more than all clues left can give, a clue only raises the rows already known (MaxScore: H. Turtle,
J. Flood, Query evaluation: strategies and optimizations, 1995). The seeds are the same as if every row had been summed up.
In the same way the parts of the region are gone through by what their rows can have at most (`best_in`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from heapq import heappush, heapreplace
from itertools import groupby
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

Arrange = Callable[[Sequence[int], int], Sequence[int]]
"""What `Index.arrange` does: the first so many of ascending numbers, in the order that decides between equal rows."""

FADE = tuple((offset, 1.0 - 0.2 * abs(offset)) for offset in range(-REACH, REACH + 1))
"""What a row gives to those around it: the nearer the more."""

_BISECTED = 16  # numbers that are run through in the time one is looked up
_ROUNDING = 1e-9


class Lit(NamedTuple):
    """A clue with what the index found for it: way, weight, and row numbers, ascending, repeated as often as a word occurs."""

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
        meaning, meaning_around: what its vector gives, and what the window around it gives (see `semantic`).
    """

    number: int
    own: Mapping[Way, float]
    context: float
    meaning: float = 0.0
    meaning_around: float = 0.0


def score(item: Weighed) -> float:
    """What decides between rows while their kinds are not known."""
    return (1 - CONTEXT) * (sum(item.own.values()) + item.meaning) + CONTEXT * (item.context + item.meaning_around)


class Measure(NamedTuple):
    """What lengths mean in this index: the length of each row in terms, by its number (0: no row), and their mean."""

    lengths: Sequence[int]
    mean: float


_Shape = tuple[int, ...]
"""Where a clue's rows stand in a span: their distances from its first number, repeated as often as the word occurs."""


class Region(NamedTuple):
    """The seeds with their neighbours, and what the clues give there.

    Attributes:
        spans: the first and last number of each part; no two are each other's context.
        own: what each row has of its own, by way.
        gained: the same, by all ways together.
        shapes: for each span the shapes its clues have there, with their weights.
        bounds: for each span what none of its rows exceeds.
        least: what the last of the seeds has of the clues' weights: more clues only raise it.
    """

    spans: Sequence[tuple[int, int]]
    own: Mapping[Way, Mapping[int, float]]
    gained: Mapping[int, float]
    shapes: Sequence[Mapping[_Shape, float]]
    bounds: Sequence[float]
    least: float


def region(
    lit: Sequence[Lit], wanted: int, allowed: AbstractSet[int] | None, measure: Measure, arrange: Arrange, *, least: float = 0.0
) -> Region:
    """Where the `wanted` best rows are looked for.

    Args:
        lit: the clues with their rows.
        wanted: how many rows to return at most.
        allowed: only these rows may answer (all may give context); None allows every row.
        measure: the lengths of rows.
        arrange: decides between rows of equal score, the same way on every engine.
        least: a sum that so many rows are known to reach: what `Region.least` of fewer clues was.
    """
    chosen, least = seeds(lit, max(SEEDS, wanted), allowed, arrange, least)
    spans = _spans(chosen)
    place = {number: at for at, (first, last) in enumerate(spans) for number in range(first, last + 1)}
    own, shapes = _agreements(lit, spans, place, measure)
    gained = _summed(own)
    bounds = [0.0] * len(spans)
    for number, value in gained.items():
        if value > bounds[at := place[number]]:
            bounds[at] = value
    bounds = [(1 - CONTEXT) * value + CONTEXT * _most_near(given) for value, given in zip(bounds, shapes, strict=True)]
    return Region(spans, own, gained, shapes, bounds, least)


def best_in(region: Region, wanted: int, allowed: AbstractSet[int] | None, measure: Measure, arrange: Arrange) -> list[Weighed]:
    """The `wanted` best rows of a region, best first.

    The spans are gone through by falling bound, until no row of those left can be among the best: the answer is that of
    weighing them all.
    """
    lengths, end, gained = measure.lengths, len(measure.lengths), region.gained
    scores: dict[int, float] = {}
    context: dict[int, float] = {}
    top: list[float] = []  # a heap of the highest scores
    for at in sorted(range(len(region.spans)), key=region.bounds.__getitem__, reverse=True):
        if len(top) >= wanted and region.bounds[at] < top[0] - _ROUNDING:
            break
        first, last = region.spans[at]
        for number, near in enumerate(_context(region.shapes[at], last - first + 1), first):
            if near and 0 <= number < end and lengths[number] and (allowed is None or number in allowed):
                context[number] = near
                value = scores[number] = CONTEXT * near + (1 - CONTEXT) * gained.get(number, 0.0)
                if len(top) < wanted:
                    heappush(top, value)
                elif value > top[0]:
                    heapreplace(top, value)
    chosen = best(scores, wanted, arrange)
    own = region.own.items()
    return [Weighed(number, {way: given[number] for way, given in own if number in given}, context[number]) for number in chosen]


def _summed(own: Mapping[Way, Mapping[int, float]]) -> Mapping[int, float]:
    """What each row has of its own, by all ways together."""
    first, *others = own.values() or ({},)
    if not others:
        return first
    sums = {**first}
    for given in others:
        for number, gained in given.items():
            sums[number] = sums.get(number, 0.0) + gained
    return sums


def seeds(
    lit: Sequence[Lit], wanted: int, allowed: AbstractSet[int] | None, arrange: Arrange, least: float = 0.0
) -> tuple[list[int], float]:
    """The `wanted` rows with the highest sums, in no order, and the lowest of these sums (0 if there are fewer rows).

    Args:
        lit, allowed, arrange: as for `region`.
        wanted: how many rows.
        least: a sum that so many rows are known to reach.
    """
    clues = sorted((clue for clue in lit if clue.numbers), key=lambda clue: -clue.weight)
    left = sum(clue.weight for clue in clues)
    sums: dict[int, float] = {}
    given, floor = 0.0, least  # what a row can have so far at most, and what the last of the best rows will have at least
    for place, clue in enumerate(clues, 1):
        numbers = clue.numbers if allowed is None else sorted(allowed & set(clue.numbers))
        closed = floor > left + _ROUNDING
        if not closed and place == len(clues):
            return _filled(sums, clue.weight, numbers, wanted, arrange)
        fresh = {} if closed else dict.fromkeys(numbers, clue.weight)
        for number in _common(sums, fresh or numbers):
            sums[number] += clue.weight
        if fresh:
            fresh.update(sums)
            sums = fresh
        left -= clue.weight
        given += clue.weight
        if not least and given > left:  # else too little was given for any row to be safe
            floor = _least_of_best(sums, wanted)
        if floor > left + _ROUNDING:
            enough = floor - left - _ROUNDING
            sums = {number: value for number, value in sums.items() if value >= enough}
    return _chosen(sums, wanted, arrange)


def _filled(sums: dict[int, float], weight: float, numbers: Sequence[int], wanted: int, arrange: Arrange) -> tuple[list[int], float]:
    """The best rows, when the last clue, of the least weight, brings rows that no other clue has: they are all equal."""
    for number in _common(sums, numbers):
        sums[number] += weight
    ahead = {number: value for number, value in sums.items() if value > weight}
    room = wanted - len(ahead)
    if room <= 0:
        return _chosen(ahead, wanted, arrange)
    equal = [number for number in arrange(numbers, room + len(ahead)) if number not in ahead]
    equal += [number for number in sums if number not in ahead]
    chosen = [*ahead, *arrange(sorted(equal), room)]
    return chosen, weight if len(chosen) == wanted else 0.0


def _chosen(sums: Mapping[int, float], wanted: int, arrange: Arrange) -> tuple[list[int], float]:
    ahead, equal = _parted(sums, wanted)
    least = sums[equal[0]] if equal else min(sums.values()) if len(ahead) == wanted else 0.0
    return [*ahead, *arrange(sorted(equal), wanted - len(ahead))] if equal else ahead, least


def _common(sums: Mapping[int, float], numbers: Sequence[int] | Mapping[int, float]) -> Collection[int]:
    """The rows of `sums` that are among these ascending numbers."""
    if isinstance(numbers, dict):
        return list(filter(numbers.__contains__, sums)) if len(sums) < len(numbers) else list(filter(sums.__contains__, numbers))
    if len(sums) * _BISECTED > len(numbers):
        return sums.keys() & numbers
    return [number for number in sums if (at := bisect_left(numbers, number)) < len(numbers) and numbers[at] == number]


def _least_of_best(sums: Mapping[int, float], wanted: int) -> float:
    """The lowest of the `wanted` highest sums; 0 if there are fewer."""
    if len(sums) < wanted:
        return 0.0
    for value, rows in sorted(Counter(sums.values()).items(), reverse=True):
        wanted -= rows
        if wanted <= 0:
            return value
    return 0.0


def _spans(seeds: Sequence[int]) -> list[tuple[int, int]]:
    """The first and last number of each part of the region; two parts lie so far apart that neither is the other's context."""
    spans: list[tuple[int, int]] = []
    for seed in sorted(seeds):
        if spans and seed - 2 * REACH <= spans[-1][1]:
            spans[-1] = (spans[-1][0], seed + REACH)
        else:
            spans.append((seed - REACH, seed + REACH))
    return spans


def _agreements(
    lit: Sequence[Lit], spans: Sequence[tuple[int, int]], place: Mapping[int, int], measure: Measure
) -> tuple[dict[Way, dict[int, float]], list[dict[_Shape, float]]]:
    """What each row of the region has of its own, by way; and for each span the shapes its clues have there, with their weights."""
    own: dict[Way, dict[int, float]] = {}
    shapes: list[dict[_Shape, float]] = [{} for _ in spans]
    whole = sum(clue.weight for clue in lit) or 1.0
    fixed, sloping, lengths = SATURATION * (1 - LENGTH), SATURATION * LENGTH / measure.mean, measure.lengths
    for clue in lit:
        share, mine = clue.weight * (SATURATION + 1) / whole, own.setdefault(clue.way, {})
        found = _inside(clue.numbers, spans, place)
        for at, here in groupby(found, place.__getitem__):
            first, given = spans[at][0], shapes[at]
            shape = tuple([number - first for number in here])
            given[shape] = given.get(shape, 0.0) + share
        have = mine.get
        once = dict.fromkeys(found, 1)
        often = once if len(once) == len(found) else Counter(found)
        if clue.way is Way.LEXICAL:
            for number, times in often.items():
                mine[number] = have(number, 0.0) + share * times / (times + (fixed + sloping * lengths[number]))
        else:
            for number, times in often.items():
                mine[number] = have(number, 0.0) + share * times / (times + SATURATION)
    return own, shapes


def _inside(numbers: Sequence[int], spans: Sequence[tuple[int, int]], place: Mapping[int, int]) -> list[int]:
    """The rows of the region among these ascending numbers, repeats kept."""
    if len(numbers) <= _BISECTED * len(spans):
        return list(filter(place.__contains__, numbers))
    found: list[int] = []
    high = 0
    for first, last in spans:
        low = bisect_left(numbers, first, high)
        if low == len(numbers):
            break
        high = bisect_right(numbers, last, low)
        if low < high:
            found += numbers[low:high]
    return found


def _most_near(given: Mapping[_Shape, float]) -> float:
    """What the clues of a span give to none of its rows more than."""
    return sum([share * len(shape) / (len(shape) + SATURATION) for shape, share in given.items()])


def _context(given: Mapping[_Shape, float], size: int) -> list[float]:
    """What the clues of a span give to each of its rows as context."""
    sums: list[float] = []
    for shape, share in given.items():
        near = _few(shape, size) if size <= 8 * REACH else _near(shape, size)
        sums = [value + share * part for value, part in zip(sums, near, strict=True)] if sums else [share * part for part in near]
    return sums


def _near(shape: _Shape, size: int) -> tuple[float, ...]:
    """How much of a clue is near each row of a span: the nearer the more, saturated like a repeated word."""
    amounts = [0.0] * size
    for place in shape:
        for offset, fade in FADE:
            if 0 <= place + offset < size:
                amounts[place + offset] += fade
    return tuple([amount / (amount + SATURATION) for amount in amounts])


_few = lru_cache(2048)(_near)  # the same few shapes come again and again


def away_from(numbers: Sequence[int], others: Sequence[int]) -> list[int]:
    """Of these ascending numbers those that have none of the others in their window."""
    out = []
    for number in numbers:
        at = bisect_left(others, number - REACH)
        if at == len(others) or others[at] > number + REACH:
            out.append(number)
    return out


def best(scores: Mapping[int, float], wanted: int, arrange: Arrange) -> list[int]:
    """The `wanted` numbers with the highest scores, best first; between equal ones `arrange` decides."""
    ahead, equal = _parted(scores, wanted)
    out = sorted(arrange(sorted(ahead), len(ahead)), key=scores.__getitem__, reverse=True) if ahead else []
    return [*out, *arrange(sorted(equal), wanted - len(out))] if equal else out


def _parted(scores: Mapping[int, float], wanted: int) -> tuple[list[int], list[int]]:
    """The numbers that are certainly among the `wanted` best, and the equal ones of which some are; in no order."""
    if len(scores) <= wanted:
        return list(scores), []
    least = sorted(scores.values(), reverse=True)[wanted - 1]
    return [number for number, score in scores.items() if score > least], [number for number, score in scores.items() if score == least]

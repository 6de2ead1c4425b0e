"""The span of a long text that matters: the few sentences that hold most of what was asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise

from dayleaf.core.languages import Further
from dayleaf.core.regex import regex
from dayleaf.core.terms import terms

SPAN = 300
"""Characters of a passage that are quoted at most, unless one sentence alone is longer."""

WHOLE = 360
"""Characters up to which a passage is quoted whole: cutting off a little more would save nothing."""

LONGEST = 700
"""Characters of one sentence that are quoted; a longer one is cut at blanks around what was asked."""

_END = regex(r"(?<=[.!?…])[\"'”’)\]]*\s+|(?<=[。！？])|\n+")


@lru_cache(1024)  # of the passages met lately
def _told(text: str, further: Further) -> list[tuple[int, int, tuple[str, ...]]]:
    """Each sentence of a text with its terms, each once."""
    return [(start, end, tuple(dict.fromkeys(terms(text[start:end], further)))) for start, end in sentences(text)]


def sentences(text: str) -> list[tuple[int, int]]:
    """Where each sentence or line begins and ends; together they cover the text."""
    cuts = [0, *(found.end() for found in _END.finditer(text) if found.end() < len(text)), len(text)]
    return [(start, end) for start, end in pairwise(cuts) if end > start]


def span(text: str, weights: Mapping[str, float], most: int = SPAN, further: Further = ()) -> tuple[int, int]:
    """Where the span begins and ends that says most of what was asked.

    Args:
        text: a passage.
        weights: terms of the question with what each tells.
        most: characters of the span; a single sentence may be longer, up to `LONGEST`.
        further: languages the terms were made with, beside English and German.
    """
    if len(text) <= max(WHOLE, most):
        return 0, len(text)
    places = _told(text, further)
    found = [{term: weights[term] for term in said if term in weights} for _, _, said in places]
    best, choice = -1.0, (0, 0)
    for first in range(len(places)):
        held: dict[str, float] = {}
        for last in range(first, len(places)):
            size = places[last][1] - places[first][0]
            if size > most and last > first:
                break
            held.update(found[last])
            value = sum(held.values()) - size / (50 * most)
            if value > best:
                best, choice = value, (first, last)
    first, last = choice
    while last + 1 < len(places) and places[last + 1][1] - places[first][0] <= most:
        last += 1
    while first > 0 and places[last][1] - places[first - 1][0] <= most:
        first -= 1
    start, end = places[first][0], places[last][1]
    return (start, end) if end - start <= LONGEST else _inside(text, start, end, weights, further)


def _inside(text: str, start: int, end: int, weights: Mapping[str, float], further: Further) -> tuple[int, int]:
    """A span of `LONGEST` characters inside one endless sentence, cut at blanks where there are any."""
    step = LONGEST // 4
    windows = range(start, max(end - LONGEST, start) + 1, step)
    values = {at: sum(weights[term] for term in set(terms(text[at : at + LONGEST], further)) if term in weights) for at in windows}
    at = max(values, key=lambda place: (values[place], -place))
    begin = text.find(" ", at, at + step) + 1 if at > start else at
    stop = text.rfind(" ", at + LONGEST - step, at + LONGEST)
    return (begin or at), (stop if stop > 0 and at + LONGEST < end else min(at + LONGEST, end))

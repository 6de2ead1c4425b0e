"""Fit ranked rows to `k` and the token budget, and quote them: one hit a fact, neighbouring passages joined."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from dayleaf.core import tokens
from dayleaf.core.entry import Row
from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.languages import Further
from dayleaf.core.page.pieces import unbroken
from dayleaf.core.recall.query import Hit, Way, Why
from dayleaf.core.recall.rank import Ranked
from dayleaf.core.recall.span import SPAN, span
from dayleaf.core.regex import regex
from dayleaf.core.terms import terms

LONG = 1600
"""Characters above which a typed fact is quoted by the span that matters; passages are quoted so much sooner."""

JOINED = 2400
"""Characters up to which neighbouring passages are joined into one hit."""

_WORD = regex("[^\\s\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+|\\S")  # where no blanks stand, each character


class Quoted(NamedTuple):
    """What is quoted of a row: the text, its lines, and whether it is all of the row."""

    text: str
    source: Source
    whole: bool


class _Quote:
    """A hit in the making.

    Attributes:
        best: the row that came first.
        rows: all rows with what is quoted of them; in the end in order of place.
        same: rows of which the same would be quoted.
    """

    __slots__ = ("best", "rows", "same")

    def __init__(self, best: Ranked) -> None:
        self.best = best
        self.rows: list[tuple[Row, Quoted]] = []
        self.same: list[Row] = []

    @property
    def size(self) -> int:
        return sum(len(quoted.text) for _, quoted in self.rows)


def fit(
    ranked: Sequence[Ranked], k: int, budget: int, weights: Mapping[str, float] | None = None, *, further: Further = ()
) -> tuple[tuple[Hit, ...], int]:
    """Fill the budget by rank → the hits, and how many rows found were left out.

    A row too large for what is left skips only itself. One of which the same would be quoted again is named by that hit. If
    nothing fits at all, the best row is cut to the budget, so that something found never becomes an empty answer.

    Args:
        ranked: rows, best first.
        k: hits at most.
        budget: tokens at most, citations included.
        weights: terms of the question with what each tells; they choose the span of a long text.
        further: languages these terms were made with, beside English and German.
    """
    weights = weights or {}
    quotes: list[_Quote] = []
    place: dict[int, _Quote] = {}
    said: dict[tuple[object, ...], _Quote] = {}
    left, out = budget, 0
    for item in ranked:
        if left <= tokens.CITATION // 2 and quotes:
            out += 1
            continue
        if len(quotes) >= k and item.row.fact.kind is not Kind.PASSAGE and len(item.row.fact.text) <= LONG:
            out += 1  # it joins nothing, and what says the same was folded into it
            continue
        quoted = quote_of(item.row.fact, weights, further)
        saying = (item.row.fact.kind, item.row.fact.entities, " ".join(quoted.text.casefold().split()))
        if saying in said:
            said[saying].same += (item.row, *item.same)
            continue
        joined = _joinable(item.row, quoted, place)
        cost = tokens.count("\n" + quoted.text) + 1 if joined else tokens.count(quoted.text) + tokens.CITATION
        if cost > left or (joined is None and len(quotes) >= k):
            out += 1
            continue
        left -= cost
        if joined is None:
            joined = _Quote(item)
            quotes.append(joined)
        joined.rows.append((item.row, quoted))
        place[item.row.number] = said[saying] = joined
    if ranked and not quotes:
        hits = _cut(ranked[0], budget, weights, further)
        return hits, len(ranked) - len(hits)
    return _hits(quotes), out


def quote_of(fact: Fact, weights: Mapping[str, float], further: Further = ()) -> Quoted:
    """What is quoted of a fact: all of it, or of a long one the sentences that say most of what was asked."""
    text = fact.text
    if fact.kind is not Kind.PASSAGE and len(text) <= LONG:
        return Quoted(text, fact.source, whole=True)
    start, end = span(text, weights, SPAN if fact.kind is Kind.PASSAGE else LONG, further)
    part = text[start:end].strip()
    if len(part) == len(text.strip()):
        return Quoted(text, fact.source, whole=True)
    return Quoted(part, _lines(fact.source, text, start, end), whole=False)


def _lines(source: Source, text: str, start: int, end: int) -> Source:
    """The lines a span of the text stands in, where text and page have the same lines; else those of all of it."""
    if text.count("\n") != source.last - source.first:
        return source
    lead = len(text[start:end]) - len(text[start:end].lstrip())
    first = source.first + text.count("\n", 0, start + lead)
    return Source(source.path, first, first + text[start:end].strip().count("\n"))


def _joinable(row: Row, quoted: Quoted, place: Mapping[int, _Quote]) -> _Quote | None:
    """The hit this passage belongs to: the one that holds the passage before or after it under the same heading."""
    if row.fact.kind is not Kind.PASSAGE or not quoted.whole:
        return None
    for number in (row.number - 1, row.number + 1):
        quote = place.get(number)
        if quote is None or quote.best.row.fact.kind is not Kind.PASSAGE or quote.size + len(quoted.text) > JOINED:
            continue
        other = next(held for held in quote.rows if held[0].number == number)
        near = row.fact.source.first - other[1].source.last if number < row.number else other[1].source.first - row.fact.source.last
        if other[1].whole and other[0].fact.heading == row.fact.heading and near <= 2:
            return quote
    return None


def _hits(quotes: Sequence[_Quote]) -> tuple[Hit, ...]:
    ranks = {
        way: {id(quote): rank for rank, quote in enumerate(sorted(found, key=lambda q: -q.best.ways[way]), 1)}
        for way in Way
        if (found := [quote for quote in quotes if quote.best.ways.get(way, 0.0) > 0])
    }
    hits = []
    for quote in quotes:
        quote.rows.sort(key=lambda pair: pair[0].number)
        ways = sorted(quote.best.ways.items(), key=lambda pair: (-pair[1], pair[0]))
        why = tuple(Why(way, ranks[way][id(quote)], round(score, 6)) for way, score in ways if score > 0)
        lines = [quoted.source for _, quoted in quote.rows]
        source = Source(lines[0].path, lines[0].first, max(line.last for line in lines))
        hits.append(_hit(quote.best, _joined(quote.rows), source, why, quote.same))
    return tuple(hits)


def _joined(rows: Sequence[tuple[Row, Quoted]]) -> str:
    """Neighbouring passages on lines of their own; parts of one line go on where the last one stopped."""
    content = rows[0][1].text
    for (before, _), (row, quoted) in pairwise(rows):
        same_line = row.fact.part > 1 and row.fact.source.first == before.fact.source.last
        content += (" " if same_line else "\n") + quoted.text
    return content


def _hit(item: Ranked, content: str, source: Source, why: tuple[Why, ...], same: Sequence[Row] = ()) -> Hit:
    others = {row.number: row for row in (*item.same, *same) if row.number != item.row.number}  # one may have come by two ways
    return Hit(
        fact=item.row.fact,
        score=round(item.score, 6),
        why=why,
        content=content,
        source=source,
        tokens=tokens.count(content) + tokens.CITATION,
        evidence=(source, *(row.fact.source for row in others.values())),
        count=1 + len(others),
    )


def _cut(item: Ranked, budget: int, weights: Mapping[str, float], further: Further) -> tuple[Hit, ...]:
    """The best row alone, shortened until it and its citation fit; a budget below the citation gets nothing."""
    room = budget - tokens.CITATION
    quoted = quote_of(item.row.fact, weights, further)
    if room < 1:
        return ()
    start, end = _window(quoted.text, weights, room, further)
    source = _lines(quoted.source, quoted.text, start, end)
    why = tuple(Why(way, 1, round(score, 6)) for way, score in sorted(item.ways.items(), key=lambda pair: (-pair[1], pair[0])) if score > 0)
    return (_hit(item, quoted.text[start:end], source, why),)


def _window(text: str, weights: Mapping[str, float], room: int, further: Further) -> tuple[int, int]:
    """The words that cost at most `room` tokens and say most of what was asked; of equal ones the first."""
    words = [found.span() for found in _WORD.finditer(text)]
    told = [sum(weights.get(term, 0.0) for term in set(terms(text[start:end], further))) for start, end in words]
    best, choice, value, first = -1.0, (0, -1), 0.0, 0
    for last, (_, end) in enumerate(words):
        value += told[last]
        while first <= last and tokens.count(text[words[first][0] : end]) > room:
            value -= told[first]
            first += 1
        if first <= last and value > best + 1e-9:
            best, choice = value, (first, last)
    first, last = choice
    if last < 0:  # not one word fits
        return words[0][0], _most(text, words[0][0], room)
    while last + 1 < len(words) and tokens.count(text[words[first][0] : words[last + 1][1]]) <= room:
        last += 1
    return words[first][0], words[last][1]


def _most(text: str, start: int, room: int) -> int:
    """The last place so that what stands from `start` to it costs at most `room` tokens, no character parted from its marks."""
    end = bisect_right(range(start, len(text) + 1), room, key=lambda at: tokens.count(text[start:at])) - 1 + start
    return max(unbroken(text, end), start + 1) if end < len(text) else end


def shortened(text: str, room: int) -> str:
    """The beginning of a text that costs at most `room` tokens: whole lines if one fits, else whole words."""
    if tokens.count(text) <= room:
        return text
    if room < 1:
        return ""
    end = _most(text, 0, room)
    line = text.rfind("\n", 0, end + 1)
    blank = text.rfind(" ", 0, end + 1)
    return text[: line if line > 0 else blank if blank > 0 else end].rstrip()

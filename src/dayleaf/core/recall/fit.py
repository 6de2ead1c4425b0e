"""Fit ranked rows to `k` and the token budget, and quote them: one hit a fact, neighbouring passages joined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dayleaf.core import tokens
from dayleaf.core.entry import Row
from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.recall.query import Hit, Way, Why
from dayleaf.core.recall.rank import Ranked
from dayleaf.core.recall.span import span

LONG = 1600
"""Characters above which a typed fact is quoted by the span that matters; passages are quoted so much sooner."""

JOINED = 2400
"""Characters up to which neighbouring passages are joined into one hit."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """What is quoted of a row: the text, its lines, and whether it is all of the row."""

    text: str
    source: Source
    whole: bool


@dataclass(slots=True)
class _Quote:
    """A hit in the making: its rows in order of place, each with what is quoted; the first that came is the best."""

    best: Ranked
    rows: list[tuple[Row, Quoted]] = field(default_factory=list)

    @property
    def size(self) -> int:
        return sum(len(quoted.text) for _, quoted in self.rows)


def fit(ranked: Sequence[Ranked], k: int, budget: int, weights: Mapping[str, float] | None = None) -> tuple[tuple[Hit, ...], int]:
    """Fill the budget by rank → the hits, and how many rows found were left out.

    A row too large for what is left skips only itself. If nothing fits at all, the best row is cut to the budget, so that
    something found never becomes an empty answer.

    Args:
        ranked: rows, best first.
        k: hits at most.
        budget: tokens at most, citations included.
        weights: terms of the question with what each tells; they choose the span of a long text.
    """
    weights = weights or {}
    quotes: list[_Quote] = []
    place: dict[int, _Quote] = {}
    left, out = budget, 0
    for item in ranked:
        if left <= tokens.CITATION // 2 and quotes:
            out += 1
            continue
        quoted = quote_of(item.row.fact, weights)
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
        place[item.row.number] = joined
    if ranked and not quotes:
        return _cut(ranked[0], budget, weights), len(ranked) - 1
    return _hits(quotes), out


def quote_of(fact: Fact, weights: Mapping[str, float]) -> Quoted:
    """What is quoted of a fact: all of it, or of a long one the sentences that say most of what was asked."""
    text = fact.text
    if fact.kind is not Kind.PASSAGE and len(text) <= LONG:
        return Quoted(text, fact.source, whole=True)
    start, end = span(text, weights) if fact.kind is Kind.PASSAGE else span(text, weights, LONG)
    part = text[start:end].strip()
    if len(part) == len(text.strip()):
        return Quoted(text, fact.source, whole=True)
    return Quoted(part, _lines(fact, start, end), whole=False)


def _lines(fact: Fact, start: int, end: int) -> Source:
    """The lines a span of the text stands in, where text and page have the same lines; else those of the fact."""
    source, text = fact.source, fact.text
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
        hits.append(_hit(quote.best, _joined(quote.rows), source, why))
    return tuple(hits)


def _joined(rows: Sequence[tuple[Row, Quoted]]) -> str:
    """Neighbouring passages on lines of their own; parts of one line go on where the last one stopped."""
    content = rows[0][1].text
    for (before, _), (row, quoted) in zip(rows, rows[1:], strict=False):
        same_line = row.fact.part > 1 and row.fact.source.first == before.fact.source.last
        content += (" " if same_line else "\n") + quoted.text
    return content


def _hit(item: Ranked, content: str, source: Source, why: tuple[Why, ...]) -> Hit:
    return Hit(
        fact=item.row.fact,
        score=round(item.score, 6),
        why=why,
        content=content,
        source=source,
        tokens=tokens.count(content) + tokens.CITATION,
        evidence=(source, *(row.fact.source for row in item.same)),
        count=1 + len(item.same),
    )


def _cut(item: Ranked, budget: int, weights: Mapping[str, float]) -> tuple[Hit, ...]:
    """The best row alone, shortened until it and its citation fit; a budget below the citation gets nothing."""
    room = budget - tokens.CITATION
    quoted = quote_of(item.row.fact, weights)
    content = quoted.text
    while content and tokens.count(content) > room:
        content = content[: max(len(content) * 3 // 4, 0)].rstrip()
    if not content:
        return ()
    first = quoted.source.first
    source = quoted.source if content == quoted.text else Source(quoted.source.path, first, min(first + content.count("\n"), quoted.source.last))
    why = tuple(Why(way, 1, round(score, 6)) for way, score in sorted(item.ways.items(), key=lambda pair: -pair[1]) if score > 0)
    return (_hit(item, content, source, why),)

"""Fit ranked rows to `k` and the token budget, and quote them: one hit a fact, neighbouring passages joined."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from dayleaf.core import tokens
from dayleaf.core.entry import Row
from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.recall.query import Hit, Way, Why
from dayleaf.core.recall.rank import Ranked
from dayleaf.core.regex import regex

LONG = 1600
"""Characters above which a fact is quoted by the span around the words asked."""

JOINED = 2400
"""Characters up to which neighbouring passages are joined into one hit."""

_SENTENCE_END = regex(r"(?<=[.!?。！？])\s+|\n+|(?<=[。！？])")


@dataclass(slots=True)
class _Quote:
    """A hit in the making: its rows in order of place; the first that came is the best."""

    best: Ranked
    rows: list[Row] = field(default_factory=list)

    @property
    def size(self) -> int:
        return sum(len(row.fact.text) for row in self.rows)


def fit(ranked: Sequence[Ranked], k: int, budget: int, words: Collection[str] = ()) -> tuple[tuple[Hit, ...], int]:
    """Fill the budget by rank → the hits, and how many rows found were left out.

    A row too large for what is left skips only itself. If nothing fits at all, the best row is cut to the budget, so that
    something found never becomes an empty answer.
    """
    quotes: list[_Quote] = []
    place: dict[int, _Quote] = {}
    left, out = budget, 0
    for item in ranked:
        row = item.row
        text = excerpt(row.fact.text, words, LONG)
        quote = _joinable(row, text, place)
        cost = tokens.count("\n" + text if quote else text) + (0 if quote else tokens.CITATION)
        if cost + (1 if quote else 0) > left or (quote is None and len(quotes) >= k):
            out += 1
            continue
        left -= cost + (1 if quote else 0)
        if quote is None:
            quote = _Quote(item)
            quotes.append(quote)
        quote.rows.append(row)
        place[row.number] = quote
    if ranked and not quotes:
        return _cut(ranked[0], budget, words), len(ranked) - 1
    return _hits(quotes, words), out


def excerpt(text: str, words: Collection[str], most: int) -> str:
    """The text itself, or if it is longer than `most` characters the span of whole sentences around the words asked."""
    if len(text) <= most:
        return text
    cuts = [0, *(found.end() for found in _SENTENCE_END.finditer(text)), len(text)]
    low = text.casefold() if len(text.casefold()) == len(text) else text
    places = sorted({at for word in words if word for at in [low.find(word)] if at >= 0})
    centre = places[0] if places else 0
    start = max((cut for cut in cuts if cut <= centre), default=0)
    if centre - start > most // 2:
        start = centre - most // 4
    end = max((cut for cut in cuts if start < cut <= start + most), default=start + most)
    if end <= centre:
        end = start + most
    return text[start:end].strip()


def _joinable(row: Row, text: str, place: dict[int, _Quote]) -> _Quote | None:
    """The hit this passage belongs to: the one that holds the passage before or after it under the same heading."""
    if row.fact.kind is not Kind.PASSAGE or text != row.fact.text:
        return None
    for number in (row.number - 1, row.number + 1):
        quote = place.get(number)
        if quote is None:
            continue
        other = next(held.fact for held in quote.rows if held.number == number)
        near = row.fact.source.first - other.source.last if number < row.number else other.source.first - row.fact.source.last
        if other.kind is Kind.PASSAGE and other.heading == row.fact.heading and near <= 2 and quote.size + len(text) <= JOINED:
            return quote
    return None


def _hits(quotes: Sequence[_Quote], words: Collection[str]) -> tuple[Hit, ...]:
    ranks = {
        way: {id(quote): rank for rank, quote in enumerate(sorted(found, key=lambda q: -q.best.ways[way]), 1)}
        for way in Way
        if (found := [quote for quote in quotes if quote.best.ways.get(way, 0.0) > 0])
    }
    hits = []
    for quote in quotes:
        quote.rows.sort(key=lambda row: row.number)
        facts = [row.fact for row in quote.rows]
        content = _joined([excerpt(fact.text, words, LONG) for fact in facts], facts)
        ways = sorted(quote.best.ways.items(), key=lambda pair: (-pair[1], pair[0]))
        why = tuple(Why(way, ranks[way][id(quote)], round(score, 6)) for way, score in ways if score > 0)
        source = Source(facts[0].source.path, facts[0].source.first, max(fact.source.last for fact in facts))
        hits.append(_hit(quote.best, content, source, why))
    return tuple(hits)


def _joined(texts: Sequence[str], facts: Sequence[Fact]) -> str:
    """Neighbouring passages on lines of their own; parts of one line go on where the last one stopped."""
    content = texts[0]
    for before, fact, text in zip(facts, facts[1:], texts[1:], strict=False):
        same_line = fact.part > 1 and fact.source.first == before.source.last
        content += (" " if same_line else "\n") + text
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


def _cut(item: Ranked, budget: int, words: Collection[str]) -> tuple[Hit, ...]:
    """The best row alone, shortened until it and its citation fit; a budget below the citation gets nothing."""
    room = budget - tokens.CITATION
    content = excerpt(item.row.fact.text, words, max(room, 0) * 4)
    while content and tokens.count(content) > room:
        content = content[: max(len(content) * 3 // 4, 0)].rstrip()
    if not content:
        return ()
    why = tuple(Why(way, 1, round(score, 6)) for way, score in sorted(item.ways.items(), key=lambda pair: -pair[1]) if score > 0)
    return (_hit(item, content, item.row.fact.source, why),)

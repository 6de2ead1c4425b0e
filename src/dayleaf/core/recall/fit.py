"""Fit ranked rows to `k` and the token budget, and quote them: one hit a fact, neighbouring passages joined."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from dayleaf.core import tokens
from dayleaf.core.entry import Row
from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.page.pieces import unbroken
from dayleaf.core.recall.query import Hit, Way, Why
from dayleaf.core.recall.rank import Ranked

LONG = 1600
"""Characters above which a fact is quoted by the span around the words asked."""

JOINED = 2400
"""Characters up to which neighbouring passages are joined into one hit."""

_SENTENCE_END = re.compile(r"(?<=[.!?。！？])\s+|\n+|(?<=[。！？])")


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
        hits = _cut(ranked[0], budget, words)
        return hits, len(ranked) - len(hits)
    return _hits(quotes, words), out


def shortened(text: str, room: int) -> str:
    """The beginning of a text that costs at most `room` tokens: whole lines if one fits, else whole words."""
    if tokens.count(text) <= room:
        return text
    end = bisect_right(range(len(text) + 1), max(room, 0), key=lambda at: tokens.count(text[:at])) - 1
    line = text.rfind("\n", 0, end + 1)
    return text[: line if line > 0 else _end(text, 0, end) if end else 0].rstrip()


def excerpt(text: str, words: Collection[str], most: int) -> str:
    """The text itself, or if it is longer than `most` characters the span of whole sentences around the words asked."""
    start, end = _span(text, words, most)
    return text[start:end]


def _span(text: str, words: Collection[str], most: int) -> tuple[int, int]:
    """Where the excerpt begins and ends; never inside a word or a combined character if that can be helped."""
    if len(text) <= most:
        return 0, len(text)
    centre = _centre(text, words, most)
    cuts = [0, *(found.end() for found in _SENTENCE_END.finditer(text)), len(text)]
    start = max(cut for cut in cuts if cut <= centre)
    if centre - start > most // 2:
        start = _boundary(text, centre - most // 4, centre)
    end = max((cut for cut in cuts if centre < cut <= start + most), default=0)
    if not end:
        end = _end(text, centre, min(start + most, len(text)))
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end


def _centre(text: str, words: Collection[str], most: int) -> int:
    """Where the window of half of `most` characters begins that holds most of the words asked; the first of equal ones."""
    folded = text.casefold()
    at = range(len(text)) if len(folded) == len(text) else [place for place, letter in enumerate(text) for _ in letter.casefold()]
    places = sorted((at[found.start()], word) for word in words if word for found in re.finditer(re.escape(word), folded))
    held, first, best, centre = Counter[str](), 0, 0, 0
    for place, word in places:
        held[word] += 1
        while places[first][0] < place - most // 2:
            held[places[first][1]] -= 1
            first += 1
        if (several := sum(count > 0 for count in held.values())) > best:
            best, centre = several, places[first][0]
    return centre


def _boundary(text: str, start: int, latest: int) -> int:
    """The first place from `start` up to `latest` where a word begins, else one that parts no combined character."""
    blank = re.compile(r"\s+").search(text, start, latest)
    return blank.end() if blank else unbroken(text, start)


def _end(text: str, start: int, end: int) -> int:
    """The last place up to `end` where a word ends, else one that parts no combined character; always behind `start`."""
    if end >= len(text) or text[end].isspace():
        return end
    blanks = [found.start() for found in re.compile(r"\s+").finditer(text, start + 1, end)]
    return blanks[-1] if blanks else max(unbroken(text, end), start + 1)


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
        if len(facts) == 1:
            start, end = _span(facts[0].text, words, LONG)
            content, source = facts[0].text[start:end], _lines(facts[0], start, end)
        else:
            content = _joined([fact.text for fact in facts], facts)
            source = Source(facts[0].source.path, facts[0].source.first, max(fact.source.last for fact in facts))
        why = _why(quote.best, {way: places[id(quote)] for way, places in ranks.items() if id(quote) in places})
        hits.append(_hit(quote.best, content, source, why))
    return tuple(hits)


def _why(item: Ranked, ranks: Mapping[Way, int]) -> tuple[Why, ...]:
    ways = sorted(item.ways.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Why(way, ranks.get(way, 1), round(score, 6)) for way, score in ways if score > 0)


def _lines(fact: Fact, start: int, end: int) -> Source:
    """The lines a part of a fact stands in, where the fact's lines are the page's; else those of the whole fact."""
    source = fact.source
    if (start, end) == (0, len(fact.text)) or fact.text.count("\n") != source.last - source.first:
        return source
    first = source.first + fact.text.count("\n", 0, start)
    return Source(source.path, first, first + fact.text.count("\n", start, end))


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
    if room < 1:
        return ()
    text = item.row.fact.text
    for letters in (4, 2, 1):  # a token is four letters, or a single one in scripts where that is a word
        start, end = _span(text, words, room * letters)
        if tokens.count(text[start:end]) <= room:
            break
    if tokens.count(text[start:end]) > room:
        fits = bisect_right(range(start, end + 1), room, key=lambda at: tokens.count(text[start:at])) - 1
        end = _end(text, start, start + max(fits, 1))
    return (_hit(item, text[start:end], _lines(item.row.fact, start, end), _why(item, {})),)

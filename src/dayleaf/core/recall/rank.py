"""Rank the rows that were weighed: exact scores, small bounded boosts, a stable order, near-duplicates folded."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from dayleaf.core.entry import Row, dates_of
from dayleaf.core.fact import Fact, Kind, Source, TimeRange
from dayleaf.core.recall.query import Way
from dayleaf.core.recall.voice import REQUEST, weight_of
from dayleaf.core.recall.weigh import Weighed
from dayleaf.core.terms import searchable, spelling, standing

PASSAGE_CONTEXT, FACT_CONTEXT = 0.55, 0.45
"""Share of the window in a score: plain narrative leans on the lines around it, a typed fact is written to stand alone."""

BESIDE, BESIDE_FACT = 0.8, 0.2
"""What is left of the window's share for a row that itself has no word of the question: it only stands beside an answer."""

EXACT = 0.05
"""What it adds, of the whole score, when every word asked stands there in exactly this spelling."""

TYPED = 0.02
"""What it adds that somebody wrote the sentence down as a fact."""

FRESH = 0.02
"""What it adds at most that a fact is new; it fades with the years and never buries relevance. Undated: half of it."""

ECHO = 0.6
"""What each further part of one long block keeps of its score."""

DEEP = 0.85
"""What a later part of a long block keeps of its score: people say first what matters, and a long text is mostly a copy."""

SECTION, SECTION_TOP = 0.4, 3
"""What a passage loses at most for standing in another section than the one whose `SECTION_TOP` best passages have most: a list of coaches
does not repeat whose coaches they are, the section around it does. Measured on articles with lists; dialogues did not change."""

FIT = 0.3
"""What it adds at most that a fact tells of just the time asked for: of "from 2014 to 2015", "(2014–15)" more than "since 2001".
Measured on articles with time intervals: R@5 .694 before, .715 with it, MRR .469 and .492."""

YEAR = 365.25


class Ranked(NamedTuple):
    """A row with its final score, what each way gave to it, and the rows that say the same."""

    row: Row
    score: float
    ways: Mapping[Way, float]
    same: tuple[Row, ...] = ()


def rank(
    weighed: Sequence[Weighed],
    rows: Sequence[Row],
    spelled: frozenset[str],
    today: dt.date,
    *,
    requests: Mapping[int, Row] | None = None,
    of_agent: bool = False,
    during: TimeRange | None = None,
) -> list[Ranked]:
    """Put the rows in order, best first.

    Args:
        weighed: scores by number.
        rows: the rows themselves; those that are gone from the index are simply missing.
        spelled: the words of the question in exact spelling, case folded.
        today: for freshness.
        requests: by the number of an assistant's row, the row that it replies to.
        of_agent: whether the question asks what the assistant said.
        during: the time the question names beside other things.
    """
    by_number = {row.number: row for row in rows}
    ranked: dict[int, Ranked] = {}
    for item in weighed:
        row = by_number.get(item.number)
        if row is not None:
            depth = (DEEP if row.fact.part > 1 else 1.0) * weight_of(row.fact, spelled, of_agent=of_agent)
            depth *= 1 + FIT * _fit(row.fact, during) if during is not None else 1.0
            ways = {way: depth * share for way, share in _ways(item, row.fact.kind).items()}
            ranked[item.number] = Ranked(row, sum(ways.values()) * (1 + _boost(row, spelled, today)), ways)
    for number, head in (requests or {}).items():
        reply, own = ranked.get(number), ranked.get(head.number)
        if reply is not None and (own is None or own.score < REQUEST * reply.score):
            ranked[head.number] = _scaled(reply, REQUEST)._replace(row=head)
    return folded(_spread(sorted(_sectioned(list(ranked.values())), key=_place)))


def _fit(fact: Fact, during: TimeRange) -> float:
    """The days that the time asked and the nearest time told have in common, as a share of all days of both: 0 to 1 (Jaccard, 1901)."""
    start, end = during.start, during.end
    if start is None or end is None:
        return 0.0
    shares = [
        (min(told.end, end) - max(told.start, start)) / (max(told.end, end) - min(told.start, start))
        for told in _dates(fact)
        if told.start is not None and told.end is not None
    ]
    return max(0.0, *shares) if shares else 0.0


def _sectioned(ranked: Sequence[Ranked]) -> list[Ranked]:
    """The same rows, passages set back by how much worse their section is than the best one."""
    sections: dict[tuple[str, tuple[str, ...]], list[float]] = {}
    for item in ranked:
        if item.row.fact.kind is Kind.PASSAGE:
            sections.setdefault((item.row.fact.source.path, item.row.fact.heading), []).append(item.score)
    worth = {place: sum(sorted(scores, reverse=True)[:SECTION_TOP]) for place, scores in sections.items()}
    most = max(worth.values(), default=0.0)
    if most <= 0:
        return list(ranked)
    return [
        _scaled(item, 1 - SECTION * (1 - worth[item.row.fact.source.path, item.row.fact.heading] / most))
        if item.row.fact.kind is Kind.PASSAGE
        else item
        for item in ranked
    ]


def _scaled(item: Ranked, factor: float) -> Ranked:
    return item._replace(score=factor * item.score, ways={way: factor * share for way, share in item.ways.items()})


def _spread(ranked: Sequence[Ranked]) -> list[Ranked]:
    """The same rows with every further part of one long block set back, so that one long message does not fill the answer."""
    if not any(item.row.fact.part for item in ranked):
        return list(ranked)
    seen: dict[int, int] = {}
    out = []
    for item in ranked:
        if item.row.fact.part:
            block = item.row.number - item.row.fact.part
            times = seen[block] = seen.get(block, -1) + 1
            if times:
                item = _scaled(item, ECHO**times)  # noqa: PLW2901 the same row, set back
        out.append(item)
    out.sort(key=_place)
    return out


def moment(fact: Fact) -> dt.date | None:
    """The day a fact is about: the start of its `when`, else the day of its log."""
    return (fact.when.start if fact.when else None) or fact.told


def folded(ranked: Sequence[Ranked]) -> list[Ranked]:
    """Rows that say the same in the same words are one: the best keeps its place and names the others.

    Of an opinion the row of the bank stands for all: its confidence is what became of the one first told.
    """
    kept: dict[tuple[str, ...], int] = {}
    out: list[Ranked] = []
    for item in ranked:
        fact = item.row.fact
        place = kept.setdefault(_said(fact), len(out))
        if place == len(out):
            out.append(item)
        elif fact.kind is Kind.OPINION and fact.source.path.startswith("bank/") and out[place].row.fact.source.path.startswith("memory/"):
            out[place] = Ranked(item.row, out[place].score, out[place].ways, (out[place].row, *out[place].same))  # as it stands now
        else:
            out[place] = Ranked(out[place].row, out[place].score, out[place].ways, (*out[place].same, item.row))
    return out


@lru_cache(4096)  # the same rows come again and again
def _said(fact: Fact) -> tuple[str, ...]:
    """What is equal where two facts say the same in the same words."""
    return (fact.kind.value, *fact.entities, " ".join(fact.text.casefold().split()))


@lru_cache(4096)
def _dates(fact: Fact) -> tuple[TimeRange, ...]:
    return dates_of(fact)


@lru_cache(4096)
def _spelled(fact: Fact) -> str:
    return spelling(searchable(fact))


def _ways(item: Weighed, kind: Kind) -> dict[Way, float]:
    context = PASSAGE_CONTEXT if kind is Kind.PASSAGE else FACT_CONTEXT
    if not item.own:
        context *= BESIDE if kind is Kind.PASSAGE else BESIDE_FACT
    ways = {way: (1 - context) * share for way, share in item.own.items()}
    ways[Way.LEXICAL] = ways.get(Way.LEXICAL, 0.0) + context * item.context
    ways[Way.SEMANTIC] = (1 - context) * item.meaning + context * item.meaning_around
    return ways


def _boost(row: Row, spelled: frozenset[str], today: dt.date) -> float:
    boost = 0.0 if row.fact.kind is Kind.PASSAGE else TYPED
    day = moment(row.fact)
    boost += FRESH / 2 if day is None else FRESH / (1 + max((today - day).days, 0) / YEAR)
    if spelled:
        boost += EXACT * len(standing(_spelled(row.fact), spelled)) / len(spelled)
    return boost


def _place(item: Ranked) -> tuple[float, int, Source]:
    day = moment(item.row.fact)
    return -round(item.score, 9), -(day or dt.date.min).toordinal(), item.row.fact.source

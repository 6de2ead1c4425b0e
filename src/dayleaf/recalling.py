"""Ask the index what the core wants to know, in straight lines: question → clues → rows → hits."""

from __future__ import annotations

import datetime as dt
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from dayleaf.compounding import with_compounds
from dayleaf.core.entry import Condition, entry_of
from dayleaf.core.fact import Fact, Kind, Source, TimeRange
from dayleaf.core.recall.clue import Asked, affordable, names_in, rarity, read_question, widened
from dayleaf.core.recall.fit import fit
from dayleaf.core.recall.query import Bundle, Hit, Query, Way
from dayleaf.core.recall.rank import Ranked, folded, moment, rank
from dayleaf.core.recall.weigh import Lit, Measure, weigh
from dayleaf.core.terms import probes
from dayleaf.core.when import Understood, understand
from dayleaf.ports import Index

ROWS_PER_HIT = 3
"""Rows ranked for each hit wanted, so that folding and the budget have something to choose from."""

FEWEST_ROWS = 60
"""Rows ranked at least."""

COMMON = 2_000
"""A term in more rows than this counts once a row."""


class Question(NamedTuple):
    """A question with what the index knows about its parts."""

    asked: Asked
    understood: Understood | None


def answer(index: Index, query: Query, now: dt.datetime, *, stale: bool = False, notes: tuple[str, ...] = ()) -> Bundle:
    """The bundle for one query.

    A question that says nothing but a time is answered by that window in order of time; an empty question with a
    condition by what fulfils it, newest first.
    """
    with index.snapshot():
        return _answer(index, query, now, stale=stale, notes=notes)


def _answer(index: Index, query: Query, now: dt.datetime, *, stale: bool, notes: tuple[str, ...]) -> Bundle:
    question = _read(index, query, now)
    window = query.condition.during
    if question.asked.bare and question.understood is not None and window is None:
        window = widened(question.understood)
        ranked = _window(index, query, window)
        hits, out = fit(ranked, query.k, query.budget)
        hits = tuple(sorted(hits, key=_when))
    elif not question.asked.clues and not query.condition:
        hits, out = (), 0
    elif not question.asked.clues:
        ranked = _listed(index, query, index.select(query.condition, limit=query.k * ROWS_PER_HIT))
        hits, out = fit(ranked, query.k, query.budget)
    else:
        ranked, weights = _ranked(index, query, question.asked, now)
        hits, out = fit(ranked, query.k, query.budget, weights)
    if question.understood is not None and window is None:
        notes = (*notes, f"{question.understood.text!r} is understood as {question.understood.range}")
    return Bundle(
        query=query,
        now=now,
        hits=tuple(hit if (status := _status(hit, query, now)) == hit.status else replace(hit, status=status) for hit in hits),
        tokens=sum(hit.tokens for hit in hits),
        left_out=out,
        stale=stale,
        during=window,
        notes=notes,
    )


def _read(index: Index, query: Query, now: dt.datetime) -> Question:
    understood = understand(query.text, now)
    spelled = names_in(query.text)
    named = index.named(list(spelled))
    asked = read_question(probes(query.text), named, spelled, understood, filtered=query.condition.during is not None)
    return Question(asked, understood)


def _ranked(index: Index, query: Query, asked: Asked, now: dt.datetime) -> tuple[list[Ranked], dict[str, float]]:
    """The rows that agree with the question's clues, best first; and what each of its terms tells."""
    size = index.size()
    frequencies = index.frequencies(asked.terms)
    asked = asked._replace(clues=with_compounds(index, asked.clues, frequencies))
    postings = _postings(index, affordable(asked, frequencies), frequencies)
    lit: list[Lit] = []
    weights: dict[str, float] = {}
    held: dict[str, int] = {}  # rows of a word; its compounds and parts cannot tell more than it does
    for clue in asked.clues:
        match clue.way:
            case Way.LEXICAL:
                found = [postings[term] for term in clue.terms if term in postings]
                numbers: Sequence[int] = found[0] if len(found) == 1 else sorted(chain.from_iterable(found))
            case Way.ENTITY:
                numbers = index.matching(Condition(keys=clue.keys))
            case _:
                numbers = index.matching(Condition(during=clue.during))
        if numbers:
            held[clue.label] = held.get(clue.label, 0) * clue.beside + len(numbers)
            lit.append(Lit(clue.way, clue.label, clue.share * rarity(size.rows, held[clue.label]), numbers))
            weights.update((term, lit[-1].weight) for term in clue.terms)
    allowed = set(index.matching(query.condition)) if query.condition else None
    measure = Measure(index.lengths(), max(size.terms / max(size.rows, 1), 1.0))
    weighed = weigh(lit, max(query.k * ROWS_PER_HIT, FEWEST_ROWS), allowed, measure, index.arrange)
    rows = index.rows([item.number for item in weighed])
    spelled = frozenset(clue.exact for clue in asked.clues if clue.exact)
    return rank(weighed, rows, spelled, now.date()), weights


def _postings(index: Index, terms: Sequence[str], frequencies: Mapping[str, int]) -> dict[str, array[int]]:
    """The rows of each term; of a common one each row once, for that a common word is repeated tells next to nothing."""
    common = [term for term in terms if frequencies[term] > COMMON]
    return {
        **index.postings([term for term in terms if frequencies[term] <= COMMON]),
        **(index.postings(common, once=True) if common else {}),
    }


def _window(index: Index, query: Query, window: TimeRange) -> list[Ranked]:
    """What was told in the window or began in it; typed facts come before plain narrative when not all fits.

    What merely lasts ("lives there since 2018") is no answer to what was yesterday.
    """
    condition = query.condition._replace(during=window)
    ranked = [item for item in _listed(index, query, index.select(condition)) if _falls_into(window, item.row.fact)]
    return sorted(ranked, key=lambda item: not item.row.fact.kind.letter)


def _falls_into(window: TimeRange, fact: Fact) -> bool:
    """Whether the fact was told in the window, or began or ended in it."""
    if fact.told is not None and fact.told in window:
        return True
    return any((date.start or (date.end or dt.date.min) - dt.timedelta(days=1)) in window for date in entry_of(fact).dates)


def _listed(index: Index, query: Query, numbers: Sequence[int]) -> list[Ranked]:
    way = Way.TEMPORAL if query.condition.during else Way.ENTITY
    return folded([Ranked(row, 1.0, {way: 1.0}) for row in index.rows(numbers)])


def _when(hit: Hit) -> tuple[dt.date, Source]:
    return moment(hit.fact) or dt.date.max, hit.source


def _status(hit: Hit, query: Query, now: dt.datetime) -> str:
    """Past when something else replaced the fact, or its own time was over on the day asked about (an event stays true)."""
    when = hit.fact.when
    today = query.as_of or query.condition.known_at or now.date()
    lasting = hit.fact.kind in (Kind.WORLD, Kind.OPINION)
    return "past" if lasting and when is not None and when.end is not None and when.end <= today else "current"

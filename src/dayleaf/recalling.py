"""Ask the index what the core wants to know, in straight lines: question → clues → rows → hits."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from dayleaf.compounding import with_compounds
from dayleaf.core.entry import Condition
from dayleaf.core.fact import Source, TimeRange
from dayleaf.core.recall.clue import Asked, affordable, names_in, rarity, read_question
from dayleaf.core.recall.fit import fit
from dayleaf.core.recall.query import Bundle, Hit, Query, Way
from dayleaf.core.recall.rank import Ranked, folded, moment, rank
from dayleaf.core.recall.weigh import Lit, Measure, weigh
from dayleaf.core.terms import probes
from dayleaf.core.when import Understood, understand
from dayleaf.ports import Index
from dayleaf.settling import settled as settle

ROWS_PER_HIT = 3
"""Rows ranked for each hit wanted, so that folding and the budget have something to choose from."""

FEWEST_ROWS = 60
"""Rows ranked at least."""


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
        window = question.understood.range
        settled = replace(settle(index, query, _window(index, query, window), now), later=0)
        hits, out = fit(settled.ranked, query.k, query.budget)
        hits = tuple(sorted(hits, key=_when))
    elif not question.asked.clues:
        ranked = _listed(index, query, index.select(query.condition, limit=query.k * ROWS_PER_HIT))
        settled = settle(index, query, ranked, now)
        hits, out = fit(settled.ranked, query.k, query.budget)
    else:
        ranked, weights = _ranked(index, query, question.asked, now)
        settled = settle(index, query, ranked, now)
        hits, out = fit(settled.ranked, query.k, query.budget, weights)
    if question.understood is not None and window is None:
        notes = (*notes, f"{question.understood.text!r} is understood as {question.understood.range}")
    if settled.later:
        notes = (*notes, f"{settled.later} left out: true only later than the day asked about")
    return Bundle(
        query=query,
        now=now,
        hits=tuple(replace(hit, status=settled.status.get(hit.fact.id, "current")) for hit in hits),
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
    postings = index.postings(affordable(asked, frequencies))
    lit: list[Lit] = []
    weights: dict[str, float] = {}
    for clue in asked.clues:
        match clue.way:
            case Way.LEXICAL:
                found = [postings[term] for term in clue.terms if term in postings]
                numbers: Sequence[int] = found[0] if len(found) == 1 else [number for one in found for number in one]
            case Way.ENTITY:
                numbers = index.select(Condition(keys=frozenset((clue.key,))))
            case _:
                numbers = index.select(Condition(during=clue.during))
        if numbers:
            lit.append(Lit(clue.way, clue.label, clue.share * rarity(size.rows, len(numbers)), numbers))
            weights.update((term, lit[-1].weight) for term in clue.terms)
    allowed = set(index.select(query.condition)) if query.condition else None
    measure = Measure(index.lengths(), max(size.terms / max(size.rows, 1), 1.0))
    weighed = weigh(lit, max(query.k * ROWS_PER_HIT, FEWEST_ROWS), allowed, measure, index.order)
    rows = index.rows([item.number for item in weighed])
    spelled = frozenset(clue.exact for clue in asked.clues if clue.exact)
    return rank(weighed, rows, spelled, now.date()), weights


def _window(index: Index, query: Query, window: TimeRange) -> list[Ranked]:
    """What was told or happened in the window; typed facts come before plain narrative when not all fits."""
    condition = query.condition._replace(during=window)
    ranked = _listed(index, query, index.select(condition))
    return sorted(ranked, key=lambda item: not item.row.fact.kind.letter)


def _listed(index: Index, query: Query, numbers: Sequence[int]) -> list[Ranked]:
    way = Way.TEMPORAL if query.condition.during else Way.ENTITY
    return folded([Ranked(row, 1.0, {way: 1.0}) for row in index.rows(numbers)])


def _when(hit: Hit) -> tuple[dt.date, Source]:
    return moment(hit.fact) or dt.date.max, hit.source

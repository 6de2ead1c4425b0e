"""Ask the index what the core wants to know, in straight lines: question → clues → rows → hits."""

from __future__ import annotations

import datetime as dt
from array import array
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from dayleaf.core.entry import Condition, Row, dates_of, keys_of
from dayleaf.core.fact import Fact, Kind, Source, TimeRange
from dayleaf.core.languages import Further
from dayleaf.core.recall import feedback, voice
from dayleaf.core.recall.belief import SHARE, beliefs
from dayleaf.core.recall.clue import Asked, affordable, names_in, rarity, read_question, widened
from dayleaf.core.recall.current import Settled
from dayleaf.core.recall.fit import fit
from dayleaf.core.recall.floor import agreement, floor_of, holds_phrase, strangers
from dayleaf.core.recall.query import Bundle, Hit, Query, Way
from dayleaf.core.recall.rank import Ranked, folded, moment, rank
from dayleaf.core.recall.semantic import known, mix
from dayleaf.core.recall.weigh import Lit, Measure, Weighed, away_from, best_in, region
from dayleaf.core.terms import probes, says_nothing
from dayleaf.core.when import Understood, understand
from dayleaf.ports import Index
from dayleaf.shell.compounding import with_compounds
from dayleaf.shell.embedding import Meaning
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Ready
from dayleaf.shell.putting_away import cited, left_out
from dayleaf.shell.settling import settled as by_truth

ROWS_PER_HIT = 3
"""Rows ranked for each hit wanted, so that folding and the budget have something to choose from."""

MOST_IN_WINDOW = 2000
"""Rows of a time window that are looked at, newest first."""

FEWEST_ROWS = 60
"""Rows ranked at least."""

COMMON = 2_000
"""A term in more rows than this counts once a row."""

LEARNING_BUDGET = 10_000
"""Rows read for the words that the first answers teach; those worth most first."""


_OPINIONS = frozenset((Kind.OPINION,))


class Question(NamedTuple):
    """A question with what the index knows about its parts."""

    asked: Asked
    understood: Understood | None


class Lights(NamedTuple):
    """The clues that some row agrees with, what each term tells, and what all that was asked weighs."""

    lit: list[Lit]
    weights: dict[str, float]
    said: float


def recalled(ground: Ground, ready: Ready, query: Query, now: dt.datetime, names: Sequence[str]) -> Bundle:
    """The bundle for one query of a memory; `names` are those its entities were given by, and those nobody has are noted."""
    if ground.meaning is not None:
        ground.meaning.prepare(ready.index)
    keys = query.condition.keys
    meant = replace(query, condition=query.condition._replace(keys=same(ready.index, keys))) if keys else query
    notes = (*ready.notes, *ground.strangers(ready.index, names))
    bundle = answer(ready.index, meant, now, stale=ready.stale, notes=notes, meaning=ground.meaning)
    return replace(bundle, query=query)


def answer(
    index: Index,
    query: Query,
    now: dt.datetime,
    *,
    stale: bool = False,
    notes: tuple[str, ...] = (),
    meaning: Meaning | None = None,
) -> Bundle:
    """The bundle for one query.

    A question that says nothing but a time is answered by that window in order of time; an empty question with a
    condition by what fulfils it, newest first.
    """
    with index.snapshot():
        return _answer(index, query, now, stale=stale, notes=notes, meaning=meaning)


def _answer(index: Index, query: Query, now: dt.datetime, *, stale: bool, notes: tuple[str, ...], meaning: Meaning | None) -> Bundle:
    question = _read(index, query, now)
    window = query.condition.during
    if question.asked.bare and question.understood is not None and window is None:
        window = widened(question.understood)
        settled = settle(index, query, _window(index, query, window, question.understood), now)._replace(later=0)
        hits, out = fit(settled.ranked, query.k, query.budget, further=index.further)
        hits = tuple(sorted(hits, key=_when))
    elif not question.asked.clues:
        numbers = index.select(query.condition, limit=query.k * ROWS_PER_HIT) if query.condition else ()
        ranked = _listed(index, query, numbers)
        settled = settle(index, query, ranked, now)
        hits, out = fit(settled.ranked, query.k, query.budget, further=index.further)
    else:
        ranked, weights, more = _ranked(index, query, question.asked, now, meaning)
        notes = (*notes, *more)
        settled = settle(index, query, ranked, now)
        hits, out = fit(settled.ranked, query.k, query.budget, weights, further=index.further)
    if question.understood is not None and query.condition.during is None and (window is None or not hits):
        notes = (*notes, f"{question.understood.text!r} is understood as {question.understood.range}")
    hits = cited(index, hits)
    if settled.later:
        notes = (*notes, f"{settled.later} left out: true only later than the day asked about")
    return Bundle(
        query=query,
        now=now,
        hits=tuple(
            replace(hit, status=status) if (status := settled.status.get(hit.fact.id, "current")) != hit.status else hit for hit in hits
        ),
        tokens=sum(hit.tokens for hit in hits),
        left_out=out,
        stale=stale,
        during=window,
        notes=notes,
    )


def settle(index: Index, query: Query, ranked: Sequence[Ranked], now: dt.datetime) -> Settled:
    """The ranked rows in the order of truth, without what is put away.

    Left out before, so that truth is asked of what says it now, and after, for truth draws in what was not ranked.
    """
    found = by_truth(index, query, left_out(index, query, ranked), now)
    return found._replace(ranked=left_out(index, query, found.ranked))


def _read(index: Index, query: Query, now: dt.datetime) -> Question:
    understood = understand(query.text, now)
    spelled = names_in(query.text)
    named = index.named(list(spelled))
    asked = read_question(probes(query.text, index.further), named, spelled, understood, filtered=query.condition.during is not None)
    return Question(asked._replace(clues=(*asked.clues, *beliefs(query.text, asked))), understood)


def _ranked(
    index: Index, query: Query, asked: Asked, now: dt.datetime, meaning: Meaning | None
) -> tuple[list[Ranked], dict[str, float], tuple[str, ...]]:
    """The rows that agree with the question's clues, best first; what each of its terms tells; and notes."""
    size = index.size()
    frequencies = index.frequencies(asked.terms)
    asked = asked._replace(clues=with_compounds(index, asked.clues, frequencies))
    postings = _postings(index, affordable(asked, frequencies), frequencies)
    lit, weights, said = _lit(index, asked, postings, size.rows)
    allowed = set(index.matching(query.condition)) if query.condition else None
    measure = Measure(index.lengths(), max(size.terms / max(size.rows, 1), 1.0))
    spelled = frozenset(clue.exact for clue in asked.clues if clue.exact)
    wanted = max(query.k * ROWS_PER_HIT, FEWEST_ROWS)
    of_agent = voice.asks_agent(query.text)
    during = next((clue.during for clue in asked.clues if clue.during), None)

    def ranked(weighed: Sequence[Weighed]) -> list[Ranked]:
        rows = index.rows([item.number for item in weighed])
        requests = _requests(index, rows, allowed)
        return rank(weighed, rows, spelled, now.date(), requests=requests, of_agent=of_agent, during=during)

    around = region(lit, wanted, allowed, measure, index.arrange)
    if size.rows >= feedback.FEWEST:
        first = best_in(around, 2 * feedback.TOP, allowed, measure, index.arrange)
        if more := _learned(index, ranked(first), weights, size.rows, said):
            around = region([*lit, *more], wanted, allowed, measure, index.arrange, least=around.least)
    weighed = best_in(around, wanted, allowed, measure, index.arrange)
    notes: tuple[str, ...] = ()
    if meaning is None and weighed and agreement(asked, lit, weighed, size.rows) < floor_of(query.text, asked, lit):
        return [], weights, (_nothing(query.text, asked, lit),)
    if meaning is not None:
        dense, notes = meaning.ask(index, query.text, wanted, allowed, [item.number for item in weighed])
        weighed = mix(weighed, dense, known(asked, lit, size.rows), wanted, allowed, index.arrange)
    return _said(query.text, asked, ranked(weighed), index.further), weights, notes


def _said(text: str, asked: Asked, ranked: list[Ranked], further: Further) -> list[Ranked]:
    """Of a question of stop words alone, what has them in a row ("to be or not to be"); all else would be filler."""
    if not says_nothing(text, further) or any(clue.way is not Way.LEXICAL for clue in asked.clues):
        return ranked
    return [item for item in ranked if holds_phrase(text, item.row.fact.text)]


def _nothing(text: str, asked: Asked, lit: Sequence[Lit]) -> str:
    """Why nothing is shown of what was found."""
    strange = strangers(text, asked, lit)[:3]
    names = f"{', '.join(map(repr, strange))} {'stand' if len(strange) > 1 else 'stands'} nowhere, and " if strange else ""
    return f"nothing relevant: {names}what was found agrees with too little of the question"


def _lit(index: Index, asked: Asked, postings: Mapping[str, array[int]], rows: int) -> Lights:
    """The clues that some row agrees with, weighed."""
    lit: list[Lit] = []
    weights: dict[str, float] = {}
    said = 0.0
    own: dict[str, Sequence[int]] = {}  # the rows of each word itself
    held: dict[str, int] = {}  # rows of a word; its compounds and parts cannot tell more than it does
    for clue in asked.clues:
        match clue.way:
            case Way.LEXICAL:
                found = [postings[term] for term in clue.terms if term in postings]
                numbers: Sequence[int] = found[0] if len(found) == 1 else sorted(chain.from_iterable(found))
                if clue.kin:
                    numbers = away_from(numbers, own.get(clue.label, ()))
                own.setdefault(clue.label, numbers)
            case Way.ENTITY:
                numbers = index.matching(Condition(keys=clue.keys))
            case Way.OPINION:
                numbers = index.matching(Condition(kinds=_OPINIONS, keys=clue.keys))
            case _:
                numbers = index.matching(Condition(during=clue.during))
        if numbers:
            held[clue.label] = held.get(clue.label, 0) * clue.beside + len(numbers)
            weight = clue.share * rarity(rows, held[clue.label])
            if clue.way is Way.OPINION:
                weight = SHARE * sum(one.weight for one in lit)
            lit.append(Lit(clue.way, clue.label, weight, numbers))
            weights.update((term, lit[-1].weight) for term in clue.terms)
            said += 0.0 if clue.kin else lit[-1].weight
    return Lights(lit, weights, said)


def _requests(index: Index, rows: Sequence[Row], allowed: AbstractSet[int] | None) -> dict[int, Row]:
    """The request before each reply of an assistant among these rows."""
    asked = voice.requests(rows)
    numbers = set(asked.values()) if allowed is None else allowed & set(asked.values())
    return voice.requesters(rows, asked, index.rows(sorted(numbers))) if numbers else {}


def _learned(index: Index, top: Sequence[Ranked], weights: Mapping[str, float], rows: int, asked: float) -> list[Lit]:
    found = feedback.votes(top, weights, index.further)
    frequencies = index.frequencies(list(found)) if found else {}
    chosen = feedback.learned(found, frequencies, rows, asked)
    room = LEARNING_BUDGET
    for term in list(chosen):
        room -= frequencies[term]
        if room < 0:
            room += frequencies[term]
            del chosen[term]
    return feedback.clues(chosen, _postings(index, list(chosen), frequencies)) if chosen else []


def _postings(index: Index, terms: Sequence[str], frequencies: Mapping[str, int]) -> dict[str, array[int]]:
    """The rows of each term; of a common one each row once, for that a common word is repeated tells next to nothing."""
    common = [term for term in terms if frequencies[term] > COMMON]
    return {
        **index.postings([term for term in terms if frequencies[term] <= COMMON]),
        **(index.postings(common, once=True) if common else {}),
    }


def _window(index: Index, query: Query, window: TimeRange, understood: Understood) -> list[Ranked]:
    """What was told in the window or began in it: typed facts before plain narrative, from the first day on.

    What merely lasts ("lives there since 2018") is no answer to what was yesterday. Of "around 27 October" the days nearest to
    the middle come first.
    """
    condition = query.condition._replace(during=window)
    ranked = [item for item in _listed(index, query, index.select(condition, limit=MOST_IN_WINDOW)) if _falls_into(window, item.row.fact)]
    middle = 0
    if understood.tolerance_days and window.start and window.end:
        middle = (window.start.toordinal() + window.end.toordinal() - 1) // 2

    def place(item: Ranked) -> tuple[bool, int, Source]:
        day = (moment(item.row.fact) or dt.date.max).toordinal()
        return not item.row.fact.kind.letter, abs(day - middle), item.row.fact.source

    return sorted(ranked, key=place)


def _falls_into(window: TimeRange, fact: Fact) -> bool:
    """Whether the fact was told in the window, or began or ended in it."""
    if fact.told is not None and fact.told in window:
        return True
    return any((date.start or (date.end or dt.date.min) - dt.timedelta(days=1)) in window for date in dates_of(fact))


def _listed(index: Index, query: Query, numbers: Sequence[int]) -> list[Ranked]:
    way = Way.TEMPORAL if query.condition.during else Way.ENTITY
    return folded([Ranked(row, 1.0, {way: 1.0}) for row in index.rows(numbers)])


def _when(hit: Hit) -> tuple[dt.date, Source]:
    return moment(hit.fact) or dt.date.max, hit.source


def same(index: Index, keys: Collection[str]) -> frozenset[str]:
    """These keys and all others that mean the same entities."""
    own = keys_of(name for entity in index.named(sorted(keys)).values() for name in entity.names)
    meant = set(index.named(sorted(keys)).values())
    return frozenset(keys) | {key for key, entity in index.named(own).items() if entity in meant}

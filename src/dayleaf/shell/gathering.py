"""Ask the index what a turn needs: facts that answer the message and are new to the session, corrections, or grounding."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from dayleaf.core import tokens
from dayleaf.core.context.delta import UNTRUSTED, Change, Correction, hash_of, in_its_place, is_known, recalled_item, told_of
from dayleaf.core.context.greeting import asks_nothing
from dayleaf.core.context.grounding import grounding
from dayleaf.core.context.sections import Item
from dayleaf.core.conversation import Told
from dayleaf.core.entry import Condition, Row, keys_of
from dayleaf.core.fact import Fact, Kind, TimeRange
from dayleaf.core.page.place import place_of
from dayleaf.core.page.reading import Role
from dayleaf.core.recall.query import MOST_HITS, Hit, Query
from dayleaf.core.recall.rank import Ranked
from dayleaf.core.truth import other_names, replaced, slots_of, sought_by
from dayleaf.ports import Index
from dayleaf.shell.answers import CorePage
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Ready
from dayleaf.shell.recalling import answer
from dayleaf.shell.settling import settled
from dayleaf.shell.tiers import Seen, changed_since, seen_now

FLOOR, LEAST = 0.4, 0.15
"""Share of the best hit's score, and score, below which a typed fact is beside the point."""

PASSAGE_FLOOR, PASSAGE_LEAST = 0.5, 0.3
"""The same of plain narrative, which is longer and hits by chance more often.

On questions with known answers these cost none of 134 narrative answers among the first eight hits and spare half of the rest; of typed
facts they cost 3 of 152 and spare one in thirteen of the rest.
"""

ASKED = 3
"""Hits asked for, for each wanted: those told already are left out."""

LONGEST_QUESTION = 4000
"""Characters of a message that are looked for: its beginning and its end."""

COMPARED, RIVALS = 300, 60
"""Facts told of which is looked up whether something replaced them, the newest; and facts that may have, which share most with them."""

CANDIDATES = 120
"""Facts read for grounding, of each kind of candidate."""

PAGE = 3000
"""Facts of a page looked through for one that was edited."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted for a turn: the message, how much, whether it is the session's first, the core pages, what was compared."""

    message: str
    k: int
    budget: int
    first: bool
    pages: Sequence[CorePage]
    seen: Seen | None = None


class Gathered(NamedTuple):
    """What was found for a turn.

    Attributes:
        recalled: entries, best first, each with what the session will know of it.
        corrections: what was told and is not so any more.
        heirs: by id, what the session will know of the facts that corrections give.
        grounded: whether `recalled` only grounds a first turn.
        left_out: facts that `k` did not allow.
        stale, notes: as of a bundle.
        seen: with what the session's facts were compared.
    """

    recalled: Sequence[tuple[Item, Told]]
    corrections: Sequence[Correction]
    heirs: Mapping[str, Told]
    grounded: bool
    left_out: int
    stale: bool
    notes: tuple[str, ...]
    seen: Seen


def gather(ground: Ground, told: Mapping[str, Told], wanted: Wanted, now: dt.datetime) -> Gathered:
    """Everything of the long-term tier for one turn."""
    return ground.ask(lambda ready: _gathered(ground, ready, told, wanted, now))


def _gathered(ground: Ground, ready: Ready, told: Mapping[str, Told], wanted: Wanted, now: dt.datetime) -> Gathered:
    index, today = ready.index, now.date()
    if ground.meaning is not None:
        ground.meaning.prepare(index)
    with index.snapshot():
        shelf = index.shelf()
        seen = seen_now(shelf, today, wanted.seen)
        compared = seen is wanted.seen or not told
        corrections = [] if compared else list(_corrections(index, told, changed_since(wanted.seen, shelf, today, told), today))
        hits, notes = _hits(ground, ready, wanted, now)
        corrections += _changed(hits, told, corrections)
        said = {correction.now.id for correction in corrections if correction.now} | {correction.told.id for correction in corrections}
        fresh = [hit for hit in hits if hit.fact.id not in said and not is_known(told, hit)]
        grounded = wanted.first and not hits and not told
        news = [(hit.fact, hit.status == "past", hit.content) for hit in fresh[: wanted.k]]
        if grounded:
            news = [(fact, False, fact.text) for fact in _ground(index, wanted, now)]
        heirs = [(one.now, one.now.id == one.told.id and one.change is Change.PAST, one.now.text) for one in corrections if one.now]
        known = _known(index, [*news, *heirs])
    places = {hit.fact.id: hit.source for hit in fresh}
    items = [recalled_item(fact, content, str(places.get(fact.id, fact.source)), past=past) for fact, past, content in news]
    return Gathered(
        recalled=list(zip(items, known, strict=False)),
        corrections=corrections,
        heirs={one.id: one for one in known[len(news) :]},
        grounded=grounded,
        left_out=max(len(fresh) - wanted.k, 0),
        stale=ready.stale,
        notes=(*ready.notes, *notes),
        seen=seen,
    )


def _hits(ground: Ground, ready: Ready, wanted: Wanted, now: dt.datetime) -> tuple[list[Hit], tuple[str, ...]]:
    """What answers the message and is not beside the point; nothing that a core page says anyway."""
    text = wanted.message
    if len(text) > LONGEST_QUESTION:
        text = f"{text[: LONGEST_QUESTION // 2]} {text[-LONGEST_QUESTION // 2 :]}"
    if asks_nothing(text) or not text.strip() or wanted.k < 1:
        return [], ()
    query = Query(text, min(wanted.k * ASKED, MOST_HITS), max(wanted.budget * ASKED, 1))
    bundle = answer(ready.index, query, now, meaning=ground.meaning)
    core = {page.path for page in wanted.pages}
    best = max((hit.score for hit in bundle.hits), default=0.0)
    return [hit for hit in bundle.hits if _matters(hit, best) and hit.source.path not in core], bundle.notes


def _matters(hit: Hit, best: float) -> bool:
    if hit.fact.kind is Kind.PASSAGE:
        return hit.score >= max(PASSAGE_FLOOR * best, PASSAGE_LEAST)
    return hit.score >= max(FLOOR * best, LEAST)


def _changed(hits: Sequence[Hit], told: Mapping[str, Told], known: Sequence[Correction]) -> list[Correction]:
    """Facts found that were told with another standing: true then, past now, or the other way round."""
    listed = {correction.told.id for correction in known}
    return [
        Correction(told[hit.fact.id], Change.PAST if hit.status == "past" else Change.CHANGED, hit.fact)
        for hit in hits
        if hit.fact.kind is not Kind.PASSAGE
        and hit.fact.id in told
        and hit.fact.id not in listed
        and (told[hit.fact.id].past != (hit.status == "past") or told[hit.fact.id].hash != hash_of(hit.fact))
    ]


def _corrections(index: Index, told: Mapping[str, Told], changed: AbstractSet[str] | None, today: dt.date) -> Iterator[Correction]:
    """Of what was told: what stands there in other words, what vanished, what something newer replaced.

    Args:
        index: the index.
        told: what the session was told.
        changed: pages that may say something else than when the session was last compared; None: all may, or the day changed.
        today: the day.
    """
    gone: set[str] = set()
    for id, known in told.items():
        if changed is not None and known.path not in changed:
            continue
        row = _row(index, id)
        if row is None:
            page = (other.fact for other in islice(index.facts(known.path), PAGE))
            fact = in_its_place(known, page, told)
            yield Correction(known, Change.GONE if fact is None else Change.CHANGED, fact)
        elif known.hash != hash_of(row.fact):
            yield Correction(known, Change.CHANGED, row.fact)
        else:
            continue
        gone.add(id)
    lasting = [known for id, known in told.items() if not known.past and not known.lines and id not in gone]
    for id, heir in _heirs(index, lasting[-COMPARED:], changed, today).items():
        yield Correction(told[id], Change.PAST, heir)


def _row(index: Index, id: str) -> Row | None:
    return next((row for row in index.find(id) if row.fact.id == id), None)


def _heirs(index: Index, known: Sequence[Told], changed: AbstractSet[str] | None, today: dt.date) -> dict[str, Fact]:
    """Of these facts, the id of each that something newer (on a page that changed) replaced → what holds in its place now."""
    ids = [one.id for one in known]
    rivals = _rivals(index, known, changed)
    heard = {slot for row in rivals for slot in slots_of(row.fact)}
    named = {row.fact.supersedes for row in rivals}
    met = [row for one in known if one.id in named or not heard.isdisjoint(one.slots) if (row := _row(index, one.id)) is not None]
    everything = {row.fact.id: row.fact for row in (*met, *rivals)}
    heirs = replaced(everything.values(), today, _names(index, everything.values()))
    found: dict[str, Fact] = {}
    for id in {row.fact.id for row in met} & heirs.keys():
        heir, seen = heirs[id], {id}
        while heir in heirs and heir not in seen:
            seen.add(heir)
            heir = heirs[heir]
        if everything[heir].origin != UNTRUSTED or everything[id].origin == UNTRUSTED:
            found[id] = everything[heir]  # a text from outside ends nothing that the owner said
    return {id: found[id] for id in ids if id in found}


def _rivals(index: Index, known: Sequence[Told], changed: AbstractSet[str] | None) -> list[Row]:
    """Rows on pages that changed which may replace one of these facts: those that share most with them, and those that say so."""
    shared = Counter(index.filed(sorted(frozenset().union(*(one.slots for one in known)))))
    if changed is not None:
        spans = [range(block.start, block.start + block.rows) for path, block in index.blocks().items() if path in changed]
        shared = Counter({number: shared[number] for span in spans for number in span if number in shared})
    own = {one.id for one in known}
    rows = [row for row in index.rows([number for number, _ in shared.most_common(RIVALS + len(own))]) if row.fact.id not in own]
    said = [row for row in index.successors([one.id for one in known]) if changed is None or row.fact.source.path in changed]
    return [*rows[:RIVALS], *said]


def _names(index: Index, facts: Iterable[Fact]) -> dict[str, Sequence[str]]:
    """Entity key → the keys of all names of that entity."""
    keys = keys_of(name for fact in facts for name in fact.entities)
    return {key: keys_of(entity.names) for key, entity in index.named(keys).items()}


def _known(index: Index, news: Sequence[tuple[Fact, bool, str]]) -> list[Told]:
    """What a session will know of facts (each with its standing and what is quoted of it) once it is told them."""
    names = _names(index, (fact for fact, *_ in news))
    return [
        told_of(fact, past=past, content=content, slots=() if fact.kind is Kind.PASSAGE else sought_by(fact, other_names(fact, names)))
        for fact, past, content in news
    ]


def _ground(index: Index, wanted: Wanted, now: dt.datetime) -> Sequence[Fact]:
    """A handful of facts to begin with."""
    today = now.date()
    conditions = (
        Condition(kinds=frozenset((Kind.OPINION, Kind.WORLD, Kind.OBSERVATION, Kind.EXPERIENCE))),
        Condition(kinds=frozenset((Kind.OPINION,))),
        Condition(category="user-preferences"),
        Condition(during=TimeRange(today, None)),
    )
    numbers = {number for condition in conditions for number in index.select(condition, CANDIDATES)}
    rows = index.rows(sorted(numbers)) or index.rows(index.select(Condition(kinds=frozenset((Kind.PASSAGE,))), CANDIDATES))
    rows = [row for row in rows if place_of(row.fact.source.path).role is not Role.CORE and tokens.count(row.fact.text) <= 200]
    rows = [row for row in rows if row.fact.kind is not Kind.PASSAGE or not rows or all(other.fact.kind is Kind.PASSAGE for other in rows)]
    query = Query("", k=max(min(len(rows), MOST_HITS), 1))
    status = settled(index, query, [Ranked(row, 1.0, {}) for row in rows], now).status
    said = " ".join(page.text for page in wanted.pages).casefold()
    named = {
        key for row in rows for key, name in zip(keys_of(row.fact.entities), row.fact.entities, strict=False) if name.casefold() in said
    }
    return grounding([row.fact for row in rows if status.get(row.fact.id) != "past"], named, today)

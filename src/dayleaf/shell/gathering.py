"""Ask the index what a turn needs: facts that answer the message and are new to the session, corrections, or grounding."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from dayleaf.core import tokens
from dayleaf.core.context.delta import UNTRUSTED, Change, Correction, hash_of, in_its_place, is_known, recalled_item, told_of
from dayleaf.core.context.grounding import grounding
from dayleaf.core.context.sections import Item
from dayleaf.core.conversation import Told
from dayleaf.core.entry import Condition, Row, keys_of
from dayleaf.core.fact import Fact, Kind, TimeRange
from dayleaf.core.page.place import place_of
from dayleaf.core.page.reading import Role
from dayleaf.core.recall.query import MOST_HITS, Hit, Query
from dayleaf.core.recall.rank import Ranked
from dayleaf.core.truth import other_names, replaced, sought_by
from dayleaf.ports import Index
from dayleaf.shell.answers import CorePage
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Ready
from dayleaf.shell.recalling import answer
from dayleaf.shell.settling import settled
from dayleaf.shell.tiers import Seen

FLOOR = 0.25
"""Share of the best hit's score below which a hit is beside the point."""

ASKED = 3
"""Hits asked for, for each wanted: those told already are left out."""

LONGEST_QUESTION = 4000
"""Characters of a message that are looked for: its beginning and its end."""

COMPARED = 300
"""Facts told of which is looked up whether something replaced them, the newest."""

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
        unchanged = wanted.seen is not None and wanted.seen[0] is shelf and wanted.seen[1] == today
        corrections = [] if unchanged else list(_corrections(index, told, today))
        hits, notes = _hits(ground, ready, wanted, now)
        corrections += _changed(hits, told, corrections)
        said = {correction.now.id for correction in corrections if correction.now} | {correction.told.id for correction in corrections}
        fresh = [hit for hit in hits if hit.fact.id not in said and not is_known(told, hit)]
        grounded = wanted.first and not hits and not told
        if grounded:
            recalled = [
                (recalled_item(fact, fact.text, str(fact.source)), told_of(fact, content=fact.text)) for fact in _ground(index, wanted, now)
            ]
        else:
            recalled = [_entry(hit) for hit in fresh[: wanted.k]]
    heirs = {correction.now.id: told_of(correction.now, content=correction.now.text) for correction in corrections if correction.now}
    return Gathered(
        recalled, corrections, heirs, grounded, max(len(fresh) - wanted.k, 0), ready.stale, (*ready.notes, *notes), (shelf, today)
    )


def _entry(hit: Hit) -> tuple[Item, Told]:
    past = hit.status == "past"
    return recalled_item(hit.fact, hit.content, str(hit.source), past=past), told_of(hit.fact, past=past, content=hit.content)


def _hits(ground: Ground, ready: Ready, wanted: Wanted, now: dt.datetime) -> tuple[list[Hit], tuple[str, ...]]:
    """What answers the message and is not beside the point; nothing that a core page says anyway."""
    text = wanted.message
    if len(text) > LONGEST_QUESTION:
        text = f"{text[: LONGEST_QUESTION // 2]} {text[-LONGEST_QUESTION // 2 :]}"
    if not text.strip() or wanted.k < 1:
        return [], ()
    query = Query(text, min(wanted.k * ASKED, MOST_HITS), max(wanted.budget * ASKED, 1))
    bundle = answer(ready.index, query, now, meaning=ground.meaning)
    core = {page.path for page in wanted.pages}
    best = max((hit.score for hit in bundle.hits), default=0.0)
    return [hit for hit in bundle.hits if hit.score >= FLOOR * best and hit.source.path not in core], bundle.notes


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


def _corrections(index: Index, told: Mapping[str, Told], today: dt.date) -> Iterator[Correction]:
    """Of what was told: what stands there in other words, what vanished, what something newer replaced."""
    here: dict[str, Row] = {}
    for id, known in told.items():
        row = next((row for row in index.find(id) if row.fact.id == id), None)
        if row is None:
            page = (other.fact for other in islice(index.facts(known.path), PAGE))
            fact = in_its_place(known, page, told)
            yield Correction(known, Change.GONE if fact is None else Change.CHANGED, fact)
        elif known.hash != hash_of(row.fact):
            yield Correction(known, Change.CHANGED, row.fact)
        elif not known.past and row.fact.kind is not Kind.PASSAGE:
            here[id] = row
    newest = list(here)[-COMPARED:]
    for id, heir in _heirs(index, [here[id] for id in newest], today).items():
        yield Correction(told[id], Change.PAST, heir)


def _heirs(index: Index, rows: Sequence[Row], today: dt.date) -> dict[str, Fact]:
    """Of these rows, the id of each that something newer replaced → what holds in its place now."""
    facts = {row.fact.id: row.fact for row in rows}
    keys = keys_of(name for fact in facts.values() for name in fact.entities)
    names = {key: keys_of(entity.names) for key, entity in index.named(keys).items()}
    slots = {slot for fact in facts.values() for slot in sought_by(fact, other_names(fact, names))}
    rivals = [*index.rows(sorted(set(index.filed(sorted(slots))))), *index.successors(list(facts))]
    everything = facts | {row.fact.id: row.fact for row in rivals}
    heirs = replaced(everything.values(), today, names)
    found = {}
    for id in facts.keys() & heirs.keys():
        heir, seen = heirs[id], {id}
        while heir in heirs and heir not in seen:
            seen.add(heir)
            heir = heirs[heir]
        if everything[heir].origin != UNTRUSTED or facts[id].origin == UNTRUSTED:
            found[id] = everything[heir]  # a text from outside ends nothing that the owner said
    return {id: found[id] for id in facts if id in found}


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

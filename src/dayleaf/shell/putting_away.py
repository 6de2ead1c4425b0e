"""Which facts an answer leaves out because they are put away, and what says them now instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dayleaf.core.entry import Row
from dayleaf.core.fact import Fact, Source
from dayleaf.core.page.archive import REPLACED, Away
from dayleaf.core.page.place import place_of
from dayleaf.core.page.reading import Role
from dayleaf.core.recall.query import Hit, Query
from dayleaf.core.recall.rank import Ranked
from dayleaf.ports import Index


def is_put_away(fact: Fact, away: Mapping[str, Away]) -> bool:
    """Whether a fact that stands on a page is put away; on a page of the bank it stands because somebody brought it back."""
    return fact.id in away and place_of(fact.source.path).role is not Role.BANK


def heir_of(index: Index, id: str, away: Mapping[str, Away]) -> Row | None:
    """The row that says now what a fact said; None if there is none."""
    seen = {id}
    while (said := away.get(id)) is not None and said.reason != REPLACED and said.into and said.into not in seen:
        id = said.into
        seen.add(id)
    if _silent(away.get(id)):
        return None
    return next((row for row in index.find(id) if row.fact.id == id), None)


def _silent(said: Away | None) -> bool:
    """Whether what is put away is said by nothing any more, and need not be."""
    return said is not None and said.into is None and said.reason != REPLACED


def _is_silent(id: str, away: Mapping[str, Away]) -> bool:
    """Whether a fact, or what it was merged into, was put away without a successor."""
    seen = {id}
    while (said := away.get(id)) is not None and said.reason != REPLACED and said.into and said.into not in seen:
        id = said.into
        seen.add(id)
    return _silent(away.get(id))


def standing(index: Index, rows: Sequence[Row], path: str | None) -> tuple[list[Fact], dict[str, str]]:
    """The facts of these rows and those that lie in the archive alone, by place; and of those put away the reason, by id.

    Args:
        index: the index.
        rows: all rows, or those of one page.
        path: that page; its entries, if it is one of the archive.
    """
    away = index.away()
    facts = [row.fact for row in rows]
    retired = {fact.id: away[fact.id].reason for fact in facts if is_put_away(fact, away) and _speaks_no_more(index, fact.id, away)}
    if away:
        here = {fact.id for fact in facts}
        entries = [entry for entry in index.archived() if entry.id in away and path in (None, entry.source.path)]
        for entry in entries:
            if entry.id not in here and not (path and any(row.fact.id == entry.id for row in index.find(entry.id))):
                here.add(entry.id)
                facts.append(replace(entry.fact, source=entry.source))
                retired[entry.id] = entry.reason
        facts.sort(key=lambda fact: fact.source)
    return facts, retired


def _speaks_no_more(index: Index, id: str, away: Mapping[str, Away]) -> bool:
    """Whether what should say it now is there; else the fact speaks for itself again."""
    return _is_silent(id, away) or away[id].reason == REPLACED or heir_of(index, id, away) is not None


def left_out(index: Index, query: Query, ranked: Sequence[Ranked]) -> list[Ranked]:
    """The ranked rows with each that is put away folded into the one that says it now."""
    away = index.away()
    if not away:
        return list(ranked)
    fulfilling: set[int] | None = None
    out: list[Ranked] = []
    place: dict[str, int] = {}
    for item in ranked:
        heir = item.row
        said = away.get(item.row.fact.id) if is_put_away(item.row.fact, away) else None
        if said is not None and said.reason != REPLACED and not _before(query, said):
            found = heir_of(index, item.row.fact.id, away) if said.into else None
            if found is not None and query.condition:
                fulfilling = set(index.matching(query.condition)) if fulfilling is None else fulfilling
                found = found if found.number in fulfilling else None
            if found is None and query.condition.during is None and _is_silent(item.row.fact.id, away):
                continue
            heir = found or heir
        same = tuple(row for row in (item.row, *item.same) if row.number != heir.number)
        at = place.setdefault(heir.fact.id, len(out))
        if at == len(out):
            out.append(Ranked(heir, item.score, item.ways, same))
        else:
            held = out[at]
            known = {held.row.number, *(row.number for row in held.same)}
            out[at] = held._replace(same=(*held.same, *(row for row in (item.row, *item.same) if row.number not in known)))
    return out


def _before(query: Query, said: Away) -> bool:
    """Whether the question is about a time at which it was not put away: what was known then, or (of a moment long past) what was."""
    past = query.condition.known_at or (query.as_of if said.into is None else None)
    return past is not None and said.on is not None and past < said.on


def cited(index: Index, hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits, each citing also the lines of what was merged into it."""
    away = index.away()
    below: dict[str, list[str]] = {}
    for id, said in away.items():
        if said.into and said.reason != REPLACED:
            below.setdefault(said.into, []).append(id)
    return tuple(_with_parts(index, hit, below) if hit.fact.id in below else hit for hit in hits)


def _with_parts(index: Index, hit: Hit, below: Mapping[str, Sequence[str]]) -> Hit:
    found: dict[str, None] = {}
    level = [hit.fact.id]
    while level := [id for above in level for id in below.get(above, ()) if id not in found]:
        found.update(dict.fromkeys(level))
    lines: list[Source] = [row.fact.source for id in found for row in index.find(id) if row.fact.id == id]
    evidence = tuple(dict.fromkeys((*hit.evidence, *lines)))
    return replace(hit, evidence=evidence, count=max(hit.count, len(evidence)))

"""Ask the index what may have replaced the facts of an answer, and let the core order them by truth."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from itertools import islice

from dayleaf.core.entry import Row, keys_of
from dayleaf.core.fact import Kind
from dayleaf.core.recall.current import Settled, settle
from dayleaf.core.recall.query import Query
from dayleaf.core.recall.rank import Ranked
from dayleaf.core.recall.weigh import best
from dayleaf.core.truth import other_names, reigns, replaced, sought_by
from dayleaf.ports import Index

MOST_RIVALS = 20
"""Rows read beside those ranked, because they may have replaced one of them; those that share most slots first."""

LOOKED_AT = 25
"""Rows looked at at least, so that an answer of one hit begins like an answer of many."""

SPARE = 5
"""Rows looked at beyond those wanted, for the budget may skip some."""

_LASTING = (Kind.WORLD, Kind.OPINION, Kind.EXPERIENCE)


def settled(index: Index, query: Query, ranked: Sequence[Ranked], now: dt.datetime) -> Settled:
    """The ranked rows in the order of truth on the day the query asks about."""
    known_at = query.condition.known_at
    day = query.as_of or known_at or now.date()
    near = islice((item for item in ranked if item.row.fact.kind is not Kind.PASSAGE), max(query.k, LOOKED_AT) + SPARE)
    rows = {row.fact.id: row for item in near for row in (item.row, *item.same)}
    if not rows:
        return Settled(ranked, {})
    keys = keys_of(name for row in rows.values() for name in row.fact.entities)
    names = {key: keys_of(entity.names) for key, entity in index.named(keys).items()}
    slots = set[int]().union(*(sought_by(row.fact, other_names(row.fact, names)) for row in rows.values() if row.fact.kind in _LASTING))
    shared = Counter(index.filed(sorted(slots)))
    for number in {row.number for row in rows.values()}:
        del shared[number]
    rivals = index.rows(best(shared, MOST_RIVALS, index.arrange))
    rivals += index.successors(list(rows))
    rivals += [row for named in {row.fact.supersedes for row in rows.values()} if named for row in index.find(named)]
    pool = rows | {row.fact.id: row for row in rivals if known_at is None or row.fact.told is None or row.fact.told <= known_at}
    strict = day < now.date()
    found = reigns((row.fact for row in pool.values()), names, asked=rows, starts=strict)
    if query.condition:  # what is drawn in must fulfil it as well
        fulfilling = set(index.select(query.condition))
        pool = {id: row for id, row in pool.items() if row.number in fulfilling}
    return settle(ranked, pool, found, day, strict=strict)


def replacements(index: Index, rows: Sequence[Row], day: dt.date, *, whole: bool) -> dict[str, str]:
    """Of these rows, the id of each that was replaced on or before a day → the id of what replaced it.

    Args:
        index: where what replaced them may stand.
        rows: the rows.
        day: today, as a rule.
        whole: whether they are all rows there are, so that nothing else need be looked for.
    """
    facts = {row.fact.id: row.fact for row in rows if row.fact.kind is not Kind.PASSAGE}
    names = {key: several for entity, _ in index.entities() if len(several := keys_of(entity.names)) > 1 for key in several}
    asked = list(facts)
    if not whole:
        slots = {slot for fact in facts.values() for slot in sought_by(fact, other_names(fact, names))}
        rivals = [*index.rows(sorted(set(index.filed(sorted(slots))))), *index.successors(asked)]
        facts |= {row.fact.id: row.fact for row in rivals}
    found = replaced(facts.values(), day, names)
    return {id: found[id] for id in asked if id in found}

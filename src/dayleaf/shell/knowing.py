"""What is known of one entity: its page, what is said of it elsewhere, and what is mentioned along with it."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import replace

from dayleaf.core import tokens
from dayleaf.core.entry import Condition, keys_of
from dayleaf.core.fact import Entity, Kind, entity_key
from dayleaf.core.page.sections import by_hand
from dayleaf.core.recall.fit import shortened
from dayleaf.core.recall.query import MOST_HITS, Query
from dayleaf.ports import Index
from dayleaf.shell.answers import About, Holdings
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Ready
from dayleaf.shell.putting_away import standing
from dayleaf.shell.recalling import answer, same
from dayleaf.shell.settling import replacements

MOST_RELATED = 12
"""Names said to be mentioned with an entity."""

_WHATEVER_IT_COSTS = 1 << 40


class Knowing:
    """What one memory holds, and what it knows of somebody."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def facts(self, path: str | None, *, everything: bool) -> Holdings:
        """Every typed fact that nothing replaced (of one page), by path and line; with `everything` all. And every problem."""
        if path is not None:
            path = self._ground.present(path)

        def held(ready: Ready) -> Holdings:
            rows = list(ready.index.facts(path))
            replaced = replacements(ready.index, rows, self._ground.clock.now().date(), whole=path is None)
            facts, retired = standing(ready.index, rows, path)
            narrative = 0 if everything else sum(fact.kind is Kind.PASSAGE for fact in facts)
            if not everything:
                gone = replaced.keys() | retired.keys()
                facts = [fact for fact in facts if fact.kind is not Kind.PASSAGE and fact.id not in gone]
            problems = {*ready.index.problems(), *ready.problems}
            asked = [problem for problem in problems if path is None or problem.source.path == path]
            asked.sort(key=lambda problem: (problem.source, problem.code))
            return Holdings(tuple(facts), tuple(asked), ready.stale, replaced, retired, narrative)

        return self._ground.ask(held, most=None)

    def about(self, name: str, budget: int) -> About:
        """What is known of the entity of that name; its page without what reflect wrote there."""

        def asked(ready: Ready) -> About:
            entity = self._ground.entity(ready.index, name)
            page = by_hand(self._ground.text(entity.page.path) or "") or None if entity.page else None
            return known_of(ready, entity, page, budget, self._ground.clock.now())

        return self._ground.ask(asked)


def known_of(ready: Ready, entity: Entity, page: str | None, budget: int, now: dt.datetime) -> About:
    """The answer to "tell me about X".

    Args:
        ready: the index.
        entity: whom or what.
        page: the text of its page, if it has one.
        budget: at most so many tokens, 1 or more.
        now: the moment.

    Raises:
        UsageError: the budget is out of range.
    """
    index, notes = ready.index, list(ready.notes)
    query = Query("", MOST_HITS, budget, Condition(keys=same(ready.index, keys_of((entity.slug,)))))
    bundle = answer(index, replace(query, budget=_WHATEVER_IT_COSTS), now)
    found = [hit for hit in bundle.hits if entity.page is None or hit.source.path != entity.page.path]
    if page is not None and tokens.count(page) > (room := max(budget // 2, budget - sum(hit.tokens for hit in found))):
        page = shortened(page, room)
        notes.append(f"{entity.page} is longer than the budget allows; this is its beginning")
    left = budget - tokens.count(page or "")
    hits = []
    for hit in found:
        if hit.tokens <= left:
            hits.append(hit)
            left -= hit.tokens
    return About(
        entity=entity,
        page=page,
        facts=tuple(hits),
        related=_related(index, query.condition),
        tokens=budget - left,
        left_out=len(found) - len(hits) + bundle.left_out,
        stale=ready.stale,
        notes=tuple(notes),
    )


def _related(index: Index, condition: Condition) -> tuple[tuple[str, int], ...]:
    """Who is mentioned in the newest thousand of these rows, each by its entity's name."""
    facts = [row.fact for row in index.rows(index.select(condition, MOST_HITS))]
    keys = {name: entity_key(name) for fact in facts for name in fact.entities}
    named = index.named(sorted(set(keys.values())))
    counted = Counter(
        name for fact in facts for name in {named[keys[name]].name for name in fact.entities if keys[name] not in condition.keys}
    )
    return tuple(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_RELATED])

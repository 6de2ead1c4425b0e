"""Values → JSON objects, `"schema": 1`: the shapes scripts rely on. Fields may be added, never renamed.

Days are ISO dates; `end` is exclusive; an open side, or what is not known, is null.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from dayleaf.core.digest import content_hash
from dayleaf.core.errors import DayleafError
from dayleaf.core.fact import Entity, Fact, Problem, Source, TimeRange

if TYPE_CHECKING:
    from dayleaf.core.recall.query import Bundle, Hit
    from dayleaf.core.when import Understood
    from dayleaf.shell.answers import About, Check, CoreEdit, CorePage, Holdings, Retained
    from dayleaf.shell.indexing import IndexReport
    from dayleaf.wiring.making import Made

SCHEMA = 1

Answer = dict[str, object]


def encode(answer: Answer) -> bytes:
    """One line of UTF-8; a lone surrogate, which UTF-8 cannot hold, becomes its JSON escape."""
    line: str = import_module("json").dumps(answer, ensure_ascii=False, allow_nan=False)  # loaded here: people's answers need it not
    return line.encode("utf-8", "backslashreplace") + b"\n"


def recall(bundle: Bundle, *, explain: bool = False) -> Answer:
    """The answer to a query; with `explain`, every why has its score and detail."""
    query = bundle.query
    return {
        "schema": SCHEMA,
        "query": query.text,
        "now": bundle.now.isoformat(timespec="seconds"),
        "during": span(bundle.during),
        "as_of": _day(query.as_of),
        "known_at": _day(query.condition.known_at),
        "k": query.k,
        "budget": query.budget,
        "tokens": bundle.tokens,
        "left_out": bundle.left_out,
        "stale": bundle.stale,
        "notes": list(bundle.notes),
        "hits": [hit_of(hit, explain=explain) for hit in bundle.hits],
    }


def hit_of(hit: Hit, *, explain: bool = False) -> Answer:
    """One hit."""
    fact = hit.fact
    return {
        "id": fact.id,
        "kind": fact.kind.value,
        "timestamp": _day(fact.told or (fact.when.start if fact.when else None)),
        "when": span(fact.when),
        "entities": list(fact.entities),
        "content": hit.content,
        "source": str(hit.source),
        "confidence": fact.confidence,
        "evidence": [str(source) for source in hit.evidence],
        "inferred": fact.inferred,
        "status": str(hit.status),
        "score": round(hit.score, 6),
        "why": [
            {"way": why.way.value, "rank": why.rank} | ({"score": round(why.score, 6), "detail": why.detail} if explain else {})
            for why in hit.why
        ],
        "tokens": hit.tokens,
        "category": fact.category,
        "origin": fact.origin,
        "count": hit.count,
    }


def facts(holdings: Holdings) -> Answer:
    """Everything held, and every problem found."""
    return {
        "schema": SCHEMA,
        "facts": [fact_of(fact, holdings.replaced.get(fact.id), retired=fact.id in holdings.retired) for fact in holdings.facts],
        "problems": [problem_of(problem) for problem in holdings.problems],
        "stale": holdings.stale,
    }


def fact_of(fact: Fact, superseded_by: str | None = None, *, retired: bool = False) -> Answer:
    """One fact, as it is held."""
    return {
        "id": fact.id,
        "kind": fact.kind.value,
        "content": fact.text,
        "entities": list(fact.entities),
        "source": str(fact.source),
        "told": _day(fact.told),
        "when": span(fact.when),
        "confidence": fact.confidence,
        "category": fact.category,
        "origin": fact.origin,
        "inferred": fact.inferred,
        "status": "superseded" if superseded_by else "retired" if retired else "active",
        "superseded_by": superseded_by,
        "supersedes": fact.supersedes,
        "hash": content_hash(fact.text),
    }


def problem_of(problem: Problem) -> Answer:
    """One problem."""
    return {"source": str(problem.source), "code": problem.code, "message": problem.message}


def retained(written: Retained) -> Answer:
    """What `retain` wrote, or found there already."""
    fact = written.fact
    notes = list(written.notes)
    return {"schema": SCHEMA, "id": fact.id, "source": str(fact.source), "new": written.new, "fact": fact_of(fact), "notes": notes}


def about(found: About) -> Answer:
    """An entity: its page, what is known of it, and with whom it is mentioned."""
    return {
        "schema": SCHEMA,
        "entity": entity_of(found.entity),
        "page": found.page,
        "facts": [hit_of(hit) for hit in found.facts],
        "related": [{"name": name, "count": count} for name, count in found.related],
        "tokens": found.tokens,
        "left_out": found.left_out,
        "stale": found.stale,
        "notes": list(found.notes),
    }


def entities(found: Iterable[tuple[Entity, int]]) -> Answer:
    """Every entity, with the number of facts that mention it."""
    return {"schema": SCHEMA, "entities": [entity_of(entity) | {"count": count} for entity, count in found]}


def entity(found: Entity) -> Answer:
    """One entity."""
    return {"schema": SCHEMA, "entity": entity_of(found)}


def entity_of(found: Entity) -> Answer:
    """An entity's names and page."""
    return {"slug": found.slug, "name": found.name, "aliases": list(found.aliases), "sort": found.sort, "page": _place(found.page)}


def core(pages: Iterable[CorePage]) -> Answer:
    """The pages that are always in context."""
    return {
        "schema": SCHEMA,
        "pages": [{"path": page.path, "text": page.text, "tokens": page.tokens, "read_only": page.read_only} for page in pages],
    }


def core_edit(done: CoreEdit) -> Answer:
    """What an edit of a core page did, and what to move out if the core is too large now."""
    return {
        "schema": SCHEMA,
        "source": str(done.source) if done.changed else done.source.path,
        "changed": done.changed,
        "removed": done.removed,
        "reason": done.reason,
        "tokens": done.tokens,
        "limit": done.limit,
        "moves": [
            {"source": str(move.source), "content": move.content, "to": move.to, "tokens": move.tokens, "why": move.why}
            for move in done.moves
        ],
        "notes": list(done.notes),
    }


def when(found: Understood | None, asked: str) -> Answer:
    """How a time expression is understood; `text` is the words that say it, or all that was asked when none do."""
    meant = found.range if found else None
    return {
        "schema": SCHEMA,
        "text": found.text if found else asked,
        "found": found is not None,
        "start": _day(meant.start) if meant else None,
        "end": _day(meant.end) if meant else None,
        "certain": found.certain if found else False,
    }


def index(report: IndexReport) -> Answer:
    """How the index stands."""
    held = report.status
    return {
        "schema": SCHEMA,
        "files": held.files,
        "facts": held.facts,
        "passages": held.passages,
        "problems": held.problems,
        "bytes": held.bytes,
        "identity": held.identity,
        "stale": report.stale,
        "differences": list(report.differences),
        "notes": list(report.notes),
    }


def doctor(checks: Iterable[Check]) -> Answer:
    """Every check; `ok` is null for what is not there and need not be."""
    listed = [{"name": check.name, "ok": check.ok, "message": check.message, "hint": check.hint} for check in checks]
    return {"schema": SCHEMA, "ok": all(check["ok"] is not False for check in listed), "checks": listed}


def made(done: Made) -> Answer:
    """What `init` did."""
    return {
        "schema": SCHEMA,
        "workspace": str(done.root),
        "created": list(done.created),
        "include": list(done.include),
        "notes": done.notes,
    }


def error(failure: DayleafError) -> Answer:
    """What went wrong: a stable code, what happened, what to do."""
    return {"schema": SCHEMA, "error": {"code": failure.code, "message": failure.message, "hint": failure.hint}}


def span(meant: TimeRange | None) -> dict[str, str | None] | None:
    """A time range, its end exclusive."""
    return None if meant is None else {"start": _day(meant.start), "end": _day(meant.end)}


def _day(day: dt.date | None) -> str | None:
    return None if day is None else day.isoformat()


def _place(source: Source | None) -> str | None:
    return None if source is None else str(source)

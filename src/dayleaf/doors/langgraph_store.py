"""A `BaseStore` of LangGraph over a workspace (extra `langgraph`).

    from dayleaf.doors.langgraph_store import DayleafStore

    graph = builder.compile(store=DayleafStore("notes"))

A value without a time to live stands in Markdown under `bank/store/` and is recalled like any fact; one with a time to live is
in working memory and gone when that is over. A search with a query is a recall.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, assert_never

from dayleaf.core.errors import Unavailable
from dayleaf.core.page.items import Item as Kept
from dayleaf.core.page.items import text_of
from dayleaf.core.recall.query import MOST_HITS, Way
from dayleaf.memory import Memory
from dayleaf.wiring import memory as wired

try:
    from langgraph.store.base import BaseStore, GetOp, Item, ListNamespacesOp, MatchCondition, PutOp, SearchItem, SearchOp, get_text_at_path
except ImportError as error:
    raise Unavailable("LangGraph is not installed", hint="pip install 'dayleaf[langgraph]'") from error

if TYPE_CHECKING:
    from langgraph.store.base import Op, Result, TTLConfig

FAINT = 0.2
"""Part of the best score below which a hit must share a word with the query: recall also brings what stands beside a find."""

_SPARE = 10
"""Hits asked for beyond twice those wanted, for some may be a person's own lines."""

EVERYTHING = 1_000_000_000
"""Tokens: a search is limited by the number of its items alone."""


class DayleafStore(BaseStore):
    """A store of LangGraph.

    Args:
        memory: an open memory, or the folder of a workspace, or None to find one from here. What was opened here is closed
            with `close`.
        ttl: LangGraph's settings of times to live, in minutes: `default_ttl`, `refresh_on_read`. What has expired is gone at
            once, so nothing needs to be swept.
        allow_secret: write values on pages although they seem to carry a key or password.
    """

    supports_ttl = True

    def __init__(
        self, memory: Memory | str | os.PathLike[str] | None = None, *, ttl: TTLConfig | None = None, allow_secret: bool = False
    ) -> None:
        self._own = not isinstance(memory, Memory)
        self._memory = memory if isinstance(memory, Memory) else wired.Memory.open(memory)
        self._allow = allow_secret
        self._lock = threading.RLock()
        self.ttl_config = ttl

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the memory, if it was opened here."""
        if self._own:
            self._memory.close()

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do several things: what is read is as it was before, what is written is written in order, the last of a key counting."""
        with self._lock:
            return self._batch(ops)

    def _batch(self, ops: Iterable[Op]) -> list[Result]:
        results: list[Result] = []
        puts: dict[tuple[tuple[str, ...], str], PutOp] = {}
        for op in ops:
            match op:
                case GetOp():
                    results.append(self._get(op))
                case SearchOp():
                    results.append(self._search(op))
                case ListNamespacesOp():
                    results.append(self._namespaces(op))
                case PutOp():
                    puts[op.namespace, op.key] = op
                    results.append(None)
                case _ as never:
                    assert_never(never)
        for op in puts.values():
            self._put(op)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """The same, in a worker thread."""
        return await asyncio.to_thread(self.batch, list(ops))

    def sweep_ttl(self) -> int:
        """Make room where values have expired; how many there were."""
        return self._memory.store.sweep()

    def _get(self, op: GetOp) -> Item | None:
        kept = self._memory.store.get(op.namespace, op.key, refresh=op.refresh_ttl)
        return None if kept is None else Item(**_fields(kept))

    def _put(self, op: PutOp) -> None:
        if op.value is None:
            self._memory.store.delete(op.namespace, op.key)
            return
        value = dict(op.value)
        text = None
        if op.index is False:
            text = ""
        elif op.index:
            text = "; ".join(said for path in op.index for said in get_text_at_path(value, path))
        self._memory.store.put(op.namespace, op.key, value, ttl=op.ttl, text=text, allow_secret=self._allow)

    def _search(self, op: SearchOp) -> list[SearchItem]:
        found = [kept for kept in self._memory.store.items(op.namespace_prefix) if _matches(kept.value, op.filter or {})]
        scores: dict[str, float] = {}
        if op.query and op.query.strip():
            wanted = MOST_HITS if op.filter else min(2 * (op.offset + op.limit) + _SPARE, MOST_HITS)
            scores = self._scores(op.query, op.namespace_prefix, found, wanted)
            found = sorted((kept for kept in found if kept.id in scores), key=lambda kept: -scores[kept.id])
        found = found[op.offset : op.offset + op.limit]
        if op.refresh_ttl:
            self._memory.store.refresh(found)
        return [SearchItem(**_fields(kept), score=scores.get(kept.id)) for kept in found]

    def _scores(self, query: str, prefix: Sequence[str], items: Sequence[Kept], wanted: int) -> dict[str, float]:
        """What a query finds among items, and how well: by recall what lasts, by its words what does not."""
        if not items:
            return {}
        store = self._memory.store
        hits = self._memory.recall(query, k=wanted, budget=EVERYTHING, category=store.category(prefix)).hits
        found = {hit.fact.id: hit.score for hit in hits}
        alike = {" ".join(hit.content.split()): hit.score for hit in hits if hit.count > 1}  # one hit for all that say the same
        best = max(found.values(), default=1.0)
        faint = {hit.fact.id for hit in hits if hit.score < FAINT * best and all(why.way is Way.LEXICAL for why in hit.why)}
        for kept in items:
            said = " ".join(text_of(kept.value).split())
            if said in alike:
                found.setdefault(kept.id, alike[said])
            if kept.ttl is None and kept.id not in faint:
                continue
            if likeness := store.likeness(kept, query):
                found[kept.id] = found.get(kept.id, likeness * best)
            else:
                found.pop(kept.id, None)  # only its neighbour on the page was meant
        return found

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        every = {kept.namespace for kept in self._memory.store.items()}
        wanted = {namespace for namespace in every if all(_fits(namespace, condition) for condition in op.match_conditions or ())}
        return sorted({namespace[: op.max_depth] for namespace in wanted})[op.offset : op.offset + op.limit]


def _fields(kept: Kept) -> dict[str, Any]:
    return {
        "value": dict(kept.value),
        "key": kept.key,
        "namespace": kept.namespace,
        "created_at": kept.created,
        "updated_at": kept.updated,
    }


def _fits(namespace: tuple[str, ...], condition: MatchCondition) -> bool:
    """Whether a namespace begins or ends as a condition says; `*` is any label."""
    path = tuple(condition.path)
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return len(namespace) >= len(path) and all(wanted in ("*", label) for wanted, label in zip(path, part, strict=True))


def _matches(value: object, wanted: object) -> bool:
    """Whether a value is as a filter says: equal, or for a mapping in every part, or as its `$` operators compare."""
    match wanted:
        case Mapping() if any(str(name).startswith("$") for name in wanted):
            return all(_compares(value, name, other) for name, other in wanted.items())
        case Mapping():
            return isinstance(value, Mapping) and all(_matches(value.get(name), other) for name, other in wanted.items())
        case list() | tuple():
            return (
                isinstance(value, list | tuple)
                and len(value) == len(wanted)
                and all(_matches(one, other) for one, other in zip(value, wanted, strict=True))
            )
        case _:
            return value == wanted


def _compares(value: Any, sign: str, other: Any) -> bool:  # noqa: ANN401 whatever JSON holds
    if sign == "$eq":
        return bool(value == other)
    if sign == "$ne":
        return bool(value != other)
    if sign not in {"$gt", "$gte", "$lt", "$lte"}:
        raise ValueError(f"Unsupported operator: {sign}")
    try:
        one, two = float(value), float(other)
    except (TypeError, ValueError):
        return False
    return {"$gt": one > two, "$gte": one >= two, "$lt": one < two, "$lte": one <= two}[sign]

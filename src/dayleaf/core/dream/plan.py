"""What one dream wants to put away, and the guards that keep it from going too far."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from dayleaf.core.derive.page import FOLDER as DERIVED
from dayleaf.core.dream.cluster import Cluster, Names, clusters, uncovered
from dayleaf.core.dream.ephemera import is_stale
from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.page.archive import REPLACED
from dayleaf.core.page.attributes import PINNED, sources_of
from dayleaf.core.page.place import place_of
from dayleaf.core.page.reading import Archived, Role
from dayleaf.core.reflection import Merged, Refused

MOST_LOST = 0.10
"""Share of the active facts that one pass may put away."""

FEW = 20
"""Facts that one pass may put away however small the memory is."""

DEEPEST = 2
"""Steps from a fact that was put away to the one that says it now."""

SETTLED = 90
"""Days after which a fact that was replaced is put away."""

CITED = 3
"""A fact that so many others were derived from is important."""

IMPORTANT = ("important", "anti-patterns", "identity", "health", "safety")
"""Categories whose facts the machine never puts away."""

_OURS = frozenset(("reason", "into", "restored", "was-on", "was-from"))


class Putting(NamedTuple):
    """A fact to put away: why, and the id of what says it from now on (None: nothing does)."""

    fact: Fact
    reason: str
    into: str | None


class Plan(NamedTuple):
    """What a pass wants.

    Attributes:
        puttings: what to put away.
        merged: which facts become one by that.
        refused: what is left as it is although it looks like work, and why.
        tripped: why a guard forbids all of it; None: none does.
    """

    puttings: tuple[Putting, ...] = ()
    merged: tuple[Merged, ...] = ()
    refused: tuple[Refused, ...] = ()
    tripped: str | None = None


def plan(
    facts: Iterable[Fact], entries: Mapping[str, Archived], names: Names, closed: Mapping[str, str], today: dt.date, *, free: bool = False
) -> Plan:
    """What to put away.

    Args:
        facts: everything the memory holds.
        entries: the entry of the archive that counts, by the id of its fact.
        names: the names of entities that have several.
        closed: id of a fact → id of what replaced it.
        today: the local day.
        free: whether a person allowed this pass to put away more than a tenth.
    """
    held = ((fact.id, fact) for fact in facts if fact.kind is not Kind.PASSAGE)
    active = {id: fact for id, fact in held if not is_away(fact, entries.get(id), today)}
    restored = frozenset(id for id, entry in entries.items() if entry.restored)
    frozen = protected(active) | restored
    depths = _depths(entries)
    stale = {id: fact for id, fact in active.items() if id not in frozen and id not in closed and _is_stale(fact, today)}
    puttings = [Putting(fact, "a moment long past", None) for fact in stale.values()]
    merged: list[Merged] = []
    refused: list[Refused] = []
    alike = {id: fact for id, fact in active.items() if id not in restored and id not in stale and _comparable(fact)}
    for cluster in clusters(alike, names, closed, frozen):
        parts = list(_allowed(cluster, depths, refused))
        if parts:
            puttings += [Putting(fact, why, cluster.into.id) for fact, why in parts]
            merged.append(Merged(cluster.into.id, tuple(fact.id for fact, _ in parts)))
    gone = {putting.fact.id for putting in puttings}
    current = sum(id not in closed for id in active)
    lost = sum(id not in closed for id in gone)
    puttings += _outdated(active, gone | frozen, closed, today)
    most = max(FEW, int(MOST_LOST * current))
    if lost > most and not free:
        return Plan(tripped=f"{lost} of {current} facts would be put away in one pass, {most} at most are allowed", refused=tuple(refused))
    return Plan(tuple(puttings), tuple(merged), tuple(refused))


def is_away(fact: Fact, entry: Archived | None, today: dt.date) -> bool:
    """Whether a fact that stands on a page is put away. One of the bank stands there only until it is taken out, the same day."""
    if entry is None or entry.restored:
        return False
    return place_of(fact.source.path).role is not Role.BANK or entry.on == today


def _is_stale(fact: Fact, today: dt.date) -> bool:
    return is_stale(fact, today) and place_of(fact.source.path).role is Role.LOG


def protected(facts: Mapping[str, Fact]) -> frozenset[str]:
    """The ids of facts the machine never puts away.

    They are pinned, of an important category, on a core page, or much was derived from them; or they stand on a bank page under a
    name somebody gave them, or beside their equals, which are told apart by their order alone: taking one out would give another its id.
    """
    equal = Counter(fact.digest for fact in facts.values() if _on_a_bank_page(fact))
    cited = Counter((source.path, source.first) for fact in facts.values() for source in evidence_of(fact))
    return frozenset(
        id
        for id, fact in facts.items()
        if ("", PINNED) in fact.extra
        or (fact.category is not None and fact.category.split("/")[0].casefold() in IMPORTANT)
        or place_of(fact.source.path).role in (Role.CORE, Role.ENTITY)
        or any(key in _OURS for key, _ in fact.extra)
        or cited[fact.source.path, fact.source.first] >= CITED
        or (_on_a_bank_page(fact) and (fact.name is not None or equal[fact.digest] > 1))
    )


def _on_a_bank_page(fact: Fact) -> bool:
    return place_of(fact.source.path).role is not Role.LOG


def evidence_of(fact: Fact) -> Iterator[Source]:
    """The lines a fact was derived from; none if nobody derived it."""
    cited = next((value for key, value in fact.extra if key == "from"), "") if fact.inferred else ""
    yield from sources_of(cited) if cited else ()


def _comparable(fact: Fact) -> bool:
    """Whether a fact is one of those that may be told twice: not what the machine derived from other facts, nor a page of beliefs."""
    return (not fact.inferred or of_narrative(fact)) and fact.source.path != "bank/opinions.md"


def of_narrative(fact: Fact) -> bool:
    """Whether it was derived from what a log says in plain sentences, so that it is told as often as they tell it."""
    return fact.inferred and fact.source.path.startswith(f"{DERIVED}/")


def _allowed(cluster: Cluster, depths: Mapping[str, int], refused: list[Refused]) -> Iterator[tuple[Fact, str]]:
    """The parts that may go: those of which nothing is lost, and whose way to the survivor stays short."""
    for fact, why in cluster.parts:
        if lost := uncovered(Cluster(cluster.into, ((fact, why),))):
            refused.append(Refused(fact.id, f"it says what {cluster.into.id} does not: {', '.join(lost)}"))
        elif depths.get(fact.id, 0) >= DEEPEST:
            refused.append(Refused(fact.id, f"{depths[fact.id]} merges lie behind it already"))
        else:
            yield fact, why


def _depths(entries: Mapping[str, Archived]) -> dict[str, int]:
    """How many merges lie behind each fact, one after the other."""
    behind: defaultdict[str, list[str]] = defaultdict(list)
    for id, entry in entries.items():
        if entry.into and not entry.restored and entry.reason != REPLACED:
            behind[entry.into].append(id)
    depths: dict[str, int] = {}
    for id in behind:
        level, seen, depth = [id], {id}, 0
        while level := [below for above in level for below in behind.get(above, ()) if below not in seen]:
            seen.update(level)
            depth += 1
        depths[id] = depth
    return depths


def _outdated(active: Mapping[str, Fact], kept: Collection[str], closed: Mapping[str, str], today: dt.date) -> Iterator[Putting]:
    """Facts of logs that were replaced long ago."""
    for id, fact in active.items():
        heir = active.get(closed.get(id, ""))
        if heir is None or heir.told is None or id in kept or place_of(fact.source.path).role is not Role.LOG:
            continue
        if (today - heir.told).days >= SETTLED:
            yield Putting(fact, REPLACED, heir.id)


def chain(id: str, entries: Mapping[str, Archived]) -> tuple[str, ...]:
    """The ids from a fact that was put away to the last one known to say it now; the fact itself comes first."""
    way = [id]
    while (
        (entry := entries.get(way[-1])) is not None and not entry.restored and entry.reason != REPLACED and entry.into not in (None, *way)
    ):
        way.append(entry.into or "")
    return tuple(way)

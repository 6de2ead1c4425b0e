"""The proof that nothing vanished: what the archive says, held against what the pages say, and each pass against the one before it."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from dayleaf.core.derive.page import FOLDER as DERIVED
from dayleaf.core.derive.page import withdrawn
from dayleaf.core.dream.plan import DEEPEST, chain, is_away
from dayleaf.core.dream.writing import reading
from dayleaf.core.fact import Fact, Kind, digest_of_id, id_of_digest
from dayleaf.core.page.archive import REPLACED, latest
from dayleaf.core.page.reading import Archived
from dayleaf.core.page.tombstone import FORGOTTEN, tombstone_of, tombstones


class Audit(NamedTuple):
    """What an audit found.

    Attributes:
        active: facts that stand on a page and count.
        archived: facts that are put away.
        vanished: ids of facts that a pass took away without putting them away. There must be none.
        broken: ids of facts that were merged into something that is not there. They count again by themselves.
        unsettled: whether a second pass right after the next one would change something. It must not.
        findings: in words, what else a careful person would want to know.
    """

    active: int
    archived: int
    vanished: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    unsettled: bool = False
    findings: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing vanished, every chain holds, and passes come to rest."""
        return not (self.vanished or self.broken or self.unsettled)


def weighed(facts: Iterable[Fact], entries: Sequence[Archived], today: dt.date) -> Audit:
    """The archive held against the pages as they are now."""
    held = {fact.id: fact for fact in facts if fact.kind is not Kind.PASSAGE}
    open_ = {id: entry for id, entry in latest(entries).items() if not entry.restored}
    active = {id for id, fact in held.items() if not is_away(fact, open_.get(id), today)}
    broken = []
    findings = []
    for id, entry in open_.items():
        if id in active:
            findings.append(f"{id} was put away ({entry.source}), but stands on {held[id].source} again, and counts")
        if not entry.into or entry.reason == REPLACED:
            continue
        way = chain(id, open_)
        if way[-1] not in active and way[-1] not in open_:
            broken.append(id)
        elif len(way) - 1 > DEEPEST:
            findings.append(f"{id} is {len(way) - 1} merges away from what says it now ({way[-1]}); {DEEPEST} are allowed")
    for id, entry in latest(entries).items():
        if entry.restored and id not in held:
            findings.append(f"{id} was brought back on {entry.restored}, but no longer stands on {entry.fact.source.path}")
    gone = set(open_) - set(broken)
    return Audit(len(active), len(gone - active), (), tuple(sorted(broken)), findings=tuple(findings))


Pages = Mapping[str, bytes]
"""Pages by path."""


def lost(before: Pages, after: Pages) -> list[str]:
    """The ids of facts that stand on pages before a pass, and after it neither on a page nor in the archive, nor under a tombstone.

    What the machine derived, and withdrew because the log says it no more, is no loss.

    A multiset: of two equal bullets both must be there. Only pages that the pass changed need be given.
    """
    buried = tombstones(after.get(FORGOTTEN))
    taken = {id for path, data in after.items() if path.startswith(DERIVED) for id in withdrawn(data)}
    old, new = Counter(_said(before)), Counter(_said(after))
    return [id for (id, mark), times in old.items() if times > new[id, mark] and mark not in buried and id not in taken]


def _said(pages: Pages) -> Iterator[tuple[str, str]]:
    """Each fact on these pages or put away on them, by what it says."""
    for path, data in pages.items():
        page = reading(path, data)
        away = [entry.fact for entry in page.archived if not entry.restored]
        for fact in (*page.facts, *away):
            if fact.kind is not Kind.PASSAGE:
                computed = digest_of_id(fact.name) if fact.name else (fact.digest, 0)
                yield id_of_digest(computed[0]) if computed else fact.name or "", tombstone_of(fact.text, fact.entities)

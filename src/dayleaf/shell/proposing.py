"""The step of `reflect` that proposes: what a person may want in the core, out of it, or under one name. It writes only the proposals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from dayleaf.core.errors import EditConflict, PageMissing
from dayleaf.core.fact import Entity, Fact, Kind
from dayleaf.core.overflow import moves_out
from dayleaf.core.page.archive import REPLACED
from dayleaf.core.page.edit import splice
from dayleaf.core.page.parse import parse
from dayleaf.core.page.place import CORE_PAGES, place_of
from dayleaf.core.page.reading import Role
from dayleaf.core.reflect.likely import Likely, likely
from dayleaf.core.reflect.lines import Held
from dayleaf.core.reflect.naming import name_also, page_of, point_to
from dayleaf.core.reflect.patch import patched, patches
from dayleaf.core.reflect.proposing import CONFIRMED, additions, candidates, removals
from dayleaf.core.reflect.waiting import PAGE, entries, id_for, propose
from dayleaf.core.reflection import Planned, Proposal, diff_of
from dayleaf.shell.curating import Known, held_of
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Ready
from dayleaf.shell.passing import Reach

MOST_NAMES = 5
"""Names proposed to be one at a time."""


def suggest(ground: Ground, ready: Ready, reach: Reach) -> Iterator[Planned]:
    """Bring the page of proposals up to date."""
    if ready.stale:
        return
    known = Known(ready.index, ground)
    if reach.since is not None and not known.touched(reach.since):
        return
    core = [path for path in ("MEMORY.md", *CORE_PAGES) if _bytes(ground, path) is not None]
    readings = [parse(path, _bytes(ground, path) or b"", ground.header) for path in core]
    path = next((path for path in core if path.lower() == "memory.md"), CORE_PAGES[0])
    moves = moves_out(readings, ground.core_limit, reach.today)
    wanted: list[Proposal] = []
    if moves:
        named = {page for move in moves for page in (move.source.path, move.to)}
        wanted += removals(moves, {page: _bytes(ground, page) for page in named})
    else:
        blocks = [fact.text for reading in readings for fact in reading.facts]
        merged = _merged(ready)
        found = candidates(_settled(known, merged, reach), known.beliefs, merged, reach.today)
        wanted += additions(found, path, _bytes(ground, path), blocks)
    wanted += _names(ground, known)
    if wanted or entries(_bytes(ground, PAGE)):
        yield propose(wanted, lambda proposal: fits(ground, proposal))


def fits(ground: Ground, proposal: Proposal) -> bool:
    """Whether a proposal can still be carried out."""
    try:
        for patch in patches(proposal.diff):
            patched(patch, _bytes(ground, patch.path))
    except EditConflict:
        return False
    return True


def _settled(known: Known, merged: Mapping[str, Sequence[Fact]], reach: Reach) -> list[Held]:
    """The facts that were told again and again, or are marked, each with from when until when it holds."""
    said: defaultdict[str, list[Fact]] = defaultdict(list)
    for fact in known.all:
        if fact.kind is Kind.WORLD and fact.told is not None and place_of(fact.source.path).role is not Role.CORE:
            said[" ".join(fact.text.casefold().split())].append(fact)
    often = [
        fact
        for facts in said.values()
        for fact in facts
        if fact.category or fact.extra or len(facts) + sum(len(merged.get(one.id, ())) for one in facts) >= CONFIRMED
    ]
    return list(held_of(known, often, reach.today).values()) if often else []


def _merged(ready: Ready) -> dict[str, list[Fact]]:
    """What was merged into each fact."""
    found: defaultdict[str, list[Fact]] = defaultdict(list)
    for entry in ready.index.archived():
        if entry.into and entry.reason != REPLACED and not entry.restored:
            found[entry.into].append(entry.fact)
    return dict(found)


def _names(ground: Ground, known: Known) -> Iterator[Proposal]:
    together: defaultdict[str, set[str]] = defaultdict(set)
    counts: defaultdict[Entity, int] = defaultdict(int)
    for fact in known.all:
        owners = known.of(fact)
        for one in owners:
            counts[one] += 1
            together[one.slug] |= {other.slug for other in owners if other != one}
    pairs = likely([(entity, counts[entity]) for entity in known.entities], {slug: frozenset(some) for slug, some in together.items()})
    for pair in pairs[:MOST_NAMES]:
        yield from _one_name(ground, pair)


def _one_name(ground: Ground, pair: Likely) -> Iterable[Proposal]:
    """A name as an alias of the other; if it has a page of its own, that page says it is the same."""
    one, other = pair.one, pair.other
    planned = point_to(page_of(one), other.name, ground.header) if one.page else name_also(other, [one.name], ground.header)
    data = _bytes(ground, planned.path)
    try:
        edit = planned.decide(data).edit
    except EditConflict:
        return []
    if edit is None:
        return []
    diff, why = diff_of(planned.path, data, splice(data, edit)), f"{one.name} may be {other.name}: {pair.why}"
    return [Proposal(id_for("same", *sorted((one.slug, other.slug))), planned.path, diff, why, ())]


def _bytes(ground: Ground, path: str) -> bytes | None:
    try:
        return ground.workspace.read(path)
    except PageMissing:
        return None

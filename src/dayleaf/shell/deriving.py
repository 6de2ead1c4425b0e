"""The step of `reflect` that derives: plain sentences of the logs become typed facts in `bank/derived/`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from dayleaf.core.derive.model import supported
from dayleaf.core.derive.names import LOOKED_AT, Names
from dayleaf.core.derive.page import FOLDER, Wanted, joined, path_of, plan
from dayleaf.core.derive.rewrite import derived
from dayleaf.core.derive.sentences import is_narrative, sentences
from dayleaf.core.dream.returning import mark
from dayleaf.core.errors import DiskFailed, PageMissing, PathRefused, UsageError
from dayleaf.core.fact import Kind, Source
from dayleaf.core.page.archive import latest
from dayleaf.core.page.grammar import mention_of
from dayleaf.core.page.place import place_of
from dayleaf.core.page.reading import Role
from dayleaf.core.page.tombstone import FORGOTTEN, tombstones
from dayleaf.core.reflection import Planned
from dayleaf.core.terms import terms
from dayleaf.ports import Index
from dayleaf.shell.ground import Ground
from dayleaf.shell.indexing import Ready
from dayleaf.shell.passing import Reach


def derive(ground: Ground, ready: Ready, reach: Reach, read_by_model: Sequence[Wanted] = ()) -> Iterator[Planned]:
    """Make the pages of derived facts say what the logs say, from the first day of the pass on.

    What a model read is added where the rules, and what it read earlier, say nothing of the same lines.
    """
    index = ready.index
    if ready.stale:
        return
    names = names_of(index)
    months: dict[str, list[Wanted]] = {path: [] for path in index.shelf() if _reached(path, reach.since)}
    months |= {path_of(one.on): [] for one in read_by_model}
    for path, day in logs(index, reach.since):
        text = text_of(ground, path)
        if text is not None and is_narrative(text):
            found = stated(path, text, day, names)
            if found:
                months.setdefault(path_of(day), []).extend(found)
    gone = tombstones(read(ground, FORGOTTEN))
    merged = {entry.id: entry.into for entry in latest(index.archived()).values() if entry.into and not entry.restored}
    for path in sorted(months):
        kept = list(supported(path, read(ground, path), lambda log: text_of(ground, log)))
        ruled = months[path]
        kept = [one for one in kept if (reach.since is None or one.on >= reach.since) and not _covered(one, ruled)]
        held = [*ruled, *kept]
        added = [one for one in read_by_model if path_of(one.on) == path and not _covered(one, held)]
        wanted = joined((*held, *added))
        yield plan(path, wanted, since=reach.since, today=reach.today, forgotten=gone, merged=merged)


def _covered(one: Wanted, others: Iterable[Wanted]) -> bool:
    """Whether another fact was derived from one of the same lines."""
    return any(
        place.path == other.path and place.first <= other.last and other.first <= place.last
        for place in one.sources
        for also in others
        for other in also.sources
    )


def bring_back(_: Ground, ready: Ready, reach: Reach) -> Iterator[Planned]:
    """Where what a derived fact was merged into is withdrawn, and the fact stands again: let the archive say so."""
    index = ready.index
    for entry in latest(index.archived()).values():
        if not entry.into or entry.restored or not entry.fact.source.path.startswith(FOLDER + "/"):
            continue
        if _stands(index, entry.id) and not _stands(index, entry.into):
            yield mark(entry, reach.today)


def _stands(index: Index, id: str) -> bool:
    return any(row.fact.id == id for row in index.find(id))


def logs(index: Index, since: dt.date | None) -> list[tuple[str, dt.date]]:
    """The pages of daily logs from a day on (None: all), with their days, by path."""
    placed = [(path, place_of(path)) for path in sorted(index.shelf())]
    return [
        (path, place.day) for path, place in placed
        if place.role is Role.LOG and place.day is not None and (since is None or place.day >= since)
    ]  # fmt: skip


def stated(path: str, text: str, day: dt.date, names: Names) -> list[Wanted]:
    """What the sentences of a log state, by the rules."""
    return [
        Wanted(fact, day, (Source(path, sentence.first, sentence.last),))
        for sentence in sentences(text)
        for fact in derived(sentence, day, names)
    ]


def names_of(index: Index) -> Names:
    """Every name the memory knows; what is not known is proved by the narrative of the logs."""
    known: dict[str, str] = {}
    for entity, _ in index.entities():
        with suppress(UsageError):
            mention = mention_of(entity.name)
            for name in entity.names:
                known.setdefault(name, mention)
                known.setdefault(name.replace("-", " "), mention)
    return Names(known, _passages(index))


def _passages(index: Index) -> Callable[[str], Iterable[str]]:
    def those(word: str) -> Iterator[str]:
        asked = terms(word)[:1]
        numbers = index.postings(asked, once=True).get(asked[0], ()) if asked else ()
        for row in index.rows(list(numbers)[: 4 * LOOKED_AT]):
            if row.fact.kind is Kind.PASSAGE and place_of(row.fact.source.path).role is Role.LOG:
                yield row.fact.text

    return those


def read(ground: Ground, path: str) -> bytes | None:
    """The page's bytes; None if it cannot be read."""
    try:
        return ground.workspace.read(path)
    except (PageMissing, PathRefused, DiskFailed):
        return None


def text_of(ground: Ground, path: str) -> str | None:
    """The page's text; None if it cannot be read, or is no text."""
    data = read(ground, path)
    if data is None or b"\0" in data:
        return None
    return data.decode("utf-8", "replace")


def _reached(path: str, since: dt.date | None) -> bool:
    return path.startswith(FOLDER + "/") and (since is None or path >= path_of(since))

"""A plan as changes of pages: entries at the end of the archive's page, bullets taken from the pages of the bank."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence

from dayleaf.core.dream.plan import Putting
from dayleaf.core.fact import Fact, Source
from dayleaf.core.page.archive import entry_of, page_of, title_of
from dayleaf.core.page.edit import Append, Create, Edit, Replace, splice
from dayleaf.core.page.parse import parse
from dayleaf.core.page.place import place_of
from dayleaf.core.page.reading import Archived, Reading, Role, digest_of
from dayleaf.core.reflection import Decided, Merged, Planned, Reflection, Refused, Retired


def put_away(puttings: Sequence[Putting], merged: Sequence[Merged], today: dt.date) -> Planned:
    """Write the entries of a plan on the page of the archive for today."""
    path = page_of(today)

    def decide(data: bytes | None) -> Decided:
        held = {entry.id for entry in reading(path, data or b"").archived if not entry.restored}
        fresh = [putting for putting in puttings if putting.fact.id not in held]
        if not fresh:
            return Decided(None)
        text = "".join(f"{entry_of(putting.fact, putting.reason, today, putting.into)}\n" for putting in fresh)
        edit: Edit = Create(path, title_of(path) + text) if data is None else Append(path, len(data), text, digest_of(data))
        after = splice(data, edit)
        written = {entry.id: entry.source for entry in reading(path, after).archived}
        if any(putting.fact.id not in written for putting in fresh) or not _keeps(path, data or b"", after):
            return Decided(
                None, Reflection(refused=(Refused(path, "an entry written there would not be read; is a comment or fence open?"),))
            )
        ids = {putting.fact.id for putting in fresh}
        return Decided(
            edit,
            Reflection(
                merged=tuple(one._replace(parts=parts) for one in merged if (parts := tuple(id for id in one.parts if id in ids))),
                retired=tuple(Retired(putting.fact.id, putting.reason, str(written[putting.fact.id])) for putting in fresh),
            ),
        )

    return Planned(path, "what was put away", decide)


def _keeps(path: str, before: bytes, after: bytes) -> bool:
    """Whether a page still says all it said."""
    old, new = reading(path, before), reading(path, after)
    return new.archived[: len(old.archived)] == old.archived and new.facts[: len(old.facts)] == old.facts


def reading(path: str, data: bytes) -> Reading:
    """What a page says; front matter is skipped, for it says nothing of facts."""
    return parse(path, data, _no_header)


def _no_header(_: str) -> Mapping[str, object]:
    return {}


def take_out(fact: Fact, reason: str) -> Planned:
    """Take a bullet from a page, for it lies whole in the archive; one that was edited meanwhile is another fact, and stays."""
    path = fact.source.path

    def decide(data: bytes | None) -> Decided:
        if data is None:
            return Decided(None)
        here = [one for one in reading(path, data).facts if same_bullet(one, fact)]
        return Decided(without(path, data, here[fact.ordinal if fact.ordinal < len(here) else -1].source) if here else None)

    return Planned(path, reason, decide)


def same_bullet(one: Fact, other: Fact) -> bool:
    """Whether two facts of a page are the same bullet, wherever it stands now."""
    return (one.digest, one.name, one.extra) == (other.digest, other.name, other.extra)


def without(path: str, data: bytes, place: Source) -> Edit:
    """The page without these lines; all other bytes stay as they are."""
    starts = line_starts(data)
    return Replace(path, starts[place.first - 1], starts[place.last], "", digest_of(data))


def line_starts(data: bytes) -> list[int]:
    """The offset of every line, and of the end."""
    starts = [0]
    at = data.find(b"\n")
    while at >= 0:
        starts.append(at + 1)
        at = data.find(b"\n", at + 1)
    if starts[-1] != len(data):
        starts.append(len(data))
    return starts


def left_over(facts: Iterable[Fact], entries: Mapping[str, Archived], today: dt.date) -> list[Fact]:
    """The facts of the bank that were put away today and still stand there: somebody stopped half-way.

    One put away earlier that stands there again was brought back by hand; one that stood on another page only has the same name.
    """
    return [
        fact
        for fact in facts
        if place_of(fact.source.path).role is Role.BANK
        and (entry := entries.get(fact.id)) is not None
        and not entry.restored
        and entry.on == today
        and entry.fact.source.path == fact.source.path
    ]

"""The way back out of the archive: an entry that says it was restored, and a bullet put back where it stood."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from dayleaf.core.dream.writing import line_starts, reading
from dayleaf.core.fact import digest_of_id
from dayleaf.core.page.archive import bullet_of
from dayleaf.core.page.edit import Append, Create, Replace
from dayleaf.core.page.grammar import write_bullet
from dayleaf.core.page.place import place_of
from dayleaf.core.page.reading import Archived, Role, digest_of
from dayleaf.core.reflection import Decided, Planned
from dayleaf.core.retain import Note, place_note


def mark(entry: Archived, today: dt.date) -> Planned:
    """Let an entry say that it was restored: one key is put into its brackets. Every open entry of that id says so then."""
    path = entry.source.path

    def decide(data: bytes | None) -> Decided:
        here = [one for one in reading(path, data or b"").archived if one.id == entry.id and not one.restored]
        if data is None or not here:
            return Decided(None)
        starts = line_starts(data)
        start, end = starts[here[-1].source.first - 1], starts[here[-1].source.first]
        opens = min(at for at in (data.find(b"(", start, end), data.find("（".encode(), start, end)) if at >= 0)
        at = opens + (1 if data[opens : opens + 1] == b"(" else 3)
        return Decided(Replace(path, at, at, f"restored={today.isoformat()}, ", digest_of(data)))

    return Planned(path, "brought back", decide)


def put_back(entry: Archived) -> Planned:
    """Write the bullet of a fact again on the page where it stood: below the lines it stood under, or in the log of its day."""
    fact, path = entry.fact, entry.fact.source.path
    computed = digest_of_id(fact.id)
    name = None if computed and computed[0] == fact.digest else fact.id
    least = computed[1] if computed else 0
    bullet = replace(bullet_of(fact), name=name)

    def decide(data: bytes | None) -> Decided:
        here = reading(path, data or b"").facts
        if any(one.name == fact.id for one in here) or sum(one.digest == fact.digest for one in here) > least:
            return Decided(None)
        place = place_of(path)
        if place.role is Role.LOG and place.day:
            note = Note(
                kind=bullet.kind,
                text=bullet.text,
                entities=bullet.entities,
                confidence=bullet.confidence,
                category=bullet.category,
                when=bullet.when,
                origin=bullet.origin,
                supersedes=bullet.supersedes,
                name=bullet.name,
                extra=bullet.extra,
            )
            return Decided(place_note(path, data, note, place.day).edit)
        item = write_bullet(bullet) + "\n"
        if data is None:
            return Decided(Create(path, item))
        starts = line_starts(data)
        at = starts[fact.source.first - 1] if fact.source.first <= len(starts) else len(data)
        for place_at in dict.fromkeys((at, len(data))):
            edit = Append(path, place_at, item, digest_of(data))
            if _is_read(path, data, edit, entry):
                return Decided(edit)
        return Decided(Append(path, len(data), f"\n{item}", digest_of(data)))

    return Planned(path, "brought back from the archive", decide)


def _is_read(path: str, data: bytes, edit: Append, entry: Archived) -> bool:
    """Whether the bullet is read at this place, and all else on the page as before."""
    if edit.at < len(data) and edit.at > 0 and data[edit.at - 1 : edit.at] != b"\n":
        return False
    after = (
        data[: edit.at] + (b"" if edit.at == 0 or data[edit.at - 1 : edit.at] == b"\n" else b"\n") + edit.text.encode() + data[edit.at :]
    )
    old, new = reading(path, data).facts, reading(path, after).facts
    rest, besides = ([one.text for one in some if one.digest != entry.fact.digest] for some in (old, new))
    return len(new) == len(old) + 1 and rest == besides

"""A fact as the columns it is stored in, and back."""

from __future__ import annotations

import datetime as dt
import json
import sys
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from dayleaf.core.fact import Entity, Fact, Kind, Source, TimeRange
from dayleaf.core.languages import Further
from dayleaf.core.page.reading import Archived
from dayleaf.core.terms import searchable, terms

KINDS = (Kind.WORLD, Kind.EXPERIENCE, Kind.OPINION, Kind.OBSERVATION, Kind.PASSAGE)
"""A kind is stored as its place in this list."""

_CODE = {kind: code for code, kind in enumerate(KINDS)}
_SEPARATOR = "\n"


class Stored(NamedTuple):
    """The columns of `fact` but its number. Equal columns at one place of a page mean an equal fact."""

    kind: int
    first: int
    span: int
    back: int | None
    told: int | None
    names: str | None
    more: str | None
    text: str

    @property
    def body(self) -> tuple[int, int | None, str | None, str | None, str]:
        """What the fact says, without where it stands."""
        return self.kind, self.told, self.names, self.more, self.text


class Ground(NamedTuple):
    """What the stored columns leave to the page: its path and day (0: undated)."""

    path: str
    day: int


def day_of(ordinal: int) -> dt.date | None:
    """The day of an ordinal; 0 is none."""
    return dt.date.fromordinal(ordinal) if ordinal else None


def ordinal_of(day: dt.date | None) -> int:
    """The ordinal of a day; 0 without one."""
    return day.toordinal() if day else 0


def encode(fact: Fact, back: int | None, page_day: int) -> Stored:
    """The columns of a fact; `back` as the column says, `page_day` the ordinal of its page's day."""
    told = ordinal_of(fact.told)
    return Stored(
        _CODE[fact.kind],
        fact.source.first,
        fact.source.last - fact.source.first,
        back,
        None if told == page_day else told,
        _SEPARATOR.join(fact.entities) if fact.entities else None,
        _more_of(fact),
        fact.text,
    )


def decode(stored: Sequence[Any], ground: Ground, heading: str | None = None, ordinal: int = 0) -> Fact:
    """The fact of these columns, those of `Stored`."""
    kind, first, span, _, told, names, rare, text = stored
    source = Source(ground.path, first, first + span)
    entities = tuple(names.split(_SEPARATOR)) if names is not None else ()
    day = day_of(ground.day if told is None else told)
    above = tuple(heading.split(_SEPARATOR)) if heading is not None else ()
    if rare is None:
        return Fact(KINDS[kind], text, source, entities, day, None, None, None, None, False, None, None, above, 0, ordinal)
    more = json.loads(rare)
    when = more.get("w")
    return Fact(
        KINDS[kind],
        text,
        source,
        entities,
        day,
        TimeRange(day_of(when[0]), day_of(when[1])) if when else None,
        more.get("c"),
        more.get("k"),
        more.get("o"),
        more.get("i", False),
        more.get("s"),
        more.get("n"),
        above,
        more.get("p", 0),
        ordinal,
        tuple((key, value) for key, value in more.get("x", ())),
    )


def archived_row(start: int, entry: Archived) -> tuple[object, ...]:
    """The columns of an entry of the archive, on the page at `start`."""
    stood, fact = entry.fact.source, encode(entry.fact, None, 0)
    body = json.dumps([stood.path, stood.first, stood.last, *fact[2:]], ensure_ascii=False, separators=(",", ":"))
    lines = (start, entry.source.first, entry.source.last)
    return (*lines, entry.id, entry.into, ordinal_of(entry.on), ordinal_of(entry.restored), entry.reason, f"{fact.kind}{body}")


def archived_of_row(path: str, first: int, last: int, into: str | None, day: int, back: int, reason: str, body: str) -> Archived:
    """The entry of these columns."""
    where, begins, ends, *stored = json.loads(body[1:])
    fact = decode((int(body[0]), begins, *stored), Ground(where, 0))
    fact = replace(fact, source=Source(where, begins, ends))
    return Archived(fact, reason, day_of(day), into, day_of(back), Source(path, first, last))


def heading_text(heading: Sequence[str]) -> str:
    """How a path of headings is stored."""
    return _SEPARATOR.join(heading)


def _more_of(fact: Fact) -> str | None:
    """The rare attributes by one-letter keys, without those that have their usual value; None when none is left."""
    if not (
        fact.confidence is not None
        or fact.when
        or fact.category is not None
        or fact.origin is not None
        or fact.inferred
        or fact.supersedes is not None
        or fact.name is not None
        or fact.part
        or fact.extra
    ):
        return None
    when = [ordinal_of(fact.when.start), ordinal_of(fact.when.end)] if fact.when else None
    attributes = {
        "c": fact.confidence, "w": when, "k": fact.category, "o": fact.origin, "i": fact.inferred or None, "s": fact.supersedes,
        "n": fact.name, "p": fact.part or None, "x": fact.extra or None,
    }  # fmt: skip
    return json.dumps({key: value for key, value in attributes.items() if value is not None}, ensure_ascii=False, separators=(",", ":"))


def terms_of(further: Further, kind: int, names: str | None, more: str | None, text: str) -> str:
    """The terms of a stored fact, joined by blanks: what the view `searchable` shows."""
    fact = decode(Stored(kind, 0, 0, None, 0, names, more, text), Ground("", 0))
    return " ".join(terms(searchable(fact), further))


def entity_body(entity: Entity) -> str:
    """An entity page's entity as JSON."""
    page = entity.page
    source = (page.path, page.first, page.last) if page else None
    return json.dumps((entity.slug, entity.name, entity.aliases, entity.sort, source), ensure_ascii=False, separators=(",", ":"))


def entity_of_body(body: str) -> Entity:
    """The entity of that JSON."""
    slug, name, aliases, sort, source = json.loads(body)
    return Entity(slug, name, tuple(aliases), sort, Source(*source) if source else None)


MOST_TERMS = 65_535
"""The longest length that can be told; a longer fact counts as this long."""


def lengths_blob(lengths: Iterable[int]) -> bytes:
    """Lengths as two bytes each, little-endian."""
    counts = array("H", lengths)
    if sys.byteorder == "big":
        counts.byteswap()
    return counts.tobytes()


def lengths_of_blob(blob: bytes) -> array[int]:
    """The lengths of such bytes."""
    counts = array("H", blob)
    if sys.byteorder == "big":
        counts.byteswap()
    return counts

"""Entry and Row: a fact with what the index finds it by, and a fact as the index gives it back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from dayleaf.core.fact import Entity, Fact, Kind, TimeRange, entity_key, slug_of
from dayleaf.core.languages import Further
from dayleaf.core.listing import Stamp
from dayleaf.core.page.parse import Slices
from dayleaf.core.page.reading import Reading
from dayleaf.core.terms import searchable, terms
from dayleaf.core.truth import slots_of
from dayleaf.core.when import find


class Entry(NamedTuple):
    """A fact with what the index finds it by.

    Attributes:
        fact: the fact.
        terms: its terms in order, repeats kept; their number is the fact's length in ranking.
        keys: `entity_key` of each entity it mentions.
        dates: the time ranges it speaks of: `when`, else those found in its text.
        slots: the attributes of its entities it may give a value to (see `core.truth.slots`).
    """

    fact: Fact
    terms: Sequence[str]
    keys: tuple[str, ...] = ()
    dates: tuple[TimeRange, ...] = ()
    slots: tuple[int, ...] = ()


class Indexed(NamedTuple):
    """A page ready for the index: how it looked outside, what it says, its entries in the order of its facts.

    Of a huge page the reading has no facts, and the entries are made when somebody iterates, each time anew; what else it says is
    known only then.
    """

    stamp: Stamp
    reading: Reading
    entries: Collection[Entry]

    @property
    def whole(self) -> Reading:
        """The reading with all that the page says besides its facts."""
        return self.entries.reading if isinstance(self.entries, Streamed) else self.reading


class Row(NamedTuple):
    """A fact as the index holds it.

    Attributes:
        number: the index's own number; neighbours on a page have consecutive numbers, pages lie at least 16 apart.
            It means nothing outside one state of the index.
        length: number of terms.
        fact: the fact, with its ordinal.
    """

    number: int
    length: int
    fact: Fact


class Condition(NamedTuple):
    """What a fact must fulfil to be an answer at all; an empty condition lets everything pass.

    Attributes:
        kinds: any of these.
        keys: mentions (or stands on the page of) any entity with one of these keys.
        category: this path or one below it.
        during: was told, or happened, on a day of this range.
        known_at: was told on or before this day (undated facts pass).
    """

    kinds: frozenset[Kind] = frozenset()
    keys: frozenset[str] = frozenset()
    category: str | None = None
    during: TimeRange | None = None
    known_at: dt.date | None = None

    def __bool__(self) -> bool:
        return bool(self.kinds or self.keys or self.category or self.during or self.known_at)


WEEK = 7
"""Days of the longest range from the day of the log on that is taken as the time of a fact, not as a deadline."""


def entry_of(fact: Fact, further: Further = ()) -> Entry:
    """What the index finds a fact by. A pure function of the fact, so an index can compute it again to take a fact out."""
    return Entry(fact, terms(searchable(fact), further), keys_of(fact.entities), dates_of(fact), slots_of(fact))


def dates_of(fact: Fact) -> tuple[TimeRange, ...]:
    """The days a fact is about: what it says by `when`, else every time its text names."""
    return (fact.when,) if fact.when else tuple(dict.fromkeys(_closed(found.range, fact.told) for found in find(fact.text, fact.told)))


def _closed(found: TimeRange, told: dt.date | None) -> TimeRange:
    """A range found in a text, as far as it dates the fact.

    Of "since 2018" or "until 31 January" it is the day named: a fact is not about every day before or after it.
    """
    start, end = found.start, found.end
    if end is not None and (start is None or (start == told and (end - start).days > WEEK)):
        return TimeRange.of_day(end - dt.timedelta(days=1))
    return TimeRange.of_day(start) if end is None and start is not None else found


def indexed(stamp: Stamp, reading: Reading, further: Further = ()) -> Indexed:
    """A page ready for an index of these further languages."""
    return Indexed(stamp, reading, tuple([entry_of(fact, further) for fact in reading.facts]))


class Streamed(Collection[Entry]):
    """The entries of a page that is too large to hold them."""

    def __init__(self, slices: Slices, further: Further) -> None:
        self._slices = slices
        self._further = further
        self._count: int | None = None  # known when the page was read to its end

    def __len__(self) -> int:
        if self._count is None:
            self._count = sum(map(len, self._slices))
        return self._count

    def __iter__(self) -> Iterator[Entry]:
        count = 0
        for some in self._slices:
            count += len(some)
            yield from (entry_of(fact, self._further) for fact in some)
        self._count = count

    @property
    def reading(self) -> Reading:
        """What the page says besides its facts; it is read for that, if nobody read it yet."""
        len(self)
        return self._slices.rest

    def __contains__(self, entry: object) -> bool:
        return any(entry == own for own in self)


def streamed(stamp: Stamp, slices: Slices, further: Further = ()) -> Indexed:
    """A huge page ready for the index. It is read by whoever puts it into an index."""
    return Indexed(stamp, slices.rest, Streamed(slices, further))


_key_of = lru_cache(4096)(entity_key)  # the same few names come again and again


def keys_of(names: Iterable[str]) -> tuple[str, ...]:
    """`entity_key` of each name, without repeats, in order."""
    return tuple(dict.fromkeys(map(_key_of, names)))


def has_parts(term: str) -> bool:
    """Whether a term may be a compound: six or more Latin letters. Only such terms are found by their ends."""
    return len(term) >= 6 and term.isascii() and term.isalpha()


def owners(pages: Iterable[Entity]) -> dict[str, Entity]:
    """The entity that each key means: the one whose slug has it, else whose name, else which lists it as an alias.

    Args:
        pages: the entities that have a page, by path. Of two pages of one slug the one of that name, else the first, is the entity;
            the other's names become aliases.
    """
    entities: dict[str, Entity] = {}
    for page in sorted(pages, key=_is_elsewhere):
        key = _key_of(page.slug)
        first = entities.get(key)
        entities[key] = page if first is None else replace(first, aliases=_with_names(first, page))
    owner = dict(entities)
    for entity in entities.values():
        owner.setdefault(_key_of(entity.name), entity)
    for entity in entities.values():
        for alias in keys_of(entity.aliases):
            owner.setdefault(alias, entity)
    return owner


def gather(pages: Iterable[Entity], uses: Mapping[str, int]) -> list[tuple[Entity, tuple[str, ...]]]:
    """Every entity there is, each with the spellings of mentions that mean it; in no order.

    Args:
        pages: the entities that have a page, by path.
        uses: in how many facts each spelling is mentioned.

    A mention means the entity that owns its key (see `owners`), else one without a page, named by its most used spelling.
    """
    owner = owners(pages)
    found: dict[str, tuple[Entity, list[str]]] = {_key_of(entity.slug): (entity, []) for entity in owner.values()}
    for spelling in sorted(uses, key=lambda spelling: (-uses[spelling], spelling)):
        key = _key_of(spelling)
        entity = owner.get(key)
        if entity is not None:
            found[_key_of(entity.slug)][1].append(spelling)
        else:
            found.setdefault(key, (Entity(slug_of(spelling), spelling), []))[1].append(spelling)
    return [(entity, tuple(spellings)) for entity, spellings in found.values()]


def _is_elsewhere(entity: Entity) -> bool:
    """Whether its page has another name than it: a page that says it is the same as another one."""
    return entity.page is not None and _key_of(entity.page.path.rpartition("/")[2].removesuffix(".md")) != _key_of(entity.slug)


def _with_names(first: Entity, other: Entity) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys((*first.aliases, *other.names)) if name not in {first.name, first.slug})

"""Entry and Row: a fact with what the index finds it by, and a fact as the index gives it back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from dayleaf.core.fact import Fact, Kind, TimeRange
from dayleaf.core.listing import Stamp
from dayleaf.core.page.reading import Reading


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact with what the index finds it by.

    Attributes:
        fact: the fact.
        terms: its terms in order, repeats kept; their number is the fact's length in ranking.
        keys: `entity_key` of each entity it mentions.
        dates: the time ranges it speaks of: `when`, else those found in its text.
    """

    fact: Fact
    terms: Sequence[str]
    keys: tuple[str, ...] = ()
    dates: tuple[TimeRange, ...] = ()


@dataclass(frozen=True, slots=True)
class Indexed:
    """A page ready for the index: how it looked outside, what it says, its entries in the order of `reading.facts`."""

    stamp: Stamp
    reading: Reading
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Row:
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


@dataclass(frozen=True, slots=True)
class Condition:
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

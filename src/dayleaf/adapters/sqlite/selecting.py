"""Which rows fulfil a condition: one set of numbers for each of its parts, their intersection in the order of days."""

from __future__ import annotations

import json
import sqlite3
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import compress, count, islice

from dayleaf.adapters.sqlite.calendar import Calendar
from dayleaf.adapters.sqlite.coding import KINDS
from dayleaf.adapters.sqlite.looking import in_category, joined, numbers_of
from dayleaf.adapters.sqlite.schema import LONG
from dayleaf.adapters.sqlite.writing import LATEST
from dayleaf.core.entry import Condition
from dayleaf.core.fact import TimeRange


def select(db: sqlite3.Connection, days: Calendar, condition: Condition, limit: int | None) -> array[int]:
    """The numbers of the rows that fulfil the condition, in the order of answers."""
    wanted = _fulfilling(db, days, condition)
    return array("q", islice(_in_order(days, wanted, _latest(condition)), limit))


def matching(db: sqlite3.Connection, days: Calendar, condition: Condition) -> array[int]:
    """The numbers of the rows that fulfil the condition, ascending."""
    wanted = _fulfilling(db, days, condition)
    if wanted is None or condition.known_at:
        return array("q", sorted(_in_order(days, wanted, _latest(condition))))
    return array("q", sorted(wanted))


def _latest(condition: Condition) -> int:
    return condition.known_at.toordinal() if condition.known_at else LATEST


def _fulfilling(db: sqlite3.Connection, days: Calendar, condition: Condition) -> Collection[int] | None:
    """The rows that fulfil all parts of the condition but `known_at`; None: there is no such part."""
    found: Collection[int] | None = None
    for numbers in _parts(db, days, condition):
        found = numbers if found is None else {*found}.intersection(numbers)
        if not found:
            return ()
    return found


def _parts(db: sqlite3.Connection, days: Calendar, condition: Condition) -> Iterator[Collection[int]]:
    """A set of rows for each part of the condition but `known_at`, those likely to be small first."""
    if condition.keys:
        yield _mentioning(db, condition.keys)
    if condition.category:
        yield in_category(db, condition.category)
    if condition.during:
        yield _told_within(days, condition.during) | _speaking_of(db, condition.during)
    if condition.kinds:
        asked = bytes(code < len(KINDS) and KINDS[code] in condition.kinds for code in range(256))
        yield {number for _, _, start, kinds in days.pages for number in compress(count(start), kinds.translate(asked))}


def _mentioning(db: sqlite3.Connection, keys: Iterable[str]) -> Collection[int]:
    asked = json.dumps(sorted(keys))
    lists: list[Sequence[int]] = [
        numbers_of(db, f"SELECT {joined('number')} FROM mention WHERE name = ?", id)
        for (id,) in db.execute("SELECT id FROM name WHERE key IN (SELECT value FROM json_each(?))", (asked,)).fetchall()
    ]
    pages = db.execute(
        "SELECT start, length(lengths) / 2 FROM page WHERE start IN"
        " (SELECT start FROM entity_key WHERE key IN (SELECT value FROM json_each(?)))",
        (asked,),
    )
    lists += [range(start, start + rows) for start, rows in pages]
    return lists[0] if len(lists) == 1 else set().union(*lists)


def _told_within(days: Calendar, during: TimeRange) -> set[int]:
    first, end = _edges(during)
    found = {number for day, _, start, kinds in days.pages if day and first <= day < end for number in range(start, start + len(kinds))}
    if days.told:
        found.difference_update(days.told)
        found.update(number for number, day in days.told.items() if day and first <= day < end)
    return found


def _speaking_of(db: sqlite3.Connection, during: TimeRange) -> set[int]:
    first, end = _edges(during)
    spans = f"SELECT {joined('number')} FROM span WHERE"
    short = numbers_of(db, f"{spans} long = 0 AND start > ? AND start < ? AND end > ?", first - LONG - 1, end, first)
    return {*short, *numbers_of(db, f"{spans} long = 1 AND start < ? AND end > ?", end, first)}


def _edges(during: TimeRange) -> tuple[int, int]:
    return during.start.toordinal() if during.start else 0, during.end.toordinal() if during.end else LATEST


def _in_order(days: Calendar, wanted: Collection[int] | None, latest: int) -> Iterator[int]:
    """The wanted rows (None: all) told until the day `latest`."""
    if wanted is None and not days.told:
        for day, _, start, kinds in days.pages:
            if day <= latest:
                yield from range(start, start + len(kinds))
        return
    if wanted is None:
        wanted = {number for _, _, start, kinds in days.pages for number in range(start, start + len(kinds))}
    numbers = sorted(wanted)
    if days.told:
        yield from (number for number in sorted(numbers, key=days.order) if -days.order(number)[0] <= latest)
        return
    slices = []
    first = 0
    while first < len(numbers):  # all rows of a page at once
        page = bisect_right(days.starts, numbers[first])
        end = bisect_left(numbers, days.starts[page], first) if page < len(days.starts) else len(numbers)
        slices.append((days.places[page - 1], first, end))
        first = end
    for place, first, end in sorted(slices):
        if days.pages[place][0] <= latest:
            yield from numbers[first:end]

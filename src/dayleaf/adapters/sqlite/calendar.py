"""The calendar of an index: where each page's rows lie, and in which order answers come."""

from __future__ import annotations

import sqlite3
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple


class Calendar(NamedTuple):
    """Every page in the order of answers (newest day first, undated last, then by path), and rows told on other days.

    Attributes:
        pages: day, path, first row number, kinds of the rows.
        starts: first row numbers, ascending; `places[i]` is the place in `pages` of the page that starts at `starts[i]`.
        told: the days of the rows that do not carry their page's day.
    """

    pages: list[tuple[int, str, int, bytes]]
    starts: list[int]
    places: list[int]
    told: dict[int, int]

    def page_of(self, number: int) -> tuple[int, str, int, bytes]:
        """The page that holds a row."""
        return self.pages[self.places[bisect_right(self.starts, number) - 1]]

    def order(self, number: int) -> tuple[int, str, int]:
        """A row's place among all answers: its day (negative), its page's path, the rows above it on the page."""
        day, path, start, _ = self.page_of(number)
        return -self.told.get(number, day), path, number - start

    def arrange(self, numbers: Sequence[int], wanted: int) -> list[int]:
        """The first `wanted` of these ascending numbers, each once, in the order of answers.

        Few numbers are sorted; of many the pages are gone through, newest first, until there are enough.
        """
        if self.told:
            return sorted(dict.fromkeys(numbers), key=self.order)[:wanted]
        if len(numbers) ** 2 <= wanted * len(self.pages):
            starts, places = self.starts, self.places
            placed = sorted([(places[bisect_right(starts, number) - 1], number) for number in dict.fromkeys(numbers)])
            return [number for _, number in placed[:wanted]]
        found: dict[int, None] = {}
        for _, _, start, kinds in self.pages:
            first = bisect_left(numbers, start)
            end = bisect_left(numbers, start + len(kinds), first)
            if first < end:
                found.update(dict.fromkeys(numbers[first:end]))
                if len(found) >= wanted:
                    break
        return list(found)[:wanted]


def calendar(db: sqlite3.Connection) -> Calendar:
    """The calendar of the present state; 1 µs a page."""
    pages = db.execute("SELECT day, path, start, kinds FROM page ORDER BY day DESC, path").fetchall()
    by_start = sorted((page[2], place) for place, page in enumerate(pages))
    told = dict(db.execute("SELECT number, told FROM fact WHERE told IS NOT NULL"))
    return Calendar(pages, [start for start, _ in by_start], [place for _, place in by_start], told)

"""Order an answer by truth: what holds on the day asked about stands before what it replaced; what was is marked."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple

from dayleaf.core.entry import Row
from dayleaf.core.fact import Fact, Kind, entity_key
from dayleaf.core.recall.query import Way
from dayleaf.core.recall.rank import Ranked
from dayleaf.core.truth import Reign, ends_it, is_news, may_be_news

MINOR = 0.5
"""A fact of which only a small part was replaced stands behind its successor if that agrees with the question this much as well."""

LAST = 0.75
"""The end of a thing itself stands before older facts of it only if it agrees with the question nearly as well."""

NEAR = 25
"""Rows among which news of the rows before them are looked for."""


class Settled(NamedTuple):
    """Ranked rows in the order of truth.

    Attributes:
        ranked: the rows, best first.
        status: `past` by fact id, for those that are not true any more on the day asked about.
        later: how many were left out because they are true only later than that day.
    """

    ranked: Sequence[Ranked]
    status: Mapping[str, str]
    later: int = 0


def settle(ranked: Sequence[Ranked], pool: Mapping[str, Row], reigns: Mapping[str, Reign], day: dt.date, *, strict: bool) -> Settled:
    """Put the rows in the order of truth.

    Args:
        ranked: rows, best first.
        pool: rows by fact id that share a slot with these and may be drawn in.
        reigns: when each of these facts holds.
        day: the day asked about.
        strict: whether a past day is asked about, so that what is true only later is no answer.
    """
    items = [(item.row.fact.id, item) for item in ranked]
    arranged = _Arranged(dict(items), pool, reigns, day, strict)
    for id, item in items:
        arranged.place(*arranged.best_of(id, item))
    status = {id: "past" for id, reign in reigns.items() if reign.on(day) == "past"}
    return Settled(arranged.out, status, arranged.later)


class _Arranged:
    """The rows placed so far."""

    __slots__ = ("_day", "_given", "_placed", "_pool", "_reigns", "_strict", "_tidings", "later", "out")

    def __init__(
        self,
        given: Mapping[str, Ranked],
        pool: Mapping[str, Row],
        reigns: Mapping[str, Reign],
        day: dt.date,
        strict: bool,  # noqa: FBT001
    ) -> None:
        self._given, self._pool, self._reigns, self._day, self._strict = given, pool, reigns, day, strict
        tidings = [(id, item) for id, item in islice(given.items(), NEAR) if may_be_news(item.row.fact)]
        self._tidings = sorted(tidings, key=lambda pair: pair[1].row.fact.told or dt.date.min, reverse=True)
        self._placed: set[str] = set()
        self.out: list[Ranked] = []
        self.later = 0

    def best_of(self, id: str, item: Ranked) -> tuple[str, Ranked]:
        """Of rows in the same words the one that holds on the day, the newest of several."""
        if not item.same or self._standing(id) == "current":
            return id, item
        rows = {id: item.row} | {row.fact.id: row for row in item.same}
        holding = [one for one in rows if self._standing(one) == "current"]
        if not holding:
            return id, item
        best = max(holding, key=lambda one: rows[one].fact.told or dt.date.min)
        return best, item._replace(row=rows[best], same=tuple(row for one, row in rows.items() if one != best))

    def place(self, id: str, item: Ranked) -> None:
        """Put this row next, unless it is placed; before it whatever replaced it."""
        if id in self._placed:
            return
        self._placed.add(id)
        reign = self._reigns.get(id)
        if reign is not None:
            for other in chain(self._ahead(item, reign), self._news_of(item)):
                self.place(*other)
            if self._hidden(reign):
                self.later += 1
                return
        self.out.append(item)

    def _hidden(self, reign: Reign) -> bool:
        told = reign.fact.told
        return reign.on(self._day) == "future" and (self._strict or (told is not None and told > self._day and reign.closes))

    def _ahead(self, item: Ranked, reign: Reign) -> Iterator[tuple[str, Ranked]]:
        """What must stand before a row: its successor; the fact that held when it did not yet; what replaced a part of it."""
        if reign.on(self._day) == "past" and (heir := self._heir(reign)) is not None:
            yield from self._drawn(heir, item)
        if self._hidden(reign):
            for other in self._reigns.values():
                if other.successor is reign.fact and other.on(self._day) == "current":
                    yield from self._drawn(other.fact.id, item)
        if reign.part is not None and (near := self._given.get(reign.part.id)) and near.score >= MINOR * item.score:
            yield from self._drawn(reign.part.id, item)

    def _news_of(self, item: Ranked) -> Iterator[tuple[str, Ranked]]:
        """Later reports of a change about the same thing that agree with the question about as well, the newest first."""
        old = item.row.fact
        if not self._tidings or old.told is None or old.kind not in (Kind.WORLD, Kind.OPINION, Kind.EXPERIENCE):
            return
        timed = Way.TEMPORAL in item.ways
        for id, other in self._tidings:
            new = other.row.fact
            if id in self._placed or new.told is None or not old.told < new.told <= self._day or other.score < MINOR * item.score:
                continue
            if (timed and Way.TEMPORAL not in other.ways) or not _same_entity(old, new) or self._standing(id) != "current":
                continue
            if is_news(new, old) or (other.score >= LAST * item.score and ends_it(new)):
                yield id, other

    def _heir(self, reign: Reign) -> str | None:
        """What holds on the day in place of a fact: its successor, or that one's successor, and so on."""
        seen = {reign.fact.id}
        while reign.successor is not None and reign.successor.id not in seen:
            seen.add(reign.successor.id)
            found = self._reigns.get(reign.successor.id)
            if found is None or found.on(self._day) == "current":
                return reign.successor.id
            reign = found
        return None

    def _drawn(self, id: str, beside: Ranked) -> Iterator[tuple[str, Ranked]]:
        given = self._given.get(id)
        if given is not None:
            yield id, given if given.score >= beside.score else given._replace(score=beside.score)
        elif id in self._pool:
            yield id, Ranked(self._pool[id], beside.score, beside.ways)

    def _standing(self, id: str) -> str:
        reign = self._reigns.get(id)
        return reign.on(self._day) if reign is not None else "current"


def _same_entity(one: Fact, two: Fact) -> bool:
    return not set(map(entity_key, one.entities)).isdisjoint(map(entity_key, two.entities))

"""From when until when each fact was true, whatever order the reports came in; and how it stands on a day.

Theory of operation. Every fact holds from the day it says ("since", "ab", `when=`), else from the day it was told. Of two
that contradict each other the one that holds from later closes the other on that day; nothing depends on the order in which
they came. Three things reach further: a correction without a day of its own takes back what it corrects from its very
beginning; a sentence that says "since" knew better than whatever was told in between without a day; and `supersedes`
closes what it names whatever the words say, and with it the undated opinion in the same words, into which a pass has curated
it. What holds for a limited time covers the ordinary state and does not close it.
"""

from __future__ import annotations

import datetime as dt
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.truth.closing import WHOLE, Closing, closed_whole, closing
from dayleaf.core.truth.reading import read
from dayleaf.core.truth.slots import DAY as WEEKDAY
from dayleaf.core.truth.slots import MONTH, NUMBER, TIME, Glance, filed_under, glanced, keys_of, sought_by, worth
from dayleaf.core.truth.statement import Mark, Statement

Standing = Literal["current", "past", "future"]

NEAREST = 30
"""Facts of one slot that are compared on either side in time: hundreds about one thing are a log, not rival truths."""

DAY = dt.timedelta(days=1)
ANNOUNCED = "its end was announced"
NAMED = "named by its successor"


class Reign:
    """When a fact is true.

    Attributes:
        fact: the fact.
        start: the first day; None: always so.
        end: the first day on which it is true no longer; None: still true. A fact taken back ends where it starts.
        successor: what closed it, if another fact did.
        part: what closed a smaller part of it, so that it should stand behind that.
        rule: why it was closed.
        closes: whether it closed another fact.
        read: whether the start is what the text says, and not merely the day told.
    """

    __slots__ = ("closes", "end", "fact", "part", "read", "rule", "start", "successor")

    def __init__(self, fact: Fact, start: dt.date | None, end: dt.date | None = None) -> None:
        self.fact, self.start, self.end = fact, start, end
        self.successor: Fact | None = None
        self.part: Fact | None = None
        self.rule = ""
        self.closes = self.read = False

    def on(self, day: dt.date) -> Standing:
        """How the fact stands on a day."""
        if self.end is not None and (self.end <= day or (self.start is not None and self.end <= self.start)):
            return "past"
        return "future" if self.start is not None and self.start > day else "current"


def start_of(statement: Statement) -> dt.date | None:
    """The first day a statement holds: as it says; of an event its own day; else the day it was told."""
    if statement.since is not None:
        return statement.since
    told = statement.fact.told
    if statement.event and statement.dates and not statement.mark:
        first = statement.dates[0].start
        return min(told, first) if told and first else told or first
    return told


def end_of(statement: Statement) -> dt.date | None:
    """The first day a statement holds no longer by its own words; a thing that happened stays true."""
    when, until = statement.fact.when, statement.until
    if until is None or statement.fact.kind not in (Kind.WORLD, Kind.OPINION) or statement.event:
        return None
    if (
        when is not None
        and until == when.end
        and when.start is not None
        and until - when.start == DAY
        and (statement.mark or statement.claims)
    ):
        return None  # a state told of one day began then
    return until


def reigns(
    facts: Iterable[Fact], names: Mapping[str, Sequence[str]] | None = None, *, asked: Collection[str] | None = None, starts: bool = True
) -> dict[str, Reign]:
    """The reign of each fact by its id, given all facts that share slots with each other, in any order.

    Args:
        facts: the facts.
        names: entity key → the keys of all names of that entity, where it has several.
        asked: the ids whose reign is wanted; the others only as far as they matter for these. None: all.
        starts: whether the first day matters of facts that share a slot with no other; False saves reading them.
    """
    spans = {fact.id: fact for fact in facts}
    known = sorted(spans.items(), key=lambda pair: _told(pair[1]))
    places = {id: place for place, (id, _) in enumerate(known)}
    meetings = _Meetings(known, places, names or {})
    found = [Reign(fact, *_span(fact, seen.signs, starts)) for (_, fact), seen in zip(known, meetings.seen, strict=True)]
    fixed: set[int] = set()
    ahead = set(range(len(known))) if asked is None else {places[id] for id in asked if id in places}
    copies = _copies(known)
    ahead |= {copies[place] for place in ahead & copies.keys()}
    while ahead:
        for first, second in meetings.of(ahead):
            _decide(found, first, second, known, fixed)
        related = {places[other.id] for reign in found for other in (reign.successor, reign.part) if other is not None}
        ahead = related - meetings.asked
    for place, origin in copies.items():
        if found[origin].rule == NAMED and found[place].end is None:
            found[place].end, found[place].successor, found[place].rule = found[origin].end, found[origin].successor, NAMED
    return {id: found[place] for place, (id, _) in enumerate(known)}


def _copies(known: Sequence[tuple[str, Fact]]) -> dict[int, int]:
    """The place of each undated opinion → the place of the newest dated one in the same words about the same, which it goes by."""
    copies = {_said(fact): place for place, (_, fact) in enumerate(known) if fact.told is None and fact.kind is Kind.OPINION}
    if not copies:
        return {}
    dated = ((place, fact) for place, (_, fact) in enumerate(known) if fact.told is not None and fact.kind is Kind.OPINION)
    return {copies[said]: place for place, fact in dated if (said := _said(fact)) in copies}


def _said(fact: Fact) -> tuple[str, frozenset[str]]:
    return " ".join(fact.text.casefold().split()).rstrip("."), frozenset(keys_of(fact.entities))


def _span(fact: Fact, signs: int, starts: bool) -> tuple[dt.date | None, dt.date | None]:  # noqa: FBT001
    """From when until when a fact holds by its own words; read only where they may say so."""
    timed = (
        fact.when is not None
        or (signs & TIME and signs & (NUMBER | MONTH | WEEKDAY))
        or (starts and signs & (TIME | NUMBER | MONTH | WEEKDAY))
    )
    if fact.kind is Kind.PASSAGE or not timed:
        return fact.told, None
    statement = read(fact)
    return start_of(statement), end_of(statement)


def _told(fact: Fact) -> tuple[dt.date, Source]:
    return fact.told or dt.date.min, fact.source


class _Meetings:
    """Which facts share a slot, or name each other."""

    __slots__ = ("_filed", "_known", "_named", "_names", "_pairs", "asked", "seen")

    def __init__(self, known: Sequence[tuple[str, Fact]], places: Mapping[str, int], names: Mapping[str, Sequence[str]]) -> None:
        self._known, self._names = known, names
        self.seen: list[Glance] = []
        self._filed: defaultdict[int, list[int]] = defaultdict(list)
        self._named: defaultdict[int, set[int]] = defaultdict(set)
        self._pairs: set[tuple[int, int]] = set()
        self.asked: set[int] = set()
        for place, (_, fact) in enumerate(known):
            self.seen.append(glanced(fact))  # just before it is filed: a pass over all has more facts than are remembered
            for slot in filed_under(fact):
                self._filed[slot].append(place)
            named = places.get(fact.supersedes or "")
            if named is not None and named != place:
                self._named[place].add(named)
                self._named[named].add(place)

    def of(self, places: Iterable[int]) -> list[tuple[int, int]]:
        """The pairs with one of these places that are new: told first before told later, in that order."""
        fresh: set[tuple[int, int]] = set()
        for place in places:
            self.asked.add(place)
            fact = self._known[place][1]
            others: set[int] = set()
            for slot in sought_by(fact, other_names(fact, self._names)):
                if filed := self._filed.get(slot):  # most slots hold nobody
                    others.update(_beside(filed, place))
            others.discard(place)
            mine, seen = self.seen[place], self.seen
            near = {other for other in others if worth(mine, seen[other])} | self._named[place]
            fresh.update((min(place, other), max(place, other)) for other in near)
        fresh -= self._pairs
        self._pairs |= fresh
        return sorted(fresh)


def _beside(filed: Sequence[int], place: int) -> Sequence[int]:
    """The facts of a slot to compare one with: all of a small slot; of a large one those told nearest before and after it."""
    if len(filed) <= 2 * NEAREST:
        return filed
    at = bisect_left(filed, place)
    return filed[max(at - NEAREST, 0) : at + NEAREST]


def other_names(fact: Fact, names: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The keys of a fact's entities with all their other names."""
    keys = keys_of(fact.entities)
    return tuple(dict.fromkeys(name for key in keys for name in names.get(key, (key,)))) if names else keys


def _decide(found: Sequence[Reign], first: int, second: int, known: Sequence[tuple[str, Fact]], fixed: set[int]) -> None:
    """Let one of two facts close the other; `first` was told before `second` or stands before it."""
    for heir, gone in ((first, second), (second, first)):
        if known[heir][1].supersedes == known[gone][0]:
            _replace(found[gone], found[heir])
            fixed.add(gone)
            return
    one, two = found[first], found[second]
    if one.fact.told is None or two.fact.told is None:
        return  # undated pages are kept by hand; only `supersedes` closes what stands there
    earlier, later = _statement(one), _statement(two)
    if later.mark is Mark.FIX and later.since is None:
        if first not in fixed and (why := closing(earlier, later)):
            two.start = one.start
            _settle(one, two, why, one.start)
    elif _comes_first(one, two, earlier, later):
        if first not in fixed and not (_together(one, two) and not (later.mark and one.fact.source.path == two.fact.source.path)):
            _close(one, two, earlier, later)
    elif second not in fixed:
        _close(two, one, later, earlier)


def _statement(reign: Reign) -> Statement:
    """The fact, read; its reign now starts and ends as it says."""
    statement = read(reign.fact)
    if not reign.read:
        reign.start, reign.end, reign.read = start_of(statement), reign.end or end_of(statement), True
    return statement


def _comes_first(one: Reign, two: Reign, earlier: Statement, later: Statement) -> bool:
    """Whether what was told first also held first. "Since …" knew better than what was told meanwhile without a day."""
    return _start(one) <= _start(two) or (later.held and earlier.since is None)


def _start(reign: Reign) -> dt.date:
    return reign.start or dt.date.min


def _together(one: Reign, two: Reign) -> bool:
    """Whether both were told on one day, and then are both meant."""
    return one.start == two.start and one.fact.told == two.fact.told


def _close(early: Reign, late: Reign, old: Statement, new: Statement) -> None:
    """Let what holds later close what holds earlier, if it contradicts it; not compared where it could change nothing."""
    until = end_of(new)
    if not _sooner(early, late.start if until is None else new.until) and (until is not None or closed_whole(old)):
        return
    if until is None:
        if why := closing(old, new):
            _settle(early, late, why, late.start)
    elif old.lasting and old.content and old.content <= new.content and not closing(old, new):
        _settle(early, late, Closing(ANNOUNCED), new.until)


def _from_outside(old: Reign, new: Reign) -> bool:
    """Whether somebody outside says what would end a fact of the owner or the agent: that ends nothing."""
    return new.fact.origin == "untrusted" and old.fact.origin != "untrusted"


def _settle(early: Reign, late: Reign, why: Closing, day: dt.date | None) -> None:
    if _from_outside(early, late):
        return
    if why.share < WHOLE:
        early.part = late.fact
    elif _sooner(early, day):
        early.end, early.successor, early.rule = day, late.fact, why.rule
        late.closes = True


def _sooner(early: Reign, day: dt.date | None) -> bool:
    """Whether an end on this day would come before the one it has."""
    return early.end is None or (day is not None and (day < early.end or (day == early.end and early.rule == ANNOUNCED)))


def _replace(old: Reign, new: Reign) -> None:
    """`supersedes` always wins, unless it comes from outside."""
    if _from_outside(old, new):
        return
    day = new.start or old.start or dt.date.min
    old.end, old.successor, old.rule = day if old.start is None else max(day, old.start), new.fact, NAMED
    new.closes = True

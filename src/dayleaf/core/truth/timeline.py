"""From when until when each fact was true, whatever order the reports came in; and how it stands on a day.

Theory of operation. Every fact holds from the day it says ("since", "ab", `when=`), else from the day it was told. Of two
that contradict each other the one that holds from later closes the other on that day; nothing depends on the order in which
they came. Three things reach further: a correction without a day of its own takes back what it corrects from its very
beginning; a sentence that says "since" knew better than whatever was told in between without a day; and `supersedes`
closes what it names whatever the words say. What holds for a limited time covers the ordinary state and does not close it.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from dayleaf.core.fact import Fact, Kind, Source, entity_key
from dayleaf.core.truth.closing import WHOLE, Closing, closing
from dayleaf.core.truth.reading import read
from dayleaf.core.truth.slots import slots_of, sought_by, worth
from dayleaf.core.truth.statement import Mark, Statement

Standing = Literal["current", "past", "future"]

DAY = dt.timedelta(days=1)
ANNOUNCED = "its end was announced"


@dataclass(slots=True)
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
    """

    fact: Fact
    start: dt.date | None
    end: dt.date | None = None
    successor: Fact | None = None
    part: Fact | None = None
    rule: str = ""
    closes: bool = False

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
    if when is not None and until == when.end and when.start is not None and until - when.start == DAY and (statement.mark or statement.claims):
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
    pairs = _pairs(known, names or {}, asked)
    shared = {place for pair in pairs for place in pair}
    found = [Reign(fact, *_span(fact, starts or place in shared)) for place, (_, fact) in enumerate(known)]
    fixed: set[int] = set()
    for first, second in pairs:
        _decide(found, first, second, known, fixed)
    return {id: found[place] for place, (id, _) in enumerate(known)}


def _span(fact: Fact, starts: bool) -> tuple[dt.date | None, dt.date | None]:  # noqa: FBT001
    """From when until when a fact holds by its own words; read only where they may say so."""
    timed = fact.when is not None or (_STARTING if starts else _ENDING).search(fact.text)
    if fact.kind is Kind.PASSAGE or not timed:
        return fact.told, None
    statement = read(fact)
    return start_of(statement), end_of(statement)


_ENDING = re.compile(r"\b(?:until|till|through|bis|from|von|vom|between|zwischen)\b.{0,30}\d", re.IGNORECASE)
_STARTING = re.compile(r"\d|\b(?:since|from|starting|effective|ab|seit|bis|until|till|gestern|yesterday|last|letzte|nächste|next)", re.IGNORECASE)


def _told(fact: Fact) -> tuple[dt.date, Source]:
    return fact.told or dt.date.min, fact.source


def _pairs(known: Sequence[tuple[str, Fact]], names: Mapping[str, Sequence[str]], asked: Collection[str] | None) -> list[tuple[int, int]]:
    """The places of every two facts that share a slot or name each other, the one told first before the other, in that order."""
    filed: defaultdict[int, list[int]] = defaultdict(list)
    places = {id: place for place, (id, _) in enumerate(known)}
    for place, (_, fact) in enumerate(known):
        for slot in slots_of(fact):
            filed[slot].append(place)
    pairs: set[tuple[int, int]] = set()
    ahead = list(range(len(known))) if asked is None else [places[id] for id in asked if id in places]
    seen = set(ahead)
    while ahead:
        place = ahead.pop()
        fact = known[place][1]
        others = {other for slot in sought_by(fact, other_names(fact, names)) for other in filed.get(slot, ()) if other != place}
        for other in others:
            pair = (min(place, other), max(place, other))
            if pair in pairs or not worth(fact, known[other][1]):
                continue
            pairs.add(pair)
            if other not in seen:
                seen.add(other)
                ahead.append(other)
    for place, (_, fact) in enumerate(known):
        named = places.get(fact.supersedes or "")
        if named is not None and named != place:
            pairs.add((min(place, named), max(place, named)))
    return sorted(pairs)


def other_names(fact: Fact, names: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The keys of a fact's entities with all their other names."""
    return tuple(dict.fromkeys(name for key in map(entity_key, fact.entities) for name in names.get(key, (key,))))


def _decide(found: Sequence[Reign], first: int, second: int, known: Sequence[tuple[str, Fact]], fixed: set[int]) -> None:
    """Let one of two facts close the other; `first` was told before `second` or stands before it."""
    for heir, gone in ((first, second), (second, first)):
        if known[heir][1].supersedes == known[gone][0]:
            _replace(found[gone], found[heir])
            fixed.add(gone)
            return
    one, two = found[first], found[second]
    if one.start is None or two.start is None or one.fact.told is None or two.fact.told is None:
        return  # undated pages are kept by hand; only `supersedes` closes what stands there
    earlier, later = read(one.fact), read(two.fact)
    if later.mark is Mark.FIX and later.since is None:
        if (why := closing(earlier, later)) and first not in fixed:
            two.start = min(one.start, two.start)
            _settle(one, two, why, one.start)
        return
    early, late, old, new, gone = one, two, earlier, later, first
    knew = later.held and earlier.since is None  # "since …" knew better than what was told meanwhile without a day
    if one.start > two.start and not knew:
        early, late, old, new, gone = two, one, later, earlier, second
    elif one.start == two.start and one.fact.told == two.fact.told and not (new.mark and one.fact.source.path == two.fact.source.path):
        return  # told together: both are meant
    if gone in fixed:
        return
    if end_of(new) is None:
        if why := closing(old, new):
            _settle(early, late, why, late.start)
    elif old.lasting and old.content and old.content <= new.content and not closing(old, new):
        _settle(early, late, Closing(ANNOUNCED), new.until)


def _settle(early: Reign, late: Reign, why: Closing, day: dt.date | None) -> None:
    if why.share < WHOLE:
        early.part = late.fact
    elif early.end is None or (day is not None and (day < early.end or (day == early.end and early.rule == ANNOUNCED))):
        early.end, early.successor, early.rule = day, late.fact, why.rule
        late.closes = True


def _replace(old: Reign, new: Reign) -> None:
    """`supersedes` always wins."""
    day = new.start or old.start or dt.date.min
    old.end, old.successor, old.rule = day if old.start is None else max(day, old.start), new.fact, "named by its successor"
    new.closes = True

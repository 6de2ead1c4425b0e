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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from dayleaf.core.fact import Fact, Kind, Source, entity_key
from dayleaf.core.truth.closing import WHOLE, closing
from dayleaf.core.truth.reading import read
from dayleaf.core.truth.slots import slots_of, sought_by
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


def reigns(facts: Iterable[Fact], names: Mapping[str, Sequence[str]] | None = None, *, starts: bool = True) -> dict[str, Reign]:
    """The reign of each fact by its id, given all facts that share slots with each other, in any order.

    Args:
        facts: the facts.
        names: entity key → the keys of all names of that entity, where it has several.
        starts: whether the first day matters of facts that share a slot with no other; False saves reading them.
    """
    known = sorted({fact.id: fact for fact in facts}.values(), key=_told)
    pairs = _pairs(known, names or {})
    shared = {fact.id for pair in pairs for fact in pair}
    spans = {fact.id: Reign(fact, *_span(fact, starts or fact.id in shared)) for fact in known}
    fixed: set[str] = set()
    for old, new in pairs:
        _decide(spans, read(old), read(new), fixed)
    return spans


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


def _pairs(facts: Sequence[Fact], names: Mapping[str, Sequence[str]]) -> list[tuple[Fact, Fact]]:
    """Every two facts that share a slot or name each other, the one told first before the other, in the order told."""
    filed: defaultdict[int, set[int]] = defaultdict(set)
    by_id = {fact.id: place for place, fact in enumerate(facts)}
    for place, fact in enumerate(facts):
        for slot in slots_of(fact):
            filed[slot].add(place)
    pairs = set()
    for place, fact in enumerate(facts):
        others = set().union(*(filed.get(slot, ()) for slot in sought_by(fact, other_names(fact, names))))
        others.update(named for named in (by_id.get(fact.supersedes or ""),) if named is not None)
        pairs.update((min(place, other), max(place, other)) for other in others if other != place)
    return [(facts[first], facts[second]) for first, second in sorted(pairs)]


def other_names(fact: Fact, names: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The keys of a fact's entities with all their other names."""
    return tuple(dict.fromkeys(name for key in map(entity_key, fact.entities) for name in names.get(key, (key,))))


def _decide(spans: dict[str, Reign], first: Statement, second: Statement, fixed: set[str]) -> None:
    """Let one of two statements close the other; `first` was told before `second` or stands before it."""
    for new, old in ((first, second), (second, first)):
        if new.fact.supersedes == old.fact.id:
            _close(spans[old.fact.id], spans[new.fact.id], "named by its successor", fixed)
            return
    one, two = spans[first.fact.id], spans[second.fact.id]
    if one.start is None or two.start is None or first.fact.told is None or second.fact.told is None:
        return  # undated pages are kept by hand; only `supersedes` closes what stands there
    if second.mark is Mark.FIX and second.since is None:
        if why := closing(first, second):
            two.start = min(one.start, two.start)
            _settle(one, two, why.rule, why.share, one.start, fixed)
        return
    old, new, early, late = (first, second, one, two) if one.start <= two.start else (second, first, two, one)
    knew = second.held and old is second and first.since is None
    if knew:
        old, new, early, late = first, second, one, two
    if one.start == two.start and first.fact.told == second.fact.told and not (second.mark and first.fact.source.path == second.fact.source.path):
        return  # told together: both are meant
    if end_of(new) is not None:
        if old.content and old.content <= new.content and old.lasting and not closing(old, new):
            _settle(early, late, ANNOUNCED, 1.0, new.until, fixed)
        return
    if why := closing(old, new):
        _settle(early, late, why.rule, why.share, late.start, fixed)


def _settle(early: Reign, late: Reign, rule: str, share: float, day: dt.date | None, fixed: set[str]) -> None:
    if early.fact.id in fixed or late.fact.supersedes == early.fact.id:
        return
    if share < WHOLE:
        early.part = late.fact
        return
    if early.end is None or (day is not None and (day < early.end or (day == early.end and early.rule == ANNOUNCED))):
        early.end, early.successor, early.rule = day, late.fact, rule
        late.closes = True


def _close(old: Reign, new: Reign, rule: str, fixed: set[str]) -> None:
    """`supersedes` always wins."""
    day = new.start or old.start or dt.date.min
    old.end, old.successor, old.rule = day if old.start is None else max(day, old.start), new.fact, rule
    new.closes = True
    fixed.add(old.fact.id)

"""The first turn that says too little: a handful of facts to stand on, chosen by what they are, the same every time."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Collection, Sequence

from dayleaf.core.fact import Fact, Kind, entity_key
from dayleaf.core.regex import regex

GROUNDING = 5
"""Entries; RockBot's number."""

AHEAD = 60
"""Days ahead that a commitment counts as near."""

FADING = 120.0
"""Days after which freshness counts half."""

_KIND = {Kind.OPINION: 0.55, Kind.WORLD: 0.5, Kind.OBSERVATION: 0.5, Kind.EXPERIENCE: 0.35, Kind.PASSAGE: 0.1}
_LASTING = ("user-preferences", "anti-patterns", "project-context", "active-plans", "identity")
_OPEN = regex(
    r"\b(?:until|deadline|due|by (?:mon|tues|wednes|thurs|fri|satur|sun)day|promised|to ?do|must|has to|have to|owes?|waiting for|plans? to"
    r"|bis (?:zum|zur)|frist|fällig|versprochen|muss|müssen|schuldet|wartet auf|will noch|offen)\b",
    re.IGNORECASE,
)


def grounding(facts: Sequence[Fact], core: Collection[str], today: dt.date, count: int = GROUNDING) -> tuple[Fact, ...]:
    """The facts that ground a context best, best first.

    Weighed by kind and confidence, a lasting category, entities that the core pages name or many facts mention, freshness, and
    an open commitment. Of one entity two at most. Nothing untrusted, nothing that the core pages say anyway.

    Args:
        facts: candidates, all of them true today.
        core: `entity_key` of the names that stand on the core pages.
        today: the day.
        count: how many at most.
    """
    trusted = [fact for fact in facts if fact.origin != "untrusted"]
    used = Counter(key for fact in trusted for key in set(map(entity_key, fact.entities)))
    most = max(used.values(), default=1)

    def weight(fact: Fact) -> float:
        keys = set(map(entity_key, fact.entities))
        known = max((used[key] / most for key in keys), default=0.0)
        sure = 0.0 if fact.confidence is None else 0.4 * (fact.confidence - 0.5)
        lasting = 0.3 * ((fact.category or "").split("/")[0] in _LASTING)
        return (
            _KIND[fact.kind]
            + sure
            + lasting
            + 0.3 * bool(keys & set(core))
            + 0.2 * known
            + 0.5 * _fresh(fact, today)
            + _pending(fact, today)
        )

    chosen: list[Fact] = []
    shown: Counter[str] = Counter()
    texts: set[str] = set()
    for fact in sorted(trusted, key=lambda fact: (-round(weight(fact), 6), fact.source, fact.id)):
        keys = set(map(entity_key, fact.entities))
        plain = " ".join(fact.text.casefold().split())
        if len(chosen) == count or plain in texts or any(shown[key] >= 2 for key in keys):
            continue
        chosen.append(fact)
        texts.add(plain)
        shown.update(keys)
    return tuple(chosen)


def _fresh(fact: Fact, today: dt.date) -> float:
    """1 for today, a half after `FADING` days; undated facts (bank pages) are kept up, so a half."""
    if fact.told is None:
        return 0.5
    return FADING / (FADING + max((today - fact.told).days, 0))


def _pending(fact: Fact, today: dt.date) -> float:
    """What an open commitment adds: an event ahead, or words that say something is still to be done and is not old."""
    when = fact.when
    if when is not None and when.start is not None and 0 <= (when.start - today).days <= AHEAD:
        return 0.5
    recent = fact.told is not None and 0 <= (today - fact.told).days <= AHEAD
    return 0.3 if recent and _OPEN.search(fact.text) else 0.0

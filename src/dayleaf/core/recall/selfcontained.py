"""The text of a fact as it is embedded: self-contained, so that its vector knows who, when and what about."""

from __future__ import annotations

import datetime as dt

from dayleaf.core.digest import blake2b
from dayleaf.core.fact import Fact

COMPOSITION = 1
"""Changes with what `self_contained` makes of a fact, so that vectors of another text are not taken for these."""

LONGEST = 1600
"""Characters that are embedded of one fact: the 512 tokens that small models read, in most languages."""

_PLAIN_HEADINGS = frozenset({"retain", "log", "notes"})


def self_contained(fact: Fact) -> str:
    """The day, the headings, the names that the text itself does not say, and the text; empty when there is no text.

    Neighbouring lines are left out on purpose: they blur short facts, and ranking looks at neighbours anyway.
    """
    text = fact.text.strip()
    if not text:
        return ""
    low = text.casefold()
    names = ", ".join(name for name in fact.entities if name.replace("-", " ").casefold() not in low)
    day = _spelled(fact.told) if fact.told else ""
    headings = [heading for heading in fact.heading if not _says_nothing(heading, fact.told)]
    frame = ", ".join(part for part in (day, *headings, names) if part)
    return f"{frame}: {text}"[:LONGEST] if frame else text[:LONGEST]


def key_of(text: str) -> int:
    """What the vector of a text is kept under: 64 bits of BLAKE2b, never 0; 0 for the empty text, which has no vector."""
    if not text:
        return 0
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big") or 1


def _spelled(day: dt.date) -> str:
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


_MONTHS = "January February March April May June July August September October November December".split()


def _says_nothing(heading: str, told: dt.date | None) -> bool:
    plain = heading.strip().casefold()
    return plain in _PLAIN_HEADINGS or (told is not None and plain == told.isoformat())

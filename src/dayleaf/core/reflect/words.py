"""The headings of generated sections, in English and German, and which language a page's facts are written in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from dayleaf.core.regex import regex
from dayleaf.core.terms.stop import language

_WORD = regex(r"[^\W\d_]+")


class Words(NamedTuple):
    """What a section is written with; `{}` stands for a number, a day or a name."""

    short: str
    now: str
    past: str
    opinions: str
    related: str
    home: str
    work: str
    family: str
    taste: str
    noticed: str
    other: str
    since: str
    until: str
    inferred: str
    evidence: str
    together: str
    also: str
    more: str
    same: str
    by_hand: str


ENGLISH = Words(
    "In short", "Now", "Timeline", "Opinions", "Related", "Home", "Work", "Family", "Tastes", "Noticed", "Other",
    "since {}", "until {}", "inferred", "{} for, {} against", "{} together, last on {}", "also called {}",
    "{} more: ask `dayleaf recall`", "The same as {}: see {}", "Written inside the generated section",
)  # fmt: skip
GERMAN = Words(
    "Kurz gesagt", "Jetzt", "Zeitleiste", "Meinungen", "Verwandt", "Zuhause", "Arbeit", "Familie", "Vorlieben", "Bemerkt", "Sonstiges",
    "seit {}", "bis {}", "erschlossen", "{} dafür, {} dagegen", "{}-mal zusammen, zuletzt am {}", "auch {} genannt",
    "{} weitere: frage `dayleaf recall`", "Dasselbe wie {}: siehe {}", "Im erzeugten Abschnitt geschrieben",
)  # fmt: skip


def words_for(texts: Iterable[str]) -> Words:
    """The words for a section about these texts: German if more of them are German than English."""
    told = Counter(language(_WORD.findall(text)) for text in texts)
    return GERMAN if told["de"] > told["en"] else ENGLISH

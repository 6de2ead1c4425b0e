"""File what the machine derived: a category by vocabulary, for facts of the bank that have none. What people wrote is never touched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dayleaf.core.dream.words import key_of
from dayleaf.core.dream.writing import line_starts, reading, same_bullet
from dayleaf.core.fact import Fact, Kind
from dayleaf.core.page.attributes import PINNED
from dayleaf.core.page.edit import Replace
from dayleaf.core.page.place import place_of
from dayleaf.core.page.reading import Role, digest_of
from dayleaf.core.reflection import Decided, Planned
from dayleaf.core.regex import regex

_WORD = regex(r"[^\W\d_]+")

VOCABULARY: dict[str, frozenset[str]] = {
    category: frozenset(map(key_of, words.split()))
    for category, words in {
        "health": "allergic allergy diagnosed diabetes asthma vaccination "
        "penicillin migraine allergisch allergie diagnose diabetiker impfung "
        "asthmatikerin asthmatiker",
        "family": "mother father brother sister son daughter wife husband parents grandmother grandfather aunt uncle cousin niece nephew "
        "mutter vater bruder schwester sohn tochter ehefrau ehemann eltern großmutter großvater oma opa tante onkel nichte neffe "
        "geschwister",
        "pets": "dog cat parrot tortoise hamster rabbit puppy kitten hund katze papagei schildkröte kaninchen welpe hündin kater",
        "work": "employer colleague salary employed freelancer apprentice "
        "arbeitgeber kollege kollegin gehalt angestellt freiberuflich lehrling",
        "location": "lives resides moved wohnt umgezogen wohnhaft",
        "music": "violin piano guitar cello choir orchestra concert geige klavier gitarre chor orchester konzert",
        "food": "vegetarian vegan breakfast recipe cooks bakes vegetarisch vegetarierin vegetarier veganerin rezept kocht backt",
        "travel": "passport visa flight itinerary reisepass visum flug reise",
        "schedule": "appointment deadline meeting termin frist besprechung sitzung",
    }.items()
}
"""Category → words that say what a fact is about, English and German."""


def category_of(fact: Fact) -> str | None:
    """The one category a fact's words speak of; None if none or several do."""
    words = {key_of(found[0]) for found in _WORD.finditer(fact.text)}
    found = [category for category, listed in VOCABULARY.items() if not words.isdisjoint(listed)]
    return found[0] if len(found) == 1 else None


def filed(facts: Iterable[Fact]) -> Iterator[Planned]:
    """Give each derived fact of the bank that has no category the one its words speak of."""
    for fact in facts:
        if not fact.inferred or fact.category is not None or fact.kind is Kind.PASSAGE or ("", PINNED) in fact.extra:
            continue
        if place_of(fact.source.path).role is Role.BANK and (category := category_of(fact)):
            yield _into(fact, category)


def _into(fact: Fact, category: str) -> Planned:
    path = fact.source.path

    def decide(data: bytes | None) -> Decided:
        here = [one for one in reading(path, data or b"").facts if same_bullet(one, fact) and one.category is None]
        if data is None or not here:
            return Decided(None)
        starts = line_starts(data)
        start, end = starts[here[0].source.first - 1], starts[here[0].source.first]
        at = data.find(b"(", start, end) + 1  # it is derived, so it has brackets
        return Decided(Replace(path, at, at, f"cat={category}, ", digest_of(data)) if at else None)

    return Planned(path, f"filed under {category}", decide)

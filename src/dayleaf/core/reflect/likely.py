"""Names that probably mean the same: proposed, never applied. Exact names and aliases need no proposal.

Two names are alike if they are spelled alike once umlauts, accents and titles are put aside; if one is the other with its first names
shortened; if one is a part of the other and of no third; or if one slip of typing lies between long names. Never if their digits differ,
and never if a fact mentions both.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from dayleaf.core.closest import distance
from dayleaf.core.fact import Entity
from dayleaf.core.regex import regex

LONG = 8
"""Letters from which on one slip is more likely a slip than another name: Marta and Maria are two."""

_PART = regex(r"[^\W_]+[+#]*")
Same = TypeVar("Same")
_TITLES = frozenset("dr prof professor doktor herr frau mr mrs ms miss sir dame mag ing dipl med".split())
_UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "å": "aa"}


class Likely(NamedTuple):
    """Two entities that may be one: the one mentioned less, the other, and why."""

    one: Entity
    other: Entity
    why: str


def likely(entities: Sequence[tuple[Entity, int]], together: Mapping[str, frozenset[str]]) -> list[Likely]:
    """Pairs that may be one, each entity at most once as the lesser one; the most mentioned first.

    Args:
        entities: each with the number of facts that mention it.
        together: the slug of an entity → the slugs of those a fact mentions along with it.
    """
    counts = {entity.slug: count for entity, count in entities}
    found: dict[str, Likely] = {}
    for one, other, why in _pairs([entity for entity, _ in entities]):
        if other.slug in together.get(one.slug, ()) or _digits(one.name) != _digits(other.name):
            continue
        less, more = sorted((one, other), key=lambda entity: (_weight(entity, counts), entity.slug))
        found.setdefault(less.slug, Likely(less, more, why))
    return sorted(found.values(), key=lambda pair: (-counts[pair.other.slug], pair.one.slug))


def _weight(entity: Entity, counts: Mapping[str, int]) -> tuple[bool, int, int]:
    return entity.page is not None, counts[entity.slug], len(entity.name)


def _pairs(entities: Sequence[Entity]) -> Iterator[tuple[Entity, Entity, str]]:
    bare = [(parts, entity) for entity in entities if (parts := parts_of(entity.name))]
    yield from _spelled_alike(bare)
    yield from _shortened(bare)
    yield from _contained(bare)
    yield from _slips(bare)


_Bare = Sequence[tuple[tuple[str, ...], Entity]]
"""Entities, each with the parts of its name."""


def _spelled_alike(bare: _Bare) -> Iterator[tuple[Entity, Entity, str]]:
    groups: defaultdict[str, list[Entity]] = defaultdict(list)
    for parts, entity in bare:
        for form in sorted({"".join(parts), "".join(_loose(parts))}):
            groups[form].append(entity)
    for group in groups.values():
        yield from ((one, other, "the same name, spelled otherwise") for one, other in _each(group))


def _shortened(bare: _Bare) -> Iterator[tuple[Entity, Entity, str]]:
    groups: defaultdict[str, list[tuple[tuple[str, ...], Entity]]] = defaultdict(list)
    for parts, entity in bare:
        groups[parts[-1]].append((parts, entity))
    for group in groups.values():
        for (parts, one), (others, other) in _each(group):
            if parts != others and _is_short(parts, others):
                yield one, other, "the same name with a first name shortened"


def _contained(bare: _Bare) -> Iterator[tuple[Entity, Entity, str]]:
    groups: defaultdict[str, list[tuple[tuple[str, ...], Entity]]] = defaultdict(list)
    for parts, entity in bare:
        for part in dict.fromkeys(parts):
            groups[part].append((parts, entity))
    for parts, entity in bare:
        if len("".join(parts)) > _SHORT:
            larger = [other for whole, other in groups[parts[0]] if len(whole) > len(parts) and set(parts) < set(whole)]
            if len(larger) == 1:
                yield entity, larger[0], "a part of that name, and of no other"


def _slips(bare: _Bare) -> Iterator[tuple[Entity, Entity, str]]:
    groups: defaultdict[str, list[tuple[str, Entity]]] = defaultdict(list)
    for parts, entity in bare:
        groups["".join(parts)[:3]].append(("".join(parts), entity))
    for group in groups.values():
        for (name, one), (second, other) in _each(group):
            if min(len(name), len(second)) >= LONG and abs(len(name) - len(second)) <= 1 and distance(name, second) == 1:
                yield one, other, "one slip of typing apart"


def _each(some: Sequence[Same]) -> Iterator[tuple[Same, Same]]:
    """Every pair of a small group; a large one is a crowd, not a likeness."""
    if len(some) <= _CROWD:
        for place, one in enumerate(some):
            yield from ((one, other) for other in some[place + 1 :] if other is not one)


_CROWD = 60
_SHORT = 2


def parts_of(name: str) -> tuple[str, ...]:
    """The parts of a name as they are compared: folded, umlauts spelled out, without titles."""
    folded = name.replace("'", "").replace("’", "").casefold()
    spelled = "".join(_UMLAUTS.get(letter, letter) for letter in unicodedata.normalize("NFC", folded))
    plain = "".join(letter for letter in unicodedata.normalize("NFD", spelled) if unicodedata.category(letter)[0] != "M")
    parts = tuple(_PART.findall(plain))
    return tuple(part for part in parts if part not in _TITLES) or parts


def _loose(parts: Iterable[str]) -> tuple[str, ...]:
    """The same with umlauts that were spelled out taken for plain letters: Müller, Mueller and Muller are one spelling."""
    return tuple(part.replace("ae", "a").replace("oe", "o").replace("ue", "u") for part in parts)


def _is_short(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one is the other with its first names as single letters."""
    if len(one) != len(other) or len(one) < 2:
        return False
    pairs = [(less, more) for less, more in zip(one[:-1], other[:-1], strict=True) if less != more]
    return all(min(len(less), len(more)) == 1 and less[0] == more[0] for less, more in pairs)


def _digits(name: str) -> list[str]:
    return sorted(letter for letter in name if letter.isdigit())

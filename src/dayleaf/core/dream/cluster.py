"""Find the facts that say the same, without comparing each with each.

Theory of operation. Two facts can only be one if they mention the same entities and share words, so facts are filed under their
entities and, of their words, the rarest few: any two that say the same share all words but the handful that `likeness` lets
differ, so they share at least one of the rarest few. Clusters are made of pairs that are the same for certain; what merely says
less joins a cluster only if it is covered by one statement, not by two different ones.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from dayleaf.core.dream.likeness import MOST_ADDED, Likeness, likeness
from dayleaf.core.dream.sense import sense_of
from dayleaf.core.dream.words import SAME, UNITS, key_of
from dayleaf.core.fact import Fact, Kind, Source, entity_key
from dayleaf.core.regex import regex
from dayleaf.core.truth.slots import TOKEN, look, names_of

RAREST = 3
"""Words of a fact under which it is filed for comparison."""

CROWD = 60
"""Facts filed under one word of one entity that are compared with each other; of more, each with those told nearest."""


class Cluster(NamedTuple):
    """Facts that say the same: the one that stays, and those that go, each with why."""

    into: Fact
    parts: tuple[tuple[Fact, str], ...]


Names = Mapping[str, Sequence[str]]
"""Entity key → all names of that entity, the first of which names it."""


def clusters(facts: Mapping[str, Fact], names: Names, closed: Mapping[str, str], frozen: frozenset[str] = frozenset()) -> list[Cluster]:
    """The clusters of some facts, by the place of what stays.

    Args:
        facts: what may be one, by id; passages are left out.
        names: the names of entities that have several.
        closed: id of a fact → id of what replaced it; only facts with the same fate can be one.
        frozen: ids of facts that must stay; they can take others in, but never go.
    """
    known = sorted((Known(id, fact) for id, fact in facts.items() if fact.kind is not Kind.PASSAGE), key=_order)
    groups: defaultdict[tuple[object, ...], list[Known]] = defaultdict(list)
    for one in known:
        groups[one.fact.kind, owners(one.fact, names), closed.get(one.id)].append(one)
    found: list[Cluster] = []
    for group in groups.values():
        if len(group) > 1:
            found += _of_group(group, names, frozen)
    return sorted(found, key=lambda cluster: (cluster.into.told or dt.date.min, cluster.into.source))


class Known(NamedTuple):
    """A fact with its id, which takes a while to compute."""

    id: str
    fact: Fact


def _order(one: Known) -> tuple[dt.date, Source, str]:
    return one.fact.told or dt.date.min, one.fact.source, one.id


def owners(fact: Fact, names: Names) -> tuple[str, ...]:
    """The keys of the entities a fact mentions, each under its first name, sorted."""
    return tuple(sorted({entity_key(several[0]) if (several := names.get(key)) else key for key in map(entity_key, fact.entities)}))


def _spellings(fact: Fact, names: Names) -> tuple[tuple[str, ...], ...]:
    """All names of each entity of a fact, in one order for every spelling of the mention."""
    found = {}
    for name in fact.entities:
        several = names.get(entity_key(name))
        found[entity_key(several[0] if several else name)] = (*several, name) if several else (name,)
    return tuple(found[key] for key in sorted(found))


def _of_group(group: Sequence[Known], names: Names, frozen: frozenset[str]) -> list[Cluster]:
    senses = {}
    by_id = {one.id: one for one in group}
    same: dict[str, set[str]] = defaultdict(set)
    above: dict[str, set[str]] = defaultdict(set)
    for one, other in _pairs(group):
        for each in (one, other):
            if each.id not in senses:
                senses[each.id] = sense_of(each.fact, _spellings(each.fact, names))
        match likeness(one.fact, other.fact, senses[one.id], senses[other.id]):
            case Likeness.SAME:
                same[one.id].add(other.id)
                same[other.id].add(one.id)
            case Likeness.RICHER:
                above[one.id].add(other.id)
            case Likeness.POORER:
                above[other.id].add(one.id)
            case None:
                pass
    if not same and not above:
        return []
    return list(_joined(by_id, same, above, frozen))


def _pairs(group: Sequence[Known]) -> list[tuple[Known, Known]]:
    """The pairs worth comparing, each once, in a fixed order."""
    words = [_words(one.fact) for one in group]
    plain = [_plain_numbers(one.fact.text) for one in group]
    rows = Counter(word for some in words for word in some)
    filed: defaultdict[str, list[int]] = defaultdict(list)
    for at, some in enumerate(words):
        for word in sorted(some, key=lambda word: (rows[word], word)):
            filed[word].append(at)
    met: set[tuple[int, int]] = set()
    for at, some in enumerate(words):
        rare = [word for word in sorted(some, key=lambda word: (rows[word], word)) if rows[word] > 1][:RAREST]
        for word in rare:
            beside = filed[word]
            if len(beside) > CROWD:
                place = beside.index(at)
                beside = beside[max(place - CROWD // 2, 0) : place + CROWD // 2]
            met.update(
                (min(at, other), max(at, other))
                for other in beside
                if other != at and _near(some, words[other]) and _may_agree(plain[at], plain[other])
            )
    return [(group[first], group[second]) for first, second in sorted(met)]


def _plain_numbers(text: str) -> frozenset[str] | None:
    """The numbers of a text if they can be written in one way only: whole, and beside no unit, sign or clock; else None."""
    if _FANCY.search(text):
        return None
    found = _DIGITS.findall(text)
    if any(key in UNITS or key in _CLOCK for _, word in found if (key := key_of(word))):
        return None
    return frozenset(number for number, _ in found)


_FANCY = regex(r"\d[.,:/+-]\d|[%€$£]|\d[^\W\d]")
_DIGITS = regex(r"(\d+)(?:\s+([^\W\d]+))?")
_CLOCK = frozenset(("am", "pm", "uhr", "oclock", "o"))


def _may_agree(one: frozenset[str] | None, other: frozenset[str] | None) -> bool:
    """Whether the numbers of one text may all be told by the other; asked before the texts are compared, which takes far longer."""
    return one is None or other is None or one <= other or other <= one


def _words(fact: Fact) -> frozenset[str]:
    """The stems of a fact, in which every wording of it agrees; numbers and units apart, for they are written in many ways."""
    found = frozenset(
        stem for raw in TOKEN.findall(fact.text) for part in (raw.split("-") if "-" in raw else (raw,)) if (stem := _stem(part))
    ) - names_of(fact.entities)
    return found or frozenset((fact.text.casefold(),))


@lru_cache(65_536)
def _stem(word: str) -> str:
    key = key_of(word)
    seen = look(SAME.get(key, word))
    return "" if seen.number or key in UNITS else seen.stem


def _near(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two facts may say the same, or one more than the other: one has all words of the other, or one of each is misspelt."""
    mine, theirs = one - other, other - one
    if not mine or not theirs:
        return max(len(mine), len(theirs)) <= MOST_ADDED
    if len(mine) != 1 or len(theirs) != 1:
        return False
    ((first,), (second,)) = mine, theirs
    return first[:2] == second[:2] and abs(len(first) - len(second)) <= _ENDING


_ENDING = 2
"""Letters that the stems of a word and of its misspelling may differ by."""


def _joined(
    by_id: Mapping[str, Known], same: Mapping[str, set[str]], above: Mapping[str, set[str]], frozen: frozenset[str]
) -> Iterable[Cluster]:
    """Clusters out of pairs: first those that say the same, then each under the one cluster that says more."""
    block: dict[str, frozenset[str]] = {}
    for id in by_id:
        if id not in block:
            members = frozenset(member for member in _certain(id, same) if member not in block)
            block.update(dict.fromkeys(members, members))
    blocks = list(dict.fromkeys(block[id] for id in by_id))
    over = {some: {block[high] for id in some for high in above.get(id, ())} - {some} for some in blocks}
    taken: dict[frozenset[str], frozenset[str]] = {}
    for some in blocks:
        if heir := _only_heir(some, over):
            taken[some] = heir
    for some in blocks:
        if some in taken:
            continue
        below = [other for other in blocks if _root(other, taken) is some and other is not some]
        into = min((by_id[id] for id in some), key=partial(_worth, frozen))
        parts = [(one, Likeness.SAME.value) for one in sorted((by_id[id] for id in some), key=_order) if one is not into]
        parts += [(one, Likeness.RICHER.value) for other in below for one in sorted((by_id[id] for id in other), key=_order)]
        if going := tuple((one.fact, why) for one, why in parts if one.id not in frozen):
            yield Cluster(into.fact, going)


def _certain(id: str, same: Mapping[str, set[str]]) -> frozenset[str]:
    """All that say the same as a fact, pair by pair each with each; a chain of small differences is no sameness."""
    members = [id]
    for other in sorted(same.get(id, ())):
        if all(other in same.get(member, ()) for member in members):
            members.append(other)
    return frozenset(members)


def _only_heir(some: frozenset[str], over: Mapping[frozenset[str], set[frozenset[str]]]) -> frozenset[str] | None:
    """The one cluster that says more than this; None if none does, or two that do not say the same."""
    above = over[some]
    tops = [one for one in above if all(other is one or one in over.get(other, ()) for other in above)]
    return tops[0] if len(tops) == 1 and tops[0] is not some else None


def _root(some: frozenset[str], taken: Mapping[frozenset[str], frozenset[str]]) -> frozenset[str]:
    seen = {some}
    while (heir := taken.get(some)) is not None and heir not in seen:
        some = heir
        seen.add(some)
    return some


def _worth(frozen: frozenset[str], one: Known) -> tuple[bool, int, tuple[object, ...]]:
    """Which of several that say the same stays: one that must, else the one with most in its brackets, else the first told."""
    fact = one.fact
    said = sum(value is not None for value in (fact.when, fact.category, fact.confidence, fact.supersedes, fact.name, fact.origin))
    return one.id not in frozen, -said, _order(one)


def uncovered(cluster: Cluster) -> list[str]:
    """What the brackets of the parts say and those of the survivor do not; a merge must lose none of it."""
    lost = []
    for fact, _ in cluster.parts:
        for name in ("when", "category", "confidence", "supersedes"):
            said = getattr(fact, name)
            if said is not None and said != getattr(cluster.into, name):
                lost.append(f"{name} of {fact.id}")
    return lost

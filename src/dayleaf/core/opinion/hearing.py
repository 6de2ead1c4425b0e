"""The facts that may be evidence, filed so that an opinion is compared only with those that speak of what it is about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dayleaf.core.entry import keys_of
from dayleaf.core.fact import Fact
from dayleaf.core.opinion.belief import Belief
from dayleaf.core.opinion.sense import DOING
from dayleaf.core.opinion.stance import COVERED
from dayleaf.core.opinion.words import TELLING
from dayleaf.core.truth.slots import TOKEN, glance, look, names_of


class Heard(NamedTuple):
    """A fact, looked at once.

    Attributes:
        fact: the fact.
        id: its id.
        stems: those of its content and of the names it mentions.
        labels: the attributes it may give a value.
        tells: whether a word of it may say how somebody values a thing.
    """

    fact: Fact
    id: str
    stems: frozenset[str]
    labels: frozenset[str]
    tells: bool


class Hearing:
    """All facts of a pass, in the order they were told."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._by_key: dict[str, list[Heard]] = defaultdict(list)
        self._by_word: dict[tuple[str, str], list[Heard]] = defaultdict(list)
        for fact in sorted(facts, key=lambda fact: (fact.told, fact.source)):
            seen = glance(fact)
            if not seen.content and not seen.filed:
                continue
            tells = any(look(raw).key in TELLING for raw in TOKEN.findall(fact.text))
            heard = Heard(
                fact, fact.id, seen.content | names_of(fact.entities), frozenset(label for label in seen.filed if label[0] != "~"), tells
            )
            for key in keys_of(fact.entities) or ("",):
                self._by_key[key].append(heard)
                for stem in heard.stems:
                    self._by_word[key, stem].append(heard)

    def knows(self, keys: frozenset[str]) -> bool:
        """Whether any fact mentions one of these keys."""
        return any(key in self._by_key for key in keys or ("",))

    def of(self, belief: Belief, keys: frozenset[str]) -> list[Heard]:
        """The facts worth reading for a belief about the one these keys mean (no keys: about nobody), each once."""
        found: dict[str, Heard] = {}
        for key in sorted(keys) or [""]:
            for heard in self._near(belief, key):
                found[heard.id] = heard
        return list(found.values())

    def _near(self, belief: Belief, key: str) -> Sequence[Heard]:
        needed = belief.needed
        if not needed and not belief.values:
            return self._by_key.get(key, ())
        said = [heard for heard in self._rarest(key, needed) if _speaks(belief, heard)] if needed else []
        if not belief.values:
            return said
        labels = frozenset(glance(belief.statement.fact).filed)
        return [*said, *(heard for heard in self._by_key.get(key, ()) if labels & heard.labels)]

    def _rarest(self, key: str, needed: frozenset[str]) -> Sequence[Heard]:
        return min((self._by_word.get((key, stem), ()) for stem in needed), key=len)


def _speaks(belief: Belief, heard: Heard) -> bool:
    """Whether a fact holds the words of a belief without which `judge` hears nothing of it in it."""
    if not belief.needed <= heard.stems or not (belief.axis == DOING or heard.tells):
        return False
    mods, rest = (
        frozenset(term for term in some if not term.startswith("v ") and not term[0].isdigit()) for some in (belief.mods, belief.context)
    )
    if 2 * len(mods - heard.stems) > len(belief.mods) + (len(belief.mods) % 2):
        return False
    weight = 2 * len(belief.core) + len(belief.mods) + len(belief.context)
    return weight - len(mods - heard.stems) - len(rest - heard.stems) >= COVERED * weight


def _plain(terms: frozenset[str]) -> frozenset[str]:
    """The terms that are stems, so that a glance finds them."""
    return frozenset(term for term in terms if not term.startswith("v ") and not term[0].isdigit())

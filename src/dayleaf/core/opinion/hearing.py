"""The facts that may be evidence, filed so that an opinion is compared only with those that speak of what it is about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dayleaf.core.entry import keys_of
from dayleaf.core.fact import Fact
from dayleaf.core.opinion.belief import Belief
from dayleaf.core.opinion.sense import DOING
from dayleaf.core.opinion.words import TELLING
from dayleaf.core.truth.slots import TOKEN, glance, look, names_of


class Heard(NamedTuple):
    """A fact, looked at once.

    Attributes:
        fact: the fact.
        id: its id.
        stems: those of its content and of the names it mentions.
        filed: whether it may give an attribute a value.
        tells: whether a word of it may say how somebody values a thing.
    """

    fact: Fact
    id: str
    stems: frozenset[str]
    filed: bool
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
            heard = Heard(fact, fact.id, seen.content | names_of(fact.entities), bool(seen.filed), tells)
            for key in keys_of(fact.entities) or ("",):
                self._by_key[key].append(heard)
                for stem in heard.stems:
                    self._by_word[key, stem].append(heard)

    def of(self, belief: Belief, keys: frozenset[str]) -> list[Heard]:
        """The facts worth reading for a belief about the one these keys mean (no keys: about nobody), each once."""
        found: dict[str, Heard] = {}
        for key in sorted(keys) or [""]:
            for heard in self._near(belief, key):
                found[heard.id] = heard
        return list(found.values())

    def _near(self, belief: Belief, key: str) -> Sequence[Heard]:
        needed = belief.needed
        if belief.values or (not needed and not belief.core):
            return [heard for heard in self._by_key.get(key, ()) if heard.filed or needed <= heard.stems]
        if not needed:
            return self._by_key.get(key, ())
        rarest = min((self._by_word.get((key, stem), ()) for stem in needed), key=len)
        told = belief.axis == DOING
        return [heard for heard in rarest if (told or heard.tells) and needed <= heard.stems]

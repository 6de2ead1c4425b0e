"""Whether a later sentence reports how something now stands that an older one speaks of: reason to read it first, not to close the old.

`closing` needs certainty, for a fact wrongly closed is worse than one left open. Order needs less: of two sentences about the same thing
that answer a question equally well, the one that reports a change is what a person wants to read first.
"""

from __future__ import annotations

from dayleaf.core.fact import Fact, Kind, entity_key
from dayleaf.core.truth import words as w
from dayleaf.core.truth.reading import read
from dayleaf.core.truth.slots import glanced
from dayleaf.core.truth.statement import Mark, Statement

SHORTEST = 4
"""Letters of a stem that is looked for inside a longer one: Metall in Pfeifenmetall."""


def may_be_news(fact: Fact) -> bool:
    """A glance at whether a fact may report a change; most do not."""
    if fact.told is None or fact.kind in (Kind.PASSAGE, Kind.OBSERVATION):
        return False
    seen = glanced(fact)
    return seen.change or "wieder" in fact.text or "bleib" in fact.text or "remain" in fact.text


def ends_it(new: Fact) -> bool:
    """Whether a fact tells the end of what it is filed under, and of nothing else: `The Kangoo is sold`."""
    said = read(new)
    if said.mark is not Mark.END or said.unsure:
        return False
    verb = next((word for word in said.words if word.key in w.OVER), None)
    if verb is None:
        return False
    part = [word for word in said.words if word.segment == verb.segment]
    return any(word.named for word in part) and not any(word.counts and word is not verb for word in part)


def is_news(new: Fact, old: Fact) -> bool:
    """Whether `new`, told later of the same entity, reports a change of something that `old` speaks of."""
    said = read(new)
    if said.unsure or not (said.mark in (Mark.CHANGE, Mark.END, Mark.FIX) or _says_now(said) or _recounts(said)):
        return False
    whole = set(map(entity_key, old.entities)) <= set(map(entity_key, new.entities))
    return any(_akin(one, two, whole=whole) for one in _topics(said) for two in _topics(read(old)))


def _says_now(statement: Statement) -> bool:
    """`now`, `inzwischen`; not `new` and not "from May on", which may speak of one more thing."""
    return statement.mark is Mark.NOW and any(word.key in _NOW for word in statement.words if not word.masked)


_NOW = w.NOW - w.WEAK - frozenset("new neu neue neuer neues neuen neuem".split())


def _topics(statement: Statement) -> set[str]:
    """What it speaks of; the verbs of state and of taste say that of anything."""
    return {
        word.stem
        for word in statement.words
        if word.counts and not word.number and len(word.stem) >= SHORTEST and word.key not in _OF_ANYTHING
    }


_OF_ANYTHING = w.LIKES | w.HATES | w.BEAR | w.MANY | w.OPEN | w.FAMILY.keys() | w.CALLED


def _akin(one: str, two: str, *, whole: bool) -> bool:
    """The same stem, or a compound and its last part: Pfeifenmetall is Metall.

    Its first part tells less (an Orgelweihe is no Orgel), and counts only in a sentence about all that the other is about (`whole`).
    """
    short, long = sorted((one, two), key=len)
    return short == long or (len(long) >= len(short) + 3 and (long.endswith(short) or (whole and long.startswith(short))))


def _recounts(statement: Statement) -> bool:
    """`es bleiben zwei`, `that makes three again`: how many there are after a change."""
    words = statement.words
    for word in words:
        if word.key in _LEFT and any(other.number for other in words[word.at + 1 : word.at + 3] if other.segment == word.segment):
            return True
    return False


_LEFT = frozenset("bleiben bleibt blieben wieder remain remains remaining again leaves".split())

"""Read a question into clues: each one thing it says that a fact can agree with — a word, a name, a time."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dayleaf.core.fact import Entity, TimeRange, entity_key
from dayleaf.core.recall.kindred import kin_of
from dayleaf.core.recall.query import Way
from dayleaf.core.regex import regex
from dayleaf.core.terms import Probe, probes
from dayleaf.core.when import Understood

LONGEST_NAME = 4
"""Words of the longest name that a question is searched for."""

POSTINGS_BUDGET = 40_000
"""Rows read for the words of one question, rarest words first; bounds the time at a million facts."""

FEWEST_WORDS = 2
"""So many words are always read, however common."""

MOST_WORDS = 64
"""Words of a question that count; a pasted page asks with its rarest."""

FRAME = 0.4
"""Words that tell no more than this ("what happened", "tell me") do not ask for anything beside a time."""

KIN = 0.7
"""What a word that tells what is asked for counts beside the word that asks."""

MOST_WITH_KIN = 8
"""Words of a question whose kin is looked for; a longer text says enough without."""

_AROUND = ".,;:!?…¿¡'\"’‘“”„«»()[]{}<>*_`-–—。，、！？；：「」『』（）"
_GENITIVE = regex(r"['’]s?$")


class Clue(NamedTuple):
    """One thing a question says.

    Attributes:
        way: how it finds facts.
        label: what it is, for explanations.
        terms: index terms that agree with it, best first (lexical).
        keys: `entity_key` of every name of the entity (entity).
        during: the window (temporal).
        exact: the word's exact spelling, case folded (lexical); empty for a clue that stands beside its word.
        share: how much of a word's weight it has, 0 to 1.
        beside: whether it stands beside its word: a compound of it, a part, or its kin.
        kin: whether its terms are the word's kin, which count only where the word itself is not near.
    """

    way: Way
    label: str
    terms: tuple[str, ...] = ()
    keys: frozenset[str] = frozenset()
    during: TimeRange | None = None
    exact: str = ""
    share: float = 1.0
    beside: bool = False
    kin: bool = False


class Asked(NamedTuple):
    """A question, read.

    Attributes:
        clues: what it says, in the order said.
        bare: whether it says nothing but a time, so that the window itself is the answer.
    """

    clues: tuple[Clue, ...]
    bare: bool = False

    @property
    def terms(self) -> tuple[str, ...]:
        """Every term to look up, once."""
        return tuple(dict.fromkeys(term for clue in self.clues for term in clue.terms))


def names_in(text: str) -> dict[str, str]:
    """Every run of one to four words as a possible entity key → the words as written; longer runs first."""
    words = [word.strip(_AROUND) for word in text.replace("@", " ").split()[:MOST_WORDS]]
    words = [_GENITIVE.sub("", word) for word in words if word]
    found: dict[str, str] = {}
    for size in range(LONGEST_NAME, 0, -1):
        for start in range(len(words) - size + 1):
            name = " ".join(words[start : start + size])
            found.setdefault(entity_key(name), name)
    return found


def read_question(
    asked: Sequence[Probe],
    named: Mapping[str, Entity],
    spelled: Mapping[str, str],
    understood: Understood | None,
    *,
    filtered: bool = False,
) -> Asked:
    """What the question says, as clues.

    Args:
        asked: its words.
        named: entity key as written in the question → the entity it means.
        spelled: entity key → the words as written.
        understood: the time expression in it, if any.
        filtered: whether the time already restricts the answer from outside (then it is no clue).
    """
    timed = {probe.exact for probe in probes(understood.text)} if understood else set()
    said = [probe for probe in asked if not probe.stop and (probe.exact not in timed or _is_date(probe.exact))]
    if not said and understood is None:
        said = list(asked)
    clues = [Clue(Way.LEXICAL, probe.word, terms=probe.alternatives, exact=probe.exact, share=probe.weight) for probe in said[:MOST_WORDS]]
    if len(clues) <= MOST_WITH_KIN:
        clues += [
            Clue(Way.LEXICAL, clue.label, terms=kin, share=clue.share * KIN, beside=True, kin=True)
            for clue in clues
            if (kin := kin_of(clue.label))
        ]
    meant = {entity.slug: (key, entity) for key, entity in reversed(list(named.items()))}
    clues += [
        Clue(Way.ENTITY, spelled.get(key, entity.name), keys=frozenset(map(entity_key, entity.names))) for key, entity in meant.values()
    ]
    if understood is not None and not filtered:
        clues.append(Clue(Way.TEMPORAL, understood.text, during=widened(understood)))
    content = any(probe.exact not in timed and probe.weight > FRAME for probe in said)
    return Asked(tuple(clues), bare=understood is not None and not content and not meant)


def _is_date(word: str) -> bool:
    """Whether a word of a time expression is likely to be written in a fact of that time: 2025, 27.11., q3; not the 8 of "week 8"."""
    return any(map(str.isdigit, word)) and (len(word) > 2 or not word.isdecimal())


def widened(understood: Understood) -> TimeRange:
    """The days a time expression may mean: "three weeks ago" names one day and means some either way."""
    start, end = understood.range.start, understood.range.end
    if start is None or end is None or not understood.tolerance_days or (end - start).days > 1:
        return understood.range
    more = dt.timedelta(days=understood.tolerance_days)
    try:
        return TimeRange(start - more, end + more)
    except OverflowError:
        return understood.range


def rarity(rows: int, found: int) -> float:
    """How much agreement with something says that `found` of `rows` facts say: BM25's idf, ln(1 + (N−n+½)/(n+½))."""
    found = min(found, rows)
    return math.log(1 + (rows - found + 0.5) / (found + 0.5))


def affordable(asked: Asked, frequencies: Mapping[str, int]) -> tuple[str, ...]:
    """The terms worth reading: rarest words first while their rows fit `POSTINGS_BUDGET`, never fewer than two words.

    Common words cost most and say least (see docs/explanation/how-recall-ranks.md), so that is where a bound hurts least.
    """
    lexical = [clue for clue in asked.clues if clue.way is Way.LEXICAL]
    cost = {clue: sum(frequencies.get(term, 0) for term in clue.terms) for clue in lexical}
    chosen: dict[str, None] = {}
    spent = read = 0
    for clue in sorted(lexical, key=cost.__getitem__):
        if not cost[clue]:
            continue
        if spent + cost[clue] > POSTINGS_BUDGET and read >= FEWEST_WORDS:
            break
        spent += cost[clue]
        read += 1
        chosen.update((term, None) for term in clue.terms if frequencies.get(term))
    return tuple(chosen)

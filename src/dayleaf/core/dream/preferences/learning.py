"""What conversations teach beyond what the page of preferences says already: new wishes, further evidence, wishes taken back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dayleaf.core.dream.preferences.gathering import Held, Sides, Wish, gather, relation
from dayleaf.core.dream.preferences.signals import Signal, Strength, denies, read_wish
from dayleaf.core.dream.preferences.topics import tongue_of
from dayleaf.core.dream.preferences.turns import Turn
from dayleaf.core.dream.preferences.wording import MOST, STEP, worded
from dayleaf.core.fact import Fact, Kind, Source
from dayleaf.core.page.attributes import sources_of
from dayleaf.core.page.tombstone import tombstone_of
from dayleaf.core.secrets import find_secrets

MOST_CITED = 8
"""Lines of the log that one preference cites at most; more would prove nothing more."""

COVERED = 0.8
"""Share of a wish's content words that a statement must have to say it already."""


class Learned(NamedTuple):
    """A new preference or lesson.

    Attributes:
        text: the sentence.
        category: `user-preferences/<topic>` or `anti-patterns/<domain>`.
        confidence: 0 to 1.
        evidence: the lines of the log, in the order of time.
        supersedes: the id of the preference on the page that it replaces, or None.
        why: how strongly and how often it was said, for people.
    """

    text: str
    category: str
    confidence: float
    evidence: tuple[Source, ...]
    supersedes: str | None
    why: str


class Confirmed(NamedTuple):
    """A preference on the page that was said again: further lines to cite, and how sure it is now."""

    fact: Fact
    evidence: tuple[Source, ...]
    confidence: float | None


class Withdrawn(NamedTuple):
    """A preference on the page that the user took back, and the line that did."""

    fact: Fact
    by: Source


class Around(NamedTuple):
    """What is known beside the page of preferences.

    Attributes:
        known: what is remembered elsewhere, as texts.
        spent: lines that taught something which a person has removed since, or which was put away.
        restored: ids of facts that somebody brought back; they are not withdrawn again.
        buried: tombstones (`core.page.tombstone`) of what must not be learned again.
    """

    known: tuple[str, ...] = ()
    spent: frozenset[Source] = frozenset()
    restored: frozenset[str] = frozenset()
    buried: frozenset[str] = frozenset()


class Lessons(NamedTuple):
    """Everything the conversations teach."""

    new: tuple[Learned, ...] = ()
    confirmed: tuple[Confirmed, ...] = ()
    withdrawn: tuple[Withdrawn, ...] = ()


def infer(turns: Iterable[Turn], standing: Sequence[Fact] = (), around: Around | None = None) -> Lessons:
    """What turns teach. A pure function of its arguments; the order of the turns does not matter.

    Args:
        turns: the conversation log.
        standing: the facts of the page of preferences.
        around: what is known beside it.
    """
    around = around or Around()
    replaced = {fact.supersedes for fact in standing if fact.supersedes}
    held = {fact.id: fact for fact in standing if fact.kind is not Kind.PASSAGE}
    wishes = gather(turns, [_held(fact, open=fact.id not in replaced) for fact in held.values()], around.spent)
    new = [_learned(wish) for wish in wishes if wish.held is None and wish.live and wish.established]
    new = [one for one in new if _may_be_learned(one, around)]
    confirmed = [one for wish in wishes if wish.held and wish.live and (one := _confirmed(wish, held[wish.held.id]))]
    withdrawn = [
        Withdrawn(held[wish.held.id], wish.withdrawn.source)
        for wish in wishes
        if wish.held and wish.held.open and wish.withdrawn and wish.held.id not in around.restored and held[wish.held.id].inferred
    ]
    return Lessons(tuple(new), tuple(confirmed), tuple(withdrawn))


def _may_be_learned(one: Learned, around: Around) -> bool:
    if find_secrets(one.text) or tombstone_of(one.text, ()) in around.buried:
        return False
    return not any(_says(text, one) for text in around.known)


def _held(fact: Fact, *, open: bool) -> Held:
    return Held(fact.id, _sides(fact.text), frozenset(cited(fact)), open)


def _sides(text: str) -> Sides:
    return Sides(*read_wish(text, tongue_of(text)))


def cited(fact: Fact) -> tuple[Source, ...]:
    """The lines a fact was derived from."""
    return next((sources_of(value) for key, value in fact.extra if key == "from"), ())


def _learned(wish: Wish) -> Learned:
    words = worded(wish)
    old = next((one.held.id for one in reversed(wish.replaces) if one.held), None)
    return Learned(words.text, words.category, words.confidence, _lines(wish.signals), old, words.why)


def _lines(signals: Sequence[Signal]) -> tuple[Source, ...]:
    return tuple(dict.fromkeys(signal.turn.source for signal in signals))[:MOST_CITED]


def _confirmed(wish: Wish, fact: Fact) -> Confirmed | None:
    have = cited(fact)
    if not have or len(have) >= MOST_CITED:
        return None
    days = {source.path for source in have}
    more = [source for source in _lines(wish.signals) if source not in have][: MOST_CITED - len(have)]
    if not more:
        return None
    fresh = len({source.path for source in more} - days)
    confidence = None if fact.confidence is None else max(fact.confidence, round(min(MOST, fact.confidence + STEP * fresh), 2))
    return Confirmed(fact, (*have, *more), confidence)


def _says(text: str, wish: Learned) -> bool:
    """Whether a text says already what a wish says."""
    sides = _sides(wish.text)
    mine = sides.wants.all | sides.avoids.all
    folded = text.casefold()
    if not mine or not any(word.partition(":")[2] or word[:4] in folded for word in mine):
        return False
    theirs = _sides(text)
    shared = len(mine & (theirs.wants.all | theirs.avoids.all))
    return shared / len(mine) >= COVERED and (relation(sides, theirs, Strength.STRONG) > 0 or denies(text) == denies(wish.text))


def day_of(source: Source) -> dt.date | None:
    """The day of a line of the log."""
    try:
        return dt.date.fromisoformat(source.path.rpartition("/")[2].removesuffix(".jsonl"))
    except ValueError:
        return None
